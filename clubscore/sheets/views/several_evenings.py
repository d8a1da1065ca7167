"""Several evenings as one ranking, on paper and as plain text."""

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.wording.days import long_date
from clubscore.events.rankings.several import Choice
from clubscore.sheets.events.texts.ranking_text import ranking_of_several
from clubscore.sheets.pieces.paper import paper_for
from clubscore.sheets.views.file_answers import paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text


@open_to(Level.PLAYER)
@require_safe
def several_pdf(request: ClubRequest) -> HttpResponse:
    """Answer with the ranking as PDF; where there is none, with the page that says why."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.events.leaves.several_leaf import several_leaf

    choice = Choice(request.actor, request.GET)
    if choice.several is None:
        return _to_the_page(request)
    title, club = _("Several sessions as one"), request.actor.home
    paper = paper_for(request.GET.get("paper", ""), club)
    told = (choice.several, title, club.name, _evenings(choice), paper)
    return paper_answer(request, lambda: several_leaf(*told), title)


@open_to(Level.PLAYER)
@require_safe
def several_text(request: ClubRequest) -> HttpResponse:
    """Answer with the same as plain text, to be read aloud or by touch."""
    choice = Choice(request.actor, request.GET)
    if choice.several is None:
        return _to_the_page(request)
    title = _("Several sessions as one")
    said = ranking_of_several(choice.several, request.actor.home.name, _evenings(choice))
    return answer_with_text(request, said, title)


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
