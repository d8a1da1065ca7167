"""https with a club's own authority, as Python's own TLS sees it: names are checked."""

from __future__ import annotations

import datetime as dt
import http.client
import os
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from django.core.exceptions import ImproperlyConfigured

from clubscore.club import clock
from clubscore.environment import is_private, read_plan, secured
from clubscore.extras.https import authority, secure_door
from clubscore.extras.https.secure_door import FOLDER, SecureDoor, bring_up_to_date, fingerprint
from clubscore.server.server import build

HOME = ["192.168.1.20", "club.local", "localhost", "127.0.0.1"]


def page(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
    """Say by what a request came."""
    start("200 OK", [("Set-Cookie", "sessionid=abc; HttpOnly; Path=/; SameSite=Lax")])
    return [environ["wsgi.url_scheme"].encode(), b" ", environ.get("HTTP_COOKIE", "").encode()]


@contextmanager
def served(door: SecureDoor) -> Iterator[tuple[int, int]]:
    """Serve at two doors; yield the ports of plain http and of https."""
    plain, second = (socket.create_server(("127.0.0.1", 0)) for _door in range(2))
    server = build(page, plain, secure=(second, door.context))
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    try:
        yield plain.getsockname()[1], second.getsockname()[1]
    finally:
        server.close()
        running.join(30)


def trusting(data: Path) -> ssl.SSLContext:
    """What a phone checks that trusts the club's authority and nobody else."""
    return ssl.create_default_context(cafile=data / FOLDER / "authority.crt")


def shown(port: int, data: Path, name: str) -> x509.Certificate:
    """Shake hands as somebody who opened the machine by a name; return what it showed."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    with trusting(data).wrap_socket(line, server_hostname=name) as safe:
        der = safe.getpeercert(binary_form=True)
        assert der is not None
        return x509.load_der_x509_certificate(der)


def certificate_in(data: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((data / FOLDER / "server.pem").read_bytes())


def test_a_phone_that_trusts_the_authority_opens_the_machine_by_each_of_its_names(
    tmp_path: Path,
) -> None:
    with served(SecureDoor(tmp_path, lambda: HOME)) as (plain, secure):
        for name in HOME:
            shown(secure, tmp_path, name)
        with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
            shown(secure, tmp_path, "10.0.0.1")
        asked = http.client.HTTPSConnection(
            "127.0.0.1", secure, timeout=10, context=trusting(tmp_path)
        )
        with closing(asked):
            asked.request("GET", "/")
            assert asked.getresponse().read() == b"https "
        asked = http.client.HTTPConnection("127.0.0.1", plain, timeout=10)
        with closing(asked):
            asked.request("GET", "/")
            assert asked.getresponse().read() == b"http "


def test_a_phone_that_does_not_trust_the_authority_is_told_so(tmp_path: Path) -> None:
    with served(SecureDoor(tmp_path, lambda: HOME)) as (_plain, secure):
        line = socket.create_connection(("127.0.0.1", secure), timeout=10)
        with pytest.raises(ssl.SSLCertVerificationError):
            ssl.create_default_context().wrap_socket(line, server_hostname="localhost")


@pytest.mark.parametrize("name", ["bridge.example.org", "8.8.8.8", "local.example.org"])
def test_the_authority_speaks_for_nothing_on_the_internet(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where its key is stolen: the limit stands in what phones trust."""
    bring_up_to_date(tmp_path, HOME)
    assert not is_private(name)
    monkeypatch.setattr(authority, "is_private", lambda _name: True)
    stolen = SecureDoor(tmp_path, lambda: [name])
    with (
        served(stolen) as (_plain, secure),
        pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"),
    ):
        shown(secure, tmp_path, name)


def test_names_that_are_not_private_are_left_out_of_the_certificate(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path, [*HOME, "8.8.8.8", "bridge.example.org"])
    names = certificate_in(tmp_path).extensions.get_extension_for_class(x509.SubjectAlternativeName)
    assert len(list(names.value)) == len(HOME)
    assert secured("http://8.8.8.8:8000", 8443) == ""
    assert secured("http://192.168.1.20:8000", 8443) == "https://192.168.1.20:8443"
    assert secured("http://[fd00::7]:8000", 8443) == "https://[fd00::7]:8443"


def test_the_certificate_is_as_short_as_phones_want_it(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path, HOME)
    made = certificate_in(tmp_path)
    assert made.not_valid_after_utc - made.not_valid_before_utc <= dt.timedelta(days=397)
    uses = made.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(uses) == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_only_the_owner_reads_the_authoritys_folder(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        bring_up_to_date(tmp_path, HOME)
    finally:
        os.umask(before)
    folder = tmp_path / FOLDER
    assert folder.stat().st_mode & 0o777 == 0o700
    files = {each.name: each.stat().st_mode & 0o777 for each in folder.iterdir()}
    assert files == dict.fromkeys(("authority.key", "authority.crt", "server.pem"), 0o600)


def test_nothing_is_made_anew_while_it_holds(tmp_path: Path) -> None:
    assert bring_up_to_date(tmp_path, HOME)
    before = {each.name: each.read_bytes() for each in (tmp_path / FOLDER).iterdir()}
    assert not bring_up_to_date(tmp_path, HOME[1:])
    assert {each.name: each.read_bytes() for each in (tmp_path / FOLDER).iterdir()} == before


@pytest.mark.parametrize(("days", "renewed", "anew"), [
    (300, False, False), (370, True, False), (3300, True, True),
])  # fmt: skip
def test_what_runs_out_is_renewed_in_time(
    days: int, renewed: bool, anew: bool, tmp_path: Path
) -> None:
    bring_up_to_date(tmp_path, HOME)
    before, known = certificate_in(tmp_path), secure_door.authority_of(tmp_path)
    with clock.at(clock.now() + dt.timedelta(days=days)):
        assert bring_up_to_date(tmp_path, HOME) == anew
    assert (certificate_in(tmp_path) != before) == renewed
    assert (secure_door.authority_of(tmp_path) != known) == anew


def test_a_machine_that_has_a_new_address_shows_it_without_a_new_start(tmp_path: Path) -> None:
    called = list(HOME)
    door = SecureDoor(tmp_path, lambda: called)
    with served(door) as (_plain, secure):
        with pytest.raises(ssl.SSLCertVerificationError):
            shown(secure, tmp_path, "10.0.0.7")
        called[0] = "10.0.0.7"
        door.renew()
        shown(secure, tmp_path, "10.0.0.7")


def test_the_door_looks_by_itself_what_the_machine_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secure_door, "LOOKS_EVERY", 0.01)
    called, looked = list(HOME), threading.Event()
    door = SecureDoor(tmp_path, lambda: called)
    renew = door.renew

    def seen() -> None:
        renew()
        looked.set()

    monkeypatch.setattr(door, "renew", seen)
    called[0] = "10.0.0.7"
    door.start()
    assert looked.wait(30)
    door.close()
    assert x509.IPAddress(authority.ip_address("10.0.0.7")) in list(
        certificate_in(tmp_path)
        .extensions.get_extension_for_class(x509.SubjectAlternativeName)
        .value
    )


@pytest.mark.parametrize("name", ["authority.key", "authority.crt"])
def test_a_damaged_authority_is_said_and_not_replaced(name: str, tmp_path: Path) -> None:
    """A new one would have to be trusted by every phone: whoever keeps the machine decides."""
    bring_up_to_date(tmp_path, HOME)
    for each in (name, "server.pem"):
        (tmp_path / FOLDER / each).write_text("damaged")
    with pytest.raises(ImproperlyConfigured, match="Put the folder back from a copy"):
        bring_up_to_date(tmp_path, HOME)
    assert (tmp_path / FOLDER / name).read_text() == "damaged"


def test_without_the_package_that_makes_certificates_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "clubscore.extras.https.authority", None)
    monkeypatch.delattr("clubscore.extras.https.authority")
    with pytest.raises(ImproperlyConfigured, match="pip install -r requirements"):
        SecureDoor(tmp_path, lambda: HOME)
    assert not (tmp_path / FOLDER).exists()


def test_a_fingerprint_reads_as_phones_show_it() -> None:
    pairs = fingerprint(b"").split(":")
    assert len(pairs) == 32
    assert pairs[:3] == ["E3", "B0", "C4"]


def test_https_is_spoken_as_far_above_the_port_as_443() -> None:
    assert read_plan({}).secure_port is None
    assert read_plan({"HTTPS_PORT": "8443"}).secure_port is None
    assert read_plan({"HTTPS": "1"}).secure_port == 8443
    assert read_plan({"HTTPS": "1", "PORT": "80"}).secure_port == 443
    assert read_plan({"HTTPS": "1", "HTTPS_PORT": "9443"}).secure_port == 9443
    with pytest.raises(ImproperlyConfigured, match="HTTPS_PORT is '65843'"):
        read_plan({"HTTPS": "1", "PORT": "65400"})
    with pytest.raises(ImproperlyConfigured, match="Leave out one of the two"):
        read_plan({"HTTPS": "1", "CLUBSCORE_URL": "https://bridge.example.org"})


def test_a_machine_is_known_by_its_number_and_its_own_name() -> None:
    plan = read_plan({"HTTPS": "1", "HOST": "10.0.0.9", "CLUBSCORE_URL": "http://club.lan:8000"})
    assert plan.names[:2] == ["club.lan", "10.0.0.9"]
    assert {"localhost", "127.0.0.1"} < set(plan.names)
    assert any(name.endswith(".local") for name in plan.names)


def answered(port: int, context: ssl.SSLContext | None, cookie: str) -> tuple[str, list[str]]:
    """Return the cookies that a page saw, and those that it set."""
    asked: http.client.HTTPConnection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    if context:
        asked = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=context)
    with closing(asked):
        asked.request("GET", "/", headers={"Cookie": cookie})
        answer = asked.getresponse()
        scheme, _space, seen = answer.read().decode().partition(" ")
        assert scheme == ("https" if context else "http")
        return seen, answer.headers.get_all("Set-Cookie") or []


def test_what_https_sets_never_goes_over_plain_http(tmp_path: Path) -> None:
    with served(SecureDoor(tmp_path, lambda: HOME)) as (plain, secure):
        context = trusting(tmp_path)
        # A phone that comes from plain http keeps its place ...
        seen, given = answered(secure, context, "sessionid=plain; look=dark")
        assert seen == "sessionid=plain; look=dark"
        assert given == ["__Secure-sessionid=abc; HttpOnly; Path=/; SameSite=Lax; Secure"]
        # ... until https gives it one of its own, which counts there and nowhere else.
        both = "sessionid=plain; __Secure-sessionid=own; look=dark"
        assert answered(secure, context, both)[0] == "sessionid=own; look=dark"
        seen, given = answered(plain, None, both)
        assert seen == both
        assert given == ["sessionid=abc; HttpOnly; Path=/; SameSite=Lax"]


def test_what_https_takes_away_is_gone_for_good(tmp_path: Path) -> None:
    """A phone that logs out over https is not in again by what plain http once gave it."""
    from clubscore.server.server import as_set

    gone = b'sessionid=""; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/'
    taken = [value.decode() for _name, value in as_set([(b"set-cookie", gone)])]
    assert len(taken) == 2
    assert taken[0] == gone.decode()
    assert taken[1].startswith('__Secure-sessionid=""') and "Max-Age=0" in taken[1]
    assert "Secure" in taken[1]
