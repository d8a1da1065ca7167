"""A list at the door, by tapping: opened, written by two phones, seen to grow, closed by Start."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.events.models import Event
from tests.flows.acting import HOST, PATIENCE, Open, Taps, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.thirteen import FIRST, SECOND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def list_opened(host: Page) -> str:
    """Open an event from Tonight, and its list; return the address behind the code."""
    host.get_by_role("link", name="8+", exact=True).click()
    host.get_by_role("button", name="Next: names").click()
    host.get_by_role("link", name="List at the door").click()
    assert look_at(host) == []
    host.get_by_role("button", name="Open the list").click()
    expect(host.locator(".code svg")).to_be_visible()
    assert look_at(host) == []
    address = host.locator(".code + p a").get_attribute("href")
    host.get_by_role("link", name="Who plays").click()
    assert address is not None
    return f"/list/{address.rstrip('/').rpartition('/')[2]}/"


def write(phone: Page, *names: str) -> int:
    """Write names as they are, and send them; return how many taps that was."""
    taps = Taps(phone)
    for place, name in enumerate(names, start=1):
        taps.tap(phone.locator(f"#player-{place}"))
        phone.locator(f"#player-{place}").fill(name)
    taps.tap(phone.get_by_role("button", name="Join the list"))
    return taps.count


@pytest.mark.night
@pytest.mark.long(60)
def test_four_pairs_enter_themselves_and_the_director_sees_them_come(open_page: Open) -> None:
    new_club(*FIRST[:6], *SECOND[:6])
    host = open_page("/", login=HOST, **STEADY)
    address = list_opened(host)
    rows = host.locator("#rows > li[id^=e]")
    expect(host.locator("#none-yet")).to_contain_text("No entries yet")
    # A form that the director has half filled stays as it is while others come in.
    host.locator("#expected").fill("the Danes")
    phone, tablet = open_page(address, **STEADY), open_page(address, **STEADY)
    assert look_at(phone) == []
    assert write(phone, FIRST[0], SECOND[0]) == 3
    expect(phone.locator("#entered")).to_contain_text(f"{FIRST[0]} & {SECOND[0]} are on the list.")
    expect(phone.locator("#entered")).to_be_focused()
    expect(rows).to_have_count(1, timeout=PATIENCE)
    expect(host.locator("#to-come")).to_contain_text("1 pair")
    # What the director has open stays open when the next row comes.
    rows.first.locator("summary").click()
    # Part of a name is asked about as it is typed; a guest is one tap.
    tablet.locator("#player-1").fill(FIRST[1][:3])
    tablet.locator("#who-player-1 label").filter(has_text=FIRST[1]).click()
    tablet.locator("#player-2").fill("Zzo")
    tablet.locator("#who-player-2 label").filter(has_text="a guest").click()
    assert look_at(tablet) == []
    tablet.get_by_role("button", name="Join the list").click()
    expect(tablet.locator("#there + ul")).to_contain_text("Zzo")
    write(tablet, FIRST[0], SECOND[5])
    expect(tablet.locator(".errors")).to_contain_text(f"{FIRST[0]} is already on the list")
    expect(tablet.locator("#player-2")).to_have_value(SECOND[5])
    expect(rows).to_have_count(2, timeout=PATIENCE)
    expect(rows.first.locator("details")).to_have_attribute("open", "")
    expect(host.locator("#expected")).to_have_value("the Danes")
    # A player alone looks for a partner, and is named by one.
    write(phone, FIRST[2])
    expect(phone.locator("#entered")).to_contain_text("looking for a partner")
    expect(host.locator("#halves")).to_be_visible(timeout=PATIENCE)
    write(phone, SECOND[2], FIRST[2])
    expect(rows).to_have_count(3, timeout=PATIENCE)
    expect(host.locator("#halves")).to_have_count(0)
    for place in (3, 4):
        write(phone, FIRST[place], SECOND[place])
        expect(phone.locator("#entered")).to_contain_text(FIRST[place])
    expect(rows).to_have_count(5, timeout=PATIENCE)
    assert look_at(host) == []
    # The director takes one out again, and play can begin.
    rows.last.get_by_role("button", name="Withdraw").click()
    expect(rows).to_have_count(4)
    host.get_by_role("button", name="Everyone is here").click()
    host.get_by_role("button", name="Start", exact=True).click()
    expect(host).to_have_url(re.compile(r"/event/\d+/$"))
    event = Event.objects.get()
    assert event.round == 1 and event.entries.filter(number__isnull=False).count() == 4
    write(phone, FIRST[5], SECOND[5])
    expect(phone.locator("#closed")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("Play has begun.")
    assert look_at(phone) == []


def test_a_list_works_without_a_script(open_page: Open) -> None:
    new_club(*FIRST[:2], *SECOND[:2])
    host = open_page("/", login=HOST, **STEADY)
    address = list_opened(host)
    phone = open_page(address, java_script_enabled=False, **STEADY)
    write(phone, "Zzo", SECOND[0])
    phone.locator("#who-player-1 label").filter(has_text="a guest").click()
    phone.get_by_role("button", name="Join the list").click()
    expect(phone.locator("#entered")).to_contain_text(f"Zzo & {SECOND[0]} are on the list.")
