"""The database's tables of the card room: sittings, deals, settlements, bets, and the seven.

Facts are stored, scores are derived: a deal is what the players reported, as revisions that are
only added to. Points, games, rubbers and money are always computed by the laws. Only what was
made up and agreed keeps its amounts. Keys of JSON fields stay for ever.
"""

from typing import TypedDict

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club import clock
from clubscore.club.database import SecretAddress
from clubscore.club.models import Authored, Club, OneToOneInClub, Person
from clubscore.club.record_words import AuthorField, WordsField
from clubscore.laws.deal import DealFacts
from clubscore.laws.house_rules import RuleValue
from clubscore.laws.settlement import StakesFacts
from clubscore.web.entry_form import Remarks

# House rules as a table agreed on them, "preset" among them.
RulesKept = dict[str, RuleValue]
# [payer, payee, points, "numerator/denominator" of the smallest coin]: a list once it is read.
PairKept = tuple[int, int, int, str]


_ComesIn = TypedDict("_ComesIn", {"in": list[str]}, total=False)


class HappeningData(_ComesIn, total=False):
    """What belongs to a happening at a table.

    Sat down, agreed on a game: game, rules, stakes, and at the seven draws. Drew, cut: cards by
    person, by_hand, afresh. Took seats: seats, dealer, pack; or as_before. Misdeal, dealer:
    position, seat. Came, left, offered: who; line-up: players, out, in, how, law_says. `names` are
    the people's, by their cards where they cut for who plays. Chosen by the law, and a misdeal for
    a reason of it: game, code, answer, option, position, seat, names; undoes: the key of the
    choice that was withdrawn.
    """

    game: str
    rules: RulesKept
    stakes: StakesFacts | None
    draws: list[dict[str, str]]
    cards: dict[str, str]
    by_hand: bool
    afresh: bool
    seats: dict[str, str]
    dealer: str
    pack: str
    as_before: bool
    position: int
    seat: str
    names: list[str] | dict[str, str]
    who: list[int]
    breaks_up: bool
    remaining: list[int]
    law: int | None
    players: list[int]
    out: list[str]
    how: str
    law_says: list[str]
    code: str
    answer: str
    option: str
    undoes: str
    let_in: bool


class DealKept(TypedDict):
    """Which deal of a table's the log of the seven means."""

    part: int
    position: int


class SevenData(TypedDict, total=False):
    """What belongs to an event of the seven; `at` is the table where it happened.

    `number` is that of the event taken back; people are their keys.
    """

    at: int
    declarer: str
    rubber_over: bool
    who: int
    one: int
    two: int
    number: int
    part: int
    position: int


class CardTable(models.Model):
    """A table in the room, known by name and by the colour of its pack, never by number."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="card_tables")
    name = models.CharField(_("name"), max_length=40)
    pack = models.CharField(_("colour of the pack"), max_length=20, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_table_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Sitting(models.Model):
    """Some people at one table for a while, in one evening."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="sittings")
    table = models.ForeignKey(CardTable, models.PROTECT, related_name="sittings")
    evening = models.DateField(db_index=True)
    opened_at = models.DateTimeField(default=clock.now)
    opened_by = AuthorField(max_length=120)
    closed_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = WordsField(max_length=200, blank=True)
    # Counts every change that can be seen at the table: phones ask about it.
    revision = models.PositiveIntegerField(default=0)
    # Where this is one of the two tables of the seven: which evening, which of them.
    seven = models.ForeignKey(
        "rubber.SevenEvening", models.PROTECT, null=True, blank=True, related_name="sittings"
    )
    seven_table = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-opened_at", "-pk"]
        indexes = [models.Index(fields=["club", "-evening"])]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "seven", "seven_table"], name="two_tables_of_a_seven"
            ),
            models.CheckConstraint(
                condition=Q(seven=None, seven_table=None) | Q(seven_table__in=(1, 2)),
                name="a_table_of_the_seven_is_first_or_second",
            ),
            models.UniqueConstraint(
                fields=["club", "table"],
                condition=Q(closed_at=None, voided_at=None),
                name="one_open_sitting_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.evening}"

    @property
    def is_open(self) -> bool:
        """Whether deals can still be recorded."""
        return self.closed_at is None and self.voided_at is None


class Candidate(models.Model):
    """Somebody who sat down at a table for the evening, in the order of coming."""

    club = models.ForeignKey(Club, models.CASCADE)
    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="candidates")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    order = models.PositiveSmallIntegerField()
    # Null for those who were there from the beginning.
    joined_at = models.DateTimeField(null=True, blank=True)
    # A player who has left no longer belongs to the table, but may come back as a new candidate.
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting", "person"], name="one_chair_a_candidate"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} at {self.sitting}"


class Part(models.Model):
    """A stretch of a sitting with one game, one line-up, one set of laws and one stake."""

    club = models.ForeignKey(Club, models.CASCADE)
    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40)
    rules: "models.JSONField[RulesKept, RulesKept]" = models.JSONField(default=dict, blank=True)
    stakes: "models.JSONField[StakesFacts | None, StakesFacts | None]" = models.JSONField(
        null=True, blank=True
    )
    first_dealer = models.CharField(max_length=5)
    # Who deals next, where the table said so; else the turn goes round from the last deal.
    next_dealer = models.CharField(max_length=5, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    broken_off = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting", "number"], name="parts_are_numbered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}, part {self.number}: {self.game}"

    @property
    def noted(self) -> "Draft | None":
        """The contract noted before the play, None where none is."""
        return self.draft if hasattr(self, "draft") else None


class Seat(models.Model):
    """Who sits where in a part, and for whose account."""

    club = models.ForeignKey(Club, models.CASCADE)
    part = models.ForeignKey(Part, models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=5)
    person = models.ForeignKey(Person, models.PROTECT, related_name="seats")
    account = models.ForeignKey(Person, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "part", "seat"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["club", "part", "person"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.person}"


class Substitute(Authored):
    """Somebody takes a seat over in the middle of a rubber (Laws of Bridge 1899, law 24).

    It counts from the deal at `position` on; the rubber goes on and is settled for `account`.
    """

    part = models.ForeignKey(Part, models.CASCADE, related_name="substitutes")
    seat = models.CharField(max_length=5)
    position = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    account = models.ForeignKey(Person, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_substitute_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.part}: {self.person} at {self.seat} from deal {self.position}"


class Draft(models.Model):
    """The contract noted before the play, so that no one forgets the double."""

    club = models.ForeignKey(Club, models.CASCADE)
    part = OneToOneInClub(Part, models.CASCADE, related_name="draft")
    position = models.PositiveSmallIntegerField()
    facts: "models.JSONField[DealFacts, DealFacts]" = models.JSONField()
    author = AuthorField(max_length=120)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "part"], name="one_draft_a_part"),
        ]

    def __str__(self) -> str:
        return f"{self.part}: contract of deal {self.position}"


class Happening(Authored):
    """Whatever else happened at a table: draws, misdeals, breaking off, closing, voiding."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("sat down")
        AGREED = "agreed", _("agreed on a game")
        DREW = "drew", _("drew for seats")
        SEATED = "seated", _("took seats")
        MISDEAL = "misdeal", _("new deal")
        DEALER = "dealer", _("another dealer")
        BROKEN_OFF = "broken-off", _("rubber broken off")
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")
        VOIDED = "voided", _("declared void")
        PHONES = "phones", _("phones")
        JOINED = "joined", _("came to the table")
        LEFT = "left", _("left the table")
        OFFERED = "offered", _("offered to go out")
        CUT_OUT = "cut-out", _("cut for who plays")
        LINE_UP = "line-up", _("agreed on who plays")
        RULED = "ruled", _("chose by the law")

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="happenings")
    part = models.ForeignKey(Part, models.CASCADE, null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind)
    data: "models.JSONField[HappeningData, HappeningData]" = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="a_happening_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}: {self.kind}"


class SevenEvening(models.Model):
    """Seven people at two tables for an evening: two sittings that belong together.

    Who sits where is the log folded by `clubscore.laws.seven`; nothing of it is stored. A deal's
    people stand in the parts of its sitting like any other's.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="sevens")
    # Keys of the seven people in the order of the book: A to G.
    players: "models.JSONField[list[int], list[int]]" = models.JSONField()
    # The rules of the seven themselves; auction's stand in each part.
    rules: "models.JSONField[RulesKept, RulesKept]" = models.JSONField(default=dict, blank=True)
    opened_at = models.DateTimeField(default=clock.now)
    # From then on no one crosses: each table goes on, or ended, by itself.
    ended_at = models.DateTimeField(null=True, blank=True)
    # Counts every happening; a writer takes the evening by counting it up.
    revision = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"the seven of {self.opened_at:%F}"

    @property
    def is_open(self) -> bool:
        """Whether people still cross between the tables."""
        return self.ended_at is None


class SevenHappening(Authored):
    """One event of the log. `data` holds what belongs to its kind."""

    class Kind(models.TextChoices):
        CONTRACT = "contract", _("contract and lead")
        PASSED = "passed", _("passed out")
        RESULT = "result", _("play over")
        BROKEN_OFF = "broken-off", _("rubber broken off")
        GONE = "gone", _("left for the other table")
        ARRIVED = "arrived", _("arrived")
        EIGHTH = "eighth", _("an eighth has come")
        LEAVES = "leaves", _("left")
        SWAPPED = "swapped", _("changed places")
        LAST = "last", _("last deals")
        TAKEN_BACK = "taken-back", _("undone")

    evening = models.ForeignKey(SevenEvening, models.CASCADE, related_name="happenings")
    # Counts from 0; what takes back names it.
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    # With "at" the number of the table where it happened.
    data: "models.JSONField[SevenData, SevenData]" = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "evening", "number"], name="seven_log_is_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_move_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}: {self.number} {self.kind}"


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


class Deal(models.Model):
    """The place of a deal in its part; what was reported stands in its revisions."""

    club = models.ForeignKey(Club, models.CASCADE)
    part = models.ForeignKey(Part, models.CASCADE, related_name="deals")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["club", "part", "position"], name="deals_are_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.part}, deal {self.position}"


class DealRevision(Authored):
    """One report of a deal. The newest that is no rival is the one that counts."""

    class Kind(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        CORRECTED = "corrected", _("corrected")
        TAKEN_BACK = "taken-back", _("undone")
        RIVAL = "rival", _("another report")
        SETTLED = "settled", _("one of two reports chosen")

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    dealer = models.CharField(max_length=5)
    # As in a score file; null where the deal was taken back.
    facts: "models.JSONField[DealFacts | None, DealFacts | None]" = models.JSONField(null=True)
    # What no score file says: {"between": true} where no one said how honours lay.
    remarks: "models.JSONField[Remarks, Remarks]" = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "deal", "number"], name="revisions_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="an_entry_counts_once"),
            models.CheckConstraint(
                condition=Q(facts__isnull=False) | Q(kind__in=["taken-back", "settled"]),
                name="a_report_has_facts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal}, revision {self.number} ({self.kind})"


class Settlement(Authored):
    """A rubber "made up and agreed", or the difference that a later correction made.

    `points` is {person: points}; `exact` lists [payer, payee, points, "numerator/denominator"]
    in the smallest coin. Payments of an evening add these fractions and round once.
    """

    class Kind(models.TextChoices):
        AGREED = "agreed", _("made up and agreed")
        DIFFERENCE = "difference", _("difference after a correction")

    part = models.ForeignKey(Part, models.CASCADE, related_name="settlements")
    # Counts from 1; the rubber that was broken off is the next after the last finished one.
    rubber = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    currency = models.CharField(max_length=3, blank=True)
    points: "models.JSONField[dict[str, int], dict[str, int]]" = models.JSONField()
    exact: "models.JSONField[list[PairKept], list[PairKept]]" = models.JSONField(default=list)
    law_version = models.CharField(max_length=20)

    class Meta:
        ordering = ["part", "rubber", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "part", "rubber", "number"], name="settlements_are_numbered"
            ),
            models.UniqueConstraint(fields=["club", "key"], name="a_settlement_counts_once"),
            models.CheckConstraint(
                condition=Q(number=1, kind="agreed") | Q(number__gt=1, kind="difference"),
                name="agreed_first_then_differences",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.part}, rubber {self.rubber}: {self.kind}"


class TableLink(SecretAddress):
    """The address of a table: a phone let in by it enters deals there."""

    BY_HAND = True

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="links")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "sitting"], condition=Q(revoked_at=None), name="one_code_a_sitting"
            ),
        ]

    def __str__(self) -> str:
        return f"code of {self.sitting}"


class RoomLink(SecretAddress):
    """The address of the room's door: who am I, where do I sit?"""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(revoked_at=None), name="one_code_a_room"
            ),
        ]

    def __str__(self) -> str:
        return f"code of the room of {self.club}"


__all__ = [
    "BetOutcome",
    "Candidate",
    "CardTable",
    "Deal",
    "DealRevision",
    "Draft",
    "Happening",
    "OwnStake",
    "Part",
    "RoomLink",
    "Seat",
    "Settlement",
    "SevenEvening",
    "SevenHappening",
    "SideBet",
    "Sitting",
    "Substitute",
    "TableLink",
]
