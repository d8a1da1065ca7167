"""The saved pages of a session at BBO, put together as an event."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from django.utils.translation import ngettext

from clubscore.club.wording.names import listed
from clubscore.exchange.bbo.bbo_lines import board_facts, outcome_of, points_of
from clubscore.exchange.bbo.bbo_pages import (
    HandsList,
    Line,
    Page,
    Tournament,
    Traveller,
    board_of,
    day_of,
)
from clubscore.exchange.bbo.bbo_pairs import ROBOT, SIDES, Pair, Pairs, who_sat
from clubscore.exchange.reading.event_format import Open
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.foreign import Printed, SeatKey
from clubscore.exchange.reading.left_open import Asking, date_asked
from clubscore.exchange.reading.notes import Part
from clubscore.exchange.reading.with_notes import Plain, gathered
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import MOST_NAMES, ContestantFacts
from clubscore.ranking.event import EventFacts
from clubscore.ranking.member_numbers import BBO, read_member_number
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.scorings.cross_imps import CROSS_IMPS
from clubscore.ranking.scorings.matchpoints import MATCHPOINTS

_NUMBER_BEFORE = re.compile(r"#\d+\s+")
_SCORED: Mapping[str, str] = {
    "IMPS": CROSS_IMPS.key, "IMP": CROSS_IMPS.key, "%": MATCHPOINTS.key, "MPS": MATCHPOINTS.key,
    "MP": MATCHPOINTS.key, "MATCHPOINTS": MATCHPOINTS.key,
}  # fmt: skip
SIDE_KEYS: tuple[SeatKey, ...] = ("ns", "ew")


def sessions_of(pages: Iterable[Page], left: Open) -> list[Brought]:
    """Return the event of each session that pages are of. RuleError at a page and line."""
    found: dict[str, list[Page]] = {}
    for page in pages:
        found.setdefault(page.session, []).append(page)
    loose = found.pop("", [])
    if loose and len(found) > 1:
        raise RuleError(
            "bbo",
            gettext_noop(
                "This page does not say of which tournament it is, and there are pages of"
                " several. Choose the pages of one tournament."
            ),
            loose[0].where,
        )
    if loose:
        found.setdefault(next(iter(found), ""), []).extend(loose)
    return [_Session(key, each, left).brought() for key, each in found.items()]


class _Session:
    """A session: its travellers, and what the other pages say of it."""

    def __init__(self, key: str, pages: list[Page], left: Open) -> None:
        self.key, self.left = key, left
        self.said: list[str] = []
        self.travellers = [each for each in pages if isinstance(each, Traveller)]
        self.hands = [each for each in pages if isinstance(each, HandsList)]
        about = [each for each in pages if isinstance(each, Tournament)]
        self.about = about[0] if about else Tournament(key, "", "", [], "")
        self.where = pages[0].where
        if not self.travellers:
            raise RuleError(
                "bbo",
                gettext_noop(
                    "No traveller of a board is here, and only travellers have every table’s"
                    " result. Open the traveller of each board at BBO, save these pages, and"
                    " choose them together or as a zip."
                ),
                self.where,
            )
        self.boards = self._boards()
        played = [
            (number, who_sat(line, side))
            for number, lines in self.boards.items()
            for line, _from in lines
            for side in SIDES
        ]
        self.pairs = Pairs(self.about.pairs, played)
        self.called = {id(pair): str(at) for at, pair in enumerate(self._taking_part(), 1)}

    def _taking_part(self) -> list[Pair]:
        """Those who played, and those who are ranked: a page of before may list others."""
        return [each for each in self.pairs.pairs if each.boards]

    def _boards(self) -> dict[int, list[tuple[Line, str]]]:
        """The lines of each board, each with the side from which it counts; each table once."""
        boards: dict[int, dict[tuple[str, ...], tuple[Line, str]]] = {}
        for traveller in self.travellers:
            lines = boards.setdefault(self._number(traveller), {})
            for line in traveller.lines:
                who = tuple(who_sat(line, side).keys for side in SIDES)
                lines.setdefault(tuple(key for two in who for key in two), (line, traveller.side))
        return {number: list(boards[number].values()) for number in sorted(boards)}

    def _number(self, traveller: Traveller) -> int:
        """The number of a board: its movies say it, else the list of some pair's hands."""
        told = {number for line in traveller.lines if (number := board_of(line))}
        listed_as = {
            each.boards[traveller.key] for each in self.hands if traveller.key in each.boards
        }
        found = told or listed_as
        if len(found) == 1:
            return found.pop()
        raise RuleError(
            "bbo",
            gettext_noop(
                "This traveller does not say which board it is: its movies name none, or several."
                " Save the list of a pair’s hands as well."
            ),
            traveller.where,
        )

    def brought(self) -> Brought:
        """Return the session as an event, ranked as its tournament page ranks it."""
        asking = Asking(self.left.scoring, later=self.left.ask)
        head = self._head(asking)
        two = self._two()
        if two:
            head["winners"] = 2
        several = len({pair.ranked.section for pair in self._taking_part() if pair.ranked}) > 1
        pairs = self._taking_part()
        plain = Plain(
            head,
            [Part(self._contestant(each, two, several)) for each in pairs],
            [
                Part(board_facts(number, [line for line, _side in lines]))
                for number, lines in self.boards.items()
            ],
            [
                self._result(number, line, side, several)
                for number, lines in self.boards.items()
                for line, side in lines
            ],
            [_printed(each, several) for each in pairs],
            (),
            [*self.pairs.told(), *self._missing()],
        )
        found = gathered(plain)
        return found._replace(asks=(*asking.asked, *date_asked(found.told), *found.asks))

    def _head(self, asking: Asking) -> EventFacts:
        titles = [self.about.title, *(each.title for each in self.travellers)]
        titles += [each.title for each in self.hands]
        days = sorted(day for each in self.travellers for day in each.days)
        unit = self.about.scored_in or self._scored_in()
        found = _SCORED.get(unit.strip().upper())
        head: EventFacts = {
            "game": "duplicate",
            "scoring": found or asking.scoring(unit, "", None, self.where),
        }
        if title := next(filter(None, titles), ""):
            head["name"] = _NUMBER_BEFORE.sub("", title, count=1)[:200]
        if day := day_of(self.key, self._zone()) or next(iter(days), ""):
            head["date"] = day
        return head

    def _zone(self) -> dt.tzinfo:
        return ZoneInfo(self.left.online.zone) if self.left.online.zone else dt.UTC

    def _scored_in(self) -> str:
        """What the travellers' scores look like: percentages, or IMPs with their decimals."""
        scores = [line.score for lines in self.boards.values() for line, _side in lines]
        if any(each.endswith("%") for each in scores):
            return "%"
        return "IMPs" if any("." in each for each in scores) else ""

    def _two(self) -> bool:
        """Whether both directions have their own ranking: so says the page, and so they sat."""
        ranked = [pair.ranked for pair in self._taking_part()]
        if not all(each is not None and each.direction for each in ranked):
            return False
        return all(
            (ranked_as := self._sat(line, side).ranked) is not None
            and ranked_as.direction == SIDES[side]
            for lines in self.boards.values()
            for line, _from in lines
            for side in SIDES
        )

    def _sat(self, line: Line, side: str) -> Pair:
        return self.pairs.of(who_sat(line, side))

    def _contestant(self, pair: Pair, two: bool, several: bool) -> ContestantFacts:
        known = self.left.online.names
        names, numbers = [], []
        for key, name in list(pair.names.items())[:MOST_NAMES]:
            names.append(name if name == ROBOT else known.get(key, name))
            numbers.append({} if name == ROBOT else _number_of(name))
        facts: ContestantFacts = {"number": self.called[id(pair)], "names": names}
        if any(numbers):
            facts["numbers"] = numbers
        if pair.ranked is not None and two:
            facts["direction"] = pair.ranked.direction
        if pair.ranked is not None and several:
            facts["section"] = pair.ranked.section
        return facts

    def _result(self, number: int, line: Line, side: str, several: bool) -> Part:
        facts: ResultFacts = {"board": number}
        pairs = {key: self._sat(line, key) for key in SIDE_KEYS}
        if pairs["ns"] is pairs["ew"]:
            raise RuleError(
                "bbo",
                gettext_noop("The same pair sits on both sides here. Save the page again."),
                line.where,
            )
        for key, pair in pairs.items():
            facts[key] = self.called[id(pair)]
        ranked = pairs["ns"].ranked
        if several and ranked is not None and ranked.section:
            facts["section"] = ranked.section
        try:
            return Part({**facts, **outcome_of(line, side)}, line.where, (), points_of(line, side))
        except RuleError as problem:
            return Part(facts, line.where, problem=problem)

    def _missing(self) -> list[str]:
        """The boards that a list of hands names and no traveller has."""
        named = {number for each in self.hands for number in each.boards.values()}
        if not (gone := sorted(named - self.boards.keys())):
            return []
        text = ngettext(
            "The traveller of board %(boards)s is not among the pages.",
            "The travellers of boards %(boards)s are not among the pages.",
            len(gone),
        )
        return [text % {"boards": listed(gone)}]


def _number_of(name: str) -> dict[str, str]:
    """A user name as somebody's number at BBO; nothing where it is none that can be kept."""
    try:
        return {BBO: read_member_number(BBO, name)}
    except RuleError:
        return {}


def _printed(pair: Pair, several: bool) -> Printed:
    """What the tournament page prints: places are of a section, so they tell only where one is."""
    if pair.ranked is None:
        return Printed()
    score = pair.ranked.score
    place = "" if several else pair.ranked.place
    return Printed(place, score.rstrip("% ")) if score.endswith("%") else Printed(place, "", score)
