"""The event of last time again: its terms and its field by one tap, the door, the start."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from clubscore.club.entry import new_key
from clubscore.club.models import Person, Role
from clubscore.events.directing import before_start, choose_movement, divide
from clubscore.events.entries import everybody_is_here
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.opening import LastEvent, last_time, play_again
from clubscore.events.state import room_of
from clubscore.events.terms import terms_of_event
from clubscore.rubbers.selectors import tonight
from tests.events.evenings import Evening, make
from tests.events.test_pages import director_of, text_of
from tests.flows.acting import HOST, Open, Taps
from tests.flows.looking import STEADY, look_at
from tests.house import make_user

pytestmark = pytest.mark.django_db


def again(evening: Evening, key: str = "again") -> Event:
    last = last_time(evening.club)
    assert last is not None
    return play_again(
        last=last, name="Tuesday again", evening=tonight(evening.club), key=key,
        actor=evening.actor,
    )  # fmt: skip


def field_of(event: Event) -> list[tuple[str, list[str]]]:
    return [(one.name, [person.name for person in one.people]) for one in event.entries.all()]


@pytest.mark.postgres
@pytest.mark.parametrize("form", ["pairs", "individuals", "teams"])
def test_everyone_plays_again_by_their_numbers_and_nobody_is_here_yet(form: str) -> None:
    evening = Evening(8, kind="", form=form, fee=24) if form != "pairs" else Evening(8, fee=24)
    if form != "pairs":
        for number, entry in enumerate(Entry.objects.filter(event=evening.event), start=1):
            Entry.objects.filter(pk=entry.pk).update(
                number=number, section=evening.section, arrived_at=entry.entered_at
            )
    event = again(evening)
    assert field_of(event) == field_of(evening.event) and len(field_of(event)) == 8
    assert terms_of_event(event).fee == 24
    assert {(one.arrived_at, one.paid_at) for one in event.entries.all()} == {(None, None)}
    # A phone that did not hear the answer sends the same again.
    assert again_with(evening, event) == event and Entry.objects.filter(event=event).count() == 8


def again_with(evening: Evening, event: Event) -> Event:
    """Send the same key once more, as the page of before the new event showed it."""
    last = LastEvent(evening.event, [])
    return play_again(
        last=last, name="Tuesday again", evening=tonight(evening.club), key="again",
        actor=evening.actor,
    )  # fmt: skip


@pytest.mark.parametrize("others", [0, 2])
def test_two_sections_are_two_again_with_the_same_pairs_in_each(others: int) -> None:
    evening = Evening(10, kind="")
    entries = list(Entry.objects.filter(event=evening.event).order_by("pk"))
    wanted = {entry.pk: "AB"[at % 2] for at, entry in enumerate(entries)}
    divide(event=evening.event, count=2, wanted=wanted, key="two", actor=evening.actor)
    for at, entry in enumerate(entries):
        Entry.objects.filter(pk=entry.pk).update(number=1 + at // 2)
    # Of those who come no more a section may be too small: then all stay in one.
    Person.objects.filter(pk__in=[each.first_id for each in entries[: 2 * others : 2]]).update(
        active=False
    )
    director = director_of(evening)
    for _twice in range(2):
        answer = director.post(reverse("event-again"), {"event": evening.event.pk, "key": "k"})
        assert answer.status_code == 302
    event = Event.objects.exclude(pk=evening.event.pk).get()
    found = {str(each): each.section.letter if each.section else "" for each in event.entries.all()}
    were = {str(each): wanted[each.pk] for each in entries}
    assert found == (dict.fromkeys(found, "") if others else were)


def test_who_withdrew_or_plays_here_no_more_is_left_out() -> None:
    evening = Evening(6)
    entries = list(Entry.objects.filter(event=evening.event).order_by("number"))
    Person.objects.filter(pk=entries[0].first_id).update(active=False)
    Entry.objects.filter(pk=entries[1].pk).update(withdrawn_at=entries[1].entered_at)
    found = last_time(evening.club)
    assert found is not None and found.many == "4 pairs"
    assert [one.people for one in found.field] == [entry.people for entry in entries[2:]]


def test_where_nobody_can_play_again_only_the_terms_are_offered() -> None:
    evening = Evening(6, kind="")
    assert last_time(evening.club) is None
    page = text_of(director_of(evening).get("/event/new/"))
    assert "As last time" in page and "other players" not in page


def test_an_event_that_was_opened_meanwhile_is_not_played_instead() -> None:
    evening = Evening(6)
    director = director_of(evening)
    again(evening)
    answer = director.post(reverse("event-again"), {"event": evening.event.pk, "key": "late"})
    assert answer["Location"] == reverse("event-new") and Event.objects.count() == 2


def test_everybody_is_here_is_noted_of_each_once() -> None:
    evening = Evening(6)
    event = again(evening)
    for _twice in range(2):
        everybody_is_here(event=event, key="all", actor=evening.actor)
    assert not event.entries.filter(arrived_at=None).exists()
    arrived = [
        one for one in event.happenings.filter(kind=EventHappening.Kind.ENTRY)
        if one.data.get("what") == "arrived"
    ]  # fmt: skip
    assert len(arrived) == 6


def test_what_an_event_waits_for() -> None:
    evening = Evening(6)
    event = again(evening)
    waits = before_start(room_of(event))
    assert waits is not None and (waits.to_come, waits.words) == (6, "0 here, 6 to come")
    assert waits.proposal is None and not waits.may_start
    everybody_is_here(event=event, key=new_key(), actor=evening.actor)
    waits = before_start(room_of(event))
    assert waits is not None and waits.proposal is not None and waits.words == "Everyone is here."
    assert before_start(room_of(evening.event)) is None


def start_form(director: Client, event: Event) -> dict[str, str]:
    page = director.get(reverse("event-entries", args=[event.pk])).content.decode()
    form = page[page.index(reverse("event-start", args=[event.pk])) :]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))


def test_start_chooses_the_movement_and_begins_once() -> None:
    evening = Evening(6)
    event, director = again(evening), director_of(evening)
    everybody_is_here(event=event, key=new_key(), actor=evening.actor)
    given, address = start_form(director, event), reverse("event-start", args=[event.pk])
    for _twice in range(2):
        assert director.post(address, given)["Location"] == reverse("event", args=[event.pk])
    event.refresh_from_db()
    assert event.round == 1 and len(room_of(event).plans) == 1


def test_start_is_refused_whole_where_somebody_else_chose_a_movement() -> None:
    evening = Evening(6)
    event, director = again(evening), director_of(evening)
    everybody_is_here(event=event, key=new_key(), actor=evening.actor)
    given = start_form(director, event)
    chosen = make("howell", 6, 2, 1)
    section = event.sections.get()
    choose_movement(section=section, movement=chosen, minutes=7, key=new_key(), actor=evening.actor)
    answer = director.post(reverse("event-start", args=[event.pk]), given)
    event.refresh_from_db()
    assert answer.status_code == 422 and event.round == 0
    assert room_of(event).plans[section.pk].movement == chosen


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_thirteen_repeated_pairs_are_at_play_after_four_taps(open_page: Open) -> None:
    evening = Evening(13)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page("/", login=HOST, **STEADY)
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="8+", exact=True))
    page.wait_for_url(re.compile("/event/"))
    assert look_at(page) == []
    taps.tap(page.get_by_role("button", name=re.compile("13 pairs")))
    expect(page.locator("#to-come")).to_contain_text("0 here, 13 to come")
    assert look_at(page) == []
    taps.tap(page.get_by_role("button", name="Everyone is here"))
    expect(page.locator("#to-come")).to_contain_text("Everyone is here")
    assert look_at(page) == []
    taps.tap(page.get_by_role("button", name="Start", exact=True))
    expect(page.locator("main")).to_contain_text("round 1 of")
    assert taps.count == 4
    assert Event.objects.get(name__endswith="pairs", pk__gt=evening.event.pk).round == 1


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_here_needs_no_page(open_page: Open) -> None:
    evening = Evening(6)
    event = again(evening)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(f"/event/{event.pk}/entries/", login=HOST)
    page.evaluate("window.stays = true")
    for left in range(5, -1, -1):
        page.get_by_role("button", name=re.compile("^Here")).first.click()
        told = f"{left} to come" if left else "Everyone is here"
        expect(page.locator("#to-come")).to_contain_text(told)
    assert page.evaluate("window.stays")
    expect(page.locator("#door")).to_contain_text("Start")
