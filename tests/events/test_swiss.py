"""Swiss: each round drawn from the ranking, nobody meets twice, the bye, a draw with a reason."""

from collections.abc import Sequence
from typing import Any

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events import draw as drawing
from clubscore.events.directing import choose_movement
from clubscore.events.draw import Draw, draw, proposed
from clubscore.events.models import Event, EventHappening
from clubscore.events.movement import described_as
from clubscore.events.rankings import Lists
from clubscore.events.scoring import draws_of
from clubscore.events.table_page import TablePage
from clubscore.laws.errors import RuleError
from clubscore.movements import build, check
from clubscore.movements.chooser import RESTS
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def swiss(count: int = 4, rounds: int = 3, form: str = "teams") -> Evening:
    """An evening of Swiss, nothing drawn yet."""
    evening = Evening(count, kind="", form=form)
    kind = "teams-swiss" if form.startswith("teams") else "pairs-swiss"
    movement = build(kind, count, rounds=rounds, boards=rounds)
    choose_movement(
        section=evening.section, movement=movement, minutes=20, key=new_key(), actor=evening.actor
    )
    return evening


def drawn(
    evening: Evening, meetings: Sequence[tuple[int, int]] = (), odd: str = "bye", **more: Any
) -> tuple[tuple[int, int], ...]:
    """Draw the next round, as it is proposed where nothing else is said; with a bye if odd."""
    as_proposed = proposed(evening.room, evening.section, odd=odd)
    chosen = tuple(meetings) or as_proposed.meetings
    more.setdefault("trio", () if meetings else as_proposed.trio or ())
    draw(
        section=evening.section, drawn=Draw(chosen, **more), seen=evening.event.round,
        key=new_key(), actor=evening.actor,
    )  # fmt: skip
    return chosen


def play(evening: Evening) -> None:
    """The lower number makes its game at both tables, where it sits North-South."""
    for table in evening.room.tables():
        place = table.place
        best = min(place.numbers)
        for board in place.boards:
            facts = FOUR_SPADES if place.ns == best else ONE_DOWN
            for side in ("ns", "ew"):
                evening.tell(table.number, board, facts, side)


@pytest.mark.parametrize("count", [10, 11])
def test_nothing_is_told_of_its_balance_which_is_drawn_as_it_goes(count: int) -> None:
    movement = build("pairs-swiss", count, rounds=4, boards=4)
    told = [each.phrase for each in described_as(movement).bad]
    assert told == ([RESTS] if count % 2 else [])
    assert not described_as(movement).good


def test_a_round_starts_only_when_it_is_drawn() -> None:
    evening = swiss()
    with pytest.raises(Refused, match="Draw round 1 first"):
        evening.next_round()
    drawn(evening)
    evening.next_round()
    assert len(evening.room.tables()) == 4
    play(evening)
    with pytest.raises(Refused, match="Draw round 2 first"):
        evening.next_round()
    page = TablePage(evening.room, evening.section, 1, None, {})  # type: ignore[arg-type]
    assert page.goings == ["Your next table is shown here once the round is drawn."]
    drawn(evening)
    page = TablePage(evening.room, evening.section, 1, None, {})  # type: ignore[arg-type]
    assert any("to table" in text or "stay" in text for text in page.goings)


@pytest.mark.parametrize(
    ("count", "rounds", "form"), [(6, 3, "teams"), (7, 3, "teams"), (8, 4, "pairs")]
)
def test_whoever_stands_level_meets_and_nobody_meets_twice(
    count: int, rounds: int, form: str
) -> None:
    evening = swiss(count, rounds, form)
    seen: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        meetings = drawn(evening)
        assert not seen & {frozenset(two) for two in meetings}
        seen |= {frozenset(two) for two in meetings}
        if number == 2 and form == "teams" and count == 6:
            rows = Lists(evening.room).scratch[0].rows
            assert {rows[0].key, rows[1].key} <= {str(n) for two in meetings[:2] for n in two}
        evening.next_round()
        play(evening)
    assert not check(evening.room.plan(evening.section).movement)
    byes = [each["bye"] for each in draws_of(evening.section.plan)]
    assert len(set(byes)) == (rounds if count % 2 else 1)


def test_a_draw_looks_at_the_rounds_that_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six teams all meet in five rounds; the first choice of round 3 would leave two threes."""
    monkeypatch.setattr(drawing, "_order", lambda *_of: [1, 6, 2, 4, 3, 5])
    evening = swiss(6, 5)
    seen: set[frozenset[int]] = set()
    begun = [((1, 2), (3, 4), (5, 6)), ((1, 3), (2, 5), (4, 6))]
    for number in range(1, 6):
        meetings = drawn(evening, begun.pop(0) if begun else (), reason="as it was")
        assert not seen & {frozenset(two) for two in meetings}, number
        seen |= {frozenset(two) for two in meetings}
        evening.next_round()
        play(evening)


def test_a_bye_brings_its_victory_points_once_its_round_has_begun() -> None:
    evening = swiss(3, 2)
    drawn(evening, worth="11,5")
    bye = draws_of(evening.section.plan)[0]["bye"]
    assert bye is not None

    def score(number: int) -> str:
        rows = Lists(evening.room).scratch[0].rows
        return next(str(row.score) for row in rows if row.key == str(number))

    assert score(bye) == "0"
    evening.next_round()
    assert score(bye) == "11.5"
    director = director_of(evening)
    assert f"Team{bye} bye, victory points: 11.5" in text_of(
        director.get(path(evening, "matches/"))
    )
    entry = evening.room.by_number[evening.section.pk, bye]
    phone = phone_of(evening, 1, entry.people[3])
    page = text_of(phone.get(path(evening, "mine/")))
    assert f"Team{bye}: you sit out round 1." in page
    assert "once the round is drawn" in page


def test_the_first_round_is_by_lot_the_same_each_time_the_page_is_opened() -> None:
    evening = swiss(12, 3)
    first = proposed(evening.room, evening.section).meetings
    assert first == proposed(evening.room, evening.section).meetings
    assert sorted(number for two in first for number in two) == list(range(1, 13))


def test_a_draw_is_changed_with_a_reason_and_drawn_anew_until_the_round_starts() -> None:
    evening = swiss()
    as_proposed = {frozenset(two) for two in proposed(evening.room, evening.section).meetings}
    other = next(
        ways for ways in (((1, 2), (3, 4)), ((1, 3), (2, 4)))
        if {frozenset(two) for two in ways} != as_proposed
    )  # fmt: skip
    with pytest.raises(RuleError) as error:
        drawn(evening, other)
    assert error.value.where == "reason"
    drawn(evening, other, reason="they share a car")
    assert [tuple(two) for two in draws_of(evening.section.plan)[0]["meetings"]] == list(other)
    assert EventHappening.objects.filter(reason="they share a car", kind="movement").exists()
    drawn(evening)
    assert len(draws_of(evening.section.plan)) == 1
    evening.next_round()
    with pytest.raises(Refused, match="has changed"):
        draw(section=evening.section, drawn=Draw(other), seen=0, key=new_key(),
             actor=evening.actor)  # fmt: skip


def test_a_round_may_be_drawn_by_number_by_folding_or_one_round_in_arrears() -> None:
    evening = swiss(8, 4)
    fold = proposed(evening.room, evening.section, "fold").meetings
    assert fold == ((1, 8), (2, 7), (3, 6), (4, 5))
    drawn(evening, fold, way="fold")
    assert draws_of(evening.section.plan)[0]["way"] == "fold"
    evening.next_round()
    early = proposed(evening.room, evening.section, "arrears").meetings
    play(evening)
    assert proposed(evening.room, evening.section, "arrears").meetings == early
    level = proposed(evening.room, evening.section).meetings
    assert {frozenset(two) for two in level[:2]} <= {
        frozenset((one, other)) for one in range(1, 5) for other in range(1, 5)
    }
    page = text_of(director_of(evening).get(path(evening, "draw/?way=arrears")))
    assert "by the ranking one round earlier" in page
    with pytest.raises(Refused, match="how to draw"):
        drawn(evening, level, way="chess")


@pytest.mark.parametrize("are", ["teams", "pairs"])
def test_each_way_of_drawing_says_what_it_does(are: str) -> None:
    evening = swiss(6, 3, are)
    director = director_of(evening)
    page = text_of(director.get(path(evening, "draw/")))
    one = are.removesuffix("s")
    assert f"Chance decides which {are} meet." in page
    assert f"{one.capitalize()} 1 meets the last {one}, {one} 2 the last but one" in page
    drawn(evening, proposed(evening.room, evening.section).meetings)
    evening.next_round()
    page = text_of(director.get(path(evening, "draw/")))
    assert f"The first {one} in the ranking meets the second" in page
    assert f"No two {are} meet twice unless it cannot be avoided." in page
    assert f"{are.capitalize()} level before this round meet" in page


@pytest.mark.parametrize(
    ("meetings", "wrong"),
    [(((1, 2), (2, 3)), "2"), (((1, 1), (2, 3)), "1"), (((1, 2), (3, 9)), "9"),
     (((1, 2),), "3, 4")],
)  # fmt: skip
def test_everybody_meets_one_other(meetings: tuple[tuple[int, int], ...], wrong: str) -> None:
    with pytest.raises(RuleError, match=f"these numbers: {wrong}"):
        drawn(swiss(), meetings, reason="so")


def test_the_director_draws_by_plain_forms_and_starts_the_round() -> None:
    evening = swiss(5, 3)
    director = director_of(evening)
    assert "Draw round 1" in text_of(director.get(path(evening)))
    page = text_of(director.get(path(evening, "draw/?odd=bye")))
    assert "by lot" in page
    assert "would have the bye" in page
    first, second = proposed(evening.room, evening.section, odd="bye").meetings
    form = {"odd": "bye", "seen": "0", "key": "d", "worth": "12", "one-1": first[0],
            "other-1": second[0], "one-2": first[1], "other-2": second[1]}  # fmt: skip
    answer = director.post(path(evening, "draw/"), form)
    assert answer.status_code == 422
    assert "Give a reason for not following the ranking" in text_of(answer)
    answer = director.post(path(evening, "draw/"), form | {"reason": "a club of their own"})
    assert answer.status_code == 302
    director.post(path(evening, "round/"), {"seen": "0", "key": "r"})
    assert evening.event.round == 1
    for rest in ("", "typing/", "wall/", "matches/", "ranking/", "history/", "movement/"):
        assert director.get(path(evening, rest)).status_code == 200
    assert director.get(path(evening, "tonight.pdf")).content.startswith(b"%PDF-")
    assert "has not been drawn yet" in text_of(director.get(path(evening, "typing/?round=2")))
    assert "a club of their own" in text_of(director.get(path(evening, "history/")))


def test_a_section_behind_the_others_is_drawn_for_the_round_that_it_plays_next() -> None:
    evening = swiss()
    drawn(evening)
    evening.next_round()
    play(evening)
    Event.objects.filter(pk=evening.event.pk).update(round=2, behind={"A": 1})
    page = director_of(evening).get(path(evening, "draw/")).content.decode()
    assert "Draw round 2" in page
    assert '<input type="hidden" name="seen" value="1">' in page


def test_pairs_without_a_swiss_are_not_drawn() -> None:
    evening = Evening(4, kind="howell", winners=1)
    assert director_of(evening).get(path(evening, "draw/")).status_code == 409
