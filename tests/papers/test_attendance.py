"""The attendance list: who is expected, what each pays, who paid, room for more."""

import pytest

from clubscore.club.models import Club, Role
from clubscore.events.models import Entry
from clubscore.papers.attendance import attendance_of
from clubscore.papers.ledger import PaperLedger, recording
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.house import client_of, make_user
from tests.papers.paper_faults import faults

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening() -> Evening:
    """Six pairs who pay four shillings each; the first pair has paid."""
    evening = Evening(6, fee=48 * 4, starts=False)
    Club.objects.filter(pk=evening.club.pk).update(currency="LSD")
    first = Entry.objects.filter(event=evening.event).order_by("number").first()
    assert first is not None
    Entry.objects.filter(pk=first.pk).update(paid_at=evening.event.opened_at)
    return evening


def ledger_of(evening: Evening, paper: str) -> PaperLedger:
    with recording() as kept:
        answer = director_of(evening).get(path(evening, f"attendance.pdf?paper={paper}"))
    assert answer.status_code == 200
    (ledger,) = kept
    return ledger


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everyone_has_a_row_and_six_are_free(evening: Evening, paper: str) -> None:
    ledger = ledger_of(evening, paper)
    said = [each.text for each in ledger.texts]
    for person in evening.people:
        assert said.count(person.name) == 1
    numbers = [each.text for each in ledger.texts if each.column.startswith("no.")]
    assert numbers == [str(n) for n in range(1, 12 + 6 + 1)]
    assert said.count("✓") == 2, "a pair has paid"
    assert "together" in said and "cash counted" in said
    assert faults(ledger) == []


def test_a_long_list_goes_on_with_its_heads() -> None:
    ledger = ledger_of(Evening(60, starts=False), "a4")
    assert ledger.sheets == 4, "thirty-two rows a page"
    heads = [each.sheet for each in ledger.texts if each.text == "signature"]
    assert heads == [1, 2, 3, 4]
    assert faults(ledger) == []


def test_without_table_money_nothing_is_asked_for() -> None:
    evening = Evening(4, starts=False)
    assert attendance_of(evening.room).currency is None
    said = {each.text for each in ledger_of(evening, "a4").texts}
    assert {"name", "here", "signature"} <= said and not {"paid", "together"} & said


def test_its_text_says_who_pays_what_and_who_has(evening: Evening) -> None:
    director = director_of(evening)
    text = director.get(path(evening, "attendance.txt")).content.decode()
    assert all(len(line) <= 40 for line in text.splitlines())
    paid = text.split("Left1\n")[1].split("\n\n")[0]
    assert paid == "  Pair 1\n  Table money: 4s, paid"
    assert "Left2\n  Pair 2\n  Table money: 4s\n" in text
    assert text.rstrip().endswith("Together: £2 8s")
    page = director.get(path(evening, "entries/")).content.decode()
    assert f"/event/{evening.event.pk}/attendance.txt" in page


def test_it_is_for_whoever_stands_at_the_door(evening: Evening) -> None:
    player = client_of(make_user(evening.club, "ann", Role.PLAYER, evening.people[0]))
    for ending in ("pdf", "txt"):
        assert player.get(path(evening, f"attendance.{ending}")).status_code == 403


def test_who_has_withdrawn_is_not_expected_unless_they_paid(evening: Evening) -> None:
    entries = Entry.objects.filter(event=evening.event).order_by("number")
    paid, unpaid = entries[0], entries[1]
    entries.filter(pk__in=(paid.pk, unpaid.pk)).update(withdrawn_at=evening.event.opened_at)
    names = [each.name for each in attendance_of(evening.room).players]
    assert len(names) == 10 and {each.name for each in paid.people} <= {*names}
    assert not {each.name for each in unpaid.people} & {*names}
    assert attendance_of(evening.room).due == 10 * 48 * 4
