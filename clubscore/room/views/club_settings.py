"""The Club's room: its own matters, roles and logins, clubs beside it, a backup to take home."""

import datetime as dt
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club import clubs
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile, seen_of
from clubscore.club.forms import (
    ClubForm,
    LoginForm,
    RoleForm,
    add_refusal,
    problems_of,
)
from clubscore.club.logins import logins
from clubscore.club.models import Act, Membership, Role
from clubscore.club.people.selectors import lately, membership_for
from clubscore.club.refused import Refused
from clubscore.club.safe import backups, second_place
from clubscore.laws.deal import Unverified
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.room.set_up_progress import SetUp, set_up_of


@dataclass(frozen=True)
class HouseGame:
    """A game, and what the club usually plays it with; None for what the book has."""

    game: Game
    house: Unverified | None


class ClubPage(TypedDict):
    """What the page of the club shows."""

    logins: QuerySet[Membership]
    games: list[HouseGame]
    clubs: list[Membership]
    may_back_up: bool
    last_copy: dt.datetime | None
    proved_at: dt.datetime | None
    asks_for: str
    set_up: SetUp
    acts: QuerySet[Act]


class ChangePage(TypedDict):
    """The form of the club's own matters; ``changes`` are somebody else's meanwhile."""

    form: ClubForm
    problems: list[dict[str, str]]
    changes: Sequence[Change]


class LoginAddPage(TypedDict):
    """The form of a new login."""

    form: LoginForm
    problems: list[dict[str, str]]


class LoginPage(TypedDict):
    """The form of a login's role; ``only_ours`` where it is of no other club."""

    seen: str
    changes: Sequence[Change]
    membership: Membership
    form: RoleForm
    problems: list[dict[str, str]]
    only_ours: bool


@open_to(Level.DIRECTOR)
@require_safe
def club(request: ClubRequest) -> HttpResponse:
    """Show all that a director decides."""
    ours = request.actor.home
    copies = backups.list_backups(backups.folder())[:1]
    context: ClubPage = {
        "logins": Membership.objects.filter(club=ours).select_related("user", "person"),
        "games": [HouseGame(game, ours.house.get(game.key)) for game in GAMES],
        "clubs": logins.clubs_of(request.actor.login),
        "may_back_up": logins.may_back_up(request.actor.login),
        "last_copy": copies[0][0] if copies else None,
        "proved_at": second_place.last_proved(),
        "asks_for": second_place.asks_for(),
        "set_up": set_up_of(ours),
        "acts": lately(ours),
    }
    return render(request, "room/club.html", context)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: ClubRequest) -> HttpResponse:
    """Put the club's own matters right."""
    ours = request.actor.home
    if request.method != "POST":
        form = ClubForm(instance=ours, initial={"seen": seen_of(ours, clubs.FIELDS)})
        return _change_page(request, form)
    form = ClubForm(request.POST, instance=ours)
    if not form.is_valid():
        return _change_page(request, form, status=422)
    try:
        clubs.change_club(
            club=ours,
            values=form.cleaned_data,
            seen=form.cleaned_data["seen"],
            author=request.actor.label,
        )
    except ChangedMeanwhile as meanwhile:
        ours.refresh_from_db()
        typed = request.POST.copy()
        typed["seen"] = seen_of(ours, clubs.FIELDS)
        changes = meanwhile.changes
        return _change_page(request, ClubForm(typed, instance=ours), status=409, changes=changes)
    except (Refused, ValidationError) as refusal:
        add_refusal(form, refusal)
        return _change_page(request, form, status=422)
    return redirect("club")


def _change_page(
    request: ClubRequest, form: ClubForm, status: int = 200, changes: Sequence[Change] = ()
) -> HttpResponse:
    context: ChangePage = {"form": form, "problems": problems_of(form), "changes": changes}
    return render(request, "room/club_change.html", context, status=status)


@open_to(Level.DIRECTOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def add_login(request: ClubRequest) -> HttpResponse:
    """Make a login; its password is shown on this page and never again."""
    ours = request.actor.home
    initial = {"role": Role.PLAYER, "person": request.GET.get("person")}
    form = LoginForm(request.POST or None, club=ours, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            made, password = logins.make_login(
                club=ours,
                author=request.actor.label,
                role=Role(form.cleaned_data["role"]),
                username=form.cleaned_data["username"],
                person=form.cleaned_data["person"],
            )
            return _password_page(request, made.user.username, password)
        except (Refused, ValidationError) as refusal:
            add_refusal(form, refusal)
    context: LoginAddPage = {"form": form, "problems": problems_of(form)}
    return render(request, "room/login_add.html", context, status=422 if form.errors else 200)


def _password_page(request: ClubRequest, username: str, password: str) -> HttpResponse:
    context = {"username": username, "password": password}
    return render(request, "room/password_once.html", context)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def change_login(request: ClubRequest, membership: int) -> HttpResponse:
    """Give a login another role, or say whose it is."""
    found = membership_for(request.actor, membership)
    ours = request.actor.home
    initial = {"role": found.role, "person": found.person_id}
    form = RoleForm(request.POST or None, club=ours, membership=found, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            logins.change_role(
                membership=found,
                role=Role(form.cleaned_data["role"]),
                person=form.cleaned_data["person"],
                author=request.actor.label,
                seen=form.cleaned_data["seen"],
            )
            return redirect("club")
        except Refused as refusal:
            add_refusal(form, refusal)
        except ChangedMeanwhile as meanwhile:
            return _login_page(request, found, form, meanwhile.changes)
    return _login_page(request, found, form)


def _login_page(
    request: ClubRequest, found: Membership, form: RoleForm, changes: Sequence[Change] = ()
) -> HttpResponse:
    found.refresh_from_db()
    context: LoginPage = {
        "seen": logins.role_in_words(found),
        "changes": changes,
        "membership": found,
        "form": form,
        "problems": problems_of(form),
        "only_ours": not Membership.objects.filter(user=found.user)
        .exclude(club=found.club)
        .exists(),
    }
    status = 409 if changes else 422 if form.errors else 200
    return render(request, "room/login_change.html", context, status=status)


@open_to(Level.DIRECTOR)
@never_cache
@require_POST
def renew_password(request: ClubRequest, membership: int) -> HttpResponse:
    """Give a login a new password, shown once. Not to one who is in other clubs too."""
    found = membership_for(request.actor, membership)
    elsewhere = Membership.objects.filter(user=found.user).exclude(club=found.club)
    if elsewhere.exists() and found.user != request.actor.user:
        raise PermissionDenied
    password = logins.renew_password(user=found.user, author=request.actor.label)
    return _password_page(request, found.user.username, password)


@open_to(Level.DIRECTOR)
@require_POST
def end_login(request: ClubRequest, membership: int) -> HttpResponse:
    """Take a login away from the club."""
    found = membership_for(request.actor, membership)
    try:
        logins.end_membership(membership=found, author=request.actor.label)
    except Refused as refusal:
        given = {"role": found.role, "person": found.person_id}
        form = RoleForm(given, club=found.club, membership=found)
        form.is_valid()
        add_refusal(form, refusal)
        return _login_page(request, found, form)
    return redirect("club")


@open_to(Level.DIRECTOR)
@require_POST
def backup(request: ClubRequest) -> HttpResponse:
    """Send a checked copy of all data. It holds every club: see may_back_up."""
    actor = request.actor
    if not logins.may_back_up(actor.login):
        raise PermissionDenied
    with tempfile.TemporaryDirectory() as place:
        try:
            made = backups.make_backup(into=Path(place))
        except backups.BackupRefused as refusal:
            return render(request, "room/no_backup.html", {"why": refusal}, status=409)
        content = made.read_bytes()
    logins.note_act(club=actor.home, author=actor.label, what="backup taken", name=made.name)
    answer = HttpResponse(content, content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{made.name}"'
    answer["Cache-Control"] = "no-store"
    return answer
