"""Tables to test with, opened through the same services as real ones."""

from dataclasses import replace
from typing import Any

from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.recording import DealEntry, Recorded, record_deal
from clubscore.rubbers.score import PartScore, standing_of
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key, part_of

NAMES = ("Ann", "Cecil", "Bob", "Dora")
CROWN = {"amount": "5s", "currency": "LSD", "per": 100, "round": "ten"}

# The scoring block of the Laws of Bridge 1899, pp. 30-32: A and B sit North and South.
LAWS_BLOCK: tuple[dict[str, Any], ...] = (
    {"bid": "H", "declarer": "N", "tricks": 7, "honours": {"NS": "3"}},
    {"bid": "S", "declarer": "E", "tricks": 9, "honours": {"EW": "3"}},
    {"bid": "D", "declarer": "N", "tricks": 11, "honours": {"NS": "4"}},
    {"bid": "NT", "declarer": "E", "tricks": 12, "honours": {"EW": "4-in-one"}},
    {"bid": "C", "declarer": "N", "tricks": 10, "honours": {"EW": "3"}},
    {"bid": "H", "declarer": "N", "doubling": 1, "tricks": 5, "honours": {"EW": "3"}},
)
FOUR_SPADES: dict[str, Any] = {"bid": "4S", "declarer": "N", "tricks": 10, "honours": {"NS": "3"}}


def actor_of(club: Club, level: Level = Level.DIRECTOR) -> Actor:
    """Return somebody with this level in a club."""
    return Actor(level=level, club=club)


def people_of(club: Club, *names: str) -> list[Person]:
    """Make people of a club."""
    return [Person.objects.create(club=club, name=name, short_name=name) for name in names]


class Table:
    """A table at which a game is being played."""

    def __init__(
        self,
        game: str = "auction",
        stakes: dict[str, Any] | None = None,
        rules: dict[str, Any] | None = None,
        names: tuple[str, ...] = NAMES,
    ) -> None:
        # Examples of one test are rolled back and come to the same keys again.
        forget_what_was_read()
        self.club = found_club(name="Portland", author="a test")
        self.actor = actor_of(self.club)
        self.game = find_game(game)
        self.people = people_of(self.club, *names[: self.game.players])
        self.agreement = Agreement(game, rules or {}, stakes)
        self.sitting: Sitting = open_sitting(
            club=self.club,
            table=None,
            people=self.people,
            agreement=self.agreement,
            key=new_key(),
            actor=self.actor,
        )
        self.seat()

    def seat(self, dealer: str = "") -> Part:
        """Take seats in the order of coming."""
        seats = dict(zip(self.game.seats, self.people, strict=True))
        line_up = LineUp(seats=seats, dealer=dealer or self.game.seats[0], accounts={})
        return take_seats(
            sitting=self.sitting,
            line_up=line_up,
            agreement=self.agreement,
            key=new_key(),
            actor=self.actor,
        )

    @property
    def part(self) -> Part:
        """The newest part."""
        part = part_of(self.sitting)
        assert part is not None
        return part

    @property
    def standing(self) -> PartScore:
        """How the newest part stands now."""
        return standing_of(self.part)

    def report(
        self, facts: dict[str, Any], *, position: int = 0, key: str = "", part: int = 0
    ) -> DealEntry:
        """Return a report for the next deal, or another place."""
        newest = self.part
        return DealEntry(
            part=part or newest.number,
            position=position or standing_of(newest).next_position,
            facts=facts,
            key=key or new_key(),
            remarks={},
        )

    def record(self, facts: dict[str, Any], **place: Any) -> Recorded:
        """Record a deal."""
        report = self.report(facts, **place)
        return record_deal(sitting=self.sitting, report=report, actor=self.actor)

    def play(self, *deals: dict[str, Any]) -> None:
        """Record deals one after the other."""
        first = self.report({})
        for position, facts in enumerate(deals, first.position):
            report = replace(first, position=position, facts=facts, key=new_key())
            record_deal(sitting=self.sitting, report=report, actor=self.actor)
