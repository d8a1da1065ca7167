"""A series by tapping: opened, its events and rules chosen, read, a substitute noted, taken out."""

import pytest
from playwright.sync_api import expect

from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models.facts import SeriesKept
from clubscore.events.series import change_series, open_series
from clubscore.ranking import read_event
from tests.events.evenings import Evening
from tests.events.test_series import played_out
from tests.flows.acting import HOST, Open, in_menu, new_club
from tests.flows.looking import STEADY, look_at
from tests.ranking.rooms import event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_series_is_made_and_read_by_tapping(open_page: Open) -> None:
    first = Evening(club=new_club())
    second = Evening(club=first.club, people=tuple(first.people))
    played_out(first, 1)
    played_out(second, 2)
    page = open_page("/results/", login=HOST, **STEADY)
    in_menu(page, "Series", exact=True).click()
    expect(page.get_by_text("No series yet.")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("button", name="Choose events and rules").click()
    expect(page.locator(".errors")).to_contain_text("Give the series a name")
    page.get_by_label("Name").fill("Autumn")
    page.get_by_role("button", name="Choose events and rules").click()
    for chosen in page.locator("input[name=event]").all():
        chosen.check()
    page.get_by_label("What counts").select_option("the best of them")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".errors")).to_contain_text("Enter how many events: 1 or more.")
    page.get_by_label("How many of them").fill("1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()
    expect(page.get_by_text("The best event of each counts.").first).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("100.00")
    expect(page.locator("tbody tr").first).to_contain_text("(25.00)")
    assert look_at(page) == []
    page.get_by_role("link", name="Events and rules").click()
    assert look_at(page) == []
    page.get_by_label("played", exact=True).select_option("Left1")
    page.get_by_label("in the place of").select_option("Left3")
    page.get_by_role("button", name="Note the substitute").click()
    expect(page.get_by_text("Left1 played for Left3").first).to_be_visible()
    page.get_by_role("button", name="Remove Left1 played for Left3").click()
    expect(page.get_by_text("Left1 played for Left3")).to_have_count(0)
    page.goto("/series/")
    page.get_by_role("link", name="Autumn").click()
    expect(page.get_by_text("no longer: Left1 played for Left3")).to_be_visible()


def test_a_season_is_closed_and_looked_up_by_its_year(open_page: Open) -> None:
    first = Evening(club=new_club())
    played_out(first, 1)
    made = open_series(club=first.club, name="Autumn", key="autumn", actor=first.actor)
    kept = SeriesKept(events=[first.event.pk])
    change_series(series=made, name="Autumn", kept=kept, seen=made.revision, key="set",
                  actor=first.actor)  # fmt: skip
    page = open_page(f"/series/{made.pk}/", login=HOST, **STEADY)
    page.get_by_role("button", name="Close the season").click()
    expect(page.get_by_text("This season was closed on")).to_be_visible()
    assert look_at(page) == []
    page.goto("/results/")
    in_menu(page, "Past seasons").click()
    title = f"Champions of {first.event.evening.year}"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text("Left1; Right1")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("link", name="Autumn").click()
    page.get_by_role("button", name="Reopen").click()
    expect(page.get_by_role("link", name="Events and rules")).to_be_visible()
    page.goto("/archive/")
    expect(page.get_by_text("No series of this year is closed.")).to_be_visible()


def test_master_points_of_an_imported_event_are_counted_by_tapping(open_page: Open) -> None:
    first = Evening(club=new_club())
    played_out(first, 1)
    left, right = first.people[:2]
    told = read_event(
        event(
            [450, 420],
            name="Simultaneous",
            contestants=[
                {"number": "1", "names": [left.name, right.name],
                 "awards": [{"scheme": "ebu", "points": "24"}]},
                *({"number": number} for number in ("2", "101", "102")),
            ],
        )
    )  # fmt: skip
    bring_in_event(club=first.club, told=told, source=FileSource("a.json"), actor=first.actor,
                   people={("1", 0): left.pk, ("1", 1): right.pk})  # fmt: skip
    page = open_page("/series/", login=HOST, **STEADY)
    page.get_by_label("Name").fill("Points of the year")
    page.get_by_role("button", name="Choose events and rules").click()
    for chosen in page.locator("input[name=event]").all():
        chosen.check()
    page.get_by_label("Counted", exact=True).select_option("master points of each player")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody tr").first).to_contain_text("24.00")
    expect(page.get_by_text("no master points and does not count: Tuesday pairs.")).to_be_visible()
    assert look_at(page) == []
