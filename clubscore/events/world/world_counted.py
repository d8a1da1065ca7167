"""Counting a ranking of many packages as a job, and keeping what it came to."""

import datetime as dt
from collections.abc import Callable, Iterator

from django.db import transaction

from clubscore.club import clock
from clubscore.events.models import ContestSet, CountedWorld
from clubscore.events.state.contest_boards import event_of
from clubscore.events.world.world_counting import LiveWorld
from clubscore.events.world.world_kept import (
    BOARD,
    RANKING,
    SENT,
    Json,
    KeptWorld,
    board_kept,
    mark_word,
    packed,
    ranking_kept,
    ranking_word,
)
from clubscore.events.world.world_ranking import mark_of
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Work

KIND = "count-world"
# Readers who have some boards behind them see rankings of their own; of a set so many are kept.
MOST_KEPT = 40
ENDED = (Job.State.STOPPED, Job.State.FAILED)
AFTER_A_FAULT = dt.timedelta(minutes=10)
Count = Callable[[], Json]


def ask_to_count(kept: ContestSet, seen: frozenset[int]) -> Job:
    """Ask for a ranking of a set on these boards, and for the boards themselves.

    One that failed or was stopped of late is left so: it is the answer.
    """
    last = asking.last_of(KIND, _key(kept, seen))
    if last is not None and last.state in ENDED and clock.now() - last.asked_at < AFTER_A_FAULT:
        return last
    return asking.ask(kind=KIND, key=_key(kept, seen), club=kept.club)


def _key(kept: ContestSet, seen: frozenset[int]) -> str:
    """A set, and a bit for each board."""
    return f"{kept.pk} {sum(1 << number for number in seen):x}"


def count_world(work: Work) -> None:
    """Count what is behind, one part after the other, and keep each."""
    pk, bits = work.key.split()
    kept = ContestSet.objects.select_related("club").filter(pk=int(pk)).first()
    if kept is not None:
        boards = event_of(kept).boards
        seen = frozenset(number for number in boards if int(bits, 16) >> number & 1)
        count_behind(kept, seen, work.say)


def count_behind(kept: ContestSet, seen: frozenset[int], say: Callable[[int, int], None]) -> None:
    """Count a set's ranking on these boards, and each of them; `say` is told how many of all."""
    # Before the packages are read: what comes meanwhile makes this one old, not new.
    mark = mark_of(kept)
    known, live = KeptWorld(kept, mark), LiveWorld(kept, seen)
    parts = [(what, count) for what, count in _parts(live) if not known.is_fresh(what)]
    say(0, len(parts))
    for number, (what, count) in enumerate(parts, start=1):
        told = {"mark": mark_word(mark), "content": packed(count()), "counted_at": clock.now()}
        CountedWorld.objects.update_or_create(
            club_id=kept.club_id, contest_set=kept, what=what, defaults=told
        )
        say(number, len(parts))
    _trim(kept)


def _parts(live: LiveWorld) -> Iterator[tuple[str, Count]]:
    """What is kept for a reader of some boards, each with how it is counted."""

    def ranking() -> Json:
        return ranking_kept(live.counted(), live.own)

    def made(number: int) -> Count:
        return lambda: board_kept(live.board(number))

    yield SENT, lambda: live.sent
    if live.seen:
        yield ranking_word(live.seen), ranking
    for number in sorted(live.seen & live.contest.boards.keys()):
        yield f"{BOARD}{number}", made(number)


def _trim(kept: ContestSet) -> None:
    """Leave the rankings that were counted last."""
    with transaction.atomic():
        rankings = CountedWorld.objects.filter(contest_set=kept, what__startswith=RANKING)
        old = rankings.order_by("-counted_at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
        CountedWorld.objects.filter(pk__in=list(old)).delete()
