"""What happened at a game: the answers of its laws, for anyone to read."""

from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.lawbook.which_game import laws_of
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.room.views.games import in_force_for
from clubscore.room.views.what_happened.answers_shown import GroupShown, groups_shown


class GameAsked(TypedDict):
    """What may happen at a game; `code` is the name of the laws it is played by, if it has more."""

    game: Game
    code: str
    groups: list[GroupShown]
    borrowed: str


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def happened_at_game(request: ClubRequest, key: str) -> HttpResponse:
    """Ask what happened at a game, and answer by its laws; `?preset=` names a code of them."""
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    in_force = in_force_for(request, game).preset.key
    asked = request.GET.get("preset", in_force)
    preset = next((each for each in game.codes.presets if each.key == asked), None)
    if preset is None:
        raise Http404
    laws = laws_of(key, preset.key)
    context: GameAsked = {
        "game": game,
        "code": _(preset.name) if len(game.codes.presets) > 1 else "",
        "groups": groups_shown(laws),
        "borrowed": _(laws.borrowed) if laws.borrowed else "",
    }
    return render(request, "room/happened/game.html", context)
