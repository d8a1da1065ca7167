"""Boards without a result as a session ends: where they are, and what they may get instead."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.form_values import whole_number
from clubscore.club.wording.figures import MINUS
from clubscore.events.correct.correcting import Typed
from clubscore.events.models import Event, Section
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Spot, Standing, State
from clubscore.events.terms.event_terms import counts_percent
from clubscore.ranking import read_options
from clubscore.ranking.regulations import AVERAGE_AT_IMPS, regulation
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.problems import Problem

NOT_PLAYED = "not_played"
# What a board without a result gets by who was at fault (law 12C2a): NS, EW, and whose fault.
BY_FAULT: Final = {
    ("A+", "A+"): gettext_lazy("neither side at fault"),
    ("A+", "A-"): gettext_lazy("EW at fault"),
    ("A-", "A+"): gettext_lazy("NS at fault"),
    ("A-", "A-"): gettext_lazy("both sides at fault"),
    ("A", "A"): gettext_lazy("both partly at fault"),
    ("A+", "A"): gettext_lazy("EW partly at fault"),
    ("A", "A+"): gettext_lazy("NS partly at fault"),
    ("A", "A-"): gettext_lazy("EW at fault, NS partly"),
    ("A-", "A"): gettext_lazy("NS at fault, EW partly"),
}


class Loose(NamedTuple):
    """A board of a round that was played, with no result: its table, and how far it is."""

    section: Section
    spot: str
    table: str
    standing: Standing
    ns: str
    ew: str

    @property
    def name(self) -> str:
        """What a form calls it."""
        at = self.standing.spot
        return f"{self.spot}-{at.round}-{at.board}"

    @property
    def is_disputed(self) -> bool:
        """Whether its two sides disagree, so that there is something to settle."""
        return self.standing.state is State.DISPUTED

    @property
    def why(self) -> str:
        """How far it is, in words."""
        words = {State.DISPUTED: _("disputed"), State.LATER: _("left for later")}
        return words.get(self.standing.state, _("nothing entered"))


def overdue_boards(room: Room) -> list[Loose]:
    """Return the same without what is still being played: the round of now, unless it is the last.

    A board of it that was left for later, or is disputed, is there.
    """
    return [
        each
        for each in loose_boards(room)
        if not _is_played_now(room, each.standing.spot) or each.standing.state is not State.TO_COME
    ]


def _is_played_now(room: Room, spot: Spot) -> bool:
    """Whether a board's round is the one of now, and not the last."""
    now = room.now(spot.section)
    return spot.round == now and now < room.plans[spot.section].rounds


def loose_boards(room: Room) -> list[Loose]:
    """Return every board that has no result, disputed ones first, then by rounds and tables."""
    found = []
    for table in room.begun_tables():
        section, place = table.section, table.place
        ns, ew = (room.called(section.pk, side) for side in place.sides)
        shown = room.table_name(section, place.table)
        found += [
            Loose(section, table.name, shown, board, ns, ew)
            for board in table.boards
            if board.state is not State.IN and board.result is None
        ]
    return sorted(found, key=lambda each: not each.is_disputed)


def ways_to_end() -> list[tuple[str, str]]:
    """Return what a board without a result may get: (value, words)."""
    text = _("NS %(ns)s, EW %(ew)s: %(fault)s")
    return [(NOT_PLAYED, _("not played"))] + [
        (
            f"{ns}/{ew}",
            text % {"ns": ns.replace("-", MINUS), "ew": ew.replace("-", MINUS), "fault": fault},
        )
        for (ns, ew), fault in BY_FAULT.items()
    ]


def what_averages_are(event: Event) -> str:
    """Return what A+, A and A− are worth at an event's scoring; nothing where it is no figure."""
    imps = imps_of_averages(event)
    if imps:
        authority = regulation(AVERAGE_AT_IMPS).chosen(imps).authority
        text = _("A+ is %(n)s IMPs, A is 0, A− is −%(n)s IMPs (%(authority)s).")
        return text % {"n": imps, "authority": authority}
    if counts_percent(event):
        return _(
            "A+ is 60 % of the board, or the side’s own average if that is more; A is 50 %;"
            " A− is 40 %, or the side’s own average if that is less."
        )
    return ""


def imps_of_averages(event: Event) -> str:
    """Return how many IMPs A+ is at an event, empty where it is counted otherwise."""
    return event.scored_by.average(read_options(event.options))


def read_ends(
    loose: list[Loose], given: Mapping[str, str], *, may_stay: bool = False
) -> tuple[list[Typed], list[Problem]]:
    """Read what a form gives each board: the same for all, or one for each.

    With ``may_stay`` a board for which nothing is chosen stays without a result.
    """
    lines, problems = [], []
    for each in loose:
        value = given.get("all") or given.get(f"gets-{each.name}", "")
        if may_stay and not value:
            continue
        facts = _facts(value)
        if facts is None:
            text = _("Round %(round)s, table %(table)s, board %(board)s: choose what it gets.")
            at = each.standing.spot
            values = {"round": at.round, "table": each.table, "board": at.board}
            problems.append(Problem(f"gets-{each.name}", text % values))
            continue
        seen = whole_number(given.get(f"seen-{each.name}"))
        lines.append(Typed(each.section, each.standing.spot, facts, -1 if seen is None else seen))
    return lines, problems


def _facts(value: str) -> ResultFacts | None:
    if value == NOT_PLAYED:
        return {"not_played": True}
    ns, _slash, ew = value.partition("/")
    return {"adjusted": {"ns": ns, "ew": ew}} if (ns, ew) in BY_FAULT else None
