"""Records are what frozen dataclasses are, in all that is used of them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import replace as replace_in_dataclass
from functools import cached_property
from typing import Any, ClassVar

import pytest

from clubscore.laws.record import ComparedRecord, Record, replace


class Card(ComparedRecord):
    rank: str
    suit: str
    worth: int = 0
    said: Mapping[str, str] = {}
    pack: ClassVar[int] = 52

    @cached_property
    def name(self) -> str:
        return self.rank + self.suit


class Trump(Card):
    order: int = 1


class Suit(ComparedRecord):
    key: str


class Pack(Record):
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class AsBefore:
    rank: str
    suit: str
    worth: int = 0


ace = Card("A", "S")


def test_fields_are_given_in_order_or_by_name() -> None:
    same = Card(suit="S", rank="A")
    assert (same.rank, same.suit, same.worth, same.said) == ("A", "S", 0, {})
    assert Card("A", "S", worth=4)._asdict() == {"rank": "A", "suit": "S", "worth": 4, "said": {}}
    assert Card._fields == ("rank", "suit", "worth", "said")
    assert Card.pack == ace.pack == 52


def test_a_subclass_has_fields_of_its_own_beside_those_of_its_class() -> None:
    trump = Trump("A", "S", order=2)
    assert Trump._fields == (*Card._fields, "order")
    assert (trump.rank, trump.worth, trump.order, trump.name) == ("A", 0, 2, "AS")
    assert Card._fields == ("rank", "suit", "worth", "said")


def test_annotations_may_be_texts_or_not() -> None:
    spaces: list[dict[str, Any]] = [
        {"__annotations__": {"one": "int", "all": "ClassVar[int]"}},
        {"__annotations__": {"one": int, "all": ClassVar[int]}},
    ]
    for space in spaces:
        made: Any = type("Made", (Record,), {**space, "all": 3})
        assert made._fields == ("one",)
        assert (made(1).one, made(1).all) == (1, 3)


WRONG: dict[str, Callable[[Any], object]] = {
    "wanting": lambda kind: kind("A"),
    "unknown": lambda kind: kind("A", "S", colour="black"),
    "unknown instead of one": lambda kind: kind("A", colour="black"),
    "twice": lambda kind: kind("A", "S", rank="K"),
    "too many": lambda kind: kind("A", "S", 1, {}, 5, 6),
}


@pytest.mark.parametrize("make", WRONG.values(), ids=WRONG.keys())
def test_fields_that_are_wrong_are_refused(make: Callable[[Any], object]) -> None:
    for kind in (Card, AsBefore):
        with pytest.raises(TypeError):
            make(kind)


def test_nothing_changes() -> None:
    made: Any = Card("A", "S")
    for change in (
        lambda: setattr(made, "rank", "K"),
        lambda: setattr(made, "colour", "black"),
        lambda: delattr(made, "rank"),
    ):
        with pytest.raises(AttributeError, match="never changes"):
            change()
    assert made == ace


def test_compared_records_are_equal_by_class_and_fields() -> None:
    assert ace == Card("A", "S") != Card("A", "S", 4)
    assert ace != Trump("A", "S")
    assert ace != ("A", "S", 0, {})
    assert ace.name == "AS"  # kept, and no part of what it is
    assert ace == Card("A", "S")
    assert len({Suit("S"), Suit("S"), Suit("H")}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(ace)


def test_other_records_are_equal_to_themselves_alone() -> None:
    pack = Pack((ace,))
    assert pack == pack  # noqa: PLR0124
    assert pack != Pack((ace,))
    assert len({pack, Pack(), Pack()}) == 3


def test_one_with_other_values_is_made_of_it() -> None:
    assert replace(ace, rank="K", worth=3) == Card("K", "S", 3)
    assert type(replace(Trump("A", "S", order=4), suit="H")) is Trump
    assert replace(Trump("A", "S", order=4), suit="H").order == 4
    ace.name  # noqa: B018 - what is kept of the one is not the other's
    assert replace(ace, suit="H").name == "AH"
    with pytest.raises(TypeError):
        replace(ace, colour="black")
    with pytest.raises(TypeError):
        replace_in_dataclass(ace, rank="K")


def test_it_says_what_it_is_as_a_dataclass_does() -> None:
    assert repr(AsBefore("A", "S")) == "AsBefore(rank='A', suit='S', worth=0)"
    assert repr(Trump("A", "S")) == "Trump(rank='A', suit='S', worth=0, said={}, order=1)"


def test_it_can_be_copied_and_sent() -> None:
    for again in (copy.copy(ace), copy.deepcopy(ace), pickle.loads(pickle.dumps(ace))):  # noqa: S301
        assert again == ace
        assert again.name == "AS"
