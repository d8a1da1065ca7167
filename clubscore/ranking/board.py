"""A board: its number, who deals, who is vulnerable, its cards and its par."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from clubscore.deals.dealt_board import (
    HIGHEST_BOARD,
    VULNERABILITIES,
    usual_dealer,
    usual_vulnerable,
)
from clubscore.deals.hands import read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, Phrase, gettext_noop
from clubscore.ranking.numbers import read_score
from clubscore.ranking.object_fields import (
    only_fields,
    read_choice,
    read_list,
    read_text,
    read_whole,
)
from clubscore.ranking.tasks import Task, read_tasks

FIELDS = ("number", "dealer", "vulnerable", "deal", "par", "tasks", "commentary")
PAR_FIELDS = ("contract", "declarer", "score", "note")
LONGEST_COMMENTARY = 4000
# More than so many boards are told as a range.
MOST_LISTED = 8


class Par(NamedTuple):
    """What is par on a board, as points of N-S, and the contract that reaches it.

    ``note`` says why it is not the double-dummy par, where it is not.
    """

    score: int
    contract: str | None = None
    declarer: str | None = None
    note: str | None = None

    def facts(self) -> dict[str, Any]:
        """The par as an event file writes it, what is not told left out."""
        told = {"contract": self.contract, "declarer": self.declarer}
        facts: dict[str, Any] = {key: value for key, value in told.items() if value is not None}
        facts["score"] = self.score
        return facts if self.note is None else facts | {"note": self.note}


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

    def facts(self) -> dict[str, Any]:
        """The board as an event file writes it, what follows the number left out."""
        facts: dict[str, Any] = {"number": self.number}
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


def read_board(raw: Any) -> Board:
    """Verify one board. RuleError names the field."""
    only_fields(raw, FIELDS, ("number",))
    number = read_whole(raw["number"], "number", 1, HIGHEST_BOARD)
    dealer, vulnerable = raw.get("dealer"), raw.get("vulnerable")
    if dealer is not None:
        read_choice(dealer, "dealer", COMPASS)
    if vulnerable is not None:
        read_choice(vulnerable, "vulnerable", VULNERABILITIES)
    deal = raw.get("deal")
    if deal is not None:
        _check_deal(number, read_text(deal, "deal"))
    par, commentary = raw.get("par"), raw.get("commentary")
    return Board(
        number,
        dealer,
        vulnerable,
        deal,
        None if par is None else read_par(par),
        read_tasks(raw.get("tasks", [])),
        None
        if commentary is None
        else read_text(commentary, "commentary", most=LONGEST_COMMENTARY),
    )


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


def read_par(raw: Any) -> Par:
    """Verify the par of a board. RuleError at ``par``."""
    try:
        only_fields(raw, PAR_FIELDS, ("score",))
        score = read_score(raw["score"], "score")
        for key in ("contract", "note"):
            if raw.get(key) is not None:
                read_text(raw[key], key)
        if raw.get("declarer") is not None:
            read_choice(raw["declarer"], "declarer", COMPASS)
    except RuleError as error:
        raise error.under("par") from None
    return Par(score, raw.get("contract"), raw.get("declarer"), raw.get("note"))


def read_boards(raw: Any) -> dict[int, Board]:
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


def board_of(boards: Mapping[int, Board], raw: Any, where: str) -> Board:
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
