"""Passwords, sessions, cookies, forms: what every door of the program keeps to."""

import importlib.util
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client, override_settings

from clubscore.club.models import User
from tests.house import PASSWORD, House
from tests.test_addresses import PATTERNS

ROOT = Path(__file__).resolve().parent.parent


def settings_of(profile: str, monkeypatch: pytest.MonkeyPatch, **environment: str) -> Any:
    """Return the program's settings as they are with this environment, not as tests bend them."""
    monkeypatch.setenv("CLUBSCORE_PROFILE", profile)
    monkeypatch.setenv("CLUBSCORE_DATA", os.environ["CLUBSCORE_TEST_FOLDER"])
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    spec = importlib.util.spec_from_file_location("as_served", ROOT / "clubscore/settings.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "as_served", module)
    spec.loader.exec_module(module)
    return module


def test_on_the_internet_cookies_are_secure_and_https_is_insisted_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    public = settings_of("public", monkeypatch, CLUBSCORE_URL="https://bridge.example.org")
    assert public.SESSION_COOKIE_SECURE and public.CSRF_COOKIE_SECURE
    assert public.SESSION_COOKIE_HTTPONLY and public.SESSION_COOKIE_SAMESITE == "Lax"
    assert public.SECURE_SSL_REDIRECT and public.SECURE_HSTS_SECONDS >= 365 * 24 * 3600
    assert not public.SECURE_HSTS_INCLUDE_SUBDOMAINS and not public.SECURE_HSTS_PRELOAD
    assert public.ALLOWED_HOSTS == ["bridge.example.org"] and not public.DEBUG
    # Whose word is taken for https is application.py's to say, never any header.
    assert not hasattr(public, "SECURE_PROXY_SSL_HEADER")
    below = {"CLUBSCORE_URL": "https://example.org", "CLUBSCORE_HSTS_SUBDOMAINS": "1"}
    assert settings_of("public", monkeypatch, **below).SECURE_HSTS_INCLUDE_SUBDOMAINS
    at_the_club = settings_of("club-network", monkeypatch, **below)
    assert not at_the_club.SECURE_HSTS_INCLUDE_SUBDOMAINS
    at_the_club = settings_of("club-network", monkeypatch, CLUBSCORE_URL="")
    assert not at_the_club.SESSION_COOKIE_SECURE and at_the_club.SESSION_COOKIE_HTTPONLY


@pytest.mark.parametrize("words", [(), ("0.0.0.0:8000", "--noreload")])
def test_djangos_own_server_says_how_the_club_is_opened(words: tuple[str, ...]) -> None:
    """It would serve without a worker, without news, and every page that fails as a traceback."""
    with pytest.raises(CommandError, match="opens the club"):
        call_command("runserver", *words)


def test_whoever_is_answered_has_his_entry_on_the_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served = settings_of("club-network", monkeypatch).DATABASES["default"]
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as file:
        file.executescript(served["OPTIONS"]["init_command"])
        assert file.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_passwords_are_kept_by_argon2(monkeypatch: pytest.MonkeyPatch) -> None:
    real = settings_of("public", monkeypatch)
    with override_settings(PASSWORD_HASHERS=real.PASSWORD_HASHERS):
        kept = make_password(PASSWORD)
        assert kept.startswith("argon2$argon2id$") and check_password(PASSWORD, kept)
    validators = {each["NAME"].rpartition(".")[2] for each in real.AUTH_PASSWORD_VALIDATORS}
    assert {"MinimumLengthValidator", "CommonPasswordValidator"} <= validators


def test_no_form_is_excused_from_its_token(house: House) -> None:
    excused = [name for name, each in PATTERNS.items() if getattr(each.callback, "csrf_exempt", 0)]
    # A mail program ends mail by a secret address alone, without cookies or a form (RFC 8058).
    assert excused == ["mail-out"]
    browser = Client(enforce_csrf_checks=True)
    for address in ("/login", "/code/", f"/t/{house.token}/", "/sit-down/open/"):
        answer = browser.post(address, {"username": "director", "password": PASSWORD})
        assert answer.status_code == 403, address


def test_whoever_logs_in_or_is_let_in_has_a_new_session(house: House) -> None:
    """Nobody can have planted the session that becomes somebody's."""
    browser = Client()
    browser.get("/login")
    visit = browser.session
    visit["planted"] = True
    visit.save()
    browser.cookies["sessionid"] = visit.session_key
    name = house.logins["player"].username
    assert browser.post("/login", {"username": name, "password": PASSWORD}).status_code == 302
    assert browser.cookies["sessionid"].value != visit.session_key
    phone = Client()
    before = phone.session
    before.save()
    phone.cookies["sessionid"] = before.session_key
    phone.post(f"/t/{house.token}/", {"person": ""})
    assert phone.cookies["sessionid"].value != before.session_key


def test_five_wrong_passwords_lock_out_that_name_from_there_and_nobody_else(house: House) -> None:
    player, scorer = (house.logins[role].username for role in ("player", "scorer"))
    answers = [
        Client().post("/login", {"username": player, "password": "wrong"}).status_code
        for _try in range(5)
    ]
    assert answers[-1] == 429
    assert Client().post("/login", {"username": player, "password": PASSWORD}).status_code == 429
    # The whole club has one address: the next at the same door comes in.
    assert Client().post("/login", {"username": scorer, "password": PASSWORD}).status_code == 302
    assert User.objects.get(username=player).is_active
