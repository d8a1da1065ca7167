"""A sitting out of the database into score files, and back into it.

One line a part; the parts of one sitting bear its number and their own. A substitute takes a seat
over in the middle of a rubber, and a rubber cut in two would settle as two: it stays in one line,
with whoever played its last deal as player and whose money it is as credit. Where players or
accounts differ from rubber to rubber, each stretch of rubbers is a line of its own. What comes in
goes through the same services as at a table; it is recorded as of noon of its date and is closed at
once.
"""

import datetime as dt
import json
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.evening import zone_of
from clubscore.club.guests import short_name_for
from clubscore.club.models import Club, Person
from clubscore.exchange.score_file import ScoreFile, read_score_file
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubber.ending import break_off, close_sitting
from clubscore.rubber.entering import Report, record_deal
from clubscore.rubber.keys import new_key
from clubscore.rubber.models import CardTable, Sitting
from clubscore.rubber.seating import (
    Agreement,
    LineUp,
    open_sitting,
    take_seats,
)
from clubscore.rubber.selectors import part_of, parts_with_seats
from clubscore.rubber.settling import agree_rubber, is_agreed
from clubscore.rubber.standing import LiveDeal, Standing, standing_of


def written_sitting(sitting: Sitting) -> list[dict[str, Any]]:
    """Return a sitting as score files, a part each."""
    parts = parts_with_seats().filter(sitting=sitting).order_by("number")
    stretches = [each for part in parts for each in _stretches(standing_of(part))]
    return [
        _written(sitting, number, standing, live)
        for number, (standing, live) in enumerate(stretches, start=1)
    ]


def _stretches(standing: Standing) -> list[tuple[Standing, tuple[LiveDeal, ...]]]:
    """Return the deals of a part in stretches of whole rubbers with the same people."""
    if not standing.substitutes:
        return [(standing, standing.live)]
    found: list[tuple[Standing, list[LiveDeal]]] = []
    for deal, scored in standing.pairs():
        now = standing.of_rubber(scored.rubber)
        if not found or (now.people, now.accounts) != (found[-1][0].people, found[-1][0].accounts):
            found.append((now, []))
        found[-1][1].append(deal)
    return [(now, tuple(deals)) for now, deals in found]


def _written(
    sitting: Sitting, number: int, standing: Standing, live: tuple[LiveDeal, ...]
) -> dict[str, Any]:
    names = {seat: person.name for seat, person in standing.people.items()}
    accounts = {
        seat: person.name
        for seat, person in standing.accounts.items()
        if person.pk != standing.people[seat].pk
    }
    about: dict[str, str | int] = {
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


def as_lines(parts: Iterable[dict[str, Any]]) -> str:
    """Return score files as JSON Lines."""
    return "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in parts)


def bring_in(*, club: Club, raw: list[Any], actor: Actor) -> list[Sitting]:
    """Bring sittings in, all or nothing. Parts of one sitting stand one after the other.

    `raw` holds what was read of a file, a RuleError where a line is none. Raises RuleError
    whose field begins with the line, like `line 2.deals[3].tricks`.
    """
    files = [_verified(number, each) for number, each in enumerate(raw, start=1)]
    sittings: dict[Any, Sitting] = {}
    with transaction.atomic():
        for number, score_file in enumerate(files, start=1):
            key = score_file.about.get("sitting", number)
            with clock.at(_moment(club, score_file.about.get("date"))):
                sitting = sittings.get(key)
                if sitting is not None:
                    _take_seats(sitting, score_file, actor)
                else:
                    sitting = sittings[key] = _open(club, score_file, actor)
                _record(sitting, score_file, actor)
        for sitting in sittings.values():
            with clock.at(_moment(club, sitting.evening.isoformat())):
                close_sitting(sitting=sitting, key=new_key(), actor=actor)
    return list(sittings.values())


def _verified(number: int, raw: Any) -> ScoreFile:
    """Return one line as a score file. RuleError names the line and the field."""
    try:
        if isinstance(raw, RuleError):
            raise raw
        return read_score_file(raw)
    except RuleError as error:
        raise error.under(f"line {number}") from None


def _moment(club: Club, date: Any) -> dt.datetime:
    """Return noon of a date by the club's clock; now where the file has none."""
    if date is None:
        return clock.now()
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        phrase = gettext_noop("A date is like 2026-11-03, not %(given)s.")
        raise RuleError("date", phrase, "date", given=date) from None
    return dt.datetime.combine(day, dt.time(12), zone_of(club))


def _open(club: Club, score_file: ScoreFile, actor: Actor) -> Sitting:
    people = _people(club, score_file)
    name = str(score_file.about.get("table", ""))[:40]
    table = None
    if name:
        table, _made = CardTable.objects.get_or_create(club=club, name=name)
    sitting = open_sitting(
        club=club,
        table=table,
        people=list(people.values()),
        agreement=_agreement(score_file),
        key=new_key(),
        actor=actor,
    )
    _take_seats(sitting, score_file, actor)
    return sitting


def _agreement(score_file: ScoreFile) -> Agreement:
    stakes = score_file.stakes.to_dict() if score_file.stakes else None
    return Agreement(score_file.game.key, dict(score_file.given_rules), stakes)


def _take_seats(sitting: Sitting, score_file: ScoreFile, actor: Actor) -> None:
    people = _people(sitting.club, score_file)
    credit = {seat: _person(sitting.club, name) for seat, name in score_file.credit.items()}
    take_seats(
        sitting=sitting,
        line_up=LineUp(seats=people, dealer=score_file.game.deal_order[0], accounts=credit),
        agreement=_agreement(score_file),
        key=new_key(),
        actor=actor,
    )


def _people(club: Club, score_file: ScoreFile) -> dict[str, Person]:
    """Return who sits where; a seat without a name is a guest called by it."""
    names = score_file.players
    return {seat: _person(club, names.get(seat) or seat) for seat in score_file.game.seats}


def _person(club: Club, name: str) -> Person:
    """Return somebody of the club by his name, a guest where nobody is called so."""
    name = " ".join(name.split())[:80]
    known = Person.objects.filter(club=club, name=name, merged_into=None).order_by("pk").first()
    if known is not None:
        return known
    kind = Person.Kind.GUEST
    short = short_name_for(club, name)
    return Person.objects.create(club=club, name=name, short_name=short, kind=kind)


def _record(sitting: Sitting, score_file: ScoreFile, actor: Actor) -> None:
    """Record every deal; each rubber is agreed as it ends, one under way is broken off."""
    part = part_of(sitting)
    assert part is not None  # noqa: S101 - seats were taken a moment ago
    for deal in score_file.deals:
        facts = deal.facts()

        def read(standing: Standing, facts: dict[str, Any] = facts) -> Report:
            return Report(part.number, standing.next_position, facts, new_key(), {})

        record_deal(sitting=sitting, part=part.number, read=read, actor=actor)
        _agree(sitting, part.number, actor)
    if standing_of(part).sheet.unfinished is not None:
        break_off(sitting=sitting, part=part.number, reason="", key=new_key(), actor=actor)
        _agree(sitting, part.number, actor)


def _agree(sitting: Sitting, number: int, actor: Actor) -> None:
    """Agree every rubber of a part that is over and not agreed yet."""
    part = part_of(sitting, number)
    assert part is not None  # noqa: S101 - it was recorded in a moment ago
    standing = standing_of(part)
    over = len(standing.sheet.rubbers)
    if part.broken_off and standing.sheet.unfinished is not None:
        over += 1
    if over and not is_agreed(part, over):
        agree_rubber(sitting=sitting, part=number, rubber=over, key=new_key(), actor=actor)
