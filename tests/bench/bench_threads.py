"""What a page of eight hundred texts costs in processor, by how many threads make pages at once.

    python tests/bench/bench_threads.py [--seconds 3]

Each number of threads runs in a process of its own, with Django's own objects for the language of a
request and with ours (`clubscore/club/threads.py`), one after the other. Prints the processor that
a page takes, and how it compares to one thread of ours. Fails where with ours eight threads take
more than half again what one takes.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smallest import judged, sized

TEXTS, WORK = 800, 200  # of a page; steps of other work between two texts
MOST = 1.5


def pages(threads: int, seconds: float, *, ours: bool) -> float:
    """Make pages for so many seconds; return the milliseconds of processor that one took."""
    import django
    from django.conf import settings

    settings.configure(USE_I18N=True)
    django.setup()
    from django.utils.translation import activate, gettext

    from clubscore.club.threads import share_no_lock

    if ours:
        share_no_lock()
    made: list[int] = []
    end = time.monotonic() + seconds

    def make() -> None:
        activate("en-gb")
        while not made or time.monotonic() < end:
            for _text in range(TEXTS):
                gettext("Score")
                sum(range(WORK))
            made.append(1)

    each = [threading.Thread(target=make) for _thread in range(threads)]
    for one in each:
        one.start()
    for one in each:
        one.join()
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1000 / len(made)


def apart(threads: int, seconds: float, whose: str) -> float:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, "--one", str(threads), whose, "--seconds", str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True).stdout)


def main() -> int:
    """Print the table; return 1 where threads of ours hold each other up."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=sized(3, 0.02))
    parser.add_argument("--one", nargs=2, default=None, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        print(pages(int(chosen.one[0]), chosen.seconds, ours=chosen.one[1] == "ours"))
        return 0
    took = {
        (whose, threads): apart(threads, chosen.seconds, whose)
        for threads in sized((1, 2, 8), (1, 8))
        for whose in ("Django's", "ours")
    }
    alone = took["ours", 1]
    for (whose, threads), each in took.items():
        print(
            f"{threads} threads, {whose:9} {each:6.1f} ms of processor a page, {each / alone:.2f}"
        )
    ratio = took["ours", 8] / alone
    print(f"eight threads of ours / one: {ratio:.2f} (at most {MOST})")
    return 0 if ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(judged(main()))
