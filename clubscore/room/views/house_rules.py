"""Laws and stakes of the house: what the club usually plays a game with."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.clubs import set_house
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, OwnLaws
from clubscore.club.own_laws import keep_laws, kept_in_short, own_laws_of, take_laws_away
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.facts import Unverified
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import describe_rules
from clubscore.rubbers.sitting.stake_and_laws import (
    Proposal,
    chosen_rules,
    chosen_stake,
    read_agreement,
)
from clubscore.tableside.problems import Problem, problem_of


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
    given = request.POST
    if request.method != "POST" or "read" in given:
        return _page(request, club, game, given, [])
    try:
        _set(request, club, game, given)
    except RuleError as error:
        return _page(request, club, game, given, [problem_of(error)], status=422)
    except Refused as refusal:
        problem = Problem(refusal.field or "", str(refusal))
        return _page(request, club, game, given, [problem], status=422)
    except ChangedMeanwhile as meanwhile:
        club.refresh_from_db()
        typed = given.copy()
        for name in ("seen", "own_seen"):
            typed.pop(name, None)
        return _page(request, club, game, typed, [], status=409, changes=meanwhile.changes)
    here = "keep" in given or "away" in given
    return redirect("club-house", key=game.key) if here else redirect("club")


def _set(request: ClubRequest, club: Club, game: Game, given: QueryDict) -> None:
    """Keep laws under a name, take such away, or set what the house usually plays."""
    author = request.actor.label
    if "away" in given:
        pk = whole_number(given.get("away")) or 0
        take_laws_away(club=club, game=game, pk=pk, author=author, seen=given.get("own_seen", ""))
    elif "keep" in given:
        rules = chosen_rules(club, game, given)
        keep_laws(
            club=club,
            game=game,
            name=given.get("own_name", ""),
            rules=rules,
            author=author,
            seen=given.get("own_seen", ""),
        )
    else:
        set_house(
            club=club,
            game=game.key,
            rules=read_agreement(club, game, given).rules,
            stake=chosen_stake(club, game, given),
            seen=_seen(given.get("seen", "")),
            author=author,
        )


def _in_words(game: Game, rules: Unverified) -> str:
    try:
        return said(describe_rules(game, rules))
    except RuleError:
        return _("The game no longer has these laws. Choose others.")


def _seen(text: str) -> Unverified:
    """Return what stood there when the page was made; something else where that cannot be read."""
    try:
        seen: object = json.loads(text)
    except (ValueError, RecursionError):
        seen = None
    return seen if isinstance(seen, dict) else {"seen": text}


def _page(
    request: ClubRequest,
    club: Club,
    game: Game,
    given: QueryDict,
    problems: list[Problem],
    status: int = 200,
    changes: Sequence[Change] = (),
) -> HttpResponse:
    context: HousePage = {
        "changes": changes,
        "game": game,
        "proposal": Proposal.of(club, game, given),
        "problems": problems,
        "own": [OwnRow(each, _in_words(game, each.rules)) for each in own_laws_of(club, game)],
        "own_name": given.get("own_name", ""),
        "own_seen": given.get("own_seen") or kept_in_short(club, game),
        "seen": given.get("seen") or json.dumps(club.house.get(game.key, {})),
    }
    return render(request, "room/house.html", context, status=status)
