"""The page of a table of the seven that waits for the dummy of the other."""

from typing import NotRequired, TypedDict

from django.http import HttpResponse
from django.template.loader import render_to_string

from clubscore.club.access import ClubRequest
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import may_enter
from clubscore.rubbers.seven.in_words import TableOfSeven, at_table_of_seven
from clubscore.rubbers.seven.log import Seven
from clubscore.rubbers.seven.seats import is_over
from clubscore.rubbers.state.deal_lines import (
    DealLine,
    RivalsShown,
    ScoreLine,
    deal_line,
    rivals_shown,
    score_lines,
)
from clubscore.rubbers.state.part_state import Standing
from clubscore.tableside.ready_pages import KEY, TOKEN


class WaitsPage(TypedDict):
    """What the page of a table shows that waits; before its first rubber there is no part."""

    sitting: Sitting
    seven: TableOfSeven
    key: str
    csrf_token: str
    may_enter: bool
    part: NotRequired[Part]
    score: NotRequired[list[ScoreLine]]
    rivals: NotRequired[list[RivalsShown]]
    last: NotRequired[DealLine]


def waiting_page(
    request: ClubRequest, seven: Seven, standing: Standing | None, sitting: Sitting
) -> HttpResponse:
    """Show a table of the seven that waits for the dummy of the other."""
    context: WaitsPage = {
        "sitting": sitting,
        "seven": at_table_of_seven(seven, sitting),
        "key": KEY,
        "csrf_token": TOKEN,
        "may_enter": sitting.is_open and may_enter(request.actor, sitting),
    }
    if standing is not None:
        context["part"] = standing.part
        if not is_over(standing):  # else the heading names who begins the next rubber
            context["score"] = score_lines(standing)
        context["rivals"] = [rivals_shown(standing, d) for d in standing.live if d.rivals]
        if standing.live:
            context["last"] = deal_line(standing, standing.live[-1])
    return HttpResponse(render_to_string("rubbers/seven/waits.html", context, request))
