"""What a stranger should be able to see: nothing imports in a circle."""

import ast
from collections.abc import Mapping
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
