"""Cards with tables' codes, to be cut and laid on each table so that phones can come in."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import segno
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.entry import Refused
from clubscore.club.templatetags.clubscore import day_and_time, no_address
from clubscore.club.wording import short_date
from clubscore.events.models import Event, EventTableLink
from clubscore.events.phones import links_of
from clubscore.events.selectors import directed_by
from clubscore.events.state import EventState, room_of
from clubscore.laws.words import gettext_noop
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import Pen, printed
from clubscore.papers.pieces import cut_lines
from clubscore.papers.sizes import ACROSS, MM, PADDING, PaperSize, Slots, stacked
from clubscore.papers.typeface import BOLD, TEXT, fit, wrapped
from clubscore.rubbers.models import Sitting, TableLink
from clubscore.rubbers.phones import link_of
from clubscore.rubbers.selectors import sitting_for
from clubscore.web.hand_codes import code_of, path_of, read_aloud, shut_of
from clubscore.web.phones import address_of, token_of


class CodeCard(NamedTuple):
    """What a table's card says: its code as an address, and the same by hand."""

    identity: Identity
    title: str
    address: str
    by_hand: str  # the address where the digits are typed
    digits: str  # nothing where the code by hand is turned off
    until: str
    wifi: str


def code_cards(request: ClubRequest, room: EventState) -> list[CodeCard]:
    """Return a card for each table of an event whose phones are let in, in order."""
    event = room.event
    whose = Identity(event.club.name, event.name, short_date(event.evening), "")
    links = [link for section in room.sections for link in links_of(section)]
    shut = shut_of(links)
    return [
        _card(
            request,
            link,
            "event-enter",
            _("Table %(table)s") % {"table": room.table_name(link.section, link.table)},
            whose,
            shut,
        )
        for link in links
    ]


def card_of_table(request: ClubRequest, link: TableLink) -> CodeCard:
    sitting = link.sitting
    table = sitting.table.name
    whose = Identity(sitting.club.name, table, short_date(sitting.evening), "")
    return _card(request, link, "enter", table, whose, shut_of([link]))


def _card(
    request: ClubRequest,
    link: TableLink | EventTableLink,
    page: str,
    title: str,
    whose: Identity,
    shut: set[str],
) -> CodeCard:
    is_shut = link.token_hash in shut
    return CodeCard(
        identity=whose._replace(place=title),
        title=title,
        address=address_of(request, reverse(page, args=[token_of(link.nonce)])),
        by_hand=address_of(request, path_of(link.club)),
        digits="" if is_shut else read_aloud(code_of(link.nonce)),
        until=day_and_time(link.expires_at, link.club),
        wifi=link.club.wifi_name,
    )


DOWN = 2
# A code that a phone reads from where a player sits, and the white that must stay around it.
CODE, WHITE = 58 * MM, 4
IDENTITY, TITLE, FIGURES, SIZE, SMALL = 8.0, 40.0, 20.0, 11.0, 9.0


def codes_pdf(cards: Sequence[CodeCard], paper: PaperSize, title: str) -> bytes:
    sheets = -(-len(cards) // (ACROSS * DOWN))
    told = imprint(title, cards[0].identity.club if cards else "", _("Codes of the tables"))
    return printed(lambda pen: draw_codes(pen, cards, told.printed), paper, told, sheets=sheets)


def draw_codes(pen: Pen, cards: Sequence[CodeCard], time: str) -> None:
    """Draw the cards on sheets of their own, four to be cut apart from each; `time` is now."""
    slots = Slots(DOWN, pen.paper.width / ACROSS, pen.paper.height / DOWN, 0)
    where = stacked(len(cards), slots.held)
    sheets = max((at.sheet for at in where), default=-1) + 1
    for sheet in range(sheets):
        cut_lines(pen, slots)
        for card, at in zip(cards, where, strict=True):
            if at.sheet == sheet:
                x, y = slots.corner(at.slot)
                with pen.piece(card.identity, x, y, slots.wide, slots.high, PADDING):
                    _card_of_codes_pdf(
                        pen, card, x + PADDING, y + PADDING, slots.wide - 2 * PADDING
                    )
        pen.rim(sheet + 1, sheets, time)
        pen.new_page()


def _card_of_codes_pdf(pen: Pen, card: CodeCard, x: float, y: float, wide: float) -> None:
    for line in wrapped(card.identity.line, TEXT, IDENTITY, wide):
        pen.text(x, y + 7, line, TEXT, IDENTITY)
        y += IDENTITY + 2
    title = fit(card.title, BOLD, TITLE, wide)
    pen.fitted(x, y + 36, title)
    y += 46
    rows = segno.make(card.address, error="m").matrix
    quiet = WHITE * CODE / len(rows)
    pen.code(x + (wide - CODE) / 2, y + quiet, rows, CODE)
    y += CODE + 2 * quiet
    middle = x + wide / 2
    for text, font, size in _below(card):
        for line in wrapped(text, font, size, wide):
            y += size + 2
            pen.text(middle, y, line, font, size, "middle")
        y += 4


def _below(card: CodeCard) -> list[tuple[str, str, float]]:
    """What is said below a code, each with its font and size."""
    found = [(_("By scanning only"), BOLD, SIZE)]
    if card.digits:
        found = [
            (_("or open %(where)s and type") % {"where": card.by_hand}, TEXT, SIZE),
            (card.digits, BOLD, FIGURES),
        ]
    if card.wifi:
        found.append((_("Wi-Fi: %(name)s") % {"name": card.wifi}, TEXT, SIZE))
    until = _("Valid until %(until)s, unless the director turns it off sooner.")
    return [
        *found,
        (until % {"until": card.until}, TEXT, SMALL),
        (card.address, TEXT, SMALL),
    ]


def codes_text(cards: Sequence[CodeCard]) -> Iterator[str]:
    """Return the title, whose they are, and of each table what is typed and until when.

    For whoever types them, since nobody hears a picture.
    """
    yield _("Codes of the tables") if len(cards) > 1 else _("Code of the table")
    yield cards[0].identity.line
    for card in cards:
        yield ""
        yield card.title
        if card.digits:
            yield " " + _("Open %(where)s") % {"where": card.by_hand}
            yield " " + _("Type the code %(digits)s") % {"digits": card.digits}
        else:
            yield " " + _("By scanning or by this address only")
        if card.wifi:
            yield " " + _("Wi-Fi: %(name)s") % {"name": card.wifi}
        until = _("Valid until %(until)s, unless the director turns it off sooner.")
        yield " " + until % {"until": card.until}
        yield f" {card.address}"


class CodesContent(NamedTuple):
    """The cards of tables' codes, and whose they are."""

    cards: Sequence[CodeCard]
    title: str


def _of_event(request: ClubRequest, event: int) -> PaperContent[CodesContent]:
    found = directed_by(request.actor, event)
    cards = code_cards(request, room_of(found))
    if not cards:
        raise Refused(_("No phones are connected yet. Connect phones first."))
    return _reached(cards, f"{found.name}, {found.evening.isoformat()}")


def _of_table(request: ClubRequest, pk: int) -> PaperContent[CodesContent]:
    sitting = sitting_for(request.actor, pk, enter=True)
    link = link_of(sitting)
    if link is None:
        raise Refused(_("No phone is connected at this table. Connect one first."))
    title = f"{sitting.table.name}, {sitting.evening.isoformat()}"
    return _reached([card_of_table(request, link)], title)


def _reached(cards: list[CodeCard], title: str) -> PaperContent[CodesContent]:
    """Return cards that lead somewhere. Refuses where phones could not open their address."""
    if not cards[0].address:
        raise Refused(no_address())
    return PaperContent(CodesContent(cards, title), f"{title} codes")


TABLE_CODE: PrintedPaper[Sitting, CodesContent] = PrintedPaper(
    key="table-code",
    at="table/<int:pk>/code",
    title=gettext_noop("Code of the table"),
    level=Level.TABLE,
    read=_of_table,
    pdf=lambda told, paper: codes_pdf(told.cards, paper, told.title),
    text=lambda told: codes_text(told.cards),
)
EVENT_CODES: PrintedPaper[Event, CodesContent] = PrintedPaper(
    key="event-codes",
    at="event/<int:event>/codes",
    title=gettext_noop("Codes of the tables"),
    level=Level.SCORER,
    read=_of_event,
    pdf=lambda told, paper: codes_pdf(told.cards, paper, told.title),
    text=lambda told: codes_text(told.cards),
)
