"""How soon a tapped key is painted on a slow phone, of a deal and of a tournament's result.

The median of many, at most 100 ms.

    python tests/bench/bench_paint.py

A server of its own; a Chromium whose processor is slowed six times. From the finger's coming down
to the frame after the one in which the key changed. Prints the ratio to the limit and exits 1
where it is beyond.
"""

# ruff: noqa: E402 - called as a file, it first says where the program lies

from __future__ import annotations

import shutil
import statistics
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from playwright.sync_api import Page, sync_playwright

from tests.bench.event_phone import open_event_phone
from tests.bench.served import page_server
from tests.bench.smallest import judged, sized
from tools.setup import BROWSERS

SLOWER, LIMIT, ROUNDS = sized(6, 1), 100.0, sized(8, 1)  # times; milliseconds; taps of each key
KEYS = [("level", str(n)) for n in (1, 3, 5, 7)] + [("denomination", each) for each in "CDHS"]
RESULTS = [*KEYS, ("declarer", "N"), ("result", "="), ("result", "-1"), ("declarer", "W")]
NOTE = """() => {
  window.painted = [];
  let begun = 0;
  document.addEventListener("pointerdown", (event) => { begun = event.timeStamp; }, true);
  document.addEventListener("change", () => {
    requestAnimationFrame(() => requestAnimationFrame((now) => window.painted.push(now - begun)));
  }, true);
}"""


def taps(page: Page, keys: list[tuple[str, str]]) -> list[float]:
    """Tap keys again and again; return the milliseconds until each was painted."""
    page.evaluate(NOTE)
    count = 0
    for _round in range(ROUNDS):
        for name, value in keys:
            page.locator(f'label:has(input[name="{name}"][value="{value}"])').first.click()
            count += 1
            page.wait_for_function("count => window.painted.length >= count", arg=count)
    found: list[float] = page.evaluate("window.painted")
    return found


def slowed_taps(page: Page, keys: list[tuple[str, str]]) -> list[float]:
    """Tap keys on a processor that is slowed down."""
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return taps(page, keys)


def is_soon(what: str, painted: list[float]) -> bool:
    """Print the median beside its limit; return whether it is within."""
    median = statistics.median(painted)
    print(f"{what}, painted: {median:.0f} ms of {LIMIT:.0f}", end="  ")
    print(f"{median / LIMIT:.2f}{'' if median <= LIMIT else '  BEYOND'}")
    return median <= LIMIT


def measure(served: dict[str, Any]) -> bool:
    """Measure on the page of a card table, and on that of a table in an event."""
    found = next(filter(None, map(shutil.which, BROWSERS)))
    base = f"http://127.0.0.1:{served['port']}"
    table = served["tables"][0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        context = browser.new_context(base_url=base, viewport={"width": 360, "height": 740})
        context.add_cookies([{"name": "sessionid", "value": table["cookie"], "url": base}])
        page = context.new_page()
        page.goto(f"/table/{table['pk']}/")
        deals = slowed_taps(page, KEYS)
        other = browser.new_context(base_url=base, viewport={"width": 360, "height": 740})
        results = slowed_taps(open_event_phone(other, served["event"]), RESULTS)
        browser.close()
    return all([is_soon("a key of a deal", deals), is_soon("a key of a result", results)])


def main() -> int:
    """Start the server in a folder of its own, measure, and end it."""
    with page_server() as (served, _process):
        return 0 if measure(served) else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
