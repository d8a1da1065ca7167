"""Several evenings as one ranking, on paper and as plain text."""

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.wording.days import long_date
from clubscore.club.wording.names import named
from clubscore.events.rankings.several import Choice, Several
from clubscore.sheets.events.tables_pdf import Block, Column, tables_pdf
from clubscore.sheets.events.texts.ranking_text import ranking_of_several
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.plain_answers import answer_with_text
from clubscore.sheets.views.sitting_sheets import answer_with


@open_to(Level.PLAYER)
@require_safe
def several_pdf(request: ClubRequest) -> HttpResponse:
    """Answer with the ranking as PDF; where there is none, with the page that says why."""
    choice = Choice(request.actor, request.GET)
    if choice.several is None:
        return _to_the_page(request)
    title, club = _("Several sessions as one"), request.actor.home
    paper = paper_for(request.GET.get("paper", ""), club)
    about = f"{club.name} · {_evenings(choice)}"
    pdf = tables_pdf(_blocks(choice.several), paper, title, about)
    return answer_with(pdf, "application/pdf", f"{title}.pdf", "")


@open_to(Level.PLAYER)
@require_safe
def several_text(request: ClubRequest) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    choice = Choice(request.actor, request.GET)
    if choice.several is None:
        return _to_the_page(request)
    title = _("Several sessions as one")
    said = ranking_of_several(choice.several, request.actor.home.name, _evenings(choice))
    return answer_with_text(said, title)


def _to_the_page(request: ClubRequest) -> HttpResponse:
    query = request.GET.copy()
    query["asked"] = "1"
    return HttpResponseRedirect(f"{reverse('results-as-one')}?{query.urlencode()}")


def _evenings(choice: Choice) -> str:
    """Which evenings these are: the first and the last by day, and how many."""
    days = [long_date(event.evening) for event in choice.chosen]
    told = {"count": len(days), "first": days[0], "last": days[-1]}
    return (
        ngettext(
            "%(count)s session, %(first)s to %(last)s",
            "%(count)s sessions, %(first)s to %(last)s",
            len(days),
        )
        % told
    )


def _blocks(several: Several) -> list[Block]:
    columns = [
        Column(_("place"), 0.6),
        Column(_("names"), 3.7),
        Column(_("boards"), 0.7, right=True),
        Column(_("points"), 0.9, right=True),
    ]
    if several.in_percent:
        columns.append(Column("%", 0.9, right=True))
    return [
        Block(
            one.title or _("Ranking"),
            "",
            tuple(columns),
            [
                [row.place, named(row.names), str(row.boards), row.score, row.percent][
                    : len(columns)
                ]
                for row in one.rows
            ],
        )
        for one in several.lists
    ]
