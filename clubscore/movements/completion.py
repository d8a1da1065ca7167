"""The rest of an evening worked out from what was played, and what a change of movement means."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from clubscore.laws.words import Every, Listing, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.checker import balance_of, facts_of, matches_each, shares_of
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    MovementRow,
    in_order,
    opponents,
    sharing_sets,
)
from clubscore.movements.swiss import SWISS
from clubscore.movements.walks import guide

# A try that meets more places than this begins again in another order.
NODES, TRIES = 2_000, 6


def completed(
    movement: Movement,
    rounds: int,
    *,
    playing: Collection[int],
    sides: Mapping[int, str] | None = None,
    copies: int | None = None,
) -> Movement | None:
    """The movement with new rounds after those played, up to `rounds`; None where none is found.

    `playing` are the pairs from now on. `sides` says NS or EW of each where there are two
    winners: then only unlike sides meet. With more `copies` than there are tables share. No one
    meets anybody or plays a board again; the plan so far is kept where it can be, rests go to
    those who had the fewest.
    """
    past = [row for row in movement.rows if row.round <= movement.played]
    for seed in range(TRIES):
        chance = random.Random(seed)  # noqa: S311 - the same search each time, not a secret
        plan = _FoundRounds(
            movement, past, sorted(playing), dict(sides or {}), chance, copies or movement.copies
        )
        if all(plan.add_round(at) for at in range(movement.played + 1, rounds + 1)):
            tables = max(movement.tables, len(playing) // 2)
            found = replace(
                movement,
                rows=in_order([*past, *plan.rows]),
                rounds=rounds,
                tables=tables,
                contestants=max(movement.contestants, *playing),
            )
            return sharing_sets(found)
    return None


@dataclass
class _FoundRounds:
    """Rounds as they are found, with what everyone has met and played so far."""

    movement: Movement
    past: list[MovementRow]
    playing: list[int]
    sides: dict[int, str]
    chance: random.Random
    copies: int
    rows: list[MovementRow] = field(default_factory=list)
    met: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    had: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    rests: Counter[int] = field(default_factory=Counter)
    homes: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._remember(self.past)

    def _remember(self, rows: Iterable[MovementRow]) -> None:
        for row in rows:
            if not row.is_played:
                self.rests.update(row.seated)
                continue
            for one, other in opponents(row):
                self.met[one].add(other)
                self.met[other].add(one)
            size = self.movement.boards_per_set
            sets = {(board - 1) // size + 1 for board in self.movement.boards_of(row)}
            for number in row.seated:
                self.had[number] |= sets
            self.homes[row.ns[0]] = row.table

    def add_round(self, number: int) -> bool:
        """Find one more round; whether there is one."""
        planned = self.movement.rows_of_round(number)
        for resting in self._resting():
            standing = [each for each in self.playing if each != resting]
            round_ = _FoundRound(self, planned)
            if round_.seat(standing):
                rows = self._at_tables(number, round_.found)
                if resting:
                    rows.append(MovementRow(number, NO_TABLE, (resting,), (), 0))
                self.rows += rows
                self._remember(rows)
                return True
        return False

    def _resting(self) -> list[int]:
        """Who may sit out, first choice first; 0 where no one must."""
        if self.sides:
            ways = Counter(self.sides[each] for each in self.playing)
            if ways["NS"] == ways["EW"]:
                return [0]
            longer = max(ways, key=lambda way: ways[way])
            several = [each for each in self.playing if self.sides[each] == longer]
        elif len(self.playing) % 2 == 0:
            return [0]
        else:
            several = list(self.playing)
        self.chance.shuffle(several)
        return sorted(several, key=lambda each: self.rests[each])

    def _at_tables(self, number: int, found: list[tuple[int, int, int]]) -> list[MovementRow]:
        """Who sat North-South stays put; others take the tables that are left."""
        rows: list[MovementRow] = []
        left = []
        for ns, ew, of_set in found:
            home = self.homes.get(ns, 0)
            if home and all(row.table != home for row in rows):
                rows.append(MovementRow(number, home, (ns,), (ew,), of_set))
            else:
                left.append((ns, ew, of_set))
        taken = {row.table for row in rows}
        free = [at for at in range(1, len(found) + len(taken) + 1) if at not in taken]
        for table, (ns, ew, of_set) in zip(free, left, strict=False):
            rows.append(MovementRow(number, table, (ns,), (ew,), of_set))
        return rows


class _FoundRound:
    """One round, sought depth first: whoever has the fewest choices is seated first."""

    def __init__(self, plan: _FoundRounds, planned: Iterable[MovementRow]) -> None:
        self.plan = plan
        self.found: list[tuple[int, int, int]] = []
        self.used: Counter[int] = Counter()
        self.nodes = 0
        self.meant = {
            number: (other, row.set)
            for row in planned
            if row.is_played
            for number, other in ((row.ns[0], row.ew[0]), (row.ew[0], row.ns[0]))
        }
        self.ns = {row.ns[0] for row in planned if row.is_played}

    def seat(self, standing: list[int]) -> bool:
        """Seat everyone who stands; whether that went."""
        self.nodes += 1
        if not standing:
            return True
        if self.nodes > NODES:
            return False
        choices = {each: self._opponents(each, standing) for each in standing}
        one = min(standing, key=lambda each: len(choices[each]))
        for other in choices[one]:
            rest = [each for each in standing if each not in (one, other)]
            for of_set in self._sets(one, other):
                self.used[of_set] += 1
                self.found.append((*self._sided(one, other), of_set))
                if self.seat(rest):
                    return True
                self.found.pop()
                self.used[of_set] -= 1
        return False

    def _opponents(self, one: int, standing: list[int]) -> list[int]:
        """Whom one may still meet, the one that was planned first."""
        sides = self.plan.sides
        several = [
            each
            for each in standing
            if each != one
            and each not in self.plan.met[one]
            and (not sides or sides[each] != sides[one])
        ]
        self.plan.chance.shuffle(several)
        meant = self.meant.get(one, (0, 0))[0]
        return sorted(several, key=lambda each: each != meant)

    def _sets(self, one: int, other: int) -> list[int]:
        """What both may still play and no table has, as planned first."""
        plan = self.plan
        several = [
            each
            for each in range(1, plan.movement.sets + 1)
            if each not in plan.had[one]
            and each not in plan.had[other]
            and self.used[each] < plan.copies
        ]
        plan.chance.shuffle(several)
        meant = {self.meant.get(one, (0, 0))[1], self.meant.get(other, (0, 0))[1]}
        return sorted(several, key=lambda each: each not in meant)

    def _sided(self, one: int, other: int) -> tuple[int, int]:
        """Who sits North-South: as that side is, as was planned, else who sat there before."""
        sides = self.plan.sides
        if sides:
            return (one, other) if sides[one] == "NS" else (other, one)
        if (one in self.ns) != (other in self.ns):
            return (one, other) if one in self.ns else (other, one)
        return (one, other) if one in self.plan.homes else (other, one)


# What a change of a running movement means, read off its rows before and after.

RESTS = gettext_noop("Sitting out from round %(first)s: %(who)s.")
NO_RESTS = gettext_noop("No one sits out from round %(first)s.")
AS_BEFORE = gettext_noop("All others follow their guide cards.")
NEW_CARDS = ngettext_lazy(
    "%(count)s pair needs a new guide card.",
    "%(count)s pairs need a new guide card.",
    "count",
)
BOARDS = ngettext_lazy(
    "Everyone plays %(boards)s board in all.",
    "Everyone plays %(boards)s boards in all.",
    "boards",
)
BOARDS_DIFFER = gettext_noop("Boards played by each, in all: %(least)s to %(most)s.")
MORE_BOARDS = gettext_noop("Boards %(first)s to %(last)s also come into play.")
# Changes of before are kept in these words.
SHARING = ngettext_lazy(
    "Tables share boards in round %(rounds)s.",
    "Tables share boards in rounds %(rounds)s.",
    "count",
)
SHARED_BY = ngettext_lazy(
    "Tables %(tables)s share boards in round %(rounds)s.",
    "Tables %(tables)s share boards in rounds %(rounds)s.",
    "count",
)
EVENNESS = gettext_noop("Balance for one ranking: %(quality)s%%, before: %(before)s%%.")
MATCHES_DIFFER = gettext_noop(
    "Matches played by each team, in all: %(least)s to %(most)s. Teams are ranked by their average."
)
RESULTS = gettext_noop("Results on each board: %(least)s to %(most)s. Matchpoints allow for that.")


def effects(before: Movement, after: Movement) -> tuple[Phrase, ...]:
    """Rests, guide cards, boards, sharing and evenness, from the next round on."""
    said = [_rests(after), *_cards(before, after), _boards(after)]
    if after.sets > before.sets:
        first = before.sets * before.boards_per_set + 1
        last = after.sets * after.boards_per_set
        said.append(Phrase(MORE_BOARDS, {"first": first, "last": last}))
    if after.contestants_are == "teams" and after.form != SWISS:
        said += _matches(after)
    facts = facts_of(after)
    played = {many for many in facts.results.values() if many}
    if len(played) > 1 and after.contestants_are != "teams":
        said.append(Phrase(RESULTS, {"least": min(played), "most": max(played)}))
    said += _shares(before, after)
    if after.winners == 1 and after.contestants_are == "pairs":
        params = {
            "quality": int(balance_of(after).quality),
            "before": int(balance_of(before).quality),
        }
        said.append(Phrase(EVENNESS, params))
    return tuple(said)


def _shares(before: Movement, after: Movement) -> list[Phrase]:
    """Which tables share boards from the next round on, where more of them do than did."""
    rounds: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for share in shares_of(after):
        if share.round > after.played:
            rounds[tuple(sorted(share.tables))].add(share.round)
    known = {share.round for share in shares_of(before)}
    if not any(found - known for found in rounds.values()):
        return []
    return [
        Phrase(SHARED_BY, {"tables": Every(tables), "rounds": Every(sorted(found)),
                           "count": len(found)})
        for tables, found in sorted(rounds.items())
    ]  # fmt: skip


def _matches(after: Movement) -> list[Phrase]:
    """How many matches teams play, where that differs."""
    counts = {count for count in matches_each(after).values() if count}
    if len(counts) < 2:
        return []
    return [Phrase(MATCHES_DIFFER, {"least": min(counts), "most": max(counts)})]


def _rests(after: Movement) -> Phrase:
    first = after.played + 1
    resting = {
        (row.round, number)
        for row in after.rows
        if row.round >= first and not row.is_played
        for number in row.seated
    }
    if not resting:
        return Phrase(NO_RESTS, {"first": first})
    who = Listing(f"{number} ({at})" for at, number in sorted(resting))
    return Phrase(RESTS, {"first": first, "who": who})


def _cards(before: Movement, after: Movement) -> tuple[Phrase, ...]:
    """How many must be told that their way is another one."""
    if after.contestants_are != "pairs":
        return ()
    changed = 0
    for number in range(1, before.contestants + 1):
        old, new = guide(before, number), guide(after, number)
        last = min(before.rounds, after.rounds)
        changed += any(
            (one.table, one.seat, one.opponents) != (other.table, other.seat, other.opponents)
            for one, other in zip(old[after.played : last], new[after.played : last], strict=True)
            if other.opponents
        )
    return (Phrase(NEW_CARDS, {"count": changed}) if changed else Phrase(AS_BEFORE, {}),)


def _boards(after: Movement) -> Phrase:
    """How many boards everyone plays who is still to play, from the first round to the last."""
    coming = {each for row in after.rows if row.round > after.played for each in row.seated}
    played: Counter[int] = Counter()
    for row in after.rows:
        for number in row.seated:
            played[number] += len(after.boards_of(row))
    halves = 2 if after.contestants_are == "teams" else 1
    counts = {played[number] // halves for number in coming or set(played)}
    if len(counts) == 1:
        return Phrase(BOARDS, {"boards": counts.pop()})
    return Phrase(BOARDS_DIFFER, {"least": min(counts), "most": max(counts)})


# What is said of a change to a Swiss: from here on its rounds are drawn otherwise.

AGAIN = gettext_noop("Round %(round)s was already drawn; it is drawn again.")
MEETS_BYE = gettext_noop("Number %(number)s plays at once against %(bye)s, who had the bye.")
JOINS = ngettext_lazy(
    "Number %(number)s joins at the next draw.",
    "Numbers %(number)s and %(other)s join at the next draw.",
    "count",
)
MISSED = ngettext_lazy(
    "One round is missed and scores nothing.",
    "%(rounds)s rounds are missed and score nothing.",
    "rounds",
)
WITH_BYE = gettext_noop("Still in the draw: %(here)s. One has the bye each round.")
WITH_ODD = gettext_noop(
    "Still in the draw: %(here)s. In each round three play each other, or one has the bye."
)
OTHERS_BYE = gettext_noop(
    "In round %(round)s the three-way match goes on, so one of the others has the bye."
)
WITHOUT_BYE = gettext_noop("Still in the draw: %(here)s. No one has a bye.")
DRAWN_NO_MORE = gettext_noop("Number %(number)s is no longer drawn.")
MAKES_FOUR = gettext_noop(
    "Number %(number)s plays at once: %(one)s meets %(two)s, and %(other)s meets %(number)s."
)
LEAVES_MATCH = gettext_noop(
    "Number %(number)s leaves at once: %(one)s and %(other)s play a match of this round."
)
LEAVES_TRIO = gettext_noop(
    "Number %(number)s leaves at once: %(one)s and %(other)s play only each other."
)
ONE_BYE = ngettext_lazy(
    "Number %(one)s has a bye for the match that is lost.",
    "Numbers %(one)s and %(other)s each have a bye for the match that is lost.",
    "count",
)
LEAVES = gettext_noop("Number %(number)s leaves at once, without the bye.")
LEAVES_BYE = gettext_noop("Number %(number)s leaves at once: %(other)s has the bye of this round.")
LEAVES_OPPONENT = gettext_noop(
    "Number %(number)s leaves at once: %(other)s plays %(bye)s, who had the bye."
)
GOES_ON = gettext_noop("It goes on to round %(rounds)s.")
MEET_TWICE = gettext_noop("There are too few opponents: some meet twice.")
BOARDS_OF_REDRAWING = gettext_noop("Boards for everyone: %(boards)s in all.")
LATER = gettext_noop(
    "In round %(round)s, anyone who has already played the boards leaves them out or plays others."
)
