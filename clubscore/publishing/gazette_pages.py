"""The gazette of an evening as published: its events' stories, once members may read them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clubscore.club.models import EveningGazette
from clubscore.club.wording.names import named
from clubscore.gazette.evening_paper import Chapter, chapters_of_events
from clubscore.gazette.event_night import EventNight
from clubscore.gazette.release import left_out_of
from clubscore.publishing.event_pages import EventPages
from clubscore.publishing.published_lists import PublishedLists
from clubscore.publishing.site_look import Look
from clubscore.ranking.result import Side, members


@dataclass(frozen=True)
class PublishedNight(EventNight):
    """An event whose stories lead to the site's own pages and call nobody who is not named."""

    folder: str = ""

    @property
    def path(self) -> str:
        """The page of its ranking, from a page of an evening."""
        return f"../{self.folder}/index.html"

    def board_path(self, board: int) -> str:
        """The page of a board."""
        return f"../{self.folder}/board-{board}.html"

    def names(self, side: Side) -> str:
        """The people of a side, or "Pair 7" where they are not named."""
        lists = self.lists
        if not isinstance(lists, PublishedLists):
            return super().names(side)
        return named(name for key in members(side) for name in lists.called(key))


def page_of_evening(day: str) -> str:
    """Return the place of an evening's gazette."""
    return f"evenings/{day}.html"


def gazette_page(look: Look, decided: EveningGazette, events: Iterable[EventPages]) -> bytes:
    """Return the gazette of an evening; card tables, which have no numbers, are not in it."""
    nights = [
        PublishedNight(each.event, each.lists, each.tricks, each.dealt, each.folder)
        for each in events
        if each.lists.boards
    ]
    chapters = _without(tuple(chapters_of_events(nights)), left_out_of(decided))
    place = page_of_evening(str(decided.evening))
    return look.page("gazette.html", place, {"day": decided.evening, "chapters": chapters})


def _without(chapters: Sequence[Chapter], left_out: set[str]) -> list[Chapter]:
    kept = (
        replace(one, stories=tuple(each for each in one.stories if each.key not in left_out))
        for one in chapters
    )
    return [one for one in kept if one.stories]
