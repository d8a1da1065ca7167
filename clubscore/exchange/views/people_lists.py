"""Lists of people, brought in after a look at what each row does, and taken out."""

import json
from typing import TypedDict

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.logins.logins import note_act
from clubscore.club.people.importing import bring_in
from clubscore.club.people.selectors import people_in
from clubscore.club.people.services import people_of
from clubscore.club.uploads import why_no_file
from clubscore.exchange.forms import PLAIN, PeopleListForm
from clubscore.exchange.people.people_file import (
    HEADINGS,
    LARGEST_FILE,
    MOST_ROWS,
    Row,
    UnreadableFile,
    is_column,
    read_file,
    read_pasted,
    write_file,
)
from clubscore.exchange.people.people_plan import REFUSED, Plan, plan
from clubscore.tableside.problems import Problem

# What the log calls a list that was typed or pasted; so many pages a club's set-up has.
PASTED, SET_UP = "names", 4
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class AskPage(TypedDict):
    """What is asked of whoever brings a list in, and what was wrong with the last one."""

    problems: list[Problem]
    columns: list[str]
    names: str


class PreviewPage(TypedDict):
    """What each row of a list would do; ``rows`` are what the page takes back, as JSON."""

    plan: Plan
    source: str
    strange: list[str]
    rows: str
    problems: list[Problem]


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
        return _ask(request)
    file, pasted = request.FILES.get("file"), str(request.POST.get("names", ""))
    if file is None and not pasted.strip():
        return _ask(request, why_no_file(request, LARGEST_FILE))
    name = (file.name or "") if file is not None else PASTED
    try:
        if file is not None:
            rows, strange = read_file(name, file.read(LARGEST_FILE + 1))
        else:
            rows, strange = read_pasted(pasted)
    except UnreadableFile as unreadable:
        return _ask(request, str(unreadable), pasted)
    if not rows:
        return _ask(request, _("The list has headings but no rows."), pasted)
    return _preview(request, rows, plan(request.actor.home, rows), name, strange)


def _ask(request: ClubRequest, problem: str = "", names: str = "") -> HttpResponse:
    field = "names" if names else "id_file"
    context: AskPage = {
        "problems": [Problem(field, problem)] if problem else [],
        "names": names,
        "columns": [names[0] for names in HEADINGS.values()],
    }
    return render(request, "exchange/people_in.html", context, status=422 if problem else 200)


def _preview(
    request: ClubRequest,
    rows: list[Row],
    planned: Plan,
    name: str,
    strange: list[str],
    problem: str = "",
) -> HttpResponse:
    context: PreviewPage = {
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
        return _ask(request, _("The list was not kept. Choose the file again."))
    try:
        with people_of(club):
            planned = plan(club, rows)
            if planned.digest != form.words_of("digest") or not planned.may_go:
                told = _("The club's list has changed. This is what the rows do now.")
                return _preview(request, rows, planned, source, [], told)
            if planned.odd and not form.words_of("names"):
                told = _("Choose what to do with the unusual names.")
                return _preview(request, rows, planned, source, [], told)
            if form.words_of("names") == PLAIN:
                planned = plan(club, rows, plain=True)
                if not planned.may_go:
                    return _plainly(request, rows, planned, source)
            bring_in(club=club, rows=planned.to_write(), author=request.actor.label, source=source)
    except ValidationError as refusal:
        return _preview(request, rows, plan(club, rows), source, [], "; ".join(refusal.messages))
    return redirect("players" if club.set_up_done >= SET_UP else "club-set-up")


def _plainly(request: ClubRequest, rows: list[Row], planned: Plan, source: str) -> HttpResponse:
    """Say which rows get in each other's way without what is odd in their names."""
    told = [why for step in planned.steps if step.outcome == REFUSED for why in step.says]
    nothing = _("Without the odd characters everyone is already here, just as in the list.")
    shown = plan(request.actor.home, rows)
    return _preview(request, rows, shown, source, [], " ".join(told) or nothing)


def _rows_shown(text: str) -> list[Row]:
    """Return the rows that the preview carried, or none where they cannot be read."""
    try:
        rows = []
        told: list[tuple[int, dict[str, str]]] = json.loads(text)
        for line, cells in told[:MOST_ROWS]:
            row = Row({str(k): str(v) for k, v in cells.items() if is_column(str(k))})
            row.line = int(line)
            rows.append(row)
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return []
    return rows
