"""A zip of a club's past by tapping: read, one page with every doubt, imported, then seen."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Person
from clubscore.events.models import Event
from tests.files.past.past import event_file, usebio
from tests.files.past.test_packed import zipped
from tests.files.past.test_past_pages import work
from tests.flows.acting import HOST, Open, in_menu, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_zip_comes_in_with_its_doubts_answered_on_one_page(
    open_page: Open, tmp_path: Path, scripts: bool
) -> None:
    club = new_club()
    for short, number in (("Ann", "12"), ("Ann A.", "13")):
        Person.objects.create(club=club, name="Ann Ash", short_name=short, number=number)
    file = tmp_path / "past.zip"
    file.write_bytes(
        zipped(
            ("2019/spring.json", event_file("Spring")),
            ("2019/summer.xml", usebio("Summer", kind="RUMMY", date="")),
            ("2020/autumn.xml", usebio("Autumn", date="")),
            ("2020/broken.xml", b"<USEBIO>"),
        )
    )
    page = open_page("/results/", login=HOST, java_script_enabled=scripts, **STEADY)
    in_menu(page, "Import past events").click()
    page.get_by_label("A zip, or several files").set_input_files(file)
    page.get_by_role("button", name="Read the files").click()
    expect(page.get_by_text("The files wait for their turn.")).to_be_visible()
    assert not scripts or look_at(page) == []
    work()
    if not scripts:
        page.get_by_role("link", name="Check again").click()
    expect(page.get_by_role("heading", name="3 files to import")).to_be_visible()
    expect(page.get_by_text("2020/broken.xml")).to_be_visible()
    assert not scripts or look_at(page) == []
    page.get_by_label("Who is Ann Ash?").select_option(label="Ann Ash, 13, member")
    page.get_by_label("RUMMY").select_option("cross-imps")
    page.get_by_label("When was Summer played").fill("2019-07-02")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Importing")).to_be_visible()
    work()
    if not scripts:
        page.get_by_role("link", name="Check again").click()
    expect(page.get_by_role("heading", name="2 files imported")).to_be_visible()
    expect(page.get_by_text("The date was not given.")).to_be_visible()
    assert not scripts or look_at(page) == []
    assert set(Event.objects.values_list("name", "scoring")) == {
        ("Spring", "matchpoints"), ("Summer", "cross-imps"),
    }  # fmt: skip
    page.get_by_role("link", name="Spring").click()
    expect(page.get_by_role("heading", name="Spring")).to_be_visible()
