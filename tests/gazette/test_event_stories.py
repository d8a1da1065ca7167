"""Stories of events: each is counted again from the event's file, and each kind is seen."""

import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club.database import forget_what_was_read
from clubscore.events.rankings import Lists
from clubscore.extras.gazette.night import EventNight, RoundStanding, Story
from clubscore.extras.gazette.stories import _lead, stories_of_boards, stories_of_ranking
from clubscore.ranking import read_event
from tests.gazette.nights import a_file, a_room
from tests.gazette.recount import BY_KIND, is_true

SEEDS = 60


def stories_of(file: dict[str, Any], room: Any) -> list[Story]:
    """The stories of an event file; what was read of another under the same key is forgotten."""
    forget_what_was_read()
    night = EventNight(room.event, Lists(room, told=read_event(file)), {})
    return [*stories_of_ranking(night), *stories_of_boards(night)]


@pytest.fixture
def room(db: None) -> Any:
    return a_room()


def wrong_of(file: dict[str, Any], stories: list[Story]) -> list[str]:
    """The stories that are not as the file has them."""
    return [story.text for story in stories if not is_true(file, story.key, story.claim)]


def test_every_kind_of_story_is_told_and_true(room: Any) -> None:
    told: Counter[str] = Counter()
    for seed in range(SEEDS):
        file = a_file(seed, tables=7 if seed % 2 else 5)
        stories = stories_of(file, room)
        assert wrong_of(file, stories) == []
        told.update(story.key.split("-")[2] for story in stories)
    assert set(told) == set(BY_KIND), told
    assert told["winner"] == 2 * SEEDS and sum(told.values()) > 4 * SEEDS


@given(seed=st.integers(0, 10**9), tables=st.sampled_from((3, 5, 7)), rounds=st.integers(1, 7))
@examples(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_story_is_ever_wrong(seed: int, tables: int, rounds: int, room: Any) -> None:
    file = a_file(seed, tables, min(rounds, tables))
    stories = stories_of(file, room)
    assert bool(stories) == (min(rounds, tables) > 1)
    assert wrong_of(file, stories) == []


def test_what_is_counted_again_finds_a_story_that_is_wrong(room: Any) -> None:
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        file = a_file(seed, tables=7)
        for story in stories_of(file, room):
            kind = story.key.split("-")[2]
            other = {"winner": "winners", "climb": "who", "hand": "most", "swing": "score",
                     "defence": "made", "alone": "score", "flat": "score"}[kind]  # fmt: skip
            value = story.claim[other]
            broken = value + 10 if isinstance(value, int) else ("0",) if kind == "winner" else "0"
            if kind == "climb":
                other, broken = "place", "1" if story.claim["place"] == "2" else "2"
            assert not is_true(file, story.key, {**story.claim, other: broken}), story.text
            found[kind] += 1
    assert set(found) == set(BY_KIND)


def test_a_story_says_its_facts_and_where_they_are_from(room: Any) -> None:
    for seed in range(10):
        for story in stories_of(a_file(seed), room):
            assert story.head and story.source.asked and story.source.path
            assert story.source.rows
            assert {len(row) for row in story.source.rows} == {len(story.source.heads)}
            for name in ("board", "score", "most", "least", "middle", "made"):
                value = story.claim.get(name)
                if value is not None:
                    assert re.search(rf"\b{str(value).lstrip('-')}\b", story.text), story
            assert "%(" not in story.text and "  " not in story.text


def test_names_that_are_hidden_are_in_no_story(room: Any) -> None:
    forget_what_was_read()
    lists = Lists(room, hides_names=True, told=read_event(a_file(7)))
    night = EventNight(room.event, lists, {})
    told = [*stories_of_ranking(night), *stories_of_boards(night)]
    assert len(told) > 3
    assert not [each for each in told if re.search("Ann|Bob", each.text + str(each.source.rows))]


def test_the_cards_say_whether_it_makes(room: Any) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        file = a_file(seed, tables=7)
        forget_what_was_read()
        for tricks in (6, 13):
            makes = {suit: dict.fromkeys("NESW", tricks) for suit in ("C", "D", "H", "S", "NT")}
            lists = Lists(room, told=read_event(file))
            night = EventNight(room.event, lists, {n: makes for n in range(1, 15)})
            for story in stories_of_boards(night):
                if story.key.split("-")[2] in ("defence", "alone"):
                    said = "it makes" if tricks == 13 else "it can be beaten"
                    assert f"With all cards in view {said}." in story.text
                    seen[said] += 1
    assert seen["it makes"] > 10 and seen["it can be beaten"] > 10


def test_an_event_without_rounds_says_nothing_of_the_lead(room: Any) -> None:
    file = a_file(3)
    for each in file["results"]:
        del each["round"]
    winners = [each for each in stories_of(file, room) if "winner" in each.key]
    assert len(winners) == 2
    assert all("lead" not in each.text and "led" not in each.text for each in winners)


@pytest.mark.parametrize("outcome", [{"score": 420}, {"adjusted": {"ns": "A+", "ew": "A-"}}])
def test_nobody_is_alone_on_a_board_of_which_a_table_is_not_known(
    room: Any, outcome: dict[str, Any]
) -> None:
    kinds = {"defence", "alone", "flat"}
    lost = 0
    for seed in range(SEEDS):
        file = a_file(seed, tables=7)
        told = [each for each in stories_of(file, room) if each.key.split("-")[2] in kinds]
        for story in told:
            board = story.claim["board"]
            at = next(n for n, each in enumerate(file["results"]) if each["board"] == board)
            kept = {name: file["results"][at][name] for name in ("board", "round", "ns", "ew")}
            changed = {**file, "results": [*file["results"]]}
            changed["results"][at] = kept | outcome
            again = [each for each in stories_of(changed, room) if each.key.split("-")[2] in kinds]
            assert board not in [each.claim["board"] for each in again], story.text
            lost += 1
    assert lost > 20


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (["1", "1", "1"], "They led after every round."),
        (["2", "1", "1"], "They took the lead in round 2 of 3 and kept it."),
        (["12", "1", "1"], "They took the lead in round 2 of 3 and kept it."),
        (["1", "2", "1"], "They took the lead in the last round, from Pair 2."),
        (["2", "23", "1"], "They took the lead in the last round, from Pair 2 and Pair 3."),
        (["2", "12", "1"],
         "They took the lead in the last round; before it they were level with Pair 2."),
        (["1", "123", "1"],
         "They took the lead in the last round; before it they were level with Pair 2 and Pair 3."),
        # Nobody had a place by then.
        (["1", "", "1"], ""),
        # Those who won are not alone in front.
        (["1", "1", "12"], ""),
        ([], ""),
    ],
)  # fmt: skip
def test_how_late_the_winner_took_the_lead_is_said(first: list[str], said: str) -> None:
    stood = [RoundStanding(at, (), tuple(those), "") for at, those in enumerate(first, start=1)]
    night: Any = SimpleNamespace(
        rounds={None: tuple(stood)} if stood else {}, names=lambda key: f"Pair {key}"
    )
    winner = SimpleNamespace(entry=SimpleNamespace(contestant=SimpleNamespace(number="1")))
    ranking: Any = SimpleNamespace(direction=None, rows=[winner])
    assert _lead(night, ranking) == said
