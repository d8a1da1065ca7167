"""The directed contract of a par contest: what is played where the auction missed the right one.

As in the contests of the 1950s the auction is noted first. The task of bidding is judged by what
was reached, the others by what was played.

At a table that plays a set without a director the directed contract is the set's: nothing of it is
in the event before the board is closed, and here it is told to that table alone, after its auction.
"""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.locks import is_noted, must_be_playing, note, taken_event
from clubscore.events.models import EventHappening, Section
from clubscore.events.models.kept_facts import BidReached
from clubscore.events.play.reporting import must_be_played_here, place_of
from clubscore.events.results.opening_lead import lead_cannot_be
from clubscore.events.results.result_words import bid_in_words, in_words
from clubscore.events.state.contest_boards import event_of
from clubscore.events.state.event_now import room_of
from clubscore.events.state.honours_held import honours_unclaimed
from clubscore.events.state.scoring import Scorer
from clubscore.events.state.spot_state import Spot, State
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking import Board
from clubscore.ranking.par import PASSED, right_contracts
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.problems import Problem, Problems

BEFORE_PLAY = (State.TO_COME, State.LATER)
BID = re.compile(r"([1-7](?:C|D|H|S|NT|NU))X{0,2}")


def as_reached(text: str) -> str:
    """Return a typed contract as an event file writes it: 3n is 3NT."""
    plain = "".join(text.split()).upper()[:8]
    if plain in ("P", "PASS", "PASSED"):
        return PASSED
    return re.sub(r"^([1-7])N(?=X*$)", r"\1NT", plain)


def reached_in_words(reached: str) -> str:
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

    Only for what a table is told of its own auction; whatever is shown of a board reads the event.
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
    words = reached_in_words(reached)
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


def note_reached(*, section: Section, spot: Spot, reached: str, key: str, actor: Actor) -> None:
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
    said = as_reached(text)
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
