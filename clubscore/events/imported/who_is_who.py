"""Who the players of an imported event are, of the club's people: by number, then by name.

A file says names and perhaps numbers. Where they point at one person of the club, and nothing at
another, that is who it is. Where they leave a doubt somebody is asked; nobody is taken for another
silently. Whoever is found nowhere stays a name.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from clubscore.club.models import Club, Person
from clubscore.club.naming.odd_names import as_compared
from clubscore.club.people.federation_numbers import Holder, holders
from clubscore.club.people.selectors import people_in
from clubscore.events.models import Event, ToldPlayer
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event as RankedEvent
from clubscore.ranking.member_numbers import OWN

NAMESAKES = gettext_noop("Several people in the club have this name.")
TWO_PEOPLE = gettext_noop("The numbers in the file belong to different people in the club.")
OTHER_NAME = gettext_noop("The number in the file belongs to a person with another name.")
OTHER_NUMBER = gettext_noop("The person in the club with this name has another number.")
TWICE = gettext_noop("Two players of one event may be this person.")

# Where in an event somebody stands: the contestant's number, and the place among its names.
Spot = tuple[str, int]
Linked = Mapping[Spot, int]


class Player(NamedTuple):
    """Somebody as a file has them: the name, and numbers by scheme in the order of the schemes."""

    name: str
    numbers: tuple[tuple[str, str], ...] = ()

    @property
    def alike(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What is equal for one player in several files, however capitals and spaces stand."""
        return as_compared(self.name), self.numbers


class Found(NamedTuple):
    """Whom a player may be: `person` where nothing speaks against it, else one of `may_be`.

    `why` there is a doubt is marked for translation, and empty where there is none.
    """

    person: Person | None = None
    may_be: tuple[Person, ...] = ()
    why: str = ""


def players_of(told: RankedEvent) -> dict[Spot, Player]:
    """Return everybody in an event, in the order of its file."""
    found: dict[Spot, Player] = {}
    for number, contestant in told.contestants.items():
        for order, name in enumerate(contestant.names):
            theirs = contestant.numbers[order] if contestant.numbers else ()
            found[number, order] = Player(name, tuple(sorted(theirs)))
    return found


def single(players: Mapping[Spot, Player]) -> dict[Spot, Player]:
    """Return the players of an event without those whom it has twice: no answer tells them apart.

    They stay names. It happens where rooms are ranked together.
    """
    count = Counter(player.alike for player in players.values())
    return {spot: player for spot, player in players.items() if count[player.alike] == 1}


class KnownPeople:
    """The club's people by number and by name. Two queries."""

    def __init__(self, club: Club) -> None:
        self._by_number = dict(holders(club))
        self._by_name: dict[str, list[Person]] = {}
        for person in people_in(club):
            if person.number:
                self._by_number[Holder(OWN, person.number)] = person
            self._by_name.setdefault(as_compared(person.name), []).append(person)
        self._held: dict[int, dict[str, str]] = {}
        for (scheme, number), person in self._by_number.items():
            self._held.setdefault(person.pk, {})[scheme] = number

    def numbers_of(self, person: Person) -> dict[str, str]:
        """Return somebody's numbers by scheme, the club's own among them."""
        return self._held.get(person.pk, {})

    def find(self, player: Player) -> Found:
        """Return whom a player of a file may be. A number says more than a name."""
        named = self._by_name.get(as_compared(player.name), [])
        holding = (self._by_number.get(Holder(*each)) for each in player.numbers)
        numbered = list({each.pk: each for each in holding if each is not None}.values())
        may_be = tuple({each.pk: each for each in (*numbered, *named)}.values())
        fitting = [each for each in numbered or named if not self._contradict(each, player)]
        if len(numbered) > 1:
            why = TWO_PEOPLE
        elif numbered and numbered[0] not in named:
            why = OTHER_NAME
        elif len(fitting) == 1:
            return Found(fitting[0], (fitting[0],))
        else:
            why = NAMESAKES if fitting else OTHER_NUMBER
        return Found(None, may_be, why if may_be else "")

    def _contradict(self, person: Person, player: Player) -> bool:
        """Whether somebody has another number in a scheme in which the file gives one."""
        held = self.numbers_of(person)
        return any(held.get(scheme, number) != number for scheme, number in player.numbers)


def write_links(event: Event, told: RankedEvent, people: Linked) -> None:
    """Let these be the people of an imported event, instead of all that were. In a transaction."""
    players = players_of(told)
    ToldPlayer.objects.filter(event=event).delete()
    ToldPlayer.objects.bulk_create(
        [
            ToldPlayer(
                club_id=event.club_id,
                event=event,
                contestant=contestant,
                order=order,
                person_id=person,
                # A column of text takes no NUL on PostgreSQL.
                as_told=players[contestant, order].name.replace("\0", ""),
            )
            for (contestant, order), person in people.items()
        ],
        batch_size=100,
    )


def linked_before(event: Event) -> dict[str, int]:
    """Return whom each name of an imported event was, as it is compared. One query."""
    rows = ToldPlayer.objects.filter(event=event).values_list("as_told", "person")
    return {as_compared(name): person for name, person in rows}


def twice(people: Linked) -> list[int]:
    """Return who would be two players of one event."""
    seen = list(people.values())
    return [each for each in dict.fromkeys(seen) if seen.count(each) > 1]


def once_each(people: Linked) -> dict[Spot, int]:
    """Return the people of an event without those who would be two of its players."""
    two = set(twice(people))
    return {spot: person for spot, person in people.items() if person not in two}
