"""Kwantung: discards from a heap, and the five, the knave and the ace of hearts as best trumps."""

from functools import partial

from clubscore.laws.cards import ROYAL_RANK, Bid
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import AS_USUAL
from clubscore.laws.games.blind_auction import BLIND_AUCTION
from clubscore.laws.games.two_handed import RULES as COMMON_RULES
from clubscore.laws.games.two_handed import two_handed_tariff
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import AUCTION_SLAMS, NO_SLAMS, ROYAL_VALUES, royal_terms
from clubscore.laws.shared_codes import RUBBER_BONUS as USUAL_RUBBER_BONUS
from clubscore.laws.tariff import SIDE_ACES, Tariff, TrickTerms
from clubscore.laws.words import gettext_noop

# "Fifty or a hundred is probably enough to score for Rubber points" (p. 185).
RUBBER_BONUS = replace(USUAL_RUBBER_BONUS, values=(100, 50, 250), default=100)
RULES = tuple(RUBBER_BONUS if rule is USUAL_RUBBER_BONUS else rule for rule in COMMON_RULES)


GIVES = Giver("kwantung", gettext_noop("Kwantung"))
OWN_LAWS = dict.fromkeys(("rubber", "slam", "aces"), variations("185", GIVES))


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """Auction's terms; slams count only at no-trumps."""
    slams = NO_SLAMS if bid.denomination.is_suit else AUCTION_SLAMS[rules.word("slams")]
    return royal_terms(ROYAL_VALUES, slams)(bid, doubling)


def tariff(rules: Rules) -> Tariff:
    """Honours are the aces at no-trumps; some of them may lie in the heap."""
    aces = {each.key: SIDE_ACES for each in ROYAL_RANK if not each.is_suit}
    return two_handed_tariff(
        rules,
        OWN_LAWS,
        terms=partial(terms, rules),
        honours=aces,
        all_honours_held=False,
    )


KWANTUNG = replace(
    BLIND_AUCTION,
    key="kwantung",
    name=GIVES.name,
    short_name=gettext_noop("Kwantung"),
    counting=replace(BLIND_AUCTION.counting, tariff=tariff),
    codes=replace(BLIND_AUCTION.codes, house_rules=RULES),
    dealing=AS_USUAL,
)
