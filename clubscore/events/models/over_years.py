"""What an event brought somebody, board by board: kept, so that years are read in one query."""

from django.db import models

from clubscore.club.models import Club, Person
from clubscore.events.models.events import Event

# A fraction: numerator and denominator.
Ratio = tuple[int, int]
# One board of somebody's: board, round, side, seat, partner, opponents, contract, declarer, tricks,
# tricks over the contract, own score, what it won, what the field won on average and how far that
# spread, tricks of the others and how many they are, card led. See `over_years.played_board`.
BoardKept = tuple[
    int, int, str, str, int, list[int], str, str, int, int, int | None,
    Ratio | None, Ratio | None, Ratio | None, Ratio, str,
]  # fmt: skip


class PersonBoards(models.Model):
    """What an event brought one person: a cache, which follows from the event and may be lost.

    It counts only while `mark` says what the event's revision, the laws and this program say now.
    It has no names, so that nothing in it has to be forgotten.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, related_name="person_boards")
    person = models.ForeignKey(Person, models.CASCADE, related_name="+")
    mark = models.CharField(max_length=40)
    # In what its boards can be averaged: `ranking.way_of_scoring`; empty where they cannot.
    unit = models.CharField(max_length=10, blank=True)
    # As the ranking calls whom they played for, and where that came.
    contestant = models.CharField(max_length=40)
    place = models.CharField(max_length=10, blank=True)
    of = models.PositiveSmallIntegerField(default=0)
    percent = models.CharField(max_length=20, blank=True)
    # Packed by `over_years.played_board`, a list of BoardKept.
    boards: "models.JSONField[str, str]" = models.JSONField(default=list)

    class Meta:
        ordering = ["event", "person"]
        verbose_name_plural = "person boards"
        indexes = [models.Index(fields=["club", "event", "mark"], name="marks_of_boards")]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "person"], name="boards_of_one_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.event}"
