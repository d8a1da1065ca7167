"""Rubbers made up and agreed, bets decided, table money charged, and all of it in the book.

A settlement keeps points and exact fractions of the smallest coin by pair of players; the evening
adds them and rounds once, half away from zero, as a score file does. Of a table that is closed
and agreed only a scorer may change the money, who says why.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Unpack

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Authorship, Refused
from clubscore.club.ledger import Origin, Transfer, not_corrected, post
from clubscore.club.models import Club, Entry, EntryData, Person, Posting
from clubscore.club.people import ids_and_merged
from clubscore.club.record_words import OwnWords, stored_of
from clubscore.club.table_money import charge_after_all, charge_table, fee_of, waive
from clubscore.laws import LAW_VERSION
from clubscore.laws.errors import RuleError
from clubscore.laws.money import round_coins
from clubscore.laws.score_sheet import ScoreSheet
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import BetOutcome, CardTable, Part, Settlement, SideBet, Sitting
from clubscore.rubbers.score import PartScore, numbers_tonight, shares_of, standing_of
from clubscore.rubbers.selectors import (
    authored,
    must_be_open,
    must_not_be_void,
    taken,
    taken_part,
    tonight,
)
from clubscore.rubbers.stakes import currency_at, own_stakes_at, settled

# ---- The club's book.

ROOM = "rubber"
RUBBERS = (Entry.Kind.RUBBER, Entry.Kind.PUT_RIGHT)


def origin_of(sitting: Sitting, subject: str = "", **data: Unpack[EntryData]) -> Origin:
    """Return where an entry of a table comes from."""
    return Origin(
        evening=sitting.evening,
        room=ROOM,
        place=str(sitting.table_id),
        sitting=sitting.pk,
        subject=subject,
        data={"table": sitting.table.name, **data},
    )


def evenings_booked(club: Club, count: int) -> list[dt.date]:
    """Return the last evenings of which card tables have something in the book, newest first."""
    entries = Entry.objects.filter(club=club, room=ROOM)
    days = entries.order_by("-evening").values_list("evening", flat=True).distinct()
    return list(days[:count])


def place_of(sitting: Sitting) -> int:
    """Return the table under which the rubbers of a sitting stand in the book.

    The two tables of the seven stand under the first: what two people owe each other at both is
    rounded once.
    """
    if sitting.seven_table != 2:
        return sitting.table_id
    first = Sitting.objects.filter(seven=sitting.seven_id, seven_table=1)
    return first.values_list("table_id", flat=True).get()


def tables_of_slip(sitting: Sitting) -> list[int]:
    """Return the tables whose entries stand on one slip with a sitting's, its own first."""
    if sitting.seven_id is None:
        return [sitting.table_id]
    both = Sitting.objects.filter(seven=sitting.seven_id).values_list("table_id", flat=True)
    return [sitting.table_id, *(each for each in both if each != sitting.table_id)]


def _rubbers_of(sitting: Sitting, subject: str = "", **data: Unpack[EntryData]) -> Origin:
    origin = origin_of(sitting, subject, **data)
    return replace(origin, place=str(place_of(sitting)))


def subject_of(part: int, rubber: int) -> str:
    """Return what the book calls a rubber."""
    return f"rubber:{part}:{rubber}"


def book_settlement(settlement: Settlement, entry: Authorship) -> None:
    """Enter a settlement that was written a moment ago."""
    part = settlement.part
    subject = subject_of(part.pk, settlement.rubber)
    is_first = settlement.kind == Settlement.Kind.AGREED
    number = numbers_tonight([part])[part.pk].of(settlement.rubber)
    _bring_up_to_date(
        part.sitting,
        kind=Entry.Kind.RUBBER if is_first else Entry.Kind.PUT_RIGHT,
        origin=_rubbers_of(part.sitting, subject, game=part.game, rubber=number),
        entry=entry,
        corrects=None if is_first else _first(part.club_id, subject),
    )


def book_sitting(sitting: Sitting, entry: Authorship) -> None:
    """Enter what it changes that a sitting was declared void, or counts again."""
    origin = _rubbers_of(sitting)
    _bring_up_to_date(sitting, kind=Entry.Kind.PUT_RIGHT, origin=origin, entry=entry)


def _first(club_id: int, subject: str) -> Entry | None:
    entries = Entry.objects.filter(club=club_id, kind=Entry.Kind.RUBBER, subject=subject)
    first: Entry | None = entries.order_by("pk").first()
    return first


def _bring_up_to_date(
    sitting: Sitting,
    *,
    kind: str,
    origin: Origin,
    entry: Authorship,
    corrects: Entry | None = None,
) -> None:
    # Each entry posts what brings the rounded sums of its evening up to date: so the book says at
    # every moment what a score file would.
    # Two sittings of one evening at one table are rounded together.
    CardTable.objects.select_for_update().get(pk=place_of(sitting))
    lines = _settled(sitting)
    for line, coins in _booked(sitting).items():
        lines[line] = lines.get(line, 0) - coins
    post(
        kind=kind,
        origin=origin,
        lines=lines,
        entry=entry,
        law_version=LAW_VERSION,
        corrects=corrects,
    )


def _settled(sitting: Sitting) -> dict[Transfer, int]:
    """Return what an evening at a table comes to by its settlements, each pair rounded once."""
    own = Sitting.objects.filter(
        club=sitting.club_id, evening=sitting.evening, voided_at=None, table=place_of(sitting)
    )
    beside = Sitting.objects.filter(
        seven__in=own.filter(seven_table=1).values("seven"), seven_table=2, voided_at=None
    )
    under = Q(part__sitting__in=own.exclude(seven_table=2)) | Q(part__sitting__in=beside)
    settlements = Settlement.objects.filter(under, club=sitting.club_id).exclude(currency="")
    exact: dict[Transfer, Fraction] = defaultdict(Fraction)
    for settlement in settlements.order_by("pk"):
        for payer, payee, _points, coins in settlement.exact:
            line, sign = _pair(payer, payee, settlement.currency)
            exact[line] += sign * Fraction(coins)
    return {line: round_coins(coins) for line, coins in exact.items()}


def rubber_postings(sitting: Sitting) -> QuerySet[Posting]:
    """Return what the book holds of the rubbers of an evening at a table."""
    return Posting.objects.filter(
        club=sitting.club_id,
        entry__room=ROOM,
        entry__place=str(place_of(sitting)),
        entry__evening=sitting.evening,
        entry__kind__in=RUBBERS,
    )


def _booked(sitting: Sitting) -> dict[Transfer, int]:
    booked: dict[Transfer, int] = defaultdict(int)
    rows = rubber_postings(sitting).values_list(
        "debited__person", "credited__person", "currency", "amount"
    )
    for debited, credited, currency, amount in rows:
        line, sign = _pair(debited, credited, currency)
        booked[line] += sign * amount
    return booked


def _pair(payer: int, payee: int, currency: str) -> tuple[Transfer, int]:
    """Return one name for a pair, whichever way the coins go, and the sign of this way."""
    if payer < payee:
        return Transfer(payer, payee, currency), 1
    return Transfer(payee, payer, currency), -1


# ---- Made up and agreed.

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
    standing: PartScore, rubber: int, sheet: ScoreSheet | None = None
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


def amounts_of(standing: PartScore, rubber: int) -> Amounts:
    """Return what a rubber is worth by the facts as they stand, nothing where it is not over."""
    totals = rubber_totals(standing, rubber)
    if totals is None:
        return NOTHING
    return amounts_of_totals(standing, rubber, totals)


def amounts_of_totals(
    standing: PartScore, rubber: int, totals: Mapping[str, int], sheet: ScoreSheet | None = None
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


def settle_rubber(
    *, sitting: Sitting, part: int, rubber: int, key: str, actor: Actor
) -> Settlement:
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
    standing: PartScore,
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


# ---- Bets.


def agree_bet(
    *,
    sitting: Sitting,
    one: Person,
    other: Person,
    words: str,
    currency: str,
    amount: int,
    key: str,
    actor: Actor,
) -> SideBet:
    """Agree on a bet. The same key again is the same bet. RuleError names what is not right."""
    if one == other:
        phrase = gettext_noop("A bet is between two people. Choose two different players.")
        raise RuleError("choice", phrase, "other")
    if amount <= 0:
        phrase = gettext_noop("A bet needs an amount, for example 5s.")
        raise RuleError("amount", phrase, "amount")
    with taken(sitting) as found:
        must_be_open(found)
        known: SideBet | None = SideBet.objects.filter(club_id=found.club_id, key=key).first()
        return known or SideBet.objects.create(
            sitting=found,
            one=one,
            other=other,
            words=words[:120],
            currency=currency,
            amount=amount,
            **authored(actor, found.club_id, key),
        )


def decide_bet(*, bet: SideBet, winner: Person | None, key: str, actor: Actor) -> None:
    """Say who won a bet, or that it is off; said once more, the newest word counts."""
    with taken(bet.sitting) as found:
        must_not_be_void(found)
        if BetOutcome.objects.filter(club_id=found.club_id, key=key).exists():
            return
        if winner is not None and winner.pk not in (bet.one_id, bet.other_id):
            phrase = gettext_noop("Choose who won the bet, or call it off.")
            raise RuleError("choice", phrase, "winner")
        BetOutcome.objects.create(bet=bet, winner=winner, **authored(actor, found.club_id, key))
        _bring_up_to_date_of_bets(found, bet, key, actor)


def book_bets(sitting: Sitting, key: str, actor: Actor) -> None:
    """Enter what it changes for the bets that a sitting was declared void, or counts again."""
    for bet in sitting.bets.all():
        _bring_up_to_date_of_bets(sitting, bet, f"{key}:bet{bet.pk}", actor)


def winner_of(bet: SideBet) -> Person | None:
    """Return who won a bet, None while no one did."""
    last = bet.outcomes.order_by("pk").last()
    return last.winner if last is not None else None


def _bring_up_to_date_of_bets(sitting: Sitting, bet: SideBet, key: str, actor: Actor) -> None:
    """Enter what brings the book to what was said last of a bet."""
    line = Transfer(bet.one_id, bet.other_id, bet.currency)
    winner = winner_of(bet) if sitting.voided_at is None else None
    owed = 0 if winner is None else bet.amount if winner.pk == bet.other_id else -bet.amount
    subject = f"bet:{bet.pk}"
    entered = Posting.objects.filter(club=sitting.club_id, entry__room=ROOM, entry__subject=subject)
    for debited, amount in entered.values_list("debited__person", "amount"):
        owed -= amount if debited == bet.one_id else -amount
    first = Entry.objects.filter(club=sitting.club_id, room=ROOM, subject=subject).first()
    post(
        kind=Entry.Kind.SIDE_BET,
        origin=origin_of(sitting, subject, words=stored_of(bet.words)),
        lines={line: owed},
        entry=authored(actor, sitting.club_id, key),
        corrects=first,
    )


# ---- Who may change the money of a closed table.


def is_closed_and_agreed(sitting: Sitting) -> bool:
    """Whether a table has ended, and something that was played at it was agreed.

    Before that its players declare it void, though no phone of the table does; whoever may enter
    deals there opens it again, and a payment is taken back by those whom it concerns. The two
    tables of the seven are settled together.
    """
    if sitting.closed_at is None:
        return False
    settlements = Settlement.objects.filter(part__sitting=sitting)
    if sitting.seven_id is not None:
        settlements = Settlement.objects.filter(part__sitting__seven=sitting.seven_id)
    return bool(settlements.exists())


def may_change(actor: Actor, sitting: Sitting) -> bool:
    """Whether somebody who may void or reopen a table at all may still do so."""
    return actor.is_scorer or not is_closed_and_agreed(sitting)


def must_be_changed_by(actor: Actor, sitting: Sitting, reason: str) -> None:
    """Raise Refused where a table is closed and agreed, but to a scorer who says why."""
    if is_closed_and_agreed(sitting):
        must_say_why(actor, reason)


def must_be_a_scorer(actor: Actor) -> None:
    """Raise Refused to all but a scorer."""
    if not actor.is_scorer:
        raise Refused(_("This has been settled. Ask a scorer or the director to change it."))


def must_say_why(actor: Actor, reason: str) -> None:
    """Raise Refused to all but a scorer who says why."""
    must_be_a_scorer(actor)
    if not reason.strip():
        raise Refused(_("This has been settled. Give the reason for changing it."), "reason")


def must_take_back(actor: Actor, payment: Entry, reason: str) -> None:
    """Raise Refused to whoever may not say that a payment was not made after all.

    One at a table that is closed and agreed, or of an evening that is over, a scorer takes back;
    before that those who paid and were paid, a phone of the table on their behalf, or a scorer.
    """
    at_table = payment.room == ROOM
    if payment.room == ROOM and payment.sitting is not None:
        settled = is_closed_and_agreed(
            Sitting.objects.get(club=payment.club_id, pk=payment.sitting)
        )
    else:
        settled = payment.evening != tonight(payment.club)
    if settled:
        must_say_why(actor, reason)
    elif not (actor.is_scorer or (at_table and actor.level == Level.TABLE)):
        (posting,) = payment.postings.select_related("debited", "credited")
        theirs = set(ids_and_merged(actor.person)) if actor.person else set()
        if not theirs & {posting.debited.person_id, posting.credited.person_id}:
            raise Refused(_("Only the people concerned can undo this payment."))


# ---- Table money.

Kind = Entry.Kind


def charge_sitting(sitting: Sitting, key: str, actor: Actor) -> list[Entry]:
    """Charge everyone who played at least a deal here tonight and was not charged yet."""
    if fee_of(sitting.club) is None:
        return []
    played = Person.objects.filter(
        seats__part__sitting=sitting, seats__part__deals__isnull=False
    ) | Person.objects.filter(pk__in=_substitutes(sitting))
    people = [who.merged_into_id or who.pk for who in played.distinct().order_by("pk")]
    return charge_table(
        club=sitting.club, people=people, origin=origin_of(sitting), key=key, actor=actor
    )


def _substitutes(sitting: Sitting) -> list[int]:
    found = sitting.parts.filter(substitutes__isnull=False)
    return list(found.values_list("substitutes__person", flat=True))


def charge_nothing(*, charged: Entry, reason: str, key: str, actor: Actor) -> None:
    """Let somebody off their table money. Raises Refused to all but a scorer who says why."""
    must_say_why(actor, reason)
    waive(charged=charged, reason=reason, key=key, actor=actor)


def charge_anyway(*, waived: Entry, key: str, actor: Actor) -> None:
    """Charge what was waived after all. Raises Refused to all but a scorer."""
    must_be_a_scorer(actor)
    charge_after_all(waived=waived, key=key, actor=actor)


def let_off(sitting: Sitting, key: str, actor: Actor, reason: str) -> None:
    """Take nothing for a sitting that is void."""
    charged = _entries(sitting, Kind.TABLE_MONEY)
    for entry in charged.filter(not_corrected()):
        waive(charged=entry, reason=reason, key=f"{key}:void{entry.pk}", actor=actor)


def charge_again(sitting: Sitting, key: str, actor: Actor) -> None:
    """Charge what was let off only because the sitting was void."""
    waived = _entries(sitting, Kind.WAIVED).filter(key__contains=":void")
    for entry in waived.filter(not_corrected()):
        charge_after_all(waived=entry, key=f"{key}:again{entry.pk}", actor=actor)


def _entries(sitting: Sitting, kind: str) -> "QuerySet[Entry]":
    return Entry.objects.filter(
        club=sitting.club_id, evening=sitting.evening, room=ROOM, sitting=sitting.pk, kind=kind
    ).order_by("pk")
