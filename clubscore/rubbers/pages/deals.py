"""The pages of the pad, of why a figure stands there, and of a table's history and corrections."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, whole_number
from clubscore.club.record_words import OwnWords, read_words
from clubscore.club.wording import law_url, listed, named, said
from clubscore.lawbook.which_game import laws_of
from clubscore.laws.deal import DealFacts
from clubscore.laws.errors import RuleError
from clubscore.rubbers.corrections import what_follows
from clubscore.rubbers.deal_form import DealEntryForm
from clubscore.rubbers.line_up_changes import relieved_in
from clubscore.rubbers.models import (
    Deal,
    DealRevision,
    Happening,
    HappeningData,
    Part,
    Sitting,
    Substitute,
)
from clubscore.rubbers.pad import (
    DealLine,
    Pad,
    PartHeading,
    deal_line,
    facts_in_words,
    line_text,
    pads_of,
    part_heading,
    report_line,
    rival_reports,
)
from clubscore.rubbers.recording import DealEntry, TooLate, correct_deal
from clubscore.rubbers.rulings import form_of
from clubscore.rubbers.score import (
    LiveDeal,
    PartScore,
    calls_noted,
    choices_at,
    chosen_for,
    standing_of,
    standing_then,
)
from clubscore.rubbers.selectors import (
    key_of,
    may_enter,
    new_key,
    part_of,
    parts_with_seats,
    sitting_for,
)
from clubscore.rubbers.seven import seven_of
from clubscore.rubbers.seven_words import moves_in_words
from clubscore.web.caching import with_own
from clubscore.web.entry_form import given_of, read_entry, without_irregularities
from clubscore.web.forms import Problem, Problems, problem_of

REASONS = ("wrong-key", "misheard", "miscounted")


def standing_for(request: ClubRequest, pk: int, number: int | None) -> tuple[Sitting, PartScore]:
    """Return a table and how a part of it stands; 404 where there is none."""
    sitting = sitting_for(request.actor, pk)
    part = part_of(sitting, number)
    if part is None:
        raise Http404
    return sitting, standing_of(part)


def _deal_for(standing: PartScore, position: int) -> LiveDeal:
    deal = standing.by_position(position)
    if deal is None:
        raise Http404
    return deal


@open_to(Level.TABLE)
@require_safe
def pad(request: ClubRequest, pk: int, part: int | None = None) -> HttpResponse:
    """Show a part on paper: every rubber as a pad, and beside it deal by deal."""
    sitting = sitting_for(request.actor, pk)
    found = part_of(sitting, part)
    if found is None:
        return redirect("table", pk=pk)
    standing = standing_of(found)
    context: dict[str, Any] = {
        "sitting": sitting,
        "part": found,
        "standing": standing,
        "heading": part_heading(standing),
        "pads": pads_of(standing)[::-1],
        "rows": [deal_line(standing, deal) for deal in standing.live],
        "rivals": [rival_reports(standing, deal) for deal in standing.live if deal.rivals],
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
            what=line_text(line, people),
            points=line.points,
            law=said(line.law),
            law_url=law_url(line.law),
            place=line.line if standing.game.course.has_line else "",
        )
        for line in scored.lines
    ]
    context: dict[str, Any] = {
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
    report = DealEntry(
        part=found.number,
        position=position,
        facts=entry.facts,
        key=key_of(given),
        remarks=entry.remarks,
    )
    if "save" not in given:
        return _change_page(request, standing, deal, given, [], report=report)
    return _save(request, standing, deal, report)


def _save(
    request: ClubRequest, standing: PartScore, deal: LiveDeal, report: DealEntry
) -> HttpResponse:
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


def _change_page(
    request: ClubRequest,
    standing: PartScore,
    deal: LiveDeal,
    given: Given,
    problems: list[Problem],
    *,
    report: DealEntry | None = None,
    status: int = 200,
) -> HttpResponse:
    played = standing.at_deal(deal.position)
    entry = DealEntryForm(played, given, deal.revision.dealer, step=2, is_new=False)
    context: dict[str, Any] = {
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


# ---- What happened, in words.

Kind = Happening.Kind
# Who plays, by what decided it.
LINE_UPS = {
    "rights": gettext_lazy("%(names)s play, by rubbers played and prior right"),
    "cut": gettext_lazy("%(names)s play, by the cut"),
    "offer": gettext_lazy("%(names)s play, as offered"),
    "room": gettext_lazy("%(names)s play, those first in the room, law 17"),
    "hand": gettext_lazy("%(names)s play, chosen by hand"),
}


def chosen_in_words(data: HappeningData) -> str:
    """Return what was chosen by the law, with the law; "" where today's data has it no more."""
    found = laws_of(data["game"], data["code"]).find(data["answer"])
    if found is None:
        return ""
    happened, answer = found
    chosen = next((each.said for each in answer.options if each.key == data["option"]), "")
    sources = answer.by(laws_of(data["game"], data["code"]).code)
    words = {
        "happened": _(happened.happened),
        "chosen": _(chosen) if chosen else "",
        "law": said(sources[0].cited),
        "name": named([*data.get("names", ())]),
    }
    if words["name"]:
        return _("%(happened)s (%(name)s): %(chosen)s; %(law)s") % words
    return _("%(happened)s: %(chosen)s; %(law)s") % words


def happening_in_words(happening: Happening) -> str:
    """Return what happened in a line: who came or left, what was cut, who plays and why."""
    in_words = IN_WORDS.get(happening.kind)
    if in_words is not None:
        return in_words(happening.data)
    if happening.data.get("as_before"):
        return _("played on as they sat")
    return str(happening.get_kind_display())


def _cut(data: HappeningData) -> str:
    names = data["names"]
    assert isinstance(names, dict)  # noqa: S101 - where they cut, each name has its card
    drawn = [f"{name} {card_in_words(card)}" for name, card in names.items()]
    if data["by_hand"]:
        text = _("cut for who plays: %(cards)s (entered by hand)")
    else:
        text = _("cut for who plays: %(cards)s (drawn by ClubScore)")
    return text % {"cards": listed(drawn)}


def _joined(data: HappeningData) -> str:
    names = [*data["names"]]
    text = ngettext("%(names)s came to the table", "%(names)s came to the table", len(names))
    return text % {"names": named(names)}


def _offered(data: HappeningData) -> str:
    names = [*data["names"]]
    if not names:
        return _("no one offered to go out")
    text = ngettext("%(names)s offered to go out", "%(names)s offered to go out", len(names))
    return text % {"names": named(names)}


def _left(data: HappeningData) -> str:
    if data["breaks_up"]:
        text = _(
            "%(name)s left the table and broke it up: the others have prior right of entry"
            " elsewhere, law 26"
        )
    elif data["law"] == 25:
        text = _(
            "%(name)s left the table for another and gave up the right to come in here, law 25"
        )
    else:
        text = _("%(name)s left the table")
    return text % {"name": named([*data["names"]])}


def _ruled(data: HappeningData) -> str:
    told = chosen_in_words(data)
    if "undoes" in data:
        return _("withdrawn: %(choice)s") % {"choice": told}
    return told or str(Kind.RULED.label)


def _misdeal(data: HappeningData) -> str:
    told = chosen_in_words(data) if "answer" in data else ""
    if told:
        return _("new deal: %(choice)s") % {"choice": told}
    return str(Kind.MISDEAL.label)


def _line_up(data: HappeningData) -> str:
    how, names = data["how"], [*data["names"]]
    line = str(LINE_UPS[how]) % {"names": named(names)}
    if data["out"]:
        line = _("%(said)s; out: %(names)s") % {"said": line, "names": named(data["out"])}
    law_says = data["law_says"]
    if how == "hand" and law_says and set(law_says) != set(names):
        by_law = {"said": line, "names": named(law_says)}
        line = _("%(said)s. By the laws it would have been %(names)s") % by_law
    return line


# What else happened is told by its kind alone.
IN_WORDS: dict[str, Callable[[HappeningData], str]] = {
    Kind.LEFT: _left,
    Kind.LINE_UP: _line_up,
    Kind.CUT_OUT: _cut,
    Kind.OFFERED: _offered,
    Kind.JOINED: _joined,
    Kind.RULED: _ruled,
    Kind.MISDEAL: _misdeal,
}


def card_in_words(card: str) -> str:
    """Return a card as it is written in a line: 10♥, or 10 where no suit was told."""
    rank = "10" if card[0] == "T" else card[0]
    return rank + {"": "", "C": "♣", "D": "♦", "H": "♥", "S": "♠"}[card[1:]]


def relief_in_words(relief: Substitute) -> str:
    """Return who took a seat over, from which deal on and for whose account."""
    words = {
        "name": relief.person.name,
        "position": relief.position,
        "account": relief.account.name,
    }
    if relief.part.sitting.seven_id is not None:
        if relief.person_id == relief.account_id:
            return _("%(name)s is back in the old seat from deal %(position)s") % words
        return _("%(name)s sits in for %(account)s from deal %(position)s") % words
    if relief.person_id == relief.account_id:
        return _("%(name)s plays on their own account from deal %(position)s, law 24") % words
    return _("%(name)s plays for %(account)s from deal %(position)s, law 24") % words


# ---- The history.

HistoryKind = DealRevision.Kind
# What was done with a deal; of one taken back the report that no longer counts.
WHAT = {
    HistoryKind.RECORDED: gettext_lazy("deal %(n)s recorded: %(deal)s"),
    HistoryKind.CORRECTED: gettext_lazy("deal %(n)s corrected: %(deal)s"),
    HistoryKind.TAKEN_BACK: gettext_lazy("deal %(n)s undone: %(deal)s"),
    HistoryKind.RIVAL: gettext_lazy("another report of deal %(n)s: %(deal)s"),
    HistoryKind.SETTLED: gettext_lazy("one of two reports of deal %(n)s chosen: %(deal)s"),
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


@open_to(Level.TABLE)
@require_safe
def history(request: ClubRequest, pk: int, part: int, position: int) -> HttpResponse:
    """Show every report of a deal: who, when, why, before and after."""
    sitting, standing = standing_for(request, pk, part)
    revisions = DealRevision.objects.filter(deal__part=standing.part, deal__position=position)
    entries = [report_line(standing.at_deal(position), one) for one in revisions.order_by("number")]
    if not entries:
        raise Http404
    context: dict[str, Any] = {
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
        what = WHAT[HistoryKind(one.kind)] % {
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
    context: dict[str, Any] = {"sitting": sitting, "last": last, "parts": shown, "then": True}
    return render(request, "rubbers/then.html", context)
