"""A result that both sides agreed is corrected by both until the next round begins."""

from typing import Any

import pytest
from django.test import Client

from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused, new_key
from clubscore.events.board_state import BoardStage, BoardState
from clubscore.events.models import ResultRevision
from clubscore.events.offline import LateOutcome, hand_in
from clubscore.events.pages.director import DirectorPage
from clubscore.events.reporting import Report, agree, note_final_contract, tell
from clubscore.events.selectors import room_for
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.events.test_pars import bring, contest
from tests.soak.phones import Forms

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FORM = {"level": "4", "denomination": "S", "doubling": "0", "declarer": "S", "result": "-1"}


def agreed(evening: Evening, table: int = 1) -> int:
    """Both sides agree on a table's first board; return it."""
    board = evening.table(table).place.boards[0]
    for side in ("ns", "ew"):
        evening.tell(table, board, FOUR_SPADES, side)
    return board


def correct(evening: Evening, board: int, facts: dict[str, Any], side: str = "ns") -> BoardState:
    """One side says what it was instead."""
    report = Report(evening.event.round, 1, board, facts, new_key(), corrects=True)
    return tell(section=evening.section, report=report, side=side, actor=evening.actor)


def needs(evening: Evening) -> list[str]:
    """What the director is asked."""
    return [need.text for need in DirectorPage(evening.room).needs]


def test_what_was_agreed_counts_until_the_other_side_says_yes() -> None:
    evening = Evening(6)
    board = agreed(evening)
    standing = correct(evening, board, ONE_DOWN)
    assert (standing.state, standing.facts) == (BoardStage.IN, FOUR_SPADES)
    assert needs(evening) == []
    assert DirectorPage(evening.room).corrected == []
    standing = evening.agree(1, board)
    assert (standing.state, standing.facts, standing.proposed) == (BoardStage.IN, ONE_DOWN, {})
    # Nobody else is asked; the room says so, and the history keeps every step.
    assert (needs(evening), DirectorPage(evening.room).corrected) == ([], [("1", board)])
    assert [each.kind for each in standing.revisions] == ["told", "agreed", "told", "agreed"]
    assert f"Table 1, board {board}: corrected by both sides" in text_of(
        director_of(evening).get(path(evening))
    )


def test_both_sides_saying_the_same_agree_at_once() -> None:
    evening = Evening(6)
    board = agreed(evening)
    correct(evening, board, ONE_DOWN, "ew")
    assert correct(evening, board, ONE_DOWN, "ns").facts == ONE_DOWN


def test_a_side_that_says_it_was_right_leaves_two_versions_to_the_director() -> None:
    evening = Evening(6)
    board = agreed(evening)
    correct(evening, board, ONE_DOWN)
    standing = correct(evening, board, FOUR_SPADES, "ew")
    assert (standing.facts, {*standing.proposed}) == (FOUR_SPADES, {"ns", "ew"})
    (asked,) = needs(evening)
    assert asked.startswith(f"board {board}: 4 spades by South, made counts; ")
    assert asked.endswith("says 4 spades by South, down 1")
    # Who called it wrong may still give way.
    assert evening.agree(1, board, "ns").proposed == {}
    assert (evening.standing(1, board).facts, needs(evening)) == (FOUR_SPADES, [])


def test_who_called_it_wrong_may_take_that_back() -> None:
    evening = Evening(6)
    board = agreed(evening)
    correct(evening, board, ONE_DOWN)
    assert correct(evening, board, FOUR_SPADES).proposed == {}
    with pytest.raises(Refused, match="has this result already"):
        correct(evening, board, FOUR_SPADES)


def test_once_the_next_round_began_it_is_the_director_s() -> None:
    evening = Evening(6)
    evening.play()
    board = evening.table(1).place.boards[0]
    correct(evening, board, ONE_DOWN)
    spot, seen = evening.spot(1, board), evening.standing(1, board).number
    evening.next_round()
    assert [board] == [need.board for need in DirectorPage(evening.room).needs]
    with pytest.raises(Refused, match="ask the director"):
        agree(section=evening.section, spot=spot, seen=seen, side="ew", key=new_key(),
              actor=evening.actor)  # fmt: skip
    report = Report(1, 1, board, ONE_DOWN, new_key(), corrects=True)
    with pytest.raises(Refused):
        tell(section=evening.section, report=report, side="ew", actor=evening.actor)


def test_a_report_that_does_not_say_that_it_corrects_is_refused_as_before() -> None:
    evening = Evening(6)
    board = agreed(evening)
    with pytest.raises(Refused, match="ask the director"):
        evening.tell(1, board, ONE_DOWN)


def test_a_ruling_is_not_corrected_at_the_table() -> None:
    evening = Evening(6)
    board = evening.table(1).place.boards[0]
    evening.type_slip(1, {board: FOUR_SPADES})
    with pytest.raises(Refused, match="ask the director"):
        correct(evening, board, ONE_DOWN)
    phone = phone_of(evening, 1)
    assert "That was wrong" not in text_of(phone.get(path(evening, f"at/A1/?board={board}")))


def test_a_correction_that_waited_on_a_phone_comes_in_as_one() -> None:
    evening = Evening(6)
    board = agreed(evening)
    asked = {"section": evening.section, "reason": "", "actor": evening.actor}
    report = Report(1, 1, board, ONE_DOWN, "waited-ns", corrects=True)
    assert hand_in(report=report, side="ns", **asked) is LateOutcome.RECORDED
    assert hand_in(report=report, side="ns", **asked) is LateOutcome.SAME
    assert {*evening.standing(1, board).proposed} == {"ns"}
    theirs = Report(1, 1, board, ONE_DOWN, "waited-ew", corrects=True)
    assert hand_in(report=theirs, side="ew", **asked) is LateOutcome.RECORDED
    assert evening.standing(1, board).facts == ONE_DOWN
    # Without the word it is what came too late.
    late = Report(1, 1, board, FOUR_SPADES, "late")
    assert hand_in(report=late, side="ns", **asked) is LateOutcome.CONTRARY


def test_both_sides_see_it_on_their_phones() -> None:
    evening = Evening(6)
    board = agreed(evening)
    pairs = evening.room.by_number
    ours, theirs = (
        phone_of(evening, 1, pairs[evening.section.pk, number].people[0]) for number in (1, 4)
    )
    at = path(evening, "at/A1/")
    assert "That was wrong" in text_of(ours.get(f"{at}?board={board}"))
    asks = ours.get(f"{at}?board={board}&wrong=1").content.decode()
    # It opens filled in.
    assert 'name="level" value="4" checked' in asks and 'name="wrong" value="1"' in asks
    given = FORM | {"round": "1", "board": str(board), "key": "w", "wrong": "1"}
    assert ours.post(at + "tell/", given).status_code == 302
    assert "Said to be wrong. It counts until Left4 &amp; Right4 agree" in text_of(
        ours.get(f"{at}?board={board}")
    )
    # The other side's phone shows it by itself, before the next board.
    asked = text_of(theirs.get(at))
    assert "the other side says that this was wrong" in asked and "Left4: yes" in asked
    seen = evening.standing(1, board).number
    yes = {"round": "1", "board": str(board), "side": "ew", "seen": seen, "key": "y"}
    assert theirs.post(at + "agree/", yes).status_code == 302
    for phone in (ours, theirs):
        shown = text_of(phone.get(f"{at}?board={board}"))
        assert "by South , −1" in shown or "by South, down 1" in shown
        assert "Corrected by both sides." in shown
    assert ResultRevision.objects.count() == 4


def press(phone: Client, page: str, what: str) -> Any:
    """Press the key of a page's form that says this of a whole board."""
    (sent,) = [
        (address, fields) for address, fields in Forms(page).all_to("/tell/") if what in fields
    ]
    return phone.post(*sent)


@pytest.mark.parametrize("what", ["passed_out", "not_played"])
def test_that_a_board_was_not_played_at_all_corrects_what_was_agreed(what: str) -> None:
    evening = Evening(6)
    board = agreed(evening)
    phone = phone_of(evening, 1, evening.people[0])
    page = phone.get(path(evening, f"at/A1/?board={board}&wrong=1")).content.decode()
    assert press(phone, page, what).status_code == 302
    assert evening.standing(1, board).proposed["ns"].facts == {what: True}


def test_a_side_that_differs_may_say_that_a_board_was_passed_out_though_that_looks_odd() -> None:
    """Whoever is asked to check it again finds the key that says it all the same."""
    evening = contest()
    bring(evening)
    spot = evening.spot(1, 2)
    note_final_contract(
        section=evening.section, spot=spot, reached="3NT", key="auction", actor=evening.actor
    )
    theirs = {"contract": "3NT", "declarer": "S", "tricks": 9}
    evening.tell(1, 2, theirs, "ew")
    phone = phone_of(evening, 1, evening.people[0])
    page = phone.get(path(evening, "at/A1/?board=2&differ=1")).content.decode()
    asked = press(phone, page, "passed_out")
    assert asked.status_code == 422
    assert "the auction reached 3 no-trumps, but passed out was entered" in text_of(asked)
    # The key at the foot says so, too, and not what the other side said.
    says_yes = '<button class="key key-go" form="entry" name="passed_out" value="1">'
    assert says_yes in " ".join(asked.content.decode().split())
    assert press(phone, asked.content.decode(), "passed_out").status_code == 302
    assert evening.standing(1, 2).state is BoardStage.DISPUTED


def test_a_director_who_plays_is_not_shown_what_was_said() -> None:
    evening = Evening(6)
    board = agreed(evening)
    correct(evening, board, ONE_DOWN)
    correct(evening, board, FOUR_SPADES, "ew")
    player = evening.room.by_number[evening.section.pk, 2].people[0]
    actor = Actor(level=Level.DIRECTOR, club=evening.club, person=player)
    standing = room_for(actor, evening.event).standing(evening.spot(1, board))
    assert standing.is_hidden
    assert all(each.facts is None for each in standing.proposed.values())
    needs = DirectorPage(room_for(actor, evening.event)).needs
    assert [need.text for need in needs] == [f"board {board}: two versions"]
