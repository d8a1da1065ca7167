"""A board: its number, who deals, who is vulnerable, its cards and its par."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.deals.card_play import read_play
from clubscore.deals.hands import (
    HIGHEST_BOARD,
    PACK,
    VULNERABILITIES,
    read_deal,
    usual_dealer,
    usual_vulnerable,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, Phrase, gettext_noop
from clubscore.ranking.numbers import (
    only_fields,
    optional_text,
    read_choice,
    read_list,
    read_score,
    read_whole,
)
from clubscore.ranking.tasks import Task, TaskFacts, read_tasks

FIELDS = ("number", "dealer", "vulnerable", "deal", "par", "tasks", "commentary")
PAR_FIELDS = ("contract", "declarer", "score", "note", "reason", "play")
# Why a board was taken into a set: what there is to decide on it.
REASONS = ("denomination", "competition", "sacrifice", "slam", "nullos")
REASON_FIELDS = ("kind", "instead", "points")
LONGEST_COMMENTARY = 4000
# More than so many boards are told as a range.
MOST_LISTED = 8


class ReasonFacts(TypedDict):
    """Why a board is in a set, as an event file writes it."""

    kind: str
    instead: str
    points: int


class ParFacts(TypedDict):
    """The par of a board as an event file writes it."""

    contract: NotRequired[str]
    declarer: NotRequired[str]
    score: int
    note: NotRequired[str]
    reason: NotRequired[ReasonFacts]
    play: NotRequired[list[str]]


class BoardFacts(TypedDict):
    """A board as an event file writes it, what follows the number left out."""

    number: int
    dealer: NotRequired[str]
    vulnerable: NotRequired[str]
    deal: NotRequired[str]
    par: NotRequired[ParFacts]
    tasks: NotRequired[list[TaskFacts]]
    commentary: NotRequired[str]


class Reason(NamedTuple):
    """What there is to decide on a board: of :data:`REASONS`.

    ``instead`` is the contract that looks as good, and ``points`` how much worse it is for the side
    that chooses.
    """

    kind: str
    instead: str
    points: int

    def facts(self) -> ReasonFacts:
        """As an event file writes it."""
        return {"kind": self.kind, "instead": self.instead, "points": self.points}


class Par(NamedTuple):
    """What is par on a board, as points of N-S, and the contract that reaches it.

    ``note`` says why it is not the double-dummy par, where it is not. ``reason`` is why the board
    was taken into a set, ``play`` a line of best play of the par contract, card by card.
    """

    score: int
    contract: str | None = None
    declarer: str | None = None
    note: str | None = None
    reason: Reason | None = None
    play: tuple[str, ...] = ()

    def facts(self) -> ParFacts:
        """The par as an event file writes it, what is not told left out."""
        facts: ParFacts = {"score": self.score}
        if self.declarer is not None:
            facts = {"declarer": self.declarer, **facts}
        if self.contract is not None:
            facts = {"contract": self.contract, **facts}
        if self.note is not None:
            facts["note"] = self.note
        if self.reason is not None:
            facts["reason"] = self.reason.facts()
        if self.play:
            facts["play"] = list(self.play)
        return facts

    def without_answer(self) -> Par:
        """The score alone, as it is told to those who must not know more."""
        return Par(self.score)


class Board(NamedTuple):
    """One board; dealer and vulnerability follow its number where they are not told.

    ``tasks`` are those of a par contest that gives points for them; ``commentary`` is for whoever
    has played it.
    """

    number: int
    given_dealer: str | None = None
    given_vulnerable: str | None = None
    deal: str | None = None
    par: Par | None = None
    tasks: tuple[Task, ...] = ()
    commentary: str | None = None

    @property
    def dealer(self) -> str:
        """The seat that deals."""
        return self.given_dealer or usual_dealer(self.number)

    @property
    def vulnerable(self) -> str:
        """Who is vulnerable: ``none``, ``NS``, ``EW`` or ``both``."""
        return self.given_vulnerable or usual_vulnerable(self.number)

    def facts(self) -> BoardFacts:
        """The board as an event file writes it, what follows the number left out."""
        facts: BoardFacts = {"number": self.number}
        if self.dealer != usual_dealer(self.number):
            facts["dealer"] = self.dealer
        if self.vulnerable != usual_vulnerable(self.number):
            facts["vulnerable"] = self.vulnerable
        if self.deal is not None:
            facts["deal"] = self.deal
        if self.par is not None:
            facts["par"] = self.par.facts()
        if self.tasks:
            facts["tasks"] = [each.facts() for each in self.tasks]
        if self.commentary is not None:
            facts["commentary"] = self.commentary
        return facts


def read_board(raw: object) -> Board:
    """Verify one board. RuleError names the field."""
    raw = only_fields(raw, FIELDS, ("number",))
    number = read_whole(raw["number"], "number", 1, HIGHEST_BOARD)
    dealer = _choice(raw, "dealer", COMPASS)
    vulnerable = _choice(raw, "vulnerable", VULNERABILITIES)
    deal = optional_text(raw, "deal")
    if deal is not None:
        _check_deal(number, deal)
    par = None if raw.get("par") is None else read_par(raw["par"])
    if par is not None and par.play:
        _check_play(par, deal)
    return Board(
        number,
        dealer,
        vulnerable,
        deal,
        par,
        read_tasks(raw.get("tasks", [])),
        optional_text(raw, "commentary", LONGEST_COMMENTARY),
    )


def _choice(raw: Unverified, key: str, choices: Sequence[str]) -> str | None:
    return None if raw.get(key) is None else read_choice(raw[key], key, choices)


def _check_deal(number: int, deal: str) -> None:
    """The cards are 52. RuleError at ``deal``, with the board and the hand that is wrong."""
    try:
        read_deal(deal)
    except RuleError as error:
        raise RuleError(
            error.code,
            gettext_noop("Board %(board)s: %(why)s"),
            "deal",
            board=number,
            why=Phrase(error.phrase, error.params),
        ) from None


def read_par(raw: object) -> Par:
    """Verify the par of a board. RuleError at ``par``."""
    try:
        raw = only_fields(raw, PAR_FIELDS, ("score",))
        score = read_score(raw["score"], "score")
        contract, note = optional_text(raw, "contract"), optional_text(raw, "note")
        declarer = _choice(raw, "declarer", COMPASS)
        reason = None if raw.get("reason") is None else _read_reason(raw["reason"])
        play = tuple(_card(each) for each in read_list(raw.get("play", []), "play"))
    except RuleError as error:
        raise error.under("par") from None
    return Par(score, contract, declarer, note, reason, play)


def _read_reason(raw: object) -> Reason:
    try:
        raw = only_fields(raw, REASON_FIELDS, REASON_FIELDS)
        kind = read_choice(raw["kind"], "kind", REASONS)
        instead = optional_text(raw, "instead") or ""
        return Reason(kind, instead, read_score(raw["points"], "points"))
    except RuleError as error:
        raise error.under("reason") from None


def _card(raw: object) -> str:
    if isinstance(raw, str) and raw in PACK:
        return raw
    raise RuleError(
        "card-form",
        gettext_noop("%(given)s is not a card. Write suit and rank, like SA or D7."),
        "play",
        given=shown(raw),
    )


def _check_play(par: Par, deal: str | None) -> None:
    """The cards of a line can be played, as far as the deal is told beside it.

    RuleError at ``par.play``.
    """
    if par.contract is None or par.declarer is None:
        raise RuleError(
            "play-of-what",
            gettext_noop("A line of play needs the contract and the declarer of par."),
            "par.play",
        )
    if deal is None:
        return
    denomination = par.contract.strip("1234567X")
    try:
        read_play(read_deal(deal), denomination, par.declarer, par.play)
    except RuleError as error:
        raise error.under("par.play") from None


def read_boards(raw: object) -> dict[int, Board]:
    """Verify the boards of an event, by number. RuleError at ``boards[n]``."""
    boards: dict[int, Board] = {}
    for at, each in enumerate(read_list(raw, "boards")):
        try:
            board = read_board(each)
        except RuleError as error:
            raise error.under(f"boards[{at}]") from None
        if board.number in boards:
            raise RuleError(
                "twice",
                gettext_noop("Board %(number)s appears twice. Remove one of the two."),
                f"boards[{at}].number",
                number=board.number,
            )
        boards[board.number] = board
    return boards


def _range(boards: Collection[int]) -> Phrase:
    ends = {"first": min(boards), "last": max(boards)}
    return Phrase(gettext_noop("%(first)s to %(last)s"), ends)


def board_of(boards: Mapping[int, Board], raw: object, where: str) -> Board:
    """The board of this number. RuleError at ``where`` for one that is not among them."""
    if type(raw) is int and raw in boards:
        return boards[raw]
    raise RuleError(
        "board",
        gettext_noop("The boards of this event are %(known)s; %(given)s is not one of them."),
        where,
        known=Either(boards) if len(boards) <= MOST_LISTED else _range(boards),
        given=shown(raw),
    )
