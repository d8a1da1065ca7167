"""An evening of duplicate on paper: what each sheet says, and who may print it."""

import pytest
from django.test import Client

from clubscore.club.models import Role
from clubscore.papers.event_papers import papers_of_events
from tests.events.evenings import ONE_DOWN, Evening
from tests.house import client_of, make_user

pytestmark = [pytest.mark.django_db]


def printed(client: Client, evening: Evening, kind: str) -> str:
    """Return the plain-text twin of a sheet."""
    answer = client.get(f"/event/{evening.event.pk}/{kind}.txt")
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.fixture
def evening() -> Evening:
    """Six pairs, one round played, the second begun."""
    evening = Evening(6)
    evening.play()
    evening.next_round()
    evening.play(ONE_DOWN)
    return evening


@pytest.fixture
def director(evening: Evening) -> Client:
    """The club's director."""
    return client_of(make_user(evening.club, "host", Role.DIRECTOR))


@pytest.mark.parametrize("kind", [each.key for each in papers_of_events() if not each.only])
def test_every_paper_is_a_pdf(evening: Evening, director: Client, kind: str) -> None:
    answer = director.get(f"/event/{evening.event.pk}/{kind}.pdf")
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF-")
    assert "tuesday-pairs" in answer["Content-Disposition"]


def test_slips_are_those_of_the_rounds_that_are_left(evening: Evening, director: Client) -> None:
    text = printed(director, evening, "slips")
    assert "Table 1, round 1" not in text
    assert "Table 1, round 2" in text
    assert "Table 3, round 3" in text
    assert "Pair 1 North-South: Left1 & Right1\nPair 6 East-West: Left6 & Right6\n" in text


def test_a_blank_traveller_has_a_line_for_each_table_that_plays_the_board(
    evening: Evening, director: Client
) -> None:
    text = printed(director, evening, "travellers")
    first = text.split("Board 2\n")[0]
    assert "North deals, none vulnerable" in first
    assert first.count(" North-South, Pair ") == 3


def test_a_filled_card_tells_each_board_from_its_own_side(
    evening: Evening, director: Client
) -> None:
    text = printed(director, evening, "cards")
    own = text.split("Pair 1: Left1 & Right1\n")[1].split("\nPair ")[0]
    assert (
        "Board 1, North-South\n  North deals, none vulnerable\n  Against: Left4 & Right4\n"
        "  4 spades by South, made\n  Score: plus 420\n"
    ) in own
    theirs = text.split("Pair 4: Left4 & Right4\n")[1].split("\nPair ")[0]
    assert "  4 spades by South, made\n  Score: minus 420\n" in theirs


def test_results_are_not_printed_for_players_while_the_ranking_is_hidden(evening: Evening) -> None:
    player = client_of(make_user(evening.club, "ann", Role.PLAYER, evening.people[0]))
    for paper in papers_of_events():
        if paper.is_of(evening.event):
            answer = player.get(f"/event/{evening.event.pk}/{paper.key}.pdf")
            assert answer.status_code == (403 if paper.tells_results else 200), paper.key


def test_a_paper_that_is_not_there_is_not_found(evening: Evening, director: Client) -> None:
    assert director.get(f"/event/{evening.event.pk}/poem.pdf").status_code == 404


@pytest.mark.parametrize("ending", ["pdf", "txt"])
def test_an_event_of_pairs_has_no_score_sheets_of_matches(
    evening: Evening, director: Client, ending: str
) -> None:
    assert director.get(f"/event/{evening.event.pk}/matches.{ending}").status_code == 404


def test_contracts_are_said_in_words(evening: Evening, director: Client) -> None:
    text = printed(director, evening, "results")
    assert "  4 spades by South, down 1\n  Plus 50 to East-West\n  Pair 3: 0 points\n" in text


def test_the_recap_has_everybodys_points_board_by_board(evening: Evening, director: Client) -> None:
    text = printed(director, evening, "recap")
    assert text.count("North-South\n") == text.count("East-West\n") == 1
    first = text.split("Pair 1: Left1 & Right1\n")[1].split("\n\n")[0]
    assert first.splitlines() == [
        "Place 1 of 3, shared",
        "50.00 percent",
        *(f"  Board {board}: {won} points" for board, won in ((1, 2), (2, 2), (3, 0), (4, 0))),
    ]
