"""What the forms of entries read: people in order, terms pair by pair, and what is wrong."""

import pytest
from django.http import QueryDict

from clubscore.events.entries import PairTerms
from clubscore.events.models import Entry
from clubscore.events.opening import AtTheDoorForm, EventEntryForm, PairTermsForms
from clubscore.laws.errors import RuleError
from clubscore.web.forms import Problem
from tests.events.evenings import Evening

pytestmark = [pytest.mark.django_db]


def test_people_stand_in_the_order_of_tapping_and_strangers_are_left_out() -> None:
    evening = Evening(2, kind="")
    stranger = Evening(1, kind="").people[0]
    one, two = evening.people[:2]
    told = QueryDict(f"who={two.pk}&who={stranger.pk}&who=x&who={one.pk}&pair=x&q=+Le+")
    form = EventEntryForm(told, event=evening.event)
    assert form.people == [two, one]
    assert (form.read["pair"], form.read["q"], form.read["name"]) == (None, "Le", "")


def test_the_door_knows_a_key_that_joins_from_one_that_ticks_off() -> None:
    assert AtTheDoorForm(QueryDict("entry=3&other=")).sends("other")
    assert not AtTheDoorForm(QueryDict("entry=3&what=paid")).sends("other")


def test_each_pair_has_its_own_terms_and_says_one_mistake_at_a_time() -> None:
    entries = list(Entry.objects.filter(event=Evening(3, kind="").event).order_by("pk"))
    one, two, three = (entry.pk for entry in entries)
    text = f"handicap-{one}=2,5&was-handicap-{one}=1&handicap-{two}=x&carry_over-{two}=y"
    forms = PairTermsForms(QueryDict(text), entries)
    assert [each.field for each in forms.problems] == [f"handicap-{two}"]
    assert forms.problems[0].text.startswith(f"{entries[1]}: ")
    assert forms.terms[one] == PairTerms("2.5") and forms.seen[one] == PairTerms("1")
    assert forms.terms[three] == PairTerms()


def test_a_refusal_of_one_pair_leads_to_its_field() -> None:
    entries = list(Entry.objects.filter(event=Evening(2, kind="").event).order_by("pk"))
    forms = PairTermsForms(QueryDict(""), entries)
    assert forms.problems == []
    forms.refuse(RuleError("changed", "It is 3 now.", f"handicap-{entries[1].pk}"))
    assert forms.problems == [Problem(f"handicap-{entries[1].pk}", "It is 3 now.")]
