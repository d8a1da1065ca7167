"""Which rubber can be broken off: one that is being played, once."""

from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.rubbers.models import Deal, DealRevision, Happening, Part
from clubscore.rubbers.seating import break_off
from tests.house import House


def break_at(house: House, **asked: Any) -> None:
    sent = {"part": 1, "reason": "late", "key": "one tap"} | asked
    break_off(sitting=house.sitting, actor=Actor(level=Level.SCORER, club=house.club), **sent)


def is_broken_off(house: House) -> bool:
    return Part.objects.get(pk=house.part.pk).broken_off


def test_a_rubber_that_is_closed_is_not_broken_off_again(house: House) -> None:
    Part.objects.filter(pk=house.part.pk).update(closed_at=clock.now())
    with pytest.raises(Refused, match="There is no rubber to break off"):
        break_at(house)
    assert not is_broken_off(house)
    assert not Happening.objects.filter(kind=Happening.Kind.BROKEN_OFF).exists()


def test_one_that_there_is_not_or_that_has_no_deal_yet_is_refused(house: House) -> None:
    with pytest.raises(Refused, match="There is no rubber to break off"):
        break_at(house, part=2)
    # Both games of the house's rubber are won: the next has no deal.
    with pytest.raises(Refused, match="No deal of this rubber has been recorded"):
        break_at(house)
    assert not is_broken_off(house)


def test_one_that_is_played_is_broken_off_once_however_often_it_is_sent(house: House) -> None:
    DealRevision.objects.create(
        club=house.club,
        deal=Deal.objects.create(club=house.club, part=house.part, position=3),
        number=1,
        kind=DealRevision.Kind.RECORDED,
        dealer="S",
        facts={"bid": "1S", "declarer": "N", "tricks": 7},
        author="a test",
        key="third",
    )
    for _twice in range(2):
        break_at(house)
    assert is_broken_off(house)
    (noted,) = Happening.objects.filter(kind=Happening.Kind.BROKEN_OFF)
    assert (noted.part, noted.reason) == (house.part, "late")
