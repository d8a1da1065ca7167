"""Several sessions as one: put on the wall and shared by tapping, read from afar and on a phone."""

import pytest
from playwright.sync_api import expect

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.ranking import read_event
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.test_the_wall import TEXTS, WALL, half, turned
from tests.gazette.nights import a_file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def two_sessions() -> tuple[Club, str]:
    """Two sessions of fifteen tables whose rankings are open, and how they are chosen."""
    club = new_club()
    actor = Actor(level=Level.DIRECTOR, club=club)
    for seed in (1, 2):
        file = a_file(seed, tables=15, rounds=3, boards=1)
        bring_in_event(
            club=club, told=read_event(file), source=FileSource(f"{seed}.json"), actor=actor
        )
    Event.objects.update(ranking_open=True)
    return club, "&".join(f"event={event.pk}" for event in Event.objects.order_by("pk"))


@pytest.mark.long(20)
def test_it_turns_on_the_wall_and_nothing_is_small_or_cut(open_page: Open) -> None:
    _club, chosen = two_sessions()
    page = open_page("/", login=HOST, **STEADY | {"viewport": WALL})
    page.clock.install()
    page.goto(f"/results/as-one/wall/?{chosen}")
    expect(page.locator("[data-of]").first).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    assert page.locator("nav, .rooms").count() == 0
    of = int(half(page)[1] or 0)
    assert of > 1
    turned(page)
    for _turn in range(of):
        texts = page.evaluate(TEXTS)
        assert [each for each in texts if each["size"] < 28 or not each["inside"]] == []
        turned(page)


@pytest.mark.long(20)
def test_a_link_is_made_by_tapping_and_read_on_a_phone(open_page: Open) -> None:
    _club, chosen = two_sessions()
    host = open_page(f"/results/as-one/?{chosen}", login=HOST, **STEADY)
    assert look_at(host) == []
    host.get_by_role("button", name="Create link").click()
    link = host.locator('a[href*="/shared/several/"]')
    expect(link).to_be_visible()
    address = link.get_attribute("href") or ""
    phone = open_page(address[address.index("/shared/") :], **STEADY)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Several sessions as one")
    assert phone.locator("tbody tr").count() > 20
    assert look_at(phone) == []
    host.get_by_role("button", name="Turn off link").click()
    expect(link).to_have_count(0)
    phone.reload()
    expect(phone.locator("tbody tr")).to_have_count(0)


@pytest.mark.long(20)
def test_a_wall_whose_ranking_is_not_open_says_so(open_page: Open) -> None:
    _club, chosen = two_sessions()
    Event.objects.update(ranking_open=False)
    page = open_page(f"/results/as-one/wall/?{chosen}", login=HOST, **STEADY)
    expect(page.get_by_text("not open to players")).to_be_visible()
    assert page.locator("tbody tr").count() == 0
