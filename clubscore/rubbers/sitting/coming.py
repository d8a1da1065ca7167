"""Coming to a table and leaving it: who belongs where. No one belongs to two tables at once."""

from collections.abc import Iterable

from django.db.models import F, Max
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.line_up.who_plays import belonging, holders
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import Candidate, Happening, Part, Sitting
from clubscore.rubbers.models.kept_data import HappeningData
from clubscore.rubbers.selectors import open_sittings, part_of, tonight
from clubscore.rubbers.sitting.phones import shut_out
from clubscore.rubbers.state.part_state import standing_of, standings_of

Kind = Happening.Kind


def is_under_way(part: Part | None) -> bool:
    """Whether a rubber is being played: some deal of it is recorded and it was not broken off."""
    return (
        part is not None and not part.broken_off and standing_of(part).sheet.unfinished is not None
    )


def sit_at(sitting: Sitting, people: list[Person], *, actor: Actor, key: str) -> list[Person]:
    """Let people belong to a table who do not yet, after those who do; return them.

    Raises RuleError where one of them plays at another table.
    """
    here = {candidate.person_id for candidate in belonging(sitting)}
    new = [person for person in people if person.pk not in here]
    free_from_elsewhere(sitting.club, new, actor=actor, key=key)
    last: int | None = sitting.candidates.aggregate(last=Max("order"))["last"]
    order = 0 if last is None else last + 1
    for place, person in enumerate(new, start=order):
        Candidate.objects.update_or_create(
            sitting=sitting,
            person=person,
            defaults={"order": place, "joined_at": clock.now(), "left_at": None},
            create_defaults={"club": sitting.club, "order": place, "joined_at": clock.now()},
        )
    return new


def free_from_elsewhere(club: Club, people: list[Person], *, actor: Actor, key: str) -> None:
    """See that people belong to no other table; whoever only waits at one loses the place there.

    A player cutting into one table while belonging to another loses the right of re-entry into
    that latter (law 25). A table left open in another evening holds no one. Raises RuleError
    where somebody plays.
    """
    elsewhere = Candidate.objects.filter(
        club=club,
        person__in=people,
        left_at=None,
        sitting__evening=tonight(club),
        sitting__closed_at=None,
        sitting__voided_at=None,
    ).select_related("person", "sitting__table", "sitting__club")
    for candidate in elsewhere:
        if is_held(candidate.sitting, candidate.person):
            phrase = gettext_noop("%(name)s is still sitting at %(table)s. End that table first.")
            name, table = candidate.person.name, candidate.sitting.table.name
            raise RuleError("sits-elsewhere", phrase, "who", name=name, table=table)
        Sitting.objects.filter(pk=candidate.sitting_id).update(revision=F("revision") + 1)
        go(candidate, law=25, actor=actor, key=f"{key}:from{candidate.pk}")


def is_held(sitting: Sitting, person: Person) -> bool:
    """Whether somebody cannot leave a table for another: they play there, or seats are being taken.

    A table with too few left to play holds no one, once nothing is under way. The seven hold
    whoever is one of them.
    """
    part = part_of(sitting)
    return _holds(sitting, part, person, len(belonging(sitting)), under_way=is_under_way(part))


def _holds(
    sitting: Sitting, part: Part | None, person: Person, here: int, *, under_way: bool
) -> bool:
    if part is None or (sitting.seven is not None and sitting.seven.is_open):
        return True
    if person.pk not in {one.pk for one in holders(part)}:
        return False
    return under_way or here >= find_game(part.game).players


def free_to_go(club: Club, people: Iterable[int]) -> set[int]:
    """Return who of those that belong to tables tonight may leave them for another.

    As many queries for forty tables as for one.
    """
    sittings = [*open_sittings(club).filter(evening=tonight(club))]
    newest = {
        sitting.pk: max(parts, key=lambda part: part.number)
        for sitting in sittings
        if (parts := sitting.parts.all())
    }
    standings = standings_of([part for part in newest.values() if not part.broken_off])
    under_way = {each.part.pk for each in standings if each.sheet.unfinished is not None}
    wanted, free = {*people}, set[int]()
    for sitting in sittings:
        part = newest.get(sitting.pk)
        here = [each for each in sitting.candidates.all() if each.left_at is None]
        plays = part is not None and part.pk in under_way
        for each in here:
            if not _holds(sitting, part, each.person, len(here), under_way=plays):
                free.add(each.person_id)
    return free & wanted


def go(candidate: Candidate, *, law: int | None = None, actor: Actor, key: str) -> None:
    """Let somebody go who belongs to a table; say whether that breaks it up (law 26).

    The phones that they let in here are out.
    """
    sitting = candidate.sitting
    part = part_of(sitting)
    before = belonging(sitting)
    remaining = [each for each in before if each.pk != candidate.pk]
    needed = find_game(part.game).players if part else 0
    Candidate.objects.filter(pk=candidate.pk).update(left_at=clock.now())
    breaks_up = len(remaining) < needed <= len(before)
    Happening.objects.create(
        sitting=sitting,
        kind=Kind.LEFT,
        data=HappeningData(
            who=[candidate.person_id],
            names=[candidate.person.name],
            breaks_up=breaks_up,
            remaining=[each.person_id for each in remaining] if breaks_up else [],
            law=law,
        ),
        **authored(actor, sitting.club_id, key),
    )
    shut_out(sitting, candidate.person.name, key=f"{key}:phones", actor=actor)


def candidate_of(sitting: Sitting, person: Person) -> Candidate:
    """Return somebody's place at a table. Raises Refused where they do not belong to it."""
    for candidate in belonging(sitting):
        if candidate.person_id == person.pk:
            candidate.sitting = sitting
            return candidate
    raise Refused(_("%(name)s no longer belongs to this table.") % {"name": person.name})
