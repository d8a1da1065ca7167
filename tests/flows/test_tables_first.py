"""A room in which nobody was typed in: tables are counted, and pairs are named from their seats."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.events.models import Event
from clubscore.events.phones import let_phones_in, links_of
from clubscore.web.phones import token_of
from tests.events.counted import Counted
from tests.events.evenings import FOUR_SPADES, Evening
from tests.flows.acting import HOST, PATIENCE, TOOK_ALONG, Open, Taps, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.thirteen import FIRST, SECOND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES = 7


class Tonight(Evening):
    """The event that was opened on the pages."""

    def __init__(self, event: Event) -> None:
        self._event, self.club = event, event.club
        self.actor = Actor(level=Level.DIRECTOR, club=event.club)


def count_the_tables(host: Page, tables: int) -> int:
    """From Tonight to the first round; return how many taps that were."""
    taps = Taps(host)
    taps.tap(host.get_by_role("link", name="8+", exact=True))
    taps.tap(host.get_by_role("button", name="Next: count tables"))
    host.wait_for_url("**/count/")
    assert look_at(host) == []
    host.get_by_label("Full tables").fill(str(tables))
    expect(host.locator("#start")).to_contain_text(f"{2 * tables} pairs")
    assert look_at(host) == []
    taps.tap(host.get_by_role("button", name="Start", exact=True))
    expect(host).to_have_url(re.compile("/phones/"))
    return taps.count


def name_the_table(page: Page, names: dict[str, str], *, away: bool = False) -> int:
    """Say who sits at a table; return how many taps that were."""
    taps, prefix = Taps(page), "away-" if away else ""
    taps.tap(page.locator("#away-seats summary" if away else "#asks-names summary"))
    for seat, name in names.items():
        field = page.locator(f"#{prefix}{seat}")
        taps.tap(field)
        field.fill(name)
    taps.tap(page.get_by_role("button", name="Save names"))
    return taps.count


def at(table: int, round_: int = 1) -> dict[str, str]:
    """Who sits at a table of the Mitchell: pair 1 is the first two names, and so on."""
    ns, ew = table, TABLES + 1 + (table - round_) % TABLES
    return {"N": FIRST[ns - 1], "S": SECOND[ns - 1], "E": FIRST[ew - 1], "W": SECOND[ew - 1]}


def pass_out(page: Page, boards: int, *, away: bool = False) -> None:
    """Record boards as passed out, both sides at one phone."""
    for _board in range(boards):
        page.get_by_role("button", name="Passed out").click()
        page.get_by_role("button", name=re.compile(r"(: yes|^Yes)$")).first.click()
        if not away:
            expect(page.get_by_text("Agreed").first).to_be_visible()


@pytest.mark.long(120)
def test_fourteen_pairs_that_nobody_typed_in_are_named_from_their_seats(open_page: Open) -> None:
    new_club(*FIRST, *SECOND)
    host = open_page("/", login=HOST, **STEADY)
    assert count_the_tables(host, TABLES) == 3
    tonight = Tonight(Event.objects.select_related("club").get())
    assert tonight.event.round == 1 and tonight.event.entries.count() == 14
    host.goto(f"/event/{tonight.event.pk}/")
    expect(host.locator("[data-needs-you]")).to_contain_text("28 seats without a name")
    phones = {}
    for table, link in enumerate(links_of(tonight.section), start=1):
        phone = phones[table] = open_page(f"/e/{token_of(link.nonce)}/", **STEADY)
        phone.get_by_role("button", name="the table's phone").click()
        phone.get_by_role("button", name="Yes", exact=True).click()
        expect(phone.locator("#entry")).to_be_visible()
        expect(phone.locator("#asks-names")).to_be_visible()
        phone.wait_for_function(TOOK_ALONG)
    assert look_at(phones[1]) == []
    phones[1].reload()
    # Two phones lose the network before anybody there has a name, for all of the round.
    away, near = (6, 7), (1, 2, 3, 4, 5)
    boards = len(tonight.table(1).place.boards)
    for table in away:
        phones[table].context.set_offline(True)
        expect(phones[table].locator("#away-seats")).to_be_visible()
        assert name_the_table(phones[table], at(table), away=True) == 6
        expect(phones[table].locator("#touch")).to_contain_text("one result is waiting")
        expect(phones[table].locator("#away-seats")).to_be_hidden()
        pass_out(phones[table], boards, away=True)
    for table in near:
        assert name_the_table(phones[table], at(table)) == 6
        expect(phones[table].locator("#asks-names")).to_have_count(0)
        expect(phones[table].locator(".sides")).to_contain_text(at(table)["N"])
        pass_out(phones[table], 1)
    host.reload()
    expect(host.locator("[data-needs-you]")).to_contain_text("8 seats without a name")
    for table in away:
        phones[table].context.set_offline(False)
        expect(phones[table].locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
        expect(phones[table].locator(".sides")).to_contain_text(at(table)["N"])
    named = {entry.number: entry.names for entry in tonight.event.entries.all()}
    assert named == {n: [FIRST[n - 1], SECOND[n - 1]] for n in range(1, 15)}
    for table in near:
        for board in tonight.table(table).place.boards[1:]:
            for side in ("ns", "ew"):
                tonight.tell(table, board, FOUR_SPADES, side)
    host.goto(f"/event/{tonight.event.pk}/")
    expect(host.locator("main")).not_to_contain_text("without a name")
    host.get_by_role("button", name="Next round").click()
    expect(host.locator("main")).to_contain_text("round 2 of 7")
    expect(phones[2].locator(".sides")).to_contain_text(at(2, 2)["E"], timeout=PATIENCE)
    host.goto(f"/event/{tonight.event.pk}/ranking/")
    expect(host.locator("#ranking").first).to_contain_text(f"{FIRST[13]} & {SECOND[13]}")


def table_phone(evening: Counted, open_page: Open, table: int) -> Page:
    """The phone that lies on a table; all four are here."""
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    link = links_of(evening.section)[table - 1]
    page = open_page(f"/e/{token_of(link.nonce)}/", **STEADY)
    page.get_by_role("button", name="the table's phone").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#entry")).to_be_visible()
    # The line may be cut from now on.
    page.wait_for_function(TOOK_ALONG)
    return page


def test_part_of_a_name_finds_people_and_a_guest_is_one_tap(open_page: Open) -> None:
    evening = Counted()
    page = table_phone(evening, open_page, 1)
    page.locator("#asks-names summary").click()
    page.locator("#N").fill("lee")
    page.locator("#who-N label").filter(has_text="Carl Lee").click()
    page.locator("#S").fill("Zoe")
    page.locator("#who-S label").filter(has_text="a guest").click()
    assert look_at(page) == []
    page.get_by_role("button", name="Save names").click()
    expect(page.locator(".sides")).to_contain_text("Carl Lee & Zoe")
    assert evening.names(1) == ["Carl", "Zoe"]
    # East and West say it later: the page asks no more, and the key is further down.
    page.locator("#asks-names summary").click()
    page.get_by_role("button", name="Later").click()
    expect(page.locator("#asks-names")).to_have_count(0)
    page.get_by_role("link", name="More").click()
    page.get_by_role("link", name="Enter names").click()
    expect(page.locator("#E")).to_be_visible()
    assert look_at(page) == []
    page.locator("#E").fill("Carl")
    page.locator("#W").fill("do")
    page.get_by_role("button", name="Save names").click()
    expect(page.locator(".errors")).to_contain_text("Carl Lee is already named: Carl Lee & Zoe")
    assert look_at(page) == []
    page.locator("#E").fill("Ed Lee")
    page.get_by_role("button", name="Save names").click()
    expect(page.locator(".sides")).to_contain_text("Ed Lee & Dora Lee")
