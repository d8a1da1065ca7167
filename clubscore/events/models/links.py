"""Access by a link: tables' phones, who enters at the door, who a ranking is shared with."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.club.own_words import THE_LIST
from clubscore.club.secret_address import SecretAddress
from clubscore.events.models.events import Event, Section


class EventTableLink(SecretAddress):
    """The address of a table at an event: a phone let in by it reports results there."""

    BY_HAND = True

    section = models.ForeignKey(Section, models.CASCADE, related_name="links")
    table = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "table"],
                condition=Q(revoked_at=None),
                name="one_code_an_event_table",
            ),
        ]

    def __str__(self) -> str:
        return f"code of table {self.table} of {self.section}"


class PhoneSeen(models.Model):
    """When a phone at an event was last heard of, to some seconds.

    One that lies on a table has its `link`; a player's own goes from table to table and has none.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, related_name="phones")
    device = models.CharField(max_length=12)
    link = models.ForeignKey(EventTableLink, models.SET_NULL, null=True, blank=True)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "device"], name="a_phone_is_seen_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device} at {self.event}"


class EventShare(SecretAddress):
    """A link with which anyone can read an event's ranking without a login."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="shares")
    hides_names = models.BooleanField(_("names hidden"), default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event"], condition=Q(revoked_at=None), name="one_share_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"ranking of {self.event} to share"


class SeveralShare(SecretAddress):
    """A link with which anyone can read several events as one ranking without a login."""

    # Primary keys, in order.
    events: "models.JSONField[list[int], list[int]]" = models.JSONField()
    only_all = models.BooleanField(default=False)
    hides_names = models.BooleanField(_("names hidden"), default=False)

    def __str__(self) -> str:
        return f"{len(self.events)} events as one ranking to share"


class EventList(SecretAddress):
    """The address of an event's list at the door, where people enter themselves before play."""

    WRITES_AS = THE_LIST

    event = models.ForeignKey(Event, models.CASCADE, related_name="lists")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event"], condition=Q(revoked_at=None), name="one_list_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"list at the door of {self.event}"
