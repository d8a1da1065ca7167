"""Teams of four: who enters with whom, and who of a team sits where."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.club.wording.names import listed
from clubscore.events.entries.fees import enter_in_book
from clubscore.events.entries.opening_event import enter, must_be_new
from clubscore.events.locks import is_noted, must_not_be_final, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, Section, TeamMember
from clubscore.events.models.kept_facts import EntryChanged, LineupSet
from clubscore.events.state.event_now import Room, entries_of, room_of
from clubscore.events.state.plan import plan_of
from clubscore.events.terms.event_words import entry_is
from clubscore.events.terms.formats import LEAST_PEOPLE, MOST_PEOPLE, TEAMS

Kind = EventHappening.Kind
LONGEST = 80


def read_name(name: str, event: Event) -> str:
    """Return a team's name. Refuses none."""
    found = " ".join(name.split())[:LONGEST]
    if not found:
        raise Refused(_("Give the team a name, for example Reds."))
    return found


def team_in_words(name: str, people: Sequence[Person]) -> str:
    """Return a team as its history shows it: Reds: Ann, Bob, Cecil, Dora."""
    names = ", ".join(person.name for person in people)
    return f"{name}: {names}" if names else name


def enter_team(*, event: Event, name: str, people: list[Person], key: str, actor: Actor) -> None:
    """Enter a team of four to six people, or one of which only the name is known yet.

    Refuses people already entered, another number of people, and a name already taken.
    """
    with taken_event(event) as found:
        called = read_name(name, found)
        _must_be_a_team(found, people)
        _must_be_called_otherwise(found, called)
        must_be_new(found, people)
        said = team_in_words(called, people)
        if note(found, Kind.ENTRY, key, actor, EntryChanged(what="entered", who=said)):
            entry = enter(found, people, "" if people else called, actor, called)
            _set_further(entry, people[2:])


def name_team(
    *,
    event: Event,
    entry: int,
    name: str,
    people: list[Person],
    key: str,
    actor: Actor,
    seen: str,
) -> None:
    """Give a team another name or other people. What was recorded stays with its number.

    `seen` is the team as shown on the page. Raises ChangedMeanwhile if it has changed since.
    """
    with taken_event(event) as found:
        team = entries_of(found).filter(pk=entry, withdrawn_at=None).first()
        if team is None:
            raise Refused(_("This entry no longer exists."))
        was, called = team_in_words(team.name, team.people), read_name(name, found)
        if is_noted(found, key):
            return
        if was != seen:
            raise ChangedMeanwhile([Change(_("Who plays"), seen, was)])
        _must_be_a_team(found, people)
        _must_be_called_otherwise(found, called, team)
        must_be_new(found, people, team)
        said = team_in_words(called, people)
        note(found, Kind.ENTRY, key, actor, EntryChanged(what="named", who=said, was=was))
        team.name, team.note = called, "" if people else called
        team.first, team.second = (*people[:2], None, None)[:2]
        team.save(update_fields=["name", "note", "first", "second"])
        _set_further(team, people[2:])
        if found.finished_at is not None:
            enter_in_book(event=found, actor=actor)


def _must_be_a_team(event: Event, people: Sequence[Person]) -> None:
    if people and not LEAST_PEOPLE[TEAMS] <= len(people) <= MOST_PEOPLE[TEAMS]:
        raise Refused(entry_is(TEAMS))


def _must_be_called_otherwise(event: Event, name: str, but: Entry | None = None) -> None:
    others = event.entries.filter(withdrawn_at=None, name__iexact=name)
    if any(but is None or other.pk != but.pk for other in others):
        raise Refused(_("There is already a team called %(name)s.") % {"name": name})


def _set_further(entry: Entry, people: Sequence[Person]) -> None:
    TeamMember.objects.filter(entry=entry, gone_at=None).update(gone_at=clock.now())
    TeamMember.objects.bulk_create(
        TeamMember(
            club_id=entry.club_id, event_id=entry.event_id, entry=entry, order=order, person=person
        )
        for order, person in enumerate(people, 3)
    )


def lineups_said(event: Event) -> int:
    """Return how many line-ups were set so far: what a page has seen."""
    return EventHappening.objects.filter(event=event, kind=Kind.LINEUP).count()


def set_lineup(
    *,
    section: Section,
    team: int,
    round_: int,
    ways: Mapping[str, Sequence[int]],
    key: str,
    actor: Actor,
    seen: int | None = None,
) -> None:
    """Set who of a team sits North–South and East–West from a round on: {"ns": two, "ew": two}.

    `seen` is what `lineups_said` was. Refuses if someone else changed it since, anything but four
    different people of the team, and who would play boards of a three-way match once more.
    """
    with taken_event(section.event) as event:
        must_not_be_final(event)
        if seen not in (None, lineups_said(event)) and not is_noted(event, key):
            raise Refused(_("Someone else changed who sits where. Check again."))
        plan = plan_of(section.plan)
        if plan is None or not 0 < round_ <= plan.rounds:
            raise Refused(_("Choose a round of this event."))
        entry = entries_of(event).filter(section=section, number=team).first()
        chosen = [*ways["ns"], *ways["ew"]]
        known = {person.pk for person in entry.people} if entry else set()
        if len(ways["ns"]) != 2 or len(set(chosen)) != 4 or not known.issuperset(chosen):
            text = _("Choose two of this team for North–South and two others for East–West.")
            raise Refused(text)
        _must_keep_sides(room_of(event), section, team, round_, ways)
        lineup = LineupSet(
            section=section.pk, team=team, round=round_, ns=[*ways["ns"]], ew=[*ways["ew"]]
        )
        note(event, Kind.LINEUP, key, actor, lineup)


def _must_keep_sides(
    room: Room, section: Section, team: int, round_: int, ways: Mapping[str, Sequence[int]]
) -> None:
    """Refuse to exchange the halves of a team between the rounds of a three-way match."""
    plan = room.plan(section)
    trio = next((each for each in plan.trios if each.goes_on(round_) and team in each.teams), None)
    if trio is None:
        return
    before = [place for place in plan.of_pair(team) if place.round == trio.round]
    changed = [
        person.name
        for place in before
        for way, other in (("ns", "ew"), ("ew", "ns"))
        if place.way_of(team) == way
        for person in room.people(section.pk, place, way)
        if person.pk in ways[other]
    ]
    if changed:
        text = _("A three-way match is played over two rounds, and no one changes sides between"
                 " them. The boards of the other side were played by: %(who)s.")  # fmt: skip
        raise Refused(text % {"who": listed(changed)})
