"""Which test files run which source files, and by that which tests a change touches.

    python tools/test_map.py clubscore/rubbers/recording.py    its tests, cheapest first
    python tools/test_map.py --touched                             those of what changed, by budget
    python tools/test_map.py --moves moves.tsv                     write the map anew after a move

tests/map.txt is written by the night (tests/mapped.py), never by hand. First stand the test files,
each with a short key and the seconds of processor that it takes, then each source file with the
keys of the tests that ran it. Of a module counts what stands in its functions: what runs as it is
imported runs for everybody. A file without a line is asked for by who imports or names it, and so
is any file for tests that the map has not seen.

A file of moves has a line for each module: its path before, a tab, its path now.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "map.txt"
HEAD = """\
# Which test files run which source files. The night writes it on the main line: `make map`.
# Written on {commit}.
"""
SOURCES = ("clubscore/", "templates/", "static/")
# Besides, what a change may touch and no line says: the nearest who import it are asked.
TOOLS = ("tests/", "tools/", "deploy/", "manage.py")
# A name that is taken from a package may be a module of it.
IMPORTS = re.compile(r"^\s*from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]+)", re.MULTILINE)
NEAR = 2  # steps from a file without a line to who tests what uses it
SCRIPTS = "tests/test_scripts.py"
UNKNOWN = 5.0  # seconds of processor of a test file that was never measured
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
# Against which commit a change is told; without it against what was pushed, or the last map.
BASE = "CLUBSCORE_BASE"


def key_of(number: int) -> str:
    """Return a short key, never the same for two numbers."""
    found = ""
    while number or not found:
        number, digit = divmod(number, len(DIGITS))
        found = DIGITS[digit] + found
    return found


@dataclass
class MapOfTests:
    """What tests run: by test file its seconds, by source file its test files."""

    commit: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    files: dict[str, set[str]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "MapOfTests":
        """Return the map that a text holds."""
        made, named = cls(), dict[str, str]()
        for line in text.splitlines():
            if line.startswith("# Written on "):
                made.commit = line.removeprefix("# Written on ").rstrip(".")
            elif line and not line.startswith("#"):
                first, *rest = line.split(" ")
                if first.startswith(SOURCES):
                    made.files[first] = {named[key] for key in rest}
                else:
                    seconds, file = rest
                    named[first], made.keys[file] = file, first
                    made.seconds[file] = float(seconds)
        return made

    def written(self) -> str:
        """Return the text that keeps it; a test file keeps its key as long as it is there."""
        keys = {file: key for file, key in self.keys.items() if file in self.seconds}
        numbers = iter(range(36 * 36 * 36))
        for file in sorted({*self.seconds} - {*keys}):
            keys[file] = next(key for n in numbers if (key := key_of(n)) not in keys.values())
        by_number = sorted(keys, key=lambda file: int(keys[file], 36))
        lines = [f"{keys[file]} {self.seconds[file]:.2f} {file}" for file in by_number]
        lines += [
            " ".join([source, *(keys[test] for test in by_number if test in tests)])
            for source, tests in sorted(self.files.items())
            if tests
        ]
        return HEAD.format(commit=self.commit) + "".join(f"{line}\n" for line in lines)

    def with_(self, other: "MapOfTests") -> "MapOfTests":
        """Return what both say: what the same tests ran on another database, too."""
        files = {
            source: self.files.get(source, set()) | other.files.get(source, set())
            for source in self.files | other.files
        }
        seconds = {
            test: max(self.seconds.get(test, 0), other.seconds.get(test, 0))
            for test in self.seconds | other.seconds
        }
        return MapOfTests(self.commit, seconds, files, self.keys)

    def renewed(self, other: "MapOfTests", top: Path = ROOT) -> "MapOfTests":
        """Return this map with the lines of another in place of its own for the tests that ran.

        What is there no more goes.
        """
        seconds = {
            test: took
            for test, took in (self.seconds | other.seconds).items()
            if (top / test).is_file()
        }
        files = defaultdict[str, set[str]](set)
        for source, tests in self.files.items():
            files[source] |= tests - {*other.seconds}
        for source, tests in other.files.items():
            files[source] |= tests
        there = {
            source: tests & {*seconds}
            for source, tests in files.items()
            if (top / source).is_file()
        }
        return MapOfTests(self.commit, seconds, there, self.keys)

    def moved(self, moves: Mapping[str, str]) -> "MapOfTests":
        """Return the map after files moved, several perhaps into one."""
        files = defaultdict[str, set[str]](set)
        for source, tests in self.files.items():
            files[moves.get(source, source)] |= {moves.get(test, test) for test in tests}
        seconds = defaultdict[str, float](float)
        for file, took in self.seconds.items():
            seconds[moves.get(file, file)] += took
        keys = {moves.get(file, file): key for file, key in self.keys.items()}
        return MapOfTests(self.commit, dict(seconds), dict(files), keys)


def kept() -> MapOfTests:
    """Return the map of the last night, an empty one where there is none."""
    return MapOfTests.read(KEPT.read_text("utf-8")) if KEPT.exists() else MapOfTests()


class Sources:
    """What the tree says of itself: who imports whom, who names which file."""

    def __init__(self, top: Path = ROOT) -> None:
        self.top = top

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every module, test, template and script by its path."""
        files = [
            file
            for place in ("clubscore", "tests", "tools", "deploy", "templates", "static/js")
            for ends in ("*.py", "*.html", "*.js")
            for file in sorted((self.top / place).rglob(ends))
        ]
        return {str(file.relative_to(self.top)): file.read_text("utf-8") for file in files}

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """{module: the modules and tests that import it}, by path."""
        names = {}
        for path in self.texts:
            if path.endswith(".py"):
                parts = Path(path).with_suffix("").parts
                names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        found = defaultdict[str, set[str]](set)
        for path in names.values():
            for package, taken in IMPORTS.findall(self.texts[path]):
                within = {f"{package}.{each}" for each in re.findall(r"\w+", taken)} & {*names}
                for name in within | ({package} & {*names}):
                    if names[name] != path:
                        found[names[name]].add(path)
        return found

    def who_use(self, path: str) -> set[str]:
        """Return who imports a module, or names a template, a script or a file of data."""
        if path.endswith(".py"):
            return self.importers[path]
        whole = Path(path).name if path.startswith("static/") else "/".join(Path(path).parts[1:])
        return {other for other, text in self.texts.items() if whole in text and other != path}

    def tests_of_room(self, path: str) -> set[str]:
        """Return the tests of the room in which a file lies: what Django finds by its name."""
        room = path.split("/")[1:2]
        return {each for each in self.texts if is_test(each) and each.split("/")[1:2] == room}


def is_test(path: str) -> bool:
    """Say whether a path is a file of tests."""
    return path.startswith("tests/") and Path(path).match("test_*.py")


def tests_of(path: str, known: MapOfTests, sources: Sources) -> set[str]:
    """Return the test files that run a file: those of the map, else the nearest who use it.

    Of those, one that is newer than the map is asked beside it.
    """
    if is_test(path):
        return {path}
    if Path(path).name == "conftest.py":
        return set()  # everybody's
    if path in known.files:
        new = _nearest(path, MapOfTests(), sources) - {*known.seconds}
        return known.files[path] | new | in_node(path)
    return (_nearest(path, known, sources) or sources.tests_of_room(path)) | in_node(path)


def _nearest(path: str, known: MapOfTests, sources: Sources) -> set[str]:
    """Return the test files that use a file, or that the map names for who uses it."""
    seen, edge, found, steps = {path}, {path}, set[str](), 0
    while edge and not (found and steps >= NEAR):
        steps += 1
        edge = {user for each in edge for user in sources.who_use(each)} - seen
        seen |= edge
        for each in edge:
            found |= {each} if is_test(each) else known.files.get(each, set())
    return found


def in_node(path: str) -> set[str]:
    """Return the tests that run a script in node, where nobody sees which of them it is."""
    return {SCRIPTS} if path.startswith("static/js/") else set()


def tests_for(files: Iterable[str], top: Path = ROOT) -> list[str]:
    """Return the test files that run any of these files, cheapest first."""
    known, sources = kept(), Sources(top)
    found = {test for file in files for test in tests_of(file, known, sources)}
    there = [test for test in found if (top / test).is_file()]
    return sorted(there, key=lambda test: (known.seconds.get(test, UNKNOWN), test))


def particular_first(tests: Iterable[str]) -> list[str]:
    """Return test files in the order of how few source files each runs: the nearest come first."""
    runs = Counter(test for each in kept().files.values() for test in each)
    return sorted(tests, key=lambda test: (runs[test], test))


def git(*words: str, top: Path = ROOT) -> str | None:
    """Return what git prints, None where it refuses."""
    done = subprocess.run(["git", *words], cwd=top, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def base_of(known: MapOfTests, top: Path = ROOT) -> str:
    """Return the commit against which a change is told.

    What was pushed, where that is another than this one; else the commit of the last map, and the
    one before this where there is no map. Empty where git knows none of them.
    """
    here = (git("rev-parse", "HEAD", top=top) or "").strip()
    for name in (os.environ.get(BASE, ""), "@{upstream}", known.commit, "HEAD~1"):
        found = git("merge-base", "HEAD", name, top=top) if name else None
        if found and found.strip() != here:
            return found.strip()
    return ""


def changed(base: str, top: Path = ROOT) -> list[str]:
    """Return the files that differ from a commit, and those that git does not know yet."""
    told = [
        git("diff", "--name-only", "--no-renames", base or "HEAD", top=top),
        git("ls-files", "--others", "--exclude-standard", top=top),
    ]
    return sorted({line for each in told for line in (each or "").splitlines()})


def within(tests: Iterable[str], seconds: Mapping[str, float], budget: float) -> list[str]:
    """Return the tests that fit a budget of seconds: cheapest first, evenly by room if not all do.

    By turns each room gives its cheapest; one that costs more than what is left ends its room.
    """
    rooms = defaultdict[str, list[str]](list)
    for test in sorted(tests, key=lambda test: (seconds.get(test, UNKNOWN), test)):
        rooms[str(Path(test).parent)].append(test)
    chosen, left = list[str](), budget
    while rooms:
        for room in sorted(rooms):
            took = seconds.get(rooms[room][0], UNKNOWN)
            if took > left:
                del rooms[room]
                continue
            left -= took
            chosen.append(rooms[room].pop(0))
            if not rooms[room]:
                del rooms[room]
    return sorted(chosen, key=lambda test: (seconds.get(test, UNKNOWN), test))


@dataclass
class Touched:
    """What a change touches, and what of it a budget leaves."""

    base: str
    files: list[str]
    unknown: list[str]
    every: list[str]
    chosen: list[str]
    seconds: float
    budget: float

    def __str__(self) -> str:
        """Say it, for the top of a run."""
        left = sorted({*self.every} - {*self.chosen})
        lines = [
            f"== The change since {self.base[:12] or 'nothing known'}: {len(self.files)} files run"
            f" by {len(self.every)} test files; {len(self.chosen)} of them now, some"
            f" {self.seconds:.0f} of at most {self.budget:.0f} s of processor"
        ]
        if self.unknown:
            lines.append(f"   No test is known of {', '.join(self.unknown)}")
        if left:
            lines.append(f"   {len(left)} left to the night: {' '.join(left)}")
        return "\n".join(lines)


def touched(budget: float, top: Path = ROOT) -> Touched:
    """Return which test files the change touches, and those that fit a budget in seconds."""
    known, sources = kept(), Sources(top)
    base = base_of(known, top)
    files = [
        file
        for file in changed(base, top)
        if file.startswith(SOURCES + TOOLS) and file.endswith((".py", ".html", ".js", ".css"))
    ]
    found = {file: tests_of(file, known, sources) for file in files}
    every = tests_for(files, top)
    chosen = within(every, known.seconds, budget)
    took = sum(known.seconds.get(test, UNKNOWN) for test in chosen)
    unknown = [file for file, tests in found.items() if not tests and (top / file).exists()]
    return Touched(base, files, unknown, every, chosen, took, budget)


def main() -> int:
    """Answer the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--touched", action="store_true")
    parser.add_argument("--budget", type=float, default=120)
    parser.add_argument("--moves", type=Path)
    chosen = parser.parse_args()
    if chosen.moves:
        pairs = (line.split("\t") for line in chosen.moves.read_text("utf-8").splitlines())
        KEPT.write_text(kept().moved({old: new for old, new, *_ in pairs}).written(), "utf-8")
    elif chosen.touched:
        found = touched(chosen.budget)
        print(found, *found.chosen, sep="\n")
    else:
        print(*tests_for(chosen.files), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
