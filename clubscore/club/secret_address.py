"""What every secret address is kept as, whichever room it lets phones in to."""

from django.db import models

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.club.own_words import THE_PHONE, AuthorField


class SecretAddress(models.Model):
    """An address of 128 bits that lets phones in until the evening ends or it is taken back.

    The address itself is never stored: it is derived from `nonce` and the server's secret.
    """

    # As whom a phone writes that was let in by it and says of nobody that it is theirs.
    WRITES_AS = THE_PHONE
    # Whether it is a table's, and so has six digits to type by hand.
    BY_HAND = False

    club = models.ForeignKey(Club, models.CASCADE)
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    made_by = AuthorField(max_length=120)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
