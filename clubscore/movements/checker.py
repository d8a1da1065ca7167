"""The one checker that every movement must pass, and what can be measured on its rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from clubscore.laws.words import Every, Phrase, gettext_noop
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    MovementRow,
    Player,
    SharedSet,
    opponents,
    players_of,
    tables_by_set,
)


class RestingBoards(NamedTuple):
    """A set that no one plays in a round: where it comes from and where it goes next.

    `before` is None until it has been at a table.
    """

    round: int
    set: int
    before: int | None
    after: int


class Balance(NamedTuple):
    """How evenly pairs compete with each other, where one ranking holds them all.

    Two pairs compete +1 on a set that both play the same way, -1 opposite ways, and as
    opponents with every other table that has it. `quality` is 100 where all are alike; it is
    a measure of ours, not an official one.
    """

    least: int
    most: int
    mean: Fraction
    quality: Fraction


class Facts(NamedTuple):
    """What a director wants to know before choosing.

    `meetings` says of how many twosomes (individuals: partners) meet how often, `sets` how many
    sets each contestant plays, `results` how often each set is played, `sit_outs` how many
    rounds each sits out, `leaning` how many rounds more each sits one way than the other,
    `shared` how many copies each round lacks.
    """

    meetings: dict[int, int]
    sets: dict[int, int]
    results: dict[int, int]
    sit_outs: dict[int, int]
    leaning: dict[int, int]
    shared: dict[int, int]
    balance: Balance | None


def matches_each(movement: Movement) -> dict[int, int]:
    """Return how many matches each team plays where no one meets twice: those with both halves."""
    halves = {
        (*row.ns, *row.ew, board)
        for row in movement.rows
        if row.is_played
        for board in movement.boards_of(row)
    }
    met = {
        frozenset(row.seated)
        for row in movement.rows
        if row.is_played
        and any((*row.ew, *row.ns, board) in halves for board in movement.boards_of(row))
    }
    counts = Counter(number for two in met for number in two)
    return {number: counts[number] for number in range(1, movement.contestants + 1)}


def facts_of(movement: Movement) -> Facts:
    """Read all of it."""
    everyone = range(1, movement.contestants + 1)
    played = [row for row in movement.rows if row.is_played]
    sets: defaultdict[int, set[int]] = defaultdict(set)
    ways: Counter[int] = Counter()
    for row in played:
        for number in row.seated:
            sets[number].add(row.set)
            ways[number] += 1 if number in row.ns else -1
    playing = Counter(number for row in played for number in row.seated)
    each_round = 2 if movement.contestants_are == "teams" else 1
    results = Counter(row.set for row in played)
    return Facts(
        meetings=_meetings(movement, played),
        sets={number: len(sets[number]) for number in everyone},
        results={number: results[number] for number in range(1, movement.sets + 1)},
        sit_outs={number: movement.rounds - playing[number] // each_round for number in everyone},
        leaning={number: abs(ways[number]) for number in everyone},
        shared=_shared(movement),
        balance=balance_of(movement) if movement.contestants_are == "pairs" else None,
    )


def _meetings(movement: Movement, played: list[MovementRow]) -> dict[int, int]:
    met: Counter[frozenset[int]] = Counter()
    for row in played:
        if movement.contestants_are == "individuals":
            met.update((frozenset(row.ns), frozenset(row.ew)))
        else:
            met.update(frozenset(each) for each in opponents(row))
    everyone = range(1, movement.contestants + 1)
    times = Counter(met[frozenset(two)] for two in combinations(everyone, 2))
    return dict(sorted(times.items()))


def _shared(movement: Movement) -> dict[int, int]:
    lacking: Counter[int] = Counter()
    for (number, _), tables in tables_by_set(movement.rows).items():
        lacking[number] += max(0, len(tables) - movement.copies)
    return {number: lacking[number] for number in range(1, movement.rounds + 1)}


def shares_of(movement: Movement) -> tuple[SharedSet, ...]:
    """The sharing that the rows really need; a half table plays nothing and shares nothing."""
    found = tables_by_set(movement.rows)
    return tuple(
        share
        for share in movement.shares
        if len(set(found[share.round, share.set]) & set(share.tables)) > 1
    )


def shared_with(movement: Movement) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return who plays from the same copy of a set: {(round, table): the other tables}."""
    return {
        (share.round, table): tuple(each for each in share.tables if each != table)
        for share in shares_of(movement)
        for table in share.tables
    }


def rests_of(movement: Movement) -> tuple[RestingBoards, ...]:
    """Sets that wait on a stand for a later round; with copies of each there is no telling."""
    if movement.copies > 1:
        return ()
    where: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row in movement.rows:
        if row.is_played or (row.table != NO_TABLE and row.round not in where[row.set]):
            where[row.set][row.round] = row.table
    rests = []
    for number, places in sorted(where.items()):
        for at in range(1, max(places)):
            if at not in places:
                before = [places[each] for each in sorted(places) if each < at]
                after = next(places[each] for each in sorted(places) if each > at)
                rests.append(RestingBoards(at, number, before[-1] if before else None, after))
    return tuple(sorted(rests))


class ByStand(NamedTuple):
    """What boards of a table have to do with the stand: whether they come from it, and go there.

    `goes_for` is the table that has them next where they go there, 0 where they do not.
    """

    comes: bool
    goes_for: int


def beside(movement: Movement) -> dict[tuple[int, int], ByStand]:
    """Return where boards come from the stand or go there after it: {(round, table): which}.

    Boards that were on no table before are new and do not come from there.
    """
    rests = {(each.round, each.set): each for each in rests_of(movement) if each.before}
    comes = {(at + 1, each.after) for (at, of), each in rests.items() if (at + 1, of) not in rests}
    goes = {
        (at - 1, each.before or 0): each.after
        for (at, of), each in rests.items()
        if (at - 1, of) not in rests
    }
    return {at: ByStand(at in comes, goes.get(at, 0)) for at in sorted({*comes, *goes})}


def stand_between(movement: Movement) -> tuple[int, int] | None:
    """Return the two tables between which the stand is, None where there is none or are several."""
    ways = {(each.before, each.after) for each in rests_of(movement) if each.before}
    if len(ways) != 1:
        return None
    before, after = ways.pop()
    return (min(before or 0, after), max(before or 0, after)) if before != after else None


def competing(movement: Movement) -> dict[tuple[int, int], int]:
    """How much any two pairs compete, over all sets: {(lower, higher): C}."""
    rows: defaultdict[int, list[MovementRow]] = defaultdict(list)
    for row in movement.rows:
        if row.is_played:
            rows[row.set].append(row)
    found: Counter[tuple[int, int]] = Counter()
    for of_set in rows.values():
        places = sorted(
            (number, way, at)
            for at, row in enumerate(of_set)
            for way, number in ((1, row.ns[0]), (-1, row.ew[0]))
        )
        for (one, way, at), (other, other_way, other_at) in combinations(places, 2):
            found[one, other] += len(of_set) - 1 if at == other_at else way * other_way
    twosomes = combinations(range(1, movement.contestants + 1), 2)
    return {two: found[two] for two in twosomes}


def balance_of(movement: Movement) -> Balance:
    """How evenly the pairs compete; exact."""
    amounts = list(competing(movement).values())
    if not amounts:
        return Balance(0, 0, Fraction(0), Fraction(0))
    total, squares = sum(amounts), sum(amount * amount for amount in amounts)
    mean = Fraction(total, len(amounts))
    quality = Fraction(100 * total * total, len(amounts) * squares) if squares else Fraction(0)
    return Balance(min(amounts), max(amounts), mean, quality)


def hundredths(amount: Fraction) -> str:
    """An amount of nought or more with two decimals, halves away from zero: ``90.46``."""
    whole, rest = divmod((200 * amount + 1) // 2, 100)
    return f"{whole}.{rest:02}"


TABLE_TWICE = gettext_noop("Table %(table)s appears twice in round %(round)s.")
CONTESTANT_TWICE = gettext_noop("Number %(number)s sits in two places in round %(round)s.")
SET_AGAIN = gettext_noop(
    "Number %(number)s plays board %(board)s again in round %(round)s, at table %(table)s."
)
MEETS_AGAIN = gettext_noop("Numbers %(one)s and %(other)s meet again in round %(round)s.")
PARTNERS_AGAIN = gettext_noop(
    "Players %(one)s and %(other)s are partners again in round %(round)s."
)
MEETS_ITSELF = gettext_noop(
    "Number %(number)s meets itself in round %(round)s, at table %(table)s."
)
OUT_OF_RANGE = {
    "round": gettext_noop(
        "Round %(round)s, table %(table)s: the round is %(number)s; it must be from 1 to %(most)s."
    ),
    "number": gettext_noop(
        "Round %(round)s, table %(table)s: a number is %(number)s; it must be from 1 to %(most)s."
    ),
    "table": gettext_noop(
        "Round %(round)s, table %(table)s: the table is %(number)s; it must be from 1 to %(most)s."
    ),
    "set": gettext_noop(
        "Round %(round)s, table %(table)s: the set is %(number)s; it must be from 1 to %(most)s."
    ),
}
TOO_FEW_COPIES = gettext_noop(
    "Set %(set)s is needed at tables %(tables)s in round %(round)s, but there are too few copies."
)
NOT_RETURNED = gettext_noop(
    "Team %(one)s plays set %(set)s North–South against team %(other)s, but never East–West."
)


class Fault(NamedTuple):
    """What is wrong with a movement: a code from E1 to E8, and the sentence."""

    code: str
    phrase: Phrase
    round: int
    table: int

    def __str__(self) -> str:
        return f"{self.code}: {self.phrase}"


def check(movement: Movement) -> tuple[Fault, ...]:
    """Everything that is wrong with a movement; nothing where it may be played.

    E1 a table twice in a round, E2 a contestant twice in a round, E3 a board played twice by a
    contestant, E4 two contestants (individuals: two partners) meet too often, E5 meets itself,
    E6 a number out of range, E7 a set at more tables than copies where no sharing is declared,
    E8 a team's set that its other half does not play. What was played already is not reproached
    but with E3, E5 and E6; what is still to come must fit to it.
    """
    faults = [*_ranges(movement)]
    if not faults:
        faults += _rounds(movement)
        faults += _boards(movement)
        faults += _meetings_of_checker(movement)
        faults += _copies(movement)
        if movement.contestants_are == "teams":
            faults += _returned(movement)
    return tuple(faults)


def is_sound(movement: Movement) -> bool:
    """Whether a movement passes the checker."""
    return not check(movement)


def _fault(code: str, phrase: str, row: MovementRow, **params: object) -> Fault:
    said = Phrase(phrase, {"round": row.round, "table": row.table, **params})
    return Fault(code, said, row.round, row.table)


def _ranges(movement: Movement) -> Iterator[Fault]:
    for row in movement.rows:
        numbers = [
            ("round", row.round, movement.rounds),
            *(("number", each, movement.contestants) for each in row.seated),
        ]
        if row.table != NO_TABLE or row.is_played:
            numbers.append(("table", row.table, movement.tables))
            numbers.append(("set", row.set, movement.sets))
        for what, number, most in numbers:
            if not 1 <= number <= most:
                yield _fault("E6", OUT_OF_RANGE[what], row, number=number, most=most)
        for number, times in Counter(row.seated).items():
            if times > 1:
                yield _fault("E5", MEETS_ITSELF, row, number=number)


def _rounds(movement: Movement) -> Iterator[Fault]:
    """E1 and E2. A team has two halves: one sits North-South, the other East-West."""
    tables: set[tuple[int, int]] = set()
    places: set[tuple[int, int, bool]] = set()
    halves = movement.contestants_are == "teams"
    for row in movement.rows:
        if row.round <= movement.played:
            continue
        if row.table != NO_TABLE and (row.round, row.table) in tables:
            yield _fault("E1", TABLE_TWICE, row)
        tables.add((row.round, row.table))
        for side, numbers in ((False, row.ns), (halves, row.ew)):
            for number in numbers:
                if (row.round, number, side) in places:
                    yield _fault("E2", CONTESTANT_TWICE, row, number=number)
                places.add((row.round, number, side))


def _boards(movement: Movement) -> Iterator[Fault]:
    """E3, by boards: what was played before counts as well as what was meant."""
    seen: set[tuple[Player, int]] = set()
    for row in movement.rows:
        boards = movement.boards_of(row)
        for player in players_of(movement, row):
            mine = {(player, board) for board in boards}
            again = mine & seen
            if again:
                board = min(board for _, board in again)
                yield _fault("E3", SET_AGAIN, row, number=player[0], board=board)
            seen |= mine


def _meetings_of_checker(movement: Movement) -> Iterator[Fault]:
    """E4: pairs and teams meet, individuals are partners, at most so often."""
    met: Counter[tuple[int, int]] = Counter()
    individuals = movement.contestants_are == "individuals"
    for row in movement.rows:
        if not row.is_played:
            continue
        meetings = [row.ns, row.ew] if individuals else list(opponents(row))
        for meeting in meetings:
            one, other = meeting
            key = (one, other) if movement.contestants_are == "teams" else _both(one, other)
            met[key] += 1
            if met[key] > movement.meets and row.round > movement.played:
                phrase = PARTNERS_AGAIN if individuals else MEETS_AGAIN
                yield _fault("E4", phrase, row, one=one, other=other)


def _both(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _copies(movement: Movement) -> Iterator[Fault]:
    """E7: tables that share as declared need one copy between them."""
    for (number, of_set), tables in sorted(tables_by_set(movement.rows).items()):
        if number <= movement.played:
            continue
        declared = [each for each in movement.shares if each[:2] == (number, of_set)]
        if _needed(tables, declared) > movement.copies:
            params = {"round": number, "set": of_set, "tables": Every(sorted(tables))}
            yield Fault("E7", Phrase(TOO_FEW_COPIES, params), number, tables[0])


def _needed(tables: list[int], declared: list[SharedSet]) -> int:
    """How many copies these tables need: those that share as declared count as one."""
    return len(tables) - sum(max(0, len(set(tables) & set(share.tables)) - 1) for share in declared)


def _returned(movement: Movement) -> Iterator[Fault]:
    """E8: a match is two halves with the same boards."""
    for row in half_played(movement):
        if row.round > movement.played:
            yield _fault("E8", NOT_RETURNED, row, one=row.ns[0], other=row.ew[0], set=row.set)


def half_played(movement: Movement) -> list[MovementRow]:
    """The rows of teams whose other halves do not play their boards at any time."""
    halves = {
        (*row.ns, *row.ew, board) for row in movement.rows for board in movement.boards_of(row)
    }
    return [
        row
        for row in movement.rows
        if any((*row.ew, *row.ns, board) not in halves for board in movement.boards_of(row))
    ]
