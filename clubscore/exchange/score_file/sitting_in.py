"""Sittings that files tell, recorded through the same services as at a table, all or nothing.

They are recorded as of noon of their date and closed at once. What is here already, because the
same file came before or because it went out from here, is left as it is.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.accounts.table_money import waive
from clubscore.club.evening import zone_of
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, Entry, Person
from clubscore.club.own_words import OwnWords
from clubscore.club.people.guests import short_name_for
from clubscore.club.people.selectors import people_in
from clubscore.club.refused import Refused
from clubscore.exchange.score_file.sitting_file import written_sitting
from clubscore.exchange.score_file.sitting_reading import Line, ToldSitting, names_in
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.deal.recording import Report, record_deal
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import CardTable, Happening, Sitting
from clubscore.rubbers.money.booking import ROOM
from clubscore.rubbers.money.settling import agree_rubber
from clubscore.rubbers.selectors import free_tables, part_of, tonight
from clubscore.rubbers.sitting.ending import break_off, close_sitting
from clubscore.rubbers.sitting.seating import (
    Agreement,
    LineUp,
    check_line_up,
    open_sitting,
    take_seats,
)

# What makes two sittings of one evening at one table the same, whoever their people are taken for.
PLAYED = ("game", "rules", "stakes", "deals")


class Brought(NamedTuple):
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
) -> list[Brought]:
    """Record sittings, all or nothing; one that is here already counts once.

    `people` says who each name is here: None for somebody new, who comes as a guest, or a person
    who is not saved yet, for a guest under that name; without it, whoever bears the name. Raises
    RuleError whose field begins with the line.
    """
    called = match_names(club, names_in(told)) if people is None else people
    with transaction.atomic():
        here = _People(club, called, actor)
        brought = []
        for each in told:
            known = known_sitting(club, each)
            sitting = known or _bring(club, each, here, actor)
            brought.append(Brought(each, sitting, known is not None))
        count = sum(not one.known for one in brought)
        if count:
            what = "sittings brought in"
            note_act(club=club, author=actor.label, what=what, name=source, count=count)
    return brought


class _People:
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


def _bring(club: Club, told: ToldSitting, people: _People, actor: Actor) -> Sitting:
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
def _told_at(line: Line) -> Iterator[None]:
    """Say of what cannot be recorded where it stands."""
    try:
        yield
    except RuleError as error:
        raise RuleError(error.code, error.phrase, line.where, **error.params) from None
    except Refused as refusal:
        raise RuleError("not-now", "%(why)s", line.where, why=str(refusal)) from None


def _open(club: Club, told: ToldSitting, people: _People, actor: Actor) -> Sitting:
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


def _agreement(line: Line) -> Agreement:
    told = line.score_file
    stakes = told.stakes.to_dict() if told.stakes else None
    return Agreement(told.game.key, dict(told.given_rules), stakes)


def _line_up(line: Line, people: _People) -> LineUp:
    dealer = line.score_file.game.deal_order[0]
    return LineUp(people.at(line.names()), dealer, people.at(line.credit()))


def _take_seats(sitting: Sitting, line: Line, people: _People, actor: Actor) -> None:
    take_seats(
        sitting=sitting,
        line_up=_line_up(line, people),
        agreement=_agreement(line),
        key=new_key(),
        actor=actor,
    )


def _record(sitting: Sitting, line: Line, actor: Actor) -> None:
    """Record every deal; each rubber is agreed as it ends, one under way is broken off."""
    part = part_of(sitting)
    assert part is not None  # noqa: S101 - seats were taken a moment ago
    sheet = line.score_file.sheet()
    over = {rubber.deal: number for number, rubber in enumerate(sheet.rubbers, start=1)}

    def agree(rubber: int) -> None:
        agree_rubber(sitting=sitting, part=part.number, rubber=rubber, key=new_key(), actor=actor)

    for count, deal in enumerate(line.score_file.deals, start=1):
        facts = deal.facts()

        report = Report(part.number, count, facts, new_key(), {})
        record_deal(sitting=sitting, report=report, actor=actor)
        if count in over:
            agree(over[count])
    if sheet.unfinished is not None:
        break_off(sitting=sitting, part=part.number, reason="", key=new_key(), actor=actor)
        agree(len(sheet.rubbers) + 1)
