"""What a correction means for the seven: no one moves for an old contract, and the page says so."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubscore.club.models import Person
from clubscore.laws.deal import DealFacts
from clubscore.laws.errors import RuleError
from clubscore.laws.score_sheet import Sheet
from clubscore.laws.seven import PARTNER, Result, State, TakenBack, fold
from clubscore.rubbers.seven.in_words import seat_word
from clubscore.rubbers.seven.log import Kind, Seven, crossing_at, event_of
from clubscore.rubbers.state.part_state import LiveDeal, Standing

Row = tuple[str, str, str]


def moves_after(standing: Standing, deal: LiveDeal, facts: DealFacts, new: Sheet) -> list[Row]:
    """Return (what, before, after) of the seats where a deal of the seven is put right."""
    seven = crossing_at(standing.part.sitting)
    if seven is None:
        return []
    return [*_dummy(seven, standing, deal, facts), *_seats(seven, standing, deal, new)]


def _dummy(seven: Seven, standing: Standing, deal: LiveDeal, facts: DealFacts) -> list[Row]:
    """Say who was dummy by the corrected contract, and that whoever crossed stays."""
    people = standing.at_deal(deal.position).people
    before, after = _dummy_of(people, deal.facts), _dummy_of(people, facts)
    if before == after:
        return []
    was = _("%(name)s, who has crossed") % {"name": before.short_name} if before else _("no one")
    now = after.short_name if after else _("no one")
    return [(_("Dummy"), was, _("%(name)s; everyone stays in their present seat") % {"name": now})]


def _dummy_of(people: Mapping[str, Person], facts: DealFacts) -> Person | None:
    declarer = facts.get("declarer")
    return people[PARTNER[declarer]] if declarer in PARTNER else None


def _seats(seven: Seven, standing: Standing, deal: LiveDeal, new: Sheet) -> list[Row]:
    """Say who is seated otherwise where a rubber now ends, or now goes on."""
    sitting = standing.part.sitting
    table, last = sitting.seven_table, standing.live[-1]
    if table is None:
        return []
    part, over = standing.part.number, new.unfinished is None
    ended = seven.live(Kind.RESULT, at=table, part=part, position=last.position)
    if ended is None or ended.data["rubber_over"] == over:
        return []
    log = [event_of(each) for each in seven.log]
    home = seven.evening.rules["seven_seat"] == "home"
    more = (TakenBack(ended.number), Result(table, over))
    try:
        state: State[int] = fold(tuple(seven.evening.players), [*log, *more], home)
    except RuleError:
        return []
    rows = []
    for who, person in seven.people.items():
        before, after = _place(seven, seven.state, who), _place(seven, state, who)
        if before != after:
            rows.append((_("Seat of %(name)s") % {"name": person.short_name}, before, after))
    return rows


def _place(seven: Seven, state: State[int], who: int) -> str:
    for number, table in state.tables.items():
        seat = table.seat_of(who)
        if seat is not None:
            words = {"table": seven.sittings[number].table, "seat": seat_word(seat)}
            return _("%(table)s, %(seat)s") % words
    return _("between the tables")
