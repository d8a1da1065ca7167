"""An evening of the seven at two tables: sat down, its log, who sits in for whom, and the end.

Everyone's place is the log folded. A rubber is a part of its own, settled for the four who began
it; whoever sits in for one of them is entered as a substitute is.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from typing import NamedTuple, Unpack

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Authorship, Refused
from clubscore.club.models import Club, Person
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import said
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.seven import (
    PARTNER,
    PLAYERS,
    SEVEN_RULES,
    TABLES,
    AllPassed,
    Arrived,
    BrokenOff,
    EighthComes,
    Event,
    Gone,
    LastDeals,
    Leaves,
    SevenContract,
    SevenResult,
    SevenState,
    Swapped,
    TakenBack,
    begin,
    fold,
    happen,
)
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import (
    Candidate,
    CardTable,
    DealKept,
    DealRevision,
    Draft,
    Happening,
    Part,
    RulesKept,
    Seat,
    SevenData,
    SevenEvening,
    SevenHappening,
    Sitting,
    Substitute,
)
from clubscore.rubbers.score import LiveDeal, PartScore, standing_of
from clubscore.rubbers.seating import (
    Agreement,
    LineUp,
    agreement_of,
    begin_part,
    break_off,
    close_sitting,
    free_from_elsewhere,
    void_sitting,
)
from clubscore.rubbers.selectors import authored, free_tables, parts_with_seats, sits_at, tonight
from clubscore.rubbers.settling import is_agreed, must_be_changed_by, settle_rubber

Kind = SevenHappening.Kind


# What the laws call each kind; people are their keys.
EVENTS: dict[str, Callable[[SevenData], Event[int]]] = {
    Kind.CONTRACT: lambda data: SevenContract(data["at"], data["declarer"]),
    Kind.PASSED: lambda data: AllPassed(data["at"]),
    Kind.RESULT: lambda data: SevenResult(data["at"], data["rubber_over"]),
    Kind.BROKEN_OFF: lambda data: BrokenOff(data["at"]),
    Kind.GONE: lambda data: Gone(data["at"]),
    Kind.ARRIVED: lambda data: Arrived(data["at"]),
    Kind.EIGHTH: lambda data: EighthComes(data["who"]),
    Kind.LEAVES: lambda data: Leaves(data["who"]),
    Kind.SWAPPED: lambda data: Swapped(data["one"], data["two"]),
    Kind.LAST: lambda _data: LastDeals(),
    Kind.TAKEN_BACK: lambda data: TakenBack(data["number"]),
}


def event_of(happening: SevenHappening) -> Event[int]:
    """Return a happening as the laws know it."""
    return EVENTS[happening.kind](happening.data)


@dataclass(frozen=True)
class Seven:
    """An evening of the seven as it stands: its log, its two tables, its people."""

    evening: SevenEvening
    log: tuple[SevenHappening, ...]

    @cached_property
    def state(self) -> SevenState[int]:
        """Where everyone is. RuleError where the log tells what cannot be."""
        log = [event_of(each) for each in self.log]
        return fold(tuple(self.evening.players), log, self.evening.rules["seven_seat"] == "home")

    @cached_property
    def sittings(self) -> Mapping[int, Sitting]:
        """The two sittings, by the number of their table. One query."""
        found = self.evening.sittings.select_related("table", "club").order_by("seven_table")
        return {sitting.seven_table or 0: sitting for sitting in found}

    @cached_property
    def people(self) -> Mapping[int, Person]:
        """Everyone by key. One query."""
        who = [*self.evening.players, *(e.data["who"] for e in self.log if "who" in e.data)]
        return Person.objects.in_bulk(who)

    @cached_property
    def standings(self) -> Mapping[int, PartScore | None]:
        """How the newest rubber of each table stands, None before its first."""
        return {number: self._standing(sitting) for number, sitting in self.sittings.items()}

    def _standing(self, sitting: Sitting) -> PartScore | None:
        part = newest_part(sitting)
        return standing_of(part) if part else None

    def counts(self, happening: SevenHappening) -> bool:
        """Whether a happening was not taken back."""
        taken_back = {each.data["number"] for each in self.log if each.kind == Kind.TAKEN_BACK}
        return happening.number not in taken_back

    def live(self, kind: str, **data: Unpack[SevenData]) -> SevenHappening | None:
        """Return the newest happening of a kind that was not taken back, with these data."""
        for each in reversed(self.log):
            fits = all(each.data.get(key) == value for key, value in data.items())
            if each.kind == kind and fits and self.counts(each):
                return each
        return None

    def may_enter_at(self, table: int | None) -> bool:
        """Whether a deal can be entered at a table: it plays, or four sit there to deal.

        Four who begin a rubber are only its four once the last was made up.
        """
        if table is None or self.state.tables[table].closed:
            return False
        standing = self.standings[table]
        begun = standing is not None and standing.part.closed_at is None
        return begun and (self.state.tables[table].plays or self.state.deals(table))

    def contract_at(self, table: int) -> SevenHappening | None:
        """Return the contract being played at a table."""
        if not self.state.tables[table].plays:
            return None
        return self.live(Kind.CONTRACT, at=table)


def newest_part(sitting: Sitting) -> Part | None:
    """Return the newest part of a sitting as it is written now, remembered or not."""
    part = parts_with_seats().filter(sitting=sitting).order_by("-number").first()
    if part is not None:
        part.sitting = sitting
    return part


def seven_of(sitting: Sitting) -> Seven | None:
    """Return the evening that a sitting is a table of; no query for any other sitting."""
    if sitting.seven_id is None:
        return None
    return read_seven(SevenEvening.objects.get(pk=sitting.seven_id))


def crossing_at(sitting: Sitting) -> Seven | None:
    """Return the evening of a sitting while people cross between its tables."""
    seven = seven_of(sitting)
    return seven if seven is not None and seven.evening.is_open else None


def read_seven(evening: SevenEvening) -> Seven:
    """Return an evening with its log. One query."""
    return Seven(evening, tuple(evening.happenings.order_by("number")))


@dataclass
class Writing:
    """An evening that somebody has alone while writing its log."""

    seven: Seven
    actor: Actor
    key: str
    reason: str = ""

    @property
    def state(self) -> SevenState[int]:
        """Where everyone is now."""
        return self.seven.state

    def known(self) -> bool:
        """Whether the entry with this key was written already."""
        return any(happening.key.rpartition(":")[0] == self.key for happening in self.seven.log)

    def happens(self, kind: str, table: int | None = None, **data: Unpack[SevenData]) -> None:
        """Add an event to the log. Refused where it cannot be, and then nothing is written."""
        evening, log = self.seven.evening, self.seven.log
        if table is not None:
            data["at"] = table
        happening = SevenHappening(
            evening=evening,
            number=len(log),
            kind=kind,
            data=data,
            **authored(self.actor, evening.club_id, f"{self.key}:{len(log)}", self.reason),
        )
        seven = Seven(evening, (*log, happening))
        try:
            seven.state  # noqa: B018 - to see whether it can be
        except RuleError as error:
            raise Refused(said(error)) from None
        happening.save()
        self.seven = seven

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Write all that follows or, where a Refused ends it, nothing."""
        before = self.seven
        try:
            with transaction.atomic():
                yield
        except Refused:
            self.seven = before
            raise

    def takes_back(self, happening: SevenHappening) -> None:
        """Take an event back, if all that came after it can still be."""
        self.happens(Kind.TAKEN_BACK, number=happening.number)


@contextmanager
def writing(evening: int, *, actor: Actor, key: str, reason: str = "") -> Iterator[Writing]:
    """Have an evening of the seven for oneself, and tell the phones of both its tables.

    The evening is taken before either table, always, so that no one waits for another.
    """
    with transaction.atomic():
        SevenEvening.objects.filter(pk=evening).update(revision=F("revision") + 1)
        yield Writing(read_seven(SevenEvening.objects.get(pk=evening)), actor, key, reason)
        # Last of all, so that nothing remembered of an earlier count is taken for what is now.
        Sitting.objects.filter(seven=evening).update(revision=F("revision") + 1)


# ---- Seats as the log has them.


def write_seats(writing: Writing) -> None:
    """Seat everyone for the next deal of each table as the log has it."""
    for number in TABLES:
        table = writing.state.tables[number]
        four = table.players if table.plays else table.four
        if len(four) == len(COMPASS):
            _write_table(writing, writing.seven.sittings[number], dict(four))


def _write_table(writing: Writing, sitting: Sitting, four: dict[str, int]) -> None:
    part = newest_part(sitting)
    if part is None:
        table = writing.state.tables[sitting.seven_table or 0]
        _begin_rubber(writing, sitting, None, four, table.dealer)
        return
    standing = standing_of(part)
    if is_over(standing):
        if all(is_agreed(part, n) for n in range(1, len(standing.sheet.rubbers) + 1)):
            _begin_rubber(writing, sitting, part, four, standing.dealer)
        return
    _write_substitutes(writing, standing, four)


def is_over(standing: PartScore) -> bool:
    """Whether a rubber has ended, so that the next deal begins another."""
    if standing.part.closed_at is not None:
        return True
    return bool(standing.live) and standing.sheet.unfinished is None


def _begin_rubber(
    writing: Writing, sitting: Sitting, before: Part | None, four: dict[str, int], dealer: str
) -> None:
    """Make the four who now sit there the originals of a new rubber."""
    if before is not None:
        Part.objects.filter(pk=before.pk, closed_at=None).update(closed_at=clock.now())
    people = {seat: writing.seven.people[who] for seat, who in four.items()}
    line_up = LineUp(people, dealer, {}, sitting.table.pack)
    entry = authored(writing.actor, sitting.club_id, f"{writing.key}:rubber{sitting.seven_table}")
    begin_part(sitting, before, agreement_of(sitting), line_up, entry)


def _write_substitutes(writing: Writing, standing: PartScore, four: dict[str, int]) -> None:
    part = standing.part
    if not standing.live and not part.substitutes.exists():
        # Nothing has been dealt yet: the players sitting there now are the originals.
        now = {seat.seat: seat.person_id for seat in part.seats.all()}
        if now != four:
            part.seats.all().delete()
            for seat, who in four.items():
                whose = {"person_id": who, "account_id": who}
                Seat.objects.create(club_id=part.club_id, part=part, seat=seat, **whose)
        return
    held = {seat: person.pk for seat, person in standing.people.items()}
    for seat, who in four.items():
        if held[seat] != who:
            Substitute.objects.create(
                part=part,
                seat=seat,
                position=standing.next_position,
                person_id=who,
                account=standing.accounts[seat],
                **authored(
                    writing.actor,
                    part.club_id,
                    f"{writing.key}:{part.pk}:{seat}{standing.next_position}",
                ),
            )


# ---- What an entry at a table says.


@contextmanager
def crossing(
    sitting: Sitting, *, key: str, actor: Actor, reason: str = ""
) -> Iterator[Writing | None]:
    """Have the seven's log while a table of theirs is written to; None at any other table."""
    if crossing_at(sitting) is None:
        yield None
    else:
        with writing(sitting.seven_id or 0, actor=actor, key=key, reason=reason) as log:
            yield log


def contract_noted(log: Writing, table: int, declarer: str) -> None:
    """Let the dummy of a contract cross; whoever an earlier one sent is called back."""
    noted = log.seven.contract_at(table)
    if noted is not None:
        if noted.data["declarer"] == declarer:
            return
        try:
            _calls_back(log, noted)
        except Refused:
            other = log.seven.sittings[3 - table].table
            dummy = log.state.tables[table].players[PARTNER[noted.data["declarer"]]]
            words = {"name": log.seven.people[dummy].short_name, "table": other}
            raise Refused(
                _(
                    "%(name)s has already been dealt cards at %(table)s. Record the result,"
                    " then correct the contract; no one moves."
                )
                % words
            ) from None
    log.happens(Kind.CONTRACT, table, declarer=declarer)


def _calls_back(log: Writing, noted: SevenHappening) -> None:
    """Take a contract back, and what was said since of whom it sent over; all of it or nothing."""
    with log.trying():
        for each in reversed(log.seven.log[noted.number + 1 :]):
            if each.kind in (Kind.GONE, Kind.ARRIVED) and log.seven.counts(each):
                log.takes_back(each)
        log.takes_back(noted)


def deal_played(log: Writing, table: int, revision: DealRevision) -> None:
    """Write what a deal says of the seven: its contract, if no one had noted it, and its end."""
    deal, facts = revision.deal, revision.facts or {}
    place: DealKept = {"part": deal.part.number, "position": deal.position}
    noted = log.seven.contract_at(table)
    if facts.get("passed_out"):
        if noted is not None:
            log.takes_back(noted)
        log.happens(Kind.PASSED, table, **place)
        return
    if noted is None or noted.data["declarer"] != facts["declarer"]:
        try:
            contract_noted(log, table, facts["declarer"])
        except Refused:
            # A player dealt cards at the other table sits there, even if this table says otherwise.
            if noted is None:
                raise
    over = is_over(standing_of(deal.part))
    log.happens(Kind.RESULT, table, rubber_over=over, **place)


def deal_taken_back(log: Writing, table: int, place: DealKept, *, is_passed_out: bool) -> bool:
    """Undo what a deal said of the seven; return whether it is being played again.

    Raises Refused where the next deal at the table has begun.
    """
    kind = Kind.PASSED if is_passed_out else Kind.RESULT
    happened = log.seven.live(kind, at=table, **place)
    if happened is None:
        return False
    try:
        log.takes_back(happened)
    except Refused:
        raise Refused(
            _("The next deal at this table has begun. Open the last deal to correct it.")
        ) from None
    return not is_passed_out


def rubber_ends_otherwise(log: Writing, standing: PartScore) -> None:
    """Let the last deal of a rubber end it, or end it no more, where that moves no one."""
    if not standing.live:
        return
    place: DealKept = {"part": standing.part.number, "position": standing.live[-1].position}
    table = standing.part.sitting.seven_table or 0
    ended = log.seven.live(Kind.RESULT, at=table, **place)
    over = is_over(standing)
    if ended is None or ended.data["rubber_over"] == over:
        return
    try:
        with log.trying():
            log.takes_back(ended)
            log.happens(Kind.RESULT, table, rubber_over=over, **place)
    except Refused:
        # The next deal has begun: the players sitting there stay.
        return


def ends_with_this(sitting: Sitting) -> bool:
    """Whether this table of the seven is the one that ends as soon as its rubber is agreed."""
    seven = seven_of(sitting)
    return (
        seven is not None
        and not seven.evening.is_open
        and (seven.state.closed == sitting.seven_table)
    )


# ---- Seven sit down.

PACKS = ("red", "blue", "green", "black")
USUAL_NAMES = (gettext_noop("Window table"), gettext_noop("Fire table"))


@dataclass(frozen=True)
class TwoTables:
    """What the seven agree on: the names and packs of two tables, and the rules of the seven."""

    names: tuple[str, str]
    packs: tuple[str, str]
    rules: RulesKept

    def check(self) -> None:
        """Raise RuleError where two tables could not be told apart, or a rule cannot be."""
        for number, name in enumerate(self.names, start=1):
            if not name:
                phrase = gettext_noop(
                    "Give each table a name, for example Window table and Fire table."
                )
                raise RuleError("name", phrase, f"name-{number}")
        if self.names[0].casefold() == self.names[1].casefold():
            phrase = gettext_noop("The two tables need different names.")
            raise RuleError("name", phrase, "name-2")
        for rule in SEVEN_RULES:
            if not rule.accepts(self.rules.get(rule.key)):
                phrase = gettext_noop("Choose one of the two.")
                raise RuleError("rule-value", phrase, f"ask-rule-{rule.key}")


@dataclass(frozen=True)
class TableOffered:
    """A table at which nobody sits, by its name and the colour of its pack; a new one has none."""

    name: str
    pack: str


def tables_offered(club: Club) -> list[TableOffered]:
    """Return tables at which no one sits, two at least, the club's own first."""
    free = [
        TableOffered(table.name, table.pack if table.pack in PACKS else "")
        for table in free_tables(club)
    ]
    known = CardTable.objects.filter(club=club).values_list("name", flat=True)
    taken = {name.casefold() for name in known}
    numbered = (_("Table %(number)s") % {"number": number} for number in count(1))
    for name in chain(map(_, USUAL_NAMES), numbered):
        if len(free) >= len(TABLES):
            break
        if name.casefold() not in taken:
            free.append(TableOffered(name, ""))
    return free


def two_proposed(offered: Sequence[TableOffered]) -> tuple[TableOffered, TableOffered]:
    """Return the first two of these tables whose packs can be told apart."""
    first = offered[0]
    others = [one for one in offered[1:] if not one.pack or one.pack != first.pack]
    return first, (others or offered[1:])[0]


def packs_of(offered: Sequence[TableOffered], names: tuple[str, str]) -> tuple[str, str]:
    """Return the packs of two tables: their own; the second takes another if both are alike."""
    own = {one.name: one.pack for one in offered}
    first = own.get(names[0]) or PACKS[0]
    others = [pack for pack in (own.get(names[1]), *PACKS) if pack and pack != first]
    return first, others[0]


def open_seven(
    *,
    club: Club,
    people: list[Person],
    tables: TwoTables,
    agreement: Agreement,
    draws: list[dict[int, str]],
    key: str,
    actor: Actor,
) -> Sitting:
    """Sit seven people down in the order of the book; return the sitting of the first table.

    `draws` are the rounds in which they cut for that order, none where they simply agreed on it.
    Raises RuleError where somebody plays elsewhere, Refused where a table was taken.
    """
    tables.check()
    agreement.check()
    if len({person.pk for person in people}) != PLAYERS:
        raise RuleError("seven", gettext_noop("Choose seven people."), "who")
    try:
        with transaction.atomic():
            known = Happening.objects.filter(club=club, key=key).select_related("sitting").first()
            if known is not None:
                return known.sitting
            free_from_elsewhere(club, people, actor=actor, key=key)
            evening = SevenEvening.objects.create(
                club=club, players=[person.pk for person in people], rules=tables.rules
            )
            sittings = [_open_table(evening, number, tables, actor) for number in TABLES]
            for sitting, suffix in zip(sittings, ("", ":second"), strict=True):
                _sit(sitting, people, agreement, draws, authored(actor, club.pk, key + suffix))
            write_seats(Writing(read_seven(evening), actor, f"{key}:first"))
    except IntegrityError:
        raise Refused(_("This table is now in use. Choose another.")) from None
    return sittings[0]


def _open_table(evening: SevenEvening, number: int, tables: TwoTables, actor: Actor) -> Sitting:
    name, pack = tables.names[number - 1], tables.packs[number - 1]
    seated = Sitting.objects.filter(
        club=evening.club, table__name=name, closed_at=None, voided_at=None
    )
    if seated.exists():
        phrase = gettext_noop("The table “%(name)s” is in use. Choose another name.")
        raise RuleError("table-taken", phrase, f"name-{number}", name=name)
    table, _made = CardTable.objects.get_or_create(
        club=evening.club, name=name, defaults={"pack": pack}
    )
    if table.pack != pack or not table.active:
        table.pack, table.active = pack, True
        table.save(update_fields=["pack", "active"])
    return Sitting.objects.create(
        club=evening.club,
        table=table,
        evening=tonight(evening.club),
        opened_by=actor.label,
        seven=evening,
        seven_table=number,
    )


def _sit(
    sitting: Sitting,
    people: list[Person],
    agreement: Agreement,
    draws: list[dict[int, str]],
    entry: Authorship,
) -> None:
    """Let all seven belong to a table: each of them plays at both."""
    for order, person in enumerate(people):
        Candidate.objects.create(club=sitting.club, sitting=sitting, person=person, order=order)
    data = agreement.facts()
    if draws:
        data["draws"] = [{str(who): card for who, card in drawn.items()} for drawn in draws]
    Happening.objects.create(sitting=sitting, kind=Happening.Kind.OPENED, data=data, **entry)


def void_seven(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Declare both tables void: they count nowhere, but can be read."""
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        end_crossing(log)
        for number, each in log.seven.sittings.items():
            void_sitting(sitting=each, reason=reason, key=f"{key}:{number}", actor=actor)


def end_crossing(log: Writing) -> None:
    """Let each table go on by itself from now on."""
    SevenEvening.objects.filter(pk=log.seven.evening.pk).update(ended_at=clock.now())


# ---- The evening ends.


@dataclass(frozen=True)
class ToMakeUp:
    """A rubber that is still to be made up; `broken_off` where it counts as it stands."""

    standing: PartScore
    rubber: int
    broken_off: bool


def to_make_up(seven: Seven) -> list[ToMakeUp]:
    """Return what is still to be made up at both tables before the evening can end."""
    found = []
    for standing in seven.standings.values():
        if standing is None:
            continue
        over = len(standing.sheet.rubbers)
        found += [
            ToMakeUp(standing, rubber, False)
            for rubber in range(1, over + 1)
            if not is_agreed(standing.part, rubber)
        ]
        if standing.sheet.unfinished is not None and not is_agreed(standing.part, over + 1):
            found.append(ToMakeUp(standing, over + 1, True))
    return found


def close_seven(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Make up every rubber as it stands, and end both tables for tonight.

    Raises Refused where a deal is still being played, or two reports of one differ.
    """
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if not log.seven.evening.is_open:
            return
        rest = to_make_up(log.seven)
        for number in TABLES:
            if log.state.tables[number].plays:
                raise Refused(_("A deal is still being played. Record its result first."))
        for each in rest:
            if each.broken_off:
                log.happens(Kind.BROKEN_OFF, each.standing.part.sitting.seven_table)
        end_crossing(log)
        for number, each in enumerate(rest):
            _make_up(each, f"{key}:{number}", actor)
        for number, table in log.seven.sittings.items():
            close_sitting(sitting=table, key=f"{key}:close{number}", actor=actor)


def _make_up(rest: ToMakeUp, key: str, actor: Actor) -> None:
    part = rest.standing.part
    if rest.broken_off:
        break_off(
            sitting=part.sitting,
            part=part.number,
            reason=OwnWords("last-deals"),
            key=f"{key}:off",
            actor=actor,
        )
    settle_rubber(
        sitting=part.sitting, part=part.number, rubber=rest.rubber, key=f"{key}:up", actor=actor
    )


def was_closed_together(seven: Seven) -> bool:
    """Whether the evening ended with both tables, so that both can be opened again."""
    return not seven.state.is_over and all(
        each.closed_at is not None and each.voided_at is None for each in seven.sittings.values()
    )


def reopen_seven(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Open both tables again that were ended too early; what was broken off stays so.

    Raises Refused where one of them sits elsewhere by now, or others at one of the tables; where
    they are closed and agreed to all but a scorer who says why.
    """
    try:
        with transaction.atomic():
            seven = seven_of(sitting)
            if seven is None or not was_closed_together(seven):
                raise Refused(_("These tables cannot be reopened together."))
            must_be_changed_by(actor, sitting, reason)
            _must_sit_nowhere(sitting, seven)
            SevenEvening.objects.filter(pk=seven.evening.pk).update(ended_at=None)
            for number, table in seven.sittings.items():
                Sitting.objects.filter(pk=table.pk).update(closed_at=None)
                Happening.objects.create(
                    sitting=table,
                    kind=Happening.Kind.REOPENED,
                    **authored(actor, table.club_id, f"{key}:open{number}", reason),
                )
            with writing(seven.evening.pk, actor=actor, key=key) as log:
                last = log.seven.live(Kind.LAST)
                if last is not None:
                    log.takes_back(last)
                write_seats(log)
    except IntegrityError:
        raise Refused(_("Other people are sitting at this table now.")) from None


def _must_sit_nowhere(sitting: Sitting, seven: Seven) -> None:
    elsewhere = sits_at(sitting.club)
    for who in seven.people:
        if who in elsewhere:
            words = {"name": seven.people[who].name, "table": elsewhere[who]}
            raise Refused(_("%(name)s is sitting at %(table)s now. End that table first.") % words)


# ---- Seven become eight or six.


def eighth_comes(*, sitting: Sitting, person: Person, key: str, actor: Actor) -> None:
    """Let an eighth come: they sit down where the next rubber begins, then there are two tables.

    Raises RuleError where they play elsewhere, Refused where eight are there or the end is near.
    """
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if log.known():
            return
        free_from_elsewhere(sitting.club, [person], actor=actor, key=key)
        log.happens(Kind.EIGHTH, who=person.pk)
        for each in log.seven.sittings.values():
            order = each.candidates.count()
            Candidate.objects.update_or_create(
                sitting=each,
                person=person,
                defaults={"left_at": None},
                create_defaults={"club": each.club, "order": order, "joined_at": clock.now()},
            )


def leaves(*, sitting: Sitting, person: Person, key: str, actor: Actor) -> int:
    """Let somebody leave; return the key of the sitting at which the others go on.

    The rubber of that table closes as it stands and is still to be made up; six belong to the
    other table, where four play and two wait. Where an eighth waits, that player takes the place
    instead.
    """
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if not log.known():
            log.happens(Kind.LEAVES, who=person.pk)
            _gone(log, list(log.seven.sittings.values()), {person.pk})
            write_seats(log)
            closed = log.state.closed
            if closed is not None:
                end_crossing(log)
                table = log.seven.sittings[closed]
                _close_as_it_stands(table, key, actor)
                belonging = table.candidates.filter(left_at=None)
                _gone(log, [table], {one.person_id for one in belonging})
        stays = 3 - (log.state.closed or 2)
        return log.seven.sittings[stays].pk


def _gone(log: Writing, sittings: Collection[Sitting], people: Collection[int]) -> None:
    Candidate.objects.filter(sitting__in=sittings, person__in=people, left_at=None).update(
        left_at=clock.now()
    )


def _close_as_it_stands(sitting: Sitting, key: str, actor: Actor) -> None:
    """Break the running rubber off; a table with nothing to make up ends at once."""
    part = newest_part(sitting)
    if part is not None:
        Draft.objects.filter(part=part).delete()
        if standing_of(part).sheet.unfinished is not None:
            reason = OwnWords("one-left")
            break_off(
                sitting=sitting, part=part.number, reason=reason, key=f"{key}:off", actor=actor
            )
    close_when_settled(sitting, key, actor)


def close_when_settled(sitting: Sitting, key: str, actor: Actor) -> None:
    """End a table that one of the seven left, as soon as all its rubbers are made up."""
    try:
        close_sitting(sitting=sitting, key=f"{key}:close", actor=actor)
    except Refused:
        # A rubber is still to be made up: then it ends.
        return


def swap(*, sitting: Sitting, one: int, two: int, key: str, actor: Actor) -> None:
    """Say by hand that two of the seven sit in each other's place."""
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if not log.known():
            log.happens(Kind.SWAPPED, one=one, two=two)
            write_seats(log)


def end_if_ordinary(log: Writing) -> None:
    """Once an eighth sits and no one crosses, leave each table to its own four."""
    if not log.state.ordinary or not log.state.is_over:
        return
    end_crossing(log)
    for number, sitting in log.seven.sittings.items():
        four = set(log.state.tables[number].four.values())
        here = {each.person_id for each in sitting.candidates.filter(left_at=None)}
        _gone(log, [sitting], here - four)


def last_deals(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Say that these are the last deals: each table finishes, no one crosses any more."""
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if not log.known():
            log.happens(Kind.LAST)


def not_yet_last(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Take it back that these are the last deals."""
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        said = log.seven.live(Kind.LAST)
        if said is not None:
            log.takes_back(said)
            write_seats(log)


# ---- The position sheet.


class SevenSeated(NamedTuple):
    """Somebody in a seat, and for whose account where that is another."""

    seat: str
    person: Person
    account: Person | None


@dataclass
class PlayedDeal:
    """One deal of the evening; `dummy` crossed to `seat` of the other table, if so."""

    number: int
    sitting: Sitting
    standing: PartScore
    live: LiveDeal
    sat: tuple[SevenSeated, ...]
    dummy: Person | None = None
    seat: str = ""

    @property
    def dealer(self) -> str:
        """The seat that dealt."""
        return self.live.revision.dealer


@dataclass
class _SevenLog:
    """The log being read: the deals in the order in which their contracts were made."""

    seven: Seven
    standings: Mapping[tuple[int, int], PartScore]
    deals: list[PlayedDeal | None] = field(default_factory=list)
    # By table: the place in `deals` that a contract holds until its result comes.
    open: dict[int, int] = field(default_factory=dict)
    # By place: who crossed, and where to.
    crossed: dict[int, tuple[int, str]] = field(default_factory=dict)
    last: int | None = None

    def follow(self, state: SevenState[int], kind: str, data: SevenData) -> None:
        """Take in one event and the state after it."""
        table = data.get("at", 0)
        if kind == Kind.CONTRACT:
            self.open[table] = self.last = len(self.deals)
            self.deals.append(None)
        elif kind == Kind.PASSED:
            self.deals.append(self._deal(table, data))
        elif kind == Kind.RESULT:
            self.deals[self.open.pop(table)] = self._deal(table, data)
        crossing = state.crossing
        if crossing is not None and crossing.seat is not None and self.last is not None:
            self.crossed[self.last] = (crossing.who, crossing.seat)

    def _deal(self, table: int, data: SevenData) -> PlayedDeal | None:
        standing = self.standings.get((table, data["part"]))
        deal = standing.by_position(data["position"]) if standing else None
        if standing is None or deal is None:
            return None
        return _played(self.seven.sittings[table], standing.at_deal(deal.position), deal)


def _played(sitting: Sitting, standing: PartScore, deal: LiveDeal) -> PlayedDeal:
    people, accounts = standing.people, standing.accounts
    sat = tuple(
        SevenSeated(seat, people[seat], accounts[seat] if accounts[seat] != people[seat] else None)
        for seat in COMPASS
    )
    return PlayedDeal(
        number=deal.number,
        sitting=sitting,
        standing=standing,
        live=deal,
        sat=sat,
    )


def positions_of(seven: Seven) -> list[PlayedDeal]:
    """Return every deal of the evening that counts, in the order of their contracts.

    Five queries, and one more for each rubber.
    """
    parts = parts_with_seats().filter(sitting__seven=seven.evening)
    numbers = {sitting.pk: number for number, sitting in seven.sittings.items()}
    standings = {(numbers[part.sitting_id], part.number): standing_of(part) for part in parts}
    reading = _SevenLog(seven, standings)
    home = seven.evening.rules["seven_seat"] == "home"
    state: SevenState[int] = begin(tuple(seven.evening.players), home)
    for happening in seven.log:
        if happening.kind != Kind.TAKEN_BACK and seven.counts(happening):
            state = happen(state, event_of(happening))
            reading.follow(state, happening.kind, happening.data)
    return _numbered(reading)


def _numbered(reading: _SevenLog) -> list[PlayedDeal]:
    """Number the deals that count, and say of each who crossed for it."""
    found: list[PlayedDeal] = []
    for place, deal in enumerate(reading.deals):
        if deal is None:
            continue
        deal.number = len(found) + 1
        if place in reading.crossed:
            who, seat = reading.crossed[place]
            deal.dummy, deal.seat = reading.seven.people[who], seat
        found.append(deal)
    return found
