"""Clubs, the people in them and what they may do. Every row belongs to a club.

A person is somebody who plays; a user is somebody who logs in. Most people never log in.
"""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.append_only import AppendOnly
from clubscore.club.kept_data import House
from clubscore.club.own_words import AuthorField
from clubscore.laws.deal import Unverified
from clubscore.laws.house_rules import RuleValue
from clubscore.ranking.member_numbers import LONGEST_NUMBER, LONGEST_SCHEME
from clubscore.version import running


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
