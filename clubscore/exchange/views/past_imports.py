"""A club's past comes in at once: many files chosen, read by a job, asked about on one page."""

from typing import TypedDict

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.uploads import why_no_file
from clubscore.club.wording.names import either, listed
from clubscore.club.wording.phrases import said, said_with_place
from clubscore.deals.file_size import LARGEST_UPLOAD
from clubscore.events.models import Event, PastFile, PastImport
from clubscore.exchange.bbo.bbo_format import KEY as BBO
from clubscore.exchange.event_formats import read_formats
from clubscore.exchange.forms import PastJobForm
from clubscore.exchange.past.packed import ZIP, members_of, packed_together
from clubscore.exchange.past.past_bringing import BRING_KIND, ask_to_bring, end
from clubscore.exchange.past.past_deciding import PastAnswers, decide
from clubscore.exchange.past.past_reading import READ_KIND, ask_to_read, take_in
from clubscore.exchange.reading.kept_mistakes import mistake_kept
from clubscore.exchange.reading.left_open import ways
from clubscore.exchange.reading.printable import printable
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem

State = PastFile.State
SHOWN = 10  # imports of late


class Line(TypedDict):
    """A file in a report: its name, why it stays out, the events that it is."""

    name: str
    why: str
    events: list[Event]


class ChoicePage(TypedDict):
    """What may be chosen, and imports of before."""

    problems: list[Problem]
    kinds: str
    imports: list[PastImport]


class PastPage(TypedDict):
    """An import as it stands: a job in hand, what is asked, or what became of it."""

    past: PastImport
    job: Job | None
    answers: PastAnswers | None
    ready: int
    scorings: dict[str, str]
    problems: list[Problem]
    came: list[Line]
    here: list[Line]
    out: list[Line]


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def past_in(request: ClubRequest) -> HttpResponse:
    """Ask for many files, and have them read by the worker."""
    problem = None
    if request.method == "POST":
        files = request.FILES.getlist("file")
        try:
            if files:
                return redirect("past-import", past=_taken_in(request, files).pk)
            problem = Problem("id_file", why_no_file(request, LARGEST_UPLOAD))
        except RuleError as error:
            problem = Problem("id_file", said(error))
    context: ChoicePage = {
        "problems": [problem] if problem else [],
        "kinds": either(_(each.offered_as) for key, each in read_formats().items() if key != BBO),
        "imports": list(PastImport.objects.filter(club=request.actor.home).defer("packed")[:SHOWN]),
    }
    return render(request, "exchange/past_in.html", context, status=422 if problem else 200)


def _taken_in(request: ClubRequest, files: "list[UploadedFile[bytes]]") -> PastImport:
    """Keep what was sent and ask the worker to read it. RuleError for a zip that is none."""
    names = [printable(file.name or "") for file in files]
    contents = [file.read() for file in files]
    is_zip = len(files) == 1 and (contents[0].startswith(ZIP) or names[0].lower().endswith(".zip"))
    packed = contents[0] if is_zip else packed_together(zip(names, contents, strict=True))
    source = listed(names) if len(names) <= SHOWN else ""
    past = take_in(
        club=request.actor.home,
        actor=request.actor,
        source=source,
        packed=packed,
        members=members_of(packed),
    )
    ask_to_read(past)
    return past


def _import_for(request: ClubRequest, pk: int) -> PastImport:
    """Return an import of the director's club. Raises Http404 for another's."""
    found = PastImport.objects.select_related("club").defer("packed")
    past = found.filter(club=request.actor.home, pk=pk).first()
    if past is None:
        raise Http404
    return past


def _job_of(past: PastImport) -> Job | None:
    """Return the job that an import waits for, however it stands; None where nothing is to do."""
    files = PastFile.objects.filter(past=past)
    if past.decided_at is None:
        waits = files.filter(state=State.WAITING).exists()
        kind = READ_KIND
    else:
        waits, kind = past.over_at is None, BRING_KIND
    if not waits:
        return None
    job = asking.last_of(kind, str(past.pk))
    if job is None or job.state == Job.State.DONE:
        # It was asked for by nobody, or ended between two looks: asking again is nothing new.
        return asking.ask(kind=kind, key=str(past.pk), club=past.club)
    return job


@open_to(Level.DIRECTOR)
@require_safe
def past_import(request: ClubRequest, past: int) -> HttpResponse:
    """Show how far an import is, what is asked before it comes in, or what became of it."""
    return _page(request, _import_for(request, past))


def _page(
    request: ClubRequest, past: PastImport, answers: PastAnswers | None = None
) -> HttpResponse:
    job = _job_of(past)
    problems = answers.problems if answers else []
    if job is None and past.decided_at is None:
        answers = answers or PastAnswers(past, request.POST)
    files = list(PastFile.objects.filter(past=past).defer("texts", "found", "decided"))
    context: PastPage = {
        "past": past,
        "job": job,
        "answers": answers,
        "ready": sum(each.state in (State.READ, State.DECIDED) for each in files),
        "scorings": {key: each.name for key, each in ways().items()},
        "problems": problems,
        "came": _lines(files, State.CAME),
        "here": _lines(files, State.HERE),
        "out": _lines(files, State.REFUSED, State.LEFT),
    }
    return render(request, "exchange/past.html", context, status=422 if problems else 200)


def _lines(files: list[PastFile], *states: str) -> list[Line]:
    """Return the files of some states, with their events. One query."""
    chosen = [each for each in files if each.state in states]
    keys = {pk for each in chosen for pk in each.events}
    events = {event.pk: event for event in Event.objects.filter(pk__in=keys)}
    return [
        {
            "name": each.name,
            "why": _why(each),
            "events": [events[pk] for pk in each.events if pk in events],
        }
        for each in chosen
    ]


def _why(file: PastFile) -> str:
    mistake = mistake_kept(file.why)
    return said_with_place(mistake) if mistake else ""


@open_to(Level.DIRECTOR)
@require_safe
def past_progress(request: ClubRequest, past: int) -> HttpResponse:
    """Say how far the job is; when it is done the page is loaded again."""
    found = _import_for(request, past)
    job = _job_of(found)
    answer = render(request, "exchange/parts/past_progress.html", {"past": found, "job": job})
    if job is None or not job.is_open:
        answer["HX-Refresh"] = "true"
    return answer


@open_to(Level.DIRECTOR)
@require_POST
def past_bring(request: ClubRequest, past: int) -> HttpResponse:
    """Take the answers, and have the worker bring in what is left without a doubt."""
    found = _import_for(request, past)
    if found.decided_at is None and _job_of(found) is None:
        answers = PastAnswers(found, request.POST)
        if answers.problems:
            return _page(request, found, answers)
        decide(found, answers)
        ask_to_bring(found)
    return redirect("past-import", past=past)


@open_to(Level.DIRECTOR)
@require_POST
def past_job(request: ClubRequest, past: int) -> HttpResponse:
    """Stop the job, go on with it, or end the import for good."""
    found = _import_for(request, past)
    what, job = PastJobForm(request.POST).words_of("what"), _job_of(found)
    if what == "end":
        end(found)
        return redirect("past-in")
    if what == "stop" and job is not None:
        asking.stop(job=job)
    elif what == "go" and job is not None:
        again = ask_to_read if found.decided_at is None else ask_to_bring
        again(found)
    return redirect("past-import", past=past)
