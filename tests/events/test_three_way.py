"""Three-way matches in a Swiss of teams: drawn, played, ranked, broken off, told to others."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.draw import ARREARS, odd_ways, proposed
from clubscore.events.entries import set_lineup
from clubscore.events.export import event_to_send
from clubscore.events.matches import matches_of
from clubscore.events.models import EventHappening
from clubscore.events.pages.director import DirectorPage
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.rankings import Lists
from clubscore.events.scoring import byes_at, draws_of, paired_for
from clubscore.events.swiss_changes import (
    Swiss,
    if_late_at_swiss,
    if_leaves_swiss,
    if_played_in_swiss,
    if_rounds_of_swiss,
)
from clubscore.events.table_page import TablePage
from clubscore.files.event_file import answer_event
from clubscore.files.formats import read_events
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.movements import check
from clubscore.movements.checker import half_played
from clubscore.ranking.scorings.victory_points import victory_points
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.events.test_surgery import choose, running
from tests.events.test_surgery_of_all import late_team, one_of
from tests.events.test_swiss import drawn, play, swiss

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def begun(count: int = 5, rounds: int = 4, trio: Sequence[int] = (3, 4, 5)) -> Evening:
    """A Swiss whose first round is being played, these three playing each other."""
    evening = swiss(count, rounds)
    rest = [each for each in range(1, count + 1) if each not in trio]
    meetings = tuple(zip(rest[::2], rest[1::2], strict=True))
    drawn(evening, meetings, trio=tuple(trio), reason="they share a car")
    evening.next_round()
    return evening


def score(evening: Evening, number: int) -> Fraction:
    rows = Lists(evening.room).scratch[0].rows
    return next(Fraction(row.score) for row in rows if row.key == str(number))


def sound(evening: Evening) -> bool:
    movement = evening.room.plan(evening.section).movement
    return {fault.code for fault in check(movement)} <= {"E4"} and half_played(movement) == []


def test_an_odd_field_plays_a_three_way_match_while_two_rounds_are_left() -> None:
    evening = swiss(7, 3)
    assert odd_ways(evening.section.plan, 1) == ["three", "bye"]
    pairing = proposed(evening.room, evening.section)
    assert pairing.trio is not None
    assert pairing.bye is None
    drawn(evening, odd="three")
    evening.next_round()
    play(evening)
    # They go on, so the other four are drawn; then one round is left, too few for another three.
    assert odd_ways(evening.section.plan, 2) == []
    assert len(drawn(evening)) == 2
    evening.next_round()
    play(evening)
    assert odd_ways(evening.section.plan, 3) == ["bye"]
    pairing = proposed(evening.room, evening.section)
    assert (pairing.trio, pairing.bye is None) == (None, False)
    with pytest.raises(Refused, match="cannot begin"):
        drawn(evening, ((1, 2), (3, 4)), trio=(5, 6, 7), reason="so")
    drawn(evening)
    evening.next_round()
    play(evening)
    assert sound(evening)


def test_who_had_byes_so_far_has_them_usually_and_pairs_have_nothing_else() -> None:
    evening = swiss(7, 4)
    drawn(evening, odd="bye")
    evening.next_round()
    play(evening)
    assert odd_ways(evening.section.plan, 2) == ["bye", "three"]
    assert proposed(evening.room, evening.section).bye is not None
    assert odd_ways(swiss(7, 3, "pairs").section.plan, 1) == ["bye"]


def test_every_draw_of_an_odd_field_until_the_end_is_sound() -> None:
    evening = swiss(9, 6)
    for number in range(1, 7):
        ways = odd_ways(evening.section.plan, number)
        drawn(evening, odd=ways[0] if ways else "")
        evening.next_round()
        play(evening)
    draws = draws_of(evening.section.plan)
    assert ["trio" in each for each in draws] == [True, False] * 3
    trios = [each["trio"]["teams"] for each in draws if "trio" in each]
    assert len({team for each in trios for team in each}) == 9
    assert not check(evening.room.plan(evening.section).movement)
    # A third set of boards, the same for all three-way matches: nobody was in two of them.
    assert {each["trio"]["set"] for each in draws if "trio" in each} == {7}
    assert {row.matches for row in Lists(evening.room).scratch[0].rows} == {6}


def test_a_match_counts_when_both_its_tables_have_played() -> None:
    evening = begun()
    play(evening)
    assert [score(evening, each) for each in (3, 4, 5)] == [0, 0, 0]
    assert "3 matches are not over: Team3, Team4 and Team5 play each other in rounds 1 and 2." in (
        Lists(evening.room).about_matches
    )
    sheets = matches_of(Lists(evening.room))
    assert [(sheet.names, sheet.rounds, sheet.count) for sheet in sheets[1:]] == [
        (("Team3", "Team4"), [1, 2], (0, 1)),
        (("Team4", "Team5"), [1, 2], (0, 1)),
        (("Team3", "Team5"), [1, 2], (0, 1)),
    ]
    drawn(evening)
    evening.next_round()
    play(evening)
    # Board 1 is worth 10 IMPs; on boards 2 and 5 North–South are vulnerable, which makes 12.
    ten, twelve = victory_points(10, 1), victory_points(12, 1)
    assert Lists(evening.room).about_matches == ""
    assert {sheet.count for sheet in matches_of(Lists(evening.room))} == {(1, 1)}
    assert score(evening, 3) == ten + twelve
    assert score(evening, 4) == 20 - ten + twelve
    assert score(evening, 5) == 40 - 2 * twelve
    page = text_of(director_of(evening).get(path(evening, "matches/")))
    assert "in rounds 1 and 2" in page


def test_phones_of_the_three_know_the_next_round_before_it_is_drawn() -> None:
    evening = begun()
    play(evening)

    def goings(table: int) -> list[str]:
        page = TablePage(evening.room, evening.section, table, None, {})  # type: ignore[arg-type]
        return page.goings

    assert goings(1) == ["Your next table is shown here once the round is drawn."]
    assert any("stay" in each for each in goings(3))
    assert any("to table 3" in each for each in goings(4))
    assert "Boards: to table 5" in goings(4)
    with pytest.raises(Refused, match="Draw round 2 first"):
        evening.next_round()
    assert paired_for(evening.section.plan, 2) == [1, 2]
    drawn(evening)
    # The first copy of the boards of round 2 stays with the match that began with it.
    assert "Boards: to table 5" in goings(4)


def test_nobody_changes_sides_between_the_rounds_of_a_three_way_match() -> None:
    evening = begun()
    entry = evening.room.by_number[evening.section.pk, 4]
    four = [person.pk for person in entry.people]

    def seated(round_: int, order: Sequence[int]) -> None:
        ns, ew = [four[at] for at in order[:2]], [four[at] for at in order[2:]]
        set_lineup(section=evening.section, team=4, round_=round_, ways={"ns": ns, "ew": ew},
                   key=new_key(), actor=evening.actor)  # fmt: skip

    seated(1, (0, 2, 1, 3))
    with pytest.raises(Refused, match="no one changes sides"):
        seated(2, (0, 1, 2, 3))
    seated(2, (2, 0, 3, 1))
    seated(3, (0, 1, 2, 3))


def test_three_teams_alone_have_their_second_round_drawn_with_the_first() -> None:
    evening = swiss(3, 3)
    drawn(evening, odd="three")
    assert len(draws_of(evening.section.plan)) == 2
    for _round in range(2):
        evening.next_round()
        play(evening)
    assert {row.matches for row in Lists(evening.room).scratch[0].rows} == {2}
    drawn(evening)
    evening.next_round()
    assert sound(evening)


def test_a_round_is_drawn_again_without_the_three_and_leaves_nothing_of_them() -> None:
    evening = swiss(5, 4)
    drawn(evening, odd="three")
    assert evening.room.plan(evening.section).tables == 5
    assert evening.room.plan(evening.section).movement.sets == 5
    drawn(evening, odd="bye")
    assert evening.room.plan(evening.section).tables == 4
    assert evening.room.plan(evening.section).movement.sets == 4
    told = EventHappening.objects.filter(kind="movement").order_by("pk").last()
    assert told is not None
    history = text_of(director_of(evening).get(path(evening, "history/")))
    assert "draw of round 1" in history


def test_a_table_more_has_its_code_where_phones_are_let_in() -> None:
    evening = swiss(5, 4)
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    assert len(links_of(evening.section)) == 4
    drawn(evening, odd="three")
    assert [link.table for link in links_of(evening.section)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("trio", "wrong"), [((3, 4, 4), "4"), ((1, 4, 5), "1"), ((3, 4, 0), "0")])
def test_everybody_is_drawn_once(trio: tuple[int, int, int], wrong: str) -> None:
    with pytest.raises(RuleError, match=f"these numbers: {wrong}"):
        drawn(swiss(5, 4), ((1, 2),), trio=trio, reason="so")


def test_one_round_in_arrears_a_match_that_is_not_known_counts_as_even() -> None:
    evening = begun()
    play(evening)
    drawn(evening)
    evening.next_round()
    # Team 1 has won a match, team 2 lost it; the others have none yet and stand between.
    pairing = proposed(evening.room, evening.section, ARREARS)
    assert pairing.trio is not None
    assert 1 not in pairing.trio
    assert 2 in pairing.trio


def test_a_team_that_leaves_between_the_rounds_leaves_a_bye_to_each_of_the_others() -> None:
    evening = begun()
    play(evening)
    values = [each.value for each in if_leaves_swiss(Swiss(running(evening)), 5)]
    assert values == ["2-drawn-no-more"]
    chosen = one_of(if_leaves_swiss(Swiss(running(evening)), 5), "2-drawn-no-more")
    choose(evening, chosen)
    drawn(evening)
    evening.next_round()
    draws = draws_of(evening.section.plan)
    assert sorted(byes_at(draws, 2)) == [3, 4]
    play(evening)
    # Team 3 beat team 4, and each has a bye for what was to be the match with team 5.
    won = victory_points(10, 1)
    assert score(evening, 3) == 12 + won
    assert score(evening, 4) == 32 - won
    page = text_of(director_of(evening).get(path(evening, "matches/")))
    assert "Team3 bye, victory points: 12" in page
    assert DirectorPage(evening.room).wall_rests == []
    drawn(evening)
    assert sorted(n for two in draws_of(evening.section.plan)[2]["meetings"] for n in two) == [
        1, 2, 3, 4,
    ]  # fmt: skip


def test_before_anything_is_played_the_other_two_make_an_ordinary_match() -> None:
    evening = begun()
    offers = if_leaves_swiss(Swiss(running(evening)), 4)
    assert [each.value for each in offers] == ["1-now-match", "1-now", "2-drawn-no-more"]
    choose(evening, one_of(offers, "1-now-match"))
    plan = evening.room.plan(evening.section)
    assert [(each.table, each.ns, each.ew, each.boards) for each in plan.of_round(1)[2:]] == [
        (3, 3, 5, (1,)), (4, 5, 3, (1,)),
    ]  # fmt: skip
    play(evening)
    drawn(evening)
    assert sound(evening)


def test_when_two_of_three_have_gone_the_third_is_drawn_again() -> None:
    evening = begun()
    choose(evening, one_of(if_leaves_swiss(Swiss(running(evening)), 4), "1-now"))
    page = TablePage(evening.room, evening.section, 3, None, {})  # type: ignore[arg-type]
    assert page.goings
    play(evening)
    choose(evening, one_of(if_leaves_swiss(Swiss(running(evening)), 5), "2-drawn-no-more"))
    assert paired_for(evening.section.plan, 2) == [1, 2, 3]
    drawn(evening, odd="bye")
    evening.next_round()
    assert sorted(byes_at(draws_of(evening.section.plan), 1)) == [3, 5]


def test_a_late_team_makes_two_matches_of_a_three_way_match_that_has_not_begun() -> None:
    evening = begun()
    entry = late_team(evening)
    offers = if_late_at_swiss(Swiss(running(evening)), 1)
    assert [each.value for each in offers] == ["1-makes-four", "2-joins"]
    choose(evening, one_of(offers, "1-makes-four"), entry.pk)
    plan = evening.room.plan(evening.section)
    assert plan.tables == 6
    assert {frozenset((match.one, match.other)) for match in plan.matches} == {
        frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6)),
    }  # fmt: skip
    play(evening)
    assert len(drawn(evening)) == 3


def test_a_late_team_in_the_middle_gives_a_bye_to_one_of_the_others() -> None:
    evening = begun()
    play(evening)
    entry = late_team(evening)
    offers = if_late_at_swiss(Swiss(running(evening)), 1)
    assert [each.value for each in offers] == ["2-joins"]
    director = director_of(evening)
    asked = {"what": "late", "entry": str(entry.pk), "section": "A"}
    page = text_of(director.get(path(evening, "change/offers/"), asked))
    assert "In round 2 the three-way match goes on" in page
    choose(evening, offers[0], entry.pk)
    assert odd_ways(evening.section.plan, 2) == ["bye"]
    drawn(evening)
    evening.next_round()
    play(evening)
    assert sound(evening)
    assert odd_ways(evening.section.plan, 3) == []


def test_an_event_does_not_end_in_the_middle_and_has_no_rounds_after_the_third_set() -> None:
    evening = begun()
    with pytest.raises(RuleError, match="half a match"):
        if_rounds_of_swiss(Swiss(running(evening)), 1)
    with pytest.raises(RuleError, match="no room for another round"):
        if_rounds_of_swiss(Swiss(running(evening)), 5)
    choose(evening, if_rounds_of_swiss(Swiss(running(evening)), 2)[0])
    play(evening)
    drawn(evening)
    evening.next_round()
    play(evening)
    assert sound(evening)


def test_three_who_were_to_begin_in_what_is_now_the_last_round_are_drawn_again() -> None:
    evening = swiss(5, 4)
    drawn(evening, odd="bye")
    evening.next_round()
    play(evening)
    drawn(evening, odd="three")
    choose(evening, if_rounds_of_swiss(Swiss(running(evening)), 2)[0])
    assert [each.letter for each in evening.room.to_draw] == ["A"]
    assert odd_ways(evening.section.plan, 2) == ["bye"]


def test_wrong_boards_at_one_table_are_played_at_the_other_in_the_next_round() -> None:
    evening = swiss(5, 4)
    drawn(evening, ((1, 2),), trio=(3, 4, 5), reason="so")
    evening.next_round()
    offers = if_played_in_swiss(
        Swiss(running(evening)), 1, 3, lambda row: row._replace(boards=(4,))
    )
    choose(evening, one_of(offers, "2-likewise"))
    plan = evening.room.plan(evening.section)
    assert plan.places[1, 3].boards == (4,)
    assert plan.places[2, 4].boards == (4,)
    play(evening)
    drawn(evening)
    evening.next_round()
    play(evening)
    assert {sheet.count for sheet in matches_of(Lists(evening.room))} == {(1, 1)}
    drawn(evening, odd="bye")
    drawn_boards = evening.room.plan(evening.section)
    # Nobody plays board 4 again in round 4, where all the others have it.
    assert not [f for f in check(drawn_boards.movement) if f.code == "E3"]


def test_files_tell_each_match_once_with_both_its_tables() -> None:
    evening = begun()
    play(evening)
    drawn(evening)
    evening.next_round()
    play(evening)
    ranked = {str(number): score(evening, number) for number in range(1, 6)}
    told = event_to_send(evening.event)
    (usebio,) = read_events("x.xml", write_usebio(told))
    for event in (told.facts(), usebio.told.facts()):
        rows = answer_event(event)["rankings"][0]["rows"]
        assert {row["contestant"]: Fraction(row["score"]) for row in rows} == ranked
        played = {(each["round"], *sorted((each["ns"], each["ew"]))) for each in event["results"]}
        assert {each for each in played if {*each[1:]} <= {"3", "4", "5"}} == {
            (1, "3", "4"), (1, "3", "5"), (1, "4", "5"),
        }  # fmt: skip
    assert write_usebio(told).count(b"<MATCH>") == 5


def test_pages_and_papers_of_both_rounds() -> None:
    evening = begun()
    director = director_of(evening)
    for _round in range(2):
        for rest in ("", "typing/", "wall/", "matches/", "ranking/", "history/", "movement/",
                     "caddy/"):  # fmt: skip
            assert director.get(path(evening, rest)).status_code == 200, rest
        for paper in ("tonight.pdf", "guide-cards.pdf", "table-cards.pdf"):
            assert director.get(path(evening, paper)).content.startswith(b"%PDF-"), paper
        play(evening)
        drawn(evening)
        evening.next_round()
    assert "3–4–5" in text_of(director.get(path(evening, "history/")))


def test_the_draw_says_who_goes_on_and_keeps_what_was_typed() -> None:
    evening = swiss(5, 4)
    director = director_of(evening)
    page = text_of(director.get(path(evening, "draw/")))
    assert "Three-way match" in page
    assert "Boards at their three tables, one copy each: 1, 2 and 5." in page
    form = {"odd": "three", "seen": "0", "key": "d", "one-1": "1", "other-1": "1", "trio-1": "3",
            "trio-2": "4", "trio-3": "5", "way": "level"}  # fmt: skip
    answer = director.post(path(evening, "draw/"), form)
    assert answer.status_code == 422
    assert "these numbers: 1." in text_of(answer)
    html = answer.content.decode()
    assert html.split('id="trio-1"')[1].split("selected")[0].rsplit("value=", 1)[1][:3] == '"3"'
    answer = director.post(path(evening, "draw/"), form | {"other-1": "2", "reason": "so"})
    assert answer.status_code == 302
    evening.next_round()
    play(evening)
    page = text_of(director.get(path(evening, "draw/")))
    assert "The three-way match of Team3, Team4 and Team5 goes on, so they are not drawn." in page
    assert "Three-way match: team" not in page
    assert "would have the bye" not in page


def test_a_player_of_the_three_reads_the_way_on_a_phone_of_the_own() -> None:
    evening = begun()
    entry = evening.room.by_number[evening.section.pk, 5]
    phone = phone_of(evening, 5, entry.people[0])
    for facts in (FOUR_SPADES, ONE_DOWN):
        page = text_of(phone.get(path(evening, "mine/"), follow=True))
        assert "Team5" in page or entry.people[0].short_name in page, facts
