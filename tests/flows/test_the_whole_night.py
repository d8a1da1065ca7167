"""A night from an empty room to the cards: thirteen pairs that nobody typed in.

What the evening of thirteen pairs does not show: names from the seats, a correction by both sides,
a weighted ruling, a pair that leaves, boards that are missing at the end, a correction after it,
the wall and the cards. Whatever a person does is done on the pages: in the first round every
table says on its phone who sits there and taps its results. What is played in later rounds comes
in by the services that phones use.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.entry import new_key
from clubscore.events.board_state import BoardStage
from clubscore.events.reporting import Report, tell
from tests.flows.acting import HOST, Open, new_club
from tests.flows.at_the_door import enter_people
from tests.flows.looking import STEADY
from tests.flows.test_an_evening_of_thirteen import (
    here,
    lies_on_the_table,
    put_right,
    turn_round,
)
from tests.flows.test_an_evening_of_thirteen import tell as tap_result
from tests.flows.test_tables_first import name_the_table
from tests.flows.thirteen import FIRST, LATE, PAIRS, SECOND, Evening, Hand

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MADE = {"contract": "2S", "declarer": "S", "tricks": 8}
OVER = {"contract": "2S", "declarer": "S", "tricks": 9}
LEAVES = 3
TABLES = 6


class Night(Evening):
    """The only event, of which what is not tapped comes in by services."""

    def play(self, *, but: int = 0) -> None:
        """Let all boards of the round that are not in come in, but those of one table."""
        for table in self.room.tables():
            for each in table.boards:
                if table.number == but or each.state is BoardStage.IN:
                    continue
                facts = MADE if (table.number + each.spot.board) % 3 else OVER
                for side in ("ns", "ew"):
                    report = Report(
                        each.spot.round, table.number, each.spot.board, facts, new_key()
                    )
                    tell(section=self.section, report=report, side=side, actor=self.actor)

    def seated(self, table: int) -> dict[str, str]:
        """Who is to be named at a table: {seat: name}; one side where the other sits out."""
        place = self.room.plan(self.section).places[self.event.round, table]
        found = {}
        for side in ("ns", "ew"):
            number = place.side(side)
            if isinstance(number, int):
                names = FIRST[number - 1], SECOND[number - 1]
                found.update(zip(side.upper(), names, strict=True))
        return found


def count_the_room(host: Hand) -> Night:
    """Six tables and a half one; the first movement on offer is started."""
    page = host.page
    page.get_by_role("link", name="8+", exact=True).click()
    page.get_by_role("button", name="Next: count tables").click()
    page.wait_for_url("**/count/")
    page.get_by_label("Full tables").fill(str(TABLES))
    page.locator("label:has(input[name=half][value=ew])").click()
    expect(page.locator("#start")).to_contain_text("13 pairs")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/phones/")
    night = Night()
    assert (night.event.round, night.event.entries.count()) == (1, PAIRS)
    return night


def named_from_the_seats(open_page: Open, night: Night) -> dict[int, Page]:
    """Every table says who sits there on its phone; return the phones."""
    phones = {}
    for table in range(1, night.room.plan(night.section).tables + 1):
        phone = phones[table] = open_page("/", **STEADY)
        lies_on_the_table(phone, night, table)
        sitting = night.seated(table)
        if len(sitting) == len("NSEW"):
            here(phone)
            # No page is on its way any more that would close the form.
            phone.reload()
        assert name_the_table(phone, sitting) == 2 + len(sitting)
        expect(phone.locator("#asks-names")).to_have_count(0)
    assert len(phones) == TABLES + 1
    expect(phones[1].locator(".sides")).to_contain_text(night.seated(1)["N"])
    names = {entry.number: entry.names for entry in night.event.entries.all()}
    assert names == {n: [FIRST[n - 1], SECOND[n - 1]] for n in range(1, PAIRS + 1)}
    return phones


def told_at_every_table(phones: dict[int, Page], night: Night) -> int:
    """The boards of the round that are not in are tapped, table by table; return how many."""
    count = 0
    for table in night.room.tables():
        phone = phones[table.number]
        missing = [each.spot.board for each in table.boards if each.state is not BoardStage.IN]
        for board in missing:
            phone.goto(night.at(f"at/{table.name}/?board={board}"))
            tap_result(phone, "+1" if board % 2 else "=")
            phone.get_by_role("button", name=": yes").first.click()
            expect(phone.get_by_text(re.compile(r"Agreed \d"))).to_be_visible()
            count += 1
    assert all(
        each.state is BoardStage.IN for table in night.room.tables() for each in table.boards
    )
    return count


def corrected_by_both(phone: Page, night: Night) -> None:
    """A board is agreed, said to be wrong by one side, and corrected by the other's yes."""
    board = night.table(1).place.boards[0]
    tap_result(phone, "=")
    phone.get_by_role("button", name=": yes").first.click()
    phone.get_by_role("link", name="That was wrong").click()
    tap_result(phone, "-1")
    expect(phone.get_by_text("the other side says that this was wrong").first).to_be_visible()
    phone.get_by_role("button", name=": yes").first.click()
    expect(phone.get_by_text("Corrected by both sides.")).to_be_visible()
    assert night.standing(1, board).facts["tricks"] == 7


def disputed(phone: Page, host: Page, night: Night) -> None:
    """Two sides differ on a board, and the director settles it."""
    board = night.table(1).place.boards[1]
    phone.get_by_role("link", name="Next: board").click()
    expect(phone.locator("#entry")).to_be_visible()
    tap_result(phone, "=")
    phone.get_by_role("link", name="No, that is wrong").click()
    expect(phone.locator("#entry")).to_be_visible()
    tap_result(phone, "+1")
    expect(phone.get_by_text("You disagree on this board").first).to_be_visible()
    host.goto(night.at())
    expect(host.get_by_text("corrected by both sides")).to_be_visible()
    host.get_by_role("link", name="Look").first.click()
    host.locator("section.attention").get_by_role("button").first.click()
    host.get_by_role("button", name="Save").click()
    expect(host.get_by_text("corrected by the director").first).to_be_visible()
    assert night.standing(1, board).state is BoardStage.IN


def next_round(host: Hand, night: Night) -> None:
    """Tap Next round."""
    now = night.event.round
    host.page.goto(night.at())
    host.go(host.page.get_by_role("button", name="Next round"))
    assert night.event.round == now + 1


def comes_late(host: Hand, night: Night) -> None:
    """A pair comes in round 2 and takes the empty place."""
    page = host.page
    page.goto(night.at("entries/"))
    enter_people(host, FIRST[LATE - 1], SECOND[LATE - 1])
    page.goto(night.at("change/"))
    host.go(page.locator("#late").get_by_role("button", name="See options"))
    offer = page.locator("form.card").filter(has_text="takes the empty place").first
    host.go(offer.get_by_role("button", name="Choose this"))
    host.go(page.get_by_role("button", name="Yes, change it"))
    assert night.room.by_number[night.section.pk, LATE].names == [FIRST[-1], SECOND[-1]]


def leaves(host: Hand, night: Night) -> None:
    """A pair goes home before round 4."""
    page = host.page
    page.goto(night.at("change/"))
    page.locator("#pair").select_option(str(LEAVES))
    host.go(page.locator("#leaves").get_by_role("button", name="See options"))
    host.go(page.get_by_role("button", name="Choose this").first)
    host.go(page.get_by_role("button", name="Yes, change it"))
    assert night.room.plan(night.section).has_left(LEAVES, night.event.round + 1)


def weighted(host: Hand, night: Night) -> None:
    """60 % of one score and 40 % of another, by law 12C1c."""
    page, table = host.page, night.room.tables()[2]
    board = table.boards[0].spot.board
    page.goto(night.at(f"table/{table.name}/?board={board}"))
    page.get_by_role("link", name="Ruling", exact=True).click()
    page.get_by_role("link", name="A weighted score").click()
    for field, figure in (("score1", "110"), ("part1", "60"), ("score2", "-50"), ("part2", "40")):
        page.locator(f"#{field}").fill(figure)
    page.locator("#reason").fill("Hesitation")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator("#dock")).to_contain_text("60 % of +110, 40 % of −50")
    page.get_by_role("button", name="Save ruling").click()
    expect(page.get_by_text("ruled by host")).to_be_visible()
    assert "assigned" in night.standing(table.number, board).facts


def fouled(host: Hand, night: Night) -> int:
    """Two hands of a board were changed; return it."""
    table = night.room.tables()[-1]
    board = table.boards[0].spot.board
    host.page.goto(night.at(f"table/{table.name}/?board={board}"))
    put_right(host, night, table.name, "Fouled from here on", "two hands were changed")
    return int(board)


def ends_with_boards_missing(host: Hand, night: Night) -> None:
    """Finish lists what has no result; not played, in one tap."""
    page, missing = host.page, night.room.tables()[0]
    page.goto(night.at())
    host.go(page.get_by_role("button", name="Finish session"))
    expect(
        page.get_by_role("heading", name=f"{len(missing.boards)} boards have no result")
    ).to_be_visible()
    page.get_by_role("button", name="Finish: not played").click()
    expect(page.get_by_text("Provisional. Final on")).to_be_visible()
    boards = night.table(missing.number).boards
    assert all(each.facts == {"not_played": True} for each in boards)


def corrected_after_the_end(host: Hand, night: Night) -> None:
    """A result is corrected once all is over, and the ranking follows."""
    page, table = host.page, night.room.tables(1)[1]
    spot = table.boards[0].spot
    number = table.place.ns
    assert isinstance(number, int)
    before = night.percent(number)
    page.goto(night.at(f"table/{table.name}/?round=1&board={spot.board}"))
    host.go(page.get_by_role("button", name="Swap NS and EW", exact=True))
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    host.write(page.get_by_label("other"), "sat the wrong way")
    host.go(page.get_by_role("button", name="Save"))
    last = night.room.standing(spot).revisions[-1]
    assert (last.ns, last.ew) == (table.place.ew, table.place.ns)
    assert night.percent(number) != before


@pytest.mark.night
@pytest.mark.long(120)
def test_a_night_from_an_empty_room_to_the_cards(open_page: Open) -> None:
    new_club(*FIRST, *SECOND)
    host = Hand(open_page("/", login=HOST, **STEADY))
    night = count_the_room(host)
    phones = named_from_the_seats(open_page, night)
    corrected_by_both(phones[1], night)
    disputed(phones[1], host.page, night)
    wall = open_page(night.at("wall/"), login=HOST, viewport={"width": 1280, "height": 720})
    sitting = night.seated(1)
    expect(wall.get_by_text(f"{sitting['N']} & {sitting['S']}").first).to_be_visible()
    boards = sum(len(table.boards) for table in night.room.tables())
    # Two are in by then: the one that both corrected and the one that the director settled.
    assert told_at_every_table(phones, night) == boards - 2
    turn_round(host, night, 2)
    next_round(host, night)
    comes_late(host, night)
    weighted_at = night.event.round
    night.play()
    weighted(host, night)
    board = fouled(host, night)
    next_round(host, night)
    night.play()
    leaves(host, night)
    next_round(host, night)
    while night.event.round < night.room.rounds:
        night.play()
        next_round(host, night)
    night.play(but=night.room.tables()[0].number)
    ends_with_boards_missing(host, night)
    corrected_after_the_end(host, night)
    assert len({row.group for row in night.lists.traveller(board)}) == 2
    assert weighted_at == 2
    # The wall has the ranking now, and everybody's card is there to read and to print.
    wall.goto(night.at("wall/"))
    expect(wall.get_by_text("%").first).to_be_visible()
    page = host.page
    page.goto(night.at("ranking/"))
    ranked = page.locator("table.ranking tbody tr")
    expect(ranked.filter(has_text=FIRST[LATE - 1])).to_have_count(1)
    expect(ranked.filter(has_text=FIRST[LEAVES - 1])).to_have_count(1)
    page.goto(night.at("pair/1/"))
    expect(page.get_by_text(f"{night.percent(1)} %").first).to_be_visible()
    cards = page.request.get(night.at("cards.pdf"))
    assert cards.status == 200 and cards.body().startswith(b"%PDF")
