"""Many files of events on their way in: what each tells, what is still asked, what became of it."""

from typing import Any

from django.db import models

from clubscore.club import clock
from clubscore.club.models import Club, User


class PastImport(models.Model):
    """A zip of files that comes in at once; it is gone when all came in, or a day later.

    `packed` is the zip until every file was read. `decided_at` is when the director said import.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=120)
    asked_at = models.DateTimeField(default=clock.now)
    packed = models.BinaryField(null=True)
    decided_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.source}, asked {self.asked_at:%F %T}"


class PastFile(models.Model):
    """One file of such a zip. `at` is its place in the zip, None where it is not taken out of it.

    `why` is a mistake as `kept_mistakes` writes it. `found` is what its events tell that is asked
    about, `texts` are the events as ClubScore writes them until they are in, `decided` what was
    answered.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        READ = "read"
        DECIDED = "decided"
        CAME = "came"
        HERE = "here"
        LEFT = "left"
        REFUSED = "refused"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    past = models.ForeignKey(PastImport, models.CASCADE, related_name="files")
    order = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    at = models.PositiveIntegerField(null=True)
    digest = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    why: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    found: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list)
    texts: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    decided: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list)
    events: "models.JSONField[list[int], list[int]]" = models.JSONField(default=list)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "past", "order"], name="past_files_are_numbered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"
