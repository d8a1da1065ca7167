"""Blank sheets: one of every game, its tariff from the numbers that score."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.sheets.pieces.paper import A4, LETTER, MM
from clubscore.sheets.rubbers.blank_pdf import ROW, blank_pdf, form_for
from clubscore.sheets.rubbers.tariff_lines import besides, tables
from tests.sheets.test_sitting_sheet import fonts, inside


@pytest.mark.walk(cases=62)
@pytest.mark.django_db
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_visitor_has_a_sheet_of_every_game(game, paper) -> None:
    answer = Client().get(reverse("blank-sheet", args=[game.key]), {"paper": paper.key})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert f'inline; filename="{game.key}-{paper.key}.pdf"' == answer["Content-Disposition"]
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
        (paper.width, paper.height), abs=0.01
    )
    text = page.extract_text()
    assert game.name in text
    assert game.about.years.replace("-", "–") in text
    assert text.count("HONOURS" if game.course.has_line else "POINTS") == 2, "two rubbers abreast"
    assert all(each.symbol in text for each in game.bidding.denominations)
    assert set(fonts(answer.content).values()) == {"/TrueType"}
    inside(page, paper)


@pytest.mark.django_db
def test_no_such_game() -> None:
    assert Client().get(reverse("blank-sheet", args=["whist"])).status_code == 404


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


@pytest.mark.walk(cases=31)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_rows_are_nine_millimetres_and_games_enough(game) -> None:
    assert pytest.approx(9 * MM) == ROW
    form = form_for(game, resolve_rules(game, {}), 22)
    assert 1 + form.honours + sum(form.games) + len(form.sums) + len(form.ledgers) == 22
    if not game.course.has_line:
        assert (form.honours, len(form.games)) == (0, 1)
        return
    assert len(form.games) == game.course.most_games(len(game.columns))
    assert form.honours >= 5


def test_pencil_and_club() -> None:
    game = find_game("pirate")
    pdf = blank_pdf(game, {"preset": "whistclub-1920", "nullo_value": 8}, A4, "Baldwin & Söhne")
    text = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert "Whist Club 1920; nullos: 8" in text
    assert "Baldwin & Söhne" in text


def test_bolshevik_has_a_row_for_its_account_and_chicago_room_for_four_deals() -> None:
    bolshevik = find_game("bolshevik")
    form = form_for(bolshevik, resolve_rules(bolshevik, {}), 22)
    assert form.ledgers == ("Bolshevik",)
    assert 1 + form.honours + sum(form.games) + len(form.sums) + len(form.ledgers) == 22
    chicago = find_game("chicago")
    assert len(form_for(chicago, resolve_rules(chicago, {}), 22).games) == 4
    rubber = find_game("rubber-bridge")
    assert "rubber 700 or 500" in form_for(rubber, resolve_rules(rubber, {}), 22).sums
