"""A room full of phones is written down seldom, however many pages a process keeps beside."""

import datetime as dt

import pytest
from django.core.cache import cache

from clubscore.club import clock
from clubscore.events.directing import set_by_slip
from clubscore.events.models import Event, PhoneSeen
from clubscore.events.needs import note_phone
from clubscore.events.pages.director import DirectorPage
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db]


def test_no_page_pushes_a_phone_out_of_what_is_remembered(
    django_assert_num_queries: object,
) -> None:
    event = Evening(4, kind="howell", winners=1).event
    for number in range(400):
        note_phone(event, f"{number:06x}")
    assert PhoneSeen.objects.count() == 400
    for page in range(1000):
        cache.set(f"page-{page}", "kept")
    with django_assert_num_queries(0):  # type: ignore[operator]
        for number in range(400):
            note_phone(event, f"{number:06x}")


def silent(evening: Evening) -> list[str]:
    """What Needs you says of silent phones."""
    needs = DirectorPage(evening.room).needs
    return [f"{each.shown}: {each.text}" for each in needs if each.text.startswith("phone silent")]


def aged(evening: Evening, minutes: int, table: int = 0) -> None:
    """Let the phones of a table, or of all, have said nothing for some minutes."""
    phones = PhoneSeen.objects.filter(event=evening.event)
    phones = phones.filter(link__table=table) if table else phones
    phones.update(at=clock.now() - dt.timedelta(minutes=minutes))


def gone(evening: Evening, minutes: int) -> None:
    """Let the round have so many minutes left of its twenty."""
    ends = clock.now() + dt.timedelta(minutes=minutes)
    Event.objects.filter(pk=evening.event.pk).update(ends_at=ends)


def with_phones(*tables: int) -> Evening:
    """An evening at which the phones of some tables have opened their pages."""
    evening = Evening(6)
    for table in tables:
        phone_of(evening, table).get(path(evening, f"at/A{table}/"))
    return evening


def test_a_table_whose_phone_is_long_silent_while_a_result_is_due_needs_you() -> None:
    evening = with_phones(1, 2, 3)
    aged(evening, 11, 1)
    gone(evening, 12)
    assert silent(evening) == [], "no board is due yet"
    gone(evening, 9)
    assert silent(evening) == ["1: phone silent, boards in: 0 of 2"]
    page = DirectorPage(evening.room)
    assert (page.silent, page.count_needs) == ("A1", 1)
    # It stands once, not as a slow table besides.
    gone(evening, 2)
    assert [need.kind for need in DirectorPage(evening.room).needs].count("slow") == 2
    assert len(silent(evening)) == 1
    aged(evening, 5, 1)
    assert silent(evening) == []


def test_a_phone_that_is_dark_while_results_come_in_is_not_silent() -> None:
    evening = with_phones(1, 2)
    aged(evening, 11, 1)
    gone(evening, 2)
    evening.tell(1, 1, {"passed_out": True})
    assert silent(evening) == []


def test_a_player_s_own_phone_and_a_table_by_slip_are_never_silent() -> None:
    evening = with_phones(1, 2)
    own = phone_of(evening, 3, evening.people[2])
    own.get(path(evening, "at/A2/"))
    assert PhoneSeen.objects.filter(link=None).count() == 1
    set_by_slip(section=evening.section, table=1, by_slip=True, key="slip", actor=evening.actor)
    aged(evening, 11, 1)
    gone(evening, 2)
    assert silent(evening) == []


def test_when_all_fall_silent_it_is_the_network_and_no_table_by_itself() -> None:
    evening = with_phones(1, 2, 3)
    aged(evening, 11)
    gone(evening, 2)
    assert silent(evening) == []
    assert "3 phones silent" in text_of(director_of(evening).get(path(evening)))


def test_the_room_draws_itself_anew_when_a_table_falls_silent() -> None:
    evening = with_phones(1, 2)
    director, asks = director_of(evening), path(evening, "silence/?tables=")
    assert "HX-Trigger-After-Settle" not in director.get(asks)
    aged(evening, 11, 1)
    gone(evening, 2)
    assert director.get(asks)["HX-Trigger-After-Settle"] == "table-changed"
    room = director.get(path(evening)).content.decode()
    assert "silence/?tables=A1" in room
    assert "HX-Trigger-After-Settle" not in director.get(asks + "A1")
