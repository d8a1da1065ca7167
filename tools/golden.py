"""Compares what the program answers with the golden answers, or renews them.

    python tools/golden.py                  all of them
    python tools/golden.py demo ranking     those of a room, or with this in their name
    python tools/golden.py --anew           build the clubs again whose answers they are
    python tools/golden.py --write          build again and renew: what changed, came and went

Answers are compared word by word: where their lines break is for readers. Ends with 1 where any
differs, is missing or was not there, and where fewer were compared than there must be.
"""

import argparse
import difflib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "tests" / "golden"
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

# The least that each room has; an answer lost by the maker itself must not pass for none.
FLOORS = {
    "demo": 205,
    "card-room": 205,
    "games": 105,
    "commands": 70,
    "duplicate": 150,
    "seven": 34,
}
# Rooms whose answers one process makes: each that begins costs some seconds.
TOGETHER = (("demo",), ("card-room", "games", "commands"), ("duplicate", "seven"))
SHOWN, LINES = 8, 40  # answers shown with their differences, and lines of each
Answers = Mapping[str, str]


def kept_in(rooms: Iterable[str], folder: Path = KEPT) -> dict[str, str]:
    """Return the answers that are kept of these rooms, by name."""
    wanted = set(rooms)
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8")
        for file in sorted(folder.rglob("*.txt"))
        if room_of(file.relative_to(folder).as_posix()) in wanted
    }


def room_of(name: str) -> str:
    """Return the room of an answer: the seven have a folder for each state of their evening."""
    folder = name.partition("/")[0]
    return "seven" if folder.startswith("seven") else folder


def made_in(rooms: Iterable[str], *, anew: bool = False) -> dict[str, str]:
    """Make the answers of rooms, in a process of their own."""
    command = [sys.executable, "-m", "tests.golden.make", *rooms, *["--anew"] * anew]
    from tests.golden.environment import NOT_OURS

    # Neither the club nor the terminal of whoever asks has a say.
    given = {name: each for name, each in os.environ.items() if not name.startswith(NOT_OURS)}
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(rooms)}: {done.stderr.decode(errors='replace')}")
    made: dict[str, str] = json.loads(done.stdout.decode("utf-8"))
    return made


def differing(kept: Answers, made: Answers) -> list[str]:
    """Return the names of answers that say something else, that are missing, or are new."""
    return [
        name
        for name in sorted({*kept, *made})
        if name not in kept or name not in made or kept[name].split() != made[name].split()
    ]


def shown(name: str, kept: Answers, made: Answers, *, lines: int = LINES) -> list[str]:
    """Return the lines that show how an answer differs."""
    if name not in made:
        return [f"- {name}: missing, no such answer is made any more"]
    if name not in kept:
        said = made[name].splitlines()
        return [f"+ {name}: new, {len(said)} lines", *(f"    {line}" for line in said[:5])]
    old = [line for line in kept[name].splitlines() if line.strip()]
    new = laid_out(kept[name], made[name])
    told = [*difflib.unified_diff(old, new, name, "now", lineterm="", n=2)]
    more = len(told) - lines
    return told[:lines] + ([f"    ... {more} lines more"] if more > 0 else [])


def laid_out(old: str, new: str) -> list[str]:
    """Return the lines of a new answer, broken as the old one where it has the same words."""
    lines = [line for line in old.splitlines() if line.strip()]
    said, fresh = [line.split() for line in lines], [line.split() for line in new.splitlines()]
    if [*map(tuple, said)] == [*map(tuple, fresh)]:
        return lines
    before = [(word, at) for at, words in enumerate(said) for word in words]
    after = [(word, at) for at, words in enumerate(fresh) for word in words]
    match = difflib.SequenceMatcher(
        None, [word for word, _at in before], [word for word, _at in after], autojunk=False
    )
    placed: list[tuple[object, str]] = []
    for tag, i1, i2, j1, j2 in match.get_opcodes():
        for step in range(j2 - j1):
            word, at = after[j1 + step]
            if tag == "equal":
                placed.append((before[i1 + step][1], word))
            elif tag == "replace":
                placed.append((before[min(i1 + step, i2 - 1)][1], word))
            else:
                last = placed[-1][0] if placed else 0
                begins_line = j1 + step == 0 or after[j1 + step - 1][1] != at
                placed.append((f"new {at}" if begins_line or isinstance(last, str) else last, word))
    result: list[list[str]] = []
    here: object = None
    for line, word in placed:
        if line != here:
            result.append([])
            here = line
        result[-1].append(word)
    # Their indentation is for readers alone, so the old one is shown where the words are the same.
    usual = {" ".join(line.split()): line for line in lines}
    return [usual.get(" ".join(words), " ".join(words)) for words in result]


def report(kept: Answers, made: Answers, floors: Mapping[str, int]) -> tuple[str, bool]:
    """Return what a comparison says, and whether all is as it is kept."""
    differ = differing(kept, made)
    said: list[str] = []
    for name in differ[:SHOWN]:
        said += [*shown(name, kept, made), ""]
    if len(differ) > SHOWN:
        rest = Counter("/".join(name.split("/")[:2]) for name in differ[SHOWN:])
        said += [f"and {count} more in {folder}" for folder, count in sorted(rest.items())]
    counts = Counter(room_of(name) for name in made if name in kept)
    few = []
    for room, least in floors.items():
        said.append(f"{room}: {counts[room]} answers compared")
        if counts[room] < least:
            few.append(f"{room}: {counts[room]} answers compared, and there must be {least}")
    said += few
    if differ:
        said.append(f"{len(differ)} answers differ; make golden ARGS=--write renews them")
    return "\n".join(said), not (differ or few)


def write(kept: Answers, made: Answers, folder: Path = KEPT) -> int:
    """Renew what differs, with what is new and without what is gone; return how many."""
    differ = differing(kept, made)
    for name in differ:
        file = folder / name
        if name in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(made[name], "utf-8", newline="\n")
        else:
            file.unlink()
    return len(differ)


def rooms_for(parts: list[str]) -> list[str]:
    """Return the rooms in which something has one of these words in its name; all for none."""
    if not parts:
        return [*FLOORS]
    names = [*kept_in(FLOORS), *(f"{room}/" for room in FLOORS)]
    found = {room_of(name) for name in names if any(part in name for part in parts)}
    return [room for room in FLOORS if room in found]


def main(argv: list[str] | None = None) -> int:
    """Compare, or renew."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="a room, or a part of names")
    parser.add_argument("--write", action="store_true", help="renew what is kept")
    parser.add_argument("--anew", action="store_true", help="build the clubs again first")
    asked = parser.parse_args(argv)
    rooms = rooms_for(asked.parts)
    if not rooms:
        parser.error("no answer has that in its name")

    def wanted(answers: Answers) -> dict[str, str]:
        parts = asked.parts
        return {
            name: text
            for name, text in answers.items()
            if not parts or any(part in name for part in parts)
        }

    made: dict[str, str] = {}
    anew = asked.anew or asked.write
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        groups = [[room for room in group if room in rooms] for group in TOGETHER]
        for answers in pool.map(lambda each: made_in(each, anew=anew), filter(None, groups)):
            made |= answers
    kept, made = wanted(kept_in(rooms)), wanted(made)
    if asked.write:
        size = sum(len(text.encode()) for text in made.values())
        print(f"{write(kept, made)} answers renewed; {len(made)} are kept, {size / 1e6:.2f} MB")
        return 0
    floors = {room: 0 if asked.parts else FLOORS[room] for room in rooms}
    said, is_same = report(kept, made, floors)
    print(said)
    return 0 if is_same else 1


if __name__ == "__main__":
    raise SystemExit(main())
