"""Pick-up slips and travelling score sheets: what a table writes its results on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import named
from clubscore.events.formats import numbered
from clubscore.events.models import Section
from clubscore.events.models.facts import side_label
from clubscore.events.plan import PlannedMeeting
from clubscore.events.scoring import dealt_line
from clubscore.events.state import EventState, RoundTable
from clubscore.papers.event_head import at_table, direction, heading, key_of, who_is
from clubscore.papers.flow import SetNames, set_names
from clubscore.papers.ledger import Identity
from clubscore.papers.pieces import (
    BOARDS,
    FIGURES,
    NOTES,
    PAIRS,
    PLACE,
    Back,
    Cutting,
    Grid,
    HeadLine,
    PaperPiece,
    PieceText,
    Upright,
    planned,
)
from clubscore.papers.sizes import ACROSS, MM, PADDING, PaperSize
from clubscore.papers.table_cards import (
    SideAt,
    board_range,
    counts_honours,
    deals_word,
    dealt,
    people_of,
    side_at,
    side_lines,
    whose,
)

PLACE_HIGH, AGREES_HIGH, SPARE_HIGH = 16.5, 10.5, 14.0
BACK_LINE_HIGH = 16.0
# A sheet of spare ones for late changes: two boards, as most rounds have.
SPARE, SPARE_BOARDS = 10, 2
NAMES_FROM = 14.0


class PickUpSlip(NamedTuple):
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


def slips(room: EventState, order: str = "table") -> list[PickUpSlip]:
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


def _slip(room: EventState, table: RoundTable, at: int, of: int) -> PickUpSlip:
    name = room.table_name(table.section, table.number)
    values = {"table": name, "round": table.place.round}
    return PickUpSlip(
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


def spare_slips(room: EventState) -> list[PickUpSlip]:
    """Return a sheet of slips on which everything is written by hand."""
    nobody = SideAt("", ())
    identity = whose(room.event)(_("Spare slip"))
    boards = (("", ""),) * SPARE_BOARDS
    one = PickUpSlip(
        identity, "", "", nobody, nobody, boards, "", deals_word(room.event),
        counts_honours(room.event),
    )  # fmt: skip
    count = {"count": SPARE}
    return [
        one._replace(mark=_("spare slip %(number)s of %(count)s") % {"number": at, **count})
        for at in range(1, SPARE + 1)
    ]


def slip_forms(all_slips: Sequence[PickUpSlip], paper: PaperSize) -> list[PaperPiece]:
    room = paper.width / ACROSS - 2 * PADDING - NAMES_FROM * MM
    names = [side.names for slip in all_slips for side in (slip.ns, slip.ew)]
    as_set = set_names(names, room, two_lines=False)
    return [_form(slip, as_set) for slip in all_slips]


def _form(slip: PickUpSlip, names: SetNames) -> PaperPiece:
    columns = _columns(slip)
    return PaperPiece(
        identity=slip.identity,
        mark=slip.mark,
        head=(_place(slip), *_sides(slip, names)),
        grid=Grid(columns, [_row(columns, *board) for board in slip.boards]),
        foot=(
            HeadLine(
                (PieceText(_("Checked and agreed by EW:"), NOTES, blank=25),),
                AGREES_HIGH,
                PieceText("☐ " + _("ruling on the back"), NOTES),
            ),
        ),
        back=_back(slip),
    )


def _back(slip: PickUpSlip) -> Back:
    """The small ruling form: which board, what happened, and what comes of it."""
    about = PieceText(_("Ruling"), PLACE, bold=True)
    board = PieceText(_("board"), NOTES, blank=9)
    law = PieceText(_("law"), NOTES, blank=12)
    stands = PieceText("☐ " + _("score stands"), NOTES)
    adjusted = PieceText("☐ " + _("adjusted: NS"), NOTES, blank=14)
    ew = PieceText(_("EW"), NOTES, blank=14)
    where = PieceText(slip.identity.place, NOTES)
    told = PieceText("☐ " + _("both sides informed"), NOTES)
    director = PieceText(_("director"), NOTES, blank=22)
    return Back(
        (HeadLine((about, board, law), PLACE_HIGH, where),),
        (
            HeadLine((stands, adjusted, ew), BACK_LINE_HIGH),
            HeadLine((told, director), BACK_LINE_HIGH),
        ),
    )


def _place(slip: PickUpSlip) -> HeadLine:
    """Where and when: table and round, at the right the boards; blanks on a spare one."""
    if not slip.table:
        return HeadLine(
            (
                PieceText(_("Table"), PLACE, bold=True, blank=16),
                PieceText(_("round"), PLACE, blank=12),
            ),
            PLACE_HIGH,
        )
    boards = board_range([int(number) for number, _dealt in slip.boards])
    return HeadLine(
        (
            PieceText(_("Table %(table)s") % {"table": slip.table}, PLACE, bold=True),
            PieceText(_("round %(round)s") % {"round": slip.round}, PLACE),
        ),
        PLACE_HIGH,
        PieceText(_("boards %(boards)s") % {"boards": boards}, PAIRS),
    )


def _sides(slip: PickUpSlip, names: SetNames) -> list[HeadLine]:
    if slip.table:
        return [
            *side_lines(_("NS"), slip.ns, names),
            *side_lines(_("EW"), slip.ew, names),
        ]
    return [
        HeadLine((PieceText(word, bold=True), PieceText("", at=9, blank=60)), SPARE_HIGH)
        for word in (_("NS"), _("EW"))
    ]


def _columns(slip: PickUpSlip) -> tuple[Upright, ...]:
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


# ---- What is written on, as plain texts.


def slips_text(room: EventState) -> Iterator[str]:
    """Pick-up slips of the rounds that are still to come, and of the one played now."""
    yield from heading(_("Score slips from this round"), room.event)
    yield from slip_lines(room)


def slip_lines(room: EventState) -> Iterator[str]:
    """Every slip: its place in the pile, its table and round, who sits there, its boards."""
    tables = [
        (number, table)
        for number in range(1, room.rounds + 1)
        for table in room.tables(number)
        if number >= room.now(table.section.pk)
    ]
    for at, (number, table) in enumerate(tables, 1):
        yield ""
        yield _("Slip %(number)s of %(count)s") % {"number": at, "count": len(tables)}
        yield from _slip_of_pencil_text(room, number, table)


def _slip_of_pencil_text(room: EventState, number: int, table: RoundTable) -> Iterator[str]:
    yield _("Table %(table)s, round %(round)s") % {
        "table": room.table_name(table.section, table.number),
        "round": number,
    }
    yield from at_table(room, table.section.pk, table.place.ns, table.place.ew)
    for board in table.place.boards:
        yield _("Board %(n)s") % {"n": board}
        yield f" {dealt_line(room.board(board), room.event)}"


def spare_slips_text(room: EventState) -> Iterator[str]:
    """A sheet of slips on which everything is written by hand, and what each asks for."""
    yield from heading(_("Spare slips"), room.event)
    yield ""
    yield _("Each has blanks for the table, the round, both sides and two boards.")


def rulings_text(room: EventState) -> Iterator[str]:
    """Ruling slips on which everything is written by hand, and what each asks for."""
    yield from heading(_("Blank ruling slips"), room.event)
    yield ""
    yield _("Each has blanks for the table, the round, the board, its dealer and vulnerability.")
    yield _("Who called, what happened, the law and the ruling.")
    yield _("Whether both sides are informed, and until when an appeal may be lodged.")
    yield _("The back has blanks for an appeal, its reasons and the decision.")


def travellers_text(room: EventState) -> Iterator[str]:
    """A traveller for each board: who plays it, in the order of the rounds."""
    yield from heading(_("Blank travellers"), room.event)
    for section in room.sections:
        plan = room.plan(section)
        for board in plan.boards:
            yield ""
            yield _("Board %(n)s") % {"n": room.board_name(section, board)}
            yield dealt_line(room.board(board), room.event)
            places = [p for p in plan.places.values() if p.is_played and board in p.boards]
            for place in sorted(places, key=attrgetter("round", "table")):
                yield f" {_meeting(room, section, place)}"


def _meeting(room: EventState, section: Section, place: PlannedMeeting) -> str:
    are = room.event.contestants_are
    return _("%(ns)s North–South, %(ew)s East–West") % {
        "ns": who_is(are, key_of(room, section.pk, place.ns)),
        "ew": who_is(are, key_of(room, section.pk, place.ew)),
    }


def blank_cards_text(room: EventState) -> Iterator[str]:
    """A card for each contestant: whom they meet on which boards."""
    yield from heading(_("Private score cards"), room.event)
    for section in room.sections:
        for number in range(1, room.plan(section).pairs + 1):
            yield ""
            called = room.table_name(section, number)
            yield numbered(room.event.contestants_are, called)
            yield named(people_of(room, section.pk, number))
            yield from _rounds(room, section, number)


def _rounds(room: EventState, section: Section, number: int) -> Iterator[str]:
    are = room.event.contestants_are
    for place in sorted(room.plan(section).of_pair(number), key=attrgetter("round", "table")):
        if not place.is_played:
            continue
        way = place.way_of(number)
        other = key_of(room, section.pk, place.ew if way == "ns" else place.ns)
        yield ""
        yield _("Round %(round)s, table %(table)s, %(way)s") % {
            "round": place.round,
            "table": room.table_name(section, place.table),
            "way": direction(way),
        }
        yield _("Against: %(names)s") % {"names": who_is(are, other)}
        for board in place.boards:
            yield " " + _("Board %(n)s: %(dealt)s") % {
                "n": board,
                "dealt": dealt_line(room.board(board), room.event),
            }


# ---- Travelling score sheets.

NUMBER, NUMBER_HIGH = 20.0, 24.0
# Lines for a table that joins late, where the piece has room for them.
FREE_ROWS = 2


class TravellerSheet(NamedTuple):
    """A traveller: its board, who deals it, whom it meets in the order of play."""

    identity: Identity
    board: str
    dealt: str
    pairs: tuple[tuple[str, str], ...]
    honours: bool


def travellers(room: EventState) -> list[TravellerSheet]:
    """Return a traveller for each board of each section."""
    found = []
    for section in room.sections:
        plan = room.plan(section)
        for board in plan.boards:
            places = [p for p in plan.places.values() if p.is_played and board in p.boards]
            places.sort(key=attrgetter("round", "table"))
            name = room.board_name(section, board)
            found.append(
                TravellerSheet(
                    whose(room.event)(_("Board %(n)s") % {"n": name}),
                    name,
                    dealt_line(room.board(board), room.event),
                    tuple((side_label(p.ns), side_label(p.ew)) for p in places),
                    counts_honours(room.event),
                )
            )
    return found


def traveller_forms(boards: Sequence[TravellerSheet], paper: PaperSize) -> list[PaperPiece]:
    """Return travellers as pieces, with free lines where that takes no more paper."""
    forms = [_form_of_traveller_sheets(each) for each in boards]
    free = [_with_free_rows(form) for form in forms]
    whole = Cutting(ACROSS)
    needed = planned(forms, paper, whole).count
    return free if planned(free, paper, whole).count == needed else forms


def _with_free_rows(form: PaperPiece) -> PaperPiece:
    blank = ("",) * len(form.grid.columns)
    return replace(form, grid=replace(form.grid, rows=[*form.grid.rows, *[blank] * FREE_ROWS]))


def _form_of_traveller_sheets(each: TravellerSheet) -> PaperPiece:
    blank = ("",) * (len(_columns_of_traveller_sheets(each)) - 2)
    return PaperPiece(
        identity=each.identity,
        head=(
            HeadLine(
                (
                    PieceText(each.board, NUMBER, bold=True),
                    PieceText(each.dealt, PAIRS, at=3),
                ),
                NUMBER_HIGH,
                PieceText(_("points"), NOTES),
            ),
        ),
        grid=Grid(_columns_of_traveller_sheets(each), [(*pair, *blank) for pair in each.pairs]),
    )


def _columns_of_traveller_sheets(each: TravellerSheet) -> tuple[Upright, ...]:
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
