"""Results as players and files tell them, verified one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from clubscore.laws.deal import DealReport, Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import Either, Every, Word, gettext_noop
from clubscore.ranking.board import Board, board_of
from clubscore.ranking.contestant import Contestant
from clubscore.ranking.numbers import (
    only_fields,
    optional_text,
    read_number,
    read_score,
    read_text,
    read_weight,
    read_whole,
)
from clubscore.ranking.result import Adjusted, Assigned, Award, Result, Side, Weighted, read_ruling
from clubscore.ranking.tasks import read_ticks
from clubscore.ranking.valuation import Valuation

Each = TypeVar("Each")
PLACES = ("board", "round", "table", "section")
OUTCOMES = ("contract", "passed_out", "score", "adjusted", "assigned", "split", "not_played")
HIGHEST_ROUND = 999
MOST_WEIGHTS = 20
# More than so many contestants are not listed in an error.
MOST_LISTED = 30
# What may be noted of a result besides what came of it.
NOTED = ("fouled_group", "reached", "ticked", "ruling", "match_vp")
AWARDS = {
    "A+": Award(Fraction(60), 1),
    "A": Award(Fraction(50)),
    "A-": Award(Fraction(40), -1),
}


class ResultReader:
    """Reads the results of one event: its boards, its contestants, its way of scoring."""

    def __init__(
        self,
        valuation: Valuation,
        boards: Mapping[int, Board],
        contestants: Mapping[str, Contestant],
        *,
        individuals: bool = False,
    ) -> None:
        self._valuation = valuation
        self._boards = boards
        self._contestants = contestants
        self._seats = ("n", "e", "s", "w") if individuals else ("ns", "ew")
        self._of_play = ("declarer", "tricks", *sorted(valuation.more_fields), "lead")
        self._fields = (*PLACES, *self._seats, *OUTCOMES, *self._of_play, *NOTED)

    def read(self, raw: object) -> Result:
        """Verify one result. RuleError names the field and says what would be right."""
        raw = only_fields(raw, self._fields, ("board", *self._seats))
        board = board_of(self._boards, raw["board"], "board")
        ns, ew = self._sides(raw)
        deal, score, ruling = self._outcome(raw, board)
        round_ = None if raw.get("round") is None else _whole(raw, "round")
        section = optional_text(raw, "section")
        return Result(
            board.number,
            ns,
            ew,
            score,
            ruling,
            deal,
            round_,
            _table(raw),
            self._section(section, ns),
            section,
            optional_text(raw, "lead"),
            optional_text(raw, "fouled_group") or "",
            optional_text(raw, "reached"),
            read_ticks(raw["ticked"], board.tasks) if "ticked" in raw else (),
            read_ruling(raw) if "ruling" in raw else None,
            _match_vp(raw),
        )

    def _sides(self, raw: Unverified) -> tuple[Side, Side]:
        who = [self._contestant(raw[seat], seat) for seat in self._seats]
        for at, number in enumerate(who):
            if number in who[:at]:
                raise RuleError(
                    "itself",
                    gettext_noop("%(number)s cannot sit in two places at one table."),
                    self._seats[at],
                    number=number,
                )
        if len(who) == 2:
            return who[0], who[1]
        return (who[0], who[2]), (who[1], who[3])

    def _contestant(self, number: object, where: str) -> str:
        if type(number) is str and number in self._contestants:
            # One text for all results: sums by contestant are found faster by the same object.
            return self._contestants[number].number
        phrase = gettext_noop("%(given)s is not a contestant of this event.")
        known = Every(self._contestants)
        if len(known) <= MOST_LISTED:
            phrase = gettext_noop("The contestants are %(known)s; %(given)s is not one of them.")
        raise RuleError(
            "contestant",
            phrase,
            where,
            known=known,
            given=shown(number),
        )

    def _section(self, told: str | None, ns: Side) -> str:
        first = ns if isinstance(ns, str) else ns[0]
        return told or self._contestants[first].section or ""

    def _outcome(
        self, raw: Unverified, board: Board
    ) -> tuple[DealReport | None, int | None, Adjusted | Assigned | None]:
        told = [key for key in OUTCOMES if key in raw]
        if len(told) != 1:
            raise RuleError(
                "outcome",
                gettext_noop("A result needs exactly one of %(outcomes)s; this one has %(given)s."),
                told[1] if told else "",
                outcomes=Either(OUTCOMES),
                given=Every(told) or Word(gettext_noop("none of them")),
            )
        key = told[0]
        if key != "contract":
            self._nothing_of_play(raw, key)
        if key in ("contract", "passed_out"):
            deal = self._valuation.read_deal(raw) if key == "contract" else _passed_out(raw[key])
            return deal, self._valuation.points(deal, board.vulnerable), None
        if key == "score":
            return None, read_score(raw[key], key), None
        return None, None, _RULINGS[key](raw[key])

    def _nothing_of_play(self, raw: Unverified, outcome: str) -> None:
        """What belongs to a contract stands only beside one."""
        for key in self._of_play:
            if key in raw:
                raise RuleError(
                    "no-contract",
                    gettext_noop("%(field)s belongs to a contract, not to %(outcome)s."),
                    key,
                    field=key,
                    outcome=outcome,
                )


def _whole(raw: Unverified, key: str) -> int:
    return read_whole(raw[key], key, 1, HIGHEST_ROUND)


def _table(raw: Unverified) -> int | str | None:
    """A table is a number, or a name such as ``A3``."""
    table = raw.get("table")
    if table is None:
        return None
    return read_text(table, "table") if type(table) is str else _whole(raw, "table")


def _passed_out(value: object) -> DealReport:
    _only_true(value, "passed_out")
    return DealReport()


def _not_played(value: object) -> None:
    _only_true(value, "not_played")


def _only_true(value: object, field: str) -> None:
    if value is not True:
        raise RuleError(
            "type",
            gettext_noop("%(field)s must be true or left out, not %(given)s."),
            field,
            field=field,
            given=shown(value),
        )


def _match_vp(raw: Unverified) -> tuple[Fraction, Fraction] | None:
    """What a match of pairs brought both sides, None where it stands elsewhere."""
    return None if raw.get("match_vp") is None else _both("match_vp", raw["match_vp"], read_number)


def _adjusted(raw: object) -> Adjusted:
    return Adjusted(*_both("adjusted", raw, _award))


def _award(raw: object, where: str) -> Award:
    if type(raw) is str and raw in AWARDS:
        return AWARDS[raw]
    try:
        percent = read_number(raw, where)
    except RuleError:
        percent = Fraction(-1)
    if not 0 <= percent <= 100:
        raise RuleError(
            "award",
            gettext_noop(
                'An artificial score must be "A+", "A", "A-" or a percentage, not %(given)s.'
            ),
            where,
            given=shown(raw),
        )
    return Award(percent)


def _assigned(raw: object) -> Assigned:
    return Assigned(*_both("assigned", raw, _weights))


def _weights(raw: object, where: str) -> Weighted:
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_WEIGHTS:
        raise RuleError(
            "type",
            gettext_noop(
                'This must be a list of scores and weights, for example [["420", "1"]], not'
                " %(given)s."
            ),
            where,
            given=shown(raw),
        )
    found = []
    for at, each in enumerate(raw):
        here = f"{where}[{at}]"
        if not isinstance(each, list) or len(each) != 2:
            raise RuleError(
                "type",
                gettext_noop(
                    'This must be a score and its weight, for example ["420", "1/3"], not'
                    " %(given)s."
                ),
                here,
                given=shown(each),
            )
        found.append((read_score(each[0], f"{here}[0]"), read_weight(each[1], f"{here}[1]")))
    total = sum(weight for _, weight in found)
    if total != 1:
        raise RuleError(
            "weights",
            gettext_noop("The weights must add up to 1, not %(total)s."),
            where,
            total=str(total),
        )
    return tuple(found)


def _split(raw: object) -> Assigned:
    ns, ew = _both("split", raw, read_score)
    return Assigned(((ns, Fraction(1)),), ((ew, Fraction(1)),), split=True)


def _both(field: str, raw: object, read: Callable[[object, str], Each]) -> tuple[Each, Each]:
    """What stands for each side. RuleError below ``field``."""
    try:
        raw = only_fields(raw, ("ns", "ew"), ("ns", "ew"))
        return read(raw["ns"], "ns"), read(raw["ew"], "ew")
    except RuleError as error:
        raise error.under(field) from None


_RULINGS: Mapping[str, Callable[[object], Adjusted | Assigned | None]] = {
    "adjusted": _adjusted,
    "assigned": _assigned,
    "split": _split,
    "not_played": _not_played,
}
