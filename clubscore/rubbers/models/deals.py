"""Deals and what was reported of them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Authored, Club
from clubscore.laws.deal import DealFacts
from clubscore.rubbers.models.sittings import Part
from clubscore.tableside.entry_form import Remarks


class Deal(models.Model):
    """The place of a deal in its part; what was reported stands in its revisions."""

    club = models.ForeignKey(Club, models.CASCADE)
    part = models.ForeignKey(Part, models.CASCADE, related_name="deals")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["club", "part", "position"], name="deals_are_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.part}, deal {self.position}"


class DealRevision(Authored):
    """One report of a deal. The newest that is no rival is the one that counts."""

    class Kind(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        CORRECTED = "corrected", _("corrected")
        TAKEN_BACK = "taken-back", _("undone")
        RIVAL = "rival", _("another report")
        SETTLED = "settled", _("one of two reports chosen")

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    dealer = models.CharField(max_length=5)
    # As in a score file; null where the deal was taken back.
    facts: "models.JSONField[DealFacts | None, DealFacts | None]" = models.JSONField(null=True)
    # What no score file says: {"between": true} where no one said how honours lay.
    remarks: "models.JSONField[Remarks, Remarks]" = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "deal", "number"], name="revisions_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="an_entry_counts_once"),
            models.CheckConstraint(
                condition=Q(facts__isnull=False) | Q(kind__in=["taken-back", "settled"]),
                name="a_report_has_facts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal}, revision {self.number} ({self.kind})"
