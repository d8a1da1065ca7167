"""Who carries boards reads which go where; the wall says who moves. Neither tells a result."""

import pytest

from clubscore.events.pages.hall import next_moves
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db]


def test_six_tables_share_a_set_and_leave_one_on_the_stand() -> None:
    evening = Evening(12, boards=2)
    page = text_of(phone_of(evening, 1).get(path(evening, "caddy/")))
    assert "After round 1" in page and "Now, round 1" in page
    assert "9–10 4 stand" in page  # the relay
    assert "7–8 new 3" in page
    assert "3–4 2 1, 6 shared" in page


def test_before_the_first_round_boards_are_put_out() -> None:
    evening = Evening(6, starts=False)
    page = text_of(director_of(evening).get(path(evening, "caddy/")))
    assert "Before round 1" in page and "1–2 new 1" in page


def test_after_the_last_round_there_is_nothing_to_carry() -> None:
    evening = Evening(6)
    while evening.event.round < evening.room.rounds:
        evening.play()
        evening.next_round()
    page = text_of(director_of(evening).get(path(evening, "caddy/")))
    assert "Nothing more to carry" in page


def test_an_event_without_a_movement_says_so() -> None:
    evening = Evening(6, kind="")
    assert "No movement is chosen yet" in text_of(director_of(evening).get(path(evening, "caddy/")))


def test_who_asks_again_while_nothing_changed_gets_no_page() -> None:
    evening = Evening(6)
    director = director_of(evening)
    for rest in ("caddy/", "wall/"):
        tag = director.get(path(evening, rest))["ETag"]
        asked = {"HTTP_IF_NONE_MATCH": tag, "HTTP_HX_REQUEST": "true"}
        assert director.get(path(evening, rest), **asked).status_code == 304
        # Opened anew it is sent: it may be a page of before.
        assert director.get(path(evening, rest), HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_every_round_is_on_paper_and_what_waits_beside_the_tables() -> None:
    evening = Evening(12, boards=2)
    evening.play()
    evening.next_round()
    director = director_of(evening)
    text = director.get(path(evening, "caddy.txt")).content.decode()
    assert "\nRound 1\n  Boards 1-2: table 1, 6\n  Boards 3-4: table 2\n" in text
    assert "\nRound 2\n" in text and "  Boards 9-10: stand\n" in text
    stand = text.split("Stand before table 3\nFrom table 4, to table 3.\n")[1]
    assert stand.startswith("  Round 1: Boards 7-8\n    From table: new\n  Round 2: Boards 9-10\n")
    assert director.get(path(evening, "caddy.pdf")).content.startswith(b"%PDF")


def test_the_wall_says_in_a_sentence_what_holds_for_all() -> None:
    assert next_moves(Evening(10).room) == [
        "North–South stay.", "East–West go up one table.", "Boards go down one table.",
    ]  # fmt: skip


def test_the_wall_names_those_who_do_otherwise() -> None:
    # Eleven pairs, so somebody sits out; a Howell, where everybody moves in a way of their own.
    lines = next_moves(Evening(11).room)
    assert lines[0] == "North–South stay."
    assert any("sit out next round" in line for line in lines)
    lines = next_moves(Evening(8, kind="howell", winners=1).room)
    assert len(lines) >= 8 and all(": " in line for line in lines)


def test_the_wall_says_that_a_round_is_the_last() -> None:
    evening = Evening(6)
    while evening.event.round < evening.room.rounds:
        evening.play()
        evening.next_round()
    assert next_moves(evening.room) == ["This is the last round."]
