"""Two at the same moment: results of two sides, the same tap twice, two directors."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.club.keys import new_key
from clubscore.duplicate.models import ResultRevision
from clubscore.duplicate.refusing import Refusal
from clubscore.duplicate.running import start_round
from clubscore.duplicate.standing import State
from tests.duplicate.evenings import FOUR_SPADES, ONE_DOWN, Evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Together = Callable[..., list[Any]]


def test_two_sides_who_say_the_same_at_one_moment_agree(together: Together) -> None:
    evening = Evening(6)
    answers = together(
        lambda: evening.tell(1, 1, FOUR_SPADES), lambda: evening.tell(1, 1, FOUR_SPADES, "ew")
    )
    assert not [each for each in answers if isinstance(each, Exception)]
    assert evening.standing(1, 1).state is State.IN


def test_two_sides_who_differ_at_one_moment_are_both_kept(together: Together) -> None:
    evening = Evening(6)
    together(lambda: evening.tell(1, 1, FOUR_SPADES), lambda: evening.tell(1, 1, ONE_DOWN, "ew"))
    assert evening.standing(1, 1).state is State.DISPUTED


def test_one_tap_that_arrives_twice_at_one_moment_counts_once(together: Together) -> None:
    evening = Evening(6)
    together(*[lambda: evening.tell(1, 1, FOUR_SPADES, key="one-tap")] * 3)
    assert ResultRevision.objects.count() == 1


def test_two_directors_start_one_round(together: Together) -> None:
    evening = Evening(6)
    evening.play()

    def start() -> None:
        start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=1)

    answers = together(start, start)
    assert evening.event.round == 2
    assert [type(each) for each in answers if each is not None] == [Refusal]
