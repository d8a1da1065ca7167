"""A new user at a phone of 360 px: from the first tap to the printed sheet."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import DealRevision
from tests.flows.acting import (
    HOST,
    Open,
    Taps,
    count_up,
    done,
    honours_of,
    in_menu,
    new_club,
    odd_tricks,
    press,
    seldom,
    sit_down,
    take_seats,
)

pytestmark = pytest.mark.browser
AC, BD = "Ann & Cecil", "Bob & Dora"


def play_block(page: Page) -> list[int]:
    """Enter the six deals of the Laws of Bridge 1899, pp. 30-32; return the taps of each."""
    counts = []
    for trump, winner, odd, holder, number in (
        ("H", AC, 1, AC, 3),
        ("S", BD, 3, BD, 3),
        ("D", AC, 5, AC, 4),
        ("NT", BD, 6, BD, 0),
        ("C", AC, 4, BD, 3),
        ("H", BD, 2, BD, 3),
    ):
        taps = Taps(page)
        taps.choose("denomination", trump)
        if len(counts) == 5:
            taps.choose("doubling", "1")
        taps.tap(odd_tricks(page, winner, odd))
        if number:
            taps.tap(honours_of(page, holder, number))
        else:
            # Aces in one hand are not part of the usual deal.
            seldom(page, "in one hand")
            taps.choose("holding", "4-in-one")
            taps.tap(page.locator('#ask-holder label:has-text("Bob")'))
            done(page)
        taps.record()
        counts.append(taps.count)
    return counts


def test_from_the_first_tap_to_the_printed_sheet(transactional_db: None, open_page: Open) -> None:
    new_club("Ann", "Bob", "Dora")
    page = open_page("/", login=HOST)
    sit_down(page, ("Ann", "Bob", "Dora"), "straight-bridge", "5s a hundred", guest="Cecil")
    take_seats(page, {"N": "Ann", "S": "Cecil", "E": "Bob", "W": "Dora"}, "Ann")
    table = page.url
    counts = play_block(page)
    # A usual deal of straight bridge: trumps, odd tricks, honours, Record.
    assert [counts[n] for n in (0, 1, 2, 4)] == [4, 4, 4, 4]
    expect(page.get_by_role("heading", name="Bob & Dora +264")).to_be_visible()
    expect(page.get_by_text("Ann pays Bob")).to_be_visible()
    expect(page.locator(".amount", has_text="13s")).to_have_count(2)
    press(page.get_by_role("button", name="Made up and agreed"))
    page.goto(table + "slip/")
    expect(page.get_by_text("Cecil, a guest, pays Bob 13s")).to_be_visible()
    expect(page.get_by_text("Ann pays Dora 13s")).to_be_visible()
    correct_deal_four(page, table)
    page.goto(table + "slip/")
    expect(page.get_by_text("Ann pays Dora 11s 6d")).to_be_visible()
    the_sheet_is_printed(page, table)


def correct_deal_four(page: Page, table: str) -> None:
    """Put six odd tricks right to five, and see what follows before it is saved."""
    page.goto(table + "pad/")
    page.get_by_role("link", name="Why? Deal 4").click()
    page.get_by_role("link", name="Correct this deal").click()
    odd_tricks(page, BD, 5).click()
    page.get_by_role("button", name="Preview changes").click()
    follows = page.locator("section", has=page.get_by_role("heading", name="What changes"))
    for before, after in (("72", "60"), ("264", "232"), ("13s", "11s 6d")):
        row = follows.locator("div").filter(has=page.locator(f"del:has-text('{before}')"))
        expect(row.locator(f"ins:has-text('{after}')").first).to_be_visible()
    expect(page.get_by_text("Too late, unless all agree.")).to_be_visible()
    assert not DealRevision.objects.filter(kind="corrected").exists()
    page.locator("#ask-reason label", has_text="wrong key").click()
    page.get_by_role("button", name="All agree: correct").click()
    expect(page.get_by_text("232").first).to_be_visible()
    corrected = DealRevision.objects.get(kind="corrected")
    assert (corrected.author, corrected.reason, corrected.facts["tricks"]) == (
        HOST,
        "wrong key",
        11,
    )
    page.goto(table + "history/")
    expect(page.get_by_text("wrong key").first).to_be_visible()


def the_sheet_is_printed(page: Page, table: str) -> None:
    """The menu has a link to the sheet as PDF."""
    page.goto(table + "pad/")
    link = in_menu(page, "Score sheet", exact=True)
    answer = page.request.get(link.get_attribute("href") or "")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-") and len(answer.body()) > 5_000


# What a usual deal takes, by game, honours included; the first taps are the contract.
USUAL = [
    ("auction", 4, 6, (("level", "4"), ("denomination", "H"), ("declarer", "S")), "D:3"),
    (
        "pirate",
        4,
        7,
        (("level", "4"), ("denomination", "H"), ("declarer", "S"), ("partner", "E")),
        "D:3",
    ),
    ("cut-throat", 3, 9, (("level", "4"), ("denomination", "S"), ("declarer", "A")), "2 1 1"),
    ("straight-bridge", 4, 4, (("denomination", "H"),), "D:3"),
]


@pytest.mark.parametrize(
    ("game", "players", "most", "contract", "honours"), USUAL, ids=[row[0] for row in USUAL]
)
def test_taps_from_the_tables_page_to_the_recorded_score(
    transactional_db: None,
    open_page: Open,
    game: str,
    players: int,
    most: int,
    contract: tuple[tuple[str, str], ...],
    honours: str,
) -> None:
    names = ("Ann", "Bob", "Cecil", "Dora")[:players]
    new_club(*names)
    page = open_page("/", login=HOST)
    sit_down(page, names, game)
    page.get_by_role("button", name="Start the first deal").click()
    taps = Taps(page)
    for question, answer in contract:
        taps.choose(question, answer)
    taps.choose("result", "=" if len(contract) > 1 else "D:4")
    if players == 3:
        for hand, number in zip("ABC", honours.split(), strict=True):
            count_up(taps, f"honours-{hand}", int(number))
    else:
        taps.choose("honours", honours)
    taps.record()
    recorded = DealRevision.objects.get()
    assert recorded.facts["tricks"] == 10
    assert recorded.facts["honours"]
    assert taps.count <= most
    expect(page.locator("#last, .last").first).to_be_visible()
