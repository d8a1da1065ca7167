"""Pages saved from BBO are chosen together; who is unknown is told; then the event stands there."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Person
from clubscore.events.models import Event
from tests.conftest import PHONE
from tests.files.bbo_made import whole_session
from tests.files.test_bbo_members import give
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_saved_pages_become_an_event_with_the_members_names(
    open_page: Open, tmp_path: Path
) -> None:
    club = new_club()
    ida = Person.objects.create(club=club, name="Ida Iden", short_name="Ida Iden")
    give(ida, "ann_1")
    for name, content in whole_session().items():
        (tmp_path / name).write_bytes(content)
    page = open_page("/event/in/", login=HOST, **STEADY | {"viewport": PHONE})
    page.get_by_label("The file").set_input_files(sorted(tmp_path.glob("*.html")))
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("main")).to_contain_text("In the ranking: 4")
    expect(page.locator(".notice")).to_contain_text("bob 2, cyd, dee, Eve9, fay, gus")
    expect(page.locator("main")).to_contain_text("Ida Iden & bob 2")
    assert look_at(page) == []
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/ranking/")
    expect(page.locator("main")).to_contain_text("Ida Iden & bob 2")
    assert Event.objects.get().told
    page = open_page("/event/in/", login=HOST, **STEADY | {"viewport": PHONE})
    page.get_by_label("The file").set_input_files(sorted(tmp_path.glob("*.html")))
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("main")).to_contain_text("Already here")
    page.locator(".notice").get_by_role("link", name="Players").click()
    page.wait_for_url("**/players/")
