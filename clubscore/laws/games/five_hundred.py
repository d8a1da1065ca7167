"""Five hundred: three players, ten tricks, bids by the Avondale schedule, first to 500."""

from collections.abc import Mapping

from clubscore.laws.cards import CLUBS, DIAMONDS, HEARTS, NO_TRUMPS, SPADES, THREE, Bid, each_alone
from clubscore.laws.citing import AGREED, HOUSE_RULE, HOYLE_1909, Citation, Giver, variations
from clubscore.laws.deal import DealReport, OwnFacts
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import (
    Bidding,
    Counting,
    Game,
    HasHands,
    Play,
    Questions,
)
from clubscore.laws.house_rules import NO_LAWS, Codes, HouseRule, Preset, Rules
from clubscore.laws.reckoning import DealOutcome, Position, Reckoner, RubberCourse
from clubscore.laws.shared_codes import NO_PENALTIES
from clubscore.laws.tariff import ABOVE, DealScore, EveryPair, Tariff, TrickTerms, Writer
from clubscore.laws.words import Either, Phrase, Word, gettext_noop, ngettext_lazy

RANK = (SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMPS)
# No book says until when a score at this game may be corrected.
CUSTOM = Citation(gettext_noop("the custom of the club"), kind=HOUSE_RULE)
LEVELS = (6, 7, 8, 9, 10)
TRICKS = 10
GAME = 500
# Winning every trick counts so much at least.
ALL_TRICKS = 250
_BOOK = "Auction Bridge Variations 1923"
_PAGE = f"{_BOOK}, p. 156"
GIVES = Giver("five-hundred", gettext_noop("Five Hundred"))
_SCHEDULE = variations("156", GIVES)
# The book does not say what the tricks of the others count; Hoyle does.
LAWS = {
    **dict.fromkeys(("bid", "all-tricks", "set-back"), _SCHEDULE),
    "opponents": Citation(HOYLE_1909, page="260", giver=GIVES),
    # A deal that no one bid for.
    "opponents passed": Citation(HOYLE_1909, page="259", giver=GIVES),
    "fine": AGREED,
}

# The book's table of bids: six tricks by denomination, and a hundred more for each trick more.
SIX_TRICKS = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}
SCHEDULE = {
    f"{level}{each.key}": SIX_TRICKS[each.key] + 100 * (level - LEVELS[0])
    for level in LEVELS
    for each in RANK
}

MADE = ngettext_lazy(
    "%(count)s trick bid %(place)s and won", "%(count)s tricks bid %(place)s and won", "count"
)
ALL_TEN = gettext_noop("all ten tricks: at least 250")
SET_BACK = ngettext_lazy(
    "set back: %(count)s trick bid %(place)s and not won",
    "set back: %(count)s tricks bid %(place)s and not won",
    "count",
)
OTHERS_TRICKS = ngettext_lazy(
    "%(count)s trick against the bid", "%(count)s tricks against the bid", "count"
)
PASSED_TRICKS = ngettext_lazy("%(count)s trick, no bid", "%(count)s tricks, no bid", "count")

DEFENDERS = HouseRule(
    "five_hundred_defenders",
    (10, 0),
    10,
    gettext_noop("a trick won by the others"),
    gettext_noop("What each trick won by an opponent of the bidder counts."),
    (gettext_noop("10"), gettext_noop("nothing")),
    kinds=("opponents",),
)
RULES = (DEFENDERS,)
AVONDALE = Preset("avondale", gettext_noop("Avondale schedule"), {}, _PAGE)


def terms(bid: Bid, doubling: int) -> TrickTerms:
    """So many tricks are to be won; what they are worth stands in the schedule."""
    worth = SCHEDULE[f"{bid.level}{bid.denomination.key}"]
    return TrickTerms(bid.level, 0, 0, None, worth, 0, 0, (), 0, {}, {})


def tariff(rules: Rules) -> Tariff:
    """The schedule, and what an opponent's trick counts."""
    return Tariff(
        terms=terms,
        laws=LAWS,
        remarks=_remarks(rules.number("five_hundred_defenders")),
    )


def _remarks(each: int) -> tuple[tuple[Phrase, Phrase], ...]:
    """What the schedule does not say; ``each`` is what a trick of the others counts."""
    at_least = Phrase(gettext_noop("at least %(points)s"), {"points": ALL_TRICKS})
    taken_off = Phrase(gettext_noop("its value is deducted"), {})
    remarks = (
        (Phrase(gettext_noop("all ten tricks"), {}), at_least),
        (Phrase(gettext_noop("a failed bid"), {}), taken_off),
    )
    if not each:
        return remarks
    points = Phrase("%(points)s", {"points": each})
    return (*remarks, (Phrase(gettext_noop("each trick won by the others"), {}), points))


def reckon_bid(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """The bid won or set back, and ten for each trick of the others."""
    writer = Writer(reckoner.tariff)
    if deal.bid is not None and deal.declarer is not None:
        _bidder(writer, deal.bid, deal.declarer, deal.tricks)
    passed = deal.bid is None
    each = reckoner.rules.number("five_hundred_defenders")
    for seat, tricks in others(deal).items():
        phrase = PASSED_TRICKS if passed else OTHERS_TRICKS
        points, cases = tricks * each, ("passed",) if passed else ()
        writer.write((seat,), ABOVE, points, "opponents", phrase, cases, count=tricks)
    columns = () if deal.declarer is None else (deal.declarer,)
    return DealScore(*reckoner.piece(writer.lines), columns)


def _bidder(writer: Writer, bid: Bid, bidder: str, tricks: int) -> None:
    worth = SCHEDULE[bid.text]
    words = {"count": bid.level, "place": Word(bid.denomination.place)}
    if tricks < bid.level:
        writer.write((bidder,), ABOVE, -worth, "set-back", SET_BACK, **words)
    elif tricks == TRICKS and worth < ALL_TRICKS:
        writer.write((bidder,), ABOVE, ALL_TRICKS, "all-tricks", ALL_TEN)
    else:
        writer.write((bidder,), ABOVE, worth, "bid", MADE, **words)


def others(deal: DealReport) -> dict[str, int]:
    """The tricks of the bidder's opponents; of all three if no one bid."""
    return deal.own.get("defenders", {})


def read_defenders(game: HasHands, rules: Rules, raw: object) -> OwnFacts:
    """``{seat: tricks}`` in the order of the table; a seat left out won none."""
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("defenders must be an object of seats and tricks, not %(given)s."),
            "defenders",
            given=shown(raw),
        )
    told: dict[str, int] = {}
    for seat, tricks in raw.items():
        where = f"defenders.{seat if type(seat) is str else shown(seat)}"
        if seat not in game.seats:
            raise RuleError(
                "choice",
                gettext_noop("Tricks are won by %(seats)s, not %(given)s."),
                where,
                seats=Either(game.seats),
                given=shown(seat),
            )
        if type(tricks) is not int or not 0 <= tricks <= TRICKS:
            raise RuleError(
                "number",
                gettext_noop("Tricks must be a whole number from 0 to 10, not %(given)s."),
                where,
                given=shown(tricks),
            )
        told[seat] = tricks
    return {"defenders": {seat: told[seat] for seat in game.seats if seat in told}}


class BySchedule(Bidding):
    """A bid is worth what the table of bids says, however many tricks are won beyond it."""

    schedule = SCHEDULE
    # The book does not say whether a player who passed may speak again.
    calling = None


def check_tricks(rules: Rules, deal: DealReport) -> None:
    """The bidder's tricks and the others' make ten, and the others' are given where they count."""
    told = deal.own.get("defenders")
    if told is None:
        if deal.bid is None or deal.tricks == TRICKS or not rules.number("five_hundred_defenders"):
            return
        raise RuleError(
            "missing",
            gettext_noop("The field %(field)s is missing."),
            "defenders",
            field="defenders",
        )
    if deal.declarer in told:
        raise RuleError(
            "defenders-bidder",
            gettext_noop("%(seat)s was the bidder: the bidder's tricks belong under tricks."),
            f"defenders.{deal.declarer}",
            seat=deal.declarer,
        )
    total = sum(told.values()) + deal.tricks
    if total != TRICKS:
        raise RuleError(
            "defenders-sum",
            gettext_noop("There are ten tricks in all, not %(total)s."),
            "defenders",
            total=total,
        )


class TricksOfEach(Questions):
    """The tricks of all three are wanted: the bidder's opponents count their own."""

    tricks_by_player = True
    # Where all pass the hands may be played all the same, each player alone.
    passed_fields = ("defenders",)

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Raise RuleError where the tricks of all three do not make ten."""
        check_tricks(rules, deal)


class FirstToFiveHundred(RubberCourse):
    """One game is all there is to win, and every point counts towards it: no one draws a line."""

    unit = "game"
    has_line = False

    def outcome(
        self, reckoner: Reckoner, position: Position, score: DealScore
    ) -> DealOutcome | None:
        """Two over in one deal: the bidder, or the higher, or the next after the bidder."""
        sums = [sum(each) for each in zip(position.in_rubber, score.above, strict=True)]
        best = max(sums)
        if best < self.game_points:
            return None
        bidder = reckoner.columns.index(score.columns[0]) if score.columns else None
        if bidder is not None and sums[bidder] >= self.game_points:
            winner = bidder
        else:
            # Without a bidder the order of the seats decides.
            first = 0 if bidder is None else bidder + 1
            turns = [(first + turn) % len(sums) for turn in range(len(sums))]
            winner = next(seat for seat in turns if sums[seat] == best)
        nothing = reckoner.nothing
        return DealOutcome(winner, winner, nothing, nothing.below)


FIVE_HUNDRED = Game(
    key="five-hundred",
    name=GIVES.name,
    short_name=gettext_noop("Five hundred"),
    seats=THREE,
    hands=THREE,
    columns=each_alone(THREE),
    bidding=BySchedule(RANK, LEVELS, max_doubling=0),
    play=Play(may_win=range(TRICKS + 1)),
    questions=TricksOfEach({"defenders": read_defenders}),
    counting=Counting(tariff, reckon=reckon_bid, revoke_law=NO_PENALTIES),
    settling=EveryPair(),
    codes=Codes(
        house_rules=RULES,
        presets=(AVONDALE,),
        default_preset="avondale",
        correction_laws=(CUSTOM, CUSTOM),
        mistakes=NO_LAWS,
    ),
    course=FirstToFiveHundred(game_points=GAME),
)
