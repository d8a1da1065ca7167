"""The attendance list: who is expected, a tick for who came and who paid, room for a signature."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import speak_amount
from clubscore.events.models import Entry
from clubscore.events.state.event_now import Room
from clubscore.events.terms.event_words import numbered
from clubscore.laws.money import Currency, find_currency
from clubscore.sheets.events.texts.text_words import heading


class Expected(NamedTuple):
    """A player: the full name, with whom they play by number, what they pay, whether they have."""

    name: str
    number: str
    fee: int
    is_paid: bool


class Attendance(NamedTuple):
    """Everyone who is expected; with the currency where table money is taken."""

    room: Room
    players: tuple[Expected, ...]
    currency: Currency | None

    @property
    def due(self) -> int:
        """What all of them pay together, in smallest coins."""
        return sum(each.fee for each in self.players)


def attendance_of(room: Room) -> Attendance:
    """Return who is expected, in the order of numbers, or of entry while there are none."""
    event = room.event
    takes = event.takes_fee and event.club.plays_for_money
    entries = sorted(room.entries, key=_in_order)
    players = tuple(
        Expected(
            person.name,
            _number(room, entry),
            event.fee_of(person) if takes else 0,
            entry.paid_at is not None,
        )
        for entry in entries
        for person in entry.people
    )
    return Attendance(room, players, find_currency(event.club.currency) if takes else None)


def _in_order(entry: Entry) -> tuple[int, int]:
    return (entry.section_id or 0, entry.number or entry.order)


def _number(room: Room, entry: Entry) -> str:
    """Return what lists call an entry once it has a number: 3, or B3 in one of more sections."""
    if not entry.number:
        return ""
    letters = {each.pk: each.letter for each in room.sections} if len(room.sections) > 1 else {}
    return f"{letters.get(entry.section_id or 0, '')}{entry.number}"


def attendance_text(room: Room) -> Iterator[str]:
    """Return the same in whole words."""
    found = attendance_of(room)
    yield from heading(_("Attendance list"), room.event)
    for each in found.players:
        yield ""
        yield each.name
        if each.number:
            yield f" {numbered(room.event.contestants_are, each.number)}"
        if found.currency is not None:
            amount = speak_amount(each.fee, found.currency)
            is_paid, is_due = _("Table money: %(amount)s, paid"), _("Table money: %(amount)s")
            told = (is_paid if each.is_paid else is_due) % {"amount": amount}
            yield f" {told}"
    if found.currency is not None:
        yield ""
        yield _("Together: %(amount)s") % {"amount": speak_amount(found.due, found.currency)}
