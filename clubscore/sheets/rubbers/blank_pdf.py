"""A blank sheet of a game: pads for a pencil, the tariff at the foot or on the back."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.laws.deal import Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, describe_rules, resolve_rules
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import SERIF, TEXT, fit, width
from clubscore.sheets.rubbers.blank_pad import draw_pads, row_for
from clubscore.sheets.rubbers.blank_rounds import draw_rounds, draw_running
from clubscore.sheets.rubbers.pad_plan import Heads, plan_for, years_of
from clubscore.sheets.rubbers.tariff_foot import AT_FOOT, ON_BACK, TariffFoot

HEAD, FIELDS = 38.0, 22.0
SMALL = 9.0


def blank_pdf(
    game: Game, given: Unverified, paper: Paper, club: str, heads: str = Heads.ERA
) -> bytes:
    """Return a blank sheet of a game under these rules as a PDF file."""
    rules = resolve_rules(game, given)

    def put(pen: Pen) -> None:
        _draw(pen, game, rules, club, heads)

    return printed(put, paper, imprint(_(game.name), club, _("Blank score sheet")), feet=True)


def _draw(pen: Pen, game: Game, rules: Rules, club: str, heads: str) -> None:
    paper = pen.paper
    x, top, bottom = MARGIN, MARGIN + HEAD + FIELDS, paper.height - MARGIN
    _head(pen, game, rules, club)
    _fields(pen, game)
    plan, room = plan_for(game, rules, heads), bottom - top
    if game.course.deals:
        end = draw_rounds(pen, game, plan, x, top, room)
    elif game.course.unit == "game":
        end = draw_running(pen, game, plan, x, top, room)
    else:
        end = draw_pads(pen, game, plan, x, top, row_for(plan, room))
    foot = TariffFoot(game, rules, paper.room, AT_FOOT)
    # Where too little is left under the pads the tariff goes on the back, in larger letters.
    if bottom - end >= foot.height:
        pen.rule(x, bottom - foot.height, paper.room, THIN)
        foot.draw(pen, x, bottom - foot.height)
        pen.new_page()
        return
    pen.new_page()
    _head(pen, game, rules, club)
    TariffFoot(game, rules, paper.room, ON_BACK).draw(pen, x, MARGIN + HEAD + 4)
    pen.new_page()


def _head(pen: Pen, game: Game, rules: Rules, club: str) -> None:
    """Draw the game's name and years, its laws in one line, and whose sheet it is."""
    x, y, wide = MARGIN, MARGIN, pen.paper.room
    years = years_of(game)
    room = wide - width(years, TEXT, 11) - 12
    with pen.tagged("H1"):
        pen.fitted(x, y + 18, fit(_(game.name), SERIF, 20, room, least=12))
    pen.text(x + wide, y + 18, years, TEXT, 11, "right")
    whose = fit(club, TEXT, SMALL, wide * 0.4)
    pen.fitted(x + wide, y + 31, whose, "right")
    laws = said(describe_rules(game, rules))
    pen.fitted(x, y + 31, fit(laws, TEXT, SMALL, wide - whose.width - 12))
    pen.rule(x, y + HEAD, wide, STRONG)


def _fields(pen: Pen, game: Game) -> None:
    """Draw what is to be written in before the first deal."""
    words = list(_words(game))
    left = pen.paper.room - sum(width(word, TEXT, SMALL) + 12 for word, _share in words)
    whole = sum(share for _word, share in words)
    x, line = MARGIN, MARGIN + HEAD + 15
    for word, share in words:
        pen.text(x, line, word, TEXT, SMALL)
        x += width(word, TEXT, SMALL) + 4
        room = left * share / whole
        if room:
            pen.rule(x, line + 1.5, room, THIN)
        x += room + 8


def _words(game: Game) -> Iterator[tuple[str, int]]:
    """Return what is asked at the head, and how much room each has beside the others."""
    yield _("table"), 3
    yield _("date"), 4
    yield _("cut, first dealer"), 4
    if game.has_partners:
        # So that a look at the pack tells whose deal it is (Foster's advice).
        yield _("pack of North and South: ☐ red, ☐ blue"), 0
    yield _("stake"), 4
