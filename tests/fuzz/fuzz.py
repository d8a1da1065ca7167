"""Feed readers with files that a fuzzer grows: `make fuzz`, or one target by hand.

    python tests/fuzz/fuzz.py events -max_total_time=60

The fuzzer (atheris) follows which lines of ours an input reaches and keeps those that reach new
ones. An input that makes a reader raise anything but a told mistake, or keeps it longer than ten
seconds, ends the run with an error, and is left in a file that is named.
"""

import os
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

with atheris.instrument_imports(include=["clubscore"]):
    import django

    django.setup()
    from tests.fuzz.targets import TARGETS, seeds

FLAGS = ("-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1", "-max_len=20000")


def main() -> None:
    """Fuzz one target from its seeds; the rest of the line is for the fuzzer."""
    name = sys.argv[1]
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    for number, content in enumerate(seeds()[name]):
        (folder / f"seed-{number}").write_bytes(content)
    kept = f"-artifact_prefix={folder}/found-"
    atheris.Setup([sys.argv[0], *FLAGS, kept, *sys.argv[2:], str(folder)], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
