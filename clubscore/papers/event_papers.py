"""The papers of an event and of its boards: a row each, what is read for them, and for whom.

A paper is added by a row here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import ClassVar, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.entry import Refused
from clubscore.deals.hands import DealtBoard
from clubscore.events.formats import TEAMS
from clubscore.events.models import Entry, Event, EventTableLink
from clubscore.events.rankings import Lists
from clubscore.events.scoring import key_of_entry
from clubscore.events.selectors import (
    event_for,
    may_see_results,
    must_not_be_hidden,
    own_entry,
    room_for,
)
from clubscore.events.state import EventState
from clubscore.events.visibility import deals_seen
from clubscore.laws.words import gettext_noop
from clubscore.papers import awards, dealing, result_card, results
from clubscore.papers import director_sheet as plans
from clubscore.papers import ranking as ranking_text
from clubscore.papers import slips_travellers as pencil_text
from clubscore.papers.board_labels import last_shift
from clubscore.papers.codes import CodeCard, code_cards, draw_codes
from clubscore.papers.event_cards import sides, tents
from clubscore.papers.event_head import file_name, heading, identity_of, title_of
from clubscore.papers.hand_records import hand_records, hand_records_pdf, hands_text
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PRINT, PaperContent, PaperKey, PrintedPaper
from clubscore.papers.pieces import Sheets, plans_pdf
from clubscore.papers.rulings import blank_slips, slips_pdf
from clubscore.papers.sizes import A3, PaperSize, Shift
from clubscore.papers.table_cards import side_cards_pdf, tents_pdf, whose
from clubscore.web.phones import address_of


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
Asked = Mapping[str, str]


def stage_of(event: Event) -> EventStage:
    """Return how far an event is."""
    if event.finished_at:
        return EventStage.FINISHED
    return EventStage.RUNNING if event.round else EventStage.OPEN


class EventContent(NamedTuple):
    """What a paper of an event is made of: its room, what was asked for, and tables' codes."""

    room: EventState
    asked: Asked
    codes: Sequence[CodeCard] = ()


def _nothing(_asked: Asked) -> dict[str, object]:
    return {}


def _room_of(request: ClubRequest, event: int) -> PaperContent[EventContent]:
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if not room.plans and not found.told:
        raise Refused(_("Choose the movement first."))
    return PaperContent(EventContent(room, request.GET.dict()), "")


@dataclass(frozen=True, kw_only=True)
class EventPaper(PrintedPaper[Event, EventContent]):
    """A paper of an event.

    ``pieces`` are what is cut apart, in one of ``orders``;
    ``backs`` is what the key says that prints what these have on their backs too, if anything.
    ``leaf`` draws one that stays whole, or cards of its own, with what ``wishes`` finds of what
    the address asks for. ``words`` say the same, for plain texts of forty columns. One that
    ``tells_results`` is for those who may see them, any other not for an event from a file.
    ``only`` are the contestants at whose events there is one, empty for all. Before the pieces of
    the ``first`` come the director's sheet and the tables' codes.
    """

    shared: ClassVar[str] = "event"
    at: str = "event/<int:event>/<slug:kind>"
    read: Callable[[ClubRequest, int], PaperContent[EventContent]] = _room_of
    words: Callable[[EventState], Iterator[str]]
    stages: frozenset[EventStage] = ALL
    pieces: Callable[[EventState, PaperSize, str], list[Sheets]] | None = None
    orders: tuple[str, ...] = ()
    backs: str = ""
    leaf: Callable[..., bytes] | None = None
    wishes: Callable[[Asked], dict[str, object]] = _nothing
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

    def told(
        self, request: ClubRequest, **named: object
    ) -> PaperContent[EventContent] | HttpResponseBase:
        """Return what is printed. Raises Http404, or PermissionDenied while it is hidden."""
        told = super().told(request, **named)
        if isinstance(told, HttpResponseBase):
            return told
        room = told.content.room
        if not self.is_of(room.event):
            raise Http404
        if self.tells_results:
            if not may_see_results(request.actor, room.event):
                raise PermissionDenied
            must_not_be_hidden(room)
        has_codes = self.first and request.actor.is_scorer and address_of(request, "/")
        codes = code_cards(request, room) if has_codes else ()
        return PaperContent(told.content._replace(codes=codes), file_name(room.event, self.key))

    def drawn(self, content: EventContent, size: PaperSize) -> bytes:
        """Return it as a PDF: whole leaves, or pieces, before which stands what comes first."""
        room, asked, codes = content
        if self.leaf is not None:
            return self.leaf(room, size, **self.wishes(asked))
        assert self.pieces is not None  # noqa: S101 - it is drawn one way or the other
        order = asked.get("order", "")
        usual = next(iter(self.orders), "")
        pieces = self.pieces(room, size, order if order in self.orders else usual)
        words = {"paper": _(self.title), "event": title_of(room.event)}
        told = imprint(_("%(paper)s, %(event)s") % words, room.event.club.name, _(self.title))
        if self.first:
            leaf = partial(plans.draw_director, room=room)
            first = partial(draw_codes, cards=codes, time=told.printed)
            return plans_pdf(pieces, size, told, leaf=leaf, first=first)
        return plans_pdf(pieces, size, told, backs=bool(self.backs) and asked.get("backs") == "1")

    def said(self, content: EventContent) -> Iterator[str]:
        """Return the same in whole words."""
        return self.words(content.room)

    @property
    def is_drawn(self) -> bool:
        return True

    @property
    def is_said(self) -> bool:
        return True


def _table_tents(room: EventState, paper: PaperSize) -> bytes:
    told = imprint(identity_of(room.event), room.event.club.name, _("Table tents"))
    return tents_pdf(tents(room), paper, told)


def _side_cards(room: EventState, paper: PaperSize) -> bytes:
    told = imprint(identity_of(room.event), room.event.club.name, _("Side cards"))
    return side_cards_pdf(sides(room), paper, told)


def _blank_rulings(room: EventState, paper: PaperSize) -> bytes:
    event = room.event
    words = {"paper": _("Blank ruling slips"), "event": title_of(event)}
    told = imprint(_("%(paper)s, %(event)s") % words, event.club.name, _("Ruling slips"))
    return slips_pdf(blank_slips(event), paper, told)


def _names(asked: Asked) -> dict[str, object]:
    """All boards have names where there is room; ``names`` 1 or 0 forces names or numbers."""
    return {"names": {"1": True, "0": False}.get(asked.get("names", ""))}


def _by_rank(asked: Asked) -> dict[str, object]:
    """Score cards lie by number; with ``order`` rank by place."""
    return {"by_rank": asked.get("order") == "rank"}


# ---- The list of an event's papers.

WITH_BACKS = gettext_noop("With ruling forms on the backs")
# Piles by table, or by round for whoever hands them out.
ORDERS = ("table", "round")

TONIGHT = EventPaper(
    key="tonight",
    title=gettext_noop("Tonight's printouts"),
    words=plans.tonight_text,
    pieces=plans.tonight_plans,
    orders=ORDERS,
    stages=TO_PLAY,
    first=True,
)
RANKING = EventPaper(
    key="ranking",
    title=gettext_noop("Ranking"),
    leaf=ranking_text.ranking_leaf,
    words=ranking_text.ranking_text,
    stages=PLAYED,
    tells_results=True,
)
CARDS = EventPaper(
    key="cards",
    title=gettext_noop("Score cards"),
    leaf=result_card.result_cards_pdf,
    wishes=_by_rank,
    suits=True,
    words=results.result_cards_text,
    stages=PLAYED,
    tells_results=True,
)
RESULTS = EventPaper(
    key="results",
    title=gettext_noop("All boards"),
    leaf=results.results_leaf,
    wishes=_names,
    suits=True,
    words=results.results_text,
    stages=PLAYED,
    tells_results=True,
)
MATCHES = EventPaper(
    key="matches",
    title=gettext_noop("Match score sheets"),
    leaf=result_card.matches_leaf,
    suits=True,
    words=result_card.matches_text,
    tells_results=True,
    only=TEAMS,
)
DIRECTOR = EventPaper(
    key="director",
    title=gettext_noop("Director's sheet"),
    leaf=plans.director_leaf,
    words=plans.director_text,
)
GUIDE_CARDS = EventPaper(
    key="guide-cards",
    title=gettext_noop("Guide cards"),
    words=plans.guides_text,
    pieces=plans.guide_plans,
    stages=TO_PLAY,
)
TABLE_CARDS = EventPaper(
    key="table-cards",
    title=gettext_noop("Table cards"),
    words=plans.tables_text,
    pieces=plans.table_plans,
    stages=TO_PLAY,
)
TABLE_TENTS = EventPaper(
    key="table-tents",
    title=gettext_noop("Table tents"),
    words=plans.tents_text,
    leaf=_table_tents,
    stages=TO_PLAY,
)
SIDE_CARDS = EventPaper(
    key="side-cards",
    title=gettext_noop("Side cards"),
    words=plans.sides_text,
    leaf=_side_cards,
    stages=TO_PLAY,
)
CADDY = EventPaper(
    key="caddy",
    title=gettext_noop("Boards to carry"),
    words=plans.caddy_text,
    pieces=plans.caddy_plans,
    stages=TO_PLAY,
)
SLIPS = EventPaper(
    key="slips",
    title=gettext_noop("Score slips from this round"),
    words=pencil_text.slips_text,
    pieces=plans.slip_plans,
    orders=ORDERS,
    backs=WITH_BACKS,
    stages=TO_PLAY,
)
SPARE_SLIPS = EventPaper(
    key="spare-slips",
    title=gettext_noop("Spare slips"),
    words=pencil_text.spare_slips_text,
    pieces=plans.spare_plans,
    backs=WITH_BACKS,
    stages=TO_PLAY,
)
RULINGS = EventPaper(
    key="rulings",
    title=gettext_noop("Blank ruling slips"),
    leaf=_blank_rulings,
    words=pencil_text.rulings_text,
    stages=TO_PLAY,
)
TRAVELLERS = EventPaper(
    key="travellers",
    title=gettext_noop("Blank travellers"),
    words=pencil_text.travellers_text,
    pieces=plans.traveller_plans,
    stages=TO_PLAY,
)
BLANK_CARDS = EventPaper(
    key="blank-cards",
    title=gettext_noop("Private score cards"),
    words=pencil_text.blank_cards_text,
    pieces=plans.private_plans,
    stages=TO_PLAY,
)
RECAP = EventPaper(
    key="recap",
    title=gettext_noop("Recap"),
    leaf=results.recap_leaf,
    words=results.recap_text,
    stages=PLAYED,
    tells_results=True,
)

POSTER = EventPaper(
    key="poster",
    title=gettext_noop("Wall poster"),
    also_on=(A3,),
    leaf=ranking_text.poster_pdf,
    words=ranking_text.poster_text,
    stages=PLAYED,
    tells_results=True,
)

# A series has papers of the key "certificates".
AWARDS = EventPaper(
    key="awards",
    title=gettext_noop("Certificates"),
    leaf=awards.event_certificates,
    words=awards.certificates_in_words,
    stages=OVER,
    tells_results=True,
)
CUP_SLIPS = EventPaper(
    key="cup-slips",
    title=gettext_noop("Cup slips"),
    leaf=awards.cup_slips,
    words=awards.cups_in_words,
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


# ---- The list of papers of an event's cards.


class CardsContent(NamedTuple):
    """What a paper of boards' cards is made of; labels are moved by what a printer is off."""

    room: EventState
    boards: Sequence[DealtBoard]
    shift: Shift

    @property
    def title(self) -> str:
        """Of which evening they are."""
        return title_of(self.room.event)


def _boards(request: ClubRequest, event: int) -> PaperContent[CardsContent]:
    """Return the boards with cards for this reader. Refuses where there are none."""
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if request.actor.is_director:
        must_not_be_hidden(room)
    boards = [*deals_seen(request.actor, room).values()]
    if not boards:
        raise Refused(
            _("No board has cards yet. Deal the boards or import them first.")
            if request.actor.is_director
            else _("The cards are shown once the boards have been played.")
        )
    return PaperContent(CardsContent(room, boards, last_shift(request)), "")


@dataclass(frozen=True, kw_only=True)
class CardsPaper(PrintedPaper[Event, CardsContent]):
    """A paper of boards' cards, for those who may see them."""

    shared: ClassVar[str] = "event-cards"
    at: str = "event/<int:event>/boards/<slug:kind>"
    read: Callable[..., PaperContent[CardsContent]] = _boards
    prints: str = PRINT

    def told(
        self, request: ClubRequest, **named: object
    ) -> PaperContent[CardsContent] | HttpResponseBase:
        """Return what is printed, in a file that has the paper's key in its name."""
        told = super().told(request, **named)
        if isinstance(told, HttpResponseBase):
            return told
        return told._replace(name=file_name(told.content.room.event, self.key))


def _records(told: CardsContent, paper: PaperSize) -> bytes:
    records = hand_records(told.room, told.boards)
    return hand_records_pdf(records, paper, identity_of(told.room.event))


HAND_RECORDS = CardsPaper(
    key="hand-records",
    title=gettext_noop("Hand records"),
    about=gettext_noop("all hands of all boards, to hand out afterwards"),
    pdf=_records,
    suits=True,
    text=lambda told: hands_text(hand_records(told.room, told.boards), told.room.event),
)
DEALING_SHEETS = CardsPaper(
    key="dealing-sheets",
    title=gettext_noop("Dealing sheets"),
    about=gettext_noop("for sorting the cards into the boards by hand: the seat of each card"),
    pdf=lambda told, paper: dealing.dealing_sheets_pdf(told.boards, paper, told.title),
    text=lambda told: dealing.dealing_text(told.boards, told.room.event),
)
CURTAIN_CARDS = CardsPaper(
    key="curtain-cards",
    title=gettext_noop("Curtain cards"),
    about=gettext_noop(
        "one slip for each hand, kept in its pocket: players check their cards before they bid"
    ),
    pdf=lambda told, paper: dealing.curtain_cards_pdf(told.boards, paper, whose(told.room.event)),
    suits=True,
    text=lambda told: dealing.curtain_text(told.boards, told.room.event),
)
PAR_CARDS = CardsPaper(
    key="par-cards",
    title=gettext_noop("Par cards"),
    about=gettext_noop(
        "stickers for the backs of a pack: four people can deal twelve boards without seeing a hand"
    ),
    pdf=lambda told, paper: dealing.par_cards_pdf(told.boards, paper, told.title, told.shift),
    text=lambda told: dealing.par_cards_text(told.boards, told.room.event),
)

CARDS_PAPERS: tuple[CardsPaper, ...] = (HAND_RECORDS, DEALING_SHEETS, CURTAIN_CARDS, PAR_CARDS)


def papers_of_boards() -> tuple[CardsPaper, ...]:
    """Every paper of boards' cards, in the order of their page."""
    return CARDS_PAPERS


def _own_card(request: ClubRequest, event: int) -> PaperContent[list[str]]:
    """Return where they sit when, then what they scored.

    A phone that lies on a table gets the table's card. What it brought stands there once they may
    see results.
    """
    room = room_for(request.actor, event_for(request.actor, event))
    entry, link = own_entry(room, request.actor.person), request.actor.link
    said = [*heading(_("My card"), room.event)]
    if entry is not None:
        said += _of_entry(request, room, entry)
    elif isinstance(link, EventTableLink) and room.plans:
        section = room.section(link.section.letter) or link.section
        said += plans.table_of(room, section, link.table)
    else:
        raise Refused(_("You have no number here. All the cards are with the event's papers."))
    return PaperContent(said, file_name(room.event, "card"))


def _of_entry(request: ClubRequest, room: EventState, entry: Entry) -> Iterator[str]:
    section = next(each for each in room.sections if each.pk == entry.section_id)
    yield from plans.guide_of(room, section, entry.number or 0)
    if may_see_results(request.actor, room.event):
        own, lists = key_of_entry(room, entry), Lists(room)
        for one in lists.scratch:
            for line in one.rows:
                if line.key == own:
                    yield ""
                    yield from results.card_lines(lists, line, len(one.rows))


OWN_CARD: PrintedPaper[Event, list[str]] = PrintedPaper(
    key="own-card",
    at="event/<int:event>/own-card",
    title=gettext_noop("My card"),
    level=Level.TABLE,
    read=_own_card,
    text=list,
)
