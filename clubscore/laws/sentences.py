"""Deals and scores in the words of the table, as phrases still to be translated."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from clubscore.laws.cards import Bid
from clubscore.laws.citing import Citation
from clubscore.laws.deal import DealReport, Revoke
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import deducted_from_nothing
from clubscore.laws.score_sheet import ScoredDeal
from clubscore.laws.shared_codes import RevokePenalty, tricks_after
from clubscore.laws.words import Every, Phrase, Word, gettext_noop, ngettext_lazy, pgettext_lazy

PASSED = gettext_noop("Passed out.")
# A contract and a result for a place where no sentence stands.
DECLARED = gettext_noop("%(contract)s by %(who)s")
RESULT = gettext_noop("%(contract)s by %(who)s, %(result)s")
# By whether declarer's partner is named.
BIDS = {
    False: gettext_noop("%(contract)s by %(who)s, %(result)s."),
    True: gettext_noop("%(contract)s by %(who)s with %(partner)s, %(result)s."),
}
# The same where tricks are to be lost, so that those taken are given too.
LOST = {
    False: gettext_noop("%(contract)s by %(who)s, %(result)s. Tricks taken: %(tricks)s."),
    True: gettext_noop(
        "%(contract)s by %(who)s with %(partner)s, %(result)s. Tricks taken: %(tricks)s."
    ),
}
# By whether anyone doubled.
ALONE = {
    False: gettext_noop("%(contract)s by %(who)s. Tricks taken: %(tricks)s."),
    True: gettext_noop(
        "%(contract)s by %(who)s, doubled by %(doublers)s. Tricks taken: %(tricks)s."
    ),
}
# By denomination and doubling: the noun after a number, and what agrees with it.
NUMBERED = {
    "C": (
        ngettext_lazy("%(level)s club", "%(level)s clubs", "level"),
        ngettext_lazy("%(level)s club doubled", "%(level)s clubs doubled", "level"),
        ngettext_lazy("%(level)s club redoubled", "%(level)s clubs redoubled", "level"),
    ),
    "D": (
        ngettext_lazy("%(level)s diamond", "%(level)s diamonds", "level"),
        ngettext_lazy("%(level)s diamond doubled", "%(level)s diamonds doubled", "level"),
        ngettext_lazy("%(level)s diamond redoubled", "%(level)s diamonds redoubled", "level"),
    ),
    "H": (
        ngettext_lazy("%(level)s heart", "%(level)s hearts", "level"),
        ngettext_lazy("%(level)s heart doubled", "%(level)s hearts doubled", "level"),
        ngettext_lazy("%(level)s heart redoubled", "%(level)s hearts redoubled", "level"),
    ),
    "S": (
        ngettext_lazy("%(level)s spade", "%(level)s spades", "level"),
        ngettext_lazy("%(level)s spade doubled", "%(level)s spades doubled", "level"),
        ngettext_lazy("%(level)s spade redoubled", "%(level)s spades redoubled", "level"),
    ),
    "NT": (
        ngettext_lazy("%(level)s no-trump", "%(level)s no-trumps", "level"),
        ngettext_lazy("%(level)s no-trump doubled", "%(level)s no-trumps doubled", "level"),
        ngettext_lazy("%(level)s no-trump redoubled", "%(level)s no-trumps redoubled", "level"),
    ),
    "NU": (
        ngettext_lazy("%(level)s nullo", "%(level)s nullos", "level"),
        ngettext_lazy("%(level)s nullo doubled", "%(level)s nullos doubled", "level"),
        ngettext_lazy("%(level)s nullo redoubled", "%(level)s nullos redoubled", "level"),
    ),
}
# Denominations that only one game has.
OWN_NUMBERED = (
    gettext_noop("%(level)s %(denomination)s"),
    gettext_noop("%(level)s %(denomination)s doubled"),
    gettext_noop("%(level)s %(denomination)s redoubled"),
)
# Where no number is bid: by denomination, as a sentence begins.
TRUMPS = {
    "C": pgettext_lazy("trumps", "Clubs"),
    "D": gettext_noop("Diamonds"),
    "H": gettext_noop("Hearts"),
    "S": gettext_noop("Spades"),
    "NT": gettext_noop("No-trumps"),
}
WITHOUT_NUMBER = (
    gettext_noop("%(denomination)s"),
    gettext_noop("%(denomination)s doubled"),
    gettext_noop("%(denomination)s redoubled"),
)
DOUBLED_OFTEN = ngettext_lazy(
    "%(denomination)s doubled %(times)s time", "%(denomination)s doubled %(times)s times", "times"
)
MADE = gettext_noop("made")
PLUS = ngettext_lazy("plus %(count)s", "plus %(count)s", "count")
DOWN = ngettext_lazy("down %(count)s", "down %(count)s", "count")
ODD = ngettext_lazy("%(count)s odd trick", "%(count)s odd tricks", "count")
NO_ODD = gettext_noop("no odd trick")
AGAINST = ngettext_lazy(
    "%(count)s odd trick to the other side", "%(count)s odd tricks to the other side", "count"
)


def contract_words(bid: Bid, doubling: int) -> Phrase:
    """``4 hearts doubled``; ``Hearts doubled`` where no number is bid."""
    key, name = bid.denomination.key, bid.denomination.name
    if not bid.level:
        params: dict[str, object] = {"denomination": Word(TRUMPS.get(key, name))}
        if doubling < len(WITHOUT_NUMBER):
            return Phrase(WITHOUT_NUMBER[doubling], params)
        return Phrase(DOUBLED_OFTEN, params | {"times": doubling})
    if key in NUMBERED:
        return Phrase(NUMBERED[key][doubling], {"level": bid.level})
    return Phrase(OWN_NUMBERED[doubling], {"level": bid.level, "denomination": Word(name)})


def describe_contract(bid: Bid, doubling: int, who: str = "") -> Phrase:
    """``4 hearts by South``; without a declarer the contract alone."""
    contract = contract_words(bid, doubling)
    return Phrase(DECLARED, {"contract": contract, "who": who}) if who else contract


def describe_result(bid: Bid, doubling: int, who: str, over: int) -> Phrase:
    """``4 hearts doubled by South, down 2``: a result of thirteen tricks, no sentence yet.

    ``over`` counts tricks over what was bid; without a number odd tricks, below nought those of
    the other side.
    """
    contract = contract_words(bid, doubling)
    return Phrase(RESULT, {"contract": contract, "who": who, "result": _went(bid, over)})


def describe_deal(game: Game, deal: DealReport, names: Mapping[str, str]) -> Phrase:
    """``4 hearts by Bob, made.``: a deal in sentences, players by their names, revokes last."""
    told = _played(game, deal, names)
    for more in describe_revokes(game, deal, names):
        told = Phrase(AND_THEN, {"first": told, "more": more})
    return told


def _played(game: Game, deal: DealReport, names: Mapping[str, str]) -> Phrase:
    """What was bid and how it went, by the tricks won in play."""
    if deal.bid is None or deal.declarer is None:
        return Phrase(PASSED, {})
    if deal.bid.denomination.alone:
        return _alone(deal, deal.bid, names)
    params: dict[str, object] = {
        "contract": contract_words(deal.bid, deal.doubling),
        "who": names.get(deal.declarer, deal.declarer),
        "result": _result(game, deal, deal.bid),
    }
    if deal.partner is not None:
        params["partner"] = names.get(deal.partner, deal.partner)
    if deal.bid.denomination.reversed:
        params["tricks"] = deal.tricks
        return Phrase(LOST[deal.partner is not None], params)
    return Phrase(BIDS[deal.partner is not None], params)


def describe_revokes(game: Game, deal: DealReport, names: Mapping[str, str]) -> tuple[Phrase, ...]:
    """``Bob revoked: take three tricks.``: each revoke of a deal, and what came of them.

    What leaves no line on the sheet is said as well: a deduction from nothing, a revoke by both
    sides, tricks that changed hands for good.
    """
    if not deal.revokes or deal.bid is None:
        return ()
    labels = {each.key: each.label for each in game.counting.revoke_law.every}
    counted: dict[Revoke, int] = {}
    for revoke in deal.revokes:
        counted[revoke] = counted.get(revoke, 0) + 1
    told = [
        Phrase(
            REVOKED,
            {
                "who": names.get(revoke.by, revoke.by),
                "penalty": Word(labels[revoke.penalty]),
                "count": count,
            },
        )
        for revoke, count in counted.items()
    ]
    return (*told, *_came_of_it(game, deal, deal.bid))


def _came_of_it(game: Game, deal: DealReport, bid: Bid) -> Iterator[Phrase]:
    """What the sheet does not show of revokes."""
    law, (own, others) = game.counting.revoke_law, game.side_of(deal)
    sides = {revoke.by in own for revoke in deal.revokes}
    if len(sides) == 2 and law.both:
        yield Phrase(law.both, {})
    for seats in (own, others):
        if deducted_from_nothing(deal, seats, own, game.book, game.play.tricks):
            yield Phrase(NOTHING_TO_DEDUCT, {})
    if law.moves and len(sides) == 1:
        tricks = tricks_after(law, own, deal.tricks, game.play.tricks, deal.revokes)
        yield Phrase(COUNTED_AS, {"result": _went(bid, game.over(bid, tricks))})


def _alone(deal: DealReport, bid: Bid, names: Mapping[str, str]) -> Phrase:
    """A declaration against all the others: who doubled it, and the tricks it took."""
    doublers = Every(names.get(seat, seat) for seat in deal.own.get("doubled_by", ()))
    params: dict[str, object] = {
        "contract": contract_words(bid, 0),
        "who": names.get(deal.declarer or "", deal.declarer),
        "tricks": deal.tricks,
    }
    if doublers:
        params["doublers"] = doublers
    return Phrase(ALONE[bool(doublers)], params)


def _result(game: Game, deal: DealReport, bid: Bid) -> Phrase:
    """How it went, by the tricks won in play."""
    if bid.level:
        return _went(bid, game.over(bid, deal.tricks))
    odd = deal.tricks - game.book
    return _went(bid, odd if odd > 0 else min(0, deal.tricks + game.book - game.play.tricks))


def _went(bid: Bid, over: int) -> Phrase:
    if not bid.level:
        if over > 0:
            return Phrase(ODD, {"count": over})
        return Phrase(AGAINST, {"count": -over}) if over else Phrase(NO_ODD, {})
    if over == 0:
        return Phrase(MADE, {})
    return Phrase(PLUS, {"count": over}) if over > 0 else Phrase(DOWN, {"count": -over})


# A sentence and what follows it.
AND_THEN = gettext_noop("%(first)s %(more)s")
REVOKED = ngettext_lazy(
    "%(who)s revoked: %(penalty)s.",
    "%(who)s revoked %(count)s times: %(penalty)s each time.",
    "count",
)
NOTHING_TO_DEDUCT = gettext_noop("There was nothing to deduct it from.")
COUNTED_AS = gettext_noop("So it counts as %(result)s.")
POINTS = {
    (True, True): gettext_noop("%(who)s: %(below)s below, %(above)s above."),
    (True, False): gettext_noop("%(who)s: %(below)s below."),
    (False, True): gettext_noop("%(who)s: %(above)s above."),
}
# Where the sheet has no line across there is neither below nor above.
SCORED = gettext_noop("%(who)s: %(points)s.")
BESIDE = {
    True: gettext_noop("%(who)s wins %(points)s outside the rubber."),
    False: gettext_noop("%(who)s loses %(points)s."),
}
NOBODY = gettext_noop("No one scores.")
LEVEL = gettext_noop("The rubber ends level.")
WON = {
    "game": gettext_noop("Game to %(who)s."),
    "rubber": gettext_noop("Game and rubber to %(who)s."),
    "end": gettext_noop("Rubber to %(who)s."),
    "game-and-end": gettext_noop("Game to %(who)s. The rubber is over."),
}


def describe_points(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> tuple[Phrase, ...]:
    """``Ann & Bob: 32 below, 16 above.``, ``Game to Ann & Bob.``: what a deal put on the sheet.

    ``names`` are those of the columns, and of the seats for what is scored beside the sheet.
    """
    said = []
    for column in game.column_keys:
        below, above = scored.points[column]
        if below or above:
            who = names.get(column, column)
            phrase = POINTS[bool(below), bool(above)] if game.course.has_line else SCORED
            params = {"who": who, "below": below, "above": above, "points": below + above}
            said.append(Phrase(phrase, params))
    said += describe_side_scores(game, scored, names)
    if not said:
        said.append(Phrase(NOBODY, {}))
    if scored.won is not None:
        winner = scored.winner
        # Where one game is all there is to win, no one speaks of a rubber.
        won = "game" if game.course.unit == "game" else scored.won
        if winner is None:
            said.append(Phrase(LEVEL, {}))
        else:
            said.append(Phrase(WON[won], {"who": names.get(winner, winner)}))
    return tuple(said)


def describe_side_scores(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> list[Phrase]:
    """What each player wins and loses beside the sheet by a deal, winners first."""
    won = dict.fromkeys(game.seats, 0)
    for _ledger, winner, loser, points, _law in scored.ledger:
        won[winner] += points
        won[loser] -= points
    return [
        Phrase(BESIDE[points > 0], {"who": names.get(seat, seat), "points": abs(points)})
        for seat, points in sorted(won.items(), key=lambda each: -each[1])
        if points
    ]


def offered_by(
    rules: Rules, penalties: tuple[RevokePenalty, ...], kept: str = ""
) -> tuple[RevokePenalty, ...]:
    """Those of some penalties that the code in force knows, and one that was chosen (``kept``)."""
    known = rules.preset.penalties
    return tuple(each for each in penalties if not known or each.key in (*known, kept))


def penalties_for(game: Game, rules: Rules, deal: DealReport, by: str) -> tuple[RevokePenalty, ...]:
    """The penalties offered for a revoke by this seat; none where it cannot revoke."""
    if deal.bid is None or by not in game.revokers(deal):
        return ()
    return offered_by(rules, game.penalties(deal, by))


class CorrectionTime(NamedTuple):
    """Until when a score may be corrected, and the law that says so."""

    phrase: str
    params: Mapping[str, object]
    law: Citation


UNTIL_GAME = gettext_noop(
    "until the last card of the deal after this game is dealt or, in the last game of the"
    " rubber, until the score is made up and agreed; after that only if all agree"
)
UNTIL_AGREED = gettext_noop(
    "until the score of the rubber is made up and agreed; after that only if all agree"
)
# What a mistake in honours, chicane or slam is called here; everything else affects tricks.
ABOVE_ONLY = frozenset(("honours", "chicane", "slam", "fines"))


def correction_time(game: Game, changed: str) -> CorrectionTime:
    """Until when a mistake may be corrected: in ``tricks``, or in ``honours`` and their like."""
    above = changed in ABOVE_ONLY
    law = game.codes.correction_laws[1 if above else 0]
    return CorrectionTime(UNTIL_AGREED if above else UNTIL_GAME, {}, law)
