"""The Evening Gazette: whose stories are told, in which order, and whether members may read it.

It is the same for all its readers, so it has what any member may see and no more: events that are
over and whose ranking is open, card tables only where the club shows its results; never money.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Club, EveningGazette
from clubscore.deals.double_dummy import Tricks
from clubscore.deals.hands import DealtBoard
from clubscore.events.imported import imported_of_each
from clubscore.events.models import EventShare
from clubscore.events.par_tables import tables_of
from clubscore.events.rankings import Lists
from clubscore.events.selectors import events_of, may_see_results
from clubscore.events.state import EventState, rooms_of
from clubscore.events.visibility import cards_of_file, deals_seen
from clubscore.extras.gazette.card_stories import stories_of_tables
from clubscore.extras.gazette.night import EventNight, Story, key_of, story_key, tables_of_evening
from clubscore.extras.gazette.stories import (
    stories_of_boards,
    stories_of_matches,
    stories_of_ranking,
)
from clubscore.ranking import EventFile as RankedEvent


@dataclass(frozen=True)
class GazetteChapter:
    """The stories of one event, or of all card tables, whose title is empty."""

    title: str
    stories: tuple[Story, ...]


@dataclass(frozen=True)
class EveningPaper:
    """The gazette of an evening."""

    club: Club
    day: dt.date
    chapters: tuple[GazetteChapter, ...]

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


def chapters_of_events(nights: Iterable[EventNight]) -> Iterator[GazetteChapter]:
    """Yield a chapter for each event that has a story to tell."""
    for night in nights:
        stories = [*stories_of_ranking(night)]
        if not night.lists.at_par:  # there the contract is set, and tricks are not compared
            stories += [*stories_of_matches(night), *stories_of_boards(night)]
        if stories:
            yield GazetteChapter(night.event.name, tuple(stories))


def _chapters(club: Club, day: dt.date) -> Iterator[GazetteChapter]:
    yield from chapters_of_events(_nights(club, day))
    if club.results_open:
        told = tuple(stories_of_tables(tables_of_evening(club, day)))
        if told:
            yield GazetteChapter("", told)


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
    told = imported_of_each([each for each in events if each.told])
    rooms = rooms_of(events)
    dealt = {room.event.pk: _dealt(member, room, told) for room in rooms}
    tricks = _tricks(dealt)
    for room in rooms:
        pk = room.event.pk
        lists = Lists(room, hides_names=pk in hidden, told=told.get(pk))
        if lists.travellers:
            yield EventNight(room.event, lists, tricks.get(pk, {}), dealt[pk])


def _dealt(
    member: Actor, room: EventState, told: Mapping[int, RankedEvent]
) -> Mapping[int, DealtBoard]:
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


def release_of(club: Club, day: dt.date) -> EveningGazette:
    """Return what was decided of an evening's gazette; not stored where nothing was. One query."""
    found = EveningGazette.objects.filter(club=club, evening=day).first()
    return found or EveningGazette(club=club, evening=day)


def released(club: Club, days: Iterable[dt.date]) -> set[dt.date]:
    """Return the evenings among these whose gazette members may read. One query."""
    shown = EveningGazette.objects.filter(club=club, evening__in=list(days))
    return set(shown.exclude(shown_at=None).values_list("evening", flat=True))


def paper_for_reader(actor: Actor, day: dt.date) -> EveningPaper | None:
    """Return the gazette as a reader may see it; None where it is not out yet.

    A director reads it before it is out, others only from then on; stories left out are in neither.
    """
    decided = release_of(actor.home, day)
    if decided.shown_at is None and not actor.is_director:
        return None
    return evening_paper(actor.home, day).without(left_out_of(decided))


def left_out_of(decided: EveningGazette) -> set[str]:
    """Return the keys of the stories that nobody is shown."""
    return {key_of(each) for each in decided.left_out}


def show(actor: Actor, day: dt.date) -> None:
    """Let members read the gazette. Refused where it has no story."""
    paper = evening_paper(actor.home, day)
    with transaction.atomic():
        decided = _locked(actor.home, day)
        if not paper.without(left_out_of(decided)).stories:
            raise Refused(_("This evening has no story to show yet."))
        if decided.shown_at is None:
            decided.shown_at, decided.shown_by = clock.now(), actor.label
            decided.save(update_fields=["shown_at", "shown_by"])


def hide(actor: Actor, day: dt.date) -> None:
    """Take the gazette back: directors alone read it."""
    with transaction.atomic():
        decided = _locked(actor.home, day)
        decided.shown_at, decided.shown_by = None, ""
        decided.save(update_fields=["shown_at", "shown_by"])


def leave_out(actor: Actor, day: dt.date, key: str, *, is_out: bool) -> None:
    """Leave a story out, or put it back. Refused where the evening has no such story."""
    if key not in {story.key for story in evening_paper(actor.home, day).stories}:
        raise Refused(_("That story is not in this gazette any more. Look at it again."))
    with transaction.atomic():
        decided = _locked(actor.home, day)
        kept = [each for each in decided.left_out if key_of(each) != key]
        decided.left_out = [*kept, story_key(key)] if is_out else kept
        decided.save(update_fields=["left_out"])


def _locked(club: Club, day: dt.date) -> EveningGazette:
    EveningGazette.objects.get_or_create(club=club, evening=day)
    return EveningGazette.objects.select_for_update().get(club=club, evening=day)
