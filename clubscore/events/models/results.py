"""What was reported of a board at a table."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Authored
from clubscore.events.models.events import Section
from clubscore.events.who_sits import Side, shown_side
from clubscore.ranking.result import ResultFacts


class ResultRevision(Authored):
    """One report of what happened on a board at a table. The newest that counts is the result."""

    class Kind(models.TextChoices):
        TOLD = "told", _("recorded")
        AGREED = "agreed", _("agreed")
        TYPED = "typed", _("entered from a score slip")
        RULED = "ruled", _("corrected by the director")
        LATER = "later", _("left for later")
        TAKEN_BACK = "taken-back", _("undone")
        # Came in from a phone after another result already counted; changes nothing by itself.
        CONTRARY = "contrary", _("different entry, late")

    # Looked up by its place in the movement, by the index below.
    section = models.ForeignKey(Section, models.CASCADE, related_name="results", db_index=False)
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    # Who sat there: pairs by number. They may have sat other than the movement says. Where
    # individuals play these are North and East, and their partners stand beside them.
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    south = models.PositiveSmallIntegerField(null=True, blank=True)
    west = models.PositiveSmallIntegerField(null=True, blank=True)
    # Which side reported it; empty for the director and for typed score slips.
    side = models.CharField(max_length=2, blank=True)
    # As in an event file: contract, declarer, tricks; or passed_out, not_played, adjusted, ...
    facts: "models.JSONField[ResultFacts | None, ResultFacts | None]" = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "round", "table", "board", "number"],
                name="results_are_numbered",
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_result_counts_once"),
            models.CheckConstraint(condition=~Q(ns=F("ew")), name="nobody_meets_himself"),
            models.CheckConstraint(
                condition=Q(south=None, west=None)
                | Q(south__isnull=False, west__isnull=False)
                & ~Q(south=F("ns"))
                & ~Q(south=F("ew"))
                & ~Q(west=F("ns"))
                & ~Q(west=F("ew"))
                & ~Q(south=F("west")),
                name="four_players_are_four",
            ),
            models.CheckConstraint(
                condition=Q(facts__isnull=False) | Q(kind__in=["later", "taken-back"]),
                name="a_result_has_facts",
            ),
        ]
        indexes = [
            models.Index(
                fields=["section", "round", "table", "board"], name="results_by_their_place"
            ),
        ]

    @property
    def sides(self) -> tuple[Side, Side]:
        """Who sat North-South and who East-West."""
        if self.south is None or self.west is None:
            return self.ns, self.ew
        return (self.ns, self.south), (self.ew, self.west)

    @property
    def shown_sides(self) -> tuple[str, str]:
        """The same as lists write it."""
        ns, ew = self.sides
        return shown_side(ns), shown_side(ew)

    def __str__(self) -> str:
        place = f"{self.section}, round {self.round}, table {self.table}"
        return f"{place}, board {self.board}, revision {self.number} ({self.kind})"
