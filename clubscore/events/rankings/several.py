"""Several evenings of the club as one ranking."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.form_values import whole_number
from clubscore.club.wording.phrases import said_with_place
from clubscore.events.models import Event
from clubscore.events.rankings.lists import figures_of, title_of
from clubscore.events.rankings.sending import event_to_send
from clubscore.events.selectors import how_far
from clubscore.laws.errors import RuleError
from clubscore.ranking import Ranking, over_sessions, places_of, rank

# So many evenings are offered, the newest first, and so many may be added.
OFFERED, FEWEST, MOST = 60, 2, 20


class Line(NamedTuple):
    """A row of the ranking: who, how many boards, points and percentage."""

    place: str
    names: list[str]
    boards: int
    score: str
    percent: str


class RankedLines(NamedTuple):
    """A list of the ranking: its title, nothing for the only one, and its rows."""

    title: str
    rows: list[Line]


class Several(NamedTuple):
    """A ranking over several evenings: its lists, one or one of each direction."""

    lists: list[RankedLines]
    in_percent: bool


class Choice:
    """The sessions chosen in the address: `event=3&event=7&all=1`.

    `problem` says what to choose if they have no ranking; `several` is None then.
    """

    def __init__(self, actor: Actor, given: QueryDict) -> None:
        self.offered = to_choose_from(actor)
        self.wanted = {whole_number(pk) for pk in given.getlist("event")}
        chosen = [event for event in self.offered if event.pk in self.wanted]
        self.chosen = sorted(chosen, key=lambda event: (event.evening, event.pk))
        self.only_all = "all" in given
        self.several: Several | None = None
        self.problem = ""
        if not FEWEST <= len(chosen) <= MOST:
            told = _("Sessions: choose %(fewest)s to %(most)s.")
            self.problem = told % {"fewest": FEWEST, "most": MOST}
            return
        try:
            self.several = as_one(self.chosen, only_all=self.only_all)
        except RuleError as error:
            self.problem = said_with_place(error)


def to_choose_from(actor: Actor) -> list[Event]:
    """Return the finished events whose ranking the reader may see, newest first."""
    found = Event.sessions.filter(club=actor.home, called_off_at=None).exclude(finished_at=None)
    if not actor.is_scorer:
        found = found.filter(ranking_open=True)
    return list(found.select_related("club").order_by("-evening", "-pk")[:OFFERED])


def as_one(
    events: Sequence[Event], *, only_all: bool = False, hides_names: bool = False
) -> Several:
    """Add up sessions, in their order; `only_all` leaves out everyone who missed one.

    With `hides_names` a row has its number alone. RuleError for sessions with different scoring.
    """
    sessions = []
    for event in events:
        try:
            sessions.append(rank(event_to_send(event)))
        except RuleError as error:
            raise error.standing(str(event)) from None
    try:
        rankings = over_sessions(sessions, only_all=only_all)
    except RuleError as error:
        raise error.standing("") from None
    lists = [
        RankedLines(title_of(each), _lines(each, hides_names)) for each in rankings if each.rows
    ]
    in_percent = any(row.entry.percent is not None for each in rankings for row in each.rows)
    return Several(lists, in_percent)


def tag_of_several(events: Sequence[Event], about: str = "") -> str:
    """Return what changes whenever several sessions as one may read otherwise; no query."""
    known = "-".join(f"{event.pk}.{event.revision}.{how_far(event)}" for event in events)
    revision = events[0].club.revision if events else 0
    return f'"several-{revision}-{known}-{about}"'


def _lines(ranking: Ranking, hides_names: bool) -> list[Line]:
    return [
        Line(
            place,
            _names(row.entry.contestant.names, row.entry.contestant.number, hides_names),
            row.entry.boards,
            score,
            percent,
        )
        for row, place, (score, percent) in zip(
            ranking.rows, places_of(ranking), figures_of(ranking), strict=True
        )
    ]


def _names(names: Sequence[str], number: str, hides_names: bool) -> list[str]:
    return [number] if hides_names or not names else list(names)
