"""Sheets as files: a sitting on paper and as plain text, a blank sheet of every game."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.caching import anybody_keeps
from clubscore.club.one_moment import at_one_moment
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game
from clubscore.rubbers.selectors import may_enter, sitting_for
from clubscore.rubbers.seven.log import seven_of
from clubscore.rubbers.sitting.stake_and_laws import usual_of
from clubscore.sheets.pieces.paper import Paper, paper_for
from clubscore.sheets.rubbers.gathering import sitting_sheet
from clubscore.sheets.rubbers.pad_plan import Heads
from clubscore.sheets.rubbers.plain_sheet import said_on
from clubscore.sheets.rubbers.position_rows import position_sheet
from clubscore.sheets.rubbers.sitting_content import SittingSheet
from clubscore.sheets.views.file_answers import answer_with, paper_answer
from clubscore.sheets.views.plain_answers import answer_with_text, in_braille
from clubscore.tableside.phone_addresses import address_of

# Another number as soon as the same content is drawn in another way.
DRAWN = "2"


@open_to(Level.TABLE)
@require_safe
def sheet_pdf(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the sheet of a sitting as a PDF file; ?paper=a4 or letter, or the club's."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.rubbers.sitting_pdf import sitting_pdf

    sheet, name = _sheet(request, pk)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    etag = _etag(sheet, "pdf", paper.key)
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    return answer_with(sitting_pdf(sheet, paper), "application/pdf", f"{name}.pdf", etag)


@open_to(Level.TABLE)
@require_safe
def sheet_text(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the same as plain text of forty columns, for braille and speech."""
    sheet, name = _sheet(request, pk)
    etag = _etag(sheet, "braille" if in_braille(request) else "text")
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    return answer_with_text(request, said_on(sheet), name, etag)


@open_to(Level.TABLE)
@require_safe
def positions_sheet(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the position sheet of the seven as a PDF file."""
    from clubscore.sheets.rubbers.positions_pdf import positions_pdf

    sitting = sitting_for(request.actor, pk)
    seven = seven_of(sitting)
    if seven is None:
        return redirect("sheet-pdf", pk=pk)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    name = _("positions %(evening)s") % {"evening": sitting.evening.isoformat()}
    sheet = position_sheet(seven)
    return paper_answer(request, lambda: positions_pdf(sheet, paper), name)


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def blank_sheet(request: ClubRequest, key: str) -> HttpResponseBase:
    """Answer with an empty sheet of a game, under the laws that the club usually plays it by."""
    from clubscore.sheets.rubbers.blank_pdf import blank_pdf

    club = request.actor.club
    heads = club.pad_heads if club else Heads.ERA
    return _of_game(request, key, partial(blank_pdf, heads=heads), "")


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def game_card(request: ClubRequest, key: str) -> HttpResponseBase:
    """Answer with the card of a game for the table, under the club's usual laws."""
    from clubscore.sheets.rubbers.game_card import card_pdf

    return _of_game(request, key, card_pdf, "-card")


def _of_game(
    request: ClubRequest,
    key: str,
    draw: Callable[[Game, Unverified, Paper, str], bytes],
    kind: str,
) -> HttpResponseBase:
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    club = request.actor.club
    rules = usual_of(club, game)[0] if club else {"preset": game.codes.default_preset}
    paper = paper_for(request.GET.get("paper", ""), club)
    told = (game, rules, paper, club.name if club else "")
    return paper_answer(request, lambda: draw(*told), f"{game.key}{kind}-{paper.key}")


@at_one_moment
def _sheet(request: ClubRequest, pk: int) -> tuple[SittingSheet, str]:
    """Return what the sheet says, and what its file is called."""
    sitting = sitting_for(request.actor, pk)
    address = address_of(request, reverse("pad", args=[pk]))
    sheet = sitting_sheet(sitting, address, with_money=may_enter(request.actor, sitting))
    name = _("%(table)s %(evening)s") % {
        "table": sitting.table.name,
        "evening": sitting.evening.isoformat(),
    }
    return sheet, name


def _etag(sheet: SittingSheet, *how: str) -> str:
    return f'"{sheet.fingerprint(DRAWN, get_language() or "", *how)}"'
