"""Every page of the duplicate room: nothing for axe to find, nothing sideways, no key too small."""

from pathlib import Path

import pytest

from clubscore.deals.hands import made_boards
from clubscore.deals.pbn import pbn_of_boards
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, Seen, look_at
from tests.furnished import event_room

PAR_SET = Path(__file__).resolve().parents[2] / "docs/examples/par-set-of-eight.json"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.night
def test_nothing_is_wrong_with_any_page(open_page: Open) -> None:
    evening, visitor, director = event_room()
    assert (len(visitor), len(director)) == (9, 98)
    found, seen = {}, Seen()
    for page, paths in (
        (open_page("/", **STEADY), visitor),
        (open_page("/", login=HOST, **STEADY), director),
    ):
        for path in paths:
            page.goto(path)
            wrong = seen.look(page)
            if wrong:
                found[path] = wrong
    assert seen.counted["pages"] == 9 + 98
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
