"""Card tables and what is reported at them.

Facts are stored, scores are derived: a deal is what the players reported, as append-only
revisions; points, games, rubbers and money are always computed by `clubscore.laws`. Only what
was "made up and agreed" keeps its amounts, in `Settlement`.
"""

from clubscore.rubber.models.addresses import RoomLink, SecretAddress, TableLink
from clubscore.rubber.models.beside import BetOutcome, OwnStake, SideBet, WrongCode
from clubscore.rubber.models.deals import Deal, DealRevision
from clubscore.rubber.models.settlements import Settlement
from clubscore.rubber.models.seven import SevenEvening, SevenHappening
from clubscore.rubber.models.sittings import (
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
    "SecretAddress",
    "Settlement",
    "SevenEvening",
    "SevenHappening",
    "SideBet",
    "Sitting",
    "Substitute",
    "TableLink",
    "WrongCode",
]
