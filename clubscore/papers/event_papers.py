"""The list of the papers that an event offers: what each shows, when, and what draws it.

A paper is added by a line here. What draws them takes long to import, so it is imported late.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from clubscore.deals.hands import DealtBoard
from clubscore.events.formats import TEAMS
from clubscore.events.models import Event
from clubscore.events.state import EventState
from clubscore.laws.words import gettext_noop
from clubscore.papers import awards
from clubscore.papers import dealing as cards_text
from clubscore.papers import director_sheet as movement_text
from clubscore.papers import director_sheet as plans
from clubscore.papers import ranking as ranking_text
from clubscore.papers import result_card as matches_text
from clubscore.papers import results as results_text
from clubscore.papers import slips_travellers as pencil_text
from clubscore.papers.event_cards import sides, tents
from clubscore.papers.event_head import identity_of, title_of
from clubscore.papers.hand_records import hand_records, hands_text
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PLAIN, PRINT, Format, PaperKey, PrintedPaper
from clubscore.papers.pieces import Sheets
from clubscore.papers.rulings import blank_slips
from clubscore.papers.sizes import A3, PaperSize, Shift
from clubscore.papers.table_cards import whose

# ---- The leaves of an event by what draws them; reportlab takes long to import, so they do it
# late.

Asked = Mapping[str, str]


def ranking(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    from clubscore.papers.ranking import ranking_leaf

    return ranking_leaf(room, paper)


def results(room: EventState, paper: PaperSize, asked: Asked) -> bytes:
    """Every board; ``names`` 1 or 0 forces names or numbers."""
    from clubscore.papers.results import results_leaf

    return results_leaf(room, paper, {"1": True, "0": False}.get(asked.get("names", "")))


def matches(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """The score sheets of matches."""
    from clubscore.papers.result_card import matches_leaf

    return matches_leaf(room, paper)


def recap(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """Everyone's points board by board."""
    from clubscore.papers.results import recap_leaf

    return recap_leaf(room, paper)


def cards(room: EventState, paper: PaperSize, asked: Asked) -> bytes:
    """A result card for everyone, by number; with ``order`` rank by place."""
    from clubscore.papers.result_card import result_cards_pdf

    return result_cards_pdf(room, paper, by_rank=asked.get("order") == "rank")


def poster(room: EventState, paper: PaperSize, asked: Asked) -> bytes:
    from clubscore.papers.ranking import poster_pdf

    return poster_pdf(room, A3 if asked.get("paper", "").lower() == A3.key else paper)


def director(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """Who sits where in every round."""
    from clubscore.papers.director_sheet import director_leaf

    return director_leaf(room, paper)


def certificates(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """A certificate for each of the first three places."""
    from clubscore.papers.awards import event_certificates

    return event_certificates(room, paper)


def cups(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """A slip for the cup of each list."""
    from clubscore.papers.awards import cup_slips

    return cup_slips(room, paper)


def table_tents(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """Every table's tent."""
    from clubscore.papers.table_cards import tents_pdf

    told = imprint(identity_of(room.event), room.event.club.name, _("Table tents"))
    return tents_pdf(tents(room), paper, told)


def blank_rulings(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """Ruling slips on which everything is written by hand."""
    from clubscore.papers.rulings import slips_pdf

    event = room.event
    title = _("%(paper)s, %(event)s") % {
        "paper": _("Blank ruling slips"),
        "event": title_of(event),
    }
    told = imprint(title, event.club.name, _("Ruling slips"))
    return slips_pdf(blank_slips(event), paper, told)


def side_cards(room: EventState, paper: PaperSize, _asked: Asked) -> bytes:
    """The cards of every table's four sides."""
    from clubscore.papers.table_cards import side_cards_pdf

    told = imprint(identity_of(room.event), room.event.club.name, _("Side cards"))
    return side_cards_pdf(sides(room), paper, told)


# ---- A paper of an event: what it is made of, when it is offered, what it shows.


class EventStage(Enum):
    """How far an event is."""

    OPEN = "before the first round"
    RUNNING = "rounds are played"
    FINISHED = "the evening is finished"


PLAYED = frozenset((EventStage.RUNNING, EventStage.FINISHED))
OVER = frozenset((EventStage.FINISHED,))
TO_PLAY = frozenset((EventStage.OPEN, EventStage.RUNNING))
ALL = PLAYED | TO_PLAY
# What a key says that prints in an order which is not the usual one.
ORDERED = {"round": gettext_noop("By rounds")}
PDF = Format("pdf", PRINT, "event-pdf", keyed=True)
TEXT = Format("txt", PLAIN, "event-text", keyed=True)


def stage_of(event: Event) -> EventStage:
    """Return how far an event is."""
    if event.finished_at:
        return EventStage.FINISHED
    return EventStage.RUNNING if event.round else EventStage.OPEN


@dataclass(frozen=True, kw_only=True)
class EventPaper(PrintedPaper[Event]):
    """A paper of an event.

    ``pieces`` are what is cut apart, in one of ``orders``;
    ``backs`` is what the key says that prints what these have on their backs too, if anything.
    ``leaf`` draws one that stays whole, or cards of its own, by what the address asks for.
    ``text`` says the same in whole words, for plain texts of forty columns. One that
    ``tells_results`` is for those who may see them, any other not for an event from a file.
    ``only`` are the contestants at whose events there is one, empty for all. What stands ``first``
    has a key to itself, and the director's sheet and the tables' codes come before its pieces.
    """

    at: str = "event/<int:event>/<slug:kind>"
    formats: tuple[Format, ...] = (PDF, TEXT)
    text: Callable[[EventState], Iterator[str]]
    stages: frozenset[EventStage] = ALL
    pieces: Callable[[EventState, PaperSize, str], list[Sheets]] | None = None
    orders: tuple[str, ...] = ()
    backs: str = ""
    leaf: Callable[[EventState, PaperSize, Mapping[str, str]], bytes] | None = None
    tells_results: bool = False
    only: str = ""
    first: bool = False

    def keys(self, thing: Event) -> list[PaperKey]:
        """Return the keys that lead to it, one more for each order but the usual one."""
        found = super().keys(thing)
        for order in self.orders[1:]:
            url = f"{found[0].url}?order={order}"
            found.append(PaperKey("ordered", _(ORDERED[order]), url))
        if self.backs:
            found.append(PaperKey("backs", _(self.backs), f"{found[0].url}?backs=1"))
        return found

    def is_of(self, thing: Event) -> bool:
        """Return whether there is such a paper of an event at all."""
        fits = self.only in ("", thing.contestants_are)
        return fits and (self.tells_results or not thing.told)

    def is_offered(self, thing: Event) -> bool:
        """Return whether the event's page offers it at this stage."""
        return stage_of(thing) in self.stages


# ---- The list of an event's papers, as its page offers them. One is added by a line here.

WITH_BACKS = gettext_noop("With ruling forms on the backs")
PRINT_ON_A3 = gettext_noop("Print on A3")
# Piles by table, or by round for whoever hands them out.
ORDERS = ("table", "round")

TONIGHT = EventPaper(
    key="tonight",
    title=gettext_noop("Tonight's printouts"),
    text=movement_text.tonight_text,
    pieces=plans.tonight_plans,
    orders=ORDERS,
    stages=TO_PLAY,
    first=True,
)
RANKING = EventPaper(
    key="ranking",
    title=gettext_noop("Ranking"),
    leaf=ranking,
    text=ranking_text.ranking_text,
    stages=PLAYED,
    tells_results=True,
)
CARDS = EventPaper(
    key="cards",
    title=gettext_noop("Score cards"),
    leaf=cards,
    suits=True,
    text=results_text.result_cards_text,
    stages=PLAYED,
    tells_results=True,
)
RESULTS = EventPaper(
    key="results",
    title=gettext_noop("All boards"),
    leaf=results,
    suits=True,
    text=results_text.results_text,
    stages=PLAYED,
    tells_results=True,
)
MATCHES = EventPaper(
    key="matches",
    title=gettext_noop("Match score sheets"),
    formats=(PDF._replace(label=gettext_noop("Print score sheets")), TEXT),
    leaf=matches,
    suits=True,
    text=matches_text.matches_text,
    tells_results=True,
    only=TEAMS,
)
DIRECTOR = EventPaper(
    key="director",
    title=gettext_noop("Director's sheet"),
    leaf=director,
    text=movement_text.director_text,
)
GUIDE_CARDS = EventPaper(
    key="guide-cards",
    title=gettext_noop("Guide cards"),
    text=movement_text.guides_text,
    pieces=plans.guide_plans,
    stages=TO_PLAY,
)
TABLE_CARDS = EventPaper(
    key="table-cards",
    title=gettext_noop("Table cards"),
    text=movement_text.tables_text,
    pieces=plans.table_plans,
    stages=TO_PLAY,
)
TABLE_TENTS = EventPaper(
    key="table-tents",
    title=gettext_noop("Table tents"),
    text=movement_text.tents_text,
    leaf=table_tents,
    stages=TO_PLAY,
)
SIDE_CARDS = EventPaper(
    key="side-cards",
    title=gettext_noop("Side cards"),
    text=movement_text.sides_text,
    leaf=side_cards,
    stages=TO_PLAY,
)
CADDY = EventPaper(
    key="caddy",
    title=gettext_noop("Boards to carry"),
    text=movement_text.caddy_text,
    pieces=plans.caddy_plans,
    stages=TO_PLAY,
)
SLIPS = EventPaper(
    key="slips",
    title=gettext_noop("Score slips from this round"),
    text=pencil_text.slips_text,
    pieces=plans.slip_plans,
    orders=ORDERS,
    backs=WITH_BACKS,
    stages=TO_PLAY,
)
SPARE_SLIPS = EventPaper(
    key="spare-slips",
    title=gettext_noop("Spare slips"),
    text=pencil_text.spare_slips_text,
    pieces=plans.spare_plans,
    backs=WITH_BACKS,
    stages=TO_PLAY,
)
RULINGS = EventPaper(
    key="rulings",
    title=gettext_noop("Blank ruling slips"),
    leaf=blank_rulings,
    text=pencil_text.rulings_text,
    stages=TO_PLAY,
)
TRAVELLERS = EventPaper(
    key="travellers",
    title=gettext_noop("Blank travellers"),
    text=pencil_text.travellers_text,
    pieces=plans.traveller_plans,
    stages=TO_PLAY,
)
BLANK_CARDS = EventPaper(
    key="blank-cards",
    title=gettext_noop("Private score cards"),
    text=pencil_text.blank_cards_text,
    pieces=plans.private_plans,
    stages=TO_PLAY,
)
RECAP = EventPaper(
    key="recap",
    title=gettext_noop("Recap"),
    leaf=recap,
    text=results_text.recap_text,
    stages=PLAYED,
    tells_results=True,
)

POSTER = EventPaper(
    key="poster",
    title=gettext_noop("Wall poster"),
    formats=(PDF, PDF._replace(ending="a3", label=PRINT_ON_A3, query="paper=a3"), TEXT),
    leaf=poster,
    text=ranking_text.poster_text,
    stages=PLAYED,
    tells_results=True,
)

# A series has papers of the key "certificates".
AWARDS = EventPaper(
    key="awards",
    title=gettext_noop("Certificates"),
    leaf=certificates,
    text=awards.certificates_in_words,
    stages=OVER,
    tells_results=True,
)
CUP_SLIPS = EventPaper(
    key="cup-slips",
    title=gettext_noop("Cup slips"),
    leaf=cups,
    text=awards.cups_in_words,
    stages=OVER,
    tells_results=True,
)

EVENT_PAPERS: tuple[EventPaper, ...] = (
    TONIGHT,
    RANKING,
    CARDS,
    RESULTS,
    MATCHES,
    DIRECTOR,
    GUIDE_CARDS,
    TABLE_CARDS,
    TABLE_TENTS,
    SIDE_CARDS,
    CADDY,
    SLIPS,
    SPARE_SLIPS,
    RULINGS,
    TRAVELLERS,
    BLANK_CARDS,
    RECAP,
    POSTER,
    AWARDS,
    CUP_SLIPS,
)


def papers_of_events() -> tuple[EventPaper, ...]:
    """Every paper of an event, in the order of its page."""
    return EVENT_PAPERS


def find_event_paper(key: str) -> EventPaper | None:
    """Return the paper that an address names; None where there is none such."""
    return next((each for each in EVENT_PAPERS if each.key == key), None)


# ---- The list of the papers of an event's cards, as the page of its boards offers them.

PDF_OF_PAPERS_OF_BOARDS, TEXT_OF_PAPERS_OF_BOARDS = "event-cards-pdf", "event-cards-text"
Boards = Sequence[DealtBoard]


@dataclass(frozen=True, kw_only=True)
class CardsPaper(PrintedPaper[Event]):
    """A paper of boards' cards; ``draw`` makes it as a PDF with this title, ``text`` in words.

    What is printed on labels is moved by what the printer is off.
    """

    at: str = "event/<int:event>/boards/<slug:kind>"
    draw: Callable[[EventState, Boards, PaperSize, str, Shift], bytes]
    text: Callable[[EventState, Boards], Iterator[str]]


# reportlab takes long to import; only a printed sheet needs it.
def _hand_records(
    room: EventState, boards: Boards, paper: PaperSize, _title: str, _shift: Shift
) -> bytes:
    from clubscore.papers.hand_records import hand_records_pdf

    return hand_records_pdf(hand_records(room, boards), paper, identity_of(room.event))


def _hand_records_text(room: EventState, boards: Boards) -> Iterator[str]:
    return hands_text(hand_records(room, boards), room.event)


def _dealing_sheets(
    _room: EventState, boards: Boards, paper: PaperSize, title: str, _shift: Shift
) -> bytes:
    from clubscore.papers.dealing import dealing_sheets_pdf

    return dealing_sheets_pdf(boards, paper, title)


def _dealing_text(room: EventState, boards: Boards) -> Iterator[str]:
    return cards_text.dealing_text(boards, room.event)


def _curtain_cards(
    room: EventState, boards: Boards, paper: PaperSize, _title: str, _shift: Shift
) -> bytes:
    from clubscore.papers.dealing import curtain_cards_pdf

    return curtain_cards_pdf(boards, paper, whose(room.event))


def _curtain_text(room: EventState, boards: Boards) -> Iterator[str]:
    return cards_text.curtain_text(boards, room.event)


def _par_cards(
    _room: EventState, boards: Boards, paper: PaperSize, title: str, shift: Shift
) -> bytes:
    from clubscore.papers.dealing import par_cards_pdf

    return par_cards_pdf(boards, paper, title, shift)


def _par_cards_text(room: EventState, boards: Boards) -> Iterator[str]:
    return cards_text.par_cards_text(boards, room.event)


HAND_RECORDS = CardsPaper(
    key="hand-records",
    title=gettext_noop("Hand records"),
    about=gettext_noop("all hands of all boards, to hand out afterwards"),
    formats=(
        Format("pdf", gettext_noop("Hand records"), PDF_OF_PAPERS_OF_BOARDS, keyed=True),
        Format("txt", PLAIN, TEXT_OF_PAPERS_OF_BOARDS, keyed=True),
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
        Format("pdf", gettext_noop("Dealing sheets"), PDF_OF_PAPERS_OF_BOARDS, keyed=True),
        Format("txt", PLAIN, TEXT_OF_PAPERS_OF_BOARDS, keyed=True),
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
        Format("pdf", gettext_noop("Curtain cards"), PDF_OF_PAPERS_OF_BOARDS, keyed=True),
        Format("txt", PLAIN, TEXT_OF_PAPERS_OF_BOARDS, keyed=True),
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
        Format("pdf", gettext_noop("Par cards"), PDF_OF_PAPERS_OF_BOARDS, keyed=True),
        Format("txt", PLAIN, TEXT_OF_PAPERS_OF_BOARDS, keyed=True),
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
