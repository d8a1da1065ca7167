"""JSON from strangers: one value or JSON Lines, strictly, and what is wrong with it."""

import json
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, join_path, shown
from clubscore.laws.words import gettext_noop

# What is answered for one value of a file: fields to be written as JSON.
Answer = Mapping[str, object]

BROKEN = gettext_noop("This is not JSON: %(problem)s at column %(column)s.")
TOO_DEEP = gettext_noop(
    "This JSON is nested too deeply to be read. Check that it is the right file."
)
EMPTY = gettext_noop("The file is empty. It must hold one object, or one per line.")
NO_OBJECT = gettext_noop("Each item must be one object with its fields, not %(given)s.")
TWICE = gettext_noop("The field %(field)s appears twice. Keep one.")


class _Twice:
    """Stands where an object was in which a key stood more than once."""

    def __init__(self, key: str) -> None:
        self.key = key


class _SeenTwice(Exception):
    """Some object names a key twice; where, the slower decoder finds out."""


def is_object(value: object) -> TypeGuard[Unverified]:
    """Whether a value of a file is an object; of its fields nothing is known yet."""
    return isinstance(value, Mapping)


def _once_each(pairs: list[tuple[str, object]]) -> Unverified:
    """An object from its pairs, each key once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _SeenTwice
    return found


def _marked(pairs: list[tuple[str, object]]) -> Unverified | _Twice:
    """An object from its pairs; for one that names a key twice a mark with it."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = [key for key, _ in pairs]
    return _Twice(next(key for at, key in enumerate(keys) if key in keys[:at]))


def _whole_number(text: str) -> int | float:
    """An integer; one of absurd length becomes infinite, and so no field's whole number."""
    return int(text) if len(text) <= 40 else float("inf")


_STRICT = json.JSONDecoder(object_pairs_hook=_once_each)
_PATIENT = json.JSONDecoder(object_pairs_hook=_marked, parse_int=_whole_number)


def _parse(text: str) -> object:
    """One JSON value.

    JSONDecodeError where there is none, RecursionError where it is too deep, RuleError where an
    object names a key twice.
    """
    try:
        once: object = _STRICT.decode(text)
        return once
    except json.JSONDecodeError:
        raise
    except (_SeenTwice, ValueError):
        # Python reads no integer of thousands of digits; the patient decoder sees it coming.
        value: object = _PATIENT.decode(text)
    twice = _find_twice(value)
    if twice is not None:
        raise RuleError("twice", TWICE, twice[0], field=twice[1])
    return value


def read_values(text: str) -> Iterator[Unverified | RuleError]:
    """Every value of a file that holds one JSON value or JSON Lines.

    A value that cannot be read comes as the RuleError that says why (``where`` is "line 3", or
    the path of a field that stands twice); it never stops those after it.
    """
    if not text.strip():
        yield RuleError("empty", EMPTY, "line 1")
        return
    try:
        value = _parse(text)
    except json.JSONDecodeError as error:
        lines = text.split("\n")
        if _are_lines(lines):
            yield from (
                _of_line(line, number) for number, line in enumerate(lines, 1) if line.strip()
            )
        else:
            yield _broken(error, error.lineno)
        return
    except RecursionError:
        yield RuleError("too-deep", TOO_DEEP, "line 1")
        return
    except RuleError as error:
        yield error
        return
    yield _object(value, 1)


def _are_lines(lines: list[str]) -> bool:
    """Whether a text that is no single value was meant as one object a line."""
    filled = [line for line in lines if line.strip()]
    if len(filled) < 2:
        return False
    return all(line.startswith("{") for line in filled) or any(map(_is_object, filled))


def _is_object(line: str) -> bool:
    if not line.startswith("{"):
        return False
    try:
        return is_object(_parse(line))
    except (json.JSONDecodeError, RecursionError):
        return False
    except RuleError:
        return True


def _of_line(line: str, number: int) -> Unverified | RuleError:
    try:
        return _object(_parse(line), number)
    except json.JSONDecodeError as error:
        return _broken(error, number)
    except RecursionError:
        return RuleError("too-deep", TOO_DEEP, f"line {number}")
    except RuleError as error:
        return error


def _broken(error: json.JSONDecodeError, line: int) -> RuleError:
    problem = error.msg[:1].lower() + error.msg[1:]
    return RuleError("json", BROKEN, f"line {line}", problem=problem, column=error.colno)


def _object(value: object, line: int) -> Unverified | RuleError:
    if is_object(value):
        return value
    return RuleError("type", NO_OBJECT, f"line {line}", given=shown(value))


def _find_twice(value: object) -> tuple[str, str] | None:
    waiting = [("", value)]
    while waiting:
        where, each = waiting.pop()
        if isinstance(each, _Twice):
            return join_path(where, each.key), each.key
        if is_object(each):
            waiting.extend(
                (join_path(where, key), item)
                for key, item in each.items()
                if type(item) in (dict, list, _Twice)
            )
        elif isinstance(each, list):
            items: list[object] = each
            waiting.extend((f"{where}[{at}]", item) for at, item in enumerate(items))
    return None
