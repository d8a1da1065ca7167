"""A deal at double dummy given up: what the solver says of it, and what it refuses."""

from html import unescape

import pytest
from django.test import Client

from clubscore.deals.double_dummy import solve
from clubscore.deals.hands import read_deal
from clubscore.room.views.live_hands import adjudicated
from tests.deals.packs import TEXT

pytestmark = pytest.mark.django_db
ADDRESS = "/games/double-dummy/how/adjudicate/"
HANDS = dict(zip("nesw", TEXT.removeprefix("N:").split(), strict=True))


def page_of(status: int = 200, **asked: str) -> str:
    answer = Client().get(ADDRESS, asked)
    assert answer.status_code == status, asked
    return " ".join(unescape(answer.content.decode()).split())


def test_a_deal_given_up_is_judged() -> None:
    table = solve([read_deal(TEXT)])[0]
    for denomination, declarer in (("NT", "E"), ("S", "N"), ("D", "W"), ("H", "S")):
        page = page_of(**HANDS, **{"in": denomination, "by": declarer})
        tricks = table[denomination][declarer]
        assert f"takes {tricks} trick" in page
        assert ("No contract in this denomination" in page) == (tricks <= 6)
        assert tricks <= 6 or f"Every contract up to {tricks - 6} in" in page
    three = {seat: cards for seat, cards in HANDS.items() if seat != "w"}
    assert "takes 10 tricks" in page_of(**three, **{"in": "NT", "by": "E"})


def test_what_is_no_deal_is_refused_at_its_hand() -> None:
    assert "verdict" not in page_of()
    short = page_of(422, **{**HANDS, "e": "AT4.9.AQJ94.JT9"})
    assert "East has 12 cards and needs 13" in short and 'href="#hand-e"' in short
    assert "verdict" not in short and HANDS["n"] in short
    assert "at least three hands" in page_of(422, n=HANDS["n"])
    assert "takes" in page_of(**HANDS, **{"in": "XX", "by": "Q"})


def test_a_solver_that_is_busy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudicated, "best_of_start", lambda _play: None)
    assert "The solver is busy" in page_of(422, **HANDS)


def test_other_games_have_no_such_page() -> None:
    assert Client().get("/games/auction/how/adjudicate/").status_code == 404
