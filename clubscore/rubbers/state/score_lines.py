"""One scored deal, told line by line: what each column scores, what for, by which law."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.game import Game
from clubscore.laws.sheet.score_sheet import ScoredDeal


@dataclass(frozen=True)
class Counted:
    """What one law makes of one deal: points by column with their lines, and what it won."""

    points: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    won: str | None


def counted(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> Counted:
    """Return a deal with its lines; `names` are by seat."""
    who = {column.key: named([names[seat] for seat in column.seats]) for column in game.columns}
    points = [
        {"names": who[key], "below": below, "above": above}
        for key, (below, above) in scored.points.items()
    ]
    lines = [
        {
            "who": who[line.column],
            "what": said(line),
            "points": line.points,
            "law": line.law,
            "below": line.line == "below",
        }
        for line in scored.lines
    ]
    return Counted(points, lines, scored.won)
