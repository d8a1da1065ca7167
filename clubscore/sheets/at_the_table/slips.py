"""Pick-up slips: a table writes a round's results on one and hands it in."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.events.state.event_now import Room, Table
from clubscore.sheets.at_the_table.board_numbers import shown_boards
from clubscore.sheets.at_the_table.who_and_what import (
    SideAt,
    counts_honours,
    deals_word,
    dealt,
    side_at,
    side_lines,
    whose,
)
from clubscore.sheets.pieces.form import (
    BOARDS,
    FIGURES,
    NOTES,
    PAIRS,
    PLACE,
    Back,
    Form,
    Grid,
    HeadLine,
    Upright,
    Words,
)
from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.imposition import ACROSS, PADDING
from clubscore.sheets.pieces.name_ladder import SetNames, set_names
from clubscore.sheets.pieces.paper import MM, Paper

PLACE_HIGH, AGREES_HIGH, SPARE_HIGH = 16.5, 10.5, 14.0
BACK_LINE_HIGH = 16.0
# A sheet of spare ones for late changes: two boards, as most rounds have.
SPARE, SPARE_BOARDS = 10, 2
NAMES_FROM = 14.0


class Slip(NamedTuple):
    """A slip: its table, its round, who meets there, the boards with dealer and vulnerability.

    `mark` says which of how many it is. A spare one has everything for the pencil.
    """

    identity: Identity
    table: str
    round: str
    ns: SideAt
    ew: SideAt
    boards: tuple[tuple[str, str], ...]
    mark: str
    deals_word: str
    honours: bool


def slips(room: Room, order: str = "table") -> list[Slip]:
    """Return the slips of the rounds still to come and of the one played now.

    They are in the order of tables, each through its rounds; or of rounds, for those who hand them
    out.
    """
    meant = [
        table
        for number in range(1, room.rounds + 1)
        for table in room.tables(number)
        if number >= room.now(table.section.pk)
    ]
    if order == "table":
        meant.sort(key=attrgetter("section.letter", "number", "place.round"))
    return [_slip(room, table, at, len(meant)) for at, table in enumerate(meant, 1)]


def _slip(room: Room, table: Table, at: int, of: int) -> Slip:
    name = room.table_name(table.section, table.number)
    values = {"table": name, "round": table.place.round}
    return Slip(
        whose(room.event)(_("Table %(table)s, round %(round)s") % values),
        name,
        str(table.place.round),
        side_at(room, table.section.pk, table.place.side("ns")),
        side_at(room, table.section.pk, table.place.side("ew")),
        tuple((str(each), dealt(room.board(each), room.event)) for each in table.place.boards),
        _("slip %(number)s of %(count)s") % {"number": at, "count": of},
        deals_word(room.event),
        counts_honours(room.event),
    )


def spare_slips(room: Room) -> list[Slip]:
    """Return a sheet of slips on which everything is written by hand."""
    nobody = SideAt("", ())
    identity = whose(room.event)(_("Spare slip"))
    boards = (("", ""),) * SPARE_BOARDS
    one = Slip(
        identity, "", "", nobody, nobody, boards, "", deals_word(room.event),
        counts_honours(room.event),
    )  # fmt: skip
    count = {"count": SPARE}
    return [
        one._replace(mark=_("spare slip %(number)s of %(count)s") % {"number": at, **count})
        for at in range(1, SPARE + 1)
    ]


def slip_forms(all_slips: Sequence[Slip], paper: Paper) -> list[Form]:
    """Return slips as pieces."""
    room = paper.width / ACROSS - 2 * PADDING - NAMES_FROM * MM
    names = [side.names for slip in all_slips for side in (slip.ns, slip.ew)]
    as_set = set_names(names, room, two_lines=False)
    return [_form(slip, as_set) for slip in all_slips]


def _form(slip: Slip, names: SetNames) -> Form:
    columns = _columns(slip)
    return Form(
        identity=slip.identity,
        mark=slip.mark,
        head=(_place(slip), *_sides(slip, names)),
        grid=Grid(columns, [_row(columns, *board) for board in slip.boards]),
        foot=(
            HeadLine(
                (Words(_("Checked and agreed by EW:"), NOTES, blank=25),),
                AGREES_HIGH,
                Words("☐ " + _("ruling on the back"), NOTES),
            ),
        ),
        back=_back(slip),
    )


def _back(slip: Slip) -> Back:
    """The small ruling form: which board, what happened, and what comes of it."""
    about = Words(_("Ruling"), PLACE, bold=True)
    board = Words(_("board"), NOTES, blank=9)
    law = Words(_("law"), NOTES, blank=12)
    stands = Words("☐ " + _("score stands"), NOTES)
    adjusted = Words("☐ " + _("adjusted: NS"), NOTES, blank=14)
    ew = Words(_("EW"), NOTES, blank=14)
    where = Words(slip.identity.place, NOTES)
    told = Words("☐ " + _("both sides informed"), NOTES)
    director = Words(_("director"), NOTES, blank=22)
    return Back(
        (HeadLine((about, board, law), PLACE_HIGH, where),),
        (
            HeadLine((stands, adjusted, ew), BACK_LINE_HIGH),
            HeadLine((told, director), BACK_LINE_HIGH),
        ),
    )


def _place(slip: Slip) -> HeadLine:
    """Where and when: table and round, at the right the boards; blanks on a spare one."""
    if not slip.table:
        return HeadLine(
            (Words(_("Table"), PLACE, bold=True, blank=16), Words(_("round"), PLACE, blank=12)),
            PLACE_HIGH,
        )
    boards = shown_boards([int(number) for number, _dealt in slip.boards])
    return HeadLine(
        (
            Words(_("Table %(table)s") % {"table": slip.table}, PLACE, bold=True),
            Words(_("round %(round)s") % {"round": slip.round}, PLACE),
        ),
        PLACE_HIGH,
        Words(_("boards %(boards)s") % {"boards": boards}, PAIRS),
    )


def _sides(slip: Slip, names: SetNames) -> list[HeadLine]:
    if slip.table:
        return [
            *side_lines(_("NS"), slip.ns, names),
            *side_lines(_("EW"), slip.ew, names),
        ]
    return [
        HeadLine((Words(word, bold=True), Words("", at=9, blank=60)), SPARE_HIGH)
        for word in (_("NS"), _("EW"))
    ]


def _columns(slip: Slip) -> tuple[Upright, ...]:
    by = pgettext("column: declarer", "by")
    if slip.honours:
        return (
            Upright(_("board"), 9, BOARDS, bold=True),
            Upright(slip.deals_word, 15, FIGURES),
            Upright(_("contract"), 13, grows=True),
            Upright(by, 8),
            Upright(_("tricks"), 10),
            Upright(_("honours"), 14),
            Upright(_("NS +"), 12),
            Upright(_("NS −"), 12),
        )
    return (
        Upright(_("board"), 10, BOARDS, bold=True),
        Upright(slip.deals_word, 16, FIGURES),
        Upright(_("contract"), 18, grows=True),
        Upright(by, 9),
        Upright(_("tricks"), 12),
        Upright(_("NS +"), 14),
        Upright(_("NS −"), 14),
    )


def _row(columns: tuple[Upright, ...], board: str, dealt_so: str) -> tuple[str, ...]:
    return (board, dealt_so, *("",) * (len(columns) - 2))
