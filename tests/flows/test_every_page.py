"""Every page, light and dark: nothing for axe to find, nothing sideways, no key too small."""

import json
import re
from collections.abc import Iterable, Mapping

import pytest
from django.test import Client
from playwright.sync_api import expect

from clubscore.club.logins import name_keeper
from clubscore.club.models import Club, Person, Role, User
from clubscore.files.sittings import written_sitting
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, Seen, look_at
from tests.furnished import GROUNDS, NEEDED, OTHERS, REFUSED, Furnished, once_a_kind
from tests.house import PASSWORD, client_of, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def look_at_pages(
    open_page: Open, seen: Seen, pages: Iterable[str], login: str = ""
) -> dict[str, list[str]]:
    """Open pages one after the other; return what was found, by page."""
    page, found = open_page("/", login=login, **STEADY), {}
    for path in pages:
        answer = page.goto(path)
        assert answer is not None and (answer.ok or REFUSED.fullmatch(path)), (path, answer)
        wrong = seen.look(page)
        if wrong:
            found[re.sub(r"who=\d+&?", "", path)] = wrong
    return found


# An element with its classes, as a stylesheet tells it from others.
DRESSED = re.compile(r"<(\w+)[^<>]*?\sclass=\"([^\"]*)\"")


def fewest(pages: Mapping[str, str]) -> tuple[list[str], set[str]]:
    """Of pages as few as have an element of every class that any has; and those classes.

    Each time the page that has most that none before it had.
    """
    kinds = {
        path: {
            f"{tag}.{each}" for tag, classes in DRESSED.findall(text) for each in classes.split()
        }
        for path, text in pages.items()
    }
    missing, found = set[str]().union(*kinds.values()), list[str]()
    dressed = set(missing)
    while missing:
        found.append(max(kinds, key=lambda path: len(kinds[path] & missing)))
        missing -= kinds[found[-1]]
    return found, dressed


def texts(client: Client, paths: Iterable[str]) -> dict[str, str]:
    """Return what pages say, without a browser."""
    return {path: client.get(path).content.decode() for path in paths}


SHARE = pytest.mark.gate(share=True)


@pytest.mark.parametrize(("ground", "pages", "every"), [
    pytest.param("cards", 80, False, marks=SHARE),
    pytest.param("events", 60, False, marks=SHARE),
    pytest.param("cards", 17 + 161, True, marks=pytest.mark.night),
])  # fmt: skip
def test_nothing_is_wrong_with_any_page(
    open_page: Open, ground: str, pages: int, every: bool
) -> None:
    """Every page, closely; those of events in tests/flows/test_duplicate_pages.py.

    Before the night, of the first of each address as few as show every dress, at the first width.
    """
    club, seen = GROUNDS[ground](), Seen(closely=every)
    visitors, all_else = club.visitor, club.director
    if every:
        assert len(visitors) + len(all_else) == pages
    else:
        visitors, all_else = once_a_kind(visitors), once_a_kind(all_else)
        assert len(visitors) + len(all_else) >= pages
        host = client_of(User.objects.get(username=HOST))
        chosen, dressed = fewest(texts(Client(), visitors) | texts(host, all_else))
        visitors, all_else = ([p for p in each if p in chosen] for each in (visitors, all_else))
        assert len(chosen) >= pages // 4 and len(dressed) > 5 * pages // 2
    assert look_at_pages(open_page, seen, visitors) == {}
    assert look_at_pages(open_page, seen, all_else, HOST) == {}
    assert seen.counted["pages"] == len(visitors) + len(all_else)
    by_axe, in_the_dark = (80, 30) if every else (pages // 5, 0)
    assert seen.counted["by axe"] >= by_axe and seen.counted["in the dark"] > in_the_dark


@pytest.mark.gate
def test_nothing_is_wrong_with_a_page_of_the_seven(open_page: Open) -> None:
    seen, pages = Seen(closely=False), once_a_kind(GROUNDS["the seven"]().director)
    assert look_at_pages(open_page, seen, pages, HOST) == {}
    assert seen.counted["pages"] == len(pages) >= 10
    assert seen.counted["by axe"] >= 3 and seen.counted["in the dark"]


def test_as_few_pages_are_opened_as_show_everything_in_each_dress() -> None:
    pages = {
        "/a": '<p class="one">', "/b": '<p id="b" class="two">', "/c": '<h1 class="two">',
        "/d": "<p>", "/e": '<p class="one two"><b class="three">',
    }  # fmt: skip
    assert fewest(pages) == (["/e", "/c"], {"p.one", "p.two", "h1.two", "b.three"})


# A line that can hardly be read.
FAINT = """() => {
    const line = document.createElement("p");
    document.querySelector("main").prepend(line);  // not under what stays at the foot
    line.textContent = "Hardly to be read";
    line.className = "faint";
    Object.assign(line.style, {color: "#888888", background: "#999999"});
}"""


def test_a_page_of_something_new_is_looked_at_and_one_of_the_same_is_not(open_page: Open) -> None:
    page, seen = open_page("/login", **STEADY), Seen()
    assert seen.look(page) == seen.look(page) == []
    assert seen.counted == {"pages": 2, "by axe": 1, "in the dark": 1}
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert [each.partition(":")[0] for each in seen.look(page)] == ["image-alt"]
    page.evaluate("document.querySelector('img').remove()")
    page.evaluate(FAINT)
    assert any(each.startswith("color-contrast") for each in seen.look(page))
    page.evaluate("document.querySelector('.faint').style.width = '900px'")
    assert seen.look(page) and seen.counted["by axe"] == 3


# Of whoever keeps the machine, whom no club has.
OF_THE_MACHINE = ("/machine/", "/machine/our-club/close/")


def test_nothing_is_wrong_with_the_pages_of_the_machine(open_page: Open) -> None:
    new_club("Ann", "Bob")
    Club.objects.update(slug="our-club")
    user = name_keeper(username="keeper", keeps=True)[0]
    user.set_password(PASSWORD)
    user.save()
    assert look_at_pages(open_page, Seen(), OF_THE_MACHINE, "keeper") == {}


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


@pytest.mark.night
def test_nothing_is_wrong_with_the_pages_of_the_other_games(open_page: Open) -> None:
    assert len(OTHERS) == 22
    pages, seen = GROUNDS["other games"]().director, Seen()
    assert look_at_pages(open_page, seen, pages, HOST) == {}
    assert seen.counted["pages"] == 154
