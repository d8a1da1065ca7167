"""Another program's file, field by field and with our notes over it, put together as an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.foreign import Foreign, Printed
from clubscore.exchange.reading.json_text import is_object
from clubscore.exchange.reading.notes import EventNote, Part, Raw, read_event_note, read_note
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import read_boards, read_contestants


class Plain(NamedTuple):
    """An event as the fields of a file tell it, and the notes that stand with each part.

    ``printed`` is what the file prints of each contestant, ``notes`` are the event's own, ``said``
    is what is told besides and not kept. Boards are those with results.
    """

    head: Unverified
    contestants: list[Part]
    boards: list[Part]
    results: list[Part]
    printed: list[Printed]
    notes: tuple[Raw, ...]
    said: list[str]
    stray: tuple[Raw, ...] = ()


def gathered(plain: Plain) -> Brought:
    """Return the event, compared as its file's own ranking was. RuleError with its place."""
    over = read_event_note(plain.notes)
    _must_be_whole(plain, over)
    said = list(plain.said)
    head, told = plain.head, False
    if over is not None and over.note.fits(head):
        head, told = over.note.over(head), True
    elif over is not None:
        said.append(_changed(over.note.where))
    winners = 1 if head.get("winners", 1) == 1 else 2
    contestants = [_noted(each, said, lambda one: read_contestants([one], winners))
                   for each in plain.contestants]  # fmt: skip
    boards = [_noted(each, said, lambda one: read_boards([one])) for each in plain.boards]
    printed = {
        str(one.get("number")): there for one, there in zip(contestants, plain.printed, strict=True)
    }
    if over is not None:
        boards += _others(boards, over)
        order = {number: at for at, number in enumerate(over.contestants)}
        contestants.sort(key=lambda one: order.get(str(one.get("number")), len(order)))
    foreign = Foreign(
        head,
        contestants,
        _in_order(boards),
        printed,
        notes=said,
        where=over.note.where if over is not None else "",
        told_how=told,
    )
    for each in plain.results:
        _add(foreign, each)
    return foreign.brought()


def _must_be_whole(plain: Plain, over: EventNote | None) -> None:
    """All notes that were written are here. RuleError at the event's, or at one without it."""
    parts = (*plain.contestants, *plain.boards, *plain.results)
    found = [note for part in parts for note in part.notes]
    if plain.stray:
        raise RuleError(
            "notes",
            gettext_noop("This note belongs to nothing in the file. Remove it."),
            plain.stray[0].where,
        )
    if over is None and found:
        raise RuleError(
            "notes",
            gettext_noop(
                "There is a note here but none in the event. Use the file as it was exported."
            ),
            found[0].where,
        )
    if over is not None and over.others != len(found):
        raise RuleError(
            "notes",
            gettext_noop(
                "%(count)s notes were written into this file, but %(found)s are in place. Use"
                " the file as it was exported."
            ),
            over.note.where,
            count=over.others,
            found=len(found),
        )


def _noted(part: Part, said: list[str], check: Callable[[Unverified], object]) -> Unverified:
    """What a part tells with its note. RuleError at the note for what cannot be."""
    note = read_note(part.notes)
    if note is None:
        return part.facts
    if not note.fits(part.facts):
        said.append(_changed(note.where))
        return part.facts
    facts = _a_name_each(note.over(part.facts))
    try:
        check(facts)
    except RuleError as error:
        field = error.where.partition("]")[2].lstrip(".")
        raise RuleError(error.code, error.phrase, field, **error.params).under(note.where) from None
    return facts


def _a_name_each(facts: Unverified) -> Unverified:
    """The facts with as many objects of numbers as names, where a note says other names."""
    names, numbers = facts.get("names"), facts.get("numbers")
    if not isinstance(numbers, list):
        return facts
    count = len(names) if isinstance(names, list) else 0
    padded: list[object] = [*numbers, *({} for _more in range(count))]
    return {**facts, "numbers": padded[:count]}


def _others(boards: Iterable[Unverified], over: EventNote) -> list[Unverified]:
    """The boards that only the event's note tells. RuleError there."""
    there = {each["number"] for each in boards}
    try:
        read_boards(list(over.boards))
    except RuleError as error:
        raise error.under(over.note.where) from None
    return [each for each in over.boards if is_object(each) and each["number"] not in there]


def _in_order(boards: Iterable[Unverified]) -> list[Unverified]:
    """Boards by their numbers, whole ones: fields tell no others, and notes were looked at."""
    numbered = {number: one for one in boards if isinstance(number := one["number"], int)}
    return [numbered[number] for number in sorted(numbered)]


def _add(foreign: Foreign, part: Part) -> None:
    """Take a result, by its note where that fits. RuleError at its place."""
    note = read_note(part.notes)
    if note is not None and note.fits(part.facts):
        foreign.add(note.over(part.facts), None, note.where)
        return
    if note is not None:
        foreign.notes.append(_changed(note.where))
    if part.problem is not None:
        foreign.leave_open(part.facts, part.where, part.problem)
        return
    foreign.take(part.facts, part.score, part.where)


def _changed(where: str) -> str:
    """What is told where somebody changed what a note stands over."""
    text = _("%(where)s: this was changed after export, so its note is ignored.")
    return text % {"where": where}
