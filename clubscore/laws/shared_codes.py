"""The codes that many games share: royal auction's numbers and presets, and revoke penalties."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from clubscore.laws.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_TRUMPS,
    NULLOS,
    SPADES,
    Bid,
    Denomination,
)
from clubscore.laws.citing import (
    AGREED,
    AS_LAW_OF_1908,
    AS_LAW_OF_1912,
    IN_HOYLE,
    INTERNATIONAL_LAWS,
    LAW,
    LAWS_OF_BRIDGE,
    READING,
    Citation,
    Giver,
)
from clubscore.laws.citing import LAWS_OF_BRIDGE as LAWS_OF_BRIDGE_1899
from clubscore.laws.deal import Revoke
from clubscore.laws.house_rules import Codes, HouseRule, Preset, Rules, RuleValue
from clubscore.laws.record import ComparedRecord, Record, replace
from clubscore.laws.tariff import Slams, TrickTerms, slam_table
from clubscore.laws.words import gettext_noop, pgettext_lazy

# Royal values: Portland Club 1914, and the American codes from 1912 on.
ROYAL_VALUES = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
# Laws of Bridge 1899, law 4.
BRIDGE_VALUES = {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 12}

BOOK = 6
NO_SLAMS: Slams = {}
AUCTION_SLAMS = {"50/100": slam_table(50, 100), "20/40": slam_table(20, 40)}

AUCTION_GIVES = Giver("auction", gettext_noop("Royal Auction Bridge"))
NOTHING_OWN: Mapping[str, Citation] = MappingProxyType({})

PORTLAND = "Portland Club 1914"
PORTLAND_1914 = Preset("portland-1914", gettext_noop("Portland 1914"), {}, PORTLAND)
_WHIST_CLUB: dict[str, RuleValue] = {"slams": "50/100", "chicane": "off", "revoke_points": 100}
WHIST_CLUB_1917 = Preset(
    "whistclub-1917",
    gettext_noop("Whist Club 1917"),
    {**_WHIST_CLUB, "bidding": "value"},
    "Whist Club of New York 1917",
)
WHIST_CLUB_1920 = Preset(
    "whistclub-1920",
    gettext_noop("Whist Club 1920"),
    {**_WHIST_CLUB, "bidding": "numerical"},
    "Whist Club of New York 1920",
)

SLAMS = HouseRule(
    "slams",
    ("50/100", "20/40"),
    "50/100",
    gettext_noop("slams"),
    gettext_noop("What a little and a grand slam count; 20 and 40 are the values of 1908."),
    kinds=("slam",),
)
CHICANE = HouseRule(
    "chicane",
    ("on", "off", "us"),
    "on",
    gettext_noop("chicane"),
    gettext_noop("Whether a hand without a trump scores for its side."),
    (
        gettext_noop("counts"),
        pgettext_lazy("house rule", "off"),
        gettext_noop("American: added to honours or deducted from the other side's"),
    ),
    kinds=("chicane",),
)
REVOKE_POINTS = HouseRule(
    "revoke_points",
    (150, 100, 50),
    150,
    gettext_noop("revoke"),
    gettext_noop("The points above the line for each revoke."),
    kinds=("revoke",),
)
REVOKE_BARS = HouseRule(
    "revoke_bars",
    ("offender", "both"),
    "offender",
    gettext_noop("barred after a revoke"),
    gettext_noop("Who scores nothing but honours on a deal with a revoke."),
    (gettext_noop("the side that revoked"), gettext_noop("both sides, except for the penalty")),
)
BIDDING = HouseRule(
    "bidding",
    ("value", "numerical"),
    "value",
    gettext_noop("bids rank by"),
    gettext_noop("Whether a bid outranks another by its points or by its number of tricks."),
    (pgettext_lazy("house rule", "value"), pgettext_lazy("house rule", "number")),
)
NUMERICAL_BIDDING = BIDDING.starting_at("numerical")
UNFINISHED = HouseRule(
    "unfinished_rubber",
    (0, 125),
    0,
    gettext_noop("unfinished rubber"),
    gettext_noop("What a side one game ahead scores when a rubber is broken off."),
)
RUBBER_BONUS = HouseRule(
    "rubber_bonus",
    (250, 100),
    250,
    gettext_noop("rubber"),
    gettext_noop("The points for winning the rubber."),
    any_number=True,
    kinds=("rubber",),
)
GAME_BONUS = HouseRule(
    "game_bonus",
    (100, 125),
    100,
    gettext_noop("game"),
    gettext_noop("The points for winning a game."),
    any_number=True,
    kinds=("game",),
)
# Auction Bridge Variations 1923: nullos at 8 rank below hearts (p. 104), at 10 over spades (p. 95).
NULLO_RANKS = {
    8: (CLUBS, DIAMONDS, NULLOS, HEARTS, SPADES, NO_TRUMPS),
    10: (CLUBS, DIAMONDS, HEARTS, SPADES, NULLOS, NO_TRUMPS),
}
NULLO_VALUE = HouseRule(
    "nullo_value",
    (8, 10),
    8,
    gettext_noop("nullos"),
    gettext_noop("What each odd nullo counts; at 10 they rank between spades and no-trumps."),
    kinds=("tricks nullo", "acceptor nullo"),
)

# The code of auction left the laws on mistakes in the score as they were at bridge.
AUCTION_CORRECTIONS = (
    Citation(LAWS_OF_BRIDGE, LAW, "12", page="3", kind=READING, giver=AUCTION_GIVES),
    Citation(LAWS_OF_BRIDGE, LAW, "13", page="4", kind=READING, giver=AUCTION_GIVES),
)
AUCTION_RULES = (SLAMS, REVOKE_POINTS, REVOKE_BARS, BIDDING, UNFINISHED)


def presets(rules: tuple[HouseRule, ...], *own: Preset) -> tuple[Preset, ...]:
    """The codes of auction with those of their values that this game has a rule for.

    A game whose bidding is numerical by its own law keeps it under every code.
    """
    keys = {rule.key: rule for rule in rules}
    numerical = keys.get("bidding") is not None and keys["bidding"].default == "numerical"
    found = list(own)
    for preset in (PORTLAND_1914, WHIST_CLUB_1917, WHIST_CLUB_1920):
        values = {
            key: value
            for key, value in preset.values.items()
            if key in keys and not (key == "bidding" and numerical)
        }
        found.append(Preset(preset.key, preset.name, values, preset.law))
    return tuple(found)


def auction_codes(house_rules: tuple[HouseRule, ...]) -> Codes:
    """Auction's codes for a game with these house rules; English clubs play by the Portland's."""
    return Codes(house_rules, presets(house_rules), "portland-1914", AUCTION_CORRECTIONS)


def royal_terms(
    values: Mapping[str, int], slams: Slams, undertrick: int = 50, book: int = BOOK
) -> Callable[[Bid, int], TrickTerms]:
    """The terms of auction: every odd trick counts below, 50 for a doubled contract and for each
    trick over it, 50 an undertrick to each adversary; twice and four times by doubling. No slam
    counts where tricks are to be lost.
    """

    def terms(bid: Bid, doubling: int) -> TrickTerms:
        times = 1 << doubling
        bonus = (0, 50, 100)[doubling]
        counted_slams = NO_SLAMS if bid.denomination.reversed else slams
        return TrickTerms(
            need=book + bid.level,
            book=book,
            value=values[bid.denomination.key] * times,
            counted=None,
            bonus=bonus,
            overtrick=bonus,
            salvaged=0,
            down=tuple(undertrick * times * tricks for tricks in range(2 * book + 2)),
            down_below=0,
            slams=counted_slams,
            adverse_slams=counted_slams,
        )

    return terms


def nullo_rank(rules: Rules) -> tuple[Denomination, ...]:
    """The order of bids where nullos are among them: their value decides it."""
    return NULLO_RANKS[rules.number("nullo_value")]


def _english(number: str, page: str, limb: str = "") -> Citation:
    return Citation(PORTLAND, AS_LAW_OF_1908, number, limb, page, IN_HOYLE, READING, AUCTION_GIVES)


def _american(number: str, limb: str = "") -> Citation:
    return Citation("", AS_LAW_OF_1912, number, limb, kind=READING, giver=AUCTION_GIVES)


# The Portland's text of May 1914 is not to be had: each line cites the law of 1908 that it kept.
ENGLISH_LAWS = {
    "tricks": _english("50", "250"),
    "contract": _english("58", "251"),
    "overtricks": _english("58", "251"),
    "undertricks": _english("50", "250"),
    "slam": _english("9", "249"),
    "honours": _english("6", "249"),
    "aces": _english("7", "249"),
    "chicane": _english("8", "249"),
    "revoke": _english("90", "252"),
    "revoke declarer": _english("90", "252", "a"),
    "revoke adversary": _english("90", "252", "b"),
    "rubber": _english("11", "249"),
}
# Nor are the American codes of 1917 and 1920; their forerunner is that of October 1912.
AMERICAN_LAWS = {
    "tricks": _american("4"),
    "contract": _american("56"),
    "overtricks": _american("56"),
    "undertricks": _american("47"),
    "slam": _american("7"),
    "honours": _american("6"),
    "aces": _american("6"),
    "chicane": _american("9"),
    "revoke": _american("84"),
    "revoke declarer": _american("84", "a"),
    "revoke adversary": _american("84", "b"),
    "rubber": _american("11"),
}


def auction_laws(code: Preset, own: Mapping[str, Citation] = NOTHING_OWN) -> dict[str, Citation]:
    """What each kind of line cites: auction's code, and a game's own pages where it differs.

    A law of the game's own for a kind of line is its law in every case of it.
    """
    laws = ENGLISH_LAWS
    if code.law != PORTLAND:
        laws = {kind: replace(law, source=code.law) for kind, law in AMERICAN_LAWS.items()}
    kept = {kind: law for kind, law in laws.items() if kind.split()[0] not in own}
    return {**kept, "fine": AGREED, **own}


class RevokePenalty(ComparedRecord):
    """One penalty that may be chosen: the score file's word, a label, its effect, its time."""

    key: str
    label: str
    effect: str
    until: str
    law: Citation


class RevokeLaw(Record):
    """The penalties of one code: against the declaring side and against an adversary.

    Where tricks are to be lost (nullos) only ``reversed_denomination`` applies. ``both`` says what
    becomes of a deal in which both sides revoked. ``moves`` are the tricks that change hands for
    good by each penalty, as if they had been won so in play.
    """

    declaring: tuple[RevokePenalty, ...]
    adverse: tuple[RevokePenalty, ...]
    reversed_denomination: tuple[RevokePenalty, ...] = ()
    both: str = ""
    moves: Mapping[str, int] = {}

    @property
    def every(self) -> tuple[RevokePenalty, ...]:
        """All penalties of the code, each once."""
        return tuple(dict.fromkeys((*self.declaring, *self.adverse, *self.reversed_denomination)))

    def choices(self, by_declaring_side: bool, is_reversed: bool) -> tuple[RevokePenalty, ...]:
        """The penalties open for a revoke of this side in this contract."""
        if is_reversed:
            return self.reversed_denomination
        return self.declaring if by_declaring_side else self.adverse


UNTIL_CUT = gettext_noop("until the cards are cut for the next deal (law 93)")
UNTIL_CUT_AUCTION = gettext_noop("until the cards are cut for the next deal")

_LAW_87 = Citation(LAWS_OF_BRIDGE_1899, LAW, "87", "I", "17")
_LAW_90 = ENGLISH_LAWS["revoke"]
_THREE_WAYS = (
    RevokePenalty(
        "tricks",
        gettext_noop("take three tricks"),
        gettext_noop("Three of the tricks they won count as won by the other side."),
        UNTIL_CUT,
        _LAW_87,
    ),
    RevokePenalty(
        "deduct",
        gettext_noop("deduct the value of three tricks"),
        gettext_noop("Their score for this deal loses the value of three tricks, never below 0."),
        UNTIL_CUT,
        _LAW_87,
    ),
    RevokePenalty(
        "add",
        gettext_noop("add the value of three tricks"),
        gettext_noop("The other side adds the value of three tricks to its own score."),
        UNTIL_CUT,
        _LAW_87,
    ),
)
_POINTS = RevokePenalty(
    "points",
    gettext_noop("score points above the line"),
    gettext_noop("The other side scores the penalty points above the line."),
    UNTIL_CUT_AUCTION,
    _LAW_90,
)
_TRICKS = RevokePenalty(
    "tricks",
    gettext_noop("take three tricks"),
    gettext_noop(
        "Declarer takes three of their tricks; these may make the contract but earn no bonus."
    ),
    UNTIL_CUT_AUCTION,
    _LAW_90,
)

_LAW_64 = Citation(INTERNATIONAL_LAWS, LAW, "64", kind=READING)
UNTIL_TODAY = gettext_noop("within the time that law 64 allows")
_TODAY = (
    RevokePenalty(
        "one-trick",
        gettext_noop("one trick changes hands"),
        gettext_noop("One of the tricks they won counts as won by the other side."),
        UNTIL_TODAY,
        _LAW_64,
    ),
    RevokePenalty(
        "two-tricks",
        gettext_noop("two tricks change hands"),
        gettext_noop("Two of the tricks they won count as won by the other side."),
        UNTIL_TODAY,
        _LAW_64,
    ),
)

# Where the hands are abandoned, or no revoke is known.
NO_PENALTIES = RevokeLaw((), ())
LAWS_OF_BRIDGE_OF_REVOKES = RevokeLaw(
    declaring=_THREE_WAYS,
    adverse=_THREE_WAYS,
    both=gettext_noop("Both sides revoked: neither can win the game by this deal."),
)
AUCTION = RevokeLaw(
    declaring=(_POINTS,),
    adverse=(_POINTS, _TRICKS),
    reversed_denomination=(_POINTS,),
    both=gettext_noop("Both sides revoked: only honours and chicane count."),
)
INTERNATIONAL = RevokeLaw(
    declaring=_TODAY,
    adverse=_TODAY,
    both=gettext_noop("Both sides revoked: no trick changes hands."),
    moves={"one-trick": 1, "two-tricks": 2},
)


def tricks_after(
    law: RevokeLaw, seats: tuple[str, ...], tricks: int, most: int, revokes: Iterable[Revoke]
) -> int:
    """The tricks of the declaring side once those that changed hands for revokes have done so.

    ``seats`` are of the declaring side, which won ``tricks`` of ``most`` in play. A side gives no
    more than it won; where both revoked, as the law of today has it, nothing changes hands.
    """
    given = [0, 0]
    offended = [False, False]
    for revoke in revokes:
        side = revoke.by not in seats
        offended[side] = True
        given[side] += law.moves.get(revoke.penalty, 0)
    if all(offended):
        return tricks
    return tricks - min(given[0], tricks) + min(given[1], most - tricks)
