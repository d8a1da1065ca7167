"""Several evenings of the club as one ranking."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from clubscore.club.access import Actor
from clubscore.club.templatetags.clubscore import MINUS
from clubscore.duplicate.lists import title_of
from clubscore.duplicate.models import Event
from clubscore.duplicate.sending import event_to_send
from clubscore.laws.errors import RuleError
from clubscore.ranking import Ranking, over_sessions, rank, show_alike

# So many evenings are offered, the newest first, and so many may be added.
OFFERED, MOST = 60, 20


class Line(NamedTuple):
    """A row of the ranking: who, how many boards, points and percentage."""

    place: str
    names: list[str]
    boards: int
    score: str
    percent: str


class Several(NamedTuple):
    """A ranking over several evenings: its lists, each with a direction and its rows."""

    lists: list[dict[str, Any]]
    in_percent: bool


def to_choose_from(actor: Actor) -> list[Event]:
    """Return the finished events of which somebody may see the ranking, the newest first."""
    found = Event.objects.filter(club=actor.home).exclude(finished_at=None)
    if not actor.is_scorer:
        found = found.filter(ranking_open=True)
    return list(found.select_related("club").order_by("-evening", "-pk")[:OFFERED])


def as_one(events: Sequence[Event], *, only_all: bool = False) -> Several:
    """Add evenings up, the earliest first; `only_all` leaves out whoever missed one.

    RuleError for evenings that are not compared alike.
    """
    in_order = sorted(events, key=lambda event: (event.evening, event.pk))
    sessions = []
    for event in in_order:
        try:
            sessions.append(rank(event_to_send(event)))
        except RuleError as error:
            raise error.standing(str(event)) from None
    try:
        rankings = over_sessions(sessions, only_all=only_all)
    except RuleError as error:
        raise error.standing("") from None
    lists = [{"title": title_of(each), "rows": _lines(each)} for each in rankings if each.rows]
    in_percent = any(row.entry.percent is not None for each in rankings for row in each.rows)
    return Several(lists, in_percent)


def _lines(ranking: Ranking) -> list[Line]:
    scores = show_alike(row.entry.score for row in ranking.rows)
    percents = iter(
        show_alike((row.entry.percent for row in ranking.rows if row.entry.percent is not None), 2)
    )
    return [
        Line(
            row.place if row.entry.boards else "",
            list(row.entry.contestant.names) or [row.entry.contestant.number],
            row.entry.boards,
            score.replace("-", MINUS),
            "" if row.entry.percent is None else next(percents),
        )
        for row, score in zip(ranking.rows, scores, strict=True)
    ]
