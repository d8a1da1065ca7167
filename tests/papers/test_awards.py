"""Certificates and cup slips of an event: each list and place, full names, nothing cut."""

import pytest

from clubscore.club.models import Person
from clubscore.events.rankings import Lists
from clubscore.papers.awards import Certificate, awards, certificates_pdf
from clubscore.papers.ledger import recording
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.text import WIDTH, columns
from tests.events.evenings import Evening
from tests.events.test_ending import end
from tests.events.test_pages import path
from tests.papers.paper_faults import faults
from tests.papers.test_leaves import director_again, ledger_of, played

pytestmark = [pytest.mark.django_db]
SIZES = pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
FORTY = "Johann Sebastian von Hohenlohe-Bartenste"


def over(winners: int = 2) -> Evening:
    """An event that is over, with two lists and names of forty letters."""
    evening = played(8, kind="mitchell", winners=winners)
    for number, person in enumerate(evening.people):
        Person.objects.filter(pk=person.pk).update(name=f"{FORTY} {number}")
    end(evening)
    return evening


@SIZES
def test_the_first_three_of_each_list_have_a_certificate(paper: PaperSize) -> None:
    evening = over()
    ledger = ledger_of(evening, "awards", paper)
    assert faults(ledger) == []
    assert (ledger.paper.width, ledger.paper.height) == (paper.height, paper.width)
    lists = Lists(evening.fresh_room() if hasattr(evening, "fresh_room") else evening.room)
    placed = [
        (one, line)
        for one in lists.rankings
        for line in one.placed
        if line.place.rstrip("=") in ("1", "2", "3")
    ]
    assert len(lists.rankings) == 2 and ledger.sheets == len(placed) >= 6
    for sheet, (one, line) in enumerate(placed, start=1):
        told = " ".join(each.text for each in ledger.texts if each.sheet == sheet)
        assert one.title in told and line.percent in told
        assert told.count(FORTY) == 2


@SIZES
def test_the_winners_of_each_list_have_a_cup_slip(paper: PaperSize) -> None:
    evening = over()
    ledger = ledger_of(evening, "cup-slips", paper)
    assert faults(ledger) == []
    assert ledger.sheets == 1
    assert len(ledger.pieces) == len(awards(evening.room, places=1)) >= 2
    for number in range(len(ledger.pieces)):
        told = [each.text for each in ledger.texts if each.piece == number]
        assert {"cup", "received by", "to be returned by"} <= set(told)
        assert any(text.startswith(("First of 4", "North–South.", "East–West.")) for text in told)


def test_both_are_said_in_words_and_offered_when_the_event_is_over() -> None:
    evening = over()
    client = director_again(evening)
    for kind in ("awards", "cup-slips"):
        text = client.get(path(evening, f"{kind}.txt")).content.decode()
        assert "First of 4" in text and all(columns(line) <= WIDTH for line in text.splitlines())
        assert f"/{kind}.pdf" in client.get(path(evening)).content.decode()


def test_before_anyone_has_a_place_the_papers_say_so() -> None:
    evening = Evening(4, kind="howell", winners=1)
    for kind in ("awards", "cup-slips"):
        (text,) = {each.text for each in ledger_of(evening, kind, A4).texts if "yet" in each.text}
        assert text == "No one has a place yet."


@SIZES
def test_no_name_of_a_certificate_is_cut(paper: PaperSize) -> None:
    name = "Maximiliane Featherstonehaugh-Vandenbroucke von Hohenlohe-Bartenstein und Kowalczyk"
    one = Certificate("Club " * 16, "Event " * 14, "First of 12: 60 percent", (name, name), "today")
    with recording() as kept:
        certificates_pdf([one], paper)
    assert faults(kept[0]) == []
    told = " ".join(each.text for each in kept[0].texts)
    assert told.count("und Kowalczyk") == 2 and told.count("Event") == 14
