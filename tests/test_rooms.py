"""What a stranger should be able to see: no circle of imports, and no two classes of one name."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOM = ROOT / "clubscore"


def imports_of(root: Path) -> dict[str, set[str]]:
    """Return {module: modules of ours that it imports}, wherever in it, types alone included."""
    names = {}
    for file in sorted(root.rglob("*.py")):
        place = file.relative_to(root.parent).with_suffix("").parts
        names[".".join(place[:-1] if place[-1] == "__init__" else place)] = file
    found: dict[str, set[str]] = {name: set() for name in names}
    for name, file in names.items():
        for node in ast.walk(ast.parse(file.read_text())):
            taken = []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                taken = [f"{node.module}.{each.name}" for each in node.names]
                taken = [each if each in names else node.module for each in taken]
            elif isinstance(node, ast.Import):
                taken = [each.name for each in node.names]
            found[name].update(each for each in taken if each in names and each != name)
    return found


def circle_in(imports: Mapping[str, set[str]]) -> list[str]:
    """Return the modules of a circle, nothing where there is none."""
    left = {name: set(taken) for name, taken in imports.items()}
    while True:
        free = [name for name, taken in left.items() if not taken]
        if not free:
            return sorted(left)
        for name in free:
            del left[name]
        for taken in left.values():
            taken.difference_update(free)


@pytest.mark.always
def test_nothing_imports_in_a_circle() -> None:
    imports = imports_of(ROOM)
    assert len(imports) > 300
    assert circle_in(imports) == []


def test_a_circle_is_seen(tmp_path: Path) -> None:
    one, other = tmp_path / "house" / "one", tmp_path / "house" / "other"
    for room in (one, other):
        room.mkdir(parents=True)
        (room / "__init__.py").touch()
    (one / "keys.py").write_text("from house.other import keys")
    (other / "keys.py").write_text("def late():\n    from house.one.keys import this")
    assert circle_in(imports_of(tmp_path / "house")) == ["house.one.keys", "house.other.keys"]


# What Django finds by this name in each command, model, form or table.
BY_DJANGO = {"Command", "Meta"}


def classes_of(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each class, those within others too, and the file that it stands in."""
    for file in sorted(root.rglob("*.py")):
        if "migrations" not in file.parts:
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.ClassDef):
                    yield node.name, file.relative_to(root).as_posix()


def named_twice(root: Path) -> dict[str, list[str]]:
    """Return the names that two classes bear, with their files.

    A line before a private name makes no other of it. A model's name is data: its table hangs on
    it, and on those of what stands within it.
    """
    found = defaultdict[str, list[str]](list)
    for name, file in classes_of(root):
        found[name.lstrip("_")].append(file)
    return {
        name: files
        for name, files in found.items()
        if len(files) > 1
        and name not in BY_DJANGO
        and not all(file.endswith("models.py") or "/models/" in file for file in files)
    }


@pytest.mark.always
def test_no_two_classes_have_one_name() -> None:
    assert len([*classes_of(ROOM)]) > 1_000
    assert named_twice(ROOM) == {}


def test_a_name_that_two_classes_bear_is_seen(tmp_path: Path) -> None:
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    models = tmp_path / "club" / "models.py"
    models.parent.mkdir()
    one.write_text("class Line:\n    class Meta: ...\nclass Pad: ...\n")
    other.write_text("def late():\n    class _Line:\n        class Meta: ...\n")
    models.write_text("class Pad:\n    class Kind: ...\nclass Deal:\n    class Kind: ...\n")
    assert named_twice(tmp_path) == {
        "Line": ["one.py", "other.py"],
        "Pad": ["club/models.py", "one.py"],
    }
