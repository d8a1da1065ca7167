"""The pages of the seven: nothing for axe to find, nothing sideways, no key too small."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from clubscore.club.models import Role
from clubscore.rubber.keys import new_key
from clubscore.rubber.seven_people import eighth_comes, last_deals
from tests.flows.acting import HOST, Open
from tests.flows.test_every_page import AXE, FOUND_BY_AXE, KEYS, WIDER
from tests.house import make_user
from tests.laws.tables import WORKED_EVENING
from tests.rubber.seven_table import SevenTables
from tests.rubber.tables import people_of
from tests.rubber.test_seven import worked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Featherstonehaugh"


def pages_of(seven: SevenTables) -> list[str]:
    window, fire = (seven.sitting(number).pk for number in (1, 2))
    new = people_of(seven.club, *"HIJKLM", LONG)
    who = "&".join(f"who={person.pk}" for person in new)
    below = ("", "seven/", "seven/positions/", "seven/eighth/", "seven/close/", "pad/", "history/")
    return [
        "/",
        "/wall/",
        "/games/",
        f"/sit-down/seven/?{who}",
        *(f"/table/{window}/{page}" for page in below),
        *(f"/table/{fire}/{page}" for page in ("", "pad/", "slip/", "phones/")),
    ]


def look(
    open_page: Open, find: Callable[[Page], list[str]], **options: object
) -> dict[str, object]:
    """Open every page as director, through an evening in three of its states."""
    seven = SevenTables({"amount": "5s", "currency": "LSD", "per": 100})
    make_user(seven.club, HOST, Role.DIRECTOR)
    worked(seven, 5)
    host, found = open_page("/", login=HOST, **options), {}
    pages = pages_of(seven)

    def look_at(state: str, addresses: list[str]) -> None:
        for address in addresses:
            answer = host.goto(address)
            assert answer is not None and answer.ok, address
            host.evaluate("document.querySelectorAll('main details').forEach(d => d.open = true)")
            wrong = find(host)
            if wrong:
                found[f"{state}: {address}"] = wrong

    look_at("waiting", pages)
    seven.note(2, WORKED_EVENING[5])
    seven.note(1, WORKED_EVENING[6])
    look_at("both play", pages[-11:])
    hal = people_of(seven.club, LONG[::-1])[0]
    eighth_comes(sitting=seven.sitting(1), person=hal, key=new_key(), actor=seven.actor)
    last_deals(sitting=seven.sitting(1), key=new_key(), actor=seven.actor)
    look_at("last deals", pages[-11:])
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, scheme: str) -> None:
    axe = AXE.read_text()

    def find(page: Page) -> list[str]:
        page.evaluate(axe)
        found: list[str] = page.evaluate(FOUND_BY_AXE)
        return found

    assert look(open_page, find, color_scheme=scheme) == {}


@pytest.mark.parametrize(("width", "letters"), [(360, ""), (320, "3")])
def test_nothing_scrolls_sideways_and_no_key_is_small(
    open_page: Open, width: int, letters: str
) -> None:
    def find(page: Page) -> list[str]:
        if letters:
            page.evaluate("size => { document.documentElement.dataset.size = size }", letters)
        wrong: list[str] = page.evaluate(WIDER) + page.evaluate(KEYS)
        return wrong

    assert look(open_page, find, viewport={"width": width, "height": 740}) == {}
