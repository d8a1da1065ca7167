"""The package of a table of the club's own: what it made of a set, signed by the club."""

from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.contests.package import LONGEST, NOBODY, Names, Package, sign
from clubscore.contests.tables_met import TableMet, facts_of_play, tables_of
from clubscore.events.boards.who_may_see import closed_boards
from clubscore.events.locks import taken_event
from clubscore.events.models import ContestPackage, ContestSet, Event
from clubscore.events.rankings.sending import event_to_send
from clubscore.events.selectors import own_entry
from clubscore.events.state.contest_boards import event_of
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.set_hours import closes_at, is_sealed
from clubscore.events.world.bringing_packages import CameFrom, bring_packages
from clubscore.events.world.club_keys import key_of
from clubscore.events.world.kept_packages import newest_of, package_in
from clubscore.events.world.server_pool import share_on_server
from clubscore.ranking import Event as RankedEvent

FULL, NICKNAMES, NOBODY_NAMED = "full", "nicknames", "nobody"


class Called(NamedTuple):
    """As whom the players of a table go out: by name, by a nickname a side, or not at all."""

    how: str
    ns: str = ""
    ew: str = ""


def may_send(actor: Actor, room: Room) -> bool:
    """Whether somebody may send what a table made of a set: who played there, and directors."""
    return actor.is_scorer or actor.link is not None or own_entry(room, actor.person) is not None


def set_played(event: Event) -> ContestSet:
    """Return the set that an event plays. Raises Refused where it plays none."""
    if event.contest_set is None:
        raise Refused(_("Only a table that plays a prepared set makes a package."))
    return event.contest_set


def boards_to_send(event: Event) -> frozenset[int]:
    """Return the boards of a table that both sides have agreed on."""
    met = _met(event, event_of(set_played(event)))
    return frozenset(each["board"] for each in met.results) if met else frozenset()


def make_package(*, event: Event, called: Called, actor: Actor) -> ContestPackage:
    """Sign what a table made of its set so far, and keep it; the same again where nothing changed.

    Raises Refused where no board is agreed yet, or a nickname is missing.
    """
    with taken_event(event) as taken:
        played_set = set_played(taken)
        if is_sealed(played_set.pk):
            raise Refused(_("The set is sealed until it closes for every club. Send it then."))
        contest = event_of(played_set)
        met = _met(taken, contest)
        if met is None:
            raise Refused(_("No board is agreed by both sides yet. Play one first."))
        names = _names(taken, met, called)
        before = newest_of(taken)
        if before is not None and _says(package_in(before, contest), met, names, contest):
            return before
        facts = sign(
            contest,
            met.results,
            played=taken.evening,
            key=key_of(taken.club),
            club=taken.club.name,
            names=names,
            instead=before.digest if before is not None else "",
            closes=closes_at(played_set.pk),
        )
        bring_packages(
            club=taken.club,
            given=[facts],
            came=CameFrom(ContestPackage.Source.OWN),
            actor=actor,
            event=taken,
        )
        made = newest_of(taken)
    assert made is not None  # noqa: S101 - it was just written
    share_on_server(event.club, actor)
    return made


def _met(event: Event, contest: RankedEvent) -> TableMet | None:
    """What both sides of the table agreed on; None where there is nothing yet."""
    closed = closed_boards(room_of(event))
    told = event_to_send(event)
    agreed = tuple(one for one in told.results if one.board in closed)
    return next(iter(tables_of(replace(told, results=agreed), contest)), None)


def _names(event: Event, met: TableMet, called: Called) -> Names:
    """As whom they go out; a side with somebody whom published results never name is left out."""
    if called.how == NICKNAMES:
        if not called.ns and not called.ew:
            raise Refused(_("Type a nickname for at least one side."), "ns")
        return _nickname(called.ns), _nickname(called.ew)
    if called.how != FULL:
        return NOBODY
    shy = {person.name for person in not_to_name(event)}
    ns, ew = (() if shy.intersection(side) else side for side in met.names)
    return ns, ew


def not_to_name(event: Event) -> list[Person]:
    """Return who of a table goes out without a name: by their own wish, or as a junior."""
    entries = event.entries.select_related("first", "second")
    everybody = [person for entry in entries for person in entry.people]
    usual = Person.Wish.USUAL
    return [
        person
        for person in everybody
        if person.published == Person.Wish.NO or (person.is_junior and person.published == usual)
    ]


def _nickname(text: str) -> tuple[str, ...]:
    return (text[:LONGEST],) if text else ()


def _says(package: Package, met: TableMet, names: Names, contest: RankedEvent) -> bool:
    """Whether a package says that already."""
    results = [facts_of_play(contest, one, contest) for one in package.results]
    return results == met.results and package.names == names
