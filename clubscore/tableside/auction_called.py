"""What was called, as a form carries it: `N.1S.E_S.X_W.P`, who, what, who accepted it.

Short, and of letters that an address leaves as they are: what waits on a phone may go by a code.
"""

from collections.abc import Iterable

from clubscore.club.form_values import Given, text_of
from clubscore.laws.auction import must_follow
from clubscore.laws.deal import Call, CallFacts, Deal, DealFacts
from clubscore.laws.deal_reading import DOUBLE, PASS, REDOUBLE, read_calls
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules

FIELD = "auction"
WITHIN, BETWEEN_CALLS = ".", "_"
SHORT = {PASS: "P", DOUBLE: "X", REDOUBLE: "XX"}


def as_text(calls: Iterable[CallFacts]) -> str:
    """Return calls as a form carries them."""
    told = (
        filter(None, (each["by"], SHORT.get(each["call"], each["call"]), each.get("accepted_by")))
        for each in calls
    )
    return BETWEEN_CALLS.join(WITHIN.join(parts) for parts in told)


def calls_in(game: Game, text: str) -> tuple[Call, ...]:
    """Return the calls that a form carries. RuleError where one is none of this game."""
    told = (each.split(WITHIN) for each in text.split(BETWEEN_CALLS) if each)
    return read_calls(game, [_call(parts) for parts in told])


def _call(parts: list[str]) -> dict[str, str]:
    words = {short: word for word, short in SHORT.items()}
    found = dict(zip(("by", "call", "accepted_by"), parts, strict=False))
    return {name: words.get(part, part) for name, part in found.items()}


def called_with(game: Game, rules: Rules, given: Given, facts: DealFacts) -> DealFacts:
    """Return what was called before the contract of some facts, as a fact of its own.

    Nothing where the form has no auction, or one that comes to another contract: what was tapped
    last counts, and the auction was an aid for it.
    """
    text = text_of(given, FIELD)
    if not text or game.bidding.calling is None:
        return {}
    try:
        calls = calls_in(game, text)
        must_follow(game, rules, _contract(game, facts, calls))
    except RuleError:
        return {}
    return {"auction": [call.facts() for call in calls]}


def _contract(game: Game, facts: DealFacts, calls: tuple[Call, ...]) -> Deal:
    """Return what an auction decides of a deal, as far as some facts have it."""
    if facts.get("passed_out"):
        return Deal(auction=calls)
    return Deal(
        bid=game.bidding.bids.get(facts.get("bid", "")),
        declarer=facts.get("declarer"),
        partner=facts.get("partner"),
        doubling=facts.get("doubling", 0),
        auction=calls,
    )
