"""What publishing a club of ten years takes: the first time, unchanged, and with one event more.

    python tests/bench/bench_publish.py [--events 500] [--least 40] [--kept FOLDER] [--profile]

Prints pages and files, the processor's seconds, pages a second, and how the later runs compare with
the first. Fails below `--least` pages a second, where an unchanged club writes a file or takes more
than a twentieth of the first time, and where one changed event writes more than its own pages
and the lists that name it. With `--kept` the club stays in a folder, as that of `bench_growth.py`.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from tests.bench.bench_growth import DATABASE, make, ready  # noqa: E402
from tests.bench.smallest import judged, sized  # noqa: E402
from tests.bench.ten_years import BOARDS, PAIRS  # noqa: E402

LEAST, EVENTS, PART = 40.0, sized(500, 20), 20
# Pages of an event of the bench: its ranking, a card a pair, its boards. Besides, when one changes:
# what it left, the first page, its year, its people's pages of that year, its gazette.
OF_AN_EVENT = 1 + PAIRS + BOARDS
BESIDES = 4 + 2 * PAIRS


def measured(what: str, place: Path) -> tuple[int, int, float]:
    """Publish; print and return the pages, the files written, the processor's seconds."""
    from clubscore.club.models import Club
    from clubscore.extras.site.publish import pages_in, publish_into

    club = Club.objects.order_by("pk").first()
    assert club is not None
    began = time.process_time()
    updated = publish_into(place, club)
    taken = time.process_time() - began
    pages = pages_in(place)
    print(f"{what:28} {pages:7} pages, {updated.written:6} of {updated.files:6} files written,"
          f" {taken:7.1f} s, {pages / taken:8.0f} pages a second", flush=True)  # fmt: skip
    return pages, updated.written, taken


def leave(count: int) -> None:
    """Let so many events be published, the newest."""
    from clubscore.events.models import Event

    newest = Event.objects.order_by("-evening", "-pk").values_list("pk", flat=True)[:count]
    Event.objects.exclude(pk__in=list(newest)).update(ranking_open=False)


def put_right() -> None:
    """Change the name of one event, as whoever writes does."""
    from django.db.models import F

    from clubscore.events.models import Event

    event = Event.objects.filter(ranking_open=True).order_by("pk").last()
    assert event is not None
    Event.objects.filter(pk=event.pk).update(name="Another name", revision=F("revision") + 1)


def profiled(run: Callable[[], object]) -> None:
    """Run and print what took the time."""
    with cProfile.Profile() as profile:
        run()
    pstats.Stats(profile).sort_stats("cumulative").print_stats(45)


def main() -> int:
    """Make the club, and publish it three times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--least", type=float, default=LEAST)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as made:
        folder = (chosen.kept or Path(made)).resolve()
        is_new = not (folder / "old").exists()
        (folder / "young").mkdir(parents=True, exist_ok=True)
        ready(folder / "young")
        if is_new:
            make(folder)
        from django.db import connection, transaction

        connection.close()
        connection.settings_dict["NAME"] = folder / "old" / DATABASE
        place = Path(made) / "site"
        with transaction.atomic():
            leave(chosen.events)
            if chosen.profile:
                profiled(lambda: measured("the first time", place))
                transaction.set_rollback(True)
                return 0
            pages, _written, first = measured("the first time", place)
            _pages, unchanged, second = measured("nothing changed", place)
            put_right()
            _pages, changed, third = measured("one event changed", place)
            transaction.set_rollback(True)
    print(f"of the first time: unchanged {second / first:.4f}, one changed {third / first:.4f}")
    held = pages / first >= chosen.least and not unchanged and second * PART <= first
    held &= OF_AN_EVENT <= changed <= OF_AN_EVENT + BESIDES
    print(f"target: {'held' if held else 'missed'}")
    return int(not held)


if __name__ == "__main__":
    sys.exit(judged(main()))
