"""Rankings, cards and travellers as anyone reads them, in the club or by a shared link."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NotRequired, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key
from clubscore.deals.double_dummy import Tricks
from clubscore.events.boards import BoardCompass, ShownHand, compass_of, diagram, line_of
from clubscore.events.cards import (
    BoardAt,
    ContestantCard,
    KnownCards,
    card_rows,
    rounds_of,
    session_picture,
    swings,
)
from clubscore.events.formats import scoring_name
from clubscore.events.help_text import chapters, typed_lines
from clubscore.events.models import Event, EventShare, SeveralShare
from clubscore.events.pages.matches import BoardPlayPage, play_page
from clubscore.events.par_tables import tables_of
from clubscore.events.pars import ParSeen, par_seen
from clubscore.events.phones import (
    events_of_share,
    several_by_token,
    several_share_of,
    share_by_token,
    share_of,
    share_several,
    stop_sharing_several,
)
from clubscore.events.ranking_tables import (
    ShownList,
    Tab,
    cross_tables,
    ranking_tables,
    tables_of_several,
    tabs_of,
)
from clubscore.events.rankings import (
    CardLine,
    ChosenSessions,
    Lists,
    Several,
    SideBySide,
    as_one,
    tag_of_several,
)
from clubscore.events.scoring import key_of_entry
from clubscore.events.selectors import (
    event_for,
    how_far,
    may_see_results,
    must_not_be_hidden,
    own_entry,
    room_for,
)
from clubscore.events.state import EventState
from clubscore.events.travellers import (
    CardAt,
    ContractLeads,
    TravellerTable,
    leads_for_page,
    leads_of_boards,
    points_head,
    traveller_table,
)
from clubscore.events.visibility import deals_seen, has_deals_to_see
from clubscore.laws.errors import RuleError
from clubscore.web.caching import anybody_keeps
from clubscore.web.forms import Problem
from clubscore.web.phones import address_of, token_of

# ---- What all of these pages share.


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


class BoardResultsPage(ParSeen):
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
    compass: BoardCompass | None
    leads: list[ContractLeads]
    line: str
    before: int | None
    after: int | None


def ranking_for_page(lists: Lists, own: str, card_at: CardAt, request: HttpRequest) -> ShownRanking:
    """Return the tables of a ranking as a reader asked for them; `own` is the reader's number."""
    tabs = tabs_of(lists)
    asked = request.GET.get("list", "")
    tab = asked if asked in {each.key for each in tabs} else ""
    return {
        "shown": ranking_tables(lists, own, card_at, request, tab),
        "tabs": tabs,
        "tab": tab,
        "asks_at": request.get_full_path(),
    }


def cross_page(lists: Lists, own: str, card_at: CardAt, request: HttpRequest) -> dict[str, Any]:
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


def card_page(
    lists: Lists, actor: Actor, pair: str, board_at: BoardAt, *, words: bool
) -> dict[str, Any]:
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
        "table": ContestantCard(rows, board_at, points=points_head(lists)),
        "with_words": words,
        "picture": session_picture(rounds_of(card), line.percent),
        "won": won,
        "lost": lost,
        "state": how_far(event),
    }


def tricks_seen(actor: Actor, room: EventState) -> dict[int, Tricks]:
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


class TravellerReader(NamedTuple):
    """Who asks for a board's page: the reader, their number, whether names are to be shown."""

    actor: Actor
    own: str = ""
    names: bool = False


def board_page(
    lists: Lists, asked: TravellerReader, board: int, card_at: CardAt
) -> BoardResultsPage:
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
        "compass": compass_of(cards, room.event) if cards else None,
        "leads": leads_for_page(lists, board, cards.deal) if cards else [],
        "line": line_of(cards, room.event) if cards else "",
        **par,
        "before": max((each for each in boards if each < board), default=None),
        "after": min((each for each in boards if each > board), default=None),
    }


# ---- Within the club.


class ClosedPage(TypedDict):
    """What stands instead of a ranking that is not open; `state` is how far it is."""

    event: Event
    state: str
    key: str
    tag: str


class OwnRanking(ClosedPage, ShownRanking):
    """The ranking as a reader in the club sees it: their own line, and the link to share."""

    lists: Lists
    own: str
    runs: bool
    has_deals: bool
    share: NotRequired[EventShare]
    address: NotRequired[str]


def is_unchanged(request: ClubRequest, tag: str) -> bool:
    """Whether a page that is open asks again while nothing changed.

    A page that is opened or reloaded is always sent: it may come from an older program.
    """
    return bool(request.htmx) and request.headers.get("If-None-Match") == tag


def unchanged(tag: str) -> HttpResponse:
    """Answer that nothing changed, without a page."""
    return HttpResponse(status=304, headers={"ETag": tag})


@open_to(Level.TABLE)
@require_safe
def ranking(request: ClubRequest, event: int) -> HttpResponse:
    """Show the ranking once the director has opened it; always to those who run the room."""
    found = event_for(request.actor, event, told_too=True)
    tag = tag_of(found)
    if is_unchanged(request, tag):
        return unchanged(tag)
    state, key = how_far(found), new_key()
    if not may_see_results(request.actor, found):
        closed: ClosedPage = {"event": found, "state": state, "key": key, "tag": tag}
        return render(request, "events/closed.html", closed)
    room = room_for(request.actor, found)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    lists = Lists(room)
    boards = lists.scorer.boards.values()
    shown = ranking_for_page(lists, own, _card_at(event), request)
    context: OwnRanking = {
        "event": found,
        "state": state,
        "key": key,
        "tag": tag,
        "lists": lists,
        "own": own,
        "shown": shown["shown"],
        "tabs": shown["tabs"],
        "tab": shown["tab"],
        "asks_at": shown["asks_at"],
        "runs": request.actor.is_scorer,
        "has_deals": has_deals_to_see(request.actor, room, boards),
    }
    shared = share_of(found) if request.actor.is_scorer else None
    if shared is not None:
        path = reverse("event-shared", args=[token_of(shared.nonce)])
        context |= {"share": shared, "address": address_of(request, path)}
    answer = render(request, "events/ranking.html", context)
    answer["ETag"] = tag
    return answer


@open_to(Level.TABLE)
@require_safe
def pair(request: ClubRequest, event: int, pair: str) -> HttpResponse:
    """Show a pair's card, each board compared."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    lists, words = Lists(room_for(request.actor, found)), "words" in request.GET

    def board_at(board: int) -> str:
        return reverse("event-board", args=[event, board])

    context = card_page(lists, request.actor, pair, board_at, words=words)
    context["table"].sorted_by(request)
    return render(request, "events/card.html", context)


@open_to(Level.TABLE)
@require_safe
def board(request: ClubRequest, event: int, board: int) -> HttpResponse:
    """Show a board's traveller with how often each score came."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found})
    room = room_for(request.actor, found)
    must_not_be_hidden(room, board)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    asked = TravellerReader(request.actor, own, names="names" in request.GET)

    context = board_page(Lists(room), asked, board, _card_at(event))
    context["traveller"].sorted_by(request)
    return render(request, "events/board.html", context)


@open_to(Level.TABLE)
@require_safe
def cross(request: ClubRequest, event: int) -> HttpResponse:
    """Show everyone against everyone, to those who may see the ranking."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found, "state": how_far(found)})
    room = room_for(request.actor, found)
    entry = own_entry(room, request.actor.person)
    own = key_of_entry(room, entry) if entry else ""
    return render(
        request, "events/cross.html", cross_page(Lists(room), own, _card_at(event), request)
    )


def _card_at(event: int) -> CardAt:
    """Return what leads to a card of an event."""
    return lambda key: reverse("event-pair", args=[event, key])


@open_to(Level.TABLE)
@require_safe
def also(request: ClubRequest, event: int) -> HttpResponse:
    """Show the event ranked in several ways side by side, to those who may see its ranking."""
    found = event_for(request.actor, event, told_too=True)
    state = how_far(found)
    if not may_see_results(request.actor, found):
        return render(request, "events/closed.html", {"event": found, "state": state})
    lists = Lists(room_for(request.actor, found))
    context: dict[str, Any] = {"event": found, "state": state, "also": SideBySide(lists)}
    return render(request, "events/also_ranked.html", context)


@open_to(Level.PLAYER)
@require_safe
def how_it_goes(request: ClubRequest) -> HttpResponse:
    """Show how to run a session of duplicate."""
    context: dict[str, Any] = {"chapters": chapters(), "typed": typed_lines()}
    return render(request, "events/help.html", context)


# ---- Several sessions as one ranking.


class SeveralShown(TypedDict):
    """Several sessions as one ranking, alone on a page; nothing where one is not open."""

    events: Sequence[Event]
    several: Several | None
    shown: Sequence[ShownList]
    tag: str
    query: NotRequired[str]
    share: NotRequired[SeveralShare]
    no_menu: bool


@open_to(Level.PLAYER)
@require_safe
def as_one_ranking(request: ClubRequest) -> HttpResponse:
    """Ask which sessions, and show them as one; the choice is in the address."""
    choice = ChosenSessions(request.actor, request.GET)
    asked = bool(choice.wanted) or "asked" in request.GET
    problems = [Problem("evenings", choice.problem)] if asked and choice.problem else []
    context: dict[str, Any] = {
        "choice": choice,
        "offered": [(event, scoring_name(event.scoring)) for event in choice.offered],
        "query": request.GET.urlencode(),
        "problems": problems,
        "closed": [event.name for event in choice.chosen if not event.ranking_open],
        "shown": tables_of_several(choice.several),
    }
    found = several_share_of(request.actor.home, choice.chosen, only_all=choice.only_all)
    if found is not None and request.actor.is_scorer:
        path = reverse("several-shared", args=[token_of(found.nonce)])
        context |= {"share": found, "address": address_of(request, path)}
    status = 422 if problems else 200
    return render(request, "events/several.html", context, status=status)


@open_to(Level.PLAYER)
@require_safe
def wall(request: ClubRequest) -> HttpResponse:
    """Show several sessions as one on the wall, once the ranking of each is open to players."""
    choice = ChosenSessions(request.actor, request.GET)
    events = choice.chosen
    tag = tag_of_several(events, str(choice.only_all))
    if is_unchanged(request, tag):
        return unchanged(tag)
    is_open = all(event.ranking_open for event in events)
    context: SeveralShown = {
        "events": events,
        "several": choice.several if is_open else None,
        "shown": tables_of_several(choice.several),
        "tag": tag,
        "query": request.GET.urlencode(),
        "no_menu": True,
    }
    answer = render(request, "events/several_wall.html", context)
    answer["ETag"] = tag
    return answer


@open_to(Level.SCORER)
@require_POST
def share(request: ClubRequest) -> HttpResponse:
    """Create the link to several sessions as one, or turn it off; the choice is in the address."""
    choice = ChosenSessions(request.actor, request.GET)
    if choice.several is None:
        raise Refused(choice.problem)
    if not all(event.ranking_open for event in choice.chosen):
        raise Refused(_("Show each ranking to players first."))
    if request.POST.get("what") == "stop":
        stop_sharing_several(
            club=request.actor.home, events=choice.chosen, only_all=choice.only_all
        )
    else:
        share_several(
            events=choice.chosen,
            only_all=choice.only_all,
            hides_names=bool(request.POST.get("hides_names")),
            actor=request.actor,
        )
    return redirect(f"{reverse('results-as-one')}?{request.GET.urlencode()}")


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared(request: ClubRequest, token: str) -> HttpResponse:
    """Show several sessions as one to anyone with the link, while the ranking of each is open."""
    found = several_by_token(token)
    events = events_of_share(found) if found is not None else []
    if found is None or not events:
        return render(request, "events/not_shared.html", status=404)
    tag = tag_of_several(events, str(found.pk))
    if is_unchanged(request, tag):
        return unchanged(tag)
    try:
        several = as_one(events, only_all=found.only_all, hides_names=found.hides_names)
    except RuleError:
        # Put right since, so that they are not scored alike any more.
        return render(request, "events/not_shared.html", status=404)
    context: SeveralShown = {
        "events": events,
        "several": several,
        "shown": tables_of_several(several),
        "share": found,
        "tag": tag,
        "no_menu": True,
    }
    answer = render(request, "events/several_shared.html", context)
    answer["ETag"] = tag
    return answer


# ---- Behind a link.


def _answer(
    request: ClubRequest,
    token: str,
    template: str,
    page: Callable[
        [Lists], SharedRanking | dict[str, Any] | dict[str, Any] | BoardResultsPage | BoardPlayPage
    ],
    *,
    asks_again: bool = False,
) -> HttpResponse:
    """Show what a share lets be read; names are hidden on every page of it, or on none."""
    found = share_by_token(token)
    if found is None or not found.event.ranking_open:
        return render(request, "events/not_shared.html", status=404)
    tag = tag_of(found.event)
    if asks_again and is_unchanged(request, tag):
        return unchanged(tag)
    lists = Lists(room_for(request.actor, found.event), hides_names=found.hides_names)
    shown = page(lists)
    status = 422 if shown.get("wrong") else 200
    answer = render(request, template, {**shown, "shared": token, "tag": tag}, status=status)
    if asks_again:
        answer["ETag"] = tag
    return answer


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_of_sharing(request: ClubRequest, token: str) -> HttpResponse:
    """Show the ranking to anyone with the link, with names or without."""

    def page(lists: Lists) -> SharedRanking:
        event = lists.room.event
        shown = ranking_for_page(lists, "", _card_at_of_sharing(token), request)
        return {"event": event, "lists": lists, "state": how_far(event), **shown}

    return _answer(request, token, "events/ranking.html", page, asks_again=True)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_cross(request: ClubRequest, token: str) -> HttpResponse:
    """Show everyone against everyone behind the same address."""

    def page(lists: Lists) -> dict[str, Any]:
        return cross_page(lists, "", _card_at_of_sharing(token), request)

    return _answer(request, token, "events/cross.html", page)


def _card_at_of_sharing(token: str) -> CardAt:
    """Return what leads to a card behind a link."""
    return lambda key: reverse("event-shared-pair", args=[token, key])


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_pair(request: ClubRequest, token: str, pair: str) -> HttpResponse:
    """Show a pair's card behind the same address."""

    def board_at(board: int) -> str:
        return reverse("event-shared-board", args=[token, board])

    def page(lists: Lists) -> dict[str, Any]:
        found = card_page(lists, Actor(), pair, board_at, words="words" in request.GET)
        found["table"].sorted_by(request)
        return found

    return _answer(request, token, "events/card.html", page)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_board(request: ClubRequest, token: str, board: int) -> HttpResponse:
    """Show a board's traveller behind the same link.

    Every reader is a visitor here, whatever they may see in a club of their own; but who plays is
    not shown a board of the event that they have yet to play.
    """

    def page(lists: Lists) -> BoardResultsPage:
        must_not_be_hidden(lists.room, board)
        asked = TravellerReader(Actor(), names="names" in request.GET)
        found = board_page(lists, asked, board, _card_at_of_sharing(token))
        found["traveller"].sorted_by(request)
        return found

    return _answer(request, token, "events/board.html", page)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def shared_play(request: ClubRequest, token: str, board: int) -> HttpResponse:
    """Step through a board behind the same link, where a visitor may see its cards."""

    def page(lists: Lists) -> BoardPlayPage:
        return play_page(lists, Actor(), board, request.GET)

    return _answer(request, token, "events/board_play.html", page)
