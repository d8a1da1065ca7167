"""Sitting down, cutting, seats."""

from typing import Any

import pytest

from clubscore.club.access import Actor
from clubscore.club.entry import Refused
from clubscore.club.logins import found_club
from clubscore.club.payments import set_rate
from clubscore.laws.errors import RuleError
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.seating import (
    Agreement,
    LineUp,
    agreement_of,
    change_agreement,
    close_sitting,
    cut_of,
    draw_for,
    open_sitting,
    record_draw,
    reopen_sitting,
    take_seats,
)
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.stakes import read_stake
from tests.rubbers.tables import FOUR_SPADES, Table, people_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def draw(table: Table, cards: dict[int, str], afresh: bool = False) -> None:
    record_draw(
        sitting=table.sitting,
        cards=cards,
        by_hand=True,
        afresh=afresh,
        key=new_key(),
        actor=table.actor,
    )


def cards(table: Table, *drawn: str) -> dict[int, str]:
    return dict(zip([person.pk for person in table.people], drawn, strict=True))


def test_two_lowest_play_two_highest_and_the_ace_is_lowest() -> None:
    table = Table()
    draw(table, cards(table, "KD", "AS", "4C", "9H"))
    cut = cut_of(table.sitting, table.game)
    assert cut is not None
    names = {person.pk: person.name for person in table.people}
    assert [[names[who] for who in pair] for pair in cut.partners] == [
        ["Cecil", "Bob"],
        ["Dora", "Ann"],
    ]
    assert names[cut.dealer] == "Cecil"


def test_equal_cards_cut_again_and_only_they() -> None:
    table = Table()
    draw(table, cards(table, "4D", "4S", "AC", "9H"))
    cut = cut_of(table.sitting, table.game)
    ann, cecil = table.people[0].pk, table.people[1].pk
    assert cut is not None
    assert set(cut.again) == {ann, cecil}
    draw(table, {ann: "KD", cecil: "2D"})
    cut = cut_of(table.sitting, table.game)
    assert cut is not None
    assert cut.again == ()
    assert set(cut.partners[0]) == {table.people[2].pk, cecil}


def test_the_same_card_twice_is_refused() -> None:
    table = Table()
    with pytest.raises(RuleError):
        draw(table, cards(table, "4D", "4D", "AC", "9H"))


def test_the_program_draws_one_card_each_from_one_pack() -> None:
    table = Table()
    drawn = draw_for(table.sitting, table.game)
    assert set(drawn) == {person.pk for person in table.people}
    assert len(set(drawn.values())) == 4


def test_nobody_sits_in_two_seats_and_no_seat_is_empty() -> None:
    table = Table()
    ann, cecil, bob, _dora = table.people
    twice = {"N": ann, "E": cecil, "S": bob, "W": ann}
    for seats, where in ((twice, "seat-N"), ({"N": ann, "E": cecil, "S": bob}, "seat-W")):
        with pytest.raises(RuleError) as refused:
            take_seats(
                sitting=table.sitting,
                line_up=LineUp(seats=seats, dealer="N", accounts={}),
                agreement=table.agreement,
                key=new_key(),
                actor=table.actor,
            )
        assert refused.value.where == where


def test_other_partners_only_after_the_rubber() -> None:
    table = Table()
    table.record(FOUR_SPADES)
    with pytest.raises(Refused):
        table.seat()


def test_another_game_is_agreed_and_kept() -> None:
    table = Table()
    change_agreement(
        sitting=table.sitting,
        agreement=Agreement("pirate", {}, None),
        key=new_key(),
        actor=table.actor,
    )
    assert agreement_of(table.sitting).game == "pirate"


def sit(table: Table, people: list, at: CardTable | None, key: str = "") -> Sitting:
    return open_sitting(
        club=table.club,
        table=at,
        people=people,
        agreement=Agreement("auction", {}, None),
        key=key or new_key(),
        actor=Actor(),
    )


def test_a_table_with_people_is_not_free() -> None:
    table = Table()
    others = people_of(table.club, "Eve", "Fred", "Gina", "Hal")
    with pytest.raises(Refused):
        sit(table, others, table.sitting.table)
    assert Sitting.objects.count() == 1


def test_nobody_sits_at_two_tables() -> None:
    table = Table()
    others = people_of(table.club, "Eve", "Fred", "Gina")
    with pytest.raises(RuleError) as refused:
        sit(table, [table.people[0], *others], None)
    assert refused.value.where == "who"
    assert "Ann" in str(refused.value)


def test_the_same_opening_twice_is_one_table() -> None:
    table = Table()
    others = people_of(table.club, "Eve", "Fred", "Gina", "Hal")
    assert sit(table, others, None, "once").pk == sit(table, others, None, "once").pk
    assert Sitting.objects.count() == 2


def test_nobody_sits_at_two_tables_by_opening_one_again() -> None:
    table = Table()
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    open_sitting(
        club=table.club,
        table=None,
        people=table.people,
        agreement=table.agreement,
        key=new_key(),
        actor=table.actor,
    )
    with pytest.raises(Refused, match="is sitting at Table 2 now"):
        reopen_sitting(sitting=table.sitting, reason="", key=new_key(), actor=table.actor)


@pytest.mark.parametrize(
    ("words", "currency"), [("5/-", "LSD"), ("a crown", "LSD"), ("0.50 a hundred", "GBP")]
)
def test_a_stake_is_understood_in_shillings_and_in_decimals(words: str, currency: str) -> None:
    stakes = read_stake(found_club(name="Portland", author="a test"), words, "exact")
    assert stakes is not None
    assert stakes.currency.code == currency


def test_a_bare_decimal_is_of_the_money_in_which_old_coin_is_paid() -> None:
    club = found_club(name="Portland", author="a test")
    shilling: dict[str, Any] = {"club": club, "currency": "LSD", "coins": 48, "author": "a test"}
    set_rate(**shilling, into="EUR", into_coins=100)
    stakes = read_stake(club, "2.50 a hundred", "exact")
    assert stakes is not None and stakes.currency.code == "EUR"
    set_rate(**shilling, into="USD", into_coins=120)
    with pytest.raises(RuleError, match="Which money is"):
        read_stake(club, "2.50 a hundred", "exact")
