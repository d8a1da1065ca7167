"""A par contest of eight prepared boards by auction, from the set's file to the winner."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.entry import new_key
from clubscore.events.corrections import Typed, type_results
from clubscore.events.directing import choose_movement
from clubscore.events.phones import let_phones_in
from tests.events.evenings import make
from tests.flows.acting import HOST, Open, Taps, new_club, press
from tests.flows.thirteen import NAMES, Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SET = Path(__file__).resolve().parents[2] / "docs/examples/par-set-of-eight.json"
PAIRS = 4
# Contract, declarer and tricks of par on each board, and the honours as the cards lie.
AT_PAR: dict[int, tuple[str, str, int, dict[str, int]]] = {
    1: ("2D", "N", 12, {"N": 4, "S": 1}),
    2: ("2NT", "S", 9, {"N": 2, "S": 1, "W": 1}),
    3: ("4H", "N", 10, {"E": 1, "S": 4}),
    4: ("4D", "S", 12, {"N": 3, "S": 2}),
    5: ("3S", "E", 13, {"E": 4, "S": 1}),
    6: ("2H", "E", 11, {"E": 1, "S": 2, "W": 2}),
    7: ("2S", "W", 10, {"E": 2, "W": 3}),
    8: ("5S", "W", 11, {"E": 3, "W": 2}),
}


def facts_of(board: int, fewer: int) -> dict[str, Any]:
    """What par is on a board, with so many tricks fewer."""
    contract, declarer, tricks, held = AT_PAR[board]
    honours = dict.fromkeys("NESW", 0) | held
    told = {"contract": contract, "declarer": declarer, "tricks": tricks - fewer}
    return told | {"honours": honours}


def open_contest(director: Page) -> Evening:
    """Open the event on its page and sign four pairs up; two tables, twice four boards."""
    director.get_by_role("link", name="8+", exact=True).click()
    director.get_by_label("Name").fill("Par contest")
    director.locator('label:has(input[name="scoring"][value="par"])').click()
    director.get_by_label("Game").select_option("duplicate-auction")
    director.get_by_role("button", name="Next: names").click()
    evening = Evening()
    assert (evening.event.scoring, evening.event.game) == ("par", "duplicate-auction")
    for number in range(1, PAIRS + 1):
        evening.enter(number)
    choose_movement(
        section=evening.section, movement=make("mitchell", PAIRS, 4, 2), minutes=20,
        key=new_key(), actor=evening.actor,
    )  # fmt: skip
    return evening


def bring_the_set(director: Page, evening: Evening) -> None:
    """From the director's page to the boards and their pars: chosen, looked at, recorded."""
    director.goto(evening.at())
    director.get_by_role("link", name="Par", exact=True).first.click()
    director.get_by_label("Event file with deals and pars").set_input_files(SET)
    director.get_by_role("button", name="Preview").click()
    expect(director.get_by_role("heading", name="8 boards")).to_be_visible()
    expect(director.get_by_text("North–South: 938. East–West: 962.")).to_be_visible()
    assert not evening.room.pars, "nothing is recorded before one has looked"
    director.get_by_role("button", name="Import", exact=True).click()
    expect(director.get_by_text("+280, 2diamonds by North").first).to_be_visible()
    assert sorted(evening.room.pars) == list(AT_PAR)


def begin(director: Page, evening: Evening, number: int) -> None:
    """Start a round on the director's page."""
    director.goto(evening.at())
    director.get_by_role("button", name=re.compile("Start round 1|Next round")).click()
    expect(director.get_by_text(f"round {number} of 2").first).to_be_visible()


def tell_the_first(phone: Page, tricks: int) -> None:
    """Tap board 1: two diamonds by North, the honours four in one hand and one; both agree."""
    phone.get_by_role("button", name="the table's phone").click()
    phone.get_by_role("button", name="Yes", exact=True).click()
    taps = Taps(phone)
    for question, answer in (("level", "2"), ("denomination", "D"), ("declarer", "N")):
        taps.choose(question, answer)
    taps.tap(phone.get_by_text("Other", exact=True))
    taps.choose("tricks", str(tricks))
    taps.tap(phone.get_by_text("4 or 5 in one hand"))
    taps.choose("holding", "4+1")
    taps.choose("holder", "N")
    taps.tap(phone.get_by_role("button", name=re.compile("^Hand to")))
    phone.get_by_role("button", name=": yes").first.click()
    expect(phone.get_by_text("Agree")).to_be_visible()


def read_the_directed_contract(phone: Page, evening: Evening) -> None:
    """On board 2 the auction missed no trumps: the phone is told, and only then says them."""
    phone.get_by_role("link", name="Next: board 2").click()
    asked = phone.get_by_label("What did the auction reach?")
    expect(asked).to_be_visible()
    expect(phone.get_by_text("2NT by South")).to_have_count(0)
    # The network goes as the key is pressed: the page stays, and knows what was typed.
    phone.route("**/reached/", lambda route: route.abort())
    asked.fill("2s")
    phone.get_by_role("button", name="Record the auction").click()
    expect(phone.locator("#away-reached")).to_have_value("2s")
    phone.unroute("**/reached/")
    phone.reload()
    asked.fill("2s")
    phone.get_by_role("button", name="Record the auction").click()
    expect(phone.get_by_text("Play 2NT by South. West leads.")).to_be_visible()
    assert list(evening.room.reached.values()) == ["2S"]


def play_another_contract(phone: Page, director: Page, evening: Evening) -> None:
    """The table plays another contract than it was directed to: it is asked, the director sees."""
    taps = Taps(phone)
    for question, answer in (("level", "3"), ("denomination", "NT"), ("declarer", "N")):
        taps.choose(question, answer)
    taps.choose("result", "=")
    taps.choose("honours", "A:3")
    taps.tap(phone.get_by_role("button", name=re.compile("^Hand to")))
    expect(phone.locator(".errors")).to_contain_text("honours: EW 3 is impossible. The cards give")
    taps.choose("honours", "D:3")
    taps.tap(phone.get_by_role("button", name=re.compile("^Hand to")))
    says = "2 no-trumps by South was to be played, but 3 no-trumps by North, made was entered."
    expect(phone.locator("[data-asks-back]")).to_contain_text(says)
    assert not evening.standing(2, 2).revisions
    taps.tap(phone.get_by_role("button", name="Yes, that is right"))
    phone.get_by_role("button", name=": yes").first.click()
    expect(phone.get_by_text("Agree")).to_be_visible()
    director.goto(evening.at())
    expect(director.locator("section:has(#needs)")).to_contain_text(says)
    director.get_by_role("link", name="Look A2").click()
    director.get_by_role("button", name="Clear the result").click()
    director.locator('#reason label:has-text("misread")').click()
    press(director.get_by_role("button", name="Save"))
    director.goto(evening.at())
    expect(director.get_by_text("Nothing to do")).to_be_visible()


def play_the_rest(evening: Evening) -> None:
    """Everything else of the round by slips: pairs 2 and 4 as declarers never come to par."""
    lines = []
    for table in evening.room.tables():
        for each in table.boards:
            if each.result is None:
                side = "ns" if AT_PAR[each.spot.board][1] in "NS" else "ew"
                fewer = {2: 2, 4: 1}.get(table.place.side(side) or 0, 0)
                told = facts_of(each.spot.board, fewer)
                lines.append(Typed(table.section, each.spot, told, each.number))
    type_results(event=evening.event, lines=lines, key=new_key(), actor=evening.actor)


def commentary_opens(director: Page, phone: Page, evening: Evening) -> None:
    """Nothing is read before; with the ranking open, of the boards that everybody has played."""
    phone.goto(evening.at("board/1/"))
    expect(phone.locator(".commentary")).to_have_count(0)
    director.get_by_role("link", name="Ranking", exact=True).first.click()
    director.get_by_role("button", name="Show to players").click()
    expect(director.get_by_text("All players see it.")).to_be_visible()
    phone.goto(evening.at("board/1/"))
    expect(phone.locator(".commentary")).to_contain_text("Twelve tricks are there")
    expect(phone.get_by_text("+280, 2diamonds by North")).to_be_visible()
    phone.goto(evening.at("board/5/"))
    expect(phone.locator(".commentary")).to_have_count(0)


def winners(phone: Page) -> list[tuple[str, ...]]:
    """Place, names, pars and losses of the first row of each list, as the page shows them."""
    expect(phone.locator("table.ranking")).to_have_count(2)
    rows = phone.locator("table.ranking tbody tr:first-child")
    found = []
    for row in rows.all():
        place, _told, losses, _boards = row.locator("td, th").all_inner_texts()
        names = row.locator("th a").inner_text()
        _key, pars = row.locator("th small").inner_text().split(" · ")[:2]
        found.append((place, names, pars, losses))
    return found


@pytest.mark.night
def test_eight_prepared_boards_by_auction_from_file_to_winner(open_page: Open) -> None:
    new_club(*NAMES[: 2 * PAIRS])
    director = open_page("/", login=HOST)
    evening = open_contest(director)
    bring_the_set(director, evening)
    let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
    first, second = (open_page(evening.address(table)) for table in (1, 2))
    begin(director, evening, 1)
    tell_the_first(first, 12)
    tell_the_first(second, 9)
    read_the_directed_contract(second, evening)
    play_another_contract(second, director, evening)
    play_the_rest(evening)
    begin(director, evening, 2)
    commentary_opens(director, second, evening)
    play_the_rest(evening)
    director.goto(evening.at())
    director.get_by_role("button", name="Finish session").click()
    expect(director.get_by_text("Provisional. Final on")).to_be_visible()
    first.goto(evening.at("mine/"))
    first.get_by_role("link", name="The ranking").click()
    assert winners(first) == [
        ("1", "Abel & Ada", "pars 12", "0"),
        ("1", "Carl & Cora", "pars 8", "0"),
    ]
    first.get_by_role("link", name="5", exact=True).click()
    expect(first.locator(".commentary")).to_contain_text("All thirteen tricks are East's")
    expect(first.get_by_text("EW below par")).to_be_visible()
