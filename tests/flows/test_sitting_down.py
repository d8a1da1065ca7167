"""Sitting down, tap by tap on a phone of 360 px: as last time, with new names, by a real pack.

tests/rubbers/test_sitting_down.py does without a script what needs none, for five and six as well.
"""

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import CardTable, Happening, Sitting
from clubscore.rubbers.seven import seven_of
from tests.flows.acting import HOST, Open, Taps, new_club
from tests.rubbers.seated import FOUR, OTHERS, sat
from tests.rubbers.seven_table import SEVEN
from tools.demo.club import TABLES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"
# How far down a page goes, with the bar of rooms or a dock below it.
ENDS = "document.querySelector('main').getBoundingClientRect().bottom + scrollY"
A_PHONE, A_BAR = 740, 56  # px


def plays(page: Page) -> Sitting:
    """The table has begun its first deal; return it."""
    expect(page.locator("#entry")).to_be_visible()
    return Sitting.objects.get(closed_at=None, seven=None)


def test_four_regulars_sit_down_in_three_taps(open_page: Open) -> None:
    club = new_club(*FOUR, *OTHERS)
    before = sat(club, FOUR, "straight-bridge")
    taps = Taps(open_page("/", login=HOST))
    key = taps.page.get_by_role("button", name="As last time")
    expect(key).to_contain_text("Straight bridge 1899 · 5s a hundred")
    taps.tap(key)
    taps.tap(taps.page.get_by_role("button", name="Draw for us"))
    taps.tap(taps.page.get_by_role("button", name="First deal"))
    now = plays(taps.page)
    assert taps.count == 3
    assert now.table == before.table
    assert {seat.person.name for seat in now.parts.get().seats.all()} == {*FOUR}


def test_with_a_real_pack_it_is_a_tap_a_card(open_page: Open) -> None:
    """One was tapped wrongly and is tapped again, and the way back asks for it again."""
    club = new_club(*FOUR)
    sat(club, FOUR, "straight-bridge")
    taps = Taps(open_page("/", login=HOST))
    page = taps.page
    taps.tap(page.get_by_role("button", name="As last time"))
    for name, rank in zip(FOUR[:2], ("Q", "K"), strict=True):
        expect(page.locator("h1")).to_have_text(f"Which card did {name} draw?")
        expect(page.locator('button[value^="suit-"]')).to_have_count(0)
        page.locator(f'button[name=card][value$=":{rank}"]').click()
    page.get_by_role("button", name="Kenji Q").click()
    expect(page.locator("h1")).to_have_text("Which card did Kenji draw?")
    taps.tap('button[name=card][value$=":4"]')
    expect(page.locator("h1")).to_have_text("Which card did Ada draw?")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Which card did Kenji draw?")
    assert not Happening.objects.filter(kind="drew", sitting__closed_at=None).exists()
    page.go_forward()
    for name, rank in zip(FOUR[2:], ("9", "A"), strict=True):
        expect(page.locator("h1")).to_have_text(f"Which card did {name} draw?")
        taps.tap(f'button[name=card][value$=":{rank}"]')
    expect(page.get_by_text("Noor drew lowest and deals.")).to_be_visible()
    # The two lowest play the two highest; ace is low.
    for seat in ("North Noor", "South Kenji", "East Ada", "West Iván"):
        expect(page.locator(".seats")).to_contain_text(seat)
    assert page.evaluate(ENDS) <= A_PHONE
    taps.tap(page.get_by_role("button", name="First deal"))
    assert plays(page).parts.get().first_dealer == "N"
    assert taps.count == 5


def test_four_new_people_choose_among_the_games_of_a_club_with_habits(open_page: Open) -> None:
    club = new_club(*FOUR, *OTHERS)
    for game in ("auction", "pirate", "cairo", "contract-1923", "auction", "straight-bridge"):
        sat(club, FOUR, game)
    taps = Taps(open_page("/", login=HOST))
    page = taps.page
    taps.tap(page.get_by_role("link", name="4", exact=True))
    for name in OTHERS:
        taps.tap(page.locator("#found label").filter(has_text=name))
    expect(page.locator("#missing")).to_have_text("Four: one table.")
    taps.tap(page.get_by_role("button", name="Choose the game"))
    expect(page.locator(".games .key").first).to_be_visible()
    keys = [
        " ".join(text.split()) for text in page.locator(".games .key:visible").all_inner_texts()
    ]
    # As last time, today's two, then by how often; what stands above is not said again.
    assert keys[0].startswith("Straight bridge 1899, as last time 5s a hundred")
    assert keys[1].startswith("Rubber bridge") and keys[2].startswith("Chicago")
    assert keys[3].startswith("Auction 1914 2×") and len(keys) == 7
    expect(page.locator("summary").filter(has_text="All 15 games for 4")).to_be_visible()
    assert page.evaluate(ENDS) + A_BAR < A_PHONE
    assert not page.evaluate(WIDER)
    taps.tap(page.get_by_role("button", name="Rubber bridge"))
    taps.tap(page.get_by_role("button", name="Draw for us"))
    taps.tap(page.get_by_role("button", name="First deal"))
    now = plays(page)
    assert taps.count == 9
    assert now.parts.get().game == "rubber-bridge"
    assert {seat.person.name for seat in now.parts.get().seats.all()} == {*OTHERS}


def test_seven_names_lead_to_two_free_tables_and_a_draw(open_page: Open) -> None:
    """As in the demo club: the Window table plays, three others are free."""
    club = new_club(*SEVEN, *FOUR)
    for name, pack in TABLES:
        CardTable.objects.create(club=club, name=name, pack=pack)
    playing = sat(club, FOUR, "auction", ends=False)
    Sitting.objects.filter(pk=playing.pk).update(
        table=CardTable.objects.get(club=club, name="Window table")
    )
    taps = Taps(open_page("/", login=HOST))
    page = taps.page
    taps.tap(page.get_by_role("link", name="5", exact=True))
    for name in SEVEN:
        taps.tap(page.locator("#found label").filter(has_text=name))
    # The number key only said how many to expect: all seven stay.
    expect(page.locator("#missing")).to_have_text("Seven: two tables, dummy crosses.")
    taps.tap(page.get_by_role("button", name="Two tables"))
    expect(page.get_by_text("Window table")).to_have_count(0)
    assert [page.locator(f"#name-{n} input:checked").input_value() for n in (1, 2)] == [
        "Fire table", "Garden table",
    ]  # fmt: skip
    expect(page.get_by_label("Name of table 1")).to_be_hidden()
    taps.tap(page.get_by_role("button", name="Draw for us"))
    taps.tap(page.get_by_role("button", name="First deal"))
    expect(page.locator(".card.seven")).to_be_visible()
    assert taps.count == 1 + 7 + 3
    seven = seven_of(Sitting.objects.filter(seven__isnull=False).latest("pk"))
    assert seven is not None
    assert sorted(person.name for person in seven.people.values()) == sorted(SEVEN)
    assert [each.table.pack for each in seven.sittings.values()] == ["blue", "green"]
