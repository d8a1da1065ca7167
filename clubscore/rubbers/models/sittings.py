"""A card table for an evening: who sits there, and what happened besides deals."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club, OneToOneInClub, Person
from clubscore.club.own_words import AuthorField, WordsField
from clubscore.laws.deal import DealFacts
from clubscore.laws.settlement import StakesFacts
from clubscore.rubbers.models.kept_data import HappeningData, RulesKept


class CardTable(models.Model):
    """A table in the room, known by name and by the colour of its pack, never by number."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="card_tables")
    name = models.CharField(_("name"), max_length=40)
    pack = models.CharField(_("colour of the pack"), max_length=20, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_table_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Sitting(models.Model):
    """Some people at one table for a while, in one evening."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="sittings")
    table = models.ForeignKey(CardTable, models.PROTECT, related_name="sittings")
    evening = models.DateField(db_index=True)
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = AuthorField(max_length=120)
    closed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = WordsField(max_length=200, blank=True)
    # Counts every change that can be seen at the table: phones ask about it.
    revision = models.PositiveIntegerField(default=0)
    # Where this is one of the two tables of the seven: which evening, which of them.
    seven = models.ForeignKey(
        "rubber.SevenEvening", models.PROTECT, null=True, blank=True, related_name="sittings"
    )
    seven_table = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at", "-pk"]
        indexes = [models.Index(fields=["club", "-evening"])]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "seven", "seven_table"], name="two_tables_of_a_seven"
            ),
            models.CheckConstraint(
                condition=Q(seven=None, seven_table=None) | Q(seven_table__in=(1, 2)),
                name="a_table_of_the_seven_is_first_or_second",
            ),
            models.UniqueConstraint(
                fields=["club", "table"],
                condition=Q(closed_at=None, voided_at=None),
                name="one_open_sitting_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.evening}"

    @property
    def is_open(self) -> bool:
        """Whether deals can still be recorded."""
        return self.closed_at is None and self.voided_at is None


class Candidate(models.Model):
    """Somebody who sat down at a table for the evening, in the order of coming."""

    club = models.ForeignKey(Club, models.CASCADE)
    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="candidates")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    order = models.PositiveSmallIntegerField()
    # Null for those who were there from the beginning.
    joined_at = models.DateTimeField(null=True, blank=True)
    # A player who has left no longer belongs to the table, but may come back as a new candidate.
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting", "person"], name="one_chair_a_candidate"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.sitting}"


class Part(models.Model):
    """A stretch of a sitting with one game, one line-up, one set of laws and one stake."""

    club = models.ForeignKey(Club, models.CASCADE)
    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40)
    rules: "models.JSONField[RulesKept, RulesKept]" = models.JSONField(default=dict, blank=True)
    stakes: "models.JSONField[StakesFacts | None, StakesFacts | None]" = models.JSONField(
        null=True, blank=True
    )
    first_dealer = models.CharField(max_length=5)
    # Who deals next, where the table said so; else the turn goes round from the last deal.
    next_dealer = models.CharField(max_length=5, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    broken_off = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting", "number"], name="parts_are_numbered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}, part {self.number}: {self.game}"

    @property
    def noted(self) -> "Draft | None":
        """The contract noted before the play, None where none is."""
        return self.draft if hasattr(self, "draft") else None


class Seat(models.Model):
    """Who sits where in a part, and for whose account."""

    club = models.ForeignKey(Club, models.CASCADE)
    part = models.ForeignKey(Part, models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=5)
    person = models.ForeignKey(Person, models.PROTECT, related_name="seats")
    account = models.ForeignKey(Person, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "part", "seat"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["club", "part", "person"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.person}"


class Substitute(Authored):
    """Somebody takes a seat over in the middle of a rubber (Laws of Bridge 1899, law 24).

    It counts from the deal at `position` on; the rubber goes on and is settled for `account`.
    """

    part = models.ForeignKey(Part, models.CASCADE, related_name="substitutes")
    seat = models.CharField(max_length=5)
    position = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    account = models.ForeignKey(Person, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_substitute_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.part}: {self.person} at {self.seat} from deal {self.position}"


class Draft(models.Model):
    """The contract noted before the play, so that no one forgets the double."""

    club = models.ForeignKey(Club, models.CASCADE)
    part = OneToOneInClub(Part, models.CASCADE, related_name="draft")
    position = models.PositiveSmallIntegerField()
    facts: "models.JSONField[DealFacts, DealFacts]" = models.JSONField()
    author = AuthorField(max_length=120)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "part"], name="one_draft_a_part"),
        ]

    def __str__(self) -> str:
        return f"{self.part}: contract of deal {self.position}"


class Happening(Authored):
    """Whatever else happened at a table: draws, misdeals, breaking off, closing, voiding."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("sat down")
        AGREED = "agreed", _("agreed on a game")
        DREW = "drew", _("drew for seats")
        SEATED = "seated", _("took seats")
        MISDEAL = "misdeal", _("new deal")
        DEALER = "dealer", _("another dealer")
        BROKEN_OFF = "broken-off", _("rubber broken off")
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")
        VOIDED = "voided", _("declared void")
        PHONES = "phones", _("phones")
        JOINED = "joined", _("came to the table")
        LEFT = "left", _("left the table")
        OFFERED = "offered", _("offered to go out")
        CUT_OUT = "cut-out", _("cut for who plays")
        LINE_UP = "line-up", _("agreed on who plays")
        RULED = "ruled", _("chose by the law")

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="happenings")
    part = models.ForeignKey(Part, models.CASCADE, null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind)
    data: "models.JSONField[HappeningData, HappeningData]" = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_happening_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}: {self.kind}"
