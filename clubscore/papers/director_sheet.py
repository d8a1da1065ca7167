"""The director's sheet: who sits where with which boards, tables by rounds, and who is who.

Its grid knows no event, so a movement by itself has the same. Texts say where everyone goes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import both, listed, named, said
from clubscore.events.formats import numbered
from clubscore.events.models import Section
from clubscore.events.models.facts import Side, members, side_label
from clubscore.events.state import EventState
from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements.checker import ByStand, beside, shared_with
from clubscore.movements.kinds import KIND_NAMES
from clubscore.movements.rows import (
    BOARDS_A_ROUND,
    BOARDS_IN_PLAY,
    CONTESTANTS,
    NO_TABLE,
    ROUNDS,
    TABLES,
    Movement,
    MovementRow,
    counted,
)
from clubscore.movements.walks import Going, Stop, TableRound, guide, left_since, table_rounds
from clubscore.papers.caddy import WHOLE, BoardsPlace, caddy_forms, places, stand_forms, stands
from clubscore.papers.event_cards import guides, letter_of, sitting_out, tables
from clubscore.papers.event_head import (
    at_table,
    boards_words,
    direction,
    heading,
    identity_of,
    key_of,
    sits,
    state_of,
)
from clubscore.papers.flow import SetNames, set_names
from clubscore.papers.leaves import GAP, Head, LeafBlock, draw_leaf, leaf_pdf
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.movement_cards import (
    FOLDED,
    GUIDES,
    Names,
    guide_cards,
    guide_forms,
    private_cards,
    private_forms,
    table_cards,
    table_forms,
)
from clubscore.papers.movement_cards import TABLES as TABLE_CARDS
from clubscore.papers.pen import HAIR, LINE, STRONG, Feet, Pen, count_of, printed
from clubscore.papers.pieces import Cutting, Sheets, draw_sheets, planned
from clubscore.papers.sizes import MM, PaperSize
from clubscore.papers.slips_travellers import (
    slip_forms,
    slip_lines,
    slips,
    spare_slips,
    traveller_forms,
    travellers,
)
from clubscore.papers.table_cards import board_range, draw_tents, people_of, table_tents, whose
from clubscore.papers.typeface import BOLD, TEXT, width


def tonight_text(room: EventState) -> Iterator[str]:
    """All that a director lays out before play: cards of everyone and of tables, and slips."""
    yield from heading(_("Tonight's printouts"), room.event)
    yield from guide_lines(room)
    yield from table_lines(room)
    yield from slip_lines(room)


def director_text(room: EventState) -> Iterator[str]:
    """Who sits where in every round, who sits out, and who is who."""
    yield from heading(_("Director's sheet"), room.event)
    are = room.event.contestants_are
    for section in room.sections:
        yield from _who_is_who(room, section)
    for section in room.sections:
        for number in range(1, room.plan(section).rounds + 1):
            yield ""
            yield _section_round(room, section, number)
            yield from _places(room, section, number)
            for each in sitting_out(room, section, number):
                who = numbered(are, room.table_name(section, each))
                yield _("%(who)s sits out") % {"who": who}


def _who_is_who(room: EventState, section: Section) -> Iterator[str]:
    yield ""
    for number in range(1, room.plan(section).pairs + 1):
        who = numbered(room.event.contestants_are, room.table_name(section, number))
        names = named(people_of(room, section.pk, number))
        yield _("%(who)s: %(names)s") % {"who": who, "names": names}


def _section_round(room: EventState, section: Section, number: int) -> str:
    letter = letter_of(room, section)
    if not letter:
        return _("Round %(round)s") % {"round": number}
    values = {"letter": letter, "round": number}
    return _("Section %(letter)s, round %(round)s") % values


def _places(room: EventState, section: Section, number: int) -> Iterator[str]:
    plan, are = room.plan(section), room.event.contestants_are
    if not plan.is_drawn(number):
        yield _("Not drawn yet")
        return
    for place in plan.of_round(number):
        if place.is_played:
            yield _("Table %(table)s") % {"table": room.table_name(section, place.table)}
            yield f" {sits(are, key_of(room, section.pk, place.ns), 'ns')}"
            yield f" {sits(are, key_of(room, section.pk, place.ew), 'ew')}"
            yield f" {boards_words(board_range(place.boards))}"


def guides_text(room: EventState) -> Iterator[str]:
    """Everyone's guide card, as the movement stands now."""
    yield from heading(_("Guide cards"), room.event)
    yield from guide_lines(room)


def guide_lines(room: EventState) -> Iterator[str]:
    """Every guide card below each other."""
    for section in room.sections:
        for number in range(1, room.plan(section).pairs + 1):
            yield from guide_of(room, section, number)


def guide_of(room: EventState, section: Section, number: int) -> Iterator[str]:
    """One contestant's way through the rounds; of a team both halves'."""
    movement = room.plan(section).movement
    gone = left_since(movement).get(number, movement.rounds + 1)
    halves = ("NS", "EW") if movement.contestants_are == "teams" else ("",)
    title = numbered(movement.contestants_are, room.table_name(section, number))
    for half in halves:
        yield ""
        values = {"who": title, "way": direction(half)}
        yield _("%(who)s, %(way)s") % values if half else title
        yield named(people_of(room, section.pk, number))
        for stop in guide(movement, number, half):
            if stop.round < gone:
                yield from _stop(room, section, movement, stop)


def _stop(room: EventState, section: Section, movement: Movement, stop: Stop) -> Iterator[str]:
    if not stop.opponents:
        yield _("Round %(round)s: sit out") % {"round": stop.round}
        return
    yield _("Round %(round)s: table %(table)s, %(seat)s") % {
        "round": stop.round,
        "table": room.table_name(section, stop.table),
        "seat": _seat(stop.seat),
    }
    are = movement.contestants_are
    if stop.partner:
        partner = numbered(are, room.table_name(section, stop.partner))
        yield " " + _("With: %(names)s") % {"names": partner}
    against = both(numbered(are, room.table_name(section, each)) for each in stop.opponents)
    yield " " + _("Against: %(names)s") % {"names": against}
    yield f" {boards_words(board_range(stop.boards))}"


def _seat(seat: str) -> str:
    words = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}
    return words.get(seat) or direction(seat)


def tables_text(room: EventState) -> Iterator[str]:
    """Every table's card, as the movement stands now."""
    yield from heading(_("Table cards"), room.event)
    yield from table_lines(room)


def table_lines(room: EventState) -> Iterator[str]:
    """Every table's card below each other."""
    for section in room.sections:
        for table in range(1, room.plan(section).tables + 1):
            yield from table_of(room, section, table)


def table_of(room: EventState, section: Section, table: int) -> Iterator[str]:
    """One table's card: who comes, and where they and the boards go."""
    yield ""
    yield _("Table %(table)s") % {"table": room.table_name(section, table)}
    for each in table_rounds(room.plan(section).movement, table):
        yield ""
        yield _("Round %(round)s") % {"round": each.round}
        place = room.plan(section).places[each.round, table]
        yield from at_table(room, section.pk, place.ns, place.ew)
        yield boards_words(board_range(each.boards))
        if others := shared_with(room.plan(section).movement).get((each.round, table)):
            names = both(room.table_name(section, other) for other in others)
            yield " " + _("The same boards are played at table %(tables)s") % {"tables": names}
        stand = beside(room.plan(section).movement).get((each.round, table), ByStand(False, 0))
        if stand.comes:
            yield " " + _("The boards come from the stand")
        yield from _goings(room, section, each, table, stand)


def _goings(
    room: EventState, section: Section, each: TableRound, table: int, stand: ByStand
) -> Iterator[str]:
    for going in each.going:
        yield f" {_going(room, section, going)}"
    if each.boards_to is None:
        yield " " + _("The boards are finished")
    elif each.boards_to == NO_TABLE:
        yield " " + _("The boards go to the stand")
        if stand.goes_for:
            to = room.table_name(section, stand.goes_for)
            yield " " + _("They are for table %(table)s") % {"table": to}
    elif each.boards_to == table:
        yield " " + _("The boards stay")
    else:
        to = room.table_name(section, each.boards_to)
        yield " " + _("The boards go to table %(table)s") % {"table": to}


def _going(room: EventState, section: Section, going: Going) -> str:
    who = numbered(room.event.contestants_are, room.table_name(section, going.number))
    if going.left:
        return _("%(who)s goes home") % {"who": who}
    if going.table == NO_TABLE:
        return _("%(who)s sits out") % {"who": who}
    return _("%(who)s goes to table %(table)s, %(seat)s") % {
        "who": who,
        "table": room.table_name(section, going.table),
        "seat": _seat(going.seat),
    }


def tents_text(room: EventState) -> Iterator[str]:
    """Every table's tent: its number, and who plays which boards there round by round."""
    yield from heading(_("Table tents"), room.event)
    are = room.event.contestants_are
    for section in room.sections:
        plan = room.plan(section)
        for table in range(1, plan.tables + 1):
            yield ""
            yield _("Table %(table)s") % {"table": room.table_name(section, table)}
            for each in table_rounds(plan.movement, table):
                place = plan.places[each.round, table]
                yield _("Round %(round)s") % {"round": each.round}
                if place.ns is not None:
                    yield f" {sits(are, key_of(room, section.pk, place.ns), 'ns')}"
                if place.ew is not None:
                    yield f" {sits(are, key_of(room, section.pk, place.ew), 'ew')}"
                yield f" {boards_words(board_range(each.boards))}"


def sides_text(room: EventState) -> Iterator[str]:
    """The cards of every table's sides: a line a table."""
    yield from heading(_("Side cards"), room.event)
    yield ""
    for section in room.sections:
        for table in range(1, room.plan(section).tables + 1):
            called = {"table": room.table_name(section, table)}
            yield _("Table %(table)s: North, East, South, West") % called


def caddy_text(room: EventState) -> Iterator[str]:
    """Where each set of boards is round by round, and what waits on stands."""
    yield from heading(_("Boards to carry"), room.event)
    for section in room.sections:
        if section.pk in room.plans:
            if len(room.sections) > 1:
                yield ""
                yield _("Section %(letter)s") % {"letter": section.letter}
            for number in range(1, room.plan(section).rounds + 1):
                yield ""
                yield _("Round %(round)s") % {"round": number}
                for boards, where in places(room, section, number).items():
                    yield f" {_lie(board_range(boards), where)}"
            yield from _stands(room, section)


def _lie(boards: str, where: BoardsPlace) -> str:
    values = {"boards": boards_words(boards), "where": where.tables or where.word}
    if where.tables:
        return _("%(boards)s: table %(where)s") % values
    return pgettext("where boards are", "%(boards)s: %(where)s") % values


def _stands(room: EventState, section: Section) -> Iterator[str]:
    for stand in stands(room, section):
        yield ""
        yield _("Stand before table %(table)s") % {"table": stand.after}
        yield stand.said
        for rounds, boards, before in stand.waits:
            round_words = _("Round %(round)s") if rounds.isdigit() else _("Rounds %(round)s")
            told = round_words % {"round": rounds}
            yield " " + pgettext("where boards wait", "%(rounds)s: %(boards)s") % {
                "rounds": told,
                "boards": boards_words(boards),
            }
            yield "  " + _("From table: %(place)s") % {"place": before}


# ---- The grid of a director's sheet.

TITLE_HIGH, HEADS, NUMBER = 20.0, 14.0, 11.0
WORDS, CALLED = 8.0, 9.0
# A column beside its widest text, and the widest. What the head of a sheet takes at most.
BESIDE, MOST_WIDE, HEAD_HIGH = 1.6 * MM, 30 * MM, 110.0
# Who is who: columns of names, as many as hold each on a line; what stands before a name, a line.
COLUMNS, BEFORE_NAME, NAME_LINE = (3, 2), 9 * MM, 3.8 * MM


class GridScale(NamedTuple):
    """Sizes of sides and boards, how high a line of them is, and a row without its lines."""

    sides: float
    boards: float
    line: float
    around: float

    def high(self, lines: int) -> float:
        """Return how high a row of so many lines is."""
        return self.around + self.line * lines


ROOMY, CLOSE = GridScale(11.0, 9.0, 12.0, 6.0), GridScale(9.0, 8.0, 9.4, 3.0)


class Meeting(NamedTuple):
    """A table in a round: its sides, a line or two, and its boards; nothing where nobody meets."""

    sides: tuple[str, ...] = ()
    boards: str = ""

    def wide(self, scale: GridScale) -> float:
        """Return how wide its widest line is."""
        sides = (width(line, BOLD, scale.sides) for line in self.sides)
        return max([width(self.boards, TEXT, scale.boards), *sides])


class Hall(NamedTuple):
    """A section: what it is called, its facts, each table with its rounds, who sits out in each.

    ``who`` are the contestants: what they are called and their names.
    """

    title: str
    facts: tuple[str, ...]
    rounds: int
    tables: Sequence[tuple[str, Sequence[Meeting]]]
    out: Sequence[str]
    who: Sequence[tuple[str, tuple[str, ...]]]

    @property
    def lines(self) -> int:
        """How many lines a meeting takes."""
        return 1 + max(
            (len(m.sides) for _name, meetings in self.tables for m in meetings), default=1
        )


def sheet_of(head: Head, halls: Sequence[Hall], paper: PaperSize) -> tuple[Head, list[LeafBlock]]:
    """Return the sheet of some sections: roomy where that is one page, else close."""
    told = _("In each place North–South stand first, and the boards below.")
    head = head._replace(facts=(*head.facts, told))
    for scale in (ROOMY, CLOSE):
        blocks = [block for hall in halls for block in _blocks(hall, scale, paper)]
        if sum(block.height + block.foot for block in blocks) <= paper.tall - HEAD_HIGH:
            break
    return head, blocks


def facts_of(movement: Movement, title: str = "") -> tuple[str, ...]:
    """Return what a movement is, in sentences: its kind, its numbers, its notes."""
    counts = (
        counted(CONTESTANTS[movement.contestants_are], movement.contestants),
        counted(TABLES, movement.tables),
        counted(ROUNDS, movement.rounds),
        counted(BOARDS_A_ROUND, movement.boards_per_set),
    )
    kind = _(KIND_NAMES.get(movement.kind, movement.kind))
    facts = [f"{listed([*filter(None, [title]), kind, *map(said, counts)])}."]
    return (*facts, *map(said, movement.notes))


def meeting_of(ns: Side | None, ew: Side | None, boards: Iterable[int]) -> Meeting:
    """Return who meets whom with which boards; players by two lines, pairs by one."""
    one, other, said_boards = side_label(ns), side_label(ew), board_range(tuple(boards))
    if len(members(ns)) > 1:
        return Meeting((one, other), said_boards)
    text = pgettext("meeting", "%(ns)s v %(ew)s") % {"ns": one, "ew": other}
    return Meeting((text,), said_boards)


def _blocks(hall: Hall, scale: GridScale, paper: PaperSize) -> list[LeafBlock]:
    """The grid of a section, in bands of rounds where a page is too narrow, then its names."""
    out = _("sit out")
    first = max(width(out, TEXT, WORDS), *(width(n, BOLD, NUMBER) for n, _rounds in hall.tables))
    first += 3 * MM
    every = [meeting.wide(scale) for _name, meetings in hall.tables for meeting in meetings]
    least = max([*every, *(width(each, TEXT, WORDS) for each in hall.out), 8 * MM]) + BESIDE
    most = max(1, int((paper.room - first) / least))
    bands = -(-hall.rounds // most)
    each = -(-hall.rounds // bands)
    grid = _RoundsGrid(hall, scale, first, min(MOST_WIDE, (paper.room - first) / each), out)
    found = [
        grid.band(range(at, min(at + each, hall.rounds))) for at in range(0, hall.rounds, each)
    ]
    return [*found, *([_who(hall, paper)] if hall.who else [])]


class _RoundsGrid(NamedTuple):
    """The grid of a section: how wide its first column is, and each of the others."""

    hall: Hall
    scale: GridScale
    first: float
    wide: float
    out: str

    def band(self, rounds: range) -> LeafBlock:
        """Return some rounds of every table, and below them who sits out."""
        title = TITLE_HIGH if self.hall.title else 0.0
        high, tables = self.scale.high(self.hall.lines), len(self.hall.tables)
        full = self.first + self.wide * len(rounds)

        def head(pen: Pen, x: float, y: float) -> None:
            if self.hall.title:
                with pen.tagged("Caption"):
                    pen.text(x, y + 12, self.hall.title, BOLD, NUMBER)
            self._heads(pen, rounds, x, y + title)
            pen.rule(x, y + title + HEADS, full, STRONG)

        def row(pen: Pen, x: float, y: float, number: int) -> None:
            with pen.tagged("TR"):
                if number < tables:
                    self._table(pen, number, rounds, x, y)
                else:
                    self._sits_out(pen, rounds, x, y)
            bottom = y + (high if number < tables else HEADS)
            pen.rule(x, bottom, full, LINE if number == tables - 1 else HAIR)
            for at in range(len(rounds) + 1):
                left = x + self.first + at * self.wide
                pen.line(left, y, left, bottom, HAIR)

        is_out = any(self.hall.out[at] for at in rounds)
        rows = [high] * tables + [HEADS] * is_out
        return LeafBlock(title + HEADS, head, rows, row, splits_at=len(rows) + 1)

    def _middle(self, at: int) -> float:
        return self.first + (at + 0.5) * self.wide

    def _heads(self, pen: Pen, rounds: range, x: float, y: float) -> None:
        with pen.tagged("TR"):
            with pen.tagged("TH"):
                pen.text(x, y + 9.5, _("table"), TEXT, WORDS)
            for at, number in enumerate(rounds):
                word = _("round %(round)s") % {"round": number + 1}
                shown = word if width(word, TEXT, WORDS) < self.wide - 2 else str(number + 1)
                with pen.tagged("TH"):
                    pen.text(x + self._middle(at), y + 9.5, shown, TEXT, WORDS, "middle")

    def _table(self, pen: Pen, number: int, rounds: range, x: float, y: float) -> None:
        name, meetings = self.hall.tables[number]
        scale, high = self.scale, self.scale.high(self.hall.lines)
        with pen.tagged("TH"), pen.column("table"):
            pen.text(x, y + high / 2 + NUMBER * 0.36, name, BOLD, NUMBER)
        for at, each in enumerate(rounds):
            middle, base = x + self._middle(at), y + scale.around / 2 + scale.sides * 0.8
            with pen.tagged("TD"):
                for line in meetings[each].sides:
                    with pen.column("sides"):
                        pen.text(middle, base, line, BOLD, scale.sides, "middle")
                    base += scale.line
                with pen.column("boards"):
                    pen.text(middle, base, meetings[each].boards, TEXT, scale.boards, "middle")

    def _sits_out(self, pen: Pen, rounds: range, x: float, y: float) -> None:
        with pen.tagged("TH"):
            pen.text(x, y + 9.5, self.out, TEXT, WORDS)
        for at, each in enumerate(rounds):
            with pen.tagged("TD"), pen.column("out"):
                pen.text(x + self._middle(at), y + 9.5, self.hall.out[each], TEXT, WORDS, "middle")


def _who(hall: Hall, paper: PaperSize) -> LeafBlock:
    """Who is who, in columns read downwards: as many as hold everyone's name on a line."""
    names = [people for _number, people in hall.who]
    for columns in COLUMNS:
        room = paper.room / columns
        as_set = set_names(names, room - BEFORE_NAME - GAP, two_lines=False)
        if as_set.most == 1:
            break
    return _names(hall, as_set, columns, room)


def _names(hall: Hall, as_set: SetNames, columns: int, room: float) -> LeafBlock:
    count = -(-len(hall.who) // columns)
    high = 0.6 * MM + NAME_LINE * as_set.most

    def head(_pen: Pen, _x: float, _y: float) -> None:
        """The rows say by themselves what they are."""

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        for column in range(columns):
            at = number + column * count
            if at < len(hall.who):
                called, people = hall.who[at]
                left = x + column * room
                pen.text(left + BEFORE_NAME - 3 * MM, y + 9, called, BOLD, CALLED, "right")
                for line, text in enumerate(as_set.lines[people]):
                    with pen.column("names"):
                        pen.text(
                            left + BEFORE_NAME, y + 9 + line * NAME_LINE, text, TEXT, as_set.size
                        )

    return LeafBlock(GAP / 4, head, [high] * count, row, splits_at=len(hall.who) + 1)


# ---- Papers that are cut apart, on their sheets.

HALVES = Cutting()


def slip_plans(room: EventState, paper: PaperSize, order: str) -> list[Sheets]:
    """Return the slips from this round on."""
    return [planned(slip_forms(slips(room, order), paper), paper, HALVES)]


def spare_plans(room: EventState, paper: PaperSize, _order: str) -> list[Sheets]:
    """Return a sheet of slips without anything on them."""
    return [planned(slip_forms(spare_slips(room), paper), paper, HALVES)]


def traveller_plans(room: EventState, paper: PaperSize, _order: str) -> list[Sheets]:
    """Return a traveller for each board."""
    return [planned(traveller_forms(travellers(room), paper), paper, HALVES)]


def private_plans(room: EventState, paper: PaperSize, _order: str) -> list[Sheets]:
    """Return a card for everyone, to fold."""
    return [planned(private_forms(private_cards(room), paper), paper, FOLDED)]


def guide_plans(room: EventState, paper: PaperSize, _order: str) -> list[Sheets]:
    """Return everyone's guide card."""
    return [planned(guide_forms(guides(room), whose(room.event), paper), paper, GUIDES)]


def table_plans(room: EventState, paper: PaperSize, _order: str) -> list[Sheets]:
    """Return every table's card."""
    return [planned(table_forms(tables(room), whose(room.event), paper), paper, TABLE_CARDS)]


def caddy_plans(room: EventState, paper: PaperSize, _order: str) -> list[Sheets]:
    """Return the caddy's card, then a card for each stand on which boards wait."""
    plans = [
        planned(caddy_forms(room, paper), paper, WHOLE),
        planned(stand_forms(room), paper, HALVES),
    ]
    return [plan for plan in plans if plan.count]


def tonight_plans(room: EventState, paper: PaperSize, order: str) -> list[Sheets]:
    """Return all that is cut apart for an evening, in the order in which it is handed out."""
    return [plan for plan in _tonight(room, paper, order) if plan.count]


def _tonight(room: EventState, paper: PaperSize, order: str) -> Iterator[Sheets]:
    yield from guide_plans(room, paper, order)
    yield from table_plans(room, paper, order)
    yield from slip_plans(room, paper, order)
    yield from spare_plans(room, paper, order)


def director_leaf(room: EventState, paper: PaperSize) -> bytes:
    """Return the director's sheet as a PDF: twenty tables take a page."""
    head, blocks = _sheet(room, paper)
    return leaf_pdf(head, blocks, paper)


def draw_director(pen: Pen, room: EventState) -> None:
    """Draw the same before an evening's other papers."""
    draw_leaf(pen, *_sheet(room, pen.paper))


def _sheet(room: EventState, paper: PaperSize) -> tuple[Head, list[LeafBlock]]:
    event = room.event
    halls = [_hall(room, section) for section in room.sections]
    facts = [state_of(event), *(fact for hall in halls for fact in hall.facts)]
    head = Head(_("Director's sheet"), identity_of(event), facts, event.club.name)
    return sheet_of(head, halls, paper)


def _hall(room: EventState, section: Section) -> Hall:
    plan = room.plan(section)
    rounds, numbers = range(1, plan.rounds + 1), range(1, plan.pairs + 1)
    letter = letter_of(room, section)
    title = _("Section %(letter)s") % {"letter": letter} if letter else ""
    tables = [
        (
            room.table_name(section, table),
            [_meeting(room, section, number, table) for number in rounds],
        )
        for table in range(1, plan.tables + 1)
    ]
    return Hall(
        title,
        _facts(room, section, title),
        plan.rounds,
        tables,
        [", ".join(map(str, sitting_out(room, section, number))) for number in rounds],
        [(room.table_name(section, each), people_of(room, section.pk, each)) for each in numbers],
    )


def _facts(room: EventState, section: Section, title: str) -> tuple[str, ...]:
    return facts_of(room.plan(section).movement, title)


def _meeting(room: EventState, section: Section, number: int, table: int) -> Meeting:
    plan = room.plan(section)
    place = plan.places.get((number, table))
    if place is None or not place.is_played or not plan.is_drawn(number):
        return Meeting()
    return meeting_of(place.ns, place.ew, place.boards)


# ---- The director's sheet of a movement by itself.

COPIES = gettext_noop("copies: %(copies)s")


def draw_movement(
    pen: Pen, movement: Movement, title: str, names: Mapping[int, tuple[str, ...]]
) -> None:
    """Draw who sits where with which boards; who is who where any names are known."""
    draw_leaf(pen, *_sheet_of_movement_leaf(movement, title, names, pen.paper))


def _sheet_of_movement_leaf(
    movement: Movement, title: str, names: Mapping[int, tuple[str, ...]], paper: PaperSize
) -> tuple[Head, list[LeafBlock]]:
    rows = {(row.round, row.table): row for row in movement.rows}
    rounds = range(1, movement.rounds + 1)
    hall = Hall(
        title="",
        facts=(),
        rounds=movement.rounds,
        tables=[
            (
                str(table),
                [
                    _meeting_of_movement_leaf(movement, rows.get((number, table)))
                    for number in rounds
                ],
            )
            for table in range(1, movement.tables + 1)
        ],
        out=[_resting(movement, number) for number in rounds],
        who=[(str(number), names[number]) for number in sorted(names)],
    )
    boards = counted(BOARDS_IN_PLAY, movement.sets * movement.boards_per_set)
    copies = Phrase(COPIES, {"copies": movement.copies})
    more = _("%(boards)s, %(copies)s.") % {"boards": said(boards), "copies": said(copies)}
    head = Head(_("Director's sheet"), title, (*facts_of(movement), more), "")
    return sheet_of(head, [hall], paper)


def _meeting_of_movement_leaf(movement: Movement, row: MovementRow | None) -> Meeting:
    if row is None or not row.is_played:
        return Meeting()
    return meeting_of(_side(row.ns), _side(row.ew), movement.boards_of(row))


def _side(seated: Sequence[int]) -> Side:
    return (seated[0], seated[1]) if len(seated) > 1 else seated[0]


def _resting(movement: Movement, number: int) -> str:
    """Return who sits out in a round, wherever they wait."""
    resting = (one for row in movement.rows_of_round(number) if not row.is_played
               for one in row.seated)  # fmt: skip
    return ", ".join(map(str, sorted(resting)))


def movement_pdf(
    movement: Movement, paper: PaperSize, title: str = "", names: Names | None = None
) -> bytes:
    """Return a movement as a PDF: the director's sheet, guide cards, table cards, table tents.

    Without a title it is that of the kind; `names` are those of the contestants by number.
    """
    title = title or _(KIND_NAMES.get(movement.kind, movement.kind))
    told = imprint(title, subject=_("Movement"))
    at = partial(Identity, "", title, "")
    plans = card_plans(movement, names or {}, paper, at)
    tents = table_tents(movement, at)

    def director(pen: Pen) -> None:
        draw_movement(pen, movement, title, names or {})

    def put(pen: Pen) -> None:
        with pen.with_feet(Feet(told, count_of(director, paper))):
            director(pen)
        for plan in plans:
            draw_sheets(pen, plan, told)
        draw_tents(pen, tents, told)

    return printed(put, paper, told, sheets=sum(plan.count for plan in plans) + len(tents))


def card_plans(
    movement: Movement,
    names: Names,
    paper: PaperSize,
    at: Callable[[str], Identity],
    letter: str = "",
) -> list[Sheets]:
    """Return everyone's guide card and every table's card as they go on sheets.

    `letter` is the section's where there are more, and stands before numbers of pairs and tables.
    """
    guides = guide_forms(guide_cards(movement, names, letter), at, paper)
    tables = table_forms(table_cards(movement, names, letter), at, paper)
    return [planned(guides, paper, GUIDES), planned(tables, paper, TABLE_CARDS)]
