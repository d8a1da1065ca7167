"""Build the solver of nullos anew, and compare it with the file that is checked in.

    python3 tools/nullo.py           build it into a temporary folder and compare
    python3 tools/nullo.py --write   and write it to its place, where the answers are the same

It needs clang and lld (on Debian: apt-get install clang lld); nobody who only runs or tests
ClubScore does. With the compiler named below the bytes must be the same; with any other, and
after a change of the source, the answers and the numbers of positions to some deals.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "clubscore/extras/nullos/nullo.c"
BUILT = SOURCE.with_suffix(".wasm")
PROGRAM = SOURCE.with_name("program.py")
COMPILER = "Debian clang version 14.0.6"
EXPORTS = ("hands", "positions", "begin", "lay", "show", "value")
OPTIONS = (
    *("--target=wasm32", "-O3", "-std=c11", "-ffreestanding", "-nostdlib", "-mbulk-memory"),
    *(
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wl,--no-entry",
        "-Wl,--strip-all",
        "-Wl,-z,stack-size=65536",
    ),
    *(f"-Wl,--export={name}" for name in EXPORTS),
)
# Whole deals take seconds each, so most of those compared are endings.
SIZES = (13, *(8,) * 20, *(5,) * 100)
BUDGET = 20_000_000


def build(clang: str, target: Path) -> None:
    """Compile the source. Raises CalledProcessError with clang's own words above it."""
    # Without a path in it, so that the file says nothing of where it was built.
    subprocess.run([clang, *OPTIONS, "-o", str(target), SOURCE.name], cwd=SOURCE.parent, check=True)


def questions() -> str:
    """Return the same deals and endings every time, for all three partners and both objects."""
    chance = random.Random(1917)  # noqa: S311 - the same every time
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    lines = []
    for at, size in enumerate(SIZES):
        chosen = chance.sample(pack, 4 * size)
        hands = [set(chosen[i * size : (i + 1) * size]) for i in range(4)]
        written = " ".join(
            ".".join("".join(c[1] for c in pack if c in hand and c[0] == s) for s in "SHDC")
            for hand in hands
        )
        is_losing = at % 5 < 4
        lines.append(f"table {1 + (at + 1) % 3} {int(is_losing)} {BUDGET} N:{written}\n")
    return "".join(lines)


def answers(built: Path) -> str:
    """Return what a built file says to the questions."""
    asked = subprocess.run(
        [sys.executable, str(PROGRAM), str(built)],
        input=questions(),
        capture_output=True,
        text=True,
        check=True,
    )
    if asked.stdout.count("\n") != len(SIZES):
        raise SystemExit(f"{built} answered {asked.stdout.count(chr(10))} of {len(SIZES)} deals.")
    return asked.stdout


def main() -> int:
    """Say whether the checked-in file is what the source gives."""
    reader = argparse.ArgumentParser(description="Build the solver of nullos and compare it.")
    reader.add_argument("--write", action="store_true", help="put what was built in its place")
    reader.add_argument("--clang", default="clang", help="which compiler to use")
    chosen = reader.parse_args()
    if not shutil.which(chosen.clang):
        print("clang is not here. On Debian: apt-get install clang lld")
        return 1
    said = subprocess.run([chosen.clang, "--version"], capture_output=True, text=True, check=True)
    version = said.stdout.partition("\n")[0]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / BUILT.name
        build(chosen.clang, made)
        if chosen.write:
            shutil.copyfile(made, BUILT)
            print(f"Written: {BUILT} ({BUILT.stat().st_size} bytes), by {version}.")
            return 0
        is_named = version.startswith(COMPILER)
        is_same = made.read_bytes() == BUILT.read_bytes()
        if is_named or is_same:
            print(f"{version}: the bytes are {'the same' if is_same else 'OTHERS'}.")
            return 0 if is_same else 1
        is_alike = answers(made) == answers(BUILT)
    print(f"{version}, not {COMPILER}: the answers and positions of {len(SIZES)} deals are")
    print("the same." if is_alike else "OTHERS.")
    return 0 if is_alike else 1


if __name__ == "__main__":
    sys.exit(main())
