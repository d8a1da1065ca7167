"""A pair's card and a board's traveller as pages show them, within the club or shared."""

from collections.abc import Iterable
from typing import NamedTuple, TypedDict

from django.http import Http404, HttpRequest

from clubscore.charts.picture import Picture
from clubscore.club.access import Actor
from clubscore.deals.double_dummy import Tricks
from clubscore.events.boards.boards_page import ShownHand, diagram, line_of
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.models import Event
from clubscore.events.par.par_page import ParSeen, par_seen
from clubscore.events.rankings.card_rounds import rounds_of
from clubscore.events.rankings.card_table import (
    BoardAt,
    CardTable,
    KnownCards,
    Swing,
    card_rows,
    session_picture,
    swings,
)
from clubscore.events.rankings.cross_table import CrossList, cross_tables
from clubscore.events.rankings.leads_seen import ContractLeads, leads_of_boards, leads_shown
from clubscore.events.rankings.lists import CardLine, Line, Lists
from clubscore.events.rankings.ranking_table import ShownList, Tab, shown_lists, tabs_of
from clubscore.events.rankings.traveller_table import (
    CardAt,
    TravellerTable,
    points_head,
    traveller_table,
)
from clubscore.events.selectors import how_far
from clubscore.events.state.double_dummy_tables import tables_of
from clubscore.events.state.event_now import Room


class RankingPage(TypedDict):
    """What the page of a ranking shows; `state` is how far it is."""

    event: Event
    lists: Lists
    state: str


class ShownRanking(TypedDict):
    """The tables of a ranking, its tabs, the one that is open, and where a page asks again."""

    shown: list[ShownList]
    tabs: list[Tab]
    tab: str
    asks_at: str


class SharedRanking(RankingPage, ShownRanking):
    """A ranking behind a link to share."""


class CrossPage(RankingPage):
    """What the page of a cross-table shows; `unit` is what its points are called."""

    crossed: list[CrossList]
    in_percent: bool
    unit: str


class CardPage(RankingPage):
    """What the page of a contestant's card shows: its line of the ranking, its boards.

    `won` and `lost` are the boards that did most; `with_words` says of each what decided it.
    """

    line: Line
    table: CardTable
    with_words: bool
    picture: Picture | None
    won: list[Swing]
    lost: list[Swing]


class BoardPage(ParSeen):
    """What the page of a board's traveller shows; `hands` and `line` where its cards are seen.

    `with_names` says whether names are shown below numbers, `can_name` whether they may be.
    """

    event: Event
    board: int
    traveller: TravellerTable
    with_names: bool
    can_name: bool
    at_par: bool
    hands: list[ShownHand] | None
    leads: list[ContractLeads]
    line: str
    before: int | None
    after: int | None


def ranking_shown(lists: Lists, own: str, card_at: CardAt, request: HttpRequest) -> ShownRanking:
    """Return the tables of a ranking as a reader asked for them; `own` is the reader's number."""
    tabs = tabs_of(lists)
    asked = request.GET.get("list", "")
    tab = asked if asked in {each.key for each in tabs} else ""
    return {
        "shown": shown_lists(lists, own, card_at, request, tab),
        "tabs": tabs,
        "tab": tab,
        "asks_at": request.get_full_path(),
    }


def cross_page(lists: Lists, own: str, card_at: CardAt, request: HttpRequest) -> CrossPage:
    """Return everyone against everyone; `own` is the reader's number."""
    event = lists.room.event
    crossed = cross_tables(lists, own, card_at)
    for one in crossed:
        one.table.sorted_by(request)
    return {
        "event": event,
        "lists": lists,
        "state": how_far(event),
        "crossed": crossed,
        "in_percent": lists.ranked.net.method.in_percent,
        "unit": lists.score_word,
    }


def tag_of(event: Event) -> str:
    """Return what changes whenever a list of an event may read otherwise; no query."""
    return f'"{event.pk}-{event.revision}-{event.club.revision}-{how_far(event)}"'


def card_page(lists: Lists, actor: Actor, pair: str, board_at: BoardAt, *, words: bool) -> CardPage:
    """Return a contestant's card, each board compared. Http404 where there is none such."""
    if pair not in lists.scorer.contestants:
        raise Http404
    event = lists.room.event
    line = next(row for one in lists.scratch for row in one.rows if row.key == pair)
    card = lists.card(pair)
    rows = card_rows(lists, card, known_cards(actor, lists, card), words=words)
    won, lost = swings(rows, board_at)
    return {
        "event": event,
        "lists": lists,
        "line": line,
        "table": CardTable(rows, board_at, points=points_head(lists)),
        "with_words": words,
        "picture": session_picture(rounds_of(card), line.percent),
        "won": won,
        "lost": lost,
        "state": how_far(event),
    }


def tricks_seen(actor: Actor, room: Room) -> dict[int, Tricks]:
    """Return double-dummy tricks of the boards whose cards a reader may see. One query."""
    deals = {number: board.deal for number, board in deals_seen(actor, room).items()}
    known = tables_of(deals.values()) if deals else {}
    return {number: known[deal.pbn()] for number, deal in deals.items() if deal.pbn() in known}


def known_cards(actor: Actor, lists: Lists, card: Iterable[CardLine]) -> KnownCards:
    """Return what is known of the cards of a contestant's boards, where the reader may see them.

    Two queries.
    """
    own = {line.board for line in card}
    deals = {
        number: board.deal
        for number, board in deals_seen(actor, lists.room).items()
        if number in own
    }
    return KnownCards(deals, tables_of(deals.values()), leads_of_boards(lists, deals))


class Asked(NamedTuple):
    """Who asks for a board's page: the reader, their number, whether names are to be shown."""

    actor: Actor
    own: str = ""
    names: bool = False


def board_page(lists: Lists, asked: Asked, board: int, card_at: CardAt) -> BoardPage:
    """Return a board's traveller, and its cards and par where the reader may see them.

    Http404 where there is no such board.
    """
    if board not in lists.scorer.boards:
        raise Http404
    room, boards = lists.room, lists.boards
    cards = deals_seen(asked.actor, room).get(board)
    par = par_seen(asked.actor, room, lists.scorer.boards[board], cards)
    rows = lists.traveller(board) if board in lists.travellers else []
    return {
        "event": room.event,
        "board": board,
        "traveller": traveller_table(
            lists, rows, card_at, par=par.get("score"), own=asked.own, names=asked.names
        ),
        "with_names": asked.names,
        "can_name": not lists.hides_names,
        "at_par": lists.at_par,
        "hands": diagram(cards.deal) if cards else None,
        "leads": leads_shown(lists, board, cards.deal) if cards else [],
        "line": line_of(cards, room.event) if cards else "",
        **par,
        "before": max((each for each in boards if each < board), default=None),
        "after": min((each for each in boards if each > board), default=None),
    }
