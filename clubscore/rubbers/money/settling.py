"""What is made up and agreed, the slip of the evening, and who pays whom.

A settlement keeps points, and exact fractions of the smallest coin by pair of players. The evening
adds them and rounds once (half away from zero), as a score file does: that is what the club's book
says, where alone coins are facts (`booking`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Max
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.laws import LAW_VERSION
from clubscore.laws.score_sheet import Sheet
from clubscore.rubbers.locks import authored, must_not_be_void, taken_part
from clubscore.rubbers.models import Part, Settlement, Sitting
from clubscore.rubbers.money.booking import book_settlement
from clubscore.rubbers.money.own_stakes import currency_at, own_stakes_at, settled
from clubscore.rubbers.state.part_state import Standing, standing_of
from clubscore.rubbers.state.shares import shares_of

Pair = tuple[int, int]


@dataclass(frozen=True)
class Amounts:
    """What a rubber is worth: points by person, and by pair the points and the exact coins."""

    points: dict[int, int]
    pairs: dict[Pair, tuple[int, Fraction]]

    @property
    def is_nothing(self) -> bool:
        """Whether no one wins or pays anything."""
        return not any(self.points.values()) and not any(c for _n, c in self.pairs.values())

    def one_way(self) -> list[tuple[Pair, tuple[int, Fraction]]]:
        """What each two owe each other, once, from who pays to who is paid; nothing left out."""
        net: dict[Pair, tuple[int, Fraction]] = {}
        for (payer, payee), (points, coins) in self.pairs.items():
            back = net.pop((payee, payer), (0, Fraction(0)))
            there = net.get((payer, payee), (0, Fraction(0)))
            net[payer, payee] = (there[0] + points - back[0], there[1] + coins - back[1])
        turned = [
            ((payee, payer), (-points, -coins)) if points < 0 or coins < 0 else (pair, amount)
            for pair, amount in net.items()
            for (payer, payee), (points, coins) in [(pair, amount)]
        ]
        return [(pair, amount) for pair, amount in turned if any(amount)]


NOTHING = Amounts({}, {})


def rubber_totals(
    standing: Standing, rubber: int, sheet: Sheet | None = None
) -> Mapping[str, int] | None:
    """Return the totals by column of a rubber that can be settled, or None.

    Rubbers count from 1. The one after the last finished rubber is settled as it stands once the
    part has ended: broken off, or left over by a correction. `sheet` is another than today's.
    """
    sheet = sheet or standing.sheet
    if 1 <= rubber <= len(sheet.rubbers):
        return sheet.rubbers[rubber - 1].totals
    has_ended = standing.part.closed_at is not None
    if rubber == len(sheet.rubbers) + 1 and has_ended and sheet.unfinished:
        return sheet.unfinished.totals
    return None


def amounts_of(standing: Standing, rubber: int) -> Amounts:
    """Return what a rubber is worth by the facts as they stand, nothing where it is not over."""
    totals = rubber_totals(standing, rubber)
    if totals is None:
        return NOTHING
    return amounts_of_totals(standing, rubber, totals)


def amounts_of_totals(
    standing: Standing, rubber: int, totals: Mapping[str, int], sheet: Sheet | None = None
) -> Amounts:
    """Return what a rubber with these totals is worth; `sheet` is another than today's."""
    points: dict[int, int] = defaultdict(int)
    pairs: dict[Pair, tuple[int, Fraction]] = {}
    own = own_stakes_at(standing.part, rubber)
    for share in shares_of(standing, rubber, totals, sheet):
        found = settled(standing, own, share)
        for seat, won in found.points.items():
            points[share.people[seat].pk] += won
        for owed in found.pairs:
            pair = (share.people[owed.payer].pk, share.people[owed.payee].pk)
            if pair[0] != pair[1]:
                before = pairs.get(pair, (0, Fraction(0)))
                pairs[pair] = (before[0] + owed.points, before[1] + owed.coins)
    return Amounts(dict(points), pairs)


def agreed_amounts(part: Part, rubber: int) -> Amounts:
    """Return what was agreed of a rubber, with all later differences."""
    return _sum_of(Settlement.objects.filter(part=part, rubber=rubber))


def _sum_of(rows: Iterable[Settlement]) -> Amounts:
    points: dict[int, int] = defaultdict(int)
    pairs: dict[Pair, tuple[int, Fraction]] = {}
    for row in rows:
        for person, won in row.points.items():
            points[int(person)] += won
        for payer, payee, won, coins in row.exact:
            before = pairs.get((payer, payee), (0, Fraction(0)))
            pairs[payer, payee] = (before[0] + won, before[1] + Fraction(coins))
    return Amounts(dict(points), pairs)


def is_agreed(part: Part, rubber: int) -> bool:
    """Whether a rubber was made up and agreed.

    One that a correction or an undo took back wholly, and that has been won again since, was not.
    """
    rows = list(Settlement.objects.filter(part=part, rubber=rubber))
    if len(rows) < 2 or not _sum_of(rows).is_nothing:
        return bool(rows)
    return amounts_of(standing_of(part), rubber).is_nothing


def agree_rubber(*, sitting: Sitting, part: int, rubber: int, key: str, actor: Actor) -> Settlement:
    """Agree that a rubber is made up: from now on its amounts are owed.

    Raises Refused where the rubber is not over. Agreeing twice counts once.
    """
    with taken_part(sitting, part) as found:
        must_not_be_void(found.sitting)
        rows = Settlement.objects.filter(part=found, rubber=rubber).order_by("number")
        last: Settlement | None = rows.last()
        if last is not None and is_agreed(found, rubber):
            return last
        standing = standing_of(found)
        if standing.has_rivals:
            raise Refused(_("Two reports of one deal differ. Choose the correct one first."))
        if rubber_totals(standing, rubber) is None:
            raise Refused(_("This rubber is not over yet. Finish it first."))
        amounts = amounts_of(standing, rubber)
        if standing.substitutes and found.closed_at is None:
            # A substitute plays during that rubber only (law 24): the next one takes new seats.
            Part.objects.filter(pk=found.pk).update(closed_at=clock.now())
        if last is None:
            entry = authored(actor, found.club_id, key)
            return _post(standing, rubber, 1, Settlement.Kind.AGREED, amounts, entry)
        # It was agreed once and taken back; what stands now is added to nothing.
        entry = authored(actor, found.club_id, key, OwnWords("made-again"))
        return _post(standing, rubber, last.number + 1, Settlement.Kind.DIFFERENCE, amounts, entry)


def post_differences(*, part: Part, actor: Actor, key: str, reason: str) -> None:
    """Post what a correction changed in rubbers that were agreed already. Writes nothing twice.

    In a part that has ended no one will agree any more: there every rubber follows the facts, one
    that the correction made too.
    """
    agreed = Settlement.objects.filter(part=part).values("rubber").annotate(last=Max("number"))
    rows = {row["rubber"]: row["last"] for row in agreed}
    if not rows:
        return
    standing = standing_of(part)
    if part.closed_at is not None:
        rows = dict.fromkeys(range(1, len(standing.sheet.rubbers) + 2), 0) | rows
    for rubber, last in rows.items():
        change = difference(agreed_amounts(part, rubber), amounts_of(standing, rubber))
        if not change.is_nothing:
            entry = authored(actor, part.club_id, f"{key}:rubber{rubber}", reason)
            kind = Settlement.Kind.DIFFERENCE if last else Settlement.Kind.AGREED
            _post(standing, rubber, last + 1, kind, change, entry)


def difference(before: Amounts, after: Amounts) -> Amounts:
    """Return what has to be added to `before` to make it `after`."""
    points = {
        who: after.points.get(who, 0) - before.points.get(who, 0)
        for who in {**before.points, **after.points}
    }
    pairs: dict[Pair, tuple[int, Fraction]] = {}
    none = (0, Fraction(0))
    for pair in {**before.pairs, **after.pairs}:
        old, new = before.pairs.get(pair, none), after.pairs.get(pair, none)
        if old != new:
            pairs[pair] = (new[0] - old[0], new[1] - old[1])
    return Amounts(points, pairs)


def _post(
    standing: Standing,
    rubber: int,
    number: int,
    kind: str,
    amounts: Amounts,
    entry: Authorship,
) -> Settlement:
    currency = currency_at(standing, rubber)
    settlement: Settlement = Settlement.objects.create(
        part=standing.part,
        rubber=rubber,
        number=number,
        kind=kind,
        currency=currency.code if currency else "",
        points={str(who): won for who, won in amounts.points.items()},
        exact=[
            (payer, payee, won, str(coins))
            for (payer, payee), (won, coins) in amounts.pairs.items()
        ],
        law_version=LAW_VERSION,
        **entry,
    )
    book_settlement(settlement, entry)
    return settlement
