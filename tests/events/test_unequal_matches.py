"""Teams that play different numbers of matches: by the mean, said before, on page and paper."""

from fractions import Fraction

import pytest

from clubscore.events.export import event_to_send
from clubscore.events.matches import matches_of
from clubscore.events.movement_changes import if_late, if_leaves
from clubscore.events.rankings import Lists
from clubscore.files.event_file import answer_event
from clubscore.ranking.scorings.victory_points import victory_points
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of
from tests.events.test_surgery import choose, running
from tests.events.test_surgery_of_all import begun, late_team, one_of, told
from tests.events.test_swiss import play as play_swiss
from tests.events.test_teams import play, teams

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
WON, WON_ALONE = victory_points(22, 2), victory_points(10, 1)


def play_by(evening: Evening, order: str) -> None:
    """Whoever stands earlier in `order` makes its game North-South, and lets the others fail."""
    for table in evening.room.tables():
        ns, ew = (order.index(str(number)) for number in (table.place.ns, table.place.ew))
        told(evening, table.number, FOUR_SPADES if ns < ew else ONE_DOWN)


def with_a_late_team(order: str) -> Evening:
    """Four teams and, from round 2 on, a fifth: team 4 plays four matches, all others three."""
    evening = teams()
    play_by(evening, order)
    entry = late_team(evening)
    choose(evening, one_of(if_late(running(evening), 1), "2-joins-4"), entry.pk)
    while evening.event.round < 4:
        evening.next_round()
        play_by(evening, order)
    return evening


def rows_of(evening: Evening) -> dict[str, tuple[str, Fraction]]:
    rows = Lists(evening.room).scratch[0].rows
    return {row.key: (row.place, Fraction(row.score)) for row in rows}


def scored(evening: Evening) -> dict[str, tuple[str, Fraction]]:
    """The same by the command: the event's file, read and ranked."""
    answer = answer_event(event_to_send(evening.event).facts())
    rows = answer["rankings"][0]["rows"]
    return {row["contestant"]: (row["place"], Fraction(row["score"])) for row in rows}


def won_by(evening: Evening) -> dict[str, list[Fraction]]:
    """The victory points of each team, match by match."""
    found: dict[str, list[Fraction]] = {}
    for sheet in matches_of(Lists(evening.room)):
        for team, points in zip((sheet.one, sheet.other), sheet.victory_points or (), strict=False):
            found.setdefault(team, []).append(Fraction(points))
    return found


def test_a_round_robin_with_a_late_team_is_ranked_by_the_mean_of_matches_played() -> None:
    evening = with_a_late_team("14235")
    won = won_by(evening)
    assert {team: len(points) for team, points in won.items()} == {
        "1": 3, "2": 3, "3": 3, "4": 4, "5": 3,
    }  # fmt: skip
    # Team 4 has three wins and a defeat, team 1 three wins: level by plain sum.
    assert sum(won["1"]) == sum(won["4"]) == 3 * WON
    entries = [row.entry for row in Lists(evening.room).ranked.rankings[0].rows]
    assert {each.contestant.number: each.score for each in entries} == {
        team: 4 * sum(points) / len(points) for team, points in won.items()
    }
    rows = rows_of(evening)
    assert (rows["1"], rows["4"]) == (("1", 4 * WON), ("2", 3 * WON))
    assert rows == scored(evening)


def test_the_offer_says_how_teams_are_ranked_then_and_names_nobody_twice() -> None:
    evening = teams()
    evening.play()
    late_team(evening)
    says = "Matches played by each team, in all: 3 to 4. Teams are ranked by their average."
    assert says in one_of(if_late(running(evening), 1), "2-joins-4").effects
    effects = one_of(if_leaves(running(evening), 4), "2-empty-place").effects
    assert (
        "Matches played by each team, in all: 1 to 3. Teams are ranked by their average." in effects
    )
    assert "Sitting out from round 2: 3 (2), 2 (3)." in effects
    whole = teams(2, "teams-head-to-head", club=evening.club, people=tuple(evening.people))
    assert not whole.room.plan(whole.section).matches_due - {1}


def test_matches_played_are_a_column_of_the_ranking_on_page_and_paper() -> None:
    evening = with_a_late_team("12345")
    director = director_of(evening)
    page = director.get(path(evening, "ranking/")).content.decode()
    assert page.partition("<thead>")[2].partition("</thead>")[0].count("matches") >= 1
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert rows.count("<tr") == 5
    text = director.get(path(evening, "ranking.txt")).content.decode()
    assert "matches" in text
    for says in (page, " ".join(text.split())):
        assert "average per match, scaled to the full number: 4" in says


def test_a_team_without_a_whole_match_stands_on_the_page_as_in_the_file() -> None:
    evening = teams()
    play(evening, 1)
    entry = late_team(evening)
    choose(evening, one_of(if_late(running(evening), 1), "2-joins-4"), entry.pk)
    assert rows_of(evening)["5"] == ("5", 0) == scored(evening)["5"]
    evening.next_round()
    table = next(each for each in evening.room.tables() if 5 in each.place.numbers)
    told(evening, table.number, ONE_DOWN)
    assert "5" not in won_by(evening)
    assert rows_of(evening) == scored(evening)


def test_who_has_only_a_bye_has_its_place_on_the_page_as_in_the_file() -> None:
    evening = begun(5, 3)
    play_swiss(evening)
    rows = rows_of(evening)
    assert rows == scored(evening)
    assert sorted(rows.values()) == [
        ("1=", WON_ALONE), ("1=", WON_ALONE), ("3", Fraction(12)),
        ("4=", 20 - WON_ALONE), ("4=", 20 - WON_ALONE),
    ]  # fmt: skip


def test_nobody_has_a_place_before_anybody_has_played() -> None:
    evening = teams()
    assert {place for place, _score in rows_of(evening).values()} == {""}
    assert "ranked by their average" not in text_of(
        director_of(evening).get(path(evening, "ranking/"))
    )
