"""A session played elsewhere is ranked with one of the room: chosen beside the file, seen first."""

import datetime as dt
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubscore.club import clock
from clubscore.club.entry import new_key
from clubscore.events.export import event_to_send
from clubscore.events.finishing import finish
from clubscore.events.models import Event
from tests.conftest import PHONE
from tests.events.evenings import FOUR_SPADES, Evening
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_both_make_one_field_and_ours_stays(open_page: Open, tmp_path: Path) -> None:
    evening = Evening(4, kind="howell", winners=1, club=new_club())
    for left in (2, 1, 0):
        evening.play(FOUR_SPADES)
        if left:
            evening.next_round()
    finish(event=evening.event, final_at=clock.now() + dt.timedelta(days=1), key=new_key(),
           actor=evening.actor)  # fmt: skip
    file = tmp_path / "online.json"
    file.write_text(event_to_send(evening.event).written())
    page = open_page("/event/in/", login=HOST, **STEADY | {"viewport": PHONE})
    page.get_by_label("The file").set_input_files(file)
    page.get_by_text("Several clubs, or another scoring").click()
    page.get_by_label("Rank together with an event of ours").select_option(index=1)
    assert look_at(page) == []
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing has been recorded yet.")).to_be_visible()
    expect(page.locator("main")).to_contain_text("In the ranking: 8")
    assert look_at(page) == []
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/ranking/")
    assert Event.objects.count() == 2
    assert not evening.event.told
