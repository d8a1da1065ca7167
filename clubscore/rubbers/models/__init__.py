"""Card tables and what is reported at them.

Facts are stored, scores are derived: a deal is what the players reported, as append-only
revisions; points, games, rubbers and money are always computed by `clubscore.laws`. Only what
was "made up and agreed" keeps its amounts, in `Settlement`.
"""

from clubscore.rubbers.models.beside import BetOutcome, OwnStake, SideBet
from clubscore.rubbers.models.deals import Deal, DealRevision
from clubscore.rubbers.models.links import RoomLink, TableLink
from clubscore.rubbers.models.settlements import Settlement
from clubscore.rubbers.models.seven_evenings import SevenEvening, SevenHappening
from clubscore.rubbers.models.sittings import (
    Candidate,
    CardTable,
    Draft,
    Happening,
    Part,
    Seat,
    Sitting,
    Substitute,
)

__all__ = [
    "BetOutcome",
    "Candidate",
    "CardTable",
    "Deal",
    "DealRevision",
    "Draft",
    "Happening",
    "OwnStake",
    "Part",
    "RoomLink",
    "Seat",
    "Settlement",
    "SevenEvening",
    "SevenHappening",
    "SideBet",
    "Sitting",
    "Substitute",
    "TableLink",
]
