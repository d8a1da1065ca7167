"""Coins handed over, by a tap."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.rubber.keys import NotNow, authored
from clubscore.rubber.models import CardTable, Payment
from clubscore.rubber.slip import Owed, slip_of


def pay(*, table: CardTable, evening: dt.date, owed: Owed, key: str, actor: Actor) -> Payment:
    """Record that what is owed was handed over. The same key again is the same payment.

    Raises NotNow where it is not owed any more: somebody else paid, or a correction changed it.
    """
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=table.pk)
        known: Payment | None = Payment.objects.filter(club_id=table.club_id, key=key).first()
        if known is not None:
            return known
        if owed not in slip_of(table.club, table, evening).owed:
            raise NotNow(_("This is not owed any more. Look at the slip once more."))
        return Payment.objects.create(
            table=table,
            evening=evening,
            payer=owed.payer,
            payee=owed.payee,
            currency=owed.currency.code,
            amount=owed.amount,
            **authored(actor, table.club_id, key),
        )


def take_payment_back(*, payment: Payment, key: str, actor: Actor) -> Payment:
    """Record that a payment was not made after all, as a payment the other way round."""
    with transaction.atomic():
        CardTable.objects.select_for_update().get(pk=payment.table_id)
        known: Payment | None = Payment.objects.filter(takes_back=payment).first()
        if known is not None:
            return known
        return Payment.objects.create(
            table=payment.table,
            evening=payment.evening,
            payer=payment.payee,
            payee=payment.payer,
            currency=payment.currency,
            amount=payment.amount,
            takes_back=payment,
            **authored(actor, payment.club_id, key),
        )
