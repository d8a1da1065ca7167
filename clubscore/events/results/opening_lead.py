"""The card led, if the club wants it: its keys, its form, whether it is possible.

Compared with the deal, a lead shows at once that a table plays the wrong board.
"""

from dataclasses import dataclass
from typing import Final, TypedDict

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.hands import RANKS, SUIT_KEYS, read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking import Board
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.entry_keys import Key, key
from clubscore.tableside.problems import Problem, Problems

LEAD: Final = "lead"


class LeadKeys(TypedDict):
    """The two bars of a card: its suit and its rank."""

    lead_suits: list[Key]
    lead_ranks: list[Key]


class LeadFacts(TypedDict, total=False):
    """The card led as an event file writes it; nothing where none was entered."""

    lead: str


@dataclass(frozen=True)
class ShownLead:
    """A lead as a page shows it: a card, or what was written where it is none."""

    suit: str = ""
    rank: str = ""
    text: str = ""


def lead_keys(given: Given) -> LeadKeys:
    """Return the two bars of a card: its suit and its rank."""
    suit, rank = text_of(given, "lead_suit"), text_of(given, "lead_rank")
    return {
        "lead_suits": [key(each, each, suit, suit=sign(each)) for each in SUIT_KEYS],
        "lead_ranks": [key(each, rank_shown(each), rank) for each in RANKS],
    }


def rank_shown(rank: str) -> str:
    """Return a rank as people write it: 10, not T."""
    return "10" if rank == "T" else rank


def read_lead(given: Given) -> LeadFacts:
    """Return {"lead": "SQ"}, or nothing where no card was tapped. Problems for half a card."""
    suit, rank = text_of(given, "lead_suit"), text_of(given, "lead_rank")
    if not suit and not rank:
        return {}
    if suit not in SUIT_KEYS or rank not in tuple(RANKS):
        raise Problems(Problem("ask-lead_suit", _("Which card was led? Choose suit and rank.")))
    return {LEAD: suit + rank}


def given_lead(facts: ResultFacts) -> dict[str, str]:
    """Return a lead as the form that would say it."""
    card = _card(facts)
    return {"lead_suit": card[0], "lead_rank": card[1]} if card else {}


def lead_shown(facts: ResultFacts) -> ShownLead | None:
    """Return a lead as a page shows it, None where there is none."""
    card = _card(facts)
    if card:
        return ShownLead(sign(card[0]), rank_shown(card[1]))
    return ShownLead(text=facts[LEAD]) if facts.get(LEAD) else None


def kept_lead(facts: ResultFacts, before: ResultFacts) -> ResultFacts:
    """Return facts with the lead that was entered before, if the same hand still leads."""
    same = "contract" in facts and facts.get("declarer") == before.get("declarer")
    return {LEAD: before[LEAD], **facts} if same and before.get(LEAD) else facts


def lead_cannot_be(board: Board, facts: ResultFacts) -> str:
    """Return what is wrong with a lead if the deal is known: "" for nothing."""
    card = _card(facts)
    declarer = facts.get("declarer", "")
    if not card or board.deal is None or declarer not in COMPASS:
        return ""
    leader = COMPASS[(COMPASS.index(declarer) + 1) % len(COMPASS)]
    if read_deal(board.deal).owner(card) == leader:
        return ""
    text = _(
        "On board %(board)s %(seat)s leads, but does not hold that card. Is it the right board?"
    )
    return text % {"board": board.number, "seat": _(SEATS[leader])}


def _card(facts: ResultFacts) -> str:
    card = facts.get(LEAD) or ""
    known = len(card) == 2 and card[0] in SUIT_KEYS and card[1] in RANKS
    return card if known else ""
