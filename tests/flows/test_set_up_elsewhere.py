"""A session set up elsewhere: its file is looked at and opened, and a phone tells a result."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubscore.events.models import Event, ResultRevision
from clubscore.events.phones import links_of
from clubscore.movements import build
from clubscore.web.phones import token_of
from tests.conftest import PHONE
from tests.files.test_set_up import bws, rows_of
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.test_tables_first import pass_out

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_file_is_looked_at_and_opened_and_a_phone_tells_a_result(
    open_page: Open, tmp_path: Path
) -> None:
    new_club("Ann", "Bob", "Xenia")
    file = tmp_path / "thursday.bws"
    seats = zip("NSEW", ("Ann", "Bob", "Xenia", "Yves"), strict=True)
    players = [(1, 1, seat, "", name, 0) for seat, name in seats]
    mitchell = build("mitchell", 6, boards=6, rounds=3, winners=2)
    file.write_bytes(bws(rows_of(mitchell, again=True), players=players))
    host = open_page("/event/new/", login=HOST, **STEADY | {"viewport": PHONE})
    host.get_by_role("link", name="Open from file").click()
    assert look_at(host) == []
    host.get_by_label("The file").set_input_files(file)
    host.get_by_role("button", name="Preview").click()
    expect(host.get_by_text("Nothing has been recorded yet.")).to_be_visible()
    expect(host.get_by_role("heading", name="Section A")).to_be_visible()
    host.get_by_text("Round 2").click()
    assert look_at(host) == []
    host.get_by_label("Yves").select_option(label="new guest")
    host.get_by_role("button", name="Open event").click()
    host.wait_for_url("**/event/*/")
    event = Event.objects.get()
    assert host.url.endswith(f"/event/{event.pk}/")
    host.get_by_role("button", name="Start").first.click()
    host.get_by_role("link", name="Connect phones").first.click()
    host.get_by_role("button", name="Connect phones").click()
    expect(host.get_by_role("button", name="Turn off codes")).to_be_visible()
    link = links_of(event.sections.get())[0]
    phone = open_page(f"/e/{token_of(link.nonce)}/", **STEADY)
    expect(phone.locator("body")).to_contain_text("Xenia")
    phone.get_by_role("button", name="the table's phone").click()
    phone.get_by_role("button", name="Yes", exact=True).click()
    pass_out(phone, 1)
    assert ResultRevision.objects.filter(section__event=event).exists()
