"""Everything except results that happened at an event."""

from typing import TypeVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club, OneToOneInClub
from clubscore.club.own_words import AuthorField, ListOfWordsField, WordsField
from clubscore.events.models.events import Event, Section
from clubscore.events.models.kept_facts import PlanFacts

Data = TypeVar("Data")


class EventHappening(Authored):
    """All except results: entries, movement, clock, boards fouled, ranking opened, the end."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened")
        TERMS = "terms", _("settings of the event")
        ENTRY = "entry", _("entries")
        MOVEMENT = "movement", _("movement chosen")
        CLOCK = "clock", _("clock")
        ROUND = "round", _("next round")
        HERE = "here", _("all four here")
        FOULED = "fouled", _("board fouled")
        MENDED = "mended", _("board no longer fouled")
        RANKING = "ranking", _("ranking")
        PENALTY = "penalty", _("penalty")
        LIFTED = "lifted", _("penalty removed")
        FINISHED = "finished", _("finished")
        PHONES = "phones", _("phones")
        LINEUP = "lineup", _("seats of a team")
        SEATED = "seated", _("names from the seats")
        ANNOUNCED = "announced", _("announcement")
        TAKEN_DOWN = "taken-down", _("announcement removed")
        BY_SLIP = "by-slip", _("by score slip")
        TOLD = "told", _("changed by a new file")
        BOARDS = "boards", _("cards of boards")
        PAR = "par", _("par of boards")
        REACHED = "reached", _("reached in the auction")
        CALLED_OFF = "called-off", _("called off")
        DELETED = "deleted", _("deleted")
        HAD_BACK = "had-back", _("restored")
        LOOKED = "looked", _("looked before playing")
        PASSED_ON = "passed-on", _("asked others to settle")
        RULING = "ruling", _("ruling")
        APPEAL = "appeal", _("appeal")
        ASKED = "asked", _("asked about an earlier board")
        PADS = "pads", _("Bridgemates")
        PHONE_IN = "phone-in", _("a player's phone")
        STOP = "stop", _("the table stops")

    event = models.ForeignKey(Event, models.CASCADE, related_name="happenings")
    kind = models.CharField(max_length=10, choices=Kind)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="an_events_happening_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.kind}"

    def told_as(self, _of_kind: type[Data]) -> Data:
        """What was kept of it, as its kind has it: one of `kept_facts`."""
        data: Data = self.data
        return data


class PlanChange(Authored):
    """A movement changed during play, or such a change undone: the plan before and after."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="changes")
    number = models.PositiveSmallIntegerField()
    # What was done and what follows, as it was shown to the director.
    title = WordsField(max_length=300)
    effects = ListOfWordsField(default=list, blank=True)
    # Which pairs received a number by it: their entries.
    entered: "models.JSONField[list[int], list[int]]" = models.JSONField(default=list, blank=True)
    was: "models.JSONField[PlanFacts, PlanFacts]" = models.JSONField()
    plan: "models.JSONField[PlanFacts, PlanFacts]" = models.JSONField()
    takes_back = OneToOneInClub(
        "self", models.PROTECT, null=True, blank=True, related_name="taken_back"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "number"], name="changes_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_change_counts_once"),
            models.UniqueConstraint(fields=["club", "takes_back"], name="a_change_is_undone_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section}: {self.title}"


class Call(models.Model):
    """A table calls the director."""

    club = models.ForeignKey(Club, models.CASCADE)
    section = models.ForeignKey(Section, models.CASCADE, related_name="calls")
    table = models.PositiveSmallIntegerField()
    why = WordsField(max_length=80, blank=True)
    at = models.DateTimeField(default=clock.now)
    author = AuthorField(max_length=120)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = AuthorField(max_length=120, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "table"],
                condition=Q(answered_at=None),
                name="a_table_calls_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section}: table {self.table} calls"
