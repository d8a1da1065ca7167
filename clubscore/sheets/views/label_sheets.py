"""Labels for the boards of an event: a page that asks what they are printed on, and the sheets."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.events.boards.who_may_see import in_play
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state.event_now import Room
from clubscore.sheets.at_the_table.board_labels import (
    Wanted,
    crosses_pdf,
    labels,
    labels_pdf,
    stock_words,
)
from clubscore.sheets.at_the_table.forms import SHIFTS, LabelsForm
from clubscore.sheets.events.event_facts import title_of
from clubscore.sheets.events.texts.label_text import labels_text
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.label_stocks import BY_KEY, STOCKS, Shift, tenths, usual_stock
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.event_papers import name_of
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text

# What this browser printed on last: as near to a printer as a program on a page comes.
COOKIE, A_YEAR = "labels", 365 * 24 * 3600
# A pack of boards as it is sold, where no movement says how many are played.
USUAL_BOARDS = range(1, 37)


class Choice(NamedTuple):
    """A choice of a list: what is sent, what is read."""

    key: str
    said: str


def last_shift(request: ClubRequest) -> Shift:
    """Return by how much this browser's printer was off last time."""
    _stock, *shift = request.COOKIES.get(COOKIE, "").split(".")
    right, down = shift if len(shift) == 2 else ("", "")
    return Shift(int(right), int(down)) if {right, down} <= set(SHIFTS) else Shift()


def _usual(request: ClubRequest) -> Wanted:
    """Return what this browser printed on last, unless the address asks for a size of paper."""
    paper = request.GET.get("paper", "")
    kept = BY_KEY.get(request.COOKIES.get(COOKIE, "").partition(".")[0])
    stock = usual_stock(paper_for(paper, request.actor.club)) if paper or kept is None else kept
    return Wanted(stock, 1, last_shift(request))


def _form(request: ClubRequest, event: Event) -> tuple[LabelsForm, Room]:
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
            "stocks": [Choice(each.key, stock_words(each)) for each in STOCKS],
            "shifts": [Choice(each, tenths(int(each))) for each in SHIFTS],
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
