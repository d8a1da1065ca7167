"""The demo club: two dozen members, six weeks of evenings, a half year of events, tonight's play.

It lies here as data: `make demo-data` builds it with the services that pages use and writes it
down. What was of that evening becomes of this one; all that was before keeps its day of the week,
as far before as whole weeks allow.
"""

import datetime as dt
import json
import lzma
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from clubscore.club import clock
from clubscore.club.database import forget_what_was_read
from clubscore.club.ledger import keep_sums
from clubscore.club.logins import note_act
from clubscore.club.models import EVENING_ENDS, Club, Membership, Role, User
from clubscore.events.models import BoardsWorkedOut, DoubleDummy, Event, OpeningLeads
from clubscore.files.club_import import bring_in

KEPT = Path(__file__).with_name("club.jsonl.xz")
NAME = "Harbour Lane Bridge Club"
ZONE = ZoneInfo("Europe/London")
# How long they have been playing tonight.
TONIGHT_SINCE = dt.timedelta(minutes=80)
NOON, DAY, WEEK = dt.time(12), dt.timedelta(days=1), dt.timedelta(weeks=1)
A_TIME = re.compile(r'"(\d{4}-\d\d-\d\d)(T[\d:.]+\+00:00)?"')


def find_demo() -> Club | None:
    """Return the demo club, if it is here."""
    return Club.objects.filter(is_demo=True).order_by("pk").first()


def invite_demo() -> Club:
    """Return the demo club, brought in in one transaction where it is not here yet."""
    try:
        with transaction.atomic():
            return find_demo() or _bring_in()
    except BaseException:
        forget_what_was_read()  # what was read meanwhile has never been
        raise


def let_directors_in(club: Club, *, author: str) -> list[User]:
    """Let whoever directs a club of this machine direct the demo too; return them."""
    known = Membership.objects.filter(club=club).values("user")
    let_in = User.objects.filter(memberships__role=Role.DIRECTOR).exclude(pk__in=known).distinct()
    for user in let_in:
        Membership.objects.create(club=club, user=user, role=Role.DIRECTOR)
        note_act(club=club, author=author, what="role given", name=user.username, role="director")
    return list(let_in)


def _bring_in() -> Club:
    first, _line, rest = lzma.decompress(KEPT.read_bytes()).decode().partition("\n")
    head = json.loads(first)
    moved = moved_to(clock.now(), then=dt.datetime.fromisoformat(head["at"]))
    *rows, worked_out = map(json.loads, moved(rest).splitlines())
    club = bring_in(KEPT, head["counts"], enumerate(rows, 2))
    keep_sums(club=club)
    _keep_worked_out(club, worked_out)
    return club


def moved_to(now: dt.datetime, *, then: dt.datetime) -> Callable[[str], str]:
    """Return what moves all days and moments in a text of `then` to what they are for now."""
    tonight, evening = _evening_of(then), _evening_of(now)
    weeks = (evening - tonight) // WEEK * WEEK
    # Early in the day the tables have hardly begun: their evening has not lasted so long yet.
    begun = dt.datetime.combine(evening, EVENING_ENDS, ZONE)
    share = min(1.0, (now - begun) / TONIGHT_SINCE)

    def on(day: dt.date) -> dt.date:
        return evening if day == tonight else day + weeks

    def moved(found: re.Match[str]) -> str:
        if found[2] is None:
            return f'"{on(dt.date.fromisoformat(found[1])).isoformat()}"'
        moment = dt.datetime.fromisoformat(found[1] + found[2])
        day = _evening_of(moment)
        if day == tonight:
            since = moment - then
            new = now + (since if moment > then else since * share)
        else:
            # As the clock on the wall has it, whether summer time has begun or ended since.
            new = moment + (_noon(on(day)) - _noon(day))
        return f'"{new.astimezone(dt.UTC).isoformat()}"'

    return lambda text: A_TIME.sub(moved, text)


@cache
def _noon(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, NOON, ZONE).astimezone(dt.UTC)


def _evening_of(moment: dt.datetime) -> dt.date:
    local = moment.astimezone(ZONE)
    return local.date() - DAY if local.time() < EVENING_ENDS else local.date()


def _keep_worked_out(club: Club, told: Any) -> None:
    """Keep double dummy of the boards that are looked at first, which takes a while to work out."""
    DoubleDummy.objects.bulk_create(
        [DoubleDummy(deal=deal, tricks=tricks) for deal, tricks in told["tricks"]],
        ignore_conflicts=True,
    )
    OpeningLeads.objects.bulk_create(
        [
            OpeningLeads(deal=deal, denomination=suit, declarer=by, tricks=tricks)
            for deal, suit, by, tricks in told["leads"]
        ],
        ignore_conflicts=True,
    )
    events = list(Event.objects.filter(club=club).order_by("pk"))
    for number in told["events"]:
        event = events[number - 1]
        BoardsWorkedOut.objects.create(club=club, event=event, revision=event.revision)
