"""Which tests put something of their own in another's place: they build all for themselves."""

import pytest

from tests import remembered

# The fixtures with which a test does so.
PATCHES = {"monkeypatch", "settings"}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """See it before any fixture of the test builds."""
    remembered.patched = not PATCHES.isdisjoint(getattr(item, "fixturenames", ()))
