"""A table's number and six digits, typed where no camera reads the code."""

import hashlib

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.templatetags.clubscore import said
from clubscore.duplicate.hand_codes import come_in_by_hand
from clubscore.duplicate.models import EventTableLink
from clubscore.duplicate.phones import links_of
from clubscore.duplicate.selectors import directed_by
from clubscore.laws.errors import RuleError
from clubscore.rubber.entry_form import Problem
from clubscore.rubber.hand_codes import AskTheDirector, open_again
from clubscore.rubber.phones import token_of


@open_to(Level.VISITOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_hand(request: ClubRequest) -> HttpResponse:
    """Ask for a table and its six digits; lead to what its code would have opened."""
    if request.method != "POST":
        return render(request, "duplicate/by_hand.html", {"number": request.GET.get("table", "")})
    number, code = request.POST.get("table", "")[:12], request.POST.get("code", "")[:20]
    try:
        link = come_in_by_hand(number=number, code=code, client=client_of(request))
    except RuleError as error:
        problem, status = Problem("code", said(error)), 422
    except AskTheDirector:
        told = _("Five wrong codes: this table opens by its scanned code only. Ask the director.")
        problem, status = Problem("code", told), 429
    else:
        page = "event-enter" if isinstance(link, EventTableLink) else "enter"
        return redirect(page, token=token_of(link.nonce))
    context = {"number": number, "problems": [problem]}
    return render(request, "duplicate/by_hand.html", context, status=status)


def client_of(request: ClubRequest) -> str:
    """Return what tells this browser from others: its own session, made here if it has none."""
    if request.session.session_key is None:
        request.session["by-hand"] = True
        request.session.save()
    return hashlib.sha256((request.session.session_key or "").encode()).hexdigest()


@open_to(Level.SCORER)
@require_POST
def again(request: ClubRequest, event: int) -> HttpResponse:
    """Let the tables of an event be opened by hand again."""
    found = directed_by(request.actor, event)
    open_again([link for section in found.sections.all() for link in links_of(section)])
    return redirect("event-phones", event=event)
