"""Whose large requests are taken, and where: files of people who are logged in, where files go."""

import re
from inspect import getmodule, getsource, unwrap
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Role
from clubscore.deals.file_text import LARGEST_REQUEST
from clubscore.home.frame import TAKE_FILES, WITHOUT_FILES, most_of
from clubscore.server.live import Scope
from clubscore.server.server import FROM_STRANGERS
from clubscore.web.hooks import extras
from tests.house import House, client_of
from tests.test_addresses import PATTERNS

TEMPLATES = Path(settings.TEMPLATES[0]["DIRS"][0])
FORM = re.compile(r"<form[^>]*multipart/form-data(?:[^>%]|{%[^%]*%}|%)*>")
ACTION = re.compile(r"action=\"{% url '([a-z-]+)'")


def sent_by(client: Client | None, path: str) -> Scope:
    kept = {each.key: each.value for each in client.cookies.values()} if client else {}
    carried = "; ".join(f"{name}={value}" for name, value in {"theme": "dark", **kept}.items())
    return {"path": path, "headers": [(b"host", b"club"), (b"cookie", carried.encode())]}


@pytest.mark.django_db
def test_much_is_taken_from_those_who_are_logged_in_where_files_go(house: House) -> None:
    files, other = reverse("event-in"), reverse("login")
    director = client_of(house.logins[Role.DIRECTOR])
    assert most_of(sent_by(director, files)) == LARGEST_REQUEST
    assert most_of(sent_by(director, other)) == WITHOUT_FILES
    assert most_of(sent_by(director, "/nowhere/")) == WITHOUT_FILES
    assert most_of(sent_by(None, files)) == FROM_STRANGERS
    # A cookie alone is nobody; a phone that was let in brings no files.
    made_up, phone = Client(), Client()
    made_up.cookies[settings.SESSION_COOKIE_NAME] = "made-up-by-somebody"
    session = phone.session
    session["phone"] = {"link": 1}
    session.save()
    assert most_of(sent_by(made_up, files)) == FROM_STRANGERS
    assert most_of(sent_by(phone, files)) == WITHOUT_FILES
    director.logout()
    assert most_of(sent_by(director, files)) == FROM_STRANGERS


def test_every_form_that_brings_files_goes_where_they_are_taken() -> None:
    looked = 0
    taking = TAKE_FILES.union(*(extra.takes_files for extra in extras()))
    for file in sorted(TEMPLATES.rglob("*.html")):
        for form in FORM.findall(file.read_text()):
            looked += 1
            action = ACTION.search(form)
            goes_to = {action[1]} if action else beside(file.relative_to(TEMPLATES).as_posix())
            assert goes_to & taking, file
    assert looked >= 13


def beside(template: str) -> set[str]:
    """The addresses of the module that shows a template and looks at files."""
    found = set[str]()
    for name, pattern in PATTERNS.items():
        module = getmodule(unwrap(pattern.callback))
        if module and f'"{template}"' in getsource(module) and ".FILES" in getsource(module):
            found.add(name)
    return found
