"""The program draws for a table, round after round until cards decide. One transaction each.

Every round is kept as one that was cut by hand is: the history shows each card.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship
from clubscore.club.refused import Refused
from clubscore.rubbers.line_up.table_state import must_be_between
from clubscore.rubbers.line_up.who_plays import verdict_of
from clubscore.rubbers.locks import authored, taken
from clubscore.rubbers.models import Happening, Sitting
from clubscore.rubbers.sitting.changing import (
    draw_places,
    game_of,
    note_line_up,
    note_places,
    table_of,
)
from clubscore.rubbers.sitting.seating import cards_for, cut_of, draw_for, note_draw, those_next


def draw_for_seats(
    *, sitting: Sitting, afresh: bool = False, step: int | None = None, key: str, actor: Actor
) -> None:
    """Draw until partners, deal and seats are decided; with `afresh` earlier cards are void.

    Raises Refused where the table has gone on since `step`, or plays.
    """
    with taken(sitting) as found:
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        must_be_between(found, step)
        _draw_seats(found, _entries(found, key, actor), afresh=afresh)


def draw_for_places(
    *, sitting: Sitting, afresh: bool = False, step: int | None = None, key: str, actor: Actor
) -> None:
    """Draw until it is decided who plays; at a new table the same draw goes on to the seats.

    Who goes out of a table (law 21) is still to be agreed. Raises Refused as `draw_for_seats`
    does, and where no cut is needed.
    """
    with taken(sitting) as found:
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        must_be_between(found, step)
        verdict = verdict_of(table_of(found))
        if not verdict.choice.places:
            raise Refused(_("No cut is needed: it is decided who plays."))
        entries = _entries(found, key, actor)
        while afresh or verdict.cut.again:
            cards = draw_places(verdict, afresh=afresh)
            note_places(found, verdict, cards, by_hand=False, afresh=afresh, entry=next(entries))
            verdict, afresh = verdict_of(table_of(found)), False
        if not verdict.goes_out:
            note_line_up(found, verdict, list(verdict.players), verdict.how, next(entries))
            _draw_seats(found, entries)


def _entries(found: Sitting, key: str, actor: Actor) -> Iterator[Authorship]:
    """Return what every record says of its author, under the key of the form and after it."""
    number = 0
    while True:
        yield authored(actor, found.club_id, f"{key}:{number}" if number else key)
        number += 1


def _draw_seats(found: Sitting, entries: Iterator[Authorship], *, afresh: bool = False) -> None:
    game = game_of(found)
    if afresh:
        cards = cards_for([person.pk for person in those_next(found, game)], {})
        note_draw(found, cards, by_hand=False, afresh=True, entry=next(entries))
    while (cut := cut_of(found, game)) is None or cut.again:
        cards = draw_for(found, game)
        note_draw(found, cards, by_hand=False, afresh=False, entry=next(entries))
