"""A person's partners and opponents, and the two of them head to head."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubscore.charts.picture import Picture
from clubscore.charts.ranked import divided
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Person
from clubscore.events.over_years.chosen_boards import Choice
from clubscore.events.over_years.played_board import PlayedBoard
from clubscore.events.over_years.tallies import Tally, tallies, tally_of
from clubscore.events.over_years.trend import said_in
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.room.views.over_years.asked import (
    Asked,
    boards_counted,
    page,
    people_by_key,
)
from clubscore.room.views.over_years.people_table import (
    AGAINST,
    TOGETHER,
    PeopleTable,
    met,
    those_of,
)
from clubscore.room.views.over_years.rubber_list import RubberList
from clubscore.rubbers.season.adding_up import Score
from clubscore.rubbers.season.person_rubbers import PersonRubber, score_of

A_PAGE = 25
WAYS = (TOGETHER, AGAINST)


class PartnersShown(TypedDict):
    """With whom and against whom somebody played; None where there was no one."""

    together: PeopleTable | None
    against: PeopleTable | None


class Way(TypedDict):
    """What two people made with each other, or against each other."""

    way: str
    tally: Tally
    boards: str
    evenings: int
    percent: str
    imps: str
    score: Score
    listed: list[PersonRubber]
    pictures: list[Picture]


class HeadToHead(TypedDict):
    """Two people, in both ways, and their rubbers."""

    other: Person
    ways: list[Way]
    rubbers: RubberList | None


def _keys(way: str, board: PlayedBoard) -> Iterable[int]:
    """With whom, or against whom, a board was played."""
    return (board.partner,) if way == TOGETHER else board.opponents or (0,)


@open_to(Level.PLAYER)
@require_safe
def partners(request: ClubRequest, person: int) -> HttpResponse:
    """Show with whom and against whom somebody played, and how that went."""

    def made(asked: Asked) -> PartnersShown:
        boards = {way: _by_person(asked, way) for way in WAYS}
        keys = {who for each in boards.values() for who in each}
        keys |= {who for each in asked.rubbers for way in WAYS for who in those_of(each, way)}
        people = people_by_key(keys)
        tables = {}
        for way in WAYS:
            rows = met(boards[way], asked.rubbers, way, people)
            table = PeopleTable(rows, asked.person, way, asked.year_word)
            tables[way] = table.sorted_by(request, A_PAGE) if rows else None
        return {"together": tables[TOGETHER], "against": tables[AGAINST]}

    return page(request, "room/over_years/partners.html", made, "person-partners", person)


def _by_person(asked: Asked, way: str) -> Mapping[int, Tally]:
    return tallies(asked.played.all_boards, lambda board: _keys(way, board))


@open_to(Level.PLAYER)
@require_safe
def against(request: ClubRequest, person: int, other: int) -> HttpResponse:
    """Show two people: what one made with the other, and against the other."""

    def made(asked: Asked) -> HeadToHead:
        them = _other(asked, other)
        ways = [_way(asked, them, way) for way in WAYS]
        rubbers = RubberList([each for way in ways for each in way["listed"]], them.pk)
        table = rubbers.sorted_by(request, A_PAGE) if rubbers.found else None
        return {"other": them, "ways": ways, "rubbers": table}

    template = "room/over_years/against.html"
    return page(request, template, made, "person-against", person, other=other)


def _other(asked: Asked, key: int) -> Person:
    """Return somebody else of the same club. Raises Http404."""
    people = Person.objects.filter(club=asked.person.club_id, pk=key)
    found = people.select_related("merged_into").first()
    if found is None or (found.merged_into or found) == asked.person:
        raise Http404
    return found.merged_into or found


def _way(asked: Asked, them: Person, way: str) -> Way:
    choice = Choice(partner=them.pk) if way == TOGETHER else Choice(against=them.pk)
    tally = tally_of(choice.of(asked.played.all_boards))
    listed = [each for each in asked.rubbers if them.pk in those_of(each, way)]
    return {
        "way": way,
        "tally": tally,
        "boards": boards_counted(tally.boards),
        "evenings": len(tally.events),
        "percent": said_in(SHARES, tally.shares.value),
        "imps": said_in(IMPS_A_BOARD, tally.imps.value),
        "score": score_of(listed),
        "listed": listed,
        "pictures": [each for each in (_rubbers_divided(listed), _boards_divided(tally)) if each],
    }


def _rubbers_divided(rubbers: list[PersonRubber]) -> Picture | None:
    """Return the rubbers divided into those won and lost."""
    won = sum(each.points > 0 for each in rubbers)
    lost = sum(each.points < 0 for each in rubbers)
    if not won + lost:
        return None
    text = ngettext(
        "%(won)s of %(n)s rubber won.", "%(won)s of %(n)s rubbers won.", len(rubbers)
    ) % {"won": won, "n": len(rubbers)}
    return divided(text, (_("Rubbers"), _("Number")), ((_("won"), won), (_("lost"), lost)))


def _boards_divided(tally: Tally) -> Picture | None:
    """Return the boards divided into those better and worse than the field."""
    if not tally.above + tally.below:
        return None
    compared = tally.shares.boards + tally.imps.boards
    text = ngettext(
        "Better than the field on %(above)s of %(n)s board.",
        "Better than the field on %(above)s of %(n)s boards.",
        compared,
    ) % {"above": tally.above, "n": compared}
    halves = ((_("better"), tally.above), (_("worse"), tally.below))
    return divided(text, (_("Boards"), _("Number")), halves)
