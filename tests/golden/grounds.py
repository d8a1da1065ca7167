"""The clubs whose answers are kept: each built once, and its database kept by what builds it.

A ground is a database and what is asked of it. It is built in a process of its own with clock and
chance held, and kept beside pytest's cache under a key of migrations, demo and builders. Services
that builders call are not in the key: the gate builds again, as whoever renews the answers does.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests import databases
from tests.golden import held

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KEPT = databases.KEPT / "golden"
# What builds: its text decides whether what was built is built again.
BUILDERS = (
    "clubscore/demo/*.*",
    "tests/golden/grounds.py",
    "tests/golden/held.py",
    "tests/house.py",
    "tests/furnished.py",
    "tests/furnished_events.py",
    "tests/events/test_pars.py",
    "tests/flows/acting.py",
    "tests/events/evenings.py",
    "tests/events/counted.py",
    "tests/events/whole_event.py",
    "tests/events/world/packages.py",
    "tests/files/past/past.py",
    "tests/mailing/asking.py",
    "tests/over_years/played_here.py",
    "tests/rubbers/seven_table.py",
    "tests/rubbers/tables.py",
)


class Asked(NamedTuple):
    """What a ground says of itself: its readers by name, and where each of them begins."""

    # A login of the club; or the address that lets a phone in, with what it then posts.
    logins: dict[str, str]
    phones: dict[str, str]
    pages: dict[str, list[str]]


Keep = Callable[[str, Asked], None]


def key_of_builders() -> str:
    """Return what tells one way of building from another."""
    read = hashlib.sha256(databases.migrations_key().encode())
    files = {file for pattern in BUILDERS for file in ROOT.glob(pattern)}
    for file in sorted(files):
        read.update(f"{file.relative_to(ROOT).as_posix()}\n".encode() + file.read_bytes())
    return read.hexdigest()[:16]


def ground(name: str, *, anew: bool = False) -> tuple[Path, Asked]:
    """Return the database of a ground and what is asked of it, built now where it is not kept.

    One that is built with others, as three hours of one evening, is kept with them. Whoever builds
    is a process of its own, so that nothing of it is left to whoever asks.
    """
    folder = KEPT / key_of_builders()
    folder.mkdir(parents=True, exist_ok=True)
    with databases.alone(folder / f"{BUILT_BY[name].__name__}.lock"):
        if anew or not (folder / f"{name}.json").exists():
            command = [sys.executable, "-m", "tests.golden.make", "--build", name]
            subprocess.run(command, cwd=ROOT, check=True)
    told = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return folder / f"{name}.sqlite3", Asked(**told)


def build(name: str) -> None:
    """Build in the database of this process, and keep how it stands whenever asked to."""
    from django.db import connection

    folder, builder = KEPT / key_of_builders(), BUILT_BY[name]
    for old in KEPT.glob("*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    shutil.copyfile(databases.migrated_file(), connection.settings_dict["NAME"])
    held.begin(builder.__name__)

    def keep(called: str, asked: Asked) -> None:
        draft = folder / f"{called}.{os.getpid()}"
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(draft)])
        os.replace(draft, folder / f"{called}.sqlite3")
        draft.write_text(json.dumps(asked._asdict()), "utf-8")
        os.replace(draft, folder / f"{called}.json")

    builder(keep)


def demo(keep: Keep) -> None:
    """The demo club, with somebody of each level, and a phone at a table of each kind."""
    from clubscore.club.access import Actor, Level
    from clubscore.club.models import Person, Role
    from clubscore.demo.club import invite_demo
    from clubscore.events.models import Event
    from clubscore.events.phones import let_phones_in as let_in_at_event
    from clubscore.events.phones import links_of
    from clubscore.files.formats import written_formats
    from clubscore.rubbers.models import Sitting
    from clubscore.rubbers.phones import let_phones_in
    from clubscore.web.phones import token_of
    from tests.house import make_user

    club = invite_demo()
    ada = Person.objects.get(club=club, name="Ada Whitcombe")
    make_user(club, "player", Role.PLAYER, ada)
    make_user(club, "scorer", Role.SCORER)
    make_user(club, "director", Role.DIRECTOR)
    actor = Actor(level=Level.DIRECTOR, club=club)
    playing = Sitting.objects.filter(club=club, closed_at=None).order_by("pk")[0]
    closed = Sitting.objects.filter(club=club, seven=None).exclude(closed_at=None)
    seven = Sitting.objects.filter(club=club).exclude(seven=None).order_by("pk")[0]
    link = let_phones_in(sitting=playing, key="golden", actor=actor)
    tonight = Event.objects.get(club=club, name="Tonight's pairs")
    past = Event.objects.filter(club=club, name="Thursday pairs").order_by("pk")[0]
    section = tonight.sections.order_by("pk")[0]
    let_in_at_event(section=section, key="golden", actor=actor)
    spot = links_of(section)[0]
    tables = [playing.pk, closed.order_by("-pk")[0].pk, seven.pk]
    begin = [
        "/", *(f"/table/{pk}/" for pk in tables), f"/event/{tonight.pk}/", f"/event/{past.pk}/",
        "/results/", "/players/", f"/players/{ada.pk}/", "/season/", "/book/", "/club/", "/games/",
        "/help/", "/event/new/", "/sit-down/", "/series/", "/world/", "/phones/", "/search/?q=ada",
        "/results/years/", "/wall/", "/mail/", "/archive/", "/problem/", "/hands/",
        f"/event/{tonight.pk}/wall/", f"/event/{past.pk}/ranking/",
        f"/event/{past.pk}/pair/1/", f"/event/{past.pk}/board/1/",
    ]  # fmt: skip
    spots = [f"/event/{tonight.pk}/at/{section.letter}1/", f"/event/{tonight.pk}/ranking/"]
    keep(
        "demo",
        Asked(
            {name: name for name in ("player", "scorer", "director")},
            {
                "phone": f"/t/{token_of(link.nonce)}/",
                "phone-of-event": f"/e/{token_of(spot.nonce)}/",
            },
            {
                "director": begin,
                "visitor": ["/", "/login", "/help/"],
                "phone": [f"/table/{playing.pk}/"],
                "phone-of-event": spots,
                "files": [f"/event/{past.pk}/files/{kind}/" for kind in written_formats()],
            },
        ),
    )


def furnished(keep: Keep) -> None:
    """The card room of the tests, in which every page has something to show."""
    from clubscore.web.phones import token_of
    from tests.flows.acting import HOST
    from tests.furnished import FEW, Furnished
    from tests.mailing.asking import feed_in

    club = Furnished(FEW)
    table = f"/table/{club.tables['auction'].pk}/"
    feed = f"/feed/{token_of(feed_in(club.club).nonce)}/"
    asked = Asked(
        {"director": HOST},
        {"phone": club.code()},
        {
            "director": club.pages(),
            "visitor": [*club.for_visitors(), f"{feed}evenings.ics", f"{feed}results.xml"],
            "phone": [table, f"{table}pad/", f"{table}slip/", f"{table}history/", "/"],
        },
    )
    keep("card-room", asked)


def duplicate(keep: Keep) -> None:
    """The duplicate room of the tests, with something of everything."""
    from tests.flows.acting import HOST
    from tests.furnished import event_room

    evening, visitors, directors = event_room()
    at = f"/event/{evening.event.pk}"
    asked = Asked(
        {"director": HOST},
        {"phone": visitors[0]},
        {
            "director": directors,
            "visitor": visitors,
            "phone": [f"{at}/at/A1/", f"{at}/ranking/", f"{at}/caddy/"],
        },
    )
    keep("duplicate", asked)


def seven(keep: Keep) -> None:
    """The seven at their two tables, in three states of an evening."""
    from clubscore.rubbers.selectors import new_key
    from clubscore.rubbers.seven import eighth_comes, last_deals
    from tests.flows.acting import HOST
    from tests.furnished import pages_of, the_seven
    from tests.laws.tables import WORKED_EVENING
    from tests.rubbers.tables import people_of

    tables = the_seven()
    pages = pages_of(tables)
    asked = Asked({"director": HOST}, {}, {"director": pages})
    keep("seven-waiting", asked)
    tables.note(2, WORKED_EVENING[5])
    tables.note(1, WORKED_EVENING[6])
    own = Asked({"director": HOST}, {}, {"director": pages[-11:]})
    keep("seven-playing", own)
    (late,) = people_of(tables.club, "Hal")
    eighth_comes(sitting=tables.sitting(1), person=late, key=new_key(), actor=tables.actor)
    last_deals(sitting=tables.sitting(1), key=new_key(), actor=tables.actor)
    keep("seven-last-deals", own)


BUILT_BY: dict[str, Callable[[Keep], None]] = {
    "demo": demo,
    "card-room": furnished,
    "duplicate": duplicate,
    **dict.fromkeys(("seven-waiting", "seven-playing", "seven-last-deals"), seven),
}


def lay(name: str, *, anew: bool = False) -> Asked:
    """Put the database of a ground in the place of this process's own."""
    from django.db import connection

    kept, asked = ground(name, anew=anew)
    connection.close()
    own = connection.settings_dict["NAME"]
    databases.remove(str(own))
    shutil.copyfile(kept, own)
    return asked
