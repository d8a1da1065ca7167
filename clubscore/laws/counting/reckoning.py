"""What one deal puts on the sheet, line by line.

A :class:`Reckoner` belongs to one game under one set of rules. What a contract and its tricks
bring, and what a holding of honours brings, is worked out once and then looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from clubscore.laws.counting.tariff import Tariff, Terms
from clubscore.laws.house_rules import Rules, departures, rule_words
from clubscore.laws.words import gettext_noop

if TYPE_CHECKING:
    from clubscore.laws.deal.facts import Deal
    from clubscore.laws.game import Game, Sides
    from clubscore.laws.sheet.course import Position

BELOW, ABOVE = "below", "above"

# Looked-up results are dropped all at once when a stranger's file has made this many of them.
MOST_KEPT = 10_000


class Line(NamedTuple):
    """One figure on the sheet: whose, where, how much, what for and by which law.

    ``item`` is the English text; ``phrase`` and ``params`` let it be said in another tongue.
    ``kind`` is the sort of line ("tricks", "honours", "slam"), for a sheet that marks causes.
    """

    column: str
    line: str
    points: int
    item: str
    law: str
    phrase: str
    params: Mapping[str, Any]
    kind: str


class Piece(NamedTuple):
    """Lines with their sums by column, in the order of the sheet."""

    lines: tuple[Line, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]


class LedgerEntry(NamedTuple):
    """Points that one seat wins from another outside the sheet, in a ledger of this name."""

    ledger: str
    winner: str
    loser: str
    points: int


class Score(NamedTuple):
    """What a deal brings before games and rubbers are counted.

    ``columns`` are those of the declaring side, declarer's first. ``caps`` are columns whose
    standing towards the game may not pass a limit by this deal. ``ledger`` is what stands outside
    the sheet. ``vulnerable`` is whether the declaring side was.
    """

    lines: tuple[Line, ...]
    below: tuple[int, ...]
    above: tuple[int, ...]
    columns: tuple[str, ...] = ()
    caps: tuple[tuple[int, int], ...] = ()
    ledger: tuple[LedgerEntry, ...] | None = None
    vulnerable: bool = False


class Writer:
    """Collects the lines of one deal."""

    __slots__ = ("_laws", "lines")

    def __init__(self, tariff: Tariff) -> None:
        self._laws = tariff.laws
        self.lines: list[Line] = []

    def write(
        self, columns: Sequence[str], line: str, points: int, kind: str, phrase: str, **params: Any
    ) -> None:
        """A line of this many points in each of these columns; none where there are no points."""
        if not points or not columns:
            return
        item = phrase % params if params else phrase
        law = self._laws[kind]
        for column in columns:
            self.lines.append(Line(column, line, points, item, law, phrase, params, kind))


class Reckoner:
    """The tables of one game under one set of rules, and what has been looked up in them."""

    __slots__ = ("_honours", "_plays", "_terms", "columns", "game", "nothing", "rules", "tariff")

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        tariff = game.tariff(rules)
        self.tariff = replace(tariff, laws={**tariff.laws, **_house_laws(game, rules)})
        self.columns = game.column_keys
        self.nothing = Piece((), (0,) * len(self.columns), (0,) * len(self.columns))
        self._terms: dict[tuple[str, int, bool], Terms] = {}
        self._plays: dict[tuple[Any, ...], Piece] = {}
        self._honours: dict[tuple[Any, ...], Piece] = {}

    def sides(self, deal: Deal) -> Sides:
        """Who is against whom in this deal."""
        assert deal.declarer is not None  # noqa: S101 - asked only of deals that were played
        return self.game.sides[deal.declarer, deal.partner]

    def terms(self, deal: Deal, vulnerable: bool = False) -> Terms:
        """What the contract of this deal is worth."""
        bid = deal.bid
        assert bid is not None  # noqa: S101 - asked only of deals that were played
        key = (bid.text, deal.doubling, vulnerable)
        terms = self._terms.get(key)
        if terms is None:
            named = self.tariff.vulnerable_terms if vulnerable else None
            terms = _keep(self._terms, key, (named or self.tariff.terms)(bid, deal.doubling))
        return terms

    def vulnerable(self, deal: Deal, position: Position) -> bool:
        """Whether the declaring side of this deal is vulnerable."""
        told = self.game.vulnerable
        return told is not None and self.sides(deal).columns[0] in told(deal, position)

    def score(self, deal: Deal, position: Position) -> Score:
        """Every line that the deal brings, fines included."""
        # Some games count what was won in a deal that all passed.
        if deal.bid is None and not deal.own:
            score = Score(*self.nothing)
        else:
            score = self.game.reckon(self, deal, position)
        return self._with_fines(score, deal) if deal.fines else score

    def kept_play(self, deal: Deal, vulnerable: bool = False) -> Piece | None:
        """The play of a deal like this one, if it was worked out before."""
        return self._plays.get(_play_key(deal, vulnerable))

    def keep_play(self, deal: Deal, piece: Piece, vulnerable: bool = False) -> Piece:
        """Remember the play of a deal without revokes."""
        _keep(self._plays, _play_key(deal, vulnerable), piece)
        return piece

    def honours(self, deal: Deal) -> Piece:
        """What honours and chicane bring, whatever became of the contract."""
        if not deal.honours and not deal.chicane:
            return self.nothing
        bid = deal.bid
        assert bid is not None  # noqa: S101 - nobody holds honours in a deal that all passed
        key = (bid.denomination.key, deal.declarer, deal.partner, deal.honours, deal.chicane)
        piece = self._honours.get(key)
        if piece is None:
            from clubscore.laws.counting.honours import honour_lines

            piece = _keep(self._honours, key, self.piece(honour_lines(self, deal)))
        return piece

    def piece(self, lines: Iterable[Line]) -> Piece:
        """Lines with their sums."""
        lines = tuple(lines)
        below = dict.fromkeys(self.columns, 0)
        above = dict.fromkeys(self.columns, 0)
        for line in lines:
            (below if line.line == BELOW else above)[line.column] += line.points
        return Piece(lines, tuple(below.values()), tuple(above.values()))

    def _with_fines(self, score: Score, deal: Deal) -> Score:
        writer = Writer(self.tariff)
        for player, points in deal.fines:
            own = self.game.column_of[player]
            others = [column for column in self.columns if column != own]
            phrase = gettext_noop("fine of %(player)s")
            writer.write(others, ABOVE, points, "fine", phrase, player=player)
        fines = self.piece(writer.lines)
        above = tuple(map(int.__add__, score.above, fines.above))
        return score._replace(lines=score.lines + fines.lines, above=above)


def _house_laws(game: Game, rules: Rules) -> dict[str, str]:
    """Lines whose worth the club has chosen cite its own rule."""
    return {
        kind: f"house rule: {rule_words(rule, value)}"
        for rule, value in departures(game, rules)
        for kind in rule.kinds
    }


def _play_key(deal: Deal, vulnerable: bool) -> tuple[Any, ...]:
    bid, declarer, partner, doubling, tricks = deal[:5]
    return (bid.text, declarer, partner, doubling, tricks, vulnerable)  # type: ignore[union-attr]


def _keep(kept: dict[Any, Any], key: Any, value: Any) -> Any:
    """Put a result into a table that never grows without end."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value


@lru_cache(maxsize=32)
def reckoner_for(game: Game, rules: Rules) -> Reckoner:
    """The reckoner of a game under these rules, kept for the next deal."""
    return Reckoner(game, rules)
