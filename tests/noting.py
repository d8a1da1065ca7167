"""Has every function of the program note that it ran, for the map (tests/mapped.py).

A line is put into each function as its module is read, which costs next to nothing; a tracer, as
coverage is, made a night two to three times as dear. Modules alone count, not lines.
"""

import ast
import builtins
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).resolve().parent.parent
NAME = "__ran__"
# The paths of the modules of which a function ran since this was emptied.
ran = set[str]()


def noted(source: str, path: str) -> ast.Module:
    """Return a module whose every function says first that it ran, after its docstring."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        at = 1 if ast.get_docstring(node, clean=False) is not None else 0
        first = node.body[min(at, len(node.body) - 1)]
        note = ast.parse(f"{NAME}.add({path!r})").body[0]
        for each in ast.walk(note):
            ast.copy_location(each, first)
        node.body.insert(at, note)
    return tree


class Noting(SourceFileLoader):
    """Reads a module so that its functions note that they ran; nothing of it is kept."""

    def get_code(self, fullname: str) -> CodeType:
        """Return what runs, from the source: what was compiled before notes nothing."""
        path = self.get_filename(fullname)
        source = self.get_source(fullname) or ""
        short = Path(path).relative_to(ROOT).as_posix()
        return compile(noted(source, short), path, "exec", dont_inherit=True)


class NotingFinder(MetaPathFinder):
    """Finds the modules of the program, but for migrations."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, to be read so that it notes what runs."""
        if not name.startswith("clubscore.") or ".migrations" in name:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec and type(spec.loader) is SourceFileLoader:
            spec.loader = Noting(spec.loader.name, spec.loader.path)
        return spec


def begin() -> None:
    """Note from now on, in a process of tests: before any module of the program is read."""
    if "pytest" in sys.modules and not hasattr(builtins, NAME):
        setattr(builtins, NAME, ran)
        sys.meta_path.insert(0, NotingFinder())


def taken() -> set[str]:
    """Return what ran since this was last asked."""
    found = {*ran}
    ran.clear()
    return found
