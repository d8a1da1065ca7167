"""An event from a file whose players are the club's: a doubt is asked about and answered."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Person
from clubscore.events.models import ToldPlayer
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_of_one_name_are_asked_about_and_the_page_of_one_has_the_event(
    open_page: Open, tmp_path: Path
) -> None:
    club = new_club()
    ann, other = (
        Person.objects.create(club=club, name="Ann Ash", short_name=short, number=number)
        for short, number in (("Ann", "12"), ("Ann A.", "13"))
    )
    Person.objects.create(club=club, name="Cyd", short_name="Cyd")
    file = tmp_path / "leeds.json"
    file.write_text(read_event(WHOLE).written(), encoding="utf-8")
    page = open_page("/event/in/", login=HOST, **STEADY)
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Several people in the club have this name.")).to_be_visible()
    assert look_at(page) == []
    page.get_by_text("1 player recognised").click()
    expect(page.get_by_label("Who is Cyd?")).to_have_value(str(Person.objects.get(name="Cyd").pk))
    page.get_by_label("Who is Ann Ash?").select_option(label="Ann Ash, 13, member")
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/ranking/")
    assert set(ToldPlayer.objects.values_list("person__name", "person__number")) == {
        ("Ann Ash", "13"), ("Cyd", ""),
    }  # fmt: skip
    page.goto(page.url.split("/event/")[0] + f"/players/{other.pk}/")
    expect(page.get_by_role("link", name="Simultaneous")).to_be_visible()
    page.goto(page.url.replace(f"/{other.pk}/", f"/{ann.pk}/"))
    expect(page.get_by_text("Nothing played yet.")).to_be_visible()
