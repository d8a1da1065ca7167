"""Guide cards and table cards as pieces of paper."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from clubscore.sheets.at_the_table.movement_cards import Card
from clubscore.sheets.pieces.form import (
    BETWEEN_NAMES,
    CARD,
    NAMES_HIGH,
    NOTES,
    PENCIL,
    Cell,
    Form,
    Grid,
    HeadLine,
    Words,
)
from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.imposition import ACROSS, PADDING, Rows
from clubscore.sheets.pieces.name_ladder import SetNames, set_names
from clubscore.sheets.pieces.paper import MM, Paper
from clubscore.sheets.pieces.piece_sheets import WITHIN, Cutting
from clubscore.sheets.pieces.typeface import BOLD, width

GUIDES, TABLES = Cutting(ACROSS), Cutting(1)
TITLE_HIGH, KEEP_HIGH = 27.0, 13.0
BESIDE = 6.0
# Two names below each other, and a little between the rules and them.
TWO_NAMES = 8.2 * MM


def guide_forms(cards: Sequence[Card], at: Callable[[str], Identity], paper: Paper) -> list[Form]:
    """Return guide cards as pieces: the number large, beside it who carries it."""
    inner = paper.width / ACROSS - 2 * PADDING
    beside = max((width(card.title, BOLD, CARD) for card in cards), default=0) + BESIDE
    names = set_names([card.names for card in cards], inner - beside, two_lines=True)
    keep = Words(_("Keep this card all evening and move when the round is called."), NOTES)
    return [
        Form(
            identity=at(card.title),
            head=_guide_head(card, names, beside / MM),
            grid=Grid(card.columns, card.rows),
            foot=(HeadLine((keep,), KEEP_HIGH),),
        )
        for card in cards
    ]


def _guide_head(card: Card, names: SetNames, beside: float) -> tuple[HeadLine, ...]:
    """The title with the first line of names beside it; further lines below it."""
    lines = names.lines[card.names] or ("",)
    title = Words(card.title, CARD, bold=True)
    if len(lines) == 1:
        return (HeadLine((title, Words(lines[0], names.size, at=beside)), TITLE_HIGH),)
    step = NAMES_HIGH
    both = (
        Words(line, names.size, at=beside, rise=step * (0.85 - at)) for at, line in enumerate(lines)
    )
    return (HeadLine((title, *both), TITLE_HIGH + step * max(0, len(lines) - 2)),)


def table_forms(cards: Sequence[Card], at: Callable[[str], Identity], paper: Paper) -> list[Form]:
    """Return table cards as pieces, each as wide as the sheet."""
    inner = paper.width - 2 * PADDING
    set_cards, most = _names_set(cards, inner)
    high = Rows(TWO_NAMES, 7.9 * MM) if most > 1 else PENCIL
    if most > 2:
        high = Rows(most * BETWEEN_NAMES + 3, most * BETWEEN_NAMES + 3)
    return [
        Form(
            identity=at(card.title),
            head=(HeadLine((Words(card.title, CARD, bold=True),), TITLE_HIGH),),
            grid=Grid(card.columns, card.rows, high),
        )
        for card in set_cards
    ]


def _names_set(cards: Sequence[Card], inner: float) -> tuple[list[Card], int]:
    """Return cards with the lines of their names, in one size, and how many the longest has."""
    found, most = list(cards), 1
    if not cards:
        return found, most
    columns = cards[0].columns
    of_names = [at for at, column in enumerate(columns) if column.grows]
    widths = Grid(columns, ()).widths(inner)
    names = [_people(row[at]) for card in cards for row in card.rows for at in of_names]
    as_set = set_names(names, widths[of_names[0]] - 2 * WITHIN, two_lines=True)
    sized = tuple(
        column._replace(size=as_set.size) if column.grows else column for column in columns
    )
    for number, card in enumerate(found):
        rows = tuple(
            tuple(
                as_set.lines[_people(cell)] if at in of_names else cell
                for at, cell in enumerate(row)
            )
            for row in card.rows
        )
        found[number] = card._replace(columns=sized, rows=rows)
    return found, as_set.most


def _people(cell: Cell) -> tuple[str, ...]:
    return (cell,) if isinstance(cell, str) else cell
