"""The seven become eight or six, or two of them sit otherwise. One transaction each."""

from collections.abc import Collection

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.rubbers.models import Candidate, Draft, Sitting
from clubscore.rubbers.seven.log import Kind, Writing, newest_part, writing
from clubscore.rubbers.seven.seats import write_seats
from clubscore.rubbers.seven.sitting_down import end_crossing
from clubscore.rubbers.sitting.coming import free_from_elsewhere
from clubscore.rubbers.sitting.ending import break_off, close_sitting
from clubscore.rubbers.state.part_state import standing_of


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
