"""Evenings of duplicate to test with, run through the same services as real ones."""

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any

from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.events.board_state import BoardState, Spot
from clubscore.events.corrections import CorrectionEntry, Typed, type_results
from clubscore.events.directing import choose_movement, start_round
from clubscore.events.entries import Terms, enter_pair, enter_team, open_event
from clubscore.events.formats import FORMS, LEAST_PEOPLE
from clubscore.events.models import Event, Section
from clubscore.events.reporting import Report, agree, standing_now, tell
from clubscore.events.state import EventState, RoundTable, room_of
from clubscore.movements import Movement, build
from clubscore.rubbers.selectors import tonight
from tests.remembered import Made, remembered

FOUR_SPADES: dict[str, Any] = {"contract": "4S", "declarer": "S", "tricks": 10}
ONE_DOWN: dict[str, Any] = {"contract": "4S", "declarer": "S", "tricks": 9}


def make(kind: str, pairs: int, boards: int, winners: int) -> Movement:
    """A movement with so many boards a round."""
    sets = build(kind, pairs, winners=winners).sets
    return build(kind, pairs, boards=sets * boards, winners=winners)


class Evening:
    """An event with so many pairs; its movement is chosen and, if told, its first round begun."""

    def __init__(
        self,
        pairs: int = 6,
        *,
        kind: str = "mitchell",
        winners: int = 2,
        boards: int = 2,
        starts: bool = True,
        club: Club | None = None,
        people: tuple[Person, ...] = (),
        fee: int = 0,
        form: str = "pairs",
        scoring: str = "",
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        terms = Terms("Tuesday pairs", fee, form, scoring=scoring, options=options)
        movement = (kind, pairs, boards, winners) if kind else None

        def build() -> tuple[Club, Event, list[Person]]:
            self.club = club or found_club(name="Portland", author="a test")
            self._build(pairs, terms, people, movement, starts=starts)
            return self.club, self._event, self.people

        sat = (club and club.pk, *(person.pk for person in people))
        name = (type(self), pairs, repr(terms), sat, movement, starts)
        self.club, self._event, self.people = remembered(name, build)
        # Whoever gave a club and its people goes on with theirs.
        self.club = self._event.club = club or self.club
        self.people[: len(people)] = people
        self.actor = Actor(level=Level.DIRECTOR, club=self.club)

    def _build(
        self,
        pairs: int,
        terms: Terms,
        people: tuple[Person, ...],
        movement: tuple[str, int, int, int] | None,
        *,
        starts: bool,
    ) -> None:
        self.actor = Actor(level=Level.DIRECTOR, club=self.club)
        self._event = open_event(
            club=self.club,
            evening=tonight(self.club),
            terms=terms,
            key=new_key(),
            actor=self.actor,
        )
        self.people = [*people]
        are = FORMS[terms.form].are
        each = LEAST_PEOPLE[are]
        for number in range(len(people), each * pairs):
            name = f"{'Left' if number % 2 == 0 else 'Right'}{number // 2 + 1}"
            self.people.append(Person.objects.create(club=self.club, name=name, short_name=name))
        for number in range(pairs):
            sat = self.people[each * number : each * (number + 1)]
            if are == "teams":
                self.enter_team(f"Team{number + 1}", sat)
            else:
                self.enter(*sat)
        if movement:
            choose_movement(
                section=self.section,
                movement=make(*movement),
                minutes=20,
                key=new_key(),
                actor=self.actor,
            )
            if starts:
                self.next_round()

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return Event.objects.select_related("club").get(pk=self._event.pk)

    @property
    def section(self) -> Section:
        """Its section."""
        section: Section = self._event.sections.select_related("event").get()
        return section

    @property
    def room(self) -> EventState:
        """Everything that was entered."""
        return room_of(self.event)

    def enter(self, *people: Person, expected: str = "") -> None:
        """Enter a pair, half a pair, or one that is expected."""
        enter_pair(
            event=self._event, people=[*people], expected=expected, key=new_key(), actor=self.actor
        )

    def enter_team(self, name: str, people: list[Person]) -> None:
        """Enter a team of four to six."""
        enter_team(event=self._event, name=name, people=people, key=new_key(), actor=self.actor)

    def next_round(self) -> None:
        """Start the next round."""

        def start() -> None:
            event = self.event
            start_round(event=event, key=new_key(), actor=self.actor, seen=event.round)

        self._remembered("next round", start)

    def table(self, number: int) -> RoundTable:
        """A table in the round played now."""
        return next(each for each in self.room.tables() if each.number == number)

    def spot(self, table: int, board: int) -> Spot:
        """A board at a table in the round played now."""
        section = self.section
        return Spot(section.pk, section.event.round, table, board)

    def standing(self, table: int, board: int) -> BoardState:
        """What stands there."""
        return self.room.standing(self.spot(table, board))

    def tell(
        self, table: int, board: int, facts: dict[str, Any], side: str = "ns", key: str = ""
    ) -> BoardState:
        """One side reports a board."""

        def say() -> BoardState:
            section = self.section
            report = Report(section.event.round, table, board, facts, key or new_key())
            return tell(section=section, report=report, side=side, actor=self.actor)

        return self._remembered(("tell", table, board, repr(facts), side, key), say)

    def agree(self, table: int, board: int, side: str = "ew") -> BoardState:
        """The other side agrees."""

        def say_yes() -> BoardState:
            section = self.section
            spot = Spot(section.pk, section.event.round, table, board)
            seen = standing_now(spot).number
            return agree(
                section=section, spot=spot, seen=seen, side=side, key=new_key(), actor=self.actor
            )

        return self._remembered(("agree", table, board, side), say_yes)

    def type_slip(self, table: int, results: dict[int, dict[str, Any]]) -> None:
        """Type a table's slip of the round played now: {board: facts}."""

        def type_them() -> None:
            lines = [
                Typed(
                    self.section, self.spot(table, board), facts, self.standing(table, board).number
                )
                for board, facts in results.items()
            ]
            type_results(event=self.event, lines=lines, key=new_key(), actor=self.actor)

        self._remembered(("slip", table, repr(results)), type_them)

    def play(self, facts: dict[str, Any] | None = None) -> None:
        """Play the whole round with the same result everywhere, agreed."""
        self._remembered(("play", repr(facts)), lambda: self._play(facts or FOUR_SPADES))

    def _play(self, facts: dict[str, Any]) -> None:
        section = self.section
        for table in self.room.tables():
            for board in table.place.boards:
                for side in ("ns", "ew"):
                    report = Report(section.event.round, table.number, board, facts, new_key())
                    tell(section=section, report=report, side=side, actor=self.actor)

    def entered(self, table: int, board: int, reason: str = "misread") -> CorrectionEntry:
        """The director's entry about a spot as it stands."""
        return CorrectionEntry(self.standing(table, board).number, new_key(), reason)

    def _remembered(self, what: Hashable, write: Callable[[], Made]) -> Made:
        """Write to the evening, or what was written before to one like it."""
        return remembered((type(self), self._event.pk, repr(self.actor), what), write)
