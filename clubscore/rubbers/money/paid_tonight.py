"""Coins handed over at the table tonight, by a tap. Later they are paid by the club's book."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import Owed
from clubscore.club.accounts.paying import Handed, find_owed, hand_over, take_back
from clubscore.club.models import Entry
from clubscore.club.refused import Refused
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.money.booking import ROOM, origin_of, place_of, tables_beside
from clubscore.rubbers.money.closed_and_agreed import must_take_back
from clubscore.rubbers.money.slip import Paid, slip_of
from clubscore.rubbers.selectors import tonight

# Stands between the key of a tap that pays all and the number of a payment.
ALL = ":all"


def pay_at_table(*, sitting: Sitting, handed: Handed, key: str, actor: Actor) -> Entry:
    """Record that what stands on tonight's slip was handed over. The same key again counts once.

    Raises Refused where it is no longer owed: it has been paid, or a correction changed it;
    and where the evening is over, for then it was carried over.
    """
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=place_of(sitting))
        known = Entry.objects.filter(club=sitting.club_id, key=key).first()
        if known is not None:
            return known
        _must_be_tonight(sitting)
        line = find_owed(slip_of(sitting.club, sitting.table, sitting.evening).owed, handed)
        return hand_over(line, handed, origin_of(sitting), authored(actor, sitting.club_id, key))


def pay_all_at_table(*, sitting: Sitting, seen: str, key: str, actor: Actor) -> list[Entry]:
    """Record that all of tonight's slip was handed over. The same key again counts once.

    `seen` is who owed whom as the page showed it. Raises Refused where that is another now.
    """
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=place_of(sitting))
        known = list(Entry.objects.filter(club=sitting.club_id, key__startswith=f"{key}{ALL}"))
        if known:
            return known
        _must_be_tonight(sitting)
        owed = slip_of(sitting.club, sitting.table, sitting.evening).owed
        if seen != said_of(owed):
            raise Refused(_("What is owed has changed. Check who pays whom."))
        return [
            hand_over(
                one,
                Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount),
                origin_of(sitting),
                authored(actor, sitting.club_id, f"{key}{ALL}{number}"),
            )
            for number, one in enumerate(owed, start=1)
        ]


def undo_payment(*, payment: Entry, reason: str, key: str, actor: Actor) -> None:
    """Record that a payment was not made after all, at a table or in the accounts.

    Raises Refused to whoever may not say so. Twice counts once.
    """
    with transaction.atomic():
        must_take_back(actor, payment, reason)
        take_back(payment=payment, key=key, actor=actor, reason=reason)


def undo_all_payments(*, sitting: Sitting, batch: str, reason: str, key: str, actor: Actor) -> None:
    """Record that what was paid in one tap was not paid after all, as `undo_payment` does."""
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=place_of(sitting))
        payments = Entry.objects.filter(
            club=sitting.club_id,
            room=ROOM,
            place__in=[str(table) for table in tables_beside(sitting)],
            evening=sitting.evening,
            kind=Entry.Kind.PAYMENT,
            key__startswith=f"{batch}{ALL}",
        )
        for number, payment in enumerate(payments.order_by("pk"), start=1):
            undo_payment(payment=payment, reason=reason, key=f"{key}{ALL}{number}", actor=actor)


def said_of(owed: Iterable[Owed]) -> str:
    """Return who owes whom as a form carries it, so that what has changed is noticed."""
    return " ".join(
        f"{one.payer.pk}-{one.payee.pk}-{one.amount}{one.currency.code}" for one in owed
    )


def batch_of(paid: Sequence[Paid]) -> str:
    """Return the key of the tap that paid all, empty where the last payment was another."""
    batch, is_all, _number = paid[-1].key.rpartition(ALL) if paid else ("", "", "")
    return batch if is_all else ""


def _must_be_tonight(sitting: Sitting) -> None:
    if sitting.evening != tonight(sitting.club):
        raise Refused(_("That evening is over: what was unpaid has been carried over to Accounts."))
