"""Every page, light and dark: nothing for axe to find, nothing sideways, no key too small."""

import json
import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import expect

from clubscore.club.logins.logins import name_keeper
from clubscore.club.models import Club, Person, Role
from clubscore.exchange.score_file.sitting_file import written_sitting
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.furnished import FEW, NEEDED, OTHERS, REFUSED, Furnished
from tests.house import PASSWORD, make_user
from tests.walks import Walk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def look_at_pages(open_page: Open, pages: Iterable[str], login: str = "") -> dict[str, list[str]]:
    """Open pages one after the other; return what was found, by page."""
    page, found = open_page("/", login=login, **STEADY), {}
    for path in pages:
        answer = page.goto(path)
        assert answer is not None and (answer.ok or REFUSED.fullmatch(path)), (path, answer)
        wrong = look_at(page)
        if wrong:
            found[re.sub(r"who=\d+&?", "", path)] = wrong
    return found


@pytest.mark.long(24)
@pytest.mark.walk
@pytest.mark.parametrize(("half", "visitors", "all_else"), [(0, 9, 81), (1, 8, 80)])
def test_nothing_is_wrong_with_any_page(
    open_page: Open, walk: Walk, half: int, visitors: int, all_else: int
) -> None:
    club = Furnished(FEW)
    for_visitors = walk(club.for_visitors()[half::2], count=visitors)
    assert look_at_pages(open_page, for_visitors) == {}
    assert look_at_pages(open_page, walk(club.pages()[half::2], count=all_else), HOST) == {}


# Of whoever keeps the machine, whom no club has.
OF_THE_MACHINE = ("/machine/", "/machine/our-club/close/")


def test_nothing_is_wrong_with_the_pages_of_the_machine(open_page: Open) -> None:
    new_club("Ann", "Bob")
    Club.objects.update(slug="our-club")
    user = name_keeper(username="keeper", keeps=True)[0]
    user.set_password(PASSWORD)
    user.save()
    assert look_at_pages(open_page, OF_THE_MACHINE, "keeper") == {}


def test_nothing_is_wrong_with_what_files_would_bring(open_page: Open) -> None:
    """A file is shown before anything of it is recorded; what is wrong with one says so."""
    club = Furnished(NEEDED)
    page = open_page("/table/in/", login=HOST, **STEADY)
    part = written_sitting(club.tables["straight-bridge"])[0]
    names = {"N": "Zacharias Featherstonehaugh", "E": "Ann 0", "S": "Björn 1", "W": "Zoë"}
    later = part | {"sitting": "7", "date": "2025-03-04", "table": "Fire", "players": names}
    assert look_at(page) == []
    for texts, shown in (
        ((json.dumps(later), json.dumps(part)), "Already here; nothing changes"),
        (("{",), "line 1"),
    ):
        page.goto("/table/in/")
        files = [
            {"name": f"{n}.json", "mimeType": "application/json", "buffer": text.encode()}
            for n, text in enumerate(texts)
        ]
        page.set_input_files("#id_file", files)
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_text(shown)).to_be_visible()
        assert look_at(page) == []
    page.goto("/players/in/")
    people = b"name,number\nZacharias Featherstonehaugh,12\n,13\n"
    page.set_input_files("#id_file", {"name": "a.csv", "mimeType": "text/csv", "buffer": people})
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("to correct: 1")).to_be_visible()
    assert look_at(page) == []


def test_nothing_is_wrong_with_pages_that_refuse(open_page: Open) -> None:
    club = new_club("Zoë Featherstonehaugh")
    make_user(club, "player", Role.PLAYER, Person.objects.get(club=club))
    page = open_page("/players/in/", login="player", **STEADY)
    expect(page).to_have_title(re.compile("No access"))
    assert look_at(page) == []
    page = open_page("/login", **STEADY)
    page.fill("input[name=username]", "player")
    page.fill("input[name=password]", PASSWORD)
    page.context.clear_cookies()
    page.locator("form:has(input[name=password]) [type=submit]").click()
    expect(page).to_have_title(re.compile("This page is out of date"))
    assert look_at(page) == []


@pytest.mark.walk
def test_nothing_is_wrong_with_the_pages_of_the_other_games(open_page: Open, walk: Walk) -> None:
    club = Furnished((*OTHERS, *NEEDED))
    page, found = open_page("/", login=HOST, **STEADY), {}
    for game in walk(OTHERS, count=22):
        for path in (f"/games/{game}/", *club.pages_of(game)):
            page.goto(path)
            wrong = look_at(page, closely=False)
            if wrong:
                found[path] = wrong
    assert found == {}
