"""Papers that ask before they are printed: receipts and labels; keys for backs and for colours."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.logins import found_club
from clubscore.club.models import Role
from tests.club.test_receipts import Till
from tests.events.evenings import Evening
from tests.events.world.packages import a_set
from tests.flows.acting import HOST, Open, in_menu
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCRIPT = pytest.mark.parametrize("script", [True, False])


def printed(page: Page, address: str | None) -> bytes:
    """What a key leads to: a PDF."""
    assert address is not None
    answer = page.request.get(address)
    assert answer.status == 200 and answer.body().startswith(b"%PDF"), address
    return answer.body()


@SCRIPT
def test_a_receipt_is_given_printed_and_declared_void(open_page: Open, script: bool) -> None:
    till = Till()
    make_user(till.club, HOST, Role.DIRECTOR)
    till.pays(0)
    page = open_page("/book/", login=HOST, java_script_enabled=script)
    page.get_by_role("link", name="Receipts").click()
    what_for = page.get_by_label("What for")
    what_for.fill("")
    page.get_by_role("button", name=re.compile("^Give a receipt")).click()
    # Nothing is kept without what it was for.
    expect(page.get_by_text("No. 1", exact=True)).to_have_count(0)
    page.get_by_label("What for").fill("subscription 2026")
    page.get_by_role("button", name=re.compile("^Give a receipt")).click()
    expect(page.get_by_text("No. 1", exact=True)).to_be_visible()
    expect(page.get_by_text("subscription 2026")).to_be_visible()
    expect(page.get_by_text("Every payment to the club has its receipt.")).to_be_visible()
    key = in_menu(page, "Receipts", exact=True)
    printed(page, key.get_attribute("href"))
    page.mouse.click(5, 5)  # beside the menu
    page.locator("summary", has_text="Declare void").click()
    page.get_by_label("Reason").fill("spoilt")
    page.get_by_role("button", name=re.compile("^Declare void")).click()
    expect(page.get_by_text("Void: spoilt")).to_be_visible()
    # The payment waits for another receipt.
    expect(page.get_by_label("What for")).to_be_visible()


@SCRIPT
def test_labels_are_asked_for_put_right_and_printed(open_page: Open, script: bool) -> None:
    evening = Evening(4, kind="howell", winners=1)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(f"/event/{evening.event.pk}/boards/", login=HOST, java_script_enabled=script)
    page.get_by_role("link", name="Board labels").click()
    page.get_by_label("Labels", exact=True).select_option(index=1)
    page.get_by_label("First label").fill("99")
    page.get_by_role("button", name="Print labels").click()
    problem = page.get_by_role("link", name=re.compile("label", re.IGNORECASE)).first
    expect(page.get_by_label("First label")).to_have_value("99")
    problem.click()
    field = page.get_by_label("First label")
    expect(field).to_be_focused()
    form = page.locator("main form").first
    action = form.get_attribute("action") or ""
    stock = page.get_by_label("Labels", exact=True).input_value()
    wanted = f"{action}?stock={stock}&lowest=1&highest=6&first=3&right=5&down=-5"
    assert len(printed(page, f"{wanted}&test=1")) > 500
    printed(page, wanted)
    # The browser keeps what its printer needs.
    page.reload()
    page.goto(page.url.partition("?")[0])
    expect(page.get_by_label("Labels", exact=True)).to_have_value(stock)
    expect(page.get_by_label("Move to the right, mm")).to_have_value("5")


def test_keys_for_backs_lead_to_their_papers(open_page: Open) -> None:
    evening = Evening(6)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(f"/event/{evening.event.pk}/", login=HOST)
    links = page.locator('a[href*="?backs=1"]')
    addresses = links.evaluate_all("keys => keys.map(key => key.href)")
    assert len(addresses) >= 2
    for address in addresses:
        plain = printed(page, address.partition("?")[0])
        assert len(printed(page, address)) > len(plain)


@SCRIPT
def test_the_box_of_a_set_is_printed_sealed_until_its_director_will_not_play(
    open_page: Open, script: bool
) -> None:
    club = found_club(name="Portland", author="a test")
    make_user(club, HOST, Role.DIRECTOR)
    kept = a_set(club)
    page = open_page("/world/", login=HOST, java_script_enabled=script)
    page.get_by_role("link", name=str(kept)).click()
    sealed = in_menu(page, "The box, sealed", exact=True)
    answers = page.get_by_role("link", name="Print the answers")
    fewer = len(printed(page, sealed.get_attribute("href")))
    page.mouse.click(5, 5)  # beside the menu
    expect(answers).to_have_count(0)
    page.get_by_role("button", name="I will not play this set").click()
    expect(answers).to_be_visible()
    printed(page, answers.get_attribute("href"))
    whole = page.get_by_role("link", name="Print all of it")
    assert len(printed(page, whole.get_attribute("href"))) > fewer
