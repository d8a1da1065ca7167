"""Both kinds of database tell every process of a change: after it was committed, not before."""

import os
import signal
import threading
from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection, transaction

from clubscore.club.access import Actor
from clubscore.home.codes import open_feed
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.phones import take_back_link
from clubscore.rubbers.selectors import new_key
from clubscore.server import live as feeds
from clubscore.server.live import ChangeFeed, ServerFeed
from tests.events.evenings import Evening
from tests.house import House, build_house

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
LOOKS = 40  # two seconds, of a look each


@pytest.fixture
def played() -> House:
    return build_house()


@pytest.fixture
def feed(played: House) -> Iterator[ChangeFeed]:
    found = open_feed()
    assert found.wait()  # the first look is always worth while
    while found.wait():
        pass  # what building the house called out
    yield found
    found.close()


def hears(feed: ChangeFeed) -> bool:
    return any(feed.wait() for _look in range(LOOKS))


def elsewhere(job: object) -> None:
    """Do something on a connection of its own, as another process would."""

    def run() -> None:
        job()  # type: ignore[operator]
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_a_table_that_changes_is_heard(played: House, feed: ChangeFeed) -> None:
    elsewhere(lambda: Sitting.objects.filter(pk=played.sitting.pk).update(revision=7))
    assert hears(feed)


def test_an_address_that_is_taken_back_is_heard(played: House, feed: ChangeFeed) -> None:
    elsewhere(lambda: take_back_link(sitting=played.sitting, key=new_key(), actor=Actor()))
    assert hears(feed)


def test_an_event_that_changes_is_heard(feed: ChangeFeed) -> None:
    elsewhere(lambda: Evening(4, kind="howell", winners=1).play())
    assert hears(feed)


def test_nothing_is_heard_where_nothing_is_written_or_not_yet(
    played: House, feed: ChangeFeed
) -> None:
    elsewhere(lambda: list(Sitting.objects.all()))
    with transaction.atomic():
        Sitting.objects.filter(pk=played.sitting.pk).update(revision=8)
        assert not feed.wait()
    assert hears(feed)


def test_a_server_that_falls_silent_is_noticed(
    feed: ChangeFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was cut off or stands still says as little as one to which nothing happens."""
    if not isinstance(feed, ServerFeed):
        pytest.skip("on PostgreSQL only")
    monkeypatch.setattr(feeds, "ANSWERS_WITHIN", 0.2)
    feed._asks_at = 0.0
    assert not feed.wait()
    feed._asks_at = 0.0
    behind = feed._server.info.backend_pid
    os.kill(behind, signal.SIGSTOP)
    try:
        with pytest.raises(psycopg.OperationalError):
            feed.wait()
    finally:
        os.kill(behind, signal.SIGCONT)


def test_what_is_called_out_while_the_server_is_asked_is_heard(
    played: House, feed: ChangeFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "ASKS_EVERY", 0.0)
    for revision in range(10, 15):
        change = Sitting.objects.filter(pk=played.sitting.pk).update
        elsewhere(lambda change=change, number=revision: change(revision=number))
        assert hears(feed)
