"""What the gazette knows of an event: results that can be compared, its lists round by round."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from django.urls import reverse

from clubscore.club.remembered import Remembered
from clubscore.club.wording.names import named
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.double_dummy import Tricks
from clubscore.events.boards.boards_page import line_of
from clubscore.events.models import Event
from clubscore.events.rankings.board_facts import Told, boards_told
from clubscore.events.rankings.lists import SCRATCH, Lists
from clubscore.gazette.story import Cards
from clubscore.laws.errors import RuleError
from clubscore.ranking import rank
from clubscore.ranking.result import Side
from clubscore.ranking.totals import Ranking


class Standing(NamedTuple):
    """How a list stood after a round: contestants in order, those alone or together in front."""

    round: int
    order: tuple[str, ...]
    first: tuple[str, ...]
    last: str


@dataclass(frozen=True)
class EventNight:
    """An event that is over; `dealt` are its boards with cards, as far as any member may see them,
    `tricks` those double dummy, where they are known.

    A story is made of what can be compared: results with one score for both sides.
    """

    event: Event
    lists: Lists
    tricks: Mapping[int, Tricks]
    dealt: Mapping[int, DealtBoard] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The page of its ranking."""
        return reverse("event-ranking", args=[self.event.pk])

    def board_path(self, board: int) -> str:
        """The page of a board."""
        return reverse("event-board", args=[self.event.pk, board])

    def cards(self, board: int) -> Cards | None:
        """The cards of a board, None where they are not known or not for everyone."""
        dealt = self.dealt.get(board)
        return Cards(line_of(dealt, self.event), dealt.deal) if dealt else None

    def names(self, side: Side) -> str:
        """The people of a side, or its number where names are hidden."""
        return named(self.lists.side(side))

    @cached_property
    def boards(self) -> Mapping[int, tuple[Told, ...]]:
        """The scores of each board; boards with a group of other cards are left out."""
        return boards_told(self.lists)

    @property
    def is_compared(self) -> bool:
        """Whether a ranking says anything: some board has two scores, or a par."""
        return self.lists.at_par or any(len(told) > 1 for told in self.boards.values())

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The lists in which each contestant appears once."""
        return tuple(each for each in self.lists.ranked.rankings if each.list == SCRATCH)

    @cached_property
    def rounds(self) -> Mapping[str | None, tuple[Standing, ...]]:
        """How each list stood after each round, by its direction; the last is the end.

        The results of the rounds until then are compared with each other alone; carry-overs and
        penalties count from the start. Empty where results have no rounds, or only one.
        """
        key = (self.event.pk, self.event.revision, self.event.club.revision)
        known = _stood.get(key)
        if known is None:
            known = self._rounds()
            _stood.keep(key, known)
        return known

    def _rounds(self) -> Mapping[str | None, tuple[Standing, ...]]:
        event = self.lists.ranked.event
        numbers = sorted({each.round for each in event.results if each.round is not None})
        if len(numbers) < 2 or any(each.round is None for each in event.results if each.played):
            return {}
        found: dict[str | None, list[Standing]] = defaultdict(list)
        for number in numbers[:-1]:
            known = tuple(each for each in event.results if (each.round or 0) <= number)
            try:
                rankings = rank(replace(event, results=known)).rankings
            except RuleError:  # a way of scoring that asks for more than was played by then
                return {}
            for each in rankings:
                if each.list == SCRATCH:
                    found[each.direction].append(_standing(number, each))
        for each in self.rankings:
            found[each.direction].append(_standing(numbers[-1], each))
        return {direction: tuple(stood) for direction, stood in found.items()}


# By event, its revision and the club's.
_stood: Remembered[tuple[int, int, int], Mapping[str | None, tuple[Standing, ...]]] = Remembered()


def _standing(number: int, ranking: Ranking) -> Standing:
    rows = [(row.place, row.entry.contestant.number) for row in ranking.rows]
    places = [place.removesuffix("=") for place, _key in rows]
    with_place = [key for place, key in rows if place]
    alone = bool(with_place) and places.count(places[len(with_place) - 1]) == 1
    return Standing(
        number,
        tuple(key for _place, key in rows),
        tuple(key for place, key in rows if place.removesuffix("=") == "1"),
        with_place[-1] if alone and len(with_place) == len(rows) else "",
    )
