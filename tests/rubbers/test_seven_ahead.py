"""What a phone of the seven foresees for when the network is gone."""

import pytest
from django.urls import reverse

from clubscore.laws.cards import COMPASS
from clubscore.laws.seven import other
from clubscore.rubbers.offline import seat_of_crossing, ways_ahead
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from tests.house import phone_with
from tests.laws.tables import WORKED_EVENING
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.test_seven import TURNS

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def seven() -> SevenTables:
    return SevenTables({"amount": "5s", "currency": "LSD", "per": 100})


def ways(seven: SevenTables, table: int) -> list[str]:
    return ways_ahead(seven.seven, seven.sitting(table))


def test_each_declarer_sends_his_partner_over(seven: SevenTables) -> None:
    said = ways(seven, 1)
    assert len(said) == 4
    assert said[0] == "Ann declares: Bob is dummy, crosses to Fire table and sits West."
    assert ways(seven, 2) == [
        "A player coming back to their own rubber takes their old seat; otherwise they sit West."
    ]


def test_what_is_foreseen_comes_true(seven: SevenTables) -> None:
    """Through the worked evening: a seat that is told ahead is the seat that is taken."""
    told = 0
    for table, facts in zip(TURNS, WORKED_EVENING, strict=True):
        before = seven.state
        foreseen = {
            seat: seat_of_crossing(before, table, seat) for seat in COMPASS if before.deals(table)
        }
        seven.deal(table, facts)
        crossing = seven.state.crossing
        expected = foreseen.get(facts.get("declarer", ""))
        if expected and crossing is not None and crossing.start == table and crossing.seat:
            told += 1
            assert crossing.seat == expected
            assert len(ways(seven, other(table))) in (1, 4)
    assert told >= 3


def test_a_phone_takes_it_along(seven: SevenTables) -> None:
    sitting = seven.sitting(1)
    link = let_phones_in(sitting=sitting, key=new_key(), actor=seven.actor)
    shown = phone_with(link).get(reverse("ahead", args=[sitting.pk])).content.decode()
    assert "Ann declares: Bob is dummy" in shown
    assert "Record the deal played here. This" in shown
    # One form, for the deal that is played here; nobody knows who sits here after it.
    assert shown.count("data-dealer=") == 1 and 'data-dealers="N"' in shown
