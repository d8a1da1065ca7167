"""The pages of the seven: nothing for axe to find, nothing sideways, no key too small."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import expect

from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.seven import eighth_comes, last_deals
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, Seen, look_at
from tests.furnished import LONG, pages_of, the_seven
from tests.laws.tables import WORKED_EVENING
from tests.rubbers.tables import people_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.night
def test_nothing_is_wrong_with_any_page(open_page: Open) -> None:
    """Opened as director, through an evening in three of its states."""
    seven = the_seven()
    host, found, seen = open_page("/", login=HOST, **STEADY), {}, Seen()
    pages = pages_of(seven)

    def look_through(state: str, addresses: Iterable[str]) -> None:
        for address in addresses:
            answer = host.goto(address)
            assert answer is not None and answer.ok, address
            wrong = seen.look(host)
            if wrong:
                found[f"{state}: {address}"] = wrong

    look_through("waiting", pages)
    # Out of touch a table knows who will cross from it, and whereto.
    with host.expect_response(re.compile("/ahead/$")):
        host.goto(f"/table/{seven.sitting(2).pk}/")
    host.wait_for_load_state("networkidle")
    host.context.set_offline(True)
    expect(host.get_by_role("heading", name="The seven play on")).to_be_visible()
    assert look_at(host) == []
    host.context.set_offline(False)
    seven.note(2, WORKED_EVENING[5])
    seven.note(1, WORKED_EVENING[6])
    look_through("both play", pages[-11:])
    hal = people_of(seven.club, LONG[::-1])[0]
    eighth_comes(sitting=seven.sitting(1), person=hal, key=new_key(), actor=seven.actor)
    last_deals(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    look_through("last deals", pages[-11:])
    assert found == {}
    assert seen.counted["pages"] == 15 + 11 + 11
