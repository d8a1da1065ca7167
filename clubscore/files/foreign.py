"""What another program's file tells of an event, put together as one that can be ranked.

A result whose contract and score do not agree keeps its score, since that is what its ranking came
from. Programs choose differently how totals are made up and uneven boards compared, and no file
says how: the choice that gives the totals, percentages and places printed in the file is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording import figure, said
from clubscore.events.imported import must_be_small
from clubscore.files.event_format import RESULT, FileQuestion, ImportedEvent
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.ranking import (
    EventFile,
    Options,
    RankedRow,
    ResultReader,
    rank,
    read_event,
    show_number,
)
from clubscore.ranking.contestant import INDIVIDUALS
from clubscore.ranking.options import COMPARE, options_of
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.result_words import contract_of, tricks_of

# The fields of a result that say who sat there: two sides, or four players.
SeatKey = Literal["ns", "ew", "n", "e", "s", "w"]
FOUR: tuple[SeatKey, ...] = ("n", "e", "s", "w")
# With more results than these the choices are not tried one after the other.
MOST_TO_TRY, MOST_NOTES = 3000, 6
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.([0-9]{0,6}))?")
HUNDREDTH = Fraction(1, 100)
CARD = re.compile(r"[SHDC][AKQJT2-9]")
# Where a result belongs, and who sat there.
PLACE = ("board", "round", "table", "section", "ns", "ew", *FOUR)


def contract_facts(contract: str, declarer: str, tricks: str, lead: str = "") -> ResultFacts:
    """Return a contract with its result as an event file says it; nothing where it is none.

    Takes ``3N*`` for ``3NTX``, tricks as a number or beside the contract (``+1``), and a card led
    with its suit first or last; another is left out.
    """
    named = contract_of(contract)
    made = tricks_of(named[0], tricks) if named else None
    seat = declarer.strip().upper()[:1]
    if named is None or made is None or seat not in tuple("NESW"):
        return {}
    told: ResultFacts = {"contract": "".join(named), "declarer": seat, "tricks": made}
    card = lead.upper().replace(" ", "").replace("10", "T")
    if card[-1:] in tuple("SHDC"):
        card = card[-1:] + card[:-1]
    if CARD.fullmatch(card):
        told["lead"] = card
    return told


class Printed(NamedTuple):
    """What a file prints of a contestant, empty where it does not."""

    place: str = ""
    percent: str = ""
    score: str = ""


@dataclass
class Foreign:
    """An event as it is read, one result after the other.

    ``head`` is what it says of itself; with ``told_how`` nothing is missing in it, so that no
    choice is tried. ``where`` stands before the field of what is wrong with it.
    """

    head: Unverified
    contestants: Sequence[Unverified]
    boards: Sequence[Unverified]
    printed: dict[str, Printed] = field(default_factory=dict)
    results: list[Unverified] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asks: list[FileQuestion] = field(default_factory=list)
    where: str = ""
    told_how: bool = False
    _reader: ResultReader | None = None

    def add(self, facts: Unverified, score: int | None, where: str) -> None:
        """Take a result. RuleError at ``where`` for one that cannot be and has no score."""
        if self._reader is None:
            event = self._event([])
            individuals = event.contestants_are == INDIVIDUALS
            self._reader = ResultReader(
                event.valuation, event.boards, event.contestants, individuals=individuals
            )
        try:
            found = self._reader.read(facts)
        except RuleError as error:
            if score is None or "contract" not in facts:
                raise error.under(where) from None
            self._keep_score(facts, score, where, said(error))
            return
        if score is not None and found.score is not None and found.score != score:
            why = _("it should be %(score)s") % {"score": found.score}
            self._keep_score(facts, score, where, why)
            return
        self.results.append(facts)

    def take(self, facts: Unverified, score: int | None, where: str) -> None:
        """Take a result; one that cannot be and has no score is left open.

        RuleError at ``where`` if its board or those who sat there are not of this event.
        """
        try:
            self.add(facts, score, where)
        except RuleError as error:
            self.leave_open(facts, where, error)

    def leave_open(self, facts: Unverified, where: str, problem: RuleError) -> None:
        """Take a row that says nothing known as not played, and ask for it: the others count.

        RuleError at ``where`` if its board or those who sat there are not of this event.
        """
        self.add({**place_of(facts), "not_played": True}, None, where)
        told = {"where": where, "board": facts["board"], "why": said(problem)}
        given = _("%(where)s, board %(board)s: %(why)s") % told
        self.asks.append(FileQuestion(RESULT, given, len(self.results)))

    def _keep_score(self, facts: Unverified, score: int, where: str, why: str) -> None:
        """Take a result by its score alone, and say so."""
        told = {"where": where, "contract": facts.get("contract", ""), "why": why, "score": score}
        self.notes.append(
            _("%(where)s: of %(contract)s only the score %(score)s was kept: %(why)s") % told
        )
        self.results.append({**place_of(facts), "score": score})

    def _event(self, results: list[Unverified]) -> EventFile:
        facts = {
            "format": "clubscore-event/1",
            "game": "duplicate",
            **self.head,
            "contestants": self.contestants,
            "boards": self.boards,
            "results": results,
        }
        try:
            return read_event(facts)
        except RuleError as error:
            raise error.under(self.where) from None

    def brought(self) -> ImportedEvent:
        """Return the event, compared as its file's own ranking was."""
        event = self._event(self.results)
        must_be_small(event)
        best, differing = event, self._differing(event)
        if differing and not self.told_how and len(event.results) <= MOST_TO_TRY:
            for options in _choices(event):
                chosen = replace(event, options=options)
                found = self._differing(chosen)
                if len(found) < len(differing):
                    best, differing = chosen, found
                if not found:
                    break
        notes = self.notes[:MOST_NOTES]
        if len(self.notes) > MOST_NOTES:
            more = len(self.notes) - MOST_NOTES
            told = ngettext("and %(n)s more like these", "and %(n)s more like these", more)
            notes.append(told % {"n": more})
        return ImportedEvent(best, (*notes, *self._told(differing)), tuple(self.asks))

    def _differing(self, event: EventFile) -> list[tuple[RankedRow, Printed]]:
        """Who has another place, percentage or total than the file prints."""
        if not self.printed:
            return []
        return [
            (row, self.printed[row.entry.contestant.number])
            for row in _scratch(event)
            if row.entry.contestant.number in self.printed
            and not _agree(row, self.printed[row.entry.contestant.number])
        ]

    def _told(self, differing: list[tuple[RankedRow, Printed]]) -> Iterator[str]:
        for row, printed in differing[:MOST_NOTES]:
            yield from _differences(row, printed)
        if len(differing) > MOST_NOTES:
            more = len(differing) - MOST_NOTES
            yield ngettext("and %(n)s more differs", "and %(n)s more differ", more) % {"n": more}


def place_of(facts: Mapping[str, object]) -> Unverified:
    """Return of a result where it belongs and who sat there, without what happened."""
    return {key: facts[key] for key in PLACE if key in facts}


def _scratch(event: EventFile) -> Iterator[RankedRow]:
    for ranking in rank(event).rankings:
        if ranking.list == "scratch":
            yield from ranking.rows


def _choices(event: EventFile) -> Iterable[Options]:
    """Every choice of what programs choose differently, the usual ones first."""
    tried = list(event.scored_by.tried)
    if any(result.given_section for result in event.results):
        tried.append((COMPARE, COMPARE.choices))
    for chosen in product(*(values for _option, values in tried)):
        named = zip(tried, chosen, strict=True)
        yield options_of({one: value for (one, values), value in named if value != values[0]})


def _agree(row: RankedRow, printed: Printed) -> bool:
    return next(_differences(row, printed), None) is None


def _differences(row: RankedRow, printed: Printed) -> Iterator[str]:
    """What of a contestant is not what the file prints, each in a sentence."""
    entry = row.entry
    number = entry.contestant.number
    percent_is_same = entry.percent is not None and bool(printed.percent)
    if entry.percent is not None and not _rounds_to(entry.percent, printed.percent):
        percent_is_same = False
        here = _compared(number, entry.percent, printed.percent)
        yield _("%(number)s: the percentage is %(here)s here and %(there)s in the file") % here
    # Some programs add up points that they have rounded; a percentage that is the same tells.
    slack = entry.possible * HUNDREDTH / 100 if percent_is_same and entry.possible else Fraction(0)
    if not _rounds_to(entry.score, printed.score, slack):
        here = _compared(number, entry.score, printed.score)
        yield _("%(number)s: the total is %(here)s here and %(there)s in the file") % here
    place = printed.place.strip().strip("=")
    if place and entry.boards and place != row.place.rstrip("="):
        here = {"number": number, "here": row.place, "there": printed.place}
        yield _("%(number)s: the place is %(here)s here and %(there)s in the file") % here


def _compared(number: str, here: Fraction, there: str) -> dict[str, str]:
    return {"number": number, "here": figure(show_number(here)), "there": figure(there)}


def _rounds_to(exact: Fraction, text: str, slack: Fraction = Fraction(0)) -> bool:
    """Whether an exact number is printed so, with as many decimals as stand there.

    ``slack`` is by how much it may be off besides. What is no number says nothing.
    """
    match = NUMBER.fullmatch(text.strip())
    if match is None:
        return True
    return abs(exact - Fraction(match[0])) <= Fraction(1, 2 * 10 ** len(match[1] or "")) + slack
