"""How lean the printing of a sheet is: thirty deals as PDF against its own calls replayed.

    python tests/bench/bench_sheet.py [--times 15]

The replay makes the same calls of fresh ink with the same fonts and lays nothing out. Prints
the ratio for the printing alone, and with the reading of the sitting from the database.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smallest import SMALLEST, begun_in, judged, sized

TARGET = 2.0


class Recorder:
    """An ink that remembers what it was asked to do while it does it."""

    def __init__(self, ink: Any) -> None:
        self._ink = ink
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._ink, name)

        def call(*given: Any, **named: Any) -> Any:
            self.calls.append((name, given, named))
            return method(*given, **named)

        return call


def best(jobs: Sequence[Callable[[], Any]], times: int) -> list[float]:
    """Seconds of each job's fastest run, taken in turns so that a busy moment hits all alike."""
    fastest = [float("inf")] * len(jobs)
    for _ in range(times):
        for number, job in enumerate(jobs):
            started = time.perf_counter()
            job()
            fastest[number] = min(fastest[number], time.perf_counter() - started)
    return fastest


def prepare() -> None:
    """Start the program on a database of its own, in memory."""
    folder = tempfile.mkdtemp(prefix="clubscore-bench-")
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "CLUBSCORE_TEST_FOLDER": folder}
    begun_in(folder)
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    if not SMALLEST:
        settings.DATABASES["default"]["NAME"] = ":memory:"
    call_command("migrate", verbosity=0)


def replay_of(sheet: Any, paper: Any) -> tuple[int, Callable[[], bytes]]:
    """How many calls a sheet makes of its ink, and what makes the same of fresh ink."""
    from clubscore.papers import pen as printing
    from clubscore.papers.pen import PdfInk
    from clubscore.papers.sitting_sheet import sitting_pdf
    from clubscore.papers.typeface import a_set_of_fonts

    made: list[tuple[Recorder, tuple[Any, ...], dict[str, Any]]] = []

    def recorded(on: Any, told: Any, fonts: Any, **more: Any) -> Recorder:
        made.append((Recorder(PdfInk(on, told, fonts, **more)), (on, told), more))
        return made[-1][0]

    with patch.object(printing, "PdfInk", recorded):
        sitting_pdf(sheet, paper)
    ((recorder, told, more),) = made
    *calls, last = recorder.calls
    assert last[0] == "saved"

    def replay() -> bytes:
        with a_set_of_fonts() as fonts:
            fresh = PdfInk(*told, fonts, **more)
            for name, given, named in calls:
                getattr(fresh, name)(*given, **named)
            return fresh.saved()

    return len(calls), replay


def forget() -> None:
    """Empty everything that an earlier sheet left to be looked up."""
    from clubscore.papers import sitting_sheet as sitting_pdf
    from clubscore.papers import typeface

    for kept in (typeface.letters, typeface.fit, typeface.wrapped):
        kept.cache_clear()
    sitting_pdf.code_of.cache_clear()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=sized(15, 1))
    times = parser.parse_args().times
    prepare()
    from django.utils import timezone

    from clubscore.club.clock import at
    from clubscore.papers.sitting_sheet import sitting_pdf, sitting_sheet
    from clubscore.papers.sizes import A4
    from tests.papers.evenings import long_evening

    with at(timezone.now()):
        sitting = long_evening("auction", sized(30, 3)).fresh()
        address = "http://clubscore.example/table/12/pad/"
        sheet = sitting_sheet(sitting, address)
        calls, replay = replay_of(sheet, A4)
        if replay() != sitting_pdf(sheet, A4):
            raise SystemExit("the replay is another file than the sheet")
        base, printed, first, whole = best(
            (
                replay,
                lambda: sitting_pdf(sheet, A4),
                lambda: (forget(), sitting_pdf(sheet, A4)),
                lambda: sitting_pdf(sitting_sheet(sitting, address), A4),
            ),
            times,
        )
    print(f"replay of {calls} calls   {base * 1000:6.1f} ms")
    for what, seconds in (
        ("30-deal sheet as PDF", printed),
        ("as the first sheet", first),
        ("read and printed", whole),
    ):
        print(f"{what:20}   {seconds * 1000:6.1f} ms, {seconds / base:.2f} times the replay")
    print(f"wanted: at most {TARGET} times")
    if printed / base > TARGET:
        sys.exit(judged(1))


if __name__ == "__main__":
    main()
