"""What is chosen when files come in: by whom a name is meant, and what a preview carried."""

import pytest
from django.http import QueryDict

from clubscore.club.logins import found_club
from clubscore.files.pages.events import CarriedForm, EventsForm, FileNamesForm, PeopleListForm
from tests.rubbers.tables import people_of


@pytest.mark.django_db
def test_each_name_is_somebody_of_the_club_somebody_new_or_as_it_was_matched() -> None:
    ann, bob = people_of(found_club(name="Portland", author="a test"), "Ann", "Bob")
    matched = {"A.": ann, "B.": bob, "C.": None, "D.": ann, "E.": bob}
    form = FileNamesForm(QueryDict(f"who-0=new&who-1={ann.pk}&who-3=999&who-4="), names=matched)
    chosen = form.chosen(matched, {ann.pk: ann, bob.pk: bob})
    assert chosen == {"A.": None, "B.": ann, "C.": None, "D.": ann, "E.": bob}
    assert matched["A."] == ann


def test_what_a_preview_carried_comes_back_in_a_form_that_can_be_kept() -> None:
    form = CarriedForm(QueryDict(f"source=a%0Ab.json&seen=4&reason=+{'x' * 300}"))
    assert "\n" not in form.file
    assert (form.read["seen"], form.read["reason"]) == (4, "x" * 200)
    assert PeopleListForm(QueryDict(f"source={'y' * 90}")).read["source"] == "y" * 80


def test_an_event_that_is_corrected_is_a_number() -> None:
    assert EventsForm(QueryDict("event=12&together=")).read["event"] == 12
    assert EventsForm(QueryDict("event=x")).read["event"] is None
    assert EventsForm(QueryDict("together=")).sends("together")
