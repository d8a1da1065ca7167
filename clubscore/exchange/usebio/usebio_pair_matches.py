"""Matches of pairs in USEBIO (``SWISS_PAIRS``): who met, and the victory points that it brought.

A match names its pairs once; the lines of its boards need not. Two public programs show the form,
one that writes it and one that reads it (docs/files.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from xml.etree.ElementTree import Element

from clubscore.exchange.reading.foreign import SeatKey
from clubscore.exchange.reading.xml_text import text_in
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.numbers import exact_text
from clubscore.ranking.result import OfBothSides

PAIRS: Mapping[SeatKey, tuple[str, str]] = {
    "ns": ("NS_PAIR_NUMBER", "TEAM"), "ew": ("EW_PAIR_NUMBER", "OPPOSING_TEAM"),
}  # fmt: skip
SCORES: Mapping[SeatKey, tuple[str, str]] = {
    "ns": ("NS_SCORE", "TEAM_SCORE"), "ew": ("EW_SCORE", "OPPOSING_TEAM_SCORE"),
}  # fmt: skip
_POINTS = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,4})?")


def own_of(told: Element) -> str:
    """What a file calls a contestant; of teams an attribute."""
    team = " ".join(told.get("TEAM_ID", "").split())
    return team or text_in(told, "PAIR_NUMBER", "PLAYER_NUMBER")


def sides_of(match: Element) -> dict[SeatKey, str]:
    """Return who sat North-South and East-West in a match, as the file calls them."""
    return {seat: text_in(match, *tags) for seat, tags in PAIRS.items()}


class PairMatches:
    """The matches of an event of pairs, and what each brought where the file says it of all."""

    def __init__(
        self, event: Element | None = None, where: Callable[[Element], str] = lambda _one: ""
    ) -> None:
        """Read them; without an event there are none. RuleError for one without boards."""
        matches = [] if event is None else list(event.iter("MATCH"))
        scores = [_scores(each) for each in matches]
        self.told = bool(matches) and all(each is not None for each in scores)
        self._first: dict[int, dict[str, Fraction]] = {}
        self._won: dict[str, Fraction] = {}
        for match, score in zip(matches, scores, strict=True):
            line = next(match.iter("TRAVELLER_LINE"), None)
            if score is None or not self.told:
                continue
            if line is None:
                raise RuleError(
                    "matches",
                    gettext_noop(
                        "This match has no board with its result. Export the event with its boards."
                    ),
                    where(match),
                )
            sides = sides_of(match)
            brought = {sides[seat]: points for seat, points in score.items()}
            self._first[id(line)] = brought
            for pair, points in brought.items():
                self._won[pair] = self._won.get(pair, Fraction(0)) + points

    def brought(self, line: Element, sat: Mapping[SeatKey, str]) -> OfBothSides | None:
        """Return what a match brought, with its first line; None with the others."""
        found = self._first.get(id(line))
        if found is None:
            return None
        ns, ew = (exact_text(found.get(sat[seat], Fraction(0))) for seat in PAIRS)
        return {"ns": ns, "ew": ew}

    def not_of_a_match(self, pair: str, total: str) -> str:
        """Return what of a printed total no match brought, as of a bye; empty for nothing."""
        if not self.told or not _POINTS.fullmatch(total):
            return ""
        rest = Fraction(total) - self._won.get(pair, Fraction(0))
        return exact_text(rest) if rest else ""


def _scores(match: Element) -> dict[SeatKey, Fraction] | None:
    """What a match brought both, None where it does not say it in figures."""
    texts = {seat: text_in(match, *tags) for seat, tags in SCORES.items()}
    if not all(_POINTS.fullmatch(text) for text in texts.values()):
        return None
    return {seat: Fraction(text) for seat, text in texts.items()}
