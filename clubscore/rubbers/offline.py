"""What a card table's phone takes along to enter and count deals while the network is gone.

The laws make every figure here; a phone looks up what was tapped and adds. What it cannot look up
(a revoke, a fine, chicane) it does not count. Effects are points by column, all below the line
and then all above it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording import counted_forms, said
from clubscore.laws.cards import COMPASS, Bid
from clubscore.laws.deal import DealFacts, DealReport, OwnFacts
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import DealOutcome, Position, Reckoner, reckoner_for
from clubscore.laws.sentences import AGAINST, BIDS, DOWN, MADE, ODD, PASSED, PLUS, contract_words
from clubscore.laws.seven import PARTNER, SevenContract, SevenResult, SevenState, happen, other
from clubscore.laws.tariff import DealScore
from clubscore.laws.words import Phrase
from clubscore.rubbers.deal_form import DealEntryForm, DealSentence
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.score import PartScore
from clubscore.rubbers.seven import Seven
from clubscore.rubbers.seven_words import seat_word
from clubscore.web.entry_form import IN_ONE_HAND, Honours, read_entry
from clubscore.web.entry_keys import result_bar
from clubscore.web.forms import Problems

Index = Callable[[tuple[int, ...]], int]
# The effect of what is won, the stage that follows, whether the rubber is over, and for each
# column whether its points towards a game stay.
Win = tuple[int, int, int, list[int]]


class RubberStage(TypedDict):
    """Where a rubber may stand: games won and, where deals end it, how many were played.

    What is won is asked of the game's own course for every way in which it can come. `wins` is by
    the column that has reached the points of a game, or by "=" and the columns that scored below
    the line without; what differs by who declared, or by their vulnerability, has that behind it.
    With `ends` the rubber ends here in every case. `then` is the stage after a deal that wins
    nothing. `vulnerable` are columns, None where the deal itself must tell.
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


def stages_of(reckoner: Reckoner, game: Game, index: Index, *, both: bool) -> list[RubberStage]:
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

    def made(self) -> list[RubberStage]:
        """Return the stages; one that is found on the way is made in its turn."""
        stages: list[RubberStage] = []
        while len(stages) < len(self.places):
            stages.append(self._stage(self.places[len(stages)]))
        return stages

    def _place(self, at: _At) -> int:
        if at not in self.places:
            self.places.append(at)
        return self.places.index(at)

    def _stage(self, at: _At) -> RubberStage:
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
        vulnerable = self.game.course.vulnerable(DealReport(), here(at.games, at.played))
        return {
            "games": list(at.games),
            "played": at.played,
            "vulnerable": None if told else [columns.index(key) for key in vulnerable],
            "wins": wins,
            "ends": ends,
            "then": self._place(at if ends else self._after(at, None)),
        }

    def _after(self, at: _At, outcome: DealOutcome | None) -> _At:
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
        score = DealScore((), below, above, who, vulnerable=vulnerable)
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


# ---- What deals are worth.

# A key for each number of doublings is on the form; beyond them a number is typed.
MOST_DOUBLINGS = 3
# The index of an effect that is not known here.
UNKNOWN = -1
# Of a contract and of honours in the order of its sides, declarer's column first; of all else in
# the order of the sheet.
Effect = tuple[int, ...]
# The effect of each answer about honours; where it is not simply added to that of the play, the
# effect of both together for each of the plays that stand under PLAYS.
Held = dict[str, int] | dict[str, list[int]]
PLAYS = "plays"


class DeclarerSides(TypedDict):
    """For one declarer: the columns and hands of both sides, the declaring side first."""

    columns: list[int]
    hands: list[str]


class Figures(TypedDict):
    """The tables of a game under its rules; whoever may enter a deal is given them.

    `bids` has rows by bid, for each doubling and in each for no one and for a vulnerable declarer
    where that matters (`both`): where in `results` it begins, then the effects. `honours` are
    effects by denomination and answer, `own` by a game's own question and answer; `vulnerable` is
    whom an answer makes vulnerable. `each` where everybody's tricks are told. `at` points win a
    game, of those below the line or, without a `line`, of all.
    """

    effects: list[Effect]
    who: dict[str, DeclarerSides]
    both: bool
    results: list[str]
    bids: dict[str, list[list[int]]]
    honours: dict[str, int]
    held: list[Held]
    by_hand: bool
    own: dict[str, dict[str, int]]
    vulnerable: dict[str, dict[str, list[int]]]
    each: bool
    at: int
    line: bool
    stages: list[RubberStage]


class _Sample(NamedTuple):
    """A contract to try something with: its declarer, partner, and a sheet to score it on."""

    declarer: str
    partner: str | None

    def facts(self, game: Game, bid: str, doubling: int, tricks: int) -> DealFacts:
        """Return the facts of a deal with this contract."""
        facts: DealFacts = {"bid": bid, "declarer": self.declarer, "tricks": tricks}
        if self.partner is not None:
            facts["partner"] = self.partner
        return {**facts, "doubling": doubling} if doubling else facts


@dataclass
class _Effects:
    """Effects, each kept once."""

    known: dict[Effect, int] = field(default_factory=dict)

    def index(self, effect: Effect) -> int:
        """Return the number under which an effect is kept."""
        return self.known.setdefault(effect, len(self.known))


@lru_cache(maxsize=64)
def figures_of(game: Game, rules: Rules) -> Figures:
    """Return what every usual deal of a game is worth, and how its rubber goes on from each."""
    return _Made(game, rules).figures()


class _Made:
    """The tables of one game being made."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.reckoner: Reckoner = reckoner_for(game, rules)
        self.effects = _Effects()
        self.sample = _Sample(*next(iter(game.sides)))
        self.settings = _settings(game, self.sample.declarer)
        self.results = _results(game)
        highest = game.bidding.max_doubling
        self.doublings = (MOST_DOUBLINGS if highest is None else highest) + 1

    def figures(self) -> Figures:
        """Return all tables."""
        game = self.game
        bids = {text: self._rows(text) for text in game.bidding.bids}
        honours, held = self._honours()
        own, vulnerable = self._own(), _made_vulnerable(game)
        stages = stages_of(self.reckoner, game, self.effects.index, both=len(self.settings) > 1)
        return {
            "effects": list(self.effects.known),
            "who": {_who(*pair): self._side(*pair) for pair in game.sides},
            "both": len(self.settings) > 1,
            "results": self.results,
            "bids": bids,
            "honours": honours,
            "held": held,
            "by_hand": game.honours_by_hand,
            "own": own,
            "vulnerable": vulnerable,
            "each": game.questions.tricks_by_player,
            "at": game.course.game_points,
            "line": game.course.has_line,
            "stages": stages,
        }

    def _side(self, declarer: str, partner: str | None) -> DeclarerSides:
        sides = self.game.sides[declarer, partner]
        won = self.game.questions.tricks_by_player or self.game.counting.honours_by == "won"
        return {
            "columns": [
                self.reckoner.columns.index(key) for key in _order(self.game, declarer, partner)
            ],
            "hands": [*sides.seats, *sides.adverse_seats]
            if won
            else [*sides.hands, *sides.adverse_hands],
        }

    def _relative(self, score: DealScore, less: DealScore | None = None) -> Effect:
        """Return what a deal of the sample brings, or brings more than another, side by side."""
        order = [self.reckoner.columns.index(key) for key in _order(self.game, *self.sample)]
        below = _minus(score.below, less.below if less else None)
        above = _minus(score.above, less.above if less else None)
        return (*(below[at] for at in order), *(above[at] for at in order))

    def _rows(self, bid: str) -> list[list[int]]:
        doubled = product(range(self.doublings), self.settings)
        return [self._row(bid, doubling, setting) for doubling, setting in doubled]

    def _row(self, bid: str, doubling: int, setting: "_Setting") -> list[int]:
        row = [self._result(bid, doubling, result, setting) for result in self.results]
        known = [at for at, effect in enumerate(row) if effect != UNKNOWN]
        return [known[0], *row[known[0] : known[-1] + 1]] if known else [0]

    def _result(self, bid: str, doubling: int, result: str, setting: "_Setting") -> int:
        game = self.game
        facts = _with_result(game, self.sample, bid, doubling, result)
        # Whether the dealer began with it and is fined is nothing that this form asks.
        if facts is None or game.fine_offered(self.rules, facts, self.sample.declarer):
            return UNKNOWN
        try:
            deal = read_deal(game, self.rules, {**facts, **setting.own})
        except RuleError:
            return UNKNOWN
        return self.effects.index(self._relative(self.reckoner.score(deal, setting.position)))

    def _honours(self) -> tuple[dict[str, int], list[Held]]:
        """Return which table a denomination has, and the tables: an effect for each answer."""
        tables: list[Held] = []
        found: dict[str, int] = {}
        for bid in self.game.bidding.bids.values():
            key = bid.denomination.key
            if key in found or not self.game.honours_for(key, self.rules):
                continue
            table = self._held(bid)
            if table not in tables:
                tables.append(table)
            found[key] = tables.index(table)
        return found, tables

    def _held(self, bid: Bid) -> Held:
        """Return what each answer brings: beside any play or, where they meet, with each."""
        answers = {}
        for answer, given in _answers(self.game, self._side(*self.sample)["hands"]):
            honours = self._told(bid.text, given)
            if honours is not None:
                answers[answer] = honours
        plays = self._plays(bid.denomination.key)
        ends = [plays[0], plays[-1]]
        if all(len({self._brought(one, each) for one in ends}) == 1 for each in answers.values()):
            brought = {answer: self._brought(plays[0], each) for answer, each in answers.items()}
            return {answer: self.effects.index(effect) for answer, effect in brought.items()}
        return self._met(plays, answers)

    def _met(self, plays: list[DealFacts], answers: dict[str, Honours]) -> dict[str, list[int]]:
        """Return the whole effect of a deal by its honours and by the effect of its play."""
        by_effect: dict[int, DealFacts] = {}
        for facts in plays:
            by_effect.setdefault(self.effects.index(self._relative(self._score(facts))), facts)
        return {PLAYS: [*by_effect]} | {
            answer: [
                self.effects.index(self._relative(self._score({**facts, "honours": honours})))
                for facts in by_effect.values()
            ]
            for answer, honours in answers.items()
        }

    def _brought(self, facts: DealFacts, honours: Honours) -> Effect:
        return self._relative(self._score({**facts, "honours": honours}), self._score(facts))

    def _score(self, facts: DealFacts) -> DealScore:
        deal = read_deal(self.game, self.rules, {**facts, **self.settings[0].own})
        return self.reckoner.score(deal, self.settings[0].position)

    def _plays(self, denomination: str) -> list[DealFacts]:
        """Return every way to play this denomination, the lowest result of a bid first."""
        found = []
        for bid in self.game.bidding.bids.values():
            if bid.denomination.key == denomination:
                for doubling, result in product(range(self.doublings), self.results):
                    facts = _with_result(self.game, self.sample, bid.text, doubling, result)
                    if facts is not None:
                        found.append(facts)
        return found

    def _told(self, bid: str, given: Mapping[str, str]) -> Honours | None:
        """Return honours as facts from these answers of a form, None where they cannot be."""
        game, result = self.game, "=" if self.game.bidding.levels else "D:1"
        must = {ask.field: game.hands[0] for ask in game.questions.asks if ask.must}
        declarer, partner = self.sample
        contract = {"bid": bid, "declarer": declarer, "partner": partner or "", "result": result}
        try:
            entry = read_entry(game, self.rules, {**contract, **must, **given}, "")
            read_deal(game, self.rules, {**entry.facts, **self.settings[0].own})
        except (Problems, RuleError):
            return None
        return entry.facts.get("honours", {})

    def _own(self) -> dict[str, dict[str, int]]:
        """Return what an answer to a game's own question brings, whatever was played."""
        found: dict[str, dict[str, int]] = {}
        for ask in self.game.questions.asks:
            if ask.before_play:
                continue
            bid = next(
                b for b in self.game.bidding.bids.values() if ask in self.game.questions.about(b)
            )
            facts = self.sample.facts(self.game, bid.text, 0, self.game.needed(bid))
            plain = self.reckoner.score(
                read_deal(self.game, self.rules, facts), _at_first(self.game)
            )
            found[ask.field] = {}
            for answer in self.game.hands if ask.among else [value for value, _text in ask.choices]:
                try:
                    deal = read_deal(self.game, self.rules, {**facts, **ask.told([answer])})
                except RuleError:
                    continue
                score = self.reckoner.score(deal, _at_first(self.game))
                effect = _minus(score.below, plain.below) + _minus(score.above, plain.above)
                found[ask.field][answer] = self.effects.index(effect)
        return found


class _Setting(NamedTuple):
    """Where a sheet stands, and what is told of vulnerability, to score a deal there."""

    position: Position
    own: OwnFacts


def _at_first(game: Game) -> Position:
    """Return where the sheet stands before the first deal."""
    return here((0,) * len(game.columns), 0)


def _settings(game: Game, declarer: str) -> list[_Setting]:
    """Return a place where declarer is not vulnerable and, if the game knows such, one where so."""
    told: list[OwnFacts] = [{}]
    told += [
        ask.told([value])
        for ask in game.questions.asks
        if ask.before_play
        for value, _t in ask.choices
    ]
    tried = [_Setting(here((won,) * len(game.columns), 0), own) for won in (0, 1) for own in told]
    column = game.column_of.get(declarer)
    found: dict[bool, _Setting] = {}
    for each in tried:
        vulnerable = game.course.vulnerable(DealReport(own=each.own), each.position)
        found.setdefault(column in vulnerable, each)
    return [found[each] for each in sorted(found)]


def _made_vulnerable(game: Game) -> dict[str, dict[str, list[int]]]:
    """Return whom each answer to a question before the play makes vulnerable."""
    return {
        ask.field: {
            value: [
                game.column_keys.index(key)
                for key in game.course.vulnerable(
                    DealReport(own=ask.told([value])), _at_first(game)
                )
            ]
            for value, _text in ask.choices
        }
        for ask in game.questions.asks
        if ask.before_play
    }


def _who(declarer: str, partner: str | None) -> str:
    return f"{declarer} {partner}" if partner else declarer


def _order(game: Game, declarer: str, partner: str | None) -> tuple[str, ...]:
    sides = game.sides[declarer, partner]
    return (*sides.columns, *sides.adverse_columns)


def _minus(points: Sequence[int], less: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(points) if less is None else tuple(map(int.__sub__, points, less))


def _results(game: Game) -> list[str]:
    """Return every result that some key says, or every way in which the tricks may be divided."""
    if game.questions.tricks_by_player:
        return ["-".join(map(str, each)) for each in _divided(game.play.tricks, game.players)]
    if not game.bidding.levels:
        keys = result_bar(game, {}, None)
        return [str(key["value"]) for side in keys.values() for key in side]
    found: set[int] = set()
    for bid in game.bidding.bids:
        for bar in result_bar(game, {"bid": bid}, None).values():
            found |= {_over(str(key["value"])) for key in bar}
    return [f"{over:+d}" if over else "=" for over in sorted(found)]


def _over(result: str) -> int:
    return 0 if result == "=" else int(result)


def _divided(tricks: int, players: int) -> Iterable[tuple[int, ...]]:
    shares = product(range(tricks + 1), repeat=players - 1)
    return [(*each, tricks - sum(each)) for each in shares if sum(each) <= tricks]


def _with_result(
    game: Game, sample: _Sample, bid: str, doubling: int, result: str
) -> DealFacts | None:
    """Return a deal of the sample that ended so, None where no deal can."""
    if game.questions.tricks_by_player:
        own, *others = map(int, result.split("-"))
        seats = [seat for seat in game.seats if seat != sample.declarer]
        facts = sample.facts(game, bid, doubling, own)
        return {**facts, "defenders": dict(zip(seats, others, strict=True))}
    if not game.bidding.levels:
        odd = int(result[2:])
        tricks = game.book + odd if result[0] == "D" else game.play.tricks - game.book - odd
    else:
        tricks = game.tricks_for(game.bidding.bids[bid], _over(result))
    possible = game.play.least_tricks <= tricks <= game.play.tricks
    return sample.facts(game, bid, doubling, tricks) if possible else None


def _answers(game: Game, hands: Sequence[str]) -> Iterable[tuple[str, dict[str, str]]]:
    """Yield every answer about honours as a phone writes it, and as a form says it."""
    if game.honours_by_hand:
        for held in product(range(6), repeat=len(hands)):
            if sum(held) <= 5:
                said = {f"honours-{hand}": str(n) for hand, n in zip(hands, held, strict=True)}
                yield "-".join(map(str, held)), said
        return
    yield "none", {"honours": "none"}
    for side, number in product("DA", (3, 4, 5)):
        yield f"{side}:{number}", {"honours": f"{side}:{number}"}
    for (place, hand), holding in product(enumerate(hands), IN_ONE_HAND):
        yield f"{place} {holding}", {"holder": hand, "holding": holding}


# ---- Words with places to fill.


class DealWords(TypedDict):
    """A deal in a sentence: its places, the contracts by doubling, the results, the players.

    `summed` and `waiting` are by the number of deals that wait, counted here or not; `games` by
    how many a side has won.
    """

    sentence: str
    contracts: dict[str, list[str]]
    results: dict[str, str]
    names: dict[str, str]
    passed: str
    needs: str
    games: dict[str, str]
    vulnerable: str
    summed: dict[str, str]
    waiting: dict[str, str]
    over: str


def words_of(standing: PartScore, figures: Figures) -> DealWords:
    """Return the texts for the deals of a table; a result without words is said key by key."""
    game = standing.game
    places = {name: f"{{{name}}}" for name in ("contract", "who", "partner", "result")}
    return {
        "sentence": said(Phrase(BIDS[game.names_partner], places)),
        "contracts": _contracts(game, figures),
        "results": {} if figures["each"] else {each: _result(each) for each in figures["results"]},
        "names": {seat: standing.names.get(seat, _("dummy")) for seat in game.may_declare},
        "passed": said(Phrase(PASSED, {})),
        "needs": _("needs %(n)s") % {"n": "{n}"},
        "games": counted_forms(lambda n: ngettext("{n} game", "{n} games", n), none=" "),
        "vulnerable": _("vulnerable"),
        "summed": counted_forms(_summed),
        "waiting": counted_forms(lambda n: ngettext("{n} deal waiting", "{n} deals waiting", n)),
        "over": _("The rubber is over. Make it up and agree it when this phone is online."),
    }


def _summed(number: int) -> str:
    return ngettext(
        "Counted here, with {n} deal waiting", "Counted here, with {n} deals waiting", number
    )


def _contracts(game: Game, figures: Figures) -> dict[str, list[str]]:
    kinds = 1 + figures["both"]
    return {
        text: [
            said(contract_words(game.bidding.bids[text], doubling))
            for doubling in range(len(rows) // kinds)
        ]
        for text, rows in figures["bids"].items()
        if not game.bidding.bids[text].denomination.alone
    }


def _result(result: str) -> str:
    """Return a result as its key means it: by the contract, or odd tricks of a side."""
    if ":" in result:
        phrase, number = ODD if result[0] == "D" else AGAINST, int(result[2:])
    elif result == "=":
        return said(Phrase(MADE, {}))
    else:
        number = int(result)
        phrase = PLUS if number > 0 else DOWN
    return said(Phrase(phrase, {"count": abs(number)}))


# ---- What the seven can know ahead.


def ways_ahead(seven: Seven, sitting: Sitting) -> list[str]:
    """Return, as far as they are known, the ways that the next deal sends people.

    Who comes over is dummy of the other table, and only that table knows which player that is.
    """
    number = sitting.seven_table or 0
    state, table = seven.state, seven.state.tables[number]
    if state.ordinary or state.last:
        return []
    if state.deals(number):
        return [_way(seven, number, declarer) for declarer in COMPASS]
    if table.plays or table.vacant is None:
        return []
    text = (
        _(
            "A player coming back to their own rubber takes their old seat; otherwise"
            " they sit %(seat)s."
        )
        if state.home
        else _("The player who crosses sits %(seat)s.")
    )
    return [text % {"seat": seat_word(table.vacant)}]


def _way(seven: Seven, number: int, declarer: str) -> str:
    four, there = seven.state.tables[number].four, other(number)
    seat = seat_of_crossing(seven.state, number, declarer)
    text = (
        _("%(declarer)s declares: %(dummy)s is dummy, crosses to %(table)s and sits %(seat)s.")
        if seat
        else _("%(declarer)s declares: %(dummy)s is dummy and crosses to %(table)s.")
    )
    return text % {
        "declarer": seven.people[four[declarer]].short_name,
        "dummy": seven.people[four[PARTNER[declarer]]].short_name,
        "table": seven.sittings[there].table,
        "seat": seat_word(seat) if seat else "",
    }


def seat_of_crossing(state: SevenState[int], number: int, declarer: str) -> str | None:
    """Return where the dummy of a deal will sit, None where that depends on the other table."""
    there = other(number)
    played = happen(state, SevenContract(number, declarer))
    futures = [played]
    if played.tables[there].plays:
        futures = [happen(played, SevenResult(there, over)) for over in (False, True)]
    seats = {each.crossing.seat if each.crossing else None for each in futures}
    return seats.pop() if len(seats) == 1 else None


# ---- Blank forms of the next deals.

# More deals than a table plays before the network is back or the rubber is over.
DEALS = 30


def dealers_ahead(standing: PartScore, deals: int = DEALS) -> list[str]:
    """Return who deals the next deals, if none of them is passed out and no one says otherwise."""
    order, dealing = standing.game.deal_order, standing.game.dealing
    dealt = [deal.revision.dealer for deal in standing.live] + [standing.dealer]
    for _deal in range(deals - 1):
        last = dealt[-1]
        in_a_row = next((n for n, seat in enumerate(reversed(dealt)) if seat != last), len(dealt))
        following = order[(order.index(last) + 1) % len(order)]
        dealt.append(last if dealing.deals_again(in_a_row, passed=False) else following)
    return dealt[-deals:]


@dataclass(frozen=True)
class BlankForm:
    """A form of a deal with nothing entered; `declares` where that follows from who deals."""

    dealer: str
    name: str
    entry: DealEntryForm
    sentence: DealSentence
    declares: str


def blank_forms(standing: PartScore, dealers: list[str]) -> list[BlankForm]:
    """Return a blank form of a deal for each seat that may deal it; contract and result in one."""
    names = standing.names
    waits = _("It is checked and scored when this phone is online again.")
    return [
        BlankForm(
            dealer=seat,
            name=names.get(seat, _("dummy")),
            entry=DealEntryForm(standing, {}, seat, step=1, later=later),
            sentence=DealSentence(waits, [], ""),
            # Where no number is named, the dealer's side declares.
            declares="" if standing.game.bidding.levels else seat,
        )
        for later, seat in enumerate(dict.fromkeys(dealers))
    ]
