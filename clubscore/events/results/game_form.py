"""The form of a result at a game of the card room: honours, chicane, odd tricks, its own questions.

The description of a game says what is asked; today's duplicate asks for none of this.
"""

from collections.abc import Mapping
from functools import cache
from typing import TypedDict

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of, texts_of
from clubscore.club.wording.names import listed, named
from clubscore.laws.deal import DealFacts
from clubscore.laws.game import Game
from clubscore.laws.record import replace
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.ranking import Valuation
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.entry_back import given_of as given_of_deal
from clubscore.tableside.entry_form import read_entry
from clubscore.tableside.entry_keys import Key, Question, key, question, result_bar
from clubscore.tableside.problems import Problem, Problems

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
    options: list[Key]


class MoreKeys(TypedDict, total=False):
    """The bars other than contract and result; `nobody` claims honours, `held` in one hand."""

    questions: list[Question]
    odd: list[SideBar]
    chicane: list[Key]
    honours: list[SideBar]
    nobody: bool
    holdings: list[Key]
    holders: list[Key]
    held: bool


class PenaltyKey(TypedDict):
    """A penalty of a revoke: its value in the form, its name, its effect."""

    value: str
    label: str
    effect: str
    checked: bool


class RevokeKeys(TypedDict):
    """The questions about one offender: who, which penalty, how often."""

    number: str
    who: list[Key]
    penalties: list[PenaltyKey]
    often: list[Key]


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
    return given_of_deal(form_game(valuation), deal, {})


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
