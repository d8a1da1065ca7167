"""Jobs in the background: their kinds, what the clock makes due, the daily backup, their page."""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused
from clubscore.club.ledger import clubs_with_months, keep_sums
from clubscore.club.logins import may_back_up
from clubscore.club.record_words import NO_BACKUP, SUMS_WRONG, own
from clubscore.events import pars
from clubscore.files.pages.past import BRING_KIND, READ_KIND, bring_past, read_past, throw_old_away
from clubscore.home.forms import JobForm
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.queue import ask, ask_unless_failed, jobs_of, stop, waits_long
from clubscore.jobs.worker import Kinds, Work
from clubscore.laws.words import Phrase
from clubscore.server import backups, database_guard
from clubscore.server.backups import BackupRefused
from clubscore.server.database_guard import one_at_a_time
from clubscore.web.hooks import JobKind, extras
from clubscore.web.models import WrongCode


def is_due() -> bool:
    """Whether the day has no backup yet."""
    return backups.is_due(backups.folder())


def take_if_due() -> Path | None:
    """Take the day's backup if there is none yet, and remove those that need not stay.

    Returns its file, None where none is due or another process is at it. Raises BackupRefused.
    """
    if database_guard.gone() or not database_guard.has_club() or not is_due():
        return None
    with one_at_a_time(settings.DATA_DIR / "backup.lock") as is_mine:
        if not is_mine or not is_due():
            return None
        # The copy may be sound where the original is not: an index is written anew in it.
        damage = database_guard.look()
        if damage:
            raise backups.BackupRefused(own(Phrase(NO_BACKUP, {"why": damage})))
        made = backups.make_backup()
        backups.prune(made.parent)
    return made


# A wrong password counts for a quarter of an hour; a table's code is good for an evening.
PASSWORDS_FOR = dt.timedelta(days=1)
CODES_FOR = dt.timedelta(days=30)


def tidy() -> int:
    """Take away what counts no more; return how many rows it was."""
    now = clock.now()
    gone = (
        Session.objects.filter(expire_date__lt=now),
        AccessAttempt.objects.filter(attempt_time__lt=now - PASSWORDS_FOR),
        WrongCode.objects.filter(at__lt=now - CODES_FOR),
    )
    return sum(rows.delete()[0] for rows in gone) + throw_old_away()


BACKUP, BOOK, TIDY = "backup", "book", "tidy"
TIDY_EVERY = BOOK_EVERY = dt.timedelta(days=1)


def take_backup(work: Work) -> None:
    """Take the day's backup. Raises Refused, which says why there is none."""
    try:
        take_if_due()
    except BackupRefused as refused:
        raise Refused(refused.text) from refused


def add_up_books(work: Work) -> None:
    """Add every club's book up and keep what accounts came to at the ends of months.

    Raises Refused where a kept sum was wrong; a right one has taken its place.
    """
    clubs, wrong = clubs_with_months(), 0
    for number, club in enumerate(clubs, start=1):
        wrong += len(keep_sums(club=club) or ())
        work.say(number, len(clubs))
    if wrong:
        raise Refused(own(Phrase(SUMS_WRONG, {})))


def take_away(work: Work) -> None:
    """Take away sessions that have run out, and wrong codes and passwords of long ago."""
    tidy()


def _ask_for_books() -> None:
    if _is_over(BOOK, BOOK_EVERY) and clubs_with_months():
        asking.ask(kind=BOOK)


def _ask_to_tidy() -> None:
    if _is_over(TIDY, TIDY_EVERY):
        asking.ask(kind=TIDY)


def _is_over(kind: str, every: dt.timedelta) -> bool:
    last = asking.last_of(kind)
    return last is None or clock.now() - last.asked_at > every


OWN = (
    JobKind(BACKUP, take_backup, _("Daily backup"), lambda: ask_unless_failed(BACKUP, is_due)),
    JobKind(BOOK, add_up_books, _("Monthly balances"), _ask_for_books),
    JobKind(TIDY, take_away, _("Daily clean-up"), _ask_to_tidy),
    JobKind(pars.KIND, pars.work_out, _("Double dummy"), pars.ask_for_due_boards),
    JobKind(
        pars.NULLO_KIND, pars.work_out_nullos, _("Nullos double dummy"), pars.ask_for_due_nullos
    ),
    JobKind(READ_KIND, read_past, _("Reading past events")),
    JobKind(BRING_KIND, bring_past, _("Importing past events")),
)


@cache
def kinds() -> Mapping[str, JobKind]:
    """Return every kind of job by its key: the program's own, and those of its extras."""
    of_extras = (kind for extra in extras() for kind in extra.jobs)
    return {kind.key: kind for kind in (*OWN, *of_extras)}


def works() -> Kinds:
    """Return what each kind of job does."""
    return {key: kind.work for key, kind in kinds().items()}


def ask_for_what_is_due() -> None:
    """Ask for what is due by the clock: backups, sums of books, boards, letters."""
    if database_guard.gone() or not database_guard.has_club():
        return
    for kind in kinds().values():
        kind.ask()


MOST_SHOWN = 50


class JobRow(NamedTuple):
    """A job as the page shows it."""

    job: Job
    name: str
    can_stop: bool
    can_ask_again: bool


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def jobs(request: ClubRequest) -> HttpResponse:
    """Show the club's jobs; a POST stops one, or asks for it again."""
    whole = may_back_up(request.actor.login)
    ours = jobs_of(request.actor.home, whole_installation=whole)
    if request.method == "POST":
        form = JobForm(request.POST)
        job = ours.filter(pk=form.number_of("job") or 0).first()
        if job is None:
            raise Http404
        if form.sends("again"):
            ask(kind=job.kind, key=job.key, club=job.club)
        else:
            stop(job=job)
        return redirect("jobs")
    found = list(ours[:MOST_SHOWN])
    context = {
        "rows": [_row(job) for job in found],
        "is_open": any(job.is_open for job in found),
        "nobody_works": waits_long(*found),
    }
    part = "room/parts/jobs.html" if request.htmx else "room/jobs.html"
    return render(request, part, context)


def _row(job: Job) -> JobRow:
    kind = kinds().get(job.kind)
    return JobRow(
        job=job,
        name=str(kind.name) if kind is not None else gettext("Unknown job"),
        can_stop=job.is_open and not job.is_to_stop,
        can_ask_again=job.state in (Job.State.STOPPED, Job.State.FAILED),
    )
