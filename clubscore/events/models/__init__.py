"""Duplicate events and what is reported at them.

Facts are stored, scores are derived: a result is what the players or the director reported, as
append-only revisions; matchpoints and places are always computed by `clubscore.ranking`, who sits
where by `clubscore.movements`.
"""

from clubscore.events.models.boards import BoardRevision
from clubscore.events.models.contests import ContestSet
from clubscore.events.models.counted_worlds import CountedWorld
from clubscore.events.models.events import Entry, Event, EventTemplate, Section
from clubscore.events.models.happenings import Call, EventHappening, PlanChange
from clubscore.events.models.imported import Telling, ToldPlayer
from clubscore.events.models.links import (
    EventList,
    EventShare,
    EventTableLink,
    PhoneSeen,
    SeveralShare,
)
from clubscore.events.models.over_years import PersonBoards
from clubscore.events.models.packages import (
    ClubKey,
    ContestPackage,
    FollowedPool,
    PackageDecision,
    ServerPool,
    SetHours,
    SetLookedAt,
    TwoHouses,
)
from clubscore.events.models.pars import (
    BoardsWorkedOut,
    DoubleDummy,
    NulloTable,
    OpeningLeads,
    ParRevision,
)
from clubscore.events.models.past import PastFile, PastImport
from clubscore.events.models.results import ResultRevision
from clubscore.events.models.series_of_events import Series, SeriesChange
from clubscore.events.models.teams import TeamMember

__all__ = [
    "BoardRevision",
    "BoardsWorkedOut",
    "Call",
    "ClubKey",
    "ContestPackage",
    "ContestSet",
    "CountedWorld",
    "DoubleDummy",
    "Entry",
    "Event",
    "EventHappening",
    "EventList",
    "EventShare",
    "EventTableLink",
    "EventTemplate",
    "FollowedPool",
    "NulloTable",
    "OpeningLeads",
    "PackageDecision",
    "ParRevision",
    "PastFile",
    "PastImport",
    "PersonBoards",
    "PhoneSeen",
    "PlanChange",
    "ResultRevision",
    "Section",
    "Series",
    "SeriesChange",
    "ServerPool",
    "SetHours",
    "SetLookedAt",
    "SeveralShare",
    "TeamMember",
    "Telling",
    "ToldPlayer",
    "TwoHouses",
]
