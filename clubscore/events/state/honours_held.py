"""Honours that are entered, compared with the cards of their board if these are known.

What counts is what honours score: how a side's three are divided is not entered.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from clubscore.deals.hands import SUITS, Deal
from clubscore.events.results.game_form import besides
from clubscore.events.results.opening_lead import rank_shown
from clubscore.events.state.scoring import Scorer
from clubscore.events.state.spot_state import Kind, Spot, Standing
from clubscore.laws.cards import COMPASS, PARTNERSHIPS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.ranking.par import honour_cards, honours_by_cards
from clubscore.ranking.result import ResultFacts

HONOURS: Final = "honours"
CANNOT_BE = gettext_noop("Board %(board)s: %(told)s is impossible. The cards give %(holding)s.")


def check_honours(scorer: Scorer, spot: Spot, facts: ResultFacts) -> None:
    """RuleError at ``honours`` with the holding, if the honours entered contradict the cards."""
    if facts.get(HONOURS) and not _as_the_cards_lie(scorer, spot, facts):
        told, holding = _told(facts[HONOURS]), _holding(scorer, spot, facts)
        raise RuleError(
            "honours-cards", CANNOT_BE, HONOURS, board=spot.board, told=told, holding=holding
        )


def honours_unclaimed(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Return the honours a side holds but did not claim; else nothing."""
    if facts.get(HONOURS) or _as_the_cards_lie(scorer, spot, facts):
        return ""
    text = _("Board %(board)s: no one claims honours, but the cards give %(holding)s.")
    return text % {"board": spot.board, "holding": _holding(scorer, spot, facts)}


def honours_since(scorer: Scorer, standing: Standing) -> str:
    """Return that the cards, which came in after a result, contradict its honours; else nothing.

    A ruling since then has taken them into account.
    """
    result = standing.result
    if result is None or not standing.facts.get(HONOURS):
        return ""
    cards = scorer.room.boards.get(standing.spot.board)
    if cards is None or cards.last is None:
        return ""
    if result.kind == Kind.RULED and result.at > cards.last.at:
        return ""
    try:
        check_honours(scorer, standing.spot, standing.facts)
    except RuleError as error:
        return _(CANNOT_BE) % error.params
    return ""


def _as_the_cards_lie(scorer: Scorer, spot: Spot, facts: ResultFacts) -> bool:
    """Whether honours score as the cards have them; so wherever cards or contract are unknown."""
    deal, valuation = _deal(scorer, spot), scorer.valuation
    if deal is None or not {"contract", "declarer", "tricks"} <= facts.keys():
        return True
    told = _without_chicane(facts)
    entered = valuation.read_deal(told)
    held = honours_by_cards(valuation, deal, entered.bid) if entered.bid else None
    if held is None:
        return True
    board = scorer.boards[spot.board]
    lying = valuation.read_deal({**told, HONOURS: held})
    return valuation.points(entered, board.vulnerable) == valuation.points(lying, board.vulnerable)


def _without_chicane(facts: ResultFacts) -> ResultFacts:
    told: ResultFacts = {**facts}
    told.pop("chicane", None)
    return told


def _told(honours: Mapping[str, int | str]) -> str:
    """Honours in words as they were entered: by side, not by hand."""
    by_hand = {seat: held for seat, held in honours.items() if isinstance(held, int)}
    if len(by_hand) < len(honours):
        return besides({HONOURS: {**honours}})
    sides = {each.key: sum(by_hand.get(seat, 0) for seat in each.seats) for each in PARTNERSHIPS}
    return besides({HONOURS: {side: held for side, held in sides.items() if held}})


def _deal(scorer: Scorer, spot: Spot) -> Deal | None:
    """The cards of a board, where they are known and the game counts who holds honours."""
    counts = (
        HONOURS in scorer.valuation.more_fields
        and scorer.valuation.game.counting.honours_by != "won"
    )
    if not counts or spot.board not in scorer.room.made or spot.board not in scorer.boards:
        return None
    board = scorer.room.boards.get(spot.board)
    return board.deal if board else None


def _holding(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Who holds which honours by the cards: North A K J of spades, South Q of spades."""
    deal, valuation = _deal(scorer, spot), scorer.valuation
    bid = valuation.read_deal(_without_chicane(facts)).bid
    assert deal is not None and bid is not None  # noqa: S101 - asked only of such a result
    found = []
    for hand in COMPASS:
        cards = honour_cards(valuation, deal, bid, hand)
        by_suit = [
            _("%(cards)s of %(suit)s")
            % {"cards": " ".join(map(rank_shown, cards[suit.key])), "suit": _(suit.name)}
            for suit in SUITS
            if cards.get(suit.key)
        ]
        if by_suit:
            found.append(f"{_(SEATS[hand])} {', '.join(by_suit)}")
    return "; ".join(found) or _("no honours")
