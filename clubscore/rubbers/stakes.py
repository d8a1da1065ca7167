"""Stake and laws as a table agrees on them, what a source advises, and stakes of two people.

Only the coins between two people differ, never the points. Two who agreed between themselves play
for that; else a player with a private stake plays for it with everyone they meet, and where both
have one the lower counts.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.access import Actor
from clubscore.club.clubs import own_laws_of
from clubscore.club.entry import Refused
from clubscore.club.models import Club, House, Person
from clubscore.club.payments import rates_of
from clubscore.club.wording import speak_amount
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.game_notes import StakeAdvice
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import HouseRule, RuleValue, resolve_rules
from clubscore.laws.money import LSD, Currency, round_coins, show_amount
from clubscore.laws.record import replace
from clubscore.laws.settlement import (
    PairAmount,
    Stakes,
    read_stake_words,
    read_stakes,
    settle_rubber,
)
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import OwnStake, Part, RulesKept, Sitting
from clubscore.rubbers.pad import stake_alone, stake_in_words
from clubscore.rubbers.score import PartScore, PointsShare, standing_of
from clubscore.rubbers.selectors import authored, must_be_open, part_of, taken


class RubberWorth(NamedTuple):
    """What a rubber is worth by seat: points, and pairs with their exact coins."""

    points: Mapping[str, int]
    pairs: tuple[PairAmount, ...]


@dataclass(frozen=True)
class OwnStakes:
    """The stakes that count in a rubber beside the table's: between two, and of one."""

    between: dict[frozenset[int], Stakes | None]
    of_one: dict[int, Stakes | None]

    def play(self, one: int, other: int) -> Stakes | None:
        """Return what two people play for, None where it is the table's stake."""
        pair = frozenset((one, other))
        if self.between.get(pair) is not None:
            return self.between[pair]
        own = [s for s in (self.of_one.get(one), self.of_one.get(other)) if s is not None]
        return min(own, key=lambda stakes: stakes.rate, default=None)

    @property
    def currency(self) -> Currency | None:
        """The currency of those in force; they all have the same."""
        known = [s for s in (*self.between.values(), *self.of_one.values()) if s is not None]
        return known[0].currency if known else None


def own_stakes_at(part: Part, rubber: int) -> OwnStakes:
    """Return the stakes in force in a rubber. One query."""
    between: dict[frozenset[int], Stakes | None] = {}
    of_one: dict[int, Stakes | None] = {}
    for row in OwnStake.objects.filter(sitting=part.sitting_id).order_by("pk"):
        if (row.part, row.rubber) <= (part.number, rubber):
            stakes = read_stakes(row.stakes)
            if row.other_id is None:
                of_one[row.one_id] = stakes
            else:
                between[frozenset((row.one_id, row.other_id))] = stakes
    return OwnStakes(between, of_one)


def currency_at(standing: PartScore, rubber: int) -> Currency | None:
    """Return the currency that a rubber is played for, None for love. One query at most."""
    if standing.stakes is not None:
        return standing.stakes.currency
    return own_stakes_at(standing.part, rubber).currency


def currency_for_page(standing: PartScore, rubber: int) -> Currency | None:
    """Return the same for a page: none where the club has come to play for love."""
    if not standing.part.sitting.club.plays_for_money:
        return None
    return currency_at(standing, rubber)


def settled(standing: PartScore, own: OwnStakes, share: PointsShare) -> RubberWorth:
    """Return what a share of a rubber is worth, each pair at the stake that the two play for."""
    game, rules, stakes = standing.game, standing.rules, standing.stakes
    base = settle_rubber(game, rules, share.totals, stakes, share.ledger)
    currency = stakes.currency if stakes else own.currency

    def at_their_stake(pair: PairAmount) -> PairAmount:
        theirs = own.play(share.people[pair.payer].pk, share.people[pair.payee].pk)
        # Another currency was agreed on for a game before this one.
        if theirs is None or theirs.currency != currency:
            return pair
        anew = settle_rubber(game, rules, share.totals, theirs, share.ledger)
        return _settled_anew(pair, anew.pairs)

    return RubberWorth(base.points, tuple(map(at_their_stake, base.pairs)))


def _settled_anew(pair: PairAmount, anew: Iterable[PairAmount]) -> PairAmount:
    """Return a pair with what the same two pay each other by another settlement of the rubber."""
    for each in anew:
        if (each.payer, each.payee) == (pair.payer, pair.payee):
            return pair._replace(halves=each.halves, stakes=each.stakes)
        if (each.payee, each.payer) == (pair.payer, pair.payee):
            return pair._replace(halves=-each.halves, stakes=each.stakes)
    return pair


def agree_own_stake(
    *,
    sitting: Sitting,
    one: Person,
    other: Person | None,
    stakes: Stakes | None,
    key: str,
    actor: Actor,
) -> OwnStake:
    """Agree that somebody plays for a stake of their own, from the rubber under way on.

    None is the table's stake again. Differences count as the table's do. Raises RuleError for
    another currency than the table's, Refused where no one plays.
    """
    with taken(sitting) as found:
        must_be_open(found)
        known: OwnStake | None = OwnStake.objects.filter(club_id=found.club_id, key=key).first()
        if known is not None:
            return known
        part = part_of(found)
        if part is None:
            raise Refused(_("Take seats and agree the stake first."))
        standing = standing_of(part)
        rubber = len(standing.sheet.rubbers) + 1
        if stakes is not None:
            _check(standing, rubber, one, other, stakes)
            table = standing.stakes
            stakes = replace(
                stakes, round=table.round if table else standing.game.settling.usual_round
            )
        return OwnStake.objects.create(
            sitting=found,
            part=part.number,
            rubber=rubber,
            one=one,
            other=other,
            stakes=stakes.to_dict() if stakes else None,
            **authored(actor, found.club_id, key),
        )


def _check(
    standing: PartScore, rubber: int, one: Person, other: Person | None, stakes: Stakes
) -> None:
    if one == other:
        phrase = gettext_noop("A stake is between two people. Choose two different players.")
        raise RuleError("choice", phrase, "other")
    table = standing.stakes
    currency = table.currency if table else own_stakes_at(standing.part, rubber).currency
    if currency is not None and stakes.currency != currency:
        phrase = gettext_noop("This table plays in %(currency)s. Enter the stake in that currency.")
        raise RuleError("currency", phrase, "stake", currency=currency.code)


# ---- Stake and laws in a line.

# A rubber to read a stake back with: what it costs says more than a rate. It comes to something
# else by each way of counting.
EXAMPLE = 264
# How a difference counts, in words; "ten" and "hundred" are the score file's.
ROUNDS = {
    "exact": gettext_lazy("every point"),
    "ten": gettext_lazy("in tens"),
    "hundred": gettext_lazy("in hundreds"),
}


def usual_of(club: Club, game: Game) -> tuple[RulesKept, str]:
    """Return the rules and the stake, in words, that the club usually plays a game with."""
    # A game with a layer over it is played as the club plays the game beneath.
    usual: House = club.house.get(game.key) or club.house.get(game.beneath, {})
    rules = usual.get("rules") or {"preset": game.codes.default_preset}
    return rules, usual.get("stake") or _("for love")


class Laws(NamedTuple):
    """Laws that may be chosen: the form's word for them, their name, the rules themselves."""

    value: str
    label: str
    rules: RulesKept


def laws_offered(club: Club, game: Game) -> list[Laws]:
    """Return the presets of the book, then the sets that the club keeps under its own names."""
    book = [Laws(each.key, _(each.name), {"preset": each.key}) for each in game.codes.presets]
    own = [Laws(f"own-{each.pk}", each.name, each.rules) for each in own_laws_of(club, game)]
    return book + [each for each in own if _can_be(game, each.rules)]


def _can_be(game: Game, rules: RulesKept) -> bool:
    """Whether a game still has these rules; what was kept long ago may name others."""
    try:
        resolve_rules(game, rules)
    except RuleError:
        return False
    return True


def read_stake(club: Club, words: str, rounding: str) -> Stakes | None:
    """Return a stake said in words; None for love, and always where the club plays for love."""
    if not club.plays_for_money or words == _("for love"):
        return None
    besides = _other_money(club) if club.currency == "LSD" else ""
    stakes = read_stake_words(words, currency=club.currency, besides=besides)
    if stakes is None or rounding == "exact":
        return stakes
    return replace(stakes, round=rounding)


def _other_money(club: Club) -> str:
    """Return the one money in which old coin is paid here, "" where there are several.

    Shillings have no decimals, so 0.50 is of that money and never of a third; of pounds of today
    where the club has no other.
    """
    rates = rates_of(club.pk)
    others = {code for rate in rates for code in (rate.currency, rate.into)} - {club.currency}
    return "GBP" if not others else others.pop() if len(others) == 1 else ""


def read_back(stakes: Stakes | None) -> str:
    """Return what a stake means; what a rubber costs in each way of counting follows it."""
    if stakes is None:
        return _("For love: points are counted, no one pays.")
    return _("%(stake)s. A rubber of %(points)s points costs each loser:") % {
        "stake": stake_in_words(stakes),
        "points": EXAMPLE,
    }


class StakeWay(NamedTuple):
    """A way of counting a difference: its name, what the example comes to, whether it is taken."""

    name: str
    counted: int
    amount: str
    taken: bool


def ways_of(stakes: Stakes | None) -> list[StakeWay]:
    """Return what the example rubber costs in each way that is offered; none for love."""
    if stakes is None:
        return []
    found = []
    for key, name in ROUNDS.items():
        way = replace(stakes, round=None if key == "exact" else key)
        counted = way.rounded(EXAMPLE)
        amount = speak_amount(round_coins(counted * way.rate), way.currency)
        found.append(StakeWay(str(name), counted, amount, way == stakes))
    return found


def offered(rule: HouseRule, in_force: RuleValue) -> tuple[RuleValue, ...]:
    """Return the values to choose from; where any number will do, the one in force too."""
    return rule.values if in_force in rule.values else (in_force, *rule.values)


# ---- What a source advises.

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
        coins = stakes.rate * stakes.per * Fraction(share)
        if coins.denominator == 1:
            amount = show_amount(int(coins), stakes.currency)
            yield stake_alone(replace(stakes, amount=amount))
