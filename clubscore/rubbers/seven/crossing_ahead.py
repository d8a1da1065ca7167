"""What a table of the seven can know ahead: who crosses from the next deal, and to which seat."""

from django.utils.translation import gettext as _

from clubscore.laws.cards import COMPASS
from clubscore.laws.seven import PARTNER, Contract, Result, State, happen, other
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.seven.in_words import seat_word
from clubscore.rubbers.seven.log import Seven


def ways_ahead(seven: Seven, sitting: Sitting) -> list[str]:
    """Return, as far as they are known, the ways that the next deal sends people.

    Who comes over is dummy of the other table, and only that table knows which player that is.
    """
    number = sitting.seven_table or 0
    state, table = seven.state, seven.state.tables[number]
    if state.ordinary or state.last:
        return []
    if state.deals(number):
        return [_way(seven, number, declarer) for declarer in COMPASS]
    if table.plays or table.vacant is None:
        return []
    text = (
        _(
            "A player coming back to their own rubber takes their old seat; otherwise"
            " they sit %(seat)s."
        )
        if state.home
        else _("The player who crosses sits %(seat)s.")
    )
    return [text % {"seat": seat_word(table.vacant)}]


def _way(seven: Seven, number: int, declarer: str) -> str:
    four, there = seven.state.tables[number].four, other(number)
    seat = seat_of_crossing(seven.state, number, declarer)
    text = (
        _("%(declarer)s declares: %(dummy)s is dummy, crosses to %(table)s and sits %(seat)s.")
        if seat
        else _("%(declarer)s declares: %(dummy)s is dummy and crosses to %(table)s.")
    )
    return text % {
        "declarer": seven.people[four[declarer]].short_name,
        "dummy": seven.people[four[PARTNER[declarer]]].short_name,
        "table": seven.sittings[there].table,
        "seat": seat_word(seat) if seat else "",
    }


def seat_of_crossing(state: State[int], number: int, declarer: str) -> str | None:
    """Return where the dummy of a deal will sit, None where that depends on the other table."""
    there = other(number)
    played = happen(state, Contract(number, declarer))
    futures = [played]
    if played.tables[there].plays:
        futures = [happen(played, Result(there, over)) for over in (False, True)]
    seats = {each.crossing.seat if each.crossing else None for each in futures}
    return seats.pop() if len(seats) == 1 else None
