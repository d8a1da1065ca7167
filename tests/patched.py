"""Which tests put something of their own in another's place: they build all for themselves."""

import pytest

from tests import remembered

# The fixtures with which a test does so.
PATCHES = {"monkeypatch", "settings"}


def asked_for(item: pytest.Function) -> set[str]:
    """Return the fixtures that a test asks for, itself or by a fixture of these tests.

    What pytest's own plugins ask for in every test is not among them.
    """
    info = item._fixtureinfo
    found = {*info.argnames}
    for defined in info.name2fixturedefs.values():
        for each in defined:
            if each.func.__module__.startswith("tests."):
                found |= {*each.argnames}
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """See it before any fixture of the test builds."""
    remembered.patched = isinstance(item, pytest.Function) and bool(PATCHES & asked_for(item))
