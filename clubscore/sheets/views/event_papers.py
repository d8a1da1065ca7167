"""An evening of duplicate on paper, and what players receive as plain text."""

from collections.abc import Callable, Iterator
from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.refused import Refused
from clubscore.events.models import Entry, Event, EventTableLink
from clubscore.events.rankings.lists import Lists
from clubscore.events.selectors import (
    event_for,
    may_see_results,
    must_not_be_hidden,
    own_entry,
    room_for,
)
from clubscore.events.state.event_now import Room
from clubscore.events.state.scoring import key_of_entry
from clubscore.sheets.club.code_cards import code_cards
from clubscore.sheets.events.event_facts import title_of
from clubscore.sheets.events.event_paper import EventPaper
from clubscore.sheets.events.papers_of_events import find_event_paper
from clubscore.sheets.events.texts.movement_text import guide_of, table_of
from clubscore.sheets.events.texts.results_text import card_lines
from clubscore.sheets.events.texts.text_words import heading
from clubscore.sheets.pieces.identity import Imprint, fingerprint, imprint
from clubscore.sheets.pieces.paper import Paper, paper_for
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.piece_sheets import Sheets
from clubscore.sheets.pieces.suit_colours import suits_in
from clubscore.sheets.views.file_answers import answer_with, paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text
from clubscore.tableside.phone_addresses import address_of


def _room(request: ClubRequest, event: int) -> Room:
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if not room.plans and not found.told:
        raise Refused(_("Choose the movement first."))
    return room


def _paper(request: ClubRequest, room: Room, kind: str, ending: str) -> EventPaper:
    """Return what is printed. Raises Http404, or PermissionDenied while it is hidden."""
    found = find_event_paper(kind)
    if found is None or not found.has(ending) or not found.is_of(room.event):
        raise Http404
    if found.tells_results and not may_see_results(request.actor, room.event):
        raise PermissionDenied
    if found.tells_results:
        must_not_be_hidden(room)
    return found


def name_of(event: Event, kind: str) -> str:
    """Return the name of a file of this kind; days sort."""
    return f"{event.name}, {event.evening.isoformat()} {kind}"


@open_to(Level.PLAYER)
@require_safe
def event_pdf(request: ClubRequest, event: int, kind: str) -> HttpResponseBase:
    """Answer with a paper of the evening."""
    room = _room(request, event)
    paper_kind = _paper(request, room, kind, "pdf")
    title = title_of(room.event)
    told = imprint(_titled(paper_kind, title), room.event.club.name, _(paper_kind.title))
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    if paper_kind.leaf:
        name = name_of(room.event, kind)
        return paper_answer(request, partial(_leaf, request, room, paper_kind, paper), name)
    plans = paper_kind.pieces(room, paper, _order(request, paper_kind)) if paper_kind.pieces else []
    return _pieces(request, room, paper_kind, plans, told)


def _leaf(request: ClubRequest, room: Room, kind: EventPaper, paper: Paper) -> bytes:
    """Draw a paper that stays whole."""
    assert kind.leaf is not None  # noqa: S101 - asked for by who has one
    with suits_in(request.GET.get("suits", "") if kind.suits else ""):
        return kind.leaf(room, paper, request.GET.dict())


def _pieces(
    request: ClubRequest, room: Room, kind: EventPaper, plans: list[Sheets], told: Imprint
) -> HttpResponseBase:
    """Answer with what is cut apart; a browser that has the same already learns so undrawn."""
    from clubscore.sheets.pieces.piece_sheets import plans_pdf

    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    backs = bool(kind.backs) and request.GET.get("backs") == "1"
    name = name_of(room.event, kind.key)
    if kind.first:
        leaf, codes = _sheet_and_codes(request, room, told)
        drawn = partial(plans_pdf, plans, paper, told, leaf=leaf, first=codes)
        return paper_answer(request, drawn, name)
    etag = fingerprint(told, paper, plans, backs)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    pdf = plans_pdf(plans, paper, told, backs=backs)
    return answer_with(pdf, "application/pdf", f"{name}.pdf", etag)


def _titled(paper_kind: EventPaper, title: str) -> str:
    """Return what a file is called: what it is, and of which evening."""
    return _("%(paper)s, %(event)s") % {"paper": _(paper_kind.title), "event": title}


def _order(request: ClubRequest, paper_kind: EventPaper) -> str:
    """Return the order that an address asks for, or the usual one."""
    wanted = request.GET.get("order", "")
    return wanted if wanted in paper_kind.orders else next(iter(paper_kind.orders), "")


def _sheet_and_codes(
    request: ClubRequest, room: Room, told: Imprint
) -> tuple[Callable[[Pen], None], Callable[[Pen], None]]:
    """What comes before the pieces: who sits where, and codes for those who may connect phones."""
    from clubscore.sheets.club.codes_pdf import draw_codes
    from clubscore.sheets.events.leaves.director_leaf import draw_director

    may = request.actor.is_scorer and address_of(request, "/")
    codes = code_cards(request, room) if may else []

    return partial(draw_director, room=room), partial(draw_codes, cards=codes, time=told.printed)


@open_to(Level.PLAYER)
@require_safe
def event_text(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    room = _room(request, event)
    said = _paper(request, room, kind, "txt").text(room)
    return answer_with_text(request, said, name_of(room.event, kind))


@open_to(Level.TABLE)
@require_safe
def own_card(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with a player's own card as plain text: where they sit when, then what they scored.

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
        said += table_of(room, section, link.table)
    else:
        text = _("You have no number here. All the cards are with the event's papers.")
        raise Refused(text)
    return answer_with_text(request, said, name_of(room.event, "card"))


def _of_entry(request: ClubRequest, room: Room, entry: Entry) -> Iterator[str]:
    section = next(each for each in room.sections if each.pk == entry.section_id)
    yield from guide_of(room, section, entry.number or 0)
    if may_see_results(request.actor, room.event):
        own, lists = key_of_entry(room, entry), Lists(room)
        for one in lists.scratch:
            for line in one.rows:
                if line.key == own:
                    yield ""
                    yield from card_lines(lists, line, len(one.rows))
