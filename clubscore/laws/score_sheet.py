"""Deals into games and rubbers: the score sheet as it grows, and scored again by other laws.

A state is a snapshot: adding a deal gives a new one and leaves the old as it was. Scoring by
another law is arithmetic, not prophecy: people would have bid otherwise.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubscore.laws.cards import Bid
from clubscore.laws.deal import DealFacts, DealReport, Unverified
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import (
    Bonuses,
    DealOutcome,
    GameReckoning,
    Position,
    Reckoner,
    reckoner_for,
)
from clubscore.laws.record import ComparedRecord
from clubscore.laws.tariff import BELOW, DealScore, LedgerEntry, SheetFigure, Writer
from clubscore.laws.words import Phrase, Word, gettext_noop

CUT = gettext_noop("limited to %(limit)s towards the game for a revoke")


class ScoredDeal(NamedTuple):
    """One deal on the sheet: where it stands, ``{column: (below, above)}``, why, what it won.

    ``ledger`` is what it brings beside the sheet. ``won`` is "game", "rubber" (with its last game),
    "end" (a rubber that ends without one) or "game-and-end" (a game on the last deal of a rubber
    that is not its winner's). ``winner`` is the game's, else the rubber's, None where that ends
    level.
    """

    number: int
    rubber: int
    game: int
    points: dict[str, tuple[int, int]]
    lines: tuple[SheetFigure, ...]
    deal: DealReport
    won: str | None = None
    winner: str | None = None
    ledger: tuple[LedgerEntry, ...] = ()


class GameWon(NamedTuple):
    """A game: the number of the deal that won it, and whose it is."""

    deal: int
    winner: str


class RubberWon(NamedTuple):
    """A rubber: the deal that ended it, its winner, all its points by column.

    ``margin`` is the winner's total less the other's, None where there are more than two columns;
    it is negative where the rubber was won and the points were not. A rubber that ends level has
    no winner.
    """

    deal: int
    winner: str | None
    totals: dict[str, int]
    margin: int | None


class Unfinished(ComparedRecord):
    """A rubber that was broken off: its points, and what its law gives the side ahead.

    ``why`` says of each bonus for what it is, marked for translation.
    """

    totals: dict[str, int]
    below: dict[str, int]
    games: dict[str, int]
    bonus: dict[str, int]
    why: dict[str, Bonuses]


class ScoreSheet(ComparedRecord):
    """The whole sheet of a sitting, everything derived from its deals.

    ``rubber_number`` and ``game_number`` are of the game now being played; ``below_now``,
    ``games_now`` and ``needs`` are its standing by column, ``needs`` what is wanting for game. On a
    sheet without a line across, everything that stands on it is ``below_now``.
    """

    deals: tuple[ScoredDeal, ...]
    games: tuple[GameWon, ...]
    rubbers: tuple[RubberWon, ...]
    unfinished: Unfinished | None
    totals: dict[str, int]
    ledgers: dict[str, dict[str, int]]
    ledger_pairs: tuple[tuple[str, str, int], ...]
    rubber_number: int
    game_number: int
    below_now: dict[str, int]
    games_now: dict[str, int]
    needs: dict[str, int]
    position: Position

    def ledger_of(self, rubber: int) -> tuple[LedgerEntry, ...]:
        """What the deals of one rubber, counting from 1, bring beside the sheet."""
        return tuple(
            entry for scored in self.deals if scored.rubber == rubber for entry in scored.ledger
        )


class SittingScore(NamedTuple):
    """A sitting so far; see :func:`start` and :func:`add_deal`.

    What would follow from a correction is found by scoring, and thrown away.
    """

    reckoner: Reckoner
    position: Position
    deals: tuple[ScoredDeal, ...] = ()
    games: tuple[GameWon, ...] = ()
    rubbers: tuple[RubberWon, ...] = ()
    ledgers: tuple[LedgerEntry, ...] = ()

    def sheet(self) -> ScoreSheet:
        """The sheet as it stands now."""
        return _sheet(
            self.reckoner, self.position, self.deals, self.games, self.rubbers, self.ledgers
        )


def start(game: Game, rules: Rules) -> SittingScore:
    """An empty sheet."""
    return SittingScore(reckoner_for(game, rules), _first(game))


def add_deal(state: SittingScore, deal: DealReport) -> SittingScore:
    """The sheet with one deal more; the given state stays as it is."""
    reckoner, position, deals, games, rubbers, ledgers = state
    position, scored, won, rubber, ledger = _step(reckoner, position, deal)
    if won is not None:
        games = (*games, won)
    if rubber is not None:
        rubbers = (*rubbers, rubber)
    if ledger is not None:
        ledgers = (*ledgers, *ledger)
    return SittingScore(reckoner, position, (*deals, scored), games, rubbers, ledgers)


def score_sitting(game: Game, rules: Rules, deals: Iterable[DealReport]) -> ScoreSheet:
    """The sheet of these deals, in order."""
    reckoner = reckoner_for(game, rules)
    position = _first(game)
    scored, games, rubbers = [], [], []
    ledgers: list[LedgerEntry] = []
    for deal in deals:
        position, on_sheet, won, rubber, ledger = _step(reckoner, position, deal)
        scored.append(on_sheet)
        if won is not None:
            games.append(won)
        if rubber is not None:
            rubbers.append(rubber)
        if ledger is not None:
            ledgers.extend(ledger)
    return _sheet(reckoner, position, tuple(scored), tuple(games), tuple(rubbers), tuple(ledgers))


def _first(game: Game) -> Position:
    nothing = (0,) * len(game.columns)
    return Position(1, 1, 1, nothing, nothing, nothing, nothing, 0)


Step = tuple[Position, ScoredDeal, GameWon | None, RubberWon | None, tuple[LedgerEntry, ...] | None]


def _step(reckoner: Reckoner, position: Position, deal: DealReport) -> Step:
    """One deal: its score, and the game or rubber that it may win."""
    score = reckoner.score(deal, position)
    if score.caps:
        score = _capped(reckoner, position, score)
    outcome = reckoner.game.course.outcome(reckoner, position, score)
    if outcome is not None:
        return _won(reckoner, position, deal, score, outcome)
    number, rubber, game, below, games, in_rubber, totals, begun, played = position
    here = tuple(map(int.__add__, score.below, score.above))
    position = Position(
        number + 1,
        rubber,
        game,
        tuple(map(int.__add__, below, score.below)),
        games,
        tuple(map(int.__add__, in_rubber, here)),
        tuple(map(int.__add__, totals, here)),
        begun + 1,
        played + (deal.bid is not None),
    )
    points = dict(zip(reckoner.columns, zip(score.below, score.above, strict=True), strict=True))
    beside = score.ledger or ()
    scored = ScoredDeal(number, rubber, game, points, score.lines, deal, ledger=beside)
    return position, scored, None, None, score.ledger


def _capped(reckoner: Reckoner, position: Position, score: DealScore) -> DealScore:
    """A side that revoked stops at the limit; what it would have beyond is lost."""
    below = list(score.below)
    writer = Writer(reckoner.tariff)
    for column, limit in score.caps:
        lost = below[column] - max(0, limit - position.below[column])
        if lost > 0:
            below[column] -= lost
            key = reckoner.columns[column]
            writer.write((key,), BELOW, -lost, "revoke", CUT, limit=limit)
    return score._replace(lines=(*score.lines, *writer.lines), below=tuple(below))


def _won(
    reckoner: Reckoner, position: Position, deal: DealReport, score: DealScore, outcome: DealOutcome
) -> Step:
    """The deal wins a game, and perhaps the rubber; their bonuses stand on this deal."""
    columns, number = reckoner.columns, position.number
    over = outcome.rubber is not None or outcome.ends_level
    above = tuple(map(int.__add__, score.above, outcome.bonuses.above))
    here = tuple(map(int.__add__, score.below, above))
    in_rubber = tuple(map(int.__add__, position.in_rubber, here))
    winner = _column(columns, outcome.rubber if outcome.game is None else outcome.game)
    scored = ScoredDeal(
        number,
        position.rubber,
        position.game,
        dict(zip(columns, zip(score.below, above, strict=True), strict=True)),
        score.lines + outcome.bonuses.lines,
        deal,
        _won_words(outcome, over),
        winner,
        score.ledger or (),
    )
    won = None if outcome.game is None else GameWon(number, columns[outcome.game])
    rubber = _rubber(columns, number, outcome.rubber, in_rubber) if over else None
    totals = tuple(map(int.__add__, position.totals, here))
    after = _after_win(position, outcome, in_rubber, totals, int(deal.bid is not None))
    return _next_rubber(after) if over else after, scored, won, rubber, score.ledger


def _after_win(
    position: Position,
    outcome: DealOutcome,
    in_rubber: tuple[int, ...],
    totals: tuple[int, ...],
    played: int,
) -> Position:
    """Where the sheet stands when a game has been won and the rubber goes on."""
    return Position(
        position.number + 1,
        position.rubber,
        position.game + 1,
        outcome.below,
        tuple(won + (at == outcome.game) for at, won in enumerate(position.games)),
        in_rubber,
        totals,
        position.begun + 1,
        position.played + played,
    )


def _next_rubber(position: Position) -> Position:
    """Where the sheet stands when a rubber is over: no one has anything of the next."""
    nothing = (0,) * len(position.games)
    return position._replace(
        rubber=position.rubber + 1, game=1, games=nothing, in_rubber=nothing, begun=0, played=0
    )


def _won_words(outcome: DealOutcome, over: bool) -> str:
    """What a deal won; see :class:`ScoredDeal`."""
    if not over:
        return "game"
    if outcome.game is None:
        return "end"
    return "rubber" if outcome.game == outcome.rubber else "game-and-end"


def _column(columns: tuple[str, ...], number: int | None) -> str | None:
    return None if number is None else columns[number]


def _rubber(
    columns: tuple[str, ...], number: int, best: int | None, totals: tuple[int, ...]
) -> RubberWon:
    margin = None
    if len(columns) == 2:
        margin = 0 if best is None else totals[best] - totals[1 - best]
    by_column = dict(zip(columns, totals, strict=True))
    return RubberWon(number, _column(columns, best), by_column, margin)


def _sheet(
    reckoner: Reckoner,
    position: Position,
    deals: tuple[ScoredDeal, ...],
    games: tuple[GameWon, ...],
    rubbers: tuple[RubberWon, ...],
    entries: tuple[LedgerEntry, ...],
) -> ScoreSheet:
    columns = reckoner.columns
    unfinished, totals = None, position.totals
    below = dict(zip(columns, position.below, strict=True))
    below_now = below
    if not reckoner.game.course.has_line:
        below_now = dict(zip(columns, position.in_rubber, strict=True))
    games_now = dict(zip(columns, position.games, strict=True))
    if position.begun:
        why = reckoner.game.course.broken_off(reckoner, position)
        bonus = tuple(sum(points for points, _for in each) for each in why)
        totals = tuple(map(int.__add__, totals, bonus))
        standing = tuple(map(int.__add__, position.in_rubber, bonus))
        unfinished = Unfinished(
            dict(zip(columns, standing, strict=True)),
            below,
            games_now,
            dict(zip(columns, bonus, strict=True)),
            dict(zip(columns, why, strict=True)),
        )
    return ScoreSheet(
        deals,
        games,
        rubbers,
        unfinished,
        dict(zip(columns, totals, strict=True)),
        _ledgers(reckoner.game, entries),
        tuple(entry[1:4] for entry in entries),
        position.rubber,
        position.game,
        below_now,
        games_now,
        {column: reckoner.game.course.game_points - part for column, part in below_now.items()},
        position,
    )


def _ledgers(game: GameReckoning, entries: tuple[LedgerEntry, ...]) -> dict[str, dict[str, int]]:
    """What each seat has won and lost in each ledger beside the sheet."""
    ledgers: dict[str, dict[str, int]] = {}
    for name, winner, loser, points, _law in entries:
        ledger = ledgers.setdefault(name, dict.fromkeys(game.seats, 0))
        ledger[winner] += points
        ledger[loser] -= points
    return ledgers


# How the hands of a side hold what a holding says; another split of it scores the same.
HANDS_OF: Mapping[str, tuple[int, ...]] = {
    "3": (2, 1),
    "4": (2, 2),
    "5": (3, 2),
    "4-in-one": (4,),
    "4+1": (4, 1),
    "5-in-one": (5,),
}


class Rescored(NamedTuple):
    """One deal under the other law: its place in the sitting and what became of it.

    ``deal`` is None and ``refused`` says why where the facts do not allow it; ``left_away`` are
    the facts that do not count there.
    """

    number: int
    deal: DealReport | None
    refused: Phrase | None
    left_away: tuple[Phrase, ...]


class Rescoring(NamedTuple):
    """A sitting under another law: what became of each deal, and the sheet of those that count.

    ``scored`` gives for each deal its place on that sheet, None for a deal that was left out.
    """

    deals: tuple[Rescored, ...]
    sheet: ScoreSheet
    scored: tuple[int | None, ...]


def can_rescore(played: Game, other: Game) -> bool:
    """Whether the two games have the same people at the table with as many tricks to play."""
    return played.seats == other.seats and played.play.tricks == other.play.tricks


def rescore(played: Game, deals: Iterable[DealReport], other: Game, rules: Rules) -> Rescoring:
    """Score the deals of one game by another game under ``rules``."""
    rescored = tuple(
        _rescored(played, deal, other, rules, number) for number, deal in enumerate(deals, start=1)
    )
    places: list[int | None] = []
    readable: list[DealReport] = []
    for each in rescored:
        places.append(len(readable) if each.deal is not None else None)
        if each.deal is not None:
            readable.append(each.deal)
    return Rescoring(rescored, score_sitting(other, rules, readable), tuple(places))


def _rescored(played: Game, deal: DealReport, other: Game, rules: Rules, number: int) -> Rescored:
    try:
        facts, left_away = _facts(played, deal, other, rules)
        return Rescored(number, read_deal(other, rules, facts), None, left_away)
    except RuleError as error:
        return Rescored(number, None, Phrase(error.phrase, error.params), ())


def _facts(
    played: Game, deal: DealReport, other: Game, rules: Rules
) -> tuple[Unverified, tuple[Phrase, ...]]:
    """The facts as the other game reads them, and what it does not count. RuleError where none."""
    # What was called belongs to the game that was bid, and no score follows from it.
    facts = deal._replace(auction=()).facts()
    if deal.bid is None:
        unread = [name for name in facts if name not in other.deal_fields]
        return _without(facts, unread)
    facts["bid"] = _bid(deal.bid, other)
    _partner(facts, played, other, deal)
    _same_sides(facts, played, other, deal)
    unread = [name for name in facts if name not in other.deal_fields]
    if deal.honours:
        if other.honours_for(deal.bid.denomination.key, rules) is None:
            unread.append("honours")
        elif (played.counting.honours_by == "won") != (other.counting.honours_by == "won"):
            # Who won an honour does not say who held it.
            del facts["honours"]
            unread.append("honours-won")
        else:
            facts["honours"] = _honours(played, deal, other)
    if deal.chicane and "chicane" not in unread and not deal.bid.denomination.is_suit:
        unread.append("chicane")
    return _without(facts, unread)


WORDS = {
    "honours": gettext_noop("honours are not counted"),
    "honours-won": gettext_noop("who held the honours is not the same as who won them"),
    "chicane": gettext_noop("chicane is not counted"),
    "joker": gettext_noop("there is no joker"),
    "vulnerable": gettext_noop("vulnerability does not depend on the number of the deal"),
    "doubled_by": gettext_noop("it does not matter who doubled"),
    "defenders": gettext_noop("the opponents' tricks are not counted"),
}
ANY_OTHER = gettext_noop("%(fact)s does not count")


def _without(facts: DealFacts, unread: Iterable[str]) -> tuple[Unverified, tuple[Phrase, ...]]:
    unread = list(unread)
    said = [
        Phrase(WORDS[name], {}) if name in WORDS else Phrase(ANY_OTHER, {"fact": name})
        for name in unread
    ]
    return {name: fact for name, fact in facts.items() if name not in unread}, tuple(said)


def _bid(bid: Bid, other: Game) -> str:
    """The bid as the other game names it; where no number is named, the trump alone."""
    if not other.bidding.levels and bid.level:
        text = bid.denomination.key
    elif other.bidding.levels and not bid.level and bid.text not in other.bidding.bids:
        raise RuleError(
            "rescore-number",
            gettext_noop("No number of tricks was bid, and %(game)s is bid by numbers."),
            "bid",
            game=Word(other.name),
        )
    else:
        text = bid.text
    if text not in other.bidding.bids:
        raise RuleError(
            "rescore-bid",
            gettext_noop("%(game)s has no bid of %(bid)s."),
            "bid",
            game=Word(other.name),
            bid=bid.text,
        )
    return text


def _partner(facts: DealFacts, played: Game, other: Game, deal: DealReport) -> None:
    """Name declarer's partner where the other game names one, and only there."""
    if not other.names_partner:
        facts.pop("partner", None)
    elif "partner" not in facts:
        facts["partner"] = next(s for s in played.side_of(deal)[0] if s != deal.declarer)


def _same_sides(facts: DealFacts, played: Game, other: Game, deal: DealReport) -> None:
    """See that the same hands won the tricks; RuleError where others play together there."""
    assert deal.declarer is not None  # noqa: S101 - a passed-out deal has no sides
    declarer = facts["declarer"]
    if declarer in other.may_declare:
        mine = played.sides[deal.declarer, deal.partner].hands
        theirs = other.sides[declarer, facts.get("partner")].hands
        if {*mine} & {*other.hands} == {*theirs} & {*played.hands}:
            return
    raise RuleError(
        "rescore-sides",
        gettext_noop("In %(game)s the sides would have been different."),
        "declarer",
        game=Word(other.name),
    )


def _honours(played: Game, deal: DealReport, other: Game) -> dict[str, int | str]:
    """Honours as the other game takes them: by hand where it knows no holdings."""
    told = dict(deal.honours)
    if other.tells_holdings or all(isinstance(held, int) for held in told.values()):
        return told
    hands = {column.key: column.hands for column in played.columns}
    return {
        hand: held
        for column, holding in told.items()
        for hand, held in zip(hands[column], HANDS_OF[str(holding)], strict=False)
    }
