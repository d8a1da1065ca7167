"""Contract bridge as Manning Foster printed it in 1923, before vulnerability."""

from functools import partial

from clubscore.laws.cards import COMPASS, PARTNERSHIPS, ROYAL_RANK, Bid
from clubscore.laws.citing import READING, Giver, variations_rule
from clubscore.laws.game import LONG_RUBBER, Counting, Game
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.shared_codes import (
    BOOK,
    GAME_BONUS,
    NUMERICAL_BIDDING,
    REVOKE_BARS,
    REVOKE_POINTS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    UNFINISHED,
    auction_codes,
    auction_laws,
)
from clubscore.laws.tariff import (
    Slams,
    Tariff,
    TrickTerms,
    TwoSides,
    declared_slams,
    side_honours,
    slam_table,
)
from clubscore.laws.words import gettext_noop

DOUBLED_CONTRACT = HouseRule(
    "doubled_contract",
    ("multiplied", "additive", "unaffected"),
    "multiplied",
    gettext_noop("bonus of a doubled contract"),
    gettext_noop("What doubling does to the 50 for a contract and for each overtrick."),
    (
        gettext_noop("50, 100, 200"),
        gettext_noop("50, 100, 150"),
        gettext_noop("always 50"),
    ),
    kinds=("contract", "overtricks"),
)
CONTRACT_SLAMS = HouseRule(
    "contract_slams",
    ("made", "declared", "declared-added"),
    "made",
    gettext_noop("slams"),
    gettext_noop("Whether a slam that was bid counts more than one that was only won."),
    (
        gettext_noop("100 and 200, bid or not"),
        gettext_noop("250 and 500 instead if bid"),
        gettext_noop("250 and 500 extra if bid"),
    ),
    kinds=("slam",),
)
FIFTH_HONOUR = HouseRule(
    "fifth_honour",
    (True, False),
    True,
    gettext_noop("the fifth honour in partner's hand"),
    gettext_noop("Whether it adds the value of a trick to four in one hand."),
    (gettext_noop("counts"), gettext_noop("does not count")),
    kinds=("honours",),
)
OVERTRICKS = HouseRule(
    "contract_overtricks",
    ("fifty", "trick-value"),
    "fifty",
    gettext_noop("overtricks"),
    gettext_noop("What each counts above the line."),
    (gettext_noop("50"), gettext_noop("the value of the trick")),
    kinds=("overtricks",),
)
RULES = (
    REVOKE_POINTS,
    REVOKE_BARS,
    NUMERICAL_BIDDING,
    UNFINISHED,
    DOUBLED_CONTRACT,
    CONTRACT_SLAMS,
    FIFTH_HONOUR,
    OVERTRICKS,
    GAME_BONUS,
    RUBBER_BONUS.starting_at(300),
)

BONUS = 50
FIRST_DOWN = 100
SLAMS = slam_table(100, 200)
DECLARED = {6: 250, 7: 500}
GIVES = Giver("contract-1923", gettext_noop("Contract Bridge of 1923"))
# What doubling does to the fifty is not said, so how the two rules meet is our reading.
_DOUBLED = variations_rule("2 and 8", "16-17", GIVES, READING)
OWN_LAWS = {
    "tricks": variations_rule("1", "16", GIVES),
    "contract": variations_rule("2", "16", GIVES),
    "contract doubled": _DOUBLED,
    "overtricks": variations_rule("2", "16", GIVES),
    "overtricks doubled": _DOUBLED,
    "salvaged": variations_rule("9", "17-18", GIVES),
    "undertricks": variations_rule("3", "16", GIVES),
    "undertricks doubled": variations_rule("3 and 8", "16-17", GIVES),
    "slam": variations_rule("7", "17", GIVES),
    "honours": variations_rule("5", "17", GIVES),
    "aces": variations_rule("5", "17", GIVES),
    "game": variations_rule("6", "17", GIVES),
    "rubber": variations_rule("6", "17", GIVES),
}


def slams(manner: str, level: int) -> Slams:
    """Slams of the declaring side by tricks won, for a bid of this level."""
    if manner == "made":
        return SLAMS
    return declared_slams(SLAMS, DECLARED, level, manner == "declared-added")


def bonus(manner: str, undoubled: int, doubling: int) -> int:
    """The bonus for a contract or an overtrick as doubling leaves it."""
    if manner == "multiplied":
        return undoubled << doubling
    return undoubled + (0, 50, 100)[doubling] if manner == "additive" else undoubled


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """Contracted tricks alone below; 50 above for the contract and for each trick beyond it."""
    value = ROYAL_VALUES[bid.denomination.key]
    over = BONUS if rules["contract_overtricks"] == "fifty" else value
    manner = rules.word("doubled_contract")
    return TrickTerms(
        need=BOOK + bid.level,
        book=BOOK,
        value=value << doubling,
        counted=bid.level,
        bonus=bonus(manner, BONUS, doubling),
        overtrick=bonus(manner, over, doubling),
        salvaged=BONUS,
        down=(0, *((FIRST_DOWN + 50 * more) << doubling for more in range(BOOK + 7))),
        down_below=0,
        slams=slams(rules.word("contract_slams"), bid.level),
        adverse_slams=SLAMS,
    )


def tariff(rules: Rules) -> Tariff:
    """Contract's numbers under these house rules."""
    multipliers = {"4-in-one": 8, "4+1": 9 if rules["fifth_honour"] else 8, "5-in-one": 10}
    return Tariff(
        terms=partial(terms, rules),
        laws=auction_laws(rules.preset, OWN_LAWS),
        honours=side_honours(ROYAL_VALUES, ROYAL_RANK, multipliers, {"4-in-one": 100}),
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        game_bonus=rules.number("game_bonus"),
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
    )


CONTRACT_1923 = Game(
    key="contract-1923",
    name=GIVES.name,
    short_name=gettext_noop("Contract 1923"),
    seats=COMPASS,
    hands=COMPASS,
    columns=PARTNERSHIPS,
    counting=Counting(tariff),
    settling=TwoSides(),
    codes=auction_codes(RULES),
    course=LONG_RUBBER,
)
