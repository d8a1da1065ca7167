"""What the director says to all, the lead on the phones, the typed line at the head of his page."""

import html
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.events.board_state import BoardStage
from clubscore.events.bulk_results import read_placed
from clubscore.events.directing import announce, ask_for_lead, take_down
from clubscore.events.models import EventHappening
from clubscore.events.pages.director import DirectorPage
from clubscore.events.result_form import lead_cannot_be, read_lead, with_earlier_lead
from clubscore.ranking import Board
from clubscore.web.forms import Problems
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import FORM, director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db]
DEAL = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT9.JT98 765.876.876.7654 432.5432.5432.32"


@pytest.mark.postgres
def test_what_is_announced_stands_until_it_is_taken_down() -> None:
    evening = Evening(6)
    for _again in range(2):
        announce(event=evening.event, text=" Coffee  now ", key="once", actor=evening.actor)
    (one,) = evening.room.announcements
    assert one.data["text"] == "Coffee now"
    take_down(event=evening.event, announcement=one.pk, key="down", actor=evening.actor)
    take_down(event=evening.event, announcement=one.pk, key="again", actor=evening.actor)
    assert evening.room.announcements == ()
    kinds = EventHappening.objects.filter(data__text="Coffee now").values_list("kind", flat=True)
    assert list(kinds) == ["announced", "taken-down"]
    with pytest.raises(Refused, match="Write the announcement"):
        announce(event=evening.event, text="  ", key="x", actor=evening.actor)


def test_an_announcement_reaches_phones_that_wait_and_the_wall() -> None:
    evening = Evening(6)
    phone, director = phone_of(evening, 1), director_of(evening)
    live = path(evening, f"live/?{phone.get(path(evening, 'at/A1/')).context['asks']}")
    assert phone.get(live).status_code == 204
    director.post(path(evening, "announce/"), {"text": "Coffee now", "key": "a"})
    assert "Coffee now" in text_of(phone.get(live))
    for client, page in ((phone, "at/A1/"), (director, "wall/"), (director, "")):
        assert "Coffee now" in text_of(client.get(path(evening, page)))
    down = {"down": evening.room.announcements[0].pk, "key": "d"}
    director.post(path(evening, "announce/"), down)
    assert "Coffee now" not in text_of(phone.get(path(evening, "at/A1/")))
    empty = director.post(path(evening, "announce/"), {"text": " "})
    assert empty.status_code == 422
    assert "Write the announcement" in text_of(empty)


def test_the_lead_is_asked_for_where_the_club_wants_it_and_is_no_dispute() -> None:
    evening = Evening(6)
    phone, at = phone_of(evening, 1), path(evening, "at/A1/")
    phone.post(at + "here/", {"round": "1", "yes": "1", "key": "h"})
    assert "The lead" not in text_of(phone.get(at))
    director_of(evening).post(path(evening, "lead/"), {"asked": "1", "key": "l"})
    assert "The lead, its suit" in text_of(phone.get(at))
    form = FORM | {"round": "1", "board": "1", "key": "t", "lead_suit": "H"}
    half = phone.post(at + "tell/", form)
    assert "Which card was led" in text_of(half)
    phone.post(at + "tell/", form | {"lead_rank": "Q"})
    assert evening.standing(1, 1).facts == FOUR_SPADES | {"lead": "HQ"}
    evening.tell(1, 1, FOUR_SPADES, "ew")
    standing = evening.standing(1, 1)
    assert standing.state is BoardStage.IN
    assert standing.facts["lead"] == "HQ"
    assert "led heartsQ" in text_of(phone.get(at + "?board=1"))
    ask_for_lead(event=evening.event, asked=False, key="no", actor=evening.actor)
    assert "The lead" not in text_of(phone.get(at))


def test_two_leads_of_one_result_do_not_differ() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES | {"lead": "HQ"})
    evening.tell(1, 1, FOUR_SPADES | {"lead": "HK"}, "ew")
    assert evening.standing(1, 1).state is BoardStage.IN
    evening.tell(1, 2, FOUR_SPADES | {"lead": "HQ"})
    evening.tell(1, 2, ONE_DOWN | {"lead": "HQ"}, "ew")
    assert evening.standing(1, 2).state is BoardStage.DISPUTED


def test_a_lead_is_looked_at_beside_the_deal() -> None:
    board = Board(1, deal=DEAL)
    assert not lead_cannot_be(board, FOUR_SPADES | {"lead": "S4"}), "West leads and holds it"
    assert "West leads, but does not hold" in lead_cannot_be(board, FOUR_SPADES | {"lead": "ST"})
    assert not lead_cannot_be(Board(1), FOUR_SPADES | {"lead": "ST"})
    assert not lead_cannot_be(board, FOUR_SPADES)
    assert read_lead({"lead_suit": "S", "lead_rank": "4"}) == {"lead": "S4"}
    with pytest.raises(Problems):
        read_lead({"lead_suit": "S", "lead_rank": "1"})


@pytest.mark.parametrize(
    ("facts", "lead"),
    [(ONE_DOWN, "HQ"), (ONE_DOWN | {"declarer": "N"}, None), ({"passed_out": True}, None)],
)
def test_a_correction_keeps_the_lead_while_the_same_hand_leads(
    facts: dict[str, Any], lead: str | None
) -> None:
    assert with_earlier_lead(facts, FOUR_SPADES | {"lead": "HQ"}).get("lead") == lead


def test_a_typed_line_finds_its_table_and_round() -> None:
    evening = Evening(6)
    assert read_placed(evening.room, "3 4S= S").spot == evening.spot(2, 3)
    with pytest.raises(Problems, match="is not played there in round 1"):
        read_placed(evening.room, "T1: 3 4S= S")
    evening.play()
    evening.next_round()
    first = read_placed(evening.room, "r1 t2: 3 4S= S").spot
    assert (first.round, first.table) == (1, 2)
    assert read_placed(evening.room, "T1: 3 4S= S").spot == evening.spot(1, 3)
    with pytest.raises(Problems, match="before the colon"):
        read_placed(evening.room, "table one: 3 4S= S")


def test_a_board_left_for_later_is_found_without_its_round() -> None:
    evening = Evening(5, boards=1)
    director = director_of(evening)
    left = evening.table(2).boards[0].spot
    for table in evening.room.tables():
        director.post(path(evening, "later/"), {"spot": table.name, "key": table.name})
    evening.next_round()
    now = {each.spot.board for table in evening.room.tables() for each in table.boards}
    assert left.board not in now, "its table has a pair that sits out"
    assert read_placed(evening.room, f"{left.board} 4S= S").spot == left


def test_the_director_types_a_line_at_the_head_of_his_page() -> None:
    evening = Evening(6)
    director = director_of(evening)
    wrong = director.post(path(evening, "line/"), {"line": "1 9S= S", "key": "a"})
    assert wrong.status_code == 422
    assert 'value="1 9S= S"' in wrong.content.decode()
    answer = director.post(path(evening, "line/"), {"line": "1 4S= S", "key": "a"})
    assert answer["Location"] == path(evening)
    assert evening.standing(1, 1).facts == FOUR_SPADES
    page = text_of(director.get(path(evening)))
    assert "Last entry: board 1, table 1, round 1: 4 spades by South, made" in page
    other = {"line": "1 4S-1 S", "key": "b"}
    asked = director.post(path(evening, "line/"), other)
    assert "already has 4 spades by South, made" in html.unescape(text_of(asked))
    assert evening.standing(1, 1).facts == FOUR_SPADES
    director.post(path(evening, "line/"), other | {"looked": "1"})
    assert evening.standing(1, 1).facts == ONE_DOWN


def test_a_table_without_a_phone_is_by_slip_and_nobody_calls_it_slow() -> None:
    evening = Evening(6)
    director = director_of(evening)
    director.post(path(evening, "by-slip/"), {"spot": "A2", "key": "slip"})
    event = evening.event
    event.ends_at = clock.now()
    event.save(update_fields=["ends_at"])
    page = DirectorPage(evening.room)
    assert [key.spot for key in page.table_keys if key.by_slip] == ["A2"]
    assert [need.table for need in page.needs if need.kind == "slow"] == ["A1", "A3"]
    director.post(path(evening, "later/"), {"spot": "A3", "key": "later"})
    needs = DirectorPage(evening.room).needs
    assert [need.table for need in needs if need.kind == "slow"] == ["A1"]
    html_ = director.get(path(evening)).content.decode()
    assert "typing/?round=1&amp;table=A2" in html_
    assert "Table 2 · by score slip" in text_of(director.get(path(evening, "phones/")))
    director.post(path(evening, "by-slip/"), {"spot": "A2", "key": "phone"})
    assert evening.room.by_slip == set()
