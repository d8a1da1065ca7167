"""Tasks of a par contest as lines that an organiser types, one a task.

``NS bidding 4: 4S 5S``, ``EW lead 3: DK DQ``, ``NS play 6: 10`` (tricks at least), ``EW defence 5:
9`` (declarer's tricks at most); anything else after the colon is what the director looks for.
"""

from __future__ import annotations

import re

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.tasks import (
    BIDDING,
    CARD,
    DEFENCE,
    LEAD,
    PLAY,
    CriterionFacts,
    Task,
    TaskFacts,
    read_tasks,
)

LINE = re.compile(r"(NS|EW)\s+([a-z]+)\s+([0-9]{1,3})\s*:\s*(\S.*)", re.IGNORECASE)
CONTRACT = re.compile(r"[1-7](?:C|D|H|S|NT|NU)|[1-7]N|PASSED", re.IGNORECASE)


def read_task_lines(text: str) -> list[TaskFacts]:
    """The tasks of a text as an event file writes them. RuleError at ``line n``."""
    found = []
    for at, line in enumerate(text.splitlines(), 1):
        if line.strip():
            facts = _read_line(line.strip(), at)
            try:
                read_tasks([facts])
            except RuleError as error:
                where = f"line {at}"
                raise RuleError(error.code, error.phrase, where, **error.params) from None
            found.append(facts)
    return found


def _read_line(line: str, at: int) -> TaskFacts:
    match = LINE.fullmatch(line)
    if match is None:
        raise RuleError(
            "task-line",
            gettext_noop(
                "A task is a line like %(example)s: the side, the kind, the points, then what"
                " to do. Check this one: %(given)s."
            ),
            f"line {at}",
            example="NS bidding 4: 4S",
            given=shown(line),
        )
    side, kind, points, rest = match.groups()
    return {
        "side": side.upper(),
        "kind": kind.lower(),
        "points": int(points),
        **_criterion(kind.lower(), rest.strip()),
    }


def _criterion(kind: str, rest: str) -> CriterionFacts:
    words = rest.replace(",", " ").upper().split()
    if kind == BIDDING and all(CONTRACT.fullmatch(word) for word in words):
        return {"contracts": [_contract(word) for word in words]}
    cards = [word.replace("10", "T") for word in words]
    if kind == LEAD and all(CARD.fullmatch(card) for card in cards):
        return {"leads": cards}
    if kind == PLAY and rest.isdecimal():
        return {"least_tricks": int(rest)}
    if kind == DEFENCE and rest.isdecimal():
        return {"most_tricks": int(rest)}
    return {"what": rest}


def _contract(word: str) -> str:
    if word == "PASSED":
        return word.lower()
    return word + "T" if word.endswith("N") else word


def task_line(task: Task) -> str:
    """A task as the line that says it."""
    limits = [each for each in (task.least_tricks, task.most_tricks) if each is not None]
    said = [*task.contracts, *task.leads, *map(str, limits)]
    return f"{task.side} {task.kind} {task.points}: {' '.join(said) or task.what or '?'}"
