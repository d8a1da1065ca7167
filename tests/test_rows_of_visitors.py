"""Whoever comes from outside leaves no rows without limit, however often they ask."""

import datetime as dt
import secrets

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client

from clubscore.club import clock
from clubscore.home.jobs import CODES_FOR, PASSWORDS_FOR, tidy
from clubscore.web import hand_codes
from clubscore.web import phones as letting_in
from clubscore.web.models import WrongCode
from tests.house import House, client_of
from tests.test_addresses import ROWS, addresses_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TIMES, MOST = 24, 6
# Wrong passwords are rows, one for each name and address, of which the daily clean-up leaves none;
# how fast they come the queue of password checks decides (tests/club/test_logging_in.py).
KEPT_FOR_A_DAY = {"axes.AccessAttempt"}
OPEN_TO_ANYONE = sorted(row.name for row in ROWS if row.post == "anyone")


def rows() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


def flood(address: str) -> set[int]:
    """Send forms as strangers do, each from another browser and address; return the answers."""
    answers = set()
    for number in range(TIMES):
        stranger = Client(REMOTE_ADDR=f"10.0.0.{number}", raise_request_exception=False)
        word = secrets.token_hex(4)
        form = dict.fromkeys(("username", "password", "name", "guest", "text", "p", "i"), word)
        form |= {"person": "", "table": "999", "code": "123456", "club": "portland"}
        answers.add(stranger.post(address, form, HTTP_USER_AGENT=word).status_code)
    return answers


@pytest.mark.parametrize("name", OPEN_TO_ANYONE)
def test_strangers_leave_no_more_rows_than_a_room_does(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(letting_in, "MOST", MOST)
    monkeypatch.setattr(hand_codes, "MOST_LOOSE", MOST)
    address, before = addresses_of(house)[name], rows()
    assert max(flood(address)) < 500
    after = rows()
    grown = {label: after[label] - before[label] for label in before if label not in KEPT_FOR_A_DAY}
    assert {label: more for label, more in grown.items() if more > MOST} == {}


def test_a_flood_by_one_code_is_told_and_whoever_is_in_comes_in_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letting_in, "MOST", MOST)
    address, first = f"/t/{house.token}/", Client()
    assert first.post(address, {"person": ""}).status_code == 302
    assert flood(address) == {302, 409}
    late = Client().post(address, {"person": ""})
    assert "Too many phones have come in by this code within an hour." in late.content.decode()
    assert first.post(address, {"person": ""}).status_code == 302


def test_the_daily_clean_up_takes_away_what_counts_no_more(house: House) -> None:
    phone = client_of(house.logins["director"])
    phone.get("/")
    now = clock.now()
    Session.objects.create(session_key="over", session_data="", expire_date=now - dt.timedelta(1))
    for at in (now, now - PASSWORDS_FOR - dt.timedelta(hours=1)):
        attempt = AccessAttempt.objects.create(username="ann", failures_since_start=1)
        AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=at)
    for at in (now, now - CODES_FOR - dt.timedelta(hours=1)):
        WrongCode.objects.create(address="", client="somebody", at=at)
    assert tidy() == 3
    assert tidy() == 0
    assert phone.get("/book/").status_code == 200
