"""Two clubs to crawl through, made in the folder CLUBSCORE_TEST_FOLDER.

Prints as JSON who may come, each with their cookies; every address by its name, in the one club and
in the other; and the words that nobody of the other club may read.

    python tests/crawled.py
"""

# ruff: noqa: E402 - Django is set up before anything that needs its settings

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
# The settings of tests wait for no disk; CLUBSCORE_TEST_FOLDER says where the data lies.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command

from clubscore.club.models import Club, Membership, Person, Role, User
from clubscore.events.models import Event
from clubscore.rubbers.models import CardTable
from tests.house import House, build_house, client_of
from tests.test_addresses import ROLES, addresses_of, browser_of

FOUNDER = "founder"


def with_secret_names(club: Club, mark: str) -> str:
    """Give everybody and everything in a club a name that stands nowhere else; return the mark."""
    for model in (Person, CardTable, Event):
        for row in model.objects.filter(club=club):  # type: ignore[attr-defined]
            name = f"{row.name} {mark}"
            more = {"short_name": f"{row.pk}{mark}"} if model is Person else {}
            model.objects.filter(pk=row.pk).update(name=name, **more)  # type: ignore[attr-defined]
    return mark


def founder_of(house: House, other: House) -> User:
    """Return a login of whoever directs both clubs, and is in ours first."""
    # The director's own login stays theirs: this is a copy of it.
    user = User.objects.get(pk=house.logins[Role.DIRECTOR].pk)
    user.pk, user.username = None, FOUNDER
    user.save()
    for each in (house, other):
        Membership.objects.create(club=each.club, user=user, role=Role.DIRECTOR)
    return user


def cookies_of(house: House, other: House, founder: User) -> dict[str, dict[str, str]]:
    """Return the cookies of a new browser of everybody."""
    browsers = {role: browser_of(role, house, other) for role in ROLES}
    browsers[FOUNDER] = client_of(founder)
    return {
        role: {name: each.value for name, each in client.cookies.items()}
        for role, client in browsers.items()
    }


def main() -> None:
    """Make both clubs."""
    call_command("migrate", verbosity=0)
    house, other = build_house(), build_house("Baldwin")
    founder = founder_of(house, other)
    ours, theirs = addresses_of(house), addresses_of(other)
    made = {
        # A browser that tries a table's address is that table's phone from then on: one for that.
        **{which: cookies_of(house, other, founder) for which in ("cookies", "entering")},
        "ours": ours,
        "theirs": theirs,
        "marks": {
            "ours": with_secret_names(house.club, "Quagga"),
            "theirs": with_secret_names(other.club, "Xenops"),
        },
    }
    print(json.dumps(made))


if __name__ == "__main__":
    main()
