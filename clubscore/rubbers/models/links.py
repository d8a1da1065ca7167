"""Secret addresses that let phones in."""

from django.db import models
from django.db.models import Q

from clubscore.club.secret_address import SecretAddress
from clubscore.rubbers.models.sittings import Sitting


class TableLink(SecretAddress):
    """The address of a table: a phone let in by it enters deals there."""

    BY_HAND = True

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="links")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting"], condition=Q(revoked_at=None), name="one_code_a_sitting"
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
