"""What works in the background: how far it is, stop it, try it again."""

from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.logins.logins import may_back_up
from clubscore.jobs.asking import ask, jobs_of, stop, waits_long
from clubscore.jobs.models import Job
from clubscore.room.forms import JobForm
from clubscore.room.kinds_of_jobs import NAMES

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
        name=str(name) if name is not None else _("Unknown job"),
        can_stop=job.is_open and not job.is_to_stop,
        can_ask_again=job.state in (Job.State.STOPPED, Job.State.FAILED),
    )
