"""Where a page leads once its table does something else: the way on, and the page that says so."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest
from clubscore.club.entry import Refused, whole_number
from clubscore.rubbers.deal_form import contract_now, sentence_of
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.score import PartScore, standing_of
from clubscore.rubbers.selectors import part_of
from clubscore.rubbers.seven import crossing_at
from clubscore.rubbers.table_state import Doing, LineUpEnded, TableState, state_of


class WayOn(NamedTuple):
    """Where a page leads, and what its key says."""

    url: str
    label: str


def way_on(sitting: Sitting, state: TableState) -> WayOn:
    """Return the page of what a table does now."""
    pk = sitting.pk
    if state.doing == Doing.AGREE:
        if state.has_rivals:
            pad = reverse("pad-part", args=[pk, state.part])
            return WayOn(pad, _("Choose a report"))
        rubber = reverse("rubber", args=[pk, state.part, state.rubber])
        return WayOn(rubber, _("Make up the rubber"))
    if crossing_at(sitting) is not None:
        # What is done here next hangs on the other table; the table's own page knows.
        return WayOn(reverse("table", args=[pk]), _("Go to the table"))
    name, label = {
        Doing.PLAY: ("table", _("Go to the table")),
        Doing.NEXT: ("what-next", _("What next?")),
        Doing.CHOOSE: ("who-plays", _("Who plays?")),
        Doing.CUT: ("cut", _("Go to the cut")),
        Doing.SEAT: ("cut" if state.drawn else "seats", _("Go to the seats")),
        Doing.OVER: ("what-next", _("Go to the table")),
    }[state.doing]
    return WayOn(reverse(name, args=[pk]), label)


def has_moved_on(request: HttpRequest, sitting: Sitting) -> HttpResponse | None:
    """Return the answer that leads a page to what its table does now, None where it may stay.

    A page that asks again says with `was` where the table stood. One that is opened is no page of
    a table at which a rubber is under way, or is to be agreed.
    """
    state = state_of(sitting)
    to = way_on(sitting, state).url
    was = request.GET.get("was")
    if was is None:
        away = state.under_way or state.doing in (Doing.AGREE, Doing.OVER)
    else:
        away = was != state.mark and to != request.path
    if not away:
        return None
    if was is None:
        return HttpResponse(status=302, headers={"Location": reverse("table", args=[sitting.pk])})
    return HttpResponse(headers={"HX-Redirect": to})


def step_of(given: QueryDict) -> int | None:
    """Return the step of its table that a form was made for; None where it does not say."""
    return whole_number(given.get("step"))


def not_now(
    request: ClubRequest, sitting: Sitting, reason: Refused, *, contract_only: bool = False
) -> HttpResponse:
    """Say why a deal was not recorded, what it was, and where to go on; nothing of it is lost."""
    given = request.POST
    state = state_of(sitting)
    context: dict[str, Any] = {
        "reason": str(reason),
        "way": way_on(sitting, state),
        "changes": state.changes,
    }
    part = part_of(sitting, whole_number(given.get("part")))
    if part is not None:
        standing = standing_of(part)
        context["contract"] = contract_now(standing, given, standing.dealer)
        context["entered"] = given.get("line") or _deal_said(standing, given)
    if not contract_only and not isinstance(reason, LineUpEnded):
        fields = [(name, each) for name, all_of in given.lists() for each in all_of]
        context["again"] = [each for each in fields if each[0] != "csrfmiddlewaretoken"]
        context["pk"] = sitting.pk
    return render(request, "rubbers/not_now.html", context, status=409)


def _deal_said(standing: PartScore, given: QueryDict) -> str:
    return sentence_of(standing, given, standing.dealer).deal
