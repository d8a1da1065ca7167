"""Games by the number of players, and what is known of each."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules, rule_words
from clubscore.rubber.agreeing import usual_of
from clubscore.rubber.tariff_page import tariff_tables


@open_to(Level.VISITOR)
@require_safe
def games(request: ClubRequest) -> HttpResponse:
    """List the games by the number of players."""
    by_number = {
        number: [game for game in GAMES if game.players == number]
        for number in sorted({game.players for game in GAMES})
    }
    return render(request, "rubber/games.html", {"by_number": by_number})


@open_to(Level.VISITOR)
@require_safe
def game(request: ClubRequest, key: str) -> HttpResponse:
    """Show a game: its source, its tariff, its house rules with the one in force."""
    try:
        found = find_game(key)
    except RuleError:
        raise Http404 from None
    club = request.actor.club
    rules = usual_of(club, found)[0] if club else {"preset": found.default_preset}
    in_force = resolve_rules(found, rules)
    context = {
        "game": found,
        "tables": tariff_tables(found, in_force),
        "house_rules": [
            {"rule": rule, "now": rule_words(rule, in_force[rule.key])}
            for rule in found.house_rules
        ],
    }
    return render(request, "rubber/game.html", context)
