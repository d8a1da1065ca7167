"""Coins handed over at the table tonight, by a tap. Later they are paid by the club's book."""

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.accounts.paying import Handed, find_owed, hand_over
from clubscore.club.models import Entry
from clubscore.club.refused import Refused
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.rubbers.money.booking import origin_of, place_of
from clubscore.rubbers.money.slip import slip_of
from clubscore.rubbers.selectors import tonight


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
        if sitting.evening != tonight(sitting.club):
            raise Refused(
                _("That evening is over: what was unpaid has been carried over to Accounts.")
            )
        line = find_owed(slip_of(sitting.club, sitting.table, sitting.evening).owed, handed)
        return hand_over(line, handed, origin_of(sitting), authored(actor, sitting.club_id, key))
