"""What forms of the whole club read: who comes in, codes typed by hand, payments, reasons."""

import pytest
from django.http import QueryDict

from clubscore.club.logins import found_club
from clubscore.home.forms import ByHandForm, DoorForm, KindForm, OldRateForm
from clubscore.rubbers.forms import LeaverForm, ReasonForm, SitDownForm
from clubscore.rubbers.slip import PaymentForm, TableMoneyForm
from clubscore.web.forms import PhoneForm, Problem
from tests.rubbers.tables import people_of


def test_a_code_typed_by_hand_is_as_long_as_a_code() -> None:
    said = ByHandForm(QueryDict(f"table={'1' * 20}&code={'2' * 30}&club={'x' * 90}")).read
    assert [len(said[name]) for name in ("table", "code", "club")] == [12, 20, 80]


def test_a_kind_of_person_that_is_none_is_passed_over() -> None:
    assert KindForm(QueryDict("kind=guest")).read["kind"] == "guest"
    assert KindForm(QueryDict("kind=king")).read["kind"] is None


def test_what_is_paid_or_withdrawn_is_a_number() -> None:
    assert PaymentForm(QueryDict("payment=7")).read["payment"] == 7
    assert PaymentForm(QueryDict("payment=x")).read["payment"] is None
    assert OldRateForm(QueryDict("rate=3")).read == {"rate": 3, "seen": ""}


def test_reasons_are_as_long_as_they_are_kept() -> None:
    for form in (ReasonForm, TableMoneyForm):
        assert form(QueryDict(f"reason=+{'x' * 300}")).read["reason"] == "x" * 200


@pytest.mark.django_db
def test_people_are_those_of_the_club_and_of_the_table() -> None:
    club = found_club(name="Portland", author="a test")
    other = found_club(name="Bath", author="a test")
    ann, bob = people_of(club, "Ann", "Bob")
    stranger = people_of(other, "Eve")[0]
    door = DoorForm(QueryDict(f"person={bob.pk}&person={ann.pk}"), club=club)
    assert door.people == [bob]
    assert DoorForm(QueryDict(f"person={stranger.pk}"), club=club).people == []
    assert SitDownForm(QueryDict(f"who={ann.pk}&guest=+"), club=club).read["guest"] == ""
    assert PhoneForm(QueryDict(f"person={bob.pk}"), people=[ann]).person is None
    leaver = LeaverForm(QueryDict(f"who={stranger.pk}"), people=[ann, bob])
    assert leaver.problems == [Problem("ask-leaves", "Choose who leaves.")]
