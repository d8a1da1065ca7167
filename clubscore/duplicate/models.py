"""Duplicate events and what is reported at them.

Facts are stored, scores are derived: a result is what the players or the director reported, as
append-only revisions; matchpoints and places are always computed by `clubscore.ranking`, who sits
where by `clubscore.movements`.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club, Person
from clubscore.duplicate.sides import Side, shown_side
from clubscore.rubber.models import SecretAddress


class Event(models.Model):
    """One evening of duplicate."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    evening = models.DateField(db_index=True)
    name = models.CharField(_("name"), max_length=80)
    # As in an event file: who competes, how one result is scored, how results are compared.
    contestants_are = models.CharField(max_length=12, default="pairs")
    game = models.CharField(max_length=40, default="duplicate")
    rules = models.JSONField(default=dict, blank=True)
    scoring = models.CharField(max_length=20, default="matchpoints")
    options = models.JSONField(default=dict, blank=True)
    boards_a_round = models.PositiveSmallIntegerField(_("boards a round"), default=3)
    minutes_a_round = models.PositiveSmallIntegerField(_("minutes a round"), default=25)
    # Table money of one player, in the smallest coin of the club's currency.
    fee = models.PositiveIntegerField(_("table money"), default=0)
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = models.CharField(max_length=120)
    # The round that is played; 0 before the first.
    round = models.PositiveSmallIntegerField(default=0)
    # The round's clock: running towards `ends_at`, or standing with `seconds_left`.
    ends_at = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    ranking_open = models.BooleanField(default=False)
    # Whether the tables' phones ask which card was led.
    asks_lead = models.BooleanField(_("the lead is asked for"), default=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Came whole from a file: no movement, nothing to play; see `duplicate.told`.
    told = models.BooleanField(default=False)
    # When the correction period runs out.
    final_at = models.DateTimeField(null=True, blank=True)
    # Counts every change that anybody could see: what phones ask about.
    revision = models.PositiveIntegerField(default=0)

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


class Section(models.Model):
    """Tables that play one movement. `plan` says which, as `duplicate.plan` reads it."""

    club = models.ForeignKey(Club, models.CASCADE)
    event = models.ForeignKey(Event, models.CASCADE, related_name="sections")
    letter = models.CharField(max_length=1)
    plan = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["letter"]
        constraints = [
            models.UniqueConstraint(fields=["event", "letter"], name="one_section_a_letter"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, section {self.letter}"


class Entry(models.Model):
    """A pair, a player or a team; half a pair that looks for a partner; somebody expected."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="pairs")
    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    order = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    second = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="+")
    # Of a team; its third and further people are `TeamMember`s.
    name = models.CharField(_("name"), max_length=80, blank=True)
    # Who is expected, where nobody knows the names yet.
    note = models.CharField(max_length=80, blank=True)
    section = models.ForeignKey(Section, models.SET_NULL, null=True, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    # As in an event file: exact decimals as texts, in percent at matchpoints, else in points.
    handicap = models.CharField(_("handicap"), max_length=20, blank=True)
    carry_over = models.CharField(_("carry-over"), max_length=20, blank=True)
    stratum = models.CharField(_("stratum"), max_length=20, blank=True)
    entered_at = models.DateTimeField(default=clock.now)
    entered_by = models.CharField(max_length=120)
    arrived_at = models.DateTimeField(null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "order"], name="entries_are_in_order"),
            models.UniqueConstraint(
                fields=["section", "number"],
                condition=Q(number__isnull=False),
                name="one_pair_a_number",
            ),
            models.UniqueConstraint(
                fields=["event", "first"],
                condition=Q(withdrawn_at=None, first__isnull=False),
                name="first_of_one_pair",
            ),
            models.UniqueConstraint(
                fields=["event", "second"],
                condition=Q(withdrawn_at=None, second__isnull=False),
                name="second_of_one_pair",
            ),
            models.CheckConstraint(
                condition=Q(second=None) | Q(first__isnull=False) & ~Q(first=F("second")),
                name="a_pair_is_two_people",
            ),
            models.CheckConstraint(
                condition=Q(first__isnull=False) | ~Q(note=""), name="somebody_is_expected"
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
        """What it is called in lists: a team's name, else the names of its people."""
        if self.name:
            return [self.name]
        return [person.short_name for person in self.people]

    @property
    def seeks_partner(self) -> bool:
        """Whether it is half a pair."""
        return (
            self.event.contestants_are == "pairs"
            and self.first_id is not None
            and self.second_id is None
        )

    @property
    def plays(self) -> bool:
        """Whether it can have a number: whole, known or expected, and not withdrawn."""
        return self.withdrawn_at is None and not self.seeks_partner


class ResultRevision(Authored):
    """One report of what happened on a board at a table. The newest that counts is the result."""

    class Kind(models.TextChoices):
        TOLD = "told", _("recorded")
        AGREED = "agreed", _("agreed")
        TYPED = "typed", _("typed from a slip")
        RULED = "ruled", _("put right by the director")
        LATER = "later", _("left for later")
        TAKEN_BACK = "taken-back", _("taken back")
        # Came in from a phone after something else counted already; changes nothing by itself.
        CONTRARY = "contrary", _("said otherwise, late")

    section = models.ForeignKey(Section, models.CASCADE, related_name="results")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    # Who sat there: pairs by number. They may have sat other than the movement says. Where
    # individuals play these are North and East, and their partners stand beside them.
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    south = models.PositiveSmallIntegerField(null=True, blank=True)
    west = models.PositiveSmallIntegerField(null=True, blank=True)
    # Which side said it; empty for the director and whoever types slips.
    side = models.CharField(max_length=2, blank=True)
    # As in an event file: contract, declarer, tricks; or passed_out, not_played, adjusted, ...
    facts = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "table", "board", "number"],
                name="results_are_numbered",
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_result_counts_once"),
            models.CheckConstraint(condition=~Q(ns=F("ew")), name="nobody_meets_himself"),
            models.CheckConstraint(
                condition=Q(south=None, west=None)
                | Q(south__isnull=False, west__isnull=False)
                & ~Q(south=F("ns"))
                & ~Q(south=F("ew"))
                & ~Q(west=F("ns"))
                & ~Q(west=F("ew"))
                & ~Q(south=F("west")),
                name="four_players_are_four",
            ),
            models.CheckConstraint(
                condition=Q(facts__isnull=False) | Q(kind__in=["later", "taken-back"]),
                name="a_result_has_facts",
            ),
        ]

    @property
    def sides(self) -> tuple[Side, Side]:
        """Who sat North-South and who East-West."""
        if self.south is None or self.west is None:
            return self.ns, self.ew
        return (self.ns, self.south), (self.ew, self.west)

    @property
    def shown_sides(self) -> tuple[str, str]:
        """The same as lists write it."""
        ns, ew = self.sides
        return shown_side(ns), shown_side(ew)

    def __str__(self) -> str:
        place = f"{self.section}, round {self.round}, table {self.table}"
        return f"{place}, board {self.board}, revision {self.number} ({self.kind})"


class EventHappening(Authored):
    """Whatever else happened: entries, movement, clock, boards fouled, ranking opened, the end."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened")
        TERMS = "terms", _("what the event is")
        ENTRY = "entry", _("entries")
        MOVEMENT = "movement", _("movement chosen")
        CLOCK = "clock", _("clock")
        ROUND = "round", _("next round")
        HERE = "here", _("all four here")
        FOULED = "fouled", _("board fouled from here on")
        MENDED = "mended", _("board not fouled after all")
        RANKING = "ranking", _("ranking")
        PENALTY = "penalty", _("penalty")
        LIFTED = "lifted", _("penalty taken back")
        FINISHED = "finished", _("finished")
        PHONES = "phones", _("phones")
        LINEUP = "lineup", _("who sits where in a team")
        ANNOUNCED = "announced", _("announced")
        TAKEN_DOWN = "taken-down", _("announcement taken down")
        BY_SLIP = "by-slip", _("by slip")
        TOLD = "told", _("told again by a file")
        BOARDS = "boards", _("cards of boards")
        PAR = "par", _("par of boards")
        REACHED = "reached", _("reached in the auction")

    event = models.ForeignKey(Event, models.CASCADE, related_name="happenings")
    kind = models.CharField(max_length=10, choices=Kind)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="an_events_happening_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.kind}"


class PlanChange(Authored):
    """A movement changed while it ran, or such a change taken back: the plan before and after."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="changes")
    number = models.PositiveSmallIntegerField()
    # What was done and what follows, as it was shown to the director.
    title = models.CharField(max_length=300)
    effects = models.JSONField(default=list, blank=True)
    # Which pairs received a number by it: their entries.
    entered = models.JSONField(default=list, blank=True)
    was = models.JSONField()
    plan = models.JSONField()
    takes_back = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="taken_back"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="changes_are_numbered"),
            models.UniqueConstraint(fields=["club", "key"], name="a_change_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section}: {self.title}"


class Call(models.Model):
    """A table calls the director."""

    club = models.ForeignKey(Club, models.CASCADE)
    section = models.ForeignKey(Section, models.CASCADE, related_name="calls")
    table = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(default=clock.now)
    author = models.CharField(max_length=120)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "table"],
                condition=Q(answered_at=None),
                name="a_table_calls_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section}: table {self.table} calls"


class EventTableLink(SecretAddress):
    """The address of a table at an event: a phone let in by it reports results there."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="links")
    table = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "table"],
                condition=Q(revoked_at=None),
                name="one_code_an_event_table",
            ),
        ]

    # A phone of an event belongs to no table of the card room.
    sitting = None

    def __str__(self) -> str:
        return f"code of table {self.table} of {self.section}"


class PhoneSeen(models.Model):
    """When a phone at an event was last heard of, to some seconds."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="phones")
    device = models.CharField(max_length=12)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "device"], name="a_phone_is_seen_once"),
        ]

    def __str__(self) -> str:
        return f"{self.device} at {self.event}"


class EventShare(SecretAddress):
    """An address at which anybody reads an event's ranking without a login."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="shares")
    hides_names = models.BooleanField(_("names hidden"), default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(revoked_at=None), name="one_share_an_event"
            ),
        ]

    def __str__(self) -> str:
        return f"ranking of {self.event} to share"


# Made of the models above.
import clubscore.duplicate.par_models  # noqa: E402, F401
from clubscore.duplicate import board_models, team_models, told_models  # noqa: E402, F401
