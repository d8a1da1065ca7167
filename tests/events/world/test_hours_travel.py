"""The hour of a simultaneous travels, signed: with a set's file, as a text, in each package."""

from __future__ import annotations

import datetime as dt
import json
from base64 import b64encode
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubscore.club import clock
from clubscore.club.models import Club, Role
from clubscore.events.models import ContestPackage, ContestSet, SetHours
from clubscore.events.set_table import bring_sealed_set, set_in_file, shipped_set
from clubscore.events.visibility import closes_at, is_sealed
from clubscore.extras.world.package import (
    call_hour,
    hour_text,
    hours_in,
    read_hour,
    with_hour,
    written_instant,
)
from clubscore.extras.world.packages import join_server_pool, take_hour
from clubscore.laws.errors import RuleError
from clubscore.ranking.event import fingerprint
from tests.events.world.packages import LEEDS, TODAY, YORK, a_set, bring, director_of, package
from tests.events.world.test_simultaneous import HOUR, seal, text
from tests.events.world.test_two_houses import four_at
from tests.house import House, client_of

NAME = fingerprint(TODAY)


def an_hour(after: dt.timedelta = HOUR, key: Any = LEEDS, **more: Any) -> Any:
    now = clock.now()
    told = {"called": now, "club": "Leeds", "name": NAME} | more
    return call_hour(told.pop("name"), now + after, told.pop("called"), key, told["club"])


def take(club: Club, raw: Any) -> Any:
    return take_hour(club=club, raw=raw, actor=director_of(club))


def set_file(hour: Any) -> bytes:
    told = replace(TODAY, simultaneous=with_hour(TODAY, hour))
    assert fingerprint(told) == NAME, "the hour is no part of a set's name"
    return told.written().encode()


def test_a_set_that_comes_with_its_hour_is_sealed_in_the_second_club(house: House) -> None:
    hour = an_hour()
    file = BytesIO(set_file(hour))
    file.name = "set.json"
    director = client_of(house.logins[Role.DIRECTOR])
    answer = director.post("/contests/", {"bring": "1", "key": "set", "file": file})
    kept = ContestSet.objects.get()
    assert kept.text == TODAY.written(), "kept as the set that came without an hour"
    assert is_sealed(kept.pk) and closes_at(kept.pk) == read_hour(hour).closes
    assert "sealed until" in text(answer)
    page = text(director.get(f"/world/{kept.pk}/"))
    assert "Leeds called this hour" in page and "sealed for everyone" in page
    # Nobody here opens it sooner: it is the other club's to change.
    answer = seal(house, kept.pk, clock.now() + dt.timedelta(minutes=1))
    assert (answer.status_code, "Only that club can change it" in text(answer)) == (422, True)
    assert closes_at(kept.pk) == read_hour(hour).closes
    with clock.at(clock.now() + 2 * HOUR):
        assert not is_sealed(kept.pk)


def test_a_set_without_an_hour_and_one_whose_hour_is_over_seal_nothing(house: House) -> None:
    assert not is_sealed(a_set(house.club).pk)
    with clock.at(clock.now() - 2 * HOUR):
        old = set_file(an_hour())
    director = client_of(house.logins[Role.DIRECTOR])
    given = {"bring": "1", "key": "x", "file": SimpleUploadedFile("s.json", old)}
    assert director.post("/contests/", given).status_code == 200
    assert not SetHours.objects.exists()


@pytest.mark.parametrize("field", ["closes", "called", "club", "key", "signature"])
def test_a_set_whose_hour_was_altered_does_not_come_in(house: House, field: str) -> None:
    told = json.loads(set_file(an_hour()))
    later = written_instant(clock.now() + 3 * HOUR)
    other = b64encode(YORK.public_key().public_bytes_raw()).decode()
    told["simultaneous"][field] = {"club": "York", "key": other, "signature": "A" * 86 + "=="}.get(
        field, later
    )
    event = set_in_file(json.dumps(told).encode())
    with pytest.raises(RuleError, match="altered on its way"):
        bring_sealed_set(club=house.club, event=event, key="x", actor=director_of(house.club))
    assert not ContestSet.objects.exists() and not SetHours.objects.exists()


def test_the_hour_of_one_set_is_none_of_anothers(house: House) -> None:
    a_set(house.club)
    other = a_set(house.club, "auction-1917")
    facts = an_hour(name=other.fingerprint)
    with pytest.raises(RuleError, match="another set's"):
        with_hour(TODAY, facts)
    told = json.loads(TODAY.written())
    told["simultaneous"] = {k: facts[k] for k in ("closes", "called", "club", "key", "signature")}
    event = set_in_file(json.dumps(told).encode())
    with pytest.raises(RuleError, match="altered on its way"):
        bring_sealed_set(club=house.club, event=event, key="x", actor=director_of(house.club))


def test_an_hour_goes_from_page_to_page_as_a_text(house: House, other_house: House) -> None:
    here, there = a_set(house.club), a_set(other_house.club)
    director = client_of(house.logins[Role.DIRECTOR])
    other = client_of(other_house.logins[Role.DIRECTOR])
    assert seal(house, here.pk).status_code == 302
    page = director.get(f"/world/{here.pk}/")
    shown = page.context["hour"].text
    assert shown in page.content.decode()
    link = text(other.get(f"/P/{shown}"))
    assert "is sealed until" in link and house.club.name in link
    answer = other.post("/world/bring/", {"text": f"See http://club.example/P/{shown}"})
    assert "is sealed here too until" in text(answer)
    assert closes_at(there.pk) == closes_at(here.pk) and is_sealed(there.pk)
    again = other.post("/world/bring/", {"text": shown})
    assert "closes here at this hour already" in text(again)
    assert SetHours.objects.filter(club=other_house.club).count() == 1
    wrong = other.post("/world/bring/", {"text": shown[:-3]})
    assert wrong.status_code == 422 and "not whole" in text(wrong)
    assert other.get(f"/P/{shown[:-3]}").status_code == 422


def test_of_two_hours_of_a_club_the_later_called_counts_whichever_comes_first(
    house: House,
) -> None:
    kept, now = a_set(house.club), clock.now()
    first = an_hour(called=now - HOUR)
    second = an_hour(3 * HOUR, called=now)
    assert take(house.club, second).is_new
    with pytest.raises(RuleError, match="has called a later hour since"):
        take(house.club, first)
    assert closes_at(kept.pk) == read_hour(second).closes
    with pytest.raises(RuleError, match="Agree on one hour"):
        take(house.club, an_hour(5 * HOUR, key=YORK, club="York"))
    third = an_hour(2 * HOUR, called=now + dt.timedelta(seconds=5))
    assert take(house.club, third).is_new
    with clock.at(now + 4 * HOUR), pytest.raises(RuleError, match="has closed already"):
        take(house.club, an_hour(called=now + 4 * HOUR))
    assert closes_at(kept.pk) == read_hour(third).closes


@pytest.mark.parametrize(
    ("after", "said"), [(-HOUR, "no longer seals"), (dt.timedelta(days=61), "more than 60 days")]
)
def test_an_hour_that_is_over_or_far_away_is_said(
    house: House, after: dt.timedelta, said: str
) -> None:
    a_set(house.club)
    with pytest.raises(RuleError, match=said):
        take(house.club, an_hour(after))
    assert not SetHours.objects.exists()


def test_a_package_that_says_another_hour_is_refused(house: House) -> None:
    a_set(house.club)
    hour = an_hour()
    closes = read_hour(hour).closes
    (early,) = bring(house.club, package(closes=closes))
    assert early.refused is not None and early.refused.code == "early"
    take(house.club, hour)
    told = [package(tricks=9, closes=closes), package(tricks=8, closes=closes - HOUR),
            package(tricks=7)]  # fmt: skip
    same, another, without = bring(house.club, *told)
    assert (same.is_new, without.is_new) == (True, True)
    assert another.refused is not None and another.refused.code == "another-hour"
    assert "another simultaneous" in str(another.refused)


def test_a_package_with_an_hour_that_is_over_counts_where_the_set_has_none(house: House) -> None:
    a_set(house.club)
    (one,) = bring(house.club, package(closes=clock.now().replace(microsecond=0) - HOUR))
    assert one.is_new


def test_a_table_says_the_hour_in_its_package_and_both_clubs_rank_it(
    house: House, other_house: House
) -> None:
    four = four_at(house)
    four.close(1)
    there = a_set(other_house.club, "auction-1917")
    assert seal(house, four.kept.pk).status_code == 302
    row = SetHours.objects.get()
    for each in (house, other_house):
        join_server_pool(director_of(each.club))
    page = client_of(other_house.logins[Role.DIRECTOR]).get(f"/world/{there.pk}/")
    (offered,) = page.context["offered"]
    assert offered.club == house.club.name and offered.closes == row.closes_at
    director = client_of(other_house.logins[Role.DIRECTOR])
    assert director.post("/world/bring/", {"text": offered.text}).status_code == 200
    assert is_sealed(there.pk)
    assert director.get(f"/world/{there.pk}/").context["offered"] == []
    with clock.at(clock.now() + 2 * HOUR):
        assert four.phones["N"].post(four.path("package/"), {"how": "nobody"}).status_code == 302
        (came,) = ContestPackage.objects.filter(club=other_house.club)
        assert json.loads(came.text)["closes"] == written_instant(row.closes_at)


def test_an_hour_as_a_text_is_said_in_one_way_alone() -> None:
    told = hour_text(an_hour())
    assert len(told) < 800 and read_hour(hours_in(f"x {told} y")[0]).club == "Leeds"
    for wrong in (told[:-1], told + "A", told.lower(), "CH.", "CH.A", f"CH.{told}"):
        for each in hours_in(wrong):
            assert isinstance(each, RuleError)
    assert shipped_set("duplicate").simultaneous == {}
