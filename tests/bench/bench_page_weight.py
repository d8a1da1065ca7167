"""What pages weigh on their way to a phone, counted by a browser: first loads, later ones, letters.

    python tests/bench/bench_page_weight.py

A server of its own, as `make run` starts it, with its compression; a Chromium with nothing kept
opens each page, and opens it again. Names are of Latin-1, so one file of letters serves them; every
further file is weighed by itself. Prints each weight as a ratio to its limit, and exits 1 where one
is beyond. Weights do not depend on the machine.
"""

# ruff: noqa: E402 - called as a file, it first says where the program lies

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tests.bench.event_phone import open_event_phone
from tests.bench.served import page_server
from tests.bench.smallest import judged, sized
from tools.setup import BROWSERS

FONTS = HERE.parents[2] / "static" / "fonts"
# As phones reach a club on plain http, where no worker keeps anything; the loopback allows one.
HOST = "club.local"
FLAGS = ["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
FIRST, AFTER, LATER, LETTERS = 70_000, 30_000, 5_000, 35_000  # bytes at most
# What a page fetches when it is there, and whether all of it came.
AFTERWARDS = """() => [
    ...[...document.querySelectorAll('meta[name=later]')].map((each) => each.content),
    ...[...document.querySelectorAll('[data-ahead]')].map((each) => each.dataset.ahead),
    ...[...document.querySelectorAll('[data-frame]')].map((each) => each.dataset.frame),
    ...[...document.querySelectorAll('[data-brings]')].map((each) => each.dataset.brings),
].map((each) => new URL(each, location).href)"""
HAVE_COME = """(asked) => asked.every(
    (each) => performance.getEntriesByName(each).some((one) => one.responseEnd))"""


class Loaded(NamedTuple):
    """What came over the line for one page: bytes by address, heads included."""

    page: str
    parts: dict[str, int]

    @property
    def whole(self) -> int:
        """All of it."""
        return sum(self.parts.values())


class Line:
    """Counts what a page fetches from the network; what the browser kept counts nothing."""

    def __init__(self, session: CDPSession) -> None:
        self.addresses: dict[str, str] = {}
        self.parts: dict[str, int] = {}
        self.heads: dict[str, int] = {}
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._came)
        session.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: dict[str, Any]) -> None:
        answer = event["response"]
        self.heads[answer["url"]] = int(answer["encodedDataLength"])

    def _came(self, event: dict[str, Any]) -> None:
        address = self.addresses.get(event["requestId"], "?")
        self.parts[address] = self.parts.get(address, 0) + int(event["encodedDataLength"])


def is_for(address: str, after: list[str]) -> bool:
    """Say whether a page needs this to be there.

    The stream of news has no end, and the server here has none; what a page asks every few seconds
    it may have asked already.
    """
    asked = address.endswith("/news/") or "/live/" in address
    return not asked and not comes_after(address, after)


def comes_after(address: str, after: list[str]) -> bool:
    """Say whether a page brings this when it is there."""
    return address in after or "/look/" in address


def open_twice(browser: Browser, base: str, path: str, cookie: str) -> tuple[Loaded, Loaded, int]:
    """Open a page with nothing kept, and again.

    Return what came until it was there, what it fetched then for when it is out of touch, and the
    weight of its HTML the second time, without heads.
    """
    context = browser.new_context(base_url=base)
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": base}])
    page = context.new_page()
    line = Line(context.new_cdp_session(page))
    page.goto(path, wait_until="domcontentloaded")
    after = page.evaluate(AFTERWARDS)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => 1)")
    first = Loaded(path, {each: line.parts[each] for each in [*line.parts] if is_for(each, after)})
    page.wait_for_function(HAVE_COME, arg=after)
    rest = Loaded(path, {each: line.parts[each] for each in line.parts if comes_after(each, after)})
    line.parts.clear()
    page.goto(path, wait_until="load")
    later = line.parts.get(f"{base}{path}", 0) - line.heads.get(f"{base}{path}", 0)
    context.close()
    return first, rest, later


def beyond(weights: Iterable[tuple[str, int, int]]) -> list[str]:
    """Print each weight beside its limit; return what is beyond it."""
    found = []
    for what, weight, limit in weights:
        is_beyond = weight > limit
        print(f"{what:44} {weight:7} of {limit}  {weight / limit:5.2f}{'  BEYOND' * is_beyond}")
        found += [what] if is_beyond else []
    return found


def letters(folder: Path) -> list[tuple[str, int, int]]:
    """Return the weight of every further file of letters that pages may fetch, each once."""
    sheets = (folder.parent / "css").glob("*.css")
    named = {name for each in sheets for name in re.findall(r"[\w-]+\.woff2", each.read_text())}
    first = "sans-latin.woff2"
    return [
        (f"letters: {name}"[:44], (folder / name).stat().st_size, LETTERS)
        for name in sorted(named - {first})
    ]


def weigh(served: dict[str, Any]) -> list[str]:
    """Weigh every page; return what is beyond its limit."""
    found = next(filter(None, map(shutil.which, BROWSERS)))
    weights = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        base = f"http://{HOST}:{served['port']}"
        door = browser.new_context(base_url=base)
        at_event = urlsplit(open_event_phone(door, served["event"]).url).path
        cookies = {"table": served["tables"][0]["cookie"], "play": served["play"]}
        cookies["event"] = next(c["value"] for c in door.cookies() if c["name"] == "sessionid")
        door.close()
        some = sized([*served["pages"].items()], [*served["pages"].items()][:2])
        for name, path in [*some, ("event", at_event)]:
            cookie = cookies.get(name, served["director"])
            first, rest, later = open_twice(browser, base, path, cookie)
            weights.append((f"{name}: first load", first.whole, FIRST))
            if rest.parts:
                weights.append((f"{name}: after that, for out of touch", rest.whole, AFTER))
            weights.append((f"{name}: later, its HTML", later, LATER))
            for part, weight in sorted(first.parts.items(), key=lambda each: -each[1])[:12]:
                print(f"    {weight:7} {part.rpartition('/')[2] or part}")
        browser.close()
    return beyond([*weights, *letters(FONTS)])


def main() -> int:
    """Start the server in a folder of its own, weigh, and end it."""
    with page_server() as (served, _process):
        return 1 if weigh(served) else 0


if __name__ == "__main__":
    sys.exit(judged(main()))
