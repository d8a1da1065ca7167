"""What a stranger should be able to see: small rooms, names that say which is which, no circle."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOM = ROOT / "clubscore"
MOST = 25
# One file a game, and Django's own growing list.
AS_MANY_AS_THERE_ARE = {"games", "migrations"}
# A page, a command, a model or a game is called after what it shows, answers, keeps or is; Django
# itself wants the formats of a language in a module of that name.
CALLED_AFTER = {"views", "models", "commands", "games", "templatetags", "migrations", "en_GB"}
# Django's own names, and what is the same thing in two rooms.
DJANGO = {"apps", "forms", "models", "urls", "selectors"}
THE_SAME = {"locks", "phones", "ready_pages"}


def modules(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*.py")) if file.name != "__init__.py"]


def too_full(files: Iterable[Path]) -> dict[str, int]:
    """Return the folders with more modules than anybody keeps in sight, each with its number."""
    counted: dict[Path, int] = defaultdict(int)
    for file in files:
        if file.parent.name not in AS_MANY_AS_THERE_ARE:
            counted[file.parent] += 1
    return {str(folder): number for folder, number in counted.items() if number > MOST}


def in_two_rooms(files: Iterable[Path], top: Path) -> dict[str, set[str]]:
    """Return the names that stand in two rooms though they mean different things."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for file in files:
        place = file.relative_to(top).parts
        if len(place) > 1 and not CALLED_AFTER & set(place[1:-1]):
            rooms[file.stem].add(place[0])
    known = DJANGO | THE_SAME
    return {name: found for name, found in rooms.items() if len(found) > 1 and name not in known}


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


def test_no_folder_holds_more_than_one_keeps_in_sight() -> None:
    assert too_full(modules(ROOM)) == {}


def test_a_name_means_one_thing() -> None:
    assert in_two_rooms(modules(ROOM), ROOM) == {}


@pytest.mark.always
def test_nothing_imports_in_a_circle() -> None:
    imports = imports_of(ROOM)
    assert len(imports) > 500
    assert circle_in(imports) == []


def test_a_full_folder_a_name_twice_and_a_circle_are_seen(tmp_path: Path) -> None:
    one, other = tmp_path / "house" / "one", tmp_path / "house" / "other"
    for room in (one, other):
        room.mkdir(parents=True)
        (room / "__init__.py").touch()
        (room / "keys.py").touch()
        (room / "urls.py").touch()
    for number in range(MOST):
        (one / f"module_{number}.py").touch()
    (one / "keys.py").write_text("from house.other import keys")
    (other / "keys.py").write_text("def late():\n    from house.one.keys import this")
    files = modules(tmp_path / "house")
    assert too_full(files) == {str(one): MOST + 2}
    assert in_two_rooms(files, tmp_path / "house") == {"keys": {"one", "other"}}
    assert circle_in(imports_of(tmp_path / "house")) == ["house.one.keys", "house.other.keys"]
