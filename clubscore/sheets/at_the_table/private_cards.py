"""Private score cards: whom a contestant meets on which boards, for their own pencil, to fold."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.names import listed
from clubscore.events.models import Section
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place
from clubscore.events.terms.event_words import numbered
from clubscore.events.terms.formats import TEAMS
from clubscore.events.who_sits import members, shown_side
from clubscore.sheets.at_the_table.who_and_what import (
    counts_honours,
    deals_word,
    dealt,
    people_of,
    whose,
)
from clubscore.sheets.pieces.form import (
    BOARDS,
    FIGURES,
    NAMES_HIGH,
    NOTES,
    PAIRS,
    PLACE,
    Form,
    Grid,
    HeadLine,
    Upright,
    Words,
)
from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.imposition import ACROSS, PADDING
from clubscore.sheets.pieces.name_ladder import SetNames, set_names
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.piece_sheets import Cutting

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


def private_cards(room: Room) -> list[PrivateCard]:
    """Return everyone's card in the order of numbers; of a team one for each half."""
    found = []
    for section in room.sections:
        for number in range(1, room.plan(section).pairs + 1):
            is_team = room.event.contestants_are == TEAMS
            for half in ("ns", "ew") if is_team else ("",):
                found.append(_card(room, section, number, half))
    return found


def _card(room: Room, section: Section, number: int, half: str) -> PrivateCard:
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
    room: Room, section: Section, place: Place, number: int, half: str
) -> list[CardBoard]:
    way = half or place.way_of(number)
    table = f"{room.table_name(section, place.table)} {_way(way)}"
    against = shown_side(place.ew if way == "ns" else place.ns)
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


def _start(room: Room, section: Section, place: Place, way: str) -> str:
    words = {"ns": _("North–South"), "ew": _("East–West")}
    values = {"table": room.table_name(section, place.table), "side": words[way]}
    return _("start: table %(table)s, %(side)s") % values


def private_forms(cards: Sequence[PrivateCard], paper: Paper) -> list[Form]:
    """Return cards as pieces."""
    room = paper.width / ACROSS - 2 * PADDING
    names = set_names([card.names for card in cards], room, two_lines=False)
    return [_form(card, names) for card in cards]


def _form(card: PrivateCard, names: SetNames) -> Form:
    start = Words(card.start, PAIRS)
    lines = names.lines[card.names]
    columns = _columns(card)
    return Form(
        identity=card.identity,
        head=(
            HeadLine((Words(card.title, PLACE, bold=True),), PLACE_HIGH, start),
            *(HeadLine((Words(line, names.size),), NAMES_HIGH) for line in lines),
        ),
        grid=Grid(columns, [_row(columns, each) for each in card.boards], strong=card.ends),
        foot=tuple(_foot(card)),
    )


def _foot(card: PrivateCard) -> list[HeadLine]:
    found = [HeadLine((Words(_("sum"), PAIRS, blank=28),), SUM_HIGH)]
    if card.out:
        text = ngettext(
            "Sits out in round %(rounds)s.", "Sits out in rounds %(rounds)s.", len(card.out)
        ) % {"rounds": listed(card.out)}
        found.append(HeadLine((Words(text, NOTES),), OUT_HIGH))
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
