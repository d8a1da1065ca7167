"""How a rubber goes on from deal to deal, as a table that a phone takes along.

What a column wins by reaching the points of a game, and where the rubber stands afterwards, is
asked of the game's own course for every way in which it can come.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple, TypedDict

from clubscore.laws.deal import Deal
from clubscore.laws.game import Game
from clubscore.laws.reckoning import Outcome, Position, Reckoner
from clubscore.laws.tariff import Score

Index = Callable[[tuple[int, ...]], int]
# The effect of what is won, the stage that follows, whether the rubber is over, and for each
# column whether its points towards a game stay.
Win = tuple[int, int, int, list[int]]


class Stage(TypedDict):
    """Where a rubber may stand: games won and, where deals end it, how many were played.

    `wins` is by the column that has reached the points of a game, or by "=" and the columns that
    scored below the line without; what differs by who declared, or by their vulnerability, has
    that behind it. With `ends` the rubber ends here in every case. `then` is the stage after a deal
    that wins nothing. `vulnerable` are columns, None where the deal itself must tell.
    """

    games: list[int]
    played: int
    vulnerable: list[int] | None
    wins: dict[str, Win]
    ends: bool
    then: int


class Now(TypedDict):
    """Where a sheet stands: what tells its stage, and points by column.

    They are those below the line towards a game, and all of the rubber.
    """

    games: list[int]
    played: int
    below: list[int]
    rubber: list[int]


class _At(NamedTuple):
    """A stage by what tells it from the others."""

    games: tuple[int, ...]
    played: int


def here(games: tuple[int, ...], played: int, below: tuple[int, ...] = ()) -> Position:
    """Return where a sheet stands with these games and points of the rubber."""
    none = (0,) * len(games)
    return Position(1, 1, 1, below or none, games, below or none, none, played, played)


def now_of(game: Game, position: Position) -> Now:
    """Return where a sheet stands, as a phone counts on from there."""
    return {
        "games": list(position.games),
        "played": position.played if game.course.deals else 0,
        "below": list(position.below),
        "rubber": list(position.in_rubber),
    }


def stages_of(reckoner: Reckoner, game: Game, index: Index, *, both: bool) -> list[Stage]:
    """Return every stage of a rubber, the first first; `index` keeps an effect under a number.

    With `both` declarer may be vulnerable or not.
    """
    return _Stages(reckoner, game, index, both).made()


class _Stages:
    """The stages of a rubber as they are found."""

    def __init__(self, reckoner: Reckoner, game: Game, index: Index, both: bool) -> None:
        self.reckoner, self.game, self.index, self.both = reckoner, game, index, both
        self.number = len(reckoner.columns)
        self.places = [_At((0,) * self.number, 0)]

    def made(self) -> list[Stage]:
        """Return the stages; one that is found on the way is made in its turn."""
        stages: list[Stage] = []
        while len(stages) < len(self.places):
            stages.append(self._stage(self.places[len(stages)]))
        return stages

    def _place(self, at: _At) -> int:
        if at not in self.places:
            self.places.append(at)
        return self.places.index(at)

    def _stage(self, at: _At) -> Stage:
        deals = self.game.course.deals
        ends = bool(deals) and at.played + 1 == deals
        told = any(ask.before_play for ask in self.game.questions.asks)
        wins: dict[str, Win] = {}
        if self.game.course.game_points:
            for column in range(self.number):
                wins |= self._by_who(at, str(column), column)
        if ends:
            wins |= self._by_who(at, "=", None)
            for column in range(self.number):
                wins |= self._by_who(at, f"={column}", column, reached=False)
        columns = self.reckoner.columns
        vulnerable = self.game.course.vulnerable(Deal(), here(at.games, at.played))
        return {
            "games": list(at.games),
            "played": at.played,
            "vulnerable": None if told else [columns.index(key) for key in vulnerable],
            "wins": wins,
            "ends": ends,
            "then": self._place(at if ends else self._after(at, None)),
        }

    def _after(self, at: _At, outcome: Outcome | None) -> _At:
        """Return the stage after a deal that was played."""
        played = at.played + 1 if self.game.course.deals else 0
        if outcome is None:
            return at._replace(played=played)
        if outcome.rubber is not None or outcome.ends_level:
            return self.places[0]
        games = tuple(won + (n == outcome.game) for n, won in enumerate(at.games))
        return _At(games, played)

    def _by_who(
        self, at: _At, key: str, column: int | None, *, reached: bool = True
    ) -> dict[str, Win]:
        """Return what is won, once where it is the same whoever declared, vulnerable or not."""
        found = {
            f"{key} {'-'.join(map(str, who))} {int(vulnerable)}": self._win(
                at, column, tuple(self.reckoner.columns[n] for n in who), vulnerable, reached
            )
            for who, vulnerable in product(self._declaring(), (False, True)[: 1 + self.both])
        }
        ways = list(found.values())
        if all(each == ways[0] for each in ways):
            found = {key: ways[0]}
        return {way: win for way, win in found.items() if win is not None}

    def _declaring(self) -> Iterable[tuple[int, ...]]:
        columns = self.reckoner.columns
        sides = self.game.sides.values()
        return dict.fromkeys(tuple(columns.index(key) for key in each.columns) for each in sides)

    def _win(
        self,
        at: _At,
        column: int | None,
        who: tuple[str, ...],
        vulnerable: bool,
        reached: bool,
    ) -> Win | None:
        """Return what a column wins that scores so, None for nothing."""
        course = self.game.course
        points = [0] * self.number
        standing = tuple(int(reached and n != column) for n in range(self.number))
        if column is not None:
            points[column] = course.game_points if reached else 1
        nothing = (0,) * self.number
        below, above = (tuple(points), nothing) if course.has_line else (nothing, tuple(points))
        score = Score((), below, above, who, vulnerable=vulnerable)
        position = here(at.games, at.played, standing)
        outcome = course.outcome(self.reckoner, position, score)
        if outcome is None:
            return None
        over = outcome.rubber is not None or outcome.ends_level
        bonus = self.index((*outcome.bonuses.below, *outcome.bonuses.above))
        return (
            bonus,
            self._place(self._after(at, outcome)),
            int(over),
            [int(p > 0) for p in outcome.below],
        )
