"""What tests of sets that clubs share have in common: the time of day."""

from collections.abc import Iterator

import pytest

from clubscore.club import clock


@pytest.fixture(autouse=True)
def seven_in_the_evening() -> Iterator[None]:
    """Phones are let in until six in the morning: whoever waits for an hour is not sent home."""
    with clock.at(clock.now().replace(hour=19, minute=0, second=0)):
        yield
