"""What was made up and agreed."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Authored
from clubscore.rubbers.models.kept_data import PairKept
from clubscore.rubbers.models.sittings import Part


class Settlement(Authored):
    """A rubber "made up and agreed", or the difference that a later correction made.

    `points` is {person: points}; `exact` lists [payer, payee, points, "numerator/denominator"]
    in the smallest coin. Payments of an evening add these fractions and round once.
    """

    class Kind(models.TextChoices):
        AGREED = "agreed", _("made up and agreed")
        DIFFERENCE = "difference", _("difference after a correction")

    part = models.ForeignKey(Part, models.CASCADE, related_name="settlements")
    # Counts from 1; the rubber that was broken off is the next after the last finished one.
    rubber = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    currency = models.CharField(max_length=3, blank=True)
    points: "models.JSONField[dict[str, int], dict[str, int]]" = models.JSONField()
    exact: "models.JSONField[list[PairKept], list[PairKept]]" = models.JSONField(default=list)
    law_version = models.CharField(max_length=20)

    class Meta:
        ordering = ["part", "rubber", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "part", "rubber", "number"], name="settlements_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_settlement_counts_once"),
            models.CheckConstraint(
                condition=Q(number=1, kind="agreed") | Q(number__gt=1, kind="difference"),
                name="agreed_first_then_differences",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.part}, rubber {self.rubber}: {self.kind}"
