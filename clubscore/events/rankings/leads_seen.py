"""Opening leads as a board's page shows them: which are best, and what those recorded gave."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.templatetags.clubscore import sign
from clubscore.deals.card_play import DENOMINATIONS
from clubscore.deals.hands import SUIT_KEYS, Deal
from clubscore.deals.solved_cards import Outcome
from clubscore.deals.solved_leads import Declared, gave
from clubscore.events.rankings.lists import Lists
from clubscore.events.results.opening_lead import rank_shown
from clubscore.events.results.result_words import CONTRACT, bid_in_words
from clubscore.events.state.opening_leads import declared_in, leads_known
from clubscore.laws.words import SEATS
from clubscore.ranking.result import ResultFacts

MOST_CONTRACTS = 6
# More alike ones than this are told by those that are not.
MOST_CARDS = 7

# How often each denomination was played by each seat.
Played = Counter[tuple[str, str]]


class LedSuit(NamedTuple):
    """Cards of one suit: its sign, and their ranks as people write them."""

    suit: str
    ranks: str


class RecordedLead(NamedTuple):
    """A card that was led, its suit's sign and its rank, and what it gave, at how many tables."""

    suit: str
    rank: str
    text: str


class ContractLeads(NamedTuple):
    """The leads against a denomination played by a seat.

    `tricks` are declarer's after the best lead. Of `cards` each is one, or none is where
    `are_others` says so; no cards: any lead is as good.
    """

    what: str
    play: str
    tricks: int
    cards: tuple[LedSuit, ...]
    are_others: bool
    recorded: tuple[RecordedLead, ...]


def played_at(lists: Lists, board: int, known: Sequence[str] = DENOMINATIONS) -> Played:
    """Return how often each of the known denominations was played by each seat."""
    found: Played = Counter()
    for facts in _facts_of(lists, board):
        match = CONTRACT.fullmatch(facts.get("contract", ""))
        if match and match[2] in known:
            found[match[2], facts["declarer"]] += 1
    return found


def what_by(denomination: str, seat: str) -> str:
    """Return what was played, by whom, in words."""
    return _("%(what)s by %(seat)s") % {"what": bid_in_words(denomination), "seat": _(SEATS[seat])}


def leads_shown(lists: Lists, board: int, deal: Deal) -> list[ContractLeads]:
    """Return the leads of what was played most, of which they are known. One query."""
    often = [key for key, _times in played_at(lists, board).most_common(MOST_CONTRACTS)]
    known = leads_known(Declared(deal, *key) for key in often)
    recorded = _recorded(lists, board, deal)
    return [
        _shown(Declared(deal, *key), known[Declared(deal, *key)], recorded)
        for key in often
        if Declared(deal, *key) in known
    ]


def leads_of_boards(lists: Lists, deals: Mapping[int, Deal]) -> Mapping[Declared, Outcome]:
    """Return what leads come to on these boards, in all that was played there. One query."""
    return leads_known(
        Declared(deal, *key) for board, deal in deals.items() for key in played_at(lists, board)
    )


def gave_in_words(tricks: int) -> str:
    """Return what a lead gave, as a sentence goes on."""
    if not tricks:
        return _("gave nothing")
    return ngettext("gave one trick", "gave %(n)s tricks", tricks) % {"n": tricks}


def _facts_of(lists: Lists, board: int) -> Iterator[ResultFacts]:
    for traveller in lists.travellers.get(board, ()):
        for row in traveller.rows:
            if not row.result.fouled_group:  # those had other cards
                yield lists.facts(row.result)


def _recorded(lists: Lists, board: int, deal: Deal) -> Mapping[Declared, Counter[str]]:
    """The cards that were led against each, with how often."""
    found: dict[Declared, Counter[str]] = {}
    for facts in _facts_of(lists, board):
        declared = declared_in(facts, deal)
        if declared is not None and "lead" in facts:
            found.setdefault(declared, Counter())[facts["lead"]] += 1
    return found


def _shown(
    declared: Declared, outcome: Outcome, recorded: Mapping[Declared, Counter[str]]
) -> ContractLeads:
    least = min(outcome.values())
    best = [card for card in outcome if outcome[card] == least]
    others = [card for card in outcome if outcome[card] != least]
    are_others = len(best) > MOST_CARDS
    return ContractLeads(
        what=what_by(declared.denomination, declared.declarer),
        play=f"in={declared.denomination}&by={declared.declarer}",
        tricks=least,
        cards=_by_suits(others if are_others else best),
        are_others=are_others,
        recorded=tuple(_led(outcome, each) for each in recorded.get(declared, Counter()).items()),
    )


def _by_suits(cards: list[str]) -> tuple[LedSuit, ...]:
    return tuple(
        LedSuit(sign(suit), " ".join(rank_shown(card[1]) for card in cards if card[0] == suit))
        for suit in SUIT_KEYS
        if any(card[0] == suit for card in cards)
    )


def _led(outcome: Outcome, led: tuple[str, int]) -> RecordedLead:
    card, times = led
    tricks = gave(outcome, card)
    if tricks is None:
        text = _("not in the hand that leads")
    elif times == 1:
        text = gave_in_words(tricks)
    else:
        said = {"n": times, "gave": gave_in_words(tricks)}
        text = ngettext("at %(n)s table: %(gave)s", "at %(n)s tables: %(gave)s", times) % said
    return RecordedLead(sign(card[0]), rank_shown(card[1]), text)
