"""Sittings as score files: one taken out, some brought in after a look at them."""

import json
from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.club.naming.asking_about_names import Question
from clubscore.club.people.selectors import people_in
from clubscore.club.uploads import why_no_file
from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said_with_place
from clubscore.deals.file_size import LARGEST_UPLOAD
from clubscore.exchange.forms import NamesForm
from clubscore.exchange.reading.printable import file_name
from clubscore.exchange.score_file.sitting_file import as_lines, written_sitting
from clubscore.exchange.score_file.sitting_in import bring_in, match_names
from clubscore.exchange.score_file.sitting_preview import ShownSitting, seen_before
from clubscore.exchange.score_file.sitting_reading import ToldSitting, names_in, read_sittings
from clubscore.exchange.views.asked_names import AskedName, names_asked, open_questions
from clubscore.exchange.views.event_files import (
    MOST_FILES,
    MOST_SHOWN,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.selectors import sitting_for
from clubscore.tableside.problems import Problem


class Files(NamedTuple):
    """What was chosen: the texts by their names, and what they tell."""

    texts: list[tuple[str, str]]
    told: list[ToldSitting]

    @property
    def source(self) -> str:
        """The names of the files, as a history keeps them."""
        return listed(name for name, _text in self.texts)[:100]


class PreviewPage(TypedDict):
    """Sittings as they would come in, and who the names in them are taken for."""

    problems: list[Problem]
    source: str
    files: str
    sittings: list[ShownSitting]
    coming: int
    names: list[AskedName]
    new: int
    people: list[Person]


@open_to(Level.TABLE)
@require_safe
def sitting_file_out(request: ClubRequest, pk: int) -> HttpResponse:
    """Send a sitting as a score file, one line a part."""
    sitting = sitting_for(request.actor, pk)
    answer = HttpResponse(as_lines(written_sitting(sitting)), content_type="application/x-ndjson")
    name = f"{slugify(sitting.table.name) or 'table'}-{sitting.evening}.jsonl"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def sitting_in(request: ClubRequest) -> HttpResponse:
    """Ask for score files, and show what would come in; nothing is recorded yet."""
    if request.method != "POST":
        return _ask(request)
    uploads = request.FILES.getlist("file")[:MOST_FILES]
    if not uploads:
        told = why_no_file(request, LARGEST_UPLOAD)
        return _ask(request, Problem("id_file", told))
    try:
        files = _read([(file_name(each.name or ""), each.read()) for each in uploads])
    except RuleError as error:
        return _ask(request, Problem("id_file", said_with_place(error)))
    return _preview(request, files, match_names(request.actor.home, names_in(files.told)))


@open_to(Level.DIRECTOR)
@require_POST
def sitting_bring(request: ClubRequest) -> HttpResponse:
    """Record the sittings that were shown, all or none; or show them with other people."""
    files = _shown_before(request.POST)
    if files is None:
        return _ask(request, Problem("", _("The file was not kept. Choose it again.")))
    club, actor = request.actor.home, request.actor
    people, asked = _chosen(request, files)
    if "look" in request.POST or asked:
        problem = Problem(asked[0].field, asked[0].text) if asked else None
        return _preview(request, files, people, None if "look" in request.POST else problem)
    try:
        brought = bring_in(
            club=club, told=files.told, source=files.source, actor=actor, people=people
        )
    except RuleError as error:
        return _preview(request, files, people, Problem("", said_with_place(error)))
    if len(brought) == 1:
        return redirect("pad", pk=brought[0].sitting.pk)
    return redirect("results")


def _read(contents: list[tuple[str, bytes]]) -> Files:
    """Return what files tell. RuleError where one is no text, too large, or wrong."""
    if sum(len(content) for _name, content in contents) > MOST_SHOWN:
        raise RuleError("too-large", gettext_noop("This is too much at once. Import it in parts."))
    texts = []
    for name, content in contents:
        try:
            texts.append((name, content.decode("utf-8-sig")))
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            column = error.start - content.rfind(b"\n", 0, error.start)
            phrase = gettext_noop(
                "This is not UTF-8 text: line %(line)s, column %(column)s. A score file is"
                " JSON, as downloaded from a table's pad."
            )
            raise RuleError("utf-8", phrase, name, line=line, column=column) from None
    return Files(texts, read_sittings(texts))


def _shown_before(given: QueryDict) -> Files | None:
    """Return the files that the preview carried, None where they cannot be read any more."""
    try:
        carried: list[tuple[object, object]] = json.loads(given.get("files", ""))
        return _read([(file_name(str(name)), str(text).encode()) for name, text in carried])
    except (RuleError, ValueError, TypeError, RecursionError):
        return None


def _chosen(request: ClubRequest, files: Files) -> tuple[dict[str, Person | None], list[Question]]:
    """Return who each name is, as chosen or as matched, and the odd ones nobody answered for."""
    club = request.actor.home
    people = {person.pk: person for person in people_in(club)}
    matched = match_names(club, names_in(files.told))
    form = NamesForm(request.POST, names=matched)
    chosen = form.chosen(matched, people)
    asked = open_questions(names_asked(request, chosen), form.open)
    return chosen, asked


def _ask(request: ClubRequest, problem: Problem | None = None) -> HttpResponse:
    context = {"problems": [problem] if problem else []}
    status = 422 if problem else 200
    return render(request, "exchange/sitting_in.html", context, status=status)


def _preview(
    request: ClubRequest,
    files: Files,
    people: Mapping[str, Person | None],
    problem: Problem | None = None,
) -> HttpResponse:
    """Show what would be recorded; where that cannot be, why, and who may be chosen instead."""
    club = request.actor.home
    try:
        shown = seen_before(club=club, told=files.told, people=people, actor=request.actor)
    except RuleError as error:
        shown, problem = [], problem or Problem("", said_with_place(error))
    names = names_asked(request, people)
    context: PreviewPage = {
        "problems": [problem] if problem else [],
        "source": files.source,
        "files": json.dumps(files.texts),
        "sittings": shown,
        "coming": sum(one.known is None for one in shown),
        "names": names,
        "new": sum(each.person is None or each.person.pk is None for each in names),
        "people": list(people_in(club).order_by("name", "pk")),
    }
    status = 422 if problem else 200
    return render(request, "exchange/sitting_preview.html", context, status=status)
