"""Letters go out once each, whatever the mail server does: counted at a real one, each time."""

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.extras.mail import posting as posting_letters
from clubscore.extras.mail.models import Letter, Subscription, Try
from clubscore.extras.mail.posting import MOST_TRIES, WAITS, is_due, left_this_hour, try_again
from clubscore.jobs.models import Job
from tests.events.evenings import Evening
from tests.mailing.members import all_subscribed, member, played, shown_gazette, subscribed
from tests.mailing.post_office import (
    PASSWORD,
    USER,
    certificate,
    ends,
    hangs,
    lead_to,
    post_office,
    says,
    send,
    takes_and_ends,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
State, Trouble = Letter.State, Letter.Trouble


def one_to_send() -> Evening:
    """An event of which one player gets a card."""
    evening = played(4)
    all_subscribed(evening)
    Subscription.objects.exclude(person=evening.people[0]).delete()
    return evening


def four_to_send() -> None:
    """An event of which four players get a card."""
    evening = played(4)
    all_subscribed(evening)
    Subscription.objects.exclude(person__in=evening.people[:4]).delete()


def the_letter() -> Letter:
    return Letter.objects.get()


def states() -> dict[str, int]:
    return dict(Counter(Letter.objects.values_list("state", flat=True)))


def after(wait: dt.timedelta) -> None:
    """Send as if so much time had gone by."""
    with clock.at(clock.now() + wait):
        send()


def test_everybody_gets_their_own_card_once(settings: Any) -> None:
    evening = played(6)
    wanting = all_subscribed(evening)
    with post_office(settings) as office:
        assert is_due()
        send()
        assert not is_due()
        send()
        assert sorted(office.recipients) == sorted(each.mails_to for each in wanting)
        assert office.seen == len(wanting) == 12
    assert states() == {"sent": 12}
    assert Try.objects.filter(is_over=True).count() == 12


def test_a_limit_an_hour_holds_over_restarts(settings: Any) -> None:
    all_subscribed(played(6))
    begun = clock.now()
    with post_office(settings) as office:
        settings.CLUBSCORE_MAIL_HOURLY = 5
        for _run in range(3):  # each with a connection of its own, as after a restart
            send()
            assert len(office.kept) == 5 and left_this_hour() == 0 and not is_due()
        with clock.at(begun + dt.timedelta(minutes=59)):
            send()
            assert len(office.kept) == 5
        with clock.at(begun + dt.timedelta(minutes=62)):
            assert is_due()
            send()
            assert len(office.kept) == 10
        with clock.at(begun + dt.timedelta(minutes=125)):
            send()
        assert len(office.kept) == len(set(office.recipients)) == 12


@pytest.mark.long(40)
def test_two_hundred_subscribers_of_one_evening(settings: Any) -> None:
    evening = played(6)
    wanting = all_subscribed(evening)
    for number in range(200 - len(wanting)):
        wanting.append(subscribed(member(evening.club, f"Reader {number}")))
    shown_gazette(evening.club)
    with post_office(settings) as office:
        send()
        send()
        sent = Counter(office.recipients)
        subjects = Counter(str(each["Subject"]).partition(":")[0] for each in office.letters)
        assert subjects == {"Your card": 12, "The Evening Gazette": 200}
        assert set(sent) == {each.mails_to for each in wanting}
        assert office.seen == 212 and sum(sent.values()) == 212 and max(sent.values()) == 2
        assert len({each["Message-ID"] for each in office.letters}) == 212


class Killed(BaseException):
    """What a kill looks like from within: nothing catches it."""


def test_a_worker_killed_after_the_letter_left_sends_it_never_again(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_to_send()
    with post_office(settings) as office:

        def kill(*_args: object) -> None:
            raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(posting_letters, "end", kill)
            with pytest.raises(Killed):
                send()
        assert the_letter().state == State.SENDING and len(office.kept) == 1
        assert is_due()  # it has to be told
        send()
        after(dt.timedelta(days=1))
        assert the_letter().state == State.UNCLEAR and the_letter().trouble == Trouble.KILLED
        assert len(office.kept) == office.seen == 1
        assert try_again(the_letter())
        send()
        assert len(office.kept) == 2 and the_letter().state == State.SENT
        # Both copies are one letter to a mailbox.
        assert len({each["Message-ID"] for each in office.letters}) == 1


def test_a_worker_killed_before_the_letter_left_is_told_too(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_to_send()
    with post_office(settings) as office:

        def kill(*_args: object) -> None:
            raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(posting_letters, "_hand_over", kill)
            with pytest.raises(Killed):
                send()
        send()
        assert the_letter().state == State.UNCLEAR and office.seen == 0


@pytest.mark.parametrize("way", [takes_and_ends, ends])
def test_a_connection_that_ends_in_the_middle_leaves_a_letter_that_may_have_been_sent(
    settings: Any, way: Any
) -> None:
    one_to_send()
    with post_office(settings) as office:
        office.does.append(way)
        send()
        after(dt.timedelta(days=1))
        assert (the_letter().state, the_letter().trouble) == (State.UNCLEAR, Trouble.CUT_OFF)
        assert office.seen == 1 and len(office.kept) == (way is takes_and_ends)


def test_a_mail_server_that_hangs_is_not_waited_for(settings: Any) -> None:
    one_to_send()
    with post_office(settings) as office:
        settings.EMAIL_TIMEOUT = 0.3
        office.does.append(hangs)
        send()
        assert (the_letter().state, the_letter().trouble) == (State.UNCLEAR, Trouble.CUT_OFF)
        assert office.seen == 1 and office.kept == []


def test_what_it_does_not_take_now_is_tried_again_and_in_the_end_given_up(settings: Any) -> None:
    one_to_send()
    with post_office(settings) as office:
        office.answers += ["450 later"] * MOST_TRIES
        at = clock.now()
        for number, wait in enumerate(WAITS, start=1):
            with clock.at(at):
                send()
                letter = the_letter()
                assert (letter.state, letter.tries, letter.reply) == (State.WAITING, number, 450)
                assert letter.next_try_at == at + wait
                send()  # not before its time
                assert the_letter().tries == number
            at += wait
        with clock.at(at):
            send()
        assert (the_letter().state, the_letter().trouble) == (State.FAILED, Trouble.LATER)
        assert office.kept == [] and office.answers == []
        assert Try.objects.count() == MOST_TRIES
        after(dt.timedelta(days=2))
        assert office.seen == 0


def test_greylisting_delays_one_letter_and_no_other(settings: Any) -> None:
    four_to_send()
    with post_office(settings) as office:
        office.answers.append("451 come back")
        send()
        assert states() == {"sent": 3, "waiting": 1} and len(office.kept) == 3
        after(WAITS[0])
        assert states() == {"sent": 4} and len(set(office.recipients)) == 4


@pytest.mark.parametrize("where", ["recipient", "letter"])
def test_what_it_refuses_has_failed_at_once_and_the_others_go_out(
    settings: Any, where: str
) -> None:
    four_to_send()
    with post_office(settings) as office:
        if where == "recipient":
            office.answers.append("550 nobody of that name: player1@example.org")
        else:
            office.does.append(says("554 no"))
        send()
        after(dt.timedelta(days=1))
        assert states() == {"sent": 3, "failed": 1} and len(office.kept) == 3
    failed = Letter.objects.get(state=State.FAILED)
    assert failed.trouble == Trouble.REFUSED and failed.reply in (550, 554)
    assert "@" not in str(vars(failed))


def test_one_that_says_good_bye_is_left_alone_until_later(settings: Any) -> None:
    four_to_send()
    with post_office(settings) as office:
        office.does.append(says("421 closing"))
        send()
        assert states() == {"waiting": 4} and office.kept == []
        after(WAITS[0])
        assert states() == {"sent": 4} and len(set(office.recipients)) == 4


def test_no_mail_server_there_loses_nothing(settings: Any) -> None:
    four_to_send()
    with post_office(settings) as office:
        port = office.port
    lead_to(settings, port)
    send()
    assert states() == {"waiting": 4}
    assert Letter.objects.filter(trouble=Trouble.AWAY, tries=1).count() == 1, "one is tried"
    with post_office(settings) as office:
        after(WAITS[0])
        assert len(office.kept) == 4 and states() == {"sent": 4}


@pytest.mark.parametrize("starts", [True, False])
def test_it_logs_in_over_tls_alone(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starts: bool
) -> None:
    one_to_send()
    context, authority = certificate(tmp_path)
    with post_office(settings, tls=context, starts=starts, auth=True) as office:
        settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = starts, not starts
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, PASSWORD
        send()
        assert the_letter().trouble == Trouble.TLS, "nobody vouches for its certificate"
        assert office.logged_in == [] and office.kept == []
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        after(WAITS[0])
        assert office.logged_in == [(USER.encode(), PASSWORD.encode())]
        assert len(office.kept) == 1 and office.with_tls == [True]
        assert the_letter().state == State.SENT


def test_a_certificate_for_another_machine_is_none(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_to_send()
    context, authority = certificate(tmp_path, "127.0.0.2")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    with post_office(settings, tls=context, starts=True) as office:
        settings.EMAIL_USE_TLS = True
        send()
        assert the_letter().trouble == Trouble.TLS and office.seen == 0


def test_one_without_tls_gets_no_password(settings: Any) -> None:
    one_to_send()
    with post_office(settings, auth=True) as office:
        settings.EMAIL_USE_TLS = True
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, PASSWORD
        send()
        assert the_letter().trouble == Trouble.TLS
        assert office.logged_in == [] and office.seen == 0


def test_a_wrong_password_is_told_in_no_text_log_or_row(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    one_to_send()
    context, authority = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    wrong = PASSWORD + "!"
    with post_office(settings, tls=context, starts=True, auth=True) as office:
        settings.EMAIL_USE_TLS = True
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, wrong
        send()
        assert office.logged_in and office.seen == 0
    assert (the_letter().trouble, the_letter().reply) == (Trouble.LOGIN, 535)
    for told in (caplog.text, str(vars(the_letter())), str(list(Job.objects.values()))):
        assert wrong not in told and PASSWORD not in told


def test_a_set_up_without_mail_does_nothing(settings: Any) -> None:
    four_to_send()
    settings.EMAIL_HOST = ""
    assert not is_due()
    send()
    assert Letter.objects.count() == 0


def test_the_helper_counts_more_than_one_recipient_as_a_fault(settings: Any) -> None:
    with post_office(settings) as office:
        office.kept.append(("a@b", ["one@example.org", "two@example.org"], b""))
        with pytest.raises(AssertionError):
            _ = office.recipients
