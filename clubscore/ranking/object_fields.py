"""Fields of a stranger's object: which may stand there, and of what kind they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, Every, gettext_noop, ngettext_lazy

LONGEST_TEXT = 1000


def only_fields(raw: object, fields: Sequence[str], needed: Sequence[str] = ()) -> Unverified:
    """The object, after verifying which fields it has. RuleError names the field."""
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("This must be an object with %(fields)s, not %(given)s."),
            fields=Every(fields),
            given=shown(raw),
        )
    for key in raw:
        if key not in fields:
            raise RuleError(
                "unknown-field",
                gettext_noop("There is no field %(field)s here, only %(fields)s."),
                key if isinstance(key, str) else shown(key),
                field=shown(key),
                fields=Every(fields),
            )
    for key in needed:
        if key not in raw:
            raise RuleError(
                "missing", gettext_noop("The field %(field)s is missing."), key, field=key
            )
    return raw


def read_choice(raw: object, where: str, choices: Sequence[str]) -> str:
    """One of these words. RuleError at ``where``."""
    if type(raw) is str and raw in choices:
        return raw
    raise RuleError(
        "choice",
        gettext_noop("%(field)s must be %(choices)s, not %(given)s."),
        where,
        field=where,
        choices=Either(choices),
        given=shown(raw),
    )


def read_whole(raw: object, where: str, low: int, high: int) -> int:
    """A whole number between these. RuleError at ``where``."""
    if type(raw) is int and low <= raw <= high:
        return raw
    raise RuleError(
        "number",
        gettext_noop("%(field)s must be a whole number from %(low)s to %(high)s, not %(given)s."),
        where,
        field=where,
        low=low,
        high=high,
        given=shown(raw),
    )


def read_list(raw: object, where: str) -> list[object]:
    """A list. RuleError at ``where``."""
    if isinstance(raw, list):
        return raw
    raise RuleError(
        "type",
        gettext_noop("%(field)s must be a list, not %(given)s."),
        where,
        field=where,
        given=shown(raw),
    )


def read_text(raw: object, where: str, most: int = LONGEST_TEXT) -> str:
    """A text that can be written and is not empty. RuleError at ``where``."""
    if type(raw) is not str or not raw or len(raw) > most:
        raise RuleError(
            "type",
            ngettext_lazy(
                "%(field)s must be a text of at most %(most)s character, not %(given)s.",
                "%(field)s must be a text of at most %(most)s characters, not %(given)s.",
                "most",
            ),
            where,
            field=where,
            most=most,
            given=shown(raw),
        )
    if any("\ud800" <= letter <= "\udfff" for letter in raw):
        raise RuleError(
            "text",
            gettext_noop("This text holds half a character and cannot be written. Type it again."),
            where,
        )
    return raw


def told_text(raw: Unverified, key: str, most: int = LONGEST_TEXT) -> str | None:
    """The text of a field that may be left out. RuleError at ``key``."""
    return None if raw.get(key) is None else read_text(raw[key], key, most)
