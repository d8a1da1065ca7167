"""Tasks of a par contest, and what is odd about a set of par boards."""

from typing import Any

import pytest

from clubscore.deals.par import BestPlay
from clubscore.files.event_file import answer_event, read_event_aloud
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from clubscore.ranking.board import read_boards
from clubscore.ranking.par import look_over, read_task_lines, task_line
from clubscore.ranking.tasks import read_tasks

TASKS = [
    {"side": "NS", "kind": "bidding", "points": 4, "contracts": ["4S"]},
    {"side": "NS", "kind": "play", "points": 6, "least_tricks": 10},
    {"side": "EW", "kind": "lead", "points": 3, "leads": ["DK", "DQ"]},
    {"side": "EW", "kind": "defence", "points": 5, "most_tricks": 9},
    {"side": "EW", "kind": "defence", "points": 2, "what": "West unblocks the king"},
]


def event(*results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "clubscore-event/1",
        "game": "duplicate",
        "scoring": "par",
        "winners": 2,
        "options": {"par_ranking": "tasks"},
        "contestants": [
            {"number": str(number), "direction": "NS" if number % 2 else "EW"}
            for number in range(1, 5)
        ],
        "boards": [
            {
                "number": 1,
                "par": {"contract": "4S", "declarer": "S", "score": 420},
                "tasks": TASKS,
                "commentary": "Draw trumps in two rounds.",
            }
        ],
        "results": [
            {"board": 1, "ns": str(2 * at + 1), "ew": str(2 * at + 2), **each}
            for at, each in enumerate(results)
        ],
        **more,
    }


def points(answer: dict[str, Any]) -> dict[str, str]:
    return {
        row["contestant"]: f"{row['score']}/{row['possible']}"
        for ranking in answer["rankings"]
        for row in ranking["rows"]
    }


MADE = {"contract": "4S", "declarer": "S", "tricks": 10, "lead": "C2"}
DOWN = {"contract": "4SX", "declarer": "S", "tricks": 9, "lead": "DK", "ticked": [5]}


def test_each_side_gets_the_points_of_what_it_did() -> None:
    answer = answer_event(event(MADE, DOWN))
    assert points(answer) == {"1": "10/10", "3": "4/10", "4": "10/10", "2": "0/10"}
    assert [row["percent"] for row in answer["rankings"][0]["rows"]] == ["100", "40"]
    assert answer["rankings"][0]["rows"][0]["tasks"] == "10"


def test_after_the_wrong_auction_the_directed_contract_is_played_for_the_other_points() -> None:
    directed = MADE | {"reached": "3NT"}
    assert points(answer_event(event(directed)))["1"] == "6/10"


def test_what_belongs_to_the_other_side_is_not_won_by_playing_oneself() -> None:
    """East declares: N-S neither bid nor make anything, E-W defeat nobody."""
    east = {"contract": "5C", "declarer": "E", "tricks": 8, "lead": "DK"}
    assert points(answer_event(event(east))) == {
        "1": "0/10", "2": "3/10", "3": "0/0", "4": "0/0",
    }  # fmt: skip


def test_an_award_is_a_part_of_what_the_side_could_win() -> None:
    answer = answer_event(event({"adjusted": {"ns": "60", "ew": "40"}}, {"not_played": True}))
    assert points(answer) == {"1": "6/10", "2": "4/10", "3": "0/0", "4": "0/0"}


def test_tasks_are_a_column_beside_losses_and_stand_in_the_text() -> None:
    losses = event(MADE, DOWN, options={"par_ranking": "losses"})
    row = answer_event(losses)["rankings"][0]["rows"][0]
    assert (row["contestant"], row["score"], row["tasks"]) == ("1", "0", "10")
    assert "tasks" in read_event_aloud(losses)


def test_tasks_ticks_and_commentary_are_written_as_they_were_read() -> None:
    told = event(MADE | {"reached": "3NT"}, DOWN)
    assert read_event(told).facts() == told


@pytest.mark.parametrize(
    ("task", "where"),
    [
        ({"side": "N"}, "tasks[0].side"),
        ({"kind": "luck"}, "tasks[0].kind"),
        ({"points": 0}, "tasks[0].points"),
        ({"leads": ["K"]}, "tasks[0].leads[0]"),
        ({"least_tricks": 14}, "tasks[0].least_tricks"),
        ({"least_tricks": 9, "most_tricks": 9}, "tasks[0].most_tricks"),
    ],
)
def test_a_task_that_cannot_be_is_refused(task: dict[str, Any], where: str) -> None:
    whole = {"side": "NS", "kind": "play", "points": 1} | task
    with pytest.raises(RuleError) as refused:
        read_boards([{"number": 1, "tasks": [whole]}])
    assert refused.value.where == f"boards[0].{where}"


@pytest.mark.parametrize("ticked", [[1], [6], ["5"], 5])
def test_only_what_the_director_judges_is_ticked(ticked: Any) -> None:
    with pytest.raises(RuleError, match="ticked"):
        read_event(event(MADE | {"ticked": ticked}))


def set_of(*pars: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"number": at, "par": par} for at, par in enumerate(pars, 1)]


def test_a_set_in_which_everybody_declares_once_has_nothing_odd() -> None:
    boards = read_boards(
        set_of(*({"score": 140 * (1 if seat in "NS" else -1), "declarer": seat} for seat in "NESW"))
    )
    found = look_over(boards.values(), {1: BestPlay(140, ())})
    assert found.findings == ()
    assert (found.sum_of_pars, found.pars) == (560, {"NS": 280, "EW": 280})


def test_what_is_odd_about_a_set_is_said() -> None:
    boards = read_boards(
        [
            *set_of({"score": 140, "declarer": "N"}, {"score": 90}),
            {"number": 3, "tasks": TASKS[:1]},
            {"number": 4, "par": {"score": 50, "declarer": "N", "note": "single dummy par"}},
        ]
    )
    found = look_over(boards.values(), {1: BestPlay(170, ()), 4: BestPlay(100, ())})
    said = "\n".join(map(str, found.findings))
    assert "Board 1: the par given is 140, but double dummy it is 170" in said
    assert "Board 2: enter who declares at par" in said
    assert "Board without a par: 3." in said
    assert "Board 4" not in said
    assert "North 2, East 0" in said
    assert "North–South can win 4, East–West 0" in said


LINES = """NS bidding 4: 4S 3NT
ew LEAD 3: dk, d10
NS play 6: 10

EW defence 5: 9
EW defence 2: West unblocks the king"""


def test_tasks_are_typed_a_line_each() -> None:
    facts = read_task_lines(LINES)
    assert facts == [
        {"side": "NS", "kind": "bidding", "points": 4, "contracts": ["4S", "3NT"]},
        {"side": "EW", "kind": "lead", "points": 3, "leads": ["DK", "DT"]},
        {"side": "NS", "kind": "play", "points": 6, "least_tricks": 10},
        {"side": "EW", "kind": "defence", "points": 5, "most_tricks": 9},
        {"side": "EW", "kind": "defence", "points": 2, "what": "West unblocks the king"},
    ]
    tasks = read_tasks(facts)
    assert read_task_lines("\n".join(map(task_line, tasks))) == facts


@pytest.mark.parametrize("line", ["4S is par", "NS luck 4: all", "NS play 0: 9", "NS play 3: 14"])
def test_a_line_that_is_no_task_is_named(line: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_task_lines(f"NS play 6: 10\n{line}")
    assert refused.value.where == "line 2"
