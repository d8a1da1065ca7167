"""Comparing results across tables: from what was reported to who is first.

Pure Python that knows no page, file or database. Everything is exact; rounding is left to what
prints. In the order of use:

- ``read_event(facts)`` verifies an event as its file tells it, ``event.facts()`` writes it back;
  or ``find_valuation``, ``read_contestants``, ``read_boards``, ``ResultReader`` verify the parts
  and ``Event(...)`` puts them together.
- ``rank(event)`` compares all results and makes the lists; ``travellers(ranked)`` the boards.
- ``ranked.field.corrected(at, result)`` puts one result right without comparing other boards
  again, ``rank_field`` ranks what came of it.
- ``side_by_side(event, scorings)`` ranks one event in several ways, ``over_sessions`` several
  events in one ranking; ``one_field(events)`` compares rooms that played the same boards.

What a user got wrong is a ``RuleError`` with the field that is wrong.
"""

from clubscore.ranking.board import Board, Par, read_board, read_boards
from clubscore.ranking.contestant import Contestant, Penalty, read_contestants, read_penalties
from clubscore.ranking.event import EventFile, read_event, read_options
from clubscore.ranking.field import Field
from clubscore.ranking.numbers import show_alike, show_number
from clubscore.ranking.options import Option, Options
from clubscore.ranking.result import Adjusted, Assigned, Award, Result
from clubscore.ranking.result_reader import ResultReader
from clubscore.ranking.scoring import Scoring
from clubscore.ranking.scorings import every_option, every_scoring, find_scoring
from clubscore.ranking.scorings.matchpoints import matchpoints
from clubscore.ranking.scorings.team_matches import matches_played
from clubscore.ranking.scorings.victory_points import victory_points
from clubscore.ranking.sessions import one_field, over_sessions, side_by_side
from clubscore.ranking.totals import (
    Ranked,
    RankedRow,
    Ranking,
    ScoredTravellerRow,
    Total,
    Traveller,
    least_boards,
    places_of,
    rank,
    rank_field,
    travellers,
)
from clubscore.ranking.unit import TallyStanding
from clubscore.ranking.valuation import Valuation, duplicate_score, find_valuation, imps

__all__ = [
    "Adjusted",
    "Assigned",
    "Award",
    "Board",
    "Contestant",
    "EventFile",
    "Field",
    "Option",
    "Options",
    "Par",
    "Penalty",
    "Ranked",
    "RankedRow",
    "Ranking",
    "Result",
    "ResultReader",
    "ScoredTravellerRow",
    "Scoring",
    "TallyStanding",
    "Total",
    "Traveller",
    "Valuation",
    "duplicate_score",
    "every_option",
    "every_scoring",
    "find_scoring",
    "find_valuation",
    "imps",
    "least_boards",
    "matches_played",
    "matchpoints",
    "one_field",
    "over_sessions",
    "places_of",
    "rank",
    "rank_field",
    "read_board",
    "read_boards",
    "read_contestants",
    "read_event",
    "read_options",
    "read_penalties",
    "show_alike",
    "show_number",
    "side_by_side",
    "travellers",
    "victory_points",
]
