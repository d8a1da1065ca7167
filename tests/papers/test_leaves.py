"""The leaves of an event on A4 and Letter: nothing lost, nothing over another, so many pages."""

import io
import random
from collections import Counter
from itertools import takewhile
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.models import User
from clubscore.events.models import Event
from clubscore.events.phones import share
from clubscore.events.rankings import Lists
from clubscore.papers.event_papers import papers_of_events
from clubscore.papers.ledger import Identity, Inked, PaperLedger, recording
from clubscore.papers.sizes import A3, A4, LETTER, MARGIN, PAPERS, PaperSize
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.house import client_of
from tests.papers.paper_faults import faults

pytestmark = [pytest.mark.django_db]
LEAVES = ("ranking", "results", "recap", "cards", "poster")
LONG = (
    "Katarzyna Wiśniewska-Kowalczyk",
    "Αλέξανδρος Παπαδόπουλος",
    "<b>Zoë</b> & Söhne",
    "Siobhán Ní Dhomhnaill",
)


def played(pairs: int, *, boards: int = 2, kind: str = "howell", winners: int = 1) -> Evening:
    """An event that was played to its end, with results by lot and long names."""
    evening, lot = Evening(pairs, kind=kind, winners=winners, boards=boards), random.Random(3)  # noqa: S311 - a test's
    for number, person in enumerate(evening.people):
        # Papers have the full name, pages the short one.
        person.name, person.short_name = f"{LONG[number % 4]} {number}"[-20:], f"short{number}"
        person.save()
    rounds = evening.room.rounds
    for number in range(1, rounds + 1):
        for table in evening.room.tables():
            for board in table.place.boards:
                facts = result(lot)
                evening.tell(table.number, board, facts)
                evening.tell(table.number, board, facts, "ew")
        if number < rounds:
            evening.next_round()
    return evening


def result(lot: random.Random) -> dict[str, Any]:
    """A result by lot; now and then all passed."""
    if lot.random() < 0.1:
        return {"passed_out": True}
    contract = lot.choice(("4S", "3NTX", "5D", "2H", "6NTXX", "1C"))
    return {"contract": contract, "declarer": lot.choice("NESW"), "tricks": lot.randint(3, 13)}


def ledger_of(evening: Evening, kind: str, paper: PaperSize, more: str = "") -> PaperLedger:
    """What a paper says, as it would be drawn."""
    with recording() as kept:
        answer = director_again(evening).get(path(evening, f"{kind}.pdf?paper={paper.key}{more}"))
    assert answer.status_code == 200
    (ledger,) = kept
    return ledger


def meet(one: Inked, other: Inked) -> bool:
    """Whether two texts of a page stand over each other, by more than a hair."""
    (x, y, to_x, to_y), (left, top, right, foot) = one.box, other.box
    return min(to_x, right) - max(x, left) > 0.3 and min(to_y, foot) - max(y, top) > 1.5


def overlaps(texts: list[Inked]) -> list[tuple[str, str]]:
    """The texts that stand over each other."""
    by_sheet: dict[tuple[int, int], list[Inked]] = {}
    for each in sorted(texts, key=lambda each: each.box[1]):
        by_sheet.setdefault((each.sheet, each.piece), []).append(each)
    return [
        (one.text, other.text)
        for found in by_sheet.values()
        for at, one in enumerate(found)
        # None that begins below it, of texts from above downwards, stands over it.
        for other in takewhile(lambda other, foot=one.box[3]: other.box[1] < foot, found[at + 1 :])
        if meet(one, other)
    ]


def director_again(evening: Evening) -> Client:
    """The browser of the club's director, the same each time."""
    user = User.objects.filter(username="host").first()
    return client_of(user) if user else director_of(evening)


@pytest.mark.long(20)
def test_nothing_is_small_nor_over_another_nor_of_two_sizes_in_a_column() -> None:
    evening = played(8)
    for kind in LEAVES:
        for paper in PAPERS.values():
            ledger = ledger_of(evening, kind, paper)
            assert ledger.texts, kind
            # What is cut off with the rim of a sheet of cards may be smaller.
            in_the_rim = [each for each in ledger.texts if each.text.startswith("sheet ")]
            inside = [each.size for each in ledger.texts if each not in in_the_rim]
            assert min(inside) >= 8.0, kind
            assert overlaps(ledger.texts) == [], (kind, paper.key)
            sizes: dict[str, set[float]] = {}
            for each in ledger.texts:
                sizes.setdefault(each.column, set()).add(each.size)
            assert all(
                len(found) == 1 for word, found in sizes.items() if word in ("against", "names")
            )


def test_a_checker_of_overlaps_sees_one() -> None:
    one = Inked(1, -1, (10, 10, 50, 20), "one", 9.0, "")
    assert overlaps([one, one._replace(text="two", box=(45, 12, 90, 22))]) == [("one", "two")]
    assert overlaps([one, one._replace(text="two", box=(50, 10, 90, 20))]) == []


@pytest.mark.long(20)
def test_every_result_and_name_is_on_paper_once_for_its_reader() -> None:
    evening = played(8)
    lists = Lists(evening.room)
    names = {person.name for person in evening.people}
    boards = [str(board) for board in lists.boards]
    for paper in (A4, LETTER):
        for more in ("&names=1", "&names=0"):
            said = Counter(each.text for each in ledger_of(evening, "results", paper, more).texts)
            assert all(said[board] for board in boards)
            assert sum(said[name] for name in names) == (
                len(boards) * 4 * 4 if more == "&names=1" else 0
            )
        recap = [each.text for each in ledger_of(evening, "recap", paper).texts]
        assert names <= set(recap) and set(boards) <= set(recap)
        cards = ledger_of(evening, "cards", paper)
        assert len(cards.pieces) == 8 and cards.sheets == 4
        own = Counter(each.text for each in cards.texts if each.column.startswith("board,"))
        assert all(own[board] == 8 for board in boards)


def test_result_cards_say_whose_they_are_and_go_by_number_or_rank() -> None:
    evening = played(6)
    by_number = ledger_of(evening, "cards", A4).pieces
    assert {each.whose.place for each in by_number} == {f"Pair {n}" for n in range(1, 7)}
    for each in by_number:
        assert each.whose == Identity(
            "Portland", "Tuesday pairs", each.whose.date, each.whose.place
        )
    # Cut once and laid one pile under the other they are in order.
    order = sorted(by_number, key=lambda each: (each.box[0], each.sheet))
    assert [each.whose.place for each in order] == [f"Pair {n}" for n in range(1, 7)]
    ranked = [line.key for line in Lists(evening.room).rankings[0].rows]
    order = sorted(
        ledger_of(evening, "cards", A4, "&order=rank").pieces,
        key=lambda each: (each.box[0], each.sheet),
    )
    assert [each.whose.place for each in order] == [f"Pair {key}" for key in ranked]


def test_a_recap_is_one_page_and_says_who_sat_out() -> None:
    evening = played(7)
    for paper in (A4, LETTER):
        ledger = ledger_of(evening, "recap", paper)
        assert {each.sheet for each in ledger.texts} == {1}
        assert any(each.text == "–" for each in ledger.texts)
        # It lies on its side: what is written goes beyond the upright paper.
        assert max(each.box[2] for each in ledger.texts) > paper.width


@pytest.mark.long(30)
def test_long_events_go_on_with_heads_and_number_their_pages() -> None:
    evening = played(14)
    for paper in (A4, LETTER):
        ledger = ledger_of(evening, "results", paper)
        pages = max(each.sheet for each in ledger.texts)
        assert pages > 1
        for page in range(1, pages + 1):
            said = [each.text for each in ledger.texts if each.sheet == page]
            assert any(text.startswith(f"page {page} of {pages} · printed ") for text in said)
            assert page == 1 or any(text.startswith("Results · Tuesday pairs, ") for text in said)
            assert "contract" in said
        assert max(each.box[3] for each in ledger.texts) <= paper.height - MARGIN / 3


def test_a_ranking_without_percentages_has_no_column_for_them() -> None:
    evening = played(4)
    for scoring, has_percent in (("matchpoints", True), ("cross-imps", False)):
        Event.objects.filter(pk=evening.event.pk).update(scoring=scoring)
        said = [each.text for each in ledger_of(evening, "ranking", A4).texts]
        assert ("%" in said) == has_percent
        assert any(text.startswith("2 tables, 3 rounds, 6 boards, Howell.") for text in said)


def test_every_leaf_is_in_the_list_with_a_text() -> None:
    leaves = {each.key for each in papers_of_events() if each.leaf is not None and each.has("txt")}
    assert leaves >= set(LEAVES)


def test_a_poster_is_a_sheet_a_list_without_penalties_and_hides_what_the_share_hides() -> None:
    evening = played(8, kind="mitchell", winners=2)
    Event.objects.filter(pk=evening.event.pk).update(ranking_open=True)
    for more, wide in (("", A4.width), ("&paper=a3", A3.width)):
        ledger = ledger_of(evening, "poster", A4, more)
        assert {each.sheet for each in ledger.texts} == {1, 2}
        assert max(each.box[2] for each in ledger.texts) > wide * 0.9
        names = {each.text for each in ledger.texts if each.column == "names"}
        assert names == {person.name for person in evening.people}
        assert overlaps(ledger.texts) == []
    assert min(each.size for each in ledger.texts if each.column == "names") >= 14
    share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
    ledger = ledger_of(evening, "poster", A4)
    assert {each.text for each in ledger.texts if each.column == "names"} == set("12345678")
    text = director_again(evening).get(path(evening, "poster.txt")).content.decode()
    assert not any(person.name in text for person in evening.people)


def test_a_poster_of_many_shows_the_best_and_says_so() -> None:
    evening = Evening(60, boards=1)
    evening.play()
    ledger = ledger_of(evening, "poster", A4)
    said = [each.text for each in ledger.texts]
    assert any("24 of 30 pairs shown" in text for text in said)
    assert overlaps(ledger.texts) == []


def test_a_leaf_is_read_as_a_table_with_heads() -> None:
    evening = played(4)
    pdf = director_of(evening).get(path(evening, "ranking.pdf")).content
    root = PdfReader(io.BytesIO(pdf)).root_object["/StructTreeRoot"]["/K"][0].get_object()
    kinds = [each.get_object()["/S"] for each in root["/K"]]
    assert kinds[:3] == ["/H1", "/P", "/P"] and kinds.count("/Table") == 1
    table = root["/K"][kinds.index("/Table")].get_object()
    rows = [each.get_object() for each in table["/K"]]
    assert [row["/S"] for row in rows] == ["/TR"] * 5
    assert {each.get_object()["/S"] for each in rows[0]["/K"]} == {"/TH"}
    assert {each.get_object()["/S"] for each in rows[1]["/K"]} == {"/TD"}


@pytest.mark.long(40)
def test_the_longest_names_stand_in_full_or_with_initials_and_leave_the_recap_on_its_page() -> None:
    evening = played(14)
    for number, person in enumerate(evening.people):
        person.name = f"{LONG[number % 4]}-Featherstonehaugh {number}"
        person.save()
    for kind, sheets in (("ranking", 1), ("recap", 1), ("results", 14), ("cards", 14)):
        ledger = ledger_of(evening, kind, A4)
        assert faults(ledger) == [], kind
        assert ledger.sheets <= sheets, kind
        said = "".join("".join(each.text.split()) for each in ledger.texts)
        for number, person in enumerate(evening.people):
            surname = "".join(person.name.split()[-2:])
            assert surname in said, (kind, number)


def test_every_sheet_of_result_cards_says_which_it_is_and_when_it_was_printed() -> None:
    ledger = ledger_of(played(8), "cards", A4)
    said = [each.text for each in ledger.texts if each.text.startswith("sheet ")]
    assert ledger.sheets == 4 and len(said) == 4
    assert all(f"sheet {n} of 4 · printed " in text for n, text in enumerate(said, 1))
