"""Addresses of the papers of card tables: sheets, slips, blank pads and the evening's money."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.models import day_in_address
from clubscore.club.statements import book_of
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game
from clubscore.papers.game_card import game_text
from clubscore.papers.ledger import fingerprint, imprint
from clubscore.papers.pads import Heads
from clubscore.papers.paper import answer_with, answer_with_text, in_braille, paper_answer
from clubscore.papers.sitting import SittingSheet
from clubscore.papers.sitting_positions import position_sheet, positions_text
from clubscore.papers.sitting_sheet import sheet_text as said_on
from clubscore.papers.sitting_sheet import sitting_sheet
from clubscore.papers.sizes import PaperSize, paper_for
from clubscore.papers.slip import SlipCopies, slip_copies, slip_words
from clubscore.papers.takings import EveningTakings, evening_takings, takings_words
from clubscore.rubbers.selectors import may_enter, sitting_for
from clubscore.rubbers.seven import seven_of
from clubscore.rubbers.stakes import usual_of
from clubscore.web.caching import anybody_keeps
from clubscore.web.phones import address_of

# ---- Sheets as files: a sitting on paper and as plain text, a blank sheet of every game.

# Another number as soon as the same content is drawn in another way.
DRAWN = "2"


@open_to(Level.TABLE)
@require_safe
def sheet_pdf(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with the sheet of a sitting as a PDF file; ?paper=a4 or letter, or the club's."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.papers.sitting_sheet import sitting_pdf

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
    from clubscore.papers.sitting_positions import positions_pdf

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
    from clubscore.papers.blank_pads import blank_pdf

    club = request.actor.club
    heads = club.pad_heads if club else Heads.ERA
    return _of_game(request, key, partial(blank_pdf, heads=heads), "")


@open_to(Level.VISITOR)
@anybody_keeps
@require_safe
def game_card(request: ClubRequest, key: str) -> HttpResponseBase:
    """Answer with the card of a game for the table, under the club's usual laws."""
    from clubscore.papers.game_card import card_pdf

    return _of_game(request, key, card_pdf, "-card")


def _of_game(
    request: ClubRequest,
    key: str,
    draw: Callable[[Game, Unverified, PaperSize, str], bytes],
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


# ---- The slip of an evening to hand out, on paper and in words.


@at_one_moment
def _copies(request: ClubRequest, pk: int) -> tuple[SlipCopies, str]:
    """Return what the copies say, and what their file is called."""
    sitting = sitting_for(request.actor, pk)
    copies = slip_copies(sitting, with_money=may_enter(request.actor, sitting))
    words = {"table": sitting.table.name, "evening": sitting.evening.isoformat()}
    return copies, _("%(table)s slip %(evening)s") % words


@open_to(Level.TABLE)
@require_safe
def slips_pdf(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Answer with a copy of the slip for each who played, as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.papers.slip import slip_copies_pdf

    copies, name = _copies(request, pk)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    etag = fingerprint(imprint(name, copies.club), copies, paper.key, get_language())
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    return answer_with(slip_copies_pdf(copies, paper), "application/pdf", f"{name}.pdf", etag)


@open_to(Level.TABLE)
@require_safe
def slips_text(request: ClubRequest, pk: int) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    copies, name = _copies(request, pk)
    return answer_with_text(request, slip_words(copies), name)


# ---- Papers for a card table as plain texts: the position sheet of the seven, the card of a game.


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


# ---- The money of an evening over all card tables, on paper and in words, for the treasurer.


@at_one_moment
def _takings(request: ClubRequest, day: str) -> tuple[EveningTakings, str]:
    """Return what the sheet says, and its file's name. Http404 for an evening without tables."""
    evening = day_in_address(day)
    found = evening_takings(book_of(request.actor), evening)
    if found is None:
        raise Http404
    return found, _("money of %(evening)s") % {"evening": evening.isoformat()}


@open_to(Level.DIRECTOR)
@require_safe
def evening_pdf(request: ClubRequest, day: str) -> HttpResponse:
    """Answer with the treasurer's sheet as a PDF file."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.papers.takings import takings_pdf

    found, name = _takings(request, day)
    paper = paper_for(request.GET.get("paper", ""), request.actor.club)
    return paper_answer(request, lambda: takings_pdf(found, paper), name)


@open_to(Level.DIRECTOR)
@require_safe
def evening_text(request: ClubRequest, day: str) -> HttpResponse:
    """Answer with the same in whole words, to be read aloud or by touch."""
    found, name = _takings(request, day)
    return answer_with_text(request, takings_words(found), name)
