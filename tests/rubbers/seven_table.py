"""An evening of the seven to test with, played through the same services as a real one."""

from collections.abc import Mapping
from typing import Any

from clubscore.club.database import forget_what_was_read
from clubscore.club.logins import found_club
from clubscore.club.models import Person
from clubscore.laws.cards import COMPASS
from clubscore.laws.seven import SevenState
from clubscore.rubbers.models import SevenEvening, Sitting
from clubscore.rubbers.recording import (
    DealEntry,
    Recorded,
    agree_rubber,
    note_contract,
    record_deal,
    take_back_last,
)
from clubscore.rubbers.score import PartScore, standing_of
from clubscore.rubbers.seating import Agreement
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.seven import Seven, TwoTables, newest_part, open_seven, read_seven
from clubscore.rubbers.slip import slip_of
from tests.rubbers.tables import actor_of, people_of

SEVEN = ("Ann", "Bob", "Cecil", "Dan", "Eve", "Fred", "Gina")
HOME = {"seven_credit": "original", "seven_seat": "home"}


def standing_at(sitting: Sitting) -> PartScore:
    """How the newest rubber of a table stands."""
    part = newest_part(sitting)
    assert part is not None
    return standing_of(part)


class SevenTables:
    """Two tables at which seven people play."""

    def __init__(self, stakes: dict[str, Any] | None = None, **rules: str) -> None:
        forget_what_was_read()
        self.club = found_club(name="Portland", author="a test")
        self.actor = actor_of(self.club)
        self.people = people_of(self.club, *SEVEN)
        first = open_seven(
            club=self.club,
            people=self.people,
            tables=TwoTables(("Window table", "Fire table"), ("red", "blue"), HOME | rules),
            agreement=Agreement("auction", {}, stakes),
            draws=[],
            key=new_key(),
            actor=self.actor,
        )
        self.evening: SevenEvening = first.seven

    @property
    def seven(self) -> Seven:
        """The evening as it stands now."""
        return read_seven(SevenEvening.objects.get(pk=self.evening.pk))

    @property
    def state(self) -> SevenState[int]:
        """Where everybody is."""
        return self.seven.state

    def sitting(self, table: int) -> Sitting:
        """The sitting of a table as it is now."""
        return self.seven.sittings[table]

    def standing(self, table: int) -> PartScore:
        """How a table's newest rubber stands."""
        return standing_at(self.sitting(table))

    def seated(self, table: int) -> str:
        """Initials of who is written down for the next deal of a table, N E S W."""
        people = self.standing(table).people
        return "".join(people[seat].name[0] for seat in COMPASS)

    def now(self, table: int) -> str:
        """Initials of who sits at a table by the log."""
        seats, people = self.state.tables[table].seats, self.seven.people
        return "".join(people[who].name[0] if who else "-" for who in seats.values())

    def note(self, table: int, facts: Mapping[str, Any], key: str = "") -> None:
        """Note a contract before the play."""
        sitting = self.sitting(table)
        standing = standing_at(sitting)
        note_contract(
            sitting=sitting,
            part=standing.part.number,
            position=standing.next_position,
            facts={name: facts[name] for name in ("bid", "declarer", "doubling") if name in facts},
            key=key or new_key(),
            actor=self.actor,
        )

    def record(
        self, table: int, facts: Mapping[str, Any], key: str = "", position: int = 0
    ) -> Recorded:
        """Record a deal."""
        sitting = self.sitting(table)
        standing, key = standing_at(sitting), key or new_key()
        place = position or standing.next_position
        report = DealEntry(standing.part.number, place, dict(facts), key, {})
        return record_deal(
            sitting=sitting,
            report=report,
            actor=self.actor,
        )

    def deal(self, table: int, facts: Mapping[str, Any]) -> None:
        """Note a contract, play it, record the result, agree where the rubber is over."""
        if not facts.get("passed_out"):
            self.note(table, facts)
        self.record(table, facts)
        standing = self.standing(table)
        if standing.sheet.rubbers and standing.sheet.unfinished is None:
            self.agree(table)

    def agree(self, table: int) -> None:
        """Make up the rubber that has just ended."""
        standing = self.standing(table)
        agree_rubber(
            sitting=self.sitting(table),
            part=standing.part.number,
            rubber=len(standing.sheet.rubbers) or 1,
            key=new_key(),
            actor=self.actor,
        )

    def undo(self, table: int) -> None:
        """Take the last deal of a table back."""
        standing = self.standing(table)
        last = standing.live[-1]
        take_back_last(
            sitting=self.sitting(table),
            part=standing.part.number,
            position=last.position,
            seen=last.revision.number,
            key=new_key(),
            actor=self.actor,
        )

    def person(self, name: str) -> Person:
        """Somebody by name."""
        return Person.objects.get(club=self.club, name=name)

    @property
    def won(self) -> dict[str, int]:
        """Points of the evening by initial, over both tables."""
        sitting = self.sitting(1)
        slip = slip_of(self.club, sitting.table, sitting.evening)
        return {person.name[0]: slip.totals[person.pk] for person in slip.people}
