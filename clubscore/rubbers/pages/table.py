"""A card table's page: a deal entered in two steps, undone, or told twice; and how it is kept.

All phones of a table ask for the same page every few seconds. It is kept ready until anything at
the table or in the club changes. A form is read before the table is taken, and read again where
somebody wrote there in between.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from django.core.cache import cache
from django.http import HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import Given, Refused, text_of, whole_number
from clubscore.laws.deal import DealFacts
from clubscore.laws.errors import RuleError
from clubscore.rubbers.deal_form import (
    ContractShown,
    DealEntryForm,
    DealSentence,
    contract_now,
    draft_given,
    line_help,
    read_line,
    sentence_of,
)
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.offline import now_of
from clubscore.rubbers.pad import (
    RivalsShown,
    deal_line,
    deal_taken_back,
    news_for_phone,
    rival_reports,
    score_lines,
)
from clubscore.rubbers.pages.deals import happening_in_words
from clubscore.rubbers.pages.way_on import not_now, way_on
from clubscore.rubbers.recording import (
    DealEntry,
    Recorded,
    TableMoved,
    TooLate,
    change_dealer,
    choose_report,
    note_contract,
    put_back_last,
    record_deal,
    take_back_last,
)
from clubscore.rubbers.rulings import form_of, judged_given, read_judged
from clubscore.rubbers.score import PartScore, choices_at, standing_at, standing_of
from clubscore.rubbers.selectors import (
    KeyUsed,
    key_of,
    may_enter,
    must_be_open,
    new_key,
    no_such_part,
    part_of,
    sitting_for,
)
from clubscore.rubbers.seven import Seven, crossing_at, is_over
from clubscore.rubbers.seven_words import at_table_of_seven
from clubscore.rubbers.table_state import Doing, must_play, state_of, why_not_played
from clubscore.web.caching import KEY, TOKEN, decided_by, with_own
from clubscore.web.entry_form import (
    called_with,
    contract_facts,
    missing_of_contract,
    read_entry,
    without_irregularities,
)
from clubscore.web.forms import Problem, Problems, problem_of

# ---- A table's page kept ready, until anything at the table or in the club changes.
#
# All phones of a table ask for the same page every few seconds. What it shows is decided by the
# sitting's revision, the club's revision, the reader's level and language; only the two secrets of
# its forms are everyone's own, so they are put in at the last moment. A deal more changes little
# of the page; so its frame is kept too, with places left open for what changes with every deal.
# Each process keeps its own: nothing is lost where another process answers. Of a page made whole
# at 12 ms of processor the frame takes 8, the second phone that asks 2: with five phones a table
# an entry costs 16 ms instead of 60, which is what a small machine has at forty tables.

# What stands in the frame of a page until what a deal more changes is put in.
CHANGES = ("number", "position", "seen", "news", "score", "last")
PLACES = {name: f"{name}-{new_key()}" for name in CHANGES}
KEPT = 600  # seconds


def _name(request: ClubRequest, sitting: Sitting, *more: object) -> str:
    """Return what a kept text is known by: whatever decides what it says."""
    may = may_enter(request.actor, sitting)
    return ":".join(str(each) for each in (sitting.pk, *decided_by(request), may, *more))


def kept_page(
    request: ClubRequest, sitting: Sitting, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the page that is ready, or make it and keep it if it is a page at all.

    Whoever makes it writes TOKEN and KEY where the secrets of its forms belong.
    """
    asked = request.GET.get("step")
    step = asked if asked in ("contract", "passed") else ""
    name = _name(request, sitting, "page", sitting.revision, step)
    page: bytes | None = cache.get(name)
    if page is None:
        made = make()
        if made.status_code != 200:
            return made
        page = made.content
        cache.set(name, page, KEPT)
    return HttpResponse(with_own(request, page))


def framed(
    request: ClubRequest,
    standing: PartScore,
    changes: Mapping[str, object],
    make: Callable[[Mapping[str, object]], str],
) -> str:
    """Return a page with `changes` in its frame, which `make` renders where it is not at hand.

    Everything else that the frame says must be decided by the part, its people and the dealer.
    """
    part = standing.part
    decides = (standing.seated, standing.dealer, *standing.usual_facts.values())
    name = _name(request, part.sitting, "frame", part.pk, *decides)
    frame: str | None = cache.get(name)
    if frame is None:
        frame = make(PLACES)
        cache.set(name, frame, KEPT)
    for place, change in changes.items():
        frame = frame.replace(PLACES[place], str(change))
    return frame


# ---- Recording what a form reports of a deal: read as the table stands, then written under its
# lock.
#
# A form is read by the names of who sits there, the dealer and what was dealt before. That takes
# longer than anything that is written, so it is done before the table is taken; where somebody
# wrote there in between, it is done again.

# Each time somebody else's entry is in; no table has so many phones.
TRIES = 20


class AsksHonours(Exception):
    """No one spoke of honours, though one side holds at least three."""


def record_form(sitting: Sitting, given: QueryDict, actor: Actor) -> Recorded:
    """Record what a form reports, typed in a line or tapped.

    Raises AsksHonours, Problems or RuleError where it cannot be read, and what `record_deal`
    raises.
    """
    now = sitting
    for _try in range(TRIES):
        must_be_open(now)
        part = part_of(now, whole_number(given.get("part")) or 0)
        if part is None:
            raise no_such_part()
        report = _report_of(standing_at(part, now.revision), given)
        try:
            return record_deal(sitting=now, report=report, seen=now.revision, actor=actor)
        except TableMoved:
            now = Sitting.objects.select_related("club", "table").get(pk=sitting.pk)
    raise Refused(_("Others are recording at this table. Try again."))


def note_form(standing: PartScore, given: QueryDict, facts: DealFacts, actor: Actor) -> int | None:
    """Note the contract that a form reports of the next deal, as `note_contract` does."""
    return note_contract(
        sitting=standing.part.sitting,
        part=standing.part.number,
        position=standing.next_position,
        facts=facts,
        people=given.get("people", ""),
        key=f"{key_of(given)}-contract",
        actor=actor,
    )


def _report_of(standing: PartScore, given: QueryDict) -> DealEntry:
    """Return what a form reports, typed in a line or tapped."""
    typed = given.get("line", "").strip()
    game, rules = standing.game, standing.rules
    if typed:
        entry = read_line(game, rules, typed, standing.names, standing.dealer)
    else:
        entry = read_entry(game, rules, given, standing.dealer)
    if entry.asks_honours and not given.get("asked_honours"):
        raise AsksHonours
    position = whole_number(given.get("position")) or standing.next_position
    return DealEntry(
        part=standing.part.number,
        position=position,
        facts=standing.completed(entry.facts, position),
        key=key_of(given),
        remarks=entry.remarks,
        people=given.get("people", ""),
    )


# ---- The page of a table of the seven that waits for the dummy of the other.


def waiting_page(
    request: ClubRequest, seven: Seven, standing: PartScore | None, sitting: Sitting
) -> HttpResponse:
    """Show a table of the seven that waits for the dummy of the other."""
    context: dict[str, Any] = {
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
        context["rivals"] = [rival_reports(standing, d) for d in standing.live if d.rivals]
        if standing.live:
            context["last"] = deal_line(standing, standing.live[-1])
    return HttpResponse(render_to_string("rubbers/seven/waits.html", context, request))


# ---- The table's page around a form that may be half filled; what a deal more changes stands
# apart.

CONTRACT = {
    "ask-bid",
    "ask-level",
    "ask-denomination",
    "ask-doubling",
    "ask-declarer",
    "ask-partner",
}


@dataclass(frozen=True)
class DealerShown:
    """Somebody who deals, or could."""

    seat: str
    name: str


class Secrets(TypedDict):
    """What of a page is the reader's own: the keys of its forms, and whether they may enter."""

    key: str
    csrf_token: str
    may_enter: bool


@dataclass(frozen=True)
class ChosenLine:
    """Something that was chosen by the law for the deal in hand."""

    number: int
    said: str


class TableShown(TypedDict):
    """What the page says of the table: the deal to enter, who is there, what the law decided."""

    chosen: list[ChosenLine]

    noted: ContractShown | None
    sitting: Sitting
    part: Part
    entry: DealEntryForm
    sentence: DealSentence
    line_help: str
    dealer: DealerShown
    dealers: list[DealerShown]
    rivals: list[RivalsShown]


def table_page(
    request: ClubRequest,
    standing: PartScore,
    given: Given,
    problems: list[Problem] | None = None,
    *,
    status: int = 200,
    typed: str = "",
    asked_honours: bool = False,
    kept: bool = False,
) -> HttpResponse:
    """Render the table's page around a form that may be half filled.

    With `kept` the secrets of its forms are left open, to be put in for every reader.
    """
    sitting: Sitting = standing.part.sitting
    if any(problem.field in CONTRACT for problem in problems or []):
        # Unfold the contract: what has to be corrected is there.
        given = {name: given.get(name, "") for name in given} | {"step": "contract"}
    secrets = _secrets(request, sitting, given, kept=kept)
    seven = crossing_at(sitting)
    given, chosen = _with_chosen(standing, given, kept=kept)
    shown = _table_shown(standing, given, chosen)
    context = {
        **shown,
        "seven": at_table_of_seven(seven, sitting) if seven else None,
        "problems": problems or [],
        "typed": typed,
        "asked_honours": asked_honours,
        **secrets,
    }

    def page(changes: Mapping[str, object]) -> str:
        return render_to_string("rubbers/table.html", {**context, **changes}, request)

    changes = _changes(standing, given, secrets)
    usual = kept and secrets["may_enter"] and not (given or shown["rivals"] or seven or chosen)
    text = framed(request, standing, changes, page) if usual else page(changes)
    return HttpResponse(text if kept else with_own(request, text.encode()), status=status)


def _with_chosen(
    standing: PartScore, given: Given, *, kept: bool
) -> tuple[Given, list[ChosenLine]]:
    """Return what was chosen by the law for this deal; a form that was not sent begins with it."""
    choices = choices_at(standing.part, standing.next_position)
    if kept and choices:
        given = {name: given.get(name, "") for name in given} | form_of(choices)
    return given, [ChosenLine(each.pk, happening_in_words(each)) for each in choices]


def _secrets(request: ClubRequest, sitting: Sitting, given: Given, *, kept: bool) -> Secrets:
    return {
        "key": KEY if kept else key_of(given),
        "csrf_token": TOKEN if kept else get_token(request),
        "may_enter": sitting.is_open and may_enter(request.actor, sitting),
    }


def _changes(standing: PartScore, given: Given, secrets: Secrets) -> dict[str, str | int]:
    """Return what a deal more changes on the page, as it stands there."""
    part, last = standing.part, standing.live[-1] if standing.live else None
    line = deal_line(standing, last) if last is not None else None
    told = {
        "part": part,
        "sitting": part.sitting,
        "score": score_lines(standing),
        "now": json.dumps(now_of(standing.game, standing.sheet.position), separators=(",", ":")),
        "last": line,
        "gone": deal_taken_back(standing),
        **secrets,
    }
    return {
        "number": len(standing.live) + 1,
        "position": text_of(given, "position") or standing.next_position,
        "seen": part.sitting.revision,
        "news": escape(_why_not_now(standing) or news_for_phone(line)),
        "score": render_to_string("rubbers/parts/score.html", told),
        "last": render_to_string("rubbers/parts/last.html", told) if last or told["gone"] else "",
    }


def _why_not_now(standing: PartScore) -> str:
    """Return why an evening that has ended records nothing; of one under way its page asks."""
    sitting = standing.part.sitting
    return "" if sitting.is_open else why_not_played(state_of(sitting, standing))


def _table_shown(standing: PartScore, given: Given, chosen: list[ChosenLine]) -> TableShown:
    dealer, names = standing.dealer, standing.names
    entry = DealEntryForm(standing, given, dealer, step=1 if given.get("step") == "contract" else 0)
    noted = draft_given(standing) if entry.changes else {}
    return {
        "chosen": chosen,
        "noted": contract_now(standing, noted, dealer) if noted else None,
        "sitting": standing.part.sitting,
        "part": standing.part,
        "entry": entry,
        "sentence": sentence_of(standing, given, dealer),
        "line_help": line_help(standing.game, standing.rules, names, dealer),
        "dealer": DealerShown(dealer, names.get(dealer, _("dummy"))),
        "dealers": [
            DealerShown(seat, names.get(seat, _("dummy"))) for seat in standing.game.deal_order
        ],
        "rivals": [rival_reports(standing, deal) for deal in standing.live if deal.rivals],
    }


# ---- The table's page: enter a deal in two steps, undo, another dealer, two reports of one deal.


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


def _is_there(standing: PartScore, given: QueryDict) -> bool:
    """Whether the deal that a form is for stands already."""
    return standing.by_position(_number(given.get("position"))) is not None


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
        why = {"sentence": DealSentence(str(reason), [], "")}
        return render(request, "rubbers/parts/sentence.html", why, status=409)
    context: dict[str, Any] = {
        "sentence": sentence_of(standing, given, standing.dealer),
        "entry": DealEntryForm(standing, given, standing.dealer),
        "redraw": bool(given.get("redraw_penalties")),
    }
    response = render(request, "rubbers/parts/sentence.html", context)
    if noted is not None:
        # The page has seen what it did itself: that is no news to it (static/js/news.js).
        response["HX-Trigger"] = json.dumps({"own-act": {"revision": noted}})
    return response


def _note_quietly(request: ClubRequest, standing: PartScore, given: QueryDict) -> int | None:
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
        said = news_for_phone(last)
    context: dict[str, Any] = {"sitting": sitting, "said": said}
    response = render(request, "rubbers/parts/news.html", context)
    response["HX-Trigger-After-Settle"] = "table-changed"
    return response
