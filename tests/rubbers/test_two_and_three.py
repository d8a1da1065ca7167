"""The games for three and for two at the table: one deal entered at each, and its pad."""

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from clubscore.club.logins import found_club
from clubscore.club.models import Role
from clubscore.files.score_file import answer, read_score_file
from clubscore.files.sittings import written_sitting
from clubscore.laws.games import GAMES
from clubscore.rubbers.deal_form import DealEntryForm, read_line
from clubscore.rubbers.pad import pads_of
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.seating import break_off
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.slip import slip_of
from clubscore.web.entry_form import given_of, read_entry
from clubscore.web.forms import Problems
from tests.files.test_sitting_file import bring
from tests.house import client_of, make_user
from tests.rubbers.tables import Table, people_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

# What is tapped at each game, what the deal says then, and what it puts on the pad.
AUCTION_LIKE = {"level": "2", "denomination": "H", "declarer": "A", "result": "="}
TAPPED: dict[str, tuple[dict[str, str], dict[str, Any], list[tuple[int, int]]]] = {
    "blind-skip": (
        AUCTION_LIKE | {"honours-A": "2", "honours-B": "1", "honours-C": "1", "honours-dummy": "1"},
        {"tricks": 8, "honours": {"A": 2, "B": 1, "C": 1, "dummy": 1}},
        [(16, 24), (0, 8), (0, 8)],
    ),
    "stop-gap": (
        AUCTION_LIKE | {"honours": "D:3"},
        {"tricks": 8, "honours": {"A": 2, "dummy": 1}},
        [(0, 32), (0, 0), (0, 0)],
    ),
    "five-hundred": (
        {"bid": "7H", "declarer": "A", "tricks-A": "8", "tricks-B": "2"},
        {"tricks": 8, "defenders": {"B": 2, "C": 0}},
        [(0, 200), (0, 20), (0, 0)],
    ),
    "double-dummy": (
        AUCTION_LIKE | {"holder": "B-dummy", "holding": "4-in-one"},
        {"tricks": 8, "honours": {"B": "4-in-one"}},
        [(16, 0), (0, 64)],
    ),
    "blind-trick-double-dummy": (
        AUCTION_LIKE | {"honours": "A:3"},
        {"tricks": 8, "honours": {"B": "3"}},
        [(16, 0), (0, 16)],
    ),
    "hidden-dummies-1": (
        AUCTION_LIKE | {"honours": "D:5"},
        {"tricks": 8, "honours": {"A": "5"}},
        [(16, 40), (0, 0)],
    ),
    "hidden-dummies-2": (AUCTION_LIKE | {"result": "-3"}, {"tricks": 5}, [(0, 0), (0, 150)]),
    "hidden-dummies-3": (
        AUCTION_LIKE | {"honours": "D:4"},
        {"tricks": 8, "honours": {"A": "4"}},
        [(16, 32), (0, 0)],
    ),
    "canfield-dummy": (
        AUCTION_LIKE | {"honours-A": "3", "honours-B": "2"},
        {"tricks": 8, "honours": {"A": 3, "B": 2}},
        [(16, 24), (0, 16)],
    ),
    "twenty-six-tricks": (
        {"level": "12", "denomination": "S", "declarer": "B", "result": "-12", "honours-B": "5"},
        {"tricks": 13, "honours": {"B": 5}},
        [(0, 600), (0, 45)],
    ),
    "twenty-six-cards": (AUCTION_LIKE | {"result": "+1"}, {"tricks": 9}, [(45, 0), (0, 0)]),
    "blind-auction": (AUCTION_LIKE | {"result": "-1"}, {"tricks": 7}, [(0, 0), (0, 50)]),
    "draw-auction": (AUCTION_LIKE | {"doubling": "1"}, {"tricks": 8}, [(32, 50), (0, 0)]),
    "kwantung": (
        {"level": "2", "denomination": "NT", "declarer": "B", "result": "=", "honours-B": "4"},
        {"tricks": 8, "honours": {"B": 4}},
        [(0, 0), (20, 100)],
    ),
}


def director(table: Table) -> Client:
    return client_of(make_user(table.club, "the-director", Role.DIRECTOR))


def posted(client: Client, table: Table, given: dict[str, str]) -> Any:
    """Fill in the form that the table's page shows, and record it."""
    address = f"/table/{table.sitting.pk}/"
    page = client.get(address).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key is not None
    hidden = {"part": "1", "position": str(table.standing.next_position), "key": key[1]}
    return client.post(f"{address}record/", hidden | given)


def test_every_game_for_three_and_for_two_is_here() -> None:
    older = {"dummy-bridge", "cut-throat"}
    assert {game.key for game in GAMES if game.players < 4} == set(TAPPED) | older


@pytest.mark.parametrize("game", TAPPED)
def test_a_deal_is_entered_and_stands_on_the_pad(game: str) -> None:
    given, said, points = TAPPED[game]
    table = Table(game)
    client = director(table)
    assert posted(client, table, given).status_code == 302
    (deal,) = table.standing.live
    assert {name: deal.facts[name] for name in said} == said
    (scored,) = table.standing.sheet.deals
    assert [scored.points[column] for column in table.game.column_keys] == points
    (pad,) = pads_of(table.standing)
    on_pad = {
        key: sum(fig.points for fig in (*pad.honours[key], *pad.games[0].below[key]))
        for key in table.game.column_keys
    }
    assert list(on_pad.values()) == [below + above for below, above in points]
    page = client.get(f"/table/{table.sitting.pk}/pad/").content.decode()
    words = re.findall(r'class="pad-word">\s*(\w+)\s*<', page)
    assert ("Honours" in words) == table.game.course.has_line
    assert ("Points" in words) == (not table.game.course.has_line)


@pytest.mark.parametrize("game", TAPPED)
def test_what_was_entered_goes_back_into_the_form(game: str) -> None:
    given, _said, _points = TAPPED[game]
    table = Table(game)
    facts = read_entry(table.game, table.standing.rules, given, "A").facts
    table.record(facts)
    (deal,) = table.standing.live
    back = given_of(table.game, deal.facts, {"between": True})
    again = read_entry(table.game, table.standing.rules, back, "A").facts
    assert table.standing.read(again).facts() == deal.facts
    change = director(table).get(f"/table/{table.sitting.pk}/1/deal/1/change/")
    assert change.status_code == 200


@pytest.mark.parametrize("game", TAPPED)
def test_a_sitting_goes_out_and_scores_the_same(game: str) -> None:
    given, _said, _points = TAPPED[game]
    table = Table(game)
    facts = read_entry(table.game, table.standing.rules, given, "A").facts
    table.play(facts, {"passed_out": True})
    (part,) = written_sitting(table.sitting)
    assert part["game"] == game
    answered = answer(read_score_file(part))
    assert answered["totals"] == table.standing.sheet.totals
    assert len(answered["deals"]) == 2
    other = found_club(name="Baldwin", author="a test")
    (sitting,) = bring(other, part)
    (back,) = written_sitting(sitting)
    for each in (part, back):
        del each["club"], each["sitting"]
    assert back == part


@pytest.mark.parametrize("game", TAPPED)
def test_the_page_asks_only_for_what_the_game_has(game: str) -> None:
    table = Table(game)
    form = DealEntryForm(table.standing, QueryDict(), "A")
    found = table.game
    assert bool(form.bars["schedule"]) == bool(found.bidding.schedule)
    assert bool(form.tricks_of) == found.questions.tricks_by_player
    assert bool(form.revokes) == found.counting.counts_revokes
    if form.honours and form.honours.hands:
        fields = [row.field for row in form.honours.hands]
        assert fields == [f"honours-{hand}" for hand in found.honour_hands]
    page = director(table).get(f"/table/{table.sitting.pk}/").content.decode()
    assert ('name="doubling"' in page) == (found.bidding.max_doubling != 0)
    assert page.count('name="level"') == (
        0 if found.bidding.schedule else len(found.bidding.levels)
    )


class TestFiveHundred:
    """The schedule, everybody's tricks, the game at 500."""

    def read(self, table: Table, **given: str) -> dict[str, Any]:
        return read_entry(table.game, table.standing.rules, given, "A").facts

    def test_the_last_players_tricks_follow(self) -> None:
        table = Table("five-hundred")
        facts = self.read(table, bid="6S", declarer="B", **{"tricks-B": "6", "tricks-C": "1"})
        assert facts["defenders"] == {"A": 3, "C": 1}
        all_ten = self.read(table, bid="6S", declarer="B", **{"tricks-B": "10"})
        assert all_ten["defenders"] == {"A": 0, "C": 0}
        with pytest.raises(Problems) as caught:
            self.read(table, bid="6S", declarer="B", **{"tricks-B": "6"})
        assert caught.value.problems[0].field == "ask-result"

    def test_tricks_that_make_eleven_are_refused_with_the_form(self) -> None:
        table = Table("five-hundred")
        given = {"bid": "6S", "declarer": "B", "tricks-A": "3", "tricks-B": "6", "tricks-C": "2"}
        answered = posted(director(table), table, given)
        assert answered.status_code == 422
        assert "There are ten tricks in all, not 11." in answered.content.decode()

    def test_all_passed_may_tell_tricks(self) -> None:
        table = Table("five-hundred")
        client = director(table)
        page = client.get(f"/table/{table.sitting.pk}/?step=passed").content.decode()
        assert 'name="tricks-C"' in page
        assert 'name="passed_out"' in page
        passed = {"passed_out": "1"}
        assert posted(client, table, passed).status_code == 302
        told = passed | {"tricks-A": "4", "tricks-C": "5"}
        assert posted(client, table, told).status_code == 302
        assert [deal.facts for deal in table.standing.live] == [
            {"passed_out": True},
            {"passed_out": True, "defenders": {"A": 4, "B": 1, "C": 5}},
        ]

    def test_five_hundred_ends_the_game_and_it_is_settled(self) -> None:
        table = Table("five-hundred", {"amount": "1", "currency": "GBP", "per": 10})
        table.record({"bid": "10NT", "declarer": "B", "tricks": 10})
        client = director(table)
        answered = client.get(f"/table/{table.sitting.pk}/")
        assert answered.status_code == 302
        page = client.get(answered["Location"]).content.decode()
        assert "Game 1 · Bob wins" in page or "Game 1 · Cecil wins" in page
        agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
        slip = slip_of(table.club, table.sitting.table, table.sitting.evening)
        assert sorted(slip.totals.values()) == [-520, -520, 1040]

    @pytest.mark.parametrize(
        ("line", "tricks", "defenders"),
        [
            ("7H Ann Ann:8 Cecil:1", 8, {"B": 1, "C": 1}),
            ("7H Ann:5 Cecil:3", 5, {"B": 3, "C": 2}),
            ("7h ann = cecil:3", 7, {"B": 3, "C": 0}),
            ("6nt Ann +4", 10, {"B": 0, "C": 0}),
        ],
    )
    def test_a_typed_line(self, line: str, tricks: int, defenders: dict[str, int]) -> None:
        table = Table("five-hundred")
        names = table.standing.names
        facts = read_line(table.game, table.standing.rules, line, names, "A").facts
        assert (facts["tricks"], facts["defenders"]) == (tricks, defenders)


class TestStopGap:
    """One long sheet, in hundreds when play stops."""

    def test_play_stops_and_columns_count_in_hundreds(self) -> None:
        table = Table("stop-gap", {"amount": "1", "currency": "GBP", "per": 100})
        for example in table.game.about.examples:
            table.play(*example.score_file["deals"])
        (pad,) = pads_of(table.standing)
        assert [fig.points for fig in pad.games[0].below["A"]] == [36, 270]
        assert [fig.sign for fig in pad.games[0].below["A"]] == ["s", "n"]
        assert pad.sums == {"A": 306, "B": 84, "C": 84}
        break_off(
            sitting=table.sitting, part=1, reason="a fourth came", key=new_key(), actor=table.actor
        )
        (pad,) = pads_of(table.standing)
        assert pad.totals == {"A": 300, "B": 100, "C": 100}
        assert pad.sums == {"A": 306, "B": 84, "C": 84}
        assert pad.bonus["B"] == [(16, "rounded")]
        agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
        slip = slip_of(table.club, table.sitting.table, table.sitting.evening)
        assert sorted(slip.totals.values()) == [-200, -200, 400]

    def test_honours_are_asked_by_side_dummy_with_declarer(self) -> None:
        table = Table("stop-gap")
        given = {"level": "1", "denomination": "C", "declarer": "C"}
        rows = DealEntryForm(table.standing, given, "A").honours
        assert rows is not None
        assert [side.name for side in rows.sides] == ["Bob & dummy", "Ann & Cecil"]
        found = read_entry(
            table.game,
            table.standing.rules,
            given | {"result": "=", "holder": "B", "holding": "4+1"},
            "A",
        )
        assert found.facts["honours"] == {"B": 4, "A": 1}

    def test_honours_told_hand_by_hand_keep_their_side(self) -> None:
        table = Table("stop-gap")
        facts = {"bid": "1C", "declarer": "A", "tricks": 7, "honours": {"A": 1, "B": 3, "C": 1}}
        assert given_of(table.game, facts, {})["honours"] == "A:4"
        few = facts | {"honours": {"A": 2, "B": 2}}
        assert given_of(table.game, few, {})["honours"] == "none"


@pytest.mark.parametrize(
    ("game", "title", "stop"),
    [
        ("five-hundred", "Game 1, deal 2", "A game is being played"),
        ("stop-gap", "Sheet 1, deal 2", "The sheet goes on"),
        ("blind-skip", "Rubber 1, deal 2", "A rubber is being played"),
    ],
)
def test_pages_call_it_what_it_is(game: str, title: str, stop: str) -> None:
    table = Table(game)
    given, _said, _points = TAPPED[game]
    table.record(read_entry(table.game, table.standing.rules, given, "A").facts)
    client = director(table)
    assert title in client.get("/").content.decode()
    assert title in client.get("/wall/").content.decode()
    page = client.get(f"/table/{table.sitting.pk}/next/").content.decode()
    assert stop in page
    assert "partners" not in page


def test_the_same_dealer_deals_the_other_half_of_the_pack() -> None:
    """Auction Bridge Variations 1923, p. 175."""
    table = Table("blind-auction")
    dealt = []
    for _ in range(6):
        dealt.append(table.standing.dealer)
        table.record({"passed_out": True})
    assert dealt == ["A", "A", "B", "B", "A", "A"]
    other = Table("draw-auction")
    other.record({"passed_out": True})
    assert other.standing.dealer == "B"


def test_a_trick_that_nobody_saw_may_hold_the_honours() -> None:
    """Only where some side must hold three is it asked whether really nobody claims."""
    for game, asks in (("double-dummy", True), ("blind-trick-double-dummy", False)):
        table = Table(game)
        assert read_entry(table.game, table.standing.rules, AUCTION_LIKE, "A").asks_honours == asks


@pytest.mark.parametrize(
    ("game", "line", "facts"),
    [
        ("canfield-dummy", "4H Ann = Ann:3", {"tricks": 10, "honours": {"A": 3}}),
        ("twenty-six-tricks", "13NT** Cecil -12", {"tricks": 14, "doubling": 2}),
        ("kwantung", "2NT Cecil = Cecil:3", {"tricks": 8, "honours": {"B": 3}}),
        ("double-dummy", "4S Ann +1 b-dummy:4", {"tricks": 11, "honours": {"B": "4-in-one"}}),
        ("stop-gap", "4S Ann = a3", {"tricks": 10, "honours": {"B": 2, "C": 1}}),
        ("blind-skip", "4S Ann = dummy:2", {"tricks": 10, "honours": {"dummy": 2}}),
        ("twenty-six-cards", "3C Ann -1", {"tricks": 8}),
    ],
)
def test_typed_lines(game: str, line: str, facts: dict[str, Any]) -> None:
    table = Table(game)
    names = table.standing.names
    found = read_line(table.game, table.standing.rules, line, names, "A").facts
    assert {name: found[name] for name in facts} == facts


@pytest.mark.parametrize(
    ("game", "line"),
    [("twenty-six-cards", "2H Ann = h3"), ("kwantung", "2H Ann = Ann:3")],
)
def test_typed_honours_that_nobody_counts_are_not_dropped(game: str, line: str) -> None:
    table = Table(game)
    with pytest.raises(Problems, match="no honours in hearts"):
        read_line(table.game, table.standing.rules, line, table.standing.names, "A")


def test_people_choose_out_of_the_games_for_their_number() -> None:
    table = Table("double-dummy")
    client = director(table)
    who = [person.pk for person in table.people]
    for count, name in ((2, ""), (3, "Eve"), (4, "Fred"), (5, "Gina")):
        who += [person.pk for person in people_of(table.club, *filter(None, [name]))]
        page = client.get("/sit-down/game/", {"who": who}).content.decode()
        for game in GAMES:
            assert (f'value="{game.key}"' in page) == (game.players == min(count, 4)), game.key
