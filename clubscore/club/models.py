"""The database tables of a club: its people, logins and log, and the accounts of its book.

Every row belongs to a club. A person is somebody who plays, a user somebody who logs in; most
people never log in. Entries of the book and other records are written once and never changed. An
evening ends at six in the morning by the club's clock. Keys of JSON fields stay for ever.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any, NoReturn, NotRequired, TypedDict, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.core.checks import CheckMessage, Error
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.record_words import AuthorField, WordsField
from clubscore.laws.deal import Unverified
from clubscore.laws.house_rules import RuleValue
from clubscore.places import running
from clubscore.ranking.member_numbers import LONGEST_NUMBER, LONGEST_SCHEME

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Records that are written once, many at a time: the same refusals."""

    def update(self, **kwargs: object) -> NoReturn:
        """Refuse."""
        raise TypeError(f"a {self.model._meta.verbose_name} is never changed")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError(f"a {self.model._meta.verbose_name} is never deleted")


class AppendOnly(models.Model):
    """A record that is written once: no update, no deletion, only further records."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new record; refuse to write over an old one."""
        if not self._state.adding:
            raise TypeError(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError(f"a {self._meta.verbose_name} is never deleted")


# What accounts came to: {currency: {key of the account: smallest coins}}; nothing is left out.
KeptSums = dict[str, dict[str, int]]


class House(TypedDict, total=False):
    """What the room usually plays a game with: rules as in a score file, the stake in words."""

    rules: dict[str, RuleValue]
    stake: str


class LeftOutStory(TypedDict):
    """A story that a gazette leaves out: of which row, and what it tells."""

    what: str
    event: NotRequired[int]
    sitting: NotRequired[int]
    part: NotRequired[int]


class EntryData(TypedDict, total=False):
    """What an entry in the book is from, besides its subject.

    "words" are those of a bet, as a WordsField keeps them.
    """

    game: str
    rubber: int
    table: str
    words: str


# ---- Clubs, their people and what they may do.


class Club(models.Model):
    """A club: the owner of every other row."""

    class Paper(models.TextChoices):
        A4 = "A4", _("A4")
        LETTER = "letter", _("Letter")

    class Hours(models.TextChoices):
        HOURS_24 = "24", _("24 hours")
        HOURS_12 = "12", _("12 hours, AM and PM")

    class PadHeads(models.TextChoices):
        """What stands over the two columns of a pad for a pencil."""

        ERA = "era", _("as in the game's time")
        WE_THEY = "we", _("We and They")
        NAMES = "names", _("lines for names")

    class Federation(models.TextChoices):
        """Whose numbers and files come first; by the short name of its scheme."""

        NONE = "none", _("none")
        EBU = "ebu", _("EBU (England)")
        ACBL = "acbl", _("ACBL (North America)")
        ABF = "abf", _("ABF (Australia)")
        NZ = "nz", _("NZ Bridge (New Zealand)")
        SBU = "sbu", _("SBU (Scotland)")
        OTHER = "other", _("another one")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(unique=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/London")
    currency = models.CharField(_("currency"), max_length=3, default="LSD")
    plays_for_money = models.BooleanField(_("plays for money"), default=True)
    # Else each pays table money to the club, whatever is owed at cards.
    nets_together = models.BooleanField(
        _("table money and cards are settled together"), default=False
    )
    results_open = models.BooleanField(_("players see each other's results"), default=True)
    paper = models.CharField(_("paper"), max_length=6, choices=Paper, default=Paper.A4)
    hours = models.CharField(_("clock"), max_length=2, choices=Hours, default=Hours.HOURS_24)
    pad_heads = models.CharField(
        _("heads of blank score pads"), max_length=5, choices=PadHeads, default=PadHeads.ERA
    )
    # Keys of the games that are offered first until the club has habits of its own.
    usual_games: "models.JSONField[list[str], list[str]]" = models.JSONField(
        default=list, blank=True
    )
    # How many of the four pages of its set-up are done; a club that began without them has all.
    set_up_done = models.PositiveSmallIntegerField(default=4, editable=False)
    # By game: what the room usually plays.
    house: "models.JSONField[dict[str, House], dict[str, House]]" = models.JSONField(
        default=dict, blank=True
    )
    # Keys of the extras that it uses; none where nobody has chosen, and no update has looked.
    extras: "models.JSONField[list[str] | None, list[str] | None]" = models.JSONField(
        default=None, null=True, blank=True, editable=False
    )
    federation = models.CharField(
        _("federation"), max_length=5, choices=Federation, default=Federation.NONE
    )
    federation_number = models.CharField(
        _("club's number with the federation"), max_length=20, blank=True, default=""
    )
    wifi_name = models.CharField(_("Wi-Fi name"), max_length=32, blank=True)
    wifi_password = models.CharField(_("Wi-Fi password"), max_length=63, blank=True)
    is_demo = models.BooleanField(default=False)
    # Whose director founded it. Copies of all data stay with those who direct that club.
    founded_from = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )
    # Where the published results are served; only what leads to a page from elsewhere needs it.
    site_address = models.CharField(
        _("address of the published results"), max_length=200, blank=True, default=""
    )
    # Whether the published results have the card tables' season, by points.
    site_has_season = models.BooleanField(_("season of the card tables"), default=False)
    # When this server last published the results; nothing where they were taken down.
    site_made_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Counts every change of people, roles and rooms; pages that are kept ready ask for it.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=clock.now)
    # Since then it plays on another server: nobody logs in here, and pages say where it went.
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    moved_to = models.CharField(max_length=200, blank=True, editable=False)

    def __str__(self) -> str:
        return self.name


class OwnLaws(models.Model):
    """House rules for a game under a name of the club's own, offered beside the book's presets.

    `rules` are as in a score file: the book's preset, and what differs from it. A table keeps the
    rules it agreed on, so nothing of the past changes with them.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="own_laws")
    game = models.CharField(max_length=40)
    name = models.CharField(_("name"), max_length=40)
    rules: "models.JSONField[dict[str, RuleValue], dict[str, RuleValue]]" = models.JSONField()
    kept_at = models.DateTimeField(default=clock.now)
    kept_by = AuthorField(max_length=120)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                "club", "game", Lower("name"), name="own_laws_have_a_name_of_their_own"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """Somebody who can log in. What they may do in a club, their membership says."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    # The version whose news they have read; whoever is new has missed nothing.
    news_read = models.CharField(max_length=20, blank=True, default=running)


class Role(models.TextChoices):
    """What a user may do in a club, from least to most."""

    PLAYER = "player", _("player")
    SCORER = "scorer", _("scorer")
    DIRECTOR = "director", _("director")


class Person(models.Model):
    """Somebody who plays: a member of the club or a guest."""

    class Kind(models.TextChoices):
        MEMBER = "member", _("member")
        GUEST = "guest", _("guest")

    class Wish(models.TextChoices):
        """Whether published results may name somebody."""

        USUAL = "usual", _("as usual: members are named, guests and juniors are not")
        YES = "yes", _("named")
        NO = "no", _("not named")

    club = models.ForeignKey(Club, models.CASCADE, related_name="people")
    name = models.CharField(_("name"), max_length=80)
    short_name = models.CharField(_("short name on the pad"), max_length=20)
    number = models.CharField(_("number"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    kind = models.CharField(_("member or guest"), max_length=6, choices=Kind, default=Kind.MEMBER)
    active = models.BooleanField(_("active"), default=True)
    published = models.CharField(
        _("in published results"), max_length=5, choices=Wish, default=Wish.USUAL
    )
    is_junior = models.BooleanField(_("junior"), default=False)
    # An entry that turned out to be somebody already known points there and is shown no more.
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True)
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=~Q(number="") & Q(merged_into=None),
                name="one_person_a_number",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="person_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "active", "name"])]

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether they are here as a guest."""
        return self.kind == self.Kind.GUEST


class PersonNumber(models.Model):
    """A person's number with a federation; the club's own stands in `Person.number`.

    Text, because zeros may lead and letters occur. `scheme` is a short name in small letters, as
    event files write it. Of two entries that are merged one keeps its number in a scheme, so a row
    never belongs to a merged entry.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="person_numbers")
    person = models.ForeignKey(Person, models.CASCADE, related_name="numbers")
    scheme = models.CharField(_("scheme"), max_length=LONGEST_SCHEME)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    valid_from = models.DateField(_("valid from"), null=True, blank=True)

    class Meta:
        ordering = ["scheme", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "scheme", "number"], name="one_person_a_scheme_and_number"
            ),
            models.UniqueConstraint(
                fields=["club", "person", "scheme"], name="one_number_a_person_and_scheme"
            ),
            models.CheckConstraint(
                condition=~Q(scheme="") & ~Q(number=""), name="a_number_is_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scheme} {self.number}"


class Membership(models.Model):
    """What a user may do in a club, and which of its people that is."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=8, choices=Role, default=Role.PLAYER)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_a_user_and_club"),
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=Q(person__isnull=False),
                name="one_user_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.club}"


class Act(AppendOnly):
    """What somebody did to the club's people, roles or rooms: the club's own log."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="acts")
    at = models.DateTimeField(default=clock.now)
    author = AuthorField(max_length=120)
    what = models.CharField(max_length=60)
    data: "models.JSONField[Unverified, Unverified]" = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "-at"])]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.author}: {self.what}"


_Set = TypeVar("_Set")
_Get = TypeVar("_Get")


class OneToOneInClub(models.OneToOneField[_Set, _Get]):
    """One to one with a row of the same club.

    The database has a foreign key that leads to rows of the same club alone, and a unique key of
    the club and this column: together as strict as Django's key of the column by itself, which
    would have to be looked at in the rows of all clubs. The model declares the unique key.
    """

    def deconstruct(self) -> Any:
        """Describe the column, which is that of any foreign key: not unique by itself."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Check as any field; refuse a model without the unique key of the club and this column."""
        found = super().check(**kwargs)
        keys = {tuple(key.fields) for key in self.model._meta.total_unique_constraints}
        if ("club", self.name) not in keys:
            wanted = f'UniqueConstraint(fields=["club", "{self.name}"], ...)'
            found.append(Error(f"There is no {wanted}.", obj=self, id="clubscore.E001"))
        return found


# ---- The accounts of a club.


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


class EveningGazette(models.Model):
    """What a director decided of an evening's gazette; its stories are made anew each time.

    Members read it from `shown_at` on. `left_out` are the stories that nobody is shown.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="gazettes")
    evening = models.DateField()
    shown_at = models.DateTimeField(null=True, blank=True)
    shown_by = AuthorField(max_length=120, blank=True)
    left_out: "models.JSONField[list[LeftOutStory], list[LeftOutStory]]" = models.JSONField(
        default=list, blank=True
    )

    class Meta:
        ordering = ["-evening"]
        constraints = [
            models.UniqueConstraint(fields=["club", "evening"], name="one_gazette_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}"


__all__ = [
    "Account",
    "Act",
    "Authored",
    "BroughtForward",
    "Club",
    "Entry",
    "EveningGazette",
    "Membership",
    "OneToOneInClub",
    "OwnLaws",
    "Person",
    "PersonNumber",
    "Posting",
    "Rate",
    "Receipt",
    "Role",
    "TableFee",
    "User",
    "VoidReceipt",
    "rate_for",
]


EVENING_ENDS = dt.time(6)


def zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone."""
    return ZoneInfo(club.time_zone)


def evening_of(club: Club, moment: dt.datetime) -> dt.date:
    """Return the evening to which a moment belongs: at two in the morning still yesterday's."""
    local = moment.astimezone(zone_of(club))
    day = local.date()
    return day - dt.timedelta(days=1) if local.time() < EVENING_ENDS else day


def end_of(club: Club, evening: dt.date) -> dt.datetime:
    """Return the moment at which an evening ends: six the next morning, by the club's clock."""
    return dt.datetime.combine(evening + dt.timedelta(days=1), EVENING_ENDS, zone_of(club))


def day_in_address(text: str) -> dt.date:
    """Return the day that an address names, like 2026-11-19. Raises Http404 where it names none."""
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if day.isoformat() != text:  # other ways of writing a day are no addresses of ours
        raise Http404
    return day


def is_time_zone(name: str) -> bool:
    """Whether a name is a time zone that this machine knows."""
    return name in available_timezones()


class GoesHome(models.Model):
    """A row by which a person, its `person`, gets something at home: by mail, by an address.

    It ends with the name, and where two entries are merged.
    """

    class Meta:
        abstract = True


def end_what_goes_home(ids: Iterable[int]) -> None:
    """Delete all by which some people get something at home; they are meant by their keys."""
    for model in apps.get_models():
        if issubclass(model, GoesHome):
            rows: models.QuerySet[models.Model] = models.QuerySet(model)
            rows.filter(**{"person__in": list(ids)}).delete()
