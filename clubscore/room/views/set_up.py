"""A club of one's own, and the pages of its set-up, each of which can be left for later."""

from collections.abc import Mapping
from typing import TypedDict

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.club import clubs
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of
from clubscore.club.countries import COUNTRIES, Country, country_at
from clubscore.club.forms import LONGEST_NAME, NewClubForm, WifiForm, add_refusal, problems_of
from clubscore.club.models import Club
from clubscore.club.people.services import found_beside
from clubscore.club.refused import Refused
from clubscore.laws.games import KEYS, find_game
from clubscore.laws.money import LSD
from clubscore.room.forms import CountryForm, SetUpForm
from clubscore.room.set_up_progress import FIRST, MEMBERS, WIFI, SetUp, set_up_of

# Where the keys of the last page lead.
LEADS = {"table": "sit-down", "event": "event-new", "later": "club"}


class NewClubPage(TypedDict):
    """The form of a new club."""

    form: NewClubForm
    key: str
    problems: list[dict[str, str]]
    countries: Mapping[str, Country]
    country: str
    language: str
    clock: str
    games: list[str]


class SetUpPage(TypedDict):
    """The page of a set-up that comes next."""

    set_up: SetUp
    wifi: WifiForm
    problems: list[dict[str, str]]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: ClubRequest) -> HttpResponse:
    """Start a club of one's own beside this one, and go over to it."""
    actor = request.actor
    here = actor.home
    asked = CountryForm(request.POST or request.GET).words_of("country")
    key = asked or country_at(here.time_zone)
    # Who names no country is probably where the club of now is.
    initial = {"founder": actor.label[:LONGEST_NAME]}
    if not asked:
        initial |= {"time_zone": here.time_zone, "paper": here.paper, "hours": here.hours}
        if here.currency != LSD.code:
            initial["currency"] = here.currency
    form = NewClubForm(request.POST or None, initial=initial, country=COUNTRIES[key])
    if request.method == "POST" and form.is_valid():
        made = found_beside(
            club=here,
            name=form.cleaned_data["name"],
            founder=actor.login,
            known_as=form.cleaned_data["founder"],
            settings=form.settings,
            key=key_of(request.POST),
        )
        request.session["club"] = made.pk
        return redirect("club-set-up")
    context: NewClubPage = {
        "form": form,
        "key": key_of(request.POST),
        "problems": problems_of(form),
        "countries": COUNTRIES,
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
    context: SetUpPage = {"set_up": now, "wifi": wifi, "problems": problems_of(wifi)}
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
