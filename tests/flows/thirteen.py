"""An evening of thirteen pairs, read from the database, and the results that nobody need watch."""

from typing import Any

from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.club.keys import new_key
from clubscore.club.models import Club, Person
from clubscore.duplicate.correcting import Typed, type_results
from clubscore.duplicate.lists import Lists
from clubscore.duplicate.models import Event, Section
from clubscore.duplicate.opening import enter_pair
from clubscore.duplicate.phones import links_of
from clubscore.duplicate.room import Room, Table, room_of
from clubscore.duplicate.running import start_round
from clubscore.duplicate.standing import Spot, Standing
from clubscore.rubber.phones import token_of

PAIRS = 13
FIRST = tuple(f"Ann{number}" for number in range(1, PAIRS + 2))
SECOND = tuple(f"Bob{number}" for number in range(1, PAIRS + 2))
NAMES = tuple(name for pair in zip(FIRST, SECOND, strict=True) for name in pair)


def result_of(spot: Spot) -> dict[str, Any]:
    """A result like those of its board: two spades, now and then a trick more."""
    more = (spot.table + spot.round + spot.board) % 3
    return {"contract": "2S", "declarer": "S", "tricks": 8 + more}


class Evening:
    """The event that the director's page shows."""

    @property
    def event(self) -> Event:
        """The event."""
        return Event.objects.select_related("club").get()

    @property
    def room(self) -> Room:
        """Everything that was entered."""
        return room_of(self.event)

    @property
    def section(self) -> Section:
        """Its only section."""
        return self.room.sections[0]

    @property
    def lists(self) -> Lists:
        """Its ranking, travellers and cards."""
        return Lists(self.room)

    @property
    def actor(self) -> Actor:
        """The director, where nobody watches him."""
        return Actor(level=Level.DIRECTOR, club=self.event.club)

    def at(self, rest: str = "") -> str:
        """An address of the event."""
        return f"/event/{self.event.pk}/{rest}"

    def address(self, table: int) -> str:
        """The address that a table's code holds."""
        return f"/e/{token_of(links_of(self.section)[table - 1].nonce)}/"

    def table(self, number: int) -> Table:
        """A table in the round played now."""
        return next(each for each in self.room.tables() if each.number == number)

    def standing(self, table: int, board: int) -> Standing:
        """What stands of a board at a table in the round played now."""
        spot = Spot(self.section.pk, self.event.round, table, board)
        return self.room.standing(spot)

    def percent(self, pair: int) -> str:
        """What a pair has of the whole."""
        rows = [row for one in self.lists.rankings for row in one["rows"]]
        return str(next(row.percent for row in rows if row.key == str(pair)))

    def enter(self, number: int) -> None:
        """Enter a pair, 1 and up."""
        people = [Person.objects.get(short_name=names[number - 1]) for names in (FIRST, SECOND)]
        enter_pair(event=self.event, people=people, expected="", key=new_key(), actor=self.actor)

    def play_the_rest(self) -> None:
        """Have every board of the round in that nobody has told yet."""
        lines = [
            Typed(table.section, each.spot, result_of(each.spot), each.number)
            for table in self.room.tables()
            for each in table.boards
            if not each.revisions
        ]
        type_results(event=self.event, lines=lines, key=new_key(), actor=self.actor)

    def next_round(self) -> None:
        """Start the next round."""
        event = self.event
        start_round(event=event, key=new_key(), actor=self.actor, seen=event.round)


def sign_up(director: Page, club: Club) -> Evening:
    """Open the event on the pages, sign the pairs up, choose the half table's movement."""
    director.get_by_role("link", name="8+", exact=True).click()
    director.get_by_label("Its name").fill("Tuesday pairs")
    director.get_by_role("button", name="Next: the names").click()
    evening = Evening()
    for number in range(1, PAIRS + 1):
        evening.enter(number)
    director.reload()
    expect(director.get_by_role("heading", name="Tuesday pairs")).to_be_visible()
    expect(director.get_by_text(f"{PAIRS} pairs").first).to_be_visible()
    director.get_by_role("link", name="Choose the movement").click()
    mitchell = director.locator("form.card").filter(has_text="Mitchell").first
    mitchell.get_by_role("button").click()
    assert evening.room.plan(evening.section).tables == PAIRS // 2 + 1
    assert club.pk == evening.event.club_id
    return evening
