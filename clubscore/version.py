"""Which ClubScore this is: the one place that says it.

`pyproject.toml` reads it from here, CHANGELOG.md has a section for it, and every file that goes
out names it where its format has a place.
"""

VERSION = "0.2.0"
PROGRAM = f"ClubScore {VERSION}"


def running() -> str:
    """Return the version that runs."""
    return VERSION
