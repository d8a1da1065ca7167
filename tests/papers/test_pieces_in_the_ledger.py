"""Every kind of piece, on both papers, for rooms and rounds of every size and names of all kinds:
any two of these meet (tests/pairwise.py).

Each document is entered in a ledger instead of being drawn; see `paper_faults` for what is checked.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import product

import pytest

from clubscore.movements import build
from clubscore.movements.rows import ended
from clubscore.papers.director_sheet import draw_movement
from clubscore.papers.ledger import Identity, PaperLedger, imprint, recording
from clubscore.papers.movement_cards import (
    FOLDED,
    GUIDES,
    TABLES,
    CardBoard,
    GuideCard,
    PrivateCard,
    guide_cards,
    guide_forms,
    private_forms,
    table_cards,
    table_forms,
)
from clubscore.papers.pen import printed
from clubscore.papers.pieces import Cutting, PaperPiece, pieces_pdf, planned, plans_pdf
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.slips_travellers import (
    PickUpSlip,
    TravellerSheet,
    slip_forms,
    traveller_forms,
)
from clubscore.papers.table_cards import SideAt
from tests.pairwise import pairwise
from tests.papers.paper_faults import CHECKS, faults, uneven_rows

TABLES_OF_ROOMS = (2, 3, 8, 9, 17, 30, 40)
BOARDS = (1, 2, 3, 12, 28, 35, 37, 48)
NAMES = {
    "short": ("Al", "Bo"),
    "forty letters": (
        "Maximiliana Featherstonehaugh-Wyndham-Orr",
        "Bartholomew Cholmondeley-Marjoribanks-Hay",
    ),
    "Polish": ("Łukasz Wiśniewski-Kowalczyk", "Grażyna Dąbrowska"),
    "Icelandic": ("Þórður Ágústsson", "Guðrún Æsa Jónsdóttir"),
    "Greek": ("Αλέξανδρος Παπαδόπουλος", "Ευαγγελία Οικονόμου"),
    "Russian": ("Екатерина Преображенская", "Жанна Щёголева"),
    "Vietnamese": ("Nguyễn Thị Hồng Nhung", "Trần Đức Thịnh"),
    "Hebrew": ("שרה כהן", "אברהם בן־דוד"),
    "Arabic": ("محمد عبد الرحمن", "فاطمة الزهراء"),
    "Armenian": ("Հովհաննես Պետրոսյան", "Անահիտ Սարգսյան"),
    "Chinese": ("王小明", "陳美玲"),
    "Korean": ("김민수", "박서연"),
    "Thai": ("สมชาย ใจดี", "ศิริพร วงศ์สวัสดิ์"),
    "Hindi": ("अमिताभ श्रीवास्तव", "प्रिया शर्मा"),
    "mark-up": ("<b>&amp;</b> O'Hara", '"Zoë" \\ {x}'),
    "emoji": ("Ann 🂡 Field", "Bob ♠ Lake"),
}  # fmt: skip
EVENT = partial(Identity, "Portland Club", "The Wednesday afternoon pairs", "19 Nov 2026")
DEALT = ("N · –", "E · NS", "S · EW", "W · all")


def boards_of(first: int, count: int) -> tuple[tuple[str, str], ...]:
    return tuple((str(n), DEALT[n % 4]) for n in range(first, first + count))


def slip_pieces(
    tables: int, boards: int, people: tuple[str, str], paper: PaperSize
) -> list[PaperPiece]:
    rounds = 2
    of = tables * rounds
    found = [
        PickUpSlip(
            EVENT(f"Table {table}, round {at}"), str(table), str(at), SideAt(str(table), people),
            SideAt(str(table + tables), people), boards_of((at - 1) * boards + 1, boards),
            f"slip {(table - 1) * rounds + at} of {of}", "deals · vul", bool(table % 2),
        )
        for table in range(1, tables + 1)
        for at in range(1, rounds + 1)
    ]  # fmt: skip
    return slip_forms(found, paper)


def traveller_pieces(
    tables: int, boards: int, _people: object, paper: PaperSize
) -> list[PaperPiece]:
    pairs = tuple((str(n), str(n + tables)) for n in range(1, tables + 1))
    return traveller_forms(
        [
            TravellerSheet(
                EVENT(f"Board {n}"), str(n), "South deals, both vulnerable", pairs, bool(n % 2)
            )
            for n in range(1, boards + 1)
        ],
        paper,
    )


def private_pieces(
    tables: int, boards: int, people: tuple[str, str], paper: PaperSize
) -> list[PaperPiece]:
    lines = tuple(
        CardBoard(str(n // 2 + 1) if n % 2 else "", "12 NS" if n % 2 else "", *each, "14")
        for n, each in enumerate(boards_of(1, boards), 1)
    )
    ends = frozenset(range(2, boards + 1, 2))
    return private_forms(
        [
            PrivateCard(
                EVENT(f"Pair {n}"), f"Pair {n}", people, "start: table 12, North–South", lines,
                ends, (3, 7), "deals · vul", bool(n % 2),
            )
            for n in range(1, tables + 1)
        ],
        paper,
    )  # fmt: skip


@lru_cache(maxsize=4)
def whole_cards(tables: int, people: tuple[str, str]) -> tuple[list[GuideCard], list[GuideCard]]:
    """The guide cards and the table cards of a movement of so many tables."""
    movement = build("mitchell", 2 * max(tables, 2))
    names = dict.fromkeys(range(1, 2 * tables + 1), people)
    return guide_cards(movement, names), table_cards(movement, names)


def of_movement(
    tables: int, rounds: int, people: tuple[str, str]
) -> tuple[list[GuideCard], list[GuideCard]]:
    """The same, each card with so many rounds."""
    found = []
    for cards in whole_cards(tables, people):
        rows = [card.rows * -(-rounds // len(card.rows)) for card in cards]
        numbered = [
            tuple((str(n), *row[1:]) for n, row in enumerate(each[:rounds], 1)) for each in rows
        ]
        found.append([c._replace(rows=r) for c, r in zip(cards, numbered, strict=True)])
    return found[0], found[1]


def guide_pieces(
    tables: int, rounds: int, people: tuple[str, str], paper: PaperSize
) -> list[PaperPiece]:
    return guide_forms(of_movement(tables, rounds, people)[0], EVENT, paper)


def table_pieces(
    tables: int, rounds: int, people: tuple[str, str], paper: PaperSize
) -> list[PaperPiece]:
    return table_forms(of_movement(tables, rounds, people)[1], EVENT, paper)


Pieces = Callable[[int, int, tuple[str, str], PaperSize], list[PaperPiece]]
KINDS: dict[str, tuple[Pieces, Cutting]] = {
    "slips": (slip_pieces, Cutting()),
    "travellers": (traveller_pieces, Cutting()),
    "private cards": (private_pieces, FOLDED),
    "guide cards": (guide_pieces, GUIDES),
    "table cards": (table_pieces, TABLES),
}


PAPERS = (A4, LETTER)
# Letters in which papers went wrong: wide, high, joined, and from right to left.
HARD_NAMES = ("forty letters", "Vietnamese", "Hebrew", "Arabic", "Thai", "Hindi")
# Of these any two meet; of hard names every kind and size of piece meets each.
EASY = (tuple(KINDS), PAPERS, tuple(NAMES), TABLES_OF_ROOMS, BOARDS)
HARD = (tuple(product(KINDS, BOARDS)), PAPERS, HARD_NAMES, TABLES_OF_ROOMS)


def document(
    kind: str, paper: PaperSize, names: str, tables: int, boards: int
) -> tuple[list[PaperPiece], PaperLedger]:
    """Return what a document of so many tables and boards consists of, and what is drawn of it."""
    make, cutting = KINDS[kind]
    forms = make(tables, boards, NAMES[names], paper)
    with recording() as kept:
        pieces_pdf(forms, paper, imprint("Papers", "Portland Club"), cutting)
    return forms, kept[0]


def lost_rows(forms: list[PaperPiece], ledger: PaperLedger) -> list[str]:
    """Return the figures of the first columns that are not on paper as often as they should be."""
    wanted = Counter(row[0] for form in forms for row in form.grid.rows if row[0])
    said = Counter(each.text for each in ledger.texts if each.column)
    return [text for text, count in wanted.items() if said[text] < count]


def wrong_with(kind: str, paper: PaperSize, names: str, tables: int, boards: int) -> list[str]:
    """Return what is wrong with a document."""
    forms, ledger = document(kind, paper, names, tables, boards)
    assert len(ledger.pieces) >= len(forms)
    found = [*faults(ledger), *lost_rows(forms, ledger)]
    if kind not in ("table cards", "travellers"):
        found += uneven_rows(ledger)
    return [f"{paper.key}, {names}, {tables} tables, {boards} boards: {each}" for each in found]


@pytest.mark.gate
@pytest.mark.parametrize("kind", KINDS)
def test_every_piece_is_right_on_paper(kind: str) -> None:
    cases = [case for case in pairwise(*EASY) if case[0] == kind]
    assert len(cases) >= len(NAMES)
    for case in cases:
        assert not wrong_with(*case)


@pytest.mark.night
@pytest.mark.parametrize("kind", KINDS)
def test_every_size_of_piece_is_right_with_hard_names(kind: str) -> None:
    cases = [case for case in pairwise(*HARD) if case[0][0] == kind]
    assert len(cases) >= len(BOARDS) * len(HARD_NAMES)
    for (_kind, boards), paper, names, tables in cases:
        assert not wrong_with(kind, paper, names, tables, boards)


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_the_back_of_every_slip_lies_behind_it(paper: PaperSize, names: str) -> None:
    for tables, boards in ((1, 1), (2, 3), (7, 2), (17, 1), (17, 4)):
        forms = slip_pieces(tables, boards, NAMES[names], paper)
        plans = [planned(forms, paper, Cutting())]
        with recording() as kept:
            plans_pdf(plans, paper, imprint("Slips", "Portland Club"), backs=True)
        (ledger,) = kept
        assert faults(ledger) == [], (tables, boards)
        fronts = {cut.whose: cut for cut in ledger.pieces if cut.sheet % 2}
        backs = {cut.whose: cut for cut in ledger.pieces if not cut.sheet % 2}
        assert len(fronts) == len(forms) and fronts.keys() == backs.keys()
        for whose, front in fronts.items():
            back = backs[whose]
            assert back.sheet == front.sheet + 1
            left, top, right, foot = front.box
            turned = (paper.width - right, top, paper.width - left, foot)
            assert back.box == pytest.approx(turned), whose
        lines = Counter(
            line.piece for line in ledger.lines
            if not line.sheet % 2 and line.ends[2] - line.ends[0] > paper.width / 3
        )  # fmt: skip
        assert len(lines) == len(forms), "every back has a line to write on"


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_each_size_takes_no_more_sheets_than_it_should(paper: PaperSize) -> None:
    """The counts of pieces a sheet: slips by boards, travellers by rows, guide cards by rounds."""
    slips = {A4: (12, 10, 10, 8, 8, 6, 6, 6), LETTER: (12, 10, 8, 8, 6, 6, 6, 4)}[paper]
    short = NAMES["short"]

    def sheets(kind: str, tables: int, boards: int) -> tuple[int, int]:
        make, cutting = KINDS[kind]
        thursday = partial(
            PaperPiece, identity=Identity("Portland Club", "Thursday pairs", "19 Nov", "x")
        )
        forms = [
            thursday(head=each.head, grid=each.grid, foot=each.foot, mark=each.mark)
            for each in make(tables, boards, short, paper)
        ]
        with recording() as kept:
            pieces_pdf(forms, paper, imprint("Papers"), cutting)
        return kept[0].sheets, len(forms)

    for boards, held in enumerate(slips, 1):
        count, pieces = sheets("slips", 30, boards)
        assert count <= -(-pieces // held), (boards, count, pieces)
    for rounds in range(1, 15):
        count, pieces = sheets("guide cards", 30, rounds)
        assert count <= -(-pieces // 4), rounds
    for boards in (12, 28, 33):
        count, pieces = sheets("private cards", 30, boards)
        assert count <= -(-pieces // 2), boards
    for rows in range(1, 36):
        held = 8 if rows <= 5 else 6 if rows <= 9 else 4 if rows <= 15 else 2
        assert sheets("travellers", rows, 24)[0] <= -(-24 // held), rows


def broken(**changed: object) -> PaperLedger:
    """The ledger of a good sheet of slips, of which one text or line is changed."""
    with recording() as kept:
        forms = slip_pieces(3, 2, NAMES["short"], A4)
        pieces_pdf(forms, A4, imprint("Papers", "Portland Club"))
    ledger = kept[0]
    assert faults(ledger) == []
    at = next(n for n, each in enumerate(ledger.texts) if each.text == "1" and each.column)
    ledger.texts[at] = ledger.texts[at]._replace(**changed)
    return ledger


def test_each_check_sees_what_it_is_for() -> None:
    box = next(e for e in broken().texts if e.text == "1" and e.column).box
    x, y, to_x, to_y = box
    cases = {
        "outside": broken(box=(2.0, y, 9.0, to_y)),
        "overlapping": broken(box=(x, y - 60, to_x, to_y - 60), text="over the names"),
        "crossed": broken(box=(x, y, x + 90, to_y)),
        "sizes": broken(size=7.0),
        "cut off": broken(text="Wisniew…"),
    }
    ledger = broken()
    ledger.texts = [each for each in ledger.texts if "Portland" not in each.text or each.piece]
    cases["identity"] = ledger
    thin = broken()
    thin.lines[0] = thin.lines[0]._replace(weight=0.3)
    cases["thin"] = thin
    crowded = broken()
    code = (x - 40, y + 5, x - 5, y + 40)
    crowded.code(1, code, [b"\1\0\1"] * 29)
    cases["codes"] = crowded
    silent = broken()
    silent.texts = [each for each in silent.texts if "printed" not in each.text]
    cases["which"] = silent
    assert set(cases) == set(CHECKS)
    for name, each in cases.items():
        assert any(fault.startswith(f"{name}: ") for fault in faults(each)), name
    miscounted = broken()
    miscounted.texts = [
        each._replace(text=each.text.replace(" of ", " of 1")) if "printed" in each.text else each
        for each in miscounted.texts
    ]
    assert [each for each in faults(miscounted) if each.startswith("which: sheets say")]
    two = broken(size=9.0)
    assert any("has [9.0, 13.0] points" in each for each in faults(two))
    uneven = broken()
    at = next(
        n for n, each in enumerate(uneven.lines) if each.piece == 0 and each.ends[1] == each.ends[3]
    )
    x, y, to_x, to_y = uneven.lines[at].ends
    uneven.lines[at] = uneven.lines[at]._replace(ends=(x, y + 5, to_x, to_y + 5))
    assert list(uneven_rows(uneven)) and not list(uneven_rows(broken()))
    forms = slip_pieces(3, 2, NAMES["short"], A4)
    assert lost_rows(forms, broken(text="")) == ["1"] and lost_rows(forms, broken()) == []


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize(("tables", "most"), [(7, 21), (15, 39), (30, 75)])
def test_an_evening_of_thirteen_rounds_takes_few_sheets(
    tables: int, most: int, paper: PaperSize
) -> None:
    """All of tonight's printouts without the codes: the director's sheets, cards and slips."""
    movement, names = ended(build("mitchell", 2 * max(tables, 14)), 13), NAMES["Polish"]
    # Two rounds a table: as many tables as give a slip for each table and round.
    slips = slip_pieces(-(-tables * 13 // 2), 2, names, paper)[: tables * 13]
    pieces = [(slips, Cutting())]
    pieces.append((guide_pieces(tables, 13, names, paper), GUIDES))
    pieces.append((table_pieces(tables, 13, names, paper), TABLES))
    with recording() as kept:
        printed(lambda pen: draw_movement(pen, movement, "Thursday", {}), paper, imprint("x"))
        for forms, cutting in pieces:
            pieces_pdf(forms, paper, imprint("x"), cutting)
    spare = 1
    assert len(slips) == tables * 13 and len(kept) == 4
    assert sum(each.sheets for each in kept) + spare <= most
