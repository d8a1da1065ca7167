"""Backups at a second place: where, locked to which key, when one was last proved."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubscore.club import logins
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.extras.second_place import copies
from clubscore.home.forms import BackupKeyForm
from clubscore.jobs import queue as asking
from clubscore.web.forms import Problem

SECOND = "second-place"


@open_to(Level.DIRECTOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: ClubRequest) -> HttpResponse:
    """Show the second place; a POST makes a key, proves one, or sends now."""
    actor = request.actor
    if not logins.may_back_up(actor.login):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request)
    form = BackupKeyForm(request.POST)
    if form.sends("make"):
        return _made(request)
    if form.sends("now"):
        asking.ask(kind=SECOND)
        return redirect("club-second-place")
    try:
        copies.prove(form.words_of("secret"))
    except copies.WrongKey:
        told = _("This is not the secret key of the backups. It begins with AGE-SECRET-KEY-1.")
        return _page(request, [Problem("secret", told)], status=422)
    logins.note_act(club=actor.home, author=actor.label, what="backup key proved")
    return redirect("club-second-place")


def _made(request: ClubRequest) -> HttpResponse:
    """Make a key; its secret half is on this page and nowhere else."""
    actor = request.actor
    secret = copies.make()
    logins.note_act(club=actor.home, author=actor.label, what="backup key made")
    return render(request, "room/backup_key_once.html", {"secret": secret})


def _page(
    request: ClubRequest, problems: list[Problem] | None = None, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "place": copies.place(),
        "key": copies.known(),
        "copies": copies.known_of_second_place(),
        "proved_at": copies.last_proved(),
        "job": asking.last_of(SECOND),
        "problems": problems or [],
    }
    return render(request, "room/second_place.html", context, status=status)
