"""Figures of how the house is built, one column for each tree that is named.

    python tools/figures.py [TREE ...]            the sources alone, in a second
    python tools/figures.py --tests --any TREE    and its tests counted, and what mypy calls Any

A tree is the top of a working copy, this one if none is named; an older commit's is had by
`git worktree add ../before COMMIT`. Nothing of a tree is imported but by pytest and mypy, which run
in it with the Python that runs this. Rooms may have been renamed: both names are known.
"""

import argparse
import ast
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

# One file a game, and Django's own growing list, are as many as there are.
ASIDE = {"games", "migrations"}
# Files that every Django room has.
DJANGO = {"apps", "models", "urls", "selectors", "forms", "admin", "middleware"}
# A page, a command, a model or a game is called after what it shows, answers, keeps or is.
CALLED_AFTER = {"views", "models", "commands", "games", "templatetags", "migrations"}
CARD_ROOMS = ("rubber", "rubbers")
EVENT_ROOMS = ("duplicate", "events")
LONGEST_LINE = 120
ANY = re.compile(r"\b(?:[Dd]ict|Mapping|MutableMapping|list|Sequence|tuple)\[[^][]*\bAny\b")
# What Django and its packages take by a path.
BY_DJANGO = {
    "INSTALLED_APPS", "MIDDLEWARE", "TEMPLATES", "LOGGING", "ROOT_URLCONF", "WSGI_APPLICATION",
    "AUTHENTICATION_BACKENDS", "CSRF_FAILURE_VIEW", "AUTH_USER_MODEL", "STORAGES", "DATABASES",
    "PASSWORD_HASHERS", "AUTH_PASSWORD_VALIDATORS", "FORM_RENDERER", "CACHES", "TEST_RUNNER",
    "FORMAT_MODULE_PATH", "AXES_USERNAME_CALLABLE", "LOCALE_PATHS", "STATICFILES_FINDERS",
    "DEFAULT_EXCEPTION_REPORTER_FILTER", "MESSAGE_STORAGE", "SESSION_ENGINE", "DATABASE_ROUTERS",
}  # fmt: skip


class Tree:
    """The sources of one commit, read once."""

    def __init__(self, top: Path) -> None:
        self.top, self.house = top, top / "clubscore"
        if not self.house.is_dir():
            raise SystemExit(f"{top} has no clubscore/ in it.")
        files = sorted(self.house.rglob("*.py"))
        self.parsed = {file: ast.parse(file.read_text("utf-8")) for file in files}
        self.modules = [
            file for file in files if file.name != "__init__.py" and not ASIDE & set(file.parts)
        ]
        self.templates = sorted(
            [*top.glob("templates/**/*.html"), *self.house.glob("**/templates/**/*.html")]
        )

    def room(self, names: tuple[str, ...]) -> Path:
        """Return the folder of a room by any of its names."""
        return next(self.house / name for name in names if (self.house / name).is_dir())

    def calls_of(self, folder: Path) -> Iterator[tuple[Path, ast.Call]]:
        """Yield every call in a folder's files."""
        for file, module in self.parsed.items():
            if folder in file.parents:
                for node in ast.walk(module):
                    if isinstance(node, ast.Call):
                        yield file, node


def largest_folder(tree: Tree) -> str:
    """The folder with most modules of its own."""
    counted = Counter(file.parent for file in tree.modules)
    folder, number = counted.most_common(1)[0]
    return f"{number} ({folder.relative_to(tree.house)})"


def names_in_two_rooms(tree: Tree) -> str:
    """Module names that stand in two rooms, Django's own aside."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for file in tree.modules:
        place = file.relative_to(tree.house).parts
        if len(place) > 1 and not CALLED_AFTER & set(place[1:-1]):
            rooms[file.stem].add(place[0])
    found = [name for name, where in rooms.items() if len(where) > 1 and name not in DJANGO]
    return f"{len(found)} ({', '.join(sorted(found)[:3])})" if found else "0"


def paths_in_settings(tree: Tree) -> str:
    """Settings of ours that name a function or class by its dotted path."""
    found = set()
    for node in tree.parsed[tree.house / "settings.py"].body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            dotted = [str(each) for each in values if str(each).startswith("clubscore.")]
            if dotted and node.targets[0].id not in BY_DJANGO:
                found.add(node.targets[0].id)
    return str(len(found))


def taken_out_of_rubbers(tree: Tree) -> str:
    """Names that events import from the card tables, and files that do."""
    events, names, files = tree.room(EVENT_ROOMS), 0, set()
    cards = tuple(f"clubscore.{each}" for each in CARD_ROOMS)
    for file, module in tree.parsed.items():
        for node in ast.walk(module) if events in file.parents else ():
            source = getattr(node, "module", "") or ""
            if isinstance(node, ast.ImportFrom) and source.split(".")[:2] in (
                each.split(".") for each in cards
            ):
                names += len(node.names)
                files.add(file)
    return f"{names} in {len(files)} files"


def long_template_lines(tree: Tree) -> str:
    """Lines of templates longer than one reads."""
    lines = [line for file in tree.templates for line in file.read_text("utf-8").splitlines()]
    return f"{sum(len(line) > LONGEST_LINE for line in lines)} of {len(lines)}"


def untyped_containers(tree: Tree) -> str:
    """Annotations like dict[str, Any]."""
    return str(sum(len(ANY.findall(file.read_text("utf-8"))) for file in tree.parsed))


def fields_of(node: ast.ClassDef) -> dict[str, str]:
    """Return the fields of a class and how they are annotated."""
    return {
        each.target.id: ast.unparse(each.annotation)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }


def groups_of_game(tree: Tree) -> dict[str, dict[str, str]]:
    """Return Game's fields and those of its groups: what its fields are made of in laws/."""
    classes = {
        node.name: node
        for file, module in tree.parsed.items()
        if tree.house / "laws" in file.parents and "games" not in file.parts
        for node in module.body
        if isinstance(node, ast.ClassDef)
    }
    game = fields_of(classes["Game"])
    groups = {"Game": game}
    for annotation in game.values():
        own = classes.get(annotation.strip("'\""))
        # A group is set once for each game; Tariff and its kin are told by laws of their own.
        if own is not None:
            groups[own.name] = fields_of(own)
    return groups


def fields_of_game(tree: Tree) -> str:
    """Fields of a game, those of its groups beside them."""
    groups = groups_of_game(tree)
    own = len(groups.pop("Game"))
    more = [f"{name} {len(fields)}" for name, fields in groups.items() if fields]
    return f"{own}" + (f" ({', '.join(more)})" if more else "")


def fields_of_one_game(tree: Tree) -> str:
    """Fields of a game that just one game's file sets."""
    names = {name for fields in groups_of_game(tree).values() for name in fields}
    users: dict[str, set[Path]] = defaultdict(set)
    for file, call in tree.calls_of(tree.house / "laws" / "games"):
        for keyword in call.keywords:
            if keyword.arg in names:
                users[keyword.arg].add(file)
    return str(sum(len(files) == 1 for files in users.values()))


def files_with_butler(tree: Tree) -> str:
    """Files of the program that know Butler by name."""
    files = [*tree.parsed, *tree.templates]
    return str(sum("butler" in file.read_text("utf-8").lower() for file in files))


def name_of(tree: Tree, file: Path) -> str:
    """Return the dotted name of a module."""
    parts = file.relative_to(tree.top).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circle_in_laws(tree: Tree) -> str:
    """Modules of laws/ that import each other in a circle, types and late imports included."""
    laws = {
        name_of(tree, file): module
        for file, module in tree.parsed.items()
        if tree.house / "laws" in file.parents
    }
    left: dict[str, set[str]] = {name: set() for name in laws}
    for name, module in laws.items():
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and node.module:
                whole = [f"{node.module}.{each.name}" for each in node.names]
                taken = {each if each in laws else node.module for each in whole}
                left[name] |= (taken & set(laws)) - {name}
    while True:
        # Whoever imports nobody of those left, or is imported by nobody, is in no circle.
        wanted = set().union(*left.values()) if left else set()
        free = {name for name, taken in left.items() if not taken or name not in wanted}
        if not free:
            return f"{len(left)} files" if left else "none"
        left = {name: taken - free for name, taken in left.items() if name not in free}


def tests(tree: Tree) -> str:
    """Tests that pytest collects."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    for more in (["--walk", "whole"], []):
        done = subprocess.run([*command, *more], cwd=tree.top, capture_output=True, text=True)
        counted = re.search(r"(\d+) tests collected", done.stdout)
        if counted:
            return counted[1]
    return f"cannot be counted: {done.stdout[-200:]}{done.stderr[-200:]}"


def any_by_mypy(tree: Tree) -> str:
    """Expressions that mypy calls Any, of all."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mypy", "--any-exprs-report", folder]
        command += ["--cache-dir", f"{folder}/cache"]
        done = subprocess.run(command, cwd=tree.top, capture_output=True, text=True)
        report = Path(folder, "any-exprs.txt")
        if not report.exists():
            return f"no report: {(done.stdout + done.stderr)[-200:]}"
        numbers = re.findall(r"Total\s+(\d+)\s+(\d+)", report.read_text())
    anys, whole = map(int, numbers[-1])
    return f"{anys} of {whole} ({100 * anys / whole:.1f} %)"


ALWAYS: dict[str, Callable[[Tree], str]] = {
    "most modules in one folder": largest_folder,
    "module names in two rooms": names_in_two_rooms,
    "rooms reached by paths in settings": paths_in_settings,
    "names events take out of rubbers": taken_out_of_rubbers,
    f"template lines over {LONGEST_LINE}": long_template_lines,
    "dict[str, Any] and kin": untyped_containers,
    "fields of Game (and of its groups)": fields_of_game,
    "fields that one game sets": fields_of_one_game,
    "files that know Butler by name": files_with_butler,
    "circle in laws": circle_in_laws,
}


def main() -> None:
    """Print the figures of the trees that are named as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="*", type=Path, default=[Path(__file__).parents[1]])
    parser.add_argument("--tests", action="store_true", help="count the tests too")
    parser.add_argument("--any", action="store_true", help="ask mypy for expressions of type Any")
    chosen = parser.parse_args()
    trees = [Tree(top.resolve()) for top in chosen.trees]
    figures = ALWAYS | ({"tests": tests} if chosen.tests else {})
    figures |= {"expressions of type Any": any_by_mypy} if chosen.any else {}
    print(f"| | {' | '.join(tree.top.name for tree in trees)} |")
    print("|---" * (len(trees) + 1) + "|")
    for name, figure in figures.items():
        print(f"| {name} | {' | '.join(figure(tree) for tree in trees)} |")


if __name__ == "__main__":
    main()
