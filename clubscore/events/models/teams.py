"""Teams: their people beyond the first two, who stand in the entry itself."""

from django.db import models
from django.db.models import Q

from clubscore.club.models import Club, Person
from clubscore.events.models.events import Entry, Event


class TeamMember(models.Model):
    """A team's third and further people. Who was replaced or withdrew stays, with the time."""

    club = models.ForeignKey(Club, models.CASCADE)
    event = models.ForeignKey(Event, models.CASCADE)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="further")
    order = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "entry", "order"],
                condition=Q(gone_at=None),
                name="members_are_in_order",
            ),
            models.UniqueConstraint(
                fields=["club", "event", "person"],
                condition=Q(gone_at=None),
                name="member_of_one_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} of {self.entry}"
