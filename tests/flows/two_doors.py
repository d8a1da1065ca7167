"""The server with https beside plain http, and phones that trust its certificate or do not."""

import base64
import shutil
import socket
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page

from clubscore.extras.https.secure_door import FOLDER, SecureDoor
from clubscore.home.frame import most_of
from clubscore.server.server import build
from tests.conftest import FLAGS, PHONE
from tests.flows.looking import STEADY
from tests.site import Site
from tools.setup import BROWSERS

# A name of the club's network: to a browser the loopback address is as safe as https.
NAME = "club.local"


class BothDoors(Site):
    """The server with https beside plain http."""

    def __init__(self, data: Path) -> None:
        super().__init__()
        self.secure = SecureDoor(data, lambda: [NAME])
        self.second = socket.create_server(("127.0.0.1", 0))
        # What is answered at an address as long as it stands here: its kind, and itself.
        self.instead: dict[str, tuple[str, bytes]] = {}

    @property
    def secure_port(self) -> int:
        """Where a browser finds https."""
        return int(self.second.getsockname()[1])

    def build(self, application: Any, door: socket.socket) -> Any:
        secure = (self.second, self.secure.context)
        page = self._or_instead(application)
        return build(page, door, hub=self.hub, secure=secure, most_of=most_of)

    def _or_instead(self, application: WSGIApplication) -> WSGIApplication:
        def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            kind, body = self.instead.get(environ["PATH_INFO"], ("", b""))
            if not kind:
                return application(environ, start)
            start("200 OK", [("Content-Type", kind), ("Cache-Control", "no-store")])
            return [body]

        return answer


@pytest.fixture
def doors(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[BothDoors]:
    """A server that was started with --https."""
    served = BothDoors(tmp_path)
    served.open()
    settings.ALLOWED_HOSTS = ["*"]
    settings.DATA_DIR = tmp_path
    settings.SECURE_PORT = served.secure_port
    settings.LISTENS_AT, settings.CLUBSCORE_URL = ("127.0.0.1", str(served.port)), ""
    yield served
    served.close()


@pytest.fixture
def phone(browser: Browser, doors: BothDoors) -> Iterator[Callable[..., Page]]:
    """Opens a phone that trusts the club's certificate, or one that does not."""
    found = next(filter(None, map(shutil.which, BROWSERS)))
    running = []

    def open_one(*, trusts: bool, **options: Any) -> Page:
        flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        if trusts:
            flags.append(f"--ignore-certificate-errors-spki-list={key_of(doors.secure.data)}")
        own = browser.browser_type.launch(executable_path=found, args=flags)
        running.append(own)
        base = f"http://{NAME}:{doors.port}"
        terms = {"viewport": PHONE, **STEADY, **options}
        return own.new_context(base_url=base, **terms).new_page()

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
