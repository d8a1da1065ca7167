"""The card led, if the club wants it: its keys, its form, whether it is possible.

Compared with the deal, a lead shows at once that a table plays the wrong board.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.hands import RANKS, SUIT_KEYS, read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking import Board
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.problems import Problem, Problems

Given = Mapping[str, Any]
LEAD = "lead"


def lead_keys(given: Given) -> dict[str, list[Key]]:
    """Return the two bars of a card: its suit and its rank."""
    suit, rank = given.get("lead_suit"), given.get("lead_rank")
    return {
        "lead_suits": [key(each, each, suit, suit=sign(each)) for each in SUIT_KEYS],
        "lead_ranks": [key(each, rank_shown(each), rank) for each in RANKS],
    }


def rank_shown(rank: str) -> str:
    """Return a rank as people write it: 10, not T."""
    return "10" if rank == "T" else rank


def read_lead(given: Given) -> dict[str, str]:
    """Return {"lead": "SQ"}, or nothing where no card was tapped. Problems for half a card."""
    suit, rank = given.get("lead_suit", ""), given.get("lead_rank", "")
    if not suit and not rank:
        return {}
    if suit not in SUIT_KEYS or rank not in tuple(RANKS):
        raise Problems(Problem("ask-lead_suit", _("Which card was led? Choose suit and rank.")))
    return {LEAD: suit + rank}


def given_lead(facts: Given) -> dict[str, str]:
    """Return a lead as the form that would say it."""
    card = _card(facts)
    return {"lead_suit": card[0], "lead_rank": card[1]} if card else {}


def lead_shown(facts: Given) -> dict[str, str] | None:
    """Return a lead as a page shows it, None where there is none."""
    card = _card(facts)
    if card:
        return {"suit": sign(card[0]), "rank": rank_shown(card[1])}
    return {"text": str(facts[LEAD])} if facts.get(LEAD) else None


def kept_lead(facts: dict[str, Any], before: Given) -> dict[str, Any]:
    """Return facts with the lead that was entered before, if the same hand still leads."""
    same = "contract" in facts and facts.get("declarer") == before.get("declarer")
    return {LEAD: before[LEAD], **facts} if same and before.get(LEAD) else facts


def lead_cannot_be(board: Board, facts: Given) -> str:
    """Return what is wrong with a lead if the deal is known: "" for nothing."""
    card = _card(facts)
    if not card or board.deal is None or facts.get("declarer") not in COMPASS:
        return ""
    leader = COMPASS[(COMPASS.index(facts["declarer"]) + 1) % len(COMPASS)]
    if read_deal(board.deal).owner(card) == leader:
        return ""
    text = _(
        "On board %(board)s %(seat)s leads, but does not hold that card. Is it the right board?"
    )
    return text % {"board": board.number, "seat": _(SEATS[leader])}


def _card(facts: Given) -> str:
    card = str(facts.get(LEAD) or "")
    known = len(card) == 2 and card[0] in SUIT_KEYS and card[1] in RANKS
    return card if known else ""
