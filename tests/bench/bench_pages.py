"""What a recorded deal and the table's page cost, beside the barest that Django could do.

    python tests/bench/bench_pages.py [--tables 34] [--deals 30]

A server of its own (waitress, as `make run` starts it) answers on the loopback; a client keeps its
connection, takes gzip, and does as a phone does: fetch the table's page, then record a deal. Beside
each entry it sends the barest write (one insert in a transaction) and fetches the finished HTML of
the same page from a template without logic or query. Prints ratios, queries, the server's memory,
and whether a page needs a third party.
"""

# ruff: noqa: E402 - called as a file, it first says where the program lies

from __future__ import annotations

import argparse
import http.client
import re
import statistics
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urljoin

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from tests.bench.served import page_server
from tests.bench.smallest import judged, sized

POST_TARGET, GET_TARGET, QUERIES_TARGET = 4, 3, 12
# A contract that always fails: nobody wins a game, so no rubber ends.
ENTRY = {
    "level": "1",
    "denomination": "S",
    "declarer": "N",
    "doubling": "0",
    "result": "-1",
    "honours": "none",
}


class Answer(NamedTuple):
    """What came back: its text, and its bytes on the way, head included."""

    status: int
    text: str
    size: int
    kind: str


class Phone:
    """A browser on one connection that stays open."""

    def __init__(self, port: int, cookie: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies = {"sessionid": cookie} if cookie else {}

    def ask(self, path: str, form: dict[str, str] | None = None) -> Answer:
        """Send one request; the answer is read whole."""
        head = {"Accept-Encoding": "gzip", "Connection": "keep-alive"}
        if self.cookies:
            head["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            head["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(form)
        self.line.request("GET" if form is None else "POST", path, body, head)
        answer = self.line.getresponse()
        content = answer.read()
        for set_cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = set_cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        size = len(content) + sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
        text = unpacked(content, answer.headers.get("Content-Encoding", ""))
        return Answer(answer.status, text, size, answer.headers.get("Content-Type", ""))

    def load(self, path: str) -> Answer:
        """Fetch something that must be there."""
        answer = self.ask(path)
        if answer.status != 200:
            raise SystemExit(f"{path} answers {answer.status}")
        return answer

    def timed(self, path: str, form: dict[str, str] | None = None) -> tuple[float, Answer]:
        """Send one request; return milliseconds too."""
        begun = time.perf_counter()
        answer = self.ask(path, form)
        return (time.perf_counter() - begun) * 1000, answer


def unpacked(content: bytes, encoding: str) -> str:
    """Return a body as text; pictures and fonts come out as nonsense, which nobody reads."""
    import gzip

    return (gzip.decompress(content) if encoding == "gzip" else content).decode("utf-8", "replace")


def hidden(html: str, name: str) -> str:
    """Return the value of a hidden field of the entry form."""
    form = html[html.index('id="entry"') :]
    found = re.search(rf'name="{name}" value="([^"]*)"', form)
    if found is None:
        raise SystemExit(f"the table's page has no field {name}")
    return found[1]


def entry_of(html: str) -> dict[str, str]:
    """Return the form that records the next deal, as the page rendered it."""
    fields = ("csrfmiddlewaretoken", "part", "position", "key")
    return ENTRY | {name: hidden(html, name) for name in fields}


def memory_of(process: int) -> int:
    """Return a process's resident memory in kB; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]


def record_deals(served: dict[str, Any], deals: int) -> dict[str, list[float]]:
    """Record so many deals at every table; return milliseconds of every kind of request."""
    kinds = ("post", "bare", "fresh", "kept", "finished")
    spent: dict[str, list[float]] = {kind: [] for kind in kinds}
    plain = Phone(served["port"], "")
    for table in served["tables"]:
        phone, page = Phone(served["port"], table["cookie"]), f"/table/{table['pk']}/"
        for _deal in range(deals):
            fresh, answer = phone.timed(page)
            kept, _ = phone.timed(page)
            post, recorded = phone.timed(page + "record/", entry_of(answer.text))
            bare, written = plain.timed("/bench/bare", {})
            finished, _ = plain.timed("/bench/finished")
            if (answer.status, recorded.status, written.status) != (200, 302, 200):
                raise SystemExit(f"unexpected answers at {page}: {recorded.text[:500]}")
            times = (post, bare, fresh, kept, finished)
            for kind, milliseconds in zip(kinds, times, strict=True):
                spent[kind].append(milliseconds)
    return spent


def report(what: str, value: float, target: float, unit: str = "") -> bool:
    """Print a figure beside its target; return whether it is met."""
    met = value <= target
    print(f"{what:52} {value:8.2f}{unit}  at most {target}{unit}  {'' if met else 'MISSED'}")
    return met


def has_nothing_foreign(served: dict[str, Any]) -> bool:
    """Look whether every page, its parts and their styles come from the club's own server.

    What a browser loads of them is weighed in a browser, by bench_page_weight.
    """
    foreign: set[str] = set()
    for name, path in served["pages"].items():
        cookie = served["tables"][0]["cookie"] if name == "table" else served["director"]
        phone = Phone(served["port"], cookie)
        for part in sorted(parts_of(path, phone.load(path).text)):
            if re.match(r"https?:", part):
                foreign.add(part)
                continue
            loaded = phone.load(part)
            if "css" in loaded.kind:
                inner = re.findall(r"url\(['\"]?([^'\")#]+)", loaded.text)
                foreign |= {each for each in inner if re.match(r"(?:https?:)?//", each)}
    print(f"from a third party: {', '.join(sorted(foreign)) or 'nothing'}")
    return not foreign


def parts_of(path: str, html: str) -> set[str]:
    """Return the addresses that a browser loads with a page; icons of a sheet count once."""
    found = re.findall(r'<(?:script|img|use)[^>]*?(?:src|href)="([^"]+)"', html)
    for link in re.findall(r"<link[^>]*>", html):
        if re.search(r'rel="(?:stylesheet|icon|preload|manifest)"', link):
            found += re.findall(r'href="([^"]+)"', link)
    return {urljoin(path, each).partition("#")[0] for each in found} - {path}


def measure(served: dict[str, Any], deals: int, process: int) -> bool:
    """Measure everything; return whether all targets are met."""
    record_deals(
        {**served, "tables": served["tables"][:1]}, sized(5, 1)
    )  # everything is loaded once
    before = memory_of(process)
    spent = record_deals({**served, "tables": served["tables"][1:]}, deals)
    after = memory_of(process)
    median = {kind: statistics.median(values) for kind, values in spent.items()}
    for kind, value in median.items():
        print(f"{kind:52} {value:8.2f} ms, median of {len(spent[kind])}")
    met = [
        report("recording a deal / the barest write", median["post"] / median["bare"], POST_TARGET),
        report(
            "table's page / its finished HTML",
            median["kept"] / median["finished"],
            GET_TARGET,
        ),
        # Whoever asks first after a change waits for the page to be made; others get it ready.
        report(
            "the same for the first to ask after a change",
            median["fresh"] / median["finished"],
            GET_TARGET,
        ),
        report("queries of recording a deal", served["queries"]["record"], QUERIES_TARGET),
    ]
    for name, count in served["queries"].items():
        print(f"queries: {name:43} {count:8}")
    print(f"server's memory: {before / 1024:.1f} MB, after {len(spent['post'])} entries", end=" ")
    print(f"{after / 1024:.1f} MB")
    return all([*met, has_nothing_foreign(served)])


def main() -> int:
    """Start the server in a folder of its own, measure, and end it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=sized(34, 1))
    parser.add_argument("--deals", type=int, default=sized(30, 1))
    options = parser.parse_args()
    with page_server(options.tables + 1) as (served, process):
        return 0 if measure(served, options.deals, process) else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
