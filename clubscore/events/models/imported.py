"""Events imported whole from a file; every version is kept."""

from django.db import models

from clubscore.club.models import Authored
from clubscore.events.models.events import Event


class Telling(Authored):
    """An event as a file had it, written as ClubScore writes events. The newest counts."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="tellings")
    number = models.PositiveSmallIntegerField()
    # The name of the file, or of what imported it.
    source = models.CharField(max_length=120)
    # A text, not JSON: a database may sort an object's fields, and the same bytes go out again.
    text = models.TextField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="tellings_are_numbered"),
            models.UniqueConstraint(fields=["club", "key"], name="a_telling_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} as {self.source} told it"
