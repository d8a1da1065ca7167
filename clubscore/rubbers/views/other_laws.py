"""Other laws? What was played, scored by another game or by other house rules."""

from typing import NotRequired, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.laws.game import Game
from clubscore.laws.house_rules import resolve_rules
from clubscore.rubbers.correcting.other_laws import ByBoth, by_both, other_games
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.selectors import may_enter, part_of, sitting_for
from clubscore.rubbers.sitting.forms import AgreementForm
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.rubbers.state.part_state import LiveDeal, standing_of
from clubscore.tableside.entry_keys import Key, key


class OtherLawsPage(TypedDict):
    """What is asked, and what was played by both laws once another was chosen."""

    sitting: Sitting
    part: Part
    deal: LiveDeal | None
    games: list[Key]
    other: Game | None
    proposal: NotRequired[Proposal]
    both: NotRequired[ByBoth]
    shows_money: bool


@open_to(Level.TABLE)
@require_safe
def other_laws(request: ClubRequest, pk: int, part: int) -> HttpResponse:
    """Ask by which laws, and show every deal line by line by both. Nothing is written."""
    sitting = sitting_for(request.actor, pk)
    found = part_of(sitting, part)
    if found is None:
        raise Http404
    standing, given, club = standing_of(found), request.GET, request.actor.home
    games = other_games(standing)
    other = next((game for game in games if game.key == given.get("game")), None)
    position = whole_number(given.get("deal", ""))
    context: OtherLawsPage = {
        "sitting": sitting,
        "part": found,
        "deal": None if position is None else standing.by_position(position),
        "games": [
            key(game.key, _(game.name), other.key if other is not None else "") for game in games
        ],
        "other": other,
        "shows_money": club.plays_for_money and may_enter(request.actor, sitting),
    }
    if other is not None:
        form = AgreementForm(given, club=club, game=other)
        rules = form.rules
        context["proposal"] = Proposal.of(form)
        if standing.live:
            only = position if context["deal"] is not None else None
            context["both"] = by_both(standing, other, resolve_rules(other, rules), only)
    return render(request, "rubbers/other_laws.html", context)
