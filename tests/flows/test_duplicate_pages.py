"""Every page of the duplicate room: nothing for axe to find, nothing sideways, no key too small."""

from pathlib import Path

import pytest

from clubscore.deals.files.pbn_boards import pbn_of_boards
from clubscore.deals.shuffling import made_boards
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.furnished import event_room
from tests.walks import Walk

PAR_SET = Path(__file__).resolve().parents[2] / "docs/examples/par-set-of-eight.json"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(14)
@pytest.mark.walk
def test_nothing_is_wrong_with_any_page(open_page: Open, walk: Walk) -> None:
    evening, visitor, director = event_room()
    found = {}
    for page, paths in (
        (open_page("/", **STEADY), walk(visitor, count=9)),
        (open_page("/", login=HOST, **STEADY), walk(director, count=98)),
    ):
        for path in paths:
            page.goto(path)
            wrong = look_at(page)
            if wrong:
                found[path] = wrong
    # A file is shown before anything of it is recorded.
    page.goto("/event/in/")
    better = read_event(WHOLE | {"name": "Better"}).written().encode()
    page.set_input_files(
        "#id_file", {"name": "a.json", "mimeType": "application/json", "buffer": better}
    )
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import").wait_for()
    assert (found, look_at(page)) == ({}, [])
    page.goto(f"/event/{evening.event.pk}/boards/")
    boards = pbn_of_boards(made_boards([20, 21, 900]))
    page.set_input_files("#file", {"name": "a.pbn", "mimeType": "text/plain", "buffer": boards})
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("Not in play, left out: 900").wait_for()
    assert look_at(page) == []
    # So is a prepared set of a par contest.
    page.goto(f"/event/{evening.event.pk}/par/")
    page.set_input_files("#file", PAR_SET)
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("Points for perfect play: 1900").wait_for()
    assert look_at(page) == []
    # The cards are counted as somebody types them.
    page.goto(f"/event/{evening.event.pk}/boards/20/")
    page.get_by_label("North").fill("AK42 QJ9 T87 654")
    page.locator("#check").get_by_text("13 cards").wait_for()
