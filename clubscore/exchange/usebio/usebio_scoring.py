"""How an event was scored, as the elements of a USEBIO file tell it."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from clubscore.ranking import every_scoring
from clubscore.ranking.contestant import PAIRS
from clubscore.ranking.scorings.victory_points import VICTORY_POINTS

# The kinds of event of pairs that do not say how it was scored.
OPEN_KINDS = ("", "PAIRS", "SWISS_PAIRS")


def scoring_told(kind: str, method: str) -> str | None:
    """Return what an event's method says, else its kind; None where neither is known."""
    return _methods().get(method) or _kinds().get(kind)


def says_nothing_wrong(kind: str) -> bool:
    """Return whether a kind of event of pairs is known, whatever it says of the scoring."""
    return kind in OPEN_KINDS or kind in _kinds()


def scoring_printed(event: Element) -> str | None:
    """Return what the points that travellers print tell, where nothing else does."""
    for each in every_scoring():
        tag = f"NS_{each.usebio.points}" if each.usebio and each.usebio.points else ""
        if tag and next(event.iter(tag), None) is not None:
            return each.key
    return None


def scoring_of_matches(method: str) -> str:
    """Return how teams were scored: victory points of their matches, unless boards tell another."""
    told = {
        each.usebio_matches.boards: each.key
        for each in every_scoring()
        if each.usebio_matches and each.only_for != PAIRS
    }
    return told.get(method, VICTORY_POINTS.key)


def _methods() -> dict[str, str]:
    return {
        method: each.key
        for each in every_scoring()
        if each.usebio
        for method in (each.usebio.method, *each.usebio.methods_too)
    }


def _kinds() -> dict[str, str]:
    return {
        kind: each.key
        for each in every_scoring()
        if each.usebio
        for kind in (each.usebio.kind, *each.usebio.kinds_too)
        if kind not in OPEN_KINDS
    }
