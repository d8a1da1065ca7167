"""Movements as plain values: kept as JSON and made again the same."""

import json
from dataclasses import replace

import pytest

from clubscore.laws.errors import RuleError
from clubscore.movements import (
    KINDS,
    Movement,
    MovementRow,
    build,
    late,
    leaving,
    other_length,
    plain_values,
    put_right,
    repair,
)
from clubscore.movements import changes as late_and_leaving
from clubscore.movements import changes as lengths
from clubscore.movements import changes as newcomers
from clubscore.movements import completion as effects
from clubscore.movements import completion as redrawing
from clubscore.movements import repair as match_repair
from clubscore.movements.changes import as_played
from clubscore.movements.chooser import EFFECTS, NOTES


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_movement_is_the_same_after_being_kept(kind: str) -> None:
    count = {"teams-head-to-head": 2, "bowman-mitchell": 16, "web-mitchell": 16}.get(kind, 12)
    movement = build(kind, count)
    assert plain_values.read(json.loads(json.dumps(plain_values.written(movement)))) == movement


def test_so_is_one_that_was_changed() -> None:
    for offer in leaving(as_played(build("mitchell", 13), 2).movement, 3):
        written = json.loads(json.dumps(plain_values.written(offer.movement)))
        assert plain_values.read(written) == offer.movement


def test_every_note_is_kept_as_a_code_not_as_its_words() -> None:
    notes = [
        note for movement in every_movement() for note in plain_values.written(movement)["notes"]
    ]
    assert len({code for code, _ in notes}) > 25
    assert {code for code, _ in notes} <= set(NOTES)


def test_whatever_a_change_says_of_itself_has_a_code() -> None:
    rooms = (effects, late_and_leaving, lengths, match_repair, newcomers, redrawing, repair)
    texts = {
        text
        for room in rooms
        for name, value in vars(room).items()
        for text in (value.values() if isinstance(value, dict) else (value,))
        if name.isupper() and isinstance(text, str) and " " in text
    }
    assert len(texts) > 60
    assert texts - {*NOTES.values(), *EFFECTS.values()} == {lengths.PLAYED}, "that is an error"


def every_movement() -> list[Movement]:
    """Movements of all kinds, and what may be done to some while they run, as it is kept."""
    found = []
    for kind in KINDS:
        for count in range(2, 18):
            for rounds, winners in ((None, None), (None, 1), (3, None), (2, 1)):
                try:
                    found.append(build(kind, count, rounds=rounds, winners=winners))
                except RuleError:
                    continue
    for kind, count in (("mitchell", 13), ("mitchell", 14), ("howell", 8), ("individual", 12)):
        past = as_played(build(kind, count), 2).movement
        offers = [*leaving(past, 3), *late(past), *other_length(past, past.rounds - 1)]
        offers += other_length(past, past.rounds + 1)
        offers += put_right(past, 2, _wrong_boards(past)).offers
        found += [replace(offer.movement, notes=(offer.title,)) for offer in offers]
    return found


def _wrong_boards(movement: Movement) -> list[MovementRow]:
    """The first two rounds, of which the first table played the set of another round."""
    rows = [row for row in movement.rows if row.round <= 2]
    return [rows[0]._replace(set=movement.sets), *rows[1:]]


def test_a_note_that_was_kept_as_a_sentence_stays_so() -> None:
    kept = plain_values.written(build("mitchell", 12))
    old = "%(who)s %(number)s leaves an empty place."
    kept["notes"] = [[old, {"who": {"word": "Pair"}, "number": 3}]]
    movement = plain_values.read(json.loads(json.dumps(kept)))
    assert [str(note) for note in movement.notes] == ["Pair 3 leaves an empty place."]
    assert plain_values.written(movement)["notes"] == [[old, {"who": "Pair", "number": 3}]]
