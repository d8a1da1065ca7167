"""The list of the papers of an event's cards, as the page of its boards offers them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.models import Event
from clubscore.events.state.event_now import Room
from clubscore.laws.words import gettext_noop
from clubscore.sheets.at_the_table.who_and_what import whose
from clubscore.sheets.events.event_facts import identity_of
from clubscore.sheets.events.records_of_event import hand_records
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.printed_paper import Format, PrintedPaper

PDF = "event-cards-pdf"
Boards = Sequence[DealtBoard]


@dataclass(frozen=True, kw_only=True)
class CardsPaper(PrintedPaper[Event]):
    """A paper of boards' cards; ``draw`` makes it as a PDF with this title."""

    draw: Callable[[Room, Boards, Paper, str], bytes]


# reportlab takes long to import; only a printed sheet needs it.
def _hand_records(room: Room, boards: Boards, paper: Paper, _title: str) -> bytes:
    from clubscore.sheets.events.hand_records_pdf import hand_records_pdf

    return hand_records_pdf(hand_records(room, boards), paper, identity_of(room.event))


def _dealing_sheets(_room: Room, boards: Boards, paper: Paper, title: str) -> bytes:
    from clubscore.sheets.events.board_cards_pdf import dealing_sheets_pdf

    return dealing_sheets_pdf(boards, paper, title)


def _curtain_cards(room: Room, boards: Boards, paper: Paper, _title: str) -> bytes:
    from clubscore.sheets.events.curtain_cards_pdf import curtain_cards_pdf

    return curtain_cards_pdf(boards, paper, whose(room.event))


def _par_cards(_room: Room, boards: Boards, paper: Paper, title: str) -> bytes:
    from clubscore.sheets.events.par_cards_pdf import par_cards_pdf

    return par_cards_pdf(boards, paper, title)


HAND_RECORDS = CardsPaper(
    key="hand-records",
    title=gettext_noop("Hand records"),
    about=gettext_noop("all hands of all boards, to hand out afterwards"),
    formats=(
        Format("pdf", gettext_noop("Hand records"), PDF, keyed=True),
        Format("txt", gettext_noop("Hand records as text"), "event-cards-text"),
    ),
    draw=_hand_records,
)
DEALING_SHEETS = CardsPaper(
    key="dealing-sheets",
    title=gettext_noop("Dealing sheets"),
    about=gettext_noop("for sorting the cards into the boards by hand: the seat of each card"),
    formats=(Format("pdf", gettext_noop("Dealing sheets"), PDF, keyed=True),),
    draw=_dealing_sheets,
)
CURTAIN_CARDS = CardsPaper(
    key="curtain-cards",
    title=gettext_noop("Curtain cards"),
    about=gettext_noop(
        "one slip for each hand, kept in its pocket: players check their cards before they bid"
    ),
    formats=(Format("pdf", gettext_noop("Curtain cards"), PDF, keyed=True),),
    draw=_curtain_cards,
)
PAR_CARDS = CardsPaper(
    key="par-cards",
    title=gettext_noop("Par cards"),
    about=gettext_noop(
        "stickers for the backs of a pack: four people can deal twelve boards without seeing a hand"
    ),
    formats=(Format("pdf", gettext_noop("Par cards"), PDF, keyed=True),),
    draw=_par_cards,
)

CARDS_PAPERS: tuple[CardsPaper, ...] = (HAND_RECORDS, DEALING_SHEETS, CURTAIN_CARDS, PAR_CARDS)


def papers_of_boards() -> tuple[CardsPaper, ...]:
    """Every paper of boards' cards, in the order of their page."""
    return CARDS_PAPERS


def find_cards_paper(key: str) -> CardsPaper | None:
    """Return the paper that an address names; None where there is none such."""
    return next((each for each in CARDS_PAPERS if each.key == key), None)
