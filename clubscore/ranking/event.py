"""An event: everything that was reported of it, verified. What follows from it is computed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import Board, read_boards
from clubscore.ranking.contestant import (
    IMPS,
    PERCENT_OF_TOP,
    POINTS,
    VP,
    Contestant,
    Penalty,
    read_contestants,
    read_penalties,
)
from clubscore.ranking.object_fields import only_fields, read_choice, read_text
from clubscore.ranking.options import USUAL, Options, read_options
from clubscore.ranking.result import Result
from clubscore.ranking.result_reader import ResultReader
from clubscore.ranking.valuation import Valuation, find_valuation

FORMAT = "clubscore-event/1"
PAIRS, INDIVIDUALS, TEAMS = KINDS = ("pairs", "individuals", "teams")
MATCHPOINTS, CROSS_IMPS, BUTLER = "matchpoints", "cross-imps", "butler-imps"
TOTAL_POINTS, PAR = "total-points", "par"
BOARD_A_MATCH, TEAM_IMPS = "board-a-match", "imps-vp"
# Every scoring with the units in which a penalty may be taken off.
SCORINGS: Mapping[str, tuple[str, ...]] = {
    MATCHPOINTS: (PERCENT_OF_TOP, POINTS),
    CROSS_IMPS: (IMPS, POINTS),
    BUTLER: (IMPS, POINTS),
    TOTAL_POINTS: (POINTS,),
    PAR: (POINTS, IMPS),
    BOARD_A_MATCH: (PERCENT_OF_TOP, POINTS),
    TEAM_IMPS: (VP, POINTS),
}
TEXTS = ("name", "date", "club")
FIELDS = (
    "format", *TEXTS, "contestants_are", "game", "rules", "scoring", "winners", "options",
    "contestants", "boards", "results", "penalties",
)  # fmt: skip
NEEDED = ("format", "game", "scoring", "contestants", "boards", "results")


@dataclass(frozen=True)
class Event:
    """One duplicate or par event. ``about`` is its name, date and club, where they are told."""

    valuation: Valuation
    scoring: str
    contestants: Mapping[str, Contestant]
    boards: Mapping[int, Board]
    results: tuple[Result, ...]
    contestants_are: str = PAIRS
    winners: int = 1
    options: Options = USUAL
    penalties: tuple[Penalty, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)

    def facts(self) -> dict[str, Any]:
        """The event as its file writes it: always in the same order, defaults left out."""
        facts: dict[str, Any] = {"format": FORMAT, **self.about}
        if self.contestants_are != PAIRS:
            facts["contestants_are"] = self.contestants_are
        facts["game"] = self.valuation.key
        if self.valuation.given_rules:
            facts["rules"] = dict(self.valuation.given_rules)
        facts["scoring"] = self.scoring
        if self.winners != 1:
            facts["winners"] = self.winners
        if self.options.given:
            facts["options"] = self.options.facts()
        facts["contestants"] = [each.facts() for each in self.contestants.values()]
        facts["boards"] = [each.facts() for each in self.boards.values()]
        facts["results"] = [each.facts(self.contract(each)) for each in self.results]
        if self.penalties:
            facts["penalties"] = [each.facts() for each in self.penalties]
        return facts

    def written(self) -> str:
        """The event as a file of one line; reading it and writing it again gives the same bytes."""
        return json.dumps(self.facts(), ensure_ascii=False) + "\n"

    def contract(self, result: Result) -> str | None:
        """The contract of a result as it is written, None where none is known."""
        return None if result.deal is None else self.valuation.contract_of(result.deal)


def read_event(raw: Any) -> Event:
    """Verify an event. RuleError names the field, like ``results[17].contract``."""
    only_fields(raw, FIELDS)
    _format(raw)
    only_fields(raw, FIELDS, NEEDED)
    kind = read_choice(raw.get("contestants_are", PAIRS), "contestants_are", KINDS)
    valuation = find_valuation(raw["game"], raw.get("rules"))
    scoring = read_choice(raw["scoring"], "scoring", tuple(SCORINGS))
    check_kind(scoring, kind)
    winners = _winners(raw, kind)
    contestants = read_contestants(raw["contestants"], winners)
    boards = read_boards(raw["boards"])
    reader = ResultReader(valuation, boards, contestants, individuals=kind == INDIVIDUALS)
    event = Event(
        valuation,
        scoring,
        contestants,
        boards,
        read_results(reader, raw["results"]),
        kind,
        winners,
        read_options(raw.get("options", {})),
        read_penalties(raw.get("penalties", []), contestants),
        {key: read_text(raw[key], key) for key in TEXTS if key in raw},
    )
    _check_penalties(event)
    check_par(event, event.scoring)
    return event


def read_results(reader: ResultReader, raw: Any) -> tuple[Result, ...]:
    """Verify a list of results. RuleError at ``results[n]``."""
    if not isinstance(raw, list):
        raise RuleError(
            "type", gettext_noop("results is a list, not %(given)s."), "results", given=shown(raw)
        )
    results = []
    for at, each in enumerate(raw):
        try:
            results.append(reader.read(each))
        except RuleError as error:
            raise error.under(f"results[{at}]") from None
    return tuple(results)


def _format(raw: Mapping[str, Any]) -> None:
    if raw.get("format", FORMAT) != FORMAT:
        raise RuleError(
            "format",
            gettext_noop('format is "%(known)s", not %(given)s.'),
            "format",
            known=FORMAT,
            given=shown(raw["format"]),
        )


def check_kind(scoring: str, kind: str) -> None:
    """Victory points are of matches. RuleError at ``scoring`` where pairs or individuals play."""
    if scoring == TEAM_IMPS and kind != TEAMS:
        raise RuleError(
            "scoring",
            gettext_noop("imps-vp is for teams: contestants_are is teams there."),
            "scoring",
        )


def _winners(raw: Mapping[str, Any], kind: str) -> int:
    winners = raw.get("winners", 1)
    if type(winners) is not int or winners not in (1, 2):
        raise RuleError(
            "winners",
            gettext_noop("winners is 1 or 2, not %(given)s."),
            "winners",
            given=shown(winners),
        )
    if winners == 2 and kind != PAIRS:
        raise RuleError(
            "winners",
            gettext_noop("There are two winners only where pairs play; %(kind)s have one."),
            "winners",
            kind=kind,
        )
    return winners


def _check_penalties(event: Event) -> None:
    """A penalty is in a unit that this scoring knows."""
    units = SCORINGS[event.scoring]
    for at, penalty in enumerate(event.penalties):
        try:
            read_choice(penalty.unit, "unit", units)
        except RuleError as error:
            raise error.under(f"penalties[{at}]") from None


def check_par(event: Event, scoring: str) -> None:
    """At a par contest every board that has a result has a par. RuleError at ``boards[n].par``."""
    if scoring != PAR:
        return
    played = {result.board for result in event.results if result.played}
    for at, board in enumerate(event.boards.values()):
        if board.par is None and board.number in played:
            raise RuleError(
                "par",
                gettext_noop("Board %(number)s has results, so a par contest needs its par."),
                f"boards[{at}].par",
                number=board.number,
            )
