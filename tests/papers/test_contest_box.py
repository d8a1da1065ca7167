"""A set as a box: what is dealt from it is the set, and no leaf tells what it must not."""

import io
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pypdf import PdfReader

from clubscore.deals.hands import PACK, SUIT_KEYS
from clubscore.events.set_table import SHIPPED, shipped_set
from clubscore.extras.sets import box_pdf as sealed_answers
from clubscore.extras.sets.box import Box, BoxBoard, Edition, box_of, dealing_order
from clubscore.extras.sets.box_pdf import box_pdf, box_text, panels
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.papers.hands import denomination_sign, suit_lines
from clubscore.papers.ledger import Inked, PaperCut, PaperLedger, recording
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.ranking import read_event
from clubscore.ranking.event import EventFile
from clubscore.ranking.tasks import Task
from tests.papers.paper_faults import faults
from tests.words.pseudo import pseudo_language, unmarked
from tests.words.walking import drawn

BOXES = {name: box_of(shipped_set(name)) for name in SHIPPED}
EVERY = [*itertools.product(BOXES, (A4, LETTER), Edition)]
LONG_NAME = "A very long name of a set that a director wrote, as long as eighty letters go on"
# Sheets of a box of twelve boards or fewer; Letter's labels take a sheet more.
TABLE, SEATS_OF, A_SHEET = 6, 4, 4


def ledger_of(box: Box, paper: PaperSize, edition: Edition = Edition.WHOLE) -> PaperLedger:
    """What a box says where."""
    with recording() as kept:
        box_pdf(box, paper, edition)
    (ledger,) = kept
    return ledger


def directed(number: int = 1) -> EventFile:
    """A set whose board of this number has a directed contract."""
    event = shipped_set("auction-1917")
    board = event.boards[number]
    assert board.par is not None and board.par.contract is not None
    side = "NS" if board.par.declarer in ("N", "S") else "EW"
    tasks = (Task(side, "bidding", 4, (board.par.contract.rstrip("X"),)),)
    return replace(event, boards={**event.boards, number: board._replace(tasks=tasks)})


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_directed_contract_is_a_sealed_piece_of_its_own(paper: PaperSize) -> None:
    box = box_of(directed())
    assert [bool(board.directed) for board in box.boards] == [True] + [False] * 11
    for edition in Edition:
        ledger = ledger_of(box, paper, edition)
        assert faults(ledger) == []
        texts = " ".join(each.text for each in ledger.texts)
        assert ("cut that piece open" in texts) == edition.has_table
        assert ("points for tasks: for the bidding" in texts) == edition.has_table
        assert ("auction" in [each.text for each in ledger.texts]) == edition.has_table
        assert ("If the auction reached" in texts) == edition.has_answers
    ledger = ledger_of(box, paper, Edition.ANSWERS)
    piece = next(each for each in ledger.pieces if each.whose.place == "Board 1, the contract")
    parts, own = panels(paper), texts_of(ledger, piece)
    top = piece.box[1]
    inside = [each for each in own
              if top + parts.over < each.box[1] and each.box[3] < top + parts.answer]  # fmt: skip
    said = " ".join(each.text for each in inside)
    assert box.boards[0].directed in said
    outside = [each.text for each in own if each not in inside]
    assert not any(line and line in box.boards[0].directed for line in outside if len(line) > 3)
    assert any("once the auction of this board is over" in line for line in outside)
    assert not any("Par" in each.text for each in own), "the answer stays in its own piece"
    answer = next(each for each in ledger.pieces if each.whose.place == "Board 1")
    points = " ".join(each.text for each in texts_of(ledger, answer))
    assert "Points for tasks:" in points


def test_without_a_directed_contract_a_box_is_as_it_was() -> None:
    ledger = ledger_of(BOXES["auction-1917"], A4)
    texts = " ".join(each.text for each in ledger.texts)
    assert "directed" not in texts and "for tasks" not in texts
    assert "auction" not in [each.text for each in ledger.texts]


def test_the_box_as_text_says_the_directed_contract_with_the_answers_alone() -> None:
    box = box_of(directed())
    for edition in Edition:
        lines = " ".join(box_text(box, edition))
        assert ("If the auction reached" in lines) == edition.has_answers


def many(boards: int, words: int) -> EventFile:
    """A set of so many boards with commentaries of so many words."""
    file = shipped_set("duplicate").facts()
    first = file["boards"]
    made = [{**first[number % len(first)], "number": number + 1} for number in range(boards)]
    for board in made:
        board.pop("commentary")
        if words:
            board["commentary"] = said(words)
    return read_event({**file, "name": LONG_NAME, "boards": made})


def said(words: int) -> str:
    return " ".join(f"word{number}" for number in range(words))


@pytest.mark.parametrize(("name", "paper", "edition"), EVERY)
def test_a_box_has_no_fault_and_as_many_sheets_as_it_needs(
    name: str, paper: PaperSize, edition: Edition
) -> None:
    box = BOXES[name]
    ledger = ledger_of(box, paper, edition)
    assert faults(ledger) == []
    sheets = (TABLE + (paper is LETTER)) * edition.has_table
    sheets += SEATS_OF * edition.has_hands
    sheets += -(-len(box.boards) // A_SHEET) * edition.has_answers
    assert ledger.sheets == sheets
    for sheet in range(1, sheets + 1):
        texts = [each.text for each in ledger.texts if each.sheet == sheet]
        assert any(f"{sheet} of {sheets} · printed" in text for text in texts), sheet
        assert any(box.name in text for text in texts), sheet
        assert any(box.fingerprint in text for text in texts), sheet


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize(("boards", "words"), [(1, 0), (13, 40), (36, 400)])
def test_long_sets_with_much_to_say_lose_nothing(boards: int, words: int, paper: PaperSize) -> None:
    ledger = ledger_of(box_of(many(boards, words)), paper)
    assert faults(ledger) == []
    counted = Counter(word for each in ledger.texts for word in each.text.split())
    for number in range(words):
        assert counted[f"word{number}"] == boards, number


@pytest.mark.parametrize("name", BOXES)
def test_strips_laid_over_the_list_deal_the_set(name: str) -> None:
    box = BOXES[name]
    ledger = ledger_of(box, A4, Edition.SEALED)
    order = listed_order(ledger)
    assert sorted(order) == sorted(PACK) and order != list(PACK)
    strips = [each for each in ledger.pieces if each.whose.place != "Score card"]
    assert len(strips) == len(box.boards)
    for piece, board in zip(strips, box.boards, strict=True):
        letters = [each for each in texts_of(ledger, piece) if each.text in COMPASS]
        letters.sort(key=lambda each: each.box[0])
        assert len(letters) == len(PACK)
        dealt = zip(order, (each.text for each in letters), strict=True)
        assert all(board.dealt.deal.owner(card) == seat for card, seat in dealt)
        # Nothing on a strip names a card.
        assert not any(sign in each.text for each in texts_of(ledger, piece) for sign in "♠♥♦♣")


def listed_order(ledger: PaperLedger) -> list[str]:
    """The cards of the dealing list as it is read: row by row."""
    signs = {denomination_sign(suit): suit for suit in SUIT_KEYS}
    sheet = next(each.sheet for each in ledger.texts if each.text == "Dealing list")
    cards = [
        each
        for each in ledger.texts
        if each.sheet == sheet and each.text[0] in signs and len(each.text) in (2, 3)
    ]
    cards.sort(key=lambda each: (each.box[1], each.box[0]))
    return [signs[each.text[0]] + each.text[1:].replace("10", "T") for each in cards]


def test_each_set_has_a_dealing_list_of_its_own_that_is_always_the_same() -> None:
    orders = {dealing_order(box.fingerprint) for box in BOXES.values()}
    assert len(orders) == len(BOXES)
    box = BOXES[SHIPPED[0]]
    assert dealing_order(box.fingerprint) == box.order
    # No suit lies together: whoever deals learns nothing from where a card comes.
    runs = [len([*run]) for _suit, run in itertools.groupby(box.order, key=lambda card: card[0])]
    assert max(runs) < 6


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("name", BOXES)
def test_a_leaf_of_hands_is_one_seats_and_a_slip_one_hand(name: str, paper: PaperSize) -> None:
    box = BOXES[name]
    ledger = ledger_of(box, paper)
    seats = {_name: seat for seat, _name in SEATS.items()}
    found: defaultdict[int, set[str]] = defaultdict(set)
    slips = [each for each in ledger.pieces if ", " in each.whose.place]
    assert len(slips) == 4 * len(box.boards)
    for piece in slips:
        place, _comma, seat = piece.whose.place.partition(", ")
        board = next(each for each in box.boards if place == f"Board {each.number}")
        found[piece.sheet].add(seats[seat])
        shown = [each.text for each in texts_of(ledger, piece) if each.text[0] in "♠♥♦♣"]
        assert shown == suit_lines(board.dealt.deal.hand(seats[seat]))
        assert not any("Par" in each.text for each in texts_of(ledger, piece))
    assert [*map(len, found.values())] == [1] * 4


def texts_of(ledger: PaperLedger, piece: PaperCut) -> list[Inked]:
    """The texts of a piece, from its top."""
    return [each for each in ledger.texts if each.piece == ledger.pieces.index(piece)]


def answer_on_an_outer_face(ledger: PaperLedger, box: Box) -> Iterator[str]:
    """What of an answer stands outside once its piece is folded: anywhere but in the middle."""
    parts = panels(ledger.paper)
    for piece in ledger.pieces:
        top = piece.box[1]
        board = _board_of(box, piece.whose.place)
        for each in texts_of(ledger, piece):
            is_inside = top + parts.over < each.box[1] and each.box[3] < top + parts.answer
            if not is_inside and tells(each.text, board):
                yield f"{piece.whose.place}: {each.text!r}"


def _board_of(box: Box, place: str) -> BoxBoard:
    number = place.removeprefix("Board ").partition(",")[0]
    return next(each for each in box.boards if str(each.number) == number)


def tells(text: str, board: BoxBoard) -> bool:
    """Whether a text says anything of a board's par, hands or commentary."""
    hands = {
        line
        for seat in COMPASS
        for line in suit_lines(board.dealt.deal.hand(seat))
        if "–" not in line
    }
    return "Par" in text or text in hands or board.par in text or text in board.commentary


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("name", BOXES)
def test_nothing_of_an_answer_is_on_an_outer_face(name: str, paper: PaperSize) -> None:
    box = BOXES[name]
    ledger = ledger_of(box, paper, Edition.ANSWERS)
    assert [*answer_on_an_outer_face(ledger, box)] == []
    parts = panels(paper)
    for piece in ledger.pieces:
        texts = texts_of(ledger, piece)
        board = _board_of(box, piece.whose.place)
        inside = [each.text for each in texts if tells(each.text, board)]
        # Par, four suits of four hands, and what is said are there.
        suits = [line for seat in COMPASS for line in suit_lines(board.dealt.deal.hand(seat))]
        assert len(inside) > sum("–" not in line for line in suits)
        assert any(board.par in text for text in inside)
        outside = [each for each in texts if each.box[1] > piece.box[1] + parts.answer]
        assert {f"Board {board.number}", "Cut open once the board is scored and closed."} < {
            each.text for each in outside
        }
        # What lies over the answer is full of signs as large and as close.
        over = [each for each in texts if each.box[3] < piece.box[1] + parts.over]
        assert len(over) > 10 and {each.size for each in over} == {8.0}
        lines = [each for each in ledger.lines if each.sheet == piece.sheet]
        folds = {round(each.ends[1] - piece.box[1], 1) for each in lines if each.weight == 0.5}
        assert {round(parts.over, 1), round(parts.answer, 1)} <= folds
        # The upper part covers the middle one whole, and the cover is no higher than it.
        assert parts.over == pytest.approx(parts.answer - parts.over)
        assert parts.cover - parts.answer < parts.over


def test_an_answer_on_the_cover_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    box = BOXES["duplicate"]
    monkeypatch.setattr(sealed_answers, "FOLD", -60.0)
    ledger = ledger_of(box, A4, Edition.ANSWERS)
    assert [*answer_on_an_outer_face(ledger, box)]


@pytest.mark.parametrize("name", BOXES)
def test_the_sealed_edition_has_neither_hands_nor_answers(name: str) -> None:
    box = BOXES[name]
    whole, sealed = (ledger_of(box, A4, each) for each in (Edition.WHOLE, Edition.SEALED))
    for ledger, has in ((whole, True), (sealed, False)):
        texts = [each.text for each in ledger.texts]
        for board in box.boards:
            assert any(board.par in text for text in texts) == has
            lines = suit_lines(board.dealt.deal.hand("N"))
            assert any(line in texts for line in lines if len(line) > 4) == has
    answers = {each.text for each in ledger_of(box, A4, Edition.ANSWERS).texts}
    assert not any("Score card" in text for text in answers)


def test_the_score_card_has_a_row_a_board_and_asks_what_the_game_counts() -> None:
    for name, box in BOXES.items():
        ledger = ledger_of(box, A4, Edition.SEALED)
        card = next(each for each in ledger.pieces if each.whose.place == "Score card")
        texts = [each.text for each in texts_of(ledger, card)]
        assert all(str(board.number) in texts for board in box.boards)
        assert {"contract", "by", "tricks", "par, NS", "NS loses", "EW loses"} < set(texts)
        valuation = shipped_set(name).valuation
        assert ("honours" in texts) == ("honours" in valuation.more_fields)
        assert ("deals · vul" in texts) == valuation.counts_vulnerability
        rows = {each.ends[1] for each in ledger.lines if each.sheet == card.sheet}
        assert len(rows) > len(box.boards)


def test_stickers_say_of_each_card_who_gets_it() -> None:
    box = BOXES["auction-1917"]
    ledger = ledger_of(box, A4, Edition.SEALED)
    sheet = next(each.sheet for each in ledger.texts if each.text == "boards 1–12")
    letters = Counter(
        each.text for each in ledger.texts if each.sheet == sheet and each.text in COMPASS
    )
    assert letters == dict.fromkeys(COMPASS, 13 * len(box.boards))


@pytest.mark.parametrize("edition", Edition)
def test_every_text_of_a_box_is_marked(edition: Edition) -> None:
    with pseudo_language(), drawn() as texts:
        # Its name and its commentary are content; they stay as they were written.
        box_pdf(box_of(many(3, 0))._replace(name="1917", fingerprint="12345"), A4, edition)
    wrong = [word for text in texts for word in unmarked(text)]
    assert [each for each in wrong if not is_noise(each)] == []
    assert len(texts) > 50


def is_noise(text: str) -> bool:
    """Whether a text is made of the signs that mean nothing."""
    return set(text) <= set(sealed_answers.SIGNS)


def test_a_file_says_what_it_is_and_is_not_scaled() -> None:
    box = BOXES["duplicate"]
    reader = PdfReader(io.BytesIO(box_pdf(box, A4)))
    assert reader.metadata is not None
    assert reader.metadata.title == f"The box: {box.title}"
    assert "None" in str(reader.trailer["/Root"]["/ViewerPreferences"])
    text = "\n".join(page.extract_text() for page in reader.pages[:2])
    for word in ("What you need", "When to open", "How par decides", "What paper gives away"):
        assert word in text


def without(field: str) -> EventFile:
    event = shipped_set("duplicate")
    first = event.boards[1]
    return replace(event, boards={**event.boards, 1: first._replace(**{field: None})})


@pytest.mark.parametrize("event", [without("deal"), without("par")])
def test_a_set_that_cannot_be_played_is_refused_at_its_board(event: EventFile) -> None:
    with pytest.raises(RuleError, match="Board 1 of the set"):
        box_of(event)


def test_a_set_without_boards_is_refused() -> None:
    with pytest.raises(RuleError, match="no board"):
        box_of(replace(shipped_set("duplicate"), boards={}))
