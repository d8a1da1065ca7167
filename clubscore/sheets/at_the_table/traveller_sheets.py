"""Travelling score sheets: one goes with each board, a line for each table that plays it."""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room
from clubscore.events.who_sits import shown_side
from clubscore.sheets.at_the_table.who_and_what import counts_honours, whose
from clubscore.sheets.pieces.form import NOTES, PAIRS, Form, Grid, HeadLine, Upright, Words
from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.imposition import ACROSS
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.piece_sheets import Cutting, planned

NUMBER, NUMBER_HIGH = 20.0, 24.0
# Lines for a table that joins late, where the piece has room for them.
FREE_ROWS = 2


class Traveller(NamedTuple):
    """A traveller: its board, who deals it, whom it meets in the order of play."""

    identity: Identity
    board: str
    dealt: str
    pairs: tuple[tuple[str, str], ...]
    honours: bool


def travellers(room: Room) -> list[Traveller]:
    """Return a traveller for each board of each section."""
    found = []
    for section in room.sections:
        plan = room.plan(section)
        for board in plan.boards:
            places = [p for p in plan.places.values() if p.is_played and board in p.boards]
            places.sort(key=attrgetter("round", "table"))
            name = room.board_name(section, board)
            found.append(
                Traveller(
                    whose(room.event)(_("Board %(n)s") % {"n": name}),
                    name,
                    dealt_line(room.board(board), room.event),
                    tuple((shown_side(p.ns), shown_side(p.ew)) for p in places),
                    counts_honours(room.event),
                )
            )
    return found


def traveller_forms(boards: Sequence[Traveller], paper: Paper) -> list[Form]:
    """Return travellers as pieces, with free lines where that takes no more paper."""
    forms = [_form(each) for each in boards]
    free = [_with_free_rows(form) for form in forms]
    whole = Cutting(ACROSS)
    needed = planned(forms, paper, whole).count
    return free if planned(free, paper, whole).count == needed else forms


def _with_free_rows(form: Form) -> Form:
    blank = ("",) * len(form.grid.columns)
    return replace(form, grid=replace(form.grid, rows=[*form.grid.rows, *[blank] * FREE_ROWS]))


def _form(each: Traveller) -> Form:
    blank = ("",) * (len(_columns(each)) - 2)
    return Form(
        identity=each.identity,
        head=(
            HeadLine(
                (
                    Words(each.board, NUMBER, bold=True),
                    Words(each.dealt, PAIRS, at=3),
                ),
                NUMBER_HIGH,
                Words(_("points"), NOTES),
            ),
        ),
        grid=Grid(_columns(each), [(*pair, *blank) for pair in each.pairs]),
    )


def _columns(each: Traveller) -> tuple[Upright, ...]:
    ns, ew, by = _("NS"), _("EW"), pgettext("column: declarer", "by")
    if each.honours:
        return (
            Upright(ns, 8, PAIRS),
            Upright(ew, 8, PAIRS),
            Upright(_("contract"), 14, grows=True),
            Upright(by, 7),
            Upright(_("tricks"), 9),
            Upright(_("honours"), 12),
            Upright(_("NS +"), 12),
            Upright(_("NS −"), 12),
            Upright(ns, 5.5),
            Upright(ew, 5.5),
        )
    return (
        Upright(ns, 9, PAIRS),
        Upright(ew, 9, PAIRS),
        Upright(_("contract"), 16, grows=True),
        Upright(by, 8),
        Upright(_("tricks"), 10),
        Upright(_("NS +"), 13),
        Upright(_("NS −"), 13),
        Upright(ns, 7.5),
        Upright(ew, 7.5),
    )
