"""Slips of the evening to hand out: half a sheet each, full names, nothing lost."""

import pytest

from clubscore.laws.money import LSD
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.sitting import Debt, PrintedSlip, PrintedSlipRow, SlipMoney
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.slip import SlipCopies, slip_copies, slip_copies_pdf, slip_words
from clubscore.papers.text import WIDTH, columns, wrapped_text
from tests.papers.evenings import block_evening
from tests.papers.paper_faults import faults

USUAL = (
    "Ann Marlowe",
    "Katarzyna Wiśniewska",
    "Αλέξανδρος Παπαδόπουλος",
    "Bartholomew Cholmondeley",
    "Cecil Oakes",
    "Dora Featherstone",
    "Quentin Fairweather",
)
LONG = (
    "Maximiliane Featherstonehaugh-Vandenbroucke",
    "Johann Sebastian von und zu Hohenlohe-Bartenstein",
    "Muhammad ibn Abdullah al-Khwarizmi the Elder",
    *USUAL[1:5],
    *(f"Player {number}" for number in range(8, 21)),
)
SIZES = pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)


def made_up(names: tuple[str, ...], rubbers: int, debts: int, paid: int = 0) -> SlipCopies:
    """A slip with so many players, rubbers and payments; each rubber is of four of them."""
    people, rows = len(names), []
    for number in range(rubbers):
        four = [(number + each) % people for each in range(4)]
        points = dict(zip(four, (428, 428, -428, -428), strict=True))
        row = tuple(points.get(each) for each in range(people))
        rows.append(
            PrintedSlipRow(f"{number + 1} Auction", row, str(number + 1), f"{number + 1} Auction")
        )
    totals = tuple(sum(row.points[each] or 0 for row in rows) for each in range(people))
    owed = [
        Debt(names[n % people], names[-1 - n % people], 1001 + n, LSD, "", "20:14" * (n < paid))
        for n in range(debts + paid)
    ]
    money = (SlipMoney("Money", LSD, totals),)
    slip = PrintedSlip(names, tuple(rows), totals, money, tuple(owed), (), for_love=False)
    return SlipCopies("Portland Club", "Fire table", "Thursday 19 November 2026", slip)


def drawn(copies: SlipCopies, paper: PaperSize = A4) -> PaperLedger:
    with recording() as kept:
        slip_copies_pdf(copies, paper)
    return kept[0]


@SIZES
@pytest.mark.parametrize("people", [4, 5, 6, 7])
def test_four_to_seven_players_have_half_a_sheet_each(people: int, paper: PaperSize) -> None:
    ledger = drawn(made_up(USUAL[:people], 5, people - 1), paper)
    assert faults(ledger) == []
    assert ledger.sheets == -(-people // 2) and len(ledger.pieces) == people
    whose = [piece.whose.place for piece in ledger.pieces]
    assert sorted(whose) == sorted(
        f"{name} · copy {number} of {people}" for number, name in enumerate(USUAL[:people], 1)
    )
    for number, place in enumerate(whose):
        told = [each.text for each in ledger.texts if each.piece == number]
        name, _dot, copy = place.partition(" · ")
        assert f"for {name}" in told and copy in told
        assert "Fire table · Thursday 19 November 2026 · Portland Club" in told
        assert set(USUAL[:people]) <= set(told)


@SIZES
@pytest.mark.parametrize(
    ("people", "rubbers", "debts", "paid"),
    [(7, 5, 6, 0), (4, 30, 3, 0), (7, 12, 6, 7), (20, 25, 60, 0)],
)
def test_what_half_a_sheet_does_not_hold_goes_on_and_loses_nothing(
    people: int, rubbers: int, debts: int, paid: int, paper: PaperSize
) -> None:
    copies = made_up(LONG[:people], rubbers, debts, paid)
    ledger = drawn(copies, paper)
    assert faults(ledger) == []
    name = copies.slip.people[-1]
    here = {n for n, piece in enumerate(ledger.pieces) if piece.whose.place.startswith(name)}
    told = [each.text for each in ledger.texts if each.piece in here]
    assert {row.head for row in copies.slip.rows} <= set(told)
    assert told.count("20:14") == paid
    # A payment is of £1 and some farthings each.
    assert sum(text in ("¼", "½", "¾") for text in told) >= (debts + paid) * 3 // 4
    assert told.count("goes on") == len(here) - 1


@pytest.mark.django_db
def test_a_slip_says_the_same_in_words_and_on_paper() -> None:
    copies = slip_copies(block_evening().fresh(), with_money=True)
    text = wrapped_text(slip_words(copies))
    assert all(columns(line) <= WIDTH for line in text.splitlines())
    assert "Ann: minus 260 points" in text and "Bob: plus 260 points" in text
    assert "Ann pays Bob 13s" in text
    ledger = drawn(copies)
    told = {each.text for each in ledger.texts}
    assert {"−260", "+260", "Sum", "Ann", "Bob", "payer", "initials"} <= told
    whose = {each.whose.place.partition(" · ")[0] for each in ledger.pieces}
    assert whose == {"Ann", "Bob", "Cecil", "Dora"}


@pytest.mark.django_db
def test_whom_the_coins_do_not_concern_reads_none() -> None:
    copies = slip_copies(block_evening().fresh(), with_money=False)
    assert "13s" not in wrapped_text(slip_words(copies))
    assert not {"£", "payer"} & {each.text for each in drawn(copies).texts}
