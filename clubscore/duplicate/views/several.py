"""Several evenings as one ranking, for everybody in the club to put together."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.reading import whole_number
from clubscore.club.templatetags.clubscore import said
from clubscore.duplicate.event_words import SCORING_WORDS
from clubscore.duplicate.models import Event
from clubscore.duplicate.several import MOST, as_one, to_choose_from
from clubscore.laws.errors import RuleError
from clubscore.rubber.entry_form import Problem

FEWEST = 2


@open_to(Level.PLAYER)
@require_safe
def as_one_ranking(request: ClubRequest) -> HttpResponse:
    """Ask which evenings, and show them as one; the address tells the choice."""
    offered = to_choose_from(request.actor)
    wanted = {whole_number(pk) for pk in request.GET.getlist("event")}
    chosen = [event for event in offered if event.pk in wanted]
    only_all = "all" in request.GET
    context: dict[str, Any] = {
        "offered": [(event, _(SCORING_WORDS[event.scoring])) for event in offered],
        "wanted": wanted,
        "only_all": only_all,
        "chosen": sorted(chosen, key=lambda event: (event.evening, event.pk)),
    }
    problem = _how_many(chosen) if "event" in request.GET or "asked" in request.GET else ""
    if not problem and chosen:
        try:
            context["several"] = as_one(chosen, only_all=only_all)
        except RuleError as error:
            problem = f"{error.where}: {said(error)}" if error.where else said(error)
    context["problems"] = [Problem("evenings", problem)] if problem else []
    status = 422 if problem else 200
    return render(request, "duplicate/several.html", context, status=status)


def _how_many(chosen: list[Event]) -> str:
    """Say what would be right where too few or too many evenings were chosen."""
    if FEWEST <= len(chosen) <= MOST:
        return ""
    return _("Choose %(fewest)s to %(most)s evenings.") % {"fewest": FEWEST, "most": MOST}
