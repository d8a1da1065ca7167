"""Which letters draw a name: the page's own face for Latin, one of its kind for what that lacks."""

import pytest
from playwright.sync_api import Page

from clubscore.club.models import Person
from tests.flows.acting import HOST, Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OURS, KIN = "Atkinson Hyperlegible Next", "Source Sans 3"
LOADED = "() => performance.getEntriesByType('resource').map((each) => each.name)"


def faces(page: Page, text: str) -> set[str]:
    """Return the families that draw a text of a page; each must be one that the page brought."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    page.get_by_text(text, exact=True).first.evaluate(
        "(each) => each.setAttribute('data-seen', '')"
    )
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "[data-seen]"})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    page.evaluate("document.querySelector('[data-seen]').removeAttribute('data-seen')")
    assert all(each["isCustomFont"] for each in fonts)
    # A file of all weights is called by its lightest, too: "Source Sans 3 ExtraLight".
    return {each["familyName"].removesuffix(" ExtraLight") for each in fonts}


@pytest.mark.parametrize(
    ("name", "drawn_by", "brings"),
    [
        ("Zoë Müller", {OURS}, set()),
        ("Dvořáková", {OURS}, {"atkinson-latin-ext"}),
        ("Пётр", {KIN}, {"source-cyrillic"}),
        ("Γιώργος", {KIN}, {"source-greek"}),
        ("Thương", {OURS, KIN}, {"source-vietnamese"}),
        # Whether the face has a letter of its range shows when it is there.
        ("Ōta Ŝan", {OURS, KIN}, {"atkinson-latin-ext", "source-latin-ext"}),
        ("Ḥaǧǧi", {OURS, KIN}, {"source-latin-ext"}),
    ],
)
def test_a_name_is_drawn_by_letters_that_the_page_brings_for_it(
    open_page: Open, name: str, drawn_by: set[str], brings: set[str]
) -> None:
    club = new_club("Ann", "Bob")
    Person.objects.create(club=club, name=name, short_name=name)
    page = open_page("/players/", login=HOST)
    page.evaluate("document.fonts.ready.then(() => 1)")
    assert faces(page, name) == drawn_by
    letters = [each.rpartition("/")[2] for each in page.evaluate(LOADED) if ".woff2" in each]
    assert {each.partition(".")[0] for each in letters} == {"atkinson-latin"} | brings
    assert len(letters) == len({*letters})


def test_a_blank_stands_before_a_name_that_runs_to_the_left(open_page: Open) -> None:
    """Such a name stands apart on a page, and a key drops the blank before what stands apart."""
    club = new_club("Ann", "Bob")
    Person.objects.create(club=club, name="Anna & שלום", short_name="Anna")
    page = open_page("/players/", login=HOST)
    between = page.locator("a bdi").first.evaluate(
        """(name) => {
            const words = document.createRange();
            words.selectNodeContents(name.previousSibling);
            return name.getBoundingClientRect().left - words.getBoundingClientRect().right;
        }"""
    )
    assert between >= 3
