"""What extras add to the program.

An extra is a folder of `clubscore/extras/` that a server can do without. What it adds stands in its
module `adds`, as one `Extra`; the core asks here and imports none of them. It is read as soon as
somebody asks, so that a command which shows nothing loads nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Model, Q, TextField
from django.db.models.functions import Cast
from django.db.models.lookups import Contains
from django.template.context import Context
from django.urls import URLPattern, get_resolver
from django.utils.functional import Promise

from clubscore.jobs.worker import Work
from clubscore.places import named_extras, of_extras

if TYPE_CHECKING:
    from clubscore.club.models import Club

# What says of a view which extra it is of.
OF_EXTRA = "clubscore_extra"


class Card(NamedTuple):
    """What an extra shows at a place of a page of the core.

    ``told`` is what its template knows besides what the page does; None where it shows nothing.
    """

    template: str
    told: Callable[[Context], Mapping[str, Any] | None] = lambda _page: {}


class JobKind(NamedTuple):
    """A kind of job in the background: what it does, its name, and what asks for it when due."""

    key: str
    work: Callable[[Work], None]
    name: Promise
    ask: Callable[[], object] = lambda: None


@dataclass(frozen=True, kw_only=True)
class Extra:
    """An extra: what it is called, what it is for, and what it adds.

    ``shown_at_first`` says whether a new club has it; a club of before used it that has rows in
    the tables that it ``uses``.
    ``cards`` are shown at named places of the core's pages (`{% cards "person-keys" %}`).
    ``carries`` are its tables that a club's file has, ``stays`` says why it has not others, and
    ``links`` are those of addresses that end when the club moves. ``takes_files`` names its pages
    that take a file. ``parts`` are what a page or a command of the core asks for by name, where
    there is one.
    """

    key: str
    title: Promise
    about: Promise
    shown_at_first: bool = False
    uses: Sequence[type[Model]] = ()
    pages: Sequence[URLPattern] = ()
    papers: Sequence[Any] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    jobs: Sequence[JobKind] = ()
    carries: Sequence[type[Model]] = ()
    stays: Mapping[str, str] = field(default_factory=dict)
    links: Sequence[type[Model]] = ()
    takes_files: Sequence[str] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_seen(self) -> bool:
        """Whether a club sees anything of it: others work unseen, or are a command or a format."""
        return bool(self.pages or self.papers or self.cards)


@cache
def extras() -> tuple[Extra, ...]:
    """Return the extras that are installed."""
    found = tuple(import_module(module).EXTRA for module in of_extras("adds").values())
    for extra in found:
        for page in extra.pages:
            setattr(page.callback, OF_EXTRA, extra.key)
    return found


@cache
def first_shown() -> tuple[str, ...]:
    """Return the keys of those that a new club has: usually shown, or named by the keeper."""
    named = named_extras()
    return tuple(extra.key for extra in extras() if extra.shown_at_first or extra.key in named)


def shown_to(club: "Club | None") -> list[Extra]:
    """Return the extras that a club uses; to whoever is of none, all."""
    if club is None:
        return [*extras()]
    used = first_shown() if club.extras is None else club.extras
    return [extra for extra in extras() if extra.key in used]


def is_shown(key: str, club: "Club | None") -> bool:
    """Whether a club uses an extra."""
    return any(extra.key == key for extra in shown_to(club))


def used_by_its_club(key: str) -> Q:
    """Return what finds the rows whose club uses an extra."""
    chosen = Q(Contains(Cast("club__extras", TextField()), f'"{key}"'))
    return chosen | Q(club__extras__isnull=True) if key in first_shown() else chosen


def may_be_opened(name: str, club: "Club | None") -> bool:
    """Whether there is an address of this name, and the club uses the extra that it is of."""
    key = _extra_of_pages().get(name)
    return is_shown(key, club) if key else name in get_resolver().reverse_dict


@cache
def _extra_of_pages() -> Mapping[str, str]:
    return {str(page.name): extra.key for extra in extras() for page in extra.pages}


def part(name: str) -> Any:
    """Return a part that an extra adds, None where none does."""
    return next((extra.parts[name] for extra in extras() if name in extra.parts), None)
