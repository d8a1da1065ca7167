"""Nullos of an event's boards as a job of its own: it follows the tables and never holds them up.

A hard deal takes a minute, so the job gives way as soon as another waits, within a second, and is
taken up again after it. What was worked out stays; a deal that was too hard is not tried again.
"""

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from clubscore.deals.nullo.solved import OPPOSITE
from clubscore.events.models import BoardRevision, Event, NulloTable
from clubscore.events.par.tables_to_work_out import deals_of
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.nullo_tables import nullos_missing, work_off_nullos
from clubscore.events.state.scoring import valuation_of
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import GivesWay, Work, others_wait
from clubscore.laws.cards import NULLOS
from clubscore.laws.games import GAMES
from clubscore.ranking.par import has_nullos

NULLO_KIND = "nullos"
LOOKED_AT = 24


# How many of the older events were looked at by this process, so that it comes to all of them.
_older = {"looked_at": 0}


def events_due() -> Iterator[Event]:
    """Yield events whose boards were worked out, and their nullos not.

    Each time the newest are looked at, and as many older ones, from where it stopped the last
    time: so all of them have their turn, however many there are.
    """
    found = _may_lack_nullos()
    newest = list(found[:LOOKED_AT])
    begin = LOOKED_AT + _older["looked_at"]
    older = list(found[begin : begin + LOOKED_AT])
    _older["looked_at"] = begin if len(older) == LOOKED_AT else 0
    for event in (*newest, *older):
        last = asking.last_of(NULLO_KIND, str(event.pk))
        is_done = last is not None and (last.ended_at or last.asked_at) > event.worked_out.at
        if not is_done and are_due(room_of(event)):
            yield event


def _may_lack_nullos() -> QuerySet[Event]:
    """The events at games with nullos that were worked out, without those that lack none.

    What boards an event from a file has is not known without reading it.
    """
    tried = NulloTable.objects.filter(deal=OuterRef("deal"), partner=OPPOSITE)
    newer = BoardRevision.objects.filter(
        event=OuterRef("event"), board=OuterRef("board"), number__gt=OuterRef("number")
    )
    cards = BoardRevision.objects.filter(event=OuterRef("pk")).exclude(deal="")
    lacks = cards.filter(~Exists(newer), ~Exists(tried))
    return (
        Event.objects.filter(
            Q(told=True) | Exists(lacks),
            game__in=[game.key for game in GAMES if NULLOS in game.bidding.denominations],
            worked_out__revision=F("revision"),
            club__closed_at=None,
            called_off_at=None,
        )
        .order_by("-evening", "-pk")
        .select_related("club", "worked_out")
    )


def are_due(room: Room) -> bool:
    """Whether the event's game has nullos, and boards whose nullos were not tried."""
    return has_nullos(valuation_of(room.event)) and bool(nullos_missing(deals_of(room)))


def ask_for_nullos(room: Room) -> Job | None:
    """Ask for the nullos of all boards that have cards; None where there are none to work out."""
    if not are_due(room):
        return None
    return asking.ask(kind=NULLO_KIND, key=str(room.event.pk), club=room.event.club)


def work_out_nullos(work: Work) -> None:
    """Work out what is missing; where another job waits, let it go first.

    RuleError where the solver is not here or broke off.
    """
    event = Event.objects.filter(pk=int(work.key)).select_related("club").first()
    if event is None or not has_nullos(valuation_of(event)):
        return
    deals = deals_of(room_of(event))
    total = len({deal.pbn() for deal in deals})
    there = total - len(nullos_missing(deals))

    def look(count: int = 0) -> None:
        work.say(there + count, total)
        if others_wait(work):
            raise GivesWay

    work_off_nullos(deals, look, look)
