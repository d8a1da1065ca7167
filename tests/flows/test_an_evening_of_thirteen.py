"""A complete evening of thirteen pairs, from the door to the final ranking and the book.

Seven tables with a half table, a pair that comes late in round 2 and takes the empty place, a table
that sat the wrong way, a fouled board, an average, a dispute. Once on three phones and with a
director, once by keyboard and slips only. Whatever is done is done on the pages.
"""

import datetime as dt
import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club import clock
from clubscore.club.models import Club, Person, Role
from clubscore.events.board_state import BoardStage
from clubscore.events.plan import PlannedMeeting
from tests.flows.acting import HOST, Open, Taps, in_menu, new_club
from tests.flows.at_the_door import arrive, enter_people, owes, pair, pay, sign_up
from tests.flows.thirteen import (
    FEE,
    FIRST,
    GUEST,
    LATE,
    NAMES,
    PAIRS,
    SECOND,
    Evening,
    Hand,
    begin,
    choose_movement,
    open_event,
)
from tests.flows.typing_it import leave_for_later, slips, travellers, typed_of
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"width": 1280, "height": 900}
UNPAID = 5
SLIPS = 4  # rounds of which slips are handed in; of the others there are travellers at the end


def club_of_thirteen() -> Club:
    """A club of everybody but the guest."""
    return new_club(*(name for name in NAMES if name != GUEST))


def tell(page: Page, result: str) -> None:
    """Tap two spades by South and hand over."""
    taps = Taps(page)
    for question, answer in (("level", "2"), ("denomination", "S"), ("declarer", "S"),
                             ("result", result)):  # fmt: skip
        taps.choose(question, answer)
    taps.tap(page.get_by_role("button", name=re.compile("Hand to|This is our result")))


def here(page: Page) -> None:
    """Say that all four are here."""
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#entry")).to_be_visible()


def tell_round(page: Page, evening: Evening, table: int) -> None:
    """A phone that lies on a table: all four are here, every board is told and agreed."""
    page.goto(evening.at(f"at/A{table}/"))
    here(page)
    boards = evening.table(table).place.boards
    for board in boards:
        tell(page, "+1" if (table + board) % 2 else "=")
        page.get_by_role("button", name=": yes").first.click()
        expect(page.get_by_text("Agree")).to_be_visible()
        if board != boards[-1]:
            page.get_by_role("link", name="Next: board").click()
            expect(page.locator("#entry")).to_be_visible()
    expect(page.get_by_text("Round finished here")).to_be_visible()
    assert all(each.state is BoardStage.IN for each in evening.table(table).boards)


def lies_on_the_table(page: Page, evening: Evening, table: int) -> None:
    """Let a phone in that stays at a table and speaks for both sides in turn."""
    page.goto(evening.address(table))
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#who")).to_be_visible()


def put_right(host: Hand, evening: Evening, spot: str, key: str, reason: str) -> None:
    """Press a key of the correction, read which places change, give the reason, save."""
    page = host.page
    host.go(page.get_by_role("button", name=key, exact=True))
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    host.write(page.get_by_label("other"), reason)
    host.go(page.get_by_role("button", name="Save"))
    expect(page.get_by_role("heading", name=f"Table {spot.lstrip('A')}")).to_be_visible()
    assert evening.event.finished_at is None


def the_late_pair(host: Hand, evening: Evening) -> None:
    """A pair comes in round 2: what is possible, one tap, and a second that confirms."""
    page = host.page
    page.goto(evening.at("entries/"))
    enter_people(host, FIRST[LATE - 1], SECOND[LATE - 1])
    arrive(host, pair(LATE))
    pay(host, pair(LATE))
    page.goto(evening.at("change/"))
    host.go(page.locator("#late").get_by_role("button", name="See options"))
    offer = page.locator("form.card").filter(has_text="takes the empty place").first
    host.go(offer.get_by_role("button", name="Choose this"))
    host.go(page.get_by_role("button", name="Yes, change it"))
    expect(page.get_by_text("takes the empty place").first).to_be_visible()
    assert evening.room.by_number[evening.section.pk, LATE].names == pair(LATE).split(" & ")


def rulings(host: Hand, evening: Evening) -> int:
    """In round 2 a board is fouled and another adjusted to an average; return the fouled one."""
    table = evening.room.tables()[-1]
    fouled, average = (each.spot.board for each in table.boards[:2])
    host.page.goto(evening.at(f"table/{table.name}/?board={fouled}"))
    put_right(host, evening, table.name, "Fouled from here on", "two hands were changed")
    host.page.goto(evening.at(f"table/{table.name}/?board={average}"))
    put_right(host, evening, table.name, "A A", "heard from the next table")
    assert evening.standing(table.number, average).facts == {"adjusted": {"ns": "A", "ew": "A"}}
    return fouled


def turn_round(host: Hand, evening: Evening, table: int) -> None:
    """A table sat the wrong way in this round: all its boards are turned round at once."""
    page, place = host.page, evening.table(table).place
    page.goto(evening.at(f"table/A{table}/?board={place.boards[0]}"))
    host.tick(
        page.locator("label").filter(
            has_text="swap NS and EW on all boards of this round at this table"
        )
    )
    put_right(host, evening, f"A{table}", "Swap NS and EW", "sat the wrong way")
    for board in place.boards:
        last = evening.standing(table, board).revisions[-1]
        assert (last.ns, last.ew) == (place.ew, place.ns)


def finish(host: Hand, evening: Evening, fouled: int) -> None:
    """Finish: everybody is ranked, provisional for now."""
    page = host.page
    page.goto(evening.at())
    host.go(page.get_by_role("button", name="Finish session"))
    expect(page.get_by_text("Provisional. Final on")).to_be_visible()
    expect(page.locator("table.ranking tbody tr")).to_have_count(LATE)
    percents = page.locator("table.ranking td:last-child").all_inner_texts()
    assert all(percents), percents
    for name in (GUEST, FIRST[LATE - 1]):
        expect(page.locator("table.ranking").get_by_text(name).first).to_be_visible()
    groups = {row.group for row in evening.lists.traveller(fouled)}
    assert len(groups) == 2, "the fouled board is compared in two groups"


def money_in_the_book(page: Page, evening: Evening, unpaid: int) -> None:
    """Whoever has not paid owes his table money in the book, and nobody else anything."""
    page.goto(evening.at("entries/"))
    expect(page.get_by_text("Owed in Accounts by")).to_be_visible()
    owes(page, *pair(unpaid).split(" & "))
    page.goto("/book/")
    accounts = page.locator("section:has(#accounts) tbody tr")
    for name in pair(unpaid).split(" & "):
        own = accounts.filter(has=page.get_by_role("link", name=name, exact=True))
        expect(own).to_contain_text(f"−{FEE}")


def it_becomes_final(page: Page, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The days in which corrections are taken run out: the same ranking is final."""
    final_at = evening.event.final_at
    assert final_at is not None
    page.goto(evening.at("ranking/"))
    before = page.locator("table.ranking").all_inner_texts()
    expect(page.get_by_text("Provisional. Final on")).to_be_visible()
    monkeypatch.setattr(clock, "now", lambda: final_at + dt.timedelta(minutes=1))
    page.reload()
    expect(page.get_by_text("Final", exact=True)).to_be_visible()
    assert page.locator("table.ranking").all_inner_texts() == before


def let_phones_in(page: Page) -> str:
    """Make the tables' codes and open the room's door; return the door's address."""
    page.get_by_role("link", name="Connect phones").click()
    page.get_by_role("button", name="Connect phones").click()
    expect(in_menu(page, "Codes of the tables", exact=True)).to_be_visible()
    page.goto("/phones/")
    page.get_by_role("button", name="Turn on room code").click()
    shown = page.locator("p.address").filter(has_text="/door/")
    expect(shown).to_be_visible()
    return shown.inner_text()


def agree_and_differ(
    ours: Page, theirs: Page, evening: Evening, place: PlannedMeeting, who: str
) -> None:
    """Two phones at a table: all boards are agreed but the second, of which they differ."""
    second = place.boards[1]
    ours.goto(evening.at("mine/"))
    here(ours)
    for board in place.boards:
        ours.goto(evening.at(f"at/A{place.table}/?board={board}"))
        tell(ours, "=")
        expect(ours.get_by_text("Waiting for")).to_be_visible()
        theirs.goto(evening.at(f"at/A{place.table}/?board={board}"))
        if board != second:
            theirs.get_by_role("button", name=f"{who}: yes").click()
            expect(theirs.get_by_text(f"by {who}")).to_be_visible()
            assert evening.standing(place.table, board).state is BoardStage.IN
            continue
        theirs.get_by_role("link", name="No, that is wrong").click()
        tell(theirs, "-1")
        expect(theirs.get_by_text("You disagree on this board")).to_be_visible()
    theirs.get_by_role("button", name="Director, please").click()
    expect(theirs.locator("main").get_by_text("The director is on the way")).to_be_visible()


def settle(director: Page, evening: Evening, table: int, board: int) -> None:
    """Go where one is called; one of the two versions is saved as it is."""
    director.goto(evening.at())
    expect(director.get_by_role("heading", name="Needs you (2)")).to_be_visible()
    expect(director.get_by_text("by South, made, or").first).to_be_visible()
    director.get_by_role("button", name=re.compile("^Go")).click()
    director.goto(evening.at(f"table/A{table}/?board={board}"))
    director.locator("section.attention").get_by_role("button").last.click()
    director.get_by_role("button", name="Save").click()
    expect(director.get_by_text("corrected by the director").first).to_be_visible()
    assert evening.standing(table, board).facts["tricks"] == 7


def half_table(evening: Evening, number: int) -> PlannedMeeting:
    """Where a pair sits alone in a round."""
    places = evening.room.plan(evening.section).of_round(number)
    return next(place for place in places if not place.is_played)


def signs_itself_up(open_page: Open, evening: Evening, club: Club) -> None:
    """A member enters himself and his partner at home; he may not tick off who paid."""
    member = Person.objects.get(short_name=FIRST[0])
    login = member.short_name.lower()
    make_user(club, login, Role.PLAYER, member)
    page = open_page(evening.at("entries/"), login=login)
    enter_people(Hand(page), FIRST[0], SECOND[0])
    expect(page.locator("#pairs ~ ul").get_by_text(pair(1))).to_be_visible()
    expect(page.get_by_role("button", name="Paid")).to_have_count(0)


@pytest.mark.night
@pytest.mark.long(60)
def test_three_phones_and_a_director(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of_thirteen()
    director = open_page("/", login=HOST)
    host = Hand(director)
    evening = open_event(host)
    signs_itself_up(open_page, evening, club)
    sign_up(host, evening, but=1)
    arrive(host, *(pair(number) for number in range(1, UNPAID + 1)))
    pay(host, *(pair(number) for number in range(1, PAIRS + 1) if number != UNPAID))
    owes(director, *pair(UNPAID).split(" & "))
    choose_movement(host, evening)
    director.goto(evening.at())
    door = let_phones_in(director)
    alone = half_table(evening, 2)
    places = evening.room.plan(evening.section).of_round(1)
    place, other = [p for p in places if p.is_played and p.table != alone.table][:2]
    ns, ew = (evening.room.names(evening.section.pk, number) for number in (place.ns, place.ew))
    ours = open_page(door)
    ours.get_by_role("button", name=re.compile(rf"^{ns[0]}\s*table")).click()
    expect(ours.get_by_text("Not started. The director starts the clock.")).to_be_visible()
    theirs = open_page(evening.address(place.table))
    theirs.get_by_role("button", name=ew[0], exact=True).click()
    lying = open_page(evening.address(alone.table))
    lies_on_the_table(lying, evening, alone.table)

    begin(host, evening, 1)
    agree_and_differ(ours, theirs, evening, place, ew[0])
    settle(director, evening, place.table, place.boards[1])
    tell_round(lying, evening, alone.table)
    slips(host, evening)
    turn_round(host, evening, other.table)

    begin(host, evening, 2)
    lying.reload()
    expect(lying.get_by_text("You sit out this round.")).to_be_visible()
    the_late_pair(host, evening)
    tell_round(lying, evening, alone.table)
    # The two who came by the door and by a code leave their phones on tables from now on.
    for phone, table in ((ours, place.table), (theirs, other.table)):
        lies_on_the_table(phone, evening, table)
        tell_round(phone, evening, table)
    fouled = rulings(host, evening)
    slips(host, evening)

    ours.goto(evening.at("ranking/"))
    expect(ours.locator("table.ranking")).to_have_count(0)
    # From here on they write travellers, which are typed when all is played.
    for number in range(3, evening.room.rounds + 1):
        begin(host, evening, number)
        leave_for_later(host, evening)
    travellers(host, evening)
    finish(host, evening, fouled)
    ours.goto(evening.at(f"pair/{place.ns}/"))
    expect(ours.get_by_text(f"{evening.percent(place.ns or 0)} %").first).to_be_visible()
    money_in_the_book(director, evening, UNPAID)
    it_becomes_final(director, evening, monkeypatch)


def two_slips_differ(host: Hand, evening: Evening) -> None:
    """East-West hand in a slip too, and it says otherwise: asked about, settled, both are kept."""
    table = evening.room.tables()[0]
    board = table.boards[0].spot.board
    page = host.page
    page.goto(evening.at(f"typing/?round={evening.event.round}&table={table.name}"))
    host.write(page.get_by_label("The score slip"), f"{board} 2S-1 S")
    key = page.get_by_role("button", name="Record, next table")
    host.go(key)
    expect(page.get_by_text("you typed").first).to_be_visible()
    assert evening.standing(table.number, board).facts == table.boards[0].facts
    expect(page.get_by_label("The score slip")).to_have_value(f"{board} 2S-1 S")
    host.tick(page.locator("label").filter(has_text="Checked:"))
    host.go(key)
    assert evening.standing(table.number, board).facts["tricks"] == 7
    page.goto(evening.at(f"table/{table.name}/?board={board}"))
    told = page.locator("ul.history li")
    expect(told).to_have_count(2)


@pytest.mark.night
@pytest.mark.long(30)
def test_by_keyboard_and_slips_only(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    club_of_thirteen()
    host = Hand(open_page("/", login=HOST, viewport=DESK), by_keys=True)
    evening = open_event(host)
    sign_up(host, evening)
    choose_movement(host, evening)
    fouled = 0
    for number in range(1, evening.room.rounds + 1):
        begin(host, evening, number)
        if number == 2:
            the_late_pair(host, evening)
            fouled = rulings(host, evening)
        if number == 4:
            a_line_at_the_head(host, evening)
        if number > SLIPS:
            leave_for_later(host, evening)
            continue
        slips(host, evening)
        if number == 1:
            two_slips_differ(host, evening)
            turn_round(host, evening, evening.room.tables()[1].number)
    travellers(host, evening)
    finish(host, evening, fouled)
    it_becomes_final(host.page, evening, monkeypatch)


def a_line_at_the_head(host: Hand, evening: Evening) -> None:
    """One result typed on the room's page; its table is understood, then it is put right."""
    director, table = host.page, evening.room.tables()[0]
    board = table.boards[0].spot.board
    director.goto(evening.at())
    for line, tricks in ((f"{board} 2S= S HQ", 8), (f"T{table.number}: {board} 2S-1 S", 7)):
        director.get_by_label("A result, like").fill(line)
        director.keyboard.press("Enter")
        if tricks == 7:
            expect(director.get_by_text("already has 2 spades by South, made;")).to_be_visible()
            director.get_by_label("Checked:").check()
            director.get_by_label("A result, like").press("Enter")
        expect(director.get_by_text(f"Last entry: board {board}")).to_be_visible()
        assert evening.standing(table.number, board).facts["tricks"] == tricks


def test_the_director_needs_no_script(open_page: Open) -> None:
    new_club(*NAMES)
    director = open_page("/", login=HOST, java_script_enabled=False)
    host = Hand(director)
    evening = open_event(host)
    for number in range(1, PAIRS + 1):
        evening.enter(number)
    director.reload()
    choose_movement(host, evening)
    begin(host, evening, 1)
    director.goto(evening.at("typing/?round=1"))
    for table in evening.room.tables():
        lines = typed_of(table)
        director.goto(evening.at(f"typing/?round=1&table={table.name}"))
        director.get_by_label("The score slip").fill("\n".join(lines))
        director.get_by_role("button", name="Record, next table").click()
    begin(host, evening, 2)
