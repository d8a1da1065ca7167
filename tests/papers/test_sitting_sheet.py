"""The sheet of a sitting: what it says on paper and as text, for every shape of pad."""

import io
import re
from collections import Counter
from typing import Any

import pytest
import segno
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.club.payments import Handed
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import resolve_rules
from clubscore.papers import pads
from clubscore.papers.flow import MoneyColumn
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.pads import Heads, plan_for
from clubscore.papers.pen import LINE, Ink, Pen
from clubscore.papers.sitting import PadFigure, PrintedPad, SittingSheet
from clubscore.papers.sitting_sheet import CODE, code_of, sheet_text, sitting_pdf, sitting_sheet
from clubscore.papers.sizes import A4, LETTER, MARGIN, MM, UNPRINTABLE, PaperSize
from clubscore.papers.text import WIDTH, wrapped_text
from clubscore.rubbers.seating import void_sitting
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.slip import pay_at_table, slip_of
from tests.papers.evenings import (
    BLOCK,
    CROWN,
    NAMES,
    TENS,
    Evening,
    begun_evening,
    block_evening,
    ended,
    long_evening,
)
from tests.papers.paper_faults import CHECKS, faults

pytestmark = pytest.mark.django_db
PAPERS = (A4, LETTER)
# A sheet is no piece that is cut; a long name in its table is, and stands whole at the head.
ON_SHEETS = frozenset(CHECKS) - {"identity", "cut off"}
ADDRESS = "http://clubscore.example/table/12/pad/"


def plain_text(sheet: SittingSheet) -> str:
    """The text of a sheet as it is answered."""
    return wrapped_text(sheet_text(sheet))


def sheet_of(evening: Evening) -> SittingSheet:
    return sitting_sheet(evening.fresh(), ADDRESS)


def texts(pdf: bytes) -> list[str]:
    """Return the text of every page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def words(pdf: bytes) -> str:
    """Return all text with every gap as one blank."""
    return " ".join(" ".join(texts(pdf)).split())


def fonts(pdf: bytes) -> dict[str, str]:
    """Return {name: kind} of every font that the pages name."""
    found = {}
    for page in PdfReader(io.BytesIO(pdf)).pages:
        for named in page["/Resources"]["/Font"].values():
            font = named.get_object()
            found[font["/BaseFont"]] = font["/Subtype"]
            assert "/FontFile2" in font["/FontDescriptor"].get_object()
    return found


def test_the_block_of_the_laws_of_bridge() -> None:
    """94 against 358: 264 (Laws of Bridge 1899, pp. 30-32); in tens 26, thirteen shillings."""
    pdf = sitting_pdf(sheet_of(block_evening()), A4)
    said = words(pdf)
    assert len(texts(pdf)) == 1
    for text in (
        "Straight Bridge",
        "Laws of Bridge 1899 · 5s a hundred, counted in tens",
        "358 − 94 = 264",
        "Rubber to Bob & Dora, by 264.",
        "Bob & Dora: four aces in one hand",
        "1 Straight bridge 1899",
        ADDRESS,
        "page 1 of 1",
    ):
        assert text in said, text
    assert all(suit in said for suit in "♣♦♥♠")
    rows = rows_of(ledger_of(sheet_of(block_evening()), A4))
    for row in (
        "1 Sum £ s d", "Ann −260 −260 − 13 0", "Bob +260 +260 13 0", "Sum 0 0 0",
        "payer to £ s d paid initials", "Ann Bob 13 0", "Cecil Dora 13 0",
    ):  # fmt: skip
        assert row in rows, row
    assert "72 120" in said and "32 116" in said
    assert "100 rubber" in said


def test_fonts_are_our_own_and_embedded() -> None:
    kinds = fonts(sitting_pdf(sheet_of(block_evening()), A4))
    assert set(kinds.values()) == {"/TrueType"}
    assert {name.partition("+")[2] for name in kinds} == {
        "SourceSans3-Regular",
        "SourceSans3-SemiBold",
        "SourceSerif4-SemiBold",
    }


def test_the_same_sheet_is_the_same_file() -> None:
    sheet = sheet_of(block_evening())
    with clock.at(clock.now()):
        assert sitting_pdf(sheet, A4) == sitting_pdf(sheet, A4)
    assert sitting_pdf(sheet, A4) != sitting_pdf(sheet, LETTER)


def ledger_of(sheet: SittingSheet, paper: PaperSize) -> PaperLedger:
    with recording() as kept:
        sitting_pdf(sheet, paper)
    return kept[0]


def rows_of(ledger: PaperLedger) -> list[str]:
    """Return the texts of each level of each page, from left to right."""
    levels: dict[tuple[int, float], list[tuple[float, str]]] = {}
    for each in ledger.texts:
        base = each.box[3] - 0.22 * each.size
        levels.setdefault((each.sheet, round(base, 1)), []).append((each.box[0], each.text))
    return [" ".join(text for _x, text in sorted(row)) for row in levels.values()]


def cells(ledger: PaperLedger, column: str) -> list[str]:
    return [each.text for each in ledger.texts if each.column == column]


# At random, deals of these have honours and bonuses as no evening has.
LONGEST = {"joker", "cut-throat", "blind-skip", "twenty-six-tricks"}


def by_shape() -> list[Any]:
    """Every game: the first of each shape of pad in the gate, the others in the night."""
    games, seen = [], set()
    for game in GAMES:
        plan = plan_for(game, resolve_rules(game, {}), Heads.ERA)
        shape = plan.above, plan.below, len(plan.heads), game.course
        mark = pytest.mark.night if shape in seen else pytest.mark.gate
        seen.add(shape)
        games.append(pytest.param(game, id=game.key, marks=mark))
    return games


@pytest.mark.parametrize("game", by_shape())
def test_forty_deals_of_every_game_take_three_pages_and_twelve_take_two(game) -> None:
    """Every deal once, on pages with heads and numbers, in letters of eight points or more.

    On both papers; the text beside it says every figure of the table.
    """
    evening, deals = begun_evening(game.key, 40)
    evening.deals(deals[:12])
    for paper in PAPERS:
        ledger = ledger_of(sheet_of(evening), paper)
        assert ledger.sheets <= 2
        all_is_on_paper(ledger, 12)
    figures_are_in_the_twin(sheet_of(evening))
    evening.deals(deals[12:])
    ended(evening)
    sheet = sheet_of(evening)
    for paper in PAPERS:
        ledger = ledger_of(sheet, paper)
        assert 2 <= ledger.sheets <= (4 if game.key in LONGEST else 3)
        all_is_on_paper(ledger, 40)
        said = [
            " ".join(each.text for each in ledger.texts if each.sheet == number)
            for number in range(1, ledger.sheets + 1)
        ]
        assert all("Portland" in each for each in said)
        assert ["goes on" in each for each in said] == [*[True] * (len(said) - 1), False]
        assert game.name in said[0]
        assert "Slip of the evening" in " ".join(said)
        ends = ("Broken off;", "Rubber to", "Game to", "Play stopped here;")
        assert any(end in " ".join(said) for end in ends)
    figures_are_in_the_twin(sheet)


def all_is_on_paper(ledger: PaperLedger, deals: int) -> None:
    """Every deal stands there once, in one size a column, beside no rule, within the margins."""
    assert faults(ledger, ON_SHEETS) == []
    assert cells(ledger, "deal") == [str(n) for n in range(1, deals + 1)]
    for column in ("deal", "dealer", "contract", "by", "tricks", "notes", "points"):
        assert len({each.size for each in ledger.texts if each.column == column}) <= 1, column
    no_text_over_a_rule(ledger)


def figures_are_in_the_twin(sheet: SittingSheet) -> None:
    """The text says every figure of the table, and nothing in signs."""
    text = " ".join(plain_text(sheet).split())
    for chapter in sheet.chapters:
        for part in chapter.parts:
            for deal in part.deals:
                for said in (deal.sentence, *deal.said):
                    assert re.sub(r"−(?=\d)", "minus ", " ".join(said.split())) in text
    assert not set("♣♦♥♠×") & set(text)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_the_file_of_thirty_deals_has_its_papers_size_and_margins(paper) -> None:
    pages = PdfReader(io.BytesIO(sitting_pdf(sheet_of(long_evening("pirate")), paper))).pages
    assert len(pages) >= 2
    for number, page in enumerate(pages, start=1):
        box = page.mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(
            (paper.width, paper.height), abs=0.01
        )
        assert f"page {number} of {len(pages)}" in page.extract_text()
        inside(page, paper)


@pytest.mark.night
@pytest.mark.parametrize("game", sorted(LONGEST))
def test_where_every_other_deal_has_honours_forty_take_three_pages_at_any_game(game) -> None:
    """The others do so with honours in four deals of five, above."""
    sheet = sheet_of(long_evening(game, 40, honours=0.5))
    assert all(ledger_of(sheet, paper).sheets <= 3 for paper in PAPERS)


def no_text_over_a_rule(ledger: PaperLedger) -> None:
    """No text of the table of deals lies over one of its upright rules, and none over another."""
    told = [each for each in ledger.texts if each.column]
    assert told
    uprights = [(line.sheet, *line.ends) for line in ledger.lines if line.ends[0] == line.ends[2]]
    for each in told:
        x, y, to_x, to_y = each.box
        for sheet, at, top, _at, bottom in uprights:
            if sheet == each.sheet and top < y < bottom:
                assert not x + 0.3 < at < to_x - 0.3, each
        assert not any(
            other is not each and other.sheet == each.sheet
            and other.box[0] < to_x - 0.3 and x + 0.3 < other.box[2]
            and other.box[1] < to_y - 2.5 and y + 2.5 < other.box[3]
            for other in told
        ), each  # fmt: skip


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
def test_double_lines_of_a_row_of_pads_stand_at_one_height(paper) -> None:
    """Whatever stands above them: two pads a row, and two lines for each."""
    ledger = ledger_of(sheet_of(long_evening("contract-1923", 40)), paper)
    seen = 0
    for sheet in {line.sheet for line in ledger.lines}:
        level = sorted(
            (line.ends[1], line.ends[0]) for line in ledger.lines
            if line.sheet == sheet and line.ends[1] == line.ends[3] and line.weight == LINE
        )  # fmt: skip
        doubles = [
            (y, x) for y, x in level if any(0 < under - y < 3 and at == x for under, at in level)
        ]
        lefts = [y for y, x in doubles if x < paper.width / 2]
        rights = [y for y, x in doubles if x > paper.width / 2]
        assert rights == lefts[: len(rights)]
        assert len(lefts) - len(rights) <= 1
        seen += len(doubles)
    assert seen == 6


def inside(page, paper) -> None:
    """No text begins outside the margins."""
    places: list[tuple[float, float]] = []

    def visit(text, matrix, text_matrix, font, size) -> None:
        if text.strip():
            places.append((text_matrix[4], text_matrix[5]))

    page.extract_text(visitor_text=visit)
    assert places
    for x, y in places:
        assert MARGIN - 1 <= x <= paper.width - MARGIN, (x, y)
        assert UNPRINTABLE <= y <= paper.height - MARGIN, (x, y)


def test_two_sides_stand_abreast_and_four_columns_too_where_they_fit() -> None:
    """Two rubbers of one game begin at the same height."""
    evening = Evening()
    evening.sit_down("straight-bridge", TENS)
    evening.deals((*BLOCK, *BLOCK))
    places = {}

    def visit(text, matrix, text_matrix, font, size) -> None:
        for number in (1, 2):
            if text.strip() == f"Rubber {number}":
                places[number] = text_matrix[4:6]

    pdf = sitting_pdf(sheet_of(evening), A4)
    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_text=visit)
    (first_x, first_y), (second_x, second_y) = places[1], places[2]
    assert first_y == second_y
    assert second_x > first_x + A4.room / 2 - 1


def test_several_games_in_one_sitting_number_their_rubbers_through() -> None:
    evening = Evening()
    evening.sit_down("straight-bridge", TENS)
    evening.deals(BLOCK)
    evening.sit_down("pirate", None, nullo_value=8)
    evening.deal({"bid": "4S", "declarer": "N", "partner": "E", "tricks": 10})
    evening.break_off()
    evening.end()
    said = words(sitting_pdf(sheet_of(evening), A4))
    assert "Pirate Bridge Portland 1914; nullos: 8 · for love" in said
    assert "Deals of rubber 2" in said
    assert "2 Pirate" in said
    assert "4♠ Ann & Bob =" in said


def test_corrections_carry_their_reason_and_the_money_follows() -> None:
    """Deal 4 one trick fewer: 232, not 264, so 23 tens and 11s 6d (Laws of Bridge, p. 32)."""
    evening = block_evening()
    evening.put_right(4, {**BLOCK[3], "tricks": 11}, "misheard")
    sheet = sheet_of(evening)
    said = words(sitting_pdf(sheet, A4))
    assert re.search(r"Corrected by Ann, \d+ [A-Z][a-z]+, \d\d:\d\d: misheard\.", said)
    assert "Rubber to Bob & Dora, by 232." in said
    rows = rows_of(ledger_of(sheet, A4))
    assert "Ann −260 +30 −230 − 11 6" in rows and "Ann Bob 11 6" in rows
    assert "1 ± correction" in said
    assert "misheard" in plain_text(sheet)


def test_a_void_sitting_says_so_on_every_page() -> None:
    evening = long_evening("auction", 30)
    void_sitting(sitting=evening.sitting, reason="wrong table", key=new_key(), actor=evening.actor)
    pages = texts(sitting_pdf(sheet_of(evening), A4))
    assert "Void: wrong table" in " ".join(pages[0].split())
    assert all("VOID" in page for page in pages[1:])
    assert "Not agreed yet" not in "".join(pages)
    assert "Nothing on this sheet counts." in " ".join(plain_text(sheet_of(evening)).split())


def test_an_empty_sitting_has_a_sheet() -> None:
    evening = Evening()
    evening.sit_down("auction", CROWN)
    sheet = sheet_of(evening)
    for said in (words(sitting_pdf(sheet, A4)), " ".join(plain_text(sheet).split())):
        assert "No deal was recorded." in said
        assert "In progress" in said
        assert "Cecil" in said


def test_a_rubber_that_no_page_can_hold_goes_on_overleaf() -> None:
    """Deal after deal goes down: honours that never end, and every one of them on paper."""
    evening = Evening()
    evening.sit_down("auction")
    for _ in range(90):
        evening.deal({"bid": "1NT", "declarer": "N", "tricks": 6})
    pages = texts(sitting_pdf(sheet_of(evening), A4))
    pads = "\n".join(pages).partition("Deals of rubber")[0]
    assert "goes on overleaf" in pads
    assert len(re.findall(r"^50\b|\b50\s*down", pads, re.MULTILINE)) >= 90
    assert "4500" in pads


def test_what_is_split_is_as_long_as_its_page_and_no_longer() -> None:
    pad = PrintedPad(1, "Rubber 1", ("We", "They"), ((), ()), (), (0, 0), ((), ()), (0, 0), None,
                     "", False, True)  # fmt: skip
    lines = tuple(pads.PadLine((PadFigure(each, ""), None)) for each in range(60))
    for room in range(200, 700, 7):
        row = pads.PadPrintRow((pads.PadColumn(pad, 200, lines),))
        found = row.split(room, must=True)
        assert found is not None
        (first,), (rest,) = (each.columns for each in found)
        assert first.lines + rest.lines == lines
        assert room - first.row < first.height <= room, room


@pytest.mark.night
@pytest.mark.parametrize(("deals", "paper"), [(22, A4), (30, LETTER), (36, A4), (44, LETTER)])
def test_a_rubber_that_a_page_can_hold_is_never_split(deals: int, paper: PaperSize) -> None:
    """Lower rows on the first page, or all of it on the second; its sum beside its figures."""
    evening = Evening()
    evening.sit_down("auction")
    for _ in range(deals):
        evening.deal({"bid": "1NT", "declarer": "N", "tricks": 6})
    pages = texts(sitting_pdf(sheet_of(evening), paper))
    assert "goes on overleaf" not in "".join(pages)
    (own,) = [page for page in pages if "Rubber 1" in page]
    assert own.partition("Deals of rubber")[0].count("down") == deals
    assert str(50 * deals) in own


def test_what_was_paid_is_ticked_and_owed_no_more() -> None:
    evening = block_evening()
    slip = slip_of(evening.club, evening.sitting.table, evening.sitting.evening)
    first = slip.owed[0]
    handed = Handed(first.payer.pk, first.payee.pk, first.currency.code, first.amount)
    pay_at_table(sitting=evening.sitting, handed=handed, key=new_key(), actor=evening.actor)
    sheet = sheet_of(evening)
    assert len(sheet.slip.owed) == 1
    rows = rows_of(ledger_of(sheet, A4))
    assert "Cecil Dora 13 0" in rows
    assert any(re.fullmatch(r"Ann Bob 13 0 \d\d:\d\d", row) for row in rows)
    assert "Ann paid Bob 13s at " in plain_text(sheet)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>&amp;</b> O'Neil", "<b>&amp;</b> O'Neil"),
        ("Zoë Żółć Ωμέγα Жанна", "Zoë Żółć Ωμέγα Жанна"),
        ("李 Wei", "李 Wei"),
        ("😀 Wei", "\N{WHITE SQUARE} Wei"),
        ("tab\tand\nline", "tab and line"),
    ],
)
def test_any_name_is_drawn(name: str, shown: str) -> None:
    evening = Evening(name, *NAMES[1:4])
    evening.sit_down("straight-bridge", TENS)
    evening.deals(BLOCK)
    assert shown in words(sitting_pdf(sheet_of(evening), A4))


def test_long_names_are_cut_and_stay_whole_at_the_head() -> None:
    names = ["Wilhelmina Bartholomew-Featherstonehaugh " + letter for letter in "ABCD"]
    evening = Evening(*names)
    evening.sit_down("pirate", CROWN)
    evening.deal({"bid": "4S", "declarer": "N", "partner": "E", "tricks": 10})
    evening.break_off()
    said = words(sitting_pdf(sheet_of(evening), LETTER))
    assert all(name in said for name in names)


def test_money_of_six_people_is_never_cut() -> None:
    evening = Evening(*NAMES)
    evening.sit_down("straight-bridge", {"amount": "£1", "currency": "LSD", "per": 1})
    evening.deals(BLOCK)
    evening.people = [*evening.people[2:], *evening.people[:2]]
    evening.sit_down("pirate", {"amount": "1/6", "currency": "LSD", "per": 1})
    evening.deal({"bid": "7NT", "declarer": "N", "partner": "E", "doubling": 2, "tricks": 13})
    evening.break_off()
    sheet = sheet_of(evening)
    said = words(sitting_pdf(sheet, A4))
    assert len(sheet.slip.people) == 6
    ledger = ledger_of(sheet, A4)
    rows = rows_of(ledger)
    (money,) = sheet.slip.money
    column = MoneyColumn(money.currency)
    for name, coins in zip(sheet.slip.people, money.coins, strict=True):
        parts = " ".join(filter(None, re.split("([¼½¾])", " ".join(column.parts(coins)))))
        assert any(row.startswith(f"{name} ") and row.endswith(parts.strip()) for row in rows), name
    assert max(abs(coins) for coins in money.coins) > 960 * 100
    assert "…" not in said
    no_text_over_a_rule(ledger)


def test_the_code_is_drawn_as_it_was_made() -> None:
    """The thick lines of the drawing, read back module by module, are the code of the address."""

    class Lines(Ink):
        def __init__(self) -> None:
            self.drawn: list[tuple[float, float, float, float]] = []

        def weight(self, weight: float) -> None:
            self.module = weight

        def lines(self, lines) -> None:
            self.drawn += lines

    ink = Lines()
    rows = code_of(ADDRESS)
    pen = Pen(ink, A4)
    pen.code(MARGIN, MARGIN, rows, CODE)
    pen.new_page()
    assert ink.module * len(rows) == pytest.approx(25 * MM)
    read = [bytearray(len(rows)) for _ in rows]
    for x, y, to_x, to_y in ink.drawn:
        assert y == to_y
        down = int((A4.height - MARGIN - y) / ink.module)
        for across in range(round((x - MARGIN) / ink.module), round((to_x - MARGIN) / ink.module)):
            read[down][across] = 1
    assert tuple(map(bytes, read)) == rows
    assert rows == tuple(map(bytes, segno.make(ADDRESS, error="m", micro=False).matrix))


def test_the_twin_says_what_the_sheet_says() -> None:
    sheet = sheet_of(block_evening())
    text = plain_text(sheet)
    assert all(len(line) <= WIDTH for line in text.splitlines())
    for said in (
        "Deal 4, dealt by Dora.",
        "No-trumps by Bob, 6 odd tricks.",
        "Bob & Dora: 72 below, 120 above.",
        "Game and rubber to Bob & Dora.",
        "Bob & Dora: 258\n  and 100 rubber\n  together 358\n",
        "358 less 94 leaves 264\n",
        "Cecil pays Dora 13s",
        "\n  Ann: minus 260 points\n  Bob: plus 260 points\n",
        "\n  Ann: minus 13s\n  Bob: 13s\n",
        ADDRESS,
    ):
        assert said in text, said
    assert text.isascii() and "=" not in text


def test_few_queries(django_assert_max_num_queries) -> None:
    """Nine for the sheet and one for each line-up, however many deals."""
    evening = long_evening("auction", 30)
    sitting = evening.fresh()
    with django_assert_max_num_queries(12):
        sitting_sheet(sitting, ADDRESS)


def test_more_deals_need_no_more_queries() -> None:
    counted = []
    for deals in (4, 24):
        sitting = long_evening("auction", deals).fresh()
        with CaptureQueriesContext(connection) as queries:
            sitting_sheet(sitting, ADDRESS)
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_what_stands_beside_a_rubber_is_told_below_it() -> None:
    evening = Evening()
    evening.sit_down("bolshevik", CROWN)
    evening.deal({"bid": "3H", "declarer": "N", "tricks": 9})
    evening.deal({"bid": "BOL", "declarer": "N", "tricks": 2, "doubled_by": ["E", "W"]})
    told = "Bolshevik: Ann −5000, Bob +2000, Cecil +1000, Dora +2000."
    assert told in words(sitting_pdf(sheet_of(evening), A4))
    said = "Bolshevik: Ann minus 5000, Bob plus 2000, Cecil plus 1000, Dora plus 2000."
    assert said in " ".join(plain_text(sheet_of(evening)).split())


def test_more_than_nine_rubbers_go_below_in_a_second_band() -> None:
    """Each band has every player; each column of points adds up to nothing."""
    evening = Evening()
    evening.sit_down("straight-bridge", TENS)
    for _rubber in range(11):
        evening.deals(BLOCK)
    evening.end()
    rows = rows_of(ledger_of(sheet_of(evening), A4))
    assert "1 2 3 4 5 6 7 8 9" in rows
    assert sum(row.startswith("Ann −260") for row in rows) == 2
    assert f"Sum{9 * ' 0'}" in rows and "Sum 0 0 0 0" in rows


def kinds_of(pdf: bytes) -> Counter[str]:
    """How many parts of each kind a file tells a reader's program of."""
    found: Counter[str] = Counter()
    root = PdfReader(io.BytesIO(pdf)).trailer["/Root"]
    waiting = [each.get_object() for each in root["/StructTreeRoot"]["/K"]]
    while waiting:
        node = waiting.pop()
        found[f"{node['/S']} in {node['/P'].get_object().get('/S', '')}"] += 1
        waiting += [
            kid.get_object()
            for kid in node["/K"]
            if not isinstance(kid, int) and "/S" in kid.get_object()
        ]
    return found


def test_slip_deals_and_payments_are_tables_of_rows_and_cells() -> None:
    sheet = sheet_of(block_evening())
    found = kinds_of(sitting_pdf(sheet, A4))
    deals = sum(len(part.deals) for chapter in sheet.chapters for part in chapter.parts)
    payments = len(sheet.slip.owed)
    assert found["/H1 in /Document"] == 1 and found["/H2 in /Document"] >= 3
    assert found["/Table in /Document"] == 3
    # A row for each, and one of heads for each table; nothing else stands in a row than cells.
    players = len(sheet.slip.people)
    assert found["/TR in /Table"] == deals + payments + players + 4  # the slip has sums too
    assert found["/TH in /TR"] >= 12 and found["/TD in /TR"] >= 7 * deals + 3 * payments
    in_rows = {kind for kind in found if kind.endswith("in /TR")}
    assert in_rows == {"/TH in /TR", "/TD in /TR"}
