"""Cards that say where to go: a guide for everyone, one for each table, private score cards."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording import both, listed, named
from clubscore.events.formats import TEAMS, numbered
from clubscore.events.models import Section
from clubscore.events.models.facts import members, side_label
from clubscore.events.plan import PlannedMeeting
from clubscore.events.state import EventState
from clubscore.movements.checker import ByStand, beside, shared_with
from clubscore.movements.rows import NO_TABLE, Movement
from clubscore.movements.walks import Going, Stop, TableRound, guide, left_since, table_rounds
from clubscore.papers.flow import SetNames, set_names
from clubscore.papers.ledger import Identity
from clubscore.papers.pieces import (
    BETWEEN_NAMES,
    BOARDS,
    CARD,
    FIGURES,
    NAMES_HIGH,
    NOTES,
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
from clubscore.papers.sizes import ACROSS, MM, PADDING, PaperSize, RowHeights
from clubscore.papers.table_cards import (
    EN_DASH,
    board_range,
    counts_honours,
    deals_word,
    dealt,
    people_of,
    whose,
)
from clubscore.papers.typeface import BOLD, width

STAND = NO_TABLE
# {number: names of its people}.
Names = Mapping[int, tuple[str, ...]]


class GuideCard(NamedTuple):
    """A card: its title, who it is for where that is known, its columns and rows."""

    title: str
    names: tuple[str, ...]
    columns: tuple[Upright, ...]
    rows: tuple[tuple[Cell, ...], ...]


def guide_cards(movement: Movement, names: Names, letter: str = "") -> list[GuideCard]:
    """Return a card for everyone, in the order of the numbers; one for each half of a team."""
    return [
        card
        for number in range(1, movement.contestants + 1)
        for card in guides_of(movement, number, names.get(number, ()), letter)
    ]


def guides_of(
    movement: Movement, number: int, people: tuple[str, ...], letter: str = ""
) -> list[GuideCard]:
    """Return the card of one contestant: the way through the rounds; two for a team."""
    halves = ("NS", "EW") if movement.contestants_are == "teams" else ("",)
    return [_guide(movement, number, half, people, letter) for half in halves]


def _guide(
    movement: Movement, number: int, half: str, people: tuple[str, ...], letter: str
) -> GuideCard:
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
    return GuideCard(title, people, columns, rows)


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


def table_cards(movement: Movement, names: Names, letter: str = "") -> list[GuideCard]:
    """Return the card of every table, in their order."""
    tables = range(1, movement.tables + 1)
    return [table_card(movement, table, names, letter) for table in tables]


def table_card(movement: Movement, table: int, names: Names, letter: str = "") -> GuideCard:
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
    return GuideCard(_("Table %(table)s") % {"table": f"{letter}{table}"}, (), columns, rows)


def _at(stand: Mapping[tuple[int, int], ByStand], round_: int, table: int) -> ByStand:
    return stand.get((round_, table), ByStand(False, 0))


def _boards(boards: tuple[int, ...], others: tuple[int, ...], stand: ByStand) -> Cell:
    """Return boards, and below them which other tables play from the same, and where they lie."""
    lines = [board_range(boards)]
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


# ---- Private score cards.

PLACE_HIGH, SUM_HIGH, OUT_HIGH = 17.0, 14.0, 11.0
# As high as the sheet, folded twice to a third of it.
FOLDED = Cutting(ACROSS, 1, (1 / 3, 2 / 3))


class CardBoard(NamedTuple):
    """A board of a card: its round and table where it is the first there, else nothing."""

    round: str
    table: str
    board: str
    dealt: str
    against: str


class PrivateCard(NamedTuple):
    """A card: who carries it, where they start, their boards, the rounds that they sit out."""

    identity: Identity
    title: str
    names: tuple[str, ...]
    start: str
    boards: tuple[CardBoard, ...]
    ends: frozenset[int]
    out: tuple[int, ...]
    deals_word: str
    honours: bool


def private_cards(room: EventState) -> list[PrivateCard]:
    """Return everyone's card in the order of numbers; of a team one for each half."""
    found = []
    for section in room.sections:
        for number in range(1, room.plan(section).pairs + 1):
            is_team = room.event.contestants_are == TEAMS
            for half in ("ns", "ew") if is_team else ("",):
                found.append(_card(room, section, number, half))
    return found


def _card(room: EventState, section: Section, number: int, half: str) -> PrivateCard:
    plan = room.plan(section)
    places = sorted(plan.of_pair(number), key=attrgetter("round", "table"))
    places = [each for each in places if each.is_played]
    if half:
        places = [each for each in places if number in members(each.side(half))]
    boards: list[CardBoard] = []
    ends = []
    for place in places:
        boards += _of_place(room, section, place, number, half)
        ends.append(len(boards))
    played = {each.round for each in places}
    title = numbered(room.event.contestants_are, room.table_name(section, number))
    if half:
        title = f"{title} · {_way(half)}"
    return PrivateCard(
        whose(room.event)(title),
        title,
        people_of(room, section.pk, number),
        _start(room, section, places[0], half or places[0].way_of(number)) if places else "",
        tuple(boards),
        frozenset(ends),
        tuple(each for each in range(1, plan.rounds + 1) if each not in played and places),
        deals_word(room.event, narrow=True),
        counts_honours(room.event),
    )


def _of_place(
    room: EventState, section: Section, place: PlannedMeeting, number: int, half: str
) -> list[CardBoard]:
    way = half or place.way_of(number)
    table = f"{room.table_name(section, place.table)} {_way(way)}"
    against = side_label(place.ew if way == "ns" else place.ns)
    return [
        CardBoard(
            "" if at else str(place.round),
            "" if at else table,
            str(board),
            dealt(room.board(board), room.event),
            "" if at else against,
        )
        for at, board in enumerate(place.boards)
    ]


def _way(way: str) -> str:
    return _("NS") if way == "ns" else _("EW")


def _start(room: EventState, section: Section, place: PlannedMeeting, way: str) -> str:
    words = {"ns": _("North–South"), "ew": _("East–West")}
    values = {"table": room.table_name(section, place.table), "side": words[way]}
    return _("start: table %(table)s, %(side)s") % values


def private_forms(cards: Sequence[PrivateCard], paper: PaperSize) -> list[PaperPiece]:
    room = paper.width / ACROSS - 2 * PADDING
    names = set_names([card.names for card in cards], room, two_lines=False)
    return [_form(card, names) for card in cards]


def _form(card: PrivateCard, names: SetNames) -> PaperPiece:
    start = PieceText(card.start, PAIRS)
    lines = names.lines[card.names]
    columns = _columns(card)
    return PaperPiece(
        identity=card.identity,
        head=(
            HeadLine((PieceText(card.title, PLACE, bold=True),), PLACE_HIGH, start),
            *(HeadLine((PieceText(line, names.size),), NAMES_HIGH) for line in lines),
        ),
        grid=Grid(columns, [_row(columns, each) for each in card.boards], strong=card.ends),
        foot=tuple(_foot(card)),
    )


def _foot(card: PrivateCard) -> list[HeadLine]:
    found = [HeadLine((PieceText(_("sum"), PAIRS, blank=28),), SUM_HIGH)]
    if card.out:
        text = ngettext(
            "Sits out in round %(rounds)s.", "Sits out in rounds %(rounds)s.", len(card.out)
        ) % {"rounds": listed(card.out)}
        found.append(HeadLine((PieceText(text, NOTES),), OUT_HIGH))
    return found


def _columns(card: PrivateCard) -> tuple[Upright, ...]:
    shared = (
        Upright(pgettext("column: round", "r"), 6),
        Upright(_("table"), 10),
        Upright(_("board"), 9, BOARDS, bold=True),
        Upright(card.deals_word, 12),
        Upright(_("against"), 11.5, PAIRS),
        Upright(_("contract"), 14 if not card.honours else 13, grows=True),
        Upright(pgettext("column: declarer", "by"), 6.5),
    )
    if card.honours:
        return (
            *shared,
            Upright(_("honours"), 11),
            Upright(_("score"), 11),
            Upright(pgettext("column: points", "pts"), 6, FIGURES),
        )
    return (
        *shared,
        Upright(pgettext("column: over or under", "±"), 7),
        Upright(_("score"), 11),
        Upright(pgettext("column: points", "pts"), 6, FIGURES),
    )


def _row(columns: tuple[Upright, ...], each: CardBoard) -> tuple[str, ...]:
    return (*each, *("",) * (len(columns) - len(each)))


# ---- Guide cards and table cards as pieces of paper.

GUIDES, TABLES = Cutting(ACROSS), Cutting(1)
TITLE_HIGH, KEEP_HIGH = 27.0, 13.0
BESIDE = 6.0
# Two names below each other, and a little between the rules and them.
TWO_NAMES = 8.2 * MM


def guide_forms(
    cards: Sequence[GuideCard], at: Callable[[str], Identity], paper: PaperSize
) -> list[PaperPiece]:
    """Return guide cards as pieces: the number large, beside it who carries it."""
    inner = paper.width / ACROSS - 2 * PADDING
    beside = max((width(card.title, BOLD, CARD) for card in cards), default=0) + BESIDE
    names = set_names([card.names for card in cards], inner - beside, two_lines=True)
    keep = PieceText(_("Keep this card all evening and move when the round is called."), NOTES)
    return [
        PaperPiece(
            identity=at(card.title),
            head=_guide_head(card, names, beside / MM),
            grid=Grid(card.columns, card.rows),
            foot=(HeadLine((keep,), KEEP_HIGH),),
        )
        for card in cards
    ]


def _guide_head(card: GuideCard, names: SetNames, beside: float) -> tuple[HeadLine, ...]:
    """The title with the first line of names beside it; further lines below it."""
    lines = names.lines[card.names] or ("",)
    title = PieceText(card.title, CARD, bold=True)
    if len(lines) == 1:
        return (HeadLine((title, PieceText(lines[0], names.size, at=beside)), TITLE_HIGH),)
    step = NAMES_HIGH
    both = (
        PieceText(line, names.size, at=beside, rise=step * (0.85 - at))
        for at, line in enumerate(lines)
    )
    return (HeadLine((title, *both), TITLE_HIGH + step * max(0, len(lines) - 2)),)


def table_forms(
    cards: Sequence[GuideCard], at: Callable[[str], Identity], paper: PaperSize
) -> list[PaperPiece]:
    """Return table cards as pieces, each as wide as the sheet."""
    inner = paper.width - 2 * PADDING
    set_cards, most = _names_set(cards, inner)
    high = RowHeights(TWO_NAMES, 7.9 * MM) if most > 1 else PENCIL
    if most > 2:
        high = RowHeights(most * BETWEEN_NAMES + 3, most * BETWEEN_NAMES + 3)
    return [
        PaperPiece(
            identity=at(card.title),
            head=(HeadLine((PieceText(card.title, CARD, bold=True),), TITLE_HIGH),),
            grid=Grid(card.columns, card.rows, high),
        )
        for card in set_cards
    ]


def _names_set(cards: Sequence[GuideCard], inner: float) -> tuple[list[GuideCard], int]:
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
