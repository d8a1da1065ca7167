"""A deal at double dummy given up: what the solver says of it, and what it refuses."""

from html import unescape

import pytest
from django.test import Client

from clubscore.deals.card_play import CardPlay
from clubscore.deals.double_dummy import Ending, hands_left, solve, solver
from clubscore.deals.hands import read_deal
from clubscore.home import judged_deals as adjudicated
from clubscore.laws.cards import COMPASS
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


def endings() -> list[tuple[CardPlay, Ending]]:
    """Where the best play of a deal stands after so many tricks."""
    play = CardPlay(read_deal(TEXT), "NT", "E")
    with solver() as asked:
        line = asked.best_line(play)
    found = []
    for tricks in (1, 4, 9, 12):
        after = CardPlay(play.deal, "NT", "E", line[: 4 * tricks])
        held = [after.held(seat) for seat in COMPASS]
        hands = {
            seat: (hand["S"], hand["H"], hand["D"], hand["C"])
            for seat, hand in zip(COMPASS, held, strict=True)
        }
        found.append((after, Ending(hands_left(hands), "NT", after.turn)))
    return found


def asked_of(play: CardPlay, ending: Ending) -> dict[str, str]:
    """What is typed on the page where play stands so."""
    hands = {seat.lower(): ".".join(hand) for seat, hand in zip(COMPASS, ending.hands, strict=True)}
    taken = str(play.taken[play.side])
    return {**hands, "in": "NT", "by": "E", "lead": ending.leader, "taken": taken}


def test_a_deal_given_up_in_the_middle_comes_to_what_its_best_play_comes_to() -> None:
    for play, ending in endings():
        page = page_of(**asked_of(play, ending))
        assert "East takes 10 tricks" in page, ending
        assert "Every contract up to 4 in" in page
    # The same cards with a trick less taken, or the other side's, come to another end.
    play, ending = endings()[1]
    asked = asked_of(play, ending)
    fewer = {**asked, "taken": str(int(asked["taken"]) - 1)}
    assert "East takes 9 tricks" in page_of(**fewer)
    assert "North takes" in page_of(**{**asked, "by": "N", "taken": "0"})


def test_what_lacks_or_cannot_be_in_the_middle_is_refused_at_its_field() -> None:
    play, ending = endings()[1]
    asked = asked_of(play, ending)
    page = page_of(422, **{**asked, "lead": "", "taken": ""})
    assert 'href="#ask-lead"' in page and 'href="#taken"' in page and "There are 2 problems" in page
    assert "4 tricks played so far" in page_of(422, **{**asked, "taken": "5"})
    fewer = page_of(422, **{**asked, "e": "A..."})
    assert "East has 1 of 9 cards" in fewer and 'href="#hand-e"' in fewer
    assert "cards that West still holds" in page_of(422, **{**asked, "w": ""})
    assert "Entered twice" in page_of(422, **{**asked, "w": asked["e"]})


def test_a_solver_that_is_busy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    play, ending = endings()[2]
    monkeypatch.setattr(adjudicated, "best_of_start", lambda _play: None)
    monkeypatch.setattr(adjudicated, "solved_ending", lambda _ending, _side: None)
    assert "The solver is busy" in page_of(422, **HANDS)
    assert "The solver is busy" in page_of(422, **asked_of(play, ending))


def test_other_games_have_no_such_page() -> None:
    assert Client().get("/games/auction/how/adjudicate/").status_code == 404
