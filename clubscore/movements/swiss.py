"""Swiss: each round those level in score meet, never twice while that can be helped.

Rounds still to come are looked at ahead. A round is a set of meetings in which everyone stands
once; the bye is met like a contestant. The search is exact, and gives up after a number of steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Sequence
from itertools import count, islice
from typing import NamedTuple

from clubscore.laws.words import Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.rows import Are, Movement, MovementRow, SharedSet, in_order
from clubscore.movements.teams import Three, Trio, threes

# Larger fields have never painted themselves into a corner, and would need more steps.
MOST_LOOKED_AHEAD = 12
MOST_STEPS = 20_000
# Whom one meets who sits out.
BYE = 0
Meeting = tuple[int, int]


class TooManyStepsError(Exception):
    """The search was given up."""


class _SwissRounds(NamedTuple):
    """Rounds that are being drawn: who is free in each, and whom each may still meet, as bits."""

    free: list[int]
    may_meet: list[int]


def round_ahead(
    ranking: Sequence[int],
    met: Container[frozenset[int]],
    byes: Sequence[int],
    to_come: int,
    *,
    fold: bool,
) -> tuple[tuple[Meeting, ...], int | None] | None:
    """Return this round by first choice, after which as many as can be of those to come follow.

    In none of them do two meet who have ``met``, and the bye is of one of ``byes``, the first
    choice first; who has it, None in an even field. The best meets the highest such that the rest
    can be drawn, with ``fold`` the lowest. None where no round can follow, or too many steps are
    needed to see it.
    """

    def may_meet(one: int, other: int) -> bool:
        if BYE in (one, other):
            return max(one, other) in byes
        return frozenset((one, other)) not in met

    look = LookingAhead(ranking, may_meet, MOST_STEPS)
    try:
        for ahead in range(min(to_come, look.most), 0, -1):
            now = look.round(ahead)
            if now is not None:
                return look.by_choice(now, ahead, byes, fold=fold)
    except TooManyStepsError:
        pass
    return None


class LookingAhead:
    """Draws of this round and some to come, among whom no two meet twice.

    ``may_meet`` says whether two may meet; one of them is ``BYE`` where it is asked who may sit
    out. ``steps`` is how many of the search are left.

    Rounds are drawn together, each opponent used once: where a place has the fewest opponents left,
    they are tried first.
    """

    def __init__(
        self, everyone: Sequence[int], may_meet: Callable[[int, int], bool], steps: int
    ) -> None:
        self.everyone = [*everyone, BYE] if len(everyone) % 2 else [*everyone]
        self.steps = steps
        self._at = {each: at for at, each in enumerate(self.everyone)}
        self._may_meet = [
            sum(1 << at for at, other in enumerate(self.everyone)
                if other != each and may_meet(each, other))
            for each in self.everyone
        ]  # fmt: skip

    @property
    def most(self) -> int:
        """To how many rounds someone still has opponents, this one not counted."""
        return min(others.bit_count() for others in self._may_meet) - 1

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two may meet."""
        return bool(self._may_meet[self._at[one]] >> self._at[other] & 1)

    def round(self, to_come: int, fixed: Sequence[Meeting] = ()) -> set[frozenset[int]] | None:
        """Return this round such that as many to come can follow it; None where none can.

        ``fixed`` are meetings that it must hold. Raises TooManyStepsError.
        """
        everyone = (1 << len(self.everyone)) - 1
        rounds = _SwissRounds([everyone] * (to_come + 1), self._may_meet.copy())
        for one, other in fixed:
            self._meet(rounds, 0, self._at[one], self._at[other])
        found = self._drawn(rounds)
        return None if found is None else {*found, *(frozenset(each) for each in fixed)}

    def by_choice(
        self, now: set[frozenset[int]], to_come: int, byes: Sequence[int], *, fold: bool
    ) -> tuple[tuple[Meeting, ...], int | None]:
        """Return a round like ``now`` in which the first has the first choice, then the next."""
        fixed: list[Meeting] = []
        left = [each for each in self.everyone if each != BYE]
        bye = None
        if BYE in self.everyone:
            now, bye = self._choose(now, to_come, fixed, BYE, byes)
            fixed.append((BYE, bye))
            left.remove(bye)
        meetings: list[Meeting] = []
        while left:
            first, *others = left
            wanted = others[::-1] if fold else others
            so_far = [*fixed, *meetings]
            now, other = self._choose(now, to_come, so_far, first, wanted)
            meetings.append((first, other))
            left = [each for each in others if each != other]
        return tuple(meetings), bye

    def _choose(
        self,
        now: set[frozenset[int]],
        to_come: int,
        fixed: Sequence[Meeting],
        one: int,
        others: Iterable[int],
    ) -> tuple[set[frozenset[int]], int]:
        """The first whom someone can meet, and a round in which they do."""
        for other in others:
            if frozenset((one, other)) in now:
                return now, other
            if self.may_meet(one, other):
                found = self.round(to_come, [*fixed, (one, other)])
                if found is not None:
                    return found, other
        raise ValueError("a round that could be drawn was lost")

    @staticmethod
    def _meet(rounds: _SwissRounds, at: int, one: int, other: int) -> None:
        """Let two meet in a round, or take that back."""
        rounds.free[at] ^= 1 << one | 1 << other
        rounds.may_meet[one] ^= 1 << other
        rounds.may_meet[other] ^= 1 << one

    def _drawn(self, rounds: _SwissRounds, lowest: int = 0) -> list[frozenset[int]] | None:
        """The meetings of the first round that are still to be drawn, if all rounds can be."""
        self.steps -= 1
        if self.steps < 0:
            raise TooManyStepsError
        place = self._tightest(rounds)
        if place is None:
            return []
        at, one = place
        others = rounds.may_meet[one] & rounds.free[at]
        if one == 0 and at > 0:
            others = others >> lowest << lowest
        while others:
            bit = others & -others
            others ^= bit
            other = bit.bit_length() - 1
            self._meet(rounds, at, one, other)
            found = self._drawn(rounds, other + 1 if one == 0 and at > 0 else lowest)
            self._meet(rounds, at, one, other)
            if found is not None:
                if at == 0:
                    found.append(frozenset((self.everyone[one], self.everyone[other])))
                return found
        return None

    @staticmethod
    def _tightest(rounds: _SwissRounds) -> tuple[int, int] | None:
        """The round and the place with the fewest opponents left; None where all are drawn.

        The first place comes first, so that rounds that are alike are drawn in one order.
        """
        for at, free in enumerate(rounds.free):
            if free & 1:
                return at, 0
        fewest, found = 1 << 30, None
        for at, free in enumerate(rounds.free):
            left = free
            while left:
                bit = left & -left
                left ^= bit
                one = bit.bit_length() - 1
                count = (rounds.may_meet[one] & free).bit_count()
                if count < fewest:
                    fewest, found = count, (at, one)
                    if not count:
                        return found
        return found


AGAIN = ngettext_lazy(
    "Not all opponents can be new: %(count)s match repeats an earlier one.",
    "Not all opponents can be new: %(count)s matches repeat earlier ones.",
    "count",
)
AT_ONCE = gettext_noop("Some opponents meet again at once, because no other draw is possible.")
SWISS_BYE = gettext_noop("Number %(number)s has the bye.")
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
SwissMeeting = tuple[int, int]


class SwissPairing(NamedTuple):
    """Who meets whom, best first; who has the bye; which meetings are repeated, and what to say.

    `trio` are the three who begin to play each other.
    """

    meetings: tuple[SwissMeeting, ...]
    bye: int | None
    repeated: tuple[SwissMeeting, ...]
    notes: tuple[Phrase, ...]
    trio: Three | None = None


def pair_up(
    ranking: Sequence[int],
    rounds: Sequence[Collection[SwissMeeting]] = (),
    *,
    byes: Sequence[int] = (),
    again_after: int | None = None,
    fold: bool = False,
    to_come: int = 0,
) -> SwissPairing:
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
) -> tuple[tuple[SwissMeeting, ...], int | None] | None:
    """The first pairing with at most so many repeated meetings, and who has the bye in it."""
    for bye, field in fields:
        found = _complete(field, met, barred, repeats, fold, often)
        if found is not None:
            return found, bye
    return None


def pair_up_with_trio(
    ranking: Sequence[int],
    rounds: Sequence[Collection[SwissMeeting]] = (),
    *,
    been: Collection[int] = (),
    fold: bool = False,
) -> SwissPairing:
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
    meetings: tuple[SwissMeeting, ...],
    three: Three,
    met: Collection[frozenset[int]],
    last: set[frozenset[int]],
) -> SwissPairing:
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
) -> tuple[SwissMeeting, ...] | None:
    """The first pairing of a field with at most so many repeated meetings.

    ``often`` is how many times those who meet again may have met in all, but for once each.
    """
    hopeless: set[tuple[tuple[int, ...], int, int]] = set()

    def go(left: tuple[int, ...], allowed: int, often: int) -> tuple[SwissMeeting, ...] | None:
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
    meetings: tuple[SwissMeeting, ...],
    bye: int | None,
    met: Collection[frozenset[int]],
    last: set[frozenset[int]],
) -> SwissPairing:
    repeated = tuple(each for each in meetings if frozenset(each) in met)
    notes = []
    if bye is not None:
        notes.append(Phrase(SWISS_BYE, {"number": bye}))
    if repeated:
        notes.append(Phrase(AGAIN, {"count": len(repeated)}))
    if any(frozenset(each) in last for each in repeated):
        notes.append(Phrase(AT_ONCE, {}))
    return SwissPairing(meetings, bye, repeated, tuple(notes))


def tables_of(matches: int, are: Are, taken: Collection[int] = ()) -> list[tuple[int, ...]]:
    """The table of each match, of teams both, in order; `taken` are those of a three-way match."""
    each = 2 if are == "teams" else 1
    free = (table for table in count(1) if table not in taken)
    return [tuple(islice(free, each)) for _match in range(matches)]


def rows_of(
    pairing: SwissPairing, number: int, are: Are, taken: Collection[int] = ()
) -> tuple[MovementRow, ...]:
    """A round as rows: a match of teams takes two tables, one of pairs takes one.

    All play the set of the round. Who meets number 0 waits at the table: the opponent has left.
    """
    rows = []
    places = tables_of(len(pairing.meetings), are, taken)
    for (one, other), tables in zip(pairing.meetings, places, strict=True):
        against = (other,) if other else ()
        if are == "teams":
            rows.append(MovementRow(number, tables[0], (one,), against, number))
            rows.append(MovementRow(number, tables[1], against, (one,), number))
        else:
            # Who was named first sits North-South in odd rounds, so that both ways come to all.
            row = MovementRow(number, tables[0], (one,), against, number)
            rows.append(row if number % 2 else row.turned())
    if pairing.bye is not None:
        rows.append(MovementRow(number, 0, (pairing.bye,), (), 0))
    return tuple(rows)


def growing(
    contestants: int,
    are: Are,
    rounds: int,
    drawn: Sequence[tuple[Sequence[SwissMeeting], int | None]] = (),
    trios: Sequence[Trio] = (),
) -> Movement:
    """A Swiss of so many rounds as far as it is drawn: who meets whom and the bye, by rounds.

    Each round plays a set of its own; a three-way match has one of its own besides, and both its
    rounds stand from its draw on.
    """
    rows = [row for each in trios for row in each.rows()]
    shares: list[SharedSet] = []
    for number, (meetings, bye) in enumerate(drawn, 1):
        taken = {row.table for row in rows if row.round == number}
        pairing = SwissPairing(tuple(meetings), bye, (), ())
        rows += rows_of(pairing, number, are, taken)
        if are == "teams":
            places = tables_of(len(meetings), are, taken)
            shares += [SharedSet(number, number, tables) for tables in places]
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
    shares = (
        [SharedSet(1, 1, (2 * at - 1, 2 * at)) for at in range(1, matches + 1)] if teams else []
    )
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
