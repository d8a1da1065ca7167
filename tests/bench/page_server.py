"""The server that bench_pages.py measures: the whole program, and two views to compare it with.

Prints one line of JSON (port, tables, queries, pages) and serves until it is ended.
"""

# ruff: noqa: E402 - Django is set up before anything that needs its settings

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

import django

django.setup()

import waitress
from django.core.management import call_command
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import Template, engines
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from clubscore import urls
from clubscore.club.access import Actor, Level, open_to
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Membership, Person, Role, User
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.phones import make_link
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key
from clubscore.server.server import THREADS
from clubscore.web.phones import token_of
from tests.bench.bench_pages import entry_of

STAKES = {"amount": "5s", "currency": "LSD", "per": 100}
BEFORE = 15  # deals on the page whose finished HTML is compared with: half a usual sitting


def open_table(club: Club, number: int, actor: Actor) -> Sitting:
    """Sit four new people down at a new table, to play auction."""
    people = [
        Person.objects.create(club=club, name=f"{name} {number}", short_name=f"{name} {number}")
        for name in ("Ann", "Bob", "Cecil", "Dora")
    ]
    agreement = Agreement("auction", {}, STAKES)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreement, key=new_key(), actor=actor
    )
    line_up = LineUp(seats=dict(zip("NESW", people, strict=True)), dealer="N", accounts={})
    take_seats(sitting=sitting, line_up=line_up, agreement=agreement, key=new_key(), actor=actor)
    return sitting


def event_door(club: Club) -> str:
    """Begin an event of six pairs; return the address that its first table's code holds."""
    from clubscore.events import phones
    from tests.events.evenings import Evening

    evening = Evening(6, boards=3, club=club)
    phones.let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
    return f"/e/{token_of(phones.links_of(evening.section)[0].nonce)}/"


def phone_at(sitting: Sitting) -> Client:
    """Return the browser of a phone that lies on a table."""
    client = Client()
    visit = client.session
    visit["phone"] = {"link": make_link(sitting=sitting, author="bench").pk, "person": None}
    visit.save()
    client.cookies["sessionid"] = visit.session_key or ""
    return client


def count_queries(act: Any) -> int:
    """Return how many statements something takes, transactions not counted."""
    with CaptureQueriesContext(connection) as captured:
        act()
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not each["sql"].startswith(own) for each in captured)


def compare_with(finished: Template, club: Club) -> None:
    """Add the two views: the barest write, and a page that is finished."""

    @csrf_exempt
    @open_to(Level.VISITOR)
    def bare(request: HttpRequest) -> HttpResponse:
        with transaction.atomic():
            CardTable.objects.create(club_id=club.pk, name=new_key())
        return HttpResponse("")

    @open_to(Level.VISITOR)
    def rendered(request: HttpRequest) -> HttpResponse:
        return HttpResponse(finished.render({}, request))

    urls.urlpatterns += [path("bench/bare", bare), path("bench/finished", rendered)]


def main() -> None:
    """Furnish a club, say where everything is, and serve."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    club = found_club(name="Portland", author="bench")
    actor = Actor(level=Level.DIRECTOR, club=club)
    sittings = [open_table(club, number, actor) for number in range(int(sys.argv[1]) + 2)]
    director = User.objects.create(username="director")
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    host = Client()
    host.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    known, noted, *free = sittings
    page, phone = f"/table/{known.pk}/", phone_at(known)
    for _deal in range(BEFORE):
        phone.post(page + "record/", entry_of(phone.get(page).content.decode()))
    html = phone.get(page).content.decode()
    form = entry_of(html)
    at_play = f"/table/{noted.pk}/"
    other = phone_at(noted)
    other.post(f"{at_play}contract/", entry_of(other.get(at_play).content.decode()))
    queries = {
        "record": count_queries(lambda: phone.post(page + "record/", form)),
        "table, just changed": count_queries(lambda: phone.get(page)),
        "table, unchanged": count_queries(lambda: phone.get(page)),
        "pad": count_queries(lambda: phone.get(page + "pad/")),
        "slip": count_queries(lambda: phone.get(page + "slip/")),
        "home": count_queries(lambda: host.get("/")),
    }
    from clubscore.application import application  # finds static files, which are collected now

    compare_with(engines["django"].from_string(html.replace("{", "&#123;")), club)
    server = waitress.create_server(application, host="127.0.0.1", port=0, threads=THREADS)
    served = {
        "port": server.effective_port,
        "tables": [
            {"pk": each.pk, "cookie": phone_at(each).cookies["sessionid"].value} for each in free
        ],
        "play": other.cookies["sessionid"].value,
        "event": event_door(club),
        "director": host.cookies["sessionid"].value,
        "queries": queries,
        "pages": {
            "home": "/",
            "table": f"/table/{free[0].pk}/",
            "play": at_play,
            "pad": page + "pad/",
            "slip": page + "slip/",
            "results": "/results/",
            "players": "/players/",
        },
    }
    print(json.dumps(served), flush=True)
    server.run()


if __name__ == "__main__":
    main()
