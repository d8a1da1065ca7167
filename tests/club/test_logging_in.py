"""Who guesses at passwords slows nobody, and keeps nobody out who has been here before."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.backends import ModelBackend
from django.core.management import call_command
from django.test import Client

from clubscore.club import logins
from clubscore.club import logins as password_checks
from clubscore.club.logins import COOKIE, KNOWN_BROWSERS, NEW_BROWSERS, WAITING, Queue
from clubscore.club.models import Club, Role, User
from tests.house import PASSWORD, make_user
from tests.waiting import rest


@pytest.fixture
def dora(club: Club) -> User:
    """The director."""
    return make_user(club, "dora", Role.DIRECTOR)


@pytest.fixture
def club(db: None) -> Club:
    """A club with nobody in it."""
    return logins.found_club(name="Portland", author="a test")


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests guess as fast as they can."""
    monkeypatch.setattr(NEW_BROWSERS, "_rests", 0)


def give(browser: Client, password: str, name: str = "dora") -> int:
    """Give a password; return the status of the answer: 302 is in."""
    return browser.post("/login", {"username": name, "password": password}).status_code


def guess(times: int = 5, browser: Client | None = None, name: str = "dora") -> int:
    """Guess wrong; return the status of the last answer."""
    return [give(browser or Client(), "wrong", name) for _try in range(times)][-1]


def browser_of(name: str) -> Client:
    """A browser in which somebody has logged in before, and has logged out."""
    browser = Client()
    assert give(browser, PASSWORD, name) == 302
    browser.post("/logout")
    return browser


def test_guessing_keeps_nobody_out_where_they_have_logged_in_before(dora: User) -> None:
    known = browser_of("dora")
    assert guess() == 429
    assert give(Client(), PASSWORD) == 429
    assert give(known, PASSWORD) == 302


def test_a_known_browser_that_guesses_is_shut_out_by_itself(dora: User) -> None:
    known = browser_of("dora")
    assert guess(browser=known) == 429
    assert give(known, PASSWORD) == 429
    assert give(Client(), PASSWORD) == 302


def test_a_browser_is_known_to_who_logged_in_there_alone(club: Club, dora: User) -> None:
    make_user(club, "ann", Role.PLAYER)
    anns = browser_of("ann")
    assert guess(browser=anns) == 429
    assert give(Client(), PASSWORD) == 429  # the guesses counted against every new browser
    both = browser_of("ann")
    logins.renew_password(user=dora, author="a test")
    dora.set_password(PASSWORD)
    dora.save()
    assert give(both, PASSWORD) == 302
    both.post("/logout")
    assert guess() == guess(name="ann") == 429
    assert give(both, PASSWORD, "ann") == 302 and give(both, PASSWORD) == 302


def test_a_cookie_that_we_did_not_sign_makes_no_browser_known(dora: User) -> None:
    forger = Client()
    forger.cookies[COOKIE] = browser_of("dora").cookies[COOKIE].value[:-1] + "!"
    assert guess() == 429
    assert give(forger, PASSWORD) == 429


def test_going_on_guessing_does_not_keep_the_door_shut(dora: User) -> None:
    def later(minutes: int) -> None:
        for attempt in AccessAttempt.objects.all():
            attempt.attempt_time -= dt.timedelta(minutes=minutes)
            attempt.save()

    assert guess() == 429
    later(10)
    assert guess() == 429
    later(6)
    assert give(Client(), PASSWORD) == 302


def test_a_new_password_of_the_director_lets_in_at_once(dora: User) -> None:
    assert guess() == 429
    assert give(Client(), logins.renew_password(user=dora, author="Ann")) == 302


def test_the_servers_keeper_opens_a_new_browser_whatever_others_guess(
    dora: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("reset_password", "dora")
    first, second = capsys.readouterr().out.splitlines()
    password = first.removeprefix("New password of dora: ")
    browser = Client()
    answer = browser.get(second.split(" open ")[1].split(" ")[0])
    assert (answer.status_code, answer["Location"]) == (302, "/login")
    assert guess() == 429
    assert give(Client(), password) == 429
    assert give(browser, password) == 302
    assert Client().get("/login?browser=forged").status_code == 200


@contextmanager
def all_taken(queue: Queue) -> Iterator[None]:
    """Have somebody at the counter of a queue, and as many waiting as may."""
    with ExitStack() as places:
        for _place in range(1 + WAITING):
            assert queue._places.acquire(blocking=False)
            places.callback(queue._places.release)
        yield


def test_who_comes_while_too_many_guess_is_told_so_and_keeps_the_name(dora: User) -> None:
    known = browser_of("dora")
    with all_taken(NEW_BROWSERS):
        answer = Client().post("/login", {"username": "dora", "password": PASSWORD})
        assert (answer.status_code, answer["Retry-After"]) == (429, "5")
        page = answer.content.decode()
        assert "a few seconds, then enter yours" in page and 'value="dora"' in page
        assert PASSWORD not in page and "Username" not in page
        assert give(known, PASSWORD) == 302
    assert not AccessAttempt.objects.exists()
    assert give(Client(), PASSWORD) == 302


def test_ones_own_password_waits_for_its_turn_too(dora: User) -> None:
    browser = Client()
    give(browser, PASSWORD)
    form = {
        "old_password": PASSWORD,
        "new_password1": "queen-of-clubs",
        "new_password2": "queen-of-clubs",
    }
    with all_taken(NEW_BROWSERS):
        answer = browser.post("/password/", form)
        assert answer.status_code == 429 and b"a few seconds, then enter yours" in answer.content
    assert browser.post("/password/", form).status_code == 302
    assert browser.post("/password/", form).status_code == 422


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_however_many_guess_at_once_one_password_is_looked_at(
    together: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_user(logins.found_club(name="Portland", author="a test"), "dora", Role.DIRECTOR)
    at_once, most, lock = 0, 0, threading.Lock()
    look = ModelBackend.authenticate

    def counted(self: ModelBackend, *given: Any, **named: Any) -> Any:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        rest(0.05)  # as long as a real one takes
        try:
            return look(self, *given, **named)
        finally:
            with lock:
                at_once -= 1

    monkeypatch.setattr(ModelBackend, "authenticate", counted)
    answers = together(*[lambda: give(Client(), "wrong")] * 12)
    assert set(answers) <= {200, 429} and 200 in answers
    assert most == 1


def test_after_a_wrong_password_new_browsers_wait_and_known_ones_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    now = iter([0.0, 10.0, 10.1, 10.1, 20.0])
    clock = SimpleNamespace(sleep=waits.append, monotonic=lambda: next(now))
    monkeypatch.setattr(password_checks, "time", clock)
    queue = Queue(rests=4)
    for wrong in (True, False):
        with queue.turn() as turn:
            turn.was_wrong = wrong
    assert waits == [0.0, pytest.approx(0.4)]
    assert KNOWN_BROWSERS._rests == 0
