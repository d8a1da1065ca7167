"""From the last deal of a rubber to the first of the next: few keys, the usual one first."""

import html
import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubscore.club.models import Role
from clubscore.club.wording import speak_amount
from clubscore.laws.money import LSD, round_coins
from clubscore.laws.settlement import Stakes
from clubscore.rubbers.pad import cost_in_words
from clubscore.rubbers.score import numbers_tonight
from clubscore.rubbers.seating import record_draw
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.table_state import Next, last_taken, ways_next
from tests.flows.acting import HOST, Open, Taps, type_deal
from tests.flows.looking import STEADY, look_at
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, Table
from tests.rubbers.test_settling import agree

CARDS = ("2C", "3C", "TC", "JC")


def draw(table: Table, *, by_hand: bool) -> None:
    cards = {person.pk: card for person, card in zip(table.people, CARDS, strict=True)}
    record_draw(
        sitting=table.sitting, cards=cards, by_hand=by_hand, afresh=True,
        key=new_key(), actor=table.actor,
    )  # fmt: skip


@pytest.mark.django_db
def test_what_was_done_last_at_this_club_stands_first() -> None:
    table = Table("auction", CROWN)
    assert last_taken(table.club) == Next.DRAW
    table.play(FOUR_SPADES, FOUR_SPADES)
    agree(table)
    draw(table, by_hand=True)
    assert last_taken(table.club) == Next.CUT
    shown, seldom = ways_next(table.club, most=4, seated=True, same=True)
    assert (shown, seldom) == ([Next.CUT, Next.SAME, Next.GAME, Next.PEOPLE], [Next.DRAW])
    table.seat()
    assert [table.standing.numbers.of(rubber) for rubber in (1, 2)] == [2, 3]
    table.play(*(FOUR_SPADES,) * 2)
    agree(table, part=2)
    assert numbers_tonight([table.part])[table.part.pk].agreed == {1: 2}
    table.play(*(FOUR_SPADES,) * 2)
    agree(table, rubber=2, part=2)
    assert last_taken(table.club) == Next.SAME
    draw(table, by_hand=False)
    assert last_taken(table.club) == Next.DRAW


@pytest.mark.django_db
def test_at_most_four_keys_and_what_waits_takes_the_place_of_one() -> None:
    table = Table("auction", CROWN)
    for most in (2, 3, 4):
        shown, seldom = ways_next(table.club, most=most, seated=True, same=True)
        assert len(shown) == most and {*shown, *seldom} == {*Next}
    assert ways_next(table.club, most=3, seated=False, same=True)[0] == [Next.PEOPLE, Next.GAME]


@pytest.mark.django_db
def test_the_rubber_says_in_a_line_who_won_and_how_it_came_about() -> None:
    table = Table("auction", CROWN)
    table.play(FOUR_SPADES, FOUR_SPADES | {"tricks": 11})
    host = client_of(make_user(table.club, HOST, Role.DIRECTOR))
    page = host.get(reverse("rubber", args=[table.sitting.pk, 1, 1])).content.decode()
    text = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
    margin = table.standing.sheet.rubbers[0].margin or 0
    assert f"Rubber 1 · Ann & Bob +{margin}" in text
    tens = table.standing.stakes.rounded(margin) // 10
    assert f"{margin} − 0 = {margin} {tens} tens at 5s a hundred are" in text
    assert page.count("Made up and agreed</button>") == 1 and "Something is wrong" in text


@pytest.mark.parametrize(
    ("stakes", "points", "payers", "said"),
    [
        (Stakes("5s", LSD, 100, "ten"), 220, 2, "22 tens at 5s a hundred are 11s each."),
        (Stakes("5s", LSD, 100, "ten"), 10, 1, "1 ten at 5s a hundred is 6d."),
        (Stakes("5s", LSD, 100, "hundred"), 200, 2, "2 hundreds at 5s a hundred are 10s each."),
        (Stakes("1d", LSD), 224, 1, "224 points at 1d a point are 18s 8d."),
    ],
)
def test_points_become_money_in_a_sentence(
    stakes: Stakes, points: int, payers: int, said: str
) -> None:
    amount = speak_amount(round_coins(stakes.rate * points), LSD)
    assert cost_in_words(stakes, points, amount, payers=payers) == said


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_from_record_to_the_next_first_deal_is_four_taps(open_page: Open) -> None:
    table = Table("auction", CROWN)
    table.play(FOUR_SPADES)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page(f"/table/{table.sitting.pk}/", login=HOST, **STEADY)
    type_deal(page, "4S Ann =")
    page.get_by_label("Type the deal").press("Enter")
    expect(page.get_by_role("heading", name="Rubber 1 · Ann & Bob")).to_be_visible()
    assert look_at(page) == []
    taps = Taps(page)
    taps.tap(page.get_by_role("button", name="Made up and agreed"))
    expect(page.get_by_role("button", name="End the table")).to_be_visible()
    assert page.locator("#next ~ .keys .key").count() <= 4
    assert look_at(page) == []
    page.goto(page.url)
    taps.tap(page.get_by_role("button", name="Draw for partners"))
    seats = page.get_by_role("link", name="Agree and take seats")
    first = page.get_by_role("button", name=re.compile("first deal", re.IGNORECASE))
    expect(seats.or_(first).first).to_be_visible()
    if seats.count():
        taps.tap(seats)
    taps.tap(first.first)
    expect(page.locator("#entry")).to_be_visible()
    assert taps.count <= 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("blind-trick-double-dummy", True),
        ("blind-trick-double-dummy-with-joker", True),
        ("double-dummy", False),
    ],
)
def test_where_the_book_advises_it_the_two_are_told_to_change_seats(
    game: str, changes: bool
) -> None:
    """Auction Bridge Variations 1923, p. 163."""
    table = Table(game, CROWN)
    client = client_of(make_user(table.club, HOST, Role.DIRECTOR))
    page = reverse("what-next", args=[table.sitting.pk])
    said = "Change seats for the next rubber"
    deal = {"bid": "4S", "declarer": "A", "tricks": 10}
    table.play(deal | ({"joker": "A"} if "joker" in game else {}))
    assert said not in client.get(page).content.decode()
    table.play(deal | ({"joker": "B"} if "joker" in game else {}))
    agree(table)
    assert (said in client.get(page).content.decode()) is changes
