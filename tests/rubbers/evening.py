"""An evening of more people than play: six at one table."""

from clubscore.club.models import Person
from clubscore.laws.cards import PACK
from clubscore.rubbers.line_up import SeatingVerdict, verdict_of
from clubscore.rubbers.line_up_changes import (
    agree_line_up,
    cut_for_places,
    join,
    leave,
    offer,
    relieve,
    table_of,
)
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, players_next, take_seats
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.slip import Slip, slip_of
from tests.rubbers.tables import FOUR_SPADES, Table, people_of

SIX = ("Ann", "Bob", "Cecil", "Dora", "Eve", "Fred")


class Evening(Table):
    """A table at which more people sit down than play."""

    def __init__(
        self,
        names: tuple[str, ...] = SIX,
        game: str = "auction",
        stakes: dict[str, object] | None = None,
    ) -> None:
        super().__init__(game, stakes)
        self.by_name = {person.name: person for person in self.people}
        self.other = self.sitting
        self.by_name |= {p.name: p for p in people_of(self.club, *(f"{n}." for n in names))}
        self.people = [self.by_name[f"{name}."] for name in names]
        self.sitting: Sitting = open_sitting(
            club=self.club,
            table=None,
            people=self.people,
            agreement=Agreement(game, {}, stakes),
            key=new_key(),
            actor=self.actor,
        )

    def named(self, name: str) -> Person:
        """Return one of the evening's people."""
        return self.by_name[f"{name}."]

    def many(self, names: str) -> list[Person]:
        """Return people by names with spaces between."""
        return [self.named(name) for name in names.split()]

    @property
    def verdict(self) -> SeatingVerdict:
        """What the laws say now."""
        return verdict_of(table_of(self.sitting))

    @property
    def next(self) -> str:
        """Who plays next, by name; nothing where that is not settled."""
        people = players_next(self.sitting, self.game)
        return _names(people or [])

    def cut(self, afresh: bool = False, **drawn: str) -> None:
        """Cut for who plays, tapped in."""
        cards = {self.named(name).pk: card for name, card in drawn.items()}
        cut_for_places(
            sitting=self.sitting,
            cards=cards,
            by_hand=True,
            afresh=afresh,
            key=new_key(),
            actor=self.actor,
        )

    def agree(self, by_hand: str | None = None, how: str = "hand") -> None:
        """Agree on who plays next."""
        agree_line_up(
            sitting=self.sitting,
            by_hand=None if by_hand is None else self.many(by_hand),
            how=how,
            key=new_key(),
            actor=self.actor,
        )

    def take_seats(self) -> Part:
        """Seat those who play next, in the order in which they are named."""
        people = players_next(self.sitting, self.game) or []
        seats = dict(zip(self.game.seats, people, strict=True))
        return take_seats(
            sitting=self.sitting,
            line_up=LineUp(seats=seats, dealer=self.game.seats[0], accounts={}),
            agreement=self.agreement,
            key=new_key(),
            actor=self.actor,
        )

    def play_rubber(self) -> None:
        """Win two games for North and South, and agree."""
        self.play(FOUR_SPADES, FOUR_SPADES)
        self.make_up()

    def make_up(self) -> None:
        """Agree on the last rubber of the part."""
        agree_rubber(
            sitting=self.sitting,
            part=self.part.number,
            rubber=len(self.standing.sheet.rubbers) or 1,
            key=new_key(),
            actor=self.actor,
        )

    def begin(self, names: str = "Ann Bob Cecil Dora") -> None:
        """Seat those who were first in the room."""
        self.agree(names, "room")
        self.take_seats()

    def join(self, name: str) -> None:
        """Let somebody come."""
        if f"{name}." not in self.by_name:
            self.by_name |= {p.name: p for p in people_of(self.club, f"{name}.")}
        join(sitting=self.sitting, person=self.named(name), key=new_key(), actor=self.actor)

    def leave(self, name: str) -> None:
        """Let somebody leave."""
        leave(sitting=self.sitting, person=self.named(name), key=new_key(), actor=self.actor)

    def offer(self, names: str) -> None:
        """Say who offers to go out."""
        offer(sitting=self.sitting, people=self.many(names), key=new_key(), actor=self.actor)

    def relieve(
        self, seat: str, name: str, *, own: bool = False, leaves: bool = False, key: str = ""
    ) -> None:
        """Put a substitute in a seat."""
        relieve(
            sitting=self.sitting,
            part=self.part.number,
            seat=seat,
            person=self.named(name),
            own_account=own,
            leaves=leaves,
            key=key or new_key(),
            actor=self.actor,
        )

    @property
    def slip(self) -> Slip:
        """The slip of the evening at this table."""
        return slip_of(self.club, self.sitting.table, self.sitting.evening)

    @property
    def won(self) -> dict[str, int]:
        """Points of the evening by name."""
        return {p.name.rstrip("."): self.slip.totals[p.pk] for p in self.slip.people}


def _names(people: list[Person]) -> str:
    return " ".join(person.name.rstrip(".") for person in people)


def cards_of(rank: str) -> list[str]:
    """Return the four cards of a rank."""
    return [card for card in PACK if card[0] == rank]
