"""Who plays for a private stake, and what a rubber then costs each pair.

Points are the table's; only the coins between two people differ. Two who agreed between themselves
play for that; else a player with a private stake plays for it with everyone they meet, and where
both have one the lower counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.money import Currency
from clubscore.laws.record import replace
from clubscore.laws.settlement import PairAmount, Stakes, read_stakes, settle_rubber
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.locks import authored, must_be_open, taken
from clubscore.rubbers.models import OwnStake, Part, Sitting
from clubscore.rubbers.selectors import part_of
from clubscore.rubbers.state.part_state import Standing, standing_of
from clubscore.rubbers.state.shares import Share


class Settled(NamedTuple):
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


def currency_at(standing: Standing, rubber: int) -> Currency | None:
    """Return the currency that a rubber is played for, None for love. One query at most."""
    if standing.stakes is not None:
        return standing.stakes.currency
    return own_stakes_at(standing.part, rubber).currency


def shown_currency(standing: Standing, rubber: int) -> Currency | None:
    """Return the same for a page: none where the club has come to play for love."""
    if not standing.part.sitting.club.plays_for_money:
        return None
    return currency_at(standing, rubber)


def settled(standing: Standing, own: OwnStakes, share: Share) -> Settled:
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

    return Settled(base.points, tuple(map(at_their_stake, base.pairs)))


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
    standing: Standing, rubber: int, one: Person, other: Person | None, stakes: Stakes
) -> None:
    if one == other:
        phrase = gettext_noop("A stake is between two people. Choose two different players.")
        raise RuleError("choice", phrase, "other")
    table = standing.stakes
    currency = table.currency if table else own_stakes_at(standing.part, rubber).currency
    if currency is not None and stakes.currency != currency:
        phrase = gettext_noop("This table plays in %(currency)s. Enter the stake in that currency.")
        raise RuleError("currency", phrase, "stake", currency=currency.code)
