"""The program with some extras alone: what is wrong with it. Run by test_extras in a process.

Brings the demo club into an empty database, and asks for every page that a link of another leads
to, as a director, a scorer, a player and a visitor, and for what each word of the search finds.
"""

import os
import re
import sys

import django

MOST = 70  # pages a role
FINE = {200, 302, 409}  # 409: what this reader may not see yet
WORDS = (
    "mail",
    "feeds",
    "years",
    "gazette",
    "publish",
    "set",
    "hands",
    "problem",
    "backup",
    "book",
)


def main(name: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from clubscore.club.models import Club, Membership, Person, Role, User
    from clubscore.demo.club import invite_demo
    from clubscore.home.jobs import ask_for_what_is_due, works

    call_command("check", verbosity=0)
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    call_command("migrate", verbosity=0)
    club = invite_demo()
    Club.objects.update(extras=None)
    ask_for_what_is_due()
    assert works()
    wrong: dict[str, object] = {}
    pages = 0
    people = Person.objects.filter(club=club).order_by("pk")
    for number, role in enumerate((*Role, None)):
        client = Client(raise_request_exception=False)
        if role is not None:
            user = User.objects.create_user(f"{name}-{role}")
            Membership.objects.create(club=club, user=user, role=role, person=people[number])
            client.force_login(user)
        seen = crawled(client, wrong)
        pages += seen
    print(f"{pages} pages with {name} wrong: {wrong or 'none'}")


def crawled(client: "django.test.Client", wrong: dict[str, object]) -> int:
    """Ask for what links lead to, one of each kind; return how many pages it was."""
    todo = ["/", "/help/", "/login/", *(f"/search/?q={word}" for word in WORDS)]
    kinds = {kind_of(each) for each in todo}
    asked = 0
    while todo and asked < MOST:
        address = todo.pop(0)
        answer = client.get(address)
        asked += 1
        if answer.status_code not in FINE:
            wrong[address] = answer.status_code
        if "html" not in answer.get("Content-Type", ""):
            continue
        for link in re.findall(r'href="(/[^"#]*)"', answer.content.decode()):
            kind = kind_of(link)
            if kind not in kinds and not link.startswith(("/static", "/logout")):
                kinds.add(kind)
                todo.append(link.replace("&amp;", "&"))
    return asked


def kind_of(address: str) -> str:
    """Return an address without its numbers; every word that is looked for is one of its own."""
    path, _mark, query = address.partition("?")
    return re.sub(r"\d+", "N", path) + (query if path == "/search/" else "")


if __name__ == "__main__":
    main(sys.argv[1])
