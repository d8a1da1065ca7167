"""Members who get mail: an event that is final, people who confirmed an address."""

import datetime as dt
from typing import Any

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.models import Club, EveningGazette, Person, Role
from clubscore.events.finishing import finish
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.extras.gazette.evening import show
from clubscore.extras.mail.letters import new_secret
from clubscore.extras.mail.models import Subscription
from clubscore.ranking import read_event
from clubscore.rubbers.selectors import tonight
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.gazette.nights import a_file
from tests.house import make_user


def played(
    pairs: int = 6, *, club: Club | None = None, people: tuple[Person, ...] = (), final: bool = True
) -> Evening:
    """An event of one round with different results, over; final or still provisional."""
    evening = Evening(pairs, club=club, people=people)
    for table in evening.room.tables():
        for board in table.place.boards:
            for side in ("ns", "ew"):
                facts: dict[str, Any] = FOUR_SPADES if table.number % 2 else ONE_DOWN
                evening.tell(table.number, board, facts, side)
    final_at = clock.now() + (dt.timedelta(0) if final else dt.timedelta(days=1))
    finish(event=evening.event, final_at=final_at, key=new_key(), actor=evening.actor)
    return evening


def shown_gazette(club: Club, seed: int = 1) -> EveningGazette:
    """A gazette of tonight with its stories, shown to members just now."""
    evening = tonight(club)
    told = read_event(a_file(seed, tables=7) | {"date": evening.isoformat()})
    actor = Actor(level=Level.DIRECTOR, club=club)
    bring_in_event(club=club, told=told, source=FileSource(f"{seed}.json"), actor=actor)
    Event.objects.filter(club=club).update(ranking_open=True)
    show(actor, evening)
    return EveningGazette.objects.get(club=club, evening=evening)


def member(club: Club, name: str, **more: Any) -> Person:
    """A member with a login."""
    person = Person.objects.create(club=club, name=name, short_name=name[:20], **more)
    make_user(club, f"login-{person.pk}", Role.PLAYER, person)
    return person


def subscribed(person: Person, address: str = "", **more: Any) -> Subscription:
    """Let a person have confirmed an address, some hours ago."""
    address = address or f"player{person.pk}@example.org"
    out = new_secret()
    person.email = address
    person.save(update_fields=["email"])
    given: dict[str, Any] = {
        "club": person.club,
        "person": person,
        "mails_to": address,
        "confirmed_at": clock.now() - dt.timedelta(hours=5),
        "out_nonce": out.nonce,
        "out_hash": out.hash,
    }
    return Subscription.objects.create(**given | more)


def all_subscribed(evening: Evening, **more: Any) -> list[Subscription]:
    """Let everybody who played have a login and a confirmed address."""
    for person in evening.people:
        make_user(evening.club, f"login-{person.pk}", Role.PLAYER, person)
    return [subscribed(person, **more) for person in evening.people]
