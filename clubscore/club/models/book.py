"""The accounts of a club: entries that are never changed, their postings, fees and rates."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.append_only import AppendOnly
from clubscore.club.kept_data import EntryData, KeptSums
from clubscore.club.models.one_to_one import OneToOneInClub
from clubscore.club.models.people import Club, Person, User
from clubscore.club.own_words import AuthorField, WordsField


class Authored(AppendOnly):
    """A record with its author, device and time."""

    club = models.ForeignKey(Club, models.CASCADE)
    at = models.DateTimeField(default=clock.now)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    author = AuthorField(max_length=120)
    device = WordsField(max_length=120, blank=True)
    # Rendered by the server in the form that sent it, so that sending twice counts once.
    key = models.CharField(max_length=64)
    reason = WordsField(max_length=200, blank=True)

    class Meta:
        abstract = True


class Account(models.Model):
    """An account in the club's book: a person's, the club's own, or where coins are changed."""

    class Kind(models.TextChoices):
        PERSON = "person", _("a person")
        CLUB = "club", _("the club")
        EXCHANGE = "exchange", _("currency exchange")

    club = models.ForeignKey(Club, models.CASCADE, related_name="accounts")
    kind = models.CharField(max_length=8, choices=Kind)
    person = OneToOneInClub(Person, models.PROTECT, null=True, blank=True, related_name="account")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="person", person__isnull=False)
                | (~Q(kind="person") & Q(person=None)),
                name="an_account_is_somebodys",
            ),
            models.UniqueConstraint(
                fields=["club", "kind"],
                condition=Q(person=None),
                name="one_account_of_a_kind",
            ),
            models.UniqueConstraint(fields=["club", "person"], name="one_account_a_person"),
        ]

    def __str__(self) -> str:
        return str(self.person or self.get_kind_display())


class Entry(Authored):
    """What was entered in the book at once: one rubber, one payment, one person's table money.

    Entries are never changed; what was wrong is answered by an entry that `corrects` it. `evening`,
    `room`, `place` and `sitting` say where it comes from, in the room's own words: entries of one
    evening at one place make a slip. `subject` is what at that place: a rubber, a bet.
    """

    class Kind(models.TextChoices):
        RUBBER = "rubber", _("made up and agreed")
        PUT_RIGHT = "put-right", _("corrected")
        PAYMENT = "payment", _("paid")
        NOT_PAID = "not-paid", _("payment undone")
        TABLE_MONEY = "table-money", _("table money")
        WAIVED = "waived", _("table money waived")
        SIDE_BET = "side-bet", _("bet")
        CHANGED = "changed", _("converted to another currency")

    kind = models.CharField(max_length=11, choices=Kind)
    evening = models.DateField()
    room = models.CharField(max_length=20, blank=True)
    place = models.CharField(max_length=20, blank=True)
    sitting = models.PositiveBigIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=40, blank=True)
    data: "models.JSONField[EntryData, EntryData]" = models.JSONField(default=dict, blank=True)
    law_version = models.CharField(max_length=20, blank=True)
    corrects = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="corrections"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["club", "evening", "room", "place"]),
            models.Index(fields=["club", "at"]),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_book_entry_counts_once"),
            models.UniqueConstraint(
                fields=["club", "corrects"],
                condition=Q(kind__in=["not-paid", "waived"]),
                name="taken_back_once",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["not-paid", "waived"]) | Q(corrects__isnull=False),
                name="taken_back_is_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening} {self.kind}"


class Posting(AppendOnly):
    """Coins from one account to another: what is debited falls by what is credited rises.

    Because every row has both its accounts, the book sums to nothing at every instant, in every
    currency and entry, and no half of a posting can ever be written, on SQLite too, which has no
    deferred constraints. A balance above nothing is owed to its owner; amounts are smallest coins.
    """

    club = models.ForeignKey(Club, models.CASCADE)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="postings")
    debited = models.ForeignKey(Account, models.PROTECT, related_name="debits")
    credited = models.ForeignKey(Account, models.PROTECT, related_name="credits")
    currency = models.CharField(max_length=3)
    amount = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_posting_is_something"),
            models.CheckConstraint(
                condition=~Q(debited=F("credited")), name="a_posting_has_two_accounts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.debited} to {self.credited}: {self.amount} {self.currency}"


class BroughtForward(models.Model):
    """What accounts came to before a moment; follows from the postings, see `brought_forward`."""

    club = models.ForeignKey(Club, models.CASCADE)
    before = models.DateTimeField()
    sums: "models.JSONField[KeptSums, KeptSums]" = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "before"], name="a_month_once")]

    def __str__(self) -> str:
        return f"{self.before}"


class TableFee(AppendOnly):
    """What the club takes for a table, from then on; the newest counts, nothing is no fee."""

    class Per(models.TextChoices):
        PERSON = "person", _("each person, once an evening")
        TABLE = "table", _("each table, shared by its players")

    club = models.ForeignKey(Club, models.CASCADE, related_name="table_fees")
    at = models.DateTimeField(default=clock.now)
    author = AuthorField(max_length=120)
    amount = models.PositiveBigIntegerField()
    # Of a guest; none where guests pay what members do.
    guest_amount = models.PositiveBigIntegerField(null=True, blank=True)
    currency = models.CharField(max_length=3)
    per = models.CharField(max_length=6, choices=Per, default=Per.PERSON)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency} {self.per}"

    def of(self, person: Person) -> int:
        """What somebody pays who is charged alone, in the smallest coin."""
        return rate_for(person, self.amount, self.guest_amount)


def rate_for(person: Person, amount: int, guest_amount: int | None) -> int:
    """Which of two rates a person pays; without one of their own guests pay what members do."""
    return guest_amount if person.is_guest and guest_amount is not None else amount


class Rate(AppendOnly):
    """For how many coins of one currency so many of another are paid; the newest counts.

    One that is withdrawn says that from then on there is none between the two.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="rates")
    at = models.DateTimeField(default=clock.now)
    author = AuthorField(max_length=120)
    currency = models.CharField(max_length=3)
    coins = models.PositiveBigIntegerField()
    into = models.CharField(max_length=3)
    into_coins = models.PositiveBigIntegerField()
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(coins__gt=0, into_coins__gt=0), name="a_rate_is_something"
            ),
            models.CheckConstraint(
                condition=~Q(currency=F("into")), name="a_rate_is_between_two_coins"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.coins} {self.currency} = {self.into_coins} {self.into}"


class Receipt(Authored):
    """A receipt that the club gave for a payment; never changed, and no number is left out.

    Whose payment, how much and when follow from the entry; `words` say what it was for.
    """

    number = models.PositiveIntegerField()
    payment = models.ForeignKey(Entry, models.PROTECT, related_name="receipts")
    words = WordsField(max_length=200)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="a_receipt_number_once"),
            models.UniqueConstraint(fields=["club", "key"], name="a_receipt_counts_once"),
            models.CheckConstraint(condition=Q(number__gt=0), name="receipts_begin_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class VoidReceipt(Authored):
    """That a receipt is void, and why; it stays in the list with its number."""

    receipt = OneToOneInClub(Receipt, models.PROTECT, related_name="void")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "receipt"], name="a_receipt_is_void_once"),
        ]

    def __str__(self) -> str:
        return f"{self.receipt} void"
