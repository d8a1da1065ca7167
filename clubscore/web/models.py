"""What is kept of codes typed by hand, in both rooms."""

from django.db import models

from clubscore.club import clock
from clubscore.club.models import Club


class WrongCode(models.Model):
    """Somebody typed a wrong code for a table. Five of them, and only the director opens it again.

    `address` is what the database keeps of the table's secret address, whichever room it is of;
    `client` tells two browsers apart. No club: the guess was made where no table was open.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+")
    address = models.CharField(max_length=64)
    client = models.CharField(max_length=64)
    at = models.DateTimeField(default=clock.now)
    forgiven_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # Its table stands among the card room's since the first version; data keep it there.
        app_label = "rubber"
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["address", "forgiven_at"]),
            models.Index(fields=["client", "at"]),
        ]

    def __str__(self) -> str:
        return f"a wrong code at {self.at:%F %T}"
