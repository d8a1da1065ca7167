"""A series: which events are one table, by which rules; and every change of that."""

from django.db import models

from clubscore.club import clock
from clubscore.club.models import Authored, Club
from clubscore.club.own_words import AuthorField
from clubscore.events.models.series_facts import SeriesKept, SeriesTold


class Series(models.Model):
    """Events of a club that are ranked together. No points are kept: they follow each time."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="series")
    name = models.CharField(max_length=80)
    kept: "models.JSONField[SeriesKept, SeriesKept]" = models.JSONField(default=dict, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = AuthorField(max_length=120)
    # Shown to nobody but directors from then on, who can bring it back.
    removed_at = models.DateTimeField(null=True, blank=True)
    # Of a season that is over: from then on it stands in the archive, and is not changed.
    closed_at = models.DateTimeField(null=True, blank=True)
    # Counts every change, so that nobody writes over what they have not seen.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-opened_at", "-pk"]
        verbose_name_plural = "series"
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="series_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class SeriesChange(Authored):
    """What a series was set to, by whom and when: its name and all that is kept of it."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="changes")
    data: "models.JSONField[SeriesTold, SeriesTold]" = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_series_change_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series} as it was set at {self.at}"
