"""The pages on which an event is taken out as a file, or brought in after a look at it."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, text_of, whole_number
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Person
from clubscore.club.name_questions import NameQuestion, names_at, oddities, question_about
from clubscore.club.odd_names import plain_name
from clubscore.club.wording import either, figure, listed, problem_text, said
from clubscore.deals.file_text import LARGEST_UPLOAD
from clubscore.events.export import event_to_send, own_numbers_only
from clubscore.events.formats import scoring_name
from clubscore.events.imported import (
    FileSource,
    bring_in_all,
    imported_evening,
    imported_name,
    known_file,
    linked_before,
    must_be_readable,
    players_of,
    read_written,
    tell_again,
    telling_seen,
)
from clubscore.events.models import Event, Telling
from clubscore.events.ranking_tables import whole_lists
from clubscore.events.rankings import Lists
from clubscore.events.selectors import (
    directed_by,
    event_for,
    may_see_results,
    must_not_be_hidden,
    room_for,
)
from clubscore.files.event_format import (
    ADDRESSEES,
    CHARGES,
    DATE,
    SCALES,
    FileQuestion,
    ImportedEvent,
    is_date,
    of_club,
    ways,
    written_for,
)
from clubscore.files.formats import as_one_field, read_formats, scored_as, written_formats
from clubscore.files.person_file import write_csv
from clubscore.files.printable import file_name
from clubscore.files.who_is_who import (
    AnswersForm,
    WhoForm,
    previewed_events,
    read_chosen,
    unknown_users,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking import rank, show_number
from clubscore.ranking.result import Result, members
from clubscore.web.forms import Among, PageForm, Problem, TextField, WholeField, why_no_file

# What the page says of a name that is nobody's yet.
NEW = "new"
# What becomes of odd names: without what is odd, or as they are.
PLAIN, KEPT = "plain", "kept"


class EventsForm(PageForm):
    """Which event a file corrects, how results are scored, whether all files are one field.

    ``ours`` is an event of the club that is of that field too.
    """

    event = WholeField()
    ours = WholeField()
    scoring = TextField()


class CarriedForm(PageForm):
    """What the preview of a file carried besides its content: its name, and what is corrected."""

    source = TextField()
    reason = TextField(strip=True, most=200)
    seen = WholeField()

    @property
    def file(self) -> str:
        """The name of the file, without what nobody can print."""
        return file_name(self.words_of("source"))


class PastJobForm(PageForm):
    """What becomes of the job of an import, or of the import."""

    what = Among(("stop", "go", "end"))


class PeopleListForm(PageForm):
    """The rows of a list of people as the preview carried them, and what they were to do."""

    source = TextField(most=80)
    rows = TextField()
    digest = TextField()
    names = Among((PLAIN, KEPT))


class FileNamesForm(PageForm):
    """Who each name of a file is: somebody of the club, somebody new, or as it was matched."""

    def __init__(self, given: Given, *, names: Iterable[str]) -> None:
        super().__init__(given)
        self.names = list(names)
        for number in range(len(self.names)):
            self.fields[f"who-{number}"] = TextField()

    def chosen(
        self, matched: Mapping[str, Person | None], people: Mapping[int, Person]
    ) -> dict[str, Person | None]:
        """Return who each name is, by the people of the club; see `bring_in` of sittings."""
        found = dict(matched)
        for number, name in enumerate(self.names):
            said = self.words_of(f"who-{number}")
            if said == NEW:
                found[name] = None
            elif said == PLAIN:
                found[name] = Person(name=plain_name(name))
            elif said:
                found[name] = people.get(whole_number(said) or 0, matched[name])
        return found

    @property
    def open(self) -> list[str]:
        """The names of which nothing is said yet."""
        return [name for at, name in enumerate(self.names) if not self.words_of(f"who-{at}")]


DAYS, MOST = 60, 20


def may_be_ranked_with(club: Club) -> list[Event]:
    """Return the club's events of late that are over, played here or imported, newest first."""
    since = clock.now().date() - dt.timedelta(days=DAYS)
    found = Event.sessions.filter(club=club, evening__gte=since, called_off_at=None)
    return [each for each in found[: 2 * MOST] if each.told or each.finished_at is not None][:MOST]


def ranked_with(request: ClubRequest, pk: int) -> ImportedEvent:
    """Return an event of the club as it stands, to be ranked with others. Refused while it is on.

    It stays as it is: what comes of it is another event, with the rankings of both.
    """
    event = directed_by(request.actor, pk, told_too=True)
    if not event.told:
        if event.finished_at is None:
            text = _("%(name)s is still being played. Finish its session first.")
            raise Refused(text % {"name": event.name})
        must_not_be_hidden(room_for(request.actor, event))
    return ImportedEvent(event_to_send(event, request.actor))


SHOWN = 40


class ShownRow(NamedTuple):
    """A row of a ranking that a file would bring."""

    place: str
    number: str
    names: Sequence[str]
    score: str
    percent: str


class FileRanking(NamedTuple):
    """The first rows of a ranking, and how many more there are."""

    direction: str | None
    rows: list[ShownRow]
    more: int


def file_rankings(told: RankedEvent) -> list[FileRanking]:
    """Return the rankings of all of an event, the first rows of each."""
    return [
        FileRanking(
            ranking.direction,
            [
                ShownRow(
                    row.place,
                    row.entry.contestant.number,
                    row.entry.contestant.names,
                    _shown(row.entry.score),
                    _shown(row.entry.percent),
                )
                for row in ranking.rows[:SHOWN]
            ],
            max(0, len(ranking.rows) - SHOWN),
        )
        for ranking in rank(told).rankings
        if ranking.list == "scratch"
    ]


def _shown(value: Fraction | None) -> str:
    return "" if value is None else figure(show_number(value))


# ---- Taking events out, and bringing them in.

MOST_FILES, MOST_NAMED = 60, 3
# Bytes that a page shows and takes back; a form may hold no more than 2 MB.
MOST_SHOWN = 1_900_000


@dataclass(frozen=True)
class LeftOpen:
    """A question with its answer so far, and the result of the event that it is about."""

    ask: FileQuestion
    answer: str
    result: Result | None

    @property
    def sides(self) -> str:
        """Who sat there, as the ranking calls them."""
        if self.result is None:
            return ""
        ns, ew = (" + ".join(members(each)) for each in (self.result.ns, self.result.ew))
        return _("%(ns)s against %(ew)s") % {"ns": ns, "ew": ew}


@dataclass(frozen=True)
class EventPreview:
    """An event of a file as it would come in; ``asks`` are the questions with their answers.

    ``unknown`` are user names that stand for nobody of the club.
    """

    name: str
    evening: dt.date
    brought: ImportedEvent
    rankings: list[FileRanking]
    known: Event | None
    text: str
    asks: list[LeftOpen]
    odd: list[str]
    unknown: list[str]

    @property
    def date_known(self) -> bool:
        """Whether the file says when it was played, or nobody is asked."""
        return is_date(self.brought.told.about.get("date", "")) or not self.brought.asks_for(DATE)

    @property
    def likely(self) -> str:
        """How the ranking that is shown was made, in words."""
        return scoring_name(self.brought.told.scoring)


@open_to(Level.SCORER)
@require_safe
def event_files(request: ClubRequest, event: int) -> HttpResponse:
    """Show what an event goes out as; of one that a file told, what it told and when."""
    return _files(request, directed_by(request.actor, event, told_too=True))


def _files(request: ClubRequest, event: Event, problem: Problem | None = None) -> HttpResponse:
    tellings = Telling.objects.filter(event=event).order_by("-number").defer("text")
    context: dict[str, Any] = {
        "event": event,
        "formats": [
            (each.key, _(each.name), _(writes.what_for), writes.for_whom)
            for each, writes in written_formats().values()
        ],
        "addressees": [(each.key, _(each.name)) for each in ADDRESSEES.values()],
        "charges": [(code, _(what)) for code, what in CHARGES.items()],
        "scales": [(key, _(what)) for key, what in SCALES.items()],
        "usual": written_for(event.club.federation).addressee.key,
        "tellings": list(tellings),
        "problems": [problem] if problem else [],
    }
    return render(request, "exchange/event_files.html", context, status=422 if problem else 200)


@open_to(Level.PLAYER)
@require_safe
def ranking_csv(request: ClubRequest, event: int) -> HttpResponse:
    """Give the ranking as a file for spreadsheets, list by list, to those who may see it."""
    found = event_for(request.actor, event, told_too=True)
    if not may_see_results(request.actor, found):
        raise PermissionDenied
    room = room_for(request.actor, found)
    must_not_be_hidden(room)
    rows: list[Sequence[str]] = []
    for one in whole_lists(Lists(room)):
        rows += [[one.title]] if one.title else []
        rows.append([each.head for each in one.table.drawn])
        rows += one.table.lines()
    answer = HttpResponse(write_csv(rows[0], rows[1:]), content_type="text/csv; charset=utf-8")
    name = f"{slugify(found.name) or 'event'}-{found.evening.isoformat()}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


@open_to(Level.SCORER)
@require_safe
def event_file_out(request: ClubRequest, event: int, kind: str) -> HttpResponse:
    """Send an event as a file of this kind; of one told by files also as an earlier one told it."""
    found = directed_by(request.actor, event, told_too=True)
    if kind not in written_formats():
        raise Http404
    must_not_be_hidden(room_for(request.actor, found))
    _format, made = written_formats()[kind]
    try:
        told = _as_told(request, found) or event_to_send(found, request.actor)
        chosen = (request.GET.get(name, "") for name in ("for", "charge", "scale"))
        club = found.club
        written = of_club(
            written_for(club.federation, *chosen), club.federation, club.federation_number
        )
        content = made.write(told, written)
    except RuleError as error:
        return _files(request, found, Problem("", said(error)))
    name = f"{slugify(found.name) or 'event'}-{found.evening.isoformat()}.{made.ending}"
    answer = HttpResponse(content, content_type=made.type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    note_act(club=found.club, author=request.actor.label, what="list taken out", name=name)
    return answer


def _as_told(request: ClubRequest, event: Event) -> RankedEvent | None:
    """Return an event as the file of a number told it, where one is asked for."""
    number = whole_number(request.GET.get("told"))
    if number is None:
        return None
    telling = Telling.objects.filter(event=event, number=number).first()
    if telling is None:
        raise Http404
    told = read_written(telling.text)
    return told if request.actor.is_director else own_numbers_only(told)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def event_in(request: ClubRequest) -> HttpResponse:
    """Ask for a file, and show what would come in; nothing is recorded yet."""
    corrects = _corrected(request)
    if request.method != "POST":
        return _ask(request, corrects)
    files = request.FILES.getlist("file")
    if not files or len(files) > MOST_FILES:
        told = why_no_file(request, LARGEST_UPLOAD) if not files else _too_many(len(files))
        return _ask(request, corrects, Problem("id_file", told))
    names, form = [file_name(file.name or "") for file in files], EventsForm(request.POST)
    ours = None if corrects else form.number_of("ours")
    try:
        also = [] if ours is None else [ranked_with(request, ours)]
        brought = _read(form, files, names, request.actor.home, also)
        _must_be_one(corrects, brought)
    except Refused as refused:
        return _ask(request, corrects, Problem("ours", str(refused)))
    except RuleError as error:
        return _ask(request, corrects, Problem("id_file", problem_text(error)))
    return _preview(request, corrects, _called(names), brought)


def _called(names: Sequence[str]) -> str:
    """Return what several files are called together: of many the first, and how many more."""
    if len(names) <= MOST_NAMED:
        return listed(names)[:100]
    more = len(names) - 1
    text = ngettext("%(first)s and %(count)s more", "%(first)s and %(count)s more", more)
    return (text % {"first": names[0], "count": more})[:100]


def _too_many(count: int) -> str:
    text = ngettext(
        "You chose %(count)s file, and at most %(most)s come in at once.",
        "You chose %(count)s files, and at most %(most)s come in at once.",
        count,
    )
    return text % {"count": count, "most": MOST_FILES}


def _read(
    form: EventsForm,
    files: "Sequence[UploadedFile[bytes]]",
    names: list[str],
    club: Club,
    also: Sequence[ImportedEvent],
) -> list[ImportedEvent]:
    """Return the events of the files as they were asked for. RuleError with its file.

    ``also`` is what is of one field with them.
    """
    scoring = form.words_of("scoring")
    each_named = zip(names, files, strict=True)
    chosen = ((name, file.read()) for name, file in each_named)
    found = [*also, *read_chosen(club, chosen, scoring)]
    if form.sends("together") or also:
        found = as_one_field(found)
    found = [scored_as(each, scoring) for each in found]
    for each in found:
        must_be_readable(each.told)
    if sum(len(each.told.written().encode()) for each in found) > MOST_SHOWN:
        raise RuleError("too-large", gettext_noop("This is too much at once. Import it in parts."))
    return found


def _corrected(request: ClubRequest) -> Event | None:
    """Return the event that a file puts right, where the address names one."""
    form = EventsForm(request.POST if request.method == "POST" else request.GET)
    pk = form.number_of("event")
    if pk is None:
        return None
    event = directed_by(request.actor, pk, told_too=True)
    if not event.told:
        raise Http404
    return event


def _must_be_one(corrects: Event | None, brought: list[ImportedEvent]) -> None:
    if corrects is not None and len(brought) != 1:
        raise RuleError("one", gettext_noop("To correct an event, choose a file with one event."))


def _ask(
    request: ClubRequest, corrects: Event | None, problem: Problem | None = None
) -> HttpResponse:
    chosen = EventsForm(request.POST).number_of("ours")
    context: dict[str, Any] = {
        "problems": [problem] if problem else [],
        "corrects": corrects,
        "kinds": either(_(each.offered_as) for each in read_formats().values()),
        "scorings": {key: each.name for key, each in ways().items()},
        "ours": [(each, each.pk == chosen) for each in may_be_ranked_with(request.actor.home)],
        "given": request.POST,
    }
    return render(request, "exchange/event_in.html", context, status=422 if problem else 200)


def _preview(
    request: ClubRequest,
    corrects: Event | None,
    name: str,
    brought: list[ImportedEvent],
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    club = request.actor.home
    source = FileSource(name)
    shown = [
        EventPreview(
            imported_name(each.told, source),
            imported_evening(club, each.told),
            each,
            file_rankings(each.told),
            None if corrects else known_file(club, each.told),
            each.told.written(),
            _answers(request, each, at),
            _odd_names(each),
            unknown_users(each.told),
        )
        for at, each in enumerate(brought, 1)
    ]
    who = _who(request, corrects, brought).questions
    context: dict[str, Any] = {
        "events": shown,
        "source": name,
        "corrects": corrects,
        "seen": telling_seen(corrects) if corrects else 0,
        "all_known": all(each.known for each in shown),
        "scorings": {key: each.name for key, each in ways().items()},
        "problems": problems,
        "who": who,
        "recognised": sum(not each.is_open for each in who),
    }
    status = 422 if problems else 200
    return render(request, "exchange/event_preview.html", context, status=status)


def _who(request: ClubRequest, corrects: Event | None, brought: list[ImportedEvent]) -> WhoForm:
    """Return who of the club the players of events are, with what was answered so far."""
    before = linked_before(corrects) if corrects else None
    home = request.actor.home
    players = [
        {} if not corrects and known_file(home, each.told) else players_of(each.told)
        for each in brought
    ]
    return WhoForm(request.POST, home, players, before)


def _odd_names(brought: ImportedEvent) -> list[str]:
    """Return what is odd in the names of an event, which stay as the file has them."""
    names = {name for each in brought.told.contestants.values() for name in each.names}
    return [said for name in sorted(names) for said in oddities(name)]


def _answers(request: ClubRequest, brought: ImportedEvent, at: int) -> list[LeftOpen]:
    """Return what the event of this number leaves open, each with what was answered so far."""
    form, results = AnswersForm(request.POST, brought, at), brought.told.results
    return [
        LeftOpen(ask, form.typed(ask.field), results[ask.result - 1] if ask.result else None)
        for ask in brought.asks
        if ask.result <= len(results)
    ]


@open_to(Level.DIRECTOR)
@require_POST
def event_bring(request: ClubRequest) -> HttpResponse:
    """Record the events that were shown, all or none; or put one right by its corrected file.

    What the file left open is answered first; an answer that changes the ranking shows it again.
    """
    corrects, given = _corrected(request), request.POST
    form = CarriedForm(given)
    name = form.file
    try:
        brought = previewed_events(given)
    except (RuleError, ValueError, RecursionError):
        brought = []
    if not brought:
        return _ask(request, corrects, Problem("", _("The file was not kept. Choose it again.")))
    answers = [AnswersForm(given, each, at) for at, each in enumerate(brought, 1)]
    who = _who(request, corrects, brought)
    problems = [problem for each in (*answers, who) for problem in each.problems]
    problems += who.both_in_one
    if problems or any(each.looks_different for each in answers):
        return _preview(request, corrects, name, [each.brought for each in answers], problems)
    told = [each.brought.told for each in answers]
    if corrects is not None:
        source = FileSource(name, reason=form.words_of("reason"), seen=form.number_of("seen") or 0)
        tell_again(
            event=corrects, told=told[0], source=source, actor=request.actor, people=who.people[0]
        )
        return redirect("event-ranking", event=corrects.pk)
    events = bring_in_all(
        club=request.actor.home,
        told=told,
        source=FileSource(name),
        actor=request.actor,
        people=who.people,
    )
    if len(events) == 1:
        return redirect("event-ranking", event=events[0].pk)
    return redirect("results")


class AskedName(NamedTuple):
    """A name of a file, the field that says who it is, and whom it is taken for.

    `question` is what is asked about somebody new whose name is odd, `said` the answer so far.
    """

    field: str
    name: str
    person: Person | None
    question: NameQuestion | None
    said: str


def names_asked(request: ClubRequest, people: Mapping[str, Person | None]) -> list[AskedName]:
    """Return each name of a file as the page asks about it."""
    others, asked = list(names_at(request.actor.home)), []
    for number, (name, person) in enumerate(people.items()):
        field, is_new = f"who-{number}", person is None or person.pk is None
        question = question_about(field, name, others) if is_new else None
        asked.append(AskedName(field, name, person, question, text_of(request.POST, field)))
    return asked


def open_questions(asked: list[AskedName], unanswered: list[str]) -> list[NameQuestion]:
    """Return what has to be answered about odd names before anything is recorded."""
    return [
        each.question
        for each in asked
        if each.question and (each.question.unseen or each.name in unanswered)
    ]
