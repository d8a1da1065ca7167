"""What a phone takes along: all rounds of its table or pair, for when the network is gone."""

from typing import Any

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.wording.names import named
from clubscore.events.movement.reader_seat import BOTH, own_places
from clubscore.events.play.directed import directed_at
from clubscore.events.play.reporting import SIDES
from clubscore.events.play.table_page import TablePage
from clubscore.events.results.result_form import form_of, in_words
from clubscore.events.selectors import own_entry
from clubscore.events.state.board_words import board_title
from clubscore.events.state.plan import Place
from clubscore.events.state.spot_state import Spot, Standing


def ahead(page: TablePage, actor: Actor) -> dict[str, Any]:
    """Return everything that a table's page needs to go on by itself. No query.

    A phone left on a table takes the rounds of that table, a player's own those of the pair.
    """
    event = page.room.event
    entry = own_entry(page.room, actor.person)
    own = page.voice.side != BOTH and entry is not None
    places = (
        own_places(page.room, entry, actor.person)
        if own and entry
        else page.plan.of_table(page.number)
    )
    return {
        "round": page.round,
        "ends": event.ends_at.isoformat() if event.ends_at else "",
        "minutes": event.minutes_a_round,
        "board": page.standing.spot.board if page.standing else 0,
        "places": [
            _place(page, place, entry.number if own and entry else None) for place in places
        ],
    }


def _place(page: TablePage, place: Place, own: int | None) -> dict[str, Any]:
    at = page.at(place)
    side = BOTH if own is None else place.way_of(own)
    values = {
        "n": page.room.table_name(page.section, place.table),
        "r": place.round,
        "of": page.plan.rounds,
    }
    return {
        "round": place.round,
        "table": f"{page.section.letter}{place.table}",
        "title": _("Table %(n)s, round %(r)s of %(of)s") % values,
        "plays": place.is_played,
        "side": side,
        "sides": {each: _side(at, each) for each in SIDES},
        "seats": at.seats,
        "boards": [_board(page, place, number) for number in place.boards],
        "then": at.goings,
        "in_short": _in_short(at, place),
    }


def _side(at: TablePage, side: str) -> dict[str, Any]:
    people = [[person.pk, person.short_name] for person in at.people(side)]
    return {"names": named(at.names[side]), "people": people}


def _in_short(at: TablePage, place: Place) -> str:
    names = {side: named(at.names[side]) for side in SIDES}
    if not place.is_played:
        return _("Sit-out: %(names)s") % {"names": names["ns"] or names["ew"]}
    values = names | {"a": place.boards[0], "b": place.boards[-1]}
    return _("%(ns)s v %(ew)s, boards %(a)s to %(b)s") % values


def _board(page: TablePage, place: Place, number: int) -> dict[str, Any]:
    spot = Spot(page.section.pk, place.round, place.table, number)
    standing: Standing = page.room.standing(spot)
    return {
        "number": number,
        "title": board_title(page.room.board(number), page.room.event),
        "state": standing.state.value,
        "asks_bid": bool(directed_at(page.scorer, spot).get("asks")),
        "told": _told(page, standing) if standing.told_by else None,
    }


def _told(page: TablePage, standing: Standing) -> dict[str, Any]:
    """What one side reported and the other has still to agree with: its form, and in words."""
    return {
        "side": standing.told_by,
        "given": form_of(standing.facts, page.scorer.valuation),
        "said": in_words(standing.facts),
    }
