"""What a year book says: words and figures, nothing about paper. Years are calendar years."""

from typing import NamedTuple

from clubscore.laws.money import Currency


class Counts(NamedTuple):
    """How much was played: evenings, rubbers made up and agreed, events of the duplicate room."""

    evenings: int
    rubbers: int
    events: int


class AtCards(NamedTuple):
    """What somebody made of rubbers, or what was made of a game: "won" is how many were won."""

    name: str
    rubbers: int
    won: int
    points: int


class InEvents(NamedTuple):
    """What somebody made of events: how many, how often first, the best percentage, bare."""

    name: str
    events: int
    firsts: int
    best: str


class TableTold(NamedTuple):
    """A card table of an evening: who won how much, or who sat there where nothing was agreed."""

    table: str
    games: str
    rubbers: int
    standing: tuple[tuple[str, str], ...]
    people: tuple[str, ...]


class PlaceTold(NamedTuple):
    """One of the first places of an event; its direction where each has a list of its own.

    ``percent`` is empty where the event has points alone.
    """

    direction: str
    place: str
    names: tuple[str, ...]
    percent: str
    points: str


class EventTold(NamedTuple):
    """An event of an evening: how it was scored, its first places, who else played.

    ``state`` says why there are no places where there are none.
    """

    name: str
    facts: str
    places: tuple[PlaceTold, ...]
    others: tuple[str, ...]
    state: str


class EveningTold(NamedTuple):
    """An evening: its day, its month, card tables and events."""

    day: str
    month: str
    tables: tuple[TableTold, ...]
    events: tuple[EventTold, ...]


class Record(NamedTuple):
    """A record: what is the most, how much that is, who or where, and when.

    ``percent`` is a percentage in bare figures instead of how much.
    """

    what: str
    figure: str
    who: str
    when: str
    percent: str = ""


class Amount(NamedTuple):
    """What the year brought somebody in smallest coins: at cards, and with all that was booked."""

    name: str
    cards: int
    whole: int


class Money(NamedTuple):
    """The money of the year in one currency; the club's own row stands last."""

    currency: Currency
    rows: tuple[Amount, ...]


class MemberTold(NamedTuple):
    """A member's year: evenings, rubbers by game, events; `points` and `best` are figures."""

    name: str
    evenings: int
    rubbers: int
    won: int
    points: int
    games: tuple[AtCards, ...]
    events: InEvents | None


class YearBook(NamedTuple):
    """The book. ``money`` is None but in the treasurer's copy.

    ``notes`` say what is not in it, and why.
    """

    club: str
    year: int
    counts: Counts
    cards: tuple[AtCards, ...]
    games: tuple[AtCards, ...]
    duplicate: tuple[InEvents, ...]
    evenings: tuple[EveningTold, ...]
    records: tuple[Record, ...]
    money: tuple[Money, ...] | None
    members: tuple[MemberTold, ...]
    notes: tuple[str, ...]
