"""What one deal puts on the sheet, line by line: by contract or by odd tricks, with honours.

By contract, penalty tricks count for making it and earn nothing above the line; a side that
revoked scores only honours and chicane (Royal Auction Bridge; law 90 of 1908 and the codes after
it). By odd tricks, deductions never go below nothing for the deal, and a side that revoked stops
at 28 towards the game (Laws of Bridge 1899, laws 87 and 95).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from clubscore.laws.cards import Denomination
from clubscore.laws.citing import Citation, house_rule
from clubscore.laws.deal import DealReport
from clubscore.laws.house_rules import HasRules, Rules, departures, rule_words
from clubscore.laws.record import Record, replace
from clubscore.laws.shared_codes import RevokeLaw, tricks_after
from clubscore.laws.tariff import (
    ABOVE,
    BELOW,
    DealScore,
    ScorePiece,
    SheetFigure,
    Tariff,
    TrickTerms,
    Worth,
    Writer,
    holding_of,
)
from clubscore.laws.words import Word, gettext_noop, ngettext_lazy

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


class DealOutcome(NamedTuple):
    """What a deal won: the columns of the game and of the rubber, by number, and the bonuses.

    ``below`` is what stands towards the next game. ``ends_level`` where a rubber is over
    and its law gives it to no one.
    """

    game: int | None
    rubber: int | None
    bonuses: ScorePiece
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


class CountingRules(Protocol):
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
    def reckon(self) -> Callable[["Reckoner", DealReport, Position], DealScore]:
        """The manner in which a deal is counted."""

    def honours_beside(self, reckoner: "Reckoner", deal: DealReport) -> list[SheetFigure]:
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


class GameReckoning(HasRules, Protocol):
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
    def counting(self) -> CountingRules:
        """How a deal is counted."""

    @property
    def course(self) -> "RubberCourse":
        """How games and rubbers are won."""


class Reckoner:
    """The tables of one game under one set of rules, and what has been looked up in them."""

    __slots__ = ("_honours", "_plays", "_terms", "columns", "game", "nothing", "rules", "tariff")

    def __init__(self, game: GameReckoning, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        tariff = game.counting.tariff(rules)
        self.tariff = replace(tariff, laws=_laws(game, rules, tariff.laws))
        self.columns = game.column_keys
        self.nothing = ScorePiece((), (0,) * len(self.columns), (0,) * len(self.columns))
        self._terms: dict[tuple[str, int, bool], TrickTerms] = {}
        self._plays: dict[PlayKey, ScorePiece] = {}
        self._honours: dict[HonoursKey, ScorePiece] = {}

    def sides(self, deal: DealReport) -> Sides:
        """Who is against whom in this deal."""
        assert deal.declarer is not None  # noqa: S101 - asked only of deals that were played
        return self.game.sides[deal.declarer, deal.partner]

    def terms(self, deal: DealReport, vulnerable: bool = False) -> TrickTerms:
        """What the contract of this deal is worth."""
        bid = deal.bid
        assert bid is not None  # noqa: S101 - asked only of deals that were played
        key = (bid.text, deal.doubling, vulnerable)
        terms = self._terms.get(key)
        if terms is None:
            named = self.tariff.vulnerable_terms if vulnerable else None
            terms = _keep(self._terms, key, (named or self.tariff.terms)(bid, deal.doubling))
        return terms

    def vulnerable(self, deal: DealReport, position: Position) -> bool:
        """Whether the declaring side of this deal is vulnerable."""
        vulnerable = self.game.course.vulnerable(deal, position)
        return bool(vulnerable) and self.sides(deal).columns[0] in vulnerable

    def score(self, deal: DealReport, position: Position) -> DealScore:
        """Every line that the deal brings, fines included."""
        # Some games count what was won in a deal that all passed.
        if deal.bid is None and not deal.own:
            score = DealScore(*self.nothing)
        else:
            score = self.game.counting.reckon(self, deal, position)
        return self._with_fines(score, deal) if deal.fines else score

    def kept_play(self, deal: DealReport, vulnerable: bool = False) -> ScorePiece | None:
        """The play of a deal like this one, if it was worked out before."""
        return self._plays.get(_play_key(deal, vulnerable))

    def keep_play(
        self, deal: DealReport, piece: ScorePiece, vulnerable: bool = False
    ) -> ScorePiece:
        """Remember the play of a deal without revokes."""
        _keep(self._plays, _play_key(deal, vulnerable), piece)
        return piece

    def honours(
        self, deal: DealReport, lines_of: Callable[["Reckoner", DealReport], Iterable[SheetFigure]]
    ) -> ScorePiece:
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

    def piece(self, lines: Iterable[SheetFigure]) -> ScorePiece:
        """Lines with their sums."""
        lines = tuple(lines)
        below = dict.fromkeys(self.columns, 0)
        above = dict.fromkeys(self.columns, 0)
        for line in lines:
            (below if line.line == BELOW else above)[line.column] += line.points
        return ScorePiece(lines, tuple(below.values()), tuple(above.values()))

    def _with_fines(self, score: DealScore, deal: DealReport) -> DealScore:
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

    def _case_of_fine(self, deal: DealReport, player: str, points: int) -> str:
        """Of a fine that gives no reason: for the first bid by the club's rule, else its amount."""
        fined = self.game.bidding.first_bid_fine
        if fined is not None and deal.bid is not None:
            text, rule = fined
            if (deal.bid.text, deal.declarer) == (text, player) and points == self.rules[rule]:
                return "first-bid"
        return f"of {points}"


def _laws(game: GameReckoning, rules: Rules, laws: Mapping[str, Citation]) -> dict[str, Citation]:
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


def _play_key(deal: DealReport, vulnerable: bool) -> PlayKey:
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
def reckoner_for(game: GameReckoning, rules: Rules) -> Reckoner:
    """The reckoner of a game under these rules, kept for the next deal."""
    return Reckoner(game, rules)


class RubberCourse(Record):
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

    def outcome(
        self, reckoner: Reckoner, position: Position, score: DealScore
    ) -> DealOutcome | None:
        """What a deal with this score wins where the sheet stands so; nothing but its points."""
        return None

    def broken_off(self, reckoner: Reckoner, position: Position) -> tuple[Bonuses, ...]:
        """What a rubber that is broken off gives each column: it counts as it stands."""
        return ((),) * len(reckoner.columns)

    def vulnerable(self, deal: DealReport, position: Position) -> tuple[str, ...]:
        """The columns that are vulnerable in a deal; only today's contract knows such."""
        return ()

    def most_games(self, columns: int) -> int:
        """As many games as a rubber may have: each other column one, and both of the winner."""
        return columns + 1


# Honours and chicane as lines: by side or hand by hand, in the English or the American form.

HONOURS = {
    "3": gettext_noop("simple honours"),
    "4": gettext_noop("four honours"),
    "5": gettext_noop("five honours"),
    "4-in-one": gettext_noop("four honours in one hand"),
    "4+1": gettext_noop("four honours in one hand, the fifth in partner's"),
    "5-in-one": gettext_noop("five honours in one hand"),
}
ACES = {
    "3": gettext_noop("three aces"),
    "4": gettext_noop("four aces"),
    "4-in-one": gettext_noop("four aces in one hand"),
}
DEUCES = {
    "3": gettext_noop("three twos"),
    "4": gettext_noop("four twos"),
    "4-in-one": gettext_noop("four twos in one hand"),
}
NOT_HELD = {
    "3": gettext_noop("three aces held by the other side"),
    "4": gettext_noop("four aces held by the other side"),
    "4-in-one": gettext_noop("four aces in one hand of the other side"),
}
# In suits (True) and at no-trumps.
HELD = {
    True: ngettext_lazy("%(count)s honour in hand", "%(count)s honours in hand", "count"),
    False: ngettext_lazy("%(count)s ace in hand", "%(count)s aces in hand", "count"),
}
IN_DUMMY = {
    True: ngettext_lazy("%(count)s honour in dummy", "%(count)s honours in dummy", "count"),
    False: ngettext_lazy("%(count)s ace in dummy", "%(count)s aces in dummy", "count"),
}
AS_WON = {
    True: ngettext_lazy("%(count)s honour won", "%(count)s honours won", "count"),
    False: ngettext_lazy("%(count)s ace won", "%(count)s aces won", "count"),
}
VOID_HANDS = (
    gettext_noop("chicane"),
    gettext_noop("double chicane"),
)


def honour_lines(reckoner: Reckoner, deal: DealReport) -> list[SheetFigure]:
    """The lines for honours and chicane of one deal; scored regardless of who won it."""
    writer = Writer(reckoner.tariff)
    if reckoner.game.counting.honours_by == "hand":
        _severally(reckoner, deal, writer)
    elif reckoner.game.counting.honours_by == "won":
        _as_won(reckoner, deal, writer)
    else:
        scored = _by_side(reckoner, deal, writer)
        _chicane(reckoner, deal, writer, scored)
    return writer.lines


def _holding(deal: DealReport, hands: tuple[str, ...], columns: tuple[str, ...]) -> str | None:
    """How the honours of a side lie: as reported by column, or counted from its hands."""
    assert deal.bid is not None  # noqa: S101 - nobody holds honours in a deal that all passed
    counts = []
    for key, held in deal.honours:
        if isinstance(held, str):
            if key in columns:
                return held
        elif key in hands:
            counts.append(held)
    return holding_of(tuple(counts), deal.bid.denomination.is_suit)


def _by_side(reckoner: Reckoner, deal: DealReport, writer: Writer) -> dict[str, int]:
    """Honours of both sides; gives back what each column scored for them."""
    assert deal.bid is not None  # noqa: S101 - as above
    sides = reckoner.sides(deal)
    kind, words_of = _words(reckoner, deal.bid.denomination)
    table = reckoner.tariff.honours.get(deal.bid.denomination.key, {})
    declaring = sides.columns if reckoner.tariff.honours_to_acceptor else sides.columns[:1]
    takers_of = (declaring, sides.adverse_columns)
    if deal.bid.denomination.key in reckoner.tariff.honours_to_others:
        takers_of = (sides.adverse_columns, declaring)
    scored: dict[str, int] = {}
    for hands, columns, takers in (
        (sides.hands, sides.columns, takers_of[0]),
        (sides.adverse_hands, sides.adverse_columns, takers_of[1]),
    ):
        holding = _holding(deal, hands, columns)
        if holding is not None and holding in table:
            words = words_of[holding]
            writer.write(takers, ABOVE, table[holding], kind, words, (holding,))
            scored.update(dict.fromkeys(takers, table[holding]))
    return scored


def _words(reckoner: Reckoner, denomination: Denomination) -> tuple[str, Mapping[str, str]]:
    """The kind of line that honours make at this denomination, and how holdings are called."""
    if denomination.is_suit:
        return "honours", HONOURS
    kind = "nullo-honours" if denomination.reversed else "aces"
    if denomination.key in reckoner.tariff.deuces:
        return kind, DEUCES
    return kind, NOT_HELD if denomination.key in reckoner.tariff.honours_to_others else ACES


def _chicane(
    reckoner: Reckoner, deal: DealReport, writer: Writer, scored: Mapping[str, int]
) -> None:
    """Void hands: twice the trick value each to their side.

    In the American form it joins the side's own honours, or is deducted from the adversaries', of
    which it can leave nothing less than nothing.
    """
    if not deal.chicane:
        return
    assert deal.bid is not None  # noqa: S101 - as above
    worth = reckoner.tariff.chicane.get(deal.bid.denomination.key, 0)
    sides = reckoner.sides(deal)
    for hands, columns, others in (
        (sides.hands, sides.columns, sides.adverse_columns),
        (sides.adverse_hands, sides.adverse_columns, sides.columns),
    ):
        void = sum(hand in hands for hand in deal.chicane)
        if not void:
            continue
        words = VOID_HANDS[void - 1]
        if not reckoner.tariff.chicane_deducts or scored.get(columns[0]):
            writer.write(columns, ABOVE, worth * void, "chicane", words)
            continue
        taken = min(worth * void, scored.get(others[0], 0))
        phrase = gettext_noop("less the other side's chicane")
        writer.write(others, ABOVE, -taken, "chicane", phrase)


def _severally(reckoner: Reckoner, deal: DealReport, writer: Writer) -> None:
    """Each player counts their own hand; declarer counts dummy's as the club's rule says."""
    assert deal.bid is not None and deal.declarer is not None  # noqa: S101 - as above
    denomination = deal.bid.denomination
    table = reckoner.tariff.honours.get(denomination.key, {})
    held = {hand: int(count) for hand, count in deal.honours}
    in_dummy = held.pop("dummy", 0)
    if reckoner.tariff.dummy_honours == "combined":
        held[deal.declarer] = held.get(deal.declarer, 0) + in_dummy
    for hand in (deal.declarer, *reckoner.sides(deal).adverse_hands):
        _counted(writer, table, hand, held.get(hand, 0), denomination.is_suit, HELD)
    if reckoner.tariff.dummy_honours == "separate":
        _counted(writer, table, deal.declarer, in_dummy, denomination.is_suit, IN_DUMMY)


def _as_won(reckoner: Reckoner, deal: DealReport, writer: Writer) -> None:
    """Each player counts the honours in the tricks that they won."""
    assert deal.bid is not None  # noqa: S101 - as above
    denomination = deal.bid.denomination
    table = reckoner.tariff.honours.get(denomination.key, {})
    for player, won in deal.honours:
        column = reckoner.game.column_of[player]
        _counted(writer, table, column, int(won), denomination.is_suit, AS_WON)


def _counted(
    writer: Writer,
    table: Worth,
    column: str,
    count: int,
    suit: bool,
    phrases: Mapping[bool, Word],
) -> None:
    """So many honours in one place."""
    if count:
        kind = "honours" if suit else "aces"
        writer.write((column,), ABOVE, table[count], kind, phrases[suit], count=count)


# By doubling, as the deal has it: not, doubled, redoubled.
ODD_TRICKS = (
    ngettext_lazy("%(count)s odd trick %(place)s", "%(count)s odd tricks %(place)s", "count"),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, doubled", "%(count)s odd tricks %(place)s, doubled", "count"
    ),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, redoubled",
        "%(count)s odd tricks %(place)s, redoubled",
        "count",
    ),
)
ACCEPTED = (
    ngettext_lazy(
        "%(count)s odd trick %(place)s, as acceptor",
        "%(count)s odd tricks %(place)s, as acceptor",
        "count",
    ),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, doubled, as acceptor",
        "%(count)s odd tricks %(place)s, doubled, as acceptor",
        "count",
    ),
    ngettext_lazy(
        "%(count)s odd trick %(place)s, redoubled, as acceptor",
        "%(count)s odd tricks %(place)s, redoubled, as acceptor",
        "count",
    ),
)
MADE = (
    gettext_noop("contract made"),
    gettext_noop("doubled contract made"),
    gettext_noop("redoubled contract made"),
)
COMPLETED = gettext_noop("contract completed by penalty tricks")
OVER = (
    ngettext_lazy("%(count)s overtrick", "%(count)s overtricks", "count"),
    ngettext_lazy("%(count)s overtrick, doubled", "%(count)s overtricks, doubled", "count"),
    ngettext_lazy("%(count)s overtrick, redoubled", "%(count)s overtricks, redoubled", "count"),
)
# Vulnerability matters to overtricks only if they are doubled.
OVER_VULNERABLE = (
    OVER[0],
    ngettext_lazy(
        "%(count)s overtrick, doubled, vulnerable",
        "%(count)s overtricks, doubled, vulnerable",
        "count",
    ),
    ngettext_lazy(
        "%(count)s overtrick, redoubled, vulnerable",
        "%(count)s overtricks, redoubled, vulnerable",
        "count",
    ),
)
DOWN = (
    ngettext_lazy("%(count)s trick down", "%(count)s tricks down", "count"),
    ngettext_lazy("%(count)s trick down, doubled", "%(count)s tricks down, doubled", "count"),
    ngettext_lazy("%(count)s trick down, redoubled", "%(count)s tricks down, redoubled", "count"),
)
DOWN_VULNERABLE = (
    ngettext_lazy("%(count)s trick down, vulnerable", "%(count)s tricks down, vulnerable", "count"),
    ngettext_lazy(
        "%(count)s trick down, doubled, vulnerable",
        "%(count)s tricks down, doubled, vulnerable",
        "count",
    ),
    ngettext_lazy(
        "%(count)s trick down, redoubled, vulnerable",
        "%(count)s tricks down, redoubled, vulnerable",
        "count",
    ),
)
REVOKES = ngettext_lazy(
    "%(count)s revoke by the other side", "%(count)s revokes by the other side", "count"
)

PENALTY_TRICKS = 3
# What a line may have a law of its own for, by doubling.
DOUBLINGS = ((), ("doubled",), ("redoubled", "doubled"))


def reckon_contract(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """Tricks, bonuses, undertricks, slams, honours and revoke penalties of one contract.

    Bonuses are counted only on the tricks won in play. Where both sides revoked, neither scores
    more than honours and chicane.
    """
    vulnerable = reckoner.vulnerable(deal, position)
    if deal.revokes and (law := reckoner.game.counting.revoke_law).moves:
        seats, most = reckoner.sides(deal).seats, reckoner.game.play.tricks
        tricks = tricks_after(law, seats, deal.tricks, most, deal.revokes)
        deal = deal._replace(tricks=tricks, revokes=())
    if deal.revokes:
        play = reckoner.piece(_play(reckoner, deal, vulnerable))
    else:
        play = reckoner.kept_play(deal, vulnerable) or reckoner.keep_play(
            deal, reckoner.piece(_play(reckoner, deal, vulnerable)), vulnerable
        )
    columns = reckoner.sides(deal).columns
    if deal.honours or deal.chicane:
        honours = reckoner.honours(deal, honour_lines)
        above = tuple(map(int.__add__, play.above, honours.above))
        play = ScorePiece(play.lines + honours.lines, play.below, above)
    if deal.own:
        play = _beside(reckoner, deal, play)
    return DealScore(play.lines, play.below, play.above, columns, vulnerable=vulnerable)


def _beside(reckoner: Reckoner, deal: DealReport, play: ScorePiece) -> ScorePiece:
    """With what a card counts for the side that held it, as the Joker does."""
    lines = reckoner.game.counting.honours_beside(reckoner, deal)
    return reckoner.piece((*play.lines, *lines)) if lines else play


class _CountedPlay:
    """One contract being counted: who may still score, and the tricks that count."""

    __slots__ = (
        "adverse_barred",
        "barred",
        "cases",
        "counted",
        "deal",
        "place",
        "revokes",
        "sides",
        "taken",
        "tariff",
        "terms",
        "vulnerable",
        "writer",
    )  # fmt: skip

    def __init__(self, reckoner: Reckoner, deal: DealReport, vulnerable: bool) -> None:
        assert deal.bid is not None  # noqa: S101 - reckoned only where a contract was played
        self.deal = deal
        self.tariff = reckoner.tariff
        self.terms: TrickTerms = reckoner.terms(deal, vulnerable)
        self.sides: Sides = reckoner.sides(deal)
        self.writer = Writer(reckoner.tariff)
        self.place = Word(deal.bid.denomination.place)
        self.vulnerable = vulnerable
        reverse = ("nullo",) if deal.bid.denomination.reversed else ()
        self.cases: tuple[str, ...] = reverse + DOUBLINGS[deal.doubling]
        tricks, most = deal.tricks, reckoner.game.play.tricks
        self.counted = most - tricks if deal.bid.denomination.reversed else tricks
        own = sum(revoke.by in self.sides.seats for revoke in deal.revokes)
        self.revokes = (own, len(deal.revokes) - own)
        tricks_claimed = sum(revoke.penalty == "tricks" for revoke in deal.revokes)
        self.taken = min(PENALTY_TRICKS * tricks_claimed, most - tricks)
        bars_both = bool(deal.revokes) and reckoner.tariff.revoke_bars_both
        self.barred = bool(own) or bars_both
        self.adverse_barred = bool(self.revokes[1]) or bars_both


def _play(reckoner: Reckoner, deal: DealReport, vulnerable: bool) -> list[SheetFigure]:
    """The lines of everything but honours, chicane and fines."""
    play = _CountedPlay(reckoner, deal, vulnerable)
    own, others = play.revokes
    if own and others:
        return []
    odd = play.counted + play.taken - play.terms.need
    if odd >= 0:
        _made(play)
    elif not play.adverse_barred:
        _failed(play, -odd)
    _slams(play, reckoner.game.play.tricks)
    points = reckoner.tariff.revoke_points
    _revoke_points(play, own * points, own, play.sides.adverse_columns, "declarer")
    claimed = sum(revoke.penalty == "points" for revoke in deal.revokes) - own
    _revoke_points(play, claimed * points, claimed, play.sides.columns, "adversary")
    return play.writer.lines


def _made(play: _CountedPlay) -> None:
    """Tricks below for declarer (above for an acceptor), bonuses above for both."""
    # Where one revoke bars both sides, the tricks taken for it are still the penalty itself.
    if play.revokes[0] or (play.barred and not play.taken):
        return
    terms = play.terms
    odd = play.counted + play.taken - terms.book
    odd = odd if terms.counted is None else min(odd, terms.counted)
    declarer, acceptors = play.sides.columns[:1], play.sides.columns[1:]
    doubling, points = play.deal.doubling, odd * terms.value + terms.first
    words: dict[str, object] = {"count": odd, "place": play.place}
    made, accepted = ODD_TRICKS[doubling], ACCEPTED[doubling]
    play.writer.write(declarer, BELOW, points, "tricks", made, play.cases, **words)
    play.writer.write(acceptors, ABOVE, points, "acceptor", accepted, play.cases, **words)
    if not play.barred:
        _bonuses(play)


def _bonuses(play: _CountedPlay) -> None:
    """For the contract and the tricks beyond it, as they were won in play."""
    terms, columns = play.terms, play.sides.columns
    over = play.counted - terms.need
    if over < 0:
        play.writer.write(columns, ABOVE, terms.salvaged, "salvaged", COMPLETED)
        return
    doubling, points = play.deal.doubling, over * terms.overtrick
    play.writer.write(columns, ABOVE, terms.bonus, "contract", MADE[doubling], play.cases)
    phrase = (OVER_VULNERABLE if play.vulnerable else OVER)[doubling]
    play.writer.write(columns, ABOVE, points, "overtricks", phrase, play.cases, count=over)


def _failed(play: _CountedPlay, down: int) -> None:
    """Undertricks above for every adversary, and below where the game counts them so."""
    terms, columns, cases = play.terms, play.sides.adverse_columns, play.cases
    phrase = (DOWN_VULNERABLE if play.vulnerable else DOWN)[play.deal.doubling]
    below = down * terms.down_below
    above = terms.down[down]
    play.writer.write(columns, BELOW, below, "undertricks-below", phrase, cases, count=down)
    play.writer.write(columns, ABOVE, above, "undertricks", phrase, cases, count=down)


def _slams(play: _CountedPlay, most: int) -> None:
    """Slams by the tricks won in play, to the side that won them unless it may not score."""
    bid = play.deal.bid
    kind = "nullo-slam" if bid is not None and bid.denomination.reversed else "slam"
    if not play.barred:
        for points, words in play.terms.slams.get(play.deal.tricks, ()):
            play.writer.write(play.sides.columns, ABOVE, points, kind, words, (words,))
    if not play.adverse_barred:
        for points, words in play.terms.adverse_slams.get(most - play.deal.tricks, ()):
            columns = play.sides.adverse_columns
            play.writer.write(columns, ABOVE, points, kind, words, (words,))


def _revoke_points(
    play: _CountedPlay, points: int, count: int, columns: tuple[str, ...], by: str
) -> None:
    """Points for revokes by declarer's side or by an adversary: each has its limb of the law."""
    play.writer.write(columns, ABOVE, points, "revoke", REVOKES, (by,), count=count)


ODD_TRICKS_OF_BY_TRICKS = ngettext_lazy(
    "%(count)s odd trick %(place)s", "%(count)s odd tricks %(place)s", "count"
)
# Doubling may go on and on, so a line says what it came to.
ODD_TRICKS_AT = ngettext_lazy(
    "%(count)s odd trick %(place)s at %(value)s",
    "%(count)s odd tricks %(place)s at %(value)s each",
    "count",
)
ADDED = ngettext_lazy(
    "value of %(count)s trick for a revoke", "value of %(count)s tricks for a revoke", "count"
)
DEDUCTED = ngettext_lazy(
    "less the value of %(count)s trick for a revoke",
    "less the value of %(count)s tricks for a revoke",
    "count",
)

PENALTY_TRICKS_OF_BY_TRICKS = 3
# Law 87: whatever its score was before, a side that revoked cannot pass this towards the game.
HIGHEST_AFTER_REVOKE = 28


def reckon_odd_tricks(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """Tricks, slams, honours and revoke penalties of one deal of straight bridge.

    Either side scores its tricks over six. Revokes are counted in this order: tricks change hands,
    trick points, additions, deductions, and a side that revoked stops at 28.
    """
    caps: tuple[tuple[int, int], ...] = ()
    sides = reckoner.sides(deal)
    if deal.revokes:
        columns = {reckoner.game.column_of[revoke.by] for revoke in deal.revokes}
        caps = tuple(
            (number, HIGHEST_AFTER_REVOKE)
            for number, column in enumerate(reckoner.columns)
            if column in columns
        )
        play = reckoner.piece(_play_of_by_tricks(reckoner, deal))
    else:
        play = reckoner.kept_play(deal) or reckoner.keep_play(
            deal, reckoner.piece(_play_of_by_tricks(reckoner, deal))
        )
    honours: ScorePiece = reckoner.honours(deal, honour_lines)
    above = tuple(map(int.__add__, play.above, honours.above))
    return DealScore(play.lines + honours.lines, play.below, above, sides.columns, caps)


def _play_of_by_tricks(reckoner: Reckoner, deal: DealReport) -> list[SheetFigure]:
    """The lines of everything but honours, chicane and fines."""
    terms, sides = reckoner.terms(deal), reckoner.sides(deal)
    columns = (sides.columns[0], sides.adverse_columns[0])
    won = (deal.tricks, reckoner.game.play.tricks - deal.tricks)
    claims = _claims(deal, sides.seats)
    writer = Writer(reckoner.tariff)
    points = _tricks(writer, deal, terms, columns, _after_taking(won, claims))
    _values(writer, terms, columns, claims, points)
    for side, column in enumerate(columns):
        if not any(claims[side].values()):
            for worth, words in terms.slams.get(won[side], ()):
                writer.write((column,), ABOVE, worth, "slam", words, (words,))
    return writer.lines


def _claims(deal: DealReport, seats: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """How often each penalty was claimed against the declaring side and against the other."""
    claims = ({"tricks": 0, "deduct": 0, "add": 0}, {"tricks": 0, "deduct": 0, "add": 0})
    for revoke in deal.revokes:
        if revoke.penalty in claims[0]:
            claims[revoke.by not in seats][revoke.penalty] += 1
    return claims


def _after_taking(
    won: tuple[int, int], claims: tuple[dict[str, int], dict[str, int]]
) -> tuple[int, int]:
    """Tricks after the penalty: each side gives of those that it won in play, at most all."""
    given = [
        min(PENALTY_TRICKS_OF_BY_TRICKS * claim["tricks"], tricks)
        for tricks, claim in zip(won, claims, strict=True)
    ]
    return won[0] - given[0] + given[1], won[1] - given[1] + given[0]


def _tricks(
    writer: Writer,
    deal: DealReport,
    terms: TrickTerms,
    columns: tuple[str, str],
    tricks: tuple[int, int],
) -> list[int]:
    """Trick points of both sides; gives back what each has below the line."""
    assert deal.bid is not None  # noqa: S101 - reckoned only where the trump was made
    place = Word(deal.bid.denomination.place)
    points = [0, 0]
    for side, column in enumerate(columns):
        odd = tricks[side] - terms.book
        if odd <= 0:
            continue
        points[side] = odd * terms.value
        phrase = ODD_TRICKS_OF_BY_TRICKS
        words: dict[str, object] = {"count": odd, "place": place}
        if deal.doubling:
            phrase = ODD_TRICKS_AT
            words["value"] = terms.value
        writer.write((column,), BELOW, points[side], "tricks", phrase, **words)
    return points


def _values(
    writer: Writer,
    terms: TrickTerms,
    columns: tuple[str, str],
    claims: tuple[dict[str, int], dict[str, int]],
    points: list[int],
) -> None:
    """Additions, then deductions; ``points`` is what each side has below the line so far."""
    both = ("both",) if all(any(claim.values()) for claim in claims) else ()
    for side, claim in enumerate(claims):
        if claim["add"]:
            tricks = PENALTY_TRICKS_OF_BY_TRICKS * claim["add"]
            added = claim["add"] * terms.revoke_value
            points[1 - side] += added
            cases = both or _several(claim)
            other = (columns[1 - side],)
            writer.write(other, BELOW, added, "revoke", ADDED, cases, count=tricks)
    for side, claim in enumerate(claims):
        if claim["deduct"]:
            tricks = PENALTY_TRICKS_OF_BY_TRICKS * claim["deduct"]
            taken = min(claim["deduct"] * terms.revoke_value, points[side])
            cases = both or _several(claim)
            own = (columns[side],)
            writer.write(own, BELOW, -taken, "revoke", DEDUCTED, cases, count=tricks)


def _several(claim: dict[str, int]) -> tuple[str, ...]:
    """Whether one side revoked more than once, which has a limb of the law to itself."""
    return ("several",) if sum(claim.values()) > 1 else ()


def deducted_from_nothing(
    deal: DealReport, seats: tuple[str, ...], declaring: tuple[str, ...], book: int, most: int
) -> bool:
    """Whether these seats, one side of a deal, had no trick points to deduct for a revoke from."""
    claims = _claims(deal, declaring)
    side = int(seats != declaring)
    if not claims[side]["deduct"] or claims[1 - side]["add"]:
        return False
    return _after_taking((deal.tricks, most - deal.tricks), claims)[side] <= book
