"""Who may change the money of a table that is closed and agreed: a scorer alone, who says why.

Before that whoever may enter deals there declares it void or opens it again, and a payment is
taken back by those whom it concerns.
"""

from django.utils.translation import gettext as _

from clubscore.club.access import Actor, Level
from clubscore.club.models import Entry
from clubscore.club.people.selectors import ids_and_merged
from clubscore.club.refused import Refused
from clubscore.rubbers.models import Settlement, Sitting
from clubscore.rubbers.money.booking import ROOM
from clubscore.rubbers.selectors import tonight


def is_closed_and_agreed(sitting: Sitting) -> bool:
    """Whether a table has ended, and something that was played at it was agreed.

    The two tables of the seven are settled together.
    """
    if sitting.closed_at is None:
        return False
    settlements = Settlement.objects.filter(part__sitting=sitting)
    if sitting.seven_id is not None:
        settlements = Settlement.objects.filter(part__sitting__seven=sitting.seven_id)
    return bool(settlements.exists())


def may_change(actor: Actor, sitting: Sitting) -> bool:
    """Whether somebody who may enter deals at a table may still void or reopen it."""
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
