"""The pages on which score files and lists of people are taken out, or brought in after a look."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.federation_numbers import bring_in as bring_in_people
from clubscore.club.logins import note_act
from clubscore.club.models import Person
from clubscore.club.name_questions import NameQuestion
from clubscore.club.people import people_in, people_of
from clubscore.club.wording import listed, problem_text
from clubscore.deals.file_text import LARGEST_UPLOAD
from clubscore.files.pages.events import (
    MOST_FILES,
    MOST_SHOWN,
    PLAIN,
    FileNamesForm,
    PeopleListForm,
    names_asked,
    open_questions,
)
from clubscore.files.people_file import (
    HEADINGS,
    LARGEST_FILE,
    MOST_ROWS,
    REFUSED,
    PeoplePlan,
    PersonRow,
    UnreadableFile,
    is_column,
    plan,
    read_file,
    read_pasted,
    write_file,
)
from clubscore.files.printable import file_name
from clubscore.files.sittings import (
    ToldSitting,
    as_lines,
    bring_in,
    match_names,
    names_in,
    read_sittings,
    seen_before,
    written_sitting,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.selectors import sitting_for
from clubscore.web.forms import Problem, why_no_file


class Files(NamedTuple):
    """What was chosen: the texts by their names, and what they tell."""

    texts: list[tuple[str, str]]
    told: list[ToldSitting]

    @property
    def source(self) -> str:
        """The names of the files, as a history keeps them."""
        return listed(name for name, _text in self.texts)[:100]


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
        return _ask(request, Problem("id_file", problem_text(error)))
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
        return _preview(request, files, people, Problem("", problem_text(error)))
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


def _chosen(
    request: ClubRequest, files: Files
) -> tuple[dict[str, Person | None], list[NameQuestion]]:
    """Return who each name is, as chosen or as matched, and the odd ones nobody answered for."""
    club = request.actor.home
    people = {person.pk: person for person in people_in(club)}
    matched = match_names(club, names_in(files.told))
    form = FileNamesForm(request.POST, names=matched)
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
        shown, problem = [], problem or Problem("", problem_text(error))
    names = names_asked(request, people)
    context: dict[str, Any] = {
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


# ---- Lists of people.

# What the log calls a list that was typed or pasted; so many pages a club's set-up has.
PASTED, SET_UP = "names", 4
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@open_to(Level.DIRECTOR)
@require_safe
def people_out(request: ClubRequest, kind: str) -> HttpResponse:
    """Send the list of people, everybody once."""
    if kind not in TYPES:
        raise Http404
    club = request.actor.home
    answer = HttpResponse(write_file(people_in(club), kind), content_type=TYPES[kind])
    name = f"{club.slug}-people-{timezone.now():%Y-%m-%d}.{kind}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    note_act(club=club, author=request.actor.label, what="list taken out", name=name)
    return answer


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def people_in_file(request: ClubRequest) -> HttpResponse:
    """Ask for a file, or for names, and show what each row would do."""
    if request.method != "POST":
        return _ask_of_people_lists(request)
    file, pasted = request.FILES.get("file"), str(request.POST.get("names", ""))
    if file is None and not pasted.strip():
        return _ask_of_people_lists(request, why_no_file(request, LARGEST_FILE))
    name = (file.name or "") if file is not None else PASTED
    try:
        if file is not None:
            rows, strange = read_file(name, file.read(LARGEST_FILE + 1))
        else:
            rows, strange = read_pasted(pasted)
    except UnreadableFile as unreadable:
        return _ask_of_people_lists(request, str(unreadable), pasted)
    if not rows:
        return _ask_of_people_lists(request, _("The list has headings but no rows."), pasted)
    return _preview_of_people_lists(request, rows, plan(request.actor.home, rows), name, strange)


def _ask_of_people_lists(request: ClubRequest, problem: str = "", names: str = "") -> HttpResponse:
    field = "names" if names else "id_file"
    context: dict[str, Any] = {
        "problems": [Problem(field, problem)] if problem else [],
        "names": names,
        "columns": [names[0] for names in HEADINGS.values()],
    }
    return render(request, "exchange/people_in.html", context, status=422 if problem else 200)


def _preview_of_people_lists(
    request: ClubRequest,
    rows: list[PersonRow],
    planned: PeoplePlan,
    name: str,
    strange: list[str],
    problem: str = "",
) -> HttpResponse:
    context: dict[str, Any] = {
        "plan": planned,
        "source": name[:80],
        "strange": strange,
        "rows": json.dumps([[row.line, row] for row in rows]),
        "problems": [Problem("", problem)] if problem else [],
    }
    status = 409 if problem else 200
    return render(request, "exchange/people_preview.html", context, status=status)


@open_to(Level.DIRECTOR)
@require_POST
def people_bring(request: ClubRequest) -> HttpResponse:
    """Bring in what was shown; where the club's list changed meanwhile, show it again."""
    club, form = request.actor.home, PeopleListForm(request.POST)
    source, rows = form.words_of("source"), _rows_shown(form.words_of("rows"))
    if not rows:
        return _ask_of_people_lists(request, _("The list was not kept. Choose the file again."))
    try:
        with people_of(club):
            planned = plan(club, rows)
            if planned.digest != form.words_of("digest") or not planned.may_go:
                told = _("The club's list has changed. This is what the rows do now.")
                return _preview_of_people_lists(request, rows, planned, source, [], told)
            if planned.odd and not form.words_of("names"):
                told = _("Choose what to do with the unusual names.")
                return _preview_of_people_lists(request, rows, planned, source, [], told)
            if form.words_of("names") == PLAIN:
                planned = plan(club, rows, plain=True)
                if not planned.may_go:
                    return _plainly(request, rows, planned, source)
            bring_in_people(
                club=club, rows=planned.to_write(), author=request.actor.label, source=source
            )
    except ValidationError as refusal:
        return _preview_of_people_lists(
            request, rows, plan(club, rows), source, [], "; ".join(refusal.messages)
        )
    return redirect("players" if club.set_up_done >= SET_UP else "club-set-up")


def _plainly(
    request: ClubRequest, rows: list[PersonRow], planned: PeoplePlan, source: str
) -> HttpResponse:
    """Say which rows get in each other's way without what is odd in their names."""
    told = [why for step in planned.steps if step.outcome == REFUSED for why in step.says]
    nothing = _("Without the odd characters everyone is already here, just as in the list.")
    shown = plan(request.actor.home, rows)
    return _preview_of_people_lists(request, rows, shown, source, [], " ".join(told) or nothing)


def _rows_shown(text: str) -> list[PersonRow]:
    """Return the rows that the preview carried, or none where they cannot be read."""
    try:
        rows = []
        told: list[tuple[int, dict[str, str]]] = json.loads(text)
        for line, cells in told[:MOST_ROWS]:
            row = PersonRow({str(k): str(v) for k, v in cells.items() if is_column(str(k))})
            row.line = int(line)
            rows.append(row)
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return []
    return rows
