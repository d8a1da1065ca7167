"""Swiss: each round those level in score meet, never twice while that can be helped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import count, islice
from typing import NamedTuple

from clubscore.laws.words import Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.kinds.rounds_ahead import MOST_LOOKED_AHEAD, round_ahead
from clubscore.movements.kinds.trios import Three, Trio, threes
from clubscore.movements.rows import Are, Movement, Row, Share, in_order

AGAIN = ngettext_lazy(
    "Not all opponents can be new: %(count)s match repeats an earlier one.",
    "Not all opponents can be new: %(count)s matches repeat earlier ones.",
    "count",
)
AT_ONCE = gettext_noop("Some opponents meet again at once, because no other draw is possible.")
BYE = gettext_noop("Number %(number)s has the bye.")
LATER = gettext_noop(
    "This is round 1, drawn by number. Later rounds are drawn from the results: those level"
    " in score meet, never twice."
)
SHARED = gettext_noop("The two tables of a match share the same boards.")
ODD = gettext_noop(
    "With an odd number of teams, each draw lets three play each other over two rounds, or gives"
    " one team the bye: you choose."
)

SWISS = "swiss"
# More than any have met.
OFTEN = 1 << 30
Meeting = tuple[int, int]


class Pairing(NamedTuple):
    """Who meets whom, best first; who has the bye; which meetings are repeated, and what to say.

    `trio` are the three who begin to play each other.
    """

    meetings: tuple[Meeting, ...]
    bye: int | None
    repeated: tuple[Meeting, ...]
    notes: tuple[Phrase, ...]
    trio: Three | None = None


def pair_up(
    ranking: Sequence[int],
    rounds: Sequence[Collection[Meeting]] = (),
    *,
    byes: Sequence[int] = (),
    again_after: int | None = None,
    fold: bool = False,
    to_come: int = 0,
) -> Pairing:
    """Pair the next round from a ranking, best first, and the meetings of the rounds before.

    Where the number is odd the bye goes to whom had the fewest (`byes`, the earliest first), of
    these to whom had it longest ago, of these to the lowest. The best unpaired meets the highest
    it has not met (with `fold` the lowest) such that the rest can be paired, and `to_come` rounds
    after it, as many as can be; the same ranking always gives the same pairing. `again_after`:
    opponents so many rounds ago may meet again. Where nothing is left the fewest repeat, of these
    who met least often, none of the round just played unless nothing else goes at all.
    """
    recent = rounds[-again_after:] if again_after else rounds
    met = Counter(frozenset(each) for of_round in recent for each in of_round)
    last = {frozenset(each) for each in (rounds[-1] if rounds else ())}
    fields = _fields(ranking, byes)
    if not again_after and to_come and len(ranking) <= MOST_LOOKED_AHEAD:
        byes = [bye for bye, _field in fields if bye is not None]
        ahead = round_ahead(ranking, met, byes, to_come, fold=fold)
        if ahead is not None:
            return _pairing(*ahead, met, last)
    for barred in (last, set[frozenset[int]]()):
        for repeats in range(len(ranking) // 2 + 1):
            found = _first(fields, met, barred, repeats, fold)
            if found is not None:
                # Those who met least often meet again.
                often = (_first(fields, met, barred, repeats, fold, at) for at in count())
                found = next(filter(None, often)) if repeats else found
                return _pairing(*found, met, last)
    raise ValueError("fewer than two contestants cannot be paired")


def _first(
    fields: Sequence[tuple[int | None, tuple[int, ...]]],
    met: Counter[frozenset[int]],
    barred: set[frozenset[int]],
    repeats: int,
    fold: bool,
    often: int = OFTEN,
) -> tuple[tuple[Meeting, ...], int | None] | None:
    """The first pairing with at most so many repeated meetings, and who has the bye in it."""
    for bye, field in fields:
        found = _complete(field, met, barred, repeats, fold, often)
        if found is not None:
            return found, bye
    return None


def pair_up_with_trio(
    ranking: Sequence[int],
    rounds: Sequence[Collection[Meeting]] = (),
    *,
    been: Collection[int] = (),
    fold: bool = False,
) -> Pairing:
    """Pair an odd number so that nobody has the bye: three play each other in this and the next.

    They are the three lowest of whom none was in a trio (`been`) and no two have met, such that
    the rest can be paired as by `pair_up`. Where there are none, somebody is in a trio again
    before anybody meets again, and then the fewest meetings repeat.
    """
    met = Counter(frozenset(each) for of_round in rounds for each in of_round)
    last = {frozenset(each) for each in (rounds[-1] if rounds else ())}
    choices = list(threes(ranking, been, met))
    for barred in (last, set[frozenset[int]]()):
        for repeats in range(len(ranking) // 2 + 3):
            for three, again in choices:
                if again > repeats or barred & _met_in(three):
                    continue
                field = tuple(each for each in ranking if each not in three)
                found = _complete(field, met, barred, repeats - again, fold)
                if found is not None:
                    return _with_three(found, three, met, last)
    raise ValueError("fewer than three teams cannot play each other")


def _met_in(three: Three) -> set[frozenset[int]]:
    one, two, other = three
    return {frozenset((one, two)), frozenset((two, other)), frozenset((other, one))}


def _with_three(
    meetings: tuple[Meeting, ...],
    three: Three,
    met: Collection[frozenset[int]],
    last: set[frozenset[int]],
) -> Pairing:
    one, two, other = three
    theirs = ((one, two), (two, other), (one, other))
    return _pairing((*meetings, *theirs), None, met, last)._replace(meetings=meetings, trio=three)


def _fields(
    ranking: Sequence[int], byes: Sequence[int]
) -> list[tuple[int | None, tuple[int, ...]]]:
    """Who might have the bye, first choice first, and who then plays."""
    if len(ranking) % 2 == 0:
        return [(None, tuple(ranking))]
    had = Counter(byes)
    last = {each: at for at, each in enumerate(byes)}
    fewest = min(had[each] for each in ranking)
    may = [each for each in reversed(ranking) if had[each] == fewest]
    may.sort(key=lambda each: last.get(each, -1))
    return [(bye, tuple(each for each in ranking if each != bye)) for bye in may]


def _complete(
    field: tuple[int, ...],
    met: Counter[frozenset[int]],
    barred: set[frozenset[int]],
    repeats: int,
    fold: bool,
    often: int = OFTEN,
) -> tuple[Meeting, ...] | None:
    """The first pairing of a field with at most so many repeated meetings.

    ``often`` is how many times those who meet again may have met in all, but for once each.
    """
    hopeless: set[tuple[tuple[int, ...], int, int]] = set()

    def go(left: tuple[int, ...], allowed: int, often: int) -> tuple[Meeting, ...] | None:
        if not left:
            return ()
        if (left, allowed, often) in hopeless:
            return None
        first, others = left[0], left[1:]
        for other in reversed(others) if fold else others:
            two = frozenset((first, other))
            times = met[two]
            cost, more = min(1, times), max(0, times - 1)
            if two in barred or cost > allowed or more > often:
                continue
            rest = go(tuple(each for each in others if each != other), allowed - cost, often - more)
            if rest is not None:
                return ((first, other), *rest)
        hopeless.add((left, allowed, often))
        return None

    return go(field, repeats, often)


def _pairing(
    meetings: tuple[Meeting, ...],
    bye: int | None,
    met: Collection[frozenset[int]],
    last: set[frozenset[int]],
) -> Pairing:
    repeated = tuple(each for each in meetings if frozenset(each) in met)
    notes = []
    if bye is not None:
        notes.append(Phrase(BYE, {"number": bye}))
    if repeated:
        notes.append(Phrase(AGAIN, {"count": len(repeated)}))
    if any(frozenset(each) in last for each in repeated):
        notes.append(Phrase(AT_ONCE, {}))
    return Pairing(meetings, bye, repeated, tuple(notes))


def tables_of(matches: int, are: Are, taken: Collection[int] = ()) -> list[tuple[int, ...]]:
    """The table of each match, of teams both, in order; `taken` are those of a three-way match."""
    each = 2 if are == "teams" else 1
    free = (table for table in count(1) if table not in taken)
    return [tuple(islice(free, each)) for _match in range(matches)]


def rows_of(
    pairing: Pairing, number: int, are: Are, taken: Collection[int] = ()
) -> tuple[Row, ...]:
    """A round as rows: a match of teams takes two tables, one of pairs takes one.

    All play the set of the round. Who meets number 0 waits at the table: the opponent has left.
    """
    rows = []
    places = tables_of(len(pairing.meetings), are, taken)
    for (one, other), tables in zip(pairing.meetings, places, strict=True):
        against = (other,) if other else ()
        if are == "teams":
            rows.append(Row(number, tables[0], (one,), against, number))
            rows.append(Row(number, tables[1], against, (one,), number))
        else:
            # Who was named first sits North-South in odd rounds, so that both ways come to all.
            row = Row(number, tables[0], (one,), against, number)
            rows.append(row if number % 2 else row.turned())
    if pairing.bye is not None:
        rows.append(Row(number, 0, (pairing.bye,), (), 0))
    return tuple(rows)


def growing(
    contestants: int,
    are: Are,
    rounds: int,
    drawn: Sequence[tuple[Sequence[Meeting], int | None]] = (),
    trios: Sequence[Trio] = (),
) -> Movement:
    """A Swiss of so many rounds as far as it is drawn: who meets whom and the bye, by rounds.

    Each round plays a set of its own; a three-way match has one of its own besides, and both its
    rounds stand from its draw on.
    """
    rows = [row for each in trios for row in each.rows()]
    shares: list[Share] = []
    for number, (meetings, bye) in enumerate(drawn, 1):
        taken = {row.table for row in rows if row.round == number}
        pairing = Pairing(tuple(meetings), bye, (), ())
        rows += rows_of(pairing, number, are, taken)
        if are == "teams":
            places = tables_of(len(meetings), are, taken)
            shares += [Share(number, number, tables) for tables in places]
    matches, teams = contestants // 2, are == "teams"
    notes = [Phrase(LATER, {}), *([Phrase(SHARED, {})] if teams else ())]
    if teams and contestants % 2 and rounds > 1 and contestants > 1:
        notes.append(Phrase(ODD, {}))
    return Movement(
        kind="teams-swiss" if teams else "pairs-swiss",
        form=SWISS,
        contestants_are=are,
        contestants=contestants,
        tables=max([matches * (2 if teams else 1), *(row.table for row in rows)]),
        rounds=rounds,
        sets=max([rounds, *(of_set for each in trios for of_set in each.sets)]),
        rows=in_order(rows),
        copies=matches,
        shares=tuple(shares),
        notes=tuple(notes),
    )


def first_round(contestants: int, are: Are, *, seeded: bool = False) -> Movement:
    """Round 1 of a Swiss by the numbers: 1 against 2, or seeded the first against the last."""
    pairing = pair_up(range(1, contestants + 1), fold=seeded)
    rows = rows_of(pairing, 1, are)
    matches = len(pairing.meetings)
    teams = are == "teams"
    shares = [Share(1, 1, (2 * at - 1, 2 * at)) for at in range(1, matches + 1)] if teams else []
    return Movement(
        kind="teams-swiss" if teams else "pairs-swiss",
        form=SWISS,
        contestants_are=are,
        contestants=contestants,
        tables=matches * (2 if teams else 1),
        rounds=1,
        sets=1,
        rows=rows,
        copies=matches,
        shares=tuple(shares),
        notes=(Phrase(LATER, {}), *([Phrase(SHARED, {})] if teams else ()), *pairing.notes),
    )
