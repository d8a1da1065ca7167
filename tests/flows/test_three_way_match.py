"""Five teams play a Swiss of four rounds: three of them meet each other over two rounds, twice."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.events.phones import let_phones_in, links_of
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.flows.acting import HOST, Open, new_club, press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.night
@pytest.mark.long(40)
def test_five_teams_play_four_rounds_and_nobody_sits_out(open_page: Open) -> None:
    club = new_club()
    evening = Evening(5, kind="", form="teams", club=club)
    event = f"/event/{evening.event.pk}/"
    director = open_page(f"{event}movement/", login=HOST)
    director.locator("#k").select_option("teams-swiss")
    director.locator("#r").fill("4")
    director.locator("#e").fill("1")
    director.get_by_role("button", name="Preview").click()
    expect(director.get_by_text("With an odd number of teams").first).to_be_visible()
    director.get_by_role("button", name="Choose this").first.click()
    director.get_by_role("link", name="Draw round 1").click()
    one_rests_and_then_three_play(director)
    for round_ in range(1, 5):
        if round_ > 1:
            director.goto(event)
            director.get_by_role("link", name=f"Draw round {round_}").click()
            director.get_by_role("button", name=f"Confirm round {round_}").click()
        start = "Next round" if round_ > 1 else "Start round 1"
        director.get_by_role("button", name=start).click()
        expect(director.get_by_text(f"round {round_} of 4")).to_be_visible()
        type_all(director, evening)
        if round_ == 1:
            between_the_rounds(open_page, director, evening)
    director.goto(f"{event}ranking/")
    for number in range(1, 6):
        expect(director.get_by_role("row", name=re.compile(f"Team{number} "))).to_be_visible()
    matches = director.locator("table.ranking tbody tr td:nth-child(4)")
    expect(matches).to_have_text(["4"] * 5)
    expect(director.get_by_text("not over")).to_have_count(0)


def one_rests_and_then_three_play(director: Page) -> None:
    """The director looks at the other choice, comes back, and confirms the usual one."""
    three = director.get_by_role("group", name="Three-way match")
    expect(three.get_by_role("combobox")).to_have_count(3)
    director.get_by_role("link", name="one team sits out").click()
    expect(director.get_by_text("would have the bye")).to_be_visible()
    expect(three).to_have_count(0)
    director.get_by_role("link", name="three teams play each other").click()
    expect(three).to_be_visible()
    expect(
        director.get_by_text("Boards at their three tables, one copy each: 1, 2 and 5.")
    ).to_be_visible()
    director.get_by_role("button", name="Confirm round 1").click()


def type_all(director: Page, evening: Evening) -> None:
    """Type every slip of the round that is played: North–South make two spades."""
    for table in evening.room.tables():
        director.goto(f"/event/{evening.event.pk}/typing/?table={table.name}")
        (board,) = table.place.boards
        director.locator("#lines").fill(f"{board} 2S= N" if table.number % 2 else f"{board} 2S-1 N")
        press(director.get_by_role("button", name=re.compile("^Record")))


def between_the_rounds(open_page: Open, director: Page, evening: Evening) -> None:
    """The ranking says what is not over, and a phone of the three where it goes."""
    director.goto(f"/event/{evening.event.pk}/ranking/")
    expect(director.get_by_text("3 matches are not over")).to_be_visible()
    section = evening.section
    let_phones_in(section=section, key="codes", actor=Actor(Level.DIRECTOR, evening.club))
    links = links_of(section)
    assert [link.table for link in links] == [1, 2, 3, 4, 5]
    phone = open_page(f"/e/{token_of(links[3].nonce)}/")
    phone.get_by_role("button", name="the table's phone").click()
    expect(phone.get_by_text("Boards: to table 5")).to_be_visible()
    expect(phone.get_by_text("to table 3").first).to_be_visible()
