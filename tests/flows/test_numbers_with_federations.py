"""A director gives somebody a number with a federation, finds them by it, and takes it away."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("script", [True, False])
def test_a_number_is_given_found_and_taken_away(open_page: Open, script: bool) -> None:
    club = new_club("Ann", "Bob")
    page = open_page("/", login=HOST, java_script_enabled=script)
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/')[2]}/club/change/")
    page.get_by_label("Federation", exact=True).select_option("ebu")
    page.get_by_role("button", name="Save").click()
    bob = club.people.get(name="Bob")
    page.goto(page.url.replace("/club/", f"/players/{bob.pk}/"))
    page.get_by_label("EBU number", exact=True).fill("12x")
    page.get_by_role("textbox", name="Federation").fill("abf")
    page.get_by_label("Number there").fill("7001")
    page.get_by_role("button", name="Save numbers").click()
    wrong = page.get_by_role("link", name="A number of the EBU consists of figures alone")
    wrong.click()
    field = page.get_by_label("EBU number", exact=True)
    expect(field).to_be_focused()
    expect(page.get_by_label("Number there")).to_have_value("7001")
    field.fill("00120")
    page.get_by_role("button", name="Save numbers").click()
    expect(page.get_by_text("EBU 00120", exact=True)).to_be_visible()
    expect(page.get_by_text("ABF 7001", exact=True)).to_be_visible()
    page.goto(page.url.replace(f"/{bob.pk}/", "/?q=0012"))
    expect(page.get_by_role("cell", name="00120")).to_be_visible()
    page.get_by_role("link", name="Bob", exact=True).click()
    page.get_by_label("ABF number", exact=True).fill("")
    page.get_by_role("button", name="Save numbers").click()
    expect(page.get_by_text("ABF 7001", exact=True)).to_have_count(0)
    expect(page.get_by_text("EBU 00120", exact=True)).to_be_visible()
