"""Jobs in the background: their kinds, what the clock makes due, the daily backup, their page."""

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused
from clubscore.club.ledger import clubs_with_months, keep_sums
from clubscore.club.logins import may_back_up
from clubscore.club.record_words import NO_BACKUP, SUMS_WRONG, own
from clubscore.events import pars as due_boards
from clubscore.events import pars as tables_to_work_out
from clubscore.events.pars import NULLO_KIND, work_out_nullos
from clubscore.extras.mail import posting as posting_letters
from clubscore.extras.second_place import copies as second_place
from clubscore.extras.site import publish as publish_job
from clubscore.extras.world import pools as followed_pools
from clubscore.extras.world import tables as world_counted
from clubscore.extras.years import boards as keeping
from clubscore.files.pages.past import BRING_KIND, READ_KIND, bring_past, read_past, throw_old_away
from clubscore.home.forms import JobForm
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.queue import ask, jobs_of, stop, waits_long
from clubscore.jobs.worker import Kinds, Work
from clubscore.laws.words import Phrase
from clubscore.server import backups
from clubscore.server import database_guard as in_place
from clubscore.server import database_guard as unwritable
from clubscore.server.backups import BackupRefused
from clubscore.server.database_guard import one_at_a_time
from clubscore.web.models import WrongCode

# ---- The day's backup, taken by the clock for as long as something works on the jobs.


def is_due() -> bool:
    """Whether the day has no backup yet."""
    return backups.is_due(backups.folder())


def take_if_due() -> Path | None:
    """Take the day's backup if there is none yet, and remove those that need not stay.

    Returns its file, None where none is due or another process is at it. Raises BackupRefused.
    """
    if in_place.gone() or not in_place.has_club() or not is_due():
        return None
    with one_at_a_time(settings.DATA_DIR / "backup.lock") as is_mine:
        if not is_mine or not is_due():
            return None
        # The copy may be sound where the original is not: an index is written anew in it.
        damage = unwritable.look()
        if damage:
            raise backups.BackupRefused(own(Phrase(NO_BACKUP, {"why": damage})))
        made = backups.make_backup()
        backups.prune(made.parent)
    return made


# ---- What a server that runs for months would gather: old sessions, guesses, files.

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


# ---- What kinds of jobs there are: what each does, what it is called, and what is due by the
# clock.

BACKUP, BOOK, SECOND, TIDY = "backup", "book", "second-place", "tidy"
TIDY_EVERY = BOOK_EVERY = dt.timedelta(days=1)
AFTER_A_FAULT = dt.timedelta(hours=1)  # so that a full disk is not tried every few minutes


def take_backup(work: Work) -> None:
    """Take the day's backup. Raises Refused, which says why there is none."""
    try:
        take_if_due()
    except BackupRefused as refused:
        raise Refused(refused.text) from refused


def keep_at_second_place(work: Work) -> None:
    """Send the newest backup to the second place, and prove what is there. Raises Refused."""
    second_place.send_and_prove(work.say)


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


KINDS: Kinds = MappingProxyType(
    {
        BACKUP: take_backup,
        BOOK: add_up_books,
        SECOND: keep_at_second_place,
        TIDY: take_away,
        tables_to_work_out.KIND: tables_to_work_out.work_out,
        NULLO_KIND: work_out_nullos,
        keeping.KIND: keeping.work_out,
        READ_KIND: read_past,
        BRING_KIND: bring_past,
        publish_job.KIND: publish_job.publish_club,
        posting_letters.KIND: posting_letters.send_letters,
        followed_pools.KIND: followed_pools.fetch_followed,
        world_counted.KIND: world_counted.count_world,
    }
)
NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        BACKUP: _("Daily backup"),
        BOOK: _("Monthly balances"),
        SECOND: _("Backup at the second place"),
        TIDY: _("Daily clean-up"),
        tables_to_work_out.KIND: _("Double dummy"),
        NULLO_KIND: _("Nullos double dummy"),
        keeping.KIND: _("People over the years"),
        READ_KIND: _("Reading past events"),
        BRING_KIND: _("Importing past events"),
        publish_job.KIND: _("Publishing results"),
        posting_letters.KIND: _("Sending mail"),
        followed_pools.KIND: _("Fetching packages"),
        world_counted.KIND: _("Ranking a set against the world"),
    }
)


def ask_for_what_is_due() -> None:
    """Ask for what is due by the clock: backups, sums of books, boards, letters."""
    if in_place.gone() or not in_place.has_club():
        return
    _ask_unless_failed(BACKUP, is_due)
    _ask_unless_failed(SECOND, second_place.is_due)
    if _is_over(BOOK, BOOK_EVERY) and clubs_with_months():
        asking.ask(kind=BOOK)
    for club in keeping.clubs_behind():
        if not _failed_lately(keeping.KIND, str(club.pk)):
            keeping.ask_for(club)
    if _is_over(TIDY, TIDY_EVERY):
        asking.ask(kind=TIDY)
    due_boards.ask_for_due_boards()
    due_boards.ask_for_due_nullos()
    _ask_unless_failed(posting_letters.KIND, posting_letters.is_due)


def _is_over(kind: str, every: dt.timedelta) -> bool:
    last = asking.last_of(kind)
    return last is None or clock.now() - last.asked_at > every


def _ask_unless_failed(kind: str, is_due: Callable[[], bool]) -> None:
    """Ask for what is due; after one that failed, not for an hour."""
    if is_due() and not _failed_lately(kind):
        asking.ask(kind=kind)


def _failed_lately(kind: str, key: str = "") -> bool:
    last = asking.last_of(kind, key)
    if last is None or last.state != Job.State.FAILED or last.ended_at is None:
        return False
    return clock.now() - last.ended_at <= AFTER_A_FAULT


# ---- What works in the background: how far it is, stop it, try it again.

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
    name = NAMES.get(job.kind)
    return JobRow(
        job=job,
        name=str(name) if name is not None else gettext("Unknown job"),
        can_stop=job.is_open and not job.is_to_stop,
        can_ask_again=job.state in (Job.State.STOPPED, Job.State.FAILED),
    )
