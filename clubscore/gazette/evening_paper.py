"""The gazette of an evening: whose stories are told, in which order, under which heads.

It is the same for everyone who reads it, so it has what any member may see and no more: events that
are over and whose ranking is open, names only where a shared ranking has them, card tables only
where the club shows its results to all; never money.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.double_dummy import Tricks
from clubscore.events.boards.who_may_see import cards_of_file, deals_seen
from clubscore.events.imported.imported import told_of_each
from clubscore.events.models import EventShare
from clubscore.events.rankings.lists import Lists
from clubscore.events.selectors import events_of, may_see_results
from clubscore.events.state.double_dummy_tables import tables_of
from clubscore.events.state.event_now import Room, rooms_of
from clubscore.gazette.boards_told import stories_of_boards
from clubscore.gazette.card_night import tables_of_evening
from clubscore.gazette.cards_told import stories_of_tables
from clubscore.gazette.event_night import EventNight
from clubscore.gazette.matches_told import stories_of_matches
from clubscore.gazette.story import Story
from clubscore.gazette.winners import stories_of_ranking
from clubscore.ranking import Event as RankedEvent


@dataclass(frozen=True)
class Chapter:
    """The stories of one event, or of all card tables, whose title is empty."""

    title: str
    stories: tuple[Story, ...]


@dataclass(frozen=True)
class EveningPaper:
    """The gazette of an evening."""

    club: Club
    day: dt.date
    chapters: tuple[Chapter, ...]

    @property
    def stories(self) -> tuple[Story, ...]:
        """All stories, in order."""
        return tuple(story for chapter in self.chapters for story in chapter.stories)

    def without(self, left_out: "frozenset[str] | set[str]") -> "EveningPaper":
        """Return it without some stories, and without chapters that have none left."""
        chapters = (
            replace(one, stories=tuple(s for s in one.stories if s.key not in left_out))
            for one in self.chapters
        )
        return replace(self, chapters=tuple(one for one in chapters if one.stories))


def evening_paper(club: Club, day: dt.date) -> EveningPaper:
    """Return the gazette of an evening; without chapters where nothing is over yet.

    As many queries for ten events or tables as for one.
    """
    return EveningPaper(club, day, tuple(_chapters(club, day)))


def chapters_of_events(nights: Iterable[EventNight]) -> Iterator[Chapter]:
    """Yield a chapter for each event that has a story to tell."""
    for night in nights:
        stories = [*stories_of_ranking(night)]
        if not night.lists.at_par:  # there the contract is set, and tricks are not compared
            stories += [*stories_of_matches(night), *stories_of_boards(night)]
        if stories:
            yield Chapter(night.event.name, tuple(stories))


def _chapters(club: Club, day: dt.date) -> Iterator[Chapter]:
    yield from chapters_of_events(_nights(club, day))
    if club.results_open:
        told = tuple(stories_of_tables(tables_of_evening(club, day)))
        if told:
            yield Chapter("", told)


def _nights(club: Club, day: dt.date) -> Iterator[EventNight]:
    """Yield the events of an evening whose results any member may see."""
    member = Actor(level=Level.PLAYER, club=club)
    over = events_of(club, [day]).filter(Q(finished_at__isnull=False) | Q(told=True))
    events = [each for each in over.select_related("club") if may_see_results(member, each)]
    hidden = set(
        EventShare.objects.filter(event__in=events, hides_names=True, revoked_at=None).values_list(
            "event_id", flat=True
        )
    )
    told = told_of_each([each for each in events if each.told])
    rooms = rooms_of(events)
    dealt = {room.event.pk: _dealt(member, room, told) for room in rooms}
    tricks = _tricks(dealt)
    for room in rooms:
        pk = room.event.pk
        lists = Lists(room, hides_names=pk in hidden, told=told.get(pk))
        if lists.travellers:
            yield EventNight(room.event, lists, tricks.get(pk, {}), dealt[pk])


def _dealt(member: Actor, room: Room, told: Mapping[int, RankedEvent]) -> Mapping[int, DealtBoard]:
    """Return the cards of an event's boards that any member may see."""
    event = told.get(room.event.pk)
    return deals_seen(member, room) if event is None else cards_of_file(event)


def _tricks(dealt: Mapping[int, Mapping[int, DealtBoard]]) -> dict[int, dict[int, Tricks]]:
    """Return double-dummy tricks by event and board, of those that were worked out. One query."""
    known = tables_of(board.deal for of_event in dealt.values() for board in of_event.values())
    return {
        event: {
            number: known[board.deal.pbn()]
            for number, board in boards.items()
            if board.deal.pbn() in known
        }
        for event, boards in dealt.items()
    }
