"""Serious errors of the side that did not offend: the four cases of law 12C1(e)."""

from fractions import Fraction
from typing import Any

import pytest

from clubscore.ranking import rank, read_event
from clubscore.ranking.damage import CouldHaveHad, DamageParts, parts_of, settled
from clubscore.ranking.event import EventFile
from clubscore.ranking.field import Field
from clubscore.ranking.numbers import exact_text, read_amount
from clubscore.ranking.result import Weighted

HALVES: Weighted = ((800, Fraction(1, 2)), (500, Fraction(1, 2)))
CERTAIN: Weighted = ((800, Fraction(1)),)


def pairs(*scores: int, scoring: str = "matchpoints", **more: Any) -> EventFile:
    """An event of one board; the last result is the one that is ruled on, N-S 7 against 17."""
    return read_event({
        "format": "clubscore-event/1", "game": "duplicate", "scoring": scoring, **more,
        "contestants": [{"number": str(n)} for at in range(1, len(scores) + 1)
                        for n in (at, 10 + at)],
        "boards": [{"number": 1}],
        "results": [{"board": 1, "ns": str(at), "ew": str(10 + at), "score": score}
                    for at, score in enumerate(scores, 1)],
    })  # fmt: skip


def match(other: int, assigned: int) -> EventFile:
    """A match of one board: what the other table has, and the assigned score at the first."""
    return read_event({
        "format": "clubscore-event/1", "game": "duplicate",
        "contestants_are": "teams", "scoring": "imps-vp",
        "contestants": [{"number": "1"}, {"number": "2"}],
        "boards": [{"number": 1}],
        "results": [
            {"board": 1, "round": 1, "table": 1, "ns": "1", "ew": "2", "score": assigned},
            {"board": 1, "round": 1, "table": 2, "ns": "2", "ew": "1", "score": other},
        ],
    })  # fmt: skip


def of(event: EventFile, number: str) -> Fraction:
    """What a contestant has in all."""
    rows = [row for ranking in rank(event).rankings for row in ranking.rows]
    return next(row.entry.score for row in rows if row.entry.contestant.number == number)


FIELD = (1430, 680, 680, 680, 680, 500)


def test_part_of_the_damage_at_matchpoints() -> None:
    event = pairs(*FIELD, 680)
    ruled = CouldHaveHad(6, "ns", 300, HALVES, "pulled to five clubs")
    assert parts_of(Field.of(event), ruled) == DamageParts(
        Fraction(0), Fraction(6), Fraction(11, 2)
    )
    after = settled(event, [ruled])
    assert of(after, "7") == Fraction(1, 2)
    assert of(after, "17") == 6
    # The field is compared with the assigned score.
    assert [of(after, str(n)) for n in range(1, 7)] == [of(event, str(n)) for n in range(1, 7)]
    assert [each.reason for each in after.penalties] == ["pulled to five clubs"]


def test_all_of_the_damage_at_matchpoints() -> None:
    event = pairs(*FIELD, 680)
    after = settled(event, [CouldHaveHad(6, "ns", 300, CERTAIN)])
    assert of(after, "7") == 0
    assert of(after, "17") == 6
    assert not after.penalties


def test_none_of_the_damage_is_self_inflicted() -> None:
    event = pairs(*FIELD, 680)
    ruled = CouldHaveHad(6, "ns", 300, ((-100, Fraction(1)),))
    parts = parts_of(Field.of(event), ruled)
    assert parts is not None
    assert parts.case == 3
    assert (of(settled(event, [ruled]), "7"), of(settled(event, [ruled]), "17")) == (6, 6)


def test_no_damage_at_all_leaves_the_result_of_the_table() -> None:
    event = pairs(*FIELD, 500)
    after = settled(event, [CouldHaveHad(6, "ns", 680, CERTAIN)])
    assert (of(after, "7"), of(after, "17")) == (6, 6)
    assert after.results[6].score == 680


def test_east_and_west_may_be_the_ones_who_erred() -> None:
    event = pairs(*(-score for score in FIELD), -680)
    halves = tuple((-score, weight) for score, weight in HALVES)
    after = settled(event, [CouldHaveHad(6, "ew", -300, halves)])
    assert (of(after, "17"), of(after, "7")) == (Fraction(1, 2), 6)


@pytest.mark.parametrize(
    ("scoring", "case"), [("cross-imps", 4), ("butler-imps", 4), ("total-points", 4)]
)
def test_every_comparison_of_pairs_knows_a_part_of_the_damage(scoring: str, case: int) -> None:
    event = pairs(*FIELD, 680, scoring=scoring)
    ruled = CouldHaveHad(6, "ns", 300, ((500, Fraction(1)),))
    parts = parts_of(Field.of(event), ruled)
    assert parts is not None
    assert parts.case == case
    after = settled(event, [ruled])
    expected = parts.table + parts.assigned - parts.could
    assert of(after, "7") == expected
    assert of(after, "17") == of(event, "17")


@pytest.mark.parametrize(
    ("other", "ours", "theirs"), [(50, Fraction(5), Fraction(-9)), (420, Fraction(-5), Fraction(0))]
)
def test_part_of_the_damage_at_teams(other: int, ours: Fraction, theirs: Fraction) -> None:
    # Table: four spades doubled, one down; a revoke cost two tricks, four hearts would be made.
    event = match(other, 420)
    after = settled(event, [CouldHaveHad(0, "ns", 100, ((300, Fraction(1)),))])
    assert Field.of(after).worth(0, after.results[0]) == (ours, theirs)
    written = read_event(after.facts())
    assert written.results == after.results


def test_a_board_that_the_other_table_has_yet_to_play_is_as_it_was_assigned() -> None:
    event = match(50, 420)
    alone = read_event({**event.facts(), "results": event.facts()["results"][:1]})
    assert settled(alone, [CouldHaveHad(0, "ns", 100, ((300, Fraction(1)),))]) == alone


def test_what_is_deducted_is_written_and_read_again_exactly() -> None:
    event = pairs(1430, 680, 500, 680, scoring="cross-imps")
    after = settled(event, [CouldHaveHad(3, "ns", 300, ((500, Fraction(1)),))])
    assert after.penalties[0].amount.denominator == 3
    assert read_event(after.facts()).penalties == after.penalties
    assert exact_text(Fraction(11, 3)) == "11/3"
    assert read_amount("11/3", "amount") == Fraction(11, 3)
