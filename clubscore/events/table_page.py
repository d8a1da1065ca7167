"""What a table's page at an event says: its boards, what waits there, where everyone goes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.entry import Given, text_of, whole_number
from clubscore.club.models import Person
from clubscore.club.wording import both, either, named, said
from clubscore.events.board_state import BoardStage, BoardState, Spot
from clubscore.events.formats import TEAMS
from clubscore.events.models import Section
from clubscore.events.models.facts import side_label
from clubscore.events.names_from_seats import TableNames
from clubscore.events.plan import PlannedMeeting
from clubscore.events.reporting import (
    SIDES,
    WRONG,
    Directed,
    directed_at,
    may_say_wrong,
    other_side,
    step_once_agreed,
)
from clubscore.events.reporting import is_disputed as asks_word
from clubscore.events.result_form import (
    ResultKeys,
    ShownResult,
    form_of,
    given_of,
    is_form,
    keys_of,
    shown,
)
from clubscore.events.scoring import Scorer, board_title, dealt_line, others_of, valuation_of
from clubscore.events.seats import BOTH, Voice
from clubscore.events.state import Clock, EventState, RoundTable, clock_of
from clubscore.events.visibility import passed_on
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.movements import Going, beside, shared_with
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import Problems


class SideMove(NamedTuple):
    """Where a side goes after a round: to a table, None for a sit-out.

    `seat` is given where each player moves alone; with `left` they go home.
    """

    names: list[str]
    table: int | None
    stays: bool
    seat: str = ""
    left: bool = False

    @property
    def text(self) -> str:
        """The same in words: who, and where to."""
        values = {"names": named(self.names), "table": self.table}
        if self.seat:
            values["seat"] = _(SEATS[self.seat])
            if self.stays:
                return _("%(names)s: stay here, %(seat)s") % values
            return _("%(names)s: to table %(table)s, %(seat)s") % values
        if self.stays:
            return _("%(names)s: stay here") % values
        if self.table:
            return _("%(names)s: to table %(table)s") % values
        rests = _("%(names)s: go home") if self.left else _("%(names)s: sit out next round")
        return rests % values


class BoardHead(NamedTuple):
    """A board in words; `dealt` is the same without its number."""

    number: int
    title: str
    dealt: str


class BoardKey(NamedTuple):
    """A board of the round: how far it is, and whether it is the one shown."""

    number: int
    state: str
    current: bool


@dataclass(frozen=True)
class ResultSentence:
    """A form's result so far with North-South's points, or what is still `missing`."""

    result: ShownResult | None = None
    score: int | None = None
    missing: str = ""


@dataclass(frozen=True)
class ReportForm:
    """A report of the board, the form that says it, and what each side scores."""

    result: ShownResult
    form: Sequence[tuple[str, str]]
    score: int | None
    yours: int | None
    theirs: int | None


@dataclass(frozen=True)
class Confirming:
    """The side that is to agree, its people and its names."""

    side: str
    people: Sequence[Person]
    names: Sequence[str]


@dataclass(frozen=True)
class ReportVersion:
    """What one side reported while they disagree, and the side that may confirm it."""

    says: Sequence[str]
    side: str
    people: Sequence[Person]
    may: bool
    seen: int
    result: ShownResult
    form: Sequence[tuple[str, str]]


class OtherResult(NamedTuple):
    """What another table did on the board."""

    result: ShownResult
    score: int | None


class RoundHere(NamedTuple):
    """A round at this table: who meets here with which boards, and whether it is played now."""

    round: int
    now: bool
    ns: list[str]
    ew: list[str]
    is_played: bool
    first: int
    last: int


def moves_from(room: EventState, section: Section, place: PlannedMeeting) -> list[SideMove]:
    """Return where everyone goes who sits here in this round."""
    return [
        SideMove(
            _who_goes(room, section, place, going),
            going.table or None,
            going.table == place.table,
            going.seat if going.seat in SEATS else "",
            going.left,
        )
        for going in room.plan(section).goings(place)
    ]


def _who_goes(room: EventState, section: Section, place: PlannedMeeting, going: Going) -> list[str]:
    """A contestant that sits here, of a team those two."""
    if room.event.contestants_are == TEAMS:
        return room.sitters(section.pk, place, place.way_of(going.number))
    return room.names(section.pk, going.number)


def goings_from(
    room: EventState, section: Section, place: PlannedMeeting | None, round_: int
) -> list[str]:
    """Return who and what goes where after a round, a sentence each; nothing after the last."""
    plan, following = room.plan(section), round_ + 1
    if following <= plan.rounds and not plan.knows_next(place, following):
        return [_("Your next table is shown here once the round is drawn.")]
    moves = moves_from(room, section, place) if place else []
    if place is None or not moves:
        return []
    coming = [each for each in plan.of_round(following) if each.boards == place.boards]
    # Of several copies those of a match stay with it.
    coming.sort(key=lambda each: plan.match_of(each) != plan.match_of(place))
    table = coming[0].table if coming else None
    boards = _("Boards: to table %(table)s") % {"table": table} if table else None
    return [*(move.text for move in moves), boards or _("Boards: not played next round")]


# ---- The page.

# What an address of the page may ask for: a board, to say something else than the other side, or
# that what was agreed is wrong.
ASKED = frozenset({"board", "differ", "side", WRONG})


def sentence_of(scorer: Scorer, spot: Spot, given: Given) -> ResultSentence:
    """Return a result that is being entered as a sentence, or what is still missing."""
    try:
        facts = scorer.form(given, spot)
        score = scorer.score(spot, facts)
    except Problems as error:
        return ResultSentence(missing=error.problems[0].text)
    except RuleError as error:
        return ResultSentence(missing=said(error))
    return ResultSentence(shown(facts), score)


class TablePage:
    """A table's page for one reader."""

    def __init__(
        self,
        room: EventState,
        section: Section,
        table: int,
        voice: Voice,
        given: Given,
        *,
        round_: int | None = None,
    ) -> None:
        self.room, self.section, self.number, self.voice = room, section, table, voice
        self.given = given
        self.now = room.now(section.pk)
        self.round = round_ or max(1, self.now)
        self.plan = room.plan(section)
        self.place: PlannedMeeting | None = self.plan.places.get((self.round, table))

    @cached_property
    def scorer(self) -> Scorer:
        """What a result scores."""
        return Scorer(self.room)

    def at(self, place: PlannedMeeting) -> "TablePage":
        """The page that the same reader has at another place of the movement."""
        return TablePage(self.room, self.section, place.table, self.voice, {}, round_=place.round)

    @property
    def name(self) -> str:
        """What people call this table."""
        return self.room.table_name(self.section, self.number)

    @property
    def sits_out(self) -> bool:
        """Whether a pair sits here without opponents."""
        return self.place is None or not self.place.is_played

    @property
    def is_empty(self) -> bool:
        """Whether no one sits here."""
        return self.place is None or not self.place.numbers

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to report yet, and still."""
        return self.now > 0 and self.is_open

    @property
    def is_open(self) -> bool:
        """Whether anything can still be reported at this table."""
        event = self.room.event
        return event.finished_at is None and event.called_off_at is None

    @cached_property
    def table(self) -> RoundTable | None:
        """The table in this round, with its boards."""
        if self.place is None or self.sits_out:
            return None
        return self.room.table_at(self.section, self.place)

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """The names of both sides; of teams of those who sit here."""
        return {side: self.room.sitters(self.section.pk, self.place, side) for side in SIDES}

    @property
    def numbers(self) -> dict[str, str]:
        """The numbers of both sides, teams by name; nothing for an empty side."""
        sides = {side: self.place.side(side) if self.place else None for side in SIDES}
        if self.room.event.contestants_are == TEAMS:
            return {side: self.room.called(self.section.pk, sides[side]) for side in SIDES}
        return {side: side_label(sides[side]) for side in SIDES}

    @cached_property
    def seats(self) -> dict[str, str]:
        """{seat: name} as the pair was entered: first North or East, second South or West."""
        return self.room.seated(self.section.pk, self.place)

    def people(self, side: str) -> list[Person]:
        return self.room.people(self.section.pk, self.place, side)

    @cached_property
    def naming(self) -> TableNames:
        """What the table is asked about its names."""
        speaks = self.voice.speaks and self.is_open
        return TableNames(self.room, self.section, self.number, self.place, speaks)

    @property
    def seat_names(self) -> list[tuple[str, str]]:
        """The four seats with what they are called, North and South first."""
        return [(seat, _(SEATS[seat])) for side in SIDES for seat in side.upper()]

    @cached_property
    def clock(self) -> Clock:
        """The clock of the table's section."""
        return clock_of(self.room, self.section.pk)

    @property
    def asks_here(self) -> bool:
        """Whether the table is still to say that all four are here."""
        if self.table is None or not self.voice.speaks:
            return False
        said_so = (self.section.pk, self.number, self.round) in self.room.here
        return not said_so and all(each.state is BoardStage.TO_COME for each in self.table.boards)

    @property
    def calls(self) -> bool:
        """Whether the director is called here."""
        return any(
            (call.section_id, call.table) == (self.section.pk, self.number)
            for call in self.room.calls
        )

    @cached_property
    def standing(self) -> BoardState | None:
        """The board shown: the one asked for, else one said to be wrong, or the next to enter."""
        if self.table is None:
            return None
        boards, now = self.table.boards, self.now
        asked = whole_number(text_of(self.given, "board"))
        chosen = next((each for each in boards if each.spot.board == asked), None)
        chosen = chosen or next((e for e in boards if asks_word(now, e, self.voice)), None)
        open_ones = (each for each in boards if each.state in (BoardStage.TO_COME, BoardStage.TOLD))
        return chosen or next(open_ones, None) or boards[-1]

    @cached_property
    def board(self) -> BoardHead:
        """The board shown, in words."""
        number = self.standing.spot.board if self.standing else 1
        board, event = self.room.board(number), self.room.event
        return BoardHead(number, board_title(board, event), dealt_line(board, event))

    @property
    def lie(self) -> list[str]:
        """Who else plays from the boards of this round, whence they come and where they go."""
        plan, place = self.room.plan(self.section), self.place
        if place is None:
            return []
        found, at = [], (self.round, place.table)
        if others := shared_with(plan.movement).get(at, ()):
            names = both(self.room.table_name(self.section, other) for other in others)
            found.append(_("Table %(tables)s plays from the same boards.") % {"tables": names})
        stand = beside(plan.movement).get(at)
        if stand is not None and stand.comes:
            found.append(_("These boards come from the stand."))
        if stand is not None and stand.goes_for:
            to = {"table": self.room.table_name(self.section, stand.goes_for)}
            found.append(_("They go to the stand, for table %(table)s.") % to)
        return found

    @cached_property
    def boards(self) -> list[BoardKey]:
        """The boards due now."""
        shown_one = self.standing
        return [
            BoardKey(
                each.spot.board,
                BoardStage.TOLD.value if each.proposed else each.state.value,
                each is shown_one,
            )
            for each in (self.table.boards if self.table else ())
        ]

    @cached_property
    def step(self) -> str:
        """Asks to "enter", "confirm", "wait" or "reconfirm", or is "disputed", "in" or "hidden"."""
        standing = self.standing
        if standing is None or standing.state in (BoardStage.TO_COME, BoardStage.LATER):
            return "enter"
        if standing.is_hidden:
            return "hidden"
        if standing.state is BoardStage.IN:
            return step_once_agreed(self.now, standing, self.voice, self.given)
        # Of one that was passed out nothing else is filled in; it may be asked to be looked at.
        if is_form(self.given) or {"differ", "passed_out"} & set(self.given):
            return "enter"
        if standing.state is BoardStage.DISPUTED:
            return "disputed"
        return "wait" if self.voice.side == standing.told_by else "confirm"

    @property
    def side(self) -> str:
        """The side for which the form shown speaks."""
        standing = self.standing
        told = standing.told_by if standing else ""
        if self.voice.side == BOTH:
            if (side := text_of(self.given, "side")) in SIDES:
                return side
            return other_side(told) if told else "ns"
        return self.voice.side or "ns"

    @property
    def answer(self) -> str:
        """Who gets the phone next: the other side's names."""
        return either(self.names[other_side(self.side)])

    @cached_property
    def keys(self) -> ResultKeys:
        """The bars of the entry form."""
        given, standing = self.given, self.standing
        if standing and not is_form(given) and (standing.versions or standing.result):
            first = next(iter(standing.versions.values()), standing.result)
            given = given_of((first and first.facts) or {}, valuation_of(self.room.event))
        return keys_of(valuation_of(self.room.event), given, self.seats)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is entered yet in the form shown: neither here nor by the other side."""
        standing = self.standing
        told = standing is not None and bool(standing.versions or standing.result)
        return not told and set(self.given) <= ASKED

    @cached_property
    def directed(self) -> Directed | None:
        """What a par contest's auction reached and what is played then; None elsewhere."""
        standing = self.standing
        return directed_at(self.scorer, standing.spot) if standing else None

    @cached_property
    def sentence(self) -> ResultSentence:
        """The form's sentence so far."""
        if self.standing is None or not is_form(self.given):
            return ResultSentence()
        return sentence_of(self.scorer, self.standing.spot, self.given)

    @property
    def is_passed_on(self) -> bool:
        """Whether the director, who has yet to play the board shown, asked both sides to settle."""
        standing = self.standing
        return standing is not None and passed_on(self.room, standing.spot) is not None

    @cached_property
    def told(self) -> ReportForm | None:
        """The result or the report of the board, with what each side scores."""
        standing = self.standing
        if standing is None or standing.result is None:
            return None
        return self._told(standing, standing.facts)

    @cached_property
    def instead(self) -> ReportForm | None:
        """What one side says of an agreed board instead of what counts; None where none does."""
        standing = self.standing
        if standing is None or len(standing.proposed) != 1 or standing.is_hidden:
            return None
        return self._told(standing, next(iter(standing.proposed.values())).facts or {})

    @property
    def may_say_wrong(self) -> bool:
        """Whether the reader may say that the board shown was agreed wrongly."""
        standing = self.standing
        allowed = standing is not None and may_say_wrong(self.now, standing)
        return allowed and self.voice.speaks and self.is_open

    def _told(self, standing: BoardState, facts: ResultFacts) -> ReportForm:
        """A result, with what each side scores by it."""
        score = self.scorer.score(standing.spot, facts)
        mine = self.side
        if self.step in ("confirm", "reconfirm"):
            mine = self.confirming.side if self.confirming else mine
        sign = 1 if mine == "ns" else -1
        return ReportForm(
            shown(facts, self.seats),
            form_of(facts, valuation_of(self.room.event)),
            score,
            yours=None if score is None else sign * score,
            theirs=None if score is None else -sign * score,
        )

    @cached_property
    def confirming(self) -> Confirming | None:
        """The side that is to agree; None where none is."""
        standing = self.standing
        told_by = (standing.told_by or next(iter(standing.proposed), "")) if standing else ""
        if not told_by:
            return None
        side = other_side(told_by)
        return Confirming(side, self.people(side), self.names[side])

    @cached_property
    def versions(self) -> list[ReportVersion]:
        """What each side reported while they disagree, and who may confirm it."""
        said = (self.standing.versions or self.standing.proposed) if self.standing else {}
        return [
            ReportVersion(
                says=self.names[side],
                side=other_side(side),
                people=self.people(other_side(side)),
                may=self.voice.may_speak_for(other_side(side)),
                seen=revision.number,
                result=shown(revision.facts or {}, self.seats),
                form=form_of(revision.facts or {}, valuation_of(self.room.event)),
            )
            for side, revision in said.items()
        ]

    @cached_property
    def others(self) -> list[OtherResult] | None:
        """Other tables' results of this board, once this one is agreed and the club allows."""
        standing = self.standing
        # The other table of a match must not learn what was done here before it has played.
        allowed = self.room.event.club.results_open and self.room.event.contestants_are != TEAMS
        if standing is None or standing.state is not BoardStage.IN or not allowed:
            return None
        return [
            OtherResult(shown(each.facts), self.scorer.score(each.spot, each.facts))
            for each in others_of(self.room, standing.spot)
            if each.state is BoardStage.IN
        ]

    @property
    def next_board(self) -> int | None:
        """The next board of this round that is still to come."""
        boards = self.table.boards if self.table else ()
        return next((e.spot.board for e in boards if e.state is BoardStage.TO_COME), None)

    @property
    def is_done(self) -> bool:
        """Whether every board of the round is in or left for later."""
        boards = self.table.boards if self.table else ()
        return bool(boards) and all(e.state in (BoardStage.IN, BoardStage.LATER) for e in boards)

    @property
    def goings(self) -> list[str]:
        """Who and what goes where after this round, a sentence each; nothing after the last."""
        return goings_from(self.room, self.section, self.place, self.round)

    @property
    def blank_keys(self) -> ResultKeys:
        """The bars of a form into which nothing is entered, for any four people."""
        return keys_of(valuation_of(self.room.event), {}, {})

    @property
    def movement(self) -> list[RoundHere]:
        """The whole session at this table, round by round."""
        return [
            RoundHere(
                round=place.round,
                now=place.round == self.now,
                ns=self.room.names(self.section.pk, place.ns),
                ew=self.room.names(self.section.pk, place.ew),
                is_played=place.is_played,
                first=place.boards[0],
                last=place.boards[-1],
            )
            for place in self.plan.of_table(self.number)
        ]


class Waiting(NamedTuple):
    """A board of this round that was reported but does not count yet: disputed or not agreed."""

    board: int
    text: str
    is_disputed: bool


def waiting_at(page: TablePage) -> list[Waiting]:
    """Return what waits here, disputes first; nothing for spectators."""
    if page.table is None or not page.voice.speaks:
        return []
    found = []
    for each in page.table.boards:
        if each is page.standing:
            continue
        if each.state is BoardStage.DISPUTED:
            text = _("Board %(n)s: the two sides disagree. The director sees both results.")
            found.append(Waiting(each.spot.board, text % {"n": each.spot.board}, True))
        elif each.state is BoardStage.TOLD:
            who = named(page.names[other_side(each.told_by)])
            text = _("Board %(n)s: waiting for %(who)s to agree.")
            values = {"n": each.spot.board, "who": who}
            found.append(Waiting(each.spot.board, text % values, False))
        elif each.proposed:
            text = _("Board %(n)s: said to be wrong. What was agreed counts until both agree.")
            found.append(Waiting(each.spot.board, text % {"n": each.spot.board}, False))
    return sorted(found, key=lambda each: (not each.is_disputed, each.board))
