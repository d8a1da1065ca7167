"""What every entry needs: who wrote it, what was refused, and two people who change one thing.

A form carries the values that its reader saw. Whoever records compares them with what stands now,
so the second of two is shown what the first did, and nothing is lost.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

from django.core.exceptions import BadRequest
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.access import Actor
from clubscore.club.models import User
from clubscore.laws.deal import Unverified


@dataclass(frozen=True)
class FieldChange:
    """One field that somebody else changed meanwhile."""

    label: str
    was: str
    now: str


class ChangedMeanwhile(Exception):
    """Somebody else was quicker; `changes` say what they changed."""

    def __init__(self, changes: list[FieldChange]) -> None:
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
        FieldChange(label_of(type(row), name), _shown(before.get(name)), _shown(now))
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
        raise ChangedMeanwhile([FieldChange(label, _shown(seen), _shown(now))])


def label_of(model: type[Model], name: str) -> str:
    """Return what a page calls a column."""
    return str(getattr(model._meta.get_field(name), "verbose_name", name))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return pgettext("answer", "yes") if value else pgettext("answer", "no")
    return str(value) if value not in ("", None) else _("nothing")


# A form as it was sent, or as a page fills it in: what each field says, a list where it says more.
Given: TypeAlias = Mapping[str, str | list[str]]

# Nine figures fit every database; `str.isdigit` would let "²" pass, which is no number.
NUMBER = re.compile(r"[0-9]{1,9}")


def whole_number(text: str | None) -> int | None:
    """Return a number from 0 to 999,999,999 that a form says, None where it says none."""
    said = (text or "").strip()
    return int(said) if NUMBER.fullmatch(said) else None


def text_of(given: Given, name: str) -> str:
    """Return what a field of a form says, the last where it says more, nothing where it is not."""
    said = given.get(name, "")
    return said if isinstance(said, str) else "".join(said[-1:])


def texts_of(given: Given, name: str) -> list[str]:
    """Return all that a field of a form says."""
    if isinstance(given, MultiValueDict):
        return given.getlist(name)
    said = given.get(name, [])
    return [said] if isinstance(said, str) else list(said)


class TypedTextMiddleware:
    """Turns away forms with the character NUL: nobody types it, PostgreSQL keeps no such text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        """Read the form before the page does."""
        for form in (request.GET, request.POST):
            for name, values in form.lists():
                if "\x00" in name or any("\x00" in value for value in values):
                    raise BadRequest("a character that nobody types")


# A record keeps 64 characters; what follows from an entry is recorded under its key and a suffix.
PLAIN_KEY = re.compile(r"[0-9A-Za-z_:-]{1,40}")


class Authorship(TypedDict):
    """What every record says of its author, as the fields of its row."""

    club_id: int
    user: User | None
    author: str
    device: str
    key: str
    reason: str


def new_key() -> str:
    """Return a key that no form ever had: with it, sending twice counts once."""
    return secrets.token_urlsafe(16)


def key_of(given: Given) -> str:
    """Return the key that a form was rendered with, a new one where it has none.

    One that this program never wrote becomes a short one, always the same.
    """
    key = text_of(given, "key") or new_key()
    return key if PLAIN_KEY.fullmatch(key) else hashlib.sha256(key.encode()).hexdigest()[:40]


def authored(actor: Actor, club_id: int, key: str, reason: str = "") -> Authorship:
    """Return what every record says of its author."""
    return {
        "club_id": club_id,
        "user": actor.user,
        "author": actor.label,
        "device": actor.device,
        "key": key,
        "reason": reason,
    }


class Refused(Exception):
    """What somebody asked for cannot be; the text says why and what to do. Nothing was changed.

    `text` may be the program's own words, which a record keeps by their code. `field` is where on a
    form it belongs, where it has such a place.
    """

    def __init__(self, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.field = field
