"""What stands beside a table: stakes of two people's own, bets, codes that were typed wrongly."""

from django.db import models
from django.db.models import F, Q

from clubscore.club.models import Authored, Person
from clubscore.club.own_words import WordsField
from clubscore.laws.settlement import StakesFacts


class OwnStake(Authored):
    """Somebody plays for a stake of their own from a rubber on: with one other, or with everyone.

    Without stakes the player is back on the table's.
    """

    sitting = models.ForeignKey("rubber.Sitting", models.CASCADE, related_name="own_stakes")
    part = models.PositiveSmallIntegerField()
    rubber = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Person, models.PROTECT, related_name="+")
    other = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    stakes: "models.JSONField[StakesFacts | None, StakesFacts | None]" = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="an_own_stake_counts_once"),
            models.CheckConstraint(
                condition=Q(other=None) | ~Q(one=F("other")), name="nobody_plays_with_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}: {self.one} from part {self.part}, rubber {self.rubber}"


class SideBet(Authored):
    """A bet of two people at a table, beside the rubber; its outcomes say who won it."""

    sitting = models.ForeignKey("rubber.Sitting", models.CASCADE, related_name="bets")
    one = models.ForeignKey(Person, models.PROTECT, related_name="+")
    other = models.ForeignKey(Person, models.PROTECT, related_name="+")
    words = WordsField(max_length=120, blank=True)
    currency = models.CharField(max_length=3)
    amount = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_bet_counts_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_bet_is_something"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="nobody_bets_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.one} bets {self.other} {self.amount} {self.currency}"


class BetOutcome(Authored):
    """How a bet came out; the newest counts. No one wins a bet that is off."""

    bet = models.ForeignKey(SideBet, models.CASCADE, related_name="outcomes")
    winner = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_bet_is_decided_once"),
        ]

    def __str__(self) -> str:
        return f"{self.bet}: {self.winner or 'off'}"
