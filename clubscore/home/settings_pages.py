"""The Club's room: its settings, roles and logins, and how far the set-up of a new club is."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club import clubs, logins
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.countries import countries, country_at
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, key_of, seen_of
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.club.people import found_beside, found_here, lately, membership_for
from clubscore.events.models import Event
from clubscore.home.forms import CountryForm, SetUpForm
from clubscore.laws.deal import Unverified
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, KEYS, find_game
from clubscore.laws.money import LSD
from clubscore.rubbers.models import Sitting
from clubscore.server import backups
from clubscore.web.forms import (
    LONGEST_NAME,
    ClubForm,
    LoginForm,
    NewClubForm,
    RoleForm,
    WifiForm,
    add_refusal,
    problems_of,
)
from clubscore.web.hooks import extras, shown_to

PAGES = 4
CLUB, WIFI, MEMBERS, FIRST = range(1, PAGES + 1)


class ClubSetUp(NamedTuple):
    """How many of the pages are done, and which comes next; none after the last."""

    done: int

    @property
    def page(self) -> int:
        """The page that comes next, counted from 1."""
        return min(self.done + 1, PAGES)

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return PAGES

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to set up."""
        return self.done >= PAGES


def set_up_of(club: Club) -> ClubSetUp:
    """Return how far a club is; what was done by another way counts too. Three queries at most."""
    done = club.set_up_done
    if done == CLUB and club.wifi_name:
        done = WIFI
    # Whoever founded it is there with a login.
    if done == WIFI and Person.objects.filter(club=club, membership=None).exists():
        done = MEMBERS
    if done == MEMBERS and _has_played(club):
        done = FIRST
    return ClubSetUp(done)


def _has_played(club: Club) -> bool:
    return Sitting.objects.filter(club=club).exists() or Event.objects.filter(club=club).exists()


# ---- The Club's room.


@dataclass(frozen=True)
class HouseGame:
    """A game, and what the club usually plays it with; None for what the book has."""

    game: Game
    house: Unverified | None


@open_to(Level.DIRECTOR)
@require_safe
def club(request: ClubRequest) -> HttpResponse:
    """Show all that a director decides."""
    ours = request.actor.home
    copies = backups.list_backups(backups.folder())[:1]
    context: dict[str, Any] = {
        "logins": Membership.objects.filter(club=ours).select_related("user", "person"),
        "games": [HouseGame(game, ours.house.get(game.key)) for game in GAMES],
        "clubs": logins.clubs_of(request.actor.login),
        "may_back_up": logins.may_back_up(request.actor.login),
        "last_copy": copies[0][0] if copies else None,
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
    request: ClubRequest, form: ClubForm, status: int = 200, changes: Sequence[FieldChange] = ()
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "problems": problems_of(form), "changes": changes}
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
    context: dict[str, Any] = {"form": form, "problems": problems_of(form)}
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
    request: ClubRequest, found: Membership, form: RoleForm, changes: Sequence[FieldChange] = ()
) -> HttpResponse:
    found.refresh_from_db()
    context: dict[str, Any] = {
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
@require_http_methods(["GET", "HEAD", "POST"])
def features(request: ClubRequest) -> HttpResponse:
    """Show what the program can do besides, and whether the club uses it; a POST chooses."""
    ours = request.actor.home
    here = sorted((extra for extra in extras() if extra.is_seen), key=lambda each: str(each.title))
    if request.method == "POST":
        asked = {extra.key for extra in here}
        # What is not asked about stays as it is: an extra that is not installed now, say.
        others = [key for key in ours.extras or () if key not in asked]
        chosen = asked.intersection(request.POST.getlist("extra"))
        clubs.use_extras(club=ours, keys=sorted({*others, *chosen}), author=request.actor.label)
        return redirect("club")
    used = {extra.key for extra in shown_to(ours)}
    context = {"features": [(extra, extra.key in used) for extra in here]}
    return render(request, "room/features.html", context)


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


# ---- A club of one's own, and its set-up.

# Where the keys of the last page lead.
LEADS = {"table": "sit-down", "event": "event-new", "later": "club"}


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: ClubRequest) -> HttpResponse:
    """Start a club of one's own beside this one, and go over to it.

    The club of a first start, which nobody has set up yet, becomes one's own instead.
    """
    actor = request.actor
    here = actor.home
    asked = CountryForm(request.POST or request.GET).words_of("country")
    key = asked or country_at(here.time_zone)
    # Who names no country is probably where the club of now is.
    # The login of a first start is nobody's name.
    initial = {"founder": actor.label[:LONGEST_NAME] if here.set_up_done else ""}
    if not asked:
        initial |= {"time_zone": here.time_zone, "paper": here.paper, "hours": here.hours}
        if here.currency != LSD.code:
            initial["currency"] = here.currency
    form = NewClubForm(request.POST or None, initial=initial, country=countries()[key])
    if request.method == "POST" and form.is_valid():
        told = {
            "club": here,
            "name": form.cleaned_data["name"],
            "founder": actor.login,
            "known_as": form.cleaned_data["founder"],
            "settings": form.settings,
        }
        if here.set_up_done:
            made = found_beside(**told, key=key_of(request.POST))
            request.session["club"] = made.pk
        else:
            found_here(**told)
        return redirect("club-set-up")
    context: dict[str, Any] = {
        "form": form,
        "key": key_of(request.POST),
        "problems": problems_of(form),
        "countries": countries(),
        "country": key,
        "language": str(dict(settings.LANGUAGES)[settings.LANGUAGE_CODE]),
        "clock": str(dict(Club.Hours.choices).get(form["hours"].value(), "")),
        # A page of another edition may have sent a game that is not here.
        "games": [find_game(key).name for key in form["games"].value() if key in KEYS],
    }
    return render(request, "room/club_new.html", context, status=422 if form.errors else 200)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: ClubRequest) -> HttpResponse:
    """Ask for what comes next in a new club: its Wi-Fi, its members, its first table or event."""
    club = request.actor.home
    now = set_up_of(club)
    if not now.done:
        return redirect("club-new")
    wifi = WifiForm(instance=club)
    if request.method == "POST":
        asked, author = SetUpForm(request.POST), request.actor.label
        page, to = asked.words_of("page"), asked.words_of("to")
        if page == str(WIFI) and not asked.words_of("later"):
            wifi = WifiForm(request.POST, instance=club)
            if _keeps_wifi(request, wifi):
                return redirect("club-set-up")
        elif page in (str(WIFI), str(MEMBERS)):
            clubs.go_on_with_set_up(club=club, done=int(page), author=author)
            return redirect("club-set-up")
        elif to:
            clubs.go_on_with_set_up(club=club, done=FIRST, author=author)
            return redirect(LEADS[to])
    elif now.is_over:
        return redirect("club")
    context: dict[str, Any] = {"set_up": now, "wifi": wifi, "problems": problems_of(wifi)}
    return render(request, "room/set_up.html", context, status=422 if wifi.errors else 200)


def _keeps_wifi(request: ClubRequest, wifi: WifiForm) -> bool:
    """Keep the Wi-Fi that was typed; say beside its field what is wrong with it."""
    if not wifi.is_valid():
        return False
    given = wifi.cleaned_data
    try:
        clubs.go_on_with_set_up(
            club=request.actor.home,
            done=WIFI,
            author=request.actor.label,
            wifi=(given["wifi_name"], given["wifi_password"]),
        )
    except (Refused, ValidationError) as refusal:
        add_refusal(wifi, refusal)
        return False
    return True
