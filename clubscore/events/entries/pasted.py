"""Names pasted as a list, one pair a line: who is known, a guest, or to be chosen."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.naming.odd_names import odd_places
from clubscore.club.people.guests import BETWEEN, add_guest
from clubscore.events.entries.opening_event import enter_pair
from clubscore.events.models import Event
from clubscore.events.state.event_now import entries_of
from clubscore.events.terms.formats import MOST_PEOPLE

MOST_LINES, SHOWN = 100, 6
LONGEST = 80
# What a page says of somebody who is nobody here.
GUEST = "guest"
_COMMA = re.compile(r"\s*,\s*")


@dataclass(frozen=True)
class PastedName:
    """A name of the list, and whom of the club it may mean.

    `chosen` is the key of one of them, GUEST, or "" while somebody has to say.
    """

    text: str
    field: str
    people: tuple[Person, ...]
    chosen: str
    # Nothing is asked: one person bears the name whole, or nobody bears any like it.
    is_certain: bool

    @property
    def person(self) -> Person | None:
        """Who was chosen, None for a guest and while it is open."""
        return next((one for one in self.people if str(one.pk) == self.chosen), None)


@dataclass(frozen=True)
class PastedLine:
    """A line of the list with its names; `problem` says what keeps it from being entered."""

    number: int
    names: tuple[PastedName, ...]
    problem: str

    @property
    def is_good(self) -> bool:
        """Whether everyone in it is known, chosen or a guest."""
        return not self.problem and all(name.chosen for name in self.names)


def read_pasted(event: Event, text: str, answers: Mapping[str, str]) -> list[PastedLine]:
    """Return the lines of a list; `answers` say by field who a name is. Three queries."""
    here = people_here(event)
    entered = {
        person.pk for entry in entries_of(event).filter(withdrawn_at=None)
        for person in entry.people
    }  # fmt: skip
    lines = [line.strip() for line in text.splitlines() if line.strip()][:MOST_LINES]
    found: list[PastedLine] = []
    for number, line in enumerate(lines, start=1):
        names = tuple(_named(name, here, answers) for name in _names_in(line))
        found.append(PastedLine(number, names, _problem(event, names, entered)))
        entered |= {name.person.pk for name in names if name.person is not None}
    return found


def _names_in(line: str) -> list[str]:
    between = BETWEEN if BETWEEN.search(line) else _COMMA
    return [" ".join(name.split())[:LONGEST] for name in between.split(line) if name.strip()]


def _named(text: str, here: list[Person], answers: Mapping[str, str]) -> PastedName:
    field = f"who-{_plain(text)}"
    return who_it_is(text, here, field=field, answer=answers.get(field))


def people_here(event: Event) -> list[Person]:
    """Return everyone whom a name may mean. One query."""
    return list(Person.objects.filter(club=event.club_id, active=True, merged_into=None))


def who_it_is(
    text: str,
    here: list[Person],
    *,
    field: str,
    answer: str | None = None,
    by_number: bool = True,
) -> PastedName:
    """Return whom a name may mean: a whole name, a number, or the beginnings of a name's words.

    `answer` is what was chosen in `field`: the key of one of them, or GUEST; None where nobody was
    asked yet. Without `by_number` a number is nobody's: a stranger is not told whose it is.
    """
    plain = " ".join(_plain(text).split())
    whole = [
        one for one in here
        if plain in (_plain(one.name), _plain(one.short_name))
        or (by_number and one.number == text)
    ]  # fmt: skip
    shown = tuple((whole or [one for one in here if _begins(one, plain)])[:SHOWN])
    if len(whole) == 1:
        return PastedName(text, field, shown, str(whole[0].pk), is_certain=True)
    # A name in full that is like nobody's is somebody new; of a single word somebody has to say.
    if not shown and (" " in plain or _is_whole(plain)):
        return PastedName(text, field, shown, GUEST, is_certain=True)
    if answer is None:
        answer = str(shown[0].pk) if len(shown) == 1 else ""
    may_be = {GUEST, *(str(one.pk) for one in shown)}
    return PastedName(text, field, shown, answer if answer in may_be else "", is_certain=False)


def _is_whole(plain: str) -> bool:
    """Return whether a word can be a whole name: of Han letters, Kana, Hangul."""
    return len(plain) > 1 and all(
        unicodedata.name(letter, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
        for letter in plain
    )


def _begins(person: Person, plain: str) -> bool:
    """Return whether each word that was typed begins a word of the person's name."""
    words = _plain(person.name).split()
    return all(any(word.startswith(typed) for word in words) for typed in plain.split())


def _plain(text: str) -> str:
    """Return a name as people type it in a hurry: small letters without accents."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


def _problem(event: Event, names: tuple[PastedName, ...], entered: set[int]) -> str:
    needed = MOST_PEOPLE[event.contestants_are]
    if len(names) != needed:
        text = ngettext("Write %(n)s name on this line.", "Write %(n)s names on this line.", needed)
        return text % {"n": needed}
    for name in names:
        if name.person is not None and name.person.pk in entered:
            return _("%(name)s is already entered.") % {"name": name.person.name}
        if name.chosen == GUEST and odd_places(name.text):
            return _("This name has hidden characters. Write it again without them.")
    chosen = [name.person for name in names if name.person is not None]
    if len(set(chosen)) < len(chosen):
        return _("Choose each player only once.")
    return ""


def counted(lines: list[PastedLine]) -> str:
    """Return how many names are known, guests, to be chosen: "24 known · 1 guest · 1 to choose"."""
    names = [name for line in lines for name in line.names]
    known = sum(name.person is not None for name in names)
    guests = sum(name.chosen == GUEST for name in names)
    left = len(names) - known - guests
    parts = [
        (known, ngettext("%(n)s known", "%(n)s known", known)),
        (guests, ngettext("%(n)s guest", "%(n)s guests", guests)),
        (left, ngettext("%(n)s to choose", "%(n)s to choose", left)),
    ]
    return " · ".join(text % {"n": n} for n, text in parts if n)


def enter_pasted(*, event: Event, lines: list[PastedLine], key: str, actor: Actor) -> None:
    """Enter a list whose lines are all good, and its guests; all of it or nothing. Once by key.

    Raises Refused where somebody was entered meanwhile.
    """
    with transaction.atomic():
        for line in lines:
            people = [
                name.person or add_guest(club=event.club, name=name.text, actor=actor)
                for name in line.names
            ]
            each = f"{key}:{line.number}"
            enter_pair(event=event, people=people, expected="", key=each, actor=actor)
