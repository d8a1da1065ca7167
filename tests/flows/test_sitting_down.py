"""Sitting down, tap by tap on a phone of 360 px: as last time, with new names, by a real pack."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Club, Person
from clubscore.demo.demo_club import TABLES
from clubscore.laws.games import find_game
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import CardTable, Happening, Sitting
from clubscore.rubbers.seven.log import seven_of
from clubscore.rubbers.sitting.ending import close_sitting
from clubscore.rubbers.sitting.seating import Agreement, LineUp, open_sitting, take_seats
from tests.flows.acting import HOST, Open, Taps, choose_people, new_club
from tests.rubbers.seven_table import SEVEN
from tests.rubbers.tables import actor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOUR = ("Kenji", "Iván", "Ada", "Noor")
OTHERS = ("Dag", "Rosa", "Emil", "Gwen")
CROWN = {"amount": "5s", "currency": "LSD", "per": 100}
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"
# How far down a page goes, with the bar of rooms or a dock below it.
ENDS = "document.querySelector('main').getBoundingClientRect().bottom + scrollY"
A_PHONE, A_BAR = 740, 56  # px


def sat(club: Club, names: tuple[str, ...], game: str, *, ends: bool = True) -> Sitting:
    """Let people sit down at a game and take seats; the table has ended, or plays on."""
    people = [Person.objects.get(club=club, name=name) for name in names]
    actor, agreed = actor_of(club), Agreement(game, {}, CROWN)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreed, key=new_key(), actor=actor
    )
    seats = find_game(game).seats
    line_up = LineUp(dict(zip(seats, people, strict=False)), seats[0], {})
    if len(people) == len(seats):
        take_seats(sitting=sitting, line_up=line_up, agreement=agreed, key=new_key(), actor=actor)
    if ends:
        close_sitting(sitting=sitting, key=new_key(), actor=actor)
    return sitting


def plays(page: Page) -> Sitting:
    """The table has begun its first deal; return it."""
    expect(page.locator("#entry")).to_be_visible()
    return Sitting.objects.get(closed_at=None, seven=None)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_four_regulars_sit_down_in_three_taps(open_page: Open, scripts: bool) -> None:
    club = new_club(*FOUR, *OTHERS)
    before = sat(club, FOUR, "straight-bridge")
    taps = Taps(open_page("/", login=HOST, java_script_enabled=scripts))
    key = taps.page.get_by_role("button", name="As last time")
    expect(key).to_contain_text("Straight bridge 1899 · 5s a hundred")
    taps.tap(key)
    taps.tap(taps.page.get_by_role("button", name="Draw for us"))
    taps.tap(taps.page.get_by_role("button", name="First deal"))
    now = plays(taps.page)
    assert taps.count == 3
    assert now.table == before.table
    part = now.parts.get()
    assert (part.game, part.stakes) == ("straight-bridge", CROWN)
    assert {seat.person.name for seat in part.seats.all()} == {*FOUR}


def test_with_a_real_pack_it_is_a_tap_a_card(open_page: Open) -> None:
    club = new_club(*FOUR)
    sat(club, FOUR, "straight-bridge")
    taps = Taps(open_page("/", login=HOST))
    page = taps.page
    taps.tap(page.get_by_role("button", name="As last time"))
    for name, rank in zip(FOUR, ("4", "K", "9", "A"), strict=True):
        expect(page.locator("h1")).to_have_text(f"{name} drew")
        expect(page.locator('button[value^="suit-"]')).to_have_count(0)
        taps.tap(f'button[name=card][value$=":{rank}"]')
    expect(page.get_by_text("Noor drew lowest and deals.")).to_be_visible()
    # The two lowest play the two highest; ace is low.
    for seat in ("North Noor", "South Kenji", "East Ada", "West Iván"):
        expect(page.locator(".seats")).to_contain_text(seat)
    assert page.evaluate(ENDS) <= A_PHONE
    taps.tap(page.get_by_role("button", name="First deal"))
    part = plays(page).parts.get()
    assert taps.count == 6
    assert part.first_dealer == "N"


def test_a_card_that_was_tapped_wrongly_is_tapped_again(open_page: Open) -> None:
    club = new_club(*FOUR)
    sat(club, FOUR, "straight-bridge", ends=True)
    page = open_page("/", login=HOST)
    page.get_by_role("button", name="As last time").click()
    for rank in ("4", "K"):
        page.locator(f'button[name=card][value$=":{rank}"]').click()
    page.get_by_role("button", name="Kenji 4").click()
    expect(page.locator("h1")).to_have_text("Kenji drew")
    page.locator('button[name=card][value$=":Q"]').click()
    expect(page.locator("h1")).to_have_text("Ada drew")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Kenji drew")
    assert not Happening.objects.filter(kind="drew", sitting__closed_at=None).exists()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_four_new_people_with_another_game_sit_down_in_nine_taps(
    open_page: Open, scripts: bool
) -> None:
    club = new_club(*FOUR, *OTHERS)
    sat(club, FOUR, "straight-bridge")
    taps = Taps(open_page("/", login=HOST, java_script_enabled=scripts))
    page = taps.page
    taps.tap(page.get_by_role("link", name="4", exact=True))
    for name in OTHERS:
        taps.tap(page.locator("#found label").filter(has_text=name))
    if scripts:
        expect(page.locator("#missing")).to_have_text("Four: one table.")
    taps.tap(page.get_by_role("button", name="Choose the game"))
    taps.tap(page.get_by_role("button", name="Rubber bridge"))
    taps.tap(page.get_by_role("button", name="Draw for us"))
    taps.tap(page.get_by_role("button", name="First deal"))
    now = plays(page)
    assert taps.count == 9
    assert now.parts.get().game == "rubber-bridge"
    assert {seat.person.name for seat in now.parts.get().seats.all()} == {*OTHERS}


def test_the_games_of_a_club_with_habits_fit_a_phone(open_page: Open) -> None:
    club = new_club(*FOUR, *OTHERS)
    for game in ("auction", "pirate", "cairo", "contract-1923", "auction", "straight-bridge"):
        sat(club, FOUR, game)
    page = open_page("/sit-down/?n=4", login=HOST)
    choose_people(page, *OTHERS)
    page.get_by_role("button", name="Choose the game").click()
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


@pytest.mark.parametrize(
    ("names", "waits"),
    [((*FOUR, "Dag"), 1), ((*FOUR, "Dag", "Rosa"), 2)],
    ids=["five", "six"],
)
def test_one_draw_carries_through_for_five_and_six(
    open_page: Open, names: tuple[str, ...], waits: int
) -> None:
    club = new_club(*names)
    sat(club, FOUR, "straight-bridge")
    taps = Taps(open_page("/", login=HOST))
    page = taps.page
    taps.tap(page.get_by_role("link", name="4", exact=True))
    for name in names:
        taps.tap(page.locator("#found label").filter(has_text=name))
    said = "Five: one waits and cuts in." if waits == 1 else "Six: two wait and cut in."
    expect(page.locator("#missing")).to_have_text(said)
    taps.tap(page.get_by_role("button", name="Choose the game"))
    taps.tap(page.get_by_role("button", name="as last time"))
    taps.tap(page.get_by_role("button", name="Draw for us"))
    expect(page.get_by_text("cuts in." if waits == 1 else "cut in.")).to_be_visible()
    taps.tap(page.get_by_role("button", name="First deal"))
    now = plays(page)
    assert taps.count == 1 + len(names) + 4
    assert now.parts.get().seats.count() == 4
    kinds = list(now.happenings.order_by("pk").values_list("kind", flat=True))
    assert [kind for kind in dict.fromkeys(kinds) if kind != "opened"] == [
        "cut-out", "line-up", "drew", "seated",
    ]  # fmt: skip


def test_who_goes_out_is_cut_for_one_by_one(open_page: Open) -> None:
    club = new_club(*FOUR, "Dag")
    sitting = sat(club, (*FOUR, "Dag"), "straight-bridge", ends=False)
    page = open_page(f"/table/{sitting.pk}/who-plays/", login=HOST)
    for name, rank in zip((*FOUR, "Dag"), ("4", "K", "9", "A", "2"), strict=True):
        expect(page.locator("#drew")).to_have_text(f"{name} drew")
        page.locator(f'button[name=card][value$=":{rank}"]').click()
    expect(page.get_by_role("heading", name="Drawn")).to_be_visible()
    expect(page.locator(".rows div").filter(has_text="Iván")).to_contain_text("waits")
    page.get_by_role("button", name="Agree and cut").click()
    expect(page.locator("h1")).to_have_text("Kenji drew")


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
