"""A set that many clubs play at once: sealed until its hour, then one ranking, strata by club."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.models import Role
from clubscore.events.models import ContestPackage, SetHours
from clubscore.events.visibility import is_sealed
from clubscore.extras.world.package import call_hour, hour_text
from clubscore.extras.world.packages import join_server_pool, own_packages
from tests.events.test_who_sees_a_set import (
    BOARDS,
    SHARES,
    addresses,
    other_addresses,
    text_of,
    walk,
    world,
)
from tests.events.world.packages import LEEDS, YORK, a_set, bring, director_of, package
from tests.events.world.test_two_houses import four_at
from tests.house import House, client_of

__all__ = ["world"]
HOUR = dt.timedelta(hours=1)


def seal(house: House, kept: int, until: dt.datetime | None = None) -> Any:
    """The director of a club seals a set until an hour from now, by the club's clock (London)."""
    moment = (until or clock.now() + HOUR).astimezone(dt.UTC).replace(tzinfo=None)
    given = {"closes": moment.isoformat(timespec="seconds")}
    return client_of(house.logins[Role.DIRECTOR]).post(f"/world/{kept}/hours/", given)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


@SHARES
@pytest.mark.django_db
def test_while_a_set_is_sealed_no_address_tells_of_any_board(world: Any, share: int) -> None:
    """In a club that took in the hour of another; but players have their own next hand."""
    kept, now = world.one.kept, clock.now()
    text_told = hour_text(call_hour(kept.fingerprint, now + HOUR, now, LEEDS, "Leeds"))
    director = client_of(world.house.logins[Role.DIRECTOR])
    # One of those who ask has said that they will not play: the hour holds for them too.
    outside = next(each.client for each in world.readers if each.name == "director outside")
    assert outside.post(f"/world/{kept.pk}/look/", {"key": "look"}).status_code == 302
    assert "Marker-3-" in text_of(outside.get(world.one.path("board/3/")))
    assert "is sealed here too" in text(director.post("/world/bring/", {"text": text_told}))
    readers = [replace(each, hidden=frozenset(BOARDS)) for each in world.readers]
    assert is_sealed(kept.pk)
    pages = [each for each in other_addresses(world) if each[0].startswith(("world", "contest"))]
    assert walk(world, readers, [*addresses(world, world.two), *pages], share) == []
    assert sum(world.asked.values()) > 1_000 // share
    phone = world.two.phones["N"]
    assert "Next: board 2" in text(phone.get(world.two.path()))
    assert phone.get(world.two.path("board/1/")).status_code == 409
    # At its hour it opens for those who have closed it, though nothing was written since.
    with clock.at(clock.now() + 2 * HOUR):
        assert "Marker-1-" in text_of(phone.get(world.two.path()))
        assert "Marker-1-" in text_of(phone.get(world.two.path("board/1/")))
        assert phone.get(world.two.path("board/3/")).status_code == 409


def test_results_go_out_once_the_set_has_closed_and_not_before(
    house: House, other_house: House
) -> None:
    four = four_at(house)
    four.close(1)
    said, at = {"how": "nobody"}, four.path("package/")
    assert four.phones["N"].post(at, said).status_code == 302
    assert len(own_packages(house.club)) == 1
    a_set(other_house.club, "auction-1917")
    assert seal(house, four.kept.pk).status_code == 302
    four.close(2)
    answer = four.phones["N"].post(at, said)
    assert (answer.status_code, "sealed until" in text(answer)) == (409, True)
    assert own_packages(house.club) == []
    for each in (house, other_house):
        join_server_pool(director_of(each.club))
    assert not ContestPackage.objects.filter(club=other_house.club).exists()
    with clock.at(clock.now() + 2 * HOUR):
        assert four.phones["N"].post(at, said).status_code == 302
        assert ContestPackage.objects.filter(club=other_house.club).count() == 2


def test_the_ranking_opens_at_the_hour_with_a_stratum_a_club(house: House) -> None:
    kept, director = a_set(house.club), client_of(house.logins[Role.DIRECTOR])
    bring(house.club, package(), package(tricks=8), package(tricks=7, key=YORK, club="York"))
    assert director.post(f"/world/{kept.pk}/look/", {"key": "look"}).status_code == 302
    at = f"/world/{kept.pk}/"
    assert "below par" in text(director.get(at))
    assert seal(house, kept.pk).status_code == 302
    sealed = text(director.get(at))
    assert "sealed for everyone" in sealed and "below par" not in sealed and "York" in sealed
    assert director.get(f"{at}board/1/").status_code == 409
    with clock.at(clock.now() + 2 * HOUR):
        whole = director.get(at).content.decode()
        assert whole.count("<tr") == 1 + 6
        york = director.get(f"{at}?club=York").content.decode()
        assert york.count("<tr") == 1 + 2 and ">1<" in re.sub(r"\s", "", york)
        answer = seal(house, kept.pk, clock.now() + HOUR)
        assert (answer.status_code, "closed already" in text(answer)) == (422, True)


@pytest.mark.parametrize("typed", ["", "tomorrow", "2026-13-01T20:00", "1999-01-01T20:00",
                                   "9999-12-31T23:59", "2026-11-26T20:00+99:00"])  # fmt: skip
def test_an_hour_that_cannot_be_is_said_and_what_was_typed_stays(house: House, typed: str) -> None:
    kept, director = a_set(house.club), client_of(house.logins[Role.DIRECTOR])
    answer = director.post(f"/world/{kept.pk}/hours/", {"closes": typed})
    assert answer.status_code == 422 and "within the next 60 days" in text(answer)
    assert f'value="{typed}"' in answer.content.decode()
    assert not SetHours.objects.exists()
