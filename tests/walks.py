"""Walks through all there is of a kind: whole by `make walk`, a tenth drawn by lot by `make test`.

A walk is marked `walk` and takes its steps in one of three ways: as the cases of one test
(`walk(cases=66)`), as steps inside a test (the fixture `walk`), or as examples of hypothesis
(`by_examples(40)`). Each says how many steps it has: one with more or fewer fails, so that none
shrinks unseen. One that takes very long is `seldom`: `make test` takes one step of it, `make walk`
a quarter, a target of its own all. Every run says what it drew, and its lot draws the same again.

The flows of a folder are a walk, too, the tests of a file on PostgreSQL are one, so are the cases
of a test marked `drawn` and the slow tests of a folder (tests/times.py): `make test` asks for its
part (`--part test`), at least one of each, and `make walk` for all of them (`--part walk`). What is
marked `long`, a walk or a flow as well, is one walk that is drawn by its seconds, so that no run
has them all. Whoever names no part, as beside a change, gets every one; so `make test` does with
the files that changed. What is marked `always` is about the whole house and is never left out.
"""

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any, TypeVar

import pytest
from hypothesis import seed, settings

from tests.times import seconds

Step = TypeVar("Step")
Test = TypeVar("Test", bound=Callable[..., Any])
LONG, SLOW_ONES = "long tests", "slow tests"
FLOWS = "browser"
SHARE = 10  # one step of so many, and at least one
LONG_SHARE = 20  # of the seconds of long tests
SELDOM = 4  # of a walk that takes very long even `make walk` takes one step of so many
# The processes of one run draw the same lots: they inherit the number of the first.
LOT = "CLUBSCORE_WALK_LOT"
# Files of tests that changed, as tools/run_tests.py says: nothing of them is left out.
CHANGED = "CLUBSCORE_CHANGED_TESTS"
WRONG = pytest.StashKey[str]()
# Every test of a run before its part of them is taken.
COLLECTED = pytest.StashKey[list[pytest.Item]]()
DRAWN = "walked"
_whole = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run choose how far it walks."""
    help_whole = "walk through all there is, or a tenth of it drawn by lot"
    parser.addoption("--walk", choices=("tenth", "whole"), default="tenth", help=help_whole)
    parser.addoption("--lot", type=int, help="draw the same tenth as the run with this lot")
    help_part = (
        "what `make test` runs, with some of each lot, what `make walk` or `make quick` does"
    )
    parser.addoption("--part", choices=("test", "walk", "quick"), help=help_part)


def pytest_configure(config: pytest.Config) -> None:
    """Draw the lot of this run, before any test is read."""
    global _whole  # noqa: PLW0603
    _whole = config.getoption("--walk") == "whole"
    given = config.getoption("--lot")
    if given is not None:
        os.environ[LOT] = str(given)
    os.environ.setdefault(LOT, str(random.randrange(1_000_000)))  # noqa: S311


def lot() -> int:
    """Return the number that decides what this run draws."""
    return int(os.environ[LOT])


def share_of(count: int) -> int:
    """Return how many of so many steps this run takes."""
    return count if _whole else ceil(count / SHARE)


def draw(name: str, steps: list[Step], many: int | None = None) -> list[Step]:
    """Return this run's share of a walk, or so many of its steps, in the walk's own order."""
    wanted = share_of(len(steps)) if many is None else many
    chosen = random.Random(f"{lot()} {name}").sample(range(len(steps)), wanted)  # noqa: S311
    return [steps[place] for place in sorted(chosen)]


def seldom_of(count: int) -> int:
    """Return how many steps of a walk a run takes that is marked `seldom`."""
    return ceil(count / SELDOM) if _whole else 1


def by_examples(count: int, **more: Any) -> Callable[[Test], Test]:
    """Let a test of hypothesis make so many examples on the whole walk, this run's share else.

    More goes to hypothesis's own settings.
    """
    own = settings(max_examples=share_of(count), deadline=None, **more)

    def decorate(test: Test) -> Test:
        return pytest.mark.walk(examples=count)(seed(lot())(own(test)))

    return decorate


def name_of(item: pytest.Item) -> str:
    """Return the name that all cases of a test share."""
    return item.nodeid.partition("[")[0]


def cases_of(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Return the walks among tests whose steps are their cases, by name."""
    found = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("walk")
        if mark and "cases" in mark.kwargs:
            found[name_of(item)].append(item)
    return found


def has(item: pytest.Item, mark: str) -> bool:
    """Say whether a test is marked so."""
    return item.get_closest_marker(mark) is not None


def drawn_by_test(items: Iterable[pytest.Item], mark: str) -> dict[str, list[pytest.Item]]:
    """Return what is drawn test by test, by the name of the lot in which it lies.

    Long ones of all files lie in one, flows and slow ones in those of their folder, tests on
    PostgreSQL in that of their file, the cases of one that is `drawn` in their own. Walks that are
    not long are not among them: each of them is there in part anyway.
    """
    changed = os.environ.get(CHANGED, "").split()
    found = defaultdict(list)
    for item in items:
        file = item.nodeid.partition("::")[0]
        is_here = mark == FLOWS or has(item, mark)  # on PostgreSQL the others are not run at all
        if has(item, "always") or not is_here:
            continue
        if has(item, "long"):
            found[LONG].append(item)
        elif has(item, "walk") or file in changed:
            continue
        elif has(item, mark):
            found[file.rpartition("/")[0] if mark == FLOWS else file].append(item)
        elif has(item, "drawn"):
            found[name_of(item)].append(item)
        elif seconds(item):
            found[f"{file.rpartition('/')[0]}/{SLOW_ONES}"].append(item)
    return found


def draw_tests(name: str, tests: list[pytest.Item]) -> set[pytest.Item]:
    """Return this run's share of a lot, at least one."""
    return {*(draw_seconds(tests) if name == LONG else draw(name, tests))}


def draw_seconds(tests: list[pytest.Item]) -> list[pytest.Item]:
    """Return long tests that take together a twentieth of what all of them take.

    What a class is long for its tests share, so they are drawn together; so are the cases of a
    walk, of which this run takes its share then.
    """
    kept = defaultdict(list)
    for item in tests:
        kept[whole_of(item)].append(item)
    took = {name: _said_by(items[0]) for name, items in kept.items()}
    left = sum(took.values()) / (1 if _whole else LONG_SHARE)
    order = [*kept]
    random.Random(f"{lot()} {LONG}").shuffle(order)  # noqa: S311
    chosen = []
    for name in order:
        if took[name] <= left or not chosen:
            chosen += kept[name]
            left -= took[name]
    return chosen


def _said_by(item: pytest.Item) -> float:
    mark = item.get_closest_marker("long")
    return mark.args[0] if mark else 0


def whole_of(item: pytest.Item) -> str:
    """Return the name of what a test is drawn with: its lot, class or walk, or itself."""
    mark = item.get_closest_marker("long")
    if mark and "lot" in mark.kwargs:
        return str(mark.kwargs["lot"])
    if isinstance(item.parent, pytest.Class):
        return item.parent.nodeid
    return name_of(item) if cases_of([item]) else item.nodeid


def on_postgresql() -> bool:
    """Say whether this run is on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


def part_of(items: list[pytest.Item], part: str | None, mark: str) -> list[pytest.Item]:
    """Return which tests `make test` or `make walk` runs, before cases are drawn.

    The mark is that of the tests of which each lot gives some: `browser`, or `postgres` there.
    """
    if part is None:
        return items
    if part == "quick":
        return [item for item in items if not seconds(item)]
    drawn = drawn_by_test(items, mark)
    steps = {item for tests in drawn.values() for item in tests}
    if part == "walk":
        return [item for item in items if item in steps or has(item, "walk")]
    left_out = steps - {item for name, tests in drawn.items() for item in draw_tests(name, tests)}
    return [item for item in items if item not in left_out]


def note(item: pytest.Item, *told: Any) -> None:
    """Note what was drawn, for the end of the run: which walk, of how many steps, which step."""
    item.user_properties.append((DRAWN, told))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is of this run's part and drawn. Whoever names a single case gets it."""
    config.stash[COLLECTED] = [*items]
    if any("::" in each for each in config.args):
        return
    part = config.getoption("--part")
    mark = "postgres" if on_postgresql() else FLOWS
    kept = part_of(items, part, mark)
    has_lots = part in ("test", "walk")
    every = drawn_by_test(items, mark) if has_lots else {}
    for name, tests in drawn_by_test(kept, mark).items() if has_lots else ():
        for each in tests:
            note(each, name, len(every[name]), each.nodeid.removeprefix(name).lstrip("/:"))
    left_out = set(items) - set(kept)
    for name, cases in cases_of(kept).items():
        walked: Any = cases[0].get_closest_marker("walk")
        wanted = walked.kwargs["cases"]
        is_seldom = walked.kwargs.get("seldom") and part is not None
        chosen = draw(name, cases, seldom_of(len(cases)) if is_seldom else None)
        left_out |= set(cases) - set(chosen)
        for each in chosen:
            note(each, name, wanted, each.nodeid.partition("[")[2][:-1])
        if len(cases) != wanted:
            chosen[0].stash[WRONG] = f"{name} walks {len(cases)} steps, and says {wanted}"
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a walk that has another number of cases than it says, and note what is made up."""
    wrong = item.stash.get(WRONG, "")
    if wrong:
        pytest.fail(wrong, pytrace=False)
    mark = item.get_closest_marker("walk")
    if mark and "examples" in mark.kwargs:
        count = mark.kwargs["examples"]
        note(item, item.nodeid, count, f"{share_of(count)} examples")


class Walk:
    """The steps inside one test, counted."""

    def __init__(self, item: pytest.Item) -> None:
        self.item, self.wanted, self.walked = item, 0, 0

    def __call__(self, steps: Iterable[Step], *, count: int) -> Iterator[Step]:
        """Yield this run's share of a walk that has so many steps."""
        whole = list(steps)
        assert len(whole) == count, f"the walk has {len(whole)} steps, and says {count}"
        chosen = draw(f"{self.item.nodeid} {self.wanted}", whole)
        self.wanted += len(chosen)
        for each in chosen:
            note(self.item, self.item.nodeid, count, str(getattr(each, "key", each)))
            yield each
            self.walked += 1


@pytest.fixture
def walk(request: pytest.FixtureRequest) -> Iterator[Walk]:
    """A walk inside a test: `for page in walk(pages, count=92)`."""
    assert request.node.get_closest_marker("walk"), "a walk is marked `walk`"
    made = Walk(request.node)
    yield made
    assert made.walked == made.wanted, f"walked {made.walked} of {made.wanted} steps"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was walked."""
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                for key, told in report.user_properties:
                    if key == DRAWN:
                        found[told[0], told[1]].append(told[2])
    if not found:
        return
    terminalreporter.section("walks")
    if _whole:
        terminalreporter.line("Walked whole:")
    else:
        terminalreporter.line(f"A tenth of each, drawn by lot; --lot {lot()} draws the same again:")
    for (name, count), steps in sorted(found.items()):
        if steps[0].endswith(" examples"):
            terminalreporter.line(f"{name} {steps[0]} of {count}")
        else:
            which = "" if _whole else f": {', '.join(steps)}"
            terminalreporter.line(f"{name} {len(steps)} of {count}{which}")
