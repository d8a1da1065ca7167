"""An event as it was reported, verified, with its options, and the name of the set it plays.

A set's name is the hash of what is played: game, rules, options, and each board's number, dealer,
vulnerability, cards and par. Names, commentary, reasons and lines of play may be written anew.
"""

from __future__ import annotations

import json
from base64 import b32encode
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Literal, TypedDict

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.house_rules import RuleValue
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import Board, BoardFacts, read_boards
from clubscore.ranking.contestant import (
    INDIVIDUALS,
    KINDS,
    PAIRS,
    Contestant,
    ContestantFacts,
    Penalty,
    PenaltyFacts,
    read_contestants,
    read_penalties,
)
from clubscore.ranking.numbers import only_fields, read_choice, read_list, read_text
from clubscore.ranking.options import USUAL, WIN_TIE, Option, Options, options_of, read_win
from clubscore.ranking.result import Result, ResultFacts
from clubscore.ranking.result_reader import ResultReader
from clubscore.ranking.scoring import Scoring
from clubscore.ranking.scorings import check_kind, every_option, find_scoring
from clubscore.ranking.unit import ComparedColumns
from clubscore.ranking.valuation import Valuation, find_valuation


def read_options(raw: object) -> Options:
    """Verify the options. RuleError at ``options.<key>``."""
    known = every_option()
    told: dict[Option, str] = {}
    try:
        raw = only_fields(raw, tuple(option.key for option in known))
        for option in known:
            if option is not WIN_TIE and option.key in raw:
                told[option] = read_choice(raw[option.key], option.key, option.choices)
        if WIN_TIE.key in raw:
            told[WIN_TIE] = read_win(raw[WIN_TIE.key])
    except RuleError as error:
        raise error.under("options") from None
    return options_of(told)


FORMAT = "clubscore-event/1"
TextKey = Literal["name", "date", "club"]
TEXTS: tuple[TextKey, ...] = ("name", "date", "club")
FIELDS = (
    "format", *TEXTS, "contestants_are", "game", "rules", "scoring", "winners", "options",
    "contestants", "boards", "results", "penalties", "simultaneous",
)  # fmt: skip
SIMULTANEOUS = ("closes", "called", "club", "key", "signature")
NEEDED = ("format", "game", "scoring", "contestants", "boards", "results")


class EventFacts(TypedDict, total=False):
    """An event as its file writes it."""

    format: str
    name: str
    date: str
    club: str
    contestants_are: str
    game: str
    rules: dict[str, RuleValue]
    scoring: str
    winners: int
    options: dict[str, str | list[str]]
    contestants: list[ContestantFacts]
    boards: list[BoardFacts]
    results: list[ResultFacts]
    penalties: list[PenaltyFacts]
    simultaneous: dict[str, str]


@dataclass(frozen=True)
class EventFile:
    """One duplicate or par event. ``about`` is its name, date and club, where they are told.

    ``simultaneous`` is of a prepared set: until when it is sealed, signed by the club that calls
    that (see ``contests.hour``, which verifies it).
    """

    valuation: Valuation
    scoring: str
    contestants: Mapping[str, Contestant]
    boards: Mapping[int, Board]
    results: tuple[Result, ...]
    contestants_are: str = PAIRS
    winners: int = 1
    options: Options = USUAL
    penalties: tuple[Penalty, ...] = ()
    about: Mapping[TextKey, str] = field(default_factory=dict)
    simultaneous: Mapping[str, str] = field(default_factory=dict)

    @property
    def scored_by(self) -> Scoring:
        """The way in which its results are compared."""
        return find_scoring(self.scoring)

    def columns(self, key: Callable[[Result], Hashable]) -> ComparedColumns:
        """The results by column, compared where ``key`` is the same.

        They are made once, so that ranking the event again in another way is quicker.
        """
        if key in self._columns:
            self._columns[key].put_in_order()
        else:
            individuals = self.contestants_are == INDIVIDUALS
            made = ComparedColumns(self.results, self.contestants, key, individuals=individuals)
            self._columns[key] = made
        return self._columns[key]

    @cached_property
    def _columns(self) -> dict[Callable[[Result], Hashable], ComparedColumns]:
        return {}

    def facts(self) -> EventFacts:
        """The event as its file writes it: always in the same order, defaults left out."""
        facts: EventFacts = {"format": FORMAT}
        for key, told in self.about.items():
            facts[key] = told
        if self.contestants_are != PAIRS:
            facts["contestants_are"] = self.contestants_are
        facts["game"] = self.valuation.key
        if self.valuation.given_rules:
            facts["rules"] = dict(self.valuation.given_rules)
        facts["scoring"] = self.scoring
        if self.winners != 1:
            facts["winners"] = self.winners
        if self.options.named:
            facts["options"] = self.options.facts()
        facts["contestants"] = [each.facts() for each in self.contestants.values()]
        facts["boards"] = [each.facts() for each in self.boards.values()]
        facts["results"] = [each.facts(self.contract(each)) for each in self.results]
        if self.penalties:
            facts["penalties"] = [each.facts() for each in self.penalties]
        if self.simultaneous:
            facts["simultaneous"] = dict(self.simultaneous)
        return facts

    def written(self) -> str:
        """The event as a file of one line; reading it and writing it again gives the same bytes."""
        return json.dumps(self.facts(), ensure_ascii=False) + "\n"

    def impossible(self) -> Iterator[tuple[Result, int]]:
        """Yield each result with a score that no contract gives, as far as that can be known."""
        for result in self.results:
            if result.deal is None:
                vulnerable = self.boards[result.board].vulnerable
                scores = {*(result.ns_scores or ()), *(result.ew_scores or ())}
                for score in sorted({points for points, _part in scores}):
                    if not self.valuation.may_be(score, vulnerable):
                        yield result, score

    def contract(self, result: Result) -> str | None:
        """The contract of a result as it is written, None where none is known."""
        return None if result.deal is None else self.valuation.contract_of(result.deal)


def read_event(raw: object) -> EventFile:
    """Verify an event. RuleError names the field, like ``results[17].contract``."""
    raw = only_fields(raw, FIELDS)
    _format(raw)
    only_fields(raw, FIELDS, NEEDED)
    kind = read_choice(raw.get("contestants_are", PAIRS), "contestants_are", KINDS)
    valuation = find_valuation(raw["game"], raw.get("rules"))
    scoring = find_scoring(raw["scoring"])
    check_kind(scoring, kind)
    winners = _winners(raw, kind)
    contestants = read_contestants(raw["contestants"], winners)
    boards = read_boards(raw["boards"])
    reader = ResultReader(valuation, boards, contestants, individuals=kind == INDIVIDUALS)
    event = EventFile(
        valuation,
        scoring.key,
        contestants,
        boards,
        read_results(reader, raw["results"]),
        kind,
        winners,
        read_options(raw.get("options", {})),
        read_penalties(raw.get("penalties", []), contestants),
        {key: read_text(raw[key], key) for key in TEXTS if key in raw},
        _simultaneous(raw.get("simultaneous", {})),
    )
    _check_penalties(event)
    scoring.check(event)
    return event


def read_results(reader: ResultReader, raw: object) -> tuple[Result, ...]:
    """Verify a list of results. RuleError at ``results[n]``."""
    results = []
    for at, each in enumerate(read_list(raw, "results")):
        try:
            results.append(reader.read(each))
        except RuleError as error:
            raise error.under(f"results[{at}]") from None
    return tuple(results)


def _format(raw: Unverified) -> None:
    if raw.get("format", FORMAT) != FORMAT:
        raise RuleError(
            "format",
            gettext_noop('format must be "%(known)s", not %(given)s.'),
            "format",
            known=FORMAT,
            given=shown(raw["format"]),
        )


def _winners(raw: Unverified, kind: str) -> int:
    winners = raw.get("winners", 1)
    if type(winners) is not int or winners not in (1, 2):
        raise RuleError(
            "winners",
            gettext_noop("winners must be 1 or 2, not %(given)s."),
            "winners",
            given=shown(winners),
        )
    if winners == 2 and kind != PAIRS:
        raise RuleError(
            "winners",
            gettext_noop("Only pairs can have two winners. Choose one winner."),
            "winners",
        )
    return winners


def _simultaneous(raw: object) -> dict[str, str]:
    """What a set says of its hour: texts alone. RuleError at ``simultaneous.closes`` and so on."""
    raw = only_fields(raw, SIMULTANEOUS)
    return {key: read_text(raw[key], f"simultaneous.{key}") for key in SIMULTANEOUS if key in raw}


def _check_penalties(event: EventFile) -> None:
    """A penalty is in a unit that this scoring knows."""
    units = event.scored_by.units
    for at, penalty in enumerate(event.penalties):
        try:
            read_choice(penalty.unit, "unit", units)
        except RuleError as error:
            raise error.under(f"penalties[{at}]") from None


LENGTH = 20  # letters of the name: a hundred bits


def canonical(event: EventFile) -> bytes:
    """What is played, in one form: keys in order, no spaces, everything said in full."""
    told = {
        "game": event.valuation.key,
        # As they were told: a house rule that a later version knows must not change the name.
        "rules": dict(event.valuation.given_rules or {}),
        "scoring": event.scoring,
        "boards": [_board(board) for _number, board in sorted(event.boards.items())],
    }
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()


def fingerprint(event: EventFile) -> str:
    """The name of a set: twenty letters and digits, in groups of five."""
    letters = b32encode(sha256(canonical(event)).digest()).decode()[:LENGTH]
    return "-".join(letters[at : at + 5] for at in range(0, LENGTH, 5))


def _board(board: Board) -> dict[str, object]:
    par = board.par
    return {
        "number": board.number,
        "dealer": board.dealer,
        "vulnerable": board.vulnerable,
        "deal": board.deal,
        "par": None if par is None else [par.contract, par.declarer, par.score],
        "tasks": [task.facts() for task in board.tasks],
    }
