"""Double dummy and par: tables that were worked out, and what an organiser set for a board."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club, OneToOneInClub
from clubscore.club.own_words import WordsField
from clubscore.events.models.events import Event
from clubscore.events.models.kept_facts import ParKept


class DoubleDummy(models.Model):
    """The table of a deal: a cache, the same for every club, and the list of what is asked for.

    A row without tricks waits; `trouble` says why it was given up.
    """

    # As PBN has it, from North on.
    deal = models.CharField(max_length=80, unique=True)
    # As `deals.double_dummy.written` writes them.
    tricks = models.CharField(max_length=20, blank=True)
    asked_at = models.DateTimeField(default=clock.now)
    trouble = WordsField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "double dummy"
        indexes = [
            models.Index(fields=["asked_at"], condition=Q(tricks=""), name="double_dummy_waits")
        ]

    def __str__(self) -> str:
        return f"double dummy of {self.deal}"


class OpeningLeads(models.Model):
    """What each opening lead comes to in one denomination by one hand: a cache, of all clubs."""

    # As PBN has it, from North on.
    deal = models.CharField(max_length=80)
    denomination = models.CharField(max_length=2)
    declarer = models.CharField(max_length=1)
    # As `deals.solved_leads.written` writes them.
    tricks = models.CharField(max_length=13)

    class Meta:
        verbose_name_plural = "opening leads"
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "denomination", "declarer"], name="leads_are_worked_out_once"
            ),
        ]

    def __str__(self) -> str:
        return f"leads against {self.denomination} by {self.declarer} of {self.deal}"


class NulloTable(models.Model):
    """The least tricks of each declarer's side at nullos: a cache of all clubs, by deal."""

    # As PBN has it, from North on.
    deal = models.CharField(max_length=80)
    # North's: 1 East, 2 South, 3 West.
    partner = models.PositiveSmallIntegerField(default=2)
    # As `deals.nullo.solved.written` writes them; empty where the deal is too hard.
    tricks = models.CharField(max_length=4, blank=True)

    class Meta:
        verbose_name_plural = "nullo tables"
        constraints = [
            models.UniqueConstraint(fields=["deal", "partner"], name="nullos_are_worked_out_once"),
        ]

    def __str__(self) -> str:
        return f"nullos of {self.deal}"


class BoardsWorkedOut(models.Model):
    """That an event's boards were worked out as they were at a revision: nothing is due until then.

    What was worked out is kept by the deal; this row only saves looking, and may be removed.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = OneToOneInClub(Event, models.CASCADE, related_name="worked_out")
    revision = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name_plural = "boards worked out"
        constraints = [
            models.UniqueConstraint(fields=["club", "event"], name="boards_of_one_event"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, worked out at revision {self.revision}"


class ParRevision(Authored):
    """What an organiser set for a board: its par, tasks and commentary. The newest one counts."""

    class Source(models.TextChoices):
        GIVEN = "given", _("set by hand")
        APPROVED = "approved", _("worked out and approved")
        FILE = "file", _("from a file")

    event = models.ForeignKey(Event, models.CASCADE, related_name="pars")
    board = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=10, choices=Source)
    # As a board of an event file writes them: par, tasks, commentary.
    facts: "models.JSONField[ParKept, ParKept]" = models.JSONField(default=dict)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "board", "number"], name="pars_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_par_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, par of board {self.board}, revision {self.number}"
