"""A phone that comes to trust the club: plain http, the check, and over to https at its table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.flows.acting import press, wait_until
from tests.flows.looking import look_at
from tests.flows.two_doors import NAME, BothDoors
from tests.house import build_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_phone_without_the_certificate_is_told_that_it_does_not_trust_the_club(
    phone: Callable[..., Page],
) -> None:
    page = phone(trusts=False)
    page.goto("/trust/")
    expect(page.locator("#trusted").get_by_text("Not yet.")).to_be_visible()
    expect(page.locator("#trusted").get_by_text("Yes. This phone trusts")).to_be_hidden()
    expect(page.get_by_role("link", name="Open ClubScore with https")).to_be_hidden()
    assert look_at(page) == []
    page.locator("[data-opens=more]:visible").first.click()
    page.get_by_text("Suits and spacing").click()
    # Plain http has none of what browsers give to https alone.
    assert page.evaluate("[window.isSecureContext, !!navigator.serviceWorker]") == [False, False]
    expect(page.get_by_text("stays on")).to_be_hidden()
    expect(page.locator("link[rel=manifest]")).to_have_count(0)


def test_a_phone_that_trusts_the_club_goes_over_and_keeps_its_place(
    phone: Callable[..., Page], doors: BothDoors
) -> None:
    house = build_house()
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    link = let_phones_in(sitting=house.sitting, key=new_key(), actor=actor)
    page = phone(trusts=True)
    page.goto(f"/t/{token_of(link.nonce)}/")
    page.locator("main form [type=submit], main form button").first.click()
    page.wait_for_url("**/table/**")
    way = page.get_by_role("link", name="This phone trusts the club")
    expect(way).to_be_hidden()
    table = page.url
    page.goto("/trust/")
    expect(page.locator("#trusted").get_by_text("Yes. This phone trusts")).to_be_visible()
    expect(page.get_by_role("link", name="Open ClubScore with https")).to_be_visible()
    page.goto(table)
    way.click()
    secure = f"https://{NAME}:{doors.secure_port}"
    page.wait_for_url(f"{secure}/table/**")
    expect(page.get_by_role("heading", name="Rubber 1")).to_be_visible()
    assert page.evaluate("window.isSecureContext")
    agree = page.get_by_role("button", name="Made up and agreed")
    press(agree)
    expect(agree).to_be_hidden()
    # What is set over https is of https alone; what plain http set is there still.
    cookies = {(each["name"], each["secure"]) for each in page.context.cookies()}
    assert {("sessionid", False), ("__Secure-csrftoken", True)} <= cookies
    assert not {name for name, secure in cookies if secure and not name.startswith("__Secure-")}
    wait_until(page, "() => navigator.serviceWorker.ready.then(() => true)")
    expect(page.locator("link[rel=manifest]")).to_have_count(1)
    page.locator("[data-opens=more]:visible").first.click()
    page.get_by_text("Suits and spacing").click()
    page.locator("[name=look-awake][value='1']").check()
    page.reload()
    assert page.locator("[name=look-awake][value='1']").is_checked()
    page.goto(f"{secure}/trust/")
    expect(page.locator("#trusted").get_by_text("Yes. This phone trusts")).to_be_visible()
    assert look_at(page) == []
