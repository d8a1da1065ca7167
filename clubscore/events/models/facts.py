"""What the JSON fields of an event hold, under keys that are the database's for ever."""

from collections.abc import Sequence
from typing import Final, NotRequired, TypedDict

from clubscore.laws.deal import Unverified
from clubscore.laws.house_rules import RuleValue
from clubscore.ranking.board import ParFacts
from clubscore.ranking.tasks import TaskFacts


class PhoneIn(TypedDict):
    """A player has this phone, of which the history says the device; it came in by this table.

    Of events with a director, what that player's seat and the phone say of it: `far` from where
    they sit, the `second` phone of a name, a phone that `was` another person's. `settles` is the
    happening that the director has seen to.
    """

    section: int
    table: int
    person: int
    far: NotRequired[bool]
    second: NotRequired[bool]
    was: NotRequired[int]
    settles: NotRequired[int]


class StopSaid(TypedDict):
    """A side of a contest's table wants to stop, or to play on."""

    section: int
    table: int
    side: str
    stops: bool


class TrioKept(TypedDict):
    """Three teams who play each other in the round of the draw and the next.

    ``set`` is the third of their sets, beside those of both rounds; ``left`` who plays no more
    of it and from which round on.
    """

    teams: Sequence[int]
    set: int
    tables: Sequence[int]
    left: NotRequired[Sequence[Sequence[int]]]


class DrawFacts(TypedDict):
    """A round of a Swiss: who meets whom (0 is nobody), who has the bye, what it is worth."""

    meetings: Sequence[Sequence[int]]
    bye: int | None
    worth: str
    way: NotRequired[str]
    trio: NotRequired[TrioKept]


# A table in a round as pads are told it: round, table, both pairs, lowest and highest board.
PadRowKept = tuple[int, int, int, int, int, int]


class PadsSent(TypedDict, total=False):
    """What went to the club's pads, or was fetched from them before it would be gone.

    ``what`` is "sent", "changed" or "kept"; ``guid`` is the session as the pads know it, ``rows``
    {letter: what the section was told}, ``results`` what the pads had, as they told it.
    """

    what: str
    guid: str
    rows: dict[str, list[PadRowKept]]
    results: list[dict[str, object]]


# House rules and options as an event file writes them.
RulesKept = dict[str, RuleValue]
OptionsKept = dict[str, str | list[str]]
# A table as it really played: round, table, who sat North-South and East-West, boards.
TableKept = tuple[int, int, list[int], list[int], list[int]]

# The key under which a movement is kept as rows, once it is no longer what its kind makes.
AS_ROWS: Final = "movement"
# Of a Swiss: the rounds that are drawn, each with its meetings and what the bye is worth.
DRAWS: Final = "draws"
# Of a Swiss: who has left, tables as they really played, up to which round that was known, and the
# sets that are spare since.
GONE: Final = "gone"
TOLD: Final = "told"
TOLD_TO: Final = "told_to"
SPARE: Final = "spare"


class PlanFacts(TypedDict):
    """A section's movement: what its kind makes it from, and what is not as its kind has it.

    ``movement`` is read by `clubscore.movements.plain_values`.
    """

    kind: str
    pairs: int
    rounds: int
    boards: int
    winners: int
    movement: NotRequired[Unverified]
    draws: NotRequired[list[DrawFacts]]
    gone: NotRequired[list[int]]
    told: NotRequired[Sequence[TableKept]]
    told_to: NotRequired[int]
    spare: NotRequired[int]


class ParKept(TypedDict, total=False):
    """What an organiser set for a board, as an event file writes it."""

    par: ParFacts
    tasks: list[TaskFacts]
    commentary: str


class WishKept(TypedDict, total=False):
    """A movement that is wished for: its kind, and what of it is not left open.

    Rounds, boards in `each`, winners, minutes a round.
    """

    kind: str
    rounds: int
    each: int
    winners: int
    minutes: int


class EventOpened(TypedDict, total=False):
    """An event was opened; what its movement is meant to have, or the file that it came from."""

    name: str
    source: str
    boards: int
    winners: int
    wish: WishKept


class TermsKept(TypedDict):
    """What an event is, as its history keeps it."""

    name: str
    game: str
    scoring: str
    options: OptionsKept
    rules: RulesKept


class TermsChanged(TypedDict):
    """An event became another."""

    was: TermsKept
    now: TermsKept


class PairTermsChanged(TypedDict):
    """The terms of a pair: handicap, carry-over, stratum."""

    was: Sequence[str]
    now: Sequence[str]


class EntryChanged(TypedDict, total=False):
    """Who plays: `what` happened to whom, before which they `was`, or whether it is so `now`.

    Of the list at the door `now` says whether it was opened or closed.
    Of tables that were counted how `many` entries without names that made. Of an order of numbers
    which `way` it came about, by lot from which `lot`, and the `entries` in that order.
    """

    what: str
    who: str
    many: int
    way: str
    lot: str
    entries: dict[str, list[int]]
    was: str
    now: bool
    terms: dict[str, PairTermsChanged]


class MovementSet(TypedDict, total=False):
    """A movement was chosen, changed or drawn; numbers exchanged; sections divided.

    `section` is a letter, `what` is kept as by a WordsField; of sections that were divided how many
    they have and which entries.
    """

    section: str
    plan: PlanFacts
    what: str
    round: int
    draw: DrawFacts
    exchanged: list[int]
    sections: dict[str, int]
    entries: dict[str, list[int]]


# What a section's own clock is told so that it is the event's again.
FOLLOWS: Final = "follow"
# It was set because the section began a round alone.
ROUND: Final = "round"


class ClockSet(TypedDict):
    """The clock: what was done to it, and the seconds that were left.

    Of a section's own clock in a round: when it ends, or with how many seconds it stands.
    """

    what: str
    left: int
    section: NotRequired[int]
    round: NotRequired[int]
    ends: NotRequired[str]
    seconds: NotRequired[int | None]


class RoundStarted(TypedDict):
    """A round was started: by all sections, or by one alone."""

    round: int
    section: NotRequired[str]


class AllHere(TypedDict):
    """A table has its four players."""

    section: int
    table: int
    round: int


class BoardFouled(TypedDict):
    """A section's board was fouled from a round on; none where it is not fouled after all."""

    section: int
    board: int
    round: int | None


class RankingShown(TypedDict, total=False):
    """Whether the players see the ranking, or everyone with the link."""

    shown: bool
    shared: bool


class PenaltyGiven(TypedDict):
    """A penalty: of whom, how much as an exact decimal, in what."""

    section: int
    pair: int
    amount: str
    unit: str


class PenaltyLifted(TypedDict):
    """A penalty was removed: the key of its happening."""

    penalty: int


class Finished(TypedDict):
    """When the correction period runs out; none where the session was reopened."""

    final_at: str | None


class PhonesSet(TypedDict, total=False):
    """Whether phones are let in, or ask for the lead."""

    let_in: bool
    asks_lead: bool


class LineupSet(TypedDict):
    """Who of a team sits which way from a round on: keys of people."""

    section: int
    team: int
    round: int
    ns: list[int]
    ew: list[int]


class SeatsNamed(TypedDict, total=False):
    """A table said who a pair is, or asked not to be asked again (`later`, without an `entry`).

    `table` is where the pair sat then, whose page shows it, `said_at` the table that said it; each
    0 for none. `people` are keys of people by seat, North or East first, none where it said
    nothing of a seat; `typed` is what it said there that names nobody for certain. `seen` is how
    often something had been said of that entry on the page, `settles` whether it answers what was
    open.
    """

    section: int
    table: int
    said_at: int
    round: int
    entry: int
    people: list[int | None]
    typed: list[str]
    seen: int
    settles: bool
    later: bool


class Announced(TypedDict):
    """An announcement."""

    text: str


class TakenDown(TypedDict):
    """An announcement was removed: the key of its happening, and its text."""

    announcement: int
    text: str


class SlipsSet(TypedDict):
    """Whether a table's score slips are typed."""

    section: int
    table: int
    by_slip: bool


class ToldAgain(TypedDict):
    """An imported event was changed by a new file."""

    source: str


class BoardsSet(TypedDict):
    """The cards of boards: {number: (dealer, who is vulnerable)}."""

    boards: dict[str, tuple[str, str]]
    source: str


class ParSet(TypedDict):
    """The par of boards: {number: points of North-South}."""

    boards: dict[str, int | None]
    source: str


class BidReached(TypedDict):
    """What an auction of a par contest reached."""

    section: int
    round: int
    table: int
    board: int
    reached: str


class BoardsLookedAt(TypedDict):
    """Somebody who plays chose to see these boards before playing them: the key of the person."""

    person: int
    boards: list[int]


class CasePassedOn(TypedDict):
    """A director who has yet to play a board asked that somebody else settles it at a table."""

    section: int
    round: int
    table: int
    board: int


class RulingGiven(TypedDict):
    """A ruling on a board at a table: what it was, by which law, and who gave it.

    ``what`` is its kind, ``revision`` the number of the result that it set, 0 where it set none;
    a procedural penalty is the happening ``penalty``.
    """

    section: int
    round: int
    table: int
    board: int
    what: str
    law: str
    by: str
    revision: int
    penalty: NotRequired[int]


class AppealNoted(TypedDict):
    """An appeal against a ruling was lodged by a side, or what came of it.

    ``what`` is "lodged", "upheld", "changed" or "withdrawn"; ``ruling`` the key of the ruling.
    """

    ruling: int
    board: int
    what: str
    by: str


class EarlierAsked(TypedDict):
    """A side says what was wrong with a board of an earlier round; `number`: its last report."""

    section: int
    round: int
    table: int
    board: int
    side: str
    text: str
    number: int


HappeningData = (
    EventOpened
    | TermsChanged
    | EntryChanged
    | MovementSet
    | ClockSet
    | RoundStarted
    | AllHere
    | BoardFouled
    | RankingShown
    | PenaltyGiven
    | PenaltyLifted
    | Finished
    | PhonesSet
    | LineupSet
    | SeatsNamed
    | Announced
    | TakenDown
    | SlipsSet
    | ToldAgain
    | BoardsSet
    | ParSet
    | BidReached
    | BoardsLookedAt
    | CasePassedOn
    | RulingGiven
    | AppealNoted
    | EarlierAsked
    | PadsSent
    | PhoneIn
    | StopSaid
)


# Where individuals play, North and South (or East and West) by their numbers.
Side = int | tuple[int, int]


def side_of(numbers: Sequence[int]) -> Side | None:
    """Return the side in a movement's row; None if no one sits there."""
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    return numbers[0] if numbers else None


def members(side: Side | None) -> tuple[int, ...]:
    """Return the numbers of a side's contestants."""
    if side is None:
        return ()
    return side if isinstance(side, tuple) else (side,)


def side_label(side: Side | None) -> str:
    """Return a side as lists write it: ``3``, or ``8 & 1`` where individuals play."""
    return " & ".join(map(str, members(side)))


def seated(ns: Side, ew: Side) -> dict[str, int | None]:
    """Return who sits where as a result keeps it: of individuals ``ns`` is North, ``ew`` East."""
    north, *south = members(ns)
    east, *west = members(ew)
    return {
        "ns": north,
        "south": south[0] if south else None,
        "ew": east,
        "west": west[0] if west else None,
    }


class StoodIn(TypedDict):
    """Somebody who played an event of a series in another's place; both by their keys."""

    event: int
    who: int
    whose: int


class EventMissed(TypedDict):
    """An event of a series that a player, or the two of a pair, missed."""

    event: int
    who: list[int]
    notice: bool


class SeriesKept(TypedDict, total=False):
    """What a series is: its events, how they are counted, who stood in for whom, who missed one.

    What is left out is usual; the words are those of `clubscore.ranking.series`.
    """

    events: list[int]
    who: str
    members_only: bool
    value: str
    count: str
    number: int
    minimum: int
    partners: int
    missed: str
    substitutes: int
    points: list[int]
    up: int
    down: int
    stood_in: list[StoodIn]
    absent: list[EventMissed]


class SeriesTold(TypedDict, total=False):
    """What a change of a series left: its name, all that is kept, whether removed or closed."""

    name: str
    kept: SeriesKept
    removed: bool
    closed: bool
