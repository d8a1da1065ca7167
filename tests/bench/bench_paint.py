"""How soon a tapped key of a deal is painted on a slow phone: the median of many, at most 100 ms.

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

from tests.bench.served import page_server
from tools.setup import BROWSERS

SLOWER, LIMIT, ROUNDS = 6, 100.0, 8  # times; milliseconds; taps of each key
KEYS = [("level", str(n)) for n in (1, 3, 5, 7)] + [("denomination", each) for each in "CDHS"]
NOTE = """() => {
  window.painted = [];
  let begun = 0;
  document.addEventListener("pointerdown", (event) => { begun = event.timeStamp; }, true);
  document.addEventListener("change", () => {
    requestAnimationFrame(() => requestAnimationFrame((now) => window.painted.push(now - begun)));
  }, true);
}"""


def taps(page: Page) -> list[float]:
    """Tap keys of a deal again and again; return the milliseconds until each was painted."""
    page.evaluate(NOTE)
    count = 0
    for _round in range(ROUNDS):
        for name, value in KEYS:
            page.locator(f'label:has(input[name="{name}"][value="{value}"])').first.click()
            count += 1
            page.wait_for_function("count => window.painted.length >= count", arg=count)
    found: list[float] = page.evaluate("window.painted")
    return found


def is_soon(painted: list[float]) -> bool:
    """Print the median beside its limit; return whether it is within."""
    median = statistics.median(painted)
    print(f"a key of a deal, painted: {median:.0f} ms of {LIMIT:.0f}", end="  ")
    print(f"{median / LIMIT:.2f}{'' if median <= LIMIT else '  BEYOND'}")
    return median <= LIMIT


def measure(served: dict[str, Any]) -> bool:
    """Measure on the page of a table."""
    found = next(filter(None, map(shutil.which, BROWSERS)))
    base = f"http://127.0.0.1:{served['port']}"
    table = served["tables"][0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        context = browser.new_context(base_url=base, viewport={"width": 360, "height": 740})
        context.add_cookies([{"name": "sessionid", "value": table["cookie"], "url": base}])
        page = context.new_page()
        page.goto(f"/table/{table['pk']}/")
        slow = context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        painted = taps(page)
        browser.close()
    return is_soon(painted)


def main() -> int:
    """Start the server in a folder of its own, measure, and end it."""
    with page_server() as (served, _process):
        return 0 if measure(served) else 1


if __name__ == "__main__":
    sys.exit(main())
