"""Writes tests/map.txt: which test file runs which module, template and script.

Modules are seen by their functions (tests/noting.py), templates by the signal of their rendering,
scripts and styles by what a browser is answered. What runs in another process is not seen. Where
CLUBSCORE_MAPPED names a file, a run writes its map there; tools/run_tests.py puts it together with
what was known.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests import noting
from tests.costs import spent
from tests.gathered import gather
from tests.targets import file_of, has
from tools.test_map import ROOT, MapOfTests

MAPPED = "CLUBSCORE_MAPPED"
NOBODY = ""


def short(file: str) -> str | None:
    """Return the path of a file of ours within the tree, None of others."""
    try:
        found = Path(file).resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return None
    return found if found.startswith(("clubscore/", "templates/", "static/")) else None


class Mapping:
    """What the tests of one process run, by test file."""

    def __init__(self) -> None:
        from django.test.signals import template_rendered
        from playwright.sync_api import BrowserContext

        self.now, self.ran = NOBODY, defaultdict[str, set[str]](set)
        self.seconds = defaultdict[str, float](float)
        template_rendered.connect(self._rendered, weak=False, dispatch_uid="tests/mapped.py")
        new_page = BrowserContext.new_page
        served = self

        def watched(context: Any) -> Any:
            page = new_page(context)
            page.on("response", lambda answer: served.loaded(answer.url))
            return page

        BrowserContext.new_page = watched  # type: ignore[method-assign]

    def _switch(self, file: str) -> None:
        if file != self.now:
            self.ran[self.now] |= noting.taken()
            self.now = file

    def _rendered(self, template: Any, **_given: object) -> None:
        path = short(str(template.origin.name)) if template.origin else None
        if path:
            self.ran[self.now].add(path)

    def loaded(self, url: str) -> None:
        """Note a script or a style that a browser was answered."""
        _host, found, name = url.partition("/static/")
        if found:
            self.ran[self.now].add(f"static/{name.partition('?')[0]}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note from now on for the file of this test."""
        self._switch(file_of(item))
        self._began = spent(with_children=has(item, "browser"))

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Any:
        """Add the seconds; what runs in the night alone is in no other target's budget."""
        try:
            return (yield)
        finally:
            if not has(item, "night"):
                took = spent(with_children=has(item, "browser")) - self._began
                self.seconds[file_of(item)] += took

    def told(self) -> dict[str, Any]:
        """Return what was seen, for the process that writes it."""
        self._switch(NOBODY)
        self.ran.pop(NOBODY, None)
        return {
            "ran": {test: sorted(files) for test, files in self.ran.items()},
            "seconds": dict(self.seconds),
        }


class Mapped:
    """What all processes saw, written into the map."""

    def __init__(self) -> None:
        self.ran, self.seconds = defaultdict[str, set[str]](set), defaultdict[str, float](float)

    def add(self, told: dict[str, Any]) -> None:
        """Add what one process saw."""
        for test, files in told["ran"].items():
            self.ran[test] |= {*files}
        for test, took in told["seconds"].items():
            self.seconds[test] += took

    def write(self, file: Path) -> None:
        """Write a map of what ran."""
        made = MapOfTests(seconds=dict(self.seconds))
        for test, files in self.ran.items():
            for source in files:
                made.files.setdefault(source, set()).add(test)
            made.seconds.setdefault(test, 0.0)
        file.write_text(made.written(), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """See what runs, where a map is asked for."""
    gather(config, MAPPED, Mapping, Mapped)
