"""Somebody asks for mail on their own page, confirms the address from their mailbox, ends it."""

import datetime as dt
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.models import Act, Club, Membership, Person, Role
from clubscore.club.privacy import forget_name
from clubscore.extras.mail.letters import way_out
from clubscore.extras.mail.models import Letter, Subscription
from clubscore.extras.mail.subscribing import GOOD_FOR, MOST_ASKED, ask_for_mail, confirm
from clubscore.jobs.models import Job
from tests.house import client_of, make_user
from tests.mailing.members import member, played, subscribed
from tests.mailing.post_office import Office, post_office, send
from tests.mailing.test_letters import parts_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
ADDRESS = "ann@example.org"
ASK = {"do": "ask", "mails_to": ADDRESS, "card": "on", "gazette": "on"}
LINK = re.compile(r"https://club\.example\.org(/mail/confirm/[0-9a-f]{32}/)")


def browser_of(person: Person) -> Client:
    return client_of(Membership.objects.get(person=person).user)


def a_member() -> Person:
    club = Club.objects.create(name="Portland", slug="portland")
    make_user(club, "host", Role.DIRECTOR)
    return member(club, "Ann")


def link_in(office: Office, at: int = -1) -> str:
    """Return the path of the link that a letter has."""
    found = LINK.search(parts_of(office.letters[at])["text/plain"])
    assert found is not None
    return found[1]


def test_an_address_is_asked_for_mailed_a_link_and_confirmed_by_a_post(settings: Any) -> None:
    ann = a_member()
    browser, stranger = browser_of(ann), Client(enforce_csrf_checks=True)
    with post_office(settings) as office:
        assert browser.post("/mail/", ASK)["Location"] == "/mail/"
        assert office.seen == 0, "no request sends"
        assert Job.objects.filter(kind="mail", state="waiting").count() == 1
        send()
        assert office.recipients == [ADDRESS]
        link = link_in(office)
        for _time in range(2):  # a mail program opens it by itself
            answer = stranger.get(link)
            assert answer.status_code == 200 and ADDRESS not in answer.content.decode()
        found = Subscription.objects.get()
        assert found.confirmed_at is None and found.link_hash
        assert Person.objects.get(pk=ann.pk).email == ""
        assert stranger.post(link).status_code == 403, "a page of another site"
        assert Client().post(link).status_code == 200
        found.refresh_from_db()
        assert found.confirmed_at is not None and not found.link_nonce
        confirmed_at = found.confirmed_at
        assert Person.objects.get(pk=ann.pk).email == ADDRESS
        assert Act.objects.filter(what="person put right", author="Ann").count() == 1
        Person.objects.filter(pk=ann.pk).update(email="another@example.org")
        assert Client().post(link).status_code == Client().get(link).status_code == 200
        found.refresh_from_db()
        assert found.confirmed_at == confirmed_at, "once"
        assert Person.objects.get(pk=ann.pk).email == "another@example.org"
        Person.objects.filter(pk=ann.pk).update(email=ADDRESS)
        send()
        assert office.seen == 1
    assert ADDRESS in browser.get("/mail/").content.decode()


def test_links_are_kept_as_hashes_alone(settings: Any) -> None:
    ann = a_member()
    with post_office(settings) as office:
        browser_of(ann).post("/mail/", ASK)
        send()
        secret = urlsplit(link_in(office)).path.split("/")[3]
    with connection.cursor() as cursor:
        for table in ("mailing_subscription", "mailing_letter", "mailing_try", "club_act"):
            cursor.execute(f"SELECT * FROM {table}")
            assert secret not in str(cursor.fetchall())


def test_a_link_is_good_for_some_days_and_a_newer_one_replaces_it(settings: Any) -> None:
    ann = a_member()
    with post_office(settings) as office:
        browser = browser_of(ann)
        for _time in range(2):
            browser.post("/mail/", ASK)
            send()
        first, second = link_in(office, 0), link_in(office, 1)
        assert first != second
        assert Client().post(first).status_code == 404
        with clock.at(clock.now() + GOOD_FOR + dt.timedelta(minutes=1)):
            assert confirm(second.split("/")[3]) is None
        assert Subscription.objects.get().confirmed_at is None
        assert Client().post(second).status_code == 200


def test_a_request_that_was_replaced_before_it_went_out_is_not_mailed(settings: Any) -> None:
    ann = a_member()
    with post_office(settings) as office:
        browser = browser_of(ann)
        for address in ("wrong@example.org", "right@example.org"):
            browser.post("/mail/", ASK | {"mails_to": address})
        send()
        assert office.recipients == ["right@example.org"]
    assert sorted(Letter.objects.values_list("state", flat=True)) == ["dropped", "sent"]


def test_nobody_is_flooded_with_requests(settings: Any) -> None:
    ann = a_member()
    others = [member(ann.club, f"Other {n}") for n in range(MOST_ASKED + 1)]
    with post_office(settings) as office:
        browser = browser_of(ann)
        statuses = [browser.post("/mail/", ASK).status_code for _time in range(MOST_ASKED + 3)]
        assert statuses == [302] * MOST_ASKED + [422] * 3
        answers = []
        for other in others:
            given = ASK | {"mails_to": "victim@example.org"}
            answers.append(browser_of(other).post("/mail/", given).status_code)
        assert answers == [302] * MOST_ASKED + [422]
        # To end and ask again is no way round.
        browser.post("/mail/", {"do": "end"})
        assert browser.post("/mail/", ASK).status_code == 422
        send()
        assert office.seen == len(office.kept) == MOST_ASKED
        with clock.at(clock.now() + dt.timedelta(days=2)):
            ask_for_mail(person=ann, mails_to=ADDRESS, card=True, gazette=False)


@pytest.mark.parametrize(
    "address",
    [
        "", "ann", "ann@", "@example.org", "ann@example.org\nBcc: x@example.org",
        "ann@example.org, eve@example.org", '"ann@x"@example.org', "ann@exa mple.org",
        "<ann@example.org>", "ännchen@example.org", "ann@example.org\r\n.", "a" * 300 + "@x.org",
        "ann@\u202eexample.org", "ann@[127.0.0.1]",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_and_stays_in_its_field(settings: Any, address: str) -> None:
    ann = a_member()
    with post_office(settings) as office:
        answer = browser_of(ann).post("/mail/", ASK | {"mails_to": address})
        assert answer.status_code == 422 and "ann@example.org" in answer.content.decode()
        send()
        assert office.seen == 0
    assert not Letter.objects.exists() and not Subscription.objects.exists()


def test_who_wants_nothing_is_asked_what_they_want(settings: Any) -> None:
    ann = a_member()
    with post_office(settings):
        answer = browser_of(ann).post("/mail/", {"do": "ask", "mails_to": ADDRESS})
        assert answer.status_code == 422 and "Choose what" in answer.content.decode()
    with pytest.raises(Refused):
        ask_for_mail(person=ann, mails_to=ADDRESS, card=False, gazette=False)


def test_wishes_are_changed_and_mail_is_ended_on_the_own_page(settings: Any) -> None:
    ann = a_member()
    subscribed(ann, ADDRESS)
    browser = browser_of(ann)
    browser.post("/mail/", {"do": "change", "gazette": "on"})
    found = Subscription.objects.get()
    assert (found.wants_card, found.wants_gazette) == (False, True)
    assert found.confirmed_at is not None
    browser.post("/mail/", {"do": "end"})
    assert not Subscription.objects.exists()


def test_one_tap_in_a_mail_program_ends_it_without_cookies_and_without_another_page(
    settings: Any,
) -> None:
    ann = a_member()
    to = subscribed(ann, ADDRESS)
    with post_office(settings):
        path = urlsplit(way_out(to)).path
    program = Client(enforce_csrf_checks=True)
    for _time in range(2):
        assert program.get(path).status_code == 200
    assert Subscription.objects.count() == 1, "a look ends nothing"
    for _time in range(2):
        answer = program.post(path, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200 and "Location" not in answer
        assert not answer.cookies.get("sessionid")
    assert not Subscription.objects.exists()
    assert "no more mail" in program.get(path).content.decode()


def test_nobody_ends_another_s_mail(settings: Any) -> None:
    ann = a_member()
    subscribed(ann, ADDRESS)
    eve = member(ann.club, "Eve")
    browser_of(eve).post("/mail/", {"do": "end"})
    Client().post(f"/mail/out/{'0' * 32}/")
    assert Subscription.objects.filter(person=ann).count() == 1
    assert ADDRESS not in browser_of(eve).get("/mail/").content.decode()


def test_the_page_says_what_is_missing(settings: Any) -> None:
    ann = a_member()
    settings.EMAIL_HOST = ""
    browser = browser_of(ann)
    page = browser.get("/mail/").content.decode()
    assert "not set up" in page and 'name="mails_to"' not in page
    assert browser.post("/mail/", ASK).status_code == 302
    assert not Letter.objects.exists()
    host = client_of(Membership.objects.get(role=Role.DIRECTOR).user)
    assert "belongs to no player" in host.get("/mail/").content.decode()
    assert "CLUBSCORE_SMTP=" in host.get("/club/mail/").content.decode()


def test_the_club_s_page_shows_what_failed_and_sends_it_again(settings: Any) -> None:
    evening = played(4)
    make_user(evening.club, "host", Role.DIRECTOR)
    host = client_of(Membership.objects.get(role=Role.DIRECTOR).user)
    people = evening.people[:3]
    for person in people:
        make_user(evening.club, f"login-{person.pk}", Role.PLAYER, person)
        subscribed(person)
    with post_office(settings) as office:
        office.answers += ["550 no such mailbox", "450 later"]
        send()
        page = host.get("/club/mail/").content.decode()
        assert "refused this letter" in page and "550" in page and "tried again" in page
        assert "no such mailbox" not in page
        failed = Letter.objects.get(state="failed")
        host.post("/club/mail/", {"do": "again", "letter": failed.pk})
        assert office.seen == 1, "no request sends"
        send()
        assert len(office.kept) == 2
        host.post("/club/mail/", {"do": "again", "letter": failed.pk})
        send()
        assert len(office.kept) == 2, "one that was sent is not sent again"
        subscription = Subscription.objects.get(person=people[0])
        host.post("/club/mail/", {"do": "end", "subscription": subscription.pk})
        assert not Subscription.objects.filter(person=people[0]).exists()


def test_a_test_mail_goes_to_the_club_s_own_address_so_often_and_no_more(settings: Any) -> None:
    a_member()
    host = client_of(Membership.objects.get(role=Role.DIRECTOR).user)
    with post_office(settings) as office:
        for _time in range(2):
            host.post("/club/mail/", {"do": "test", "key": "the-same-form"})
        send()
        assert office.recipients == ["club@portland.example.org"]
        statuses = [
            host.post("/club/mail/", {"do": "test", "key": f"form-{n}"}).status_code
            for n in range(6)
        ]
        assert statuses == [302] * 4 + [422] * 2
        send()
        assert len(office.kept) == 5


def test_another_club_s_letters_and_subscribers_are_not_there(settings: Any) -> None:
    ann = a_member()
    mine = subscribed(ann, ADDRESS)
    letter = Letter.objects.create(club=ann.club, person=ann, kind="card", key="x", state="failed")
    other = Club.objects.create(name="Other", slug="other")
    stranger = client_of(make_user(other, "stranger", Role.DIRECTOR))
    with post_office(settings):
        assert "Ann" not in stranger.get("/club/mail/").content.decode()
        for given in (
            {"do": "again", "letter": letter.pk},
            {"do": "end", "subscription": mine.pk},
        ):
            assert stranger.post("/club/mail/", given).status_code == 404
    assert Subscription.objects.count() == 1 and Letter.objects.get().state == "failed"


def test_the_password_is_on_no_page(settings: Any) -> None:
    ann = a_member()
    host = client_of(Membership.objects.get(role=Role.DIRECTOR).user)
    with post_office(settings):
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "portland", "s3cret-words"
        for browser, path in ((host, "/club/mail/"), (browser_of(ann), "/mail/")):
            page = browser.get(path).content.decode()
            assert "s3cret-words" not in page and "portland:" not in page


def test_as_many_queries_for_fifty_letters_as_for_one(settings: Any) -> None:
    ann = a_member()
    host = client_of(Membership.objects.get(role=Role.DIRECTOR).user)
    counts = []
    with post_office(settings):
        for more in (1, 49):
            for number in range(more):
                reader = member(ann.club, f"Reader {more}-{number}")
                subscribed(reader)
                Letter.objects.create(
                    club=ann.club, person=reader, kind="gazette", key=f"{more}-{number}"
                )
            with CaptureQueriesContext(connection) as queries:
                host.get("/club/mail/")
            counts.append(len(queries))
    assert counts[0] == counts[1] <= 12, counts


def test_a_forgotten_name_leaves_no_address(settings: Any) -> None:
    ann = a_member()
    subscribed(ann, ADDRESS)
    forget_name(person=ann, author="a test")
    with connection.cursor() as cursor:
        for table in ("mailing_subscription", "mailing_letter", "club_person", "club_act"):
            cursor.execute(f"SELECT * FROM {table}")
            assert ADDRESS not in str(cursor.fetchall()), table
