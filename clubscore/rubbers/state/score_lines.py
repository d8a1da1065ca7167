"""One scored deal, told line by line: what each column scores, what for, by which law."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubscore.club.wording.law_places import law_url
from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.game import Game
from clubscore.laws.score_sheet import ScoredDeal
from clubscore.laws.tariff import Line
from clubscore.laws.words import Phrase


@dataclass(frozen=True)
class ColumnPoints:
    """What one deal brings those of a column; `sum` is the one figure of a sheet without a line."""

    names: str
    below: int
    above: int
    sum: int | None = None


@dataclass(frozen=True)
class CountedLine:
    """One line of a deal: whose, what for, how much, by which law, on which side of the line.

    `law_url` is where the law is read, empty where it stands in no book that we have.
    """

    who: str
    what: str
    points: int
    law: str
    law_url: str
    below: bool


@dataclass(frozen=True)
class Counted:
    """What one law makes of one deal: points by column with their lines, and what it won."""

    points: list[ColumnPoints]
    lines: list[CountedLine]
    won: str | None


def line_said(line: Line, names: Mapping[str, str]) -> str:
    """Return what a line is for, whoever it names by name; `names` are by seat."""
    player = line.params.get("player")
    if not isinstance(player, str):
        return said(line)
    return said(Phrase(line.phrase, {**line.params, "player": names.get(player, player)}))


def counted(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> Counted:
    """Return a deal with its lines; `names` are by seat."""
    who = {column.key: named([names[seat] for seat in column.seats]) for column in game.columns}
    points = [ColumnPoints(who[key], below, above) for key, (below, above) in scored.points.items()]
    lines = [
        CountedLine(
            who[line.column],
            line_said(line, names),
            line.points,
            said(line.law),
            law_url(line.law),
            line.line == "below",
        )
        for line in scored.lines
    ]
    return Counted(points, lines, scored.won)
