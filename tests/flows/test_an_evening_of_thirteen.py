"""A complete evening of thirteen pairs, from the door to the final ranking.

Seven tables with a half table, a pair that comes late in round 2 and takes the empty place, a table
that sat the wrong way, a fouled board, an average, a dispute. Once on three phones and with a
director, once by keyboard and slips only.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.duplicate.models import Event
from clubscore.duplicate.plan import Place
from clubscore.duplicate.standing import State
from clubscore.rubber.door import door_of, open_door
from clubscore.rubber.phones import token_of
from tests.flows.acting import HOST, Open, Taps, new_club
from tests.flows.thirteen import NAMES, PAIRS, Evening, sign_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LATE = PAIRS + 1


def tell(page: Page, result: str) -> None:
    """Tap two spades by South and hand over."""
    taps = Taps(page)
    for question, answer in (("level", "2"), ("denomination", "S"), ("declarer", "S"),
                             ("result", result)):  # fmt: skip
        taps.choose(question, answer)
    taps.tap(page.get_by_role("button", name=re.compile("Hand to|This is what happened")))


def here(page: Page) -> None:
    """Say that all four are here."""
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#entry")).to_be_visible()


def put_right(director: Page, evening: Evening, spot: str, key: str, reason: str) -> None:
    """Press a key of the correction, read which places change, give the reason, save."""
    director.get_by_role("button", name=key, exact=True).click()
    expect(director.get_by_role("heading", name="What changes")).to_be_visible()
    director.get_by_label("other").fill(reason)
    director.get_by_role("button", name="Save").click()
    expect(director.get_by_role("heading", name=f"Table {spot.lstrip('A')}")).to_be_visible()
    assert evening.event.finished_at is None


def the_late_pair(director: Page, evening: Evening) -> None:
    """A pair comes in round 2: what is possible, one tap, and a second that confirms."""
    evening.enter(LATE)
    director.goto(evening.at("change/"))
    director.locator("#late").get_by_role("button", name="What is possible?").click()
    offer = director.locator("form.card").filter(has_text="takes the empty place").first
    offer.get_by_role("button", name="This one").click()
    director.get_by_role("button", name="Yes, change it").click()
    expect(director.get_by_text("takes the empty place").first).to_be_visible()
    assert evening.room.by_number[evening.section.pk, LATE].names == ["Ann14", "Bob14"]


def rulings(director: Page, evening: Evening) -> int:
    """In round 2 a board is fouled and another adjusted to an average; return the fouled one."""
    table = evening.room.tables()[-1]
    fouled, average = (each.spot.board for each in table.boards[:2])
    director.goto(evening.at(f"table/{table.name}/?board={fouled}"))
    put_right(director, evening, table.name, "Fouled from here on", "two hands were changed")
    director.goto(evening.at(f"table/{table.name}/?board={average}"))
    put_right(director, evening, table.name, "A A", "heard from the next table")
    assert evening.standing(table.number, average).facts == {"adjusted": {"ns": "A", "ew": "A"}}
    return fouled


def turn_round(director: Page, evening: Evening, table: int) -> None:
    """A table sat the wrong way in this round: all its boards are turned round at once."""
    place = evening.table(table).place
    director.goto(evening.at(f"table/A{table}/?board={place.boards[0]}"))
    director.get_by_label("turn all boards of this round at this table").check()
    put_right(director, evening, f"A{table}", "Turn round", "sat the wrong way")
    for board in place.boards:
        last = evening.standing(table, board).revisions[-1]
        assert (last.ns, last.ew) == (place.ew, place.ns)


def the_end(director: Page, evening: Evening, fouled: int) -> None:
    """Finish: everybody is ranked, provisional at first, then final."""
    director.goto(evening.at())
    director.get_by_role("button", name="Finish and open the ranking").click()
    expect(director.get_by_text("Provisional. Final on")).to_be_visible()
    expect(director.locator("table.ranking tbody tr")).to_have_count(LATE)
    percents = director.locator("table.ranking td:last-child").all_inner_texts()
    assert all(percents), percents
    groups = {row["group"] for row in evening.lists.traveller(fouled)}
    assert len(groups) == 2, "the fouled board is compared in two groups"
    Event.objects.update(final_at=evening.event.finished_at)
    director.reload()
    expect(director.get_by_text("Final", exact=True)).to_be_visible()


def let_phones_in(director: Page, evening: Evening) -> str:
    """Make the tables' codes and open the room's door; return the door's address."""
    director.get_by_role("link", name="Let phones in").click()
    director.get_by_role("button", name="Let phones in").click()
    club = evening.event.club
    open_door(club=club, actor=evening.actor)
    door = door_of(club)
    assert door is not None
    return f"/door/{token_of(door.nonce)}/"


def begin(director: Page, evening: Evening, number: int) -> None:
    """Start a round on the director's page."""
    director.goto(evening.at())
    director.get_by_role("button", name=re.compile("Start: round 1|Next round")).click()
    expect(director.get_by_text(f"round {number} of 7").first).to_be_visible()


def agree_and_differ(ours: Page, theirs: Page, evening: Evening, place: Place, who: str) -> None:
    """Two phones at a table: the first board is agreed, of the second they say two things."""
    first, second = place.boards[:2]
    ours.goto(evening.at("mine/"))
    here(ours)
    tell(ours, "=")
    expect(ours.get_by_text("Waits for")).to_be_visible()
    theirs.goto(evening.at("mine/"))
    theirs.get_by_role("button", name=f"{who}: yes").click()
    expect(theirs.get_by_text(f"by {who}")).to_be_visible()
    assert evening.standing(place.table, first).state is State.IN
    ours.goto(evening.at(f"at/A{place.table}/?board={second}"))
    tell(ours, "=")
    theirs.goto(evening.at(f"at/A{place.table}/?board={second}"))
    theirs.get_by_role("link", name="No, something is different").click()
    tell(theirs, "-1")
    expect(theirs.get_by_text("You say different things")).to_be_visible()
    theirs.get_by_role("button", name="Call the director").click()
    expect(theirs.get_by_text("The director is called")).to_be_visible()


def settle(director: Page, evening: Evening, table: int, board: int) -> None:
    """Go where one is called; one of the two versions is saved as it is."""
    director.goto(evening.at())
    expect(director.get_by_role("heading", name="Needs you (2)")).to_be_visible()
    expect(director.get_by_text("by South, made, or").first).to_be_visible()
    director.get_by_role("button", name=re.compile("^Go")).click()
    director.goto(evening.at(f"table/A{table}/?board={board}"))
    director.locator("section.attention").get_by_role("button").last.click()
    director.get_by_role("button", name="Save").click()
    expect(director.get_by_text("put right by the director").first).to_be_visible()
    assert evening.standing(table, board).facts["tricks"] == 7


def the_half_table_fills(open_page: Open, director: Page, evening: Evening) -> None:
    """A phone lies where a pair sits out; the late pair comes, and the two play at once."""
    places = evening.room.plan(evening.section).of_round(2)
    alone = next(place for place in places if not place.is_played)
    lying = open_page(evening.address(alone.table))
    lying.get_by_role("button", name="the table's phone").click()
    expect(lying.get_by_text("You sit out this round.")).to_be_visible()
    the_late_pair(director, evening)
    lying.reload()
    expect(lying.get_by_text("Ann14 & Bob14").first).to_be_visible()
    here(lying)
    tell(lying, "+1")
    lying.get_by_role("button", name=": yes").first.click()
    expect(lying.get_by_text("Agreed")).to_be_visible()


def test_three_phones_and_a_director(open_page: Open) -> None:
    club = new_club(*NAMES)
    director = open_page("/", login=HOST)
    evening = sign_up(director, club)
    door = let_phones_in(director, evening)
    place = next(p for p in evening.room.plan(evening.section).of_round(1) if p.is_played)
    ns, ew = (evening.room.names(evening.section.pk, number) for number in (place.ns, place.ew))
    ours = open_page(door)
    ours.get_by_role("button", name=re.compile(rf"^{ns[0]}\s*table")).click()
    expect(ours.get_by_text("Play has not begun")).to_be_visible()
    theirs = open_page(evening.address(place.table))
    theirs.get_by_role("button", name=ew[0], exact=True).click()

    begin(director, evening, 1)
    agree_and_differ(ours, theirs, evening, place, ew[0])
    settle(director, evening, place.table, place.boards[1])
    evening.play_the_rest()
    turn_round(director, evening, evening.room.tables()[1].number)
    begin(director, evening, 2)
    the_half_table_fills(open_page, director, evening)
    fouled = rulings(director, evening)
    evening.play_the_rest()
    ours.goto(evening.at("mine/"))
    expect(ours.get_by_text("The round is done here")).to_be_visible()
    while evening.event.round < evening.room.rounds:
        evening.next_round()
        evening.play_the_rest()
    the_end(director, evening, fouled)
    ours.goto(evening.at(f"pair/{place.ns}/"))
    expect(ours.get_by_text(f"{evening.percent(place.ns or 0)} %").first).to_be_visible()


def slip(director: Page, evening: Evening, number: int, table: str, lines: list[str]) -> None:
    """Type a slip with nothing but keys: the lines, then Enter on the key."""
    director.goto(evening.at(f"typing/?round={number}&table={table}"))
    # The field has the focus as soon as the page is drawn, a moment after it has come.
    expect(director.locator("textarea")).to_be_focused()
    director.keyboard.type("\n".join(lines))
    key = director.get_by_role("button", name="Record, and the next table")
    key.focus()
    with director.expect_navigation():
        director.keyboard.press("Enter")
    looked = director.get_by_label("I looked once more")
    if looked.count():
        looked.focus()
        director.keyboard.press("Space")
        key.focus()
        with director.expect_navigation():
            director.keyboard.press("Enter")
    expect(director.locator(".errors")).to_have_count(0)


def slips(director: Page, evening: Evening) -> None:
    """Type every slip of the round; the results differ from table to table."""
    for table in evening.room.tables():
        lines = [
            f"{each.spot.board} 2S{'=' if (table.number + each.spot.board) % 2 else '+1'} S"
            for each in table.boards
            if not each.result
        ]
        if lines:
            slip(director, evening, evening.event.round, table.name, lines)


def test_by_keyboard_and_slips_only(open_page: Open) -> None:
    club = new_club(*NAMES)
    director = open_page("/", login=HOST, viewport={"width": 1280, "height": 900})
    evening = sign_up(director, club)
    while evening.event.round < evening.room.rounds:
        evening.next_round()
        if evening.event.round == 2:
            the_late_pair(director, evening)
            fouled = rulings(director, evening)
        if evening.event.round == 4:
            a_line_at_the_head(director, evening)
        if evening.event.round < 3:
            slips(director, evening)
        else:
            evening.play_the_rest()
        if evening.event.round == 1:
            turn_round(director, evening, evening.room.tables()[1].number)
    the_end(director, evening, fouled)


def a_line_at_the_head(director: Page, evening: Evening) -> None:
    """One result typed on the room's page; its table is understood, then it is put right."""
    table = evening.room.tables()[0]
    board = table.boards[0].spot.board
    director.goto(evening.at())
    for line, tricks in ((f"{board} 2S= S HQ", 8), (f"T{table.number}: {board} 2S-1 S", 7)):
        director.get_by_label("A result, like").fill(line)
        director.keyboard.press("Enter")
        if tricks == 7:
            expect(director.get_by_text("has 2S by South, made already")).to_be_visible()
            director.get_by_label("I looked once more").check()
            director.get_by_label("A result, like").press("Enter")
        expect(director.get_by_text(f"Typed last: board {board}")).to_be_visible()
        assert evening.standing(table.number, board).facts["tricks"] == tricks


def test_the_director_needs_no_script(open_page: Open) -> None:
    club = new_club(*NAMES)
    director = open_page("/", login=HOST, java_script_enabled=False)
    evening = sign_up(director, club)
    begin(director, evening, 1)
    table = evening.room.tables()[0]
    director.goto(evening.at(f"typing/?round=1&table={table.name}"))
    lines = [f"{each.spot.board} 2S= S" for each in table.boards]
    director.get_by_label("The slip").fill("\n".join(lines))
    director.get_by_role("button", name="Record, and the next table").click()
    assert all(each.result for each in evening.table(table.number).boards)
    evening.play_the_rest()
    begin(director, evening, 2)
