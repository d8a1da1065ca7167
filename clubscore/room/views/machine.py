"""Pages of whoever keeps the machine: all clubs, and closing one; nothing of money or people."""

import datetime as dt
import tempfile
from pathlib import Path
from typing import NamedTuple, TypedDict

from django.db.models import Count, Max, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Club, Person
from clubscore.club.safe import backups
from clubscore.club.uploads import why_no_file
from clubscore.deals.file_size import LARGEST_UPLOAD, MB
from clubscore.events.models import Event
from clubscore.exchange.club_file.carried import CARRIED
from clubscore.exchange.club_file.closing_club import NotClosed, close_club
from clubscore.exchange.club_file.reading_club import BadFile
from clubscore.exchange.club_file.writing_club import NotWritten, rows_of
from clubscore.room.forms import ClosingForm
from clubscore.rubbers.models import Sitting
from clubscore.tableside.problems import Problem


class KeptClub(NamedTuple):
    """A club of this server: how large it is, and when it last played."""

    club: Club
    members: int
    evening: dt.date | None
    records: int


class ClubsPage(TypedDict):
    """All clubs of this server, and when all of them were last backed up."""

    clubs: list[KeptClub]
    last_copy: dt.datetime | None


class ClosePage(TypedDict):
    """A club that is to be closed, and why it cannot be."""

    closing: Club
    moved_to: str
    problems: list[Problem]
    most: int


@open_to(Level.KEEPER)
@require_safe
def clubs(request: ClubRequest) -> HttpResponse:
    """Show all clubs of this server."""
    members = Q(people__kind=Person.Kind.MEMBER, people__merged_into=None, people__active=True)
    found = Club.objects.annotate(members=Count("people", filter=members)).order_by("name", "pk")
    copies = backups.list_backups(backups.folder())[:1]
    context: ClubsPage = {
        "clubs": [KeptClub(club, club.members, _played(club), _records(club)) for club in found],
        "last_copy": copies[0][0] if copies else None,
    }
    return render(request, "room/machine.html", context)


def _played(club: Club) -> dt.date | None:
    """Return the last evening on which a club played."""
    days: list[dt.date | None] = [
        model._default_manager.filter(club=club).aggregate(last=Max("evening"))["last"]
        for model in (Sitting, Event)
    ]
    return max((day for day in days if day), default=None)


def _records(club: Club) -> int:
    return sum(rows_of(model, club).count() for model in CARRIED)


@open_to(Level.KEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: ClubRequest, club: str) -> HttpResponse:
    """Ask for the club's file; a POST closes the club once that was read back whole."""
    found = get_object_or_404(Club, slug=club, closed_at=None)
    if request.method != "POST":
        return _close_page(request, found, ClosingForm())
    form = ClosingForm(request.POST, request.FILES)
    told = _closed(request, found, form)
    if told:
        return _close_page(request, found, form, told)
    return redirect("machine")


def _closed(request: ClubRequest, club: Club, form: ClosingForm) -> str:
    """Close a club by its file; return why not, nothing where it is closed."""
    sent = form.file_of("file")
    if sent is None:
        return why_no_file(request, LARGEST_UPLOAD)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "club"
        with file.open("wb") as target:
            target.writelines(sent.chunks())
        try:
            close_club(club=club, file=file, moved_to=form.words_of("to"))
        except (BadFile, OSError, NotWritten) as error:
            return str(error)
        except NotClosed:
            return _(
                "The club is not what this file says. Export it again, and import that file on the"
                " other server."
            )
    return ""


def _close_page(
    request: ClubRequest, club: Club, form: ClosingForm, problem: str = ""
) -> HttpResponse:
    context: ClosePage = {
        "closing": club,
        "moved_to": form.typed("to"),
        "problems": [Problem("id_file", problem)] if problem else [],
        "most": LARGEST_UPLOAD // MB,
    }
    return render(request, "room/machine_close.html", context, status=422 if problem else 200)
