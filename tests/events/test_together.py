"""Two at the same moment: results of two sides, the same tap twice, two directors."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.deals.hands import made_boards
from clubscore.events.board_state import BoardStage
from clubscore.events.boards import SeenBoards as BoardsSeen
from clubscore.events.boards import set_boards
from clubscore.events.directing import start_round
from clubscore.events.imported import FileSource, bring_in_event, tell_again
from clubscore.events.models import BoardRevision, Event, PlanChange, ResultRevision, Telling
from clubscore.events.movement_changes import (
    Possible,
    Running,
    SeenMovement,
    change_movement,
    if_rounds,
)
from clubscore.ranking import read_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.ranking.rooms import event as event_facts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Together = Callable[..., list[Any]]


def test_two_sides_who_say_the_same_at_one_moment_agree(together: Together) -> None:
    evening = Evening(6)
    answers = together(
        lambda: evening.tell(1, 1, FOUR_SPADES), lambda: evening.tell(1, 1, FOUR_SPADES, "ew")
    )
    assert not [each for each in answers if isinstance(each, Exception)]
    assert evening.standing(1, 1).state is BoardStage.IN


def test_two_sides_who_differ_at_one_moment_are_both_kept(together: Together) -> None:
    evening = Evening(6)
    together(lambda: evening.tell(1, 1, FOUR_SPADES), lambda: evening.tell(1, 1, ONE_DOWN, "ew"))
    assert evening.standing(1, 1).state is BoardStage.DISPUTED


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
    assert [type(each) for each in answers if each is not None] == [Refused]


def test_one_file_brought_in_twice_at_one_moment_is_one_event(together: Together) -> None:
    evening = Evening(2, kind="")
    told = read_event(event_facts([420, 450], name="Leeds"))

    def bring() -> Event:
        return bring_in_event(
            club=evening.club, told=told, source=FileSource("a.json"), actor=evening.actor
        )

    first, second = together(bring, bring)
    assert first == second
    assert Event.objects.filter(told=True).count() == 1


def test_two_files_that_put_one_event_right_at_one_moment(together: Together) -> None:
    evening = Evening(2, kind="")
    source = FileSource("a.json", seen=1)
    event = bring_in_event(
        club=evening.club, told=read_event(event_facts([420])), source=source, actor=evening.actor
    )

    def correct(score: int) -> None:
        told = read_event(event_facts([score]))
        tell_again(event=event, told=told, source=source, actor=evening.actor)

    answers = together(lambda: correct(430), lambda: correct(450))
    assert [type(each) for each in answers if each is not None] == [Refused]
    assert Telling.objects.filter(event=event).count() == 2


def test_two_directors_change_one_movement_at_one_moment(together: Together) -> None:
    evening = Evening(10)
    running = Running(evening.room, evening.section)
    shorter, longer = if_rounds(running, 3)[0], if_rounds(running, 4)[0]

    def change(chosen: Possible) -> None:
        change_movement(section=evening.section, chosen=chosen, seen=SeenMovement(0, 1),
                        key=new_key(),
                        actor=evening.actor)  # fmt: skip

    answers = together(lambda: change(shorter), lambda: change(longer))
    assert [type(each) for each in answers if each is not None] == [Refused]
    assert PlanChange.objects.get().plan["rounds"] == evening.room.rounds


def test_two_directors_lay_cards_into_a_board_at_one_moment(together: Together) -> None:
    evening = Evening(6)

    def deal() -> int:
        return set_boards(
            event=evening.event,
            boards=made_boards([1]),
            source=BoardRevision.Source.MADE,
            seen=BoardsSeen(0, new_key()),
            actor=evening.actor,
        )

    answers = together(deal, deal)
    assert BoardRevision.objects.count() == 1
    assert [type(each) for each in answers if each != 1] == [Refused]
