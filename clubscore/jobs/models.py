"""A job: what is to be done, for whom, and how far it is."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.club.record_words import WordsField


class Job(models.Model):
    """One piece of work, asked for once in a club however often it is asked for while not done.

    `beat_at` is when its worker last said that it is at it; a worker that has been silent for
    longer than `asking.PATIENCE` has gone, and the next one takes the job up again. `done` of
    `total` is how far it is, where that can be counted. `trouble` is what went wrong: a code, or
    what the worker was told. Without a club it is a matter of the whole installation.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("job", "waiting")
        RUNNING = "running", pgettext_lazy("job", "running")
        DONE = "done", pgettext_lazy("job", "done")
        STOPPED = "stopped", pgettext_lazy("job", "stopped")
        FAILED = "failed", pgettext_lazy("job", "failed")

    kind = models.CharField(max_length=40)
    # What of its kind: an event's number, a day.
    key = models.CharField(max_length=80, blank=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(default=clock.now)
    begun_at = models.DateTimeField(null=True, blank=True)
    beat_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    is_to_stop = models.BooleanField(default=False)
    trouble = WordsField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "kind", "key"],
                condition=Q(state__in=("waiting", "running")),
                name="a_job_is_asked_for_once",
            ),
            models.UniqueConstraint(
                fields=["kind", "key"],
                condition=Q(club=None, state__in=("waiting", "running")),
                name="a_job_of_no_club_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=Q(state__in=("waiting", "running")),
                name="jobs_to_be_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}".strip()

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done, or being done."""
        return self.state in (self.State.WAITING, self.State.RUNNING)
