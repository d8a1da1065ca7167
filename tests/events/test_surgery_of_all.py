"""Surgery where individuals, teams or a Swiss play: offers, results that follow, taken back."""

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.draw import proposed
from clubscore.events.matches import matches_of
from clubscore.events.models import Entry, PlanChange
from clubscore.events.movement_changes import (
    Possible,
    SeenMovement,
    change_movement,
    if_late,
    if_leaves,
    if_played,
    if_rounds,
)
from clubscore.events.rankings import Lists
from clubscore.events.scoring import draws_of, ranked_of
from clubscore.events.swiss_changes import (
    Swiss,
    if_late_at_swiss,
    if_leaves_swiss,
    if_played_in_swiss,
    if_rounds_of_swiss,
)
from clubscore.laws.errors import RuleError
from clubscore.movements import MovementRow, check
from clubscore.papers.event_papers import papers_of_events
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of
from tests.events.test_running import newcomer
from tests.events.test_surgery import choose, plan_of, running, take_back
from tests.events.test_swiss import drawn, play, swiss

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def one_of(offers: list[Possible], value: str) -> Possible:
    return next(each for each in offers if each.value == value)


def late_team(evening: Evening, name: str = "Late") -> Entry:
    evening.enter_team(name, [newcomer(evening, f"{name}{n}") for n in range(4)])
    return evening.room.entries[-1]


def begun(count: int = 4, rounds: int = 3, form: str = "teams") -> Evening:
    """A Swiss whose first round is being played."""
    evening = swiss(count, rounds, form)
    drawn(evening)
    evening.next_round()
    return evening


def told(evening: Evening, table: int, facts: dict[str, object] = FOUR_SPADES) -> None:
    for board in evening.table(table).place.boards:
        for side in ("ns", "ew"):
            evening.tell(table, board, facts, side)


def papers_are_made(evening: Evening) -> None:
    """Every page and paper of an event that shows the movement, after it was changed."""
    director = director_of(evening)
    for rest in ("", "movement/", "wall/", "typing/", "matches/", "history/", "ranking/"):
        assert director.get(path(evening, rest)).status_code in (200, 409)
    for kind in (each.key for each in papers_of_events() if each.is_of(evening.event)):
        assert director.get(path(evening, f"{kind}.pdf")).content.startswith(b"%PDF-"), kind
    for number in range(1, plan_of(evening).tables + 1):
        assert director.get(path(evening, f"at/A{number}/")).status_code == 200


def test_a_player_leaves_another_comes_and_the_evening_goes_on() -> None:
    evening = Evening(8, kind="individual", winners=1, form="individuals")
    evening.play()
    choose(evening, one_of(if_leaves(running(evening), 3), "2-empty-place"))
    evening.next_round()
    assert len(evening.room.tables()) == 1
    papers_are_made(evening)
    evening.play()
    evening.enter(newcomer(evening, "Zoë"))
    entry = evening.room.entries[-1]
    choose(evening, one_of(if_late(running(evening), 1), "3-empty-place"), entry.pk)
    assert Entry.objects.get(pk=entry.pk).number == 9
    evening.next_round()
    evening.play()
    assert len(evening.room.tables()) == 2
    assert check(plan_of(evening).movement) == ()
    rows = {row.key: row.boards for row in Lists(evening.room).scratch[0].rows}
    assert (rows["3"], rows["9"]) == (2, 2)


def test_players_results_turn_and_move_with_what_they_really_played() -> None:
    evening = Evening(8, kind="individual", winners=1, form="individuals")
    sides = evening.table(1).place.sides
    told(evening, 1)
    choose(evening, one_of(if_played(running(evening), 1, 1, MovementRow.turned), "2-go-on"))
    assert evening.standing(1, 1).revisions[-1].sides == (sides[1], sides[0])
    take_back(evening)
    assert evening.standing(1, 1).revisions[-1].sides == sides
    boards = plan_of(evening).movement.boards_of_set(3)
    offers = if_played(running(evening), 1, 1, lambda row: row._replace(boards=boards))
    choose(evening, one_of(offers, "2-spare-boards"))
    assert [evening.standing(1, board).facts for board in boards] == [FOUR_SPADES] * 2
    assert evening.standing(1, 1).result is None
    assert len(plan_of(evening).boards) == 16
    choose(evening, if_rounds(running(evening), 5)[0])
    assert plan_of(evening).rounds == 5


def test_a_team_leaves_a_round_robin_and_another_takes_its_place() -> None:
    evening = Evening(4, kind="teams-round-robin", winners=1, form="teams")
    evening.play()
    choose(evening, one_of(if_leaves(running(evening), 4), "2-empty-place"))
    entry = late_team(evening)
    choose(evening, one_of(if_late(running(evening), 1), "2-empty-place"), entry.pk)
    for _round in (2, 3):
        evening.next_round()
        evening.play()
    assert check(plan_of(evening).movement) == ()
    matches = {(sheet.one, sheet.other): sheet.count for sheet in matches_of(Lists(evening.room))}
    assert set(matches) == {("1", "4"), ("2", "3"), ("1", "3"), ("2", "5"), ("1", "2"), ("3", "5")}
    assert {count[0] for count in matches.values()} == {2}


def test_a_late_team_makes_a_longer_round_robin() -> None:
    evening = Evening(4, kind="teams-round-robin", winners=1, form="teams")
    evening.play()
    entry = late_team(evening)
    chosen = next(each for each in if_late(running(evening), 1) if "joins" in each.value)
    choose(evening, chosen, entry.pk)
    assert plan_of(evening).rounds == 4
    for _round in (2, 3, 4):
        evening.next_round()
        evening.play()
    assert all(sheet.count == (2, 2) for sheet in matches_of(Lists(evening.room)))


def test_a_team_that_sat_the_wrong_way_has_no_result_until_the_other_table_turns_too() -> None:
    evening = Evening(4, kind="teams-round-robin", winners=1, form="teams")
    told(evening, 1)
    offers = if_played(running(evening), 1, 1, MovementRow.turned)
    choose(evening, one_of(offers, "2-go-on"))
    assert evening.standing(1, 1).result is None
    assert len(evening.room.tables()) == 3
    papers_are_made(evening)
    assert ranked_of(evening.room)
    take_back(evening)
    choose(evening, one_of(if_played(running(evening), 1, 1, MovementRow.turned), "2-likewise"))
    told(evening, 2, ONE_DOWN)
    sheet = matches_of(Lists(evening.room))[0]
    assert sheet.count == (2, 2)
    # Team 4 made its game North-South at table 1, and let team 1 go down at table 2.
    assert sheet.points == (0, 22)


def test_half_a_match_with_other_boards_counts_where_the_other_half_plays_them() -> None:
    evening = Evening(4, kind="teams-round-robin", winners=1, form="teams")
    told(evening, 1)
    boards = plan_of(evening).movement.boards_of_set(2)
    offers = if_played(running(evening), 1, 1, lambda row: row._replace(boards=boards))
    choose(evening, one_of(offers, "2-likewise"))
    told(evening, 2, ONE_DOWN)
    assert matches_of(Lists(evening.room))[0].count == (2, 2)
    assert check(plan_of(evening).movement) == ()


def test_a_swiss_draws_who_came_late_and_not_who_left() -> None:
    evening = begun(4, 3)
    play(evening)
    entry = late_team(evening)
    choose(evening, one_of(if_late_at_swiss(Swiss(running(evening)), 1), "2-joins"), entry.pk)
    pairing = proposed(evening.room, evening.section, odd="bye")
    assert {n for two in pairing.meetings for n in two} | {pairing.bye} == {1, 2, 3, 4, 5}
    choose(evening, one_of(if_leaves_swiss(Swiss(running(evening)), 2), "2-drawn-no-more"))
    meetings = drawn(evening)
    assert {n for two in meetings for n in two} == {1, 3, 4, 5}
    with pytest.raises(Refused, match="drawn since"):
        take_back(evening)
    evening.next_round()
    play(evening)
    with pytest.raises(RuleError, match="no longer plays"):
        if_leaves_swiss(Swiss(running(evening)), 2)
    assert "Late" in text_of(director_of(evening).get(path(evening, "ranking/")))


def test_who_leaves_in_a_round_of_a_swiss_leaves_the_bye_to_his_opponent() -> None:
    evening = begun(5, 3)
    draw = draws_of(evening.section.plan)[0]
    one, other = draw["meetings"][0]
    values = [each.value for each in if_leaves_swiss(Swiss(running(evening)), other)]
    assert values == ["1-now", "1-now-meets-bye", "2-drawn-no-more"]
    choose(evening, one_of(if_leaves_swiss(Swiss(running(evening)), other), "1-now"))
    scores = {row.key: str(row.score) for row in Lists(evening.room).scratch[0].rows}
    assert scores[str(one)] == scores[str(draw["bye"])] == "12"
    papers_are_made(evening)
    assert len(evening.room.tables()) == 2
    take_back(evening)
    at_once = one_of(if_leaves_swiss(Swiss(running(evening)), other), "1-now-meets-bye")
    choose(evening, at_once)
    assert {one, draw["bye"]} in [set(place.numbers) for place in plan_of(evening).of_round(1)]
    told(evening, 1)
    left = if_leaves_swiss(Swiss(running(evening)), one)
    assert [each.since for each in left] == [2]


def test_at_a_swiss_whoever_has_the_bye_meets_the_late_team_at_once() -> None:
    evening = begun(3, 2)
    bye = draws_of(evening.section.plan)[0]["bye"]
    entry = late_team(evening)
    choose(evening, one_of(if_late_at_swiss(Swiss(running(evening)), 1), "1-meets-bye"), entry.pk)
    assert {bye, 4} in [set(place.numbers) for place in plan_of(evening).of_round(1)]
    assert plan_of(evening).tables == 4
    evening.play()
    assert matches_of(Lists(evening.room))[1].count == (1, 1)


def test_a_swiss_has_rounds_more_or_fewer() -> None:
    evening = begun(4, 2)
    for rounds, boards in ((3, 3), (1, 1)):
        (chosen,) = if_rounds_of_swiss(Swiss(running(evening)), rounds)
        choose(evening, chosen)
        assert (plan_of(evening).rounds, len(plan_of(evening).boards)) == (rounds, boards)
    again = if_rounds_of_swiss(Swiss(running(evening)), 4)[0]
    assert any("meet twice" in effect for effect in again.effects)


@pytest.mark.parametrize("form", ["teams", "pairs"])
def test_boards_of_a_later_round_of_a_swiss_are_never_played_again(form: str) -> None:
    evening = begun(4, 3, form)
    told(evening, 1)
    offers = if_played_in_swiss(
        Swiss(running(evening)), 1, 1, lambda row: row._replace(boards=(3,))
    )
    assert any(
        "In round 3, anyone who has already played the boards" in text for text in offers[0].effects
    )
    choose(evening, offers[0])
    assert evening.standing(1, 3).facts == FOUR_SPADES
    with pytest.raises(RuleError, match="no room for another round"):
        if_rounds_of_swiss(Swiss(running(evening)), 4)
    for table in evening.room.tables():
        if table.missing:
            told(evening, table.number)
    for _round in (2, 3):
        drawn(evening)
        evening.next_round()
        play(evening)
    movement = plan_of(evening).movement
    assert [fault.code for fault in check(movement)] == []
    assert all(3 not in movement.boards_of(row) for row in movement.rows_of_round(3))


def test_a_draw_made_meanwhile_is_not_overwritten() -> None:
    evening = begun(4, 3)
    play(evening)
    chosen = if_leaves_swiss(Swiss(running(evening)), 4)[0]
    drawn(evening)
    with pytest.raises(Refused, match="Check again"):
        change_movement(
            section=evening.section, chosen=chosen, seen=SeenMovement(0, 1), key=new_key(),
            actor=evening.actor,
        )  # fmt: skip
    again = if_leaves_swiss(Swiss(running(evening)), 4)[0]
    assert any("is drawn again" in effect for effect in again.effects)


def test_where_nothing_can_be_offered_it_says_why_and_what_to_do() -> None:
    players = Evening(8, kind="individual", winners=1, form="individuals")
    players.enter(newcomer(players, "Zoë"))
    asked = {"what": "late", "entry": players.room.entries[-1].pk, "section": "A"}
    page = text_of(director_of(players).get(path(players, "change/offers/"), asked))
    assert "takes over a number: change Who plays" in page
    teams = Evening(5, kind="teams-round-robin", winners=1, form="teams", club=players.club,
                    people=tuple(players.people))  # fmt: skip
    teams.play()
    entry = late_team(teams)
    asked["entry"] = entry.pk
    page = text_of(director_of(teams).get(path(teams, "change/offers/"), asked))
    assert "With this many teams, the two halves of a match are in different rounds" in page
    assert "Or begin a new event with one team more." in page


@pytest.mark.parametrize("form", ["teams", "individuals"])
def test_by_plain_forms_with_the_words_of_whoever_plays(form: str) -> None:
    kind = "individual" if form == "individuals" else "teams-round-robin"
    evening = Evening(8, kind=kind, winners=1, form=form)
    director, one = director_of(evening), form.removesuffix("s")
    one = "player" if one == "individual" else one
    page = text_of(director.get(path(evening, "change/")))
    assert f"A late {one}" in page
    assert "other pairs" not in page
    asked = {"what": "leaves", "pair": "2", "section": "A"}
    page = text_of(director.get(path(evening, "change/offers/"), asked))
    assert f"{one.capitalize()} 2 leaves an empty place" in page
    other = {"what": "played", "round": "1", "table": "1", "how": "pairs", "section": "A"}
    answer = director.get(path(evening, "change/offers/"), other)
    assert answer.status_code == 422
    assert "correct the results at the tables instead" in text_of(answer)


def test_a_swiss_is_changed_by_plain_forms() -> None:
    evening = begun(4, 3)
    director = director_of(evening)
    for asked, says in (
        ({"what": "leaves", "pair": "2"}, "is no longer drawn"),
        ({"what": "rounds", "rounds": "5"}, "It goes on to round 5."),
        ({"what": "played", "round": "1", "table": "1", "how": "turned"}, "sat the wrong way"),
    ):
        page = text_of(director.get(path(evening, "change/offers/"), asked | {"section": "A"}))
        assert says in page
    form = {"what": "leaves", "pair": "2", "section": "A", "chosen": "1-now", "key": "k",
            "change": "0", "round_seen": "1", "save": "1"}  # fmt: skip
    assert director.post(path(evening, "change/offers/"), form).status_code == 302
    assert len(evening.room.tables()) == 2
    assert "Number 2 leaves at once" in text_of(director.get(path(evening, "history/")))
    back = {"taken": PlanChange.objects.get().pk, "key": "b", "change": "1", "round_seen": "1"}
    assert director.post(path(evening, "change/back/"), back).status_code == 302
    assert len(evening.room.tables()) == 4
