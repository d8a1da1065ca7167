"""What one deal puts on the sheet, line by line.

A :class:`Reckoner` belongs to one game under one set of rules. What a contract and its tricks
bring, and what a holding of honours brings, is worked out once and then looked up.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from clubscore.laws.citing import Citation, house_rule
from clubscore.laws.counting.lines import ABOVE, BELOW, Line, Piece, Score, Writer
from clubscore.laws.counting.revokes import RevokeLaw
from clubscore.laws.counting.tariff import Tariff, Terms
from clubscore.laws.facts import Deal
from clubscore.laws.house_rules import HasRules, Rules, departures, rule_words
from clubscore.laws.record import Record, replace
from clubscore.laws.words import Word, gettext_noop

Key = TypeVar("Key")
Value = TypeVar("Value")
# What a law gives a column of a rubber that is broken off: points, and for what.
Bonuses = tuple[tuple[int, str], ...]
# Bid, declarer, partner, doubling, tricks, and whether the declaring side is vulnerable.
PlayKey = tuple[str, str | None, str | None, int, int, bool]
# Denomination, declarer, partner, honours and chicane.
HonoursKey = tuple[str, str | None, str | None, tuple[tuple[str, int | str], ...], tuple[str, ...]]

# Looked-up results are dropped all at once when a stranger's file has made this many of them.
MOST_KEPT = 10_000

FINED = gettext_noop("fine for %(player)s")
FINED_FOR = gettext_noop("fine for %(player)s, %(offence)s")


class Position(NamedTuple):
    """Where the sheet stands, in the order of the columns.

    ``below`` is of the game being played, ``games`` and ``in_rubber`` (all points) of the rubber,
    ``totals`` of the sitting; ``begun`` counts the rubber's deals, ``played`` those of them that
    were not passed out.
    """

    number: int
    rubber: int
    game: int
    below: tuple[int, ...]
    games: tuple[int, ...]
    in_rubber: tuple[int, ...]
    totals: tuple[int, ...]
    begun: int
    played: int = 0


class Outcome(NamedTuple):
    """What a deal won: the columns of the game and of the rubber, by number, and the bonuses.

    ``below`` is what stands towards the next game. ``ends_level`` where a rubber is over
    and its law gives it to no one.
    """

    game: int | None
    rubber: int | None
    bonuses: Piece
    below: tuple[int, ...]
    ends_level: bool = False


class Sides(NamedTuple):
    """Who is against whom in one deal, as seats, hands and columns; declarer's column first."""

    seats: tuple[str, ...]
    adverse_seats: tuple[str, ...]
    hands: tuple[str, ...]
    adverse_hands: tuple[str, ...]
    columns: tuple[str, ...]
    adverse_columns: tuple[str, ...]


class Counts(Protocol):
    """What a reckoner asks of the manner of counting."""

    @property
    def honours_by(self) -> str:
        """Whether honours count by "side", by "hand", or as they are "won"."""

    @property
    def revoke_law(self) -> RevokeLaw:
        """What a revoke costs."""

    @property
    def tariff(self) -> Callable[[Rules], Tariff]:
        """The numbers, compiled from the house rules."""

    @property
    def reckon(self) -> Callable[["Reckoner", Deal, Position], Score]:
        """The manner in which a deal is counted."""

    def honours_beside(self, reckoner: "Reckoner", deal: Deal) -> list[Line]:
        """The lines for a card that counts for the side that held it, and is no honour."""


class HasNamedFine(Protocol):
    """A fine that the game's law names."""

    @property
    def key(self) -> str:
        """The file's word for it."""

    @property
    def what(self) -> str:
        """The offence."""


class HasFines(Protocol):
    """What a reckoner asks of the bidding."""

    @property
    def first_bid_fine(self) -> tuple[str, str] | None:
        """The bid that a dealer is fined for if it fails, and the house rule for how much."""

    @property
    def named_fines(self) -> Sequence[HasNamedFine]:
        """The fines that the game's law names."""


class HasTricks(Protocol):
    """What a reckoner asks of the play."""

    @property
    def tricks(self) -> int:
        """How many tricks a deal has."""


class Counted(HasRules, Protocol):
    """What a reckoner asks of the game that it belongs to; `Game` says all of it, and more."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the players."""

    @property
    def column_keys(self) -> tuple[str, ...]:
        """The keys of the columns in the order of the sheet."""

    @property
    def column_of(self) -> Mapping[str, str]:
        """The column of every seat and hand."""

    @property
    def sides(self) -> Mapping[tuple[str, str | None], Sides]:
        """Who is against whom, by declarer and partner."""

    @property
    def bidding(self) -> HasFines:
        """How it is bid."""

    @property
    def play(self) -> HasTricks:
        """How it is played."""

    @property
    def counting(self) -> Counts:
        """How a deal is counted."""

    @property
    def course(self) -> "Course":
        """How games and rubbers are won."""


class Reckoner:
    """The tables of one game under one set of rules, and what has been looked up in them."""

    __slots__ = ("_honours", "_plays", "_terms", "columns", "game", "nothing", "rules", "tariff")

    def __init__(self, game: Counted, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        tariff = game.counting.tariff(rules)
        self.tariff = replace(tariff, laws=_laws(game, rules, tariff.laws))
        self.columns = game.column_keys
        self.nothing = Piece((), (0,) * len(self.columns), (0,) * len(self.columns))
        self._terms: dict[tuple[str, int, bool], Terms] = {}
        self._plays: dict[PlayKey, Piece] = {}
        self._honours: dict[HonoursKey, Piece] = {}

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
        vulnerable = self.game.course.vulnerable(deal, position)
        return bool(vulnerable) and self.sides(deal).columns[0] in vulnerable

    def score(self, deal: Deal, position: Position) -> Score:
        """Every line that the deal brings, fines included."""
        # Some games count what was won in a deal that all passed.
        if deal.bid is None and not deal.own:
            score = Score(*self.nothing)
        else:
            score = self.game.counting.reckon(self, deal, position)
        return self._with_fines(score, deal) if deal.fines else score

    def kept_play(self, deal: Deal, vulnerable: bool = False) -> Piece | None:
        """The play of a deal like this one, if it was worked out before."""
        return self._plays.get(_play_key(deal, vulnerable))

    def keep_play(self, deal: Deal, piece: Piece, vulnerable: bool = False) -> Piece:
        """Remember the play of a deal without revokes."""
        _keep(self._plays, _play_key(deal, vulnerable), piece)
        return piece

    def honours(self, deal: Deal, lines_of: Callable[["Reckoner", Deal], Iterable[Line]]) -> Piece:
        """What honours and chicane score, whatever happened to the contract."""
        if not deal.honours and not deal.chicane:
            return self.nothing
        bid = deal.bid
        assert bid is not None  # noqa: S101 - nobody holds honours in a deal that all passed
        key = (bid.denomination.key, deal.declarer, deal.partner, deal.honours, deal.chicane)
        piece = self._honours.get(key)
        if piece is None:
            piece = _keep(self._honours, key, self.piece(lines_of(self, deal)))
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
        offences = {fine.key: Word(fine.what) for fine in self.game.bidding.named_fines}
        for player, points, reason in deal.fines:
            own = self.game.column_of[player]
            others = [column for column in self.columns if column != own]
            cases = (reason or self._case_of_fine(deal, player, points),)
            phrase, words = FINED, {"player": player}
            if reason:
                phrase, words = FINED_FOR, words | {"offence": offences[reason]}
            writer.write(others, ABOVE, points, "fine", phrase, cases, **words)
        fines = self.piece(writer.lines)
        above = tuple(map(int.__add__, score.above, fines.above))
        return score._replace(lines=score.lines + fines.lines, above=above)

    def _case_of_fine(self, deal: Deal, player: str, points: int) -> str:
        """Of a fine that gives no reason: for the first bid by the club's rule, else its amount."""
        fined = self.game.bidding.first_bid_fine
        if fined is not None and deal.bid is not None:
            text, rule = fined
            if (deal.bid.text, deal.declarer) == (text, player) and points == self.rules[rule]:
                return "first-bid"
        return f"of {points}"


def _laws(game: Counted, rules: Rules, laws: Mapping[str, Citation]) -> dict[str, Citation]:
    """What each kind of line cites here: lines whose worth the club has chosen cite its own rule.

    The rule for a kind is the rule for each of its cases, for a case alone that case's.
    """
    chosen = {
        kind: house_rule(rule_words(rule, value))
        for rule, value in departures(game, rules)
        for kind in rule.kinds
    }
    kept = {kind: law.at(game.key) for kind, law in laws.items() if kind.split()[0] not in chosen}
    return {**kept, **chosen}


def _play_key(deal: Deal, vulnerable: bool) -> PlayKey:
    bid, declarer, partner, doubling, tricks, *_ = deal
    assert bid is not None  # noqa: S101 - asked only of deals that were played
    return (bid.text, declarer, partner, doubling, tricks, vulnerable)


def _keep(kept: dict[Key, Value], key: Key, value: Value) -> Value:
    """Put a result into a table that never grows without end."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value


@lru_cache(maxsize=32)
def reckoner_for(game: Counted, rules: Rules) -> Reckoner:
    """The reckoner of a game under these rules, kept for the next deal."""
    return Reckoner(game, rules)


class Course(Record):
    """How games and rubbers are won, deal by deal: a game with a way of its own overrides it.

    ``game_points`` win a game, 0 where there are no games to win. ``unit`` is what is played to
    its end and settled: a "rubber", a "game", or one long "sheet". With ``has_line`` the sheet has
    points below a line and above it. ``deal_game`` trick points in one deal are a game by
    themselves, 0 where they are not. ``deals`` that were played end a rubber, 0 where games do.
    ``games_to_win`` win a rubber, 0 where it is won otherwise.
    ``pad_rows`` are the rows that its rubbers need on paper, above the line and below it.
    """

    game_points: int
    pad_rows: tuple[int, int] = (12, 10)
    unit: ClassVar[str] = "rubber"
    has_line: ClassVar[bool] = True
    deal_game: ClassVar[int] = 0
    deals: ClassVar[int] = 0
    games_to_win: ClassVar[int] = 0

    def outcome(self, reckoner: Reckoner, position: Position, score: Score) -> Outcome | None:
        """What a deal with this score wins where the sheet stands so; nothing but its points."""
        return None

    def broken_off(self, reckoner: Reckoner, position: Position) -> tuple[Bonuses, ...]:
        """What a rubber that is broken off gives each column: it counts as it stands."""
        return ((),) * len(reckoner.columns)

    def vulnerable(self, deal: Deal, position: Position) -> tuple[str, ...]:
        """The columns that are vulnerable in a deal; only today's contract knows such."""
        return ()

    def most_games(self, columns: int) -> int:
        """As many games as a rubber may have: each other column one, and both of the winner."""
        return columns + 1
