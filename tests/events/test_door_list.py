"""A list at the door: who enters themselves, who is told what, and what a stranger cannot do."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.models import Person
from clubscore.events import door_list
from clubscore.events.directing import choose_movement
from clubscore.events.door_list import close_list, list_of, open_list
from clubscore.events.entries import at_the_door, enter_pair
from clubscore.events.models import EventList
from clubscore.events.names_from_seats import enter_counted
from clubscore.events.state import entries_of
from clubscore.web.phones import token_of
from tests.events.evenings import Evening, make
from tests.events.test_pages import director_of
from tests.events.test_pasted import evening_with

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
A, B = "player-1", "player-2"


class Door:
    """An event with its list open, and a browser that nobody is logged in with."""

    def __init__(self, form: str = "pairs", pairs: int = 0) -> None:
        if form == "pairs" and not pairs:
            self.evening = evening_with()
        else:
            self.evening = Evening(pairs, kind="", form=form)
            for name in ("Ann Lee", "Bob Hart", "Zoë Byrne", "Hannah Wolf", "Ann Cole"):
                Person.objects.create(club=self.evening.club, name=name, short_name=name)
        self.event = self.evening.event
        open_list(event=self.event, key="open", actor=self.evening.actor)
        self.browser = Client()

    @property
    def address(self) -> str:
        found = EventList.objects.get(event=self.event, revoked_at=None)
        return f"/list/{token_of(found.nonce)}/"

    def send(self, *names: str, address: str = "", **more: str) -> Any:
        """Fill the form of the page; return the answer, the page behind it where it leads there."""
        given = {f"player-{place}": name for place, name in enumerate(names, start=1)}
        return self.browser.post(address or self.address, given | more, follow=True)

    @property
    def names(self) -> list[str]:
        found = entries_of(self.event).filter(withdrawn_at=None)
        return [" & ".join(person.name for person in entry.people) for entry in found]


def said(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_a_pair_enters_itself_by_parts_of_names() -> None:
    door = Door()
    page = door.send("hannah", "ferg")
    assert door.names == ["Hannah Wolf & Fergus Ash"]
    assert "are on the list." in said(page) and page.status_code == 200


def test_a_full_name_that_nobody_bears_is_a_guest() -> None:
    door = Door()
    door.send("Nora Vale", "Bob Hart")
    assert door.names == ["Nora Vale & Bob Hart"]
    assert Person.objects.get(name="Nora Vale").is_guest


def test_a_single_word_that_nobody_bears_is_asked_about_and_nothing_typed_is_lost() -> None:
    door = Door()
    page = door.send("Nora", "Bob Hart")
    assert page.status_code == 422 and door.names == []
    assert "Choose who “Nora” is, or a guest." in said(page) and 'value="Bob Hart"' in said(page)
    door.send("Nora", "Bob Hart", **{f"who-{A}": "guest"})
    assert door.names == ["Nora & Bob Hart"]


def test_a_name_of_two_people_is_asked_about() -> None:
    door = Door()
    page = door.send("Ann", "Bob Hart")
    assert page.status_code == 422 and "Ann Lee" in said(page) and "Ann Cole" in said(page)
    cole = Person.objects.get(name="Ann Cole")
    door.send("Ann", "Bob Hart", **{f"who-{A}": str(cole.pk)})
    assert door.names == ["Ann Cole & Bob Hart"]


def test_somebody_on_the_list_is_told_so() -> None:
    door = Door()
    door.send("Ann Lee", "Bob Hart")
    page = door.send("Zoe Byrne", "Bob Hart")
    assert page.status_code == 422 and len(door.names) == 1
    assert "Bob Hart is already on the list: Ann Lee &amp; Bob Hart." in said(page)


def test_a_player_alone_looks_for_a_partner_until_somebody_names_them() -> None:
    door = Door()
    assert "looking for a partner" in said(door.send("Ann Lee"))
    assert "is already on the list, looking for a partner." in said(door.send("Ann Lee"))
    door.send("Bob Hart", "Ann Lee")
    assert door.names == ["Ann Lee & Bob Hart"]


def test_two_who_look_for_a_partner_play_together() -> None:
    door = Door()
    door.send("Ann Lee")
    door.send("Bob Hart")
    door.send("Bob Hart", "Ann Lee")
    assert len(door.names) == 1 and set(door.names[0].split(" & ")) == {"Ann Lee", "Bob Hart"}


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((), "Enter your name."),
        (("", "Bob Hart"), "Enter your name."),
        (("B",), "Enter at least two letters of the name."),
        (("Bob Hart", "bob hart"), "Choose each player only once."),
        (("Nora Vale", "nora vale"), "Choose each player only once."),
        (("Nora\u202e Vale", "Bob Hart"), "This name has hidden characters."),
        (("2", "Bob Hart"), "Enter at least two letters of the name."),
    ],
)
def test_what_cannot_be_entered_is_told_at_its_field(names: tuple[str, ...], told: str) -> None:
    door = Door()
    page = door.send(*names)
    assert page.status_code == 422 and told in said(page) and door.names == []


def test_a_number_finds_nobody_so_that_nobody_learns_whose_it_is() -> None:
    door = Door()
    Person.objects.filter(name="Bob Hart").update(number="4711")
    page = door.browser.get(f"{door.address}find/", {A: "4711"})
    assert "Bob" not in said(page)
    assert "Bob Hart" in said(door.browser.get(f"{door.address}find/", {A: "har"}))
    assert said(door.browser.get(f"{door.address}find/", {A: "h"})) == ""


def test_a_name_is_never_longer_than_the_database_keeps() -> None:
    door = Door()
    door.send(f"{'N' * 300} {'V' * 300}", "Bob Hart", **{f"who-{A}": "guest"})
    assert len(door.names) == 1 and len(door.names[0].split(" & ")[0]) == 80


def test_players_of_an_individual_and_teams_enter_themselves() -> None:
    door = Door("individuals")
    door.send("Ann Lee")
    assert door.names == ["Ann Lee"]
    assert "Ann Lee is already on the list." in said(door.send("Ann Lee"))
    door = Door("teams")
    page = door.send("Ann Lee", "Bob Hart", "Zoe Byrne", name="Reds")
    assert page.status_code == 422 and "A team has four to six players." in said(page)
    assert "Give the team a name" in said(door.send("Ann Lee", "Bob Hart", "Zoe B", "Hannah W"))
    page = door.send("Ann Lee", "Bob Hart", "Zoe Byrne", "Hannah Wolf", "Nora Vale", name="Reds")
    assert "<b>Reds</b> is on the list." in said(page)
    assert door.names == ["Ann Lee & Bob Hart & Zoë Byrne & Hannah Wolf & Nora Vale"]


def test_a_form_that_is_sent_twice_enters_once() -> None:
    door = Door()
    door.send("Ann Lee", key="once")
    door.send("Bob Hart", key="once")
    assert door.names == ["Ann Lee"]


def test_the_list_shows_names_and_nothing_of_money_or_numbers() -> None:
    door = Door()
    Person.objects.filter(name="Ann Lee").update(number="4711")
    enter_pair(event=door.event, people=[], expected="the Hogs", key="x", actor=door.evening.actor)
    page = said(door.send("Ann Lee", "Bob Hart"))
    assert "Ann Lee &amp; Bob Hart" in page
    for hidden in ("4711", "owes", "table money", "the Hogs", "paid"):
        assert hidden not in page


def test_the_list_closes_by_hand_and_its_old_address_with_it() -> None:
    door = Door()
    old = door.address
    close_list(event=door.event, key="shut", actor=door.evening.actor)
    page = door.send("Ann Lee", address=old)
    assert page.status_code == 409 and "The director has closed the list." in said(page)
    open_list(event=door.event, key="anew", actor=door.evening.actor)
    assert door.address != old and door.names == []
    assert "The director has closed the list." in said(door.browser.get(old))


def test_the_list_closes_once_seats_are_given_and_opens_no_more() -> None:
    evening = Evening(4, kind="")
    actor = evening.actor
    open_list(event=evening.event, key="open", actor=actor)
    address = f"/list/{token_of(EventList.objects.get().nonce)}/"
    choose_movement(
        section=evening.section,
        movement=make("mitchell", 4, 2, 2),
        minutes=20,
        key="m",
        actor=actor,
    )
    page = Client().post(address, {A: "Nora Vale", B: "Bob Ray"})
    assert page.status_code == 409 and "The seats have been allotted." in said(page)
    assert list_of(evening.event) is None and evening.event.entries.count() == 4
    evening.next_round()
    assert "Play has begun." in said(Client().get(address))
    page = director_of(evening).post(f"/event/{evening.event.pk}/list/", {"key": "late"})
    assert page.status_code == 422 and "before the movement is chosen" in said(page)


def test_an_address_of_another_evening_or_of_nobody_opens_nothing() -> None:
    door = Door()
    address = door.address
    EventList.objects.update(expires_at=clock.now() - dt.timedelta(minutes=1))
    for each in (address, f"{address}find/", "/list/nothing/"):
        page = door.browser.get(each)
        assert page.status_code == 404 and "No list here" in said(page)


def test_a_flood_is_stopped_and_leaves_no_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_list, "MOST_AT_ONCE", 3)
    door = Door()
    for number in range(5):
        page = door.send(f"Nora Vale{number}", f"Nick Vale{number}")
    assert page.status_code == 422 and "Too many have come in at once." in said(page)
    assert len(door.names) == 3 and Person.objects.filter(kind="guest").count() == 6
    monkeypatch.setattr(door_list, "AT_ONCE", dt.timedelta(0))
    door.send("Nora Vale9")
    monkeypatch.setattr(door_list, "MOST", 4)
    assert "The list is full." in said(door.send("Nora Vale8")) and len(door.names) == 4


def test_the_director_takes_a_name_out_and_it_can_come_back() -> None:
    door = Door()
    door.send("Ann Lee", "Bob Hart")
    entry, director = door.event.entries.get(), director_of(door.evening)
    page = said(director.get(f"/event/{door.event.pk}/history/"))
    assert "the list at the door" in page and "list at the door opened" in page
    at_the_door(
        event=door.event, entry=entry.pk, what="withdrawn", key="out", actor=door.evening.actor
    )
    assert door.names == []
    door.send("Ann Lee", "Bob Hart")
    assert door.names == ["Ann Lee & Bob Hart"]


def test_the_directors_page_is_sent_what_came_in_and_nothing_while_nothing_did() -> None:
    door = Door()
    director, event = director_of(door.evening), door.evening.event
    address = f"/event/{event.pk}/entries/"
    assert director.get(address, {"seen": event.revision}).status_code == 204
    door.send("Ann Lee", "Bob Hart")
    first = event.entries.get()
    door.send("Zoe Byrne", "Hannah Wolf")
    page = director.get(address, {"seen": event.revision, "entry": first.pk})
    rows = [line for line in said(page).split("<li ") if line.startswith('id="e')]
    assert ["data-new" in row.partition(">")[0] for row in rows] == [False, True]
    close_list(event=event, key="shut", actor=door.evening.actor)
    assert "more-rows" not in said(director.get(address))


def test_tables_that_were_counted_have_no_list() -> None:
    evening = Evening(0, kind="")
    enter_counted(event=evening.event, count=4, key="count", actor=evening.actor)
    with pytest.raises(Refused, match="named at their seats"):
        open_list(event=evening.event, key="open", actor=evening.actor)
