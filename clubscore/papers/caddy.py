"""The caddy's card: where boards are round by round; cards for stands where some of them rest."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import listed
from clubscore.events.models import Section
from clubscore.events.state import EventState
from clubscore.movements import Movement, Off, at_change, on_tables
from clubscore.papers.event_cards import letter_of
from clubscore.papers.pieces import (
    BETWEEN_NAMES,
    BOARDS,
    CARD,
    FIGURES,
    NAMES,
    PAIRS,
    PENCIL,
    PLACE,
    WITHIN,
    Cell,
    Cutting,
    Grid,
    HeadLine,
    PaperPiece,
    PieceText,
    Upright,
)
from clubscore.papers.sizes import MM, PADDING, PaperSize, RowHeights
from clubscore.papers.table_cards import EN_DASH, board_range, whose
from clubscore.papers.typeface import BOLD, wrapped

WHOLE = Cutting(1)
ROUND_WIDE = 14.0
# Sets of boards beside each other; more go on another card.
SETS_ABREAST = 14
TITLE_HIGH, FROM_HIGH = 27.0, 20.0

Boards = tuple[int, ...]
Tables = tuple[int, ...]


class Wait(NamedTuple):
    """Boards that rest on a stand from one round to another, after and before which tables.

    Those that no table has had yet come from none.
    """

    boards: Boards
    first: int
    last: int
    before: Tables
    after: Tables


class BoardsPlace(NamedTuple):
    """Where a set of boards is in a round: tables as they are called, or a word for no table."""

    tables: str = ""
    word: str = ""


def caddy_forms(room: EventState, paper: PaperSize) -> list[PaperPiece]:
    """Return a card for each section, or more where there are many sets of boards."""
    return [
        form
        for section in room.sections
        if section.pk in room.plans
        for form in _cards(room, section, paper)
    ]


def _cards(room: EventState, section: Section, paper: PaperSize) -> Iterator[PaperPiece]:
    movement = room.plan(section).movement
    sets = range(1, movement.sets + 1)
    cards = -(-len(sets) // SETS_ABREAST)
    abreast = -(-len(sets) // cards)
    letter = letter_of(room, section)
    title = _("Caddy's card")
    for first in range(0, len(sets), abreast):
        part = sets[first : first + abreast]
        boards = board_range([b for each in part for b in movement.boards_of_set(each)])
        place = _("%(card)s, boards %(boards)s") % {"card": title, "boards": boards}
        if letter:
            section_words = _("section %(letter)s") % {"letter": letter}
            place = listed((place, section_words))
        yield PaperPiece(
            identity=whose(room.event)(place),
            head=(
                HeadLine(
                    (PieceText(f"{title} {letter}".strip(), CARD, bold=True),),
                    TITLE_HIGH,
                    PieceText(_("Where each set of boards is, round by round."), NAMES),
                ),
            ),
            grid=_grid(room, section, part, paper),
        )


def _grid(room: EventState, section: Section, sets: range, paper: PaperSize) -> Grid:
    movement = room.plan(section).movement
    inner = paper.width - 2 * PADDING
    wide = (inner / MM - ROUND_WIDE) / len(sets)
    room_of_cell = wide * MM - 2 * WITHIN
    columns = (
        Upright(_("round"), ROUND_WIDE, FIGURES),
        *(Upright(board_range(movement.boards_of_set(each)), wide, PAIRS, bold=True)
          for each in sets),
    )  # fmt: skip
    rows: list[list[Cell]] = []
    for number in range(1, room.plan(section).rounds + 1):
        where = places(room, section, number)
        boards = [movement.boards_of_set(each) for each in sets]
        cells = ["".join(where.get(each, BoardsPlace())) for each in boards]
        rows.append([str(number), *(wrapped(text, BOLD, PAIRS, room_of_cell) for text in cells)])
    most = max((len(cell) for row in rows for cell in row[1:]), default=1)
    high = PENCIL
    if most > 2:
        high = RowHeights(most * BETWEEN_NAMES + 3, most * BETWEEN_NAMES + 3)
    return Grid(columns, rows, high)


def places(room: EventState, section: Section, number: int) -> dict[Boards, BoardsPlace]:
    """Return where each set is in a round, in words; nothing of a round that is not drawn yet."""
    plan = room.plan(section)
    if not plan.is_drawn(number):
        return {}
    found: defaultdict[Boards, list[int]] = defaultdict(list)
    for each in on_tables(plan.movement, number):
        found[each.boards] += each.before
    return {
        plan.movement.boards_of_set(each): _at(room, section, each, number, found)
        for each in range(1, plan.movement.sets + 1)
    }


def _at(
    room: EventState, section: Section, of_set: int, number: int, found: dict[Boards, list[int]]
) -> BoardsPlace:
    movement = room.plan(section).movement
    tables = found.get(movement.boards_of_set(of_set), [])
    if len(tables) > 2 and len(set(tables)) == movement.tables:
        return BoardsPlace(word=pgettext("boards", "all tables"))
    if tables:
        return BoardsPlace(listed(room.table_name(section, each) for each in sorted(set(tables))))
    used = [row.round for row in movement.rows if row.set == of_set]
    if not used or max(used) < number:
        return BoardsPlace(word=EN_DASH)
    stand, new = pgettext("boards", "stand"), pgettext("boards", "new")
    return BoardsPlace(word=stand if min(used) < number else new)


def waits(movement: Movement, rounds: int) -> list[Wait]:
    """Return what rests on stands in the first so many rounds, in the order of rounds."""
    lying: defaultdict[Boards, list[tuple[Tables, int]]] = defaultdict(list)
    found = []
    for number in range(rounds):
        for move in at_change(movement, number):
            if move.off_after is Off.STAND:
                lying[move.boards].append((move.before, number + 1))
            elif move.off_before and number:
                before: Tables = ()
                since = 1
                if move.off_before is Off.STAND and lying[move.boards]:
                    before, since = lying[move.boards].pop(0)
                found.append(Wait(move.boards, since, number, before, move.after))
    return sorted(found, key=lambda each: (each.after, each.first, each.boards))


class Stand(NamedTuple):
    """A stand: the table that it stands before, from which table all come, what waits there."""

    after: str
    before: str
    waits: tuple[tuple[str, str, str], ...]  # rounds, boards, from which table

    @property
    def said(self) -> str:
        """From where boards come, where that is always the same, and to where they go."""
        if not self.before:
            return _("To table %(to)s.") % {"to": self.after}
        values = {"table": self.before, "to": self.after}
        return _("From table %(table)s, to table %(to)s.") % values


def stands(room: EventState, section: Section) -> list[Stand]:
    """Return the stands of a section, in the order of the tables that they stand before."""
    plan = room.plan(section)
    drawn = [n for n in range(1, plan.rounds + 1) if plan.is_drawn(n)]
    found: defaultdict[Tables, list[Wait]] = defaultdict(list)
    for each in waits(plan.movement, len(drawn)):
        found[each.after].append(each)
    called = _called(room, section)
    # Boards that are only new wait with the director, not on a stand of their own.
    return [
        _stand(called, after, waiting)
        for after, waiting in found.items()
        if any(each.before for each in waiting)
    ]


def _stand(called: Callable[[Tables], str], after: Tables, waiting: list[Wait]) -> Stand:
    befores = {each.before for each in waiting if each.before}
    return Stand(
        called(after),
        called(befores.pop()) if len(befores) == 1 else "",
        tuple(
            (
                board_range(range(each.first, each.last + 1)),
                board_range(each.boards),
                called(each.before) or pgettext("boards", "new"),
            )
            for each in waiting
        ),
    )


def _called(room: EventState, section: Section) -> Callable[[Tables], str]:
    def called(tables: Tables) -> str:
        return listed(str(room.table_name(section, each)) for each in tables)

    return called


def stand_forms(room: EventState) -> list[PaperPiece]:
    """Return a card for each stand: what waits there when, from which table and to which."""
    at = whose(room.event)
    return [
        PaperPiece(
            identity=at(_("Stand before table %(table)s") % {"table": stand.after}),
            head=(
                HeadLine((PieceText(_("Boards wait here"), CARD, bold=True),), TITLE_HIGH),
                HeadLine((PieceText(stand.said, PLACE),), FROM_HIGH),
            ),
            grid=Grid(
                (
                    Upright(_("rounds"), 20, FIGURES),
                    Upright(_("boards"), 29, BOARDS, bold=True),
                    Upright(_("from table"), 22, PAIRS),
                    Upright(_("to table"), 22, PAIRS),
                ),
                [(*each, stand.after) for each in stand.waits],
            ),
        )
        for section in room.sections
        if section.pk in room.plans
        for stand in stands(room, section)
    ]
