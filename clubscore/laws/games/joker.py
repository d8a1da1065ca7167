"""Joker bridge: auction with a Joker for the two of clubs; it wins every trick and 25 points."""

from __future__ import annotations

from dataclasses import replace

from clubscore.laws.citing import Giver, variations
from clubscore.laws.counting.by_contract import reckon_contract
from clubscore.laws.counting.lines import ABOVE, Score, Writer
from clubscore.laws.counting.reckoning import Position, Reckoner
from clubscore.laws.counting.shared_codes import auction_codes
from clubscore.laws.counting.tariff import Tariff
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import Deal, OwnFacts
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.auction import RULES as AUCTION_HOUSE_RULES
from clubscore.laws.games.auction import tariff as auction_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.parts.how_asked import Ask, HasHands, Questions
from clubscore.laws.parts.how_told import About, Example
from clubscore.laws.words import Either, Phrase, gettext_noop

BREAKS_CHICANE = HouseRule(
    "joker_breaks_chicane",
    (False, True),
    False,
    gettext_noop("chicane of the hand with the joker"),
    gettext_noop("Whether a hand whose only trump would be the joker has chicane."),
    (gettext_noop("counts, the joker is not a trump"), gettext_noop("does not count")),
)
RULES = (*AUCTION_HOUSE_RULES, BREAKS_CHICANE)
# P. 115: in every declaration, whatever happened to the contract.
JOKER_POINTS = 25
ASKED = gettext_noop("Who held the joker?")
HELD = gettext_noop("the joker")
_PAGE = "Auction Bridge Variations 1923, p. 115"
GIVES = Giver("joker", gettext_noop("Joker Bridge"))


def reckon(reckoner: Reckoner, deal: Deal, position: Position) -> Score:
    """As auction; the joker's points are scored beside honours, even on a deal with revokes."""
    holder = deal.own.get("joker")
    if holder is None:
        return reckon_contract(reckoner, deal, position)
    if reckoner.rules["joker_breaks_chicane"] and holder in deal.chicane:
        deal = deal._replace(chicane=tuple(hand for hand in deal.chicane if hand != holder))
    score = reckon_contract(reckoner, deal, position)
    writer = Writer(reckoner.tariff)
    writer.write((reckoner.game.column_of[holder],), ABOVE, JOKER_POINTS, "joker", HELD)
    joker = reckoner.piece(writer.lines)
    above = tuple(map(int.__add__, score.above, joker.above))
    return score._replace(lines=score.lines + joker.lines, above=above)


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


REMARKS: tuple[tuple[Phrase, Phrase], ...] = (
    (
        Phrase(gettext_noop("the joker"), {}),
        Phrase(gettext_noop("25 to the side that held it"), {}),
    ),
)


def tariff(rules: Rules) -> Tariff:
    """Auction's numbers; the Joker cites its own page."""
    base = auction_tariff(rules)
    return replace(base, laws={**base.laws, "joker": variations("115", GIVES)}, remarks=REMARKS)


QUESTIONS = Questions(
    own_fields={"joker": read_holder},
    asks=(
        Ask(
            "joker",
            "joker",
            ASKED,
            lambda hands: {"joker": hands[-1]},
            among="hands",
            must=ASKED,
        ),
    ),
)

ABOUT = About(
    years="1923",
    source="Auction Bridge Variations 1923, ch. VIII, pp. 114-120",
    inventor=gettext_noop("Captain Hugh Tuite (“Tierce Major” of The Scottish Field)"),
    blurb=gettext_noop("Auction with a joker for the two of clubs; it counts 25 for its side."),
    special=(
        gettext_noop(
            "A joker takes the place of the two of clubs, beats every card and may be played at "
            "any time."
        ),
        gettext_noop(
            "The side that held it scores 25 above the line, whatever the contract and its result."
        ),
    ),
    notes=(
        gettext_noop(
            "The book does not say whether a hand with the joker and no trump has chicane."
            " Here it has."
        ),
    ),
    examples=(
        Example(
            gettext_noop("one no-trump made with three aces, the joker with the adversaries"),
            _PAGE,
            {
                "game": "joker",
                "deals": [
                    {
                        "bid": "1NT",
                        "declarer": "N",
                        "tricks": 7,
                        "honours": {"N": 2, "S": 1},
                        "joker": "E",
                    }
                ],
            },
            ({"NS": (10, 30), "EW": (0, 25)},),
        ),
    ),
)

JOKER = replace(
    AUCTION,
    key="joker",
    name=GIVES.name,
    short_name=gettext_noop("Joker"),
    about=ABOUT,
    counting=replace(
        AUCTION.counting, tariff=tariff, reckon=reckon, causes={"joker": gettext_noop("Joker")}
    ),
    codes=auction_codes(RULES),
    questions=QUESTIONS,
)
