"""A way of scoring says everything of itself: one file, one line in the list."""

from pathlib import Path

import pytest

from clubscore.ranking import every_option, every_scoring
from clubscore.ranking.options import OF_EVERY_EVENT

ROOM = Path(__file__).resolve().parents[2] / "clubscore"
LIST = "ranking/scorings/__init__.py"


def files_that_name(word: str) -> set[str]:
    return {
        str(file.relative_to(ROOM))
        for file in ROOM.rglob("*.py")
        if "migrations" not in file.parts and word.lower() in file.read_text().lower()
    }


@pytest.mark.parametrize(
    ("word", "file"),
    [
        ("butler", "butler"),
        ('"cross-imps"', "cross_imps"),
        ("IMP;Cross", "cross_imps"),
        ("BUTLER_PAIRS", "butler"),
        ("neuberg", "matchpoints"),
        ('"par_ranking"', "against_par"),
        ("SWISS_TEAMS", "victory_points"),
        ("wbf-20", "victory_points"),
    ],
)
def test_what_is_of_one_scoring_stands_in_its_file(word: str, file: str) -> None:
    assert files_that_name(word) - {LIST} == {f"ranking/scorings/{file}.py"}


def test_every_option_has_a_place_of_its_own_and_a_word_for_each_value() -> None:
    options = every_option()
    assert len({option.place for option in options}) == len(options)
    assert {option for option in options} >= set(OF_EVERY_EVENT)
    assert all(
        option.label and option.words(value) for option in options for value in option.choices
    )


def test_every_scoring_has_words_and_tries_what_can_be_chosen() -> None:
    for scoring in every_scoring():
        assert scoring.name and scoring.about and scoring.units
        assert len(scoring.key) <= 20  # as a table of the database keeps it
        for option, values in scoring.tried:
            assert set(values) <= set(option.choices)
            assert values[0] == option.usual
