"""What the log of the seven says of seats, written where every table keeps its people.

A rubber is a part of its own: its first four are its originals, and it is settled for them. Whoever
sits in for one of them is entered beside that player from the first deal on, as a substitute is.
"""

from clubscore.club import clock
from clubscore.laws.cards import COMPASS
from clubscore.laws.seven import TABLES
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import Part, Seat, Sitting, Substitute
from clubscore.rubbers.money.settling import is_agreed
from clubscore.rubbers.seven.log import Writing, newest_part
from clubscore.rubbers.sitting.seating import LineUp, agreement_of, begin_part
from clubscore.rubbers.state.part_state import Standing, standing_of


def write_seats(writing: Writing) -> None:
    """Seat everyone for the next deal of each table as the log has it."""
    for number in TABLES:
        table = writing.state.tables[number]
        four = table.players if table.plays else table.four
        if len(four) == len(COMPASS):
            _write_table(writing, writing.seven.sittings[number], dict(four))


def _write_table(writing: Writing, sitting: Sitting, four: dict[str, int]) -> None:
    part = newest_part(sitting)
    if part is None:
        table = writing.state.tables[sitting.seven_table or 0]
        _begin_rubber(writing, sitting, None, four, table.dealer)
        return
    standing = standing_of(part)
    if is_over(standing):
        if all(is_agreed(part, n) for n in range(1, len(standing.sheet.rubbers) + 1)):
            _begin_rubber(writing, sitting, part, four, standing.dealer)
        return
    _write_substitutes(writing, standing, four)


def is_over(standing: Standing) -> bool:
    """Whether a rubber has ended, so that the next deal begins another."""
    if standing.part.closed_at is not None:
        return True
    return bool(standing.live) and standing.sheet.unfinished is None


def _begin_rubber(
    writing: Writing, sitting: Sitting, before: Part | None, four: dict[str, int], dealer: str
) -> None:
    """Make the four who now sit there the originals of a new rubber."""
    if before is not None:
        Part.objects.filter(pk=before.pk, closed_at=None).update(closed_at=clock.now())
    people = {seat: writing.seven.people[who] for seat, who in four.items()}
    line_up = LineUp(people, dealer, {}, sitting.table.pack)
    entry = authored(writing.actor, sitting.club_id, f"{writing.key}:rubber{sitting.seven_table}")
    begin_part(sitting, before, agreement_of(sitting), line_up, entry)


def _write_substitutes(writing: Writing, standing: Standing, four: dict[str, int]) -> None:
    part = standing.part
    if not standing.live and not part.substitutes.exists():
        # Nothing has been dealt yet: the players sitting there now are the originals.
        now = {seat.seat: seat.person_id for seat in part.seats.all()}
        if now != four:
            part.seats.all().delete()
            for seat, who in four.items():
                whose = {"person_id": who, "account_id": who}
                Seat.objects.create(club_id=part.club_id, part=part, seat=seat, **whose)
        return
    held = {seat: person.pk for seat, person in standing.people.items()}
    for seat, who in four.items():
        if held[seat] != who:
            Substitute.objects.create(
                part=part,
                seat=seat,
                position=standing.next_position,
                person_id=who,
                account=standing.accounts[seat],
                **authored(
                    writing.actor,
                    part.club_id,
                    f"{writing.key}:{part.pk}:{seat}{standing.next_position}",
                ),
            )
