"""An odd result is asked about before it is recorded, never afterwards nor of an agreed board.

A phone that heard no answer sends the same again. Meanwhile other tables may have made it look odd,
and the other side may have agreed.
"""

import re

import pytest
from django.test import Client

from clubscore.club.entry import new_key
from clubscore.events.board_state import BoardStage
from clubscore.events.models import ResultRevision
from clubscore.events.pages.director import DirectorPage
from clubscore.events.scoring import is_odd
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import FORM, director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
# By East: the others of its board are made by South, so it is the only one of its sign.
ODD = {"contract": "4S", "declarer": "E", "tricks": 10}


@pytest.fixture
def evening() -> Evening:
    """Two rounds are over, in which board 1 was made by South at each table."""
    found = Evening(6)
    for _round in range(2):
        found.play()
        found.next_round()
    return found


def at_the_table(evening: Evening) -> tuple[int, str, Client, dict[str, str]]:
    """The table that plays board 1 in round 3: number, address, phone, and what it would send."""
    where = next(each for each in evening.room.tables() if 1 in each.place.boards)
    form = FORM | {"declarer": "E", "round": "3", "board": "1", "key": "sent", "side": "ns"}
    return where.number, path(evening, f"at/{where.name}/"), phone_of(evening, where.number), form


def test_what_is_recorded_and_agreed_is_not_asked_about_when_it_comes_again(
    evening: Evening,
) -> None:
    table, at, phone, form = at_the_table(evening)
    evening.tell(table, 1, ODD, "ns", key="sent")
    evening.agree(table, 1)
    again = phone.post(f"{at}tell/", form)
    assert (again.status_code, again["Location"]) == (302, f"{at}?board=1")
    assert ResultRevision.objects.filter(board=1, round=3).count() == 2


def test_what_is_recorded_and_waits_for_the_other_side_is_not_asked_about_either(
    evening: Evening,
) -> None:
    table, at, phone, form = at_the_table(evening)
    evening.tell(table, 1, ODD, "ns", key="sent")
    assert phone.post(f"{at}tell/", form).status_code == 302
    assert evening.standing(table, 1).state is BoardStage.TOLD


def test_an_odd_result_of_a_board_that_is_agreed_is_refused_as_any_other_is(
    evening: Evening,
) -> None:
    table, at, phone, form = at_the_table(evening)
    for side in ("ns", "ew"):
        evening.tell(table, 1, FOUR_SPADES, side)
    refused = phone.post(f"{at}tell/", form)
    assert refused.status_code == 409
    assert "Board 1 is agreed. If it is wrong, ask the director." in text_of(refused)
    # Said to be wrong, it is asked about, on a page that has the form.
    asked = phone.post(f"{at}tell/", form | {"wrong": "1"})
    assert asked.status_code == 422
    assert 'name="looked"' in asked.content.decode()


class TestWhoeverLookedIsBelieved:
    """A slip with an unusual line: asked about once, and never named again."""

    @staticmethod
    def typed(evening: Evening, director: Client, *, looked: bool) -> int:
        number, _at, _phone, _form = at_the_table(evening)
        given = {"table": f"A{number}", "round": "3", "lines": "1 4SE=", "key": new_key()}
        if looked:
            given["looked"] = "1"
        return int(director.post(path(evening, "typing/"), given).status_code)

    def test_a_slip_that_was_looked_at_stays_looked_at(self, evening: Evening) -> None:
        director = director_of(evening)
        assert self.typed(evening, director, looked=False) == 422
        assert self.typed(evening, director, looked=True) == 302
        page = DirectorPage(evening.room)
        assert not page.odd and not page.odd_needs
        assert "is unlike the rest" not in text_of(director.get(path(evening)))

    def test_what_became_unusual_since_is_asked_about(self, evening: Evening) -> None:
        number, _at, _phone, _form = at_the_table(evening)
        evening.type_slip(number, {1: ODD})
        assert [spot.board for spot in DirectorPage(evening.room).odd] == [1]

    def test_all_are_right_in_one_tap_each_as_it_was_seen(self, evening: Evening) -> None:
        for table in evening.room.tables():
            for board in table.place.boards:
                evening.type_slip(table.number, {board: ODD})
        director, page = director_of(evening), DirectorPage(evening.room)
        assert len(page.odd) > 1
        shown = director.get(path(evening)).content.decode()
        sent = re.findall(r'name="odd" value="([^"]+)"', shown)
        assert sorted(sent) == sorted(page.odd_seen) and "All are right" in shown
        at = path(evening, "all-right/")
        stale = [f"{sent[0].partition(':')[0]}:0", *sent[1:]]
        assert director.post(at, {"odd": stale, "key": "old"}).status_code == 409
        assert director.post(at, {"odd": ["1-1-1:1"], "key": "x"}).status_code == 409
        for _twice in range(2):
            assert director.post(at, {"odd": sent, "key": "all"}).status_code == 302
        assert not DirectorPage(evening.room).odd
        ruled = ResultRevision.objects.filter(kind="ruled")
        assert {each.reason for each in ruled} == {"checked: unusual, and right"}
        assert ruled.count() == len(sent)


@pytest.mark.parametrize(("others", "plays", "odd"), [(1, 3, False), (2, 3, True), (2, 4, True),
                         (5, 12, False), (6, 12, True), (5, 11, False), (6, 11, True)])  # fmt: skip
def test_half_the_tables_must_have_played_a_board_first(others: int, plays: int, odd: bool) -> None:
    assert is_odd(-620, [420] * others, plays) is odd
