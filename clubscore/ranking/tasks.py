"""Tasks of a par contest: points for reaching the contract, for the lead, for play and defence.

So the contests of the 1950s and 1960s were scored. A task is of one side; what must be done for
its points is a set of contracts, a set of leads, a number of tricks, or what the director saw.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypedDict

from clubscore.deals.hands import RANKS, SUIT_KEYS
from clubscore.laws.cards import PARTNERSHIPS
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.ranking.numbers import (
    only_fields,
    optional_text,
    read_choice,
    read_list,
    read_text,
    read_whole,
)

BIDDING, LEAD, PLAY, DEFENCE = KINDS = ("bidding", "lead", "play", "defence")
SIDES = tuple(column.key for column in PARTNERSHIPS)
CRITERIA = ("contracts", "leads", "least_tricks", "most_tricks")
FIELDS = ("side", "kind", "points", *CRITERIA, "what")
MOST_TASKS, MOST_POINTS, TRICKS = 12, 100, 13
CARD = re.compile(f"[{''.join(SUIT_KEYS)}][{RANKS}]")


class CriterionFacts(TypedDict, total=False):
    """What a task asks for, as an event file writes it."""

    contracts: list[str]
    leads: list[str]
    least_tricks: int
    most_tricks: int
    what: str


class TaskFacts(CriterionFacts):
    """A task as an event file writes it."""

    side: str
    kind: str
    points: int


class Task(NamedTuple):
    """Points that a side can win on a board.

    ``contracts`` are those to be reached, as a result writes them without doubles; ``leads`` cards
    like ``DK``; ``least_tricks`` declarer must win at least and ``most_tricks`` at most. Where
    there is none of these the director says who did it; ``what`` says what to look for.
    """

    side: str
    kind: str
    points: int
    contracts: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    least_tricks: int | None = None
    most_tricks: int | None = None
    what: str | None = None

    @property
    def is_ticked(self) -> bool:
        """Whether the director says who did it."""
        limits = (self.least_tricks, self.most_tricks)
        return not self.contracts and not self.leads and limits == (None, None)

    def facts(self) -> TaskFacts:
        """The task as an event file writes it."""
        facts: TaskFacts = {"side": self.side, "kind": self.kind, "points": self.points}
        if self.contracts:
            facts["contracts"] = list(self.contracts)
        if self.leads:
            facts["leads"] = list(self.leads)
        if self.least_tricks is not None:
            facts["least_tricks"] = self.least_tricks
        if self.most_tricks is not None:
            facts["most_tricks"] = self.most_tricks
        if self.what is not None:
            facts["what"] = self.what
        return facts


def read_tasks(raw: object) -> tuple[Task, ...]:
    """Verify the tasks of a board. RuleError at ``tasks[n]``."""
    tasks = read_list(raw, "tasks")
    if len(tasks) > MOST_TASKS:
        raise RuleError(
            "tasks",
            ngettext_lazy(
                "A board can have at most %(most)s task.",
                "A board can have at most %(most)s tasks.",
                "most",
            ),
            "tasks",
            most=MOST_TASKS,
        )
    found = []
    for at, each in enumerate(tasks):
        try:
            found.append(_read_task(each))
        except RuleError as error:
            raise error.under(f"tasks[{at}]") from None
    return tuple(found)


def _read_task(raw: object) -> Task:
    raw = only_fields(raw, FIELDS, ("side", "kind", "points"))
    criteria = [key for key in CRITERIA if raw.get(key) is not None]
    if len(criteria) > 1:
        raise RuleError(
            "criterion",
            gettext_noop("A task can have only one criterion. Make two tasks of it."),
            criteria[1],
        )
    limits = {
        key: None if raw.get(key) is None else read_whole(raw[key], key, 0, TRICKS)
        for key in ("least_tricks", "most_tricks")
    }
    return Task(
        read_choice(raw["side"], "side", SIDES),
        read_choice(raw["kind"], "kind", KINDS),
        read_whole(raw["points"], "points", 1, MOST_POINTS),
        _texts(raw, "contracts"),
        _cards(raw),
        limits["least_tricks"],
        limits["most_tricks"],
        optional_text(raw, "what"),
    )


def _texts(raw: Unverified, key: str) -> tuple[str, ...]:
    given = raw.get(key)
    if given is None:
        return ()
    return tuple(read_text(each, f"{key}[{at}]") for at, each in enumerate(read_list(given, key)))


def _cards(raw: Unverified) -> tuple[str, ...]:
    cards = _texts(raw, "leads")
    for at, card in enumerate(cards):
        if not CARD.fullmatch(card):
            raise RuleError(
                "card",
                gettext_noop("A lead must be a card, for example %(example)s, not %(given)s."),
                f"leads[{at}]",
                example="DK",
                given=shown(card),
            )
    return cards


def tickable(tasks: tuple[Task, ...]) -> tuple[int, ...]:
    """The tasks, counted from 1, that the director judges."""
    return tuple(number for number, task in enumerate(tasks, 1) if task.is_ticked)


def read_ticks(raw: object, tasks: tuple[Task, ...]) -> tuple[int, ...]:
    """The tasks, counted from 1, that the director found done. RuleError at ``ticked``."""
    ticked: set[int] = set()
    for each in read_list(raw, "ticked"):
        if type(each) is not int or each not in tickable(tasks):
            raise RuleError(
                "ticked",
                gettext_noop(
                    "ticked must list the numbers of the board's tasks that the director"
                    " judges, not %(given)s."
                ),
                "ticked",
                given=shown(each),
            )
        ticked.add(each)
    return tuple(sorted(ticked))
