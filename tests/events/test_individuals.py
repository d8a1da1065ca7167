"""Individuals: everybody alone, partners change each round, each has his own place and card."""

import pytest
from django.db import IntegrityError, transaction

from clubscore.club.entry import Refused, new_key
from clubscore.club.models import Person
from clubscore.events.board_state import BoardStage
from clubscore.events.corrections import turn_round
from clubscore.events.entries import enter_players
from clubscore.events.export import event_to_send
from clubscore.events.models import Event, ResultRevision
from clubscore.events.movement import movement_of_form, nothing_to_offer, proposals
from clubscore.events.rankings import Lists
from clubscore.events.seats import Voice
from clubscore.events.table_page import TablePage
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS as WORDS
from clubscore.papers.event_papers import papers_of_events
from clubscore.ranking import rank, read_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def evening() -> Evening:
    """Eight players in their first round, in which both tables play the same boards."""
    return Evening(8, kind="individual", winners=1, form="individuals")


def playing(evening: Evening) -> None:
    """Table 1 makes its game, table 2 goes down: each North-South player of table 1 has a top."""
    for table in evening.room.tables():
        for board in table.place.boards:
            for side in ("ns", "ew"):
                facts = FOUR_SPADES if table.number == 1 else ONE_DOWN
                evening.tell(table.number, board, facts, side)


def test_everybody_receives_what_the_pair_that_he_formed_scored(evening: Evening) -> None:
    playing(evening)
    first, second = (evening.table(number).place for number in (1, 2))
    rows = Lists(evening.room).scratch[0].rows
    winners = {*map(str, first.sides[0]), *map(str, second.sides[1])}  # type: ignore[arg-type]
    assert {row.key for row in rows if row.percent == "100.00"} == winners
    assert {row.percent for row in rows if row.key not in winners} == {"0.00"}
    assert len(rows) == 8


def test_a_result_keeps_who_sat_in_each_of_the_four_seats(evening: Evening) -> None:
    evening.tell(1, 1, FOUR_SPADES)
    place, result = evening.table(1).place, ResultRevision.objects.get()
    assert result.sides == place.sides
    assert {result.ns, result.south, result.ew, result.west} == set(place.numbers)
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultRevision.objects.create(
            section=evening.section, club=evening.club, round=1, table=1, board=2, number=1,
            kind="told", ns=1, south=2, ew=3, west=1, facts={}, author="x", key="x",
        )  # fmt: skip


def test_the_other_two_agree_and_a_card_follows_its_player_through_the_seats(
    evening: Evening,
) -> None:
    playing(evening)
    evening.next_round()
    playing(evening)
    assert evening.standing(1, evening.table(1).place.boards[0]).state is BoardStage.IN
    lists = Lists(evening.room)
    for entry in evening.room.entries:
        card = lists.card(str(entry.number))
        assert [line.round for line in card] == [1, 1, 2, 2]
        for line in card:
            own = (line.facts[seat] for seat in ("ns" if line.is_ns else "ew"))
            assert str(entry.number) in own
            assert len(line.against) == 2


def test_the_table_says_to_each_player_where_he_goes(evening: Evening) -> None:
    page = TablePage(evening.room, evening.section, 1, Voice("both"), {})
    assert page.seats.keys() == {"N", "E", "S", "W"}
    going = " ".join(page.goings[:4])
    for number in evening.table(1).place.numbers:
        name = evening.room.names(evening.section.pk, number)[0]
        there = next(p for p in page.plan.of_pair(number) if p.round == 2)
        side = there.side(there.way_of(number))
        assert isinstance(side, tuple)
        seat = WORDS[there.way_of(number).upper()[side.index(number)]]
        how = "stay here" if there.table == 1 else f"to table {there.table}"
        assert f"{name}: {how}, {seat}" in going


def test_a_report_counts_for_the_side_of_its_own_round_though_the_next_has_begun(
    evening: Evening,
) -> None:
    """Who stays at the table and turns round once spoke for the other side as the round turned."""
    plan = evening.room.plan(evening.section)
    number, table = next(
        (number, one.table)
        for number in range(1, 9)
        for one, two in [[p for p in plan.of_pair(number) if p.round in (1, 2)]]
        if one.table == two.table and one.way_of(number) != two.way_of(number)
    )
    entry = evening.room.by_number[evening.section.pk, number]
    phone = phone_of(evening, table, entry.people[0])
    at, place = path(evening, f"at/A{table}/"), evening.table(table).place
    side, board = place.way_of(number), place.boards[0]
    other = "ew" if side == "ns" else "ns"
    for each in evening.room.tables():
        for due in each.place.boards:
            evening.tell(each.number, due, FOUR_SPADES, side)
    evening.next_round()
    told = {"level": "4", "denomination": "S", "doubling": "0", "declarer": "S", "result": "-1",
            "round": "1", "board": str(board), "side": side, "key": "late"}  # fmt: skip
    phone.post(f"{at}tell/", told | {"looked": "1"})
    revision = ResultRevision.objects.get(key="late")
    assert (revision.side, revision.round) == (side, 1)
    seen = str(revision.number)
    wrong = {"round": "1", "board": str(board), "seen": seen, "side": other, "key": "yes"}
    assert phone.post(f"{at}agree/", wrong).status_code == 403


def test_the_wrong_way_is_turned_with_all_four(evening: Evening) -> None:
    playing(evening)
    sides = evening.table(1).place.sides
    turn_round(
        section=evening.section, spots=[evening.spot(1, 1)], entered=evening.entered(1, 1),
        actor=evening.actor,
    )  # fmt: skip
    revision = evening.standing(1, 1).revisions[-1]
    assert revision.sides == (sides[1], sides[0])


def test_an_individual_is_offered_for_the_numbers_that_have_one() -> None:
    assert [each.movement.form for each in proposals(12, "individuals")] == ["barometer", "plain"]
    for count in (8, 12, 16, 20, 28):
        for one in proposals(count, "individuals"):
            assert movement_of_form(one.value, count, "individuals").rows == one.movement.rows
    assert proposals(9, "individuals") == []
    assert "8, 12, 16" in nothing_to_offer(9, "individuals")
    with pytest.raises(RuleError):
        movement_of_form(proposals(8)[0].value, 8, "individuals")


def test_all_who_were_chosen_are_entered_at_once_each_for_himself() -> None:
    evening = Evening(0, kind="", form="individuals")
    people = [Person.objects.create(club=evening.club, name=n, short_name=n) for n in "ABCDE"]
    enter_players(event=evening.event, people=people[:4], key=new_key(), actor=evening.actor)
    assert [entry.names for entry in evening.room.entries] == [["A"], ["B"], ["C"], ["D"]]
    assert all(entry.plays for entry in evening.room.entries)
    with pytest.raises(Refused, match="A is already entered"):
        enter_players(event=evening.event, people=people, key=new_key(), actor=evening.actor)
    assert len(evening.room.entries) == 4


def test_an_individual_goes_out_as_a_file_that_ranks_the_same(evening: Evening) -> None:
    playing(evening)
    told = event_to_send(evening.event)
    again = read_event(told.facts())
    assert again.contestants_are == "individuals"
    assert rank(again).rankings[0].rows[0].entry.percent == 100


def test_an_individual_from_the_new_page_to_the_ranking_by_plain_forms() -> None:
    evening = Evening(0, kind="")
    director = director_of(evening)
    form = {"name": "Singles", "form": "individuals", "key": "one"}
    assert director.post("/event/new/", form | {"form": "chess"}).status_code == 422
    director.post("/event/new/", form)
    event = Event.objects.get(name="Singles")
    people = [
        Person.objects.create(club=evening.club, name=f"P{n}", short_name=f"P{n}") for n in range(8)
    ]
    at = f"/event/{event.pk}/"
    director.post(at + "entries/", {"who": [each.pk for each in people], "go": "1", "key": "w"})
    page = text_of(director.get(at + "movement/"))
    assert "8 players. Which movement?" in page
    assert "Every other player follows the player one lower" in page
    value = proposals(8, "individuals")[0].value
    director.post(at + "movement/", {"movement": value, "minutes": "20", "key": "m"})
    director.post(at + "round/", {"seen": "0", "key": "r"})
    assert "P7 8" in text_of(director.get(at + "ranking/"))
    page = text_of(director.get(at + "change/"))
    assert "A player leaves" in page
    assert "movement: Individual · 8 players" in text_of(director.get(at + "history/"))


def test_a_players_own_phone_is_led_to_his_table_and_speaks_for_his_side(
    evening: Evening,
) -> None:
    eighth = evening.room.by_number[evening.section.pk, 8].first
    phone = phone_of(evening, 2, eighth)
    answer = phone.get(path(evening, "mine/"))
    assert answer["Location"] == path(evening, "at/A1/")
    page = text_of(phone.get(path(evening, "at/A1/")))
    place = evening.table(1).place
    for number in place.numbers:
        assert evening.room.names(evening.section.pk, number)[0] in page


def test_every_paper_of_an_individual_names_players(evening: Evening) -> None:
    playing(evening)
    director = director_of(evening)
    papers = [each for each in papers_of_events() if each.is_of(evening.event)]
    for paper in papers:
        assert director.get(path(evening, f"{paper.key}.pdf")).content.startswith(b"%PDF-")
    for kind in (each.key for each in papers if each.has("txt")):
        text = director.get(path(evening, f"{kind}.txt")).content.decode()
        assert "None" not in text
        assert "(" not in text
        if kind == "blank-cards":
            assert "Player 8" in text
