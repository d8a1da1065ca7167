"""What waited on a table's phone: the forms it takes along, and the ways its deals come in."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.rubbers.deal.blank_forms import DEALS, BlankForm, blank_forms, dealers_ahead
from clubscore.rubbers.deal.by_law import is_choice, read_choice, take_choice
from clubscore.rubbers.deal.deal_page import sentence_of
from clubscore.rubbers.deal.figures_ahead import Figures, figures_of
from clubscore.rubbers.deal.recording import Recorded
from clubscore.rubbers.deal.words_ahead import Words, words_of
from clubscore.rubbers.line_up.table_state import LineUpEnded
from clubscore.rubbers.locks import KeyUsed
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import part_of, sitting_for
from clubscore.rubbers.seven.crossing_ahead import ways_ahead
from clubscore.rubbers.seven.log import crossing_at
from clubscore.rubbers.sitting.phones import good_links
from clubscore.rubbers.state.part_state import Standing, standing_at
from clubscore.rubbers.views.record_form import record_form
from clubscore.tableside.handing_in import NoCode, actor_of_pass, make_pass, read_entries
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problems

# What keeps a deal from being recorded now, and what is wrong with it for good.
CANNOT_BE = (Problems, RuleError, KeyUsed)


@dataclass(frozen=True)
class HandedRow:
    """A deal that a code hands in: what became of it, or what is wrong."""

    deal: str = ""
    what: str = ""
    wrong: str | None = None


class AheadPage(TypedDict):
    """What a phone takes along: blank forms, who deals and figures, and the ways of the seven."""

    sitting: Sitting
    part: Part | None
    hand_in: str
    code_pass: str
    seven: NotRequired[bool]
    ways: NotRequired[list[str]]
    forms: NotRequired[list[BlankForm]]
    dealers: NotRequired[str]
    passed_again: NotRequired[bool]
    figures: NotRequired[Figures]
    words: NotRequired[Words]


class HandInPage(TypedDict):
    """What a code hands in, deal by deal."""

    sitting: Sitting
    rows: list[HandedRow]
    done: bool
    good: int
    given: QueryDict
    entries: list[str]


@open_to(Level.TABLE)
@require_safe
def ahead(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with blank forms of the next deals and what they are worth; with the seven's ways."""
    sitting = sitting_for(request.actor, pk, enter=True)
    part = part_of(sitting)
    context: AheadPage = {
        "sitting": sitting,
        "part": part,
        "hand_in": address_of(request, reverse("hand-in", args=[pk])),
        "code_pass": make_pass(request.actor, f"table-{pk}"),
    }
    seven = crossing_at(sitting)
    if seven is not None:
        context |= {"seven": True, "ways": ways_ahead(seven, sitting)}
    if part is not None and sitting.is_open:
        standing = standing_at(part, sitting.revision)
        figures = figures_of(standing.game, standing.rules)
        # Who comes over to a table of the seven after this deal nobody knows there.
        dealers = dealers_ahead(standing, 1 if seven else DEALS)
        passed_again = standing.game.dealing.deals_again(0, passed=True)
        context |= {
            "forms": blank_forms(standing, dealers),
            "dealers": " ".join(dealers),
            "passed_again": passed_again and seven is None,
            "figures": figures,
            "words": words_of(standing, figures),
        }
    return render(request, "rubbers/ahead.html", context)


def take(sitting: Sitting, actor: Actor, given: QueryDict) -> Recorded:
    """Record a deal that waited. Raises Refused, or a CANNOT_BE."""
    answered = given.copy()
    # It is too late to ask whether anyone claims honours.
    answered["asked_honours"] = "1"
    return record_form(sitting, answered, actor)


def why_not(error: Exception) -> str:
    """Return why a deal cannot be recorded, in words."""
    if isinstance(error, KeyUsed):
        return _("This deal is already recorded with a different result.")
    if isinstance(error, Problems):
        return error.problems[0].text
    return said(error) if isinstance(error, RuleError) else str(error)


@open_to(Level.TABLE)
@require_POST
def waiting(request: ClubRequest, pk: int) -> HttpResponse:
    """Take one deal, or what was chosen by the law for one, from the phone on which it waited.

    200: it is in, or was; `revision` is what this alone made of the table. 409: not now, keep it.
    422: never like this, with the reason; `ended` where the line-up has ended for which it was
    entered.
    """
    sitting = sitting_for(request.actor, pk, enter=True)
    try:
        if is_choice(request.POST):
            noted = take_choice(sitting=sitting, given=request.POST, actor=request.actor)
            return JsonResponse({"what": "recorded", "revision": noted})
        taken = take(sitting, request.actor, request.POST)
    except LineUpEnded as error:
        return JsonResponse({"text": str(error), "ended": True}, status=422)
    except Refused as error:
        return JsonResponse({"text": str(error)}, status=409)
    except CANNOT_BE as error:
        return JsonResponse({"text": why_not(error)}, status=422)
    return JsonResponse({"what": taken.what, "revision": taken.table})


@open_to(Level.VISITOR)
def by_code(request: ClubRequest, pk: int) -> HttpResponse:
    """Show what a code hands in; a POST hands it in, for the phone on which it waited."""
    given = request.POST if request.method == "POST" else request.GET
    try:
        sitting, actor = _of_code(given, pk)
        entries = read_entries(given)
    except (NoCode, Http404, PermissionDenied):
        return render(request, "components/no_code.html", status=404)
    done = request.method == "POST"
    rows = [_row(sitting, actor, entry, hands_in=done) for entry in entries]
    context: HandInPage = {
        "sitting": sitting,
        "rows": rows,
        "done": done,
        "good": sum(row.wrong is None for row in rows),
        "given": given,
        "entries": given.getlist("i"),
    }
    return render(request, "rubbers/hand_in.html", context)


def _of_code(given: QueryDict, pk: int) -> tuple[Sitting, Actor]:
    found = Sitting.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise NoCode
    actor = actor_of_pass(given.get("p", ""), f"table-{pk}", found.club, good_links())
    return sitting_for(actor, pk, enter=True), actor


def _chosen_row(
    sitting: Sitting, standing: Standing, actor: Actor, given: QueryDict, *, hands_in: bool
) -> HandedRow:
    """Return what a choice of a code says; with `hands_in` hand it in."""
    try:
        words = _(read_choice(standing, given).option.said)
        if hands_in:
            take_choice(sitting=sitting, given=given, actor=actor)
    except Refused as error:
        return HandedRow(wrong=str(error))
    return HandedRow(words, "recorded" if hands_in else "")


def _row(sitting: Sitting, actor: Actor, given: QueryDict, *, hands_in: bool) -> HandedRow:
    """Return what one deal of a code says; with `hands_in` hand it in, and what became of it."""
    part = part_of(sitting, whole_number(given.get("part")))
    if part is None:
        return HandedRow(wrong=_("This table has no such part. Go to the table."))
    standing = standing_at(part, sitting.revision)
    if is_choice(given):
        return _chosen_row(sitting, standing, actor, given, hands_in=hands_in)
    sentence = sentence_of(standing, given, given.get("declarer") or standing.dealer)
    if sentence.missing and not given.get("line"):
        return HandedRow(sentence.deal, wrong=sentence.missing)
    try:
        what = take(sitting, actor, given).what if hands_in else ""
    except (Refused, *CANNOT_BE) as error:
        return HandedRow(sentence.deal, wrong=why_not(error))
    return HandedRow(sentence.deal, what)
