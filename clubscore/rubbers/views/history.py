"""What was reported at a table, by whom and why, and how it stood at any earlier moment."""

import datetime as dt
from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.laws.deal import DealFacts
from clubscore.rubbers.models import Deal, DealRevision, Happening, Part, Sitting
from clubscore.rubbers.selectors import part_of, parts_with_seats, sitting_for
from clubscore.rubbers.seven.in_words import moves_in_words
from clubscore.rubbers.seven.log import seven_of
from clubscore.rubbers.sitting.happenings_in_words import happening_in_words, relief_in_words
from clubscore.rubbers.sitting.substitutes import relieved_in
from clubscore.rubbers.state.chosen import chosen_for
from clubscore.rubbers.state.deal_lines import DealLine, ReportShown, deal_line, report_shown
from clubscore.rubbers.state.headings import PartHeading, facts_in_words, part_heading
from clubscore.rubbers.state.pad import Pad, pads_of
from clubscore.rubbers.state.part_state import LiveDeal, standing_of, standing_then
from clubscore.rubbers.views.deals import standing_for

Kind = DealRevision.Kind
# What was done with a deal; of one taken back the report that no longer counts.
WHAT = {
    Kind.RECORDED: gettext_lazy("deal %(n)s recorded: %(deal)s"),
    Kind.CORRECTED: gettext_lazy("deal %(n)s corrected: %(deal)s"),
    Kind.TAKEN_BACK: gettext_lazy("deal %(n)s undone: %(deal)s"),
    Kind.RIVAL: gettext_lazy("another report of deal %(n)s: %(deal)s"),
    Kind.SETTLED: gettext_lazy("one of two reports of deal %(n)s chosen: %(deal)s"),
}


@dataclass(frozen=True)
class HistoryLine:
    """One line of a table's history; a report of a deal leads to the deal and to how it stood."""

    at: dt.datetime
    author: str
    what: str
    reason: str
    deal: Deal | None = None
    part: int = 0
    revision: int = 0


@dataclass(frozen=True)
class PartThen:
    """A part as it stood once."""

    part: Part
    heading: PartHeading
    pads: list[Pad]
    rows: list[DealLine]


class DealHistoryPage(TypedDict):
    """Every report of a deal; the deal is None where it was taken back."""

    sitting: Sitting
    part: Part
    position: int
    deal: LiveDeal | None
    entries: list[ReportShown]
    chosen: list[HistoryLine]


@open_to(Level.TABLE)
@require_safe
def history(request: ClubRequest, pk: int, part: int, position: int) -> HttpResponse:
    """Show every report of a deal: who, when, why, before and after."""
    sitting, standing = standing_for(request, pk, part)
    revisions = DealRevision.objects.filter(deal__part=standing.part, deal__position=position)
    entries = [
        report_shown(standing.at_deal(position), one) for one in revisions.order_by("number")
    ]
    if not entries:
        raise Http404
    context: DealHistoryPage = {
        "sitting": sitting,
        "part": standing.part,
        "position": position,
        "deal": standing.by_position(position),
        "entries": entries,
        "chosen": [
            HistoryLine(one.at, one.author, happening_in_words(one), one.reason)
            for one in chosen_for(standing.part, position)
        ],
    }
    return render(request, "rubbers/deal_history.html", context)


@open_to(Level.TABLE)
@require_safe
def table_history(request: ClubRequest, pk: int) -> HttpResponse:
    """Show everything that happened at a table, in the order in which it happened."""
    sitting = sitting_for(request.actor, pk)
    standings = {
        part.pk: standing_of(part)
        for part in (part_of(sitting, n) for n in range(1, sitting.parts.count() + 1))
        if part is not None
    }
    entries = [
        HistoryLine(one.at, one.author, happening_in_words(one), one.reason)
        for one in Happening.objects.filter(sitting=sitting)
    ]
    entries += [
        HistoryLine(one.at, one.author, relief_in_words(one), one.reason)
        for one in relieved_in(sitting)
    ]
    seven = seven_of(sitting)
    if seven is not None:
        entries += [
            HistoryLine(one.at, one.author, moves_in_words(seven, one), one.reason)
            for one in seven.log
            if one.data.get("at", sitting.seven_table) == sitting.seven_table
        ]
    revisions = DealRevision.objects.filter(deal__part__sitting=sitting).select_related("deal")
    told: dict[int, DealFacts | None] = {}
    for one in revisions.order_by("pk"):
        standing = standings[one.deal.part_id].at_deal(one.deal.position)
        facts = told[one.deal_id] = one.facts or told.get(one.deal_id)
        what = WHAT[Kind(one.kind)] % {
            "n": standing.number_at(one.deal.position),
            "deal": facts_in_words(standing, facts),
        }
        entries.append(
            HistoryLine(
                one.at, one.author, what, one.reason, one.deal, standing.part.number, one.pk
            )
        )
    entries.sort(key=lambda entry: entry.at)
    return render(request, "rubbers/history.html", {"sitting": sitting, "entries": entries})


class ThenPage(TypedDict):
    """Every part of a table as it stood after one report."""

    sitting: Sitting
    last: DealRevision
    parts: list[PartThen]
    then: bool


@open_to(Level.TABLE)
@require_safe
def table_then(request: ClubRequest, pk: int, revision: int) -> HttpResponse:
    """Show how every part of a sitting stood once a report had been recorded."""
    sitting = sitting_for(request.actor, pk)
    last = get_object_or_404(DealRevision, pk=revision, deal__part__sitting=sitting)
    shown = []
    for part in parts_with_seats().filter(sitting=sitting).order_by("-number"):
        if part.opened_at > last.at:
            continue
        standing = standing_then(part, last)
        shown.append(
            PartThen(
                part=part,
                heading=part_heading(standing),
                pads=pads_of(standing)[::-1],
                rows=[deal_line(standing, deal) for deal in standing.live],
            )
        )
    context: ThenPage = {"sitting": sitting, "last": last, "parts": shown, "then": True}
    return render(request, "rubbers/then.html", context)
