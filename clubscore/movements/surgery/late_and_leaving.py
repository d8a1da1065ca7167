"""Changing a movement while it runs.

Each function takes the movement as it was really played so far (:func:`as_played`) and gives what
is possible from the next round on. Every offer has passed the checker on history and plan
together: no one plays a board again. What was played stays and counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements.checker import is_sound
from clubscore.movements.kinds.mitchell import skip, straight
from clubscore.movements.kinds.rovers import rover_tables, with_rover
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    Player,
    Row,
    in_order,
    meant_to_share,
    players_of,
)
from clubscore.movements.surgery.completion import completed
from clubscore.movements.surgery.effects import effects

FILLS = gettext_noop("Pair %(number)s takes the empty place.")
MISSED = gettext_noop("Rounds missed: %(rounds)s. Their boards are not played, or played later.")
ROVES = gettext_noop("Pair %(number)s becomes a rover: each round it replaces one pair.")
FILLS_AND_ROVES = gettext_noop(
    "Pair %(one)s takes the empty place; pair %(other)s becomes a rover: each round it"
    " replaces one pair."
)
TABLE_ADDED = gettext_noop(
    "Pairs %(one)s and %(other)s form an extra table, with an extra set of boards."
)
RESERVE = gettext_noop("The movement stays as it is; pair %(number)s waits in reserve.")
RESERVES = gettext_noop("The movement stays as it is; pairs %(one)s and %(other)s wait in reserve.")
REPLANNED = gettext_noop(
    "A new plan from round %(first)s to round %(last)s, with everyone who is here."
)
EMPTY_PLACE = {
    "pairs": gettext_noop(
        "Pair %(number)s leaves an empty place: the pair due to play against it sits out."
    ),
    "individuals": gettext_noop(
        "Player %(number)s leaves an empty place: players due to sit there with this one sit out."
    ),
    "teams": gettext_noop(
        "Team %(number)s leaves an empty place: the team due to play against it sits out."
    ),
}
COUNTS = gettext_noop("Number %(number)s: results already played still count.")
HALF_MATCHES = gettext_noop("A match of which the team played only one half has no result.")


class Offer(NamedTuple):
    """Something that may be done: a key, what it is, what follows, and the whole movement."""

    key: str
    title: Phrase
    effects: tuple[Phrase, ...]
    movement: Movement


class Past(NamedTuple):
    """A movement with its past as it really was, and what of it does not count.

    `void` are rows with the boards that one of them had already played.
    """

    movement: Movement
    void: tuple[Row, ...]


def as_played(movement: Movement, rounds: int, rows: Iterable[Row] | None = None) -> Past:
    """The movement after so many rounds; `rows` are what was played, if not what was meant.

    A board counts for those who meet on it the first time. Where one of them had it before, that
    second go is void and is taken out.
    """
    plan = [row for row in movement.rows if row.round > rounds]
    past = [row for row in movement.rows if row.round <= rounds] if rows is None else list(rows)
    had: set[tuple[Player, int]] = set()
    kept, void = [], []
    for row in in_order(past):
        boards, players = movement.boards_of(row), players_of(movement, row)
        again = [b for b in boards if any((each, b) in had for each in players)]
        fresh = tuple(b for b in boards if b not in again)
        had |= {(each, board) for each in players for board in fresh}
        if again:
            void.append(row._replace(boards=tuple(again)))
        if fresh or not row.is_played:
            kept.append(row._replace(boards=fresh) if again else row)
    return Past(replace(movement, rows=in_order([*kept, *plan]), played=rounds), tuple(void))


def late_pairs(movement: Movement, count: int = 1) -> tuple[Offer, ...]:
    """One or two pairs come after the first cards are played; nothing for individuals or teams."""
    if movement.contestants_are != "pairs":
        return ()
    one = movement.contestants + 1
    offers: list[Offer | None] = []
    if count == 1:
        offers += [_fill(movement, one), _rove(movement, one)]
    else:
        offers += [_add_table(movement, one), _fill_and_rove(movement, one)]
    here = {*playing_in(movement), *range(one, one + count)}
    offers.append(replan(movement, here))
    if count == 1:
        title = Phrase(RESERVE, {"number": one})
    else:
        title = Phrase(RESERVES, {"one": one, "other": one + 1})
    offers.append(Offer("reserve", title, effects(movement, movement), movement))
    return sound(offers)


def leaving(movement: Movement, number: int) -> tuple[Offer, ...]:
    """A pair, a team or a player goes home; what was played stands."""
    rows: list[Row] = []
    for row in movement.rows:
        if row.round <= movement.played or number not in row.seated:
            rows.append(row)
            continue
        left = row._replace(ns=_without(row.ns, number), ew=_without(row.ew, number))
        if left.seated and left.table:
            rows.append(left)
        rows += [
            Row(row.round, NO_TABLE, (each,), (), 0)
            for each in row.seated
            if each != number and each not in left.seated
        ]
    after = movement.with_rows(rows)
    if movement.contestants_are != "teams":
        after = meant_to_share(after)
    title = Phrase(EMPTY_PLACE[movement.contestants_are], {"number": number})
    said = [Phrase(COUNTS, {"number": number}), *effects(movement, after)]
    if movement.contestants_are == "teams":
        said.insert(1, Phrase(HALF_MATCHES, {}))
    offers = [
        Offer("empty-place", title, tuple(said), after),
        replan(movement, playing_in(movement) - {number}),
    ]
    return sound(offers)


def sound(offers: Iterable[Offer | None]) -> tuple[Offer, ...]:
    """Those offers that are there and pass the checker."""
    return tuple(offer for offer in offers if offer and is_sound(offer.movement))


def _without(side: tuple[int, ...], number: int) -> tuple[int, ...]:
    """A side, or no one: one without a partner cannot play."""
    return () if number in side else side


def playing_in(movement: Movement) -> set[int]:
    """Who is still to play, or would be."""
    coming = [row for row in movement.rows if row.round > movement.played]
    return {number for row in coming for number in row.seated}


def _fill(movement: Movement, number: int) -> Offer | None:
    """The newcomer sits where a side is empty, another opponent and other boards each round."""
    coming = range(movement.played + 1, movement.rounds + 1)
    empty = {at: [row for row in movement.rows_of_round(at) if _has_place(row)] for at in coming}
    chosen = _unlike([empty[at] for at in coming if empty[at]])
    if not chosen:
        return None
    rows = [
        row._replace(ns=row.ns or (number,), ew=row.ew or (number,)) if row in chosen else row
        for row in movement.rows
    ]
    rows += [Row(at, NO_TABLE, (number,), (), 0) for at in coming if not empty[at]]
    after = meant_to_share(replace(movement.with_rows(rows), contestants=number))
    said = [Phrase(MISSED, {"rounds": movement.played})] if movement.played else []
    title = Phrase(FILLS, {"number": number})
    return Offer("empty-place", title, (*said, *effects(movement, after)), after)


def _has_place(row: Row) -> bool:
    """Whether somebody waits at a table for an opponent."""
    return bool(row.table and row.seated and not row.is_played)


def _unlike(choices: list[list[Row]], so_far: tuple[Row, ...] = ()) -> tuple[Row, ...]:
    """One row of each round, no opponent and no set twice; nothing where that cannot be."""
    if not choices:
        return so_far
    for row in choices[0]:
        if all(row.set != each.set and row.seated != each.seated for each in so_far):
            found = _unlike(choices[1:], (*so_far, row))
            if found:
                return found
    return ()


def _rove(movement: Movement, number: int) -> Offer | None:
    """At full tables the newcomer goes round."""
    full = all(row.is_played for row in movement.rows if row.round > movement.played)
    if not full or movement.kind != "mitchell" or movement.contestants_are != "pairs":
        return None
    places = rover_tables(movement, movement.played + 1)
    if not places:
        return None
    after = with_rover(movement, places)
    return Offer("rover", Phrase(ROVES, {"number": number}), effects(movement, after), after)


def _fill_and_rove(movement: Movement, one: int) -> Offer | None:
    """Of two newcomers one takes the empty place, the other goes round."""
    first = _fill(movement, one)
    second = first and _rove(first.movement, one + 1)
    if not first or not second:
        return None
    title = Phrase(FILLS_AND_ROVES, {"one": one, "other": one + 1})
    after = second.movement
    return Offer("empty-place-and-rover", title, effects(movement, after), after)


def _add_table(movement: Movement, one: int) -> Offer | None:
    """Two newcomers make a table more; an odd room gets its skip, an even one loses it."""
    tables = movement.tables + 1
    if movement.kind != "mitchell" or movement.form not in ("straight", "skip"):
        return None
    form = straight(tables) if tables % 2 else skip(tables)
    rounds = min(movement.rounds, form.rounds)
    rows = [row for row in movement.rows if row.round <= movement.played]
    for number in range(movement.played + 1, rounds + 1):
        for table in range(1, tables + 1):
            at = form.ew(table, number)
            ns = one if table == tables else table
            ew = one + 1 if at == tables else movement.tables + at
            rows.append(Row(number, table, (ns,), (ew,), form.set(table, number)))
    after = replace(
        movement,
        form=form.key,
        contestants=one + 1,
        tables=tables,
        rounds=rounds,
        sets=tables,
        rows=in_order(rows),
        shares=(),
    )
    after = _turned_like(movement, after)
    title = Phrase(TABLE_ADDED, {"one": one, "other": one + 1})
    return Offer("table", title, effects(movement, after), after)


def _turned_like(movement: Movement, after: Movement) -> Movement:
    """Turn the rounds that are turned in the movement."""
    turned = {
        row.round
        for row in movement.rows
        if movement.winners == 1 and row.ns and row.ns[0] > movement.tables
    }
    return after.with_rows(
        row.turned() if row.round in turned and row.round > after.played else row
        for row in after.rows
    )


def replan(movement: Movement, playing: set[int], rounds: int | None = None) -> Offer | None:
    """Search the rest of the evening anew for those who play, as long as it can be made.

    First with the boards that are there, then with a set more, then with tables that share.
    """
    if movement.contestants_are != "pairs" or len(playing) < 4:
        return None
    sides = sides_of(movement, playing) if movement.winners == 2 else None
    last = rounds or movement.rounds
    more = [(1, 0), (0, 1)] if movement.copies == 1 else []
    for rounds_now in range(last, max(movement.played, last - 3), -1):
        for sets, shared in ((0, 0), *more):
            wider = replace(movement, sets=movement.sets + sets)
            copies = movement.copies + shared
            after = completed(wider, rounds_now, playing=playing, sides=sides, copies=copies)
            if after is not None:
                params = {"first": movement.played + 1, "last": rounds_now}
                title = Phrase(REPLANNED, params)
                return Offer("new-plan", title, effects(movement, after), after)
    return None


def sides_of(movement: Movement, playing: set[int]) -> dict[int, str]:
    """Who sits which way where there are two winners; newcomers fill the shorter side."""
    sides: dict[int, str] = {}
    for row in movement.rows:
        for way, numbers in (("NS", row.ns), ("EW", row.ew)):
            for number in numbers:
                sides.setdefault(number, way)
    found = {number: sides[number] for number in playing if number in sides}
    for number in sorted(playing - set(found)):
        ways = list(found.values())
        found[number] = "NS" if ways.count("NS") <= ways.count("EW") else "EW"
    return found
