"""A result in words: the one wording for texts, for ears and for whatever says it in a sentence.

Levels are figures, suits words, a sign is a word: "4 spades doubled by South, down 2".
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.figures import figure, percent
from clubscore.club.wording.names import listed, named
from clubscore.club.wording.phrases import said
from clubscore.events.results.game_form import HOLDING_WORDS
from clubscore.laws.cards import Bid, Denomination
from clubscore.laws.games import GAMES
from clubscore.laws.sentences import describe_contract, describe_result
from clubscore.laws.words import SEATS
from clubscore.ranking import show_number
from clubscore.ranking.result import AssignedScores, OfBothSides, ResultFacts

CONTRACT = re.compile(r"([1-7]?)(C|D|H|S|NT|NU)(X*)")
BOOK, TRICKS = 6, 13
DENOMINATIONS: dict[str, Denomination] = {
    each.key: each for game in GAMES for each in game.bidding.denominations
}


def in_words(facts: ResultFacts) -> str:
    """Return a result in words: "3 no-trumps by East, made", "passed out", "average plus"."""
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is not None:
        level, key, doubled = match.groups()
        bid = Bid(level + key, int(level or 0), DENOMINATIONS[key])
        over = over_of(level, key, facts["tricks"])
        return said(describe_result(bid, len(doubled), _(SEATS[facts["declarer"]]), over))
    if "passed_out" in facts:
        return _("passed out")
    if "not_played" in facts:
        return _("not played")
    if "contract" in facts:
        return other_contract(facts)
    return _ruled(facts)


def over_of(level: str, denomination: str, tricks: int) -> int:
    """Tricks over what was bid, below nought tricks under; without a number odd tricks."""
    if not level:
        return tricks - BOOK if tricks > BOOK else tricks - BOOK - 1
    if DENOMINATIONS[denomination].reversed:
        return TRICKS - BOOK - int(level) - tricks
    return tricks - BOOK - int(level)


def other_contract(facts: ResultFacts) -> str:
    """Return the result of a contract as its file names it, which no game here knows."""
    seat, tricks = _(SEATS[facts["declarer"]]), facts["tricks"]
    text = ngettext(
        "%(contract)s by %(seat)s, %(n)s trick",
        "%(contract)s by %(seat)s, %(n)s tricks",
        tricks,
    )
    return text % {"contract": facts["contract"], "seat": seat, "n": tricks}


def bid_in_words(contract: str, seat: str = "") -> str:
    """Return a contract, with its declarer where a seat is given: "4 spades doubled by South"."""
    match = CONTRACT.fullmatch(contract)
    if match is None:
        return contract
    level, key, doubled = match.groups()
    bid = Bid(level + key, int(level or 0), DENOMINATIONS[key])
    return said(describe_contract(bid, len(doubled), _(SEATS[seat]) if seat else ""))


def seat_letter(seat: str) -> str:
    """Return a seat as one letter."""
    letters = {
        "N": pgettext("seat", "N"),
        "E": pgettext("seat", "E"),
        "S": pgettext("seat", "S"),
        "W": pgettext("seat", "W"),
    }
    return letters[seat]


def score_words(points: int) -> str:
    """Return points with their sign as a word: "plus 620", "minus 50"; nought has none."""
    if not points:
        return "0"
    text = pgettext("score", "plus %(n)s") if points > 0 else pgettext("score", "minus %(n)s")
    return text % {"n": abs(points)}


def scored_words(points: int) -> str:
    """Return a score of North-South's as a sentence of whoever it is plus for."""
    if not points:
        return _("No points to either side")
    text = _("Plus %(n)s to North–South") if points > 0 else _("Plus %(n)s to East–West")
    return text % {"n": abs(points)}


def besides_words(facts: ResultFacts) -> Iterator[str]:
    """Honours, chicane and what else a game counts beside tricks, a sentence each."""
    for who, held in (facts.get("honours") or {}).items():
        holding = _(HOLDING_WORDS[held]) if held in HOLDING_WORDS else str(held)
        yield _("Honours of %(who)s: %(held)s") % {"who": _side(who), "held": holding}
    for text, seats in (
        (_("No trumps held: %(who)s"), facts.get("chicane") or ()),
        (_("Revoked: %(who)s"), [each["by"] for each in facts.get("revokes") or ()]),
        (_("Joker: %(who)s"), [facts["joker"]] if facts.get("joker") else ()),
    ):
        if seats:
            yield text % {"who": named(_(SEATS[seat]) for seat in seats)}


def _side(key: str) -> str:
    sides = {"NS": _("North–South"), "EW": _("East–West")}
    return sides.get(key) or (_(SEATS[key]) if key in SEATS else key)


def _ruled(facts: ResultFacts) -> str:
    """What counts by a ruling or was entered as a bare score; nothing yet where nothing does."""
    if "split" in facts:
        return _each_side(*(score_words(facts["split"][side]) for side in ("ns", "ew")))
    if "assigned" in facts:
        return _each_side(*(_weighted(facts["assigned"], side) for side in ("ns", "ew")))
    if "adjusted" in facts:
        return _awarded(facts["adjusted"])
    if "score" in facts:
        return _("%(score)s for North–South") % {"score": score_words(facts["score"])}
    return _("nothing yet")


def _awarded(awards: OfBothSides) -> str:
    words = {"A+": _("average plus"), "A": _("average"), "A-": _("average minus")}
    ns, ew = (words.get(each) or percent(each) for each in (awards["ns"], awards["ew"]))
    if ns == ew:
        return ns
    return _("%(ns)s to North–South, %(ew)s to East–West") % {"ns": ns, "ew": ew}


def _each_side(ns: str, ew: str) -> str:
    """What was assigned, in points of North-South: one score, or another for each side."""
    if ns == ew:
        return _("assigned: %(score)s for North–South") % {"score": ns}
    text = _("assigned, as scores of North–South: for North–South %(ns)s; for East–West %(ew)s")
    return text % {"ns": ns, "ew": ew}


def _weighted(assigned: AssignedScores, side: str) -> str:
    parts = assigned["ns"] if side == "ns" else assigned["ew"]
    return listed(_part(int(score), 100 * Fraction(part)) for score, part in parts)


def _part(score: int, of_100: Fraction) -> str:
    if of_100 == 100:
        return score_words(score)
    values = {"percent": figure(show_number(of_100)), "score": score_words(score)}
    return _("%(percent)s %% of %(score)s") % values
