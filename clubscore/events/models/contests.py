"""Prepared sets that a club keeps, to be played by any table on any evening."""

from django.db import models
from django.db.models import Q

from clubscore.club.models import Authored


class ContestSet(Authored):
    """A set as it was brought in: never changed, since clubs that name it have played the same."""

    # Of game, rules, boards and pars; see `contests.fingerprint`.
    fingerprint = models.CharField(max_length=23)
    name = models.CharField(max_length=80)
    # As ClubScore writes events. A text, not JSON: a database may sort an object's fields.
    text = models.TextField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "fingerprint"], name="a_club_keeps_a_set_once"),
            models.UniqueConstraint(fields=["club", "key"], name="a_set_counts_once"),
            models.CheckConstraint(condition=~Q(name=""), name="a_set_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
