"""Two or three movements for an evening, in plain words."""

from contextlib import suppress
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.reading import whole_number
from clubscore.club.templatetags.clubscore import said
from clubscore.duplicate.result_form import Given
from clubscore.laws.errors import RuleError
from clubscore.movements import Movement, build, facts_of, is_sound

FEWEST = 4
TARGET = (20, 30)  # boards of an evening
# Kinds by the number of winners, in the order in which they are offered.
OFFERED = (("mitchell", 2), ("mitchell", 1), ("three-quarter-howell", 1), ("howell", 1))
SHOWN = 3
MOST_PAIRS_OF_HOWELL = 16


class Proposal(NamedTuple):
    """A movement on offer: what chooses it, what it is in words, what is good or bad of it."""

    value: str
    text: str
    remarks: list[str]
    movement: Movement


def proposals(pairs: int, boards: int, minutes: int) -> list[Proposal]:
    """Return what can be offered to so many pairs, the usual first."""
    if pairs < FEWEST:
        return []
    found = []
    for kind, winners in OFFERED:
        if kind != "mitchell" and pairs > MOST_PAIRS_OF_HOWELL:
            continue
        try:
            movement = make(kind, pairs, boards, winners)
        except RuleError:
            continue
        if is_sound(movement):
            found.append(_proposal(movement, minutes))
    if pairs <= 10:
        found.sort(key=lambda one: one.movement.kind == "mitchell")
    return found[:SHOWN]


def make(kind: str, pairs: int, boards: int, winners: int, rounds: int | None = None) -> Movement:
    """Return a movement with so many boards a round. RuleError where there is none such.

    Without a number of rounds as many as an evening takes.
    """
    movement = build(kind, pairs, rounds=rounds, winners=winners)
    if rounds is None and movement.rounds * boards > TARGET[1]:
        fewer = max(1, TARGET[1] // boards)
        with suppress(RuleError):
            movement = build(kind, pairs, rounds=fewer, winners=winners)
    return build(
        kind, pairs, rounds=movement.rounds, boards=movement.sets * boards, winners=winners
    )


def movement_asked(given: Given, pairs: int, boards: int) -> Movement:
    """Return the movement that a form chose. RuleError says what would be right."""
    kind, _colon, winners = given.get("movement", "").partition(":")
    boards = whole_number(given.get("boards")) or boards
    return make(kind, pairs, boards, whole_number(winners) or 1, whole_number(given.get("rounds")))


def _proposal(movement: Movement, minutes: int) -> Proposal:
    facts = facts_of(movement)
    whole = movement.rounds * minutes
    words: dict[str, Any] = {
        "tables": movement.tables,
        "rounds": movement.rounds,
        "boards": movement.boards_per_set,
        "hours": f"{whole // 60}:{whole % 60:02d}",
    }
    text = _("%(tables)s tables, %(rounds)s × %(boards)s boards, about %(hours)s h")
    if any(facts.sit_outs.values()):
        text = _(
            "%(tables)s tables, one pair sits out each round,"
            " %(rounds)s × %(boards)s boards, about %(hours)s h"
        )
    remarks = [_winners(movement)]
    if facts.sets:
        least = min(facts.sets.values()) * movement.boards_per_set
        of = movement.sets * movement.boards_per_set
        if least < of:
            text_ = _("Each pair plays at least %(least)s of %(of)s boards.")
            remarks.append(text_ % {"least": least, "of": of})
    remarks += [said(note) for note in movement.notes]
    return Proposal(f"{movement.kind}:{movement.winners}", text % words, remarks, movement)


def _winners(movement: Movement) -> str:
    if movement.winners == 2:
        return _("Mitchell: North-South stay; two winners, one in each direction.")
    if movement.kind == "mitchell":
        return _("Mitchell with an arrow switch at the end: one winner.")
    if movement.kind == "howell":
        return _("Howell: everybody meets everybody; one winner.")
    return _("Shortened Howell: one winner, some pairs do not meet.")
