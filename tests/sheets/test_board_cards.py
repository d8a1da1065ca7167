"""Boards on paper: hand records, dealing sheets, curtain cards, par cards; and as plain text."""

import io
from collections.abc import Callable
from functools import partial

import pytest
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.deals.dealt_board import DealtBoard, usual_board
from clubscore.deals.hands import PACK, read_deal
from clubscore.deals.shuffling import made_boards
from clubscore.laws.cards import COMPASS
from clubscore.sheets.events.board_cards_pdf import dealing_sheets_pdf
from clubscore.sheets.events.curtain_cards_pdf import curtain_cards_pdf
from clubscore.sheets.events.hand_records import HandRecord
from clubscore.sheets.events.hand_records_pdf import hand_records_pdf
from clubscore.sheets.events.par_cards_pdf import par_cards_pdf
from clubscore.sheets.events.texts.hands_text import hands_text
from clubscore.sheets.pieces.identity import Identity
from clubscore.sheets.pieces.paper import A4, LETTER, Paper
from clubscore.sheets.pieces.paper_ledger import recording
from clubscore.sheets.plain import WIDTH, columns, wrapped_text
from tests.deals.packs import TEXT
from tests.events.evenings import Evening
from tests.sheets.paper_faults import faults
from tests.sheets.test_leaves import overlaps

BOARDS = made_boards(range(1, 37))
TRICKS = {key: dict(zip("NESW", (9, 4, 9, 3), strict=True)) for key in ("NT", "S", "H", "D", "C")}

WHOSE = partial(Identity, "Portland", "Tuesday pairs", "1 May 2026")


def words_of(pdf: bytes) -> list[list[str]]:
    """Return the words of each page."""
    return [page.extract_text().split() for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_thirty_six_boards_take_three_pages(paper: Paper) -> None:
    records = [HandRecord(board, TRICKS, "3NT N-S +400") for board in BOARDS]
    pages = words_of(hand_records_pdf(records, paper, "Tuesday"))
    assert len(pages) == 3
    for number, page in enumerate(pages):
        cards = "".join(page)
        assert all(str(board.number) in page for board in BOARDS[12 * number : 12 * number + 12])
        assert cards.count("♠") == 12 * 5
        assert cards.count("+400") == 12


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_cards_par_and_what_makes_never_lie_over_each_other(paper: Paper) -> None:
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
    hands = "N:KQJ.AKQ.432.5432 98765.5.AKQ.AKQJ A.J6.JT98765.T98 T432.T987432..76"
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
def test_no_card_of_the_longest_suits_is_left_out_and_a_long_par_says_so(paper: Paper) -> None:
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
def test_a_curtain_card_says_whose_it_is_within_its_own_cut(paper: Paper, name: str) -> None:
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


@pytest.mark.parametrize("draw", [dealing_sheets_pdf, par_cards_pdf])
def test_the_same_boards_give_the_same_bytes(
    draw: Callable[[list[DealtBoard], Paper, str], bytes],
) -> None:
    with clock.at(clock.now()):
        assert draw(BOARDS[:3], LETTER, "Zoë") == draw(BOARDS[:3], LETTER, "Zoë")
