"""Chicago: today's contract in rubbers of four deals, each with its own vulnerability."""

from clubscore.laws.cards import COMPASS
from clubscore.laws.citing import READING, Citation, Giver
from clubscore.laws.deal import DealReport, OwnFacts
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import GAME, GameAsk, HasHands, Questions
from clubscore.laws.games.rubber_bridge import GAME_POINTS, LAW, RUBBER_BRIDGE, DealingToday
from clubscore.laws.games.rubber_bridge import tariff as rubber_tariff
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import DealOutcome, Position, Reckoner, RubberCourse
from clubscore.laws.record import replace
from clubscore.laws.tariff import ABOVE, DealScore, Tariff, Writer
from clubscore.laws.words import Either, Phrase, gettext_noop

DEALS = 4
# The bonus for a game not vulnerable and vulnerable; for a part score made on the last deal.
GAME_BONUS = (300, 500)
LAST_PART_SCORE = 100
PART_SCORE = gettext_noop("part score on the last deal")
GIVES = Giver("chicago", gettext_noop("Chicago"))
_FOUR_DEALS = Citation(LAW, gettext_noop("four-deal bridge"), kind=READING, giver=GIVES)
# A side is called by its players.
WHO = (("none", gettext_noop("no one")), ("NS", ""), ("EW", ""), ("both", gettext_noop("all")))
VULNERABLE = {"none": (), "NS": ("NS",), "EW": ("EW",), "both": ("NS", "EW")}


class FourDealers(DealingToday):
    """Each player deals one deal of the four, and the deal says who is vulnerable."""

    def deals_again(self, in_a_row: int, passed: bool) -> bool:
        """A deal that all passed is none of the four, so it is dealt again."""
        return passed

    def usual_facts(self, played: int, dealer: str) -> OwnFacts:
        """No one, the dealer's side twice, both: by the deals of the rubber played before."""
        of_dealer = "NS" if dealer in ("N", "S") else "EW"
        return {"vulnerable": ("none", of_dealer, of_dealer, "both")[played]}


DEALING = FourDealers()


def read_vulnerable(game: HasHands, rules: Rules, raw: object) -> OwnFacts:
    """Who was vulnerable, in the score file's word."""
    if type(raw) is not str or raw not in VULNERABLE:
        raise RuleError(
            "choice",
            gettext_noop("vulnerable must be %(choices)s, not %(given)s."),
            "vulnerable",
            choices=Either(VULNERABLE),
            given=shown(raw),
        )
    return {"vulnerable": raw}


class FourDeals(RubberCourse):
    """Not games but deals end a rubber, so that each player deals once."""

    deals = DEALS

    def outcome(
        self, reckoner: Reckoner, position: Position, score: DealScore
    ) -> DealOutcome | None:
        """A game at 100 below, with its bonus; the fourth deal that was played ends the rubber."""
        below = tuple(map(int.__add__, position.below, score.below))
        ends = bool(score.columns) and position.played + 1 == DEALS
        best = max(range(len(below)), key=below.__getitem__)
        game = best if below[best] >= self.game_points else None
        if game is None and not ends:
            return None
        writer = Writer(reckoner.tariff)
        if game is not None:
            bonus = GAME_BONUS[score.vulnerable]
            writer.write((reckoner.columns[game],), ABOVE, bonus, "game", GAME)
        else:
            made = [key for key, won in zip(reckoner.columns, score.below, strict=True) if won]
            writer.write(made, ABOVE, LAST_PART_SCORE, "part-score", PART_SCORE)
        bonuses = reckoner.piece(writer.lines)
        winner = _winner(position, score, bonuses.above) if ends else None
        return DealOutcome(game, winner, bonuses, (0,) * len(below), ends and winner is None)

    def vulnerable(self, deal: DealReport, position: Position) -> tuple[str, ...]:
        """The sides that are vulnerable: as given, otherwise by the deal's number, North first."""
        told = deal.own.get("vulnerable")
        if told is None:
            told = DEALING.usual_facts(position.played, COMPASS[position.played])["vulnerable"]
        return VULNERABLE[told]

    def most_games(self, columns: int) -> int:
        """Each of the four deals may be a game: they do not add up to one alone."""
        return DEALS


def _winner(position: Position, score: DealScore, bonuses: tuple[int, ...]) -> int | None:
    """The side with more points over the four deals; none where they are level."""
    sums = [
        sum(parts)
        for parts in zip(position.in_rubber, score.below, score.above, bonuses, strict=True)
    ]
    return None if len(set(sums)) == 1 else sums.index(max(sums))


REMARKS: tuple[tuple[Phrase, Phrase], ...] = (
    (Phrase(gettext_noop("for a game"), {}), Phrase(gettext_noop("300, or 500 vulnerable"), {})),
    (Phrase(gettext_noop("a part score made on the last deal"), {}), Phrase("100", {})),
    (Phrase(gettext_noop("the first odd trick at no-trumps"), {}), Phrase("40", {})),
)


def tariff(rules: Rules) -> Tariff:
    """As rubber bridge, without a bonus for the rubber."""
    numbers = rubber_tariff(rules)
    laws = {**numbers.laws, "game": _FOUR_DEALS, "part-score": _FOUR_DEALS}
    return replace(numbers, laws=laws, rubber_bonus=0, quick_rubber_bonus=0, remarks=REMARKS)


QUESTIONS = Questions(
    own_fields={"vulnerable": read_vulnerable},
    asks=(
        GameAsk(
            "vulnerable",
            "vul",
            gettext_noop("Vulnerable"),
            lambda said: {"vulnerable": said[-1]},
            choices=WHO,
            before_play=True,
        ),
    ),
)


CHICAGO = replace(
    RUBBER_BRIDGE,
    key="chicago",
    name=GIVES.name,
    short_name=gettext_noop("Chicago"),
    counting=replace(
        RUBBER_BRIDGE.counting, tariff=tariff, causes={"part-score": gettext_noop("part score")}
    ),
    course=FourDeals(GAME_POINTS),
    dealing=DEALING,
    questions=QUESTIONS,
)
