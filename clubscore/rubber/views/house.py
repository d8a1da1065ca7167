"""Laws and stakes of the house: what the club usually plays a game with."""

import json

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts import Refused
from clubscore.club.clubs import set_house
from clubscore.club.models import Club
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.rubber.agreeing import Proposal, chosen_stake, read_agreement
from clubscore.rubber.entry_form import Problem
from clubscore.rubber.views.problems import problem_of


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def house(request: ClubRequest, key: str) -> HttpResponse:
    """Show and set the laws and the stake of one game."""
    try:
        game = find_game(key)
    except RuleError as unknown:
        raise Http404 from unknown
    club = request.actor.home
    if request.method != "POST":
        return _page(request, club, game, QueryDict(), [])
    given = request.POST
    if "read" in given:
        return _page(request, club, game, given, [])
    try:
        agreement = read_agreement(club, game, given)
        set_house(
            club=club,
            game=game.key,
            rules=agreement.rules,
            stake=chosen_stake(club, game, given),
            seen=_seen(given.get("seen", "")),
            author=request.actor.label,
        )
    except RuleError as error:
        return _page(request, club, game, given, [problem_of(error)], status=422)
    except Refused as meanwhile:
        club.refresh_from_db()
        return _page(request, club, game, QueryDict(), [Problem("", str(meanwhile))], status=409)
    return redirect("club")


def _seen(text: str) -> dict:
    """Return what stood there when the page was made; something else where that cannot be read."""
    try:
        seen = json.loads(text)
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
) -> HttpResponse:
    context = {
        "game": game,
        "proposal": Proposal.of(club, game, given),
        "problems": problems,
        "seen": given.get("seen") or json.dumps(club.house.get(game.key, {})),
    }
    return render(request, "club/house.html", context, status=status)
