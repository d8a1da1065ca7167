"""Files of data: TOML, of which whoever reads one says what it may hold.

What is wrong with a file is said with its place: an unknown field, a missing one, another type.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

Of = TypeVar("Of")


class WrongData(Exception):
    """What is wrong with a file of data, and where."""


class DataTable:
    """A table of a file: each of its fields is asked for, and what nobody asks for is wrong."""

    def __init__(self, said: object, where: str) -> None:
        if not isinstance(said, dict):
            raise WrongData(f"{where}: a table is wanted")
        self.said, self.where = said, where
        self._left = set(said)

    def has(self, name: str) -> bool:
        """Return whether a field is there."""
        return name in self.said

    def _take(self, name: str, kind: type, usual: object) -> Any:
        self._left.discard(name)
        found = self.said.get(name, usual)
        if found is None:
            raise WrongData(f"{self.where}: {name} is missing")
        if type(found) is not kind:
            raise WrongData(f"{self.where}.{name}: {kind.__name__} is wanted, not {found!r}")
        return found

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a text; without `usual` it must be there."""
        return str(self._take(name, str, usual))

    def one_of(self, name: str, known: Mapping[str, Of], usual: Of) -> Of:
        """Return the value that a text names, `usual` where it is left out."""
        if not self.has(name):
            return usual
        said = self.text(name)
        if said not in known:
            raise WrongData(f"{self.where}.{name}: {said!r} is none of {', '.join(known)}")
        return known[said]

    def is_so(self, name: str) -> bool:
        """Whether it is said; it is not where the field is left out."""
        return bool(self._take(name, bool, False))

    def listed(self, name: str) -> list[Any]:
        """Return what is listed, nothing where the field is left out."""
        return [*self._take(name, list, [])]

    def listed_texts(self, name: str) -> tuple[str, ...]:
        return self._each(name, str)

    def number(self, name: str, usual: int | None = None) -> int:
        return int(self._take(name, int, usual))

    def numbers(self, name: str) -> tuple[int, ...]:
        return self._each(name, int)

    def _each(self, name: str, kind: type[Of]) -> tuple[Of, ...]:
        found = self.listed(name)
        for at, each in enumerate(found):
            if type(each) is not kind:
                place = f"{self.where}.{name}[{at}]"
                raise WrongData(f"{place}: {kind.__name__} is wanted, not {each!r}")
        return tuple(found)

    def table(self, name: str) -> DataTable:
        return DataTable(self._take(name, dict, None), f"{self.where}.{name}")

    def tables(self, name: str) -> list[DataTable]:
        return [
            DataTable(each, f"{self.where}.{name}[{at}]")
            for at, each in enumerate(self.listed(name))
        ]

    def named(self, name: str) -> dict[str, DataTable]:
        return {
            key: DataTable(each, f"{self.where}.{name}.{key}")
            for key, each in self._take(name, dict, {}).items()
        }

    def tables_by_name(self) -> dict[str, DataTable]:
        """Return all that this table has, where that is tables alone."""
        self._left.clear()
        return {key: DataTable(each, f"{self.where}.{key}") for key, each in self.said.items()}

    def texts(self, name: str) -> dict[str, str]:
        """Return the texts of a table, by their names."""
        table = DataTable(self._take(name, dict, {}), f"{self.where}.{name}")
        return {key: table.text(key) for key in table.said}

    def done(self) -> None:
        """Refuse what nobody asked for. Raises WrongData."""
        if self._left:
            raise WrongData(f"{self.where}: {', '.join(sorted(self._left))} is not known")


def table_of(file: Path) -> DataTable:
    """Return what a file has. Raises WrongData where it is no TOML."""
    try:
        return DataTable(tomllib.loads(file.read_text("utf-8")), file.name)
    except tomllib.TOMLDecodeError as error:
        raise WrongData(f"{file.name}: {error}") from None
