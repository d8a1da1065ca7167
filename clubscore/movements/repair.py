"""Rounds put right that were played otherwise: wrong boards, wrong way, wrong opponents.

A match is one table of pairs, two of teams: what one table plays the other must play as well, or
there is nothing to compare.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from clubscore.laws.words import Every, Listing, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.changes import Offer, Past, as_played, playing_in, replan, sound
from clubscore.movements.checker import check, half_played, is_sound
from clubscore.movements.completion import effects
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    MovementRow,
    SharedSet,
    boards_had,
    in_order,
    players_of,
    sharing_sets,
)
from clubscore.movements.swiss import SWISS

WRONG_WAY = gettext_noop(
    "Round %(round)s, table %(table)s: they sat the wrong way. It counts as they sat: pair"
    " %(ns)s North–South, pair %(ew)s East–West."
)
WRONG_BOARDS = ngettext_lazy(
    "Round %(round)s, table %(table)s: board %(boards)s was played instead of %(planned)s. It"
    " counts.",
    "Round %(round)s, table %(table)s: boards %(boards)s were played instead of %(planned)s. They"
    " count.",
    "count",
)
TEAM_WRONG_WAY = gettext_noop(
    "Round %(round)s, table %(table)s: they sat the wrong way, team %(ns)s North–South and"
    " team %(ew)s East–West."
)
TEAM_WRONG_BOARDS = ngettext_lazy(
    "Round %(round)s, table %(table)s: board %(boards)s was played instead of %(planned)s.",
    "Round %(round)s, table %(table)s: boards %(boards)s were played instead of %(planned)s.",
    "count",
)
WRONG_PAIRS = gettext_noop(
    "Round %(round)s, table %(table)s: pairs %(ns)s and %(ew)s played. It counts."
)
VOID = ngettext_lazy(
    "Round %(round)s, table %(table)s: one of the pairs had already played board %(boards)s. The"
    " second time does not count.",
    "Round %(round)s, table %(table)s: one of the pairs had already played boards %(boards)s. The"
    " second time does not count.",
    "count",
)
GO_ON = gettext_noop("Play goes on as planned: no one would play a board again.")
LEFT_OUT = gettext_noop(
    "Play goes on as planned; boards that a pair has already played are left out."
)
OMITTED = ngettext_lazy(
    "Round %(round)s, table %(table)s plays board %(boards)s.",
    "Round %(round)s, table %(table)s plays boards %(boards)s.",
    "count",
)
NOTHING = gettext_noop("Round %(round)s, table %(table)s: pairs %(ns)s and %(ew)s sit out.")
MEET_AGAIN = gettext_noop("Pairs %(one)s and %(other)s meet twice.")
PARTNERS_TWICE = gettext_noop("Players %(one)s and %(other)s are partners twice.")
SPARE = gettext_noop(
    "Play goes on as planned; where a pair has already played the boards, all tables play others."
)
SPARES = ngettext_lazy(
    "Round %(round)s: board %(boards)s instead of %(planned)s, at all tables.",
    "Round %(round)s: boards %(boards)s instead of %(planned)s, at all tables.",
    "count",
)
OTHER_SET = gettext_noop(
    "Play goes on as planned; where a pair has already played the boards, it plays others."
)


class Repair(NamedTuple):
    """What was played and counts, in words, and how it may go on."""

    past: Past
    said: tuple[Phrase, ...]
    offers: tuple[Offer, ...]


def put_right(movement: Movement, rounds: int, rows: Iterable[MovementRow]) -> Repair:
    """Take `rows` for what was really played in the first rounds, and see how it can go on.

    What was validly played counts, wherever and with whom it was.
    """
    past = as_played(movement, rounds, rows)
    after = past.movement
    said = (*deviations(movement, after), *map(voided, past.void))
    if is_sound(after):
        return Repair(
            past, said, (Offer("go-on", Phrase(GO_ON, {}), effects(movement, after), after),)
        )
    ways = (_other_sets, _with_spares, _left_out, _anew)
    offers = sound(way(movement, after) for way in ways)
    return Repair(past, said, offers)


def _anew(_movement: Movement, after: Movement) -> Offer | None:
    return replan(after, playing_in(after))


def boards_told(boards: Collection[int]) -> dict[str, object]:
    """Boards in a sentence, as params: which they are, and how many."""
    return {"boards": Listing(boards), "count": len(boards)}


def voided(row: MovementRow) -> Phrase:
    """What does not count of a row, because it was the second time."""
    return Phrase(VOID, {"round": row.round, "table": row.table, **boards_told(row.boards)})


def deviations(planned: Movement, after: Movement) -> list[Phrase]:
    """What was played otherwise than planned, table by table."""
    plan = {(row.round, row.table): row for row in planned.rows if row.is_played}
    teams = planned.contestants_are == "teams"
    said = []
    for row in after.rows:
        meant = plan.get((row.round, row.table))
        if row.round > after.played or not row.is_played or meant is None:
            continue
        params = {"round": row.round, "table": row.table, "ns": Every(row.ns), "ew": Every(row.ew)}
        if set(row.seated) != set(meant.seated):
            said.append(Phrase(WRONG_PAIRS, params))
        elif row.ns != meant.ns:
            said.append(Phrase(TEAM_WRONG_WAY if teams else WRONG_WAY, params))
        played, due = after.boards_of(row), planned.boards_of(meant)
        if played != due:
            wrong = TEAM_WRONG_BOARDS if teams else WRONG_BOARDS
            said.append(Phrase(wrong, {**params, **boards_told(played), "planned": Listing(due)}))
    return said


def _had_before(movement: Movement, row: MovementRow) -> set[int]:
    """Boards that somebody at a table has had in an earlier round."""
    had = boards_had(movement, players_of(movement, row))
    return {board for number, boards in had.items() if number < row.round for board in boards}


def _meeting_again(after: Movement) -> tuple[Movement, list[Phrase]]:
    """Allow those to meet again who met by mistake; say who they are."""
    faults = [fault for fault in check(after) if fault.code == "E4"]
    if not faults:
        return after, []
    meet = PARTNERS_TWICE if after.contestants_are == "individuals" else MEET_AGAIN
    said = [
        Phrase(meet, {"one": params["one"], "other": params["other"]})
        for params in (fault.phrase.params for fault in faults)
    ]
    return replace(after, meets=after.meets + 1), said


def _left_out(movement: Movement, after: Movement) -> Offer:
    """Leave out, in rounds to come, what somebody at the table has had."""
    found, said = _meeting_again(after)
    for row in after.rows:
        if row.round <= after.played or not row.is_played:
            continue
        had = _had_before(found, row)
        due = found.boards_of(row)
        left = tuple(board for board in due if board not in had)
        if left == due:
            continue
        params = {"round": row.round, "table": row.table, "ns": Every(row.ns), "ew": Every(row.ew)}
        if left:
            said.append(Phrase(OMITTED, {**params, **boards_told(left)}))
            rows = [row._replace(boards=left)]
        else:
            said.append(Phrase(NOTHING, params))
            rows = [row._replace(ew=()), MovementRow(row.round, NO_TABLE, row.ew, (), 0)]
        found = found.with_rows([*(each for each in found.rows if each != row), *rows])
    said += effects(movement, found)
    return Offer("left-out", Phrase(LEFT_OUT, {}), tuple(said), found)


def _other_sets(movement: Movement, after: Movement) -> Offer | None:
    """Give tables that would play boards again a set that both have not had and no one uses."""
    found, said = _meeting_again(after)
    for row in after.rows:
        if row.round <= after.played or not row.is_played:
            continue
        if not _had_before(found, row) & set(found.boards_of(row)):
            continue
        better = _with_free_set(found, row)
        if better is None:
            return None
        params = {"round": row.round, "table": row.table}
        said.append(Phrase(OMITTED, {**params, **boards_told(found.boards_of(better))}))
        found = found.with_rows([better if each == row else each for each in found.rows])
    said += effects(movement, found)
    return Offer("other-boards", Phrase(OTHER_SET, {}), tuple(said), found)


def _with_free_set(movement: Movement, row: MovementRow) -> MovementRow | None:
    """The row with a set that is new to both, lies free, and is not planned for them later."""
    used = {each.set for each in movement.rows_of_round(row.round) if each.is_played}
    ever = {
        board
        for each in movement.rows
        if each != row and set(each.seated) & set(row.seated)
        for board in movement.boards_of(each)
    }
    for number in range(1, movement.sets + 1):
        if number not in used and not ever & set(movement.boards_of_set(number)):
            return row._replace(set=number, boards=())
    return None


def _with_spares(movement: Movement, after: Movement) -> Offer | None:
    """Where several tables play the same set in a round, all of them take a new one instead."""
    found, said = _meeting_again(after)
    for row in after.rows:
        coming = row.round > after.played and row.is_played
        if not coming or not _had_before(found, row) & set(found.boards_of(row)):
            continue
        here = [each for each in found.rows_of_round(row.round) if each.set == row.set]
        if row not in here:
            continue
        if len(here) < 2:
            return None
        found = replace(found, sets=found.sets + 1)
        spare = [each._replace(set=found.sets, boards=()) for each in here]
        found = found.with_rows([*(each for each in found.rows if each not in here), *spare])
        boards = found.boards_of_set(found.sets), found.boards_of(row)
        params = {"round": row.round, **boards_told(boards[0])}
        said.append(Phrase(SPARES, {**params, "planned": Listing(boards[1])}))
    said += effects(movement, found)
    return Offer("spare-boards", Phrase(SPARE, {}), tuple(said), sharing_sets(found))


LIKEWISE = gettext_noop("If the other table of the match does the same, the whole match counts.")
TURNS_TOO = gettext_noop("Round %(round)s, table %(table)s is arrow-switched as well.")
OTHER_HALVES = gettext_noop(
    "In both teams the other two sit North–South there. Change them under Matches, so that"
    " the names are correct."
)
FALLS = gettext_noop(
    "Round %(round)s, table %(table)s: team %(team)s sits North–South at both tables of the"
    " match, so nothing can be compared. Results from this table do not count."
)
ALONE = gettext_noop(
    "Round %(round)s: teams %(one)s and %(other)s did not both play boards %(boards)s at two"
    " tables. Those boards do not count."
)
NOBODY = gettext_noop(
    "Round %(round)s: %(one)s and %(other)s do not play each other. They have had the boards,"
    " or nothing could be compared."
)
Spots = Collection[tuple[int, int]]


def put_match_right(
    movement: Movement, rounds: int, rows: Iterable[MovementRow], untouched: Spots = ()
) -> Repair:
    """Take `rows` for what was really played in the first rounds, and see how it can go on.

    `untouched` are tables of these rounds, (round, table), where nothing is recorded yet: they
    may still do as the other table of their match did.
    """
    told = list(rows)
    planned = {row[:2]: row for row in movement.rows}
    changed = [row for row in told if row != planned.get(row[:2])]
    fallen = _fallen(movement, rounds, told, changed)
    past = as_played(movement, rounds, [row for row in told if row not in fallen])
    after = past.movement
    as_told = replace(movement, rows=in_order(told), played=rounds)
    said = (*deviations(movement, as_told), *map(voided, past.void))
    offers = [_doing_likewise(movement, rounds, told, changed, untouched)]
    alone = [
        Phrase(FALLS, {"round": row.round, "table": row.table, "team": row.ns[0]}) for row in fallen
    ] or _alone(movement, after)  # fmt: skip
    if is_sound(after):
        effect = (*alone, *effects(movement, after))
        offers.append(Offer("go-on", Phrase(GO_ON, {}), effect, after))
    else:
        for others in (True, False):
            offer = refitted(movement, after, others=others)
            if all(each is None or each.movement != offer.movement for each in offers):
                offers.append(offer._replace(effects=(*alone, *offer.effects)))
    return Repair(Past(after, (*past.void, *fallen)), said, sound(offers))


def _fallen(
    movement: Movement, rounds: int, told: list[MovementRow], changed: list[MovementRow]
) -> list[MovementRow]:
    """The tables where a team sat as it does at the other table of the same match."""
    if movement.contestants_are != "teams":
        return []
    coming = [row for row in movement.rows if row.round > rounds]
    return [
        row for row in changed
        if any(
            each is not row and each[2:5] == row[2:5] for each in (*told, *coming)
        )
    ]  # fmt: skip


def _alone(movement: Movement, after: Movement) -> list[Phrase]:
    """The boards that only one table of a match played, where that was not known before."""
    if movement.contestants_are != "teams":
        return []
    known, said = half_played(movement), []
    for row in half_played(after):
        if row.round <= after.played and row not in known:
            both = {
                board for each in after.rows if (each.ns, each.ew) == (row.ew, row.ns)
                for board in after.boards_of(each)
            }  # fmt: skip
            boards = [board for board in after.boards_of(row) if board not in both]
            params = {"round": row.round, "one": row.ns[0], "other": row.ew[0]}
            said.append(Phrase(ALONE, {**params, **boards_told(boards)}))
    return said


def _doing_likewise(
    movement: Movement,
    rounds: int,
    told: list[MovementRow],
    changed: list[MovementRow],
    untouched: Spots,
) -> Offer | None:
    """The other tables of the matches do what was done at one; then all goes on."""
    planned = {row[:2]: row for row in movement.rows}
    found = [
        _likewise(movement, row, planned[row[:2]], rounds, untouched)
        for row in changed if row[:2] in planned
    ]  # fmt: skip
    others = {row[:2]: row for row in found if row}
    if not others or len(others) < len(changed):
        return None
    meant = movement.with_rows([others.get(row[:2], row) for row in movement.rows])
    past = as_played(meant, rounds, [others.get(row[:2], row) for row in told])
    if past.void:
        return None
    said = []
    for row in others.values():
        params = {"round": row.round, "table": row.table, **boards_told(row.boards)}
        turned = row.ns != planned[row[:2]].ns
        said.append(Phrase(TURNS_TOO if turned else OMITTED, params))
        if turned:
            said.append(Phrase(OTHER_HALVES, {}))
    offer = refitted(movement, past.movement, others=True)
    return offer._replace(
        key="likewise", title=Phrase(LIKEWISE, {}), effects=(*said, *offer.effects)
    )  # fmt: skip


def _likewise(
    movement: Movement, row: MovementRow, meant: MovementRow, rounds: int, untouched: Spots
) -> MovementRow | None:
    """What the other table of a match must play to do as one did; None where it has played."""
    if movement.contestants_are != "teams" or set(row.seated) != set(meant.seated):
        return None
    for each in movement.rows:
        is_other = (each.ns, each.ew, each.set) == (meant.ew, meant.ns, meant.set)
        if is_other and (each.round > rounds or each[:2] in untouched):
            boards = movement.boards_of(row)
            changed = boards != movement.boards_of(each)
            return each._replace(ns=row.ew, ew=row.ns, boards=boards if changed else each.boards)
    return None


def refitted(movement: Movement, after: Movement, *, others: bool) -> Offer:
    """Whole matches to come leave out what somebody in them has had, or play `others` instead."""
    found, said, seen = after, list[Phrase](), set[tuple[int, ...]]()
    base = after.sets if after.form == SWISS else 0
    for row in after.rows:
        key = (row.set, *sorted(row.seated))
        if row.round <= after.played or not row.is_played or key in seen:
            continue
        seen.add(key)
        match = [each for each in found.rows if _same_match(each, row)]
        coming = [each for each in match if each.round > after.played]
        boards = found.boards_of(coming[0])
        compared = _compared(found, coming)
        left = tuple(sorted(compared - _had_before_of_match_repair(found, coming)))
        if left == boards:
            continue
        whole = coming == match and compared == set(boards)
        if others and whole and (not left or after.form != SWISS):
            found, new = _with_others(found, match, base)
        else:
            found, new = _leaving_out(found, coming, left)
        said += new
    title = Phrase(OTHER_SET if others else LEFT_OUT, {})
    key_ = "other-boards" if others else "left-out"
    return Offer(key_, title, (*said, *effects(movement, found)), found)


def as_told(
    movement: Movement, rows: Iterable[MovementRow], spare: int, known_to: int = 0
) -> Movement:
    """A Swiss with tables as they really played; later rounds leave out what somebody has had.

    A row without players is a table whose results do not count. Sets from `spare` on are played
    by those who would have no board left. `known_to` is the last round that was known by then,
    where rows of a later one were changed with it; else it is the last of the rows.
    """
    told = {row[:2]: row for row in rows}
    kept = [told.get(row[:2], row) for row in movement.rows]
    played = known_to or max((row.round for row in told.values()), default=0)
    sets = max(movement.sets, spare - 1)
    base = replace(movement, played=played, sets=sets, rows=in_order(r for r in kept if r.seated))
    return refitted(base, base, others=True).movement


def _same_match(one: MovementRow, other: MovementRow) -> bool:
    return one.is_played and one.set == other.set and set(one.seated) == set(other.seated)


def _had_before_of_match_repair(movement: Movement, match: list[MovementRow]) -> set[int]:
    """The boards that somebody in a match has had in an earlier round."""
    first = min(row.round for row in match)
    had = boards_had(movement, [each for row in match for each in players_of(movement, row)])
    return {board for at, boards in had.items() if at < first for board in boards}


def _compared(movement: Movement, match: list[MovementRow]) -> set[int]:
    """The boards of a match that its other table plays as well, or did."""
    boards = set(movement.boards_of(match[0]))
    if movement.contestants_are != "teams":
        return boards
    for row in match:
        boards &= {
            board for each in movement.rows if (each.ns, each.ew) == (row.ew, row.ns)
            for board in movement.boards_of(each)
        }  # fmt: skip
    return boards


def _leaving_out(
    movement: Movement, match: list[MovementRow], left: tuple[int, ...]
) -> tuple[Movement, list[Phrase]]:
    """The match with the boards that are left; where none is, no one plays there."""
    kept = [row for row in movement.rows if row not in match]
    if left:
        rows = [row._replace(boards=left) for row in match]
        return movement.with_rows([*kept, *rows]), _said_of(movement, rows)
    waiting = [row._replace(ew=()) for row in match]
    if movement.contestants_are != "teams":
        waiting += [row._replace(table=0, ns=row.ew, ew=(), set=0) for row in match]
    params = {"round": match[0].round, "one": match[0].ns[0], "other": match[0].ew[0]}
    return movement.with_rows([*kept, *waiting]), [Phrase(NOBODY, params)]


def _with_others(
    movement: Movement, match: list[MovementRow], base: int
) -> tuple[Movement, list[Phrase]]:
    """The match with a set that is new to all in it and that no other table has then.

    Of a Swiss that is a set beyond `base`, because the others are to be drawn.
    """
    kept = [row for row in movement.rows if row not in match]
    rounds = {row.round for row in match}
    used = {
        row.set for row in kept
        if row.round in rounds and row.is_played and movement.contestants_are == "teams"
    }  # fmt: skip
    had = boards_had(
        replace(movement, rows=tuple(kept)),
        [each for row in match for each in players_of(movement, row)],
    )
    theirs = {board for boards in had.values() for board in boards}
    free = (
        number for number in range(base + 1, movement.sets + 1)
        if number not in used and not theirs & set(movement.boards_of_set(number))
    )  # fmt: skip
    chosen = next(free, movement.sets + 1)
    rows = [row._replace(set=chosen, boards=()) for row in match]
    shares = [
        SharedSet(at, chosen, tuple(row.table for row in rows if row.round == at))
        for at in sorted(rounds)
        if len(match) > len(rounds)
    ]
    found = replace(
        movement, sets=max(movement.sets, chosen), rows=in_order([*kept, *rows]),
        shares=(*movement.shares, *shares),
    )  # fmt: skip
    return found, _said_of(found, rows)


def _said_of(movement: Movement, rows: list[MovementRow]) -> list[Phrase]:
    return [
        Phrase(OMITTED, {"round": row.round, "table": row.table, **boards_told(boards)})
        for row, boards in ((row, movement.boards_of(row)) for row in rows)
    ]
