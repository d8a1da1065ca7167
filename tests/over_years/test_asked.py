"""Whose money a reader sees on the pages of somebody's years, and which year."""

import pytest
from django.http import QueryDict

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person
from clubscore.extras.years.pages import YearsFilter


def asked(
    level: Level, *, own: bool, plays_for_money: bool = True, given: str = "", has_name: bool = True
) -> YearsFilter:
    """Ask for the years of a person: one's own, or another's."""
    club = Club(plays_for_money=plays_for_money)
    person, other = Person(pk=1, club=club), Person(pk=2, club=club)
    reader = (person if own else other) if has_name else None
    return YearsFilter(Actor(level=level, club=club, person=reader), person, QueryDict(given))


@pytest.mark.parametrize(
    ("level", "own", "sees"),
    [
        (Level.PLAYER, True, True),
        (Level.PLAYER, False, False),
        (Level.SCORER, True, True),
        (Level.SCORER, False, False),
        (Level.DIRECTOR, True, True),
        (Level.DIRECTOR, False, True),
        (Level.TABLE, False, False),
        (Level.VISITOR, False, False),
    ],
)
def test_money_is_seen_by_the_director_and_each_sees_their_own(
    level: Level, own: bool, sees: bool
) -> None:
    assert asked(level, own=own).shows_money is sees
    # A club that plays for love shows none to anybody.
    assert not asked(level, own=own, plays_for_money=False).shows_money


@pytest.mark.parametrize("level", [Level.VISITOR, Level.TABLE, Level.PLAYER, Level.SCORER])
def test_who_has_no_name_in_the_club_sees_nobodys_money(level: Level) -> None:
    assert not asked(level, own=False, has_name=False).shows_money


@pytest.mark.parametrize(
    ("given", "year", "word"),
    [
        ("", 2026, "2026"),
        ("year=2024", 2024, "2024"),
        ("year=2023", 2026, "2026"),
        ("year=all", None, "all"),
    ],
)
def test_the_newest_year_is_shown_unless_another_is_asked_for(
    given: str, year: int | None, word: str
) -> None:
    found = asked(Level.PLAYER, own=True, given=given)
    found.years = [2026, 2024]
    assert (found.year, found.year_word) == (year, word)
    chosen = [key["value"] for key in found.year_keys if key["chosen"]]
    assert chosen == [word] and len(found.year_keys) == 3


def test_the_rubbers_of_the_pages_have_money_only_for_who_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = []
    monkeypatch.setattr(
        "clubscore.extras.years.pages.rubbers_of",
        lambda person, year, *, money: given.append((person.pk, year, money)) or [],
    )
    for own in (True, False):
        found = asked(Level.PLAYER, own=own)
        found.years = [2026]
        assert found.rubbers == []
    assert given == [(1, 2026, True), (1, 2026, False)]
