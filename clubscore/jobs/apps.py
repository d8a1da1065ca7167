"""Jobs: one table, one process."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """The app of the jobs."""

    name = "clubscore.jobs"
    label = "jobs"
