"""Bid by bid: the auction at a table, one call a form, until it fills the contract in."""

from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.rubbers.deal.bids_page import BidsPage, Heard, has_page, hear, heard_before
from clubscore.rubbers.line_up.table_state import Doing, state_of
from clubscore.rubbers.locks import key_of
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.seven.log import crossing_at
from clubscore.rubbers.state.part_state import Standing, standing_at
from clubscore.rubbers.views.moved_on import not_now
from clubscore.rubbers.views.record_form import note_form
from clubscore.tableside.problems import Problem


class BidsContext(TypedDict):
    """An auction as far as it has gone, and which deal of which table it is for."""

    sitting: Sitting
    part: Part
    bids: BidsPage
    dealer: str
    number: int
    position: int
    people: str
    key: str
    problems: list[Problem]


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def bids(request: ClubRequest, pk: int) -> HttpResponse:
    """Follow the auction of the next deal call by call; once it is over its contract is noted."""
    sitting = sitting_for(request.actor, pk, enter=True)
    standing = _standing(sitting)
    if standing is None:
        return redirect("table", pk=pk)
    if not has_page(standing.game):
        raise Http404
    given = request.POST
    if request.method != "POST":
        return _page(request, standing, Heard(heard_before(standing)))
    if whole_number(given.get("position")) != standing.next_position:
        # Another phone was faster; the deal stands on the table's page.
        return redirect("table", pk=pk)
    heard = hear(standing, given)
    facts = heard.auction.facts()
    if not heard.auction.is_over or "undo" in given or "bid" not in facts:
        return _page(request, standing, heard)
    facts["auction"] = [call.facts() for call in heard.auction.calls]
    try:
        note_form(standing, request.POST, facts, request.actor)
    except Refused as reason:
        return not_now(request, sitting, reason, contract_only=True)
    return redirect("table", pk=pk)


def _standing(sitting: Sitting) -> Standing | None:
    """Return how a table stands at which a deal may be entered now; None at any other."""
    part = part_of(sitting)
    standing = standing_at(part, sitting.revision) if part is not None else None
    seven = crossing_at(sitting)
    if seven is not None and not seven.may_enter_at(sitting.seven_table):
        return None
    return standing if state_of(sitting, standing).doing == Doing.PLAY else None


def _page(request: ClubRequest, standing: Standing, heard: Heard) -> HttpResponse:
    context: BidsContext = {
        "sitting": standing.part.sitting,
        "part": standing.part,
        "bids": BidsPage(standing, heard),
        "dealer": standing.names[standing.dealer],
        "number": len(standing.live) + 1,
        "position": standing.next_position,
        "people": standing.seated,
        "key": key_of(request.POST),
        "problems": [heard.problem] if heard.problem else [],
    }
    return render(request, "rubbers/bids.html", context, status=422 if heard.problem else 200)
