"""What a person's years cost who played 500 events of 48 pairs, and the season, beside a ranking.

    python tests/bench/bench_person.py [--times 10] [--kept FOLDER]

The old club of `ten_years.py`, whose people's boards are kept, is asked for each page in turn.
Prints queries, rows that came out of the database, and the processor's milliseconds by medians;
then how long it takes to work an event out for its 96 people, and how many bytes are kept. Fails
where a page of all ten years costs more than the limits below: so many times the ranking.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smallest import judged, sized

# How many times the ranking a page may cost: of one year, and of 500 events.
A_YEAR, ALL = 4.5, 15.0
MOST_QUERIES = 40


def main() -> None:
    """Make or find the club, ask for the pages, print what they cost."""
    from tests.bench.bench_growth import Asked, make, ready

    asked_for = argparse.ArgumentParser()
    asked_for.add_argument("--times", type=int, default=sized(10, 1))
    asked_for.add_argument("--kept", type=Path)
    given = asked_for.parse_args()
    folder = given.kept or Path(tempfile.mkdtemp())
    if not (folder / "old").exists():
        (folder / "young").mkdir(parents=True, exist_ok=True)
        ready(folder / "young")
        make(folder)
    else:
        ready(folder / "old")
    failed = _print_pages(Asked(), given.times)
    _print_event()
    sys.exit(judged(1 if failed else 0))


def _print_pages(asked, times: int) -> list[str]:  # type: ignore[no-untyped-def]
    found, taken = [], {}
    for name, address in _pages().items():
        asked.get(address)
        milliseconds = statistics.median(asked.get(address) for _time in range(times))
        queries, rows, _steps = asked.count(address)
        taken[name] = milliseconds
        print(f"{name:24} {queries:4} queries {rows:6} rows {milliseconds:8.1f} ms"
              f" {milliseconds / taken['Event ranking']:6.1f} x")  # fmt: skip
        limit = ALL if name.endswith("all") else A_YEAR
        if milliseconds > limit * taken["Event ranking"] or queries > MOST_QUERIES:
            found.append(name)
    for name in found:
        print(f"{name} costs too much")
    return found


def _pages() -> dict[str, str]:
    """The ranking first, then a person's pages of one year and of all."""
    from clubscore.events.models import Event, PersonBoards
    from clubscore.extras.years.boards import keep, stale_events

    event = Event.objects.filter(name="Tuesday pairs").order_by("evening").first()
    assert event is not None
    for each in stale_events(event.club):
        keep(each)
    rows = PersonBoards.objects.filter(event=event).order_by("person")
    who, other = rows.values_list("person", flat=True)[:2]
    at = f"/players/{who}"
    print(f"{PersonBoards.objects.filter(person=who).count()} events of one person")
    pages = {"Event ranking": f"/event/{event.pk}/ranking/"}
    for name, rest in (("years", "years/"), ("partners", "partners/"), ("contracts", "contracts/"),
                       ("boards", "boards/"), ("head to head", f"against/{other}/")):  # fmt: skip
        for year in ("2024", "all"):
            pages[f"{name}, {year}"] = f"{at}/{rest}?year={year}"
    pages |= {"season, 2024": "/season/?year=2024", "season, all": "/season/?year="}
    return pages


def _print_event() -> None:
    """Print what it takes to keep one event of 48 pairs, and how much that is."""
    from clubscore.events.models import Event, PersonBoards
    from clubscore.extras.years.boards import keep

    event = Event.objects.select_related("club").filter(name="Tuesday pairs")[0]
    began = time.thread_time()
    keep(event)
    taken = (time.thread_time() - began) * 1000
    kept = [len(row.boards) for row in PersonBoards.objects.filter(event=event)]
    print(f"an event kept for {len(kept)} people in {taken:.0f} ms, {sum(kept) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
