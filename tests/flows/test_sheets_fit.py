"""Every sheet that opens over a page lies whole within the screen, however wide, in any letters."""

import re

import pytest

from clubscore.club.models import User
from tests.flows.acting import HOST, Open
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
        .filter((each) => each.getBoundingClientRect().right > at.right + 1).length;
    sheet.close();
    return {left: at.left, right: room - at.right, width: at.width, wide};
}"""


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
