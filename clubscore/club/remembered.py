"""What was read at a committed revision never changes: it need not be read again.

Every writing at a table or an event counts its revision up in its own transaction, so whatever is
looked up by the revision can be remembered. Each process keeps its own, and where it has none it
asks the database.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from django.db import transaction

KEPT = 256
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

# How to forget each of them.
_everything: list[Callable[[], None]] = []


class Remembered(Generic[Key, Value]):
    """The values most lately kept, by what they were looked up with."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        _everything.append(self.clear)

    def get(self, key: Key) -> Value | None:
        """Return what was kept, None where it is not known."""
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> None:
        """Remember something once it is certain: what is rolled back never stood."""

        def keep() -> None:
            self._values.pop(key, None)
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)

        transaction.on_commit(keep)

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()


def forget_what_was_read() -> None:
    """Forget everything, where a database was put in another's place."""
    for forget in _everything:
        forget()
