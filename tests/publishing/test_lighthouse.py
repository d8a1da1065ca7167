"""Lighthouse measures published pages, served from a folder as any web space does.

Four marks of a hundred: how fast a page is on a slow phone, whether everybody can use it, whether
it does as pages should, whether it can be found. tools/setup.py installs it beside the account's
other caches.
"""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import cannot_run
from tests.publishing.full_club import DAY, full_club, publish
from tools.setup import BROWSERS, lighthouse

MARKS = ("performance", "accessibility", "best-practices", "seo")
LEAST = 95
FLAGS = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage"
BROKEN = "<html><body><img src=missing.png><p style='color:#ddd;background:#fff'>no title</p>"


class Quiet(SimpleHTTPRequestHandler):
    """A web space that says nothing of who asks."""

    def log_message(self, *said: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        serving.join()


def marks_of(address: str, made: Path) -> dict[str, int]:
    """Return what Lighthouse says of a page, and print what it finds wrong."""
    command = lighthouse()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not command or browser is None:
        cannot_run("Lighthouse needs node, npm and Chromium")
    asked = [
        *command, address, "--quiet", "--output=json", f"--output-path={made / 'told.json'}",
        f"--only-categories={','.join(MARKS)}", f"--chrome-flags={FLAGS}",
        "--no-enable-error-reporting",
    ]  # fmt: skip
    run = subprocess.run(
        asked, env={**os.environ, "CHROME_PATH": str(browser)}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    told = json.loads((made / "told.json").read_text())
    for audit in told["audits"].values():
        if audit["score"] is not None and audit["score"] < 0.9:
            print(f"{address}: {audit['id']} {audit['score']}: {audit['title']}")
    return {mark: round(100 * told["categories"][mark]["score"]) for mark in MARKS}


@pytest.mark.night
@pytest.mark.browser
@pytest.mark.long(90)
@pytest.mark.django_db
def test_published_pages_have_ninety_five_in_all_four(tmp_path: Path) -> None:
    full = full_club()
    publish(full, tmp_path / "site")
    (tmp_path / "site" / "broken.html").write_text(BROKEN)
    event = f"events/{DAY}-{full.events['Open pairs'].pk}"
    with served(tmp_path / "site") as base:
        for page in (f"{event}/index.html", f"{event}/card-1.html", f"{event}/board-1.html"):
            marks = marks_of(f"{base}/{page}", tmp_path)
            if min(marks.values()) < LEAST:  # how fast it is, is measured beside other work
                marks = marks_of(f"{base}/{page}", tmp_path)
            print(page, marks)
            assert min(marks.values()) >= LEAST, (page, marks)
        broken = marks_of(f"{base}/broken.html", tmp_path)
    assert broken["accessibility"] < LEAST and broken["seo"] < LEAST, broken
