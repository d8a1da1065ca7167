"""Sittings of card tables written into score files, looked at, and brought in from them.

A line is a part. A rubber cut in two would settle as two, so one with a substitute stays in one
line with whose money it is as credit. Sittings come in through the same services as at a table,
all or nothing, as of noon of their date; what is here already is left as it is.
"""

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from unicodedata import category

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Refused
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Entry, Person, Posting, zone_of
from clubscore.club.people import people_in, short_name_for
from clubscore.club.record_words import OwnWords
from clubscore.club.table_money import waive
from clubscore.club.wording import speak_amount
from clubscore.files.json_text import read_values
from clubscore.files.printable import printable_json
from clubscore.files.score_file import ScoreFile, SittingFacts, SittingHead, read_score_file
from clubscore.laws.deal import FineFacts, Unverified
from clubscore.laws.errors import RuleError, join_path
from clubscore.laws.money import find_currency
from clubscore.laws.words import gettext_noop, ngettext_lazy, seat_name
from clubscore.rubbers.models import CardTable, Happening, Part, Seat, Sitting, Substitute
from clubscore.rubbers.pad import PartHeading, part_heading
from clubscore.rubbers.recording import DealEntry, agree_rubber, record_deal
from clubscore.rubbers.score import LiveDeal, PartScore, standing_of, standings_of
from clubscore.rubbers.seating import (
    Agreement,
    LineUp,
    break_off,
    check_line_up,
    close_sitting,
    open_sitting,
    take_seats,
)
from clubscore.rubbers.selectors import free_tables, new_key, part_of, parts_with_seats, tonight
from clubscore.rubbers.settling import ROOM, RUBBERS


def written_sitting(sitting: Sitting, *, plain: bool = False) -> list[SittingFacts]:
    """Return a sitting as score files, a part each; `plain` without what no score follows from.

    Where players or accounts differ from rubber to rubber, each stretch of rubbers is a line of its
    own; `sitting_in` brings them back.
    """
    parts = parts_with_seats().filter(sitting=sitting).order_by("number")
    written = _written_parts(sitting, standings_of(list(parts)))
    for deal in (deal for part in written for deal in part["deals"] if plain):
        deal.pop("auction", None)
        if "fines" in deal:
            fines: list[FineFacts] = [
                {"player": fine["player"], "points": fine["points"], "to": fine["to"]}
                for fine in deal["fines"]
            ]
            deal["fines"] = fines
    return written


def written_for(people: Iterable[int]) -> list[SittingFacts]:
    """Return the parts of sittings that somebody sat in or played for, oldest first.

    Four queries, however many they are. `people` are the keys under which they are known.
    """
    named = Q(person__in=people) | Q(account__in=people)
    sat = Q(pk__in=Seat.objects.filter(named).values("part"))
    sat |= Q(pk__in=Substitute.objects.filter(named).values("part"))
    parts = parts_with_seats().select_related("sitting__club", "sitting__table")
    parts = parts.filter(sat, sitting__voided_at=None).order_by("sitting", "number")
    together = groupby(standings_of(list(parts)), lambda standing: standing.part.sitting)
    return [line for sitting, those in together for line in _written_parts(sitting, those)]


def _written_parts(sitting: Sitting, standings: Iterable[PartScore]) -> list[SittingFacts]:
    stretches = [each for standing in standings for each in _stretches(standing)]
    return [
        _written(sitting, number, standing, live)
        for number, (standing, live) in enumerate(stretches, start=1)
    ]


def _stretches(standing: PartScore) -> list[tuple[PartScore, tuple[LiveDeal, ...]]]:
    """Return the deals of a part in stretches of whole rubbers with the same people."""
    if not standing.substitutes:
        return [(standing, standing.live)]
    found: list[tuple[PartScore, list[LiveDeal]]] = []
    for deal, scored in standing.pairs():
        now = standing.of_rubber(scored.rubber)
        if not found or (now.people, now.accounts) != (found[-1][0].people, found[-1][0].accounts):
            found.append((now, []))
        found[-1][1].append(deal)
    return [(now, tuple(deals)) for now, deals in found]


def _written(
    sitting: Sitting, number: int, standing: PartScore, live: tuple[LiveDeal, ...]
) -> SittingFacts:
    names = {seat: person.name for seat, person in standing.people.items()}
    accounts = {
        seat: person.name
        for seat, person in standing.accounts.items()
        if person.pk != standing.people[seat].pk
    }
    about: SittingHead = {
        "date": sitting.evening.isoformat(),
        "club": sitting.club.name,
        "table": sitting.table.name,
        "sitting": str(sitting.pk),
        "part": number,
    }
    deals = tuple(standing.read(deal.facts) for deal in live)
    return ScoreFile(
        game=standing.game,
        rules=standing.rules,
        deals=deals,
        given_rules=standing.part.rules,
        players=names,
        credit=accounts,
        stakes=standing.stakes,
        about=about,
    ).to_dict()


def as_lines(parts: Iterable[SittingFacts]) -> str:
    """Return score files as JSON Lines."""
    return printable_json("".join(json.dumps(part, ensure_ascii=False) + "\n" for part in parts))


# ---- What score files tell of sittings.

# What one page brings in at once: it is all recorded in one transaction, for which tables wait.
AT_ONCE = (240, 60)  # deals, people
# Long before the oldest game that is known here.
EARLIEST = dt.date(1850, 1, 1)
LONGEST_NAME, LONGEST_TABLE = 80, 40


@dataclass(frozen=True)
class ScoreFileLine:
    """A part of a sitting, and where it stands: `line 2`, `friday.jsonl, line 2`."""

    where: str
    score_file: ScoreFile

    def names(self) -> dict[str, str]:
        """Return the name at each seat; a seat without one is called by its letter."""
        told = self.score_file.players
        return {seat: tidy_name(told.get(seat, "")) or seat for seat in self.score_file.game.seats}

    def credit(self) -> dict[str, str]:
        """Return for whose account a seat plays, where that is somebody else."""
        return {seat: tidy_name(name) or seat for seat, name in self.score_file.credit.items()}


@dataclass(frozen=True)
class ToldSitting:
    """A sitting as files tell it, its parts in order."""

    lines: tuple[ScoreFileLine, ...]

    @property
    def date(self) -> dt.date | None:
        """When it was played, where the file says so."""
        told = self.lines[0].score_file.about.get("date")
        return None if told is None else dt.date.fromisoformat(told)

    @property
    def table(self) -> str:
        """The table's name, empty where the file has none."""
        return tidy(self.lines[0].score_file.about.get("table", ""))

    @property
    def key(self) -> str:
        """What the same facts always have, however often they come."""
        facts = json.dumps([line.score_file.to_dict() for line in self.lines], sort_keys=True)
        return f"file:{hashlib.sha256(facts.encode()).hexdigest()[:40]}"

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(len(line.score_file.deals) for line in self.lines)


def tidy(text: str) -> str:
    """Return a text without blanks that nobody sees and what no database keeps.

    Invisible letters stay: some names need them, and the preview asks about the others.
    """
    shown = "".join(c for c in text if c.isprintable() or c.isspace() or category(c) == "Cf")
    return " ".join(shown.split())


def tidy_name(name: str) -> str:
    """Return a name as people are called here."""
    return tidy(name)[:LONGEST_NAME].rstrip()


def read_sittings(
    files: Sequence[tuple[str, str]], most: tuple[int, int] | None = AT_ONCE
) -> list[ToldSitting]:
    """Return the sittings of some files, each a (name, text), in the order of their first lines.

    `most` limits the deals and the people of all files together.
    Raises RuleError whose field says where: `friday.jsonl, line 2.deals[3].tricks`, the file only
    where there are several.
    """
    lines = [
        line
        for name, text in files
        for line in read_lines(text, f"{name}, " if len(files) > 1 else "")
    ]
    sittings = put_together(lines)
    if most is not None:
        _check_number(sittings, *most)
    return sittings


def read_lines(text: str, before: str = "") -> Iterable[ScoreFileLine]:
    """Return the parts that a text tells. RuleError with line and field, behind `before`."""
    values = list(read_values(text))
    numbers = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    # One object may be written over several lines; then its fields say enough.
    places = [f"line {n}" for n in numbers] if len(values) == len(numbers) else [""]
    for place, value in zip(places, values, strict=False):
        yield _line(place, before, value)


def _line(place: str, before: str, value: Unverified | RuleError) -> ScoreFileLine:
    try:
        if isinstance(value, RuleError):
            raise value
        score_file = read_score_file(value)
        _check_date(score_file.about.get("date"))
        _check_table(score_file.about.get("table", ""))
    except RuleError as error:
        inner = error.where
        where = inner if inner.startswith("line ") else join_path(place, inner)
        raise RuleError(error.code, error.phrase, f"{before}{where}", **error.params) from None
    return ScoreFileLine(f"{before}{place}".removesuffix(", "), score_file)


def _check_date(told: str | None) -> None:
    if told is None:
        return
    try:
        day = dt.date.fromisoformat(told)
    except ValueError:
        phrase = gettext_noop("Write a date like 2026-11-03, not %(given)s.")
        raise RuleError("date", phrase, "date", given=told) from None
    if not EARLIEST <= day <= clock.now().date() + dt.timedelta(days=1):
        phrase = gettext_noop("Enter a date from %(first)s until today.")
        raise RuleError("date", phrase, "date", first=EARLIEST.isoformat())


def _check_table(told: str) -> None:
    if len(told) > LONGEST_TABLE:
        phrase = ngettext_lazy(
            "A table's name may have at most %(most)s character.",
            "A table's name may have at most %(most)s characters.",
            "most",
        )
        raise RuleError("table", phrase, "table", most=LONGEST_TABLE)


def put_together(lines: Iterable[ScoreFileLine]) -> list[ToldSitting]:
    """Return the sittings that lines tell. Raises RuleError where a part stands twice.

    The parts of one sitting may stand anywhere in a file, or in several files.
    """
    found: dict[object, list[ScoreFileLine]] = {}
    for number, line in enumerate(lines):
        about: Unverified = line.score_file.about
        same = tuple(about.get(key) for key in ("sitting", "club", "date", "table"))
        found.setdefault(same if "sitting" in about else number, []).append(line)
    return [ToldSitting(_in_order(parts)) for parts in found.values()]


def _check_number(sittings: Sequence[ToldSitting], deals: int, people: int) -> None:
    if sum(each.deals for each in sittings) > deals:
        phrase = ngettext_lazy(
            "There is more than %(most)s deal. Import them in parts.",
            "There are more than %(most)s deals. Import them in parts.",
            "most",
        )
        raise RuleError("too-many", phrase, most=deals)
    if len(names_in(sittings)) > people:
        phrase = ngettext_lazy(
            "There is more than %(most)s person. Import them in parts.",
            "There are more than %(most)s people. Import them in parts.",
            "most",
        )
        raise RuleError("too-many", phrase, most=people)


def _in_order(parts: list[ScoreFileLine]) -> tuple[ScoreFileLine, ...]:
    """Return the parts of one sitting by their numbers. RuleError where one stands twice."""
    seen: dict[object, ScoreFileLine] = {}
    for line in parts:
        number = line.score_file.about.get("part")
        if number is not None and number in seen:
            phrase = gettext_noop("Part %(number)s of this evening appears twice. Keep one.")
            raise RuleError("twice", phrase, join_path(line.where, "part"), number=number)
        seen[number] = line
    return tuple(sorted(parts, key=lambda line: line.score_file.about.get("part") or 0))


def names_in(sittings: Iterable[ToldSitting]) -> list[str]:
    """Return everybody that sittings name, as they are called there, each once."""
    called = [
        name
        for told in sittings
        for line in told.lines
        for name in (*line.names().values(), *line.credit().values())
    ]
    return list(dict.fromkeys(called))


# ---- Sittings that files tell, recorded.

# What makes two sittings of one evening at one table the same, whoever their people are taken for.
PLAYED = ("game", "rules", "stakes", "deals")


class RecordedSitting(NamedTuple):
    """A sitting as it was told and as it is here; `known` where it was here before."""

    told: ToldSitting
    sitting: Sitting
    known: bool


def match_names(club: Club, names: Sequence[str]) -> dict[str, Person | None]:
    """Return who of the club bears each name, None where nobody does. One query.

    Of several with one name it is whoever came first; capitals do not matter where no name fits
    to the letter.
    """
    people = list(people_in(club).order_by("pk"))
    roughly = {person.name.casefold(): person for person in reversed(people)}
    exactly = {person.name: person for person in reversed(people)}
    return {name: exactly.get(name) or roughly.get(name.casefold()) for name in names}


def known_sitting(club: Club, told: ToldSitting) -> Sitting | None:
    """Return the sitting of this club that files tell once more, if there is one."""
    opened = Happening.objects.filter(club=club, key=told.key).select_related("sitting__table")
    before = opened.first()
    if before is not None:
        return before.sitting
    if told.date is None or not told.deals:
        return None
    sittings = Sitting.objects.filter(club=club, evening=told.date, voided_at=None)
    if told.table:
        sittings = sittings.filter(table__name=told.table)
    played = [_played(line.score_file.to_dict()) for line in told.lines]
    for sitting in sittings.select_related("club", "table").order_by("pk"):
        if [_played(part) for part in written_sitting(sitting)] == played:
            return sitting
    return None


def _played(part: Unverified) -> list[object]:
    return [part.get(key) for key in PLAYED]


def bring_in(
    *,
    club: Club,
    told: Sequence[ToldSitting],
    source: str,
    actor: Actor,
    people: Mapping[str, Person | None] | None = None,
) -> list[RecordedSitting]:
    """Record sittings, all or nothing; one that is here already counts once.

    `people` says who each name is here: None for somebody new, who comes as a guest, or a person
    who is not saved yet, for a guest under that name; without it, whoever bears the name. Raises
    RuleError whose field begins with the line.
    """
    called = match_names(club, names_in(told)) if people is None else people
    with transaction.atomic():
        here = _SittingPeople(club, called, actor)
        brought = []
        for each in told:
            known = known_sitting(club, each)
            sitting = known or _bring(club, each, here, actor)
            brought.append(RecordedSitting(each, sitting, known is not None))
        count = sum(not one.known for one in brought)
        if count:
            what = "sittings brought in"
            note_act(club=club, author=actor.label, what=what, name=source, count=count)
    return brought


class _SittingPeople:
    """Who the names of files are; somebody new is made once, when first wanted."""

    def __init__(self, club: Club, called: Mapping[str, Person | None], actor: Actor) -> None:
        self.club, self.actor = club, actor
        self.called = dict(called)

    def at(self, names: Mapping[str, str]) -> dict[str, Person]:
        return {seat: self._by(name) for seat, name in names.items()}

    def _by(self, name: str) -> Person:
        found = self.called.get(name)
        if found is None or found.pk is None:
            bears = found.name if found else name
            found = self.called[name] = Person.objects.create(
                club=self.club,
                name=bears,
                short_name=short_name_for(self.club, bears),
                kind=Person.Kind.GUEST,
            )
            author = self.actor.label
            note_act(club=self.club, author=author, what="guest added", name=bears, id=found.pk)
        return found


def _bring(club: Club, told: ToldSitting, people: _SittingPeople, actor: Actor) -> Sitting:
    moment = clock.now()
    if told.date is not None:
        moment = dt.datetime.combine(told.date, dt.time(12), zone_of(club))
    with clock.at(moment):
        sitting: Sitting | None = None
        for line in told.lines:
            with _told_at(line):
                sitting = sitting or _open(club, told, people, actor)
                _take_seats(sitting, line, people, actor)
                _record(sitting, line, actor)
        assert sitting is not None  # noqa: S101 - a sitting that is told has a line
        with _told_at(line):
            close_sitting(sitting=sitting, key=new_key(), actor=actor)
    if sitting.evening != tonight(club):
        _let_off(sitting, actor)
    return sitting


def _let_off(sitting: Sitting, actor: Actor) -> None:
    """Take today's table money for no evening of the past; the slip can charge it after all."""
    charged = Entry.objects.filter(
        club=sitting.club_id, room=ROOM, sitting=sitting.pk, kind=Entry.Kind.TABLE_MONEY
    )
    for entry in charged.order_by("pk"):
        waive(charged=entry, reason=OwnWords("played-before"), key=new_key(), actor=actor)


@contextmanager
def _told_at(line: ScoreFileLine) -> Iterator[None]:
    """Say of what cannot be recorded where it stands."""
    try:
        yield
    except RuleError as error:
        raise RuleError(error.code, error.phrase, line.where, **error.params) from None
    except Refused as refusal:
        raise RuleError("not-now", "%(why)s", line.where, why=str(refusal)) from None


def _open(club: Club, told: ToldSitting, people: _SittingPeople, actor: Actor) -> Sitting:
    first = told.lines[0]
    line_up = _line_up(first, people)
    check_line_up(first.score_file.game, line_up)
    return open_sitting(
        club=club,
        table=_table(club, told),
        people=list(line_up.seats.values()),
        agreement=_agreement(first),
        key=told.key,
        actor=actor,
    )


def _table(club: Club, told: ToldSitting) -> CardTable | None:
    """Return the table of that name; without a name one that was free then, None for a new one."""
    if not told.table:
        evening = told.date or clock.now().date()
        return free_tables(club).exclude(sittings__evening=evening).first()
    table, made = CardTable.objects.get_or_create(club=club, name=told.table)
    taken = Sitting.objects.filter(table=table, closed_at=None, voided_at=None)
    if not made and taken.exists():
        phrase = gettext_noop("%(table)s is in use. Import this once that table has ended.")
        raise RuleError("taken", phrase, table=table.name)
    return table


def _agreement(line: ScoreFileLine) -> Agreement:
    told = line.score_file
    stakes = told.stakes.to_dict() if told.stakes else None
    return Agreement(told.game.key, dict(told.given_rules), stakes)


def _line_up(line: ScoreFileLine, people: _SittingPeople) -> LineUp:
    dealer = line.score_file.game.deal_order[0]
    return LineUp(people.at(line.names()), dealer, people.at(line.credit()))


def _take_seats(
    sitting: Sitting, line: ScoreFileLine, people: _SittingPeople, actor: Actor
) -> None:
    take_seats(
        sitting=sitting,
        line_up=_line_up(line, people),
        agreement=_agreement(line),
        key=new_key(),
        actor=actor,
    )


def _record(sitting: Sitting, line: ScoreFileLine, actor: Actor) -> None:
    """Record every deal; each rubber is agreed as it ends, one under way is broken off."""
    part = part_of(sitting)
    assert part is not None  # noqa: S101 - seats were taken a moment ago
    sheet = line.score_file.sheet()
    over = {rubber.deal: number for number, rubber in enumerate(sheet.rubbers, start=1)}

    def agree(rubber: int) -> None:
        agree_rubber(sitting=sitting, part=part.number, rubber=rubber, key=new_key(), actor=actor)

    for count, deal in enumerate(line.score_file.deals, start=1):
        facts = deal.facts()

        report = DealEntry(part.number, count, facts, new_key(), {})
        record_deal(sitting=sitting, report=report, actor=actor)
        if count in over:
            agree(over[count])
    if sheet.unfinished is not None:
        break_off(sitting=sitting, part=part.number, reason="", key=new_key(), actor=actor)
        agree(len(sheet.rubbers) + 1)


# ---- Sittings as they would come in.


class ShownPart(NamedTuple):
    """A part: its game, its people, and what came out."""

    heading: PartHeading
    seats: list[tuple[str, Person, Person | None]]  # seat, who sits there, for whose account
    deals: int
    rubbers: int
    totals: list[tuple[list[str], int]]  # names of a column, its points


class ShownSitting(NamedTuple):
    """A sitting as it would stand, and what the book would say of it."""

    table: str
    evening: dt.date
    known: int | None  # the number of the sitting that is here already
    parts: list[ShownPart]
    owed: list[tuple[str, str, str]]  # who pays whom how much
    fees: list[tuple[str, str]]  # who owes the club how much table money


def seen_before(
    *, club: Club, told: Sequence[ToldSitting], people: Mapping[str, Person | None], actor: Actor
) -> list[ShownSitting]:
    """Return sittings as they would be recorded; nothing of it stays. RuleError where they cannot.

    What is here already is read as it stands here.
    """
    with transaction.atomic():
        brought = bring_in(club=club, told=told, source="", actor=actor, people=people)
        shown = [_shown(each) for each in brought]
        transaction.set_rollback(True)
    return shown


def _shown(brought: RecordedSitting) -> ShownSitting:
    sitting = brought.sitting
    parts = parts_with_seats().filter(sitting=sitting).select_related("sitting__club")
    owed, fees = _posted(sitting) if sitting.club.plays_for_money else ([], [])
    return ShownSitting(
        table=sitting.table.name,
        evening=sitting.evening,
        known=sitting.pk if brought.known else None,
        parts=[_part(part) for part in parts.order_by("number")],
        owed=owed,
        fees=fees,
    )


def _part(part: Part) -> ShownPart:
    standing = standing_of(part)
    return ShownPart(
        heading=part_heading(standing),
        seats=[
            (_(seat_name(seat)), person, account if account.pk != person.pk else None)
            for seat, person in standing.people.items()
            for account in [standing.accounts[seat]]
        ],
        deals=len(standing.live),
        rubbers=len(standing.sheet.rubbers),
        totals=[
            (standing.column_names[column], points)
            for column, points in standing.sheet.totals.items()
        ],
    )


def _posted(sitting: Sitting) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    """Return what the book holds of a sitting: who pays whom, and the club's table money."""
    rows = Posting.objects.filter(club=sitting.club_id, entry__sitting=sitting.pk)
    people: dict[tuple[Person, Person, str], int] = defaultdict(int)
    fees: dict[tuple[Person, str], int] = defaultdict(int)
    for row in rows.select_related("entry", "debited__person", "credited__person").order_by("pk"):
        payer, payee = row.debited.person, row.credited.person
        if row.entry.kind in RUBBERS and payer and payee:
            back = people.pop((payee, payer, row.currency), 0)
            people[payer, payee, row.currency] += row.amount - back
        elif payer and payee is None:
            fees[payer, row.currency] += row.amount
        elif payee and payer is None:
            fees[payee, row.currency] -= row.amount
    owed = [
        (sides[0].name, sides[1].name, speak_amount(abs(coins), find_currency(code)))
        for (payer, payee, code), coins in people.items()
        for sides in [(payer, payee) if coins > 0 else (payee, payer)]
        if coins
    ]
    return owed, [
        (payer.name, speak_amount(coins, find_currency(code)))
        for (payer, code), coins in fees.items()
        if coins
    ]
