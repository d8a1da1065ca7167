"""A crawl happens at one moment: at six in the morning an evening ends, and its phones are out."""

from collections.abc import Iterator

import pytest

from clubscore.club import clock


@pytest.fixture(autouse=True)
def one_moment() -> Iterator[None]:
    """Let it be the moment at which the test began until it ends."""
    with clock.at(clock.now()):
        yield
