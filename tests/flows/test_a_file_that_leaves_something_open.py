"""A file that does not say when its event was played, nor how it was scored: both are asked for."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubscore.events.models import Event
from tests.files.test_usebio_for_others import BUTLER, usebio
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_both_are_answered_and_the_ranking_is_seen_before_it_is_recorded(
    open_page: Open, tmp_path: Path
) -> None:
    new_club()
    file = tmp_path / "rummy.xml"
    file.write_bytes(usebio("<DATE>03/27/2026</DATE>", kind="RUMMY", play=BUTLER))
    page = open_page("/event/in/", login=HOST, **STEADY)
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing has been recorded yet.")).to_be_visible()
    assert look_at(page) == []
    page.get_by_label("How was").select_option("cross-imps")
    page.get_by_label("When was").fill("2026-03-27")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Nothing has been recorded yet.")).to_be_visible()
    expect(page.get_by_text("The ranking above assumes Cross-IMPs")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/ranking/")
    event = Event.objects.get()
    assert (event.scoring, event.evening.isoformat()) == ("cross-imps", "2026-03-27")
