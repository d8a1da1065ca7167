"""The evening of the seven ends: both tables' rubbers as they stand are made up and agreed."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.laws.seven import TABLES
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import Happening, SevenEvening, Sitting
from clubscore.rubbers.money.closed_and_agreed import must_be_changed_by
from clubscore.rubbers.money.settling import agree_rubber, is_agreed
from clubscore.rubbers.selectors import sits_at
from clubscore.rubbers.seven.log import Kind, Seven, seven_of, writing
from clubscore.rubbers.seven.seats import write_seats
from clubscore.rubbers.seven.sitting_down import end_crossing
from clubscore.rubbers.sitting.ending import break_off, close_sitting
from clubscore.rubbers.state.part_state import Standing


@dataclass(frozen=True)
class ToMakeUp:
    """A rubber that is still to be made up; `broken_off` where it counts as it stands."""

    standing: Standing
    rubber: int
    broken_off: bool


def to_make_up(seven: Seven) -> list[ToMakeUp]:
    """Return what is still to be made up at both tables before the evening can end."""
    found = []
    for standing in seven.standings.values():
        if standing is None:
            continue
        over = len(standing.sheet.rubbers)
        found += [
            ToMakeUp(standing, rubber, False)
            for rubber in range(1, over + 1)
            if not is_agreed(standing.part, rubber)
        ]
        if standing.sheet.unfinished is not None and not is_agreed(standing.part, over + 1):
            found.append(ToMakeUp(standing, over + 1, True))
    return found


def close_seven(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Make up every rubber as it stands, and end both tables for tonight.

    Raises Refused where a deal is still being played, or two reports of one differ.
    """
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if not log.seven.evening.is_open:
            return
        rest = to_make_up(log.seven)
        for number in TABLES:
            if log.state.tables[number].plays:
                raise Refused(_("A deal is still being played. Record its result first."))
        for each in rest:
            if each.broken_off:
                log.happens(Kind.BROKEN_OFF, each.standing.part.sitting.seven_table)
        end_crossing(log)
        for number, each in enumerate(rest):
            _make_up(each, f"{key}:{number}", actor)
        for number, table in log.seven.sittings.items():
            close_sitting(sitting=table, key=f"{key}:close{number}", actor=actor)


def _make_up(rest: ToMakeUp, key: str, actor: Actor) -> None:
    part = rest.standing.part
    if rest.broken_off:
        break_off(
            sitting=part.sitting,
            part=part.number,
            reason=OwnWords("last-deals"),
            key=f"{key}:off",
            actor=actor,
        )
    agree_rubber(
        sitting=part.sitting, part=part.number, rubber=rest.rubber, key=f"{key}:up", actor=actor
    )


def was_closed_together(seven: Seven) -> bool:
    """Whether the evening ended with both tables, so that both can be opened again."""
    return not seven.state.is_over and all(
        each.closed_at is not None and each.voided_at is None for each in seven.sittings.values()
    )


def reopen_seven(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Open both tables again that were ended too early; what was broken off stays so.

    Raises Refused where one of them sits elsewhere by now, or others at one of the tables; where
    they are closed and agreed to all but a scorer who says why.
    """
    try:
        with transaction.atomic():
            seven = seven_of(sitting)
            if seven is None or not was_closed_together(seven):
                raise Refused(_("These tables cannot be reopened together."))
            must_be_changed_by(actor, sitting, reason)
            _must_sit_nowhere(sitting, seven)
            SevenEvening.objects.filter(pk=seven.evening.pk).update(ended_at=None)
            for number, table in seven.sittings.items():
                Sitting.objects.filter(pk=table.pk).update(closed_at=None)
                Happening.objects.create(
                    sitting=table,
                    kind=Happening.Kind.REOPENED,
                    **authored(actor, table.club_id, f"{key}:open{number}", reason),
                )
            with writing(seven.evening.pk, actor=actor, key=key) as log:
                last = log.seven.live(Kind.LAST)
                if last is not None:
                    log.takes_back(last)
                write_seats(log)
    except IntegrityError:
        raise Refused(_("Other people are sitting at this table now.")) from None


def _must_sit_nowhere(sitting: Sitting, seven: Seven) -> None:
    elsewhere = sits_at(sitting.club)
    for who in seven.people:
        if who in elsewhere:
            words = {"name": seven.people[who].name, "table": elsewhere[who]}
            raise Refused(_("%(name)s is sitting at %(table)s now. End that table first.") % words)
