"""What papers at the tables say of a table, a side and a board."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.days import short_date
from clubscore.events.models import Event
from clubscore.events.results.result_words import seat_letter
from clubscore.events.state.board_words import counts_vulnerability
from clubscore.events.state.event_now import Room
from clubscore.events.state.scoring import valuation_of
from clubscore.events.who_sits import Side, members
from clubscore.ranking import Board
from clubscore.sheets.at_the_table.board_numbers import EN_DASH
from clubscore.sheets.pieces.form import NAMES, NAMES_HIGH, HeadLine, Words
from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.name_ladder import SetNames


class SideAt(NamedTuple):
    """A side of a table: its number, and its people; of individuals each with their own number."""

    number: str
    names: tuple[str, ...]


def whose(event: Event) -> Callable[[str], Identity]:
    """Return what makes the identity of a piece of an event, of its place there."""
    day = short_date(event.evening)

    def at(place: str) -> Identity:
        return Identity(event.club.name, event.name, day, place)

    return at


def people_of(room: Room, section: int, number: int) -> tuple[str, ...]:
    """Return the names of a contestant's people, or what lists call it."""
    return tuple(room.names(section, number))


def side_at(room: Room, section: int, side: Side | None) -> SideAt:
    """Return a side with its full names."""
    numbers = members(side)
    if len(numbers) == 1:
        return SideAt(str(numbers[0]), people_of(room, section, numbers[0]))
    each = ((number, " ".join(people_of(room, section, number))) for number in numbers)
    return SideAt("", tuple(f"{number} {name}".strip() for number, name in each))


def counts_honours(event: Event) -> bool:
    """Return whether a pencil notes honours at this event's game."""
    return "honours" in valuation_of(event).more_fields


def deals_word(event: Event, *, narrow: bool = False) -> str:
    """Return the head of the column for who deals and who is vulnerable."""
    if not counts_vulnerability(event):
        return _("deals")
    return pgettext("column", "d · vul") if narrow else _("deals · vul")


def dealt(board: Board, event: Event) -> str:
    """Return who deals a board and who is vulnerable, as a narrow column has it: "E · NS"."""
    dealer = seat_letter(board.dealer)
    if not counts_vulnerability(event):
        return dealer
    who = {
        "none": EN_DASH,
        "NS": _("NS"),
        "EW": _("EW"),
        "both": pgettext("vulnerable", "all"),
    }
    return pgettext("dealer and vulnerable", "%(dealer)s · %(who)s") % {
        "dealer": dealer,
        "who": who[board.vulnerable],
    }


def side_lines(word: str, side: SideAt, names: SetNames) -> Iterator[HeadLine]:
    """Return the lines of a head that name a side: its direction, its number, its people."""
    first, *more = names.lines[side.names] or ("",)
    yield HeadLine(
        (
            Words(word, NAMES, bold=True),
            Words(side.number, NAMES, bold=True, at=9),
            Words(first, names.size, at=14 if side.number else 9),
        ),
        NAMES_HIGH,
    )
    for line in more:
        yield HeadLine((Words(line, names.size, at=14),), NAMES_HIGH)
