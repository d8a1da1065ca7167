"""What a game's source advises to play for, and stakes by that advice that one tap takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game, StakeAdvice
from clubscore.laws.games import find_game
from clubscore.laws.money import LSD, show_amount
from clubscore.laws.record import replace
from clubscore.rubbers.sitting.stake_and_laws import read_stake, usual_of
from clubscore.rubbers.state.headings import stake_alone

# The game whose usual stake a source compares with.
COMPARED_WITH = "auction"


@dataclass(frozen=True)
class Advised:
    """The advice, where the source gives it, and the stakes by it, as people say them."""

    text: str
    source: str
    stakes: list[str]


def advised_for(club: Club, game: Game) -> Advised | None:
    """Return what the source of a game advises; None where it says nothing, or all is for love."""
    advice = game.about.stakes
    if advice is None or not club.plays_for_money:
        return None
    return Advised(_(advice.text), advice.source, list(_stakes(club, advice)))


def _stakes(club: Club, advice: StakeAdvice) -> Iterator[str]:
    if club.currency == LSD.code:
        yield from advice.old_money
    usual = usual_of(club, find_game(COMPARED_WITH))[1]
    try:
        stakes = read_stake(club, usual, "exact")
    except RuleError:
        # What the club kept as usual cannot be read any more; its own page says so.
        stakes = None
    for share in advice.shares if stakes else ():
        assert stakes is not None  # noqa: S101 - only then is anything shared
        coins = stakes.rate * stakes.per * Fraction(*share)
        if coins.denominator == 1:
            amount = show_amount(int(coins), stakes.currency)
            yield stake_alone(replace(stakes, amount=amount))
