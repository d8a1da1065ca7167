"""Two who wait at two tables and change places at one moment: neither waits for the other."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.rubbers.line_up_changes import join
from clubscore.rubbers.models import Candidate, Sitting
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key
from tests.rubbers.tables import Table, people_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TIMES = 12


def second_table(first: Table) -> Sitting:
    """Return another table at play in the same club."""
    people = people_of(first.club, "Gina", "Hal", "Ida", "Jack")
    agreement = Agreement("auction", {}, None)
    sitting = open_sitting(
        club=first.club,
        table=None,
        people=people,
        agreement=agreement,
        key=new_key(),
        actor=first.actor,
    )
    line_up = LineUp(seats=dict(zip("NESW", people, strict=True)), dealer="N", accounts={})
    take_seats(
        sitting=sitting, line_up=line_up, agreement=agreement, key=new_key(), actor=first.actor
    )
    return sitting


def test_two_change_tables_at_one_moment(together: Callable[..., list[Any]]) -> None:
    table = Table()
    tables = [table.sitting, second_table(table)]
    eve, fred = people_of(table.club, "Eve", "Fred")
    places = {eve: 0, fred: 1}
    for person, place in places.items():
        join(sitting=tables[place], person=person, key=new_key(), actor=table.actor)
    for _time in range(TIMES):
        places = {person: 1 - place for person, place in places.items()}
        answers = together(
            *[
                lambda person=person, place=place: join(
                    sitting=tables[place], person=person, key=new_key(), actor=table.actor
                )
                for person, place in places.items()
            ]
        )
        assert answers == [None, None]
        for person, place in places.items():
            here = Candidate.objects.get(person=person, left_at=None)
            assert here.sitting_id == tables[place].pk
