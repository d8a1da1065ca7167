"""A phone that comes to trust the club: plain http, the check, and over to https at its table."""

import base64
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

from clubscore.club.access import Actor, Level
from clubscore.front.secure_door import FOLDER, SecureDoor
from clubscore.front.server import build
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.sitting.phones import let_phones_in
from clubscore.tableside.secret_addresses import token_of
from tests.conftest import FLAGS, PHONE
from tests.flows.acting import press
from tests.flows.looking import STEADY, look_at
from tests.house import build_house
from tests.site import Site
from tools.setup import BROWSERS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# A name of the club's network: to a browser the loopback address is as safe as https.
NAME = "club.local"


class BothDoors(Site):
    """The server with https beside plain http."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        self.secure = SecureDoor(data, lambda: [NAME])
        self.second = socket.create_server(("127.0.0.1", 0))

    def build(self, application: Any, door: socket.socket) -> Any:
        secure = (self.second, self.secure.context)
        return build(application, door, hub=self.hub, secure=secure)


@pytest.fixture
def doors(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[BothDoors]:
    """A server that was started with --https."""
    served = BothDoors(tmp_path)
    served.open()
    settings.ALLOWED_HOSTS = ["*"]
    settings.DATA_DIR = tmp_path
    settings.SECURE_PORT = served.second.getsockname()[1]
    settings.LISTENS_AT, settings.CLUBSCORE_URL = ("127.0.0.1", str(served.port)), ""
    yield served
    served.close()


@pytest.fixture
def phone(browser: Browser, doors: BothDoors) -> Iterator[Callable[..., Page]]:
    """Opens a phone that trusts the club's certificate, or one that does not."""
    found = next(filter(None, map(shutil.which, BROWSERS)))
    running = []

    def open_one(*, trusts: bool) -> Page:
        flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        if trusts:
            flags.append(f"--ignore-certificate-errors-spki-list={key_of(doors.secure.data)}")
        own = browser.browser_type.launch(executable_path=found, args=flags)
        running.append(own)
        base = f"http://{NAME}:{doors.port}"
        return own.new_context(base_url=base, **{"viewport": PHONE, **STEADY}).new_page()

    yield open_one
    for each in running:
        each.close()


def key_of(data: Path) -> str:
    """The key of the machine's certificate, as a browser is told to trust it."""
    made = x509.load_pem_x509_certificate((data / FOLDER / "server.pem").read_bytes())
    key = made.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    digest = hashes.Hash(hashes.SHA256())
    digest.update(key)
    return base64.b64encode(digest.finalize()).decode()


def test_a_phone_without_the_certificate_is_told_that_it_does_not_trust_the_club(
    phone: Callable[..., Page],
) -> None:
    page = phone(trusts=False)
    page.goto("/trust/")
    expect(page.get_by_text("Not yet.")).to_be_visible()
    expect(page.get_by_text("Yes. This phone trusts the club.")).to_be_hidden()
    expect(page.get_by_role("link", name="Open ClubScore with https")).to_be_hidden()
    assert look_at(page) == []
    page.get_by_text("Theme and suits").click()
    # Plain http has none of what browsers give to https alone.
    assert page.evaluate("[window.isSecureContext, !!navigator.serviceWorker]") == [False, False]
    expect(page.get_by_text("stays on")).to_be_hidden()
    expect(page.locator("link[rel=manifest]")).to_have_count(0)


def test_a_phone_that_trusts_the_club_goes_over_and_keeps_its_place(
    phone: Callable[..., Page], doors: BothDoors
) -> None:
    house = build_house()
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    link = let_phones_in(sitting=house.sitting, key=new_key(), actor=actor)
    page = phone(trusts=True)
    page.goto(f"/t/{token_of(link.nonce)}/")
    page.locator("main form [type=submit], main form button").first.click()
    page.wait_for_url("**/table/**")
    way = page.get_by_role("link", name="This phone trusts the club")
    expect(way).to_be_hidden()
    table = page.url
    page.goto("/trust/")
    expect(page.get_by_text("Yes. This phone trusts the club.")).to_be_visible()
    expect(page.get_by_role("link", name="Open ClubScore with https")).to_be_visible()
    page.goto(table)
    way.click()
    secure = f"https://{NAME}:{doors.second.getsockname()[1]}"
    page.wait_for_url(f"{secure}/table/**")
    expect(page.get_by_role("heading", name="Rubber 1")).to_be_visible()
    assert page.evaluate("window.isSecureContext")
    agree = page.get_by_role("button", name="Made up and agreed")
    press(agree)
    expect(agree).to_be_hidden()
    # What is set over https is of https alone; what plain http set is there still.
    cookies = {(each["name"], each["secure"]) for each in page.context.cookies()}
    assert {("sessionid", False), ("__Secure-csrftoken", True)} <= cookies
    assert not {name for name, secure in cookies if secure and not name.startswith("__Secure-")}
    page.wait_for_function("navigator.serviceWorker.ready")
    expect(page.locator("link[rel=manifest]")).to_have_count(1)
    page.get_by_text("Theme and suits").click()
    page.locator("[name=look-awake][value='1']").check()
    page.reload()
    assert page.locator("[name=look-awake][value='1']").is_checked()
    page.goto(f"{secure}/trust/")
    expect(page.get_by_text("Yes. This phone trusts the club.")).to_be_visible()
    assert look_at(page) == []
