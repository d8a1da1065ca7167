"""Bringing decided files in: each whole or not at all, and none twice however often it is begun."""

from __future__ import annotations

import datetime as dt
import json
import logging
from collections.abc import Callable

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Membership
from clubscore.events.imported.imported import Source, bring_in_all, known_file
from clubscore.events.models import PastFile, PastImport
from clubscore.exchange.any_event.event_reading import scored_as
from clubscore.exchange.past.past_reading import READ_KIND
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.kept_mistakes import kept_mistake
from clubscore.exchange.reading.left_open import DATE, SCORING, dated
from clubscore.exchange.reading.printable import file_name
from clubscore.jobs import asking
from clubscore.jobs.working import Work
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event, read_event

BRING_KIND = "past-bring"
State = PastFile.State
STOPPED = gettext_noop("The import was stopped before this file.")
NOT_BROUGHT = gettext_noop("The program could not import it. Import it by itself, and report it.")
# What nobody decided is thrown away then; what became of an import can be read for longer.
FOR_FILES, FOR_REPORTS = dt.timedelta(days=1), dt.timedelta(days=14)

log = logging.getLogger("clubscore.past")


def ask_to_bring(past: PastImport) -> None:
    """Ask the worker to bring in what was decided."""
    asking.ask(kind=BRING_KIND, key=str(past.pk), club=past.club)


def bring_past(work: Work) -> None:
    """Bring in the decided files of an import, as a job."""
    past = PastImport.objects.select_related("club", "user").filter(pk=int(work.key)).first()
    if past is not None:
        bring_decided(past, work.say)


def bring_decided(past: PastImport, say: Callable[[int, int], None]) -> None:
    """Bring in what was decided and is not in yet. `say` is told how many of all."""
    actor, files = _actor(past), PastFile.objects.filter(past=past)
    decided = list(files.filter(state=State.DECIDED).values_list("pk", flat=True))
    total = len(decided) + files.filter(state=State.CAME).count()
    say(total - len(decided), total)
    for number, pk in enumerate(decided, total - len(decided) + 1):
        _bring(past, pk, actor)
        say(number, total)
    PastImport.objects.filter(pk=past.pk, over_at=None).update(over_at=clock.now())


def _actor(past: PastImport) -> Actor:
    """Who asked for it: what comes in bears their name."""
    found = Membership.objects.select_related("person").filter(club=past.club)
    member = found.filter(user=past.user).first() if past.user else None
    return Actor(Level.DIRECTOR, past.club, past.user, member.person if member else None)


def _bring(past: PastImport, pk: int, actor: Actor) -> None:
    """Bring in one file. What becomes of it is written in the same transaction."""
    try:
        with transaction.atomic():
            taken = PastFile.objects.filter(pk=pk, state=State.DECIDED).update(state=State.CAME)
            if taken:
                _bring_in(past, PastFile.objects.get(pk=pk), actor)
    except RuleError as error:
        _refuse(pk, error)
    except (TypeError, KeyError, ValueError, LookupError, ArithmeticError):
        log.exception("file %s of %s could not be brought in", pk, past)
        _refuse(pk, RuleError("fault", NOT_BROUGHT))


def _refuse(pk: int, error: RuleError) -> None:
    PastFile.objects.filter(pk=pk).update(state=State.REFUSED, why=kept_mistake(error), texts=[])


def _bring_in(past: PastImport, file: PastFile, actor: Actor) -> None:
    told = [
        _with_answers(read_event(json.loads(text)), decided)
        for text, decided in zip(file.texts, file.decided, strict=True)
    ]
    people: list[list[tuple[str, int, int]]] = [each["people"] for each in file.decided]
    linked = [{(number, order): person for number, order, person in each} for each in people]
    if told and all(known_file(past.club, each) for each in told):
        file.state = State.HERE
    source = Source(file_name(file.name), digest=file.digest)
    events = bring_in_all(club=past.club, told=told, source=source, actor=actor, people=linked)
    file.events, file.texts, file.decided = [each.pk for each in events], [], []
    file.save()


def _with_answers(told: Event, decided: dict[str, str]) -> Event:
    found = dated(told, decided[DATE]) if decided[DATE] else told
    return scored_as(Brought(found), decided[SCORING]).told


def end(past: PastImport) -> None:
    """Stop an import for good: what came in stays, the rest is thrown away, and its report stays.

    Where nothing was decided yet, all of it goes.
    """
    for kind in (READ_KIND, BRING_KIND):
        job = asking.last_of(kind, str(past.pk))
        if job is not None and job.is_open:
            asking.stop(job=job)
    with transaction.atomic():
        if PastImport.objects.filter(pk=past.pk, decided_at=None).delete()[0]:
            return
        left = {"state": State.LEFT, "why": kept_mistake(RuleError("stopped", STOPPED))}
        PastFile.objects.filter(past=past, state=State.DECIDED).update(**left, texts=[], decided=[])
        PastImport.objects.filter(pk=past.pk, over_at=None).update(over_at=clock.now())


def throw_old_away() -> int:
    """Throw away files that nobody decided for a day, and reports of long ago; return the rows."""
    now = clock.now()
    undecided = PastImport.objects.filter(decided_at=None, asked_at__lt=now - FOR_FILES)
    stuck = PastImport.objects.filter(over_at=None, decided_at__lt=now - FOR_FILES)
    for past in stuck:
        end(past)
    old = PastImport.objects.filter(over_at__lt=now - FOR_REPORTS)
    return undecided.delete()[0] + old.delete()[0]
