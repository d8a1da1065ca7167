"""Which evenings have a gazette that members may read, and which of its stories are left out."""

from django.db import models

from clubscore.club.kept_data import LeftOut
from clubscore.club.models.people import Club
from clubscore.club.own_words import AuthorField


class EveningGazette(models.Model):
    """What a director decided of an evening's gazette; its stories are made anew each time.

    Members read it from `shown_at` on. `left_out` are the stories that nobody is shown.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="gazettes")
    evening = models.DateField()
    shown_at = models.DateTimeField(null=True, blank=True)
    shown_by = AuthorField(max_length=120, blank=True)
    left_out: "models.JSONField[list[LeftOut], list[LeftOut]]" = models.JSONField(
        default=list, blank=True
    )

    class Meta:
        ordering = ["-evening"]
        constraints = [
            models.UniqueConstraint(fields=["club", "evening"], name="one_gazette_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}"
