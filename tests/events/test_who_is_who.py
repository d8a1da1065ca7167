"""Who the players of imported events are: by number, then by name; a doubt is asked about."""

from pathlib import Path
from typing import Any

import pytest

from clubscore.club.access import Actor, Level
from clubscore.club.federation_numbers import merge_people
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, PersonNumber
from clubscore.club.privacy import forget_name
from clubscore.events.directing import show_ranking
from clubscore.events.imported import (
    NAMESAKES,
    OTHER_NAME,
    OTHER_NUMBER,
    TWO_PEOPLE,
    FilePlayer,
    FileSource,
    KnownPeople,
    bring_in_event,
    once_each,
    players_of,
    tell_again,
    told_of,
)
from clubscore.events.models import Event, Telling, ToldPlayer
from clubscore.events.person import cards_played, events_played
from clubscore.files.club_file import export_club
from clubscore.files.club_import import import_club
from clubscore.files.person_file import known_of
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def club_with(*people: tuple[str, dict[str, str]]) -> tuple[Club, list[Person]]:
    """A club with these people, each with numbers by scheme, the club's own as `own`."""
    club, found = found_club(name="Leeds", author="a test"), []
    for name, numbers in people:
        own = numbers.get("own", "")
        person = Person.objects.create(club=club, name=name, short_name=name[:20], number=own)
        for scheme, number in numbers.items():
            if scheme != "own":
                PersonNumber.objects.create(club=club, person=person, scheme=scheme, number=number)
        found.append(person)
    return club, found


def with_numbers(numbers: list[dict[str, str]]) -> Any:
    """The event of `WHOLE`, the first pair of which has numbers."""
    first, *others = WHOLE["contestants"]
    return read_event(WHOLE | {"contestants": [{**first, "numbers": numbers}, *others]})


def brought(club: Club, people: dict[tuple[str, int], int], told: Any = None) -> Event:
    actor = Actor(level=Level.DIRECTOR, club=club)
    told = told or read_event(WHOLE)
    return bring_in_event(
        club=club, told=told, source=FileSource("a.json"), actor=actor, people=people
    )


def test_a_number_says_more_than_a_name_and_a_name_is_compared_as_lists_compare_it() -> None:
    club, (ann, zoe, own) = club_with(
        ("Ann Ash", {"ebu": "100001"}), ("Zoë Ode", {}), ("Own Number", {"own": "12"})
    )
    known = KnownPeople(club)
    assert known.find(FilePlayer("ANN  ash", (("ebu", "100001"),))).person == ann
    assert known.find(FilePlayer("Ann Ash")).person == ann
    assert known.find(FilePlayer("zoë ode")).person == zoe
    assert known.find(FilePlayer("Own Number", (("own", "12"),))).person == own
    # Accents count, as in lists of people.
    assert known.find(FilePlayer("Zoe Ode")) == (None, (), "")
    assert known.find(FilePlayer("Nobody Here", (("ebu", "999999"),))) == (None, (), "")


@pytest.mark.parametrize(
    ("player", "may_be", "why"),
    [
        (FilePlayer("John Smith"), ["John Smith", "John Smith"], NAMESAKES),
        (FilePlayer("Jon Smyth", (("ebu", "100001"),)), ["Ann Ash"], OTHER_NAME),
        (FilePlayer("Bob", (("ebu", "100001"),)), ["Ann Ash", "Bob"], OTHER_NAME),
        (FilePlayer("Ann Ash", (("ebu", "777777"),)), ["Ann Ash"], OTHER_NUMBER),
        (FilePlayer("Ann", (("acbl", "1234567"), ("ebu", "100001"))), ["Bob", "Ann Ash"],
         TWO_PEOPLE),
    ],
)  # fmt: skip
def test_what_leaves_a_doubt_is_nobody_until_somebody_is_asked(
    player: FilePlayer, may_be: list[str], why: str
) -> None:
    club, _people = club_with(
        ("Ann Ash", {"ebu": "100001"}),
        ("Bob", {"acbl": "1234567"}),
        ("John Smith", {}),
        ("John Smith", {}),
    )
    found = KnownPeople(club).find(player)
    assert found.person is None
    assert [each.name for each in found.may_be] == may_be
    assert found.why == why


def test_one_of_two_namesakes_whose_number_is_another_is_not_meant() -> None:
    club, (_one, two) = club_with(("John Smith", {"ebu": "100001"}), ("John Smith", {}))
    assert KnownPeople(club).find(FilePlayer("John Smith", (("ebu", "100002"),))).person == two


def test_who_was_merged_is_found_as_who_they_are() -> None:
    club, (ann, other) = club_with(("Ann Ash", {}), ("Annie Ash", {"ebu": "100001"}))
    merge_people(other=other, into=ann, author="a test")
    assert KnownPeople(club).find(FilePlayer("Ann Ash", (("ebu", "100001"),))).person == ann


def test_an_imported_event_stands_on_the_page_of_who_played_it() -> None:
    club, (ann, bob) = club_with(("Ann Ash", {}), ("Bob", {}))
    event = brought(club, {("1 NS", 0): ann.pk})
    director = Actor(level=Level.DIRECTOR, club=club)
    (played,) = events_played(ann, director)
    assert (played.event, played.partner, played.of) == (event, "Bob", 2)
    assert played.place
    assert events_played(bob, director) == []
    player = Actor(level=Level.PLAYER, club=club, person=ann)
    (hidden,) = events_played(ann, player)
    assert (hidden.place, hidden.partner) == ("", "Bob")
    show_ranking(event=event, shown=True, key="k", actor=director)
    assert events_played(ann, player)[0].place == played.place
    ((_played, card),) = cards_played(ann, player)
    assert sorted(line.board for line in card) == [1, 2, 3]
    assert [each["event"] for each in known_of(ann, director)["events"]] == ["Simultaneous"]


def test_who_is_merged_or_forgotten_takes_the_events_along() -> None:
    club, (ann, other) = club_with(("Ann Ash", {}), ("A. Ash", {"ebu": "100001"}))
    told = with_numbers([{"ebu": "100001"}, {}])
    event = brought(club, {("1 NS", 0): other.pk}, told)
    merge_people(other=other, into=ann, author="a test")
    director = Actor(level=Level.DIRECTOR, club=club)
    assert [each.event for each in events_played(ann, director)] == [event]
    Person.objects.filter(pk=ann.pk).update(name="Anna Ash-Oak")
    ann.refresh_from_db()
    new = forget_name(person=ann, author="a test")
    assert told_of(event).contestants["1 NS"].names == (new, "Bob")
    assert "100001" not in Telling.objects.get().text
    assert ToldPlayer.objects.get().as_told == new
    assert [each.event for each in events_played(ann, director)] == [event]


def test_a_name_that_a_file_has_for_two_people_is_not_taken_from_the_other() -> None:
    club, (one, two) = club_with(("Ann Ash", {}), ("Annie", {}))
    event = brought(club, {("1 NS", 0): one.pk, ("2/NS", 0): two.pk})
    ToldPlayer.objects.filter(event=event).update(as_told="Cyd")
    forget_name(person=one, author="a test")
    assert told_of(event).contestants["2/NS"].names == ("Cyd", "Dee")


def test_a_file_that_corrects_says_anew_who_played() -> None:
    club, (ann, bob) = club_with(("Ann Ash", {}), ("Bob", {}))
    event = brought(club, {("1 NS", 0): ann.pk})
    actor = Actor(level=Level.DIRECTOR, club=club)
    same, better = read_event(WHOLE), read_event(WHOLE | {"name": "Better"})
    tell_again(event=event, told=same, source=FileSource("a.json", seen=1), actor=actor,
               people={("1 NS", 1): bob.pk})  # fmt: skip
    assert ToldPlayer.objects.get().person == bob
    assert Telling.objects.count() == 1
    tell_again(event=event, told=better, source=FileSource("b.json", seen=1), actor=actor,
               people={("1 NS", 0): ann.pk})  # fmt: skip
    assert ToldPlayer.objects.get().person == ann


def test_nobody_is_two_players_of_one_event() -> None:
    assert once_each({("1", 0): 7, ("2", 0): 8, ("3", 1): 7}) == {("2", 0): 8}


def test_players_are_read_with_their_numbers() -> None:
    found = players_of(with_numbers([{"own": "7", "ebu": "100001"}, {}]))
    assert found["1 NS", 0] == FilePlayer("Ann Ash", (("ebu", "100001"), ("own", "7")))
    assert found["1 NS", 1] == FilePlayer("Bob")
    assert ("1EW", 0) not in found


def test_who_played_goes_with_the_club(tmp_path: Path) -> None:
    club, (_other, ann) = club_with(("Bob", {}), ("Ann Ash", {}))
    brought(club, {("1 NS", 0): ann.pk})
    export_club(club, tmp_path / "club.jsonl")
    import_club(tmp_path / "club.jsonl")
    here, there = ToldPlayer.objects.order_by("pk")
    assert (here.club, there.club_id != club.pk) == (club, True)
    assert (there.person.name, there.person.club_id) == ("Ann Ash", there.club_id)
    assert (there.event.club_id, there.contestant, there.as_told) == (
        there.club_id, "1 NS", "Ann Ash",
    )  # fmt: skip
