"""Which two of a team sit North-South in a round, and which two East-West at the other table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubscore.club.models import Person
from clubscore.events.state.plan import Place

# By default the first two sit North–South, the next two East–West.
USUAL = {"ns": slice(0, 2), "ew": slice(2, 4)}


def sitting(
    people: Sequence[Person], said: Iterable[Mapping[str, Any]], place: Place, way: str
) -> list[Person]:
    """Return who of a team sits this way in a place's round.

    What was set for an earlier round holds until it is changed. Players who have left the
    team since do not sit; then the usual two do.
    """
    known = {person.pk: person for person in people}
    earlier = [each for each in said if each["round"] <= place.round]
    # Of the same round the last one counts: sorting keeps their order.
    for latest in sorted(earlier, key=lambda each: int(each["round"]))[-1:]:
        found = [known[pk] for pk in latest[way] if pk in known]
        if len(found) == len(latest[way]):
            return found
    return list(people[USUAL[way]])
