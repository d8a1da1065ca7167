"""A movement as cards: a guide card for everyone, a card for every table."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import both, named
from clubscore.movements.checker import ByStand, beside, shared_with
from clubscore.movements.rows import NO_TABLE, Movement
from clubscore.movements.walks import Going, Stop, TableRound, guide, left_since, table_rounds
from clubscore.sheets.at_the_table.board_numbers import EN_DASH, shown_boards
from clubscore.sheets.pieces.form import BOARDS, FIGURES, PAIRS, Cell, Upright

STAND = NO_TABLE
# {number: names of its people}.
Names = Mapping[int, tuple[str, ...]]


class Card(NamedTuple):
    """A card: its title, who it is for where that is known, its columns and rows."""

    title: str
    names: tuple[str, ...]
    columns: tuple[Upright, ...]
    rows: tuple[tuple[Cell, ...], ...]


def guide_cards(movement: Movement, names: Names, letter: str = "") -> list[Card]:
    """Return a card for everyone, in the order of the numbers; one for each half of a team."""
    return [
        card
        for number in range(1, movement.contestants + 1)
        for card in guides_of(movement, number, names.get(number, ()), letter)
    ]


def guides_of(
    movement: Movement, number: int, people: tuple[str, ...], letter: str = ""
) -> list[Card]:
    """Return the card of one contestant: the way through the rounds; two for a team."""
    halves = ("NS", "EW") if movement.contestants_are == "teams" else ("",)
    return [_guide(movement, number, half, people, letter) for half in halves]


def _guide(
    movement: Movement, number: int, half: str, people: tuple[str, ...], letter: str
) -> Card:
    gone = left_since(movement).get(number, movement.rounds + 1)
    stops = [stop for stop in guide(movement, number, half) if stop.round < gone]
    title = {"pairs": _("Pair %(number)s"), "individuals": _("Player %(number)s")}.get(
        movement.contestants_are, _("Team %(number)s")
    ) % {"number": f"{letter}{number}"}
    if half:
        title = f"{title}, {_seat_words()[half]}"
    alone = movement.contestants_are == "individuals"
    columns = _guide_columns(alone)
    shared, stand = shared_with(movement), beside(movement)
    rows = tuple(
        _stop(
            stop,
            alone,
            shared.get((stop.round, stop.table), ()),
            _at(stand, stop.round, stop.table),
        )
        for stop in stops
    )
    return Card(title, people, columns, rows)


def _guide_columns(alone: bool) -> tuple[Upright, ...]:
    sit, against = pgettext("column: which seat", "sit"), _("against")
    if alone:
        return (
            Upright(_("round"), 11, FIGURES),
            Upright(_("table"), 13, BOARDS, bold=True),
            Upright(sit, 17, FIGURES),
            Upright(pgettext("column", "partner"), 14, PAIRS),
            Upright(against, 20, PAIRS),
            Upright(_("boards"), 18, PAIRS, grows=True),
        )
    return (
        Upright(_("round"), 12, FIGURES),
        Upright(_("table"), 16, BOARDS, bold=True),
        Upright(sit, 26, FIGURES, align="left"),
        Upright(against, 17, PAIRS),
        Upright(_("boards"), 22, PAIRS, grows=True),
    )


def _stop(stop: Stop, alone: bool, others: tuple[int, ...], stand: ByStand) -> tuple[Cell, ...]:
    table = str(stop.table) if stop.table else EN_DASH
    partner = (str(stop.partner) if stop.partner else EN_DASH,) if alone else ()
    against = named(stop.opponents) if stop.opponents else EN_DASH
    seat = _sits(stop.seat) if stop.opponents else _("sit out")
    return (str(stop.round), table, seat, *partner, against, _boards(stop.boards, others, stand))


def _sits(seat: str) -> str:
    """Return where somebody sits, in whole words."""
    words = {
        "NS": _("North–South"),
        "EW": _("East–West"),
        "N": _("North"),
        "S": _("South"),
        "E": _("East"),
        "W": _("West"),
    }
    return words.get(seat, EN_DASH)


def _seat_words() -> dict[str, str]:
    return {
        "NS": _("NS"),
        "EW": _("EW"),
        "N": pgettext("seat", "N"),
        "S": pgettext("seat", "S"),
        "E": pgettext("seat", "E"),
        "W": pgettext("seat", "W"),
    }


def table_cards(movement: Movement, names: Names, letter: str = "") -> list[Card]:
    """Return the card of every table, in their order."""
    tables = range(1, movement.tables + 1)
    return [table_card(movement, table, names, letter) for table in tables]


def table_card(movement: Movement, table: int, names: Names, letter: str = "") -> Card:
    """Return the card that lies on a table: who comes, and where they and the boards go."""
    columns = (
        Upright(_("round"), 11, FIGURES),
        Upright(_("NS"), 11, PAIRS, bold=True),
        Upright(_("names"), 39.5, align="left", grows=True),
        Upright(_("EW"), 11, PAIRS, bold=True),
        Upright(_("names"), 39.5, align="left", grows=True),
        Upright(_("boards"), 23, FIGURES),
        Upright(_("NS go"), 16, FIGURES),
        Upright(_("EW go"), 16, FIGURES),
        Upright(_("boards go"), 20, FIGURES),
        Upright(_("played"), 11),
    )
    shared, stand = shared_with(movement), beside(movement)
    rows = tuple(
        _table_row(
            each, table, names, shared.get((each.round, table), ()), _at(stand, each.round, table)
        )
        for each in table_rounds(movement, table)
    )
    return Card(_("Table %(table)s") % {"table": f"{letter}{table}"}, (), columns, rows)


def _at(stand: Mapping[tuple[int, int], ByStand], round_: int, table: int) -> ByStand:
    return stand.get((round_, table), ByStand(False, 0))


def _boards(boards: tuple[int, ...], others: tuple[int, ...], stand: ByStand) -> Cell:
    """Return boards, and below them which other tables play from the same, and where they lie."""
    lines = [shown_boards(boards)]
    if others:
        lines.append(_("with %(tables)s") % {"tables": both(map(str, others))})
    if stand.comes:
        lines.append(pgettext("boards of a table", "from the stand"))
    return tuple(lines) if len(lines) > 1 else lines[0]


def _table_row(
    each: TableRound, table: int, names: Names, others: tuple[int, ...], stand: ByStand
) -> tuple[Cell, ...]:
    return (
        str(each.round),
        *_who(each.ns, names),
        *_who(each.ew, names),
        _boards(each.boards, others, stand),
        _goes(each, each.ns),
        _goes(each, each.ew),
        _boards_go(each, table, stand),
        "",
    )


def _who(numbers: tuple[int, ...], names: Names) -> tuple[Cell, Cell]:
    """Return the number and the people of a side; of individuals each with their own number."""
    if not numbers:
        return "", _("no one")
    if len(numbers) == 1:
        return str(numbers[0]), names.get(numbers[0], ())
    each = (f"{number} {' '.join(names.get(number, ()))}".strip() for number in numbers)
    return "", tuple(each)


def _goes(each: TableRound, numbers: tuple[int, ...]) -> Cell:
    goings = [going for going in each.going if going.number in numbers]
    if len(goings) == 1 and goings[0].table != NO_TABLE:
        return _to(_place(goings[0]))
    if len(goings) < 2:
        return "".join(_place(going) for going in goings)
    return tuple(f"{going.number}: {_place(going)}" for going in goings)


def _place(going: Going) -> str:
    if going.left:
        return _("go home")
    if going.table == NO_TABLE:
        return _("sit out")
    return f"{going.table} {_seat_words()[going.seat]}"


def _boards_go(each: TableRound, table: int, stand: ByStand) -> Cell:
    if each.boards_to is None:
        return pgettext("boards of a table", "finished")
    if each.boards_to == STAND:
        to = pgettext("boards of a table", "to the stand")
        return (to, _("for table %(table)s") % {"table": stand.goes_for}) if stand.goes_for else to
    return (
        pgettext("boards of a table", "stay")
        if each.boards_to == table
        else _to(str(each.boards_to))
    )


def _to(place: str) -> str:
    return _("to %(place)s") % {"place": place}
