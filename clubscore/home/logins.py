"""Logging in and out, one's own password, another club, and pages of whoever keeps the machine."""

import datetime as dt
import tempfile
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.db.models import Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, closed_clubs_of, open_to
from clubscore.club.logins import (
    KNOWN_BROWSERS,
    NEW_BROWSERS,
    browser_known_to,
    clubs_of,
    note_act,
    remember,
    user_of_pass,
)
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.deals.file_text import LARGEST_UPLOAD, MB
from clubscore.events.models import Event
from clubscore.files.club_file import NotWritten, carried, rows_of
from clubscore.files.club_import import BadFile, NotClosed, close_club
from clubscore.home.forms import ClosingForm, SwitchForm
from clubscore.home.frame import moved_page
from clubscore.rubbers.models import Sitting
from clubscore.server import backups
from clubscore.web.forms import Problem, problems_of, why_no_file

TOO_MANY, SOON = HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "5"}
# What a right password is answered with: the way in, or where the club is now.
RIGHT = (HTTPStatus.FOUND, HTTPStatus.GONE)
# What has to be put right: a field, and what would be right there.
Problems = Sequence[Mapping[str, str | Promise]]
NOT_NOW: Problems = [
    {
        "field": "",
        "text": gettext_lazy(
            "Too many passwords are being checked just now. Wait a few seconds, then enter"
            " yours again."
        ),
    }
]


class LogIn(auth.LoginView):
    """Asks for name and password."""

    template_name = "room/login.html"

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Show the form; a pass of `reset_password` makes this browser a known one first."""
        user = user_of_pass(request.GET.get("browser", ""))
        if user is None:
            return super().get(request, *args, **kwargs)
        answer = redirect("login")
        remember(request, answer, user)
        return answer

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Look at the password when it is its turn; say so where too many wait."""
        known = browser_known_to(request, request.POST.get("username", ""))
        with (KNOWN_BROWSERS if known else NEW_BROWSERS).turn() as turn:
            if not turn.theirs:
                return self.busy()
            answer = super().post(request, *args, **kwargs)
            turn.was_wrong = answer.status_code not in RIGHT
            return answer

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, and let this browser in later whatever others guess.

        A login whose club has moved opens nothing here; it is told where the club is.
        """
        moved = closed_clubs_of(form.get_user())
        if moved and not form.get_user().is_staff:
            return moved_page(self.request, moved)
        answer = super().form_valid(form)
        remember(self.request, answer, form.get_user().pk)
        return answer

    def get_default_redirect_url(self) -> str:
        """Lead on to Tonight; to the set-up of a club that the first start made for nobody yet."""
        fresh = Membership.objects.filter(
            user=self.request.user.pk, role=Role.DIRECTOR, club__set_up_done=0
        )
        return reverse("club-new") if fresh.exists() else super().get_default_redirect_url()

    def busy(self) -> HttpResponse:
        """Ask for the password once more, the name kept. Nothing was looked at."""
        given = {"username": self.request.POST.get("username", "")}
        form = self._in_our_words(self.get_form_class()(self.request, initial=given))
        context = self.get_context_data(form=form) | {"problems": NOT_NOW}
        return self.render_to_response(context, status=TOO_MANY, headers=SOON)

    def get_form(self, form_class: type[AuthenticationForm] | None = None) -> AuthenticationForm:
        """Say what is wrong as a club would."""
        return self._in_our_words(super().get_form(form_class))

    @staticmethod
    def _in_our_words(form: AuthenticationForm) -> AuthenticationForm:
        form.error_messages["invalid_login"] = _(
            "The name and password do not match. Check capitals in the password."
        )
        form.fields["username"].label = _("Name")
        form.fields["username"].error_messages["required"] = _("Who are you?")
        form.fields["password"].error_messages["required"] = _("Enter your password.")
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Give the page what has to be put right."""
        context = super().get_context_data(**kwargs)
        return context | {"problems": problems_of(context["form"])}


class LogOut(auth.LogoutView):
    """Asks whether to log out, so that no slip of a finger costs a password; a POST does it."""

    http_method_names = ["get", "head", "post", "options"]
    template_name = "room/logout.html"
    request: ClubRequest

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Show the question, to somebody who is logged in."""
        if self.request.actor.user is None:
            return redirect("home")
        return render(request, self.template_name)


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: ClubRequest) -> HttpResponse:
    """Let somebody choose their password; their other devices must log in again."""
    form = PasswordChangeForm(request.actor.login, request.POST or None)
    problems: Problems = []
    status = HTTPStatus.OK
    if request.method == "POST":
        with NEW_BROWSERS.turn() as turn:
            if turn.theirs and form.is_valid():
                return _own_password_chosen(request, form)
            turn.was_wrong = turn.theirs
            problems = problems_of(form) if turn.theirs else NOT_NOW
            status = HTTPStatus.UNPROCESSABLE_ENTITY if turn.theirs else TOO_MANY
    # Unbound where it was not looked at: its errors would be a look.
    shown = form if status != TOO_MANY else PasswordChangeForm(request.actor.login)
    context: dict[str, Any] = {"form": shown, "problems": problems}
    return render(request, "room/own_password.html", context, status=status)


def _own_password_chosen(request: ClubRequest, form: PasswordChangeForm) -> HttpResponse:
    form.save()
    update_session_auth_hash(request, form.user)
    actor = request.actor
    note_act(club=actor.home, author=actor.label, what="password chosen", name=form.user.username)
    return redirect("home")


@open_to(Level.PLAYER)
@require_POST
def switch(request: ClubRequest) -> HttpResponse:
    """Go over to another of one's clubs."""
    chosen = SwitchForm(request.POST).words_of("club")
    if chosen not in {str(membership.club_id) for membership in clubs_of(request.actor.login)}:
        raise Http404
    request.session["club"] = int(chosen)
    return redirect("home")


# Whoever keeps the machine is shown nothing of a club's money or people.
class KeptClub(NamedTuple):
    """A club of this server: how large it is, and when it last played."""

    club: Club
    members: int
    evening: dt.date | None
    records: int


@open_to(Level.KEEPER)
@require_safe
def clubs(request: ClubRequest) -> HttpResponse:
    """Show all clubs of this server."""
    members = Q(people__kind=Person.Kind.MEMBER, people__merged_into=None, people__active=True)
    found = Club.objects.annotate(members=Count("people", filter=members)).order_by("name", "pk")
    copies = backups.list_backups(backups.folder())[:1]
    context: dict[str, Any] = {
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
    return sum(rows_of(model, club).count() for model in carried())


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
    context: dict[str, Any] = {
        "closing": club,
        "moved_to": form.typed("to"),
        "problems": [Problem("id_file", problem)] if problem else [],
        "most": LARGEST_UPLOAD // MB,
    }
    return render(request, "room/machine_close.html", context, status=422 if problem else 200)
