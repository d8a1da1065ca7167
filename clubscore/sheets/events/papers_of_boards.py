"""The list of the papers of an event's cards, as the page of its boards offers them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.models import Event
from clubscore.events.state.event_now import Room
from clubscore.laws.words import gettext_noop
from clubscore.sheets.at_the_table.who_and_what import whose
from clubscore.sheets.events.event_facts import identity_of
from clubscore.sheets.events.records_of_event import hand_records
from clubscore.sheets.events.texts import cards_text
from clubscore.sheets.events.texts.hands_text import hands_text
from clubscore.sheets.pieces.label_stocks import Shift
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.printed_paper import PLAIN, Format, PrintedPaper

PDF, TEXT = "event-cards-pdf", "event-cards-text"
Boards = Sequence[DealtBoard]


@dataclass(frozen=True, kw_only=True)
class CardsPaper(PrintedPaper[Event]):
    """A paper of boards' cards; ``draw`` makes it as a PDF with this title, ``text`` in words.

    What is printed on labels is moved by what the printer is off.
    """

    at: str = "event/<int:event>/boards/<slug:kind>"
    draw: Callable[[Room, Boards, Paper, str, Shift], bytes]
    text: Callable[[Room, Boards], Iterator[str]]


# reportlab takes long to import; only a printed sheet needs it.
def _hand_records(room: Room, boards: Boards, paper: Paper, _title: str, _shift: Shift) -> bytes:
    from clubscore.sheets.events.hand_records_pdf import hand_records_pdf

    return hand_records_pdf(hand_records(room, boards), paper, identity_of(room.event))


def _hand_records_text(room: Room, boards: Boards) -> Iterator[str]:
    return hands_text(hand_records(room, boards), room.event)


def _dealing_sheets(_room: Room, boards: Boards, paper: Paper, title: str, _shift: Shift) -> bytes:
    from clubscore.sheets.events.board_cards_pdf import dealing_sheets_pdf

    return dealing_sheets_pdf(boards, paper, title)


def _dealing_text(room: Room, boards: Boards) -> Iterator[str]:
    return cards_text.dealing_text(boards, room.event)


def _curtain_cards(room: Room, boards: Boards, paper: Paper, _title: str, _shift: Shift) -> bytes:
    from clubscore.sheets.events.curtain_cards_pdf import curtain_cards_pdf

    return curtain_cards_pdf(boards, paper, whose(room.event))


def _curtain_text(room: Room, boards: Boards) -> Iterator[str]:
    return cards_text.curtain_text(boards, room.event)


def _par_cards(_room: Room, boards: Boards, paper: Paper, title: str, shift: Shift) -> bytes:
    from clubscore.sheets.events.par_cards_pdf import par_cards_pdf

    return par_cards_pdf(boards, paper, title, shift)


def _par_cards_text(room: Room, boards: Boards) -> Iterator[str]:
    return cards_text.par_cards_text(boards, room.event)


HAND_RECORDS = CardsPaper(
    key="hand-records",
    title=gettext_noop("Hand records"),
    about=gettext_noop("all hands of all boards, to hand out afterwards"),
    formats=(
        Format("pdf", gettext_noop("Hand records"), PDF, keyed=True),
        Format("txt", PLAIN, TEXT, keyed=True),
    ),
    draw=_hand_records,
    suits=True,
    text=_hand_records_text,
)
DEALING_SHEETS = CardsPaper(
    key="dealing-sheets",
    title=gettext_noop("Dealing sheets"),
    about=gettext_noop("for sorting the cards into the boards by hand: the seat of each card"),
    formats=(
        Format("pdf", gettext_noop("Dealing sheets"), PDF, keyed=True),
        Format("txt", PLAIN, TEXT, keyed=True),
    ),
    draw=_dealing_sheets,
    text=_dealing_text,
)
CURTAIN_CARDS = CardsPaper(
    key="curtain-cards",
    title=gettext_noop("Curtain cards"),
    about=gettext_noop(
        "one slip for each hand, kept in its pocket: players check their cards before they bid"
    ),
    formats=(
        Format("pdf", gettext_noop("Curtain cards"), PDF, keyed=True),
        Format("txt", PLAIN, TEXT, keyed=True),
    ),
    draw=_curtain_cards,
    suits=True,
    text=_curtain_text,
)
PAR_CARDS = CardsPaper(
    key="par-cards",
    title=gettext_noop("Par cards"),
    about=gettext_noop(
        "stickers for the backs of a pack: four people can deal twelve boards without seeing a hand"
    ),
    formats=(
        Format("pdf", gettext_noop("Par cards"), PDF, keyed=True),
        Format("txt", PLAIN, TEXT, keyed=True),
    ),
    draw=_par_cards,
    text=_par_cards_text,
)

CARDS_PAPERS: tuple[CardsPaper, ...] = (HAND_RECORDS, DEALING_SHEETS, CURTAIN_CARDS, PAR_CARDS)


def papers_of_boards() -> tuple[CardsPaper, ...]:
    """Every paper of boards' cards, in the order of their page."""
    return CARDS_PAPERS


def find_cards_paper(key: str) -> CardsPaper | None:
    """Return the paper that an address names; None where there is none such."""
    return next((each for each in CARDS_PAPERS if each.key == key), None)
