"""Laws and stakes of the house: what the club usually plays a game with."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.clubs import set_house
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.models import OwnLaws
from clubscore.club.own_laws import keep_laws, kept_in_short, own_laws_of, take_laws_away
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import describe_rules
from clubscore.rubbers.sitting.forms import HouseForm
from clubscore.rubbers.sitting.proposal import Proposal
from clubscore.tableside.problems import Problem


@dataclass(frozen=True)
class OwnRow:
    """Laws that the club keeps under a name, and what they say."""

    laws: OwnLaws
    words: str


class HousePage(TypedDict):
    """What the page of a game's house rules shows; ``changes`` are somebody else's meanwhile."""

    changes: Sequence[Change]
    game: Game
    proposal: Proposal
    problems: list[Problem]
    own: list[OwnRow]
    own_name: str
    own_seen: str
    seen: str


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def house(request: ClubRequest, key: str) -> HttpResponse:
    """Show and set the laws and the stake of one game."""
    try:
        game = find_game(key)
    except RuleError as unknown:
        raise Http404 from unknown
    club = request.actor.home
    form = HouseForm(request.POST, club=club, game=game)
    if request.method != "POST" or form.sends("read"):
        return _page(request, form)
    try:
        _set(request, form)
    except RuleError as error:
        form.refuse(error)
        return _page(request, form, status=422)
    except Refused as refusal:
        form.refuse(refusal, refusal.field or "")
        return _page(request, form, status=422)
    except ChangedMeanwhile as meanwhile:
        club.refresh_from_db()
        return _page(request, form, status=409, changes=meanwhile.changes)
    here = form.sends("keep") or form.sends("away")
    return redirect("club-house", key=game.key) if here else redirect("club")


def _set(request: ClubRequest, form: HouseForm) -> None:
    """Keep laws under a name, take such away, or set what the house usually plays."""
    author, club, game = request.actor.label, form.club, form.game
    if form.sends("away"):
        pk = form.number_of("away") or 0
        take_laws_away(club=club, game=game, pk=pk, author=author, seen=form.words_of("own_seen"))
    elif form.sends("keep"):
        keep_laws(
            club=club,
            game=game,
            name=form.words_of("own_name"),
            rules=form.rules,
            author=author,
            seen=form.words_of("own_seen"),
        )
    else:
        set_house(
            club=club,
            game=game.key,
            rules=form.agreement.rules,
            stake=form.stake_words,
            seen=form.seen,
            author=author,
        )


def _in_words(game: Game, rules: Unverified) -> str:
    try:
        return said(describe_rules(game, rules))
    except RuleError:
        return _("The game no longer has these laws. Choose others.")


def _page(
    request: ClubRequest, form: HouseForm, status: int = 200, changes: Sequence[Change] = ()
) -> HttpResponse:
    club, game = form.club, form.game
    # Who was told what somebody else changed has seen it.
    seen, own_seen = ("" if changes else form.typed(name) for name in ("seen", "own_seen"))
    context: HousePage = {
        "changes": changes,
        "game": game,
        "proposal": Proposal.of(form),
        "problems": form.problems,
        "own": [OwnRow(each, _in_words(game, each.rules)) for each in own_laws_of(club, game)],
        "own_name": form.typed("own_name"),
        "own_seen": own_seen or kept_in_short(club, game),
        "seen": seen or json.dumps(club.house.get(game.key, {})),
    }
    return render(request, "room/house.html", context, status=status)
