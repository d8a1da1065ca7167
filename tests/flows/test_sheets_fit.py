"""Every sheet and menu over a page lies whole within the screen, however wide, in any letters."""

import re

import pytest
from playwright.sync_api import expect

from clubscore.club.models import User
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import LETTERS, STEADY
from tests.flows.test_every_page import once_a_kind
from tests.furnished import GROUNDS
from tests.house import client_of

pytestmark = [
    pytest.mark.browser, pytest.mark.night, pytest.mark.django_db(transaction=True),
]  # fmt: skip
SHEET = re.compile(r'<dialog[^>]*\sid="([^"]+)"')
SCREENS = ((360, 740), (1280, 800))
SIZES = ("", "2", "3")
OPEN = """(id) => {
    const sheet = document.getElementById(id);
    if (!sheet.open) sheet.showModal();
    const at = sheet.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    const wide = [...sheet.querySelectorAll("*")].filter((each) => each.checkVisibility())
        .filter((each) => each.getBoundingClientRect().right > at.right + 1)
        .map((each) => `${each.tagName}.${each.className}`);
    sheet.close();
    return {left: at.left, right: room - at.right, width: at.width, wide};
}"""

MENU = '<details class="menu'
OPEN_MENUS = """() => [...document.querySelectorAll("details.menu")]
    .filter((menu) => menu.checkVisibility()).map((menu) => {
        menu.open = true;
        const at = menu.querySelector(".pop").getBoundingClientRect();
        const lines = [...menu.querySelectorAll(".pop :is(a, button, .segment)")];
        const cut = lines.filter((each) => each.getBoundingClientRect().right > at.right + 1);
        menu.open = false;
        return {left: at.left, right: document.documentElement.clientWidth - at.right,
                width: at.width, lines: lines.length, wide: cut.length};
    })"""


@pytest.mark.parametrize(("ground", "least"), [("cards", 4), ("events", 3), ("the seven", 2)])
def test_every_sheet_lies_within_the_screen(open_page: Open, ground: str, least: int) -> None:
    """The sheet of a table's page stood 16 px off the screen of a phone."""
    club = GROUNDS[ground]()
    host, pages = client_of(User.objects.get(username=HOST)), {}
    for path in once_a_kind(club.director):
        text = host.get(path).content.decode()
        name = re.sub(r"\d+", "0", path.partition("?")[0])
        for sheet in SHEET.findall(text):
            # The same sheets stand on every page; those of a table are the table's own.
            key = sheet if sheet in ("more", "drawer") else (sheet, name)
            pages.setdefault(key, (path, sheet))
    assert len(pages) >= least
    page, wrong, looked = open_page("/", login=HOST, **STEADY), [], 0
    for path, sheet in pages.values():
        page.goto(path)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for size in SIZES:
                page.evaluate(LETTERS, size)
                at = page.evaluate(OPEN, sheet)
                looked += 1
                if at["left"] < -0.5 or at["right"] < -0.5 or at["wide"] or not at["width"]:
                    wrong.append((path, sheet, width, size, at))
    assert wrong == []
    assert looked == len(pages) * len(SCREENS) * len(SIZES)


@pytest.mark.parametrize(("ground", "least"), [("cards", 12), ("events", 8)])
def test_every_menu_lies_within_the_screen(open_page: Open, ground: str, least: int) -> None:
    club = GROUNDS[ground]()
    host = client_of(User.objects.get(username=HOST))
    pages = {
        re.sub(r"\d+", "0", path.partition("?")[0]): path
        for path in once_a_kind(club.director)
        if host.get(path).content.decode().count(MENU) > 1  # besides one's own
    }
    assert len(pages) >= least
    page, wrong, looked = open_page("/", login=HOST, **STEADY), [], 0
    for path in pages.values():
        page.goto(path)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for size in SIZES:
                page.evaluate(LETTERS, size)
                for at in page.evaluate(OPEN_MENUS):
                    looked += 1
                    if min(at["left"], at["right"]) < -0.5 or at["wide"] or not at["lines"]:
                        wrong.append((path, width, size, at))
    assert wrong == []
    assert looked >= len(pages) * len(SCREENS) * len(SIZES)


def test_a_menu_is_walked_by_keys_and_closed_by_esc_or_beside_it(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/players/", login=HOST)
    menu = page.locator("details.export")
    key = menu.locator("summary")
    key.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    lines = menu.get_by_role("link")
    expect(lines.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(key).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(key).to_be_focused()
    key.click()
    expect(menu).to_have_attribute("open", "")
    page.mouse.click(20, 300)
    expect(menu).not_to_have_attribute("open", "")


def test_menus_open_without_a_script(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/players/", login=HOST, java_script_enabled=False)
    page.locator("details.export > summary").click()
    expect(page.locator("details.export").get_by_role("link").first).to_be_visible()
