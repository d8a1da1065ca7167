"""Who and what goes where after a round, told at one table."""

from django.utils.translation import gettext as _

from clubscore.events.models import Section
from clubscore.events.play.table_rows import Move
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place
from clubscore.events.terms.formats import TEAMS
from clubscore.laws.words import SEATS
from clubscore.movements import Going


def moves_from(room: Room, section: Section, place: Place) -> list[Move]:
    """Return where everyone goes who sits here in this round."""
    return [
        Move(
            _who_goes(room, section, place, going),
            going.table or None,
            going.table == place.table,
            going.seat if going.seat in SEATS else "",
            going.left,
        )
        for going in room.plan(section).goings(place)
    ]


def _who_goes(room: Room, section: Section, place: Place, going: Going) -> list[str]:
    """A contestant that sits here, of a team those two."""
    if room.event.contestants_are == TEAMS:
        return room.sitters(section.pk, place, place.way_of(going.number))
    return room.names(section.pk, going.number)


def goings_from(room: Room, section: Section, place: Place | None, round_: int) -> list[str]:
    """Return who and what goes where after a round, a sentence each; nothing after the last."""
    plan, following = room.plan(section), round_ + 1
    if following <= plan.rounds and not plan.knows_next(place, following):
        return [_("Your next table is shown here once the round is drawn.")]
    moves = moves_from(room, section, place) if place else []
    if place is None or not moves:
        return []
    coming = [each for each in plan.of_round(following) if each.boards == place.boards]
    # Of several copies those of a match stay with it.
    coming.sort(key=lambda each: plan.match_of(each) != plan.match_of(place))
    table = coming[0].table if coming else None
    boards = _("Boards: to table %(table)s") % {"table": table} if table else None
    return [*(move.text for move in moves), boards or _("Boards: not played next round")]
