"""The cards of an event's boards, each change kept."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Authored
from clubscore.events.models.events import Event


class BoardRevision(Authored):
    """The cards of a board, its dealer and who is vulnerable. The newest one counts."""

    class Source(models.TextChoices):
        TYPED = "typed", _("entered by hand")
        MADE = "made", _("dealt by the program")
        SORTED = "sorted", _("dealt from a sorted pack")
        FILE = "file", _("from a file")
        TAKEN_AWAY = "taken-away", _("removed")

    event = models.ForeignKey(Event, models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1)
    # As in an event file: none, NS, EW or both.
    vulnerable = models.CharField(max_length=4)
    # As PBN has it, from North on; empty where the cards were taken away.
    deal = models.CharField(max_length=80, blank=True)
    source = models.CharField(max_length=10, choices=Source)
    # The name of the file that it came from.
    file = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "board", "number"], name="boards_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_board_counts_once"),
            models.CheckConstraint(
                condition=Q(dealer__in=["N", "E", "S", "W"]), name="a_board_has_a_dealer"
            ),
            models.CheckConstraint(
                condition=Q(vulnerable__in=["none", "NS", "EW", "both"]),
                name="a_board_says_who_is_vulnerable",
            ),
            models.CheckConstraint(
                condition=~Q(deal="") | Q(source="taken-away"), name="a_board_has_cards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, board {self.board}, revision {self.number}"
