"""What the forms of a session read: how many boards, until when results may be corrected."""

import datetime as dt

import pytest
from django.http import QueryDict

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.logins import found_club
from clubscore.events.boards import DealingForm, SeenBoardsForm
from clubscore.events.directing import AnnouncementForm
from clubscore.events.finishing import LATEST_DAYS, EndForm, RemovalForm
from clubscore.web.forms import Problem


def test_boards_are_counted_where_no_movement_says_how_many() -> None:
    for said in ("", "0", "401", "x", "-1"):
        form = DealingForm(QueryDict(f"count={said}"), asks_count=True)
        assert form.problems == [Problem("count", "Number of boards: choose 1 to 400.")]
        assert DealingForm(QueryDict(f"count={said}"), asks_count=False).is_valid()
    form = DealingForm(QueryDict("count=24"), asks_count=True)
    assert form.is_valid() and form.cleaned_data["count"] == 24


def test_what_a_page_of_boards_showed_comes_back_with_its_key_and_reason() -> None:
    seen = SeenBoardsForm(QueryDict("seen=7&key=a-key&reason=+too++late+")).as_seen
    assert tuple(seen) == (7, "a-key", "too late")
    assert SeenBoardsForm(QueryDict("seen=x")).as_seen[0] == 0


@pytest.mark.django_db
def test_the_end_of_corrections_is_soon_and_not_past() -> None:
    club = found_club(name="Portland", author="a test")
    assert EndForm(QueryDict("")).moment(club) is None
    tomorrow = clock.now() + dt.timedelta(days=1)
    told = EndForm(QueryDict(f"final_at={tomorrow:%Y-%m-%dT%H:%M}")).moment(club)
    assert told is not None and told.tzinfo is not None
    late = clock.now() + dt.timedelta(days=LATEST_DAYS + 2)
    for text in ("nonsense", "2001-01-01T20:00", f"{late:%Y-%m-%dT%H:%M}"):
        with pytest.raises(Refused):
            EndForm(QueryDict(f"final_at={text}")).moment(club)


def test_a_reason_is_as_long_as_it_is_kept() -> None:
    assert EndForm(QueryDict(f"reason=+{'x' * 300}+")).read["reason"] == "x" * 200
    assert RemovalForm(QueryDict("reason=no++one+came")).read["reason"] == "no one came"


def test_an_announcement_is_taken_down_by_its_number() -> None:
    assert AnnouncementForm(QueryDict("down=3")).read["down"] == 3
    assert AnnouncementForm(QueryDict("text=Tea")).read["down"] is None
