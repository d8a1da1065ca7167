"""Writing in the club's book. Only here; only inside the transaction of what it follows from.

An entry has postings, each from one account to another, so that it sums to nothing by its shape.
A party is a person's key, THE_CLUB, or EXCHANGE, where coins of two kinds meet.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from clubscore.club.authorship import Authorship
from clubscore.club.kept_data import EntryData
from clubscore.club.models import Account, Entry, Posting

THE_CLUB, EXCHANGE = 0, -1
_KINDS = {THE_CLUB: Account.Kind.CLUB, EXCHANGE: Account.Kind.EXCHANGE}


class Line(NamedTuple):
    """From which party to which, in which currency: the one falls by what the other rises."""

    debited: int
    credited: int
    currency: str


Lines = Mapping[Line, int]


@dataclass(frozen=True)
class Origin:
    """Where an entry comes from: the evening, and the room's own words for place and subject.

    Entries of one evening, room and place make a slip; one without a place stands on no slip.
    """

    evening: dt.date
    room: str = ""
    place: str = ""
    sitting: int | None = None
    subject: str = ""
    data: EntryData = field(default_factory=EntryData)

    @classmethod
    def of(cls, entry: Entry) -> "Origin":
        """Return where another entry came from."""
        return cls(entry.evening, entry.room, entry.place, entry.sitting, entry.subject, entry.data)


def post(
    *,
    kind: str,
    origin: Origin,
    lines: Lines,
    entry: Authorship,
    law_version: str = "",
    corrects: Entry | None = None,
) -> Entry | None:
    """Enter something in the book, with its author and key (`authored`); None where it is nothing.

    A line below nothing goes the other way round. The caller holds what the amounts follow from,
    and knows that this key was not entered before.
    """
    flowing = [one for one in (_right_way_round(*each) for each in lines.items()) if one[1]]
    if not flowing:
        return None
    made: Entry = Entry.objects.create(
        kind=kind,
        evening=origin.evening,
        room=origin.room,
        place=origin.place,
        sitting=origin.sitting,
        subject=origin.subject,
        data=origin.data,
        law_version=law_version,
        corrects=corrects,
        **entry,
    )
    _write_postings(made, flowing)
    return made


def _write_postings(entry: Entry, lines: Iterable[tuple[Line, int]]) -> None:
    lines = list(lines)
    accounts = _accounts(entry.club_id, lines)
    Posting.objects.bulk_create(
        Posting(
            club_id=entry.club_id,
            entry=entry,
            debited_id=accounts[line.debited],
            credited_id=accounts[line.credited],
            currency=line.currency,
            amount=amount,
        )
        for line, amount in lines
    )


def _right_way_round(line: Line, amount: int) -> tuple[Line, int]:
    if amount >= 0:
        return line, amount
    return Line(line.credited, line.debited, line.currency), -amount


def _accounts(club_id: int, lines: Iterable[tuple[Line, int]]) -> dict[int, int]:
    """Return {party: key of its account}, opening those that are not there yet."""
    parties = {party for line, _amount in lines for party in (line.debited, line.credited)}
    known = _known_accounts(club_id)
    missing = parties - known.keys()
    if missing:
        Account.objects.bulk_create(
            (
                Account(
                    club_id=club_id,
                    kind=_KINDS.get(party, Account.Kind.PERSON),
                    person_id=party if party > 0 else None,
                )
                for party in sorted(missing)
            ),
            ignore_conflicts=True,
        )
        known = _known_accounts(club_id)
    return known


def _known_accounts(club_id: int) -> dict[int, int]:
    special = {kind.value: party for party, kind in _KINDS.items()}
    rows = Account.objects.filter(club_id=club_id).values_list("pk", "kind", "person_id")
    return {person or special[kind]: pk for pk, kind, person in rows}


def lines_of(entry: Entry) -> dict[Line, int]:
    """Return what an entry posted."""
    special = {kind.value: party for party, kind in _KINDS.items()}

    def party(account: Account) -> int:
        return account.person_id or special[account.kind]

    lines: dict[Line, int] = defaultdict(int)
    for posting in entry.postings.select_related("debited", "credited"):
        line = Line(party(posting.debited), party(posting.credited), posting.currency)
        lines[line] += posting.amount
    return dict(lines)


def contradict(*, wrong: Entry, kind: str, entry: Authorship) -> Entry | None:
    """Answer an entry with its contrary, which is how the book is put right."""
    contrary = {line: -amount for line, amount in lines_of(wrong).items()}
    return post(
        kind=kind,
        origin=Origin.of(wrong),
        lines=contrary,
        entry=entry,
        law_version=wrong.law_version,
        corrects=wrong,
    )
