"""Clubs, the people in them and what they may do. Every row belongs to a club.

A person is somebody who plays; a user is somebody who logs in. Most people never log in.
"""

from typing import Any, NoReturn

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock


class AppendOnlyQuerySet(models.QuerySet):
    """Records that are written once, many at a time: the same refusals."""

    def update(self, **kwargs: Any) -> NoReturn:
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


class Club(models.Model):
    """A club: the owner of every other row."""

    class Paper(models.TextChoices):
        A4 = "A4", _("A4")
        LETTER = "letter", _("Letter")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(unique=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/London")
    currency = models.CharField(_("currency"), max_length=3, default="LSD")
    plays_for_money = models.BooleanField(_("plays for money"), default=True)
    results_open = models.BooleanField(_("players see each other's results"), default=True)
    paper = models.CharField(_("paper"), max_length=6, choices=Paper, default=Paper.A4)
    # {game key: {"rules": {...}, "stakes": {...} or null}}: what the room usually plays.
    house = models.JSONField(default=dict, blank=True)
    wifi_name = models.CharField(_("Wi-Fi name"), max_length=32, blank=True)
    wifi_password = models.CharField(_("Wi-Fi password"), max_length=63, blank=True)
    is_demo = models.BooleanField(default=False)
    # Counts every change of people, roles and rooms; pages that are kept ready ask for it.
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=clock.now)

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
    rules = models.JSONField()
    kept_at = models.DateTimeField(default=clock.now)
    kept_by = models.CharField(max_length=120)

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
    """Somebody who can log in. What he may do in a club, his membership says."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]


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

    club = models.ForeignKey(Club, models.CASCADE, related_name="people")
    name = models.CharField(_("name"), max_length=80)
    short_name = models.CharField(_("short name for the pad"), max_length=20)
    number = models.CharField(_("number"), max_length=20, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    kind = models.CharField(_("member or guest"), max_length=6, choices=Kind, default=Kind.MEMBER)
    active = models.BooleanField(_("active"), default=True)
    # An entry that turned out to be somebody already known points at him and is shown no more.
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
        """Whether he is here as a guest."""
        return self.kind == self.Kind.GUEST


class Membership(models.Model):
    """What a user may do in a club, and which of its people he is."""

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
    author = models.CharField(max_length=120)
    what = models.CharField(max_length=60)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "-at"])]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.author}: {self.what}"
