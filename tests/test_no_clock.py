"""No test judges by the wall clock or waits in silence: whoever does is named here.

A test that judges counts steps, asks the processor (`time.process_time`) or turns a browser's clock
(`page.clock`); what another process does is waited for by `tests.waiting`, in counted tries. What
measures by the clock on purpose, the soak and the benches, is no test of this kind.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
# Measured by the clock on purpose.
BY_THE_CLOCK = ("bench", "soak")
# The one place that rests.
RESTS = ("waiting.py",)
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "time", "time_ns"}
# What a file must have in it to be looked at closely: reading all of them as trees takes seconds.
WORDS = ("import time", "wait_for_timeout", "from time import")


def is_called(node: ast.AST, module: str, names: set[str]) -> bool:
    """Tell whether a node calls one of these functions of a module."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in names
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == module
    )


def from_a_clock(node: ast.AST, read: set[str]) -> bool:
    """Tell whether a clock is read somewhere in a node, or a name that stands for a reading."""
    return any(
        is_called(each, "time", CLOCKS) or (isinstance(each, ast.Name) and each.id in read)
        for each in ast.walk(node)
    )


def readings(body: ast.AST) -> set[str]:
    """Return the names to which readings of a clock are given."""
    found: set[str] = set()
    for node in ast.walk(body):
        if isinstance(node, ast.Assign) and from_a_clock(node.value, found):
            found |= {name.id for name in node.targets if isinstance(name, ast.Name)}
    return found


def offenders(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line of each silence and of each judgement by the clock, and what it is."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if is_called(node, "time", {"sleep"}):
            yield node.lineno, "time.sleep"
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "wait_for_timeout":
            yield node.lineno, "wait_for_timeout"
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            taken = {each.name for each in node.names} & (CLOCKS | {"sleep"})
            if taken:
                yield node.lineno, f"from time import {', '.join(sorted(taken))}"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            read = readings(node)
            for each in own_comparisons(node):
                if from_a_clock(each, read):
                    yield each.lineno, "a comparison with the clock"


def own_comparisons(function: ast.AST) -> Iterator[ast.Compare]:
    """Yield the comparisons in a function that are not in one within it."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.Compare):
            yield child
        yield from own_comparisons(child)


@pytest.mark.always
def test_no_test_judges_by_the_clock_or_waits_in_silence() -> None:
    found, read = dict[str, list[tuple[int, str]]](), 0
    for file in sorted(TESTS.rglob("*.py")):
        name = file.relative_to(TESTS).as_posix()
        if name.split("/")[0] in BY_THE_CLOCK or name in RESTS:
            continue
        read += 1
        text = file.read_text("utf-8")
        told = sorted(offenders(text)) if any(each in text for each in WORDS) else []
        if told:
            found[name] = told
    assert found == {}
    assert read > 500


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("import time\ntime.sleep(1)", [(2, "time.sleep")]),
        ("page.wait_for_timeout(300)", [(1, "wait_for_timeout")]),
        ("from time import monotonic, gmtime", [(1, "from time import monotonic")]),
        (
            "def test():\n    begun = time.monotonic()\n    assert time.monotonic() - begun < 1",
            [(3, "a comparison with the clock")],
        ),
        (
            "def wait():\n    end = time.time() + 4\n    while 1 < end: ...",
            [(3, "a comparison with the clock")],
        ),
        (
            "def outer():\n    def wait():\n        return time.perf_counter() < 4\n",
            [(3, "a comparison with the clock")],
        ),
        ("def test():\n    begun = time.process_time()\n    assert time.process_time() > 1", []),
        ("def test():\n    begun = time.monotonic()\n    print(time.monotonic() - begun)", []),
        ("CODE = 'time.sleep(60)'", []),
    ],
)
def test_what_offends_is_seen(text: str, wrong: list[tuple[int, str]]) -> None:
    assert sorted(offenders(text)) == wrong
