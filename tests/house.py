"""A small club to test with: its people, their logins, a table at which a rubber is played."""

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.utils import timezone

from clubscore.club.logins import found_club
from clubscore.club.models import Club, Membership, Person, Role, User, evening_of
from clubscore.rubbers.models import (
    Candidate,
    CardTable,
    Deal,
    DealRevision,
    Happening,
    Part,
    Seat,
    Sitting,
    TableLink,
)
from clubscore.rubbers.phones import make_link
from clubscore.web.phones import token_of
from tests.remembered import remembered

PASSWORD = "nine-of-hearts"
BACKEND = "django.contrib.auth.backends.ModelBackend"
NAMES = ("Ann", "Bob", "Cecil", "Dora")
# A game for North and South; twice, and the rubber is theirs.
FACTS: dict[str, Any] = {
    "bid": "4S",
    "declarer": "N",
    "tricks": 10,
    "honours": {"N": 2, "S": 1},
}


@dataclass
class House:
    """A club and what is in it."""

    club: Club
    people: list[Person]
    logins: dict[str, User]
    sitting: Sitting
    part: Part
    link: TableLink

    @property
    def token(self) -> str:
        """The secret of the table's address."""
        return token_of(self.link.nonce)


def build_house(name: str = "Portland") -> House:
    """Build a club of four people with a login for each role, playing a rubber at one table."""
    return remembered(("house", name), lambda: _house(name))


def _house(name: str) -> House:
    club = found_club(name=name, author="a test")
    people = [Person.objects.create(club=club, name=n, short_name=n) for n in NAMES]
    logins = {
        role: make_user(club, f"{role}-{club.slug}", role, person)
        for role, person in zip(
            (Role.PLAYER, Role.SCORER, Role.DIRECTOR), (people[0], None, people[3]), strict=True
        )
    }
    sitting = sit_down(club, people)
    part = play_a_rubber(sitting, people)
    return House(club, people, logins, sitting, part, make_link(sitting=sitting, author="a test"))


def make_user(club: Club, username: str, role: Role, person: Person | None = None) -> User:
    """Make a login whose password is PASSWORD."""
    name = ("user", club.pk, username, role, person and person.pk)
    return remembered(name, lambda: _user(club, username, role, person))


def _user(club: Club, username: str, role: Role, person: Person | None) -> User:
    user = User(username=username)
    user.set_password(PASSWORD)
    user.save()
    Membership.objects.create(club=club, user=user, role=role, person=person)
    return user


def sit_down(club: Club, people: list[Person], table: str = "Window table") -> Sitting:
    """Open a table with these people at it."""
    sitting = Sitting.objects.create(
        club=club,
        table=CardTable.objects.create(club=club, name=table, pack="red"),
        evening=evening_of(club, timezone.now()),
        opened_by="a test",
    )
    Happening.objects.create(
        club=club,
        sitting=sitting,
        kind=Happening.Kind.OPENED,
        data={"game": "auction", "rules": {}, "stakes": None},
        author="a test",
        key=f"opened-{sitting.pk}",
    )
    for order, person in enumerate(people):
        Candidate.objects.create(club=club, sitting=sitting, person=person, order=order)
    return sitting


def play_a_rubber(sitting: Sitting, people: list[Person]) -> Part:
    """Play auction at the table for love: two games, with which the rubber is won."""
    club = sitting.club
    part = Part.objects.create(
        club=club, sitting=sitting, number=1, game="auction", first_dealer="N", stakes=None
    )
    for seat, person in zip("NESW", people, strict=True):
        Seat.objects.create(club=club, part=part, seat=seat, person=person, account=person)
    for position in (1, 2):
        DealRevision.objects.create(
            club=club,
            deal=Deal.objects.create(club=club, part=part, position=position),
            number=1,
            kind=DealRevision.Kind.RECORDED,
            dealer="NE"[position - 1],
            facts=FACTS,
            author="a test",
            key=f"deal-{part.pk}-{position}",
        )
    return part


def client_of(user: User | None) -> Client:
    """Return a browser in which this user is logged in, or nobody."""
    return Client() if user is None else remembered(("client", user.pk), lambda: _logged_in(user))


def _logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def phone_of(house: House) -> Client:
    """Return the browser of a phone that was let in at the house's table."""
    return phone_with(house.link)


def phone_with(link: TableLink) -> Client:
    """Return the browser of a phone that was let in by a table's address."""
    client = Client()
    visit = client.session
    visit["phone"] = {"link": link.pk, "person": None}
    visit.save()
    client.cookies["sessionid"] = visit.session_key
    return client
