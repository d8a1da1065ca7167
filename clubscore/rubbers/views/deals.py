"""The pad, why a figure stands there, putting a past deal right, and its history."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import Given, whole_number
from clubscore.club.own_words import OwnWords, read_words
from clubscore.club.wording.law_places import law_url
from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.rubbers.correcting.consequences import Follows, what_follows
from clubscore.rubbers.deal.by_law import form_of
from clubscore.rubbers.deal.deal_page import EntryForm
from clubscore.rubbers.deal.recording import Report, TooLate
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import may_enter, part_of, sitting_for
from clubscore.rubbers.seven.dealing import correct_deal
from clubscore.rubbers.state.calls import CallShown, calls_noted
from clubscore.rubbers.state.chosen import choices_at
from clubscore.rubbers.state.deal_lines import DealLine, RivalsShown, deal_line, rivals_shown
from clubscore.rubbers.state.headings import PartHeading, facts_in_words, part_heading
from clubscore.rubbers.state.pad import Pad, pads_of
from clubscore.rubbers.state.part_state import LiveDeal, Standing, standing_of
from clubscore.rubbers.state.score_lines import line_said
from clubscore.tableside.entry_back import given_of
from clubscore.tableside.entry_form import read_entry, without_irregularities
from clubscore.tableside.problems import Problem, Problems, problem_of
from clubscore.tableside.ready_pages import with_own

REASONS = ("wrong-key", "misheard", "miscounted")


def standing_for(request: ClubRequest, pk: int, number: int | None) -> tuple[Sitting, Standing]:
    """Return a table and how a part of it stands; 404 where there is none."""
    sitting = sitting_for(request.actor, pk)
    part = part_of(sitting, number)
    if part is None:
        raise Http404
    return sitting, standing_of(part)


def _deal_for(standing: Standing, position: int) -> LiveDeal:
    deal = standing.by_position(position)
    if deal is None:
        raise Http404
    return deal


class PadPage(TypedDict):
    """A part on paper, and beside it deal by deal."""

    sitting: Sitting
    part: Part
    standing: Standing
    heading: PartHeading
    pads: list[Pad]
    rows: list[DealLine]
    rivals: list[RivalsShown]
    key: str
    parts: range
    may_enter: bool


@open_to(Level.TABLE)
@require_safe
def pad(request: ClubRequest, pk: int, part: int | None = None) -> HttpResponse:
    """Show a part on paper: every rubber as a pad, and beside it deal by deal."""
    sitting = sitting_for(request.actor, pk)
    found = part_of(sitting, part)
    if found is None:
        return redirect("table", pk=pk)
    standing = standing_of(found)
    context: PadPage = {
        "sitting": sitting,
        "part": found,
        "standing": standing,
        "heading": part_heading(standing),
        "pads": pads_of(standing)[::-1],
        "rows": [deal_line(standing, deal) for deal in standing.live],
        "rivals": [rivals_shown(standing, deal) for deal in standing.live if deal.rivals],
        "key": new_key(),
        "parts": range(1, (part_of(sitting) or found).number + 1),
        "may_enter": sitting.is_open and may_enter(request.actor, sitting),
    }
    page = render(request, "rubbers/pad.html", context)
    return HttpResponse(with_own(request, page.content)) if context["rivals"] else page


@dataclass(frozen=True)
class WhyLine:
    """One line of a figure: whose, what for, how much, by which law, on which side of the line."""

    who: str
    what: str
    points: int
    law: str
    law_url: str
    place: str


class WhyPage(TypedDict):
    """A deal, line by line."""

    sitting: Sitting
    part: Part
    deal: LiveDeal
    line: DealLine
    calls: list[CallShown]
    lines: list[WhyLine]
    beside_law: str
    beside_url: str
    between: bool | None
    may_enter: bool


@open_to(Level.TABLE)
@require_safe
def why(request: ClubRequest, pk: int, part: int, position: int) -> HttpResponse:
    """Open a figure: which deal, what for, by which law."""
    sitting, standing = standing_for(request, pk, part)
    deal = _deal_for(standing, position)
    scored = standing.sheet.deals[deal.number - 1]
    columns = standing.at_deal(position).column_names
    names = {key: named(people) for key, people in columns.items()}
    people = standing.at_deal(position).names
    lines = [
        WhyLine(
            who=names[line.column],
            what=line_said(line, people),
            points=line.points,
            law=said(line.law),
            law_url=law_url(line.law),
            place=line.line if standing.game.course.has_line else "",
        )
        for line in scored.lines
    ]
    context: WhyPage = {
        "sitting": sitting,
        "part": standing.part,
        "deal": deal,
        "line": deal_line(standing, deal),
        "calls": calls_noted(standing.at_deal(position), deal.facts),
        "lines": lines,
        # What is settled beside the sheet goes by one law, whoever wins it of whom.
        "beside_law": said(scored.ledger[0].law) if scored.ledger else "",
        "beside_url": law_url(scored.ledger[0].law) if scored.ledger else "",
        "between": deal.revision.remarks.get("between"),
        "may_enter": may_enter(request.actor, sitting) and sitting.voided_at is None,
    }
    return render(request, "rubbers/why.html", context)


@open_to(Level.TABLE)
def change(request: ClubRequest, pk: int, part: int, position: int) -> HttpResponse:
    """Put a past deal right: first what follows is shown, then it is saved with a reason."""
    sitting = sitting_for(request.actor, pk, enter=True)
    found = part_of(sitting, part)
    if found is None:
        raise Http404
    standing = standing_of(found)
    deal = _deal_for(standing, position)
    given: Given = request.POST
    if request.method != "POST":
        start = given_of(standing.game, deal.facts, deal.revision.remarks)
        if "chosen" in request.GET:
            since = deal.revision.at
            start |= form_of([each for each in choices_at(found, position) if each.at > since])
        return _change_page(request, standing, deal, start, [])
    if "redraw" in given or "clear" in given:
        shown = without_irregularities(request.POST) if "clear" in given else given
        return _change_page(request, standing, deal, shown, [])
    try:
        entry = read_entry(standing.game, standing.rules, given, deal.revision.dealer)
        standing.read(entry.facts)
    except Problems as problems:
        return _change_page(request, standing, deal, given, problems.problems, status=422)
    except RuleError as error:
        return _change_page(request, standing, deal, given, [problem_of(error)], status=422)
    report = Report(
        part=found.number,
        position=position,
        facts=entry.facts,
        key=key_of(given),
        remarks=entry.remarks,
    )
    if "save" not in given:
        return _change_page(request, standing, deal, given, [], report=report)
    return _save(request, standing, deal, report)


def _save(request: ClubRequest, standing: Standing, deal: LiveDeal, report: Report) -> HttpResponse:
    given = request.POST
    sitting = standing.part.sitting
    reason = read_words((given.get("other_reason") or given.get("reason") or "").strip()[:200])
    if not reason:
        problem = Problem("ask-reason", _("Enter the reason for the correction."))
        return _change_page(request, standing, deal, given, [problem], report=report, status=422)
    try:
        correct_deal(
            sitting=sitting,
            report=report,
            seen=whole_number(given.get("seen")) or 0,
            reason=reason,
            actor=request.actor,
        )
    except TooLate as late:
        fresh = standing_of(standing.part)
        now = fresh.by_position(deal.position) or deal
        text = _("%(who)s has corrected this deal in the meantime. It now says: %(now)s") % {
            "who": late.now.author,
            "now": facts_in_words(fresh.at_deal(deal.position), late.now.facts),
        }
        problem = Problem("", text)
        return _change_page(request, fresh, now, given, [problem], report=report, status=409)
    return redirect("pad-part", pk=sitting.pk, part=standing.part.number)


class ChangePage(TypedDict):
    """A deal to be corrected, and what would follow once that is known."""

    sitting: Sitting
    part: Part
    standing: Standing
    deal: LiveDeal
    before: str
    entry: EntryForm
    given: Given
    declarer: str | list[str]
    follows: Follows | None
    kept: list[tuple[str, str]]
    reasons: list[OwnWords]
    problems: list[Problem]
    key: str
    seen: int


def _change_page(
    request: ClubRequest,
    standing: Standing,
    deal: LiveDeal,
    given: Given,
    problems: list[Problem],
    *,
    report: Report | None = None,
    status: int = 200,
) -> HttpResponse:
    played = standing.at_deal(deal.position)
    entry = EntryForm(played, given, deal.revision.dealer, step=2, is_new=False)
    context: ChangePage = {
        "sitting": standing.part.sitting,
        "part": standing.part,
        "standing": standing,
        "deal": deal,
        "before": facts_in_words(standing.at_deal(deal.position), deal.facts),
        "entry": entry,
        "given": given,
        "declarer": given.get("declarer") or deal.facts.get("declarer", deal.revision.dealer),
        "follows": what_follows(standing, deal, report.facts) if report else None,
        "kept": _kept(request.POST) if report else [],
        "reasons": [OwnWords(each) for each in REASONS],
        "problems": problems,
        "key": key_of(given),
        "seen": deal.revision.number,
    }
    return render(request, "rubbers/change.html", context, status=status)


def _kept(given: QueryDict) -> list[tuple[str, str]]:
    """Return what the form said, to be carried past the page that shows what follows."""
    skipped = {"csrfmiddlewaretoken", "key", "seen", "save", "reason", "other_reason", "redraw"}
    return [(name, value) for name in given if name not in skipped for value in given.getlist(name)]
