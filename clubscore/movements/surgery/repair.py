"""A table that played the wrong boards, sat the wrong way or met the wrong pair."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from clubscore.laws.words import Every, Listing, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.checker import check, is_sound
from clubscore.movements.rows import (
    NO_TABLE,
    Movement,
    Row,
    boards_had,
    meant_to_share,
    players_of,
)
from clubscore.movements.surgery.effects import effects
from clubscore.movements.surgery.late_and_leaving import (
    Offer,
    Past,
    as_played,
    playing_in,
    replan,
    sound,
)

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


def put_right(movement: Movement, rounds: int, rows: Iterable[Row]) -> Repair:
    """Take `rows` for what was really played in the first rounds, and see how it can go on.

    What was validly played counts, wherever and with whom it was.
    """
    past = as_played(movement, rounds, rows)
    after = past.movement
    said = (*deviations(movement, after), *map(said_void, past.void))
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


def said_void(row: Row) -> Phrase:
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


def _had_before(movement: Movement, row: Row) -> set[int]:
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
            rows = [row._replace(ew=()), Row(row.round, NO_TABLE, row.ew, (), 0)]
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


def _with_free_set(movement: Movement, row: Row) -> Row | None:
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
    return Offer("spare-boards", Phrase(SPARE, {}), tuple(said), meant_to_share(found))
