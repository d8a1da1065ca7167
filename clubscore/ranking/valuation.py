"""What one result is worth: today's duplicate score, the IMP scale, or any game's own tariff.

Laws of Duplicate Bridge, law 77, since 1987, and law 78B. All amounts are in points of
North-South. Nowhere here is asked which game it is: the game is asked for everything.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from clubscore.laws.cards import PARTNERSHIPS
from clubscore.laws.deal import DealReport, Unverified
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Game
from clubscore.laws.games import KEYS, find_game
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.rubber_bridge import RUBBER_BRIDGE
from clubscore.laws.house_rules import (
    HouseRule,
    Preset,
    Rules,
    RuleValue,
    as_written,
    default_rules,
    resolve_rules,
)
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.record import replace
from clubscore.laws.score_sheet import score_sitting
from clubscore.laws.words import Either, gettext_noop
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS
from clubscore.ranking.options import Option, Options
from clubscore.ranking.regulations import AVERAGE_AT_IMPS, Regulation, regulation
from clubscore.ranking.result import Adjusted
from clubscore.ranking.scoring import ScoringFacts

# Tricks, doubles, slams and undertricks are those of today's rubber bridge; what a rubber counts
# when it is over, a duplicate counts in each deal.

PART_SCORE = 50
# By vulnerability: no, yes.
GAME = (300, 500)

_TARIFF = RUBBER_BRIDGE.counting.tariff(default_rules(RUBBER_BRIDGE))
_TERMS = (_TARIFF.terms, _TARIFF.vulnerable_terms or _TARIFF.terms)


@cache
def every_score(vulnerable: str) -> frozenset[int]:
    """Return every score of North-South's that some contract gives; ``vulnerable`` says who is."""
    ns, ew = (
        {
            duplicate_score(level, each.key, doubling, tricks, vulnerable in (side, "both"))
            for level in range(1, 8)
            for each in RUBBER_BRIDGE.bidding.denominations
            for doubling in range(3)
            for tricks in range(14)
        }
        for side in ("NS", "EW")
    )
    return frozenset(ns | {-score for score in ew} | {0})


@lru_cache(maxsize=4096)
def duplicate_score(
    level: int, denomination: str, doubling: int, tricks: int, vulnerable: bool
) -> int:
    """What the declaring side scores, negative where it went down."""
    terms = _TERMS[vulnerable](RUBBER_BRIDGE.bidding.bids[f"{level}{denomination}"], doubling)
    over = tricks - terms.need
    if over < 0:
        return -terms.down[-over]
    contracted = level * terms.value + terms.first
    game = contracted >= RUBBER_BRIDGE.course.game_points
    score = contracted + terms.bonus + over * terms.overtrick
    score += GAME[vulnerable] if game else PART_SCORE
    return score + sum(points for points, _ in terms.slams.get(tricks, ()))


DUPLICATE, DUPLICATE_AUCTION = "duplicate", "duplicate-auction"
# Told by the contract, told otherwise, or settled by the board and the penalties of the event.
NOT_TOLD = frozenset(
    (
        "bid",
        "declarer",
        "doubling",
        "tricks",
        "passed_out",
        "fines",
        "vulnerable",
        "doubled_by",
        "auction",
    )
)
GAME_LINE = "game"
OWN_GAME_BONUS = "game_bonus"

# Foster's Complete Hoyle, laws of duplicate auction; Auction Bridge Variations 1923, p. 133.
DUPLICATE_GAME_BONUS = HouseRule(
    "duplicate_game_bonus",
    (125, 100),
    125,
    gettext_noop("game in one deal"),
    gettext_noop("The bonus for making game on one deal at duplicate."),
    any_number=True,
)
_LAW_77 = Preset("laws-2017", gettext_noop("Laws of 2017"), {}, "Laws of Duplicate Bridge, law 77")
# What players tell of a deal today: contract, declarer and tricks, nothing else.
_TODAY = replace(
    AUCTION,
    key=DUPLICATE,
    name=gettext_noop("Duplicate Bridge"),
    short_name=gettext_noop("Duplicate"),
    codes=replace(AUCTION.codes, house_rules=(), presets=(_LAW_77,), default_preset=_LAW_77.key),
)


@dataclass(frozen=True, eq=False)
class Valuation:
    """What a result of an event is worth.

    ``key`` is the event's word for it; ``game`` and ``rules`` verify the facts of a deal;
    ``more_fields`` are those it may tell besides contract, declarer and tricks; ``points`` gives
    N-S's points of a deal under a vulnerability. ``given_rules`` are the rules as written.
    """

    key: str
    game: Game
    rules: Rules
    points: Callable[[DealReport, str], int]
    more_fields: frozenset[str] = frozenset()
    given_rules: Mapping[str, RuleValue] | None = None
    game_bonus: int = 0
    # Whether points depend on who is vulnerable.
    counts_vulnerability: bool = False
    # Every score of N-S's under a vulnerability; None where more than the contract brings points.
    every_score: Callable[[str], frozenset[int]] | None = None

    def may_be(self, score: int, vulnerable: str) -> bool:
        """Return whether some contract gives N-S this score, as far as that can be known."""
        return self.every_score is None or score in self.every_score(vulnerable)

    def read_deal(self, raw: Unverified) -> DealReport:
        """Verify ``contract``, ``declarer``, ``tricks`` and what else the game counts.

        RuleError names the field of the result.
        """
        contract = raw["contract"]
        if type(contract) is not str:
            contract = shown(contract)
        bid = contract.rstrip("X")
        told = [key for key in ("declarer", "tricks", *self.more_fields) if key in raw]
        facts: Unverified = {
            **{key: raw[key] for key in told},
            "bid": bid,
            "doubling": len(contract) - len(bid),
        }
        if any(bid == own.text for own in self.game.bidding.own_bids):
            raise RuleError(
                "own-bid",
                gettext_noop(
                    "%(given)s cannot be played at duplicate: its contracts have no"
                    " number. Choose another game."
                ),
                "contract",
                given=bid,
            )
        try:
            return read_deal(self.game, self.rules, facts)
        except RuleError as error:
            if error.where in ("bid", "doubling"):
                raise RuleError(error.code, error.phrase, "contract", **error.params) from None
            raise

    def contract_of(self, deal: DealReport) -> str | None:
        """``3NTX``: the contract as a result writes it; None where all passed."""
        return None if deal.bid is None else deal.bid.text + "X" * deal.doubling


def find_valuation(key: object, given_rules: object = None) -> Valuation:
    """How results are scored in an event of this ``game`` under these house rules.

    RuleError at ``game`` for one that is not played by two partnerships of four, at
    ``rules.<key>`` for a rule it has not.
    """
    given = _object({} if given_rules is None else given_rules)
    if key == DUPLICATE:
        rules = resolve_rules(_TODAY, given)
        written = as_written(given)
        return Valuation(
            DUPLICATE,
            _TODAY,
            rules,
            _today,
            given_rules=written,
            counts_vulnerability=True,
            every_score=every_score,
        )
    game = AUCTION if key == DUPLICATE_AUCTION else _four_handed(key)
    own = {name: value for name, value in given.items() if name != DUPLICATE_GAME_BONUS.key}
    rules = resolve_rules(game, own)
    bonus = _duplicate_bonus(game, rules, given)

    def points(deal: DealReport, _vulnerable: str) -> int:
        return _by_tariff(game, rules, bonus, deal)

    more = game.deal_fields - NOT_TOLD
    return Valuation(str(key), game, rules, points, more, as_written(given), bonus)


def _object(given: object) -> Unverified:
    if not isinstance(given, Mapping):
        return resolve_rules(_TODAY, given)
    return given


def _four_handed(key: object) -> Game:
    if type(key) is str and key in KEYS:
        game = find_game(key)
        if game.has_partners:
            return game
    playable = [each for each in KEYS if find_game(each).has_partners]
    raise RuleError(
        "game",
        gettext_noop("An event can be played at %(known)s, not %(given)s."),
        "game",
        known=Either((DUPLICATE, DUPLICATE_AUCTION, *playable)),
        given=shown(key),
    )


def _duplicate_bonus(game: Game, rules: Rules, given: Unverified) -> int:
    """The premium for a game in one deal, where the game has none of its own."""
    rule = DUPLICATE_GAME_BONUS
    own = OWN_GAME_BONUS in rules or reckoner_for(game, rules).tariff.game_bonus
    if own and rule.key in given:
        raise RuleError(
            "unknown-rule",
            gettext_noop("%(game)s has its own bonus for a game, so leave out %(key)s."),
            f"rules.{rule.key}",
            game=game.key,
            key=rule.key,
        )
    if own:
        return 0
    value = given.get(rule.key, rule.default)
    if type(value) is not int or not rule.accepts(value):
        raise RuleError(
            "rule-value",
            gettext_noop("%(key)s must be a whole number from 0 to 1,000,000, not %(given)s."),
            f"rules.{rule.key}",
            key=rule.key,
            given=shown(value),
        )
    return value


def _today(deal: DealReport, vulnerable: str) -> int:
    if deal.bid is None or deal.declarer is None:
        return 0
    north_south = deal.declarer in PARTNERSHIPS[0].seats
    side = PARTNERSHIPS[0 if north_south else 1].key
    score = duplicate_score(
        deal.bid.level,
        deal.bid.denomination.key,
        deal.doubling,
        deal.tricks,
        vulnerable in (side, "both"),
    )
    return score if north_south else -score


def _by_tariff(game: Game, rules: Rules, bonus: int, deal: DealReport) -> int:
    """The deal alone on a sheet, no one vulnerable, with a premium for a game made in it.

    The game's own bonus stands on the sheet already; one without has the duplicate's.
    """
    scored = score_sitting(game, rules, (deal,)).deals[0]
    net = [below + above for below, above in scored.points.values()]
    own_bonus = any(line.kind == GAME_LINE for line in scored.lines)
    if not own_bonus:
        for at, (below, _above) in enumerate(scored.points.values()):
            net[at] += bonus if below >= game.course.game_points else 0
    return net[0] - net[1]


# Laws of Duplicate Bridge 2017, law 78B: the lowest difference for 1 to 24 IMPs.
LOWEST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def imps(difference: int) -> int:
    """The IMPs of a difference in points, with its sign."""
    won = bisect_right(LOWEST, abs(difference))
    return won if difference > 0 else -won


_AVERAGE = regulation(AVERAGE_AT_IMPS)
_WORDS = {"3": gettext_noop("3 IMPs"), "2": gettext_noop("2 IMPs")}
AVERAGES = Option(
    _AVERAGE.option,
    gettext_noop("At IMPs, A+ and A− are plus and minus"),
    tuple((value, _WORDS[value]) for value in _AVERAGE.values),
    place=75,
    asked_of=(PAIRS, INDIVIDUALS),
)


# Some programs have the one and some the other, and no file says so.
TRIED_AVERAGES = (AVERAGES, AVERAGES.choices)


def in_imps_of_averages(options: Options) -> str:
    """Return how many IMPs an average plus is."""
    return options.of(AVERAGES)


def award_imps(average: str, percent: Fraction, _top: int = 0) -> Fraction:
    """An artificial score in IMPs of a board: 60 percent are ``average``, an average plus."""
    return int(average) * (percent - 50) / 10


def average_regulations(event: ScoringFacts) -> tuple[Regulation, ...]:
    """What averages at IMPs are worth, where an event has any."""
    if any(isinstance(each.ruling, Adjusted) for each in event.results):
        return (_AVERAGE.chosen(event.options.of(AVERAGES)),)
    return ()
