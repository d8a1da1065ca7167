"""How games and rubbers are won: the course of a sitting from deal to deal.

Most games are the best of three; a game with another course (four deals, five hundred points)
has a :class:`Course` of its own in its file.
"""

from __future__ import annotations

from clubscore.laws.counting.lines import ABOVE, Score, Writer
from clubscore.laws.counting.reckoning import Bonuses, Course, Outcome, Position, Reckoner
from clubscore.laws.words import gettext_noop

GAME = gettext_noop("game")
RUBBER = gettext_noop("rubber")
AHEAD = gettext_noop("for being a game ahead")
GAMES_TO_WIN = 2


class BestOfThree(Course):
    """Two games are the rubber, excess points and all (Laws of Bridge 1899, laws 1-3)."""

    games_to_win = GAMES_TO_WIN

    def outcome(self, reckoner: Reckoner, position: Position, score: Score) -> Outcome | None:
        """A game is so many points below the line, and ends everyone's part scores."""
        below = tuple(map(int.__add__, position.below, score.below))
        most = max(below)
        if most < self.game_points:
            return None
        tariff = reckoner.tariff
        best = below.index(most)
        winner = reckoner.columns[best]
        ends_rubber = position.games[best] + 1 >= self.games_to_win
        writer = Writer(tariff)
        sharing = score.columns if tariff.game_bonus_to_acceptor else (winner,)
        writer.write(sharing, ABOVE, tariff.game_bonus, "game", GAME)
        if ends_rubber:
            quick = tariff.quick_rubber_bonus is not None and not any(
                won for at, won in enumerate(position.games) if at != best
            )
            bonus = tariff.quick_rubber_bonus if quick else tariff.rubber_bonus
            writer.write((winner,), ABOVE, bonus or 0, "rubber", RUBBER)
        kept = (0,) * len(below)
        if not tariff.part_scores_lapse and not ends_rubber:
            kept = tuple(0 if at == best else part for at, part in enumerate(below))
        return Outcome(best, best if ends_rubber else None, reckoner.piece(writer.lines), kept)

    def broken_off(self, reckoner: Reckoner, position: Position) -> tuple[Bonuses, ...]:
        """By the club's rule, for the one column that is a game ahead of every other."""
        most = max(position.games)
        bonus = reckoner.tariff.unfinished_bonus
        if not bonus or position.games.count(most) > 1:
            return ((),) * len(position.games)
        return tuple(((bonus, AHEAD),) if won == most else () for won in position.games)


class LongSheet(Course):
    """Each deal is for itself, and play stops when the players like."""

    unit = "sheet"
    # Nothing counts towards a game, so nothing has to stand apart from what does not.
    has_line = False


RUBBER_OF_THREE = BestOfThree(game_points=30)
# Where more goes above the line: penalties that grow, or every column's own.
LONG_RUBBER = BestOfThree(game_points=30, pad_rows=(15, 8))
