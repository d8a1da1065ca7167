"""Cairo bridge: a trick is worth what the number declared says, whatever the suit."""

from functools import partial

from clubscore.laws.cards import ROYAL_RANK, Bid
from clubscore.laws.citing import READING, Giver, variations
from clubscore.laws.game import Bidding, Calling, Example, GameNotes
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


def _example(name: str, page: str, text: str, tricks: int, below: int, above: int = 0) -> Example:
    """One deal by North that was made."""
    return Example(
        name,
        f"Auction Bridge Variations 1923, p. {page}",
        {"game": "cairo", "deals": [{"bid": text, "declarer": "N", "tricks": tricks}]},
        ({"NS": (below, above), "EW": (0, 0)},),
    )


EXAMPLES = (
    _example(gettext_noop("one spade declared, grand slam made"), "58", "1S", 13, 28, 200),
    _example(gettext_noop("three of a suit made: game"), "58", "3D", 9, 30),
    _example(gettext_noop("four clubs made"), "59", "4C", 10, 64),
    _example(gettext_noop("one no-trump, four made"), "61", "1NT", 10, 16),
    _example(gettext_noop("four no-trumps, five made"), "61", "4NT", 11, 125),
    _example(gettext_noop("five no-trumps made"), "61", "5NT", 11, 250),
    _example(gettext_noop("two of a suit, five made: game"), "64", "2H", 11, 35),
    Example(
        gettext_noop("five clubs, one down; the same doubled"),
        "Auction Bridge Variations 1923, pp. 62-63",
        {
            "game": "cairo",
            "deals": [
                {"bid": "5C", "declarer": "N", "tricks": 10},
                {"bid": "5C", "declarer": "N", "doubling": 1, "tricks": 10},
            ],
        },
        ({"NS": (0, 0), "EW": (0, 100)}, {"NS": (0, 0), "EW": (0, 200)}),
    ),
)


class CairoRaise(Bidding):
    """As at auction, until all the others have passed."""

    # P. 60: the bidder may then call more in the same denomination, and in no other.
    calling = Calling.LAST_RAISE


ABOUT = GameNotes(
    years="1917-1923",
    source="Auction Bridge Variations 1923, ch. III, pp. 57-66",
    inventor=gettext_noop("F. Comber, of Allenby's staff; reported by John Prioleau"),
    blurb=gettext_noop("A trick counts by the level that was bid, the same in every suit."),
    special=(
        gettext_noop(
            "What a trick is worth depends on how many were bid: four points at One, seventy-"
            "five at Seven of a suit."
        ),
        gettext_noop(
            "All suits are worth the same at one level; no-trumps are worth more from Three"
            " upwards."
        ),
        gettext_noop(
            "Undertricks, and the bonus for making a doubled contract, also rise with the"
            " level of the bid."
        ),
        gettext_noop("A slam that was declared and won counts 500 or 1,000."),
    ),
    notes=(
        gettext_noop(
            "On page 60 a doubled One that fails costs 20 a trick, on page 66 it costs 40. Here "
            "penalties are doubled, as the chapter says elsewhere."
        ),
        gettext_noop(
            "The bonus for making a doubled contract is counted once for the contract and"
            " once for each overtrick; a house rule pays it only once."
        ),
        gettext_noop(
            "Nothing is said of honours; here there are none unless the club chooses those of"
            " auction."
        ),
        gettext_noop("A slam declared and won counts its 500 or 1,000 in place of the 100 or 200."),
    ),
    examples=EXAMPLES,
)

CAIRO = replace(
    AUCTION,
    key="cairo",
    name=GIVES.name,
    short_name=gettext_noop("Cairo"),
    about=ABOUT,
    counting=replace(AUCTION.counting, tariff=tariff, counts_chicane=False),
    bidding=CairoRaise(),
    codes=auction_codes(RULES),
)
