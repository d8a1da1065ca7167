"""JSON from strangers: what is read, what is refused, and that nothing stops what follows."""

import pytest

from clubscore.files.json_text import read_values
from clubscore.laws.errors import RuleError


def values(text: str) -> list[object]:
    return [
        each.where if isinstance(each, RuleError) else each  # where says enough here
        for each in read_values(text)
    ]


def test_one_value_over_many_lines() -> None:
    assert values('{\n "a": [\n  1,\n  2\n ]\n}\n') == [{"a": [1, 2]}]


def test_one_object_a_line_and_empty_lines_between() -> None:
    assert values('{"a": 1}\n\n{"a": 2}\r\n{"a": 3}') == [{"a": 1}, {"a": 2}, {"a": 3}]


def test_a_broken_line_stops_nothing() -> None:
    assert values('{"a": 1}\n{"a": \nnonsense\n{"a": 4}') == [
        {"a": 1},
        "line 2",
        "line 3",
        {"a": 4},
    ]
    assert values('{"a": \n{"b": 2}') == ["line 1", {"b": 2}]
    assert values('{"a": \n{"b": ') == ["line 1", "line 2"]


def test_a_broken_value_names_its_line() -> None:
    assert values('{\n "a": 1,\n "b": }\n') == ["line 3"]
    assert values('{\n  "deals": [\n    {"a": 1}\n    {"a": 2}\n  ]\n}') == ["line 4"]
    assert values("nonsense") == ["line 1"]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t\r\n"])
def test_nothing_is_no_sitting(text: str) -> None:
    assert values(text) == ["line 1"]


@pytest.mark.parametrize("text", ["[]", '[{"a": 1}]', "5", '"a"', "null", "true", "NaN"])
def test_a_value_that_is_no_object(text: str) -> None:
    assert values(text) == ["line 1"]
    assert values('{"a": 1}\n' + text) == [{"a": 1}, "line 2"]


def test_a_key_that_stands_twice_is_found_wherever_it_is() -> None:
    assert values('{"a": 1, "a": 1}') == ["a"]
    assert values('{"deals": [{}, {"bid": "1C", "bid": "2C"}]}') == ["deals[1].bid"]
    assert values('{"deals": [{"honours": {"N": 1, "N": 2}}]}') == ["deals[0].honours.N"]
    assert values('{"deals": [[{"x": {"y": 1, "z": 2, "y": 3}}]]}') == ["deals[0][0].x.y"]
    assert values('{"a": 1, "a": 2}\n{"b": 1}') == ["a", {"b": 1}]


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"deals":[', "[[["])
def test_nesting_without_end(opening: str) -> None:
    (error,) = read_values(opening * 100_000)
    assert isinstance(error, RuleError)
    assert error.where == "line 1"
    deep = '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"
    (error,) = read_values(deep)
    assert isinstance(error, RuleError)
    assert error.code == "too-deep"
    assert values('{"a": 1}\n' + deep + '\n{"a": 2}') == [{"a": 1}, "line 2", {"a": 2}]


def test_numbers_beyond_measure_are_no_whole_numbers() -> None:
    (value,) = read_values('{"tricks": ' + "9" * 5000 + "}")
    assert value == {"tricks": float("inf")}
    (value,) = read_values('{"tricks": 1e999, "x": -Infinity}')
    assert value == {"tricks": float("inf"), "x": float("-inf")}
    lines = list(read_values('{"tricks": 7}\n{"tricks": ' + "9" * 5000 + "}"))
    assert lines[0] == {"tricks": 7}
