"""Which letters draw a name: the page's own face for Latin, one of its kind for what that lacks."""

import pytest
from playwright.sync_api import Page

from clubscore.club.models import Person
from tests.flows.acting import HOST, Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OURS = "Source Sans 3"
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
    # A file of all weights is called by its lightest: "Source Sans 3 ExtraLight".
    return {each["familyName"].removesuffix(" ExtraLight") for each in fonts}


@pytest.mark.parametrize(
    ("name", "brings"),
    [
        ("Zoë Müller", set()),
        ("Dvořáková", {"sans-latin-ext"}),
        ("Łukasz", {"sans-latin-ext"}),
        ("Пётр", {"sans-cyrillic"}),
        ("Γιώργος", {"sans-greek"}),
        ("Thương", {"sans-vietnamese"}),
        ("Ōta Ŝan", {"sans-latin-ext"}),
        ("Ḥaǧǧi", {"sans-latin-more"}),
    ],
)
def test_a_name_is_drawn_by_letters_that_the_page_brings_for_it(
    open_page: Open, name: str, brings: set[str]
) -> None:
    club = new_club("Ann", "Bob")
    Person.objects.create(club=club, name=name, short_name=name)
    page = open_page("/players/", login=HOST)
    page.evaluate("document.fonts.ready.then(() => 1)")
    assert faces(page, name) == {OURS}
    drawn = page.get_by_text(name, exact=True).first
    drawn.evaluate("(each) => { each.style.fontWeight = 700; }")
    page.evaluate("document.fonts.ready.then(() => 1)")
    assert faces(page, name) == {OURS}, "bold is of the same family"
    letters = [each.rpartition("/")[2] for each in page.evaluate(LOADED) if ".woff2" in each]
    assert {each.partition(".")[0] for each in letters} == {"sans-latin"} | brings
    assert len(letters) == len({*letters})


# Whites that black encloses, of a letter drawn large: one in a plain zero, two in one with a slash.
COUNTERS = """
    (letter) => {
        const side = 240, pen = Object.assign(document.createElement("canvas"),
            {width: side, height: side}).getContext("2d", {willReadFrequently: true});
        pen.fillStyle = "#fff"; pen.fillRect(0, 0, side, side);
        pen.fillStyle = "#000"; pen.font = '400 200px "Source Sans 3"';
        pen.fillText(letter, 60, 190);
        const data = pen.getImageData(0, 0, side, side).data;
        const seen = new Uint8Array(side * side);
        let found = 0;
        for (let start = 0; start < side * side; start++) {
            if (seen[start] || data[4 * start] < 128) continue;
            found++;
            for (const todo = [start]; todo.length;) {
                const at = todo.pop(), x = at % side;
                if (seen[at] || data[4 * at] < 128) continue;
                seen[at] = 1;
                if (x) todo.push(at - 1);
                if (x < side - 1) todo.push(at + 1);
                if (at >= side) todo.push(at - side);
                if (at < side * side - side) todo.push(at + side);
            }
        }
        return found - 1;
    }
"""
WIDTHS = """
    () => {
        const pen = document.createElement("canvas").getContext("2d"), found = {};
        for (const weight of [400, 700]) {
            pen.font = `${weight} 100px "Source Sans 3"`;
            found[weight] = [..."0123456789"].map((each) => pen.measureText(each).width);
        }
        return found;
    }
"""


def test_a_zero_is_plain_and_all_digits_have_one_width(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/players/", login=HOST)
    page.evaluate("document.fonts.ready.then(() => 1)")
    # A letter with two counters and one with none show that they are counted.
    assert [page.evaluate(COUNTERS, each) for each in "0B8I"] == [1, 2, 2, 0]
    for widths in page.evaluate(WIDTHS).values():
        assert len({*widths}) == 1


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
