"""What the readable copy of a club of ten years writes: the first time, unchanged, and changed.

    python tests/bench/bench_readable.py [--most 5] [--kept FOLDER]

Prints the files written and the processor's seconds. Fails where an unchanged club writes more
than a handful of files, or a file that was altered or removed is not written again. With `--kept`
the club stays in a folder, as that of `bench_growth.py` does.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2]))

from tests.bench.bench_growth import DATABASE, make, ready  # noqa: E402
from tests.bench.smallest import judged  # noqa: E402

MOST = 5


def measured(what: str, place: Path, most: int, least: int = 0) -> bool:
    """Bring the copy up to date, print what that took; return whether it wrote what it may."""
    from clubscore.server.backups import make_readable

    began = time.process_time()
    _folder, updated = make_readable(into=place)
    taken = time.process_time() - began
    is_right = least <= updated.written <= most
    print(f"{what:32} {updated.written:6} of {updated.files:6} files written {taken:8.1f} s"
          f"  {'ok' if is_right else f'meant {least} to {most}'}", flush=True)  # fmt: skip
    return is_right


def damage(folder: Path) -> None:
    """Take one file away and alter another by one letter."""
    first, second = sorted(folder.glob("*/card-tables/*"))[:2]
    first.unlink()
    text = second.read_text()
    second.write_text(text.replace('"', "'", 1))


def main() -> int:
    """Make the club, and bring its readable copy up to date three times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--kept", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as made:
        folder = (chosen.kept or Path(made)).resolve()
        is_new = not (folder / "old").exists()
        (folder / "young").mkdir(parents=True, exist_ok=True)
        ready(folder / "young")
        if is_new:
            make(folder)
        from django.db import connection

        connection.close()
        connection.settings_dict["NAME"] = folder / "old" / DATABASE
        place = Path(made) / "copy"
        steps: list[tuple[str, int, int, Callable[[], None] | None]] = [
            ("the first time", sys.maxsize, 1_900, None),
            ("nothing changed", chosen.most, 0, None),
            ("one missing, one altered", 2 + chosen.most, 2, lambda: damage(place / "readable")),
        ]
        held = True
        for what, most, least, before in steps:
            if before is not None:
                before()
            held &= measured(what, place, most, least)
    print(f"target: {'held' if held else 'missed'}")
    return int(not held)


if __name__ == "__main__":
    sys.exit(judged(main()))
