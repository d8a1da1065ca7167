"""What other formats have no place for: notes of ours beside their own fields, which others skip.

A note stands with the event, a contestant, a board or a result, and says only what the fields
there could not: ``{"of": "1f2e3d4c", "set": {"score": null, "split": {"ns": 420, "ew": 50}}}`` sets
fields of an event file over those that were read, and takes away those that are null. ``of`` is a
sum over what the fields said when the note was written: where somebody has changed them since, the
fields count and the reader says so. The event's note also counts the others, so that a file
that lost some of them is refused.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.exchange.reading.json_text import is_object, read_values
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Board, Contestant, Event, Result
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.event import TEXTS
from clubscore.ranking.numbers import only_fields, read_choice, read_list, read_whole

FORMAT = "clubscore-notes/1"
NAME = "clubscore"
# What an event says of itself besides who played what.
HEAD = (
    *TEXTS, "contestants_are", "game", "rules", "scoring", "winners", "options", "penalties",
)  # fmt: skip
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


class Part(NamedTuple):
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


class Written(NamedTuple):
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
    event: Event,
    head: Unverified,
    contestants: Iterable[tuple[Contestant, Unverified]],
    boards: Iterable[tuple[Board, Unverified]],
    results: Iterable[tuple[Result, Unverified]],
) -> Written:
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
    return Written(_text(note), *parts)


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


def called(event: Event, nobody: Sequence[str] = ()) -> dict[str, str]:
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
