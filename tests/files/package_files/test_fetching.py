"""What is fetched from other clubs: https, open addresses, an end of size and time, in words."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.events.models import ContestPackage, FollowedPool
from clubscore.extras.https.authority import make_authority, make_certificate
from clubscore.extras.world.package import digest_of, whole_text
from clubscore.extras.world.pools import (
    FORMAT,
    Network,
    fetch,
    fetch_pool,
    follow,
    is_open,
    place_of,
)
from tests.events.world.packages import YORK, a_set, director_of, package
from tests.house import House
from tests.waiting import rest

NAME = "club.local"
INDEX = f"https://{NAME}/packages/index.json"
INNER = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.20", "169.254.169.254", "0.0.0.0",
    "100.64.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:192.168.0.1", "2002:7f00:1::", "2002:a00:1::",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "localhost", "", "127.1", "0x7f.1",
]  # fmt: skip
OPEN = ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "2002:5db8:d822::1"]


@pytest.mark.parametrize("address", INNER)
def test_no_inner_address_is_open(address: str) -> None:
    assert not is_open(address)


@pytest.mark.parametrize("address", OPEN)
def test_addresses_of_the_open_network_are(address: str) -> None:
    assert is_open(address)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://leeds.example/", "begin with https"),
        ("file:///etc/passwd", "begin with https"),
        ("ftp://leeds.example/", "begin with https"),
        ("https://", "begin with https"),
        ("https://leeds.example/a b", "begin with https"),
        ("https://leeds.example/\r\nHost: x", "begin with https"),
        ("https://[::1", "begin with https"),
        ("https://leeds.example:99999/", "begin with https"),
        (f"https://leeds.example/{'a' * 300}", "begin with https"),
        ("https://me:secret@leeds.example/", "Leave names"),
        ("https://leeds.example:22/", "Leave names"),
    ],
)
def test_an_address_is_https_and_a_place_alone(address: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        place_of(address)


@pytest.mark.parametrize("found", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"], []])
def test_a_name_with_any_inner_address_is_never_asked(found: list[str]) -> None:
    asked: list[str] = []

    def look_up(host: str, _port: int) -> list[str]:
        asked.append(host)
        return found

    with pytest.raises(Refused, match="not an address in the open network"):
        fetch("https://leeds.example/", 100, Network(look_up=look_up))
    assert asked == ["leeds.example"]


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"])
def test_an_inner_address_that_is_typed_is_never_asked(host: str) -> None:
    with pytest.raises(Refused, match="open network"):
        fetch(f"https://{host}/", 100)


Serve = Callable[[BaseHTTPRequestHandler], None]


class Elsewhere:
    """Another club's server: what each path answers; it says how often it was asked."""

    def __init__(self, folder: Path) -> None:
        self.paths: dict[str, Serve] = {}
        self.asked: list[str] = []
        self.looked_up = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                answer = outer.paths.get(self.path)
                if answer is None:
                    self.send_error(404)
                else:
                    answer(self)

            def log_message(self, *_args: object) -> None:
                pass

        key, authority = make_authority(clock.now())
        (folder / "authority.crt").write_bytes(authority)
        shown = folder / "shown.pem"
        shown.write_bytes(make_certificate(key, authority, [NAME], clock.now()))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(shown)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.authority = folder / "authority.crt"

    def network(self, seconds: float = 3.0, **more: Any) -> Network:
        def look_up(_host: str, _port: int) -> list[str]:
            self.looked_up += 1
            return ["127.0.0.1"]

        told = {
            "look_up": look_up,
            "may_ask": lambda _address: True,
            "trusted": lambda: ssl.create_default_context(cafile=self.authority),
            "port": self.server.server_address[1],
            "seconds": seconds,
        }
        return Network(**(told | more))

    def answers(self, path: str, content: bytes, status: int = 200, **headers: str) -> None:
        def answer(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.end_headers()
            handler.wfile.write(content)

        self.paths[path] = answer


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Elsewhere]:
    found = Elsewhere(tmp_path)
    running = Thread(target=found.server.serve_forever, daemon=True)
    running.start()
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_a_file_is_fetched_and_its_name_looked_up_once(elsewhere: Elsewhere) -> None:
    elsewhere.answers("/packages/index.json", b"{}")
    assert fetch(INDEX, 100, elsewhere.network()) == b"{}"
    assert elsewhere.looked_up == 1


def test_what_is_too_large_packed_or_elsewhere_is_refused(elsewhere: Elsewhere) -> None:
    for path, content, status, headers, said in (
        ("/large", b"x" * 101, 200, {}, "more than a pool may have"),
        ("/packed", b"x", 200, {"Content_Encoding": "gzip"}, "sent compressed data"),
        ("/moved", b"", 302, {"Location": "http://127.0.0.1/"}, "leads to http://127.0.0.1/"),
        ("/broken", b"", 500, {}, "its answer was 500"),
    ):
        elsewhere.answers(path, content, status, **headers)
        with pytest.raises(Refused, match=said):
            fetch(f"https://{NAME}{path}", 100, elsewhere.network())
    with pytest.raises(Refused, match="its answer was 404"):
        fetch(f"https://{NAME}/none", 100, elsewhere.network())
    assert elsewhere.asked == ["/large", "/packed", "/moved", "/broken", "/none"]


def test_whoever_sends_a_byte_now_and_then_is_left(elsewhere: Elsewhere) -> None:
    sent: list[int] = []

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for byte in range(1, 500):
            handler.wfile.write(b"x")
            sent.append(byte)
            rest()

    elsewhere.paths["/drip"] = drip
    try:
        told = fetch(f"https://{NAME}/drip", 1000, elsewhere.network(seconds=1.0))
    except Refused as refusal:
        assert "did not answer, or not in time" in str(refusal)
    else:
        pytest.fail(f"half a file was taken for one: {told!r}")
    assert len(sent) < 499


def test_a_server_that_is_not_the_one_named_is_refused(elsewhere: Elsewhere) -> None:
    elsewhere.answers("/", b"{}")
    with pytest.raises(Refused, match="could not prove that it is itself"):
        fetch("https://leeds.example/", 100, elsewhere.network())
    with pytest.raises(Refused, match="could not prove that it is itself"):
        fetch(f"https://{NAME}/", 100, elsewhere.network(trusted=ssl.create_default_context))
    assert elsewhere.asked == []


def test_a_name_that_is_not_there_is_said(elsewhere: Elsewhere) -> None:
    def nowhere(_host: str, _port: int) -> list[str]:
        raise OSError

    with pytest.raises(Refused, match="did not answer"):
        fetch(INDEX, 100, elsewhere.network(look_up=nowhere))


def pool_of(house: House) -> FollowedPool:
    follow(INDEX, director_of(house.club))
    follow(INDEX, director_of(house.club))
    return FollowedPool.objects.get()


def listed(*packages: Any, **more: Any) -> bytes:
    rows = [{"set": each["set"], "digest": digest_of(each), "file": f"{at}.txt"}
            for at, each in enumerate(packages)]  # fmt: skip
    return json.dumps({"format": FORMAT, "packages": rows} | more).encode()


def test_a_followed_pool_brings_what_is_new_and_asks_for_nothing_twice(
    house: House, elsewhere: Elsewhere
) -> None:
    a_set(house.club)
    pool, actor = pool_of(house), director_of(house.club)
    two = package(), package(tricks=8, key=YORK, club="York")
    elsewhere.answers("/packages/index.json", listed(*two))
    for at, each in enumerate(two):
        elsewhere.answers(f"/packages/{at}.txt", whole_text(each).encode())
    outcomes = fetch_pool(pool, actor, elsewhere.network())
    assert [one.is_new for one in outcomes] == [True, True]
    assert fetch_pool(pool, actor, elsewhere.network()) == []
    assert elsewhere.asked.count("/packages/0.txt") == 1
    row = ContestPackage.objects.first()
    assert row is not None and (row.source, row.came_from) == ("followed", INDEX)
    kept = FollowedPool.objects.get()
    assert kept.fetched_at is not None and kept.came == 0


def test_a_pool_leads_to_no_other_host_and_its_oddities_do_no_harm(
    house: House, elsewhere: Elsewhere
) -> None:
    kept = a_set(house.club)
    pool, actor = pool_of(house), director_of(house.club)
    files = ["https://10.0.0.1/x", "//other.example/x", "http://club.local/x", 7, None, "../1.txt"]
    rows: list[Any] = [{"set": kept.fingerprint, "digest": str(at), "file": file}
                       for at, file in enumerate(files)]  # fmt: skip
    rows += [7, None, [], {}, {"set": [], "digest": {}, "file": "a"}]
    elsewhere.answers("/packages/index.json", listed(packages=rows))
    elsewhere.answers("/1.txt", b"\xff\x00 no package")
    outcomes = fetch_pool(pool, actor, elsewhere.network())
    assert [one.refused.code for one in outcomes if one.refused] == ["no-package"]
    assert elsewhere.asked == ["/packages/index.json", "/1.txt"]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"<html>", b"[" * 100_000, b"\xff"])
def test_an_address_without_an_index_is_said(
    house: House, elsewhere: Elsewhere, content: bytes
) -> None:
    elsewhere.answers("/packages/index.json", content)
    with pytest.raises(Refused, match="no index of packages"):
        fetch_pool(pool_of(house), director_of(house.club), elsewhere.network())
