"""The database's tables of what happened at events: boards, results, pars, imports and series."""

from typing import Any, TypeVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.models import Authored, Club, OneToOneInClub, Person, User
from clubscore.club.record_words import AuthorField, ListOfWordsField, WordsField
from clubscore.events.models.event import Event, Section
from clubscore.events.models.facts import (
    ParKept,
    PlanFacts,
    SeriesKept,
    SeriesTold,
    Side,
    side_label,
)
from clubscore.ranking.result import ResultFacts

Data = TypeVar("Data")


class EventHappening(Authored):
    """All except results: entries, movement, clock, boards fouled, ranking opened, the end."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened")
        TERMS = "terms", _("settings of the event")
        ENTRY = "entry", _("entries")
        MOVEMENT = "movement", _("movement chosen")
        CLOCK = "clock", _("clock")
        ROUND = "round", _("next round")
        HERE = "here", _("all four here")
        FOULED = "fouled", _("board fouled")
        MENDED = "mended", _("board no longer fouled")
        RANKING = "ranking", _("ranking")
        PENALTY = "penalty", _("penalty")
        LIFTED = "lifted", _("penalty removed")
        FINISHED = "finished", _("finished")
        PHONES = "phones", _("phones")
        LINEUP = "lineup", _("seats of a team")
        SEATED = "seated", _("names from the seats")
        ANNOUNCED = "announced", _("announcement")
        TAKEN_DOWN = "taken-down", _("announcement removed")
        BY_SLIP = "by-slip", _("by score slip")
        TOLD = "told", _("changed by a new file")
        BOARDS = "boards", _("cards of boards")
        PAR = "par", _("par of boards")
        REACHED = "reached", _("reached in the auction")
        CALLED_OFF = "called-off", _("called off")
        DELETED = "deleted", _("deleted")
        HAD_BACK = "had-back", _("restored")
        LOOKED = "looked", _("looked before playing")
        PASSED_ON = "passed-on", _("asked others to settle")
        RULING = "ruling", _("ruling")
        APPEAL = "appeal", _("appeal")
        ASKED = "asked", _("asked about an earlier board")
        PADS = "pads", _("Bridgemates")
        PHONE_IN = "phone-in", _("a player's phone")
        STOP = "stop", _("the table stops")

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

    def told_as(self, _of_kind: type[Data]) -> Data:
        """What was kept of it, as its kind has it: one of `models.facts`."""
        data: Data = self.data
        return data


class PlanChange(Authored):
    """A movement changed during play, or such a change undone: the plan before and after."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="changes")
    number = models.PositiveSmallIntegerField()
    # What was done and what follows, as it was shown to the director.
    title = WordsField(max_length=300)
    effects = ListOfWordsField(default=list, blank=True)
    # Which pairs received a number by it: their entries.
    entered: "models.JSONField[list[int], list[int]]" = models.JSONField(default=list, blank=True)
    was: "models.JSONField[PlanFacts, PlanFacts]" = models.JSONField()
    plan: "models.JSONField[PlanFacts, PlanFacts]" = models.JSONField()
    takes_back = OneToOneInClub(
        "self", models.PROTECT, null=True, blank=True, related_name="taken_back"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "number"], name="changes_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_change_counts_once"),
            models.UniqueConstraint(fields=["club", "takes_back"], name="a_change_is_undone_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section}: {self.title}"


class Call(models.Model):
    """A table calls the director."""

    club = models.ForeignKey(Club, models.CASCADE)
    section = models.ForeignKey(Section, models.CASCADE, related_name="calls")
    table = models.PositiveSmallIntegerField()
    why = WordsField(max_length=80, blank=True)
    at = models.DateTimeField(default=clock.now)
    author = AuthorField(max_length=120)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = AuthorField(max_length=120, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "table"],
                condition=Q(answered_at=None),
                name="a_table_calls_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section}: table {self.table} calls"


class DoubleDummy(models.Model):
    """The table of a deal: a cache, the same for every club, and the list of what is asked for.

    A row without tricks waits; `trouble` says why it was given up.
    """

    # As PBN has it, from North on.
    deal = models.CharField(max_length=80, unique=True)
    # As `deals.double_dummy.written` writes them.
    tricks = models.CharField(max_length=20, blank=True)
    asked_at = models.DateTimeField(default=clock.now)
    trouble = WordsField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "double dummy"
        indexes = [
            models.Index(fields=["asked_at"], condition=Q(tricks=""), name="double_dummy_waits")
        ]

    def __str__(self) -> str:
        return f"double dummy of {self.deal}"


class OpeningLeads(models.Model):
    """What each opening lead comes to in one denomination by one hand: a cache, of all clubs."""

    # As PBN has it, from North on.
    deal = models.CharField(max_length=80)
    denomination = models.CharField(max_length=2)
    declarer = models.CharField(max_length=1)
    # As `deals.double_dummy.written_of_solved_leads` writes them.
    tricks = models.CharField(max_length=13)

    class Meta:
        verbose_name_plural = "opening leads"
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "denomination", "declarer"], name="leads_are_worked_out_once"
            ),
        ]

    def __str__(self) -> str:
        return f"leads against {self.denomination} by {self.declarer} of {self.deal}"


class NulloTable(models.Model):
    """The least tricks of each declarer's side at nullos: a cache of all clubs, by deal."""

    # As PBN has it, from North on.
    deal = models.CharField(max_length=80)
    # North's: 1 East, 2 South, 3 West.
    partner = models.PositiveSmallIntegerField(default=2)
    # As `deals.nullos.ducked_written` writes them; empty where the deal is too hard.
    tricks = models.CharField(max_length=4, blank=True)

    class Meta:
        verbose_name_plural = "nullo tables"
        constraints = [
            models.UniqueConstraint(fields=["deal", "partner"], name="nullos_are_worked_out_once"),
        ]

    def __str__(self) -> str:
        return f"nullos of {self.deal}"


class BoardsWorkedOut(models.Model):
    """That an event's boards were worked out as they were at a revision: nothing is due until then.

    What was worked out is kept by the deal; this row only saves looking, and may be removed.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = OneToOneInClub(Event, models.CASCADE, related_name="worked_out")
    revision = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name_plural = "boards worked out"
        constraints = [
            models.UniqueConstraint(fields=["club", "event"], name="boards_of_one_event"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, worked out at revision {self.revision}"


class ParRevision(Authored):
    """What an organiser set for a board: its par, tasks and commentary. The newest one counts."""

    class Source(models.TextChoices):
        GIVEN = "given", _("set by hand")
        APPROVED = "approved", _("worked out and approved")
        FILE = "file", _("from a file")

    event = models.ForeignKey(Event, models.CASCADE, related_name="pars")
    board = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=10, choices=Source)
    # As a board of an event file writes them: par, tasks, commentary.
    facts: "models.JSONField[ParKept, ParKept]" = models.JSONField(default=dict)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "board", "number"], name="pars_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_par_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, par of board {self.board}, revision {self.number}"


class ResultRevision(Authored):
    """One report of what happened on a board at a table. The newest that counts is the result."""

    class Kind(models.TextChoices):
        TOLD = "told", _("recorded")
        AGREED = "agreed", _("agreed")
        TYPED = "typed", _("entered from a score slip")
        RULED = "ruled", _("corrected by the director")
        LATER = "later", _("left for later")
        TAKEN_BACK = "taken-back", _("undone")
        # Came in from a phone after another result already counted; changes nothing by itself.
        CONTRARY = "contrary", _("different entry, late")

    # Looked up by its place in the movement, by the index below.
    section = models.ForeignKey(Section, models.CASCADE, related_name="results", db_index=False)
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
    # Which side reported it; empty for the director and for typed score slips.
    side = models.CharField(max_length=2, blank=True)
    # As in an event file: contract, declarer, tricks; or passed_out, not_played, adjusted, ...
    facts: "models.JSONField[ResultFacts | None, ResultFacts | None]" = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "section", "round", "table", "board", "number"],
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
        indexes = [
            models.Index(
                fields=["section", "round", "table", "board"], name="results_by_their_place"
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
        return side_label(ns), side_label(ew)

    def __str__(self) -> str:
        place = f"{self.section}, round {self.round}, table {self.table}"
        return f"{place}, board {self.board}, revision {self.number} ({self.kind})"


class PastImport(models.Model):
    """A zip of files that comes in at once; it is gone when all came in, or a day later.

    `packed` is the zip until every file was read. `decided_at` is when the director said import.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=120)
    asked_at = models.DateTimeField(default=clock.now)
    packed = models.BinaryField(null=True)
    decided_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.source}, asked {self.asked_at:%F %T}"


class PastFile(models.Model):
    """One file of such a zip. `at` is its place in the zip, None where it is not taken out of it.

    `why` is a mistake as `stored_problem` writes it. `found` is what its events tell that is asked
    about, `texts` are the events as ClubScore writes them until they are in, `decided` what was
    answered.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        READ = "read"
        DECIDED = "decided"
        CAME = "came"
        HERE = "here"
        LEFT = "left"
        REFUSED = "refused"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    past = models.ForeignKey(PastImport, models.CASCADE, related_name="files")
    order = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    at = models.PositiveIntegerField(null=True)
    digest = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    why: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    found: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list)
    texts: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    decided: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list)
    events: "models.JSONField[list[int], list[int]]" = models.JSONField(default=list)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "past", "order"], name="past_files_are_numbered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"


class Telling(Authored):
    """An event as a file had it, written as ClubScore writes events. The newest counts."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="tellings")
    number = models.PositiveSmallIntegerField()
    # The name of the file, or of what imported it.
    source = models.CharField(max_length=120)
    # A text, not JSON: a database may sort an object's fields, and the same bytes go out again.
    text = models.TextField()
    # Of the bytes that came, where they came with many others: they are not read a second time.
    digest = models.CharField(max_length=64, blank=True, default="", db_index=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "number"], name="tellings_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_telling_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} as {self.source} told it"


class ToldPlayer(models.Model):
    """Who somebody in an imported event is, of the club's people. Whoever has no row is a name.

    `contestant` is the number in the file, `order` the place among its names, counted from 0.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, models.CASCADE, related_name="told_players")
    contestant = models.CharField(max_length=40)
    order = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    # The name in the file, which may be another than the club's; forgotten with the person's.
    as_told = models.CharField(max_length=1000)

    class Meta:
        ordering = ["event", "contestant", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "contestant", "order"], name="a_told_player_is_one_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.as_told} of {self.event} is {self.person}"


class BoardRevision(Authored):
    """The cards of a board, its dealer and who is vulnerable. The newest one counts."""

    class Source(models.TextChoices):
        TYPED = "typed", _("entered by hand")
        MADE = "made", _("dealt by the program")
        SORTED = "sorted", _("dealt from a sorted pack")
        FILE = "file", _("from a file")
        TAKEN_AWAY = "taken-away", _("removed")

    event = models.ForeignKey(Event, models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1)
    # As in an event file: none, NS, EW or both.
    vulnerable = models.CharField(max_length=4)
    # As PBN has it, from North on; empty where the cards were taken away.
    deal = models.CharField(max_length=80, blank=True)
    source = models.CharField(max_length=10, choices=Source)
    # The name of the file that it came from.
    file = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "event", "board", "number"], name="boards_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_board_counts_once"),
            models.CheckConstraint(
                condition=Q(dealer__in=["N", "E", "S", "W"]), name="a_board_has_a_dealer"
            ),
            models.CheckConstraint(
                condition=Q(vulnerable__in=["none", "NS", "EW", "both"]),
                name="a_board_says_who_is_vulnerable",
            ),
            models.CheckConstraint(
                condition=~Q(deal="") | Q(source="taken-away"), name="a_board_has_cards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, board {self.board}, revision {self.number}"


class Series(models.Model):
    """Events of a club that are ranked together. No points are kept: they follow each time."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="series")
    name = models.CharField(max_length=80)
    kept: "models.JSONField[SeriesKept, SeriesKept]" = models.JSONField(default=dict, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = AuthorField(max_length=120)
    # Shown to nobody but directors from then on, who can bring it back.
    removed_at = models.DateTimeField(null=True, blank=True)
    # Of a season that is over: from then on it stands in the archive, and is not changed.
    closed_at = models.DateTimeField(null=True, blank=True)
    # Counts every change, so that nobody writes over what they have not seen.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-opened_at", "-pk"]
        verbose_name_plural = "series"
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="series_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class SeriesChange(Authored):
    """What a series was set to, by whom and when: its name and all that is kept of it."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="changes")
    data: "models.JSONField[SeriesTold, SeriesTold]" = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_series_change_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series} as it was set at {self.at}"
