"""Small faults put into the code, each run against the tests that are named for its file.

    python tools/mutants.py                        ten in the lines that differ from what was pushed
    python tools/mutants.py --all 40 --seed 1923   so many in the whole house, by lines
    python tools/mutants.py --base main --count 5  in the lines that differ from a branch
    python tools/mutants.py --dry                  only say which

A fault that no test sees survives, and is shown: a test may be missing, or the fault may change
nothing. That is no failure: this exits with 0 unless it cannot do its own work.

Each is put into a copy of the tree. What runs costs at most so many seconds of processor, and ends
at the first test that fails; a test that fails without the fault, too, is left out. No browser.
"""

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.mutations import Mutation, mutations_of  # noqa: E402
from tools.test_map import particular_first, tests_for  # noqa: E402

PLACES = (("clubscore", "*.py"), ("templates", "*.html"), ("static/js", "*.js"))
LEFT_OUT = ("/migrations/", "/locale/", "clubscore/asgi.py", "clubscore/wsgi.py")
# The scripts of phones in node, which the gate runs.
SCRIPTS, GOLDEN = "tests/test_scripts.py", "tools/golden.py"
MARKS = "not browser and not long and not walk and not night and not gate"
TEN = 10
# Files of tests that one process runs, and that are run of all that are named for a file: those
# that run little else come first, for of many that run half the house most ask about another half.
A_BATCH, MOST_FILES = 12, 36
# Seconds of processor: of one process, and of all for one fault.
LONGEST, MOST = 90, 150
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?: - .*)?$", re.M)
CHANGED_LINES = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.M)
CAUGHT, SURVIVED, UNDECIDED = "caught", "SURVIVED", "UNDECIDED"
LEFT_FOR_A_COPY = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", ".mypy_cache", ".ruff_cache"
)


@dataclass(frozen=True)
class Mutant:
    """A fault in a file, by its path from the root."""

    file: str
    mutation: Mutation

    def __str__(self) -> str:
        return f"{self.file}:{self.mutation.line}  {self.mutation.said}"


@dataclass
class Verdict:
    """What became of a fault: by which test it was caught, or after how many files it was not."""

    what: str
    by: str
    spent: float

    def __str__(self) -> str:
        between = " by " if self.what == CAUGHT else ": "
        return f"{self.what}{between}{self.by} ({self.spent:.1f} CPU s)"


def files_of(root: Path) -> list[str]:
    """Return every file into which a fault may be put."""
    found = [
        file.relative_to(root).as_posix()
        for folder, kind in PLACES
        for file in sorted((root / folder).rglob(kind))
    ]
    return [each for each in found if not any(part in f"/{each}" for part in LEFT_OUT)]


def git(*words: str, root: Path = ROOT) -> str:
    """Return what git says, "" where it refuses."""
    told = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    return told.stdout if told.returncode == 0 else ""


def base_of(chosen: str = "") -> str:
    """Return from which commit lines count as changed: where this branch left what was pushed."""
    for other in filter(None, (chosen, "@{upstream}", "origin/HEAD", "main")):
        found = git("merge-base", "HEAD", other).strip()
        if found:
            return found
    return "HEAD"


def changed_lines(base: str, files: Iterable[str], root: Path = ROOT) -> dict[str, set[int]]:
    """Return which lines of files differ from a commit, in the working tree; new files whole."""
    new = {*git("ls-files", "--others", "--exclude-standard", root=root).splitlines()}
    differ = {*git("diff", "--name-only", base, root=root).splitlines()} | new
    found = {}
    for file in sorted(differ & {*files}):
        count = len((root / file).read_text("utf-8").splitlines())
        if file in new:
            found[file] = {*range(1, count + 1)}
            continue
        told = CHANGED_LINES.findall(git("diff", "-U0", base, "--", file, root=root))
        found[file] = {
            int(start) + at for start, many in told for at in range(int(many) if many else 1)
        }
    return found


def room_of(file: str) -> str:
    """Return in which room a file stands: clubscore/events, templates/events, static/js."""
    return "/".join(file.split("/")[:2])


def shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """Return so many in all, to each in proportion to its size."""
    whole = sum(sizes.values()) or 1
    exact = {name: size * count / whole for name, size in sizes.items()}
    found = {name: int(each) for name, each in exact.items()}
    nearest = sorted(exact, key=lambda name: (found[name] - exact[name], name))
    for name in nearest[: count - sum(found.values())]:
        found[name] += 1
    return found


def by_line(
    root: Path, lines: Mapping[str, set[int] | None]
) -> dict[tuple[str, int], list[Mutant]]:
    """Return every fault by file and line; of each file those lines, None for all."""
    found: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for file, chosen in lines.items():
        for each in mutations_of(file, (root / file).read_text("utf-8")):
            if chosen is None or each.line in chosen:
                found[file, each.line].append(Mutant(file, each))
    return found


def drawn(
    places: Mapping[tuple[str, int], Sequence[Mutant]], count: int, seed: int
) -> list[Mutant]:
    """Return so many faults by a seed, at most one a line, from each room by its lines."""
    chance = random.Random(seed)  # noqa: S311
    rooms: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for file, line in sorted(places):
        rooms[room_of(file)].append((file, line))
    sizes = {room: len(found) for room, found in rooms.items()}
    found = []
    for room, share in sorted(shares(sizes, min(count, len(places))).items()):
        for at in sorted(chance.sample(rooms[room], share)):
            found.append(chance.choice(places[at]))
    return found


@dataclass
class Copy:
    """A copy of the tree for one fault after the other; `red` are tests that fail without any."""

    root: Path
    red: set[str] = field(default_factory=set)
    green: set[str] = field(default_factory=set)
    made: int = 0

    def judge(self, mutant: Mutant) -> Verdict:
        """Run what is named for a fault's file until a test fails."""
        before = _spent()
        commands = [*self._commands(mutant.file)]
        with self.has(mutant):
            found = self._first_failing(commands, before)
        what, by = found
        while what == CAUGHT and not self._is_green(by):
            with self.has(mutant):
                what, again = self._first_failing(commands, before)
            if again == by:  # its file cannot even be read
                return Verdict(UNDECIDED, f"red without a fault: {by}", _spent() - before)
            by = again
        return Verdict(what, by, _spent() - before)

    def _first_failing(self, commands: list[list[str]], before: float) -> tuple[str, str]:
        if not commands:
            return SURVIVED, "no test is named for it"
        for number, command in enumerate(commands, start=1):
            if _spent() - before > MOST:
                return (
                    UNDECIDED,
                    f"{MOST} CPU s are spent after {number - 1} of {len(commands)} runs",
                )
            code, told = self._run([*command, *(f"--deselect={each}" for each in sorted(self.red))])
            if code in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
                return UNDECIDED, f"a run took more than {LONGEST} CPU s: {command[-1]}"
            if code < 0:
                return UNDECIDED, f"a run was ended by signal {-code}: {command[-1]}"
            if code not in (0, 5):  # 5: none of its tests is run here
                failing = FAILED.search(told)
                return CAUGHT, failing[1] if failing else f"{command[-1]} (it ended with {code})"
        return SURVIVED, _count(commands)

    @contextmanager
    def has(self, mutant: Mutant) -> Iterator[None]:
        """Let the fault stand for a while."""
        file = self.root / mutant.file
        text, state = file.read_text("utf-8"), file.stat()
        self.made += 1
        file.write_text(mutant.mutation.made(text), "utf-8")
        # What was compiled of another fault of the same length must not pass for this one.
        os.utime(file, (state.st_atime, state.st_mtime + self.made))
        try:
            yield
        finally:
            file.write_text(text, "utf-8")
            os.utime(file, (state.st_atime, state.st_mtime))

    def _is_green(self, test: str) -> bool:
        """Return whether a test passes without a fault."""
        if test not in self.green:
            is_golden = test.startswith(GOLDEN)
            code, _told = self._run([sys.executable, GOLDEN] if is_golden else [*_pytest(), test])
            (self.red if code else self.green).add(test)
        return test in self.green

    def _commands(self, file: str) -> Iterator[list[str]]:
        """Yield what is run for a file: scripts in node, tests, and golden answers."""
        if file.endswith(".js") and (self.root / SCRIPTS).is_file():
            yield [*_pytest(), SCRIPTS]
        there = (each for each in tests_for([file]) if (self.root / each).is_file())
        tests = particular_first(there)[:MOST_FILES]
        for at in range(0, len(tests), A_BATCH):
            yield [*_pytest(), "-m", MARKS, *tests[at : at + A_BATCH]]
        if (self.root / "tests/golden").is_dir() and (self.root / GOLDEN).is_file():
            yield [sys.executable, GOLDEN]

    def _run(self, command: list[str]) -> tuple[int, str]:
        """Run a command in the copy; return its code and what it said."""
        if command[1:] and command[1].startswith("tools/"):
            command = command[:2]
        own = {key: value for key, value in os.environ.items() if key not in ("CI", "DATABASE_URL")}
        limit = (LONGEST, LONGEST + 5)
        done = subprocess.run(
            command,
            cwd=self.root,
            env=own | {"PYTHONPATH": str(self.root), "CLUBSCORE_WALK_LOT": "1923"},
            capture_output=True,
            text=True,
            errors="replace",
            # Whatever a test does to its group of processes stays there.
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
        )
        return done.returncode, done.stdout + done.stderr


def _pytest() -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider"]


def _count(commands: list[list[str]]) -> str:
    files = [each for command in commands for each in command if "test" in Path(each).name
             and Path(each).suffix == ".py"]  # fmt: skip
    more = ", golden" if any(GOLDEN in command for command in commands) else ""
    return f"{len(files)} files of tests{more}"


def _spent() -> float:
    """Return the seconds of processor of what this process waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def copied(root: Path = ROOT) -> Iterator[Copy]:
    """Yield a copy of the working tree, with what was compiled of it; it goes away again."""
    with tempfile.TemporaryDirectory(prefix="clubscore-mutants-") as folder:
        place = Path(folder) / "tree"
        shutil.copytree(root, place, symlinks=True, ignore=LEFT_FOR_A_COPY)
        if (root / ".venv").exists():
            (place / ".venv").symlink_to((root / ".venv").resolve())
        yield Copy(place)


def main(words: Sequence[str] | None = None) -> int:
    """Draw faults, run what is named for each, and say what became of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=TEN, help="faults in changed lines")
    parser.add_argument("--all", type=int, default=0, help="faults in the whole house instead")
    parser.add_argument("--seed", type=int, default=1923)
    parser.add_argument(
        "--base", default="", help="a commit or a branch instead of what was pushed"
    )
    parser.add_argument("--only", default="", help="only files whose path holds this")
    parser.add_argument("--dry", action="store_true", help="say which, and run nothing")
    chosen = parser.parse_args(words)
    files = [each for each in files_of(ROOT) if chosen.only in each]
    lines: Mapping[str, set[int] | None]
    lines = dict.fromkeys(files) if chosen.all else changed_lines(base_of(chosen.base), files)
    mutants = drawn(by_line(ROOT, lines), chosen.all or chosen.count, chosen.seed)
    if not mutants:
        print("No line differs in which a fault could be put.")
        return 0
    if chosen.dry:
        print("\n".join(map(str, mutants)))
        return 0
    with copied() as copy:
        told: Counter[str] = Counter()
        for number, mutant in enumerate(mutants, start=1):
            verdict = copy.judge(mutant)
            told[verdict.what] += 1
            print(f"{number:3} {mutant}\n      {verdict}", flush=True)
    summed = ", ".join(f"{told[each]} {each}" for each in (CAUGHT, SURVIVED, UNDECIDED))
    print(f"== {len(mutants)} by seed {chosen.seed}: {summed}; {_spent():.0f} CPU s")
    for test in sorted(copy.red):
        print(f"== Red without a fault, left out: {test}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
