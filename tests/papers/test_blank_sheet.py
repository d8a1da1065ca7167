"""Blank sheets: one of every game, its tariff from the numbers that score."""

import datetime as dt
import io
import itertools
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.demo.club import invite_demo
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.papers.blank_pads import DOUBLE, besides, blank_pdf, tables
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.pads import Heads, heads_for, plan_for
from clubscore.papers.pen import LINE
from clubscore.papers.sizes import A4, LETTER, MM
from clubscore.rubbers.pad import pads_of
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.selectors import parts_with_seats
from tests.house import client_of
from tests.laws.layered import EVERY
from tests.papers.paper_faults import CHECKS, faults
from tests.papers.test_sitting_sheet import fonts, inside

PAPERS = (A4, LETTER)
# A blank pad is no piece that is cut.
ON_BLANKS = frozenset(CHECKS) - {"identity"}


SHAPES = {plan_for(game, resolve_rules(game, {}), Heads.ERA): game for game in EVERY}
# Every shape of pad that a visitor asks for, on either paper in turn.
ASKED = [pytest.param(game, PAPERS[n % 2], id=game.key) for n, game in enumerate(SHAPES.values())]


@pytest.mark.gate
@pytest.mark.django_db
@pytest.mark.parametrize(("game", "paper"), ASKED)
def test_a_visitor_has_a_sheet_of_every_shape_of_pad(game, paper) -> None:
    """As a file that readers open: letters of our own, pages of the paper's size."""
    answer = Client().get(reverse("blank-sheet-pdf", args=[game.key]), {"paper": paper.key})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert f'inline; filename="{game.key}-{paper.key}.pdf"' == answer["Content-Disposition"]
    for page in PdfReader(io.BytesIO(answer.content)).pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (paper.width, paper.height), abs=0.01
        )
        assert game.name in page.extract_text()
        inside(page, paper)
        assert min(sizes(page)) >= 8
    assert set(fonts(answer.content).values()) == {"/TrueType"}


def sizes(page) -> set[float]:
    """Return the sizes of all letters of a page."""
    found: set[float] = set()
    page.extract_text(
        visitor_text=lambda text, _matrix, _at, _font, size: found.add(size if text.strip() else 99)
    )
    return found


def rules_of(ledger: PaperLedger) -> list[tuple[float, float, float]]:
    """Return (x, y, weight) of the long level lines of the first page, from the top."""
    return sorted(
        ((x, round(y, 2), line.weight) for line in ledger.lines
         for x, y, to_x, to_y in [line.ends] if line.sheet == 1 and y == to_y and to_x - x > 99),
        key=lambda each: each[1],
    )  # fmt: skip


@pytest.mark.gate
@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_a_sheet_of_every_game_has_all_of_it_in_even_rows(game) -> None:
    """One page, and the tariff on its back where too little is left, on both papers.

    Rows have seven to eight millimetres, and double lines stand level.
    """
    for paper in PAPERS:
        with recording() as kept:
            blank_pdf(game, {"preset": game.codes.default_preset}, paper, "Portland")
        (ledger,) = kept
        assert faults(ledger, ON_BLANKS) == []
        assert ledger.sheets <= 2
        for sheet in range(1, ledger.sheets + 1):
            text = " ".join(each.text for each in ledger.texts if each.sheet == sheet)
            assert game.name in text
            assert game.about.years[:4] in text
        symbols = [each.symbol for each in game.bidding.denominations]
        assert all(each in text for each in symbols), "the tariff comes last"
        assert not re.search(r"(– ?){5}", text)
        rows_are_even(game, rules_of(ledger))


def rows_are_even(game, rules: list[tuple[float, float, float]]) -> None:
    """Rows are as high as pencils need, and all double lines at one height."""
    heights = sorted({y for _x, y, _weight in rules})
    rows = [low - high for high, low in itertools.pairwise(heights)]
    pencil = [high for high in rows if 6.5 * MM < high < 8.8 * MM]
    assert len(pencil) >= 20, "rows of a whole evening"
    assert min(pencil) >= 7 * MM - 0.1
    assert max(pencil) <= 8 * MM + DOUBLE
    plan = plan_for(game, resolve_rules(game, {}), Heads.ERA)
    if plan.above and not game.course.deals:
        doubles = [
            (x, y) for x, y, weight in rules if weight == LINE
            and any(abs(under - y - DOUBLE) < 0.1 and at == x for at, under, _weight in rules)
        ]  # fmt: skip
        assert len(doubles) == (2 if plan.is_abreast else 1)
        assert len({y for _x, y in doubles}) == 1


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_a_pad_has_the_rows_that_rubbers_need(game) -> None:
    """The lower half is open: no rule stands in it for a game that is not won yet."""
    plan = plan_for(game, resolve_rules(game, {}), Heads.ERA)
    assert len(plan.heads) == len(game.columns)
    long = {"contract-1923", "bolshevik", "pirate", "cut-throat", "blind-skip"}
    if not game.course.has_line:
        assert (plan.above, plan.below) == (0, 22)
    elif (game.beneath or game.key) in long or "contract_overtricks" in resolve_rules(game, {}):
        assert (plan.above, plan.below) == (15, 8)
    else:
        assert (plan.above, plan.below) == (12, 10)


@pytest.mark.long(40)
@pytest.mark.django_db
def test_every_rubber_of_the_demo_club_fits_the_pad_of_its_game() -> None:
    """By column: what stands above the line, and below it game after game."""
    with clock.at(dt.datetime(2026, 11, 3, 21, tzinfo=dt.UTC)):
        invite_demo()
    seen = 0
    for part in parts_with_seats().filter(sitting__voided_at=None):
        standing = standing_of(part)
        above, below = standing.game.course.pad_rows
        for pad in pads_of(standing):
            seen += 1
            assert max((len(each) for each in pad.honours.values()), default=0) <= above, pad.title
            needed = [max(map(len, game.below.values()), default=0) for game in pad.games]
            assert sum(needed) <= below, (standing.game.key, pad.title, needed)
    assert seen >= 50


def test_heads_are_of_their_time_or_as_the_club_has_them() -> None:
    straight, auction = find_game("straight-bridge"), find_game("auction")
    names, we_they = (("", 2), ("", 2)), (("WE", 1), ("THEY", 1))
    assert heads_for(straight, Heads.ERA) == names
    assert heads_for(auction, Heads.ERA) == we_they
    assert heads_for(straight, Heads.WE_THEY) == we_they
    assert heads_for(auction, Heads.NAMES) == names
    for heads in Heads:
        alone = heads_for(find_game("pirate"), heads)
        assert alone == (("A", 1), ("B", 1), ("C", 1), ("D", 1))
    assert heads_for(find_game("dummy-bridge"), Heads.ERA) == (("", 1), ("", 2))


@pytest.mark.django_db
def test_a_club_chooses_the_heads_of_its_pads(house) -> None:
    director = client_of(house.logins["director"])
    form = director.get(reverse("club-change")).context["form"]
    assert form["pad_heads"].value() == "era"
    given = {name: form[name].value() or "" for name in form.fields if form[name].value()}
    director.post(reverse("club-change"), given | {"pad_heads": "names"})
    address = reverse("blank-sheet-pdf", args=["auction"])
    assert "THEY" not in text_of(director.get(address).content)
    assert "THEY" in text_of(Client().get(address).content)


def text_of(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_chicago_has_five_rounds_with_their_wheel() -> None:
    """Four deals each: no one vulnerable, the dealer's side twice, both."""
    game = find_game("chicago")
    front = PdfReader(io.BytesIO(blank_pdf(game, {}, LETTER, ""))).pages[0].extract_text()
    assert front.count("contract, by, result") == 5
    assert front.count("no one") == front.count("both") == 5
    assert front.count("dealer’s side") == 10


def test_five_hundred_has_twenty_four_rows_of_bid_made_and_score() -> None:
    game = find_game("five-hundred")
    front = PdfReader(io.BytesIO(blank_pdf(game, {}, A4, ""))).pages[0].extract_text()
    assert front.count("made") >= 3
    assert re.search(r"^24$", front, re.MULTILINE)


@pytest.mark.django_db
def test_no_such_game() -> None:
    assert Client().get(reverse("blank-sheet-pdf", args=["whist"])).status_code == 404


def test_the_tariff_follows_the_house_rules() -> None:
    """Whist Club 1920: slams 50 and 100, no chicane, 100 for a revoke."""
    game = find_game("auction")
    portland = besides(game, resolve_rules(game, {}))
    assert "rubber: 250" in portland
    assert "each revoke: 150" in portland
    assert "each undertrick: 50, doubled 100, redoubled 200" in portland
    assert "contract made: doubled 50, redoubled 100" in portland
    of_1908 = resolve_rules(game, {"slams": "20/40", "rubber_bonus": 300, "chicane": "off"})
    assert {"little slam: 20", "grand slam: 40", "rubber: 300"} <= set(besides(game, of_1908))
    assert any(row[0] == "chicane" for row in tables(game, resolve_rules(game, {}))[1].rows)
    assert not any(row[0] == "chicane" for row in tables(game, of_1908)[1].rows)


def test_undertricks_of_contract_begin_higher() -> None:
    """100 for the first, 50 for each further one (Auction Bridge Variations 1923, p. 17)."""
    game = find_game("contract-1923")
    lines = besides(game, resolve_rules(game, {}))
    assert "first undertrick: 100, doubled 200, redoubled 400" in lines
    assert "each further undertrick: 50, doubled 100, redoubled 200" in lines
    assert "contract made: 50, doubled 100, redoubled 200" in lines
    by_trick = besides(game, resolve_rules(game, {"contract_overtricks": "trick-value"}))
    assert "each overtrick: the value of the trick" in by_trick
    declared = besides(game, resolve_rules(game, {"contract_slams": "declared"}))
    assert {"little slam declared: 250", "grand slam declared: 500"} <= set(declared)


def test_undertricks_by_suit_stand_in_a_table() -> None:
    """Twice the value of the trick (Auction Bridge Variations 1923, p. 174)."""
    game = find_game("twenty-six-cards")
    rules = resolve_rules(game, {})
    down = next(table for table in tables(game, rules) if table.title == "Cost of an undertrick")
    assert down.rows[0][1] == ("20", "20", "30", "30", "60")
    assert down.rows[1][1] == ("40", "40", "60", "60", "120")
    assert not any("undertrick" in line for line in besides(game, rules))
    scaled = besides(game, resolve_rules(game, {"doubled_bonus": "scaled"}))
    words = "twice the value of the trick if doubled, four times if redoubled"
    assert {f"contract made: {words}", f"each overtrick: {words}"} <= set(scaled)


def test_a_schedule_of_bids_instead_of_tricks() -> None:
    game = find_game("five-hundred")
    (schedule,) = tables(game, resolve_rules(game, {}))
    assert schedule.heads == ("♠", "♣", "♦", "♥", "NT")
    assert schedule.rows[0] == ("6 tricks", ("40", "60", "80", "100", "120"))
    assert schedule.rows[-1] == ("10 tricks", ("440", "460", "480", "500", "520"))
    lines = besides(game, resolve_rules(game, {}))
    assert lines[0] == "game: 500 in all"
    assert {"all ten tricks: at least 250", "each trick won by the others: 10"} <= set(lines)
    literal = resolve_rules(game, {"five_hundred_defenders": 0})
    assert not any("of the others" in line for line in besides(game, literal))


def test_what_else_counts_where_each_deal_is_a_game() -> None:
    game = find_game("stop-gap")
    lines = besides(game, resolve_rules(game, {}))
    assert "30 trick points in one deal: 200" in lines
    assert not any("below the line" in line for line in lines)
    won = find_game("canfield-dummy")
    honours = tables(won, resolve_rules(won, {}))[1]
    assert honours.rows[2] == ("3 won", ("18", "21", "24", "27", "30"))


def test_tricks_are_worth_what_they_score() -> None:
    game = find_game("straight-bridge")
    tricks = tables(game, resolve_rules(game, {}))[0]
    assert tricks.heads == ("♠", "♣", "♦", "♥", "NT")
    assert tricks.rows[0][1] == ("2", "4", "6", "8", "12")
    assert tricks.rows[2][1] == ("8", "16", "24", "32", "48")


def test_pencil_and_club() -> None:
    game = find_game("pirate")
    pdf = blank_pdf(game, {"preset": "whistclub-1920", "nullo_value": 8}, A4, "Baldwin & Söhne")
    text = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert "Whist Club 1920; nullos: 8" in text
    assert "Baldwin & Söhne" in text


def test_bolshevik_has_a_row_for_its_account() -> None:
    bolshevik = find_game("bolshevik")
    plan = plan_for(bolshevik, resolve_rules(bolshevik, {}), Heads.ERA)
    assert plan.ledgers == ("Bolshevik",)
    rubber = find_game("rubber-bridge")
    assert "rubber 700, 500" in plan_for(rubber, resolve_rules(rubber, {}), Heads.ERA).sums
