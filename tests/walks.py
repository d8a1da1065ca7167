"""Walks through all there is of a kind: whole by `make walk`, a tenth drawn by lot by `make test`.

A walk is marked `walk` and takes its steps in one of three ways: as the cases of one test
(`walk(cases=66)`), as steps inside a test (the fixture `walk`), or as examples of hypothesis
(`by_examples(40)`). Each says how many steps it has: one with more or fewer fails, so that none
shrinks unseen. One that takes very long is `seldom`: `make test` takes one step of it, `make walk`
a quarter, a target of its own all. Every run says what it drew, and its lot draws the same again.

The flows of a folder are a walk, too, the tests of a file on PostgreSQL are one, so are the cases
of a test marked `drawn`, and all long tests together: `make test` asks for its part (`--part
test`), at least one of each, and `make walk` for all of them (`--part walk`). Whoever names
no part, as beside a change, gets every one.
"""

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any, TypeVar

import pytest
from hypothesis import seed, settings

Step = TypeVar("Step")
Test = TypeVar("Test", bound=Callable[..., Any])
LONG = "long tests"
FLOWS = "browser"
SHARE = 10  # one step of so many, and at least one
SELDOM = 4  # of a walk that takes very long even `make walk` takes one step of so many
# The processes of one run draw the same lots: they inherit the number of the first.
LOT = "CLUBSCORE_WALK_LOT"
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
    help_part = "what `make test` runs, with some flows of each file, or what `make walk` does"
    parser.addoption("--part", choices=("test", "walk"), help=help_part)


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

    Flows lie in the lot of their folder, tests on PostgreSQL in that of their file, the cases of
    one that is `drawn` in their own, the long ones of all files in one. Walks are not among them:
    each of them is there in part anyway.
    """
    found = defaultdict(list)
    for item in items:
        if has(item, "walk"):
            continue
        if has(item, mark):
            file = item.nodeid.partition("::")[0]
            found[file.rpartition("/")[0] if mark == FLOWS else file].append(item)
        elif has(item, "drawn"):
            found[name_of(item)].append(item)
        elif has(item, "long"):
            found[LONG].append(item)
    return found


def draw_tests(name: str, tests: list[pytest.Item]) -> set[pytest.Item]:
    """Return this run's share: of a lot at least one that is not long, where it has one.

    A long one of such a lot is drawn by one run of ten, beside the others. What a class is long
    for its tests share, so they are drawn together.
    """
    if name == LONG:
        chosen = {*draw(name, [*dict.fromkeys(map(whole_of, tests))])}
        return {item for item in tests if whole_of(item) in chosen}
    short = [item for item in tests if not has(item, "long")] or tests
    rare = [item for item in tests if item not in short]
    return {*draw(name, short)} | {item for item in rare if is_drawn(item.nodeid)}


def whole_of(item: pytest.Item) -> str:
    """Return the name of the class that a test belongs to, or its own."""
    return item.parent.nodeid if isinstance(item.parent, pytest.Class) else item.nodeid


def is_drawn(name: str) -> bool:
    """Say whether a test that only one run of ten takes is taken by this one."""
    return _whole or not random.Random(f"{lot()} {name}").randrange(SHARE)  # noqa: S311


def on_postgresql() -> bool:
    """Say whether this run is on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


def part_of(items: list[pytest.Item], part: str | None, mark: str) -> list[pytest.Item]:
    """Return which tests `make test` or `make walk` runs, before cases are drawn.

    The mark is that of the tests of which each lot gives some: `browser`, or `postgres` there.
    """
    if part is None:
        return items
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
    every = drawn_by_test(items, mark) if part else {}
    for name, tests in drawn_by_test(kept, mark).items() if part else ():
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
