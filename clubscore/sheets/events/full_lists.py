"""An event ranked as papers print it: full names, where pages have the short ones."""

from collections.abc import Sequence

from clubscore.events.in_series.series_now import SeriesNow
from clubscore.events.rankings.lists import Lists
from clubscore.events.state.scoring import Scorer
from clubscore.sheets.at_the_table.who_and_what import people_of


class FullLists(Lists):
    """The same lists, each name as long as it is known."""

    def names(self, key: str) -> list[str]:
        """Return the full names of a contestant, its number alone where names are hidden."""
        if self.hides_names or not isinstance(self.scorer, Scorer):
            return super().names(key)
        return [*people_of(self.room, *self.scorer.pairs[key])]


def full_names(now: SeriesNow, keys: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """Return the full names of those who share a line of a series, by their keys."""
    return tuple(
        now.people[pk].name if pk in now.people else name
        for pk, name in zip(keys, names, strict=True)
    )
