"""The database's tables of events: sections, entries and teams, links and prepared sets."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.database import SecretAddress
from clubscore.club.models import Authored, Club, Person, rate_for
from clubscore.club.record_words import THE_LIST, AuthorField
from clubscore.events.models.facts import OptionsKept, PlanFacts, RulesKept, WishKept
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Scoring, find_scoring


class ContestSet(Authored):
    """A set as it was brought in: never changed, since clubs that name it have played the same."""

    # Of game, rules, boards and pars; see `contests.fingerprint`.
    fingerprint = models.CharField(max_length=23)
    name = models.CharField(max_length=80)
    # As ClubScore writes events. A text, not JSON: a database may sort an object's fields.
    text = models.TextField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "fingerprint"], name="a_club_keeps_a_set_once"),
            models.UniqueConstraint(fields=["club", "key"], name="a_set_counts_once"),
            models.CheckConstraint(condition=~Q(name=""), name="a_set_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


# What a contestant is called by number alone.
NUMBERED = {
    "pairs": gettext_noop("Pair %(number)s"),
    "individuals": gettext_noop("Player %(number)s"),
    "teams": gettext_noop("Team %(number)s"),
}


class NotDeleted(models.Manager["Event"]):
    """Every event but those that were deleted; where one is meant by its key it is found too."""

    def get_queryset(self) -> models.QuerySet["Event"]:
        """Return them."""
        return super().get_queryset().filter(deleted_at=None)


class Sessions(NotDeleted):
    """Events of the club's evenings, without tables that play a prepared set by themselves.

    What a table made of a set is for those who have closed its boards: results, years, feeds, mail,
    the gazette and what is published know nothing of it.
    """

    def get_queryset(self) -> models.QuerySet["Event"]:
        """Return them."""
        return super().get_queryset().filter(contest_set=None)


class Event(models.Model):
    """One session of duplicate."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    evening = models.DateField(db_index=True)
    name = models.CharField(_("name"), max_length=80)
    # As in an event file: who competes, how one result is scored, how results are compared.
    contestants_are = models.CharField(max_length=12, default="pairs")
    game = models.CharField(max_length=40, default="duplicate")
    rules: "models.JSONField[RulesKept, RulesKept]" = models.JSONField(default=dict, blank=True)
    scoring = models.CharField(max_length=20, default="matchpoints")
    options: "models.JSONField[OptionsKept, OptionsKept]" = models.JSONField(
        default=dict, blank=True
    )
    boards_a_round = models.PositiveSmallIntegerField(_("boards a round"), default=3)
    minutes_a_round = models.PositiveSmallIntegerField(_("minutes a round"), default=25)
    # Table money of one player, in the smallest coin of the club's currency.
    fee = models.PositiveIntegerField(_("table money"), default=0)
    # Of a guest; none where guests pay what members do.
    guest_fee = models.PositiveIntegerField(_("table money of a guest"), null=True, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = AuthorField(max_length=120)
    # The round that is played, of several sections the furthest; 0 before the first.
    round = models.PositiveSmallIntegerField(default=0)
    # How many rounds a section is behind it where they go on one by one: {letter: rounds}.
    behind: "models.JSONField[dict[str, int], dict[str, int]]" = models.JSONField(
        default=dict, blank=True
    )
    # The round's clock: running towards `ends_at`, or standing with `seconds_left`.
    ends_at = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    ranking_open = models.BooleanField(default=False)
    # Whether the tables' phones ask which card was led.
    asks_lead = models.BooleanField(_("phones ask for the lead"), default=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Came whole from a file: no movement, nothing to play; see `events.imported`.
    told = models.BooleanField(default=False)
    # When the correction period runs out.
    final_at = models.DateTimeField(null=True, blank=True)
    # Kept with its results, which count nowhere; see `events.finishing`.
    called_off_at = models.DateTimeField(null=True, blank=True)
    # Found nowhere from then on; nothing was played.
    deleted_at = models.DateTimeField(null=True, blank=True)
    # The prepared set that it plays, at a table without a director; see `events.set_table`.
    contest_set = models.ForeignKey(
        ContestSet, models.PROTECT, null=True, blank=True, related_name="events"
    )
    # Counts every visible change: what phones ask about.
    revision = models.PositiveIntegerField(default=0)

    objects = NotDeleted()
    sessions = Sessions()
    everything: models.Manager["Event"] = models.Manager()

    class Meta:
        ordering = ["-evening", "-pk"]
        indexes = [models.Index(fields=["club", "-evening"])]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="event_has_a_name"),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(seconds_left=None), name="a_clock_runs_or_stands"
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None, final_at=None)
                | Q(finished_at__isnull=False, final_at__isnull=False),
                name="finished_with_a_time_for_corrections",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def round_in(self, letter: str) -> int:
        """Return the round that a section plays; 0 before the first."""
        return self.round - self.behind.get(letter, 0)

    @property
    def takes_fee(self) -> bool:
        """Whether anybody pays table money."""
        return bool(self.fee or self.guest_fee)

    def fee_of(self, person: Person) -> int:
        """What a person pays, by whether they are a guest now; in the smallest coin."""
        return rate_for(person, self.fee, self.guest_fee)

    @property
    def scored_by(self) -> Scoring:
        """The way in which its results are compared."""
        return find_scoring(self.scoring)


class EventTemplate(models.Model):
    """The terms of an event under a name of the club's own, from which new ones are opened.

    Fields are called as an event's. What was opened from it keeps its own terms.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="event_templates")
    title = models.CharField(_("name"), max_length=40)
    # The event's own name; empty where it is called after its day.
    event_name = models.CharField(max_length=80, blank=True)
    contestants_are = models.CharField(max_length=12, default="pairs")
    game = models.CharField(max_length=40)
    rules: "models.JSONField[RulesKept, RulesKept]" = models.JSONField(default=dict, blank=True)
    scoring = models.CharField(max_length=20)
    options: "models.JSONField[OptionsKept, OptionsKept]" = models.JSONField(
        default=dict, blank=True
    )
    fee = models.PositiveIntegerField(default=0)
    guest_fee = models.PositiveIntegerField(null=True, blank=True)
    # Boards in all and winners that its movement is meant to have, 0 where that is open.
    boards = models.PositiveSmallIntegerField(default=0)
    winners = models.PositiveSmallIntegerField(default=0)
    wish: "models.JSONField[WishKept, WishKept]" = models.JSONField(default=dict, blank=True)
    # Of the form that made it: sent twice it counts once.
    key = models.CharField(max_length=64, blank=True)
    kept_at = models.DateTimeField(default=clock.now)
    kept_by = AuthorField(max_length=120)

    class Meta:
        ordering = ["title", "pk"]
        constraints = [
            models.UniqueConstraint(
                "club", Lower("title"), name="event_templates_have_names_of_their_own"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def mark(self) -> str:
        """What shows whether it was changed since a page showed it."""
        return self.kept_at.isoformat()


class Section(models.Model):
    """Tables that play one movement. `plan` says which, as `events.plan` reads it."""

    club = models.ForeignKey(Club, models.CASCADE)
    event = models.ForeignKey(Event, models.CASCADE, related_name="sections")
    letter = models.CharField(max_length=1)
    plan: "models.JSONField[PlanFacts | None, PlanFacts | None]" = models.JSONField(
        null=True, blank=True
    )

    class Meta:
        ordering = ["letter"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "letter"], name="one_section_a_letter"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, section {self.letter}"


class Entry(models.Model):
    """A pair, a player or a team; a player looking for a partner; someone expected."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="pairs")
    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    order = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    second = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    # Of a team; its third and further people are `TeamMember`s.
    name = models.CharField(_("name"), max_length=80, blank=True)
    # Who is expected, if the names are not known yet.
    note = models.CharField(max_length=80, blank=True)
    # Its names come from the seats (`EventHappening.Kind.SEATED`); until then it has its number.
    by_seats = models.BooleanField(default=False)
    # Its place in the order by which numbers are given; none is the order of entry.
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    # Since when it is known to need a seat North-South that it keeps all session.
    stays_at = models.DateTimeField(null=True, blank=True)
    section = models.ForeignKey(Section, models.SET_NULL, null=True, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    # As in an event file: exact decimals as texts, in percent at matchpoints, else in points.
    handicap = models.CharField(_("handicap"), max_length=20, blank=True)
    carry_over = models.CharField(_("carry-over"), max_length=20, blank=True)
    stratum = models.CharField(_("stratum"), max_length=20, blank=True)
    entered_at = models.DateTimeField(default=clock.now)
    entered_by = AuthorField(max_length=120)
    arrived_at = models.DateTimeField(null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["club", "event", "order"], name="entries_are_in_order"),
            models.UniqueConstraint(
                fields=["club", "section", "number"],
                condition=Q(number__isnull=False),
                name="one_pair_a_number",
            ),
            models.UniqueConstraint(
                fields=["club", "event", "first"],
                condition=Q(withdrawn_at=None, first__isnull=False),
                name="first_of_one_pair",
            ),
            models.UniqueConstraint(
                fields=["club", "event", "second"],
                condition=Q(withdrawn_at=None, second__isnull=False),
                name="second_of_one_pair",
            ),
            models.CheckConstraint(
                condition=Q(second=None) | Q(first__isnull=False) & ~Q(first=F("second")),
                name="a_pair_is_two_people",
            ),
            models.CheckConstraint(
                condition=Q(first__isnull=False) | ~Q(note="") | Q(by_seats=True),
                name="somebody_is_expected",
            ),
        ]

    def __str__(self) -> str:
        return " & ".join(self.names) or self.note

    @property
    def people(self) -> list[Person]:
        """The people of the entry whose names are known."""
        found = [person for person in (self.first, self.second) if person is not None]
        if self.name:
            found += [each.person for each in self.further.all() if each.gone_at is None]
        return found

    @property
    def names(self) -> list[str]:
        """What it is called in lists: a team's name, else the whole names of its people.

        In a room of forty pairs nobody knows "Alan & Margaret"; the short name is a card table's.
        One that is named from its seats has its number while nobody is known.
        """
        if self.name:
            return [self.name]
        names = [person.name for person in self.people]
        if self.by_seats and not names:
            return [gettext(NUMBERED[self.event.contestants_are]) % {"number": self.shown_number}]
        return [*names, gettext("partner")] if self.lacks_names else names

    @property
    def shown_number(self) -> int:
        """Its number, or before the movement is chosen its place in the order of entry."""
        return self.number or self.order

    @property
    def lacks_names(self) -> bool:
        """Whether its seats have still to say who it is, or one half of it."""
        whole = 2 if self.event.contestants_are == "pairs" else 1
        return self.by_seats and len(self.people) < whole

    @property
    def seeks_partner(self) -> bool:
        """Whether it is half a pair."""
        return (
            self.event.contestants_are == "pairs"
            and self.first_id is not None
            and self.second_id is None
            and not self.by_seats
        )

    @property
    def plays(self) -> bool:
        """Whether it can have a number: whole, known or expected, and not withdrawn."""
        return self.withdrawn_at is None and not self.seeks_partner


# ---- Access by a link.


class EventTableLink(SecretAddress):
    """The address of a table at an event: a phone let in by it reports results there."""

    BY_HAND = True

    section = models.ForeignKey(Section, models.CASCADE, related_name="links")
    table = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "table"],
                condition=Q(revoked_at=None),
                name="one_code_an_event_table",
            ),
        ]

    def __str__(self) -> str:
        return f"code of table {self.table} of {self.section}"


class PhoneSeen(models.Model):
    """When a phone at an event was last heard of, to some seconds.

    One that lies on a table has its `link`; a player's own goes from table to table and has none.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, related_name="phones")
    device = models.CharField(max_length=12)
    link = models.ForeignKey(EventTableLink, models.SET_NULL, null=True, blank=True)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "device"], name="a_phone_is_seen_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device} at {self.event}"


class EventShare(SecretAddress):
    """A link with which anyone can read an event's ranking without a login."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="shares")
    hides_names = models.BooleanField(_("names hidden"), default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event"], condition=Q(revoked_at=None), name="one_share_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"ranking of {self.event} to share"


class SeveralShare(SecretAddress):
    """A link with which anyone can read several events as one ranking without a login."""

    # Primary keys, in order.
    events: "models.JSONField[list[int], list[int]]" = models.JSONField()
    only_all = models.BooleanField(default=False)
    hides_names = models.BooleanField(_("names hidden"), default=False)

    def __str__(self) -> str:
        return f"{len(self.events)} events as one ranking to share"


class EventList(SecretAddress):
    """The address of an event's list at the door, where people enter themselves before play."""

    WRITES_AS = THE_LIST

    event = models.ForeignKey(Event, models.CASCADE, related_name="lists")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event"], condition=Q(revoked_at=None), name="one_list_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"list at the door of {self.event}"


class TeamMember(models.Model):
    """A team's third and further people; the first two stand in the entry itself.

    Who was replaced or withdrew stays, with the time.
    """

    club = models.ForeignKey(Club, models.CASCADE)
    event = models.ForeignKey(Event, models.CASCADE)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="further")
    order = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "entry", "order"],
                condition=Q(gone_at=None),
                name="members_are_in_order",
            ),
            models.UniqueConstraint(
                fields=["club", "event", "person"],
                condition=Q(gone_at=None),
                name="member_of_one_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} of {self.entry}"
