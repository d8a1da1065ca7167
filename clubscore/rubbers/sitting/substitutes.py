"""A substitute takes over a seat in the middle of a rubber: Laws of Bridge 1899, law 24."""

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.line_up.who_plays import belonging
from clubscore.rubbers.locks import authored, must_be_by_itself, taken_part
from clubscore.rubbers.models import Sitting, Substitute
from clubscore.rubbers.sitting.changing import must_have_room
from clubscore.rubbers.sitting.coming import candidate_of, go, sit_at
from clubscore.rubbers.state.part_state import Standing, standing_of


def relieve(
    *,
    sitting: Sitting,
    part: int,
    seat: str,
    person: Person,
    own_account: bool,
    leaves: bool,
    key: str,
    actor: Actor,
) -> Substitute:
    """Put somebody in a seat until the rubber ends; the other three agree.

    The rubber is settled for whom the seat played before, unless with `own_account` all agree that
    the substitute takes it over. With `leaves` the absent player is gone for tonight, else they
    waits and may come back. Raises RuleError naming the field, Refused where no rubber is under
    way.
    """
    with taken_part(sitting, part, moving=[person]) as found:
        must_be_by_itself(found.sitting)
        known: Substitute | None = Substitute.objects.filter(club_id=found.club_id, key=key).first()
        if known is not None:
            return known
        standing = standing_of(found)
        absent = _absent(standing, seat, person)
        if person.pk not in {each.person_id for each in belonging(found.sitting)}:
            if not leaves:
                must_have_room(found.sitting)
            sit_at(found.sitting, [person], actor=actor, key=key)
        relief = _write(standing, seat, person, own_account, authored(actor, found.club_id, key))
        if leaves:
            go(candidate_of(found.sitting, absent), law=24, actor=actor, key=f"{key}:leaves")
    return relief


def _absent(standing: Standing, seat: str, person: Person) -> Person:
    """Return who leaves the seat. RuleError where the seat or the substitute cannot be."""
    if standing.part.closed_at is not None or standing.sheet.unfinished is None:
        raise Refused(
            _("No rubber is being played, so no substitute is needed: simply take seats.")
        )
    if seat not in standing.people:
        raise RuleError("seat", gettext_noop("Choose who is away."), "seat")
    if person.pk in {one.pk for one in standing.people.values()}:
        phrase = gettext_noop("%(name)s is already playing. Choose another player.")
        raise RuleError("plays", phrase, "person", name=person.name)
    return standing.people[seat]


def _write(
    standing: Standing, seat: str, person: Person, own_account: bool, entry: Authorship
) -> Substitute:
    return Substitute.objects.create(
        part=standing.part,
        seat=seat,
        position=standing.next_position,
        person=person,
        account=person if own_account else standing.accounts[seat],
        **entry,
    )


def relieved_in(sitting: Sitting) -> list[Substitute]:
    """Return everyone who took a seat over at a table, first to last."""
    substitutes = Substitute.objects.filter(part__sitting=sitting)
    return list(substitutes.select_related("part__sitting", "person", "account").order_by("pk"))
