"""Packages: signed by a club, verified by another; what was altered or is of another set is not."""

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

import clubscore
from clubscore.extras.world.package import read_package, sign
from clubscore.laws.errors import RuleError
from clubscore.ranking.event import EventFile, fingerprint, read_event

SETS = Path(clubscore.__file__).parent / "events/sets"
KEY, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([n] * 32)) for n in (1, 2))
DAY = dt.date(2026, 11, 26)
RESULTS: list[Any] = [
    {"board": 1, "contract": "3NT", "declarer": "E", "tricks": 10},
    {"board": 2, "contract": "6HX", "declarer": "N", "tricks": 12},
    {"board": 3, "passed_out": True},
]


def read_set(name: str) -> EventFile:
    return read_event(json.loads((SETS / f"{name}.json").read_text()))


TODAY = read_set("duplicate")


def packed(**more: Any) -> Any:
    names = (("Ann", "Bob"), ("Carl", "Dora"))
    told = {"played": DAY, "key": KEY, "club": "Portland", "names": names} | more
    return json.loads(json.dumps(sign(TODAY, told.pop("results", RESULTS), **told)))


def test_a_package_is_read_as_it_was_signed() -> None:
    found = read_package(packed(), TODAY)
    assert [(one.board, one.score) for one in found.results] == [(1, -430), (2, 1660), (3, 0)]
    assert (found.played, found.club) == (DAY, "Portland")
    assert found.names == (("Ann", "Bob"), ("Carl", "Dora"))
    assert found.fingerprint == fingerprint(TODAY)
    again = read_package(packed(), TODAY)
    assert again.digest == found.digest
    assert read_package(packed(club="Leeds"), TODAY).digest != found.digest


def test_names_need_not_be_sent() -> None:
    told = packed(names=((), ()), club="")
    assert "names" not in told and "club" not in told
    assert read_package(told, TODAY).names == ((), ())


ALTERED: list[Callable[[Any], Any]] = [
    lambda told: told["results"][0].update(tricks=9),
    lambda told: told["results"].pop(),
    lambda told: told.update(club="Leeds"),
    lambda told: told.update(played="2026-11-27"),
    lambda told: told["names"]["NS"].reverse(),
    lambda told: told.update(key=packed(key=OTHER)["key"]),
    lambda told: told.update(signature=packed(key=OTHER)["signature"]),
    lambda told: told.update(set=fingerprint(read_set("auction-1917"))),
    lambda told: told.pop("club"),
]


@pytest.mark.parametrize("alter", ALTERED)
def test_what_was_altered_is_refused(alter: Callable[[Any], Any]) -> None:
    told = packed()
    alter(told)
    with pytest.raises(RuleError) as caught:
        read_package(told, TODAY)
    assert (caught.value.code, caught.value.where) == ("altered", "signature")


@given(st.data())
def test_no_byte_of_a_package_can_be_changed(data: st.DataObject) -> None:
    text = json.dumps(packed())
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters(codec="ascii")) + text[at + 1 :]
    try:
        told = json.loads(changed)
    except ValueError:
        return
    if told == json.loads(text):
        return
    with pytest.raises(RuleError):
        read_package(told, TODAY)


def test_a_package_of_another_set_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        read_package(packed(), read_set("auction-1917"))
    assert (caught.value.code, caught.value.where) == ("not-this-set", "set")


WRONG: list[tuple[Any, str]] = [
    ([{"board": 99, "passed_out": True}], "results[0].board"),
    ([{"board": 1, "passed_out": True}] * 2, "results[1].board"),
    ([{"board": 1, "contract": "8S", "declarer": "N", "tricks": 9}], "results[0].contract"),
    ([{"board": 1, "contract": "3S", "declarer": "N", "tricks": 14}], "results[0].tricks"),
    ([{"board": 1, "score": 5000}], "results[0]"),
    ([{"board": 1, "adjusted": {"ns": "100", "ew": "0"}}], "results[0]"),
    ([{"board": 1, "not_played": True}], "results[0]"),
    ([{"board": 1, "ns": "ns", "passed_out": True}], "results[0]"),
]


@pytest.mark.parametrize(("results", "where"), WRONG)
def test_a_result_that_a_table_cannot_have_is_not_signed(results: Any, where: str) -> None:
    with pytest.raises(RuleError) as caught:
        packed(results=results)
    assert caught.value.where == where


@pytest.mark.parametrize("field", ["format", "set", "played", "results", "key", "signature"])
@pytest.mark.parametrize("value", [None, 1, "", [], {}, "x" * 10_000])
def test_any_value_anywhere_is_refused_in_words(field: str, value: Any) -> None:
    with pytest.raises(RuleError) as caught:
        read_package(packed() | {field: value}, TODAY)
    assert str(caught.value).endswith((".", ")"))


def test_what_is_nested_too_deep_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RuleError, match="nested too deep"):
        read_package(packed() | {"club": deep}, TODAY)
