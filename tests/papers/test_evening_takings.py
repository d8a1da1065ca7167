"""The treasurer's sheet of an evening: all card tables, rows that add up across and down."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import authored, new_key
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, post
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.papers.ledger import recording
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.takings import evening_takings, takings_pdf, takings_words
from clubscore.papers.text import WIDTH, columns, wrapped_text
from clubscore.rubbers.models import CardTable, Sitting
from tests.papers.paper_faults import faults
from tests.papers.test_slip_copies import LONG

EVENING = dt.date(2026, 11, 19)
SHILLING = 48
pytestmark = pytest.mark.django_db


def an_evening(people: int = 7, tables: int = 2, currency: str = "LSD") -> Club:
    """Each of some people loses to the next at each of some tables, and pays table money."""
    club = found_club(name="Portland Club", author="a test")
    actor = Actor(level=Level.DIRECTOR, club=club)
    who = [
        Person.objects.create(club=club, name=name, short_name=name[:12]) for name in LONG[:people]
    ]

    def enter(kind: str, table: CardTable, debited: int, credited: int, coins: int) -> None:
        origin = Origin(EVENING, "rubber", str(table.pk))
        post(kind=kind, origin=origin, lines={Transfer(debited, credited, currency): coins},
             entry=authored(actor, club.pk, new_key()))  # fmt: skip

    for number in range(tables):
        table = CardTable.objects.create(club=club, name=f"Table {number + 1}")
        Sitting.objects.create(club=club, table=table, evening=EVENING)
        for at, one in enumerate(who):
            other = who[(at + 1) % people]
            enter("rubber", table, one.pk, other.pk, 1001 + 37 * at + number)
            enter("table-money", table, one.pk, THE_CLUB, SHILLING)
        enter("payment", table, THE_CLUB, who[0].pk, SHILLING)
    return club


def test_rows_add_up_across_and_columns_to_nothing() -> None:
    found = evening_takings(an_evening(), EVENING)
    assert found is not None
    (takings,) = found.takings
    assert len(takings.rows) == 7 and set(takings.total) == {0}
    for row in (*takings.rows, takings.club):
        cards, beside, paid, still = row.sums
        assert cards + beside + paid == still, row
    assert takings.club.sums == (0, 14 * SHILLING, -2 * SHILLING, 12 * SHILLING)
    text = wrapped_text(takings_words(found))
    assert "the club" in text and "still open: 12s" in text and "paid: minus 2s" in text
    assert all(columns(line) <= WIDTH for line in text.splitlines())


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
@pytest.mark.parametrize(
    ("people", "tables", "currency"), [(4, 1, "LSD"), (7, 2, "EUR"), (20, 12, "LSD")]
)
def test_the_sheet_says_everybody_and_every_payment(
    people: int, tables: int, currency: str, paper: PaperSize
) -> None:
    found = evening_takings(an_evening(people, tables, currency), EVENING)
    assert found is not None
    with recording() as kept, clock.at(clock.now()):
        takings_pdf(found, paper)
    (ledger,) = kept
    assert faults(ledger) == []
    told = " ".join(" ".join(each.text for each in ledger.texts).split())
    for name in LONG[:people]:
        assert name in told or name.split()[-1] in told
    assert told.count("Who pays whom: Table") == tables
    assert "The club has received" in told


def test_an_evening_without_tables_has_no_sheet() -> None:
    assert evening_takings(an_evening(), EVENING + dt.timedelta(days=1)) is None


def test_it_is_read_with_as_many_queries_whatever_tables_there_are() -> None:
    club = an_evening(7, 6)
    with CaptureQueriesContext(connection) as queries:
        evening_takings(club, EVENING)
    assert len(queries) <= 6
