"""Figures of how large the house is, one column for each tree that is named.

    python tools/figures.py [TREE ...]

A tree is the top of a working copy, this one if none is named; an older commit's is had by
`git worktree add ../before COMMIT`. Nothing of a tree is run or imported.
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

# What Django finds by this name in each command, model, form or table.
BY_DJANGO = {"Command", "Meta"}
# What people read beside docs/.
READ_FIRST = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
WAYS = "tests/test_ways.py"


class Tree:
    """The sources of one commit."""

    def __init__(self, top: Path) -> None:
        self.top, self.house = top, top / "clubscore"
        if not self.house.is_dir():
            raise SystemExit(f"{top} has no clubscore/ in it.")

    @cached_property
    def texts(self) -> dict[Path, str]:
        """Every module by its place in the house, migrations aside."""
        files = (file for file in sorted(self.house.rglob("*.py")))
        return {
            file.relative_to(self.house): file.read_text("utf-8")
            for file in files
            if "migrations" not in file.parts
        }

    def parts(self) -> tuple[list[str], list[str]]:
        """Return the texts of the core and those of the extras."""
        core = [text for place, text in self.texts.items() if place.parts[0] != "extras"]
        extras = [text for place, text in self.texts.items() if place.parts[0] == "extras"]
        return core, extras


def modules(tree: Tree) -> str:
    """How many modules, `__init__` aside."""
    named = [place for place in tree.texts if place.name != "__init__.py"]
    extras = sum(place.parts[0] == "extras" for place in named)
    return f"{len(named) - extras:,} / {extras:,}"


def lines(tree: Tree) -> str:
    """How many lines."""
    core, extras = (sum(len(text.splitlines()) for text in part) for part in tree.parts())
    return f"{core:,} / {extras:,}"


def definitions(tree: Tree) -> str:
    """How many functions, methods among them, and classes."""
    counted = Counter(
        "class" if isinstance(node, ast.ClassDef) else "function"
        for text in tree.texts.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return f"{counted['function']:,} / {counted['class']:,}"


def names_of_two_classes(tree: Tree) -> str:
    """How many names several classes bear: a model's own and Django's aside, and of how many."""
    found: dict[str, list[bool]] = {}
    for place, text in tree.texts.items():
        is_model = "models" in (*place.parts[:-1], place.stem)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and node.name not in BY_DJANGO:
                found.setdefault(node.name, []).append(is_model)
    twice = [each for each in found.values() if len(each) > 1 and not all(each)]
    return f"{len(twice)} of {sum(map(len, twice))} classes" if twice else "0"


def words(tree: Tree) -> str:
    """How many words documents have, those at the top among them."""
    files = [*tree.top.glob("docs/**/*.md"), *(tree.top / name for name in READ_FIRST)]
    return f"{sum(len(file.read_text('utf-8').split()) for file in files if file.exists()):,}"


def project(tree: Tree) -> str:
    """How many lines pyproject.toml has, and contracts of who may import whom."""
    text = (tree.top / "pyproject.toml").read_text("utf-8")
    return f"{len(text.splitlines())}, {text.count('[[tool.importlinter.contracts]]')}"


def ways(tree: Tree) -> str:
    """The most modules that requests may pass, as the tree's own test has them."""
    file = tree.top / WAYS
    found = re.findall(r'"([a-z ]+)": (\d+)', file.read_text("utf-8") if file.exists() else "")
    return ", ".join(f"{name} {most}" for name, most in found) or "not counted"


FIGURES: dict[str, Callable[[Tree], str]] = {
    "modules, core / extras": modules,
    "lines, core / extras": lines,
    "functions / classes": definitions,
    "names of two classes": names_of_two_classes,
    "words of documents": words,
    "pyproject: lines, contracts": project,
    "modules that a request passes": ways,
}


def main() -> None:
    """Print the figures of the trees that are named as a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trees", nargs="*", type=Path, default=[Path(__file__).parents[1]])
    trees = [Tree(top.resolve()) for top in parser.parse_args().trees]
    print(f"| | {' | '.join(tree.top.name for tree in trees)} |")
    print("|---" * (len(trees) + 1) + "|")
    for name, figure in FIGURES.items():
        print(f"| {name} | {' | '.join(figure(tree) for tree in trees)} |")


if __name__ == "__main__":
    main()
