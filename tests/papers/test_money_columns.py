"""Money in columns: parts flush right, fractions behind them, and sums that are the sum."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.money import CURRENCIES, LSD, find_currency, read_amount
from clubscore.papers.account import StatementRow, StatementSums, StatementTable
from clubscore.papers.flow import FRACTIONS, MoneyColumn
from clubscore.papers.ledger import PaperLedger, imprint, recording
from clubscore.papers.pen import Pen, printed
from clubscore.papers.sizes import A4

COINS = st.integers(-99 * 960, 99 * 960)
PARTS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


def drawn(column: MoneyColumn, amounts: list[int]) -> PaperLedger:
    def put(pen: Pen) -> None:
        for number, coins in enumerate(amounts):
            column.draw(pen, 100, 100 + 15 * number, coins)
        pen.new_page()

    with recording() as kept:
        printed(put, A4, imprint("x"))
    return kept[0]


@given(st.lists(COINS, min_size=1, max_size=40))
def test_each_part_ends_at_one_place_and_nothing_leaves_its_column(amounts: list[int]) -> None:
    column = MoneyColumn(LSD)
    texts = drawn(column, amounts).texts
    whole = [each for each in texts if each.text not in FRACTIONS and each.text != "−"]
    ends = {round(each.box[2], 1) for each in whole}
    assert len(ends) <= 3, "pounds, shillings, pence"
    assert len({round(each.box[0], 1) for each in texts if each.text in FRACTIONS}) <= 1
    for each in texts:
        assert each.box[0] >= 100 and each.box[2] <= 100 + column.wide


@given(COINS)
def test_the_parts_say_the_amount(coins: int) -> None:
    pounds, shillings, pence = MoneyColumn(LSD).parts(coins)
    fraction = PARTS.get(pence[-1:], Fraction(0))
    whole = pence.rstrip(FRACTIONS)
    told = 960 * int(pounds or 0) + 48 * int(shillings or 0) + 4 * (int(whole or 0) + fraction)
    assert told == abs(coins)
    assert pounds or shillings or pence, "nothing is a nought"


@given(st.sampled_from(sorted(set(CURRENCIES) - {"LSD"})), st.integers(-99_999, 99_999))
def test_decimal_money_stands_at_its_point(code: str, coins: int) -> None:
    currency = find_currency(code)
    column = MoneyColumn(currency)
    (shown,) = column.parts(coins)
    assert read_amount(shown, currency) == abs(coins)
    assert column.heads == (currency.symbol or code,)
    ends = {round(each.box[2], 1) for each in drawn(column, [coins, 5]).texts if each.text != "−"}
    assert len(ends) == 1


@given(
    st.lists(COINS, min_size=4, max_size=120), st.lists(st.integers(150, 700), min_size=60),
    COINS,
)  # fmt: skip
def test_what_is_carried_forward_is_brought_forward(
    amounts: list[int], rooms: list[int], before: int
) -> None:
    """Over pages of any height every row stands once, and the sums are those of all rows."""
    rows = tuple(StatementRow(str(n), ("x",), coins) for n, coins in enumerate(amounts))
    table: StatementTable | None = StatementTable(LSD, rows, StatementSums(0, 0, before))
    seen: list[StatementRow] = []
    for room in rooms:
        assert table is not None
        halves = None if table.height <= room else table.split(room, must=True)
        if halves is None:
            break
        first, rest = halves
        assert first.height <= room + 0.01
        assert first.goes_on and rest.began and first.sums == rest.before
        assert len(first.rows) >= 2 and len(rest.rows) >= 2
        seen += first.rows
        table = rest
    assert [*seen, *table.rows] == list(rows)
    won, lost = (sum(c for c in amounts if c > 0), -sum(c for c in amounts if c < 0))
    assert table.sums == StatementSums(won, lost, before + won - lost)
