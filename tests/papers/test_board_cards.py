"""Boards on paper: hand records, dealing sheets, curtain cards, par cards; and as plain text."""

import io
import re
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.deals.hands import (
    PACK,
    RANKS,
    SUIT_KEYS,
    DealtBoard,
    made_boards,
    read_deal,
    usual_board,
)
from clubscore.events.boards import seat_words
from clubscore.laws.cards import COMPASS
from clubscore.papers.dealing import (
    curtain_cards_pdf,
    curtain_text,
    dealing_sheets_pdf,
    dealing_text,
    par_cards_pdf,
    par_cards_text,
)
from clubscore.papers.hand_records import hand_records_pdf, hands_text
from clubscore.papers.hands import HandRecord
from clubscore.papers.ledger import Identity, PaperLedger, recording
from clubscore.papers.sizes import A4, LETTER, MM, PaperSize, Shift, Stock, usual_stock
from clubscore.papers.text import WIDTH, columns, wrapped_text
from tests.deals.packs import TEXT
from tests.events.evenings import Evening
from tests.papers.paper_faults import WHICH, faults
from tests.papers.test_leaves import overlaps

BOARDS = made_boards(range(1, 37))
Tricks = dict[str, dict[str, int]]
TRICKS: Tricks = {
    key: dict(zip("NESW", (9, 4, 9, 3), strict=True)) for key in ("NT", "S", "H", "D", "C")
}

WHOSE = partial(Identity, "Portland", "Tuesday pairs", "1 May 2026")


def words_of(pdf: bytes) -> list[list[str]]:
    """Return the words of each page."""
    return [page.extract_text().split() for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_thirty_six_boards_take_three_pages(paper: PaperSize) -> None:
    records = [HandRecord(board, TRICKS, "3NT N-S +400") for board in BOARDS]
    pages = words_of(hand_records_pdf(records, paper, "Tuesday"))
    assert len(pages) == 3
    for number, page in enumerate(pages):
        cards = "".join(page)
        assert all(str(board.number) in page for board in BOARDS[12 * number : 12 * number + 12])
        assert cards.count("♠") == 12 * 5
        assert cards.count("+400") == 12


def with_south(longest: Sequence[int], count: int) -> list[DealtBoard]:
    """Return boards in which South's longest suit has one of so many cards."""
    made = (board for first in range(1, 900, 30) for board in made_boards(range(first, first + 30)))
    fit = (board for board in made if max(map(len, board.deal.hand("S"))) in longest)
    return [next(fit) for _n in range(count)]


@pytest.mark.parametrize("tricks", [TRICKS, None])
@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize(
    ("count", "pages"), [(12, 1), (13, 1), (15, 1), (16, 2), (30, 2), (36, 3), (45, 3)]
)
def test_fifteen_boards_stand_on_a_page_where_that_saves_one(
    count: int, pages: int, paper: PaperSize, tricks: Tricks | None
) -> None:
    boards = with_south((4, 5, 6), count)
    par = "3NT N-S +400" if tricks else ""
    with recording() as kept:
        hand_records_pdf([HandRecord(board, tricks, par) for board in boards], paper, "Tuesday")
    (ledger,) = kept
    assert ledger.sheets == pages
    assert overlaps(ledger.texts) == [] and faults(ledger) == []
    cards = [each for each in ledger.texts if each.text in {*"AKQJ98765432", "10"}]
    assert len(cards) >= 52 * count
    numbers, makes = 20.0, 8.5
    assert {each.size for each in cards} <= {9.0, numbers, makes}, (
        "letters are as large as on twelve a page"
    )


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_one_board_that_needs_more_room_keeps_twelve_a_page(paper: PaperSize) -> None:
    few = [HandRecord(board, TRICKS, "3NT N-S +400") for board in with_south((4, 5, 6), 14)]
    long_par = "+400, 3NT by North or South, 5C by North or 5D by South, or 4SX by East or West"
    (seven,) = with_south((7,), 1)
    in_the_way = (few[0]._replace(par=long_par), HandRecord(seven, TRICKS))
    for records, pages in ((few, 1), *(([*few, each], 2) for each in in_the_way)):
        with recording() as kept:
            hand_records_pdf(records, paper, "Tuesday")
        assert kept[0].sheets == pages


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_cards_par_and_what_makes_never_lie_over_each_other(paper: PaperSize) -> None:
    boards = [*made_boards(range(1, 121)), *made_boards(range(1, 121))]
    par = "+400, 3NT by North or South, 5C by North or 5D by South, or 4SX by East or West"
    with recording() as kept:
        hand_records_pdf([HandRecord(board, TRICKS, par) for board in boards], paper, "Tuesday")
    (ledger,) = kept
    assert overlaps(ledger.texts) == []
    cards = [each for each in ledger.texts if each.text in {*"AKQJ98765432", "10"}]
    assert len(cards) >= 52 * len(boards)
    # Only where both North and South have a very long suit are its cards smaller.
    assert sum(each.size < 8.0 for each in cards) <= len(cards) / 100


def test_a_suit_too_long_for_its_place_lies_closer_and_what_makes_gives_way() -> None:
    hands = "N:KQJ.AKQJ6..T5432 98765.5.AKQ.AKQJ A..JT98765432.98 T432.T987432..76"
    with recording() as kept:
        hand_records_pdf([HandRecord(usual_board(5, read_deal(hands)), TRICKS, "+50")], LETTER, "x")
    texts = kept[0].texts
    declarers = [each.box[1] for each in texts if each.text == "N" and each.size == 8.5]
    first = next(each.box[1] for each in texts if each.text == "♠")
    assert declarers[0] - first < 30, "it stands beside North"
    assert min(each.size for each in texts) >= 8.0


def test_a_record_has_every_card_of_every_hand() -> None:
    (page,) = words_of(hand_records_pdf([HandRecord(usual_board(5, read_deal(TEXT)))], A4, "x"))
    for suit in ("J53", "J86432", "A7", "A104", "AQJ94", "J1093", "Q8542", "KQ10"):
        assert suit in "".join(page)
    # The honour points of the four hands, forty in all.
    assert {"6", "12", "8", "14"} <= set(page)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_no_card_of_the_longest_suits_is_left_out_and_a_long_par_says_so(paper: PaperSize) -> None:
    suit = "AKQJT98765432"
    deals = [
        f"N:{suit}... .{suit}.. ..{suit}. ...{suit}",
        f"N:..{suit}. ...{suit} {suit}... .{suit}..",
    ]
    records = [
        HandRecord(
            usual_board(number, read_deal(deal)), TRICKS, "+1510, 7NT by North or South, " * 6
        )
        for number, deal in enumerate(deals, 1)
    ]
    (page,) = words_of(hand_records_pdf(records, paper, "x"))
    cards = "".join(page)
    assert cards.count(suit.replace("T", "10")) == 8
    assert cards.count("…") == 2


@pytest.mark.django_db
def test_what_is_read_aloud_says_every_hand_and_what_is_par() -> None:
    event = Evening(4, kind="howell", winners=1, starts=False).event
    par = "Plus 400 to North–South; 3 no-trumps by North"
    record = HandRecord(usual_board(5, read_deal(TEXT)), TRICKS, "+400, 3NT by North", par)
    said = wrapped_text(hands_text([record], event)).splitlines()
    assert said[0] == "Hand records"
    at = said.index("Board 5")
    assert said[at + 1] == "North deals, North-South vulnerable"
    at = said.index("East")
    assert said[at + 1 : at + 5] == [
        "  spades A 10 4",
        "  hearts 9",
        "  diamonds A Q J 9 4",
        "  clubs J 10 9 3",
    ]
    assert "  no-trumps: North 3, South 3, East" in said
    assert said[-2:] == ["Par: Plus 400 to North-South; 3", "  no-trumps by North"]
    assert max(map(columns, said)) <= WIDTH


@pytest.mark.django_db
def test_the_text_of_a_dealing_sheet_says_who_gets_the_next_cards() -> None:
    event = Evening(4, kind="howell", winners=1, starts=False).event
    said = wrapped_text(dealing_text([usual_board(5, read_deal(TEXT))], event)).splitlines()
    at = said.index("spades")
    assert said[at - 2 : at + 6] == [
        "Board 5", "North deals, North-South vulnerable",
        "spades", "  A: East", "  K: West", "  Q: South", "  J: North", "  10: East",
    ]  # fmt: skip
    cards = [card for line in said if ": " in line for card in line.partition(":")[0].split()]
    assert len([each for each in cards if each in {*"AKQJ98765432", "10"}]) == 52
    assert max(map(columns, said)) <= WIDTH


@pytest.mark.django_db
def test_the_text_of_curtain_cards_says_every_hand() -> None:
    event = Evening(4, kind="howell", winners=1, starts=False).event
    said = wrapped_text(curtain_text(BOARDS[:3], event)).splitlines()
    assert said[0] == "Curtain cards"
    held = [line.split()[1:] for line in said if line.startswith("  ")]
    assert sum(len([each for each in cards if each != "none"]) for cards in held) == 3 * 52
    assert max(map(columns, said)) <= WIDTH


@pytest.mark.django_db
def test_the_text_of_par_cards_says_of_each_card_who_gets_it() -> None:
    event = Evening(4, kind="howell", winners=1, starts=False).event
    text = wrapped_text(par_cards_text(BOARDS[:12], event))
    assert max(map(columns, text.splitlines())) <= WIDTH
    words = " ".join(text.split())
    for suit, name in (("S", "spades"), ("C", "clubs")):
        part = words[words.index(f" {name} ") :]
        told = re.search(r" 10: (.+?) 9: ", part)
        assert told is not None
        seats = [seat_words(board.deal.owner(f"{suit}T")) for board in BOARDS[:12]]
        assert told[1] == ", ".join(f"{n} {seat}" for n, seat in enumerate(seats, 1))


def test_dealing_sheets_name_the_owner_of_all_cards() -> None:
    pages = words_of(dealing_sheets_pdf(BOARDS[:1], A4, "x"))
    assert len(pages) == 1
    assert sum(word in COMPASS for word in pages[0]) == 52


def test_a_curtain_card_lies_with_every_hand() -> None:
    pages = words_of(curtain_cards_pdf(BOARDS[:8], A4, WHOSE))
    assert len(pages) == 2
    assert sum(word == "Board" for page in pages for word in page) == 32


@pytest.mark.parametrize("name", ["Pairs", "The Wednesday afternoon pairs for the Colonel's cup"])
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_a_curtain_card_says_whose_it_is_within_its_own_cut(paper: PaperSize, name: str) -> None:
    with recording() as kept:
        curtain_cards_pdf(BOARDS[:16], paper, partial(Identity, "Portland", name, "1 May 2026"))
    (ledger,) = kept
    assert len(ledger.pieces) == 64 and ledger.sheets <= 4
    assert faults(ledger) == []
    places = [each.whose.place for each in ledger.pieces if each.box[0] < 1 and each.box[1] < 1]
    assert places[:2] == ["Board 1, North", "Board 1, East"], "the first pile begins the stack"


def owners(pdf: bytes) -> list[str]:
    """Return the letters of the first sheet of stickers, sticker by sticker as it is read."""
    return [word for word in words_of(pdf)[1] if word in COMPASS]


def test_a_pack_of_par_cards_deals_twelve_boards() -> None:
    pdf = par_cards_pdf(BOARDS[:14], A4, "x")
    assert len(words_of(pdf)) == 3
    letters = owners(pdf)
    assert len(letters) == 52 * 12
    assert all(letters.count(seat) == 13 * 12 for seat in COMPASS)
    # Drawn row by row: the ace of spades first, its twelve boards in order.
    assert letters[:12] == [board.deal.owner("SA") for board in BOARDS[:12]]
    assert letters[12:24] == [board.deal.owner("HA") for board in BOARDS[:12]]
    assert letters[-12:] == [board.deal.owner(PACK[-1]) for board in BOARDS[:12]]


def stickers(stock: Stock, ledger: PaperLedger, shift: Shift) -> list[list[str]]:
    """What each label of the sheets after the first says, in their order; it is all in labels."""
    found: list[list[str]] = [[] for _ in range(stock.held * (ledger.sheets - 1))]
    for each in ledger.texts:
        if each.sheet == 1 or WHICH.search(each.text):
            continue
        x, y, to_x, to_y = each.box
        (at,) = [
            at for at in range(stock.held)
            for left, top in [stock.corner(at, shift)]
            if left < x and to_x < left + stock.wide * MM
            and top < y and to_y < top + stock.high * MM
        ]  # fmt: skip
        found[(each.sheet - 2) * stock.held + at].append(each.text)
    return found


@pytest.mark.parametrize("shift", [Shift(), Shift(25, -30)])
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_par_cards_lie_on_the_labels_that_their_first_sheet_names(
    paper: PaperSize, shift: Shift
) -> None:
    with recording() as kept:
        par_cards_pdf(BOARDS[:12], paper, "x", shift)
    (ledger,) = kept
    stock = usual_stock(paper)
    told = " ".join(each.text for each in ledger.texts if each.sheet == 1)
    assert f"{stock.name}, {stock.held} labels of" in told
    assert ("2.5 mm right and −3 mm down" in told) == (shift != Shift())
    said = stickers(stock, ledger, shift)
    cards = {card: label[1::2] for card, label in zip(order_of(stock), said, strict=False) if card}
    assert cards == {c: [board.deal.owner(c) for board in BOARDS[:12]] for c in PACK}
    assert not any(said[len(order_of(stock)) :])
    assert not any(fault.startswith(("overlapping", "sizes", "which")) for fault in faults(ledger))


def order_of(stock: Stock) -> list[str]:
    """The card of each label, nothing for one that names others."""
    if stock.key == "l7651":
        return [card for rank in RANKS for card in (*(s + rank for s in SUIT_KEYS), "")]
    return [card for suit in SUIT_KEYS for card in ("", *(suit + rank for rank in RANKS))]


@pytest.mark.parametrize("draw", [dealing_sheets_pdf, par_cards_pdf])
def test_the_same_boards_give_the_same_bytes(
    draw: Callable[[list[DealtBoard], PaperSize, str], bytes],
) -> None:
    with clock.at(clock.now()):
        assert draw(BOARDS[:3], LETTER, "Zoë") == draw(BOARDS[:3], LETTER, "Zoë")
