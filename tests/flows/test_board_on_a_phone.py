"""A board's page on a phone: a real table, thirteen rows on a screen, the first column stays."""

import pytest
from playwright.sync_api import expect

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Role
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.ranking import read_event
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.flows.test_once_and_reached import UNSEEN
from tests.gazette.nights import a_file
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FIRST_CELL = """() => {
    const frame = document.querySelector('.compared-frame');
    frame.scrollLeft = 1000;
    const cell = document.querySelector('.compared tbody th').getBoundingClientRect();
    return [frame.scrollLeft, cell.left - frame.getBoundingClientRect().left];
}"""


def a_board(seed: int = 3) -> str:
    """A board that thirteen tables played, with a par set; its address."""
    club = found_club(name="Portland", author="a test")
    make_user(club, HOST, Role.DIRECTOR)
    file = a_file(seed, tables=13, rounds=13, boards=1)
    file["boards"][0]["par"] = {"score": 420, "contract": "4S", "declarer": "S"}
    actor = Actor(level=Level.DIRECTOR, club=club)
    event: Event = bring_in_event(
        club=club, told=read_event(file), source=FileSource("a.json"), actor=actor
    )
    return f"/event/{event.pk}/board/1/"


@pytest.mark.long(20)
def test_thirteen_rows_and_par_are_on_one_screen(open_page: Open) -> None:
    page = open_page(a_board(), login=HOST, **STEADY)
    expect(page.locator(".compared tbody tr")).to_have_count(13)
    expect(page.locator(".compared thead th")).to_have_count(6)
    assert page.locator(".compared tbody th[scope=row]").count() == 13
    box = page.locator(".compared").bounding_box()
    assert box is not None and box["y"] + box["height"] < 740 - 56
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(UNSEEN) == []
    assert look_at(page) == []


@pytest.mark.long(20)
def test_the_first_column_stays_where_names_make_it_wide(open_page: Open) -> None:
    page = open_page(f"{a_board()}?names=1", login=HOST, **STEADY)
    scrolled, left = page.evaluate(FIRST_CELL)
    assert scrolled > 0 and left == 0
    page.get_by_role("link", name="score").click()
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("score")
    expect(page.locator(".with-names")).to_have_count(1)  # sorting keeps the names
