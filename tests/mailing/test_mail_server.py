"""The mail server is the keeper's choice alone, and leads to no inner machine unasked."""

import os
import socket
import subprocess
import sys
from typing import Any

import pytest

from clubscore.environment import read_from, read_hourly, read_smtp
from clubscore.extras.mail import posting as mail_server
from clubscore.extras.mail.models import Letter
from clubscore.extras.mail.posting import Inner, connected, is_inner
from tests.mailing.post_office import lead_to, send
from tests.mailing.test_sending import one_to_send
from tests.test_serve import ROOT

SECRET = "nine-of-hearts"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ("", 0, "", "", False, False)),
        ("smtp://mail.example.org", ("mail.example.org", 587, "", "", True, False)),
        ("smtps://mail.example.org", ("mail.example.org", 465, "", "", False, True)),
        (
            "smtp://ann%40x.org:a%3Ab%2Fc@mail.example.org:2525",
            ("mail.example.org", 2525, "ann@x.org", "a:b/c", True, False),
        ),
        ("smtp://u:pw0@[2001:db8::1]:587", ("2001:db8::1", 587, "u", "pw0", True, False)),
    ],
)
def test_an_address_is_read(text: str, found: tuple[Any, ...]) -> None:
    read = read_smtp(text, private=False)
    assert found == (
        read.host, read.port, read.user, read.password, read.starts_tls, read.speaks_tls,
    )  # fmt: skip
    assert not read.password or read.password not in repr(read)


@pytest.mark.parametrize(
    "text",
    [
        "mail.example.org", f"http://u:{SECRET}@x", "smtp://", f"smtp://u:{SECRET}@x:port",
        f"smtp://u:{SECRET}@x:99999", f"smtp://u:{SECRET}@x/path", f"smtp://u:{SECRET}@x?a=b",
        "smtp+plain://127.0.0.1", f"smtp+plain://u:{SECRET}@127.0.0.1", f"smtp://u:{SECRET}#@x",
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_without_the_password(text: str) -> None:
    with pytest.raises(ValueError, match="CLUBSCORE_SMTP") as wrong:
        read_smtp(text, private=False)
    assert SECRET not in str(wrong.value) and wrong.value.__cause__ is None


def test_without_tls_only_a_server_of_ones_own_network_is_spoken_to_and_never_logged_in() -> None:
    assert read_smtp("smtp+plain://127.0.0.1", private=True).port == 25
    with pytest.raises(ValueError, match="password without TLS"):
        read_smtp(f"smtp+plain://u:{SECRET}@127.0.0.1", private=True)


@pytest.mark.parametrize("text", ["club", "@x", "a@", "a@b@c", "a b@c", "a@b\n", "<a@b>", "ä@b"])
def test_a_sender_is_one_address(text: str) -> None:
    with pytest.raises(ValueError, match="CLUBSCORE_MAIL_FROM"):
        read_from(text, needed=False)
    with pytest.raises(ValueError, match="needed with"):
        read_from("", needed=True)
    assert read_from("", needed=False) == "" and read_from("a@b.org", needed=True) == "a@b.org"


def test_a_limit_is_a_number_above_nought() -> None:
    assert (read_hourly("", 200), read_hourly("30", 200)) == (200, 30)
    for wrong in ("0", "-1", "many", "1.5", "²", "9" * 9):
        with pytest.raises(ValueError, match="CLUBSCORE_MAIL_HOURLY"):
            read_hourly(wrong, 200)


def test_a_start_with_a_wrong_address_says_what_is_wrong_and_no_password() -> None:
    given = {
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "CLUBSCORE_SMTP": f"smtp://u:{SECRET}@x:no",
    }
    done = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        cwd=ROOT, env=os.environ | given, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode and "CLUBSCORE_SMTP is no address" in done.stderr
    assert SECRET not in done.stderr + done.stdout


@pytest.mark.parametrize(
    "number",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fc00::1", "fe80::1%eth0",
        "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "ff02::1",
    ],
)  # fmt: skip
def test_inner_numbers_are_known_however_they_are_written(number: str) -> None:
    assert is_inner(number)


@pytest.mark.parametrize("number", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
def test_public_numbers_are_none(number: str) -> None:
    assert not is_inner(number)


def test_a_name_that_leads_inside_is_not_followed(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CLUBSCORE_SMTP_PRIVATE = False
    called: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *given: called.append(given))
    for numbers in (["10.0.0.1"], ["93.184.216.34", "127.0.0.1"]):

        def leads(*_given: object, numbers: list[str] = numbers, **_more: object) -> Any:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 25)) for each in numbers]

        monkeypatch.setattr(socket, "getaddrinfo", leads)
        with pytest.raises(Inner):
            connected("mail.example.org", 25, 1)
    assert called == []


def test_what_was_checked_is_what_is_called(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that changes its mind after it was checked leads nowhere else."""
    settings.CLUBSCORE_SMTP_PRIVATE = False
    answers = iter(["93.184.216.34", "127.0.0.1", "127.0.0.1"])
    called: list[Any] = []

    def leads(*_given: object, **_more: object) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), 25))]

    monkeypatch.setattr(socket, "getaddrinfo", leads)
    monkeypatch.setattr(socket, "create_connection", lambda *given: called.append(given[0]))
    connected("mail.example.org", 25, 1)
    assert called == [("93.184.216.34", 25)]


@pytest.mark.django_db(transaction=True)
def test_a_mail_server_inside_that_nobody_allowed_is_told_and_not_called(settings: Any) -> None:
    one_to_send()
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0.2)
        lead_to(settings, door.getsockname()[1])
        settings.CLUBSCORE_SMTP_PRIVATE = False
        send()
        with pytest.raises(TimeoutError):
            door.accept()
    letter = Letter.objects.get()
    assert (letter.state, letter.trouble) == ("waiting", "inner")
    assert mail_server.is_set_up()
