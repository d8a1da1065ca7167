"""A club with forty-four tables, made through the program's own services.

Prints as JSON its tables with their people and codes, its events and its director's login.

    echo 20 | python tests/soak/furnish.py

For the soak in short (`echo short | ...`) two tables of cards, one evening of the seven and one
event at two tables, with nothing behind them.

Twenty tables play rubbers of four games, four those of two evenings of the seven; twenty, in five
groups, one event after the other, so many as it is told; the first has begun. Which kinds of events
they are `event_kinds` says.
Behind them lie a finished event and the demo club's book, which nobody touches any more. The
environment says where, as for every command.
"""

# ruff: noqa: E402 - Django is set up before anything that needs its settings

import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

import django

django.setup()

from django.core.management import call_command

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club, make_login
from clubscore.club.models import Club, Person, Role
from clubscore.events.boards import SeenBoards
from clubscore.events.directing import ask_for_lead
from clubscore.events.models import ParRevision
from clubscore.events.par_tables import last_par
from clubscore.events.pars import set_pars
from clubscore.events.phones import let_phones_in, links_of
from clubscore.laws.games import find_game
from clubscore.laws.settlement import StakesFacts
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.phones import make_link
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.seven import TwoTables, open_seven
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.soak.director import DIRECTOR
from tests.soak.event_kinds import GROUPS, KINDS, PAR
from tests.soak.par_set import BOARDS
from tests.soak.server import SHORT

STAKES: StakesFacts = {"amount": "5s", "currency": "LSD", "per": 100}
GAMES = {"auction": 8, "pirate": 4, "cut-throat": 4, "double-dummy": 4}
SEVENS = 2
SHORT_GAMES, SHORT_EVENT, SHORT_TABLES = ("auction", "cut-throat"), "matchpoints", 2
SEVEN_RULES = {"seven_credit": "original", "seven_seat": "home"}
EVENTS = 20  # of each group, where nobody says


def people_of(club: Club, name: str, number: int) -> list[Person]:
    """Make people of a club."""
    names = [f"{name} {each}" for each in range(1, number + 1)]
    return [Person.objects.create(club=club, name=each, short_name=each) for each in names]


def by_key(people: list[Person]) -> dict[str, str]:
    """Return names by the key under which a page lists them."""
    return {str(person.pk): person.short_name for person in people}


def card_table(club: Club, key: str, number: int, actor: Actor) -> dict[str, Any]:
    """Sit new people down at a new table to play a game."""
    game = find_game(key)
    people = people_of(club, f"{game.short_name} {number}", game.players)
    agreement = Agreement(key, {}, STAKES)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreement, key=new_key(), actor=actor
    )
    seats = dict(zip(game.seats, people, strict=True))
    line_up = LineUp(seats=seats, dealer=game.seats[0], accounts={})
    take_seats(sitting=sitting, line_up=line_up, agreement=agreement, key=new_key(), actor=actor)
    return {
        "code": f"/t/{token_of(make_link(sitting=sitting, author='soak').nonce)}/",
        "game": key,
        "sitting": sitting.pk,
        "people": by_key(people),
        "seats": {seat: person.short_name for seat, person in seats.items()},
    }


def seven(club: Club, number: int, actor: Actor) -> dict[str, Any]:
    """Sit seven new people down at two new tables."""
    people = people_of(club, f"Seven {number}", 7)
    names = (f"Window table {number}", f"Fire table {number}")
    first = open_seven(
        club=club,
        people=people,
        tables=TwoTables(names, ("red", "blue"), SEVEN_RULES),
        agreement=Agreement("auction", {}, STAKES),
        draws=[],
        key=new_key(),
        actor=actor,
    )
    sittings = [*Sitting.objects.filter(seven=first.seven).order_by("seven_table")]
    return {
        "codes": [f"/t/{token_of(make_link(sitting=s, author='soak').nonce)}/" for s in sittings],
        "sittings": [sitting.pk for sitting in sittings],
        "people": by_key(people),
    }


def event(
    club: Club, people: list[Person], key: str, *, late: bool = False, starts: bool = False
) -> dict[str, Any]:
    """Enter all but the last two people in an event; with `late` these come in the first round."""
    kind = KINDS[key]
    entries = (len(people) - 2) // kind.each
    evening = Evening(
        entries,
        kind=kind.movement,
        winners=kind.winners,
        boards=kind.boards,
        club=club,
        people=(*people[:-2],),
        form=kind.form,
        scoring=kind.scoring,
        options=kind.options,
        starts=False,
    )
    if kind.counted == PAR:
        _prepare(evening)
    if starts:
        evening.next_round()
    let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
    entered = evening.room.entries
    return {
        "event": evening.event.pk,
        "kind": key,
        "names": {str(each.number): str(each) for each in entered},
        "codes": {
            f"A{link.table}": f"/e/{token_of(link.nonce)}/" for link in links_of(evening.section)
        },
        "pairs": {str(each.number): by_key([*each.people]) for each in entered},
        "late": [by_key([person]) for person in people[-2:]] if late else [],
    }


def _prepare(evening: Evening) -> None:
    """Set the pars of a contest's boards, and what brings points, the lead among it."""
    pars: dict[int, Any] = {
        board["number"]: {"par": board["par"], "tasks": board["tasks"]} for board in BOARDS
    }
    seen = SeenBoards(last_par(evening.room.pars.values()), new_key(), "")
    set_pars(event=evening.event, pars=pars, source=ParRevision.Source.GIVEN, seen=seen,
             actor=evening.actor)  # fmt: skip
    ask_for_lead(event=evening.event, asked=True, key=new_key(), actor=evening.actor)


def group_of(club: Club, number: int, kinds: tuple[str, ...], events: int) -> list[dict[str, Any]]:
    """Make the events that a group of tables plays, one kind after the other."""
    first = KINDS[kinds[0]]
    people = people_of(club, f"Group {number}", first.each * first.entries + 2)
    return [
        event(club, people, kinds[each % len(kinds)], starts=not each,
              late=first.takes_late_pairs and each % 4 in (1, 2))
        for each in range(events)
    ]  # fmt: skip


def the_short(club: Club, actor: Actor) -> dict[str, Any]:
    """Make what the soak in short plays."""
    kind = KINDS[SHORT_EVENT]
    people = people_of(club, "Group 1", 2 * kind.each * SHORT_TABLES + 2)
    return {
        "cards": [card_table(club, game, 1, actor) for game in SHORT_GAMES],
        "sevens": [seven(club, 1, actor)],
        "groups": [[event(club, people, SHORT_EVENT, starts=True)]],
    }


def the_whole(club: Club, actor: Actor, number: int) -> dict[str, Any]:
    """Make all forty-four tables, with so many events of each group."""
    call_command("demo", stdout=sys.stderr)
    Evening(8, club=found_club(name="Finished", author="soak")).play()
    cards = [
        card_table(club, game, each, actor)
        for game, count in GAMES.items()
        for each in range(1, count + 1)
    ]
    groups = [group_of(club, at, kinds, number) for at, kinds in enumerate(GROUPS, start=1)]
    sevens = [seven(club, each, actor) for each in range(1, SEVENS + 1)]
    return {"cards": cards, "sevens": sevens, "groups": groups}


def main() -> None:
    """Furnish the club."""
    asked = sys.stdin.read().strip()
    call_command("migrate", verbosity=0)
    if asked != SHORT:
        call_command("collectstatic", verbosity=0, interactive=False)
    club = found_club(name="Soak", author="soak")
    _membership, password = make_login(
        club=club, author="soak", role=Role.DIRECTOR, username=DIRECTOR
    )
    actor = Actor(level=Level.DIRECTOR, club=club)
    made = (
        the_short(club, actor) if asked == SHORT else the_whole(club, actor, int(asked or EVENTS))
    )
    print(json.dumps(made | {"login": [DIRECTOR, password]}), flush=True)


if __name__ == "__main__":
    main()
