"""The caddy's card, cards for stands where boards wait, and the cards of a table's four sides."""

from collections.abc import Iterator

import pytest

from clubscore.club.models import Club
from clubscore.events.models import Event
from clubscore.movements import build
from clubscore.papers.caddy import Wait, waits
from clubscore.papers.ledger import Inked, PaperLedger, recording
from clubscore.papers.pen import CAPITALS
from clubscore.papers.pieces import CARD
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.events.test_sections import played_in_two
from tests.papers.paper_faults import faults

pytestmark = [pytest.mark.django_db]
LONG = "The Wednesday afternoon duplicate for the cup that the late Colonel left to us all"


def papers(evening: Evening, kind: str) -> Iterator[PaperLedger]:
    """The ledger of a paper of an evening on each size of paper; nothing is wrong with it."""
    director = director_of(evening)
    for paper in ("a4", "letter"):
        with recording() as kept:
            answer = director.get(path(evening, f"{kind}.pdf?paper={paper}"))
        assert answer.status_code == 200
        assert faults(kept[0]) == []
        yield kept[0]


def rows(ledger: PaperLedger, piece: int) -> list[list[str]]:
    """The cells of a piece's grid, row by row."""
    found: list[list[Inked]] = []
    for each in ledger.texts:
        if each.piece == piece and each.column:
            # A row is drawn from the left.
            if not found or each.box[0] < found[-1][-1].box[0]:
                found.append([])
            found[-1].append(each)
    return [[each.text for each in line] for line in found]


def test_the_caddys_card_has_a_row_a_round_and_a_column_a_set() -> None:
    for ledger in papers(Evening(12, boards=2), "caddy"):
        card = rows(ledger, 0)
        assert card[0] == ["1", "1, 6", "2", "3", "new", "4", "5"]
        assert [row[0] for row in card] == ["1", "2", "3", "4", "5", "6"]
        assert card[1][5] == "stand", "boards 9-10 rest after table 4"
        heads = [each.text for each in ledger.texts if each.piece == 0 and not each.column]
        assert {"1–2", "3–4", "11–12", "Caddy's card"} <= set(heads)


def test_a_stand_says_what_waits_there_from_where_and_to_where() -> None:
    for ledger in papers(Evening(12, boards=2), "caddy"):
        said = [each.text for each in ledger.texts if each.piece == 1]
        assert "Boards wait here" in said and "From table 4, to table 3." in said
        assert ledger.pieces[1].whose.place == "Stand before table 3"
        card = rows(ledger, 1)
        assert card[0] == ["1", "7–8", "new", "3"]
        assert card[1] == ["2", "9–10", "4", "3"]
        assert len(card) == 5, "in the last round nothing waits any more"


def test_where_no_boards_wait_there_is_no_such_card() -> None:
    for ledger in papers(Evening(10), "caddy"):
        assert len(ledger.pieces) == 1
        assert not any("wait" in each.text for each in ledger.texts)


@pytest.mark.parametrize(("kind", "count"), [("howell", 8), ("howell", 14), ("mitchell", 16)])
def test_what_waits_is_on_no_table_meanwhile_and_comes_to_the_table_named(
    kind: str, count: int
) -> None:
    movement = build(kind, count)
    found = waits(movement, movement.rounds)
    lies = {(row.round, movement.boards_of_set(row.set)): row.table for row in movement.rows}
    assert found
    for each in found:
        assert all((n, each.boards) not in lies for n in range(each.first, each.last + 1))
        assert lies[each.last + 1, each.boards] in each.after
        if each.before:
            assert lies[each.first - 1, each.boards] in each.before


def test_a_wait_over_several_rounds_is_one_row() -> None:
    movement = build("howell", 8)
    assert any(isinstance(each, Wait) and each.last > each.first for each in
               waits(movement, movement.rounds))  # fmt: skip


@pytest.mark.parametrize(
    ("pairs", "kind", "boards"), [(4, "howell", 9), (28, "mitchell", 2), (30, "howell", 1)]
)
def test_small_and_large_rooms_with_long_names_are_right(
    pairs: int, kind: str, boards: int
) -> None:
    evening = Evening(pairs, kind=kind, winners=1 if kind == "howell" else 2, boards=boards)
    Event.objects.filter(pk=evening.event.pk).update(name=LONG)
    Club.objects.filter(pk=evening.club.pk).update(name="The Portland and Old Cavendish Club")
    rounds = {"1": 0, str(evening.room.rounds): 0}
    for kind_of_paper in ("caddy", "side-cards", "table-tents"):
        for ledger in papers(evening, kind_of_paper):
            assert ledger.pieces
            if kind_of_paper == "caddy":
                rounds |= {
                    row[0]: 1 for at in range(len(ledger.pieces)) for row in rows(ledger, at)
                }
    assert all(rounds.values()), "the first and the last round stand on the card"


def test_of_two_sections_each_has_its_own_card() -> None:
    for ledger in papers(played_in_two(), "caddy"):
        titles = [each.text for each in ledger.texts if each.size == CARD]
        assert titles[:2] == ["Caddy's card A", "Caddy's card B"]
        assert any(cell.startswith("B") for row in rows(ledger, 1) for cell in row)


def test_side_cards_have_a_seats_letter_in_150_points_to_both_sides() -> None:
    evening = Evening(6)
    for ledger in papers(evening, "side-cards"):
        assert len(ledger.pieces) == 12 and ledger.sheets == 2
        places = {each.whose.place for each in ledger.pieces}
        assert {"Table 1, North", "Table 3, West"} <= places
        large = [each for each in ledger.texts if each.size > 130]
        assert len(large) == 24 and {each.text for each in large} == set("NESW")
        if ledger.paper.key == "a4":
            assert {round(each.size) for each in large} == {150}
        for at, piece in enumerate(ledger.pieces):
            ridge = (piece.box[1] + piece.box[3]) / 2
            both = sorted(each.box[1] for each in large if each.piece == at)
            assert both[0] < ridge < both[1]
            assert both[1] - both[0] > sum(CAPITALS) * 130


def test_their_text_has_a_line_a_table_and_the_page_leads_to_both() -> None:
    evening = Evening(6)
    director = director_of(evening)
    text = director.get(path(evening, "side-cards.txt")).content.decode()
    assert "\nTable 3: North, East, South, West\n" in text
    page = director.get(path(evening, "")).content.decode()
    for rest in ("side-cards.pdf", "side-cards.txt", "caddy.pdf", "caddy.txt"):
        assert path(evening, rest) in page
