"""A result: who met whom on a board, what became of it, and the ruling where one was given."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple, TypedDict

from clubscore.laws.cards import PARTNERSHIPS
from clubscore.laws.deal import DealFacts, DealReport, Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, gettext_noop
from clubscore.ranking.numbers import exact_text, only_fields, optional_text

RULING_FIELDS = ("law", "reason", "by", "appeal")
# A ruling explains one of these.
RULED: Final = frozenset(("adjusted", "assigned", "split", "not_played"))


class RulingFacts(TypedDict, total=False):
    """What is told of a ruling, as an event file writes it."""

    law: str
    reason: str
    by: str
    appeal: str


class RulingTold(NamedTuple):
    """What is told of a ruling; it explains a result and changes nothing."""

    law: str | None = None
    reason: str | None = None
    by: str | None = None
    appeal: str | None = None

    def facts(self) -> RulingFacts:
        """The ruling as an event file writes it, what is not told left out."""
        facts: RulingFacts = {}
        if self.law is not None:
            facts["law"] = self.law
        if self.reason is not None:
            facts["reason"] = self.reason
        if self.by is not None:
            facts["by"] = self.by
        if self.appeal is not None:
            facts["appeal"] = self.appeal
        return facts


def read_ruling(raw: Unverified) -> RulingTold | None:
    """Verify what a result tells of its ruling, None for nothing. RuleError at ``ruling``."""
    if raw.get("ruling") is None:
        return None
    if not any(key in raw for key in RULED):
        raise RuleError(
            "no-ruling",
            gettext_noop("A ruling belongs to %(ruled)s, not to a result as it was played."),
            "ruling",
            ruled=Either(sorted(RULED)),
        )
    try:
        told = only_fields(raw["ruling"], RULING_FIELDS)
        found = RulingTold(*(optional_text(told, key) for key in RULING_FIELDS))
    except RuleError as error:
        raise error.under("ruling") from None
    return found if any(found) else None


NS, EW = (column.key for column in PARTNERSHIPS)
# A pair or team by its number; where individuals play, the two who formed the pair.
Side = str | tuple[str, str]
# Points of N-S with their parts of the whole.
Weighted = tuple[tuple[int, Fraction], ...]


class OfBothSides(TypedDict):
    """What a ruling gives each side, as an event file writes it: "40", "A+"."""

    ns: str
    ew: str


class SplitScore(TypedDict):
    """A score for each side, points of N-S."""

    ns: int
    ew: int


class AssignedScores(TypedDict):
    """What each side is deemed to have scored: pairs of a score and its part of the whole."""

    ns: list[list[str]]
    ew: list[list[str]]


class SelfInflicted(TypedDict):
    """Of an assigned score: damage that a side inflicted on itself (law 12C1(e)).

    ``table`` is the score of the table, ``could`` what the side could still have had, in points of
    N-S. An event file has what follows from it instead.
    """

    side: str
    table: int
    could: list[list[str]]


class ResultFacts(DealFacts, total=False):
    """A result as an event file writes it: who met whom, and one outcome.

    The outcome is ``contract`` with the facts of its deal, ``passed_out``, ``score``,
    ``adjusted``, ``assigned``, ``split`` or ``not_played``. A contract says bid and doubling at
    once.
    """

    board: int
    round: int
    table: int | str
    section: str
    ns: str
    ew: str
    n: str
    e: str
    s: str
    w: str
    contract: str
    score: int
    adjusted: OfBothSides
    assigned: AssignedScores
    split: SplitScore
    not_played: bool
    self_inflicted: SelfInflicted
    lead: str
    fouled_group: str
    reached: str
    ticked: list[int]
    ruling: RulingFacts
    match_vp: OfBothSides


class Award(NamedTuple):
    """An artificial score: percent of the top.

    ``own`` is 1 where the contestant's own percentage counts if it is better (A+), -1 where it
    counts if it is worse (A-), else 0.
    """

    percent: Fraction
    own: int = 0

    def text(self) -> str:
        """The award as a result writes it."""
        return {1: "A+", -1: "A-"}.get(self.own) or exact_text(self.percent)


class Adjusted(NamedTuple):
    """Artificial scores of both sides: no comparison with others."""

    ns: Award
    ew: Award


class Assigned(NamedTuple):
    """What each side is deemed to have scored, its own list; ``split`` where it is one score."""

    ns: Weighted
    ew: Weighted
    split: bool = False


class Result(NamedTuple):
    """One result of a board.

    ``score`` is N-S's where there is one score that both sides have; else ``ruling`` tells what
    stands instead, None for a board that was scheduled and not played. ``deal`` are the facts it
    came from, None where only the score is known. ``section`` is where it is compared. At a par
    contest ``reached`` is the contract of the auction where the directed one was played instead,
    ``ticked`` are the tasks of the board, counted from 1, that the director found done.
    ``ruled`` says why and by whom, and changes nothing. ``match_vp`` are the victory points that a
    match of pairs brought N-S and E-W, as they were published; one result of the match has them.
    """

    board: int
    ns: Side
    ew: Side
    score: int | None = None
    ruling: Adjusted | Assigned | None = None
    deal: DealReport | None = None
    round: int | None = None
    table: int | str | None = None
    section: str = ""
    given_section: str | None = None
    lead: str | None = None
    fouled_group: str = ""
    reached: str | None = None
    ticked: tuple[int, ...] = ()
    ruled: RulingTold | None = None
    match_vp: tuple[Fraction, Fraction] | None = None

    @property
    def played(self) -> bool:
        """Whether the board counts for both, by play or by a ruling."""
        return self.score is not None or self.ruling is not None

    @property
    def ns_scores(self) -> Weighted | None:
        """What N-S are compared by; None where they are not."""
        return self._real() or (self.ruling.ns if isinstance(self.ruling, Assigned) else None)

    @property
    def ew_scores(self) -> Weighted | None:
        """What E-W are compared by, as points of N-S; None where they are not."""
        return self._real() or (self.ruling.ew if isinstance(self.ruling, Assigned) else None)

    def _real(self) -> Weighted | None:
        return None if self.score is None else ((self.score, Fraction(1)),)

    def facts(self, contract: str | None) -> ResultFacts:
        """The result as an event file writes it; ``contract`` is the deal's, None if passed out."""
        facts: ResultFacts = {"board": self.board}
        if self.round is not None:
            facts["round"] = self.round
        if self.table is not None:
            facts["table"] = self.table
        if self.given_section is not None:
            facts["section"] = self.given_section
        facts = {**facts, **_seated(self), **self._outcome(contract)}
        if self.lead is not None:
            facts["lead"] = self.lead
        if self.fouled_group:
            facts["fouled_group"] = self.fouled_group
        if self.reached is not None:
            facts["reached"] = self.reached
        if self.ticked:
            facts["ticked"] = list(self.ticked)
        if self.ruled is not None:
            facts["ruling"] = self.ruled.facts()
        if self.match_vp is not None:
            ns, ew = self.match_vp
            facts["match_vp"] = {"ns": exact_text(ns), "ew": exact_text(ew)}
        return facts

    def _outcome(self, contract: str | None) -> ResultFacts:
        if self.deal is not None:
            facts: ResultFacts = {} if contract is None else {"contract": contract}
            facts = {**facts, **self.deal.facts()}
            if contract is not None:
                del facts["bid"]
                facts.pop("doubling", None)
            return facts
        if self.score is not None:
            return {"score": self.score}
        return ruling_facts(self.ruling)


def seats(result: Result) -> dict[str, str]:
    """Who sat where, as an event file writes it: two sides, or four players."""
    return {seat: str(number) for seat, number in _seated(result).items()}


def _seated(result: Result) -> ResultFacts:
    if isinstance(result.ns, str) and isinstance(result.ew, str):
        return {"ns": result.ns, "ew": result.ew}
    return {"n": result.ns[0], "e": result.ew[0], "s": result.ns[1], "w": result.ew[1]}


def members(side: Side) -> tuple[str, ...]:
    """The contestants of a side."""
    return (side,) if isinstance(side, str) else side


def ruling_facts(ruling: Adjusted | Assigned | None) -> ResultFacts:
    """What stands instead of a score, as an event file writes it."""
    if ruling is None:
        return {"not_played": True}
    if isinstance(ruling, Adjusted):
        return {"adjusted": {"ns": ruling.ns.text(), "ew": ruling.ew.text()}}
    if ruling.split:
        return {"split": {"ns": ruling.ns[0][0], "ew": ruling.ew[0][0]}}
    return {"assigned": {"ns": _weighted(ruling.ns), "ew": _weighted(ruling.ew)}}


def _weighted(scores: Weighted) -> list[list[str]]:
    return [[str(score), str(weight)] for score, weight in scores]
