"""A deal: read from PBN in any manner, refused with the card that is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.hands import Hands, read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from tests.deals.packs import TEXT, any_deal


def test_a_deal_knows_its_hands() -> None:
    deal = read_deal(TEXT)
    assert deal.hand("S") == ("Q2", "A75", "T85", "Q8542")
    assert deal.pbn() == TEXT
    assert deal.pbn("W").startswith("W:K9876.KQT.K63.K6 J53")
    assert (deal.owner("SA"), deal.owner("C2")) == ("E", "S")
    assert len({deal, read_deal(deal.pbn("S"))}) == 1


def test_a_deal_is_read_as_people_write_it() -> None:
    loose = " s: q2.a75.1085.Q8542 67K89.KTQ.K63.k6   J53.J86432.72.A7  -"
    assert read_deal(loose) == read_deal(TEXT)


@given(any_deal, st.sampled_from(COMPASS))
def test_what_was_written_is_read_back(deal: Hands, first: str) -> None:
    assert read_deal(deal.pbn(first)) == deal


@pytest.mark.parametrize(
    ("text", "code", "where", "words"),
    [
        ("", "deal-form", "", "four hands"),
        ("J53.J86432.72.A7 - - -", "deal-form", "", "N:AK42"),
        ("X:J53.J86432.72.A7 - - -", "deal-form", "", "the first seat"),
        ("N:J53.J86432.72.A7 - - -", "card-missing", "E", "at least three hands"),
        (TEXT.replace("AT4.9", "AT49"), "hand-form", "E", "four suits"),
        (TEXT.replace("AT4", "AX4"), "hand-form", "E", "'X' is not a card"),
        (TEXT.replace("AT4", "A4"), "hand-size", "E", "East has 12 cards and needs 13. Missing"),
        (TEXT.replace("AT4", "AJ4"), "card-twice", "E", "♠J; missing: ♠10"),
        (TEXT.replace("AT4", "AAT4"), "card-twice", "E", "Entered twice: ♠A."),
        (TEXT.replace("AT4", "T4").replace("Q2.A75", "AQ2.A75"), "hand-size", "E", "12 cards"),
        ("N:J53.J86432.72.A7 AT4.9.AQJ94.JT93 Q2.A75.T85.Q854 -", "hand-size", "S", "needs 13"),
        (TEXT + " " * 200, "deal-form", "", "four hands"),
    ],
)  # fmt: skip
def test_a_deal_that_cannot_be_says_what_is_wrong(
    text: str, code: str, where: str, words: str
) -> None:
    with pytest.raises(RuleError) as caught:
        read_deal(text)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert words in str(caught.value)


def test_a_deal_cannot_be_made_wrong() -> None:
    north, east, south, west = read_deal(TEXT).hands
    with pytest.raises(RuleError):
        Hands((north, east, south, south))
    with pytest.raises(ValueError, match="ace down"):
        Hands((("35J", *north[1:]), east, south, west))
