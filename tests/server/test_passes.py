"""A pass: nobody can make one, and it names a door, not what lies behind it."""

import pytest

from clubscore.server.live import HearingPass, read, write

SHOWN = HearingPass("event", 12, "a1b2c3")


def test_a_pass_is_read_as_it_was_written() -> None:
    assert read(write(SHOWN)) == SHOWN
    assert read(write(HearingPass("card", 7, ""))) == HearingPass("card", 7, "")


@pytest.mark.parametrize(
    "carried",
    [
        "",
        "event-12-a1b2c3",
        write(SHOWN)[:-1],
        "x" + write(SHOWN),
        write(SHOWN).replace("12", "13", 1),
    ],
)
def test_no_pass_that_was_made_elsewhere_is_read(carried: str) -> None:
    assert read(carried) is None


def test_a_pass_goes_into_a_cookie_as_it_is() -> None:
    assert not set(write(SHOWN)) & set(' ",;\\')
