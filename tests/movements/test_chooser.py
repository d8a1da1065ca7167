"""Which movement tonight: two or three in plain words, with their good and their bad."""

import pytest

from clubscore.laws.errors import RuleError
from clubscore.movements import MovementProposal, Wishes, check, propose


def forms(proposals: tuple[MovementProposal, ...]) -> list[tuple[str, int, int]]:
    return [
        (each.movement.kind, each.movement.rounds, each.movement.boards_per_set)
        for each in proposals
    ]


@pytest.mark.walk(cases=37)
@pytest.mark.parametrize("pairs", range(4, 41))
def test_there_is_something_sound_for_every_room(pairs: int) -> None:
    proposals = propose(pairs)
    assert 1 <= len(proposals) <= 3
    assert len(proposals) >= 2 or pairs <= 5
    for each in proposals:
        movement = each.movement
        assert check(movement) == ()
        assert (movement.contestants, movement.copies) == (pairs, 1)
        assert 22 <= movement.rounds * movement.boards_per_set <= 28
        assert each.good or each.bad


@pytest.mark.parametrize(
    ("pairs", "form"),
    [
        (4, ("howell", 3, 9)),
        (6, ("howell", 5, 5)),
        (7, ("three-quarter-howell", 6, 4)),
        (8, ("howell", 7, 4)),
        (10, ("howell", 9, 3)),
        (12, ("three-quarter-howell", 9, 3)),
        (12, ("mitchell", 6, 4)),
        (13, ("mitchell", 7, 4)),
        (14, ("mitchell", 7, 4)),
        (16, ("mitchell", 8, 3)),
        (18, ("mitchell", 9, 3)),
        (20, ("mitchell", 9, 3)),
        (22, ("mitchell", 11, 2)),
        (26, ("mitchell", 13, 2)),
        (28, ("mitchell", 13, 2)),
    ],
)
def test_what_directors_choose_is_among_them(pairs: int, form: tuple[str, int, int]) -> None:
    assert form in forms(propose(pairs))


def test_four_pairs_have_a_choice_too() -> None:
    forms = [
        (each.movement.kind, each.movement.rounds, each.movement.winners) for each in propose(4)
    ]
    assert forms[0] == ("howell", 3, 1)
    assert sorted(forms[1:]) == [("mitchell", 2, 1), ("mitchell", 2, 2)]


def test_thirteen_pairs_hear_it_in_plain_words() -> None:
    first = propose(13)[0]
    assert str(first.title) == (
        "Mitchell: 7 tables, one pair sits out each round, 7 rounds, 4 boards a round"
    )
    assert str(first.takes) == "about 3 h 20 min"
    assert "Sitting out costs a pair 4 boards." in [str(each) for each in first.bad]
    assert "North–South stay at their tables." in [str(each) for each in first.good]


def test_wishes_are_kept() -> None:
    for each in propose(14, Wishes(least=18, most=24, minutes=160)):
        assert each.minutes <= 160
    assert {each.movement.winners for each in propose(14, Wishes(winners=2))} == {2}
    assert {each.movement.winners for each in propose(14, Wishes(winners=1))} == {1}
    assert all(each.movement.tables <= 6 for each in propose(13, Wishes(tables=6)))
    assert any(each.movement.copies == 2 for each in propose(20, Wishes(copies=2, winners=2)))


def test_where_nothing_fits_it_says_so() -> None:
    with pytest.raises(RuleError, match="more time or a different number of boards"):
        propose(14, Wishes(minutes=40))
