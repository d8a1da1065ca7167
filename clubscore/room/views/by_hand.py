"""A table's six digits, typed where no camera reads the code."""

import hashlib
import secrets
from typing import NotRequired, TypedDict

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Club
from clubscore.club.wording.phrases import said
from clubscore.events.models import EventTableLink
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.room.forms import ByHandForm
from clubscore.room.numbers_by_hand import club_called, clubs_with_codes, come_in_by_hand
from clubscore.tableside.hand_codes import PAUSE, AskTheDirector, Guesser
from clubscore.tableside.problems import Problem
from clubscore.tableside.secret_addresses import token_of

COOKIE, LONGEST = "by-hand", 40
WHICH_CLUB = gettext_noop(
    "Several clubs play here. Type your club's name, or its short name from the address under"
    " the table's code."
)


class ByHandPage(TypedDict):
    """What was typed, whether the table or the club must be asked for, and what is wrong."""

    number: str
    asks_table: bool
    club_name: str
    asks_club: bool
    code: NotRequired[str]
    problems: NotRequired[list[Problem]]


@open_to(Level.VISITOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_hand(request: ClubRequest, club: str = "") -> HttpResponse:
    """Ask for a table's six digits; lead to what its code would have opened.

    The table's number is asked for where it was given, or where digits alone do not do.
    """
    form = ByHandForm(request.POST if request.method == "POST" else request.GET)
    number, code = form.words_of("table"), form.words_of("code")
    name = form.words_of("club") or club[:80]
    found, asks = _club_of(request, name)
    context: ByHandPage = {
        "number": number,
        "asks_table": bool(number),
        "club_name": name,
        "asks_club": asks,
    }
    if request.method != "POST":
        return render(request, "room/by_hand.html", context)
    own = request.COOKIES.get(COOKIE, "")[:LONGEST] or secrets.token_urlsafe(16)
    client = client_of(request, own)
    guesser = Guesser(client, found, found is not None and found == request.actor.club)
    try:
        if asks:
            raise RuleError("club", WHICH_CLUB, "club")
        link = come_in_by_hand(number=number, code=code, guesser=guesser)
    except RuleError as error:
        problem, status = Problem(error.where or "code", said(error)), 422
        context["asks_table"] = bool(number) or error.code in ("two", "wait")
    except AskTheDirector:
        told = _(
            "Five wrong codes: this table now opens by its scanned code only. Ask the director."
        )
        problem, status = Problem("code", told), 429
    else:
        page = "event-enter" if isinstance(link, EventTableLink) else "enter"
        return redirect(page, token=token_of(link.nonce))
    context["code"], context["problems"] = code if asks else "", [problem]
    answer = render(request, "room/by_hand.html", context, status=status)
    # A cookie and no session: a stranger who types codes all night leaves no rows for each.
    answer.set_cookie(
        COOKIE, own, max_age=PAUSE, secure=settings.SESSION_COOKIE_SECURE, httponly=True,
        samesite="Lax",
    )  # fmt: skip
    return answer


def _club_of(request: ClubRequest, name: str) -> tuple[Club | None, bool]:
    """Return the club whose table is meant, and whether it must be asked for.

    The one named counts, else that of whoever is in already, else the only one with codes tonight.
    """
    if name:
        found = club_called(name)
        return found, found is None
    if request.actor.club is not None:
        return request.actor.club, False
    clubs = clubs_with_codes()
    return (clubs[0] if len(clubs) == 1 else None), len(clubs) > 1


def client_of(request: ClubRequest, own: str) -> str:
    """Return what tells this browser from others: as what it is in, else its own cookie.

    A phone that is in counts by the address that let it in: scanned again, that is no new browser.
    """
    actor = request.actor
    if actor.link is not None:
        name = f"link {actor.link.token_hash}"
    elif actor.user is not None:
        name = f"user {actor.user.pk}"
    else:
        name = f"cookie {own}"
    return hashlib.sha256(name.encode()).hexdigest()
