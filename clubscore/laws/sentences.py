"""Deals and scores in the words of the table, as phrases still to be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.laws.cards import Denomination
from clubscore.laws.counting.revokes import Penalty
from clubscore.laws.facts import Deal
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.sheet.score_sheet import ScoredDeal
from clubscore.laws.words import Phrase, Word, gettext_noop, number_word

PASSED = gettext_noop("All passed.")
BIDS = {
    (False, False): gettext_noop("%(level)s %(denomination)s by %(who)s%(doubled)s, %(result)s."),
    (False, True): gettext_noop(
        "%(level)s %(denomination)s by %(who)s with %(partner)s%(doubled)s, %(result)s."
    ),
    (True, False): gettext_noop("%(denomination)s by %(who)s%(doubled)s, %(result)s."),
}
LOST = {
    False: gettext_noop(
        "%(level)s %(denomination)s by %(who)s%(doubled)s, %(result)s: %(tricks)s taken."
    ),
    True: gettext_noop(
        "%(level)s %(denomination)s by %(who)s with %(partner)s%(doubled)s, %(result)s:"
        " %(tricks)s taken."
    ),
}
ALONE = {
    0: gettext_noop("%(denomination)s by %(who)s, %(tricks)s taken."),
    1: gettext_noop("%(denomination)s by %(who)s, doubled by %(first)s, %(tricks)s taken."),
    2: gettext_noop(
        "%(denomination)s by %(who)s, doubled by %(first)s and %(second)s, %(tricks)s taken."
    ),
    3: gettext_noop("%(denomination)s by %(who)s, doubled by all three, %(tricks)s taken."),
}
TAKEN = (
    gettext_noop("no trick"),
    gettext_noop("one trick"),
    gettext_noop("two tricks"),
    gettext_noop("three tricks"),
    gettext_noop("four tricks"),
    gettext_noop("five tricks"),
    gettext_noop("six tricks"),
    gettext_noop("seven tricks"),
    gettext_noop("eight tricks"),
    gettext_noop("nine tricks"),
    gettext_noop("ten tricks"),
    gettext_noop("eleven tricks"),
    gettext_noop("twelve tricks"),
    gettext_noop("thirteen tricks"),
)
DOUBLED = (
    Word(""),
    Word(gettext_noop(", doubled")),
    Word(gettext_noop(", redoubled")),
)
DOUBLED_OFTEN = Word(gettext_noop(", doubled many times"))
JUST_MADE = Word(gettext_noop("just made"))
NO_ODD = Word(gettext_noop("no odd trick"))
OVER = (
    gettext_noop("made with one over"),
    gettext_noop("made with two over"),
    gettext_noop("made with three over"),
    gettext_noop("made with four over"),
    gettext_noop("made with five over"),
    gettext_noop("made with six over"),
    gettext_noop("made with seven over"),
    gettext_noop("made with eight over"),
    gettext_noop("made with nine over"),
    gettext_noop("made with ten over"),
    gettext_noop("made with eleven over"),
    gettext_noop("made with twelve over"),
)
DOWN = (
    gettext_noop("one down"),
    gettext_noop("two down"),
    gettext_noop("three down"),
    gettext_noop("four down"),
    gettext_noop("five down"),
    gettext_noop("six down"),
    gettext_noop("seven down"),
    gettext_noop("eight down"),
    gettext_noop("nine down"),
    gettext_noop("ten down"),
    gettext_noop("eleven down"),
    gettext_noop("twelve down"),
    gettext_noop("thirteen down"),
    gettext_noop("fourteen down"),
    gettext_noop("fifteen down"),
    gettext_noop("sixteen down"),
    gettext_noop("seventeen down"),
    gettext_noop("eighteen down"),
    gettext_noop("nineteen down"),
    gettext_noop("twenty down"),
    gettext_noop("twenty-one down"),
    gettext_noop("twenty-two down"),
    gettext_noop("twenty-three down"),
    gettext_noop("twenty-four down"),
    gettext_noop("twenty-five down"),
    gettext_noop("twenty-six down"),
)
ODD = (
    gettext_noop("one odd trick"),
    gettext_noop("two odd tricks"),
    gettext_noop("three odd tricks"),
    gettext_noop("four odd tricks"),
    gettext_noop("five odd tricks"),
    gettext_noop("six odd tricks"),
    gettext_noop("seven odd tricks"),
)
AGAINST = (
    gettext_noop("one odd trick to the other side"),
    gettext_noop("two odd tricks to the other side"),
    gettext_noop("three odd tricks to the other side"),
    gettext_noop("four odd tricks to the other side"),
    gettext_noop("five odd tricks to the other side"),
    gettext_noop("six odd tricks to the other side"),
    gettext_noop("seven odd tricks to the other side"),
)
LEVELS = (
    gettext_noop("One"),
    gettext_noop("Two"),
    gettext_noop("Three"),
    gettext_noop("Four"),
    gettext_noop("Five"),
    gettext_noop("Six"),
    gettext_noop("Seven"),
    gettext_noop("Eight"),
    gettext_noop("Nine"),
    gettext_noop("Ten"),
    gettext_noop("Eleven"),
    gettext_noop("Twelve"),
    gettext_noop("Thirteen"),
)
TRUMPS = {
    "C": gettext_noop("Clubs"),
    "D": gettext_noop("Diamonds"),
    "H": gettext_noop("Hearts"),
    "S": gettext_noop("Spades"),
    "NT": gettext_noop("No trumps"),
}


def denomination_word(denomination: Denomination, level: int) -> Word:
    """``heart`` after one, ``hearts`` after more; ``Hearts`` where it opens the sentence."""
    if level:
        return Word(denomination.one if level == 1 else denomination.name)
    return Word(TRUMPS.get(denomination.key, denomination.name))


def describe_deal(game: Game, deal: Deal, names: Mapping[str, str]) -> Phrase:
    """``Four hearts by Bob, just made.``: a deal in one sentence, players by their names."""
    if deal.bid is None or deal.declarer is None:
        return Phrase(PASSED, {})
    level = deal.bid.level
    if deal.bid.denomination.alone:
        return _alone(deal, deal.bid.denomination, names)
    params: dict[str, object] = {
        "level": Word(LEVELS[level - 1]) if 0 < level <= len(LEVELS) else number_word(level),
        "denomination": denomination_word(deal.bid.denomination, level),
        "doubled": DOUBLED[deal.doubling] if deal.doubling < len(DOUBLED) else DOUBLED_OFTEN,
        "who": names.get(deal.declarer, deal.declarer),
        "result": _result(game, deal),
    }
    if deal.partner is not None:
        params["partner"] = names.get(deal.partner, deal.partner)
    if deal.bid.denomination.reversed:
        params["tricks"] = Word(TAKEN[deal.tricks])
        return Phrase(LOST[deal.partner is not None], params)
    return Phrase(BIDS[level == 0, deal.partner is not None], params)


def _alone(deal: Deal, denomination: Denomination, names: Mapping[str, str]) -> Phrase:
    """A declaration against all the others: who doubled it, and the tricks it took."""
    doublers = [names.get(seat, seat) for seat in dict(deal.own).get("doubled_by", ())]
    params: dict[str, object] = {
        "denomination": denomination_word(denomination, 0),
        "who": names.get(deal.declarer or "", deal.declarer),
        "tricks": Word(TAKEN[deal.tricks]),
    }
    if 0 < len(doublers) < 3:
        params |= dict(zip(("first", "second"), doublers, strict=False))
    return Phrase(ALONE[len(doublers)], params)


def _result(game: Game, deal: Deal) -> Word:
    """How it went, by the tricks won in play."""
    assert deal.bid is not None  # noqa: S101 - asked only of deals that were played
    odd = deal.tricks - game.book
    if not deal.bid.level:
        if odd > 0:
            return Word(ODD[odd - 1])
        against = game.play.tricks - deal.tricks - game.book
        return Word(AGAINST[against - 1]) if against > 0 else NO_ODD
    over = game.over(deal.bid, deal.tricks)
    if over == 0:
        return JUST_MADE
    return Word(OVER[over - 1] if over > 0 else DOWN[-over - 1])


POINTS = {
    (True, True): gettext_noop("%(who)s: %(below)s below, %(above)s above."),
    (True, False): gettext_noop("%(who)s: %(below)s below."),
    (False, True): gettext_noop("%(who)s: %(above)s above."),
}
# Where the sheet has no line across there is neither below nor above.
SCORED = gettext_noop("%(who)s: %(points)s.")
BESIDE = {
    True: gettext_noop("%(who)s wins %(points)s beside the rubber."),
    False: gettext_noop("%(who)s loses %(points)s."),
}
NOBODY = gettext_noop("Nobody scores.")
LEVEL = gettext_noop("The rubber ends level.")
WON = {
    "game": gettext_noop("Game to %(who)s."),
    "rubber": gettext_noop("Game and rubber to %(who)s."),
    "end": gettext_noop("The rubber to %(who)s."),
    "game-and-end": gettext_noop("Game to %(who)s. The rubber is over."),
}


def describe_points(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> tuple[Phrase, ...]:
    """``Ann & Bob: 32 below, 16 above.``, ``Game to Ann & Bob.``: what a deal put on the sheet.

    ``names`` are those of the columns, and of the seats for what stands beside the sheet.
    """
    said = []
    for column in game.column_keys:
        below, above = scored.points[column]
        if below or above:
            who = names.get(column, column)
            phrase = POINTS[bool(below), bool(above)] if game.course.has_line else SCORED
            params = {"who": who, "below": below, "above": above, "points": below + above}
            said.append(Phrase(phrase, params))
    said += describe_beside(game, scored, names)
    if not said:
        said.append(Phrase(NOBODY, {}))
    if scored.won is not None:
        winner = scored.winner
        # Where one game is all there is to win, nobody speaks of a rubber.
        won = "game" if game.course.unit == "game" else scored.won
        if winner is None:
            said.append(Phrase(LEVEL, {}))
        else:
            said.append(Phrase(WON[won], {"who": names.get(winner, winner)}))
    return tuple(said)


def describe_beside(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> list[Phrase]:
    """What each player wins and loses beside the sheet by a deal, winners first."""
    won = dict.fromkeys(game.seats, 0)
    for _, winner, loser, points in scored.ledger:
        won[winner] += points
        won[loser] -= points
    return [
        Phrase(BESIDE[points > 0], {"who": names.get(seat, seat), "points": abs(points)})
        for seat, points in sorted(won.items(), key=lambda each: -each[1])
        if points
    ]


def penalties_for(game: Game, rules: Rules, deal: Deal, by: str) -> tuple[Penalty, ...]:
    """The penalties that may be claimed for a revoke by this seat; none where it cannot revoke."""
    if deal.bid is None or by not in game.revokers(deal):
        return ()
    return game.penalties(deal, by)


class CorrectionTime(NamedTuple):
    """Until when a score may be put right, and the law that says so."""

    phrase: str
    params: Mapping[str, object]
    law: str


UNTIL_GAME = gettext_noop(
    "until the last card of the deal after this game is dealt, in the last game of the rubber"
    " until the score is made up and agreed; after that only if all agree"
)
UNTIL_AGREED = gettext_noop(
    "until the score of the rubber is made up and agreed; after that only if all agree"
)
# What a mistake in honours, chicane or slam is called here; all else affects tricks.
ABOVE_ONLY = frozenset(("honours", "chicane", "slam", "fines"))


def correction_time(game: Game, changed: str) -> CorrectionTime:
    """Until when a mistake may be put right: in ``tricks``, or in ``honours`` and their like."""
    above = changed in ABOVE_ONLY
    law = game.correction_laws[1 if above else 0]
    return CorrectionTime(UNTIL_AGREED if above else UNTIL_GAME, {}, law)
