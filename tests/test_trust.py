"""The page that shows a phone how to trust the club, and what it says where there is no https."""

import ssl
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubscore.extras.https.secure_door import authority_of, bring_up_to_date, fingerprint
from tests.house import House, client_of

HOST = "192.168.7.20"
PAGE, FILE = "/trust/", "/trust/clubscore.crt"
pytestmark = pytest.mark.django_db


@pytest.fixture
def with_https(settings: Any, tmp_path: Path) -> Path:
    """A server that speaks https at 8443 beside plain http at 8000."""
    bring_up_to_date(tmp_path, [HOST, "localhost"])
    settings.DATA_DIR, settings.SECURE_PORT = tmp_path, 8443
    settings.LISTENS_AT, settings.CLUBSCORE_URL = ("0.0.0.0", "8000"), ""
    settings.ALLOWED_HOSTS = ["*"]
    return tmp_path


def test_the_page_names_the_https_address_and_the_fingerprint(with_https: Path) -> None:
    answer = Client().get(PAGE, HTTP_HOST=f"{HOST}:8000")
    said = answer.content.decode()
    known = authority_of(with_https)
    assert known is not None
    assert f'data-probe="https://{HOST}:8443/health"' in said
    assert all(":".join(part) in said for part in in_eights(fingerprint(known).split(":")))
    # Only this page may ask the other door of this machine, and nothing else.
    policy = answer["Content-Security-Policy"]
    assert f"connect-src 'self' https://{HOST}:8443;" in f"{policy};"
    assert "8443" not in Client().get("/login", HTTP_HOST=HOST)["Content-Security-Policy"]


def in_eights(pairs: list[str]) -> list[list[str]]:
    return [pairs[at : at + 8] for at in range(0, len(pairs), 8)]


def test_the_certificate_is_given_as_phones_take_it(with_https: Path) -> None:
    answer = Client().get(FILE, HTTP_HOST=f"{HOST}:8000")
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert ssl.DER_cert_to_PEM_cert(answer.content)
    assert answer.content == authority_of(with_https)
    assert b"PRIVATE KEY" not in answer.content


@pytest.mark.parametrize("host", ["bridge.example.org", "8.8.8.8:8000"])
def test_where_the_authority_may_not_speak_no_https_is_offered(host: str, with_https: Path) -> None:
    said = Client().get(PAGE, HTTP_HOST=host).content.decode()
    assert "There is no https at this address." in said
    assert "8443" not in said


def test_without_https_nothing_is_offered(house: House) -> None:
    director = client_of(house.logins["director"])
    assert "There is no https at this address." in director.get(PAGE).content.decode()
    assert director.get(FILE)["Location"] == PAGE
    assert PAGE not in director.get("/phones/").content.decode()


def test_codes_lead_to_plain_http_which_opens_on_every_phone(
    house: House, with_https: Path
) -> None:
    """The director reads the page over https; whoever scans it may not trust the club yet."""
    director = client_of(house.logins["director"])
    said = director.get("/phones/", HTTP_HOST=f"{HOST}:8443", secure=True).content.decode()
    assert f"http://{HOST}:8000{PAGE}" in said
    assert f"http://{HOST}:8000/" in said
    assert f"https://{HOST}" not in said
