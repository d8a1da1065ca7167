"""Whatever tables say of their seats, in whatever order: nobody plays in two pairs."""

from hypothesis import given
from hypothesis import strategies as st

from clubscore.club.models import Person
from clubscore.events.models import Entry
from clubscore.events.seats import Doubt, SeatClaim, fold

PAIRS, ENTERED = (1, 2, 3), 9
# Persons 1 to 5 come to the tables, 6 and 7 were entered by name.
PEOPLE = st.none() | st.integers(1, 7)


@st.composite
def claims(draw: st.DrawFn) -> list[SeatClaim]:
    found = []
    for pk in range(1, draw(st.integers(1, 12)) + 1):
        one = draw(PEOPLE)
        other = draw(PEOPLE.filter(lambda each, one=one: each is None or each != one))
        typed = draw(st.sampled_from([(), ("", "lee"), ("ann", "")]))
        found.append(
            SeatClaim(
                pk, draw(st.sampled_from(PAIRS)), draw(st.integers(0, 3)), (one, other), typed,
                draw(st.integers(0, 4)), draw(st.booleans()),
            )
        )  # fmt: skip
    return found


def entries() -> list[Entry]:
    entered = Entry(pk=ENTERED, first=Person(pk=6), second=Person(pk=7))
    return [*(Entry(pk=pk, by_seats=True) for pk in PAIRS), entered]


@given(claims())
def test_nobody_sits_in_two_seats_and_who_was_entered_stays(said: list[SeatClaim]) -> None:
    found = fold(entries(), said, "pairs")
    seated = [person for seats in found.values() for person in seats.people if person]
    assert len(seated) == len(set(seated)) and not {6, 7} & set(seated)
    assert sum(seats.said for seats in found.values()) == len(said)


@given(claims())
def test_everyone_who_was_named_sits_somewhere_or_is_asked_about(said: list[SeatClaim]) -> None:
    """A name that a table said is shown, in doubt, or was changed by somebody who saw it."""
    unaware = [each._replace(seen=0, settles=False) for each in said]
    found = fold(entries(), unaware, "pairs")
    for each in unaware:
        seats = found[each.entry]
        doubts = [doubt.claim for doubt in seats.doubts]
        assert each in doubts or set(filter(None, each.people)) <= set(seats.people)


@given(claims())
def test_what_is_settled_leaves_nothing_open_there(said: list[SeatClaim]) -> None:
    found = fold(entries(), said, "pairs")
    for pk, seats in found.items():
        last = SeatClaim(99, pk, 0, seats.people, (), 0, settles=True)
        after = fold(entries(), [*said, last], "pairs")
        assert after[pk].doubts == [] and after[pk].people == seats.people


def test_the_same_claims_come_to_the_same() -> None:
    said = [
        SeatClaim(1, 1, 1, (1, 2), (), 0, settles=False),
        SeatClaim(2, 2, 2, (2, 3), (), 0, settles=False),
        SeatClaim(3, 1, 3, (1, 4), (), 0, settles=False),
    ]
    found = fold(entries(), said, "pairs")
    assert {pk: seats.people for pk, seats in found.items()} == {
        1: (1, 2), 2: (None, 3), 3: (None, None),
    }  # fmt: skip
    assert found[2].doubts == [Doubt("twice", said[1], 1)]
    assert [doubt.why for doubt in found[1].doubts] == ["otherwise"]
