"""Bridge for seven players: two tables, one vacant seat, and a dummy who crosses to it.

W. O. Preston, in Auction Bridge Variations 1923, pp. 135-138. What happened is a log of events;
where everyone sits is that log folded, so taking an event back needs nothing else. The original
partners win or lose the rubber, whoever plays some of its hands for them (p. 137).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, TypeVar

from clubscore.laws.cards import COMPASS, LOWEST
from clubscore.laws.cutting import CutResult, run_cut
from clubscore.laws.deal import DealReport
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.house_rules import HouseRule, Rules, resolve_rules
from clubscore.laws.score_sheet import ScoredDeal, ScoreSheet, add_deal, start
from clubscore.laws.settlement import PointsSettlement, Stakes, pairs_of_totals, settle_people
from clubscore.laws.tariff import PairPoints
from clubscore.laws.words import gettext_noop

Key = TypeVar("Key", bound=Hashable)

TABLES = (1, 2)
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}


def other(table: int) -> int:
    """Return the number of the other table."""
    return 3 - table


def left_of(seat: str) -> str:
    """Return the seat that deals next."""
    return COMPASS[(COMPASS.index(seat) + 1) % len(COMPASS)]


# What happens


@dataclass(frozen=True)
class SevenContract:
    """A contract and the opening lead: the partner of the declarer is dummy and crosses."""

    table: int
    declarer: str


@dataclass(frozen=True)
class AllPassed:
    """Passed out: no one moves, the deal passes to the left at the same table."""

    table: int


@dataclass(frozen=True)
class SevenResult:
    """The play is over; with `rubber_over` so is the rubber, and the score is closed."""

    table: int
    rubber_over: bool = False


@dataclass(frozen=True)
class BrokenOff:
    """A rubber is broken off: the next deal there begins another."""

    table: int


@dataclass(frozen=True)
class Gone:
    """The dummy of a table has left it."""

    table: int


@dataclass(frozen=True)
class Arrived:
    """The player who was crossing is at this table."""

    table: int


@dataclass(frozen=True)
class EighthComes(Generic[Key]):
    """An eighth has come: they take a seat where the next rubber begins."""

    who: Key


@dataclass(frozen=True)
class Leaves(Generic[Key]):
    """A player leaves: their table closes, six go on at the other.

    An eighth who waits takes the place, and seven go on.
    """

    who: Key


@dataclass(frozen=True)
class Swapped(Generic[Key]):
    """Two people exchange places, by hand: they sat otherwise than the rule would have it."""

    one: Key
    two: Key


@dataclass(frozen=True)
class LastDeals:
    """Each table finishes; no one crosses any more."""


@dataclass(frozen=True)
class TakenBack:
    """An earlier event, counted from 0, did not happen after all."""

    number: int


Event = (
    SevenContract
    | AllPassed
    | SevenResult
    | BrokenOff
    | Gone
    | Arrived
    | EighthComes[Key]
    | Leaves[Key]
    | Swapped[Key]
    | LastDeals
    | TakenBack
)


# Where everyone is


class SevenSeat(NamedTuple):
    """A seat at a table."""

    table: int
    seat: str


@dataclass(frozen=True)
class Crossing(Generic[Key]):
    """A player on the way from the table where they are dummy.

    seat: where they sit at the other table, None while it still plays; moved: the substitute who
    made room for them, with the new seat; gone, here: what was said of their way.
    """

    who: Key
    start: int
    seat: str | None = None
    moved: tuple[Key, str] | None = None
    gone: bool = False
    here: bool = False

    @property
    def to(self) -> int:
        """The table they go to."""
        return other(self.start)


@dataclass(frozen=True)
class SevenTableState(Generic[Key]):
    """One table.

    seats: who sits where, None where no one does; originals: whose rubber it is, no one between
    rubbers; dealer: who deals next, or dealt the deal in play; declarer: of the deal in play;
    players: who was dealt its cards, dummy too; closed: whether nothing more is dealt here.
    """

    seats: Mapping[str, Key | None]
    dealer: str
    originals: Mapping[str, Key] = field(default_factory=dict)
    declarer: str | None = None
    players: Mapping[str, Key] = field(default_factory=dict)
    closed: bool = False

    @property
    def plays(self) -> bool:
        """Whether a contract is being played."""
        return self.declarer is not None

    @property
    def vacant(self) -> str | None:
        """The first seat in which no one sits."""
        return next((seat for seat in COMPASS if self.seats[seat] is None), None)

    @property
    def four(self) -> Mapping[str, Key]:
        """Who sits there, seat by seat."""
        return {seat: who for seat, who in self.seats.items() if who is not None}

    def seat_of(self, who: Key) -> str | None:
        """The seat of a player, None if they do not sit here."""
        return next((seat for seat in COMPASS if self.seats[seat] == who), None)


@dataclass(frozen=True)
class SevenState(Generic[Key]):
    """An evening of the seven as it stands.

    turn: the table that deals next, None where each deals on its own; eighth: who waits for the
    next rubber; ordinary: whether two ordinary tables of four go on; last: whether these are the
    last deals; closed: the table that a departure closed; waiting: who sits nowhere then.
    """

    tables: Mapping[int, SevenTableState[Key]]
    home: bool
    turn: int | None = 1
    crossing: Crossing[Key] | None = None
    eighth: Key | None = None
    ordinary: bool = False
    last: bool = False
    closed: int | None = None
    waiting: tuple[Key, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no one crosses any more and the tables go on, or ended, as any others."""
        return self.closed is not None or (self.ordinary and self.crossing is None)

    def deals(self, table: int) -> bool:
        """Return whether a table may deal now: four sit there, and it is its turn."""
        here = self.tables[table]
        if here.closed or here.plays or here.vacant is not None:
            return False
        return self.ordinary or self.turn == table


def people_of(state: SevenState[Key]) -> list[Key]:
    """Return everyone who sits or crosses."""
    people = [who for table in state.tables.values() for who in table.four.values()]
    crossing = state.crossing
    return people if crossing is None or crossing.who in people else [*people, crossing.who]


def table_of(state: SevenState[Key], who: Key) -> int:
    """Return the table at which a player sits, or which they left if they sit at neither.

    RuleError if they are not one of the evening.
    """
    for number, table in state.tables.items():
        if table.seat_of(who) is not None:
            return number
    if state.crossing is not None and state.crossing.who == who:
        return state.crossing.start
    raise RuleError("stranger", gettext_noop("This player does not play here."), "who")


def eighth_comes(state: SevenState[Key], who: Key) -> SevenState[Key]:
    """Return the state with an eighth, who waits for the next rubber."""
    if state.eighth is not None or state.ordinary:
        raise RuleError("eighth", gettext_noop("There are already eight players."), "who")
    if state.last:
        raise RuleError("last", gettext_noop("These are the last deals."), "who")
    if who in people_of(state):
        raise RuleError("plays", gettext_noop("This player is already playing."), "who")
    return replace(state, eighth=who)


def two_tables(state: SevenState[Key], number: int) -> SevenState[Key]:
    """Seat the eighth where a rubber has just ended; no one crosses any more.

    A player on the way to this table goes back to the seat they left.
    """
    crossing = state.crossing
    if crossing is not None and crossing.to == number:
        state = _sits(state, crossing.start, state.tables[crossing.start].vacant, crossing.who)
        crossing = None
    elif crossing is not None and crossing.seat is not None:
        crossing = None
    state = _sits(state, number, state.tables[number].vacant, state.eighth)
    return replace(state, turn=None, crossing=crossing, eighth=None, ordinary=True)


def _sits(
    state: SevenState[Key], number: int, seat: str | None, who: Key | None
) -> SevenState[Key]:
    """Seat a player; a substitute in their seat goes to the vacant one."""
    table = state.tables[number]
    if seat is None or who is None:
        return state
    seats = dict(table.seats)
    if seats[seat] is not None and table.vacant is not None:
        seats[table.vacant] = seats[seat]
    seats[seat] = who
    return replace(state, tables={**state.tables, number: replace(table, seats=seats)})


def leaves(state: SevenState[Key], who: Key) -> SevenState[Key]:
    """Return the state without a player: their table is closed, six belong to the other.

    A deal that is being played at their table is not counted. With an eighth waiting nothing is
    closed: they take the place, and what their predecessor began is still for that account.
    """
    if state.eighth == who:
        return replace(state, eighth=None)
    number = table_of(state, who)
    if state.eighth is not None:
        return replace(_renamed(state, {who: state.eighth}), eighth=None)
    rest = [p for p in people_of(state) if p != who and p not in _sitting(state, other(number))]
    closed: SevenTableState[Key] = replace(
        state.tables[number],
        seats=dict.fromkeys(COMPASS),
        originals={},
        declarer=None,
        players={},
        closed=True,
    )
    fills = _who_fills(state, number, rest)
    state = replace(state, tables={**state.tables, number: closed})
    if fills is not None:
        goes, seat = fills
        state = _sits(state, other(number), seat, goes)
        rest.remove(goes)
    return replace(state, turn=None, crossing=None, closed=number, waiting=tuple(rest))


def _sitting(state: SevenState[Key], number: int) -> list[Key]:
    return list(state.tables[number].four.values())


def _who_fills(state: SevenState[Key], closed: int, rest: list[Key]) -> tuple[Key, str] | None:
    """Return who takes the vacant seat of the table that goes on, and where they sit.

    The player dealt the cards of that seat, or one on the way between the tables, or an
    original of its rubber in their own seat, or the first clockwise.
    """
    table = state.tables[other(closed)]
    vacant = table.vacant
    if vacant is None or not rest:
        return None
    dealt = table.players.get(vacant)
    if dealt is not None and dealt in rest:
        return dealt, vacant
    if state.crossing is not None and state.crossing.who in rest:
        return state.crossing.who, vacant
    for seat, original in table.originals.items():
        if original in rest and not table.plays and state.home:
            return original, seat
    return rest[0], vacant


def swapped(state: SevenState[Key], one: Key, two: Key) -> SevenState[Key]:
    """Return the state with two people in each other's place."""
    here = people_of(state)
    if one == two or one not in here or two not in here:
        phrase = gettext_noop("Choose two who are playing.")
        raise RuleError("swap", phrase, "two")
    return _renamed(state, {one: two, two: one})


def _renamed(state: SevenState[Key], names: Mapping[Key, Key]) -> SevenState[Key]:
    """Put people in others' places; whose rubber it is stays as it was."""
    tables = {
        number: replace(
            table,
            seats={
                seat: None if who is None else names.get(who, who)
                for seat, who in table.seats.items()
            },
            players={seat: names.get(who, who) for seat, who in table.players.items()},
        )
        for number, table in state.tables.items()
    }
    crossing: Crossing[Key] | None = state.crossing
    if crossing is not None:
        crossing = replace(crossing, who=names.get(crossing.who, crossing.who), moved=None)
    return replace(state, tables=tables, crossing=crossing)


PLAYERS = 7
# The order of the book: A and B against C and D; E and F, and G who deals first at table 2.
FIRST_SEATS = ("N", "S", "E", "W", "N", "S", "E")
FIRST_DEALERS = {1: "N", 2: "E"}


def begin(players: Sequence[Key], home: bool = True) -> SevenState[Key]:
    """Return the seven in the order of the book. RuleError where they are not seven."""
    if len(players) != PLAYERS or len(set(players)) != PLAYERS:
        phrase = gettext_noop("The evening needs seven different people, not %(count)s.")
        raise RuleError("seven", phrase, "players", count=len(set(players)))
    nobody: dict[str, Key | None] = dict.fromkeys(COMPASS)
    tables = {
        number: SevenTableState(
            nobody | dict(zip(FIRST_SEATS[first:last], players[first:last], strict=True)),
            FIRST_DEALERS[number],
        )
        for number, first, last in ((1, 0, 4), (2, 4, PLAYERS))
    }
    return SevenState(tables, home)


def resolve_order(draws: Sequence[Mapping[Key, str]]) -> CutResult[Key]:
    """Return what some rounds of cutting for the order decide: those with equal cards cut again.

    RuleError as cutting for partners has it.
    """
    everybody = tuple(draws[0])

    def is_open(heights: Mapping[Key, list[int]]) -> Sequence[Key]:
        cut = list(heights.values())
        return [who for who, height in heights.items() if cut.count(height) > 1]

    heights, again, suits = run_cut(draws, everybody, LOWEST, is_open)
    return CutResult(tuple(sorted(everybody, key=lambda who: heights[who])), again, suits)


def in_order_of_cut(lowest_first: Sequence[Key]) -> list[Key]:
    """Return the order of the book by the cards: the lowest deals at each of the tables.

    The two lowest are partners against the next two; of the other three the lowest is G.
    """
    a, b, c, d, g, e, f = lowest_first
    return [a, b, c, d, e, f, g]


def fold(players: Sequence[Key], log: Sequence[Event[Key]], home: bool = True) -> SevenState[Key]:
    """Return where a log of events leads; what was undone never happened.

    RuleError at ``log[3]`` where an event cannot be.
    """
    gone: set[int] = set()
    for number, event in enumerate(log):
        if isinstance(event, TakenBack):
            earlier = log[event.number] if 0 <= event.number < number else event
            if isinstance(earlier, TakenBack):
                phrase = gettext_noop("Only something that happened can be undone.")
                raise RuleError("taken-back", phrase, f"log[{number}]")
            gone.add(event.number)
    state = begin(players, home)
    for number, event in enumerate(log):
        if number in gone or isinstance(event, TakenBack):
            continue
        try:
            state = happen(state, event)
        except RuleError as error:
            raise error.under(f"log[{number}]") from None
    return state


def happen(state: SevenState[Key], event: Event[Key]) -> SevenState[Key]:
    """Return the state after one event. RuleError where it cannot be now."""
    if state.closed is not None:
        raise RuleError("over", gettext_noop("The evening of the seven has ended."))
    if isinstance(event, SevenContract):
        return _contract(state, event)
    if isinstance(event, AllPassed):
        return _all_passed(state, event)
    if isinstance(event, SevenResult):
        return _result(state, event)
    if isinstance(event, BrokenOff):
        return _broken_off(state, event)
    if isinstance(event, (Gone, Arrived)):
        return _on_the_way(state, event)
    return _of_the_evening(state, event)


def _of_the_evening(state: SevenState[Key], event: Event[Key]) -> SevenState[Key]:
    """What concerns both tables."""
    if isinstance(event, EighthComes):
        return eighth_comes(state, event.who)
    if isinstance(event, Leaves):
        return leaves(state, event.who)
    if isinstance(event, Swapped):
        return swapped(state, event.one, event.two)
    if isinstance(event, LastDeals):
        if state.last or state.ordinary:
            raise RuleError("last", gettext_noop("These are already the last deals."))
        return replace(state, last=True)
    raise TypeError(event)


def _with(state: SevenState[Key], number: int, table: SevenTableState[Key]) -> SevenState[Key]:
    return replace(state, tables={**state.tables, number: table})


def _dealing(state: SevenState[Key], number: int) -> SevenTableState[Key]:
    """Return a table that deals now; with its first deal a rubber is its four players'."""
    table = state.tables[number]
    if table.plays:
        phrase = gettext_noop("This table is still playing; record its result first.")
        raise RuleError("plays", phrase, "table")
    if not state.deals(number):
        phrase = gettext_noop("This table is waiting for dummy from the other.")
        raise RuleError("waits", phrase, "table")
    return table if table.originals else replace(table, originals=table.four)


def _contract(state: SevenState[Key], event: SevenContract) -> SevenState[Key]:
    table = _dealing(state, event.table)
    if event.declarer not in COMPASS:
        phrase = gettext_noop("declarer must be N, E, S or W.")
        raise RuleError("seat", phrase, "declarer")
    playing = replace(table, declarer=event.declarer, players=table.four)
    if state.ordinary:
        return _with(state, event.table, playing)
    if state.last:
        # The last deal: no one waits for this dummy.
        return replace(_with(state, event.table, playing), turn=None, crossing=None)
    dummy = PARTNER[event.declarer]
    who = table.four[dummy]
    state = _with(state, event.table, replace(playing, seats={**table.seats, dummy: None}))
    state = replace(state, turn=other(event.table), crossing=Crossing(who, event.table))
    return _seated(state)


def _seated(state: SevenState[Key]) -> SevenState[Key]:
    """Seat the player who is crossing once the table they go to has finished its play.

    In their own seat if they are an original of its rubber ("he takes his old position", p. 138):
    the substitute there makes room. Otherwise in the vacant seat.
    """
    crossing = state.crossing
    if crossing is None or crossing.seat is not None:
        return state
    table = state.tables[crossing.to]
    vacant = table.vacant
    if table.plays or vacant is None:
        return state
    own = next((s for s, who in table.originals.items() if who == crossing.who), None)
    seat = own if own is not None and state.home else vacant
    seats = {**table.seats, vacant: table.seats[seat], seat: crossing.who}
    there = table.seats[seat]
    moved = None if there is None else (there, vacant)
    state = replace(state, crossing=replace(crossing, seat=seat, moved=moved))
    if state.ordinary:
        state = replace(state, crossing=None)
    return _with(state, crossing.to, replace(table, seats=seats))


def _all_passed(state: SevenState[Key], event: AllPassed) -> SevenState[Key]:
    table = _dealing(state, event.table)
    state = _with(state, event.table, replace(table, dealer=left_of(table.dealer)))
    if state.last and not state.ordinary:
        return replace(state, turn=None, crossing=None)
    if state.crossing is not None:
        state = replace(state, crossing=replace(state.crossing, here=True))
    return state


def _result(state: SevenState[Key], event: SevenResult) -> SevenState[Key]:
    table = state.tables[event.table]
    if not table.plays:
        phrase = gettext_noop("No contract is being played at this table.")
        raise RuleError("no-play", phrase, "table")
    table = replace(
        table,
        declarer=None,
        players={},
        dealer=left_of(table.dealer),
        originals={} if event.rubber_over else table.originals,
    )
    state = _with(state, event.table, table)
    if event.rubber_over and state.eighth is not None and not state.last:
        state = two_tables(state, event.table)
    return _seated(state)


def _broken_off(state: SevenState[Key], event: BrokenOff) -> SevenState[Key]:
    table = state.tables[event.table]
    if table.plays:
        phrase = gettext_noop("This table is still playing; record its result first.")
        raise RuleError("plays", phrase, "table")
    return _with(state, event.table, replace(table, originals={}))


def _on_the_way(state: SevenState[Key], event: Gone | Arrived) -> SevenState[Key]:
    crossing = state.crossing
    if crossing is not None and isinstance(event, Gone) and crossing.start == event.table:
        return replace(state, crossing=replace(crossing, gone=True))
    if crossing is not None and isinstance(event, Arrived) and crossing.to == event.table:
        return replace(state, crossing=replace(crossing, gone=True, here=True))
    raise RuleError("nobody", gettext_noop("No one is crossing there now."), "table")


GAME = AUCTION

CREDIT = HouseRule(
    "seven_credit",
    ("original", "players"),
    "original",
    gettext_noop("rubber credited to"),
    gettext_noop("Who wins or pays when substitutes play: the original partners, or the players"
    " of each deal."),
    (gettext_noop("its original partners"), gettext_noop("the players of each deal")),
)  # fmt: skip
SEAT = HouseRule(
    "seven_seat",
    ("home", "vacant"),
    "home",
    gettext_noop("seat after crossing"),
    gettext_noop("With the vacant seat, on most evenings someone plays against their own"
    " account."),
    (gettext_noop("their old seat"), gettext_noop("always the vacant seat")),
)  # fmt: skip
SEVEN_RULES = (CREDIT, SEAT)


class SevenRules(NamedTuple):
    """The rules of an evening: auction's, whose rubber it is, where the player who crosses sits."""

    game: Rules
    credit: str
    home: bool


def read_seven_rules(raw: object) -> SevenRules:
    """Verify the rules of an evening. RuleError at ``rules.<key>``."""
    if not isinstance(raw, Mapping):
        return SevenRules(resolve_rules(GAME, raw), str(CREDIT.default), True)
    own = {rule.key: _value(rule, raw.get(rule.key, rule.default)) for rule in SEVEN_RULES}
    rest = {key: value for key, value in raw.items() if key not in own}
    return SevenRules(resolve_rules(GAME, rest), own[CREDIT.key], own[SEAT.key] == "home")


def _value(rule: HouseRule, value: object) -> str:
    if not rule.accepts(value):
        one, two = rule.values
        raise RuleError(
            "rule-value",
            gettext_noop("%(key)s must be %(one)s or %(two)s, not %(given)s."),
            f"rules.{rule.key}",
            key=rule.key,
            one=one,
            two=two,
            given=shown(value),
        )
    return str(value)


class SevenDeal(NamedTuple):
    """One deal: at which table, who sat there, whose rubber it was, and who crossed after it.

    `number` counts the evening's deals from 1; `crossing` is None if no one moved.
    """

    number: int
    table: int
    dealer: str
    seats: Mapping[str, str]
    originals: Mapping[str, str]
    dummy: str | None
    crossing: Crossing[str] | None
    scored: ScoredDeal


class SevenRubber(NamedTuple):
    """A rubber of one table; `deal` is the evening's deal that ended it, `winner` and `margin`
    are None where it was broken off."""

    table: int
    deal: int
    originals: Mapping[str, str]
    totals: Mapping[str, int]
    winner: str | None = None
    margin: int | None = None


@dataclass(frozen=True)
class SevenScore:
    """A whole evening; `state` is where everyone sits at its end."""

    players: tuple[str, ...]
    rules: SevenRules
    deals: tuple[SevenDeal, ...]
    rubbers: tuple[SevenRubber, ...]
    sheets: Mapping[int, ScoreSheet]
    state: SevenState[str]

    @property
    def unfinished(self) -> tuple[SevenRubber, ...]:
        """The rubbers that were broken off, as they stand."""
        found = []
        for table, sheet in self.sheets.items():
            if sheet.unfinished is not None:
                last = next(deal for deal in reversed(self.deals) if deal.table == table)
                totals = sheet.unfinished.totals
                found.append(SevenRubber(table, last.number, last.originals, totals))
        return tuple(found)

    def settlement(self, stakes: Stakes | None) -> PointsSettlement:
        """What everyone wins or pays, over both tables."""
        by_deal = self.rules.credit == "players"
        owed = self._owed_by_deal(stakes) if by_deal else self._owed_by_rubber(stakes)
        return settle_people(self.players, list(owed), stakes)

    def _owed_by_rubber(self, stakes: Stakes | None) -> Iterator[PairPoints]:
        for rubber in (*self.rubbers, *self.unfinished):
            pairs = pairs_of_totals(GAME, self.rules.game, rubber.totals, stakes)
            yield from named_pairs(pairs, rubber.originals)

    def _owed_by_deal(self, stakes: Stakes | None) -> Iterator[PairPoints]:
        for deal in self.deals:
            totals = {column: sum(points) for column, points in deal.scored.points.items()}
            pairs = pairs_of_totals(GAME, self.rules.game, totals, stakes)
            yield from named_pairs(pairs, deal.seats)
        for rubber in self.unfinished:
            # What a rubber that is broken off gives the side ahead belongs to its last deal.
            bonus = self.sheets[rubber.table].unfinished
            last = next(deal for deal in reversed(self.deals) if deal.table == rubber.table)
            if bonus is not None:
                pairs = pairs_of_totals(GAME, self.rules.game, bonus.bonus, stakes)
                yield from named_pairs(pairs, last.seats)


def named_pairs(pairs: Sequence[PairPoints], people: Mapping[str, str]) -> Iterator[PairPoints]:
    """Return what seats win of each other as what people do."""
    for pair in pairs:
        yield pair._replace(winner=people[pair.winner], loser=people[pair.loser])


def play_evening(
    players: Sequence[str], rules: SevenRules, deals: Sequence[DealReport]
) -> SevenScore:
    """Return an evening scored; the tables take turns as the seven do.

    RuleError at ``deals[n].declarer`` where a deal cannot be.
    """
    state = begin(players, rules.home)
    sheets = {table: start(GAME, rules.game) for table in TABLES}
    played: list[SevenDeal] = []
    rubbers: list[SevenRubber] = []
    for number, deal in enumerate(deals, start=1):
        table = state.turn
        assert table is not None  # noqa: S101 - seven go on crossing to the end of a file
        before = state.tables[table]
        finished = len(sheets[table].rubbers)
        sheets[table] = add_deal(sheets[table], deal)
        won = sheets[table].rubbers[finished:]
        originals = before.originals or before.four
        state, crossing = _moves(state, table, deal, bool(won))
        scored = sheets[table].deals[-1]
        dummy = before.four[PARTNER[deal.declarer]] if deal.declarer else None
        played.append(
            SevenDeal(
                number, table, before.dealer, before.four, originals, dummy, crossing, scored
            )
        )  # fmt: skip
        rubbers += [
            SevenRubber(table, number, originals, each.totals, each.winner, each.margin)
            for each in won
        ]
    final = {table: sheet.sheet() for table, sheet in sheets.items()}
    return SevenScore(tuple(players), rules, tuple(played), tuple(rubbers), final, state)


def _moves(
    state: SevenState[str], table: int, deal: DealReport, rubber_over: bool
) -> tuple[SevenState[str], Crossing[str] | None]:
    """Return what follows from a deal, and who crossed for it."""
    if deal.passed_out:
        state = happen(state, AllPassed(table))
        return state, None
    assert deal.declarer is not None  # noqa: S101 - read_deal asks for it
    state = happen(state, SevenContract(table, deal.declarer))
    return happen(state, SevenResult(table, rubber_over)), state.crossing
