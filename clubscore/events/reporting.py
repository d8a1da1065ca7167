"""Players report a result at their table: one side enters it, the other agrees or does not.

What was agreed counts until the other side says yes to what is said instead. In a par contest the
auction is noted first: its task is judged by what was reached, the others by what was played in
the directed contract, which is told to that table alone.
"""

import re
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Authorship, Given, Refused, authored
from clubscore.club.wording import said
from clubscore.events.board_state import BoardStage, BoardState, Spot, fold, same_result, spot_of
from clubscore.events.locks import is_noted, must_be_playing, note, taken_event
from clubscore.events.models import Event, EventHappening, ResultRevision, Section
from clubscore.events.models.facts import BidReached, seated
from clubscore.events.plan import PlannedMeeting, plan_of
from clubscore.events.result_form import lead_cannot_be
from clubscore.events.result_words import bid_in_words, in_words
from clubscore.events.scoring import Scorer, honours_unclaimed
from clubscore.events.seats import BOTH, Voice
from clubscore.events.state import room_of
from clubscore.events.visibility import event_of
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS, Every
from clubscore.ranking import Board
from clubscore.ranking.par import PASSED, right_contracts
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import Problem, Problems

Kind = ResultRevision.Kind
SIDES = ("ns", "ew")


@dataclass(frozen=True)
class Report:
    """A report of a board: `facts` as in an event file, verified by the caller.

    One that `corrects` says that what both sides agreed was wrong.
    """

    round: int
    table: int
    board: int
    facts: ResultFacts
    key: str
    corrects: bool = False


def other_side(side: str) -> str:
    """Return the other side of a table."""
    return SIDES[1 - SIDES.index(side)]


def tell(*, section: Section, report: Report, side: str, actor: Actor) -> BoardState:
    """One side reports a board that is due. If both report the same, it is agreed at once.

    Refuses a board that is not due now, with the reason, and one that is agreed already, unless
    the report corrects it: then what was agreed counts until the other side says yes.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        place = place_of(section, report.round, report.table)
        spot = Spot(section.pk, report.round, report.table, report.board)
        standing, there = standing_and_entry(event, spot, report.key)
        now = event.round_in(section.letter)
        _must_be_due(now, place, standing, report.board)
        if is_repeated(there, spot, report):
            return standing
        if standing.state is BoardStage.IN:
            _must_be_open_to_both(now, standing, report)
        theirs = _of_both(standing).get(other_side(side))
        agrees = theirs is not None and same_result(theirs.facts, report.facts)
        kind = Kind.AGREED if agrees else Kind.TOLD
        # If both agree, a lead that only one of them entered is kept.
        facts = report.facts
        if theirs and agrees:
            facts = {**(theirs.facts or ResultFacts()), **facts}
        entry = authored(actor, event.club_id, report.key)
        return record(standing, place, kind, facts, side, entry)


def agree(
    *, section: Section, spot: Spot, seen: int, side: str, key: str, actor: Actor
) -> BoardState:
    """A side agrees with the other's report. `seen` is the revision that it read.

    Refuses if the report has changed since, and a correction once its round is over.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        standing = standing_now(spot)
        theirs = _of_both(standing).get(other_side(side))
        if known(event, key) or (standing.state is BoardStage.IN and theirs is None):
            return standing
        if standing.state is BoardStage.IN and not may_say_wrong(
            event.round_in(section.letter), standing
        ):
            raise Refused(_ask_director(spot.board))
        if theirs is None or theirs.number != seen:
            raise Refused(_("This board was changed by someone else. Check again."))
        place = place_of(section, spot.round, spot.table)
        entry = authored(actor, event.club_id, key)
        return record(standing, place, Kind.AGREED, theirs.facts or {}, side, entry)


def may_say_wrong(now: int, standing: BoardState) -> bool:
    """Whether either side may still correct a board: agreed by both, in the round played now."""
    counts = standing.result is not None and standing.result.kind == Kind.AGREED
    return standing.state is BoardStage.IN and counts and standing.spot.round == now


def _of_both(standing: BoardState) -> dict[str, ResultRevision]:
    """What the two sides say while it is not what counts: before they agreed, or after."""
    return standing.proposed if standing.state is BoardStage.IN else standing.versions


def _ask_director(board: int) -> str:
    return _("Board %(board)s is agreed. If it is wrong, ask the director.") % {"board": board}


def _must_be_open_to_both(now: int, standing: BoardState, report: Report) -> None:
    """Refuse a report of an agreed board that corrects nothing, or may not any more."""
    if not report.corrects or not may_say_wrong(now, standing):
        raise Refused(_ask_director(report.board))
    if not standing.proposed and same_result(standing.facts, report.facts):
        text = _("Board %(board)s has this result already. Change what was wrong.")
        raise Refused(text % {"board": report.board})


def place_of(section: Section, round_: int, table: int) -> PlannedMeeting:
    """Return who sits at a table in a round. Refuses where two pairs do not meet."""
    plan = plan_of(section.plan)
    place = plan.places.get((round_, table)) if plan else None
    if place is None or not place.is_played:
        raise Refused(_("No one plays at this table in this round."))
    return place


def _must_be_due(now: int, place: PlannedMeeting, standing: BoardState, board: int) -> None:
    """Refuse a board that this table does not play now."""
    if place.round > now:
        raise Refused(_("Round %(round)s has not started.") % {"round": place.round})
    must_be_played_here(place, board)
    if place.round < now and standing.state not in (BoardStage.LATER, BoardStage.TOLD):
        raise Refused(
            _("Round %(round)s is over. Ask the director to correct it.") % {"round": place.round},
        )


def must_be_played_here(place: PlannedMeeting, board: int) -> None:
    """Refuse a board that is none of this table's in this round."""
    if board not in place.boards:
        raise Refused(
            _(
                "Board %(board)s is not due at table %(table)s in round %(round)s. Due"
                " there: %(due)s."
            )
            % {
                "board": board,
                "round": place.round,
                "table": place.table,
                "due": said(Every(place.boards)),
            },
        )


def is_repeated(there: ResultRevision | None, spot: Spot, report: Report) -> bool:
    """Whether exactly this report stands under its key; Refused if `there` is another."""
    if there is None:
        return False
    if spot_of(there) != spot or not same_result(there.facts, report.facts):
        text = _("This entry was already recorded as %(there)s. Check again.")
        raise Refused(text % {"there": in_words(there.facts or {})})
    return True


def known(event: Event, key: str) -> bool:
    """Whether an entry with this key is recorded already."""
    return ResultRevision.objects.filter(club_id=event.club_id, key=key).exists()


def standing_now(spot: Spot) -> BoardState:
    """Read the state of a spot. One query."""
    found = ResultRevision.objects.filter(
        section=spot.section, round=spot.round, table=spot.table, board=spot.board
    )
    return fold(spot, list(found.order_by("pk")))


def standing_and_entry(
    event: Event, spot: Spot, key: str
) -> tuple[BoardState, ResultRevision | None]:
    """Read the state of a spot, and what was recorded with a key, wherever. One query."""
    at_spot = Q(section=spot.section, round=spot.round, table=spot.table, board=spot.board)
    with_key = Q(club=event.club_id, key=key)
    found = list(ResultRevision.objects.filter(at_spot | with_key).order_by("pk"))
    there = next((each for each in found if each.key == key), None)
    return fold(spot, [each for each in found if spot_of(each) == spot]), there


def record(
    standing: BoardState,
    place: PlannedMeeting,
    kind: str,
    facts: ResultFacts | None,
    side: str,
    entry: Authorship,
) -> BoardState:
    """Write the next revision of a spot, and return its new state.

    The seats are those of the revision before, else those of the movement.
    """
    spot = standing.spot
    sat = standing.revisions[-1].sides if standing.revisions else place.sides
    revision = ResultRevision.objects.create(
        section_id=spot.section,
        round=spot.round,
        table=spot.table,
        board=spot.board,
        number=standing.number + 1,
        kind=kind,
        side=side,
        **seated(*sat),
        facts=facts,
        **entry,
    )
    return fold(spot, [*standing.revisions, revision])


# ---- The directed contract of a par contest.

BEFORE_PLAY = (BoardStage.TO_COME, BoardStage.LATER)
BID = re.compile(r"([1-7](?:C|D|H|S|NT|NU))X{0,2}")


def as_final_contract(text: str) -> str:
    """Return a typed contract as an event file writes it: 3n is 3NT."""
    plain = "".join(text.split()).upper()[:8]
    if plain in ("P", "PASS", "PASSED"):
        return PASSED
    return re.sub(r"^([1-7])N(?=X*$)", r"\1NT", plain)


def final_contract_text(reached: str) -> str:
    """Return what an auction reached as a page shows it."""
    return _("passed out") if reached == PASSED else reached


@dataclass(frozen=True)
class Directed:
    """The auction of a board as its table's page shows it: what it reached, or that it `asks`.

    `contract`, its declarer's `seat` and the `leader` are what is played instead.
    """

    asks: bool = False
    reached: str = ""
    contract: str | None = None
    seat: str = ""
    leader: str = ""

    @property
    def text(self) -> str:
        """What is played instead, as a sentence; nothing where that is what was reached."""
        if self.contract is None:
            return ""
        contract = bid_in_words(self.contract)
        values = {"contract": contract, "seat": self.seat, "leader": self.leader}
        return _("Play %(contract)s by %(seat)s. %(leader)s leads.") % values


def prepared_board(scorer: Scorer, spot: Spot) -> Board:
    """Return a board with what was prepared for it, at a table that plays a set before it closes.

    Only for what a table is told of its own auction; whatever is shown of a board reads the event,
    which has nothing of the set before the board is closed.
    """
    kept = scorer.room.event.contest_set
    if kept is None:
        return scorer.boards[spot.board]
    return event_of(kept).boards.get(spot.board, scorer.boards[spot.board])


def directed_at(scorer: Scorer, spot: Spot) -> Directed | None:
    """Return what a table's page shows about the auction of a board; None if none is judged.

    The directed contract is shown only after a wrong contract was recorded, and at a table that
    plays a set to those alone from whom the board is not hidden.
    """
    room = scorer.room
    if not room.event.scored_by.needs_par:
        return None
    board = prepared_board(scorer, spot)
    right = right_contracts(board)
    if not right or (room.event.contest_set_id is not None and spot.board in room.hidden):
        return None
    reached = room.reached.get(spot)
    if reached is None:
        due = room.standing(spot).state in BEFORE_PLAY
        return Directed(asks=True) if due else None
    words = final_contract_text(reached)
    if reached.rstrip("X") in right or board.par is None or board.par.declarer is None:
        return Directed(reached=words)
    leader = COMPASS[(COMPASS.index(board.par.declarer) + 1) % len(COMPASS)]
    return Directed(
        reached=words,
        contract=board.par.contract,
        seat=_(SEATS[board.par.declarer]),
        leader=_(SEATS[leader]),
    )


def unlike_directed(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Return that the contract played was not the one directed by the auction; else nothing.

    That is the directed contract by its declarer or, where the right one was reached, that one.
    """
    directed = directed_at(scorer, spot)
    if not directed or not directed.reached or not facts.keys() & {"contract", "passed_out"}:
        return ""
    par, played = prepared_board(scorer, spot).par, facts.get("contract")
    values = {
        "board": spot.board,
        "reached": bid_in_words(directed.reached),
        "contract": bid_in_words(directed.contract or ""),
        "seat": directed.seat,
        "played": in_words(facts),
    }
    if directed.contract is None:
        if played == scorer.room.reached[spot]:
            return ""
        text = _("Board %(board)s: the auction reached %(reached)s, but %(played)s was entered.")
        return text % values
    if par is None or (played, facts.get("declarer")) == (par.contract, par.declarer):
        return ""
    text = _("Board %(board)s: %(contract)s by %(seat)s was to be played, but %(played)s was"
    " entered.")  # fmt: skip
    return text % values


def note_final_contract(
    *, section: Section, spot: Spot, reached: str, key: str, actor: Actor
) -> None:
    """A table notes what its auction reached, once and before the result.

    Raises Problems where that is no contract of the game; refuses a board that is not due, was
    noted already or has a result.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        if is_noted(event, key):
            return
        must_be_played_here(place_of(section, spot.round, spot.table), spot.board)
        scorer = Scorer(room_of(event))
        if spot.round > event.round_in(section.letter):
            raise Refused(_("Round %(round)s has not started.") % {"round": spot.round})
        directed = directed_at(scorer, spot)
        if directed is None or not directed.asks:
            text = _("The auction of board %(board)s is already recorded or not asked for. If"
            " it is wrong, ask the director.")  # fmt: skip
            if event.contest_set_id is not None:
                text = _("The auction of board %(board)s is already recorded, or not asked for.")
            raise Refused(text % {"board": spot.board})
        said = _read(scorer, reached)
        noted = BidReached(
            section=spot.section,
            round=spot.round,
            table=spot.table,
            board=spot.board,
            reached=said,
        )
        note(event, EventHappening.Kind.REACHED, key, actor, noted)


def _read(scorer: Scorer, text: str) -> str:
    said = as_final_contract(text)
    match = BID.fullmatch(said)
    if said == PASSED or (match and match[1] in scorer.valuation.game.bidding.bids):
        return said
    problem = _("Enter the contract as 3NT or 4SX, or pass if it was passed out.")
    raise Problems(Problem("reached", problem))


def why_check_again(scorer: Scorer, where: Spot, facts: ResultFacts) -> str:
    """Return why to check again: not what is directed, an impossible lead, honours unclaimed."""
    directed = unlike_directed(scorer, where, facts)
    asked = _("If that was the result, confirm it. The director sees it too.")
    if scorer.room.event.contest_set_id is not None:
        asked = _("If that was the result, confirm it.")
    if directed:
        return f"{directed} {asked}"
    lead = lead_cannot_be(scorer.boards[where.board], facts)
    return lead or honours_unclaimed(scorer, where, facts)


def must_tell_auction(scorer: Scorer, where: Spot) -> None:
    """Raise Problems where a table without a director has still to tell a board's auction.

    Elsewhere the director judges a board whose auction nobody recorded.
    """
    directed = directed_at(scorer, where)
    if scorer.room.event.contest_set_id is not None and directed and directed.asks:
        text = _("First record what the auction reached. Then this page shows what to play.")
        raise Problems(Problem("reached", text))


# ---- A result that one side calls wrong.

# What an address asks for, and what a form says, that corrects a board both sides agreed.
WRONG = "wrong"


def is_disputed(now: int, standing: BoardState, voice: Voice) -> bool:
    """Whether one side said that a board was wrong, and waits for a word of this reader's side."""
    if not voice.speaks or len(standing.proposed) != 1 or not may_say_wrong(now, standing):
        return False
    return voice.side == BOTH or voice.side not in standing.proposed


def step_once_agreed(now: int, standing: BoardState, voice: Voice, given: Given) -> str:
    """Return what an agreed board asks for: "enter", "reconfirm", "disputed" or "in"."""
    if standing.is_hidden or not voice.speaks or not may_say_wrong(now, standing):
        return "in"
    if WRONG in given:
        return "enter"
    if is_disputed(now, standing, voice):
        return "reconfirm"
    return "disputed" if len(standing.proposed) > 1 else "in"
