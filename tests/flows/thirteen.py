"""An evening of thirteen pairs, read from the database, and a hand that taps or only types."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.models import Person
from clubscore.events.board_state import BoardState, Spot
from clubscore.events.entries import enter_pair
from clubscore.events.models import Event, Section
from clubscore.events.phones import links_of
from clubscore.events.rankings import Lists
from clubscore.events.state import EventState, RoundTable, room_of
from clubscore.web.phones import token_of

PAIRS = 13
LATE = PAIRS + 1
BOARDS = 2  # a round
FEE = "5s"
# In the order of the alphabet, so that the page shows the next pair among the first it names.
FIRST = (
    "Abel", "Bea", "Carl", "Dan", "Ed", "Fay", "Gil", "Hal", "Ida",
    "Jan", "Kai", "Lea", "Max", "Nan",
)  # fmt: skip
SECOND = (
    "Ada", "Ben", "Cora", "Dora", "Eva", "Fred", "Gus", "Hedy", "Ivo",
    "Joe", "Kim", "Leo", "Mia", "Ned",
)  # fmt: skip
NAMES = tuple(name for pair in zip(FIRST, SECOND, strict=True) for name in pair)
GUEST = "Cora"


@dataclass
class Hand:
    """Somebody before a page: a finger, or nothing but keys."""

    page: Page
    by_keys: bool = False

    def press(self, key: Locator) -> None:
        """Press a key of the page, or open what is folded."""
        if self.by_keys:
            key.focus()
            self.page.keyboard.press("Enter")
        else:
            key.click()

    def go(self, key: Locator) -> None:
        """Press what leads to another page, and wait for that."""
        with self.page.expect_navigation():
            self.press(key)

    def tick(self, label: Locator) -> None:
        """Choose one of several; what a finger hits is the label."""
        if self.by_keys:
            label.locator("input").focus()
            self.page.keyboard.press("Space")
        else:
            label.click()

    def write(self, field: Locator, text: str) -> None:
        """Write into an empty field."""
        if self.by_keys:
            field.focus()
            self.page.keyboard.type(text)
        else:
            field.fill(text)


class Evening:
    """The event that the director's page shows."""

    @property
    def event(self) -> Event:
        """The event."""
        return Event.objects.select_related("club").get()

    @property
    def room(self) -> EventState:
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

    def table(self, number: int) -> RoundTable:
        """A table in the round played now."""
        return next(each for each in self.room.tables() if each.number == number)

    def standing(self, table: int, board: int) -> BoardState:
        """What stands of a board at a table in the round played now."""
        spot = Spot(self.section.pk, self.event.round, table, board)
        return self.room.standing(spot)

    def percent(self, pair: int) -> str:
        """What a pair has of the whole."""
        rows = [row for one in self.lists.rankings for row in one.rows]
        return str(next(row.percent for row in rows if row.key == str(pair)))

    def enter(self, number: int) -> None:
        """Enter a pair, 1 and up."""
        people = [Person.objects.get(short_name=names[number - 1]) for names in (FIRST, SECOND)]
        enter_pair(event=self.event, people=people, expected="", key=new_key(), actor=self.actor)


def open_event(host: Hand) -> Evening:
    """Open the event from Tonight, with table money."""
    host.go(host.page.get_by_role("link", name="8+", exact=True))
    name = host.page.get_by_label("Name")
    name.fill("")
    host.write(name, "Tuesday pairs")
    host.write(host.page.get_by_label("Table money per player (optional)"), FEE)
    host.go(host.page.get_by_role("button", name="Next: names"))
    return Evening()


def choose_movement(host: Hand, evening: Evening) -> None:
    """Ask for a Mitchell of seven tables with so many boards a round, and take it."""
    page = host.page
    host.go(page.get_by_role("link", name="Choose movement"))
    page.get_by_label("Kind").select_option("mitchell")
    page.get_by_label("Boards a round", exact=True).fill(str(BOARDS))
    host.go(page.get_by_role("button", name="Preview"))
    host.go(page.locator("form.card").first.get_by_role("button", name="Choose this"))
    plan = evening.room.plan(evening.section)
    assert (plan.tables, plan.rounds, len(plan.boards)) == (7, 7, 7 * BOARDS)


def begin(host: Hand, evening: Evening, number: int) -> None:
    """Start a round on the director's page."""
    host.page.goto(evening.at())
    host.go(host.page.get_by_role("button", name=re.compile("Start round 1|Next round")))
    expect(host.page.get_by_text(f"round {number} of 7").first).to_be_visible()
    assert evening.event.round == number
