"""A result in words, what card-room games ask of it besides, and scores that cannot be.

Levels are figures, suits words, a sign is a word: '4 spades doubled by South, down 2'.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.entry import Given, text_of, texts_of
from clubscore.club.wording import figure, listed, named, percent, said, sign_in_words
from clubscore.laws.cards import Bid, Denomination
from clubscore.laws.deal import DealFacts
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.record import replace
from clubscore.laws.sentences import describe_contract, describe_result
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.ranking import Valuation, show_number
from clubscore.ranking.result import AssignedScores, OfBothSides, ResultFacts
from clubscore.web.entry_form import given_of, read_entry
from clubscore.web.entry_keys import EntryKey, GameQuestion, key, question, result_bar
from clubscore.web.forms import Problem, Problems

# ---- What games of the card room ask besides.

SIDES = {"D": gettext_noop("declarer's side"), "A": gettext_noop("the other side")}
HOLDING_WORDS = {
    "4-in-one": gettext_noop("four in one hand"),
    "4+1": gettext_noop("four, the fifth with partner"),
    "5-in-one": gettext_noop("five in one hand"),
}
UNCOUNTED = "none"


class SideBar(TypedDict):
    """The keys of one side: odd tricks, or honours."""

    name: str
    options: list[EntryKey]


class MoreKeys(TypedDict, total=False):
    """The bars other than contract and result; `nobody` claims honours, `held` in one hand."""

    questions: list[GameQuestion]
    odd: list[SideBar]
    chicane: list[EntryKey]
    honours: list[SideBar]
    nobody: bool
    holdings: list[EntryKey]
    holders: list[EntryKey]
    held: bool


class ResultPenaltyKey(TypedDict):
    """A penalty of a revoke: its value in the form, its name, its effect."""

    value: str
    label: str
    effect: str
    checked: bool


class RevokeKeys(TypedDict):
    """The questions about one offender: who, which penalty, how often."""

    number: str
    who: list[EntryKey]
    penalties: list[ResultPenaltyKey]
    often: list[EntryKey]


@cache
def form_game(valuation: Valuation) -> Game:
    """Return the game with what a duplicate asks: no contract without a number.

    Vulnerability and who doubled are not asked for a board.
    """
    game = valuation.game
    asks = tuple(ask for ask in game.questions.asks if ask.field in valuation.more_fields)
    questions = replace(game.questions, asks=asks)
    return replace(game, questions=questions, bidding=game.bidding.by_number())


def read_deal_form(valuation: Valuation, given: Given, dealer: str) -> ResultFacts:
    """Return a form as facts of an event file.

    Raises Problems with the first question that is still open.
    """
    game = form_game(valuation)
    entry = read_entry(game, valuation.rules, given, dealer)
    if entry.asks_honours:
        text = _("One side holds at least three honours. Which side, or does no one claim?")
        raise Problems(Problem("ask-honours", text))
    told = entry.facts
    bid = game.bidding.bids[told["bid"]]
    if "honours" not in told and "honours" in given and text_of(given, "honours") != UNCOUNTED:
        place = _(bid.denomination.place)
        text = _("There are no honours %(place)s.") % {"place": place}
        raise Problems(Problem("ask-honours", text))
    facts: ResultFacts = {"contract": bid.text + "X" * told.get("doubling", 0)}
    facts = {**facts, **told}
    # What no board tells: its contract has the doubling, its number says who is vulnerable.
    del facts["bid"]
    facts.pop("doubling", None)
    facts.pop("doubled_by", None)
    facts.pop("vulnerable", None)
    facts.pop("fines", None)
    facts.pop("auction", None)
    return facts


def given_of_facts(valuation: Valuation, facts: ResultFacts) -> dict[str, str | list[str]]:
    """Return a result as the form that would say it."""
    if "contract" not in facts:
        return {}
    bid = facts["contract"].rstrip("X")
    deal: ResultFacts = {**facts, "bid": bid, "doubling": len(facts["contract"]) - len(bid)}
    return given_of(form_game(valuation), deal, {})


def more_keys(valuation: Valuation, given: Given, seats: dict[str, str]) -> MoreKeys:
    """Return the bars other than contract and result, as far as the game has them."""
    game = form_game(valuation)
    found: MoreKeys = {
        "questions": [question(ask, game, None, given, seats) for ask in game.questions.about(None)]
    }
    if not game.bidding.levels:
        rows = result_bar(game, {}, text_of(given, "result"))
        found["odd"] = [{"name": _(SIDES[side]), "options": rows[side]} for side in "DA"]
    counts = [game.honours_for(each.key, valuation.rules) for each in game.bidding.denominations]
    if any(counts):
        found |= _honours(given, seats)
    if game.counting.counts_chicane:
        held = texts_of(given, "chicane")
        found["chicane"] = [
            key(seat, name, seat if seat in held else "") for seat, name in seats.items()
        ]
    return found


def revoke_keys(valuation: Valuation, given: Given, seats: Mapping[str, str]) -> list[RevokeKeys]:
    """The questions about a revoke, for two offenders; none where the game counts none.

    Only the director is asked, who was at the table when it was claimed.
    """
    law = valuation.game.counting.revoke_law
    if "revokes" not in valuation.more_fields or not valuation.game.counting.counts_revokes:
        return []
    penalties = dict.fromkeys((*law.declaring, *law.adverse))
    return [
        {
            "number": number,
            "who": [
                key(seat, name, text_of(given, f"revoke-{number}"))
                for seat, name in {"": _("no one"), **seats}.items()
            ],
            "penalties": [
                {
                    "value": each.key,
                    "label": _(each.label),
                    "effect": _(each.effect),
                    "checked": each.key == text_of(given, f"penalty-{number}"),
                }
                for each in penalties
            ],
            "often": [key(n, str(n), text_of(given, f"often-{number}") or "1") for n in (1, 2, 3)],
        }
        for number in ("1", "2")
    ]


def _honours(given: Given, seats: dict[str, str]) -> MoreKeys:
    said = text_of(given, "honours")
    rows: list[SideBar] = [
        {
            "name": _(SIDES[side]),
            "options": [key(f"{side}:{n}", str(n), said) for n in (3, 4, 5)],
        }
        for side in "DA"
    ]
    return {
        "honours": rows,
        "nobody": said == UNCOUNTED,
        "holdings": [
            key(value, _(text), text_of(given, "holding")) for value, text in HOLDING_WORDS.items()
        ],
        "holders": [key(seat, name, text_of(given, "holder")) for seat, name in seats.items()],
        "held": bool(text_of(given, "holder") or text_of(given, "holding")),
    }


def besides(facts: DealFacts) -> str:
    """Return honours, chicane and what else a game counts in words; nothing for none."""
    parts = []
    honours = facts.get("honours")
    if honours is not None:
        told = listed(f"{_way(who)} {_held(str(held))}" for who, held in honours.items())
        parts.append(_("honours: %(held)s") % {"held": told})
    if facts.get("chicane"):
        who = named(_(SEATS[seat]) for seat in facts["chicane"])
        parts.append(_("no trump: %(who)s") % {"who": who})
    if facts.get("revokes"):
        who = named(_(SEATS[each["by"]]) for each in facts["revokes"])
        parts.append(_("revoked: %(who)s") % {"who": who})
    if facts.get("joker"):
        parts.append(_("joker: %(who)s") % {"who": _(SEATS[facts["joker"]])})
    return " · ".join(parts)


def _way(column: str) -> str:
    return {"NS": _("NS"), "EW": _("EW")}.get(column, column)


def _held(holding: str) -> str:
    return _(HOLDING_WORDS[holding]) if holding in HOLDING_WORDS else holding


# ---- A result in words.

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


# ---- Places and points as they are read aloud.

# Behind a place that several have.
SHARED = "="


def points_words(points: str) -> str:
    """Return a board's points: "7 points", "minus 3.5 points"."""
    text = ngettext("%(points)s point", "%(points)s points", 1 if points == "1" else 2)
    return text % {"points": sign_in_words(points)}


def place_words(place: str, of: int) -> str:
    """Return a place as it is read: "Place 2 of 14, shared"; or that there is none yet."""
    if not place:
        return _("No place yet")
    shared, alone = _("Place %(place)s of %(count)s, shared"), _("Place %(place)s of %(count)s")
    values = {"place": place.rstrip(SHARED), "count": of}
    return (shared if place.endswith(SHARED) else alone) % values


def percent_words(figures: str) -> str:
    """Return a percentage in words and figures."""
    return _("%(n)s percent") % {"n": figures}
