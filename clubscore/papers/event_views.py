"""Addresses of an event's papers: who may have which, as a PDF file or as plain text."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused
from clubscore.deals.hands import DealtBoard
from clubscore.events.models import Entry, Event, EventHappening, EventTableLink
from clubscore.events.models.facts import RulingGiven
from clubscore.events.rankings import Lists
from clubscore.events.rulings import rulings_of
from clubscore.events.scoring import key_of_entry
from clubscore.events.selectors import (
    directed_by,
    event_for,
    may_see_results,
    must_not_be_hidden,
    own_entry,
    room_for,
)
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import deals_seen, in_play
from clubscore.papers.attendance import attendance_text
from clubscore.papers.board_labels import (
    SHIFTS,
    LabelsForm,
    LabelWish,
    crosses_pdf,
    labels,
    labels_pdf,
    labels_text,
    stock_words,
)
from clubscore.papers.codes import code_cards
from clubscore.papers.director_sheet import guide_of, table_of
from clubscore.papers.event_head import heading, title_of
from clubscore.papers.event_papers import CardsPaper, EventPaper, find_cards_paper, find_event_paper
from clubscore.papers.ledger import Imprint, fingerprint, imprint
from clubscore.papers.paper import answer_with, answer_with_text, paper_answer
from clubscore.papers.pen import Pen, suits_in
from clubscore.papers.pieces import Sheets
from clubscore.papers.results import card_lines
from clubscore.papers.rulings import SlipContent, for_both, slip_lines, slip_of
from clubscore.papers.sizes import BY_KEY, STOCKS, PaperSize, Shift, paper_for, tenths, usual_stock
from clubscore.web.phones import address_of

# ---- An evening of duplicate on paper, and what players receive as plain text.


def _room(request: ClubRequest, event: int) -> EventState:
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if not room.plans and not found.told:
        raise Refused(_("Choose the movement first."))
    return room


def _paper(request: ClubRequest, room: EventState, kind: str, ending: str) -> EventPaper:
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


def _leaf(request: ClubRequest, room: EventState, kind: EventPaper, paper: PaperSize) -> bytes:
    """Draw a paper that stays whole."""
    assert kind.leaf is not None  # noqa: S101 - asked for by who has one
    with suits_in(request.GET.get("suits", "") if kind.suits else ""):
        return kind.leaf(room, paper, request.GET.dict())


def _pieces(
    request: ClubRequest, room: EventState, kind: EventPaper, plans: list[Sheets], told: Imprint
) -> HttpResponseBase:
    """Answer with what is cut apart; a browser that has the same already learns so undrawn."""
    from clubscore.papers.pieces import plans_pdf

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
    request: ClubRequest, room: EventState, told: Imprint
) -> tuple[Callable[[Pen], None], Callable[[Pen], None]]:
    """What comes before the pieces: who sits where, and codes for those who may connect phones."""
    from clubscore.papers.codes import draw_codes
    from clubscore.papers.director_sheet import draw_director

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


def _of_entry(request: ClubRequest, room: EventState, entry: Entry) -> Iterator[str]:
    section = next(each for each in room.sections if each.pk == entry.section_id)
    yield from guide_of(room, section, entry.number or 0)
    if may_see_results(request.actor, room.event):
        own, lists = key_of_entry(room, entry), Lists(room)
        for one in lists.scratch:
            for line in one.rows:
                if line.key == own:
                    yield ""
                    yield from card_lines(lists, line, len(one.rows))


# ---- Labels for the boards of an event: a page that asks what they are printed on, and the sheets.

# What this browser printed on last: as near to a printer as a program on a page comes.
COOKIE, A_YEAR = "labels", 365 * 24 * 3600
# A pack of boards as it is sold, where no movement says how many are played.
USUAL_BOARDS = range(1, 37)


class LabelChoice(NamedTuple):
    """A choice of a list: what is sent, what is read."""

    key: str
    said: str


def last_shift(request: ClubRequest) -> Shift:
    """Return by how much this browser's printer was off last time."""
    _stock, *shift = request.COOKIES.get(COOKIE, "").split(".")
    right, down = shift if len(shift) == 2 else ("", "")
    return Shift(int(right), int(down)) if {right, down} <= set(SHIFTS) else Shift()


def _usual(request: ClubRequest) -> LabelWish:
    """Return what this browser printed on last, unless the address asks for a size of paper."""
    paper = request.GET.get("paper", "")
    kept = BY_KEY.get(request.COOKIES.get(COOKIE, "").partition(".")[0])
    stock = usual_stock(paper_for(paper, request.actor.club)) if paper or kept is None else kept
    return LabelWish(stock, 1, last_shift(request))


def _form(request: ClubRequest, event: Event) -> tuple[LabelsForm, EventState]:
    room = room_for(request.actor, event)
    boards = sorted(in_play(room)) or USUAL_BOARDS
    return LabelsForm(request.GET, usual=_usual(request), boards=boards), room


@open_to(Level.DIRECTOR)
@require_safe
def label_page(request: ClubRequest, event: int) -> HttpResponse:
    """Show what labels are printed on: which boards, which stock, where on its sheet."""
    found = directed_by(request.actor, event)
    form, _room = _form(request, found)
    usual, boards = form.usual, form.boards
    return render(
        request,
        "papers/labels.html",
        {
            "event": found,
            "problems": form.problems,
            "stocks": [LabelChoice(each.key, stock_words(each)) for each in STOCKS],
            "shifts": [LabelChoice(each, tenths(int(each))) for each in SHIFTS],
            "stock": form.typed("stock", usual.stock.key),
            "lowest": form.typed("lowest", str(boards[0])),
            "highest": form.typed("highest", str(boards[-1])),
            "first": form.typed("first", "1"),
            "right": form.typed("right", str(usual.shift.right)),
            "down": form.typed("down", str(usual.shift.down)),
        },
        status=422 if form.problems else 200,
    )


@open_to(Level.DIRECTOR)
@require_safe
def label_pdf(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with labels, or with a test sheet; back to the page where something is not right."""
    found = directed_by(request.actor, event)
    form, room = _form(request, found)
    if not form.is_valid():
        page = reverse("event-labels", args=[found.pk])
        return redirect(f"{page}?{request.GET.urlencode()}")
    wanted = form.wanted
    what = _("Board labels")
    title = _("%(paper)s, %(event)s") % {"paper": what, "event": title_of(found)}
    told = imprint(title, found.club.name, what)

    def draw() -> bytes:
        if request.GET.get("test"):
            return crosses_pdf(wanted, told)
        return labels_pdf(labels(room, form.numbers), wanted, told)

    answer = paper_answer(request, draw, name_of(found, "labels"))
    answer.set_cookie(
        COOKIE,
        f"{wanted.stock.key}.{wanted.shift.right}.{wanted.shift.down}",
        max_age=A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@open_to(Level.DIRECTOR)
@require_safe
def label_text(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with what the labels say, a line a board."""
    found = directed_by(request.actor, event)
    form, room = _form(request, found)
    return answer_with_text(request, labels_text(room, form.boards), name_of(found, "labels"))


# ---- The slip of a ruling on paper, and as plain text.


def _slip(request: ClubRequest, ruling: int) -> tuple[SlipContent, Event]:
    """What the slip says, and of which event. Http404 for no ruling that they may see."""
    given = EventHappening.objects.filter(kind=EventHappening.Kind.RULING, pk=ruling).first()
    if given is None:
        raise Http404
    room = room_for(request.actor, directed_by(request.actor, given.event_id))
    must_not_be_hidden(room, given.told_as(RulingGiven)["board"])
    (line,) = rulings_of(room, ruling=ruling)
    return slip_of(room, line), room.event


@open_to(Level.SCORER)
@require_safe
def ruling_pdf(request: ClubRequest, ruling: int) -> HttpResponseBase:
    """Answer with the slip of a ruling, for the table and for the director, appeals behind it."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.papers.rulings import slips_pdf

    slip, event = _slip(request, ruling)
    title = _("%(paper)s, %(event)s") % {"paper": slip.identity.place, "event": title_of(event)}
    told = imprint(title, event.club.name, _("Ruling slip"))
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    etag = fingerprint(told, paper, slip)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    pdf = slips_pdf(for_both(slip), paper, told)
    return answer_with(pdf, "application/pdf", f"{_name(event, ruling)}.pdf", etag)


@open_to(Level.SCORER)
@require_safe
def ruling_text(request: ClubRequest, ruling: int) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    slip, event = _slip(request, ruling)
    return answer_with_text(request, slip_lines(slip), _name(event, ruling))


def _name(event: Event, ruling: int) -> str:
    return name_of(event, f"ruling {ruling}")


# ---- The cards of an event's boards on paper, for those who may see them.


def _boards(request: ClubRequest, event: int) -> tuple[EventState, list[DealtBoard]]:
    """Return an event's room and the boards with cards for this reader. Refuses where none are."""
    found = event_for(request.actor, event, told_too=True)
    room = room_for(request.actor, found)
    if request.actor.is_director:
        must_not_be_hidden(room)
    boards = [*deals_seen(request.actor, room).values()]
    if not boards:
        text = (
            _("No board has cards yet. Deal the boards or import them first.")
            if request.actor.is_director
            else _("The cards are shown once the boards have been played.")
        )
        raise Refused(text)
    return room, boards


def _paper_of_board_cards(kind: str) -> CardsPaper:
    found = find_cards_paper(kind)
    if found is None:
        raise Http404
    return found


@open_to(Level.PLAYER)
@require_safe
def cards_pdf(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Answer with a paper of an event's cards."""
    printed = _paper_of_board_cards(kind)
    room, boards = _boards(request, event)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)

    def draw() -> bytes:
        with suits_in(request.GET.get("suits", "") if printed.suits else ""):
            return printed.draw(room, boards, paper, title_of(room.event), last_shift(request))

    return paper_answer(request, draw, name_of(room.event, kind))


@open_to(Level.PLAYER)
@require_safe
def cards_text(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    printed = _paper_of_board_cards(kind)
    room, boards = _boards(request, event)
    return answer_with_text(request, printed.text(room, boards), name_of(room.event, kind))


# ---- The attendance list of an event, for whoever stands at the door.


@open_to(Level.SCORER)
@require_safe
def attendance_pdf(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the list as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.papers.attendance import attendance_leaf

    found = directed_by(request.actor, event)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    room = room_of(found)
    return paper_answer(request, lambda: attendance_leaf(room, paper), name_of(found, "attendance"))


@open_to(Level.SCORER)
@require_safe
def attendance_words(request: ClubRequest, event: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    found = directed_by(request.actor, event)
    return answer_with_text(request, attendance_text(room_of(found)), name_of(found, "attendance"))
