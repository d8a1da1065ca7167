"""Backups elsewhere, as the director sees them: make a key, write it down, prove it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubscore.extras.second_place import copies as second_place
from clubscore.server import backups
from tests.flows.acting import log_in
from tests.flows.looking import STEADY, look_at
from tests.house import House, build_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house(site: Any, tmp_path: Path, settings: Any) -> House:
    """A club, and a disk for its backups."""
    settings.DATA_DIR = tmp_path
    settings.CLUBSCORE_SECOND_PLACE = tmp_path / "disk"
    settings.CLUBSCORE_SECOND_PLACE.mkdir()
    return build_house()


def test_a_key_is_made_shown_once_and_proved(house: House, open_page: Callable[..., Page]) -> None:
    """The director logs in by the form, as almost no other flow does."""
    page = open_page("/club/", **STEADY)
    log_in(page, house.logins["director"].username)
    # Asked for, and among the keys.
    assert page.get_by_role("link", name="Backups elsewhere").count() == 2
    assert look_at(page) == []
    page.get_by_role("link", name="Backups elsewhere").first.click()
    page.get_by_role("button", name="Make a key").click()
    secret = page.locator("code").inner_text()
    assert secret.startswith("AGE-SECRET-KEY-1") and look_at(page) == []
    page.get_by_role("link", name="Continue").click()
    page.get_by_label("Secret key").fill("AGE-SECRET-KEY-1")
    page.get_by_role("button", name="Prove").click()
    expect(page.locator(".errors")).to_contain_text("This is not the secret key")
    assert look_at(page) == []
    page.get_by_label("Secret key").fill(secret)
    page.get_by_role("button", name="Prove").click()
    expect(page.get_by_text("You proved that you have the secret key")).to_be_visible()
    backups.make_backup()
    second_place.send_and_prove(lambda _done, _all: None)
    page.reload()
    expect(page.get_by_text("Last read back and checked")).to_be_visible()
    assert look_at(page) == []
