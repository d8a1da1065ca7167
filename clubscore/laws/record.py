"""Values with named fields that never change: frozen dataclasses that take no time to load.

To load `dataclasses` and to have it write the methods of each class would be a third of all that a
score takes from its start to its end. So what a score needs is a record instead.
"""

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform, get_origin

if TYPE_CHECKING:
    # To a type checker a record is a dataclass: it knows which fields there are to replace.
    from dataclasses import replace
else:

    def replace(record, /, **changes):
        """The same record with other values in these fields."""
        return type(record)(**{**record._asdict(), **changes})


__all__ = ["ComparedRecord", "Record", "replace"]


@dataclass_transform(frozen_default=True, eq_default=False)
class Record:
    """A value that is written and made as a dataclass is; it is equal to itself alone.

    A field is a name with an annotation, unless that is a ``ClassVar``. It may be left out where
    the class gives it a value, which all share, so that it must be one that nobody changes. A
    subclass has the fields of its class before its own. Raises TypeError for a field that is
    unknown, wanting or given twice, AttributeError for a change.
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    _field_defaults: ClassVar[dict[str, Any]] = {}
    _known: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in cls.__annotations__.items() if not _is_class_var(kind)]
        cls._fields = tuple(dict.fromkeys((*cls._fields, *own)))
        cls._known = frozenset(cls._fields)
        defaults = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
        cls._field_defaults = {**cls._field_defaults, **defaults}

    def __init__(self, *given: object, **named: object) -> None:
        in_order = dict(zip(self._fields, given, strict=False))
        self.__dict__.update(self._field_defaults, **in_order, **named)
        if len(given) > len(self._fields) or self.__dict__.keys() != self._known:
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._fields)}")

    def _asdict(self) -> dict[str, Any]:
        """The values of the fields by name."""
        return {name: self.__dict__[name] for name in self._fields}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of {type(self).__name__} never changes")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of {type(self).__name__} never changes")

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__qualname__}({values})"


@dataclass_transform(frozen_default=True)
class ComparedRecord(Record):
    """A record that is equal to any other of its class whose fields are equal."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ComparedRecord) or type(self) is not type(other):
            return NotImplemented
        return all(self.__dict__[name] == other.__dict__[name] for name in self._fields)

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__[name] for name in self._fields))


def _is_class_var(kind: object) -> bool:
    """Whether an annotation, which may be a text, says that there is no such field."""
    return kind.startswith("ClassVar") if isinstance(kind, str) else get_origin(kind) is ClassVar
