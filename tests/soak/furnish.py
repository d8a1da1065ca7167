"""A club with forty tables, made through the program's own services.

Prints as JSON its codes and its director's login.

    python tests/soak/furnish.py

Twenty tables play rubbers, twenty an event; behind them lie a finished event and the demo club's
book, which nobody touches any more. The environment says where, as for every command.
"""

# ruff: noqa: E402 - Django is set up before anything that needs its settings

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

import django

django.setup()

from django.core.management import call_command

from clubscore.club.access import Actor, Level
from clubscore.club.logins.logins import found_club, make_login
from clubscore.club.models import Club, Person, Role
from clubscore.events.phones import let_phones_in, links_of
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.sitting.phones import make_link
from clubscore.tableside.secret_addresses import token_of
from tests.bench.page_server import open_table
from tests.events.evenings import Evening

DIRECTOR = "soak-director"
CARD_TABLES, EVENT_TABLES = 20, 20
EVENTS, BOARDS = 30, 4  # rounds as real ones; so many events that no table runs out of boards


def card_table(club: Club, number: int, actor: Actor) -> str:
    """Sit four new people down to play auction; return the path of the table's code."""
    sitting = open_table(club, number, actor)
    return f"/t/{token_of(make_link(sitting=sitting, author='soak').nonce)}/"


def event_tables(club: Club, people: tuple[Person, ...]) -> list[str]:
    """Open an event for forty pairs; return the paths of its tables' codes."""
    evening = Evening(2 * EVENT_TABLES, boards=BOARDS, club=club, people=people)
    let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
    return [f"/e/{token_of(link.nonce)}/" for link in links_of(evening.section)]


def main() -> None:
    """Furnish the club."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    call_command("demo", stdout=sys.stderr)
    club = found_club(name="Soak", author="soak")
    _membership, password = make_login(
        club=club, author="soak", role=Role.DIRECTOR, username=DIRECTOR
    )
    actor = Actor(level=Level.DIRECTOR, club=club)
    finished = Evening(8, club=found_club(name="Finished", author="soak"))
    finished.play()
    cards = [card_table(club, number, actor) for number in range(CARD_TABLES)]
    people = tuple(
        Person.objects.create(club=club, name=f"Player {n}", short_name=f"Player {n}")
        for n in range(4 * EVENT_TABLES)
    )
    events = [event_tables(club, people) for _event in range(EVENTS)]
    # A table of the event goes on at the same table of the next when its boards are played.
    tables = [[card] for card in cards] + [list(codes) for codes in zip(*events, strict=True)]
    print(json.dumps({"tables": tables, "login": [DIRECTOR, password]}), flush=True)


if __name__ == "__main__":
    main()
