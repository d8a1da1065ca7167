"""Today's rubber bridge: contract with vulnerability, as the International Laws score it."""

from functools import partial

from clubscore.laws.cards import COMPASS, HIGHEST, PARTNERSHIPS, ROYAL_RANK, Bid
from clubscore.laws.citing import AGREED, INTERNATIONAL_LAWS, READING, Citation, Giver
from clubscore.laws.deal import DealReport
from clubscore.laws.game import BestOfThree, Counting, Dealing, Game
from clubscore.laws.house_rules import OWN_LAWS_ALONE, Codes, Preset, Rules
from clubscore.laws.reckoning import Bonuses, Position, Reckoner
from clubscore.laws.shared_codes import BOOK, NO_SLAMS
from clubscore.laws.shared_codes import INTERNATIONAL as INTERNATIONAL_REVOKES
from clubscore.laws.tariff import (
    DECLARED_SLAMS,
    Slams,
    Tariff,
    TrickTerms,
    TwoSides,
    Worth,
    declared_slams,
)
from clubscore.laws.words import Phrase, gettext_noop

LAW = INTERNATIONAL_LAWS
INTERNATIONAL = Preset("international", gettext_noop("International Laws"), {}, LAW)
GIVES = Giver("rubber-bridge", gettext_noop("Rubber Bridge"))
VALUES = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
# At no-trumps the first odd trick counts forty.
FIRST_NO_TRUMP = 10
GAME_POINTS = 100
# Bonuses not vulnerable and vulnerable: overtricks of a doubled contract, slams bid and made.
DOUBLED_OVERTRICK = (100, 200)
# A slam counts only where it was bid; today it is no longer called little.
NONE_WON: Slams = {12: (), 13: ()}
SLAM_WORDS = {6: gettext_noop("small slam declared"), 7: DECLARED_SLAMS[7]}
DECLARED = ({6: 500, 7: 1000}, {6: 750, 7: 1500})
UNFINISHED_GAME, UNFINISHED_PART_SCORE = 300, 100
ONLY_GAME = gettext_noop("for the only game of the rubber")
ONLY_PART_SCORE = gettext_noop("for the only part score of the unfinished game")
# Honours in one hand alone: four trumps 100, five 150, four aces 150.
SUIT_HONOURS: Worth = {"4-in-one": 100, "4+1": 100, "5-in-one": 150}
ACES: Worth = {"4-in-one": 150}


def down(vulnerable: bool, doubling: int) -> tuple[int, ...]:
    """What undertricks bring, by their number; redoubled is twice doubled."""
    if not doubling:
        return tuple((100 if vulnerable else 50) * tricks for tricks in range(14))
    first = (200, 500, 800) if vulnerable else (100, 300, 500)
    doubled = (0, *first, *(first[2] + 300 * more for more in range(1, 11)))
    return tuple(points << (doubling - 1) for points in doubled)


def terms(vulnerable: bool, bid: Bid, doubling: int) -> TrickTerms:
    """Contracted tricks below; overtricks, slams that were bid and undertricks above."""
    value = VALUES[bid.denomination.key]
    first = 0 if bid.denomination.is_suit else FIRST_NO_TRUMP
    over = DOUBLED_OVERTRICK[vulnerable] * doubling if doubling else value
    return TrickTerms(
        need=BOOK + bid.level,
        book=BOOK,
        value=value << doubling,
        counted=bid.level,
        bonus=(0, 50, 100)[doubling],
        overtrick=over,
        salvaged=0,
        down=down(vulnerable, doubling),
        down_below=0,
        slams=declared_slams(NONE_WON, DECLARED[vulnerable], bid.level, False, SLAM_WORDS),
        adverse_slams=NO_SLAMS,
        first=first << doubling,
    )


_SCORE = Citation(LAW, kind=READING, giver=GIVES)
# Today's law is told here in our own words, so each of its figures is our reading of it.
_SCORING = Citation(LAW, gettext_noop("scoring table"), kind=READING, giver=GIVES)
LAWS = {
    **dict.fromkeys(
        (
            "tricks", "contract", "overtricks", "undertricks", "slam", "honours", "aces",
            "rubber",
        ),
        _SCORING,
    ),
    "fine": AGREED,
}  # fmt: skip


REMARKS: tuple[tuple[Phrase, Phrase], ...] = (
    (Phrase(gettext_noop("the first odd trick at no-trumps"), {}), Phrase(gettext_noop("40"), {})),
    (
        Phrase(gettext_noop("broken off"), {}),
        Phrase(gettext_noop("300 for the only game, 100 for the only part score"), {}),
    ),
)


def tariff(rules: Rules) -> Tariff:
    """The numbers of the International Laws; a club has nothing to choose."""
    return Tariff(
        terms=partial(terms, False),
        vulnerable_terms=partial(terms, True),
        laws=LAWS,
        honours={each.key: SUIT_HONOURS if each.is_suit else ACES for each in ROYAL_RANK},
        rubber_bonus=500,
        quick_rubber_bonus=700,
        remarks=REMARKS,
    )


class DealingToday(Dealing):
    """As ever, but the pack is cut by another law."""

    # By the laws of 1899 the lowest card deals; today the highest does, and suits decide.
    cutting = HIGHEST


class RubberOfToday(BestOfThree):
    """The best of three, with vulnerability and a price for what was left unfinished."""

    def vulnerable(self, deal: DealReport, position: Position) -> tuple[str, ...]:
        """A side that has won a game of the rubber is vulnerable."""
        return tuple(
            column.key for column, won in zip(PARTNERSHIPS, position.games, strict=True) if won
        )

    def broken_off(self, reckoner: Reckoner, position: Position) -> tuple[Bonuses, ...]:
        """For the only game of the rubber, and for the only part score of the unfinished game."""
        # Today's law settles this itself: the club has no rule of its own to choose.
        games = _alone(position.games, (UNFINISHED_GAME, ONLY_GAME))
        part_scores = _alone(position.below, (UNFINISHED_PART_SCORE, ONLY_PART_SCORE))
        return tuple((*one, *other) for one, other in zip(games, part_scores, strict=True))


def _alone(figures: tuple[int, ...], bonus: tuple[int, str]) -> tuple[Bonuses, ...]:
    """The bonus to the one column that has such a figure; nothing where two have."""
    if sum(bool(figure) for figure in figures) != 1:
        return ((),) * len(figures)
    return tuple((bonus,) if figure else () for figure in figures)


RUBBER_BRIDGE = Game(
    key="rubber-bridge",
    name=GIVES.name,
    short_name=gettext_noop("Rubber bridge"),
    seats=COMPASS,
    hands=COMPASS,
    columns=PARTNERSHIPS,
    counting=Counting(tariff, revoke_law=INTERNATIONAL_REVOKES),
    settling=TwoSides(),
    codes=Codes(
        house_rules=(),
        presets=(INTERNATIONAL,),
        default_preset="international",
        correction_laws=(_SCORE, _SCORE),
        mistakes=OWN_LAWS_ALONE,
    ),
    dealing=DealingToday(),
    course=RubberOfToday(GAME_POINTS),
)
