"""Published pages in a browser: narrow, dark, without a script and with ours, from a folder."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from clubscore.club.models import Role
from clubscore.events.models import Series
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.house import make_user
from tests.publishing.full_club import DAY, full_club, publish, small_club
from tests.publishing.test_lighthouse import served

pytestmark = pytest.mark.browser
KINDS = ("index", "card-1", "board-1", "board-2")


@pytest.mark.long(40)
@pytest.mark.django_db
def test_they_are_for_everybody_and_ask_nobody_for_anything(
    browser: Browser, tmp_path: Path
) -> None:
    full = full_club()
    publish(full, tmp_path)
    pairs, teams, one = (
        full.events[name] for name in ("Open pairs", "Open teams", "Imported pairs")
    )
    places = [f"events/{DAY}-{pairs.pk}/{kind}.html" for kind in KINDS]
    places += [f"events/{DAY}-{each.pk}/index.html" for each in (teams, one)]
    places += ["index.html", f"{DAY.year}.html", "people/index.html", f"evenings/{DAY}.html"]
    series = Series.objects.get(club=full.club)
    places += [f"people/{full.people['Named1'].pk}.html", f"series/{series.pk}.html"]
    wrong: list[str] = []
    context = browser.new_context(**STEADY)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("console", lambda said: wrong.append(f"{page.url}: {said.text}"))
    page.on("request", lambda asked: wrong.append(asked.url) if outside(asked.url) else None)
    with served(tmp_path) as base:
        for place in places:
            page.goto(f"{base}/{place}")
            wrong += [f"{place}: {each}" for each in look_at(page)]
    # A double click opens them as well, and they look the same.
    page.goto((tmp_path / places[0]).as_uri())
    look = "getComputedStyle(document.querySelector('.card')).backgroundColor"
    assert page.evaluate(look) == "rgb(255, 255, 255)"
    context.close()
    assert wrong == []


def outside(address: str) -> bool:
    """Whether an address is of anywhere but the folder."""
    return not address.startswith(("file:", "http://127.0.0.1:"))


@pytest.mark.long(10)
@pytest.mark.django_db
def test_a_name_is_found_with_the_script_and_listed_without(
    browser: Browser, tmp_path: Path
) -> None:
    full = full_club()
    publish(full, tmp_path)
    place = (tmp_path / "people/index.html").as_uri()
    context = browser.new_context(**STEADY)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(place)
    page.get_by_label("Find a name").fill("wished SUR")
    expect(page.locator(".names a:visible")).to_have_text(["Wished5 Surname4"])
    page.get_by_label("Find a name").fill("nobody")
    expect(page.get_by_role("status")).to_have_text("No one with this name.")
    page.get_by_label("Find a name").fill("wished")
    page.get_by_role("link", name="Wished5").click()
    expect(page.locator("h1")).to_have_text("Wished5 Surname4")
    page.locator("main .rows a").first.click()
    expect(page.locator("h1")).to_contain_text("Wished5")
    context.close()
    without = browser.new_context(java_script_enabled=False)
    page = without.new_page()
    page.goto(place)
    assert page.locator(".names a").count() >= 5 and page.locator("input").count() == 0
    without.close()


@pytest.mark.long(20)
@pytest.mark.django_db(transaction=True)
def test_the_directors_pages_are_for_everybody(open_page: Open) -> None:
    full = small_club()
    make_user(full.club, HOST, Role.DIRECTOR)
    page = open_page("/club/publish/", login=HOST, **STEADY)
    assert look_at(page) == []
    page.goto(f"/players/{full.people['Named1'].pk}/published/")
    assert look_at(page) == []
    page.get_by_label("In published results").select_option("no")
    page.get_by_role("button", name="Save").click()
    page.goto("/club/publish/")
    page.get_by_text("Who is not named").click()
    expect(page.get_by_role("link", name="Named1 Surname0")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Publishing starts in a moment.")).to_be_visible()
