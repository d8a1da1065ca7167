"""The ranking of a set over all packages that came, as one reader may see it.

Of few packages it is counted when it is asked for. Of many the worker counts it and keeps it
(`world_kept`), so that a page reads what was counted; until it has counted anew, the last that is
known is shown, and the page says so.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Max

from clubscore.club.remembered import Remembered
from clubscore.events.models import ContestPackage, ContestSet, PackageDecision
from clubscore.events.state.contest_boards import event_of
from clubscore.events.world.world_counting import (
    Counted,
    LiveWorld,
    MadeOfBoard,
    Mark,
    Placed,
)
from clubscore.events.world.world_kept import (
    BOARD,
    SENT,
    KeptWorld,
    board_read,
    mark_word,
    ranking_read,
    ranking_word,
    sent_read,
)
from clubscore.ranking import Event as RankedEvent

# So many packages are read and ranked in less time than a page may take.
FEW = 400

_counted: Remembered[tuple[int, str, frozenset[int]], Counted] = Remembered(16)


@dataclass(frozen=True)
class WorldRanking:
    """All packages of a set, ranked on the boards that a reader may see; rows in order of coming.

    Packages that a director turned away do not count, nor those that another was sent instead of.
    """

    kept: ContestSet
    seen: frozenset[int]

    @cached_property
    def contest(self) -> RankedEvent:
        """The set itself."""
        return event_of(self.kept)

    @cached_property
    def mark(self) -> Mark:
        """What changes with every package and every decision. Two queries."""
        return mark_of(self.kept)

    @property
    def is_few(self) -> bool:
        """Whether the packages are so few that they are counted when they are asked for."""
        return self.mark.packages <= FEW

    @cached_property
    def live(self) -> LiveWorld:
        """All packages, read and counted now."""
        return LiveWorld(self.kept, self.seen)

    @cached_property
    def _known(self) -> KeptWorld:
        return KeptWorld(self.kept, self.mark)

    @property
    def is_behind(self) -> bool:
        """Whether the worker is still to count what is asked for: the last known is shown."""
        if self.is_few:
            return False
        needed = [SENT, *([ranking_word(self.seen)] if self.is_open else [])]
        return not all(self._known.is_fresh(what) for what in needed)

    def is_board_behind(self, number: int) -> bool:
        """Whether the worker is still to count a board."""
        return not self.is_few and not self._known.is_fresh(f"{BOARD}{number}")

    @cached_property
    def sent(self) -> list[int]:
        """Who sent what counts, the newest first, by keys of rows: to be told without a score."""
        if self.is_few:
            return self.live.sent
        return sent_read(self._known.content(SENT))

    @property
    def has_tasks(self) -> bool:
        """Whether points are given for tasks on any board of the set."""
        return any(board.tasks for board in self.contest.boards.values())

    @property
    def is_open(self) -> bool:
        """Whether a reader may see any board of it."""
        return bool(self.seen)

    @property
    def is_whole(self) -> bool:
        """Whether a reader may see all of its boards."""
        return self.seen >= self.contest.boards.keys()

    @cached_property
    def now(self) -> Counted:
        """The ranking and what moved it last, on the boards that may be seen."""
        what = ranking_word(self.seen)
        mark = mark_word(self.mark) if self.is_few else self._known.mark(what)
        key = (self.kept.pk, mark, self.seen)
        known = _counted.get(key)
        if known is None:
            if self.is_few:
                known = self.live.counted()
            else:
                known = ranking_read(self._known.content(what), self.kept)
            _counted.keep(key, known)
        return known

    @cached_property
    def clubs(self) -> list[str]:
        """The clubs of the ranking by name, where there are several."""
        found = {each.standing.package.club for each in self.now.placed} - {""}
        return sorted(found) if len(found) > 1 else []

    def stratum(self, club: str) -> list[Placed]:
        """The sides of one club in the order of the ranking, with their places among each other."""
        sides = [each for each in self.now.placed if each.standing.package.club == club]
        times = Counter(each.place for each in sides)
        first: dict[int, int] = {}
        for at, each in enumerate(sides, start=1):
            first.setdefault(each.place, at)
        return [each._replace(place=first[each.place], is_shared=times[each.place] > 1)
                for each in sides]  # fmt: skip

    def board(self, number: int) -> Sequence[MadeOfBoard]:
        """What each table made of a board, the best for North-South first."""
        if self.is_few:
            return self.live.board(number)
        return board_read(self._known.content(f"{BOARD}{number}"), self.kept)


def mark_of(kept: ContestSet) -> Mark:
    """Return which packages and decisions there are of a set. Two queries."""
    told = ContestPackage.objects.filter(contest_set=kept).aggregate(
        count=Count("pk"), newest=Max("pk")
    )
    decided = PackageDecision.objects.filter(club=kept.club_id)
    newest: int | None = decided.aggregate(newest=Max("pk"))["newest"]
    return Mark(told["count"], told["newest"] or 0, newest or 0)
