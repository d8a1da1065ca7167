"""A club's past brought in at once: many files read by a job, all doubts asked on one page.

What has no doubt needs no answer. A file with a doubt that nobody answered stays out. Each comes
in whole or not at all, and none twice however often it is begun.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import json
import logging
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, NotRequired, TypedDict

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club import clock
from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Given
from clubscore.club.federation_numbers import scheme_of_club
from clubscore.club.models import Club, Membership
from clubscore.club.wording import either, listed, problem_text, said
from clubscore.deals.file_text import LARGEST_UPLOAD
from clubscore.events.formats import scoring_name
from clubscore.events.imported import (
    FilePlayer,
    FileSource,
    Spot,
    bring_in_all,
    imported_evening,
    imported_name,
    known_bytes,
    known_file,
    must_be_readable,
    players_of,
)
from clubscore.events.models import Event, PastFile, PastImport
from clubscore.files.event_format import (
    DATE,
    SCORING,
    FileQuestion,
    ImportedEvent,
    date_question,
    dated,
    is_date,
    ways,
)
from clubscore.files.formats import belongs_to_others, read_events, read_formats, scored_as
from clubscore.files.pages.events import PastJobForm
from clubscore.files.printable import file_name, printable
from clubscore.files.reading import problem_of, stored_problem
from clubscore.files.who_is_who import PlayerQuestion, WhoForm
from clubscore.files.zip_files import ZIP, Member, content_at, members_of, packed_together
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Listing, gettext_noop
from clubscore.ranking import EventFile, read_event
from clubscore.web.forms import PageForm, Problem, TextField, why_no_file

READ_KIND = "past-read"
State = PastFile.State
Say = Callable[[int, int], None]
SAME_AS = gettext_noop("It is the same file as %(name)s.")
BELONG_TOGETHER = gettext_noop(
    "Pages saved from BBO belong together. Choose those of one session under Import event."
)
NOT_READABLE = gettext_noop("The program could not read it. Import it by itself, and report it.")

log = logging.getLogger("clubscore.past")


class EventKept(TypedDict):
    """What a row keeps of an event that was found: an entry, place, name and numbers a player.

    ``notes`` are what differs and what stays out, in the words of whoever read the file.
    """

    name: str
    date: str
    scoring: str
    players: list[tuple[str, int, str, list[tuple[str, str]]]]
    asks: list[tuple[str, str]]
    notes: NotRequired[list[str]]


@dataclass(frozen=True)
class EventFound:
    """What is asked about an event of a file before it comes in."""

    name: str
    date: str
    scoring: str
    players: dict[Spot, FilePlayer]
    asks: list[FileQuestion]
    notes: tuple[str, ...] = ()

    def as_json(self) -> EventKept:
        """Return it as the row of its file keeps it."""
        players = [
            (number, order, player.name.replace("\0", ""), list(player.numbers))
            for (number, order), player in self.players.items()
        ]
        return {
            "name": self.name.replace("\0", ""),
            "date": self.date,
            "scoring": self.scoring,
            "players": players,
            "asks": [(ask.what, ask.given.replace("\0", "")) for ask in self.asks],
            "notes": [each.replace("\0", "") for each in self.notes],
        }


def event_found(kept: EventKept) -> EventFound:
    """Return what a row keeps of an event."""
    players = {
        (number, order): FilePlayer(name, tuple((scheme, held) for scheme, held in numbers))
        for number, order, name, numbers in kept["players"]
    }
    asks = [FileQuestion(what, given) for what, given in kept["asks"]]
    notes = tuple(kept.get("notes", ()))
    return EventFound(kept["name"], kept["date"], kept["scoring"], players, asks, notes)


def take_in(
    *, club: Club, actor: Actor, source: str, packed: bytes, members: list[Member]
) -> PastImport:
    """Keep a zip until all of its files are read. Nothing is read yet."""
    with transaction.atomic():
        past = PastImport.objects.create(
            club=club, user=actor.user, source=file_name(source), packed=packed
        )
        PastFile.objects.bulk_create(
            [
                PastFile(
                    club=club,
                    past=past,
                    order=order,
                    name=member.name,
                    at=member.at,
                    state=State.REFUSED if member.why else State.WAITING,
                    why=stored_problem(member.why) if member.why else {},
                )
                for order, member in enumerate(members)
            ],
            batch_size=80,
        )
    return past


def ask_to_read(past: PastImport) -> None:
    """Ask the worker to read what waits."""
    asking.ask(kind=READ_KIND, key=str(past.pk), club=past.club)


def read_past(work: Work) -> None:
    """Read the files of an import that still wait, as a job."""
    past = PastImport.objects.select_related("club").filter(pk=int(work.key)).first()
    if past is not None:
        read_waiting(past, work.say)


def read_waiting(past: PastImport, say: Say) -> None:
    """Read the files that still wait, and let go of the zip. `say` is told how many of all."""
    files = PastFile.objects.filter(past=past)
    waiting = files.filter(state=State.WAITING)
    total = files.count()
    done = total - waiting.count()
    say(done, total)
    if past.packed is not None:
        with zipfile.ZipFile(io.BytesIO(past.packed)) as archive:
            for file in list(waiting):
                _read(past, file, archive)
                done += 1
                say(done, total)
    PastImport.objects.filter(pk=past.pk).update(packed=None)


def _read(past: PastImport, file: PastFile, archive: zipfile.ZipFile) -> None:
    """Read one file, and keep what became of it."""
    try:
        content = content_at(archive, file.at or 0)
        file.digest = hashlib.sha256(content).hexdigest()
        _look(past, file, content)
    except RuleError as error:
        _refuse(file, error)
    except Exception:
        # A fault of ours in one file is no reason to leave the others out.
        log.exception("%s of %s could not be read", file.name, past)
        _refuse(file, RuleError("fault", NOT_READABLE))
    # Whoever threw the import away meanwhile has taken the row along.
    fields = ("state", "why", "digest", "events", "texts", "found")
    told = {field: getattr(file, field) for field in fields}
    PastFile.objects.filter(pk=file.pk, state=State.WAITING).update(**told)


def _refuse(file: PastFile, error: RuleError) -> None:
    file.state, file.why = State.REFUSED, stored_problem(error)


def _look(past: PastImport, file: PastFile, content: bytes) -> None:
    """Say whether a file is here already, and if not what is in it."""
    club = past.club
    file.events = known_bytes(club, file.digest)
    before = PastFile.objects.filter(past=past, order__lt=file.order, digest=file.digest).first()
    if file.events or before is not None:
        file.state = State.HERE
        file.why = stored_problem(RuleError("same", SAME_AS, name=before.name)) if before else {}
        return
    if belongs_to_others(content):
        raise RuleError("pages", BELONG_TOGETHER)
    name = file_name(file.name)
    brought = read_events(name, content, ask=True, scheme=scheme_of_club(club), rows=0)
    for each in brought:
        must_be_readable(each.told)
    known = [known_file(club, each.told) for each in brought]
    if brought and all(known):
        file.state, file.events = State.HERE, [each.pk for each in known if each]
        return
    file.state = State.READ
    file.texts = [each.told.written() for each in brought]
    file.found = [_found(club, name, each).as_json() for each in brought]


def _found(club: Club, name: str, brought: ImportedEvent) -> EventFound:
    told = brought.told
    # Of the past no event is of tonight because its file does not say when it was.
    asks = {ask.what: ask for ask in (*date_question(told), *brought.asks)}
    return EventFound(
        imported_name(told, FileSource(name)),
        "" if DATE in asks else imported_evening(club, told).isoformat(),
        told.scoring,
        players_of(told),
        list(asks.values()),
        brought.notes,
    )


# ---- Every doubt of many files on one page.

SHOWN_NAMES = 3
# Questions of each sort on one page, which sends fewer than 2,000 fields; the files of those beyond
# stay out for this time, and whoever is recognised beyond is who they are.
MOST_DATES, MOST_KINDS, MOST_IN_DOUBT, MOST_RECOGNISED = 1000, 100, 500, 300
# Of so many events the page and the command show what differs.
MOST_NOTED = 1000
NO_DATE = gettext_noop("The date was not given.")
NO_SCORING = gettext_noop("The scoring was not chosen.")
NO_PERSON = gettext_noop("It was not said who these players are: %(names)s.")


class DateAsked(NamedTuple):
    """The question when an event was played: its field, its file, what the file has instead."""

    field: str
    file: str
    name: str
    given: str
    answer: str


class ScoringAsked(NamedTuple):
    """The question how events of one kind were scored, and in which files they stand."""

    field: str
    given: str
    files: str
    more: int
    likely: str
    answer: str


class Noted(NamedTuple):
    """What differs in an event from its file, or stays out: of which file, and the sentences."""

    pk: int
    file: str
    name: str
    notes: tuple[str, ...]


class PastAnswers:
    """What is open in the files of an import, with what was answered so far."""

    def __init__(self, past: PastImport, given: Given) -> None:
        self.files = list(PastFile.objects.filter(past=past, state=State.READ).defer("texts"))
        self.found: dict[int, list[EventFound]] = {
            file.pk: [event_found(each) for each in file.found] for file in self.files
        }
        players = [each.players for file in self.files for each in self.found[file.pk]]
        self.who = WhoForm(given, past.club, players, may_stay_open=True)
        self.asks = _AsksForm(given, self.files, self.found)

    @property
    def problems(self) -> list[Problem]:
        """What was answered wrongly; what was not answered is no problem."""
        return [*self.asks.problems, *self.who.problems, *self.who.both_in_one]

    @property
    def noted(self) -> list[Noted]:
        """What differs in which event, as on the page of one file."""
        found = [
            Noted(file.pk, file.name, event.name, event.notes)
            for file in self.files
            for event in self.found[file.pk]
            if event.notes
        ]
        return found[:MOST_NOTED]

    @property
    def in_doubt(self) -> list[PlayerQuestion]:
        """Who is asked about."""
        return [each for each in self.who.questions if each.is_open][:MOST_IN_DOUBT]

    @property
    def recognised(self) -> list[PlayerQuestion]:
        """Who is known without a question."""
        return [each for each in self.who.questions if not each.is_open][:MOST_RECOGNISED]

    @property
    def questions(self) -> list[PlayerQuestion]:
        """Who is asked about and who is known, as the page shows them."""
        return [*self.in_doubt, *self.recognised]

    @cached_property
    def _people(self) -> dict[tuple[int, int], dict[Spot, int]]:
        """Who of each event is whom, by its file and its number in that."""
        events = [(file.pk, at) for file in self.files for at in range(len(self.found[file.pk]))]
        return dict(zip(events, self.who.people, strict=True))

    def decided(self, file: PastFile) -> list[dict[str, Any]]:
        """Return what was answered about each event of a file. RuleError where one was not."""
        told = []
        for number, event in enumerate(self.found[file.pk]):
            unsaid = self.who.unsaid(event.players)
            if unsaid:
                raise RuleError("who", NO_PERSON, names=Listing(unsaid))
            theirs = [[*spot, who] for spot, who in self._people[file.pk, number].items()]
            told.append({**self.asks.answered(file, number, event), "people": theirs})
        return told


class _AsksForm(PageForm):
    """The days of events that have none, and how those of an unknown kind were scored."""

    def __init__(
        self, given: Given, files: list[PastFile], found: dict[int, list[EventFound]]
    ) -> None:
        super().__init__(given)
        self._dates: dict[str, tuple[PastFile, EventFound, str]] = {}
        self._kinds: dict[str, list[tuple[PastFile, EventFound]]] = {}
        for file in files:
            for number, event in enumerate(found[file.pk]):
                for ask in event.asks:
                    if ask.what == DATE:
                        self._dates[_date_field(file, number)] = (file, event, ask.given)
                    elif ask.what == SCORING:
                        self._kinds.setdefault(ask.given, []).append((file, event))
        self._scorings = {kind: f"scoring-{at}" for at, kind in enumerate(self._kinds)}
        for field in (*self._dates, *self._scorings.values()):
            self.fields[field] = TextField(strip=True, id=f"id_{field}")

    def clean(self) -> None:
        """Refuse what is no day and no way of scoring; nothing is no answer."""
        super().clean()
        for field in list(self.cleaned_data):
            said = self.words_of(field)
            if said and field in self._dates and not is_date(said):
                self.add_error(field, ValidationError(_("Choose the date of the event.")))
            elif said and field not in self._dates and said not in ways():
                self.add_error(field, ValidationError(_("Choose how the event was scored.")))

    @property
    def dates(self) -> list[DateAsked]:
        """The days that are asked for."""
        return [
            DateAsked(field, file.name, event.name, given, self.typed(field))
            for field, (file, event, given) in islice(self._dates.items(), MOST_DATES)
        ]

    @property
    def scorings(self) -> list[ScoringAsked]:
        """The ways of scoring that are asked for, one question for all of one kind."""
        found = []
        for kind, field in islice(self._scorings.items(), MOST_KINDS):
            events = self._kinds[kind]
            names = list(dict.fromkeys(file.name for file, _event in events))
            likely = scoring_name(events[0][1].scoring)
            found.append(
                ScoringAsked(field, kind, listed(names[:SHOWN_NAMES]),
                             max(0, len(names) - SHOWN_NAMES), likely, self.typed(field))
            )  # fmt: skip
        return found

    def answered(self, file: PastFile, number: int, event: EventFound) -> dict[str, str]:
        """Return the answers about an event. RuleError where there is none."""
        told = {DATE: "", SCORING: ""}
        for ask in event.asks:
            is_day = ask.what == DATE
            field = _date_field(file, number) if is_day else self._scorings[ask.given]
            told[ask.what] = self.words_of(field)
            if not told[ask.what]:
                raise RuleError(ask.what, NO_DATE if is_day else NO_SCORING)
        return told


def _date_field(file: PastFile, number: int) -> str:
    return f"date-{file.order}-{number}"


def decide(past: PastImport, answers: PastAnswers) -> None:
    """Keep what was answered; what is still open stays out. Done once: another time is nothing."""
    with transaction.atomic():
        here = PastImport.objects.filter(pk=past.pk, decided_at=None)
        if not here.update(decided_at=clock.now()):
            return
        for file in answers.files:
            try:
                file.decided, file.state = answers.decided(file), State.DECIDED
            except RuleError as error:
                file.state, file.why, file.texts = State.LEFT, stored_problem(error), []
            fields = ["decided", "state", "why", "found"]
            file.found = []
            file.save(update_fields=[*fields, "texts"] if file.state == State.LEFT else fields)


# ---- Bringing decided files in.

BRING_KIND = "past-bring"

STOPPED = gettext_noop("The import was stopped before this file.")
NOT_BROUGHT = gettext_noop("The program could not import it. Import it by itself, and report it.")
# What nobody decided is thrown away then; what became of an import can be read for longer.
FOR_FILES, FOR_REPORTS = dt.timedelta(days=1), dt.timedelta(days=14)

log_of_past_bringing = logging.getLogger("clubscore.past")


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
        _refuse_of_past_bringing(pk, error)
    except (TypeError, KeyError, ValueError, LookupError, ArithmeticError):
        log_of_past_bringing.exception("file %s of %s could not be brought in", pk, past)
        _refuse_of_past_bringing(pk, RuleError("fault", NOT_BROUGHT))


def _refuse_of_past_bringing(pk: int, error: RuleError) -> None:
    PastFile.objects.filter(pk=pk).update(state=State.REFUSED, why=stored_problem(error), texts=[])


def _bring_in(past: PastImport, file: PastFile, actor: Actor) -> None:
    told = [
        _with_answers(read_event(json.loads(text)), decided)
        for text, decided in zip(file.texts, file.decided, strict=True)
    ]
    people: list[list[tuple[str, int, int]]] = [each["people"] for each in file.decided]
    linked = [{(number, order): person for number, order, person in each} for each in people]
    if told and all(known_file(past.club, each) for each in told):
        file.state = State.HERE
    source = FileSource(file_name(file.name), digest=file.digest)
    events = bring_in_all(club=past.club, told=told, source=source, actor=actor, people=linked)
    file.events, file.texts, file.decided = [each.pk for each in events], [], []
    file.save()


def _with_answers(told: EventFile, decided: dict[str, str]) -> EventFile:
    found = dated(told, decided[DATE]) if decided[DATE] else told
    return scored_as(ImportedEvent(found), decided[SCORING]).told


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
        left = {"state": State.LEFT, "why": stored_problem(RuleError("stopped", STOPPED))}
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


# ---- The pages.

SHOWN = 10  # imports of late


class ImportReportLine(TypedDict):
    """A file in a report: its name, why it stays out, the events that it is."""

    name: str
    why: str
    events: list[Event]


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
    context: dict[str, Any] = {
        "problems": [problem] if problem else [],
        "kinds": either(
            _(each.offered_as) for each in read_formats().values() if not each.together
        ),
        "imports": list(PastImport.objects.filter(club=request.actor.home).defer("packed")[:SHOWN]),
    }
    return render(request, "exchange/past_in.html", context, status=422 if problem else 200)


def _taken_in(request: ClubRequest, files: list[UploadedFile[bytes]]) -> PastImport:
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
    context: dict[str, Any] = {
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


def _lines(files: list[PastFile], *states: str) -> list[ImportReportLine]:
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
    mistake = problem_of(file.why)
    return problem_text(mistake) if mistake else ""


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
