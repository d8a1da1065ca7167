"""An evening of the seven: two sittings that belong together, and what happened between them.

Who sits where is the log folded by `clubscore.laws.seven`; nothing of it is stored. A
deal's people stand in the parts of its sitting like any other's.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club
from clubscore.rubbers.models.kept_data import RulesKept, SevenData


class SevenEvening(models.Model):
    """Seven people at two tables for an evening."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="sevens")
    # Keys of the seven people in the order of the book: A to G.
    players: "models.JSONField[list[int], list[int]]" = models.JSONField()
    # The rules of the seven themselves; auction's stand in each part.
    rules: "models.JSONField[RulesKept, RulesKept]" = models.JSONField(default=dict, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    # From then on no one crosses: each table goes on, or ended, by itself.
    ended_at = models.DateTimeField(null=True, blank=True)
    # Counts every happening; a writer takes the evening by counting it up.
    revision = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"the seven of {self.opened_at:%F}"

    @property
    def is_open(self) -> bool:
        """Whether people still cross between the tables."""
        return self.ended_at is None


class SevenHappening(Authored):
    """One event of the log. `data` holds what belongs to its kind."""

    class Kind(models.TextChoices):
        CONTRACT = "contract", _("contract and lead")
        PASSED = "passed", _("passed out")
        RESULT = "result", _("play over")
        BROKEN_OFF = "broken-off", _("rubber broken off")
        GONE = "gone", _("left for the other table")
        ARRIVED = "arrived", _("arrived")
        EIGHTH = "eighth", _("an eighth has come")
        LEAVES = "leaves", _("left")
        SWAPPED = "swapped", _("changed places")
        LAST = "last", _("last deals")
        TAKEN_BACK = "taken-back", _("undone")

    evening = models.ForeignKey(SevenEvening, models.CASCADE, related_name="happenings")
    # Counts from 0; what takes back names it.
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    # With "at" the number of the table where it happened.
    data: "models.JSONField[SevenData, SevenData]" = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "evening", "number"], name="seven_log_is_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_move_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}: {self.number} {self.kind}"
