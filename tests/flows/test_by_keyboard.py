"""A deal without a finger: by Tab, arrows and Enter, and by one typed line for every game."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import DealRevision
from tests.flows.acting import HOST, Open, new_club, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Cecil", "Dora")
FARTHEST = 80  # presses of Tab; no page of ours has so many stops before its form


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something is in focus."""
    for _press in range(FARTHEST):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def choose(page: Page, name: str, value: str) -> None:
    """Come to a bar by Tab and to its key by the arrows; the bar's first key takes a space."""
    tab_to(page, f'input[name="{name}"]')
    wanted = f'input[name="{name}"][value="{value}"]'
    if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
        page.keyboard.press("Space")
        return
    for _press in range(12):
        page.keyboard.press("ArrowRight")
        if page.locator(wanted).is_checked():
            return
    raise AssertionError(f"the arrows never come to {wanted}")


def type_in(page: Page) -> None:
    """Come to the line for a whole deal, behind More."""
    tab_to(page, "[data-opens=besides]")
    page.keyboard.press("Enter")
    tab_to(page, "#line")


def open_table(open_page: Open, game: str, players: int) -> Page:
    """Sit down at a game, everybody in the order of the names."""
    new_club(*NAMES[:players])
    page = open_page("/", login=HOST)
    sit_down(page, NAMES[:players], game)
    page.get_by_role("button", name="Start the first deal").click()
    expect(page.locator("#entry")).to_be_visible()
    return page


def test_a_deal_by_tab_and_arrows(open_page: Open) -> None:
    page = open_table(open_page, "auction", 4)
    choose(page, "level", "4")
    choose(page, "denomination", "H")
    choose(page, "declarer", "W")  # passing over two others
    expect(page.get_by_role("button", name="On to the play")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("h2.contract")).to_contain_text("Dora")
    choose(page, "result", "+1")
    choose(page, "honours", "D:3")
    expect(page.locator("#sentence p")).to_contain_text("4 hearts by Dora")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Deal 2")).to_be_visible()
    facts = DealRevision.objects.get().facts
    assert (facts["bid"], facts["declarer"], facts["tricks"]) == ("4H", "W", 11)
    assert facts["honours"] == {"EW": "3"}


def test_focus_is_seen(open_page: Open) -> None:
    page = open_table(open_page, "auction", 4)
    tab_to(page, 'input[name="level"]')
    ring = page.evaluate(
        """() => {
            const input = document.activeElement;
            const of = (element) => getComputedStyle(element).outlineStyle !== "none"
                ? parseFloat(getComputedStyle(element).outlineWidth) : 0;
            return Math.max(of(input), of(input.nextElementSibling), of(input.parentElement));
        }"""
    )
    assert ring >= 3


LINES = [
    ("straight-bridge", 4, "H +2 h3", {"bid": "H", "declarer": "N", "tricks": 8}),
    ("dummy-bridge", 3, "NT -1 a4", {"bid": "NT", "declarer": "A", "tricks": 6}),
    ("auction", 4, "4H S = h3", {"bid": "4H", "declarer": "S", "tricks": 10}),
    ("contract-1923", 4, "3NT* Dora -2", {"bid": "3NT", "doubling": 1, "tricks": 7}),
    ("pirate", 4, "2NU ann bob +1", {"bid": "2NU", "partner": "E", "tricks": 4}),
    ("cut-throat", 3, "4S Bob = Ann:2 Bob:1 dummy:2", {"bid": "4S", "declarer": "B"}),
]


@pytest.mark.parametrize(("game", "players", "line", "facts"), LINES, ids=[row[0] for row in LINES])
def test_a_deal_in_one_typed_line(
    open_page: Open, game: str, players: int, line: str, facts: dict[str, object]
) -> None:
    page = open_table(open_page, game, players)
    type_in(page)
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("region", name="Last deal").get_by_text("Deal 1", exact=True)
    ).to_be_visible()
    recorded = DealRevision.objects.get().facts
    assert facts.items() <= recorded.items()


def test_a_line_that_cannot_be_read_says_what_would_be_right(open_page: Open) -> None:
    page = open_table(open_page, "auction", 4)
    type_in(page)
    page.keyboard.type("9H Zed")
    page.keyboard.press("Enter")
    expect(page.locator(".errors")).to_contain_text("Zed")
    expect(page.locator("#line")).to_have_value("9H Zed")
    assert not DealRevision.objects.exists()
