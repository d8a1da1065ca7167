"""A pair asks the director about a board of a round that is over."""

import datetime as dt
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.events.corrections import CorrectionEntry, rule, stands
from clubscore.events.finishing import finish
from clubscore.events.needs import ASKED, EarlierBoard, ask_about, earlier_boards, questions
from clubscore.events.offline import hand_in
from clubscore.events.pages.director import DirectorPage
from clubscore.events.reporting import Report
from clubscore.events.seats import Voice
from clubscore.events.selectors import room_for
from tests.events.evenings import ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
WEST = "West played it, not South"


def second_round(pairs: int = 6) -> Evening:
    """An evening whose first round is played."""
    evening = Evening(pairs)
    evening.play()
    evening.next_round()
    return evening


def played_by(evening: Evening, side: str = "ns", table: int = 1) -> list[EarlierBoard]:
    """What the side at a table played before."""
    place = evening.room.plan(evening.section).places.get((evening.event.round, table))
    (whose,) = earlier_boards(evening.room, evening.section, place, Voice(side))
    return whose.played


def ask(evening: Evening, played: EarlierBoard, key: str = "ask", text: str = WEST) -> None:
    """Ask about a board."""
    ask_about(section=evening.section, played=played, text=text, key=key, actor=evening.actor)


def asked(evening: Evening) -> list[str]:
    """What stands under Needs you of earlier rounds."""
    return [need.text for need in DirectorPage(evening.room).needs if need.kind == ASKED]


def test_a_side_may_ask_about_what_it_played_and_nothing_else() -> None:
    evening = second_round()
    ns, ew = played_by(evening), played_by(evening, "ew")
    assert {each.spot.round for each in ns + ew} == {1}
    assert [each.spot.board for each in ns] == [*range(1, 3)]
    # East-West moved here from table 3.
    assert {each.spot.table for each in ew} == {3}
    assert ns[0].against == "Left4 & Right4"
    place = evening.table(1).place
    whose = earlier_boards(evening.room, evening.section, place, Voice("both"))
    assert [each.who for each in whose] == ["Left1 & Right1", "Left6 & Right6"]
    assert earlier_boards(evening.room, evening.section, place, Voice("")) == []


def test_it_stands_under_needs_you_until_the_director_settles_it() -> None:
    evening = second_round()
    board = played_by(evening)[0]
    ask(evening, board)
    ask(evening, board)
    assert asked(evening) == [f"board 1: Left1 & Right1 ask: {WEST}"]
    # The same question again is refused; what players hand in late does not answer it.
    with pytest.raises(Refused, match="already"):
        ask(evening, board, "again")
    late = Report(1, 1, 1, ONE_DOWN, "late")
    hand_in(section=evening.section, report=late, side="ns", reason="", actor=evening.actor)
    assert len(asked(evening)) == 1
    number = evening.room.standing(board.spot).number
    rule(section=evening.section, spot=board.spot, facts=ONE_DOWN,
         entered=CorrectionEntry(number, "ruled", ""), actor=evening.actor)  # fmt: skip
    assert asked(evening) == []
    assert [each.is_open for each in questions(evening.room)] == [False]
    ask(evening, board, "again")
    assert len(asked(evening)) == 1
    stands(section=evening.section, spot=board.spot,
           entered=CorrectionEntry(number + 1, "kept", ""),
           actor=evening.actor)  # fmt: skip
    assert asked(evening) == []


def test_the_last_round_can_be_asked_about_once_all_is_over_and_nothing_once_it_is_final() -> None:
    evening = second_round()
    evening.play()
    assert {each.spot.round for each in played_by(evening)} == {1}
    until = clock.now() + dt.timedelta(days=1)
    finish(event=evening.event, final_at=until, key="end", actor=evening.actor)
    assert {each.spot.round for each in played_by(evening)} == {1, 2}
    board = played_by(evening)[0]
    evening.event.__class__.objects.update(final_at=clock.now() - dt.timedelta(hours=1))
    with pytest.raises(Refused, match="final"):
        ask(evening, board)


def test_a_director_who_has_yet_to_play_the_board_is_not_told_what_was_wrong() -> None:
    evening = second_round()
    ask(evening, played_by(evening, "ew")[0])
    number = played_by(evening, "ew")[0].spot.board
    yet = next(
        evening.room.by_number[evening.section.pk, each].people[0]
        for each in (1, 2, 3)
        if number in {b for place in evening.room.plan(evening.section).of_pair(each)
                      if place.round > 1 for b in place.boards}
    )  # fmt: skip
    room = room_for(Actor(level=Level.DIRECTOR, club=evening.club, person=yet), evening.event)
    (need,) = [each for each in DirectorPage(room).needs if each.kind == ASKED]
    assert need.text == f"board {number}: Left6 & Right6 ask about it"


def form(evening: Evening, **more: Any) -> dict[str, Any]:
    """What the page sends."""
    return {"which": played_by(evening)[0].name, "text": WEST, "key": "k"} | more


def test_the_page_of_a_phone_asks_and_says_what_became_of_it() -> None:
    evening = second_round()
    phone, at = phone_of(evening, 1), path(evening, "at/A1/earlier/")
    page = text_of(phone.get(at))
    assert "Board 1, round 1, against Left4 &amp; Right4" in page
    assert "4S" not in page and "+420" not in page
    assert phone.post(at, form(evening)).status_code == 302
    assert "The director has been asked." in text_of(phone.get(at))
    director = director_of(evening)
    assert f"Left1 &amp; Right1 ask: {WEST}" in text_of(director.get(path(evening)))
    table = text_of(director.get(path(evening, "table/A1/?round=1&board=1")))
    assert f"Left1 &amp; Right1 ask: {WEST}" in table
    keep = {
        "what": "stands",
        "round": "1",
        "board": "1",
        "seen": "2",
        "key": "kept",
        "reason": "asked",
        "save": "1",
    }
    assert director.post(path(evening, "table/A1/right/"), keep).status_code == 302
    assert "The director has settled it." in text_of(phone.get(at))
    history = text_of(director.get(path(evening, "history/?kind=rulings")))
    assert f"board 1, table 1, round 1: the director is asked: {WEST}" in history


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": " "}, "Enter what was wrong with the board."),
        ({"which": "2-1-3-ns"}, "Choose the board."),
        ({"which": "1-3-1-ew"}, "Choose the board."),
        ({"which": ""}, "Choose the board."),
    ],
)
def test_what_is_missing_is_asked_for_and_nothing_typed_is_lost(
    wrong: dict[str, str], said: str
) -> None:
    evening = second_round()
    player = evening.room.by_number[evening.section.pk, 1].people[0]
    phone = phone_of(evening, 1, player)
    answer = phone.post(path(evening, "at/A1/earlier/"), form(evening, **wrong))
    assert answer.status_code == 422
    assert said in text_of(answer)
    if "text" not in wrong:
        assert f'value="{WEST}"' in answer.content.decode()
    assert asked(evening) == []


def test_a_second_question_about_a_board_keeps_what_was_typed() -> None:
    evening = second_round()
    ask(evening, played_by(evening)[0])
    again = phone_of(evening, 1).post(
        path(evening, "at/A1/earlier/"), form(evening, text="and doubled")
    )
    assert again.status_code == 422
    assert "The director has been asked about board 1 already." in text_of(again)
    assert 'value="and doubled"' in again.content.decode()
    assert len(asked(evening)) == 1


def test_in_the_first_round_there_is_nothing_to_ask_about() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    assert "No round is over yet." in text_of(phone.get(path(evening, "at/A1/earlier/")))
    assert "Earlier rounds" not in text_of(phone.get(path(evening, "at/A1/")))
