"""Labels for boards by the names of their stocks: measures, the offset, begun sheets, the test."""

import re

import pytest
from django.test import Client

from clubscore.deals.hands import usual_dealer, usual_vulnerable
from clubscore.papers.board_labels import (
    Label,
    LabelWish,
    crosses_pdf,
    labels,
    labels_pdf,
    stock_words,
)
from clubscore.papers.ledger import Inked, PaperLedger, imprint, recording
from clubscore.papers.sizes import BY_KEY, MM, STOCKS, UNPRINTABLE, Shift, Stock
from clubscore.ranking import Board
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.papers.paper_faults import WHICH, faults

TOLD = imprint("Labels", "Portland")
WORDS = {"none": "none vul", "NS": "vul NS", "EW": "vul EW", "both": "all vul"}
ARROWS = {"N": ("↑", "North"), "E": ("→", "East"), "S": ("↓", "South"), "W": ("←", "West")}
each_stock = pytest.mark.parametrize("stock", STOCKS, ids=[stock.key for stock in STOCKS])


def plain(first: int, last: int, *, counts: bool = True) -> list[Label]:
    """Labels of boards as the law has them."""
    found = []
    for number in range(first, last + 1):
        board = Board(number, usual_dealer(number), usual_vulnerable(number))
        arrow, dealer = ARROWS[board.dealer]
        vulnerable = WORDS[board.vulnerable] if counts else ""
        found.append(Label(str(number), arrow, f"{dealer} deals", vulnerable))
    return found


def on_labels(all_labels: list[Label], wanted: LabelWish) -> PaperLedger:
    with recording() as kept:
        labels_pdf(all_labels, wanted, TOLD)
    return kept[0]


def texts_of(ledger: PaperLedger) -> list[Inked]:
    """What stands on the labels; the strip below them, which says which sheet it is, apart."""
    on, below = [], []
    for each in ledger.texts:
        (below if WHICH.search(each.text) else on).append(each)
    assert [each.sheet for each in below] == list(range(1, ledger.sheets + 1))
    return on


@each_stock
@pytest.mark.parametrize("down", [-30, 0, 30])
def test_the_strip_says_which_sheet_it_is_and_lies_on_no_label(stock: Stock, down: int) -> None:
    ledger = on_labels(plain(1, 90), LabelWish(stock, 1, Shift(0, down)))
    lowest = stock.corner(stock.held - 1, Shift(0, down))[1] + stock.high * MM
    strips = [each for each in ledger.texts if WHICH.search(each.text)]
    assert len(strips) == ledger.sheets == -(-90 // stock.held)
    for number, each in enumerate(strips, start=1):
        assert each.text.startswith(f"sheet {number} of {ledger.sheets} · printed ")
        assert each.box[1] > lowest and each.box[3] < stock.paper.height - UNPRINTABLE + 0.1


@each_stock
def test_a_stock_is_symmetrical_on_its_sheet(stock: Stock) -> None:
    wide = 2 * stock.left + (stock.across - 1) * stock.pitch + stock.wide
    high = 2 * stock.top + stock.down * stock.high
    assert wide * MM == pytest.approx(stock.paper.width, abs=0.2 * MM)
    assert high * MM == pytest.approx(stock.paper.height, abs=0.2 * MM)
    assert stock.pitch >= stock.wide
    counts = {"l7651": 65, "l7159": 24, "l7160": 21, "5167": 80, "5160": 30}
    assert stock.held == counts[stock.key]


@each_stock
@pytest.mark.parametrize("counts", [True, False], ids=["vulnerable", "1917"])
@pytest.mark.parametrize("first", [1, 97, 9901])
def test_every_label_is_right_and_within_its_own_edges(
    stock: Stock, counts: bool, first: int
) -> None:
    asked = plain(first, first + 89, counts=counts)
    ledger = on_labels(asked, LabelWish(stock))
    assert faults(ledger) == []
    assert ledger.sheets == -(-90 // stock.held)
    found: dict[int, list[str]] = {}
    corners = [stock.corner(at, Shift()) for at in range(stock.held)]
    for text in texts_of(ledger):
        x, y, to_x, to_y = text.box
        (at,) = [
            at for at, (left, top) in enumerate(corners)
            if left + 1.9 * MM <= x and to_x <= left + (stock.wide - 1.9) * MM
            and top + 1.9 * MM <= y and to_y <= top + (stock.high - 1.9) * MM
        ]  # fmt: skip
        found.setdefault((text.sheet - 1) * stock.held + at, []).append(text.text)
    assert sorted(found) == list(range(90)), "row by row, none left out"
    for at, label in enumerate(asked):
        said = " · ".join(found[at])
        assert said == " · ".join([label.number, label.arrow, *label.told])


def test_numbers_have_at_least_28_points() -> None:
    for stock in STOCKS:
        texts = on_labels(plain(1, 36), LabelWish(stock)).texts
        sizes = {round(each.size, 2) for each in texts if each.text.isdigit()}
        assert len(sizes) == 1 and min(sizes) >= 27.9, (stock.key, sizes)


def test_there_are_no_frames_on_labels_that_are_cut_already() -> None:
    assert on_labels(plain(1, 36), LabelWish(BY_KEY["l7651"])).lines == []


def test_a_begun_sheet_begins_with_the_label_named() -> None:
    stock = BY_KEY["5160"]
    ledger = on_labels(plain(1, 36), LabelWish(stock, 28))
    first = next(each for each in ledger.texts if each.text == "1")
    left, top = stock.corner(27, Shift())
    assert left < first.box[0] < left + stock.wide * MM and top < first.box[1]
    assert ledger.sheets == 3
    assert {each.sheet for each in ledger.texts if each.text in ("3", "4")} == {1, 2}


def test_all_is_moved_by_what_the_printer_is_off() -> None:
    stock = BY_KEY["l7651"]
    still = on_labels(plain(1, 65), LabelWish(stock))
    for shift in (Shift(30, -30), Shift(-30, 30), Shift(-5, 0)):
        moved = on_labels(plain(1, 65), LabelWish(stock, 1, shift))
        for one, other in zip(texts_of(still), texts_of(moved), strict=True):
            assert other.box[0] - one.box[0] == pytest.approx(shift.right / 10 * MM)
            assert other.box[1] - one.box[1] == pytest.approx(shift.down / 10 * MM)


@each_stock
def test_the_test_sheet_has_a_cross_at_every_corner_of_every_label(stock: Stock) -> None:
    with recording() as kept:
        crosses_pdf(LabelWish(stock, 1, Shift(5, -10)), TOLD)
    (ledger,) = kept
    middles = {
        (round((line.ends[0] + line.ends[2]) / 2, 1), round((line.ends[1] + line.ends[3]) / 2, 1))
        for line in ledger.lines
    }
    for at in range(stock.held):
        x, y = stock.corner(at, Shift(5, -10))
        for corner in ((x, y), (x + stock.wide * MM, y + stock.high * MM)):
            assert any(abs(corner[0] - a) < 0.2 and abs(corner[1] - b) < 0.2 for a, b in middles)
    said = " ".join(each.text for each in ledger.texts)
    assert stock.name in said and "0.5 mm right" in said and "−1 mm down" in said
    assert faults(ledger) == []
    assert min(each.box[0] for each in ledger.texts) > UNPRINTABLE


def asked(client: Client, evening: Evening, **query: object) -> PaperLedger:
    with recording() as kept:
        answer = client.get(path(evening, "labels.pdf"), query)
        assert answer.status_code == 200, answer
    return kept[0]


def numbers(ledger: PaperLedger) -> list[int]:
    return [int(each.text) for each in ledger.texts if each.text.isdigit()]


@pytest.mark.django_db
def test_labels_follow_the_boards_of_the_event() -> None:
    evening = Evening(6)
    director = director_of(evening)
    assert numbers(asked(director, evening)) == [1, 2, 3, 4, 5, 6]
    assert numbers(asked(director, evening, lowest="9", highest="12")) == [9, 10, 11, 12]
    (label,) = labels(evening.room, [7])
    assert label == Label("7", "↓", "South deals", "all vul")
    text = director.get(path(evening, "labels.txt")).content.decode()
    assert "\nBoard 3: South deals, East-West\n  vulnerable\n" in text


@pytest.mark.django_db
def test_what_was_printed_on_last_is_kept_for_this_browser() -> None:
    evening = Evening(6)
    director = director_of(evening)
    asked(director, evening, stock="5167", right="-5", down="15", test="1")
    page = director.get(path(evening, "labels/")).content.decode()
    picked = re.findall(r'<option value="([^"]+)" selected>', page)
    assert picked == ["5167", "-5", "15"]
    ledger = asked(director, evening)
    assert ledger.paper.key == "letter"
    x, _y = BY_KEY["5167"].corner(0, Shift(-5, 15))
    assert min(each.box[0] for each in texts_of(ledger)) == pytest.approx(x + 2 * MM)
    director.cookies["labels"] = "5167.900.x"
    assert director.get(path(evening, "labels.pdf")).status_code == 200


@pytest.mark.django_db
def test_the_usual_stock_is_that_of_the_paper_and_named_truly() -> None:
    evening = Evening(6)
    director = director_of(evening)
    assert asked(director, evening, paper="a4").paper.key == "a4"
    assert asked(director, evening, paper="letter").paper.key == "letter"
    assert stock_words(BY_KEY["l7651"]) == "Avery L7651: 65 labels of 38.1 × 21.2 mm"
    page = director.get(path(evening, "labels/")).content.decode()
    assert all(stock_words(stock) in page for stock in STOCKS)
    boards = director.get(path(evening, "boards/")).content.decode()
    assert path(evening, "labels/") in boards
    assert path(evening, "labels.txt") in page and path(evening, "labels.pdf") in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "told", "typed"),
    [
        ({"first": "66", "stock": "l7651"}, "First label: this sheet has the labels 1 to 65.",
         'value="66"'),
        ({"lowest": "0"}, "From board: give a number from 1 to 9999.", 'value="0"'),
        ({"lowest": "x"}, "From board: give a number from 1 to 9999.", 'value="x"'),
        ({"lowest": "5", "highest": "4"}, "To board: give a number from 5 to 404.", 'value="4"'),
        ({"highest": "9999"}, "To board: give a number from 1 to 400.", 'value="9999"'),
        ({"stock": "C2160"}, "Labels: choose one of the sheets in the list.", ""),
        ({"right": "31"}, "Move what is printed: choose −3 to 3 mm.", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_leads_back_with_all_that_was_typed(
    query: dict[str, str], told: str, typed: str
) -> None:
    evening = Evening(6)
    director = director_of(evening)
    answer = director.get(path(evening, "labels.pdf"), query, follow=True)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert told in page and typed in page
