"""Table money of a card table: charged when it ends, let off where it is declared void."""

from django.db.models import QuerySet

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import not_corrected
from clubscore.club.accounts.table_money import charge_after_all, charge_table, fee_of, waive
from clubscore.club.models import Entry, Person
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.money.booking import ROOM, origin_of
from clubscore.rubbers.money.closed_and_agreed import must_be_a_scorer, must_say_why

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
