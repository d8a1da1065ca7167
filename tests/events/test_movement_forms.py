"""What the forms of a movement read: numbers as they are called, sections, the draw of a round."""

import pytest
from django.http import QueryDict

from clubscore.events.models import Entry
from clubscore.events.movement import MovementChoice
from clubscore.events.movement_changes import SeenMovement
from clubscore.events.opening import LineupForm
from clubscore.events.pages.movement import DrawForm, MovementForm, SectionsForm, SurgeryForm
from tests.events.evenings import Evening


def test_numbers_that_change_places_are_read_as_they_are_called() -> None:
    query = QueryDict(mutable=True)
    query.update({"one": "pair 3", "other": "²", "minutes": "x"})
    form = MovementForm(query)
    assert form.numbers == (3, 0)
    assert (form.read["minutes"], form.read["seen"]) == (None, None)
    assert MovementForm(QueryDict("one=12345678901&other=7")).numbers == (0, 7)


@pytest.mark.django_db
def test_only_entries_that_the_page_asks_about_change_their_section() -> None:
    entries = list(Entry.objects.filter(event=Evening(3, kind="").event).order_by("pk"))
    one, two, _three = (entry.pk for entry in entries)
    form = SectionsForm(QueryDict(f"count=2&of-{one}=B&of-{two}=&of-999=A"), entries=entries)
    assert form.wanted == {one: "B", two: ""}
    assert form.read["count"] == 2


def test_a_draw_is_changed_with_a_reason_in_one_line() -> None:
    form = DrawForm(QueryDict(f"reason=++late++{'x' * 300}"))
    assert form.read["reason"] == f"late {'x' * 195}"
    assert form.typed("worth", "60") == "60"


def test_a_line_up_leaves_out_what_is_no_number() -> None:
    form = LineupForm(QueryDict("team=2&ns=5&ns=x&ns=0&ns=7"))
    assert (form.read["team"], form.read["ns"], form.read["ew"]) == (2, [5, 7], [])


def test_meetings_are_those_of_the_page_and_no_number_is_nobody() -> None:
    form = DrawForm(QueryDict("one-1=3&other-1=x&one-2=4"))
    assert form.meetings(2) == ((3, 0), (4, 0))


def test_a_movement_is_wished_for_by_what_is_said_of_it() -> None:
    form = MovementForm(QueryDict("kind=howell&rounds=5&each=x"))
    assert form.wish == MovementChoice("howell", 5, None, None)


def test_surgery_says_what_the_page_had_seen() -> None:
    form = SurgeryForm(QueryDict("what=late&entry=3&entry=x&entry=5&change=2&round_seen=4"))
    assert form.read["entry"] == [3, 5] and form.seen == SeenMovement(2, 4)
    assert form.number("pair") == 0
