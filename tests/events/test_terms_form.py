"""What the forms of an event read: what is left out, what is wrong, what is taken over."""

import pytest
from django.http import QueryDict

from clubscore.club.logins import found_club
from clubscore.club.models import Club
from clubscore.events.pages.opening import NewEventForm, TermsForm
from clubscore.events.terms import Terms, usual_name
from clubscore.web.forms import Problem

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def club() -> Club:
    return found_club(name="Portland", author="a test")


def new(club: Club, text: str) -> NewEventForm:
    given = QueryDict(text)
    form = NewEventForm(given, club=club, asked=given)
    form.is_valid()
    return form


def test_a_name_is_all_that_a_new_event_needs(club: Club) -> None:
    form = new(club, "name=Pairs")
    assert form.problems == []
    assert form.terms == Terms("Pairs", scoring="matchpoints")


def test_all_that_is_wrong_is_said_in_the_order_of_the_page(club: Club) -> None:
    form = new(club, "fee=x&form=x&scoring=x&game=x&as=1917&boards=0&winners=3")
    assert [each.field for each in form.problems] == [
        "name", "fee", "form", "scoring", "game", "boards",
    ]  # fmt: skip
    assert form.terms.form == "pairs" and form.terms.game == "duplicate"


def test_a_premium_that_cannot_be_leads_to_its_field(club: Club) -> None:
    form = new(club, "name=A&as=1917&boards=24&winners=2&duplicate_game_bonus=99999999")
    assert [each.field for each in form.problems] == ["o-bonus"]


def test_a_default_name_follows_who_plays(club: Club) -> None:
    given = QueryDict(mutable=True)
    given.update({"name": usual_name(club), "form": "teams", "match": "teams-by-board"})
    form = new(club, given.urlencode())
    assert form.terms.name == usual_name(club, "teams")
    assert (form.terms.form, form.terms.scoring) == ("teams-by-board", "board-a-match")


def test_teams_are_matched_and_their_pages_scoring_of_pairs_is_passed_over(club: Club) -> None:
    assert new(club, "name=A&form=teams&scoring=nonsense").problems == []
    wrong = new(club, "name=A&form=teams&match=nonsense")
    assert wrong.problems == [Problem("match", "Choose how matches are scored.")]
    assert new(club, "name=A&form=pairs&match=nonsense").problems == []


def test_changed_terms_keep_what_the_page_does_not_ask_for(club: Club) -> None:
    before = Terms("Old", game="duplicate-auction", rules={"preset": "whistclub-1917"})
    form = TermsForm(QueryDict("name=New&percent_from=rounded"), club=club, before=before)
    assert form.is_valid()
    assert form.terms.rules == before.rules and form.terms.game == before.game
    assert form.terms.options == {"percent_from": "rounded"}
    other = TermsForm(QueryDict("name=New&game=duplicate"), club=club, before=before)
    assert other.is_valid() and other.terms.rules == {}
