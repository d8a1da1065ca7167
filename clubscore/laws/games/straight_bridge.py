"""Straight bridge: the Laws of Bridge of the Portland Club, 1895, as printed in 1899."""

from functools import partial

from clubscore.laws.cards import BRIDGE_RANK, COMPASS, PARTNERSHIPS, Bid
from clubscore.laws.citing import AGREED, LAW, Citation, Giver
from clubscore.laws.citing import LAWS_OF_BRIDGE as LAWS_OF_BRIDGE_1899
from clubscore.laws.deal import DealReport, OwnFacts
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import (
    Bidding,
    Counting,
    Game,
    HasHands,
    Play,
    Questions,
)
from clubscore.laws.house_rules import BRIDGES_LAWS, Codes, HouseRule, Preset, Rules
from clubscore.laws.reckoning import reckon_odd_tricks
from clubscore.laws.shared_codes import BOOK, BRIDGE_VALUES, CHICANE, RUBBER_BONUS, UNFINISHED
from clubscore.laws.shared_codes import LAWS_OF_BRIDGE_OF_REVOKES as LAWS_OF_BRIDGE
from clubscore.laws.tariff import (
    GRAND_SLAM,
    LITTLE_SLAM,
    Tariff,
    TrickTerms,
    TwoSides,
    side_honours,
    slam_table,
    suit_chicane,
)
from clubscore.laws.words import Either, gettext_noop, ngettext_lazy, pgettext_lazy

# Etiquette of Bridge 1899, p. 23, suggests a limit; Foster's Complete Hoyle plays it.
LIMIT = 100
SLAMS = slam_table(20, 40)

DOUBLING_LIMIT = HouseRule(
    "doubling_limit",
    (None, LIMIT, "stop"),
    None,
    gettext_noop("doubling limit"),
    gettext_noop("How far a trick may be doubled."),
    (
        pgettext_lazy("house rule", "none"),
        gettext_noop("a trick never counts more than 100"),
        gettext_noop("a trick that counts 100 or more is not doubled"),
    ),
    kinds=(),
)
REVOKE_VALUE = HouseRule(
    "revoke_value",
    ("current", "original"),
    "current",
    gettext_noop("value of a revoke"),
    gettext_noop("Whether the three tricks for a revoke count as doubled."),
    (gettext_noop("as doubled"), pgettext_lazy("house rule", "undoubled")),
    kinds=("revoke",),
)
RULES = (
    CHICANE,
    RUBBER_BONUS.starting_at(100),
    DOUBLING_LIMIT,
    REVOKE_VALUE,
    UNFINISHED,
)
BRIDGE_1899 = Preset("bridge-1899", gettext_noop("Laws of Bridge 1899"), {}, LAWS_OF_BRIDGE_1899)
FOSTER_HOYLE = Preset(
    "foster-hoyle",
    gettext_noop("Foster's Hoyle"),
    {"doubling_limit": LIMIT},
    "Foster's Complete Hoyle",
    # "The penalty for any other player is the loss of three tricks"; to choose is English.
    penalties=("tricks",),
)
GIVES = Giver("straight-bridge", gettext_noop("Straight Bridge"))


def law(numbers: str, page: str, limb: str = "") -> Citation:
    """A law of the Laws of Bridge of 1899, its limb where one of them decides, and its page."""
    return Citation(LAWS_OF_BRIDGE_1899, LAW, numbers, limb, page, giver=GIVES)


LAWS = {
    "tricks": law("4", "1"),
    # Law 6 counts its limbs twice: for partners together, and for one hand.
    "honours": law("6", "2"),
    "honours 5": law("6", "2", "I"),
    "honours 4": law("6", "2", "II"),
    "honours 3": law("6", "2", "III"),
    "honours 5-in-one": law("6", "2", "I, one hand"),
    "honours 4-in-one": law("6", "2", "II, one hand"),
    "honours 4+1": law("6", "2", "II, one hand"),
    "aces": law("7", "2-3"),
    "aces 4": law("7", "2", "I"),
    "aces 3": law("7", "2", "II"),
    "aces 4-in-one": law("7", "3", "one hand"),
    "chicane": law("8", "3"),
    "slam": law("9", "3"),
    f"slam {GRAND_SLAM}": law("9", "3", "I"),
    f"slam {LITTLE_SLAM}": law("9", "3", "II"),
    "rubber": law("11", "3"),
    "revoke": law("87", "17", "I"),
    "revoke several": law("87", "17", "I and II"),
    "revoke both": law("95", "19"),
    "fine": AGREED,
}


def trick_value(rules: Rules, bid: Bid, doubling: int) -> int:
    """An odd trick's worth with its doubling, under the club's limit."""
    value = BRIDGE_VALUES[bid.denomination.key] << doubling
    return min(value, LIMIT) if rules["doubling_limit"] == LIMIT else value


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """Every trick over six counts for the side that won it; nothing is contracted for."""
    value = trick_value(rules, bid, doubling)
    three = 3 * (value if rules["revoke_value"] == "current" else trick_value(rules, bid, 0))
    return TrickTerms(BOOK + 1, BOOK, value, None, 0, 0, 0, (), 0, SLAMS, SLAMS, three)


def tariff(rules: Rules) -> Tariff:
    """The numbers of the Laws of Bridge under these house rules."""
    return Tariff(
        terms=partial(terms, rules),
        laws=LAWS,
        honours=side_honours(BRIDGE_VALUES, BRIDGE_RANK),
        chicane={} if rules["chicane"] == "off" else suit_chicane(BRIDGE_VALUES, BRIDGE_RANK),
        chicane_deducts=rules["chicane"] == "us",
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
    )


class InTens(TwoSides):
    """Partners settle with one opponent each."""

    # The laws of 1899 settle in tens (p. 32).
    usual_round = "ten"


class TrumpsAlone(Bidding):
    """No one bids a number: dealer or partner names the trump, and it may be doubled."""

    calling = None

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Where doubling stops at 100, a trick that already counts so much is not doubled again."""
        if deal.bid is None or rules["doubling_limit"] != "stop" or not deal.doubling:
            return
        if trick_value(rules, deal.bid, deal.doubling - 1) < LIMIT:
            return
        most = next(n for n in range(99) if trick_value(rules, deal.bid, n) >= LIMIT)
        phrase = ngettext_lazy(
            "A trick that counts 100 is not doubled again: at most %(most)s time here.",
            "A trick that counts 100 is not doubled again: at most %(most)s times here.",
            "most",
        )
        raise RuleError("doubling-limit", phrase, "doubling", most=most)


class DealerPlays(Play):
    """The dealer plays both hands, and it may be dummy who named the trump."""

    def dummy_of_dealer(self, dealer: str, side: tuple[str, ...]) -> str | None:
        """The dealer's partner (laws 59 and 66)."""
        if dealer not in side:
            return None
        return next(seat for seat in side if seat != dealer)


def read_dealer(game: HasHands, rules: Rules, raw: object) -> OwnFacts:
    """Who dealt, which tells who is dummy; a file may leave it out."""
    if type(raw) is not str or raw not in game.seats:
        raise RuleError(
            "choice",
            gettext_noop("The dealer must be %(choices)s, not %(given)s."),
            "dealer",
            choices=Either(game.seats),
            given=shown(raw),
        )
    return {"dealer": raw}


class WhoDealt(Questions):
    """Straight bridge's facts: the dealer's side names the trump, so the dealer is one of it."""

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Raise RuleError for a dealer of the other side."""
        dealer = deal.own.get("dealer")
        if dealer is None or deal.declarer is None:
            return
        side = next(column.seats for column in PARTNERSHIPS if deal.declarer in column.seats)
        if dealer not in side:
            raise RuleError(
                "dealer-side",
                gettext_noop(
                    "%(declarer)s named the trump, so the dealer is %(choices)s, not %(dealer)s."
                ),
                "dealer",
                declarer=deal.declarer,
                choices=Either(side),
                dealer=dealer,
            )

    def must_be_told(self, deal: DealReport) -> None:
        """Raise RuleError where both partners revoked whose side made the trump: one is dummy."""
        side = next((one.seats for one in PARTNERSHIPS if deal.declarer in one.seats), ())
        if side and set(side) <= {revoke.by for revoke in deal.revokes}:
            raise RuleError(
                "revoke-by",
                gettext_noop(
                    "%(first)s or %(second)s was dummy, and dummy cannot revoke (law 66)."
                ),
                "revokes",
                first=side[0],
                second=side[1],
            )


STRAIGHT_BRIDGE = Game(
    key="straight-bridge",
    name=GIVES.name,
    short_name=gettext_noop("Straight bridge 1899"),
    seats=COMPASS,
    hands=COMPASS,
    columns=PARTNERSHIPS,
    bidding=TrumpsAlone(BRIDGE_RANK, levels=(), max_doubling=None),
    counting=Counting(
        tariff, reckon=reckon_odd_tricks, revoke_law=LAWS_OF_BRIDGE, counts_chicane=True
    ),
    settling=InTens(),
    codes=Codes(
        house_rules=RULES,
        presets=(BRIDGE_1899, FOSTER_HOYLE),
        default_preset="bridge-1899",
        correction_laws=(law("12", "3"), law("13", "4")),
        mistakes=BRIDGES_LAWS,
    ),
    play=DealerPlays(partner_is_dummy=False),
    questions=WhoDealt(own_fields={"dealer": read_dealer}),
)
