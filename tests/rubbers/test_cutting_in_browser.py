"""Six people at one table over four rubbers of two games, in a real browser on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.wording import speak_amount
from clubscore.laws.money import LSD
from clubscore.rubbers.line_up import at_table
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.selectors import part_of
from clubscore.rubbers.slip import Slip, slip_of
from tests.flows.acting import open_more, type_deal
from tests.house import House
from tests.rubbers.tables import people_of

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
SIX = ("Eve", "Fred", "Gina", "Hal", "Ida", "Jack")
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def drawn(page: Page, then: str) -> None:
    """Let the program draw, and go on."""
    press(page, "Draw for us")
    press(page, then)


def newest() -> Sitting:
    return Sitting.objects.select_related("club", "table").latest("pk")


def deal(page: Page, honours: str = "h3") -> None:
    """Record four spades by whoever sits North, just made, as a typed line."""
    part = part_of(newest())
    assert part is not None
    standing = standing_of(part)
    line = f"4S {standing.names['N']} = {honours}"
    type_deal(page, line)
    press(page, "Record deal")
    # Only when the page asks for the next deal, or for the rubber's end, is this one recorded.
    asked = page.locator(f'#entry input[name="position"][value="{standing.next_position}"]')
    expect(asked).to_have_count(0)


def rubber(page: Page) -> None:
    """Play two deals, with which the rubber is won, and agree."""
    deal(page)
    deal(page)
    press(page, "Made up and agreed")


def sit_down(page: Page) -> None:
    """Sit six people down at auction for a crown a hundred."""
    page.get_by_role("link", name="6", exact=True).click()
    for name in SIX:
        page.get_by_role("checkbox", name=name).first.check()
    press(page, "Choose the game")
    expect(page.get_by_text("2 players wait and cut in.")).to_be_visible()
    page.locator("label:has(input[name=change])").click()
    page.locator("summary").filter(has_text="games for 4").click()
    page.locator("button[name=game][value=auction]").last.click()
    page.get_by_label("The stake").fill("5s a hundred")
    press(page, "Choose who plays")


@pytest.mark.night
@pytest.mark.long(20)
def test_six_people_two_games_a_substitute_one_slip_and_the_book(
    house: House, open_page: Open
) -> None:
    people_of(house.club, *SIX)
    page = open_page("/", login=house.logins["director"].username)
    sit_down(page)
    # One draw decides who plays, the partners, the deal and the seats.
    drawn(page, "First deal")
    page.goto("/")
    expect(page.get_by_text("is waiting:")).to_have_count(2)
    page.goto(f"/table/{newest().pk}/")
    rubber(page)
    before = {p.pk for p in at_table(newest(), standing_of(part_of(newest())).game).playing}
    page.get_by_role("link", name="Who goes out?").click()
    expect(page.get_by_text("so they cut.")).to_be_visible()
    expect(page.get_by_text("The two highest go out.")).to_be_visible()
    drawn(page, "Agree and cut")
    drawn(page, "First deal")
    now = at_table(newest(), standing_of(part_of(newest())).game)
    assert len(before & {p.pk for p in now.playing}) == 2
    rubber(page)
    page.get_by_role("link", name="Who goes out?").click()
    # Those who stayed have played two rubbers running; nobody cuts.
    expect(page.get_by_text("out", exact=True)).to_have_count(2)
    press(page, "Agree and cut")
    drawn(page, "First deal")
    with_a_substitute(page)
    at_another_game(page)
    press(page, "End the table")
    page.goto(f"/table/{newest().pk}/slip/")
    page.locator("summary", has_text="Rubber by rubber").click()
    expect(page.locator("table.slip + details dl > div")).to_have_count(4)
    assert not page.evaluate(WIDER)
    slip = slip_of(newest().club, newest().table, newest().evening)
    assert [sum(row.points.values()) for row in slip.rows] == [0, 0, 0, 0]
    assert sum(slip.money["LSD"].values()) == 0
    in_the_book(page, slip)
    page.goto(f"/table/{newest().pk}/history/")
    expect(page.get_by_text("by the cut").first).to_be_visible()
    expect(page.get_by_text("by rubbers played and prior right").first).to_be_visible()


def at_another_game(page: Page) -> None:
    """Go over to contract of 1923, where three honours count nothing, and win a rubber."""
    page.locator("#next ~ details > summary").click()
    page.get_by_role("link", name="Other game").click()
    page.get_by_role("button", name="Contract Bridge of 1923").click()
    expect(page.get_by_role("heading", name="Contract Bridge of 1923")).to_be_visible()
    press(page, "Agree and take seats")
    press(page, "Start the first deal")
    for _deal in range(2):
        deal(page, honours="")
    press(page, "Made up and agreed")


def in_the_book(page: Page, slip: Slip) -> None:
    """Each one's account stands as the slip says, and the book says who owes whom."""
    page.goto("/book/")
    assert not page.evaluate(WIDER)
    played = 0
    for person in slip.people:
        coins = slip.money["LSD"][person.pk]
        page.goto(f"/book/{person.pk}/")
        expect(page.locator("main")).to_contain_text(speak_amount(coins, LSD))
        played += page.get_by_text("Rubber 4, Contract 1923").count()
    assert played == 4


def with_a_substitute(page: Page) -> None:
    """Play a rubber in which North has to go after the first deal."""
    deal(page)
    part = part_of(newest())
    assert part is not None
    absent = standing_of(part).people["N"]
    open_more(page)
    page.get_by_role("link", name="Who is here").click()
    page.get_by_role("link", name=f"Leaves now {absent.short_name}").click()
    expect(page.get_by_role("heading", name="Someone must leave")).to_be_visible()
    assert not page.evaluate(WIDER)
    relief = at_table(newest(), standing_of(part).game).waiting[0].person
    page.get_by_role("radio", name=relief.short_name, exact=True).check()
    press(page, "All agree: play on")
    deal(page)
    expect(page.get_by_text(f"pays {absent.short_name}")).to_be_visible()
    press(page, "Made up and agreed")
    expect(page.get_by_role("button", name="End the table")).to_be_visible()


def test_somebody_comes_and_a_table_is_broken_up(house: House, open_page: Open) -> None:
    gina = people_of(house.club, "Gina")[0]
    page = open_page("/", login=house.logins["director"].username)
    page.get_by_role("link", name="Join table Window table").click()
    page.get_by_role("button", name="Gina").click()
    expect(page.get_by_role("heading", name="Waiting")).to_be_visible()
    expect(page.get_by_role("button", name=f"Leave table {gina.short_name}")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Leave table Gina").click()
    page.goto(f"/table/{house.sitting.pk}/1/rubber/1/")
    press(page, "Made up and agreed")
    page.get_by_role("link", name="Someone comes or leaves").click()
    page.get_by_role("button", name="Leave table Ann").click()
    page.get_by_role("link", name="Who goes out?").click()
    expect(page.get_by_text("One more is needed.")).to_be_visible()
    page.goto("/sit-down/?n=4")
    expect(page.get_by_text("has prior right of entry").first).to_be_visible()
    expect(page.get_by_text("broke up a table: comes in after the others")).to_be_visible()
