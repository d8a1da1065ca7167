"""A match of two houses, each one table: which house, then IMPs board by board."""

from typing import NamedTuple, NotRequired, TypedDict

import django_tables2 as tables
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.compared_table import FIGURES, ComparedTable, SignedColumn
from clubscore.club.refused import Refused
from clubscore.contests.code_texts import packages_in
from clubscore.events.models import ContestSet, Event
from clubscore.events.selectors import event_for
from clubscore.events.state.event_now import room_of
from clubscore.events.world.closed_boards_of import boards_closed_for
from clubscore.events.world.making_packages import may_send, set_played
from clubscore.events.world.two_houses import (
    HouseBoard,
    HouseMatch,
    bring_other,
    match_of,
    others_of,
    play_with,
)
from clubscore.events.world.world_forms import HouseForm
from clubscore.events.world.world_tables import from_where, table_called
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem


class OtherTable(NamedTuple):
    """A table that a match can be played with, told without a score."""

    pk: int
    name: str
    where: str


class HousesPage(TypedDict):
    """The match as it stands, or which house it is to be played with."""

    event: Event
    kept: ContestSet
    others: list[OtherTable]
    text: str
    problems: list[Problem]
    key: str
    match: NotRequired[HouseMatch]
    other: NotRequired[OtherTable]
    table: NotRequired["MatchTable"]


class MatchTable(ComparedTable):
    """A board, North-South's score in both houses, and the IMPs of this house's North-South."""

    number = tables.Column(verbose_name=gettext_lazy("Board"), attrs=FIGURES)
    here = SignedColumn(verbose_name=gettext_lazy("here"))
    there = SignedColumn(verbose_name=gettext_lazy("there"))
    imps = SignedColumn(verbose_name=gettext_lazy("IMPs"))


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def event_houses(request: ClubRequest, event: int) -> HttpResponse:
    """Show a match of two houses; a POST takes the other house's package, or one that came."""
    found = _played_by(request.actor, event)
    form = HouseForm(request.POST)
    if request.method != "POST":
        return _page(request, found, form, [])
    text, chosen = form.words_of("text"), form.number_of("package")
    try:
        if text.strip() or chosen is None:
            given = packages_in(text)
            if not given:
                raise Refused(_("Paste the text of the other house's code, or its link."), "text")
            bring_other(event=found, given=given, key=form.key, actor=request.actor)
        else:
            play_with(event=found, package=chosen, key=form.key, actor=request.actor)
        return redirect("event-houses", event=event)
    except RuleError as error:
        form.refuse(error, "text")
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
    return _page(request, found, form, form.problems)


def _played_by(actor: Actor, pk: int) -> Event:
    """Return an event of a set whose table somebody sat at, or runs."""
    event = event_for(actor, pk)
    set_played(event)
    if not may_send(actor, room_of(event)):
        raise PermissionDenied
    return event


def _page(
    request: ClubRequest, event: Event, form: HouseForm, problems: list[Problem]
) -> HttpResponse:
    kept = set_played(event)
    match = match_of(event, boards_closed_for(request.actor, kept))
    context: HousesPage = {
        "event": event,
        "kept": kept,
        "others": [
            OtherTable(row.pk, table_called(package) or _("a table"), from_where(package))
            for row, package in others_of(event)
        ],
        "text": form.words_of("text") if problems else "",
        "problems": problems,
        "key": new_key(),
    }
    if match is not None:
        name = table_called(match.other) or _("a table")
        context["match"] = match
        context["other"] = OtherTable(0, name, from_where(match.other))
        context["table"] = _table(match.boards, request)
    status = 422 if problems else 200
    return render(request, "events/world/houses.html", context, status=status)


def _table(boards: list[HouseBoard], request: ClubRequest) -> MatchTable:
    table = MatchTable(boards)
    table.caption = _("Boards of the match")
    return table.sorted_by(request)
