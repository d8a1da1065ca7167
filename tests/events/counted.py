"""An event of which only the tables were counted, and what its tables say of their seats."""

from clubscore.club.entry import new_key
from clubscore.club.models import Club, Person
from clubscore.events.directing import choose_movement
from clubscore.events.models import Entry
from clubscore.events.names_from_seats import (
    SeatNames,
    SeatPlace,
    enter_counted,
    name_seats,
    settle,
)
from clubscore.events.seats import open_doubts, seats_of
from tests.events.evenings import Evening, make


class Counted(Evening):
    """An event of which only the tables were counted, and people of the club to sit at them."""

    def __init__(
        self, pairs: int = 6, *, form: str = "pairs", fee: int = 0, club: Club | None = None
    ) -> None:
        super().__init__(0, kind="", form=form, fee=fee, club=club)
        for name in ("Ann", "Bob", "Carl", "Dora", "Ed", "Fay"):
            Person.objects.create(club=self.club, name=f"{name} Lee", short_name=name)
        enter_counted(event=self.event, count=pairs, key=new_key(), actor=self.actor)
        kind = "mitchell" if form == "pairs" else "individual"
        movement = make(kind, pairs, 2, 2) if form == "pairs" else make(kind, pairs, 2, 1)
        choose_movement(
            section=self.section, movement=movement, minutes=20, key=new_key(), actor=self.actor
        )
        self.next_round()

    def who(self, name: str) -> Person:
        return Person.objects.get(club=self.club, short_name=name)

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("event").get(event=self.event, number=number)

    def names(self, number: int) -> list[str]:
        return [person.short_name for person in self.entry(number).people]

    def say(
        self, number: int, *names: str, seen: int | None = None, table: int = 1, key: str = "",
        typed: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """A table says who a pair is; "" is later."""
        entry = self.entry(number).pk
        seen = seats_of(self.room)[entry].said if seen is None else seen
        people = [self.who(name) if name else None for name in names]
        said = SeatNames(entry, people, typed, seen)
        where = SeatPlace(self.section, table, self.event.round)
        name_seats(where=where, said=[said], key=key or new_key(), actor=self.actor)

    def settle(self, *, counts: bool, at: int = 0) -> None:
        doubt = open_doubts(self.room)[at].doubt.claim.pk
        settle(
            where=SeatPlace(self.section),
            doubt=doubt,
            counts=counts,
            key=new_key(),
            actor=self.actor,
        )

    @property
    def doubts(self) -> list[str]:
        return [each.doubt.why for each in open_doubts(self.room)]
