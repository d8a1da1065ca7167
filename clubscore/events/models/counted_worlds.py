"""What a ranking of a set came to, kept so that its page need not read every package again."""

from django.db import models

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.events.models.contests import ContestSet


class CountedWorld(models.Model):
    """A ranking of a set, what its tables made of a board, or who played: a cache that may be lost.

    `what` says which, see `events.world.world_kept`. It is of now only while `mark` says which
    packages and decisions there are; else it is the last that is known.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    contest_set = models.ForeignKey(ContestSet, models.CASCADE, related_name="counted")
    what = models.CharField(max_length=20)
    mark = models.CharField(max_length=60)
    # JSON, packed by zlib: of ten thousand packages some hundred kilobytes.
    content = models.BinaryField()
    counted_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "contest_set", "what"], name="a_world_is_kept_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} of {self.contest_set}"
