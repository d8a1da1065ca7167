"""The parts of a game are for many games: what one or two do otherwise stands in their files."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable
from typing import Any, get_type_hints

from clubscore.laws.game import Game
from clubscore.laws.record import Record
from clubscore.laws.tariff import Settling, TwoSides
from tests.laws.layered import EVERY

FEWEST = 3
PARTS = {
    name: kind
    for name, kind in get_type_hints(Game).items()
    if inspect.isclass(kind) and kind.__module__.startswith("clubscore.laws.")
}


def usual(kind: type[Record], name: str, values: list[Any]) -> Any:
    """What a field is where nobody sets it; of one that all set, what the most of them say."""
    if name in kind._field_defaults:
        return kind._field_defaults[name]
    return next(one for one in values if values.count(one) == max(map(values.count, values)))


def set_away(kind: type[Record], instances: Iterable[Any]) -> dict[str, int]:
    """How many of these set each field of their kind away from the usual."""
    instances, found = list(instances), {}
    for name in kind._fields:
        values = [getattr(one, name) for one in instances]
        as_ever = usual(kind, name, values)
        found[f"{kind.__name__}.{name}"] = sum(value != as_ever for value in values)
    return found


def thin(counted: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counted.items() if count < FEWEST}


def test_three_games_set_every_field_their_own_way() -> None:
    counted = set_away(Game, EVERY)
    for name, kind in PARTS.items():
        if issubclass(kind, Record):
            counted |= set_away(kind, (getattr(game, name) for game in EVERY))
    assert len(counted) > 30
    assert thin(counted) == {}


def test_a_field_for_two_games_would_be_found() -> None:
    class Made(Record):
        lose_all: bool = False
        jokers: int = 0
        pack: str = "52"

    made = [Made(lose_all=number < 2, jokers=number % 3, pack="52") for number in range(9)]
    assert thin(set_away(Made, made)) == {"Made.lose_all": 2, "Made.pack": 0}


def overridable(kind: type) -> set[str]:
    """What a game may do its own way: methods, and what is said once for the class."""
    own = set(kind._fields) if issubclass(kind, Record) else set()
    return {name for name in vars(kind) if not name.startswith("_")} - own


def overridden(kind: type, instances: Iterable[Any]) -> Counter[str]:
    """How many of these bring each of those along from a class of their own."""
    return Counter(
        name
        for one in instances
        for name in overridable(kind)
        if inspect.getattr_static(type(one), name) is not vars(kind)[name]
    )


# What follows from the fields, for every game alike.
FOLLOWS = {
    "Bidding.bids", "Bidding.passes_out", "Bidding.denomination",
    "Counting.counts_revokes",
    "Play.tricks", "Play.least_tricks", "Questions.about",
}  # fmt: skip


def test_whatever_may_be_overridden_is_by_some_game() -> None:
    idle = {
        f"{kind.__name__}.{name}"
        for part, kind in PARTS.items()
        for name in overridable(kind)
        if not overridden(kind, (getattr(game, part) for game in EVERY))[name]
    }
    assert idle == FOLLOWS


def test_a_class_of_ones_own_is_found() -> None:
    class Alone(TwoSides):
        ledgers = ("made up",)

    assert overridden(Settling, [Alone(), TwoSides()]) == {"ledgers": 1, "pairs": 2}
