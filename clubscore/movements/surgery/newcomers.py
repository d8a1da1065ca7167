"""Who comes after the first cards are played, where players or teams compete."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements.checker import half_played, is_sound
from clubscore.movements.rows import NO_TABLE, Movement, Row, Share, in_order, meant_to_share
from clubscore.movements.surgery.completion import completed
from clubscore.movements.surgery.effects import effects
from clubscore.movements.surgery.late_and_leaving import (
    MISSED,
    Offer,
    late_pairs,
    playing_in,
    sound,
)

TAKES = {
    "individuals": gettext_noop("Player %(number)s takes the place of one who left."),
    "teams": gettext_noop("Team %(number)s takes the place of one that left."),
}
NOT_WHOLE = gettext_noop("Matches of which a departed team played one half are not played.")
JOINS = gettext_noop("Team %(number)s joins: a new plan for rounds %(first)s to %(last)s.")
ALL_MEET = gettext_noop("All teams that are here meet each other.")
NOT_ALL_MEET = gettext_noop("Matches that do not fit in: %(count)s.")


def late(movement: Movement, count: int = 1) -> tuple[Offer, ...]:
    """What is possible for one or two who come late, whoever competes."""
    if movement.contestants_are == "pairs":
        return late_pairs(movement, count)
    if count != 1 or movement.played >= movement.rounds:
        return ()
    number = movement.contestants + 1
    if movement.contestants_are == "individuals":
        return sound([_as_player(movement, number)])
    return sound([_as_team(movement, number), *_joining(movement, number)])


def _with(movement: Movement, number: int, rows: Iterable[Row]) -> Movement:
    after = replace(movement, contestants=number, rows=in_order(rows))
    return after if movement.contestants_are == "teams" else meant_to_share(after)


def _may_be(movement: Movement, number: int, rows: Iterable[Row]) -> bool:
    return is_sound(_with(movement, number, rows))


def _offer(movement: Movement, number: int, rows: Iterable[Row], *said: Phrase) -> Offer:
    after = _with(movement, number, rows)
    missed = [Phrase(MISSED, {"rounds": movement.played})] if movement.played else []
    title = Phrase(TAKES[movement.contestants_are], {"number": number})
    return Offer("empty-place", title, (*missed, *said, *effects(movement, after)), after)


def _as_player(movement: Movement, number: int) -> Offer | None:
    """Each round the newcomer partners a player who sits out while two wait for opponents.

    Where no one waits, the newcomer sits out. No partner and no board comes twice: the checker
    sees to it.
    """
    rows = list(movement.rows)
    plays = 0
    for at in range(movement.played + 1, movement.rounds + 1):
        here = [row for row in rows if row.round == at]
        with_him = next(
            (
                found
                for row in here
                for partner in here
                if row.table and row.seated and not row.is_played and partner.table == NO_TABLE
                if _may_be(movement, number, found := _seated(rows, row, partner, number))
            ),
            None,
        )  # fmt: skip
        plays += with_him is not None
        rows = with_him or [*rows, Row(at, NO_TABLE, (number,), (), 0)]
    return _offer(movement, number, rows) if plays else None


def _seated(rows: list[Row], row: Row, partner: Row, number: int) -> list[Row]:
    """The rows where the newcomer and one who rests sit down against the two who wait."""
    two = (*partner.seated, number)
    full = row._replace(ns=row.ns or two, ew=row.ew or two)
    return [*(each for each in rows if each not in (row, partner)), full]


def _as_team(movement: Movement, number: int) -> Offer | None:
    """It plays whole matches where a team waits for an opponent, each opponent once."""
    rows = list(movement.rows)
    waiting = [
        row for row in rows
        if row.round > movement.played and row.table and row.seated and not row.is_played
    ]  # fmt: skip
    plays = 0
    for row in waiting:
        other = next((each for each in waiting if row.ns and each.ew == row.ns
                      and each.set == row.set), None)  # fmt: skip
        if other is None:
            continue
        full = [row._replace(ew=(number,)), other._replace(ns=(number,))]
        found = [*(each for each in rows if each not in (row, other)), *full]
        if _may_be(movement, number, found):
            rows, plays = found, plays + 1
    if not plays:
        return None
    said = [Phrase(NOT_WHOLE, {})] if 2 * plays < len(waiting) else []
    return _offer(movement, number, rows, *said)


def _joining(movement: Movement, number: int) -> list[Offer]:
    """A new plan for all who are here, where every match is whole: longer, or as long as before."""
    if half_played(_past(movement, movement.played)) or movement.form == "head-to-head":
        return []
    here = {*playing_in(movement), number}
    longest = movement.played + len(here) - 1 + len(here) % 2
    offers: list[Offer] = []
    for lengths in (range(longest, movement.rounds, -1), range(movement.rounds, 0, -1)):
        for rounds in lengths:
            after = _as_matches(movement, here, rounds) if rounds > movement.played else None
            if after is None:
                continue
            params = {"number": number, "first": movement.played + 1, "last": rounds}
            said = (_who_meets(after, here), *effects(movement, after))
            offers.append(Offer(f"joins-{rounds}", Phrase(JOINS, params), said, after))
            break
    return offers


def whole_after(movement: Movement, since: int) -> int:
    """Return the first round from `since` on after which every match is whole; 0 for the last."""
    rounds = (at for at in range(since, movement.rounds) if not half_played(_past(movement, at)))
    return next(rounds, 0)


def _past(movement: Movement, rounds: int) -> Movement:
    return replace(movement, rows=tuple(row for row in movement.rows if row.round <= rounds))


def _as_matches(movement: Movement, here: set[int], rounds: int) -> Movement | None:
    """Whole matches from now on: found as for pairs, then each takes two tables and one copy."""
    as_pairs = _past(movement, movement.played)
    past = [row for row in as_pairs.rows if row.is_played and row.ns < row.ew]
    sets = max(movement.sets, rounds)
    one = replace(as_pairs, contestants_are="pairs", rows=in_order(past), sets=sets)
    copies = max(movement.copies, len(here) // 2) if movement.copies > 1 else 1
    found = completed(one, rounds, playing=here, copies=copies)
    if found is None:
        return None
    rows: list[Row] = list(as_pairs.rows)
    shares = [each for each in movement.shares if each.round <= movement.played]
    for at in range(movement.played + 1, rounds + 1):
        matches = [row for row in found.rows if row.round == at and row.is_played]
        rows += [row for row in found.rows if row.round == at and not row.is_played]
        for table, row in zip(range(1, 2 * len(matches), 2), matches, strict=True):
            # With a copy for each match all play the same boards.
            of_set = at if copies > 1 else row.set
            first = Row(at, table, row.ns, row.ew, of_set)
            rows += [first, first.turned()._replace(table=table + 1)]
            shares.append(Share(at, of_set, (table, table + 1)))
    return replace(
        movement, contestants=max(movement.contestants, *here), rounds=rounds, sets=sets,
        tables=max(movement.tables, len(here) // 2 * 2), copies=copies, rows=in_order(rows),
        shares=tuple(shares),
    )  # fmt: skip


def _who_meets(after: Movement, here: set[int]) -> Phrase:
    """Whether all who are here meet each other once."""
    met = {frozenset(row.seated) for row in after.rows if row.is_played}
    missing = sum(
        frozenset((one, other)) not in met for one in here for other in here if one < other
    )
    return Phrase(NOT_ALL_MEET, {"count": missing}) if missing else Phrase(ALL_MEET, {})
