"""What the gazette knows of an evening's card tables: rubbers as agreed on, sheets as scored."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from clubscore.club.models import Club, Person
from clubscore.club.wording.names import named
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.season.adding_up import Agreed, season_of, settlements_of
from clubscore.rubbers.selectors import parts_with_seats
from clubscore.rubbers.state.part_state import Standing, standings_of


@dataclass(frozen=True)
class TableNight:
    """A card table whose evening is over: what was agreed there, and its sheets."""

    sitting: Sitting
    rubbers: tuple[Agreed, ...]
    standings: tuple[Standing, ...]
    people: Mapping[int, Person]

    @property
    def name(self) -> str:
        """What the club calls the table."""
        return self.sitting.table.name

    @property
    def path(self) -> str:
        """The page of its slip."""
        return reverse("slip", args=[self.sitting.pk])

    @cached_property
    def won(self) -> Mapping[int, int]:
        """What each player won or lost in points, over all that was agreed."""
        found: dict[int, int] = defaultdict(int)
        for rubber in self.rubbers:
            for who, points in rubber.points.items():
                found[who] += points
        return dict(found)

    def names(self, who: "list[int] | tuple[int, ...]") -> str:
        """Return players by their short names."""
        return named(self.people[each].short_name for each in who)


def tables_of_evening(club: Club, day: dt.date) -> list[TableNight]:
    """Return the card tables of an evening that are over and not void. Eleven queries at most."""
    sittings = list(
        Sitting.objects.filter(club=club, evening=day, voided_at=None)
        .exclude(closed_at=None)
        .select_related("table")
        .order_by("opened_at", "pk")
    )
    if not sittings:
        return []
    by_key = {each.pk: each for each in sittings}
    parts = list(parts_with_seats().filter(sitting__in=sittings).order_by("sitting", "number"))
    season = season_of(club, settlements_of(club).filter(part__sitting__in=sittings))
    at = {part.pk: part.sitting_id for part in parts}
    rubbers: dict[int, list[Agreed]] = defaultdict(list)
    for rubber in season.rubbers:
        rubbers[at[rubber.part]].append(rubber)
    standings: dict[int, list[Standing]] = defaultdict(list)
    for part, standing in zip(parts, standings_of(parts), strict=True):
        part.sitting = by_key[part.sitting_id]
        standings[part.sitting_id].append(standing)
    return [
        TableNight(each, tuple(rubbers[each.pk]), tuple(standings[each.pk]), season.people)
        for each in sittings
    ]
