"""Duplicate events and what is reported at them.

Facts are stored, scores are derived: a result is what the players or the director reported, as
append-only revisions; matchpoints and places are always computed by `clubscore.ranking`, who sits
where by `clubscore.movements`.
"""

from clubscore.duplicate.models.addresses import EventShare, EventTableLink, PhoneSeen
from clubscore.duplicate.models.boards import BoardRevision
from clubscore.duplicate.models.events import Entry, Event, Section
from clubscore.duplicate.models.happenings import Call, EventHappening, PlanChange
from clubscore.duplicate.models.pars import DoubleDummy, ParRevision
from clubscore.duplicate.models.results import ResultRevision
from clubscore.duplicate.models.teams import TeamMember
from clubscore.duplicate.models.told import Telling

__all__ = [
    "BoardRevision",
    "Call",
    "DoubleDummy",
    "Entry",
    "Event",
    "EventHappening",
    "EventShare",
    "EventTableLink",
    "ParRevision",
    "PhoneSeen",
    "PlanChange",
    "ResultRevision",
    "Section",
    "TeamMember",
    "Telling",
]
