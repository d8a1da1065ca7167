"""Changing a movement while it runs: contestants who come late or leave, rounds more or fewer.

What is offered is possible from the next round on, and has passed the checker on history and plan
together: no one plays a board again. What was played stays and counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.checker import half_played, is_sound
from clubscore.movements.completion import completed, effects
from clubscore.movements.kinds import build
from clubscore.movements.mitchell import rover_tables, skip, straight, usual_switch, with_rover
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    MovementRow,
    Player,
    SharedSet,
    ended,
    in_order,
    players_of,
    sharing_sets,
)

# Each function takes the movement as it was really played so far (`as_played`).

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
    void: tuple[MovementRow, ...]


def as_played(movement: Movement, rounds: int, rows: Iterable[MovementRow] | None = None) -> Past:
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
    rows: list[MovementRow] = []
    for row in movement.rows:
        if row.round <= movement.played or number not in row.seated:
            rows.append(row)
            continue
        left = row._replace(ns=_without(row.ns, number), ew=_without(row.ew, number))
        if left.seated and left.table:
            rows.append(left)
        rows += [
            MovementRow(row.round, NO_TABLE, (each,), (), 0)
            for each in row.seated
            if each != number and each not in left.seated
        ]
    after = movement.with_rows(rows)
    if movement.contestants_are != "teams":
        after = sharing_sets(after)
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
    rows += [MovementRow(at, NO_TABLE, (number,), (), 0) for at in coming if not empty[at]]
    after = sharing_sets(replace(movement.with_rows(rows), contestants=number))
    said = [Phrase(MISSED, {"rounds": movement.played})] if movement.played else []
    title = Phrase(FILLS, {"number": number})
    return Offer("empty-place", title, (*said, *effects(movement, after)), after)


def _has_place(row: MovementRow) -> bool:
    """Whether somebody waits at a table for an opponent."""
    return bool(row.table and row.seated and not row.is_played)


def _unlike(
    choices: list[list[MovementRow]], so_far: tuple[MovementRow, ...] = ()
) -> tuple[MovementRow, ...]:
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
            rows.append(MovementRow(number, table, (ns,), (ew,), form.set(table, number)))
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


# A round too many or too few: ending a running movement earlier, or going on.

ENDS = gettext_noop("It ends after round %(rounds)s.")
TURNS_EARLIER = ngettext_lazy(
    "Play ends after round %(rounds)s; all tables are arrow-switched in round %(turned)s.",
    "Play ends after round %(rounds)s; all tables are arrow-switched in rounds %(turned)s.",
    "count",
)
TURN_LOST = gettext_noop(
    "The arrow-switched round would be lost: two winners would be fairer than one."
)
WHOLE = ngettext_lazy(
    "After round %(asked)s some teams would have played half a match. Choose %(rounds)s round.",
    "After round %(asked)s some teams would have played half a match. Choose %(rounds)s rounds.",
    "rounds",
)
GOES_ON = gettext_noop("The movement goes on to round %(rounds)s.")
FOUND = gettext_noop("New opponents can be found up to round %(rounds)s.")
AGAIN = gettext_noop(
    "The movement starts again with new boards: opponents of the first rounds meet again."
)
ONE_MATCH = gettext_noop("Where two teams meet again, all their boards count as one match.")
PLAYED = ngettext_lazy(
    "%(played)s round has been played. Choose at least as many.",
    "%(played)s rounds have been played. Choose at least as many.",
    "played",
)


def other_length(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    """What is possible so that the event has so many rounds; RuleError where they are past."""
    if rounds < max(1, movement.played):
        raise RuleError("rounds", PLAYED, "rounds", played=movement.played)
    if rounds < movement.rounds:
        return _shorter(movement, rounds)
    return _longer(movement, rounds) if rounds > movement.rounds else ()


def _shorter(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    """End there; of teams at the nearest place where every match is whole."""
    after = _whole(movement, rounds)
    if after is None:
        return ()
    said = list(effects(movement, after))
    if after.rounds != rounds:
        said.insert(0, Phrase(WHOLE, {"asked": rounds, "rounds": after.rounds}))
    lost = movement.winners == 1 and movement.kind == "mitchell" and not _turned(after)
    if lost:
        said.insert(0, Phrase(TURN_LOST, {}))
    offers = [Offer("end", Phrase(ENDS, {"rounds": after.rounds}), tuple(said), after)]
    if lost:
        offers += _turning_earlier(movement, after)
    return sound(offers)


def _whole(movement: Movement, rounds: int) -> Movement | None:
    """The movement with so many rounds; of teams those rounds that make matches whole.

    What is still to come may be played in another order then.
    """
    if movement.contestants_are != "teams":
        return ended(movement, rounds)
    # What was broken off before is no more whole in a longer evening.
    broken = half_played(movement)
    lengths = range(max(1, movement.played), movement.rounds)
    coming = range(movement.played + 1, movement.rounds + 1)
    for length in sorted(lengths, key=lambda each: (abs(each - rounds), -each)):
        for chosen in combinations(coming, length - movement.played):
            after = _with_rounds(movement, chosen)
            if is_sound(after) and half_played(after) == broken:
                return after
    return None


def _with_rounds(movement: Movement, chosen: tuple[int, ...]) -> Movement:
    """What was played, then these rounds and no others."""
    numbers = [*range(1, movement.played + 1), *chosen]
    new = {number: at for at, number in enumerate(numbers, 1)}
    return replace(
        movement,
        rounds=len(numbers),
        rows=in_order(
            row._replace(round=new[row.round]) for row in movement.rows if row.round in new
        ),
        shares=tuple(
            share._replace(round=new[share.round])
            for share in movement.shares
            if share.round in new
        ),
    )


def _turned(movement: Movement) -> set[int]:
    """The rounds of a Mitchell in which North-South sit East-West."""
    return {row.round for row in movement.rows if row.is_played and row.ns[0] > row.ew[0]}


def _turning_earlier(movement: Movement, after: Movement) -> list[Offer]:
    """Turn the rounds that are now the last, if they are still to come."""
    turned = [each for each in usual_switch(after.rounds) if each > after.played]
    if not turned:
        return []
    rows = [row.turned() if row.round in turned else row for row in after.rows]
    again = after.with_rows(rows)
    params = {"rounds": after.rounds, "turned": Every(turned), "count": len(turned)}
    return [Offer("end-turned", Phrase(TURNS_EARLIER, params), effects(movement, again), again)]


def _longer(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    """Go on as the movement would, else as can be found, else once more with new boards."""
    title = Phrase(GOES_ON, {"rounds": rounds})
    found = [
        ("go-on", title, _natural(movement, rounds)),
        ("found", Phrase(FOUND, {"rounds": rounds}), _searched(movement, rounds)),
        ("again", Phrase(AGAIN, {}), _once_more(movement, rounds)),
    ]
    return sound(
        Offer(key, said, (*_meeting_again(movement, key), *effects(movement, after)), after)
        for key, said, after in found
        if after is not None
    )


def _meeting_again(movement: Movement, key: str) -> tuple[Phrase, ...]:
    """What two teams' second meeting counts as."""
    again = key == "again" and movement.contestants_are == "teams" and movement.contestants > 2
    return (Phrase(ONE_MATCH, {}),) if again else ()


def _natural(movement: Movement, rounds: int) -> Movement | None:
    """The next rounds as the same kind of movement has them, if they fit to what was played."""
    try:
        whole = build(movement.kind, movement.contestants, rounds=rounds)
    except RuleError:
        return None
    rows = [row for row in whole.rows if row.round > movement.rounds]
    sets = max(movement.sets, whole.sets)
    after = replace(movement, rounds=rounds, sets=sets, rows=in_order([*movement.rows, *rows]))
    return replace(after, shares=(*movement.shares, *_shares_after(whole, movement.rounds)))


def _shares_after(whole: Movement, last: int) -> tuple[SharedSet, ...]:
    return tuple(share for share in whole.shares if share.round > last)


def _searched(movement: Movement, rounds: int) -> Movement | None:
    """Rounds for pairs that can still meet, with as many sets more as there are rounds more."""
    if movement.contestants_are != "pairs":
        return None
    playing = playing_in(movement) or {each for row in movement.rows for each in row.seated}
    sides = sides_of(movement, playing) if movement.winners == 2 else None
    more = rounds - movement.rounds
    for sets in (movement.sets, movement.sets + more):
        base = replace(movement, played=movement.rounds, sets=sets)
        after = completed(base, rounds, playing=playing, sides=sides)
        if after is not None:
            return replace(after, played=movement.played)
    return None


def _once_more(movement: Movement, rounds: int) -> Movement | None:
    """The first rounds again with other boards."""
    more = rounds - movement.rounds
    if more > movement.rounds or movement.contestants_are == "individuals":
        return None
    again = [_later(movement, row) for row in movement.rows if row.round <= more]
    after = replace(
        movement,
        rounds=rounds,
        sets=2 * movement.sets,
        meets=movement.meets + 1,
        rows=in_order([*movement.rows, *again]),
    )
    return sharing_sets(after)


def _later(movement: Movement, row: MovementRow) -> MovementRow:
    return row._replace(round=row.round + movement.rounds, set=row.set + movement.sets, boards=())


# Who comes after the first cards are played, where players or teams compete.

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


def _with(movement: Movement, number: int, rows: Iterable[MovementRow]) -> Movement:
    after = replace(movement, contestants=number, rows=in_order(rows))
    return after if movement.contestants_are == "teams" else sharing_sets(after)


def _may_be(movement: Movement, number: int, rows: Iterable[MovementRow]) -> bool:
    return is_sound(_with(movement, number, rows))


def _offer(movement: Movement, number: int, rows: Iterable[MovementRow], *said: Phrase) -> Offer:
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
        rows = with_him or [*rows, MovementRow(at, NO_TABLE, (number,), (), 0)]
    return _offer(movement, number, rows) if plays else None


def _seated(
    rows: list[MovementRow], row: MovementRow, partner: MovementRow, number: int
) -> list[MovementRow]:
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
    rows: list[MovementRow] = list(as_pairs.rows)
    shares = [each for each in movement.shares if each.round <= movement.played]
    for at in range(movement.played + 1, rounds + 1):
        matches = [row for row in found.rows if row.round == at and row.is_played]
        rows += [row for row in found.rows if row.round == at and not row.is_played]
        for table, row in zip(range(1, 2 * len(matches), 2), matches, strict=True):
            # With a copy for each match all play the same boards.
            of_set = at if copies > 1 else row.set
            first = MovementRow(at, table, row.ns, row.ew, of_set)
            rows += [first, first.turned()._replace(table=table + 1)]
            shares.append(SharedSet(at, of_set, (table, table + 1)))
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
