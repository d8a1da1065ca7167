"""Teams of four: entries, matches at two tables, IMPs and victory points, who sits where."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubscore.club.entry import ChangedMeanwhile, Refused, new_key
from clubscore.club.models import Person
from clubscore.events.corrections import turn_round
from clubscore.events.entries import at_the_door, enter_team, lineup_count, name_team, set_lineup
from clubscore.events.export import event_to_send
from clubscore.events.matches import MatchSheet, matches_of
from clubscore.events.models import Event, TeamMember
from clubscore.events.movement import movement_of_form, proposals
from clubscore.events.rankings import Lists
from clubscore.events.seats import own_places
from clubscore.events.table_page import TablePage
from clubscore.ranking import rank, read_event
from clubscore.ranking import show_number as number
from clubscore.ranking.scorings.victory_points import victory_points
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def teams(count: int = 4, kind: str = "teams-round-robin", **more: Any) -> Evening:
    """An evening of teams in its first round."""
    return Evening(count, kind=kind, winners=1, **({"form": "teams"} | more))


def play(evening: Evening, best: int) -> None:
    """Play the round: one team makes its game North-South, everybody else goes down in it."""
    for table in evening.room.tables():
        facts = FOUR_SPADES if table.place.ns == best else ONE_DOWN
        for board in table.place.boards:
            for side in ("ns", "ew"):
                evening.tell(table.number, board, facts, side)


def play_all(evening: Evening, best: int) -> None:
    """Play every round so."""
    play(evening, best)
    while evening.event.round < evening.room.rounds:
        evening.next_round()
        play(evening, best)


def sheet_of(evening: Evening, one: int, other: int) -> MatchSheet:
    """The match of two teams."""
    sheets = matches_of(Lists(evening.room))
    return next(s for s in sheets if (s.match.one, s.match.other) == (one, other))


def test_a_match_is_imps_board_by_board_and_victory_points_by_their_sum() -> None:
    evening = teams()
    play(evening, 1)
    other = next(m.other for m in evening.room.plan(evening.section).matches if m.one == 1)
    sheet = sheet_of(evening, 1, other)
    # +420 or 620 at one table, +50 or 100 for the same team at the other: 10 or 12 IMPs a board.
    assert [each.one for each in sheet.boards] == ["10", "12"]
    assert [each.other for each in sheet.boards] == ["", ""]
    assert sheet.points == (Fraction(22), Fraction(0))
    assert sheet.victory_points == (number(victory_points(22, 2)), number(victory_points(-22, 2)))
    rows = Lists(evening.room).scratch[0].rows
    assert (rows[0].key, rows[0].score) == ("1", sheet.victory_points[0])


@pytest.mark.parametrize(
    ("count", "kind"),
    [(2, "teams-head-to-head"), (3, "teams-round-robin"), (5, "teams-round-robin"),
     (4, "teams-round-robin"), (4, "teams-new-england")],
)  # fmt: skip
def test_both_halves_of_a_match_come_together_whenever_they_were_played(
    count: int, kind: str
) -> None:
    evening = teams(count, kind, boards=1)
    play_all(evening, 1)
    sheets = matches_of(Lists(evening.room))
    assert len(sheets) == count * (count - 1) // 2
    assert all(sheet.count[0] == sheet.count[1] > 0 for sheet in sheets)
    best = Lists(evening.room).scratch[0].rows[0]
    assert best.key == "1"
    assert all(sheet.points[0] > 0 for sheet in sheets if sheet.match.one == 1)


def test_board_a_match_counts_boards_won() -> None:
    evening = teams(2, "teams-head-to-head", form="teams-by-board")
    play_all(evening, 2)
    sheet = sheet_of(evening, 1, 2)
    assert {(each.one, each.other) for each in sheet.boards} == {("0", "2")}
    assert sheet.victory_points is None
    assert [row.percent for row in Lists(evening.room).scratch[0].rows] == ["100.00", "0.00"]


def test_whole_victory_points_go_by_the_bands() -> None:
    evening = teams(2, "teams-head-to-head", form="teams-whole")
    play_all(evening, 1)
    assert sheet_of(evening, 1, 2).victory_points == ("20", "0")


def test_teams_go_out_as_a_file_in_which_the_matches_are_whole() -> None:
    evening = teams(5, boards=1)
    play_all(evening, 3)
    again = rank(read_event(event_to_send(evening.event).facts()))
    assert again.event.contestants_are == "teams"
    mine = [(row.key, row.score) for row in Lists(evening.room).scratch[0].rows]
    assert again.rankings[0].rows[0].entry.contestant.number == mine[0][0] == "3"


def test_a_team_has_a_name_and_four_to_six_people_none_in_two() -> None:
    evening = teams(2, "")
    people = [
        Person.objects.create(club=evening.club, name=f"P{n}", short_name=f"P{n}") for n in range(7)
    ]
    for name, some, wrong in (
        ("", people[:4], "Give the team a name"),
        ("Reds", people[:3], "four to six players"),
        ("Reds", people, "four to six players"),
        ("team1", people[:4], "There is already a team"),
        ("Reds", [*people[:3], evening.people[3]], "is already entered"),
    ):
        with pytest.raises(Refused, match=wrong):
            enter_team(
                event=evening.event, name=name, people=some, key=new_key(), actor=evening.actor
            )
    evening.enter_team("Reds", people[:6])
    entry = evening.room.entries[-1]
    assert entry.people == people[:6]
    assert (entry.names, str(entry), entry.plays) == (["Reds"], "Reds", True)
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamMember.objects.create(
            club=evening.club, event=evening.event, entry=evening.room.entries[0], order=9,
            person=people[5],
        )  # fmt: skip


def test_a_team_of_which_only_the_name_is_known_is_named_later_and_its_people_change() -> None:
    evening = teams(1, "")
    evening.enter_team("Blues", [])
    entry = evening.room.entries[-1]
    assert entry.plays
    people = [
        Person.objects.create(club=evening.club, name=f"P{n}", short_name=f"P{n}") for n in range(6)
    ]
    seen = "Blues"
    for some in (people[:5], people[1:]):
        name_team(event=evening.event, entry=entry.pk, name="Sky blues", people=some,
                  key=new_key(), actor=evening.actor, seen=seen)  # fmt: skip
        seen = "Sky blues: P0, P1, P2, P3, P4"
    with pytest.raises(ChangedMeanwhile):
        name_team(event=evening.event, entry=entry.pk, name="Sky blues", people=people[:4],
                  key=new_key(), actor=evening.actor, seen=seen)  # fmt: skip
    assert evening.room.entries[-1].people == people[1:]
    assert TeamMember.objects.filter(gone_at=None).count() == 2 + 3
    at_the_door(event=evening.event, entry=entry.pk, what="withdrawn", key=new_key(),
                actor=evening.actor)  # fmt: skip
    evening.enter_team("Others", people[2:])
    assert evening.room.entries[-1].people == people[2:]


def test_who_sits_where_is_said_from_a_round_on_and_leads_phones_there() -> None:
    evening = teams(4)
    section = evening.section
    entry = evening.room.by_number[section.pk, 1]
    a, b, c, d = entry.people

    def say(ns: list[Person], ew: list[Person], round_: int = 2) -> None:
        ways = {"ns": [p.pk for p in ns], "ew": [p.pk for p in ew]}
        set_lineup(section=section, team=1, round_=round_, ways=ways, key=new_key(),
                   actor=evening.actor)  # fmt: skip

    with pytest.raises(Refused, match="of this team"):
        say([a, b], [b, c])
    with pytest.raises(Refused, match="of this team"):
        say([a, b], [c, evening.people[5]])
    before = lineup_count(evening.event)
    say([a, c], [b, d])
    with pytest.raises(Refused, match="Someone else changed"):
        set_lineup(section=section, team=1, round_=2, ways={"ns": [a.pk, b.pk], "ew": [c.pk, d.pk]},
                   key=new_key(), actor=evening.actor, seen=before)  # fmt: skip
    room = evening.room
    ways = {
        place.round: place.way_of(1) for place in own_places(room, room.by_number[section.pk, 1], b)
    }
    assert ways == {1: "ns", 2: "ew", 3: "ew"}
    page = TablePage(room, section, 1, None, {})  # type: ignore[arg-type]
    assert page.names["ns" if page.place and page.place.ns == 1 else "ew"] == [
        p.short_name for p in ([a, b] if page.place and page.place.ns == 1 else [c, d])
    ]


def test_teams_are_not_turned_round_at_one_table() -> None:
    evening = teams(2, "teams-head-to-head")
    play(evening, 1)
    board = evening.table(1).place.boards[0]
    with pytest.raises(Refused, match="nothing can be compared"):
        turn_round(section=evening.section, spots=[evening.spot(1, board)],
                   entered=evening.entered(1, board), actor=evening.actor)  # fmt: skip


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 8, 15])
def test_all_against_all_is_offered_in_words(count: int) -> None:
    for one in proposals(count, "teams"):
        assert movement_of_form(one.value, count, "teams").rows == one.movement.rows
        assert one.good
    assert proposals(1, "teams") == []


def test_teams_from_the_new_page_to_a_match_by_plain_forms() -> None:
    evening = Evening(0, kind="")
    director = director_of(evening)
    director.post("/event/new/", {"name": "Cup", "form": "teams", "key": "one"})
    event = Event.objects.get(name="Cup")
    people = [
        Person.objects.create(club=evening.club, name=f"P{n}", short_name=f"P{n}") for n in range(9)
    ]
    at = f"/event/{event.pk}/"
    answer = director.post(
        at + "entries/", {"name": "Reds", "who": [p.pk for p in people[:3]], "key": "w"}
    )
    assert answer.status_code == 422
    assert 'value="Reds"' in answer.content.decode()
    assert answer.content.decode().count(" checked") == 3
    for name, some in (("Reds", people[:4]), ("Blues", people[4:])):
        form = {"name": name, "who": [p.pk for p in some], "key": f"k{name}"}
        assert director.post(at + "entries/", form).status_code == 302
    page = text_of(director.get(at + "movement/"))
    assert "2 teams. Which movement?" in page
    value = proposals(2, "teams")[1].value
    director.post(at + "movement/", {"movement": value, "minutes": "60", "key": "m"})
    director.post(at + "round/", {"seen": "0", "key": "r"})
    for table, line in (("A1", "1 4S= N"), ("A2", "9 4S= N")):
        form = {"round": "1", "table": table, "lines": line, "key": f"t{table}"}
        assert director.post(at + "typing/", form).status_code == 302
    page = text_of(director.get(at + "match/1/A1/"))
    assert "Reds v Blues" in page
    assert "boards compared: 0 of 16" in page
    assert "by North, made" in page
    form = {"team": "2", "ns": [p.pk for p in people[5:7]], "ew": [p.pk for p in people[7:]]}
    assert director.post(at + "lineup/1/A1/", form | {"key": "l"}).status_code == 302
    assert "P5 & P6" in text_of(director.get(at + "at/A2/")).replace("&amp;", "&")
    assert "0 of 16" in text_of(director.get(at + "matches/"))
    for rest in (
        "ranking/also/",
        "ranking/",
        "pair/1/",
        "board/1/",
        "wall/",
        "history/",
        "settings/",
    ):
        assert director.get(at + rest).status_code == 200
    assert "Cup" in text_of(director.get(f"/players/{people[8].pk}/"))


def test_a_members_phone_sees_its_half_and_not_what_the_other_table_did() -> None:
    evening = teams(2, "teams-head-to-head")
    third = evening.room.by_number[evening.section.pk, 1].people[2]
    phone = phone_of(evening, 1, third)
    assert phone.get(path(evening, "mine/"))["Location"] == path(evening, "at/A2/")
    evening.tell(2, evening.table(2).place.boards[0], FOUR_SPADES)
    evening.agree(2, evening.table(2).place.boards[0])
    page = text_of(phone.get(path(evening, f"at/A2/?board={evening.table(2).place.boards[0]}")))
    assert "Agreed" in page
    assert "Compare" not in page
    assert "opens the ranking" in text_of(phone.get(path(evening, "matches/")))


def test_a_team_says_on_its_own_phone_who_sits_where_and_for_nobody_else() -> None:
    evening = teams(4)
    entry = evening.room.by_number[evening.section.pk, 1]
    a, b, c, d = (person.pk for person in entry.people)
    phone = phone_of(evening, 1, entry.people[0])
    at = path(evening, "lineup/1/A1/")
    assert "Record for Team1" in text_of(phone.get(at))
    assert "Record for Team4" not in text_of(phone.get(at))
    form = {"ns": [c, d], "ew": [a, b], "seen": "0"}
    answer = phone.post(at, form | {"team": "1", "key": "l"})
    assert answer["Location"] == path(evening, "at/A1/")
    assert evening.room.lineups[evening.section.pk, 1][0]["ns"] == [c, d]
    assert phone.post(at, form | {"team": "4", "key": "m"}).status_code == 403
    assert phone_of(evening, 3).get(at).status_code == 403
    play(evening, 1)
    evening.next_round()
    assert phone.get(at).status_code == 403


def test_the_score_sheet_of_a_match_is_printed_for_a_pencil_and_filled() -> None:
    evening = teams(4)
    director = director_of(evening)
    for kind in ("tonight", "matches", "ranking", "cards", "slips", "blank-cards"):
        answer = director.get(path(evening, f"{kind}.pdf"))
        assert answer.content.startswith(b"%PDF-")
    blank = director.get(path(evening, "matches.txt")).content.decode()
    assert "Round 1: Team1 v Team4" in blank
    assert "Team1: victory points" not in blank
    play(evening, 1)
    told = director.get(path(evening, "matches.txt")).content.decode()
    assert "Team1: 22 points\nTeam4: 0 points\nTeam1: victory points" in told
    assert "Team 1" in director.get(path(evening, "blank-cards.txt")).content.decode()
