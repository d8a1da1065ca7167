"""Events imported whole from a file; every version is kept."""

from django.db import models

from clubscore.club.models import Authored, Club, Person
from clubscore.events.models.events import Event


class Telling(Authored):
    """An event as a file had it, written as ClubScore writes events. The newest counts."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="tellings")
    number = models.PositiveSmallIntegerField()
    # The name of the file, or of what imported it.
    source = models.CharField(max_length=120)
    # A text, not JSON: a database may sort an object's fields, and the same bytes go out again.
    text = models.TextField()
    # Of the bytes that came, where they came with many others: they are not read a second time.
    digest = models.CharField(max_length=64, blank=True, default="", db_index=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "number"], name="tellings_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_telling_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} as {self.source} told it"


class ToldPlayer(models.Model):
    """Who somebody in an imported event is, of the club's people. Whoever has no row is a name.

    `contestant` is the number in the file, `order` the place among its names, counted from 0.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, related_name="told_players")
    contestant = models.CharField(max_length=40)
    order = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    # The name in the file, which may be another than the club's; forgotten with the person's.
    as_told = models.CharField(max_length=1000)

    class Meta:
        ordering = ["event", "contestant", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "contestant", "order"], name="a_told_player_is_one_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.as_told} of {self.event} is {self.person}"
