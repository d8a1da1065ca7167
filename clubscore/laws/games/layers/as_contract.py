"""Contract scoring over the games for three and for two.

"There is no reason, either, why all or any of the two- or three-handed games should not be played
as Contract, as well as Auction Bridge" (Auction Bridge Variations 1923, p. 160): only contracted
tricks count below the line, and the rest is contract's of 1923. What a game has its own way, and
not as auction has it, stays its own: a bonus, slams of 26 tricks, the price of undertricks, honours
counted as they are won. Five hundred, which has nothing below a line, is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from clubscore.laws.cards import ROYAL_RANK, Bid
from clubscore.laws.citing import Citation
from clubscore.laws.game import LONG_RUBBER, RUBBER_OF_THREE, Game
from clubscore.laws.games.contract_1923 import CONTRACT_1923, OWN_LAWS
from clubscore.laws.games.contract_1923 import RULES as CONTRACT_RULES
from clubscore.laws.games.contract_1923 import tariff as contract_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import GAME_BONUS, ROYAL_VALUES, RUBBER_BONUS
from clubscore.laws.shared_codes import auction_codes as codes_of
from clubscore.laws.tariff import Tariff, TrickTerms, Worth
from clubscore.laws.words import gettext_noop

NAMES: Mapping[str, tuple[str, str]] = {
    "cut-throat": (gettext_noop("Cut-throat Contract"), gettext_noop("Cut-throat, contract")),
    "blind-skip": (
        gettext_noop("Blind Skip as Contract"),
        gettext_noop("Blind skip, contract"),
    ),
    "stop-gap": (gettext_noop("Stop-Gap Contract"), gettext_noop("Stop-gap, contract")),
    "double-dummy": (
        gettext_noop("Double Dummy as Contract"),
        gettext_noop("Double dummy, contract"),
    ),
    "blind-trick-double-dummy": (
        gettext_noop("Blind-Trick Double Dummy as Contract"),
        gettext_noop("Blind-trick dummy, contract"),
    ),
    "hidden-dummies-1": (
        gettext_noop("Hidden Dummies, First Method, as Contract"),
        gettext_noop("Hidden dummies 1, contract"),
    ),
    "hidden-dummies-2": (
        gettext_noop("Hidden Dummies, Second Method, as Contract"),
        gettext_noop("Hidden dummies 2, contract"),
    ),
    "hidden-dummies-3": (
        gettext_noop("Hidden Dummies, Third Method, as Contract"),
        gettext_noop("Hidden dummies 3, contract"),
    ),
    "canfield-dummy": (
        gettext_noop("Canfield Dummy as Contract"),
        gettext_noop("Canfield dummy, contract"),
    ),
    "twenty-six-tricks": (
        gettext_noop("Twenty-six Tricks as Contract"),
        gettext_noop("Twenty-six tricks, contract"),
    ),
    "twenty-six-cards": (
        gettext_noop("Twenty-six Cards as Contract"),
        gettext_noop("Twenty-six cards, contract"),
    ),
    "blind-auction": (
        gettext_noop("Blind Auction as Contract"),
        gettext_noop("Blind auction, contract"),
    ),
    "draw-auction": (
        gettext_noop("Draw Auction as Contract"),
        gettext_noop("Draw auction, contract"),
    ),
    "kwantung": (gettext_noop("Kwantung as Contract"), gettext_noop("Kwantung, contract")),
}
OFFER = gettext_noop("Scored as contract")
# An undertrick at auction, before it is doubled.
AUCTION_DOWN = 50
USUAL = {"game_bonus": GAME_BONUS.default, "rubber_bonus": RUBBER_BONUS.default}
# Auction's way of what contract does in another.
AUCTIONS_OWN = frozenset(("slams", "chicane", "doubled_bonus"))
# Where each hand counts its own honours, four or more: rule 5 of contract, pp. 17.
FOUR_SUITED, FIVE_SUITED, FOUR_ACES = 8, 10, 100


def over(game: Game) -> Game:
    """The game scored as contract; all else is its own."""
    own = {
        rule.key: rule
        for rule in game.codes.house_rules
        if rule.key in USUAL and rule.default != USUAL[rule.key]
    }
    rules = (*_kept(game, own), *(own.get(rule.key, rule) for rule in _added(game)))
    return replace(
        game,
        codes=codes_of(rules),
        counting=replace(
            game.counting,
            tariff=lambda chosen: _tariff(game, chosen, own),
            counts_chicane=False,
        ),
        course=LONG_RUBBER if game.course is RUBBER_OF_THREE else game.course,
    )


def _kept(game: Game, own: Mapping[str, HouseRule]) -> list[HouseRule]:
    """The game's rules that contract does not replace."""
    replaced = {rule.key for rule in CONTRACT_RULES} | AUCTIONS_OWN
    return [rule for rule in game.codes.house_rules if rule.key not in replaced]


def _added(game: Game) -> list[HouseRule]:
    """Contract's rules, without those that this game has nothing for."""
    without = set()
    if not any(rule.key == "rubber_bonus" for rule in game.codes.house_rules):
        without.add("rubber_bonus")
    if not game.tells_holdings:
        without.add("fifth_honour")
    if game.play.tricks != CONTRACT_1923.play.tricks:
        without.add("contract_slams")
    return [rule for rule in CONTRACT_RULES if rule.key not in without]


def _tariff(game: Game, chosen: Rules, own: Mapping[str, HouseRule]) -> Tariff:
    """Contract's numbers, with those that the game has its own way."""
    base = game.counting.tariff(_as_for(game, chosen))
    contract = contract_tariff(_as_for(CONTRACT_1923, chosen))
    own_slams = game.play.tricks != CONTRACT_1923.play.tricks
    own_down = base.terms(next(iter(game.bidding.bids.values())), 0).down[1] != AUCTION_DOWN

    def terms(bid: Bid, doubling: int) -> TrickTerms:
        usual, found = base.terms(bid, doubling), contract.terms(bid, doubling)
        keeps_slams = own_slams or not usual.slams
        return found._replace(
            need=usual.need,
            book=usual.book,
            value=usual.value,
            down=usual.down if own_down else _long(found.down, len(usual.down), doubling),
            slams=usual.slams if keeps_slams else found.slams,
            adverse_slams=usual.adverse_slams if keeps_slams else found.adverse_slams,
        )

    left = {kind for kind in ("game", "rubber") if f"{kind}_bonus" in own}
    left |= {"slam"} if own_slams else set()
    left |= {"undertricks"} if own_down else set()
    left |= {"honours", "aces"} if game.counting.honours_by == "won" else set()
    return replace(
        base,
        terms=terms,
        laws=_laws(base.laws, left),
        honours=_honours(game, base, contract),
        chicane={},
        game_bonus=contract.game_bonus if "game_bonus" not in own else base.game_bonus,
        rubber_bonus=chosen.number("rubber_bonus") if "rubber_bonus" in chosen else 0,
    )


def _as_for(game: Game, chosen: Rules) -> Rules:
    """What is chosen of the rules of one of the two games, the rest as that game has it."""
    rules = game.codes.house_rules
    return Rules({rule.key: chosen.get(rule.key, rule.default) for rule in rules}, chosen.preset)


def _long(down: tuple[int, ...], length: int, doubling: int) -> tuple[int, ...]:
    """Contract's price of undertricks, as many as this game can have."""
    step = AUCTION_DOWN << doubling
    more = range(1, length - len(down) + 1)
    return (*down, *(down[-1] + step * count for count in more))


def _laws(base: Mapping[str, Citation], left: set[str]) -> dict[str, Citation]:
    """Contract's laws for what contract decides; ``left`` are kinds that stay the game's own."""
    taken = {kind: law for kind, law in OWN_LAWS.items() if kind.split()[0] not in left}
    kinds = {kind.split()[0] for kind in taken}
    return {**{kind: law for kind, law in base.items() if kind.split()[0] not in kinds}, **taken}


def _honours(game: Game, base: Tariff, contract: Tariff) -> Mapping[str, Worth]:
    """Four or more in one hand (rule 5, p. 17); honours that are won count as they are won."""
    by = game.counting.honours_by
    if by == "won":
        return base.honours
    if by == "side":
        return {key: contract.honours[key] for key in base.honours}
    return {
        each.key: {1: 0, 2: 0, 3: 0, 4: FOUR_SUITED * value, 5: FIVE_SUITED * value}
        if each.is_suit
        else {1: 0, 2: 0, 3: 0, 4: FOUR_ACES}
        for each in ROYAL_RANK
        if (value := ROYAL_VALUES[each.key])
    }
