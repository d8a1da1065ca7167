"""Two people change one thing: the second is shown what the first did, and nothing is lost.

A form carries the values that its reader saw. Whoever records compares them with what stands now.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.laws.deal import Unverified


@dataclass(frozen=True)
class Change:
    """One field that somebody else changed meanwhile."""

    label: str
    was: str
    now: str


class ChangedMeanwhile(Exception):
    """Somebody else was quicker; `changes` say what they changed."""

    def __init__(self, changes: list[Change]) -> None:
        super().__init__(_("This was changed while you had it open. Check it and save again."))
        self.changes = changes


def values_of(row: Model, fields: Iterable[str]) -> Unverified:
    """Return what a reader of the form sees of a row."""
    return {name: getattr(row, name) for name in fields}


def seen_of(row: Model, fields: Iterable[str]) -> str:
    """Return the same as text for a hidden field."""
    return json.dumps(values_of(row, fields), sort_keys=True)


def check_unchanged(row: Model, fields: Iterable[str], seen: str) -> None:
    """Raise ChangedMeanwhile unless the row still stands as it was seen.

    A form that carries nothing readable has seen nothing, so that everything counts as changed.
    """
    before = _read(seen)
    changes = [
        Change(label_of(type(row), name), _shown(before.get(name)), _shown(now))
        for name, now in values_of(row, fields).items()
        if name not in before or before[name] != now
    ]
    if changes:
        raise ChangedMeanwhile(changes)


def _read(seen: str) -> Unverified:
    """Return what a form carries of what its reader saw; nothing where that cannot be read."""
    try:
        carried: object = json.loads(seen)
    except (ValueError, RecursionError):
        return {}
    return carried if isinstance(carried, dict) else {}


def check_seen(label: str, seen: str | None, now: str) -> None:
    """Raise ChangedMeanwhile unless something reads as it was seen; None where nobody looked."""
    if seen is not None and seen != now:
        raise ChangedMeanwhile([Change(label, _shown(seen), _shown(now))])


def label_of(model: type[Model], name: str) -> str:
    """Return what a page calls a column."""
    return str(getattr(model._meta.get_field(name), "verbose_name", name))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return pgettext("answer", "yes") if value else pgettext("answer", "no")
    return str(value) if value not in ("", None) else _("nothing")
