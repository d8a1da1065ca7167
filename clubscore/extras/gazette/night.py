"""What the gazette knows of an evening, and how a story of it is kept: a head and sentences."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from django.urls import reverse

from clubscore.club.database import Remembered
from clubscore.club.models import Club, LeftOutStory, Person
from clubscore.club.wording import named
from clubscore.deals.double_dummy import Tricks
from clubscore.deals.hands import DealtBoard, Hands
from clubscore.events.boards import BoardCompass, ShownHand, compass_of, diagram, line_of
from clubscore.events.models import Event
from clubscore.events.rankings import SCRATCH, Lists
from clubscore.events.what_decided import BoardScore, boards_told
from clubscore.laws.errors import RuleError
from clubscore.ranking import rank
from clubscore.ranking.result import Side
from clubscore.ranking.totals import Ranking
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.score import PartScore, standings_of
from clubscore.rubbers.season import Agreed, season_of, settlements_of
from clubscore.rubbers.selectors import parts_with_seats


@dataclass(frozen=True)
class StorySource:
    """What was asked of the records for a story, and what they answered, as a small table.

    `path` is the page with the same figures, for members; nothing where there is none.
    """

    asked: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    path: str = ""


def story_key(key: str) -> LeftOutStory:
    """Return the key of a story as a club keeps it."""
    of, number, what = key.split("-", 2)
    kept: LeftOutStory = {"what": what}
    if of == "event":
        kept["event"] = int(number)
    elif of == "sitting":
        kept["sitting"] = int(number)
    else:
        kept["part"] = int(number)
    return kept


def key_of(kept: LeftOutStory) -> str:
    """Return the key of a story that a club kept."""
    if "event" in kept:
        return f"event-{kept['event']}-{kept['what']}"
    if "sitting" in kept:
        return f"sitting-{kept['sitting']}-{kept['what']}"
    return f"part-{kept.get('part', 0)}-{kept['what']}"


@dataclass(frozen=True)
class StoryCards:
    """The cards of a board that a story is about: who deals and who is vulnerable, and the deal."""

    line: str
    deal: Hands
    compass: BoardCompass

    @property
    def hands(self) -> Sequence[ShownHand]:
        """The four hands, North first."""
        return diagram(self.deal)


@dataclass(frozen=True)
class Story:
    """One story. `key` names it for as long as its facts are about the same thing: of which event,
    sitting or part of one, and what it tells, "event-17-winner-NS".

    `claim` has what it states as values, for whoever counts it again; `cards` are there where a
    board is told that any member may see.
    """

    key: str
    head: str
    text: str
    source: StorySource
    claim: Mapping[str, object] = field(default_factory=dict)
    cards: StoryCards | None = None


class RoundStanding(NamedTuple):
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

    def cards(self, board: int) -> StoryCards | None:
        """The cards of a board, None where they are not known or not for everyone."""
        dealt = self.dealt.get(board)
        if dealt is None:
            return None
        compass = compass_of(dealt, self.event)
        return StoryCards(line_of(dealt, self.event), dealt.deal, compass)

    def names(self, side: Side) -> str:
        """The people of a side, or its number where names are hidden."""
        return named(self.lists.side(side))

    @cached_property
    def boards(self) -> Mapping[int, tuple[BoardScore, ...]]:
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
    def rounds(self) -> Mapping[str | None, tuple[RoundStanding, ...]]:
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

    def _rounds(self) -> Mapping[str | None, tuple[RoundStanding, ...]]:
        event = self.lists.ranked.event
        numbers = sorted({each.round for each in event.results if each.round is not None})
        if len(numbers) < 2 or any(each.round is None for each in event.results if each.played):
            return {}
        found: dict[str | None, list[RoundStanding]] = defaultdict(list)
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
_stood: Remembered[tuple[int, int, int], Mapping[str | None, tuple[RoundStanding, ...]]] = (
    Remembered()
)


def _standing(number: int, ranking: Ranking) -> RoundStanding:
    rows = [(row.place, row.entry.contestant.number) for row in ranking.rows]
    places = [place.removesuffix("=") for place, _key in rows]
    with_place = [key for place, key in rows if place]
    alone = bool(with_place) and places.count(places[len(with_place) - 1]) == 1
    return RoundStanding(
        number,
        tuple(key for _place, key in rows),
        tuple(key for place, key in rows if place.removesuffix("=") == "1"),
        with_place[-1] if alone and len(with_place) == len(rows) else "",
    )


@dataclass(frozen=True)
class TableNight:
    """A card table whose evening is over: what was agreed there, and its sheets."""

    sitting: Sitting
    rubbers: tuple[Agreed, ...]
    standings: tuple[PartScore, ...]
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
    standings: dict[int, list[PartScore]] = defaultdict(list)
    for part, standing in zip(parts, standings_of(parts), strict=True):
        part.sitting = by_key[part.sitting_id]
        standings[part.sitting_id].append(standing)
    return [
        TableNight(each, tuple(rubbers[each.pk]), tuple(standings[each.pk]), season.people)
        for each in sittings
    ]
