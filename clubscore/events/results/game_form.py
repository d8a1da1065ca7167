"""The form of a result at a game of the card room: honours, chicane, odd tricks, its own questions.

The description of a game says what is asked; today's duplicate asks for none of this.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given
from clubscore.club.wording.names import listed, named
from clubscore.laws.game import Game
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.ranking import Valuation
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.entry_back import given_of as given_of_deal
from clubscore.tableside.entry_form import read_entry
from clubscore.tableside.entry_keys import key, question, result_bar
from clubscore.tableside.problems import Problem, Problems

SIDES = {"D": gettext_noop("declarer's side"), "A": gettext_noop("the other side")}
HOLDING_WORDS = {
    "4-in-one": gettext_noop("four in one hand"),
    "4+1": gettext_noop("four, the fifth with partner"),
    "5-in-one": gettext_noop("five in one hand"),
}
UNCOUNTED = "none"


@cache
def form_game(valuation: Valuation) -> Game:
    """Return the game with what a duplicate asks: no contract without a number.

    Vulnerability and who doubled are not asked for a board.
    """
    game = valuation.game
    asks = tuple(ask for ask in game.questions.asks if ask.field in valuation.more_fields)
    questions = replace(game.questions, asks=asks)
    return replace(game, questions=questions, bidding=game.bidding.by_number())


def asks_more(valuation: Valuation) -> bool:
    """Whether a result is more than contract, declarer and tricks."""
    return bool(valuation.more_fields) or not valuation.game.bidding.levels


def read_deal_form(valuation: Valuation, given: Given, dealer: str) -> dict[str, Any]:
    """Return a form as facts of an event file.

    Raises Problems with the first question that is still open.
    """
    game = form_game(valuation)
    entry = read_entry(game, valuation.rules, given, dealer)
    if entry.asks_honours:
        text = _("One side holds at least three honours. Which side, or does no one claim?")
        raise Problems(Problem("ask-honours", text))
    told: Mapping[str, Any] = entry.facts
    bid = game.bidding.bids[told["bid"]]
    if "honours" not in told and given.get("honours", UNCOUNTED) != UNCOUNTED:
        place = _(bid.denomination.place)
        text = _("There are no honours %(place)s.") % {"place": place}
        raise Problems(Problem("ask-honours", text))
    facts = {
        "contract": bid.text + "X" * told.get("doubling", 0),
        "declarer": told["declarer"],
        "tricks": told["tricks"],
    }
    return facts | {name: told[name] for name in sorted(valuation.more_fields) if name in told}


def given_of_facts(valuation: Valuation, facts: ResultFacts) -> dict[str, Any]:
    """Return a result as the form that would say it."""
    if "contract" not in facts:
        return {}
    bid = facts["contract"].rstrip("X")
    deal: ResultFacts = {**facts, "bid": bid, "doubling": len(facts["contract"]) - len(bid)}
    return given_of_deal(form_game(valuation), deal, {})


def more_keys(valuation: Valuation, given: Given, seats: dict[str, str]) -> dict[str, Any]:
    """Return the bars other than contract and result, as far as the game has them."""
    game = form_game(valuation)
    found: dict[str, Any] = {"questions": [question(ask, game, None, given, seats)
                                           for ask in game.questions.about(None)]}  # fmt: skip
    if not game.bidding.levels:
        rows = result_bar(game, {}, given.get("result"))
        found["odd"] = [{"name": _(SIDES[side]), "options": rows[side]} for side in "DA"]
    counts = [game.honours_for(each.key, valuation.rules) for each in game.bidding.denominations]
    if any(counts):
        found |= _honours(given, seats)
    if game.counting.counts_chicane:
        held = given.getlist("chicane") if hasattr(given, "getlist") else given.get("chicane", [])
        found["chicane"] = [
            key(seat, name, seat if seat in held else "") for seat, name in seats.items()
        ]
    return found


def revoke_keys(
    valuation: Valuation, given: Given, seats: Mapping[str, str]
) -> list[dict[str, Any]]:
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
                key(seat, name, given.get(f"revoke-{number}", ""))
                for seat, name in {"": _("no one"), **seats}.items()
            ],
            "penalties": [
                {
                    "value": each.key,
                    "label": _(each.label),
                    "effect": _(each.effect),
                    "checked": each.key == given.get(f"penalty-{number}"),
                }
                for each in penalties
            ],
            "often": [key(n, str(n), given.get(f"often-{number}") or "1") for n in (1, 2, 3)],
        }
        for number in ("1", "2")
    ]


def _honours(given: Given, seats: dict[str, str]) -> dict[str, Any]:
    said = given.get("honours")
    rows = [
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
            key(value, _(text), given.get("holding")) for value, text in HOLDING_WORDS.items()
        ],
        "holders": [key(seat, name, given.get("holder")) for seat, name in seats.items()],
        "held": bool(given.get("holder") or given.get("holding")),
    }


def besides(facts: Mapping[str, Any]) -> str:
    """Return honours, chicane and what else a game counts in words; nothing for none."""
    parts = []
    honours = facts.get("honours")
    if isinstance(honours, Mapping):
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
