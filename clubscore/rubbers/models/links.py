"""Secret addresses that let phones in."""

from django.db import models
from django.db.models import Q

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.rubbers.models.sittings import Sitting


class SecretAddress(models.Model):
    """An address of 128 bits that lets phones in until the evening ends or it is taken back.

    The address itself is never stored: it is derived from `nonce` and the server's secret.
    """

    club = models.ForeignKey(Club, models.CASCADE)
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    made_by = models.CharField(max_length=120)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class TableLink(SecretAddress):
    """The address of a table: a phone let in by it enters deals there."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="links")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sitting"], condition=Q(revoked_at=None), name="one_code_a_sitting"
            ),
        ]

    def __str__(self) -> str:
        return f"code of {self.sitting}"


class RoomLink(SecretAddress):
    """The address of the room's door: who am I, where do I sit?"""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(revoked_at=None), name="one_code_a_room"
            ),
        ]

    def __str__(self) -> str:
        return f"code of the room of {self.club}"
