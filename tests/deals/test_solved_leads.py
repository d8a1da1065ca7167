"""What opening leads come to: as DDS says it card by card, and as the table of the deal has it."""

import pytest

from clubscore.deals.card_play import DENOMINATIONS, read_play
from clubscore.deals.double_dummy import Declared, gave, led, solve, solver
from clubscore.deals.double_dummy import read_of_solved_leads as read
from clubscore.deals.double_dummy import written_of_solved_leads as written
from clubscore.deals.hands import made_boards, read_deal
from clubscore.laws.cards import COMPASS

DEAL = read_deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")


def test_the_best_lead_comes_to_what_the_table_has() -> None:
    deals = [board.deal for board in made_boards(range(1, 4), is_sorted=False)]
    tables = solve(deals)
    asked = [
        Declared(deal, denomination, seat)
        for deal in deals
        for denomination in DENOMINATIONS
        for seat in COMPASS
    ]
    count = 0
    for declared, outcome in led(asked):
        table = tables[deals.index(declared.deal)]
        assert min(outcome.values()) == table[declared.denomination][declared.declarer]
        assert set(outcome) == set(declared.leads) and len(outcome) == 13
        count += 1
    assert count == len(asked) == 3 * 5 * 4


def test_each_lead_comes_to_what_the_next_card_says() -> None:
    """After the lead it is dummy's turn: its best card keeps what the lead came to."""
    declared = Declared(DEAL, "NT", "N")
    ((_same, outcome),) = led([declared])
    with solver() as asked:
        for card in declared.leads[::3]:
            after = asked.outcome(read_play(DEAL, "NT", "N", (card,)))
            assert max(after.values()) == outcome[card], card


def test_what_a_lead_gave_is_counted_from_the_best() -> None:
    outcome = {"SA": 9, "S2": 8, "H3": 10}
    assert [gave(outcome, card) for card in ("SA", "S2", "H3", "D4")] == [1, 0, 2, None]


def test_it_is_kept_as_thirteen_letters_in_the_order_of_the_leads() -> None:
    declared = Declared(DEAL, "NT", "N")
    ((_same, outcome),) = led([declared])
    text = written(declared, outcome)
    assert len(text) == 13 and read(declared, text) == outcome
    assert text[0] == f"{outcome[declared.leads[0]]:x}"
    assert declared.leads[:3] == ("S8", "S7", "S3")


@pytest.mark.parametrize("text", ["", "7" * 12, "7" * 14, "z" * 13, "7777777777 77"])
def test_what_is_none_is_not_read(text: str) -> None:
    assert read(Declared(DEAL, "NT", "N"), text) is None
