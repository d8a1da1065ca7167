"""Which two of a team sit North-South in a round, and which two East-West at the other table."""

from collections.abc import Iterable, Sequence

from clubscore.club.models import Person
from clubscore.events.models.kept_facts import LineupSet
from clubscore.events.state.plan import Place

# By default the first two sit North–South, the next two East–West.
USUAL = {"ns": slice(0, 2), "ew": slice(2, 4)}


def sitting(
    people: Sequence[Person], said: Iterable[LineupSet], place: Place, way: str
) -> list[Person]:
    """Return who of a team sits this way in a place's round.

    What was set for an earlier round holds until it is changed. Players who have left the
    team since do not sit; then the usual two do.
    """
    known = {person.pk: person for person in people}
    earlier = [each for each in said if each["round"] <= place.round]
    # Of the same round the last one counts: sorting keeps their order.
    for latest in sorted(earlier, key=lambda each: each["round"])[-1:]:
        set_so = latest["ns"] if way == "ns" else latest["ew"]
        found = [known[pk] for pk in set_so if pk in known]
        if len(found) == len(set_so):
            return found
    return list(people[USUAL[way]])
