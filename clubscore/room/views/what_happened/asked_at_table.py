"""What happened at a card table: the answers of its laws, and one tap that enters a choice."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import phones_keep
from clubscore.club.form_values import whole_number
from clubscore.lawbook.irregularity import NEW_DEAL
from clubscore.room.views.what_happened.answers_shown import GroupShown, groups_shown
from clubscore.rubbers.deal.by_law import laws_at, note_choice, read_choice, withdraw_choice
from clubscore.rubbers.locks import key_of, new_key, no_such_part
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import may_enter, part_of, sitting_for
from clubscore.rubbers.state.part_state import Standing, standing_at
from clubscore.tableside.entry_keys import Key, key, players_bar
from clubscore.tableside.handing_in import make_pass
from clubscore.tableside.phone_addresses import address_of
from clubscore.tableside.problems import Problem


@dataclass(frozen=True)
class DealAsked:
    """A deal that a mistake may belong to: the one in hand, or the last one recorded."""

    position: int
    said: str
    checked: bool


class TableAsked(TypedDict):
    """What may happen at a table, and what its keys send."""

    sitting: Sitting
    part: Part
    groups: list[GroupShown]
    borrowed: str
    may_choose: bool
    deals: list[DealAsked]
    seats: list[Key]
    key: str
    hand_in: NotRequired[str]
    code_pass: NotRequired[str]
    problems: NotRequired[list[Problem]]


@open_to(Level.TABLE)
@phones_keep
@require_safe
def happened_at_table(request: ClubRequest, pk: int) -> HttpResponse:
    """Ask what happened at a table, and answer by the laws it plays by."""
    sitting = sitting_for(request.actor, pk)
    part = part_of(sitting)
    if part is None:
        return redirect("seats", pk=pk)
    return _page(request, standing_at(part, sitting.revision), QueryDict())


@open_to(Level.TABLE)
@require_POST
def choose_by_law(request: ClubRequest, pk: int) -> HttpResponse:
    """Note what was chosen; it leads to the form that then says so, or back to the table."""
    sitting = sitting_for(request.actor, pk, enter=True)
    given = request.POST
    part = part_of(sitting, whole_number(given.get("part")) or 0)
    if part is None:
        raise no_such_part()
    if given.get("withdraw"):
        withdraw_choice(
            sitting=sitting, part=part.number, choice=whole_number(given.get("withdraw")) or 0,
            key=key_of(given), actor=request.actor,
        )  # fmt: skip
        return redirect("table", pk=pk)
    standing = standing_at(part, sitting.revision)
    read = read_choice(standing, given)
    if read.lacks_seat:
        problem = Problem("", _("Choose who it was."))
        return _page(request, standing, given, read.answer, [problem], status=422)
    note_choice(
        sitting=sitting,
        part=part.number,
        chosen=read.chosen,
        key=key_of(given),
        actor=request.actor,
    )
    is_recorded = standing.by_position(read.position) is not None
    if is_recorded and read.option.enters not in ("", NEW_DEAL):
        change = reverse("change", args=[pk, part.number, read.position])
        return redirect(f"{change}?{urlencode({'chosen': 'yes'})}")
    return redirect("table", pk=pk)


def _page(
    request: ClubRequest,
    standing: Standing,
    given: QueryDict,
    open_at: str = "",
    problems: list[Problem] | None = None,
    status: int = 200,
) -> HttpResponse:
    sitting: Sitting = standing.part.sitting
    laws = laws_at(standing)
    context: TableAsked = {
        "sitting": sitting,
        "part": standing.part,
        "groups": groups_shown(laws, open_at),
        "borrowed": _(laws.borrowed) if laws.borrowed else "",
        "may_choose": sitting.is_open and may_enter(request.actor, sitting),
        "deals": _deals(standing, whole_number(given.get("deal")) or 0),
        "seats": [
            key(seat, name, given.get(f"seat-{open_at}"))
            for seat, name in players_bar(standing.game.seats, standing.names)
        ],
        "key": key_of(given) if given else new_key(),
        "problems": problems or [],
    }
    if context["may_choose"]:
        # What is chosen offline is handed in as a deal is.
        context["hand_in"] = address_of(request, reverse("hand-in", args=[sitting.pk]))
        context["code_pass"] = make_pass(request.actor, f"table-{sitting.pk}")
    return render(request, "room/happened/table.html", context, status=status)


def _deals(standing: Standing, chosen: int) -> list[DealAsked]:
    """Return the deal in hand and the last one recorded; the first is meant unless one was said."""
    number = len(standing.live) + 1
    now = DealAsked(
        standing.next_position,
        _("Deal %(number)s, in hand") % {"number": number},
        not chosen or chosen == standing.next_position,
    )
    if not standing.live:
        return [now]
    last = standing.live[-1]
    words = _("Deal %(number)s, recorded") % {"number": last.number}
    return [now, DealAsked(last.position, words, chosen == last.position)]
