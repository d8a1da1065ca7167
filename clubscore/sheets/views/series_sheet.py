"""The table of a series on paper and as plain text."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.wording.names import named
from clubscore.events.in_series.series_now import Line, SeriesNow
from clubscore.events.in_series.series_words import event_called, not_counted, rules_in_words
from clubscore.events.in_series.series_write import series_for
from clubscore.sheets.events.certificate import Certificate, certificates
from clubscore.sheets.events.certificate import certificates_pdf as drawn
from clubscore.sheets.events.certificate import certificates_text as said
from clubscore.sheets.events.tables_pdf import Block, Column, tables_pdf
from clubscore.sheets.events.texts.series_text import series_text as series_words
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.plain_answers import answer_with_text
from clubscore.sheets.views.sitting_sheets import answer_with


@open_to(Level.PLAYER)
@require_safe
def series_pdf(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the table as PDF, its rules above and its events below."""
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    name = now.series.name
    pdf = tables_pdf(_blocks(now), paper, name, request.actor.home.name)
    return answer_with(pdf, "application/pdf", f"{name}.pdf", "")


@open_to(Level.PLAYER)
@require_safe
def series_text(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    return answer_with_text(series_words(now, request.actor.home.name), now.series.name)


@open_to(Level.PLAYER)
@require_safe
def certificates_pdf(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the certificates of the first three as PDF; the series where nobody has any."""
    found = _certificates(request, pk)
    if not found:
        return redirect("series", pk)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    name = _("Certificates %(event)s") % {"event": found[0].event}
    return answer_with(drawn(found, paper), "application/pdf", f"{name}.pdf", "")


@open_to(Level.PLAYER)
@require_safe
def certificates_text(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the same as plain text."""
    found = _certificates(request, pk)
    if not found:
        return redirect("series", pk)
    name = _("Certificates %(event)s") % {"event": found[0].event}
    return answer_with_text(said(found), name)


def _certificates(request: ClubRequest, pk: int) -> list[Certificate]:
    now = SeriesNow(series_for(request.actor, pk), request.actor)
    return certificates(now, request.actor.home.name)


def _blocks(now: SeriesNow) -> list[Block]:
    columns = (
        Column(_("place"), 0.6),
        Column(_("names"), 2.4),
        Column(_("events"), 0.7, right=True),
        Column(_("points") if now.rules.is_sum else "%", 0.9, right=True),
        Column(_("results, in brackets what does not count"), 3.4),
    )
    about = " ".join(filter(None, [*rules_in_words(now.kept), not_counted(now)]))
    found = [Block(_("Table"), about, columns, [_row(line) for line in now.placed])]
    if now.below:
        found.append(Block(_("No place yet"), "", columns, [_row(line) for line in now.below]))
    events = [[str(at), event_called(event)] for at, event in enumerate(now.events, 1)]
    of_events = (Column(_("number"), 0.6), Column(_("event"), 5.0))
    found.append(Block(_("Events"), "", of_events, events))
    return found


def _row(line: Line) -> list[str]:
    name = named(line.names)
    if line.moves:
        told = _("%(names)s, goes up") if line.moves > 0 else _("%(names)s, goes down")
        name = told % {"names": name}
    cells = []
    for cell in line.cells:
        text = cell.value if cell.counts else f"({cell.value})"
        if cell.is_missed:
            text = _("%(value)s missed") % {"value": text}
        elif cell.by_substitute:
            text = _("%(value)s substitute") % {"value": text}
        cells.append(text)
    return [line.place, name, str(line.played), line.total, " · ".join(cells)]
