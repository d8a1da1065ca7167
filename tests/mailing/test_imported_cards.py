"""Cards of imported events: mailed where a director asks, of the last days, once to each."""

import datetime as dt
from typing import Any

import pytest

from clubscore.club.access import Actor, Level
from clubscore.club.federation_numbers import merge_people
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, Role
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.extras.mail.models import Letter, Subscription
from clubscore.extras.mail.writing import recent_imports
from clubscore.ranking import read_event
from clubscore.rubbers.selectors import tonight
from tests.gazette.nights import a_file
from tests.house import client_of, make_user
from tests.mailing.members import member, subscribed
from tests.mailing.post_office import post_office, send

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PAGE = "/club/mail/"


class Imported:
    """A club that brought in an event of so many days ago, four of whose players it knows."""

    def __init__(self, days_ago: int = 1) -> None:
        self.club: Club = found_club(name="Portland", author="a test")
        self.people = [member(self.club, name) for name in ("Ann", "Bob", "Cecil", "Dora")]
        self.director = client_of(make_user(self.club, "dir", Role.DIRECTOR))
        self.event = self.bring_in(7, days_ago)
        for person in self.people[:3]:
            subscribed(person)
        Subscription.objects.filter(person=self.people[2]).update(wants_card=False)

    def bring_in(self, seed: int, days_ago: int) -> Event:
        day = tonight(self.club) - dt.timedelta(days=days_ago)
        file = a_file(seed, 3, 3) | {"scoring": "matchpoints", "date": day.isoformat()}
        spots = [(each["number"], n) for each in file["contestants"] for n in (0, 1)]
        linked = {spot: who.pk for spot, who in zip(spots, self.people, strict=False)}
        event = bring_in_event(
            club=self.club, told=read_event(file), source=FileSource(f"{seed}.json"), people=linked,
            actor=Actor(level=Level.DIRECTOR, club=self.club),
        )  # fmt: skip
        Event.objects.filter(pk=event.pk).update(ranking_open=True)
        return event

    def ask(self, event: Event | None = None) -> Any:
        return self.director.post(PAGE, {"do": "cards", "event": (event or self.event).pk})


def test_they_go_out_once_where_a_director_asks_and_not_before(settings: Any) -> None:
    past = Imported()
    with post_office(settings) as office:
        send()
        assert office.seen == 0 and not Letter.objects.exists()
        page = past.director.get(PAGE).content.decode()
        assert "2 players want cards." in page and "Mail cards" in page
        assert past.ask().status_code == 302
        send()
        own = [f"player{person.pk}@example.org" for person in past.people[:2]]
        assert sorted(office.recipients) == sorted(own)
        past.ask()
        send()
        assert office.seen == 2
        page = past.director.get(PAGE).content.decode()
        assert "Asked for already: 2." in page and "Mail cards" not in page
        # Who confirmed since can have theirs.
        subscribed(past.people[3])
        past.ask()
        send()
        assert office.seen == 3


def test_a_card_is_that_of_its_page(settings: Any) -> None:
    past = Imported()
    with post_office(settings) as office:
        past.ask()
        send()
        texts = [each.get_body(("plain",)).get_content() for each in office.letters]
    number = past.event.told_players.get(person=past.people[0]).contestant
    page = past.director.get(f"/event/{past.event.pk}/pair/{number}/").content.decode()
    for text in texts:
        boards = [line for line in text.splitlines() if line.startswith("Board ")]
        assert len(boards) >= 3
        names = text.splitlines()[3]
        assert names.partition(" & ")[0] in page


@pytest.mark.parametrize("days_ago", [8, 400])
def test_older_ones_are_never_mailed(days_ago: int, settings: Any) -> None:
    past = Imported(days_ago)
    with post_office(settings) as office:
        assert recent_imports(past.club) == []
        answer = past.ask()
        assert answer.status_code == 422 and "the last seven days" in answer.content.decode()
        send()
        assert office.seen == 0
        # An event of the limit's last day is.
        newer = past.bring_in(8, 6)
        assert [each.event for each in recent_imports(past.club)] == [newer]


def test_what_members_may_not_see_or_another_club_has_is_not_mailed(settings: Any) -> None:
    past = Imported()
    with post_office(settings) as office:
        past.ask()
        Event.objects.filter(pk=past.event.pk).update(ranking_open=False)
        send()
        assert office.seen == 0
        assert past.ask().status_code == 422
        other = found_club(name="Baldwin", author="a test")
        stranger = client_of(make_user(other, "other", Role.DIRECTOR))
        Event.objects.filter(pk=past.event.pk).update(ranking_open=True)
        answer = stranger.post(PAGE, {"do": "cards", "event": past.event.pk})
        assert answer.status_code == 422


def test_of_two_entries_of_one_person_one_letter_goes_out(settings: Any) -> None:
    past = Imported()
    new = Person.objects.create(club=past.club, name="Ann A.", short_name="Ann A.")
    merge_people(other=past.people[0], into=new, author="a test")
    subscribed(new)
    (told,) = recent_imports(past.club)
    assert {each.person for each in told.wanting} == {new, past.people[1]}
    with post_office(settings) as office:
        past.ask()
        send()
        assert office.seen == 2


def test_no_more_queries_for_more_events(django_assert_max_num_queries: Any, settings: Any) -> None:
    past = Imported()
    for seed in range(20, 24):
        past.bring_in(seed, 1)
    with django_assert_max_num_queries(4):
        assert len(recent_imports(past.club)) == 5
