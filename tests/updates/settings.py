"""The settings of a program of tomorrow."""

from clubscore.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.updates.tomorrow"]  # noqa: F405
