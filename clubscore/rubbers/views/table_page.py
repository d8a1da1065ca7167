"""The table's page around a form that may be half filled; what a deal more changes stands apart."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest
from clubscore.club.form_values import Given, text_of
from clubscore.rubbers.deal.by_law import form_of
from clubscore.rubbers.deal.course_ahead import now_of
from clubscore.rubbers.deal.deal_page import (
    ContractShown,
    EntryForm,
    Sentence,
    contract_now,
    draft_given,
    sentence_of,
)
from clubscore.rubbers.deal.ready_pages import framed
from clubscore.rubbers.deal.typed_line import line_help
from clubscore.rubbers.line_up.table_state import state_of, why_not_played
from clubscore.rubbers.locks import key_of
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import may_enter
from clubscore.rubbers.seven.in_words import at_table_of_seven
from clubscore.rubbers.seven.log import crossing_at
from clubscore.rubbers.sitting.happenings_in_words import happening_in_words
from clubscore.rubbers.state.chosen import choices_at
from clubscore.rubbers.state.deal_lines import (
    RivalsShown,
    deal_line,
    deal_taken_back,
    rivals_shown,
    score_lines,
    told_elsewhere,
)
from clubscore.rubbers.state.part_state import Standing
from clubscore.tableside.problems import Problem
from clubscore.tableside.ready_pages import KEY, TOKEN, with_own

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
    entry: EntryForm
    sentence: Sentence
    line_help: str
    dealer: DealerShown
    dealers: list[DealerShown]
    rivals: list[RivalsShown]


def table_page(
    request: ClubRequest,
    standing: Standing,
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


def _with_chosen(standing: Standing, given: Given, *, kept: bool) -> tuple[Given, list[ChosenLine]]:
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


def _changes(standing: Standing, given: Given, secrets: Secrets) -> dict[str, str | int]:
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
        "news": escape(_why_not_now(standing) or told_elsewhere(line)),
        "score": render_to_string("rubbers/parts/score.html", told),
        "last": render_to_string("rubbers/parts/last.html", told) if last or told["gone"] else "",
    }


def _why_not_now(standing: Standing) -> str:
    """Return why an evening that has ended records nothing; of one under way its page asks."""
    sitting = standing.part.sitting
    return "" if sitting.is_open else why_not_played(state_of(sitting, standing))


def _table_shown(standing: Standing, given: Given, chosen: list[ChosenLine]) -> TableShown:
    dealer, names = standing.dealer, standing.names
    entry = EntryForm(standing, given, dealer, step=1 if given.get("step") == "contract" else 0)
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
        "rivals": [rivals_shown(standing, deal) for deal in standing.live if deal.rivals],
    }
