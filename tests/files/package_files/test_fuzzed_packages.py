"""Every byte and field of a package altered, as file and as text: refused in words, or the same."""

from __future__ import annotations

import copy
import datetime as dt
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clubscore.extras.world.package import (
    call_hour,
    digest_of,
    hour_text,
    read_hour,
    read_package,
    texts_of,
    whole_text,
)
from clubscore.extras.world.pools import packages_of_file, packages_of_text
from clubscore.laws.errors import RuleError
from clubscore.ranking.event import fingerprint
from tests.contests.test_code_texts import an_evening
from tests.contests.test_package import KEY, TODAY, packed, read_set

CLOSES = dt.datetime(2026, 11, 28, 22, tzinfo=dt.UTC)
ODD: tuple[Any, ...] = (None, True, 0, -1, 10**30, 1.5, "", "x", "\ud800", "é\x00", [], {}, [[]])


def outcome(content: bytes, right: str, played_set: Any = TODAY) -> str:
    """What becomes of a file: "refused", "the same", or "accepted", which none may be."""
    found = packages_of_file(content)
    told = set()
    for each in found:
        try:
            if isinstance(each, RuleError):
                raise each
            told.add("the same" if read_package(each, played_set).digest == right else "accepted")
        except RuleError as error:
            assert str(error)
            told.add("refused")
    return max(told, default="refused", key=["refused", "the same", "accepted"].index)


def altered_bytes(content: bytes, chance: random.Random) -> Iterator[bytes]:
    """Each byte as another, twice; left out; and with one before it."""
    for at, byte in enumerate(content):
        for other in (chance.randrange(256), byte ^ 1 << chance.randrange(8)):
            if other != byte:
                yield content[:at] + bytes([other]) + content[at + 1 :]
        yield content[:at] + content[at + 1 :]
        yield content[:at] + bytes([chance.randrange(256)]) + content[at:]


def altered_fields(told: Any) -> Iterator[Any]:
    """Each field at every depth as something odd, and left out."""
    for path in _paths(told, ()):
        for odd in ODD:
            yield _with(told, path, odd)
        yield _with(told, path, _GONE)


_GONE = object()


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, each in items:
        yield from _paths(each, (*path, key))


def _with(told: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(told)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    if value is _GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return changed


def test_every_byte_of_a_file_that_was_altered() -> None:
    told = packed()
    content = json.dumps(told).encode()
    chance = random.Random(1917)  # noqa: S311 - the same each time
    seen = Counter(outcome(each, digest_of(told)) for each in altered_bytes(content, chance))
    # Spaces between fields may come and go: what is signed has none.
    assert seen["accepted"] == 0 and seen["the same"] < 150
    assert sum(seen.values()) > 1900, seen


def test_every_byte_of_a_text_that_was_altered() -> None:
    """A blank at either end is no part of it; anything within is."""
    told = packed()
    chance = random.Random(1923)  # noqa: S311 - the same each time
    content = whole_text(told).encode()
    seen = Counter(outcome(each, digest_of(told)) for each in altered_bytes(content, chance))
    assert seen["accepted"] == 0 and seen["the same"] <= 2
    assert sum(seen.values()) > 950, seen


def test_every_byte_of_a_text_in_parts_that_was_altered() -> None:
    auction = read_set("auction-1917")
    told = an_evening(names=(("A" * 80,), ("B" * 80, "C" * 80)), club="D" * 80)
    parts = texts_of(told)
    assert len(parts) == 2
    chance = random.Random(1912)  # noqa: S311 - the same each time
    seen = Counter(
        outcome(each + b"\n" + parts[1].encode(), digest_of(told), auction)
        for each in altered_bytes(parts[0].encode(), chance)
    )
    assert seen["accepted"] == 0 and seen["the same"] <= 4
    assert sum(seen.values()) > 1500, seen


def test_every_field_that_was_altered_is_refused() -> None:
    told = packed(instead="0" * 64, closes=CLOSES)
    seen: Counter[str] = Counter()
    for changed in altered_fields(told):
        if changed != told:
            seen[outcome(json.dumps(changed).encode(), digest_of(told))] += 1
    assert (seen["accepted"], seen["the same"]) == (0, 0)
    assert seen["refused"] > 390, seen


@given(st.data())
def test_no_heap_of_altered_bytes_is_accepted_or_ends_in_a_traceback(data: st.DataObject) -> None:
    told = packed()
    content = data.draw(st.sampled_from([json.dumps(told).encode(), whole_text(told).encode()]))
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content)))
        until = data.draw(st.integers(at, min(len(content), at + 30)))
        content = content[:at] + data.draw(st.binary(max_size=30)) + content[until:]
    assert outcome(content, digest_of(told)) != "accepted"


def test_every_letter_and_field_of_an_hour_that_was_altered_is_refused() -> None:
    told = call_hour(fingerprint(TODAY), CLOSES, CLOSES - dt.timedelta(days=1), KEY, "Leeds")
    chance = random.Random(1916)  # noqa: S311 - the same each time
    seen: Counter[str] = Counter()
    for content in altered_bytes(hour_text(told).encode(), chance):
        seen[hour_outcome(content, told)] += 1
    for changed in altered_fields(told):
        if changed != told:
            seen[hour_outcome(json.dumps(changed).encode(), told)] += 1
    # A blank at either end is no part of the text.
    assert seen["accepted"] == 0 and seen["the same"] <= 4, seen
    assert seen["refused"] > 2000, seen
    assert hour_outcome(json.dumps(told).encode(), told) == "the same"
    other = call_hour(fingerprint(TODAY), CLOSES, CLOSES, KEY, "Leeds")
    assert hour_outcome(hour_text(other).encode(), told) == "accepted", "it would be seen"


def hour_outcome(content: bytes, right: Any) -> str:
    told = set()
    for each in packages_of_file(content):
        try:
            if isinstance(each, RuleError):
                raise each
            told.add("the same" if read_hour(each) == read_hour(right) else "accepted")
        except RuleError as error:
            assert str(error)
            told.add("refused")
    return max(told, default="refused", key=["refused", "the same", "accepted"].index)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    assert all(isinstance(each, RuleError | dict) for each in packages_of_text(text))


def test_one_that_was_signed_anew_by_another_is_accepted_as_theirs() -> None:
    """What the walks above take for accepted is seen."""
    told = packed(club="Leeds")
    assert outcome(json.dumps(told).encode(), digest_of(packed())) == "accepted"
    assert outcome(json.dumps(packed()).encode(), digest_of(packed())) == "the same"
