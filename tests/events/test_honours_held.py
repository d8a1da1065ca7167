"""Honours that the known cards contradict: refused with the holding, wherever they are entered."""

from typing import Any

import pytest
from django.test import Client

from clubscore.deals.hands import DealtBoard
from clubscore.events.boards import SeenBoards, set_boards
from clubscore.events.corrections import stands
from clubscore.events.models import ResultRevision
from clubscore.events.pages.director import DirectorPage
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.events.test_pars import DEALS, auction, bring, contest

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HOLDING = "The cards give North A Q J of diamonds; South K 10 of diamonds."
REFUSED = f"Board 4: honours: EW 3 is impossible. {HOLDING}"


@pytest.fixture
def evening() -> Evening:
    """A par contest at duplicate auction, its cards known; table 1 plays boards 1 to 4 now."""
    found = contest()
    bring(found)
    return found


def form(honours: str, **more: str) -> dict[str, str]:
    """Board 4 at four diamonds by South, just made, with these honours."""
    return {
        "round": "1", "board": "4", "side": "ns", "table": "A1", "level": "4",
        "denomination": "D", "doubling": "0", "declarer": "S", "result": "=",
        "honours": honours, "key": f"key-{honours}-{len(more)}",
    } | more  # fmt: skip


def at_table(evening: Evening) -> tuple[Client, str]:
    phone = phone_of(evening, 1)
    phone.post(path(evening, "at/A1/here/"), {"round": "1", "yes": "1", "key": "here"})
    return phone, path(evening, "at/A1/tell/")


def nothing_is_in(evening: Evening) -> bool:
    return not ResultRevision.objects.filter(section=evening.section).exists()


@pytest.mark.parametrize("honours", ["A:3", "A:5", "D:3", "D:4"])
def test_a_phone_is_refused_with_the_holding_and_keeps_what_was_tapped(
    evening: Evening, honours: str
) -> None:
    phone, tell = at_table(evening)
    answer = phone.post(tell, form(honours))
    assert answer.status_code == 422
    said = text_of(answer)
    side = "EW" if honours.startswith("A") else "NS"
    assert f"Board 4: honours: {side} {honours[-1]} is impossible. {HOLDING}" in said
    assert f'value="{honours}" checked' in answer.content.decode()
    assert nothing_is_in(evening)
    assert phone.post(tell, form("D:5")).status_code == 302


def test_a_form_that_is_sent_back_keeps_in_whose_hand_honours_were(evening: Evening) -> None:
    phone, tell = at_table(evening)
    for holder, holding in (("N", ""), ("W", ""), ("E", "4+0")):
        answer = phone.post(tell, form("A:3", holder=holder, holding=holding))
        keys = answer.context["keys"]
        assert [each["value"] for each in keys["holders"] if each["checked"]] == [holder]
        assert keys["held"] and '<details class="more" open>' in answer.content.decode()
    answer = phone.post(tell, form("A:3"))
    assert not answer.context["keys"]["held"]
    assert not any(each["checked"] for each in answer.context["keys"]["holders"])


def test_no_holding_is_named_of_a_board_that_is_not_due(evening: Evening) -> None:
    phone, tell = at_table(evening)
    for more in ({"board": "6"}, {"round": "2", "board": "8"}):
        assert "The cards give" not in text_of(phone.post(tell, form("A:3", **more)))
        waited = phone.post(path(evening, "waiting/"), form("A:3", **more))
        assert "The cards give" not in waited.json()["text"]


def test_honours_that_nobody_claims_are_asked_about_once_more(evening: Evening) -> None:
    phone, tell = at_table(evening)
    asked = phone.post(tell, form("none"))
    assert asked.status_code == 422
    assert "Board 4: no one claims honours, but the cards give North" in text_of(asked)
    assert phone.post(tell, form("none", looked="1")).status_code == 302
    assert DirectorPage(evening.room).needs == []


@pytest.mark.parametrize(
    ("rest", "given"),
    [
        ("typing/", {"round": "1", "table": "A1", "lines": "4 4D= S HA3"}),
        ("line/", {"line": "T1: 4 4D= S HA3"}),
        ("travellers/", {"board": "4", "r1-A1": "4D= S HA3"}),
        ("table/A1/right/", form("A:3", what="result", seen="0")),
        ("table/A1/right/", form("A:3", what="result", seen="0", save="1", reason="so")),
    ],
)
def test_a_slip_a_line_a_traveller_and_the_directors_form_are_refused_likewise(
    evening: Evening, rest: str, given: dict[str, str]
) -> None:
    answer = director_of(evening).post(path(evening, rest), {"key": "k"} | given)
    assert answer.status_code == 422
    assert REFUSED in text_of(answer)
    assert nothing_is_in(evening)
    if "table/" not in rest:
        typed = next(value for value in given.values() if "HA3" in value)
        assert typed in answer.content.decode()


def test_what_waited_on_a_phone_is_refused_with_the_holding(evening: Evening) -> None:
    phone, _tell = at_table(evening)
    answer = phone.post(path(evening, "waiting/"), form("A:3"))
    assert answer.status_code == 422
    assert answer.json()["text"].startswith(REFUSED)


def test_a_result_is_not_moved_to_a_board_whose_cards_contradict_it(evening: Evening) -> None:
    phone, tell = at_table(evening)
    phone.post(tell, form("D:5"))
    move = {"what": "moved", "to_board": "3", "round": "1", "board": "4", "seen": "1", "key": "m"}
    answer = director_of(evening).post(path(evening, "table/A1/right/"), move)
    assert answer.status_code == 422
    assert "Board 3: honours: NS 5" in text_of(answer)


def lay_cards(evening: Evening) -> None:
    boards = [DealtBoard(4, DEALS[4], "W", "both")]
    seen = SeenBoards(0, "late", "typed from the card")
    set_boards(event=evening.event, boards=boards, source="typed", seen=seen, actor=evening.actor)


@pytest.mark.parametrize(("honours", "is_so"), [({"EW": "3"}, False), ({"NS": "5"}, True)])
def test_cards_that_come_in_later_change_nothing_and_the_director_is_told(
    honours: dict[str, str], is_so: bool
) -> None:
    evening = contest()
    facts: dict[str, Any] = auction("4D", "S", 10) | {"honours": honours}
    for side in ("ns", "ew"):
        evening.tell(1, 4, facts, side)
    assert DirectorPage(evening.room).needs == []
    lay_cards(evening)
    assert evening.standing(1, 4).facts == facts
    needs = [need.text for need in DirectorPage(evening.room).needs]
    if is_so:
        assert needs == []
        return
    assert len(needs) == 1
    assert needs[0].startswith(REFUSED)
    stands(section=evening.section, spot=evening.spot(1, 4), entered=evening.entered(1, 4),
           actor=evening.actor)  # fmt: skip
    assert DirectorPage(evening.room).needs == []


def test_a_game_that_counts_no_honours_asks_for_no_cards() -> None:
    evening = Evening(4, boards=4)
    lay_cards(evening)
    phone, tell = at_table(evening)
    assert phone.post(tell, form("A:3")).status_code == 302
    assert evening.standing(1, 4).facts == {"contract": "4D", "declarer": "S", "tricks": 10}
