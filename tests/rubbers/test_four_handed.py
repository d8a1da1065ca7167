"""One deal at a table of each four-handed game: entered on its form, seen on its pad."""

import re
from typing import Any

import pytest
from django.urls import reverse

from clubscore.club.models import Role, User
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.rubbers.deal_form import draft_given, line_help, read_line
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.settling import amounts_of
from clubscore.rubbers.stakes import read_stake
from tests.house import client_of, make_user
from tests.rubbers.tables import Table

pytestmark = pytest.mark.django_db

CONTRACT = {"level": "4", "denomination": "S", "doubling": "0", "declarer": "N"}
MADE = CONTRACT | {"result": "=", "honours": "D:3"}


def director_of(table: Table) -> Any:
    name = f"director-{table.club.slug}"
    known = User.objects.filter(username=name).first()
    return client_of(known or make_user(table.club, name, Role.DIRECTOR))


def enter(table: Table, **form: Any) -> Any:
    """Send a form of the table's page as its browser would, and follow it to the page."""
    director = director_of(table)
    page = director.get(reverse("table", kwargs={"pk": table.sitting.pk})).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    given = {name: hidden[name] for name in ("part", "position", "key")} | form
    return director.post(reverse("record", kwargs={"pk": table.sitting.pk}), given)


def facts_of(table: Table) -> dict[str, Any]:
    return standing_of(table.part).live[-1].facts


def page_of(table: Table, name: str, **more: Any) -> str:
    address = reverse(name, kwargs={"pk": table.sitting.pk, **more})
    answer = director_of(table).get(address, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


# What a form says at each game, what becomes of it, and figures that its pad shows.
DEALS = {
    "cairo": (CONTRACT | {"result": "="}, {"bid": "4S"}, {"NS": (64, 0)}),
    "standard": (
        CONTRACT | {"result": "-2", "honours": "D:3"},
        {},
        {"NS": (0, 18), "EW": (18, 100)},
    ),
    "compound": (MADE | {"result": "+1"}, {"tricks": 11}, {"NS": (36, 28)}),
    "equality": (MADE, {"honours": {"NS": "3"}}, {"NS": (36, 18)}),
    "bridge-whist": (MADE, {"bid": "4S"}, {"NS": (36, 18)}),
    "braille": (MADE, {"bid": "4S"}, {"NS": (36, 18)}),
    "joker": (MADE | {"joker": "E"}, {"joker": "E"}, {"NS": (36, 18), "EW": (0, 25)}),
    "nullos": (
        CONTRACT | {"level": "3", "denomination": "NU", "result": "+1"},
        {"bid": "3NU", "tricks": 3},
        {"NS": (32, 0)},
    ),
    "rubber-bridge": (
        MADE | {"honours": "", "holding": "4-in-one", "holder": "N"},
        {"honours": {"NS": "4-in-one"}},
        {"NS": (120, 100)},
    ),
    "chicago": (
        MADE | {"vulnerable": "NS", "honours": ""},
        {"vulnerable": "NS"},
        {"NS": (120, 500)},
    ),
    "bolshevik": (MADE | {"honours": ""}, {"bid": "4S"}, {"NS": (36, 150)}),
}


@pytest.mark.parametrize("key", DEALS)
def test_a_deal_entered_at_the_table_stands_on_its_pad(key: str) -> None:
    form, facts, points = DEALS[key]
    table = Table(key)
    assert enter(table, **form).status_code == 302
    recorded = facts_of(table)
    assert {name: recorded[name] for name in facts} == facts
    scored = standing_of(table.part).sheet.deals[-1]
    assert {column: each for column, each in scored.points.items() if any(each)} == points
    pad = page_of(table, "pad")
    for below, above in points.values():
        shown = {int(number) for number in re.findall(r"<span>(\d+)</span>", pad)}
        assert not below or below in shown
        assert sum(shown) >= above


@pytest.mark.parametrize("key", DEALS)
def test_putting_it_right_begins_with_what_was_said(key: str) -> None:
    table = Table(key)
    enter(table, **DEALS[key][0])
    before = facts_of(table)
    address = {"pk": table.sitting.pk, "part": 1, "position": 1}
    page = page_of(table, "change", part=1, position=1)
    form: dict[str, list[str]] = {}
    for field in re.findall(r"<input ([^>]*)>", page):
        known = dict(re.findall(r'(\w[\w-]*)="([^"]*)"', field))
        if "checked" in field.split() or known.get("type") == "hidden":
            form.setdefault(known.get("name", ""), []).append(known.get("value", ""))
    again = {name: values for name, values in form.items() if name not in ("", "redraw")}
    shown = director_of(table).post(reverse("change", kwargs=address), again)
    assert "No points change." in shown.content.decode()
    assert facts_of(table) == before


def test_bolshevik_has_a_key_of_its_own_and_asks_who_doubled() -> None:
    table = Table("bolshevik")
    page = page_of(table, "table")
    assert 'name="denomination" value="BOL"' in page
    draft = {"denomination": "BOL", "doubling": "0", "declarer": "N", "level": "3"}
    director = director_of(table)
    noted = director.post(
        reverse("contract", kwargs={"pk": table.sitting.pk}), draft | {"part": "1", "position": "1"}
    )
    assert noted.status_code == 302
    assert draft_given(standing_of(table.part))["denomination"] == "BOL"
    page = page_of(table, "table")
    assert "no trick" in page
    assert re.findall(r'name="doubled_by" value="(\w)"', page) == ["E", "S", "W"]
    assert 'name="revoke-1"' not in page
    assert 'name="honours"' not in page


def test_bolshevik_is_settled_with_its_rubber_and_stands_beside_the_pad() -> None:
    table = Table("bolshevik", {"amount": "5s", "currency": "LSD", "per": 100})
    enter(table, **MADE | {"honours": ""})
    answer = enter(
        table, denomination="BOL", declarer="N", doubling="0", result="-2", doubled_by=["E", "W"]
    )
    assert answer.status_code == 302
    assert facts_of(table) == {
        "bid": "BOL",
        "declarer": "N",
        "tricks": 2,
        "doubled_by": ["E", "W"],
    }
    pad = page_of(table, "pad")
    for figure in ("−5000", "+2000", "+1000"):
        assert figure in pad
    assert "Bolshevik" in pad
    why = page_of(table, "why", part=1, position=2)
    assert "Auction Bridge Variations 1923, p. 54" in why
    enter(table, **MADE | {"honours": ""})
    over = page_of(table, "rubber", part=1, rubber=1)
    assert "Bolshevik: Ann" in over
    standing = standing_of(table.part)
    rubber = standing.sheet.rubbers[0]
    people = {seat: person.pk for seat, person in standing.people.items()}
    points = amounts_of(standing, 1).points
    assert points[people["N"]] == rubber.totals["NS"] - 5000
    assert points[people["E"]] == 2000 - rubber.totals["NS"]
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key="agreed", actor=table.actor)
    slip = page_of(table, "slip")
    assert f"−{5000 - rubber.totals['NS']}" in slip
    assert "Rubber 1, Bolshevik: Ann −5000, Cecil +2000, Bob +1000, Dora +2000" in slip


def test_joker_asks_once_who_held_it() -> None:
    table = Table("joker")
    refused = enter(table, **MADE)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Who held the joker?" in page
    assert 'href="#ask-joker"' in page
    assert re.findall(r'name="joker" value="(\w)"', page) == ["N", "E", "S", "W"]


def test_chicago_shows_and_records_the_vulnerability_of_the_deal() -> None:
    table = Table("chicago")
    order = ("none", "EW", "NS", "both")
    for told in order:
        page = page_of(table, "table")
        assert re.findall(r'name="vulnerable" value="(\w+)" checked', page) == [told]
        shown = len(re.findall(r'<span class="begins">vulnerable', page))
        assert shown == {"none": 0, "EW": 1, "NS": 1, "both": 2}[told]
        enter(table, line="1H Ann -1")
        assert facts_of(table)["vulnerable"] == told
    sheet = standing_of(table.part).sheet
    assert [scored.points["EW"][1] for scored in sheet.deals] == [50, 50, 100, 100]
    assert sheet.rubbers[0].winner == "EW"


def test_chicago_a_deal_that_all_passed_is_dealt_again_by_the_same_dealer() -> None:
    table = Table("chicago")
    enter(table, line="1H Ann -1")
    assert standing_of(table.part).dealer == "E"
    enter(table, passed_out="1")
    standing = standing_of(table.part)
    assert standing.dealer == "E"
    assert standing.usual_facts == {"vulnerable": "EW"}
    assert standing.vulnerable_now == ("EW",)


def test_rubber_bridge_says_who_is_vulnerable() -> None:
    table = Table("rubber-bridge")
    assert '<span class="begins">vulnerable' not in page_of(table, "table")
    enter(table, line="3NT Ann =")
    page = page_of(table, "table")
    assert '<span class="begins">vulnerable' in page
    assert "Revoke or fine" not in page


def test_a_rubber_that_ends_level_can_be_agreed() -> None:
    table = Table("chicago")
    for line in ("1H Ann -1", "1H Cecil -1 vul:none", "1H Ann -1 vul:none", "1H Cecil -1 vul:none"):
        enter(table, line=line)
    over = page_of(table, "rubber", part=1, rubber=1)
    assert "ends level" in over
    assert "No one wins or pays anything." in over
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key="agreed", actor=table.actor)
    assert page_of(table, "pad")
    assert page_of(table, "slip")


@pytest.mark.parametrize(("value", "order"), [(8, "C D NU H S NT"), (10, "C D H S NU NT")])
def test_nullos_stand_in_their_rank(value: int, order: str) -> None:
    table = Table("nullos", rules={"preset": "portland-1914", "nullo_value": value})
    page = page_of(table, "table")
    keys = re.findall(r'name="denomination" value="(\w+)"', page)
    assert keys[:6] == order.split()


def test_nullos_show_the_tricks_taken_beside_the_result() -> None:
    table = Table("nullos")
    director = director_of(table)
    draft = {"level": "3", "denomination": "NU", "doubling": "0", "declarer": "N"}
    director.post(
        reverse("contract", kwargs={"pk": table.sitting.pk}), draft | {"part": "1", "position": "1"}
    )
    page = page_of(table, "table")
    assert "at most 4 tricks" in page
    assert "made, 4 tricks taken" in page
    assert "1 overtrick, 3 tricks taken" in page


def test_deuces_are_asked_for_by_their_name() -> None:
    table = Table("nullos", rules={"preset": "portland-1914", "nullo_honours": "deuces"})
    enter(
        table, level="3", denomination="NU", declarer="N", doubling="0", result="=", honours="D:3"
    )
    assert standing_of(table.part).sheet.deals[0].points["NS"] == (24, 30)
    assert "Twos" in page_of(table, "change", part=1, position=1)


def test_lines_typed_with_what_only_a_game_asks() -> None:
    names = {"N": "Ann", "E": "Bob", "S": "Cecil", "W": "Dora"}

    def read(key: str, line: str) -> dict[str, Any]:
        game = find_game(key)
        return read_line(game, resolve_rules(game), line, names, "N").facts

    assert read("bolshevik", "BOL Ann -2 x:Bob x:dora") == {
        "bid": "BOL",
        "declarer": "N",
        "tricks": 2,
        "doubled_by": ["E", "W"],
    }
    assert read("joker", "4S Ann = h3 joker:Cecil")["joker"] == "S"
    assert read("chicago", "4S Ann = vul:ns")["vulnerable"] == "NS"
    assert read("nullos", "3NU Ann +1") == {"bid": "3NU", "declarer": "N", "tricks": 3}


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_example_of_a_line_can_be_read(key: str) -> None:
    table = Table(key)
    standing = standing_of(table.part)
    dealer = table.game.seats[0]
    example = line_help(table.game, standing.rules, standing.names, dealer).split(": ", 1)[0]
    answer = enter(table, line=example)
    assert answer.status_code == 302, example


def test_stakes_said_in_full_at_the_table() -> None:
    club = Table("joker").club
    stakes = read_stake(club, "5 shillings a hundred", "exact")
    assert stakes is not None
    assert stakes.to_dict() == {"amount": "5s", "currency": "LSD", "per": 100}
