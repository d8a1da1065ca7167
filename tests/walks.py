"""Walks through all there is of a kind: whole by `make walk`, a tenth drawn by lot by `make test`.

A walk is marked `walk` and takes its steps in one of three ways: as the cases of one test
(`walk(cases=66)`), as steps inside a test (the fixture `walk`), or as examples of hypothesis
(`by_examples(40)`). Each says how many steps it has: one with more or fewer fails, so that none
shrinks unseen. Every run says what it drew, and its lot draws the same again.
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
SHARE = 10  # one step of so many, and at least one
# The processes of one run draw the same lots: they inherit the number of the first.
LOT = "CLUBSCORE_WALK_LOT"
WRONG = pytest.StashKey[str]()
DRAWN = "walked"
_whole = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run choose how far it walks."""
    help_whole = "walk through all there is, or a tenth of it drawn by lot"
    parser.addoption("--walk", choices=("tenth", "whole"), default="tenth", help=help_whole)
    parser.addoption("--lot", type=int, help="draw the same tenth as the run with this lot")


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


def draw(name: str, steps: list[Step]) -> list[Step]:
    """Return this run's share of a walk, in the walk's own order."""
    chosen = random.Random(f"{lot()} {name}").sample(range(len(steps)), share_of(len(steps)))  # noqa: S311
    return [steps[place] for place in sorted(chosen)]


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the cases that are drawn. Whoever names a single case gets it."""
    if any("::" in each for each in config.args):
        return
    left_out = set()
    for name, cases in cases_of(items).items():
        mark: Any = cases[0].get_closest_marker("walk")
        wanted = mark.kwargs["cases"]
        chosen = draw(name, cases)
        left_out |= set(cases) - set(chosen)
        for each in chosen:
            told = each.nodeid.partition("[")[2][:-1]
            each.user_properties.append((DRAWN, (name, wanted, told)))
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
        told = (item.nodeid, count, f"{share_of(count)} examples")
        item.user_properties.append((DRAWN, told))


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
            told = (self.item.nodeid, count, str(getattr(each, "key", each)))
            self.item.user_properties.append((DRAWN, told))
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
