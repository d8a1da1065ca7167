"""Our notes inside other programs' files, for what their formats have no place for.

A note sets fields of an event file over those that were read; null takes a field away. `of` is a
sum over what the fields said when the note was written: where somebody has changed them since,
the fields count and the reader says so. A file that lost some of its notes is refused.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from django.utils.translation import gettext as _

from clubscore.files.event_format import ImportedEvent
from clubscore.files.foreign import Foreign, Printed
from clubscore.files.json_text import is_object, read_values
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Board, Contestant, EventFile, Result, read_boards, read_contestants
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.event import TEXTS
from clubscore.ranking.numbers import only_fields, read_choice, read_list, read_whole

FORMAT = "clubscore-notes/1"
NAME = "clubscore"
# What an event says of itself besides who played what.
HEAD = (
    *TEXTS, "contestants_are", "game", "rules", "scoring", "winners", "options", "penalties",
)  # fmt: skip
# As ``{"of": "1f2e3d4c", "set": {"score": null, "split": {"ns": 420, "ew": 50}}}``. It stands with
# an event, a contestant, a board or a result, and says only what the fields there could not.
NOTE = ("of", "set")
EVENT_NOTE = ("format", "notes", *NOTE, "contestants", "boards")
SUM = re.compile(r"[0-9a-f]{8}")
MOST_NOTES = 100_000
# Whatever a note sets, it belongs to whom these name.
NAMED_BY = ("number", "board", "ns", "ew", "n", "e", "s", "w")


class _NoteFacts(TypedDict):
    """A note as it is written: what stands under it, and what it sets."""

    of: str
    set: Unverified


class _EventNoteFacts(_NoteFacts):
    """The note of an event: besides, how many others there are, and what no line tells."""

    format: str
    notes: int
    contestants: NotRequired[list[str]]
    boards: NotRequired[list[BoardFacts]]


class Raw(NamedTuple):
    """A note as it stands in a file, and where."""

    text: str
    where: str


class NotedPart(NamedTuple):
    """A contestant, a board or a result as the fields of a file tell it, and the notes with it.

    Of a result: the ``score`` of North-South that stands there, or the ``problem`` why its fields
    alone tell nothing.
    """

    facts: Unverified
    where: str = ""
    notes: tuple[Raw, ...] = ()
    score: int | None = None
    problem: RuleError | None = None


class Note(NamedTuple):
    """A note that was read: the sum of what it stands over, and what it sets."""

    of: str
    sets: Unverified
    where: str

    def fits(self, plain: Unverified) -> bool:
        """Whether the fields say what they said when the note was written."""
        return self.of == _sum(plain, self.sets)

    def over(self, plain: Unverified) -> Unverified:
        """What the fields and the note tell together."""
        both = {**plain, **self.sets}
        return {key: value for key, value in both.items() if value is not None}


class EventNote(NamedTuple):
    """The note of an event: how many others there are, everybody's order, boards nobody played."""

    note: Note
    others: int
    contestants: tuple[str, ...]
    boards: tuple[object, ...]


class EventNotes(NamedTuple):
    """The notes of an event, each as text, empty where the fields say everything."""

    event: str
    contestants: tuple[str, ...]
    boards: tuple[str, ...]
    results: tuple[str, ...]


def read_note(notes: Sequence[Raw]) -> Note | None:
    """Return the note of a part, None where it has none. RuleError at the note's place."""
    if not notes:
        return None
    raw = _one(notes)
    value = _value(raw)
    try:
        only_fields(value, NOTE, NOTE)
        return _note(value, raw.where)
    except RuleError as error:
        raise error.under(raw.where) from None


def read_event_note(notes: Sequence[Raw]) -> EventNote | None:
    """Return the note of an event, None where it has none. RuleError at the note's place."""
    if not notes:
        return None
    raw = _one(notes)
    value = _value(raw)
    try:
        only_fields(value, EVENT_NOTE, ("format", "notes", *NOTE))
        read_choice(value["format"], "format", (FORMAT,))
        note = _note(value, raw.where)
        only_fields(note.sets, HEAD)
        order = read_list(value.get("contestants", []), "contestants")
        return EventNote(
            note,
            read_whole(value["notes"], "notes", 0, MOST_NOTES),
            tuple(each for each in order if type(each) is str),
            tuple(read_list(value.get("boards", []), "boards")),
        )
    except RuleError as error:
        raise error.under(raw.where) from None


def _one(notes: Sequence[Raw]) -> Raw:
    if len(notes) > 1:
        raise RuleError(
            "note-twice",
            gettext_noop("Two notes belong to the same line. Keep one."),
            notes[1].where,
        )
    return notes[0]


def _value(raw: Raw) -> Unverified:
    value = next(read_values(raw.text))
    if isinstance(value, RuleError):
        raise RuleError(value.code, value.phrase, raw.where, **value.params)
    return value


def _note(value: Unverified, where: str) -> Note:
    of, sets = value["of"], value["set"]
    if type(of) is not str or not SUM.fullmatch(of):
        raise RuleError(
            "note",
            gettext_noop(
                "of must be the sum of eight characters with which a note is written, not"
                " %(given)s."
            ),
            "of",
            given=shown(of),
        )
    if not is_object(sets):
        raise RuleError(
            "note",
            gettext_noop("set must be an object with fields of an event file, not %(given)s."),
            "set",
            given=shown(sets),
        )
    return Note(of, sets, where)


def notes_for(
    event: EventFile,
    head: Unverified,
    contestants: Iterable[tuple[Contestant, Unverified]],
    boards: Iterable[tuple[Board, Unverified]],
    results: Iterable[tuple[Result, Unverified]],
) -> EventNotes:
    """Return the notes that a file needs; each part stands beside what its fields tell."""
    who, there = list(contestants), list(boards)
    parts = (
        tuple(_beside(_but_numbers(one.facts()), _but_numbers(plain)) for one, plain in who),
        tuple(_beside(one.facts(), plain) for one, plain in there),
        tuple(_beside(one.facts(event.contract(one)), plain) for one, plain in results),
    )
    facts: Unverified = event.facts()
    true_head = {key: facts[key] for key in HEAD if key in facts}
    sets = _difference(true_head, head)
    count = sum(1 for texts in parts for text in texts if text)
    note: _EventNoteFacts = {"format": FORMAT, "notes": count, "of": _sum(head, sets), "set": sets}
    if [one.number for one, _plain in who] != list(event.contestants):
        note["contestants"] = list(event.contestants)
    told = {board.number for board, _plain in there}
    others = [board.facts() for board in event.boards.values() if board.number not in told]
    if others:
        note["boards"] = others
    return EventNotes(_text(note), *parts)


def _but_numbers(who: Unverified) -> Unverified:
    """A contestant without member numbers: they go out in fields made for them, or not at all."""
    return {key: value for key, value in who.items() if key != "numbers"}


def _beside(told: Unverified, plain: Unverified) -> str:
    """The note that makes of what the fields tell what is told; empty where they tell it."""
    sets = _difference(told, plain)
    return _text({"of": _sum(plain, sets), "set": sets}) if sets else ""


def _difference(told: Unverified, plain: Unverified) -> Unverified:
    sets = {key: value for key, value in told.items() if plain.get(key) != value}
    return {**sets, **{key: None for key in plain if key not in told}}


def _sum(plain: Unverified, sets: Unverified) -> str:
    """Eight signs that differ where the fields that a note stands over say something else."""
    keys = sorted({*sets, *NAMED_BY})
    said = json.dumps([[key, plain[key]] for key in keys if key in plain], sort_keys=True)
    return f"{zlib.crc32(said.encode()):08x}"


def _text(value: _NoteFacts) -> str:
    """A note in signs that no format reads as its own, in one word."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace(" ", "\\u0020").replace("?>", "?\\u003e")


def called(event: EventFile, nobody: Sequence[str] = ()) -> dict[str, str]:
    """Return what each contestant is called in a file: in one line, no word for nobody, no two."""
    found: dict[str, str] = {}
    taken = {"", *nobody}
    for number in event.contestants:
        plain = " ".join("".join(each if each.isprintable() else " " for each in number).split())
        told, more = plain, 2
        while told in taken:
            told, more = f"{plain} ({more})".strip(), more + 1
        taken.add(told)
        found[number] = told
    return found


# ---- An event put together of fields and notes.


class PlainEvent(NamedTuple):
    """An event as the fields of a file tell it, and the notes that stand with each part.

    ``printed`` is what the file prints of each contestant, ``notes`` are the event's own, ``said``
    is what is told besides and not kept. Boards are those with results.
    """

    head: Unverified
    contestants: list[NotedPart]
    boards: list[NotedPart]
    results: list[NotedPart]
    printed: list[Printed]
    notes: tuple[Raw, ...]
    said: list[str]
    stray: tuple[Raw, ...] = ()


def gathered(plain: PlainEvent) -> ImportedEvent:
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


def _must_be_whole(plain: PlainEvent, over: EventNote | None) -> None:
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


def _noted(part: NotedPart, said: list[str], check: Callable[[Unverified], object]) -> Unverified:
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


def _add(foreign: Foreign, part: NotedPart) -> None:
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
