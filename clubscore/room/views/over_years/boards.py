"""A person's boards of a year, those that are asked for: what every figure leads to."""

from typing import NamedTuple, TypedDict

from django.forms import BoundField
from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import whole_number
from clubscore.club.models import Person
from clubscore.events.over_years.chosen_boards import Choice
from clubscore.events.over_years.tallies import Tally, tally_of
from clubscore.events.over_years.trend import said_in
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.room.forms import BoardsForm
from clubscore.room.views.over_years.asked import Asked, page, people_by_key
from clubscore.room.views.over_years.boards_table import BoardRow, BoardsTable

A_PAGE = 50


class Asks(NamedTuple):
    """What a list is narrowed to besides its form; `without` is what addresses ask for then."""

    said: str
    without: str


class BoardsShown(TypedDict):
    """A person's boards, and what they are narrowed to."""

    form: BoardsForm
    fields: list[BoundField]
    hidden: list[tuple[str, int | None]]
    asks: list[Asks]
    tally: Tally
    average: str
    table: BoardsTable


@open_to(Level.PLAYER)
@require_safe
def boards(request: ClubRequest, person: int) -> HttpResponse:
    """Show somebody's boards, all or those that are asked for."""

    def made(asked: Asked) -> BoardsShown:
        form = BoardsForm(request.GET)
        choice = _choice(form)
        found = choice.of(asked.played.all_boards)
        people = people_by_key(
            who for each in found for who in (each.board.partner, *each.board.opponents)
        )
        table = BoardsTable([BoardRow(each, people) for each in found])
        tally = tally_of(found)
        return {
            "form": form,
            "fields": [form[name] for name in NARROWED],
            "hidden": [(name, form.number_of(name)) for name in OTHERS if form.number_of(name)],
            "asks": _asks(asked, choice, request.GET),
            "tally": tally,
            "average": _average(tally),
            "table": table.sorted_by(request, A_PAGE),
        }

    return page(request, "room/over_years/boards.html", made, "person-boards", person)


NARROWED = ("declared", "level", "denomination", "went", "lead")
OTHERS = ("event", "partner", "against")


def _choice(form: BoardsForm) -> Choice:
    return Choice(
        event=form.number_of("event"),
        partner=form.number_of("partner"),
        against=form.number_of("against"),
        declared=form.words_of("declared"),
        level=whole_number(form.words_of("level")),
        denomination=form.words_of("denomination"),
        went=form.words_of("went"),
        lead=form.words_of("lead"),
    )


def _asks(asked: Asked, choice: Choice, given: QueryDict) -> list[Asks]:
    """Return in words for which people and which event the list is narrowed."""

    def without(name: str) -> str:
        left = given.copy()
        for each in (name, "page"):
            left.pop(each, None)
        return left.urlencode()

    keys = [each for each in (choice.partner, choice.against) if each]
    people = Person.objects.filter(club=asked.person.club_id).in_bulk(keys) if keys else {}
    found = []
    if choice.partner in people:
        told = {"name": people[choice.partner].name}
        found.append(Asks(_("with %(name)s") % told, without("partner")))
    if choice.against in people:
        told = {"name": people[choice.against].name}
        found.append(Asks(_("against %(name)s") % told, without("against")))
    events = (each for each in asked.seen if each.pk == choice.event)
    return [*found, *(Asks(each.name, without("event")) for each in events)]


def _average(tally: Tally) -> str:
    """Return the average of the boards: of parts of a top if there are any, else of IMPs."""
    if tally.shares.boards:
        return said_in(SHARES, tally.shares.value)
    if tally.imps.boards:
        return _("%(imps)s IMPs a board") % {"imps": said_in(IMPS_A_BOARD, tally.imps.value)}
    return ""
