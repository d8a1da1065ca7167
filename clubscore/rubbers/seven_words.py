"""What the pages of the seven say: who is dummy, who crosses, where everyone sits and stands."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from clubscore.club.models import Person
from clubscore.club.wording import named
from clubscore.laws.cards import COMPASS
from clubscore.laws.seven import PARTNER, TABLES, other
from clubscore.laws.words import SEATS
from clubscore.rubbers.models import CardTable, Settlement, SevenHappening, Sitting
from clubscore.rubbers.score import PartScore
from clubscore.rubbers.seven import Seven, is_over

SIDES = (("N", "S"), ("E", "W"))
# Where an event of the log names people.
PEOPLE: tuple[Literal["who", "one", "two"], ...] = ("who", "one", "two")


def seat_word(seat: str) -> str:
    """Return the name of a seat."""
    return _(SEATS[seat])


@dataclass(frozen=True)
class MayBeDummy:
    """Somebody who could be dummy, and where they sit."""

    seat: str
    person: Person


@dataclass(frozen=True)
class DummyShown:
    """Who is dummy of the deal in play: stays or goes, has gone, where to, who else could be."""

    person: Person
    stays: bool
    away: bool
    gone: bool
    seat: str
    others: list[MayBeDummy]


@dataclass(frozen=True)
class Coming:
    """Who is crossing to a table: here already, which seat, and who makes room for that."""

    person: Person
    here: bool
    seat: str
    own: bool
    moved: Person | None
    moved_seat: str


@dataclass(frozen=True)
class TableOfSeven:
    """What a table's page says of the seven."""

    sitting: Sitting
    other: Sitting
    sides: list[str]
    new_rubber: bool
    dummy: DummyShown | None
    coming: Coming | None
    waits: bool
    no_name_yet: bool
    last: bool
    done: bool
    eighth: Person | None


def at_table_of_seven(seven: Seven, sitting: Sitting) -> TableOfSeven:
    """Return what a table's page says of the seven, each thing None where there is nothing."""
    number = sitting.seven_table or 0
    state, table = seven.state, seven.state.tables[number]
    deals = state.deals(number)
    return TableOfSeven(
        sitting=sitting,
        other=seven.sittings[other(number)],
        sides=sides_of(seven, number),
        new_rubber=deals and not table.originals,
        dummy=_dummy(seven, number),
        coming=_coming(seven, number),
        waits=not deals and not table.plays and state.turn == other(number),
        no_name_yet=state.crossing is None or state.crossing.to != number,
        last=state.last,
        done=state.last and not deals and not table.plays,
        eighth=seven.people[state.eighth] if state.eighth is not None else None,
    )


def sides_of(seven: Seven, number: int) -> list[str]:
    """Return whose rubber it is at a table, side by side: "Eve & Fred", "Gina & the next over"."""
    standing = seven.standings[number]
    seats: Mapping[str, str | None]
    if standing is not None and not is_over(standing):
        seats = standing.account_names
    else:
        people = seven.people
        seats = {
            seat: people[who].short_name if who is not None else None
            for seat, who in seven.state.tables[number].seats.items()
        }
    vacant = _("the next to cross") if standing else _("the first to cross")
    sides = [sorted(side, key=lambda seat: seats[seat] is None) for side in SIDES]
    return [named([seats[seat] or vacant for seat in side]) for side in sides]


def _dummy(seven: Seven, number: int) -> DummyShown | None:
    """Return who is dummy of the deal in play, where they go, and who else could be dummy."""
    state, table = seven.state, seven.state.tables[number]
    crossing = state.crossing
    if table.declarer is None:
        return None
    seat = PARTNER[table.declarer]
    people = {each: seven.people[who] for each, who in table.players.items()}
    stays = crossing is None or crossing.start != number
    return DummyShown(
        person=people[seat],
        # No one crosses during the last deals, and a player dealt cards elsewhere stays there.
        stays=table.seats[seat] is not None,
        away=stays,
        gone=crossing is not None and crossing.gone,
        seat=seat_word(crossing.seat) if crossing and crossing.seat else "",
        others=[MayBeDummy(each, person) for each, person in people.items() if each != seat],
    )


def _coming(seven: Seven, number: int) -> Coming | None:
    """Return who is crossing to a table, where they sit there, and who makes room for them."""
    crossing = seven.state.crossing
    if crossing is None or crossing.to != number:
        return None
    moved = crossing.moved
    return Coming(
        person=seven.people[crossing.who],
        here=crossing.here,
        seat=seat_word(crossing.seat) if crossing.seat else "",
        own=moved is not None,
        moved=seven.people[moved[0]] if moved else None,
        moved_seat=seat_word(moved[1]) if moved else "",
    )


def people_now_at(seven: Seven, sitting: Sitting) -> list[tuple[Person, str]]:
    """Return who is at a table now, with their seat; whoever crosses is where they go."""
    number = sitting.seven_table or 0
    table, crossing = seven.state.tables[number], seven.state.crossing
    here = [(seven.people[who], seat_word(seat)) for seat, who in table.four.items()]
    if crossing is not None and crossing.to == number and crossing.seat is None:
        here.append((seven.people[crossing.who], _("is crossing")))
    if seven.state.eighth is not None and number == 1:
        here.append((seven.people[seven.state.eighth], _("waits")))
    return here


@dataclass(frozen=True)
class BoardSeat:
    """A seat of the position board: who sits there, and for whose account where it is another's."""

    seat: str
    person: Person | None
    account: Person | None


@dataclass(frozen=True)
class PositionTable:
    """A table of the position board."""

    sitting: Sitting
    rows: list[BoardSeat]
    dealer: str
    plays: bool
    closed: bool


@dataclass(frozen=True)
class InRubber:
    """How the running rubber of a table stands for somebody; without a partner it is not theirs."""

    table: CardTable
    partner: Person | None = None
    points: int = 0


@dataclass(frozen=True)
class StandingOfOne:
    """How one of the seven stands at both tables, and the points of their finished rubbers.

    `won` is None until a rubber of theirs is made up and agreed.
    """

    person: Person
    crosses: bool
    rubbers: list[InRubber]
    won: int | None


def board_of(seven: Seven) -> list[PositionTable]:
    """Return the position board: table by table, seat by seat, who sits there and for whom."""
    return [_board(seven, number, sitting) for number, sitting in seven.sittings.items()]


def _board(seven: Seven, number: int, sitting: Sitting) -> PositionTable:
    table, standing = seven.state.tables[number], seven.standings[number]
    accounts = standing.accounts if standing is not None and not is_over(standing) else {}
    rows = []
    for seat in COMPASS:
        who = table.seats[seat]
        person = seven.people[who] if who is not None else None
        account = accounts.get(seat)
        stands_in = account if account is not None and account != person else None
        rows.append(BoardSeat(seat_word(seat), person, stands_in))
    dealer = standing.dealer if standing is not None else table.dealer
    return PositionTable(sitting, rows, seat_word(dealer), table.plays, table.closed)


def standing_of_everybody(seven: Seven) -> list[StandingOfOne]:
    """Return how everyone stands in the rubber of one table or of two, and tonight so far."""
    crossing = seven.state.crossing
    won: Counter[str] = Counter()
    for agreed in Settlement.objects.filter(part__sitting__seven=seven.evening):
        won.update(agreed.points)
    return [
        StandingOfOne(
            person=person,
            crosses=crossing is not None and crossing.who == who,
            rubbers=[_in_rubber(seven, number, person) for number in TABLES],
            won=won.get(str(who)),
        )
        for who, person in seven.people.items()
    ]


def _in_rubber(seven: Seven, number: int, person: Person) -> InRubber:
    """Return how the running rubber of a table stands for somebody, and whose it is besides."""
    standing, table = seven.standings[number], seven.sittings[number].table
    if standing is None or is_over(standing):
        return InRubber(table)
    seat = next((s for s, account in standing.accounts.items() if account == person), None)
    if seat is None:
        return InRubber(table)
    return InRubber(table, standing.accounts[PARTNER[seat]], difference_for(standing, seat))


def difference_for(standing: PartScore, seat: str) -> int:
    """Return by how many points a seat's side is ahead in the running rubber, all in all."""
    unfinished = standing.sheet.unfinished
    if unfinished is None:
        return 0
    ours = "NS" if seat in "NS" else "EW"
    # What its law gives for a rubber that is broken off is no one's while it goes on.
    points = {
        key: unfinished.totals[key] - unfinished.bonus.get(key, 0) for key in unfinished.totals
    }
    return 2 * points[ours] - sum(points.values())


def moves_in_words(seven: Seven, happening: SevenHappening) -> str:
    """Return what happened between the tables in a line, for the history of a table."""
    kind: str = happening.get_kind_display()
    data = happening.data
    who = [seven.people[data[name]].short_name for name in PEOPLE if name in data]
    if happening.kind == SevenHappening.Kind.CONTRACT:
        seat = seat_word(PARTNER[data["declarer"]])
        return _("contract and lead: %(seat)s is dummy and crosses") % {"seat": seat}
    if happening.kind == SevenHappening.Kind.TAKEN_BACK:
        before = seven.log[data["number"]]
        return _("undone: %(what)s") % {"what": moves_in_words(seven, before)}
    said = _("%(names)s: %(what)s") % {"names": named(who), "what": kind} if who else kind
    return said if seven.counts(happening) else _("%(said)s (undone)") % {"said": said}
