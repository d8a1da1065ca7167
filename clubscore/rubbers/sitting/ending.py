"""How a rubber, a part or a sitting ends: broken off, closed, opened again, void."""

from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.rubbers.locks import authored, must_be_by_itself, must_not_be_of_the_seven, taken
from clubscore.rubbers.models import Draft, Happening, Part, Sitting
from clubscore.rubbers.money.bets import book_bets
from clubscore.rubbers.money.booking import book_sitting
from clubscore.rubbers.money.closed_and_agreed import must_be_changed_by
from clubscore.rubbers.money.settling import is_agreed
from clubscore.rubbers.money.table_charge import charge_again, charge_sitting, let_off
from clubscore.rubbers.selectors import part_of, sits_at
from clubscore.rubbers.state.part_state import standing_of

Kind = Happening.Kind


def end_part(part: Part) -> None:
    """End a part that has nothing left to settle."""
    standing = standing_of(part)
    sheet = standing.sheet
    for number in range(1, len(sheet.rubbers) + 1):
        if not is_agreed(part, number):
            raise Refused(_("The rubber is over. Make it up and agree it first."))
    under_way = sheet.unfinished is not None and any(sheet.unfinished.totals.values())
    settled = part.broken_off and is_agreed(part, len(sheet.rubbers) + 1)
    if under_way and not settled:
        raise Refused(_("A rubber is being played. Finish it, or break it off and settle it."))
    if part.closed_at is None:
        Part.objects.filter(pk=part.pk).update(closed_at=clock.now())


def break_off(*, sitting: Sitting, part: int, reason: str, key: str, actor: Actor) -> None:
    """Break the running rubber off; it is settled as it stands, once agreed."""
    with taken(sitting) as found:
        must_be_by_itself(found)
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        current = part_of(found, part)
        if current is None or current.closed_at is not None:
            raise Refused(_("There is no rubber to break off."))
        if standing_of(current).sheet.unfinished is None:
            raise Refused(_("No deal of this rubber has been recorded. End the table instead."))
        Part.objects.filter(pk=current.pk).update(broken_off=True, closed_at=clock.now())
        Draft.objects.filter(part=current).delete()
        Happening.objects.create(
            sitting=found,
            part=current,
            kind=Kind.BROKEN_OFF,
            **authored(actor, found.club_id, key, reason),
        )


def close_sitting(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """End the evening at a table. Raises Refused where something is still to be settled."""
    with taken(sitting) as found:
        if found.closed_at is not None:
            return
        must_be_by_itself(found)
        part = part_of(found)
        if part is not None:
            end_part(part)
            Draft.objects.filter(part=part).delete()
        found.closed_at = clock.now()
        found.save(update_fields=["closed_at"])
        Happening.objects.create(
            sitting=found, kind=Kind.CLOSED, **authored(actor, found.club_id, key)
        )
        charge_sitting(found, key, actor)


def reopen_sitting(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Open a table again that was ended too early; a rubber broken off stays so.

    Raises Refused where others sit there now, and where it is closed and agreed to all but a
    scorer who says why.
    """
    try:
        with taken(sitting) as found:
            if found.is_open:
                return
            must_be_changed_by(actor, found, reason)
            _must_sit_nowhere_else(found)
            found.closed_at = found.voided_at = None
            found.void_reason = ""
            found.save(update_fields=["closed_at", "voided_at", "void_reason"])
            part = part_of(found)
            if part is not None and not part.broken_off and not part.substitutes.exists():
                Part.objects.filter(pk=part.pk).update(closed_at=None)
            entry = authored(actor, found.club_id, key, reason)
            Happening.objects.create(sitting=found, kind=Kind.REOPENED, **entry)
            book_sitting(found, entry | {"reason": reason or OwnWords("counts-again")})
            charge_again(found, key, actor)
            book_bets(found, key, actor)
    except IntegrityError:
        raise Refused(_("Other people are sitting at this table now.")) from None


def _must_sit_nowhere_else(sitting: Sitting) -> None:
    seated = sits_at(sitting.club)
    # Players who had left before the end do not come back by it, and may sit anywhere.
    for candidate in sitting.candidates.filter(left_at=None).select_related("person"):
        if candidate.person_id in seated:
            place = {"name": candidate.person.name, "table": seated[candidate.person_id]}
            raise Refused(_("%(name)s is sitting at %(table)s now. End that table first.") % place)


def void_sitting(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Declare a sitting void: it counts nowhere, but can be read and opened again.

    Raises Refused where it is closed and agreed to all but a scorer who says why.
    """
    with taken(sitting) as found:
        if found.voided_at is not None:
            return
        must_be_changed_by(actor, found, reason)
        must_not_be_of_the_seven(found)
        reason = reason or OwnWords("by-mistake")
        found.voided_at = clock.now()
        found.void_reason = reason
        found.save(update_fields=["voided_at", "void_reason"])
        entry = authored(actor, found.club_id, key, reason)
        Happening.objects.create(sitting=found, kind=Kind.VOIDED, **entry)
        book_sitting(found, entry)
        let_off(found, key, actor, reason)
        book_bets(found, key, actor)
