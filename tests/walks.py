"""Walks through all there is of a kind: whole in the night, a tenth by a fixed lot before.

A walk is marked `walk` and takes its steps in one of three ways: as the cases of one test
(`walk(cases=66)`), as steps inside a test (the fixture `walk`), or as examples of hypothesis
(`by_examples(40)`). Each says how many steps it has: one with more or fewer fails, so that none
shrinks unseen. The lot that draws the tenth is a number in this file: the same commit walks the
same steps. The night walks whole, with a lot of its own for what is made up; it is printed, and
`--walk whole --lot N` makes the same again.
"""

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any, TypeVar

import pytest
from hypothesis import seed, settings

from tests.targets import name_of

Step = TypeVar("Step")
Test = TypeVar("Test", bound=Callable[..., Any])
SHARE = 10  # one step of so many, and at least one
# What every run draws but the night, whose processes inherit the number of the first.
FIXED, LOT = 1923, "CLUBSCORE_WALK_LOT"
WRONG = pytest.StashKey[str]()
DRAWN = "walked"
_whole = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run choose how far it walks."""
    help_whole = "walk through all there is, or a tenth of it"
    parser.addoption("--walk", choices=("tenth", "whole"), default="tenth", help=help_whole)
    parser.addoption("--lot", type=int, help="draw and make up what the run with this lot did")


def pytest_configure(config: pytest.Config) -> None:
    """Set the lot of this run, before any test is read."""
    global _whole  # noqa: PLW0603
    _whole = config.getoption("--walk") == "whole"
    given = config.getoption("--lot")
    if given is not None:
        os.environ[LOT] = str(given)
    # An example may take as long as it likes: how long depends on what else the machine does.
    fixed: dict[str, Any] = {} if is_random() else {"derandomize": True, "database": None}
    settings.register_profile("clubscore", deadline=None, **fixed)
    settings.load_profile("clubscore")


def is_random() -> bool:
    """Say whether this run has a lot of its own."""
    return os.environ.get(LOT, str(FIXED)) != str(FIXED)


def lot() -> int:
    """Return the number that decides what this run draws."""
    return int(os.environ.get(LOT, FIXED))


def share_of(count: int) -> int:
    """Return how many of so many steps this run takes."""
    return count if _whole else ceil(count / SHARE)


def draw(name: str, steps: list[Step]) -> list[Step]:
    """Return this run's share of a walk, in the walk's own order."""
    chosen = random.Random(f"{lot()} {name}")  # noqa: S311
    places = chosen.sample(range(len(steps)), share_of(len(steps)))
    return [steps[place] for place in sorted(places)]


def by_examples(count: int, **more: Any) -> Callable[[Test], Test]:
    """Let a test of hypothesis make so many examples on the whole walk, this run's share else.

    More goes to hypothesis's own settings.
    """
    own = settings(max_examples=share_of(count), deadline=None, **more)

    def decorate(test: Test) -> Test:
        return pytest.mark.walk(examples=count)(seed(lot())(own(test)))

    return decorate


def cases_of(items: Iterable[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Return the walks among tests whose steps are their cases, by name."""
    found = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("walk")
        if mark and "cases" in mark.kwargs:
            found[name_of(item)].append(item)
    return found


def note(item: pytest.Item, *told: Any) -> None:
    """Note what was drawn, for the end of the run: which walk, of how many steps, which step."""
    item.user_properties.append((DRAWN, told))


@pytest.hookimpl
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the cases that are drawn. Whoever names a single case gets it."""
    if any("::" in each for each in config.args):
        return
    left_out = set[pytest.Item]()
    for name, cases in cases_of(items).items():
        walked: Any = cases[0].get_closest_marker("walk")
        wanted = walked.kwargs["cases"]
        chosen = draw(name, cases)
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
    """Say how much was walked."""
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
    how = "Walked whole" if _whole else "A tenth of each"
    terminalreporter.line(f"{how}, by --lot {lot()}:")
    for (name, count), steps in sorted(found.items()):
        made_up = steps[0] if steps[0].endswith(" examples") else str(len(steps))
        terminalreporter.line(f"{name} {made_up} of {count}")
