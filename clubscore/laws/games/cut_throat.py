"""Cut-throat, or skip: three players, each alone; the highest bidder takes dummy."""

from clubscore.laws.cards import ROYAL_RANK, THREE, each_alone
from clubscore.laws.citing import AGREED, Giver, variations_law
from clubscore.laws.game import LONG_RUBBER, Bidding, Counting, Game, NamedFine
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.shared_codes import (
    AUCTION_RULES,
    AUCTION_SLAMS,
    GAME_BONUS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    auction_codes,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import EveryPair, Tariff, hand_honours
from clubscore.laws.words import gettext_noop, pgettext_lazy

DUMMY_HONOURS = HouseRule(
    "skip_dummy_honours",
    ("separate", "none", "combined"),
    "separate",
    gettext_noop("dummy's honours"),
    gettext_noop("How declarer counts the honours in dummy."),
    (
        gettext_noop("as a separate hand"),
        gettext_noop("not at all"),
        gettext_noop("with declarer's own as one hand"),
    ),
    kinds=("honours", "aces"),
)
TWO_NO_TRUMP_FINE = HouseRule(
    "two_no_trump_fine",
    (0, 100),
    0,
    gettext_noop("fine for a failed first bid of two no-trumps"),
    gettext_noop("What the dealer pays each adversary in addition to the undertricks."),
    (pgettext_lazy("house rule", "none"), gettext_noop("100")),
    kinds=("fine first-bid",),
)
RULES = (*AUCTION_RULES, DUMMY_HONOURS, TWO_NO_TRUMP_FINE, GAME_BONUS, RUBBER_BONUS)
GIVES = Giver("cut-throat", gettext_noop("Cut-throat Bridge"))
FINES = (
    NamedFine(
        "exposed-card",
        gettext_noop("a card exposed before the lead"),
        100,
        variations_law("4", "143", GIVES),
    ),
    NamedFine(
        "double-out-of-turn",
        gettext_noop("a double out of turn"),
        100,
        variations_law("5", "143-144", GIVES),
    ),
)
OWN_LAWS = {
    **dict.fromkeys(
        ("tricks", "contract", "overtricks", "undertricks"), variations_law("7", "144", GIVES)
    ),
    "slam": variations_law("8", "144", GIVES),
    "honours": variations_law("8", "144-145", GIVES),
    "aces": variations_law("8", "145", GIVES),
    "game": variations_law("9", "145", GIVES),
    "rubber": variations_law("9", "145", GIVES),
    "fine": AGREED,
    "fine of 100": variations_law("4 and 5", "143", GIVES),
    **{f"fine {fine.key}": fine.law for fine in FINES},
}


def tariff(rules: Rules) -> Tariff:
    """Cut-throat's numbers under these house rules."""
    return Tariff(
        terms=royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")]),
        laws=auction_laws(rules.preset, OWN_LAWS),
        honours=hand_honours(ROYAL_VALUES, ROYAL_RANK),
        dummy_honours=rules.word("skip_dummy_honours"),
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        game_bonus=rules.number("game_bonus"),
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
    )


class FinedFirstBid(Bidding):
    """As at auction; a club may fine a dealer who begins too high."""

    named_fines = FINES
    # P. 146: the fine comes on top of the undertricks.
    first_bid_fine = ("2NT", TWO_NO_TRUMP_FINE.key)


CUT_THROAT = Game(
    key="cut-throat",
    name=GIVES.name,
    short_name=gettext_noop("Cut-throat"),
    seats=THREE,
    hands=(*THREE, "dummy"),
    columns=each_alone(THREE),
    counting=Counting(tariff, honours_by="hand"),
    settling=EveryPair(),
    codes=auction_codes(RULES),
    bidding=FinedFirstBid(),
    course=LONG_RUBBER,
)
