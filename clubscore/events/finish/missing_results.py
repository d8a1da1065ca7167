"""Boards without a result as a session ends: where they are, and what they may get instead."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.form_values import whole_number
from clubscore.club.wording.figures import MINUS
from clubscore.events.correct.correcting import Typed
from clubscore.events.models import Section
from clubscore.events.results.result_form import AWARDS
from clubscore.events.state.event_now import Room
from clubscore.events.state.spot_state import Standing, State
from clubscore.ranking.result import ResultFacts
from clubscore.tableside.problems import Problem

NOT_PLAYED = "not_played"


class Loose(NamedTuple):
    """A board of a round that was played, with no result: its table, and how far it is."""

    section: Section
    spot: str
    table: str
    standing: Standing

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


def loose_boards(room: Room) -> list[Loose]:
    """Return every board that has no result, disputed ones first, then by rounds and tables."""
    letters = {section.pk: section for section in room.sections}
    found = []
    for hole in room.holes():
        if hole.result is None:
            section, table = letters[hole.spot.section], hole.spot.table
            spot = f"{section.letter}{table}"
            found.append(Loose(section, spot, room.table_name(section, table), hole))
    return sorted(found, key=lambda each: not each.is_disputed)


def ways_to_end() -> list[tuple[str, str]]:
    """Return what a board without a result may get: (value, words)."""
    text = _("NS %(ns)s, EW %(ew)s")
    return [(NOT_PLAYED, _("not played"))] + [
        (f"{ns}/{ew}", text % {"ns": ns.replace("-", MINUS), "ew": ew.replace("-", MINUS)})
        for ns, ew in AWARDS
    ]


def read_ends(loose: list[Loose], given: Mapping[str, str]) -> tuple[list[Typed], list[Problem]]:
    """Read what a form gives each board: the same for all, or one for each."""
    lines, problems = [], []
    for each in loose:
        value = given.get("all") or given.get(f"gets-{each.name}", "")
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
    return {"adjusted": {"ns": ns, "ew": ew}} if (ns, ew) in AWARDS else None
