"""A plain evening of duplicate: five pairs, so a half table, on two phones and with a director.

From "How many are you?" to the ranking: the door, the movement, phones by their codes, a result
with the other side's word, a dispute, a call, a slip, corrections, the end.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.duplicate.models import Event
from clubscore.duplicate.phones import links_of
from clubscore.duplicate.room import Room, room_of
from clubscore.duplicate.standing import State
from clubscore.rubber.phones import token_of
from tests.flows.acting import HOST, PATIENCE, Open, Taps, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Cecil", "Dora", "Eve", "Fred", "Gina", "Hal", "Ida", "Jan")
FOUR_SPADES = (("level", "4"), ("denomination", "S"), ("declarer", "S"), ("result", "="))


class Evening:
    """The event that the director's page shows, read from the database."""

    @property
    def event(self) -> Event:
        """The event."""
        return Event.objects.select_related("club").get()

    @property
    def room(self) -> Room:
        """Everything that was entered."""
        return room_of(self.event)

    def state(self, table: int, board: int) -> State:
        """How far a board is at a table in the round played now."""
        room = self.room
        found = next(each for each in room.tables() if each.number == table)
        return next(each.state for each in found.boards if each.spot.board == board)

    def address(self, table: int) -> str:
        """The address that a table's code holds."""
        return f"/e/{token_of(links_of(self.room.sections[0])[table - 1].nonce)}/"


def sign_up(director: Page) -> None:
    """Open the event from Tonight, enter five pairs, choose the movement, let phones in."""
    director.get_by_role("link", name="8+", exact=True).click()
    director.get_by_label("Its name").fill("Tuesday pairs")
    director.get_by_role("button", name="Who plays?").click()
    for at in range(0, 10, 2):
        for name in NAMES[at : at + 2]:
            director.locator("#enter .picks label").filter(
                has_text=re.compile(rf"^\s*{name}")
            ).click()
        director.get_by_role("button", name="Enter", exact=False).last.click()
        expect(director.get_by_text(f"{NAMES[at]} & {NAMES[at + 1]}").first).to_be_visible()
    director.get_by_role("link", name="Choose the movement").click()
    mitchell = director.locator("form.card").filter(has_text="Mitchell").first
    mitchell.get_by_role("button").click()
    director.get_by_role("link", name="Let phones in").click()
    director.get_by_role("button", name="Let phones in").click()
    expect(director.locator(".code").first).to_be_visible()


def start(director: Page, evening: Evening) -> None:
    """Start the next round."""
    director.goto(f"/event/{evening.event.pk}/")
    before = evening.event.round
    director.get_by_role("button", name=re.compile("Start: round 1|Next round")).click()
    expect(director.get_by_text(f"round {before + 1} of").first).to_be_visible()


def tell(page: Page, result: str = "=") -> None:
    """Tap a result and hand over: five taps, as on a pad of a club."""
    taps = Taps(page)
    for question, answer in (*FOUR_SPADES[:3], ("result", result)):
        taps.choose(question, answer)
    expect(page.locator("#sentence")).to_contain_text("North-South", timeout=PATIENCE)
    taps.tap(page.get_by_role("button", name=re.compile("Hand to|This is what happened")))
    assert taps.count == 5


def here(page: Page) -> None:
    """Say that all four are here."""
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#entry")).to_be_visible()


def test_an_evening_of_five_pairs_from_the_door_to_the_ranking(open_page: Open) -> None:
    new_club(*NAMES)
    director = open_page("/", login=HOST)
    sign_up(director)
    evening = Evening()
    start(director, evening)
    tables = evening.room.tables()
    assert len(evening.room.by_number) == 5
    assert len(tables) == 2, "one pair sits out"
    first = tables[0]
    ew = evening.room.names(first.section.pk, first.place.ew)
    boards = first.place.boards

    lying = open_page(evening.address(first.number))
    lying.get_by_role("button", name="the table's phone").click()
    here(lying)
    tell(lying)
    expect(lying.get_by_text("Is that what happened?")).to_be_visible()
    lying.get_by_role("button", name=f"{ew[0]}: yes").click()
    expect(lying.get_by_text(f"by {ew[0]}")).to_be_visible()
    assert evening.state(first.number, boards[0]) is State.IN

    own = open_page(evening.address(first.number))
    own.get_by_role("button", name=ew[0], exact=True).click()
    expect(own.get_by_text(f"Table {first.number}, round 1")).to_be_visible()
    lying.get_by_role("link", name=f"Next: board {boards[1]}").click()
    tell(lying)
    own.goto(own.url.split("?")[0] + f"?board={boards[1]}")
    own.get_by_role("link", name="No, something is different").click()
    tell(own, "-1")
    expect(own.get_by_text("You say different things")).to_be_visible()
    assert evening.state(first.number, boards[1]) is State.DISPUTED
    lying.get_by_role("button", name="Call the director").click()
    expect(lying.get_by_text("The director is called")).to_be_visible()

    settle(director, evening, first.number, boards[1])
    slips(director, evening)
    director.goto(f"/event/{evening.event.pk}/")
    start(director, evening)
    assert evening.event.round == 2
    rest(director, evening)
    finish(director, evening)


def settle(director: Page, evening: Evening, table: int, board: int) -> None:
    """Go where one is called, and settle the dispute: the places it changes are shown first."""
    director.goto(f"/event/{evening.event.pk}/")
    expect(director.get_by_role("heading", name="Needs you (2)")).to_be_visible()
    director.get_by_role("button", name=re.compile("^Go")).click()
    director.goto(f"/event/{evening.event.pk}/table/A{table}/?board={board}")
    director.locator("section.attention").get_by_role("button").last.click()
    expect(director.get_by_role("heading", name="What changes")).to_be_visible()
    director.get_by_role("button", name="Save").click()
    expect(director.get_by_text("put right by the director").first).to_be_visible()
    assert evening.state(table, board) is State.IN


def slips(director: Page, evening: Evening) -> None:
    """Type what is still missing of the round, a slip a table."""
    for table in evening.room.tables():
        if not table.missing:
            continue
        number, event = evening.event.round, evening.event.pk
        director.goto(f"/event/{event}/typing/?round={number}&table={table.name}")
        lines = "\n".join(f"{each.spot.board} 4S= S" for each in table.missing)
        director.get_by_label("The slip").fill(lines)
        director.get_by_role("button", name="Record, and the next table").click()
        again = director.get_by_label("I looked once more")
        if again.count():
            again.check()
            director.get_by_role("button", name="Record, and the next table").click()
        expect(director.locator(".errors")).to_have_count(0)


def rest(director: Page, evening: Evening) -> None:
    """Play the other rounds from slips."""
    while True:
        slips(director, evening)
        if evening.event.round == evening.room.rounds:
            return
        start(director, evening)


def finish(director: Page, evening: Evening) -> None:
    """Finish: the ranking opens, provisional until a day and an hour."""
    director.goto(f"/event/{evening.event.pk}/")
    director.get_by_role("button", name="Finish and open the ranking").click()
    expect(director.get_by_text("Provisional. Final on")).to_be_visible()
    expect(director.locator("table.ranking tbody tr")).to_have_count(5)
    percents = director.locator("table.ranking td:last-child").all_inner_texts()
    assert all(percents), percents


def test_the_director_needs_no_script(open_page: Open) -> None:
    new_club(*NAMES)
    director = open_page("/", login=HOST, java_script_enabled=False)
    sign_up(director)
    evening = Evening()
    start(director, evening)
    slips(director, evening)
    start(director, evening)
    assert evening.event.round == 2
