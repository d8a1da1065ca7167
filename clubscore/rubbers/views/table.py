"""The table's page: enter a deal in two steps, undo, another dealer, two reports of one deal."""

import json
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.rubbers.deal.deal_page import (
    EntryForm,
    Sentence,
    draft_given,
    sentence_of,
)
from clubscore.rubbers.deal.judged import judged_given, read_judged
from clubscore.rubbers.deal.ready_pages import kept_page
from clubscore.rubbers.deal.recording import (
    TooLate,
    change_dealer,
    choose_report,
    put_back_last,
)
from clubscore.rubbers.line_up.table_state import Doing, must_play, state_of, why_not_played
from clubscore.rubbers.locks import KeyUsed, key_of, new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.seven.dealing import take_back_last
from clubscore.rubbers.seven.log import crossing_at
from clubscore.rubbers.state.deal_lines import deal_line, told_elsewhere
from clubscore.rubbers.state.part_state import Standing, standing_at, standing_of
from clubscore.rubbers.views.moved_on import not_now, way_on
from clubscore.rubbers.views.record_form import AsksHonours, note_form, record_form
from clubscore.rubbers.views.seven_waits import waiting_page
from clubscore.rubbers.views.table_page import table_page
from clubscore.tableside.auction_called import called_with
from clubscore.tableside.entry_form import (
    contract_facts,
    missing_of_contract,
    without_irregularities,
)
from clubscore.tableside.problems import Problem, Problems, problem_of


class NewsPage(TypedDict):
    """What a phone is told has changed: why nothing is entered, or the last deal."""

    sitting: Sitting
    said: str


@open_to(Level.TABLE)
@require_safe
def table(request: ClubRequest, pk: int) -> HttpResponse:
    """Show the table: the deal to enter, or what has to be done before the next one."""
    sitting = sitting_for(request.actor, pk)
    if "judged" in request.GET:
        return _table(request, sitting)
    return kept_page(request, sitting, lambda: _table(request, sitting))


def _table(request: ClubRequest, sitting: Sitting) -> HttpResponse:
    part = part_of(sitting)
    seven = crossing_at(sitting)
    standing = standing_at(part, sitting.revision) if part is not None else None
    state = state_of(sitting, standing)
    if seven is not None and state.doing != Doing.AGREE:
        if not seven.may_enter_at(sitting.seven_table):
            return waiting_page(request, seven, standing, sitting)
    elif state.doing not in (Doing.PLAY, Doing.OVER):
        return redirect(way_on(sitting, state).url)
    if standing is None:
        return redirect("seats", pk=sitting.pk)
    given = draft_given(standing)
    step = request.GET.get("step")
    if step == "contract":
        given["step"] = step
    if step == "passed" and standing.game.questions.passed_fields:
        given = {"passed_out": "1"}
    judged = read_judged(standing, request.GET)
    if judged is not None:
        given = judged_given(standing, judged)
    return table_page(request, standing, given, kept="judged" not in request.GET)


def _part_of_form(sitting: Sitting, given: QueryDict) -> Part:
    """Return the part that a form was rendered for. Raises Refused where there is none such."""
    number = whole_number(given.get("part"))
    part = part_of(sitting, number) if number else None
    if part is None:
        raise Refused(_("The line-up or the game at this table has changed. Go to the table."))
    return part


@open_to(Level.TABLE)
@require_POST
def contract(request: ClubRequest, pk: int) -> HttpResponse:
    """Note the contract before the play; everyone at the table sees it."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    try:
        standing = standing_at(_part_of_form(sitting, given), sitting.revision)
    except Refused:
        return redirect("table", pk=pk)
    facts = contract_facts(standing.game, given, standing.dealer)
    missing = missing_of_contract(standing.game, facts)
    if missing is not None:
        return table_page(request, standing, given, [missing], status=422)
    if _is_there(standing, given):
        # Another phone was faster: this report is kept beside the recorded deal.
        return table_page(request, standing, given)
    try:
        facts = {**facts, **called_with(standing.game, standing.rules, given, facts)}
        standing.read_contract(facts)
        note_form(standing, request.POST, facts, request.actor)
    except RuleError as error:
        return table_page(request, standing, given, [problem_of(error)], status=422)
    except Refused as reason:
        return not_now(request, sitting, reason, contract_only=True)
    return redirect("table", pk=pk)


def _is_there(standing: Standing, given: QueryDict) -> bool:
    """Whether the deal that a form is for stands already."""
    return standing.by_position(_number(given.get("position"))) is not None


class SentencePage(TypedDict):
    """What a form says so far; `redraw` where its penalties are shown anew."""

    sentence: Sentence
    entry: EntryForm
    redraw: bool


@open_to(Level.TABLE)
@require_POST
def sentence(request: ClubRequest, pk: int) -> HttpResponse:
    """Say what the form says so far, with its points: the last check before Record."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given, noted = request.POST, None
    try:
        standing = standing_at(_part_of_form(sitting, given), sitting.revision)
        if not _is_there(standing, given):
            must_play(standing, given.get("people", ""))
            if len(standing.game.bidding.levels) == 0 and given.get("denomination"):
                noted = _note_quietly(request, standing, given)
    except Refused as reason:
        # Record stays open: its answer keeps what was entered, and leads on.
        why = {"sentence": Sentence(str(reason), [], "")}
        return render(request, "rubbers/parts/sentence.html", why, status=409)
    context: SentencePage = {
        "sentence": sentence_of(standing, given, standing.dealer),
        "entry": EntryForm(standing, given, standing.dealer),
        "redraw": bool(given.get("redraw_penalties")),
    }
    response = render(request, "rubbers/parts/sentence.html", context)
    if noted is not None:
        # The page has seen what it did itself: that is no news to it (static/js/news.js).
        response["HX-Trigger"] = json.dumps({"own-act": {"revision": noted}})
    return response


def _note_quietly(request: ClubRequest, standing: Standing, given: QueryDict) -> int | None:
    """Where only trumps are named, the contract is noted while the result is asked for."""
    facts = contract_facts(standing.game, given, standing.dealer)
    draft = standing.part.noted
    if draft is not None and draft.facts == facts:
        return None
    return note_form(standing, request.POST, facts, request.actor)


@open_to(Level.TABLE)
@require_POST
def record(request: ClubRequest, pk: int) -> HttpResponse:
    """Record a deal, typed in a line or tapped, or say what has to be put right."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    if "clear" in given:
        standing = standing_at(_part_of_form(sitting, given), sitting.revision)
        return table_page(request, standing, without_irregularities(given))
    try:
        recorded = record_form(sitting, given, request.actor)
    except (Problems, RuleError, KeyUsed, AsksHonours) as refusal:
        return _put_right(request, sitting, refusal)
    except Refused as reason:
        return not_now(request, sitting, reason)
    part = recorded.revision.deal.part
    if recorded.what == "rival" and part.closed_at is not None:
        # The table plays on elsewhere; both reports stand on the pad of this part.
        return redirect("pad-part", pk=pk, part=part.number)
    return redirect("table", pk=pk)


def _put_right(
    request: ClubRequest, sitting: Sitting, refusal: Problems | RuleError | KeyUsed | AsksHonours
) -> HttpResponse:
    """Show the form again with what has to be put right; nothing that was typed is lost."""
    given = request.POST.copy()
    standing = standing_at(_part_of_form(sitting, given), sitting.revision)
    typed = given.get("line", "").strip()
    if isinstance(refusal, AsksHonours):
        # A question at the foot of the page, not an error.
        return table_page(request, standing, given, status=422, asked_honours=True)
    if isinstance(refusal, KeyUsed):
        text = _("This page was already used for another deal. Check the last deal.")
        given["key"], given["position"] = new_key(), str(standing.next_position)
        return table_page(request, standing, given, [Problem("", text)], status=409)
    problems = refusal.problems if isinstance(refusal, Problems) else [problem_of(refusal)]
    return table_page(request, standing, given, problems, status=422, typed=typed)


@open_to(Level.TABLE)
@require_POST
def undo(request: ClubRequest, pk: int) -> HttpResponse:
    """Take the last deal back."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    try:
        take_back_last(
            sitting=sitting,
            part=_part_of_form(sitting, given).number,
            position=_number(given.get("position")),
            seen=_number(given.get("seen")),
            key=key_of(given),
            actor=request.actor,
        )
    except TooLate:
        raise Refused(_("This deal has just been corrected. Check it again.")) from None
    return redirect("table", pk=pk)


@open_to(Level.TABLE)
@require_POST
def put_back(request: ClubRequest, pk: int) -> HttpResponse:
    """Let the deal count again that was just taken back."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    put_back_last(
        sitting=sitting,
        part=_part_of_form(sitting, given).number,
        position=_number(given.get("position")),
        key=key_of(given),
        actor=request.actor,
    )
    return redirect("table", pk=pk)


def _number(text: str | None) -> int:
    return whole_number(text) or 0


@open_to(Level.TABLE)
@require_POST
def dealer(request: ClubRequest, pk: int) -> HttpResponse:
    """Deal anew after a misdeal, or say that somebody else deals."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    part = _part_of_form(sitting, given)
    misdeal = "misdeal" in given
    try:
        change_dealer(
            sitting=sitting,
            part=part.number,
            seat=standing_of(part).dealer if misdeal else given.get("seat", ""),
            misdeal=misdeal,
            key=key_of(given),
            actor=request.actor,
        )
    except RuleError as error:
        raise Refused(problem_of(error).text) from None
    return redirect("table", pk=pk)


@open_to(Level.TABLE)
@require_POST
def choose(request: ClubRequest, pk: int) -> HttpResponse:
    """Choose the right one of two reports, or say that they are two deals."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    choose_report(
        sitting=sitting,
        part=_part_of_form(sitting, given).number,
        position=_number(given.get("position")),
        chosen=_number(given.get("chosen")),
        two_deals="two_deals" in given,
        key=key_of(given),
        actor=request.actor,
    )
    return redirect("table", pk=pk)


@open_to(Level.TABLE)
@require_safe
def live(request: ClubRequest, pk: int) -> HttpResponse:
    """Tell a phone whether anything changed since the revision that it has seen."""
    sitting = sitting_for(request.actor, pk)
    if request.GET.get("seen") == str(sitting.revision):
        return HttpResponse(status=204)
    part = part_of(sitting)
    state = state_of(sitting)
    said = why_not_played(state)
    if not said:
        standing = standing_at(part, sitting.revision) if part is not None else None
        last = deal_line(standing, standing.live[-1]) if standing and standing.live else None
        said = told_elsewhere(last)
    context: NewsPage = {"sitting": sitting, "said": said}
    response = render(request, "rubbers/parts/news.html", context)
    response["HX-Trigger-After-Settle"] = "table-changed"
    return response
