"""Every page is HTML as its standard has it, nothing said in vain: html-validate finds nothing.

How many addresses and pages there are is held elsewhere: tests/test_addresses.py has a row for each
address, the walks of tests/flows count their pages. Each of them must answer with HTML here.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from clubscore.club.models import User
from clubscore.club.remembered import forget_what_was_read
from tests import furnished
from tests.flows.acting import HOST
from tests.house import build_house, client_of
from tests.soak.phones import Forms
from tests.test_addresses import ROWS, addresses_of, browser_of
from tests.valid import Pages, filled_in
from tests.walks import Walk
from tools import setup

pytestmark = [pytest.mark.django_db]
FORM = "application/x-www-form-urlencoded"
EVERYBODY = ("visitor", "phone", "player", "director", "keeper")
# These ask for a part of a page, too, as htmx does.
WITH_SCRIPT = ("phone", "director")
# Addresses that never answer with HTML, whoever asks: files, one word for a machine, a way out; and
# a part that is empty where nothing was typed.
NO_HTML = {
    "event-sign-up-find",
    *("alive", "blank-sheet", "game-card", "game-card-text", "health", "leave-phone", "ready"),
    *("feed-evenings", "feed-results", "trust-authority", "worker"),
}


def host() -> Client:
    """Return the browser of the director of a furnished club."""
    return client_of(User.objects.get(username=HOST))


@contextmanager
def undone() -> Iterator[None]:
    """What is done here is undone, and nothing of it remembered."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
    forget_what_was_read()


@pytest.mark.long(50)
@pytest.mark.walk
def test_every_address_answers_everybody_with_clean_html(walk: Walk, tmp_path: Path) -> None:
    """Read, and sent an empty form, which is refused with what it lacks."""
    house, other, pages = build_house(), build_house("Baldwin"), Pages(tmp_path)
    cookies = {role: browser_of(role, house, other).cookies for role in EVERYBODY}
    addresses, unlike = addresses_of(house), set()

    def asked(role: str, method: str, address: str, **more: Any) -> Any:
        """Return an answer, and undo what it did."""
        with undone():
            client = Client()
            client.cookies = deepcopy(cookies[role])
            return client.generic(method, address, content_type=FORM, **more)

    for name in walk([row.name for row in ROWS], count=len(ROWS)):
        shown = False
        address = addresses[name]
        for role in EVERYBODY:
            for method in ("GET", "POST"):
                answer = asked(role, method, address)
                shown |= pages.keep(f"{method} {name} by {role}", answer)
                if role in WITH_SCRIPT:
                    answer = asked(role, method, address, headers={"HX-Request": "true"})
                    shown |= pages.keep(f"{method} {name} by {role}, a part", answer)
        if shown == (name in NO_HTML):
            unlike.add(name)
    assert unlike == set(), "NO_HTML says otherwise"
    assert pages.wrong() == []


@pytest.mark.walk
def test_pages_of_a_whole_club_are_clean_html(walk: Walk, tmp_path: Path) -> None:
    club, pages = furnished.Furnished(furnished.FEW), Pages(tmp_path)
    visitors, all_else = club.for_visitors(), club.pages()
    pages.ask(Client(), walk(visitors, count=len(visitors)))
    pages.ask(host(), walk(all_else, count=len(all_else)))
    assert pages.wrong() == []


@pytest.mark.walk
def test_pages_of_every_other_game_are_clean_html(walk: Walk, tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    club = furnished.Furnished((*furnished.OTHERS, *furnished.NEEDED))
    for game in walk(furnished.OTHERS, count=len(furnished.OTHERS)):
        pages.ask(host(), (f"/games/{game}/", *club.pages_of(game)))
    assert pages.wrong() == []


@pytest.mark.walk
def test_pages_of_events_are_clean_html(walk: Walk, tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    _evening, visitors, directors = furnished.event_room()
    pages.ask(Client(), walk(visitors, count=len(visitors)))
    pages.ask(host(), walk(directors, count=len(directors)))
    assert pages.wrong() == []


@pytest.mark.walk
def test_pages_of_the_seven_are_clean_html(walk: Walk, tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    seven = furnished.the_seven()
    every = furnished.pages_of(seven)
    pages.ask(host(), walk(every, count=len(every)))
    assert pages.wrong() == []


CHOSEN_ANEW = "What is the ruling?"


def comes_back(page: str, action: str, path: str) -> bool:
    """Say whether a page that says what is wrong has a form with which it is sent again.

    Where what a form is about was no such thing, the page lets it be chosen anew.
    """
    sent_to = urljoin(path, action)
    return CHOSEN_ANEW in page or any(
        urljoin(path, given.get("action", "")) == sent_to for given, _f in Forms(page).found
    )


def forms_that_come_back(pages: Pages, walk: Walk, paths: list[str], came_back: int) -> None:
    """Keep what is answered to each form of these pages, sent with what it cannot be.

    So many of all of them come back with a page; the others lead on.
    """
    walked, dead_ends = [*walk(paths, count=len(paths))], list[str]()
    for path in walked:
        for action, fields in filled_in(host().get(path).content.decode()):
            address = urljoin(path, action)
            # Somebody new each time: one of the forms logs out.
            with undone():
                answer = host().post(address, fields)
            pages.keep(f"a form of {path} to {address}", answer)
            if answer.status_code == 422 and not comes_back(answer.content.decode(), action, path):
                dead_ends.append(f"{path}: {address}")
    assert dead_ends == []
    if len(walked) == len(paths):
        assert len(pages.names) == came_back


@pytest.mark.walk
def test_forms_that_come_back_are_clean_html(walk: Walk, tmp_path: Path) -> None:
    club, pages = furnished.Furnished(furnished.NEEDED), Pages(tmp_path)
    forms_that_come_back(pages, walk, club.pages(), 72)
    assert pages.wrong() == []


@pytest.mark.walk
def test_forms_of_events_that_come_back_are_clean_html(walk: Walk, tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    _evening, _visitors, directors = furnished.event_room()
    forms_that_come_back(pages, walk, directors, 127)
    assert pages.wrong() == []


def test_a_page_that_says_no_and_has_no_way_to_say_it_again_is_seen() -> None:
    form = '<form method="post" action="/event/1/at/A1/tell/"><button>Record</button></form>'
    for page, found in ((form, True), (form.replace("tell", "agree"), False), ("", False)):
        assert comes_back(page, "tell/", "/event/1/at/A1/?board=1") is found


BROKEN = """<!doctype html><html lang="en"><head><title>Broken</title></head><body><h1>Broken</h1>
<p id="one">One</p><p id="one">Two</p><p>A block <div>in a paragraph</div></p><section><h2>Open</h2>
</body></html>"""


def test_broken_html_is_found(tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    pages.keep_text("a broken page", BROKEN)
    pages.keep_text("a broken part", "<ul><p>No item</p></ul>")
    pages.keep_text("a part as it should be", "<ul><li>An item</li></ul>")
    wrong = "\n".join(pages.wrong())
    for each in (
        'a broken page: no-dup-id: Duplicate ID "one"',
        "a broken page: no-implicit-close: Element <p> is implicitly closed by adjacent <div>",
        "a broken page: close-order",
        "a broken part: element-permitted-content",
    ):
        assert each in wrong, wrong
    assert "as it should be" not in wrong


def test_pages_that_nobody_looks_through_are_no_clean_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without node the run says so, and fails where CI is set."""
    pages = Pages(tmp_path)
    pages.keep_text("a broken page", BROKEN)
    monkeypatch.setattr(setup.shutil, "which", lambda _name: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="CANNOT RUN HERE"):
        pages.wrong()
    assert "html-validate CANNOT RUN HERE" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="needs node"):
        pages.wrong()


def test_the_checker_is_installed_once_outside_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []

    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command)
        return subprocess.CompletedProcess(command, len(called) == 1)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(setup.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(setup.subprocess, "run", pretend)
    # What failed is tried again; what is there is left alone.
    assert setup.html_checker() == []
    assert setup.html_checker() == setup.html_checker() != []
    assert [command[:3] for command in called] == [["/usr/bin/npm", "ci", "--ignore-scripts"]] * 2
    assert [each.parent for each in tmp_path.glob("clubscore/html-*/package.json")] == [
        Path(setup.html_checker()[1]).parents[3]
    ]
