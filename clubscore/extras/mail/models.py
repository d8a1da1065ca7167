"""Who wants mail and confirmed where to; letters and their tries; feeds and planned evenings."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.database import SecretAddress
from clubscore.club.models import Club, GoesHome, OneToOneInClub, Person
from clubscore.club.record_words import AuthorField
from clubscore.events.models import Event


class Subscription(GoesHome):
    """What a person wants by mail, and the address that they say is theirs.

    Nothing is sent before they confirmed it by the link that was mailed there, nor once the club
    has another address for them. Both links are derived from their nonces and the server's secret;
    kept are hashes alone. The one that confirms is good once, until `link_expires_at`; the way out
    is good for ever.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    person = OneToOneInClub(Person, models.CASCADE, related_name="+")
    mails_to = models.EmailField(_("e-mail"))
    wants_card = models.BooleanField(_("my card"), default=True)
    wants_gazette = models.BooleanField(_("the Evening Gazette"), default=True)
    asked_at = models.DateTimeField(default=clock.now)
    # Of the link that confirms; without its nonce, once it was used, nobody can write it again.
    link_nonce = models.CharField(max_length=32, blank=True)
    link_hash = models.CharField(max_length=64, blank=True)
    link_expires_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    # Of the way out.
    out_nonce = models.CharField(max_length=32)
    out_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "person"], name="mail_of_one_person"),
            models.UniqueConstraint(
                fields=["link_hash"], condition=~Q(link_hash=""), name="a_link_confirms_one"
            ),
        ]

    def __str__(self) -> str:
        return f"mail for {self.person}"


class Letter(models.Model):
    """A letter that is to go out, went out, or will not. Its text is made when it is sent.

    `key` says what it is: the same letter is asked for once. `mark` is its Message-ID's own part,
    the same at each try, so that a mailbox can tell two copies of one letter.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("request to confirm an address")
        TEST = "test", _("test mail")
        CARD = "card", _("card")
        GAZETTE = "gazette", _("Evening Gazette")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        # Handed over, and nobody said whether it arrived: never sent again by itself.
        UNCLEAR = "unclear", _("may have been sent")
        # It was not to be sent any more when its turn came.
        DROPPED = "dropped", _("no longer wanted")

    class Trouble(models.TextChoices):
        """Why the last try failed; words for it are in `clubscore/extras/mail/letters.py`."""

        NONE = "", ""
        AWAY = "away", "away"
        INNER = "inner", "inner"
        TLS = "tls", "tls"
        LOGIN = "login", "login"
        LATER = "later", "later"
        REFUSED = "refused", "refused"
        CUT_OFF = "cut-off", "cut-off"
        KILLED = "killed", "killed"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    # To whom; a test has nobody and goes to the club's own address.
    person = models.ForeignKey(Person, models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=7, choices=Kind)
    key = models.CharField(max_length=80)
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="+")
    evening = models.DateField(null=True, blank=True)
    # Somebody waits for it: it goes before the others.
    is_urgent = models.BooleanField(default=False)
    mark = models.UUIDField(default=uuid.uuid4)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=clock.now)
    next_try_at = models.DateTimeField(default=clock.now)
    tries = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=8, choices=Trouble, blank=True)
    # What the mail server answered, such as 550; 0 where it answered nothing.
    reply = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_letter_is_asked_for_once"),
            models.UniqueConstraint(fields=["club", "mark"], name="one_letter_a_mark"),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"],
                condition=Q(state__in=("waiting", "sending")),
                name="mailing_to_be_sent",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Try(models.Model):
    """One try to send a letter, written before the mail server is spoken to.

    `is_over` is whether it is known what became of it: one that is not, of a process that has
    gone, may have been sent. The limit an hour counts these rows.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    letter = models.ForeignKey(Letter, models.CASCADE, related_name="attempts")
    begun_at = models.DateTimeField(default=clock.now, db_index=True)
    is_over = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"a try at {self.letter}"


class FeedAddress(GoesHome, SecretAddress):
    """A secret address behind which calendars and readers find a club's evenings and results.

    A person's own shows what members may see; one of nobody's is the club's public one, in which
    everybody is a number. It is good until it is withdrawn, and a person's as long as they are a
    member with a login.
    """

    person = models.ForeignKey(Person, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=Q(revoked_at=None, person__isnull=False),
                name="one_feed_a_person",
            ),
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(revoked_at=None, person=None),
                name="one_public_feed_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"feeds of {self.person or self.club}"


class PlannedEvening(models.Model):
    """An evening that is to come, as the calendar has it: when it begins and how long it lasts.

    `revision` counts what changed since it was planned, for calendars that have it already.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="planned_evenings")
    day = models.DateField()
    begins = models.TimeField()
    minutes = models.PositiveSmallIntegerField(default=180)
    title = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    planned_by = AuthorField(max_length=120)
    changed_at = models.DateTimeField(default=clock.now)
    called_off_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["day", "begins", "pk"]
        indexes = [models.Index(fields=["club", "day"], name="mailing_planned_by_day")]
        constraints = [
            models.CheckConstraint(condition=~Q(title=""), name="planned_evening_has_a_title"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.day}"
