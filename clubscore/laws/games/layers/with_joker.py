"""The Joker over other games: it takes the place of the two of clubs, and 25 points go with it.

"The principle of replacing the deuce of Clubs by the Joker and of giving the latter the power as
described, can be applied as readily to Contract, Pirate, and all other descendants of the great
Bridge family, including the three-handed and two-handed games" (Auction Bridge Variations 1923,
p. 120). Left out are games whose pack has no two of clubs, or a joker of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clubscore.laws.citing import Giver, variations
from clubscore.laws.deal import DealReport, OwnFacts
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Counting, Game, GameAsk, HasHands
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.reckoning import Position, Reckoner
from clubscore.laws.record import replace
from clubscore.laws.tariff import ABOVE, DealScore, SheetFigure, Tariff, Writer
from clubscore.laws.words import Either, Phrase, gettext_noop

# By the game beneath: the name of what comes of it, and the short one.
NAMES: Mapping[str, tuple[str, str]] = {
    "contract-1923": (
        gettext_noop("Contract Bridge of 1923 with the Joker"),
        gettext_noop("Contract 1923, joker"),
    ),
    "bolshevik": (
        gettext_noop("Bolshevik Bridge with the Joker"),
        gettext_noop("Bolshevik, joker"),
    ),
    "cairo": (gettext_noop("Cairo Bridge with the Joker"), gettext_noop("Cairo, joker")),
    "standard": (gettext_noop("Standard Bridge with the Joker"), gettext_noop("Standard, joker")),
    "compound": (gettext_noop("Compound Bridge with the Joker"), gettext_noop("Compound, joker")),
    "equality": (gettext_noop("Equality Bridge with the Joker"), gettext_noop("Equality, joker")),
    "pirate": (gettext_noop("Pirate Bridge with the Joker"), gettext_noop("Pirate, joker")),
    "nullos": (gettext_noop("Nullos at Auction with the Joker"), gettext_noop("Nullos, joker")),
    "bridge-whist": (
        gettext_noop("Bridge Whist with the Joker"),
        gettext_noop("Bridge whist, joker"),
    ),
    "braille": (gettext_noop("Braille Bridge with the Joker"), gettext_noop("Braille, joker")),
    "cut-throat": (
        gettext_noop("Cut-throat Bridge with the Joker"),
        gettext_noop("Cut-throat, joker"),
    ),
    "blind-skip": (gettext_noop("Blind Skip with the Joker"), gettext_noop("Blind skip, joker")),
    "stop-gap": (gettext_noop("Stop-Gap Bridge with the Joker"), gettext_noop("Stop-gap, joker")),
    "double-dummy": (
        gettext_noop("Double Dummy with the Joker"),
        gettext_noop("Double dummy, joker"),
    ),
    "blind-trick-double-dummy": (
        gettext_noop("Blind-Trick Double Dummy with the Joker"),
        gettext_noop("Blind-trick dummy, joker"),
    ),
    "hidden-dummies-1": (
        gettext_noop("Hidden Dummies, First Method, with the Joker"),
        gettext_noop("Hidden dummies 1, joker"),
    ),
    "hidden-dummies-2": (
        gettext_noop("Hidden Dummies, Second Method, with the Joker"),
        gettext_noop("Hidden dummies 2, joker"),
    ),
    "hidden-dummies-3": (
        gettext_noop("Hidden Dummies, Third Method, with the Joker"),
        gettext_noop("Hidden dummies 3, joker"),
    ),
    "canfield-dummy": (
        gettext_noop("Canfield Dummy with the Joker"),
        gettext_noop("Canfield dummy, joker"),
    ),
    "twenty-six-tricks": (
        gettext_noop("Twenty-six Tricks with the Joker"),
        gettext_noop("Twenty-six tricks, joker"),
    ),
    "blind-auction": (
        gettext_noop("Blind Auction with the Joker"),
        gettext_noop("Blind auction, joker"),
    ),
    "draw-auction": (
        gettext_noop("Draw Auction with the Joker"),
        gettext_noop("Draw auction, joker"),
    ),
    "kwantung": (gettext_noop("Kwantung with the Joker"), gettext_noop("Kwantung, joker")),
}
OFFER = gettext_noop("With the joker")

BREAKS_CHICANE = HouseRule(
    "joker_breaks_chicane",
    (False, True),
    False,
    gettext_noop("chicane of the hand with the joker"),
    gettext_noop("Whether a hand whose only trump would be the joker has chicane."),
    (gettext_noop("counts, the joker is not a trump"), gettext_noop("does not count")),
)
# P. 115: in every declaration, whatever happened to the contract.
JOKER_POINTS = 25
ASKED = gettext_noop("Who held the joker?")
HELD = gettext_noop("the joker")
GIVES = Giver("joker", gettext_noop("Joker Bridge"))
REMARK = (
    Phrase(gettext_noop("the joker"), {}),
    Phrase(gettext_noop("25 to the side that held it"), {}),
)


def read_holder(game: HasHands, rules: Rules, raw: object) -> OwnFacts:
    """The hand that held the Joker."""
    if type(raw) is not str or raw not in game.hands:
        raise RuleError(
            "choice",
            gettext_noop("The joker was held by %(choices)s, not %(given)s."),
            "joker",
            choices=Either(game.hands),
            given=shown(raw),
        )
    return {"joker": raw}


ASK = GameAsk(
    "joker", "joker", ASKED, lambda hands: {"joker": hands[-1]}, among="hands", must=ASKED
)  # fmt: skip


class JokerCounted(Counting):
    """The game's own counting, and the Joker's points beside honours, even where one revoked."""

    def honours_beside(self, reckoner: Reckoner, deal: DealReport) -> list[SheetFigure]:
        """Twenty-five points, to whom the holder's honours would go."""
        holder = deal.own.get("joker")
        writer = Writer(reckoner.tariff)
        if holder is not None:
            columns = self._columns_of(holder, reckoner, deal)
            writer.write(columns, ABOVE, JOKER_POINTS, "joker", HELD)
        return writer.lines

    def _columns_of(self, holder: str, reckoner: Reckoner, deal: DealReport) -> tuple[str, ...]:
        sides = reckoner.sides(deal)
        if holder in sides.hands:
            shared = self.honours_by == "side" and reckoner.tariff.honours_to_acceptor
            # Dummy's, where each counts alone, is declarer's.
            return sides.columns if shared else sides.columns[:1]
        if self.honours_by == "side":
            return sides.adverse_columns
        return (reckoner.game.column_of[holder],)


def over(game: Game) -> Game:
    """The game with the Joker in its pack; all else is its own."""
    rules = tuple(_without_twos(rule) for rule in game.codes.house_rules)
    if game.counting.counts_chicane:
        rules = (*rules, BREAKS_CHICANE)
    counting = game.counting
    joker = JokerCounted(**counting._asdict())
    return replace(
        game,
        codes=replace(game.codes, house_rules=rules),
        counting=replace(
            joker,
            tariff=_tariff(counting.tariff),
            reckon=_reckon(counting.reckon),
            causes={**counting.causes, "joker": gettext_noop("Joker")},
        ),
        questions=replace(
            game.questions,
            own_fields={**game.questions.own_fields, "joker": read_holder},
            asks=(*game.questions.asks, ASK),
        ),
    )


def _without_twos(rule: HouseRule) -> HouseRule:
    """A rule by which twos count as honours: one of them is not in the pack."""
    if "deuces" not in rule.values:
        return rule
    kept = [at for at, value in enumerate(rule.values) if value != "deuces"]
    return replace(
        rule,
        values=tuple(rule.values[at] for at in kept),
        meanings=tuple(rule.meanings[at] for at in kept),
    )


def _tariff(base: Callable[[Rules], Tariff]) -> Callable[[Rules], Tariff]:
    def tariff(rules: Rules) -> Tariff:
        found = base(rules)
        laws = {**found.laws, "joker": variations("115", GIVES)}
        return replace(found, laws=laws, remarks=(*found.remarks, REMARK))

    return tariff


def _reckon(
    base: Callable[[Reckoner, DealReport, Position], DealScore],
) -> Callable[[Reckoner, DealReport, Position], DealScore]:
    def reckon(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
        holder = deal.own.get("joker")
        if holder in deal.chicane and reckoner.rules["joker_breaks_chicane"]:
            deal = deal._replace(chicane=tuple(hand for hand in deal.chicane if hand != holder))
        return base(reckoner, deal, position)

    return reckon
