"""Stories of matches: counted again from the event's file, each kind seen, wrong ones too."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.club.database import forget_what_was_read
from clubscore.events.rankings import Lists
from clubscore.extras.gazette.night import EventNight, Story
from clubscore.extras.gazette.stories import matches_of, stories_of_matches
from clubscore.ranking import read_event
from tests.gazette.nights import a_file, a_file_of_teams, a_room
from tests.gazette.recount import BY_KIND_OF_TEAMS, is_true, of_all_matches

pytestmark = pytest.mark.django_db
SEEDS = 40


@pytest.fixture
def room() -> Any:
    return a_room()


def night_of(file: dict[str, Any], room: Any) -> EventNight:
    forget_what_was_read()
    return EventNight(room.event, Lists(room, told=read_event(file)), {})


def stories_of(file: dict[str, Any], room: Any) -> list[Story]:
    return list(stories_of_matches(night_of(file, room)))


def test_both_kinds_are_told_and_true(room: Any) -> None:
    told: Counter[str] = Counter()
    for seed in range(SEEDS):
        file = a_file_of_teams(seed, teams=4 if seed % 2 else 6)
        for story in stories_of(file, room):
            assert is_true(file, story.key, story.claim), story.text
            assert story.text.endswith(".") and "%(" not in story.text
            told[story.key.split("-")[2]] += 1
    assert set(told) == set(BY_KIND_OF_TEAMS) and min(told.values()) > SEEDS / 4, told


@given(seed=st.integers(SEEDS, 10**9), teams=st.sampled_from((3, 4, 6)), boards=st.integers(2, 8))
@examples(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_story_of_matches_is_ever_wrong(seed: int, teams: int, boards: int, room: Any) -> None:
    # How often there is a story at all, the test above counts.
    file = a_file_of_teams(seed, teams, boards)
    for story in stories_of(file, room):
        assert is_true(file, story.key, story.claim), story.text


def test_the_matches_are_those_of_the_file(room: Any) -> None:
    counted = 0
    for seed in range(10):
        file = a_file_of_teams(seed)
        found = {
            (match.one, match.other): {each.board: each.imps for each in match.boards}
            for match in matches_of(night_of(file, room))
        }
        assert found == of_all_matches(file)
        counted += sum(len(each) for each in found.values())
    assert counted == 10 * 6 * 6


def test_a_match_without_one_result_is_no_match(room: Any) -> None:
    file = a_file_of_teams(1)
    gone = file["results"].pop()
    found = {(match.one, match.other) for match in matches_of(night_of(file, room))}
    assert tuple(sorted((gone["ns"], gone["ew"]))) not in found and len(found) == 5


def test_a_draw_is_told_as_one(room: Any) -> None:
    file = a_file_of_teams(2)
    for each in file["results"]:
        if {each["ns"], each["ew"]} == {"1", "2"}:
            for key in ("contract", "declarer", "tricks"):
                each.pop(key, None)
            each["passed_out"] = True
    texts = [story.text for story in stories_of(file, room)]
    assert "Team1 and Team2 drew, the closest match of the event." in texts


def test_pairs_have_no_matches_and_other_scorings_none(room: Any) -> None:
    assert stories_of(a_file(3), room) == []
    board_a_match = a_file_of_teams(3) | {"scoring": "board-a-match"}
    assert stories_of(board_a_match, room) == []


def test_a_wrong_claim_is_seen(room: Any) -> None:
    wrong = 0
    for seed in range(10):
        file = a_file_of_teams(seed)
        for story in stories_of(file, room):
            size = "margin" if "margin" in story.claim else "imps"
            claim = dict(story.claim)
            claim[size] = int(str(claim[size])) + 1
            assert not is_true(file, story.key, claim)
            turned = {**story.claim, "winner": story.claim["loser"], "loser": story.claim["winner"]}
            assert not is_true(file, story.key, turned) or story.claim[size] == 0
            wrong += 1
    assert wrong >= 10
