"""Table money at two rates, by who each person is; and charges that follow a changed name."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.entry import Refused, new_key
from clubscore.club.ledger import standing_in
from clubscore.club.models import Club, Person, TableFee
from clubscore.club.models import Entry as BookEntry
from clubscore.club.table_money import charge_table, fee_in_words, fee_of, set_fee
from clubscore.events.entries import at_the_door, fees_to_pay, name_pair
from clubscore.events.finishing import bring_back, call_off, finish, open_again
from clubscore.events.models import Entry, Event
from clubscore.events.names_from_seats import SeatNames, SeatPlace, name_seats
from clubscore.events.opening import last_time, play_again
from clubscore.events.pages.director import usual_end
from clubscore.rubbers.settling import origin_of
from tests.events.counted import Counted
from tests.events.evenings import Evening
from tests.events.test_pages import director_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MEMBERS, GUESTS = 96, 240


class Dear(Evening):
    """An evening of four pairs at two rates, of whom the first player is a guest."""

    def __init__(self, *, finished: bool = True) -> None:
        super().__init__(4, kind="howell", winners=1, fee=MEMBERS)
        Event.objects.update(guest_fee=GUESTS)
        self._event.refresh_from_db()
        Person.objects.filter(pk=self.people[0].pk).update(kind=Person.Kind.GUEST)
        self.guest = Person.objects.get(pk=self.people[0].pk)
        if finished:
            self.finish()

    def finish(self) -> None:
        while True:
            self.play()
            if self.event.round == self.room.rounds:
                break
            self.next_round()
        self.end()

    def end(self) -> None:
        event = self.event
        finish(event=event, final_at=usual_end(event), key=new_key(), actor=self.actor)

    def owes(self, person: Person) -> int:
        return -standing_in(self.club).get("LSD", {}).get(person.pk, 0)

    def named(self, entry: Entry, *people: Person) -> None:
        name_pair(
            event=self.event,
            entry=entry.pk,
            people=[*people],
            key=new_key(),
            actor=self.actor,
            seen=str(Entry.objects.get(pk=entry.pk)),
        )

    def newcomer(self, name: str = "Nora", kind: str = "member") -> Person:
        return Person.objects.create(club=self.club, name=name, short_name=name, kind=kind)

    @property
    def first(self) -> Entry:
        return Entry.objects.get(event=self.event, first=self.guest)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def browser(club: Club) -> Client:
    return director_of(Evening(0, kind="", club=club))


def test_each_pays_by_who_they_are() -> None:
    evening = Dear()
    owed = [evening.owes(person) for person in evening.people]
    assert owed == [GUESTS, *[MEMBERS] * 7]
    charged = BookEntry.objects.filter(club=evening.club, kind=BookEntry.Kind.TABLE_MONEY)
    assert charged.count() == 8


def test_at_the_door_each_is_asked_for_their_own_rate() -> None:
    evening = Dear(finished=False)
    lines = fees_to_pay(evening.event, evening.room.entries, nets=False)
    assert {line.person.pk: line.pays for line in lines}[evening.guest.pk] == GUESTS
    assert sum(line.pays for line in lines) == GUESTS + 7 * MEMBERS
    page = text_of(director_of(evening).get(f"/event/{evening.event.pk}/entries/"))
    assert "Per player: 2s; per guest: 5s" in page


def test_members_may_play_for_nothing_and_are_asked_for_nothing() -> None:
    evening = Dear(finished=False)
    Event.objects.update(fee=0)
    lines = fees_to_pay(evening.event, evening.room.entries, nets=False)
    assert [line.person for line in lines] == [evening.guest]
    page = text_of(director_of(evening).get(f"/event/{evening.event.pk}/entries/"))
    assert page.count("no table money") == 3 and page.count("owes table money") == 1
    evening.finish()
    assert [evening.owes(person) for person in evening.people] == [GUESTS, *[0] * 7]


def test_what_was_paid_at_the_door_is_paid_at_each_rate() -> None:
    evening = Dear(finished=False)
    entry = evening.first
    at_the_door(event=evening.event, entry=entry.pk, what="paid", key="p", actor=evening.actor)
    evening.finish()
    assert [evening.owes(person) for person in entry.people] == [0, 0]


def test_calling_off_and_back_moves_each_amount() -> None:
    evening = Dear()
    call_off(event=evening.event, reason="storm", key="off", actor=evening.actor)
    assert {evening.owes(person) for person in evening.people} == {0}
    bring_back(event=evening.event, key="on", actor=evening.actor)
    assert [evening.owes(person) for person in evening.people] == [GUESTS, *[MEMBERS] * 7]


def test_a_name_replaced_after_the_end_takes_its_charge_along() -> None:
    evening = Dear()
    entry, stays, nora = evening.first, evening.people[1], evening.newcomer()
    evening.named(entry, nora, stays)
    assert [evening.owes(one) for one in (evening.guest, nora, stays)] == [0, MEMBERS, MEMBERS]
    back = BookEntry.objects.get(club=evening.club, kind=BookEntry.Kind.WAIVED)
    assert back.reason == "another player was named"
    # And back again: nobody is charged twice, nobody for nothing.
    evening.named(entry, evening.guest, stays)
    assert [evening.owes(one) for one in (evening.guest, nora, stays)] == [GUESTS, 0, MEMBERS]
    evening.named(entry, nora, stays)
    assert [evening.owes(one) for one in (evening.guest, nora, stays)] == [0, MEMBERS, MEMBERS]


def test_what_was_paid_at_the_door_goes_along_with_the_seat() -> None:
    evening = Dear(finished=False)
    entry, stays, nora = evening.first, evening.people[1], evening.newcomer()
    at_the_door(event=evening.event, entry=entry.pk, what="paid", key="p", actor=evening.actor)
    evening.finish()
    for people in ((nora, stays), (evening.guest, stays), (nora, stays)):
        evening.named(entry, *people)
        assert [evening.owes(one) for one in (evening.guest, nora, stays)] == [0, 0, 0]


def test_what_was_let_off_by_hand_stays_so_whoever_is_named() -> None:
    from clubscore.club.table_money import waive

    evening = Dear()
    charge = BookEntry.objects.get(subject=f"person:{evening.people[1].pk}")
    waive(charged=charge, reason="helped", key="hand", actor=evening.actor)
    evening.named(evening.first, evening.newcomer(), evening.people[1])
    assert evening.owes(evening.people[1]) == 0


def test_a_name_changed_while_the_session_is_open_again_is_followed_at_its_end() -> None:
    evening = Dear()
    open_again(event=evening.event, reason="late slip", key="again", actor=evening.actor)
    nora = evening.newcomer(kind="guest")
    evening.named(evening.first, nora, evening.people[1])
    assert evening.owes(evening.guest) == GUESTS
    evening.end()
    assert (evening.owes(evening.guest), evening.owes(nora)) == (0, GUESTS)


def test_a_team_changed_after_the_end_is_followed_too() -> None:
    from clubscore.events.entries import name_team, team_in_words

    evening = Evening(2, kind="", form="teams", fee=MEMBERS)
    entry = Entry.objects.filter(event=evening.event).first()
    assert entry is not None
    Entry.objects.filter(pk=entry.pk).update(number=1, section=evening.section)
    event = evening.event
    event.finished_at = event.final_at = usual_end(event)
    event.save()
    nora = Person.objects.create(club=evening.club, name="Nora", short_name="Nora")
    name_team(
        event=event, entry=entry.pk, name=entry.name, people=[*entry.people[:3], nora],
        key="n", actor=evening.actor, seen=team_in_words(entry.name, entry.people),
    )  # fmt: skip
    assert standing_in(evening.club)["LSD"][nora.pk] == -MEMBERS


def test_a_seat_that_is_named_otherwise_after_the_end_is_followed_too() -> None:
    evening = Counted(fee=MEMBERS)
    evening.say(1, "Ann", "Bob")
    event = evening.event
    event.finished_at = event.final_at = usual_end(event)
    event.save()
    where = SeatPlace(evening.section)

    def named(*names: str) -> None:
        said = SeatNames(evening.entry(1).pk, [evening.who(name) for name in names], settles=True)
        name_seats(where=where, said=[said], key=new_key(), actor=evening.actor)

    def owe() -> dict[str, int]:
        sums = standing_in(evening.club).get("LSD", {})
        people = (evening.who(name) for name in ("Ann", "Bob", "Carl"))
        return {one.short_name: -sums.get(one.pk, 0) for one in people}

    named("Ann", "Bob")
    assert owe() == {"Ann": MEMBERS, "Bob": MEMBERS, "Carl": 0}
    named("Ann", "Carl")
    assert owe() == {"Ann": MEMBERS, "Bob": 0, "Carl": MEMBERS}
    named("Ann", "Bob")
    assert owe() == {"Ann": MEMBERS, "Bob": MEMBERS, "Carl": 0}


# The club's own table money.


def set_rates(club: Club, amount: int, guests: int | None, per: str = "person") -> None:
    set_fee(club=club, amount=amount, guests=guests, currency="LSD", per=per, author="a test")


def test_a_card_table_charges_guests_their_rate() -> None:
    from tests.rubbers.tables import Table

    table = Table("auction")
    guest, *others = table.people
    Person.objects.filter(pk=guest.pk).update(kind=Person.Kind.GUEST)
    set_rates(table.club, MEMBERS, GUESTS)
    assert fee_in_words(fee_of(table.club)) == "2s each, 5s for a guest, once an evening"
    charge_table(
        club=table.club, people=[one.pk for one in table.people],
        origin=origin_of(table.sitting), key="k", actor=table.actor,
    )  # fmt: skip
    owed = {who: -coins for who, coins in standing_in(table.club)["LSD"].items() if who > 0}
    assert owed == {guest.pk: GUESTS} | {one.pk: MEMBERS for one in others}


def test_members_free_and_guests_paying_is_table_money_too() -> None:
    club = Evening(0, kind="").club
    set_rates(club, 0, GUESTS)
    assert fee_of(club) is not None
    set_rates(club, 0, None)
    assert fee_of(club) is None


def test_a_guests_rate_needs_persons_and_is_not_below_nothing() -> None:
    club = Evening(0, kind="").club
    for amount, per in ((GUESTS, "table"), (-1, "person")):
        with pytest.raises(Refused):
            set_rates(club, MEMBERS, amount, per)
    assert not TableFee.objects.exists()
    set_rates(club, MEMBERS, MEMBERS)
    assert TableFee.objects.get().guest_amount is None


def test_the_director_sets_both_rates_on_the_page() -> None:
    evening = Evening(0, kind="")
    director, address = director_of(evening), reverse("book-terms")
    form = {"what": "fee", "amount": "2s", "guests": "5s", "currency": "LSD", "per": "person"}
    page = director.post(address, form | {"seen": "none", "per": "table"})
    assert page.status_code == 422 and "only where each person pays" in text_of(page)
    assert 'value="5s"' in text_of(page)
    assert director.post(address, form | {"seen": "none"}).status_code == 302
    fee = fee_of(evening.club)
    assert fee is not None and (fee.amount, fee.guest_amount) == (MEMBERS, GUESTS)
    page = director.get(address)
    assert 'value="5s"' in text_of(page)
    form |= {"guests": "", "seen": fee_in_words(fee)}
    assert director.post(address, form).status_code == 302
    fee = fee_of(evening.club)
    assert fee is not None and fee.guest_amount is None


def test_a_club_of_one_rate_is_not_asked_about_guests() -> None:
    evening = Evening(0, kind="")
    director = director_of(evening)
    set_rates(evening.club, MEMBERS, None)
    assert "guest_fee" not in text_of(director.get("/event/new/"))
    director.post("/event/new/", {"name": "Plain", "fee": "2s", "form": "pairs", "key": "k"})
    assert Event.objects.get(name="Plain").guest_fee is None


def test_a_club_of_two_rates_opens_an_event_at_both() -> None:
    evening = Evening(0, kind="")
    director = director_of(evening)
    set_rates(evening.club, MEMBERS, GUESTS)
    page = text_of(director.get("/event/new/"))
    assert 'name="fee" type="text" value="2s"' in page
    assert 'name="guest_fee" type="text" value="5s"' in page
    form = {"name": "Two", "fee": "2s", "guest_fee": "5 guineas", "form": "pairs", "key": "k"}
    page = director.post("/event/new/", form)
    assert page.status_code == 422 and 'value="5 guineas"' in text_of(page)
    assert director.post("/event/new/", form | {"guest_fee": "6s"}).status_code == 302
    event = Event.objects.get(name="Two")
    assert (event.fee, event.guest_fee) == (96, 288)
    for given, kept in (("", None), ("2s", None), ("0s", 0)):
        director.post("/event/new/", form | {"guest_fee": given, "name": f"N{given}", "key": given})
        assert Event.objects.get(name=f"N{given}").guest_fee == kept


def test_rates_are_sent_as_the_page_shows_them() -> None:
    evening = Evening(0, kind="")
    Club.objects.update(currency="EUR")
    director = director_of(evening)
    set_fee(club=Club.objects.get(), amount=250, guests=400, currency="EUR",
            per="person", author="a test")  # fmt: skip
    page = text_of(director.get("/event/new/"))
    assert 'value="€2.50"' in page and "For example €2.50" in page
    form = {"name": "Coins", "fee": "€2.50", "guest_fee": "€4", "form": "pairs", "key": "k"}
    assert director.post("/event/new/", form).status_code == 302
    event = Event.objects.get(name="Coins")
    assert (event.fee, event.guest_fee) == (250, 400)


def test_last_times_rates_come_along() -> None:
    evening = Dear()
    last = last_time(evening.club)
    assert last is not None
    event = play_again(
        last=last, name="Again", evening=evening.event.evening, key="k", actor=evening.actor
    )
    assert (event.fee, event.guest_fee) == (MEMBERS, GUESTS)
    page = text_of(director_of(evening).get(f"/event/new/?as={evening.event.pk}"))
    assert "table money 2s per player, 5s per guest" in page
