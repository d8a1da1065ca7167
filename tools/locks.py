"""Write what is installed to the last package, with its checksums, from the pins that we chose.

    .venv/bin/python tools/locks.py

Each file of pins that goes to clubs has its lock beside it, one for all systems and Pythons; what
is installed without what it asks for (`ALONE` in tools/setup.py) has one of its own. uv works them
out; it is fetched into a folder that goes again.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools import setup  # noqa: E402

UV = "uv==0.13.9"
HOW = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]


def main() -> None:
    """Write every lock."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", str(place / "own")], check=True)
        programs = place / "own" / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(programs / "python"), "-m", "pip"]
        subprocess.run([*pip, "install", "-q", UV], check=True)
        compile_ = [str(programs / "uv"), "pip", "compile", *HOW, *index_of(pip)]
        compile_ += ["--python-version", ".".join(map(str, setup.OLDEST))]
        pins = {each: setup.pins_of(each) for each in (setup.RUN, *setup.LOCKED)}
        alone = list(filter(setup.stands_alone, pins[setup.RUN]))
        pins[setup.RUN] = [pin for pin in pins[setup.RUN] if pin not in alone]
        # Together first: one environment may have all of them.
        together = place / "together.lock"
        write(compile_, place, [pin for each in pins.values() for pin in each], together)
        for each, wanted in pins.items():
            lock = ROOT / setup.lock_of(each)
            write([*compile_, "--constraint", str(together)], place, wanted, lock)
        write([*compile_, "--no-deps"], place, alone, ROOT / setup.LOCK_ALONE)


def index_of(pip: list[str]) -> list[str]:
    """Return where this machine's pip finds packages, as uv is told it."""
    found = subprocess.run(
        [*pip, "config", "get", "global.index-url"], capture_output=True, text=True
    )
    return ["--index-url", found.stdout.strip()] if found.stdout.strip() else []


def write(compile_: list[str], place: Path, pins: list[str], lock: Path) -> None:
    """Write the lock of some pins."""
    asked = place / "asked.in"
    asked.write_text("\n".join(pins) + "\n")
    subprocess.run([*compile_, str(asked), "--output-file", str(lock)], check=True)
    print(f"{lock.name}: {lock.read_text().count('--hash')} checksums")


if __name__ == "__main__":
    main()
