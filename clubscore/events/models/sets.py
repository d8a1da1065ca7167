"""The database's tables of prepared sets: signed packages, pools, and counts kept of both."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club, Person, User
from clubscore.club.record_words import AuthorField
from clubscore.events.models.event import ContestSet, Event


class ClubKey(models.Model):
    """The key with which a club signs what its tables send: a secret, made when first needed.

    It goes into no file but backups: a club that moves makes another, and what it signed before
    stays what it was.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="+")
    # The 32 bytes of an Ed25519 key, in base 64.
    private = models.CharField(max_length=44)
    made_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return f"key of {self.club}"


class ContestPackage(Authored):
    """What one table made of a set, as it was signed; `key` is its digest, so it counts once.

    `at` is when it came and `author` who brought it in.
    """

    class Source(models.TextChoices):
        OWN = "own", _("a table of this club")
        FILE = "file", _("a file")
        TEXT = "text", _("a link or a code")
        FOLLOWED = "followed", _("an address that the club follows")
        SERVER = "server", _("a club on this server")

    contest_set = models.ForeignKey(ContestSet, models.PROTECT, related_name="packages")
    # The public key of the club that signed it, in base 64.
    signed_by = models.CharField(max_length=44)
    # As JSON. A text: a database may keep an object otherwise than it was written.
    text = models.TextField()
    source = models.CharField(max_length=8, choices=Source)
    # The name of the file, the address, the club.
    came_from = models.CharField(max_length=200, blank=True)
    # Where it was played, of the club's own.
    event = models.ForeignKey(Event, models.PROTECT, null=True, blank=True, related_name="packages")

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["club", "contest_set", "signed_by"])]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_package_counts_once"),
        ]

    def __str__(self) -> str:
        return self.digest

    @property
    def digest(self) -> str:
        """What tells it from every other package."""
        return self.key


class PackageDecision(Authored):
    """That a director turned away a package, or all of a club's, or took that back.

    The newest of a subject counts; `reason` says why.
    """

    # The digest of a package, or the public key of a club.
    subject = models.CharField(max_length=64)
    is_away = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["club", "subject"])]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_decision_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.subject}: {'away' if self.is_away else 'back'}"


class SetHours(Authored):
    """Until when a set that many clubs play at once stays sealed; the newest counts.

    Of the club's own choice, or as another club called it: then that club alone may change it.
    """

    contest_set = models.ForeignKey(ContestSet, models.PROTECT, related_name="hours")
    closes_at = models.DateTimeField()
    is_own = models.BooleanField(default=True)
    # The hour as it was signed, to be sent on, as JSON.
    text = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="hours_of_a_set_count_once"),
        ]

    def __str__(self) -> str:
        return f"{self.contest_set} until {self.closes_at:%F %T}"


class TwoHouses(Authored):
    """That a table plays a match with a table elsewhere, known by a package; the newest counts."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="matches_with_houses")
    # The first that came of the other table: what it sent instead of it counts.
    package = models.ForeignKey(ContestPackage, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_match_of_houses_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} and {self.package}"


class FollowedPool(models.Model):
    """An address at which another club publishes packages, fetched when a director asks."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="followed_pools")
    address = models.CharField(max_length=200)
    added_at = models.DateTimeField(default=clock.now)
    added_by = AuthorField(max_length=120)
    # When all was fetched there last, and how many came that were new since it was asked for.
    fetched_at = models.DateTimeField(null=True, blank=True)
    came = models.PositiveIntegerField(default=0)
    # Who asked for it last, and why packages were refused then, as `stored_problem` writes it.
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    refused = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "address"], name="a_pool_is_followed_once"),
        ]

    def __str__(self) -> str:
        return self.address


class ServerPool(models.Model):
    """That a club shares packages with the clubs of this server that do so too."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="+")
    joined_at = models.DateTimeField(default=clock.now)
    joined_by = AuthorField(max_length=120)

    def __str__(self) -> str:
        return f"{self.club} shares packages"


class SetLookedAt(Authored):
    """That a director will not play a set, and from then on sees all of it; by their `user`."""

    contest_set = models.ForeignKey(ContestSet, models.PROTECT, related_name="looked_at")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_look_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.author} looks at {self.contest_set}"


# A fraction: numerator and denominator.
Ratio = tuple[int, int]
# One board of somebody's: board, round, side, seat, partner, opponents, contract, declarer, tricks,
# tricks over the contract, own score, what it won, what the field won on average and how far that
# spread, tricks of the others and how many they are, card led. See
# `extras.years.boards.PlayedBoard`.
BoardKept = tuple[
    int, int, str, str, int, list[int], str, str, int, int, int | None,
    Ratio | None, Ratio | None, Ratio | None, Ratio, str,
]  # fmt: skip


class PersonBoards(models.Model):
    """What an event brought one person: a cache, which follows from the event and may be lost.

    It is kept so that years are read in one query, and counts only while `mark` says what the
    event's revision, the laws and this program say now. It has no names, so that nothing in it has
    to be forgotten.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, related_name="person_boards")
    person = models.ForeignKey(Person, models.CASCADE, related_name="+")
    mark = models.CharField(max_length=40)
    # In what its boards can be averaged; empty where they cannot.
    unit = models.CharField(max_length=10, blank=True)
    # As the ranking calls whom they played for, and where that came.
    contestant = models.CharField(max_length=40)
    place = models.CharField(max_length=10, blank=True)
    of = models.PositiveSmallIntegerField(default=0)
    percent = models.CharField(max_length=20, blank=True)
    # Packed by `extras.years.boards.kept`, a list of BoardKept.
    boards: "models.JSONField[str, str]" = models.JSONField(default=list)

    class Meta:
        ordering = ["event", "person"]
        verbose_name_plural = "person boards"
        indexes = [models.Index(fields=["club", "event", "mark"], name="marks_of_boards")]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "person"], name="boards_of_one_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.event}"


class CountedWorld(models.Model):
    """A ranking of a set, what its tables made of a board, or who played: a cache that may be lost.

    Kept so that its page need not read every package again. `what` says which, see
    `extras.world.counting`. It is of now only while `mark` says which packages and decisions there
    are; else it is the last that is known.
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
