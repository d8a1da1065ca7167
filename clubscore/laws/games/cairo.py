"""Cairo bridge: a trick is worth what the number declared says, whatever the suit."""

from functools import partial

from clubscore.laws.cards import ROYAL_RANK, Bid
from clubscore.laws.citing import READING, Giver, variations
from clubscore.laws.game import Bidding, Calling
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import (
    BOOK,
    NUMERICAL_BIDDING,
    REVOKE_BARS,
    REVOKE_POINTS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    UNFINISHED,
    auction_codes,
    auction_laws,
)
from clubscore.laws.tariff import Tariff, TrickTerms, declared_slams, side_honours, slam_table
from clubscore.laws.words import Phrase, gettext_noop, pgettext_lazy

PENALTY_DOUBLED = HouseRule(
    "cairo_penalty_doubled",
    (True, False),
    True,
    gettext_noop("undertricks of a doubled contract"),
    gettext_noop("Whether doubling doubles them; the book says so on p. 66 but not on p. 60."),
    (pgettext_lazy("house rule", "doubled"), pgettext_lazy("house rule", "undoubled")),
    kinds=("undertricks",),
)
BONUS = HouseRule(
    "cairo_bonus",
    ("per-overtrick", "flat"),
    "per-overtrick",
    gettext_noop("bonus of a doubled contract"),
    gettext_noop("Whether it counts for each overtrick too, and twice when redoubled."),
    (gettext_noop("for the contract and each overtrick"), gettext_noop("once, as in the table")),
    kinds=("contract", "overtricks"),
)
TRICKS_DOUBLED = HouseRule(
    "cairo_tricks_doubled",
    (True, False),
    True,
    gettext_noop("tricks of a doubled contract"),
    gettext_noop("Whether doubling doubles them below the line."),
    (pgettext_lazy("house rule", "doubled"), pgettext_lazy("house rule", "undoubled")),
    kinds=("tricks",),
)
HONOURS = HouseRule(
    "cairo_honours",
    ("none", "auction"),
    "none",
    gettext_noop("honours"),
    gettext_noop("The book does not speak of them."),
    (pgettext_lazy("house rule", "none"), gettext_noop("as in auction")),
    kinds=("honours", "aces"),
)
DECLARED_SLAM = HouseRule(
    "cairo_declared_slam",
    ("replaces", "adds"),
    "replaces",
    gettext_noop("a slam declared and made"),
    gettext_noop("Whether its 500 or 1,000 replaces the 100 or 200, or is added to it."),
    (gettext_noop("500 or 1,000 instead"), gettext_noop("500 or 1,000 extra")),
    kinds=("slam",),
)
RULES = (
    REVOKE_POINTS,
    REVOKE_BARS,
    NUMERICAL_BIDDING,
    UNFINISHED,
    PENALTY_DOUBLED,
    BONUS,
    TRICKS_DOUBLED,
    HONOURS,
    DECLARED_SLAM,
    RUBBER_BONUS,
)

# The table of p. 58: by the number declared, an odd trick in a suit, at no-trumps, and the
# penalty or bonus for each trick.
RATES = {
    1: (4, 4, 20),
    2: (7, 7, 40),
    3: (10, 15, 60),
    4: (16, 25, 80),
    5: (25, 50, 100),
    6: (40, 100, 150),
    7: (75, 150, 200),
}
# Pp. 58-59: what a slam counts by itself, and one that was declared.
SLAMS = slam_table(100, 200)
DECLARED = {6: 500, 7: 1000}
GIVES = Giver("cairo", gettext_noop("Cairo Bridge"))
# P. 60 gives a doubled undertrick 20 and p. 66 gives it 40; what becomes of the bonus when a
# doubled contract makes more than it bid is not said, nor how much the rubber counts.
OWN_LAWS = {
    "tricks": variations("58", GIVES),
    "tricks doubled": variations("60", GIVES, READING),
    "contract": variations("60", GIVES),
    "contract redoubled": variations("60", GIVES, READING),
    "overtricks": variations("60", GIVES, READING),
    "undertricks": variations("58", GIVES),
    "undertricks doubled": variations("66", GIVES, READING),
    "slam": variations("58-59", GIVES),
    "slam little slam declared": variations("59", GIVES),
    "slam grand slam declared": variations("59", GIVES),
}


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """A rate for every odd trick; overtricks count at the same rate, below the line."""
    suit, no_trumps, penalty = RATES[bid.level]
    rate = suit if bid.denomination.is_suit else no_trumps
    bonus = penalty * (0, 1, 2)[doubling]
    if rules["cairo_bonus"] == "flat":
        bonus = min(bonus, penalty)
    undertrick = penalty << doubling if rules["cairo_penalty_doubled"] else penalty
    return TrickTerms(
        need=BOOK + bid.level,
        book=BOOK,
        value=rate << doubling if rules["cairo_tricks_doubled"] else rate,
        counted=None,
        bonus=bonus,
        overtrick=bonus if rules["cairo_bonus"] == "per-overtrick" else 0,
        salvaged=0,
        down=tuple(undertrick * tricks for tricks in range(2 * BOOK + 2)),
        down_below=0,
        slams=declared_slams(
            SLAMS, DECLARED, bid.level, besides=rules["cairo_declared_slam"] == "adds"
        ),
        adverse_slams=SLAMS,
    )


TIMES = gettext_noop("twice as much, four times if redoubled")
AS_BID = gettext_noop("no more than undoubled")
DOUBLED_MADE = {
    "per-overtrick": gettext_noop(
        "as much as an undoubled undertrick, and again for each overtrick; twice that if redoubled"
    ),
    "flat": gettext_noop("as much as an undoubled undertrick, once"),
}


def _remarks(rules: Rules) -> tuple[tuple[Phrase, Phrase], ...]:
    """What doubling does to each of the figures that go by the number bid."""
    told = (
        (gettext_noop("a doubled trick"), TIMES if rules["cairo_tricks_doubled"] else AS_BID),
        (
            gettext_noop("a doubled undertrick"),
            TIMES if rules["cairo_penalty_doubled"] else AS_BID,
        ),
        (gettext_noop("a doubled contract made"), DOUBLED_MADE[rules.word("cairo_bonus")]),
    )
    return tuple((Phrase(what, {}), Phrase(worth, {})) for what, worth in told)


def tariff(rules: Rules) -> Tariff:
    """Cairo's numbers under these house rules."""
    counted = rules["cairo_honours"] == "auction"
    return Tariff(
        terms=partial(terms, rules),
        laws=auction_laws(rules.preset, OWN_LAWS),
        honours=side_honours(ROYAL_VALUES, ROYAL_RANK) if counted else {},
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
        remarks=_remarks(rules),
    )


class CairoRaise(Bidding):
    """As at auction, until all the others have passed."""

    # P. 60: the bidder may then call more in the same denomination, and in no other.
    calling = Calling.LAST_RAISE


CAIRO = replace(
    AUCTION,
    key="cairo",
    name=GIVES.name,
    short_name=gettext_noop("Cairo"),
    counting=replace(AUCTION.counting, tariff=tariff, counts_chicane=False),
    bidding=CairoRaise(),
    codes=auction_codes(RULES),
)
