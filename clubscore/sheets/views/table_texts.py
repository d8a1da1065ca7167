"""Papers for a card table as plain texts: the position sheet of the seven, the card of a game."""

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.rubbers.selectors import sitting_for
from clubscore.rubbers.seven.log import seven_of
from clubscore.rubbers.sitting.stake_and_laws import usual_of
from clubscore.sheets.rubbers.game_text import game_text
from clubscore.sheets.rubbers.position_rows import position_sheet
from clubscore.sheets.rubbers.positions_text import positions_text
from clubscore.sheets.views.plain_answers import answer_with_text


@open_to(Level.TABLE)
@require_safe
def positions_as_text(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the position sheet of the seven; a table without one has its score sheet."""
    sitting = sitting_for(request.actor, pk)
    seven = seven_of(sitting)
    if seven is None:
        return redirect("sheet-text", pk=pk)
    name = _("positions %(evening)s") % {"evening": sitting.evening.isoformat()}
    return answer_with_text(request, positions_text(position_sheet(seven)), name)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def game_as_text(request: ClubRequest, key: str) -> HttpResponse:
    """Answer with the card of a game, under the laws that the club usually plays it by."""
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    club = request.actor.club
    rules = usual_of(club, game)[0] if club else {"preset": game.codes.default_preset}
    return answer_with_text(request, game_text(game, rules, club.name if club else ""), game.key)
