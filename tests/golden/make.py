"""Makes the golden answers of rooms, in a process of its own: `python -m tests.golden.make ROOM`.

Prints them as JSON, by name; `tools/golden.py` compares them with what is kept.
"""

import gc
import json
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


def main(words: list[str]) -> None:
    """Make the answers of these rooms and print them, or build a ground."""
    anew = "--anew" in words
    rooms = [word for word in words if not word.startswith("--")]
    with loaded():
        if "--build" in words:
            from tests.golden.grounds import build

            build(rooms[0])
            return
        from tests.golden.rooms import ROOMS

        made = {}
        for room in rooms:
            made |= ROOMS[room](anew=anew)
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    json.dump(made, sys.stdout, ensure_ascii=False, sort_keys=True)


@contextmanager
def loaded() -> Iterator[None]:
    """Load the program with data in a folder of its own, clock and chance held."""
    from tests.golden.environment import environment

    folder = tempfile.mkdtemp(prefix="clubscore-golden-")
    os.environ.update(environment(folder))
    try:
        from tests.golden import held

        with held.hold_still():
            import django

            django.setup()
            logging.disable(logging.CRITICAL)
            # What is loaded stays; looking through it for garbage takes a tenth of the time.
            gc.freeze()
            gc.set_threshold(50_000, 20, 20)
            yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
