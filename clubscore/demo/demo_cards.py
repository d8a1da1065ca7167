"""Deals for the demo: a pack is dealt, a contract is bid on what the cards are worth, and played.

Honours and void hands are those of the cards; the result is what the cards promise, give or take
a trick. So about two contracts of three are made, and nothing occurs that a pack could not do.
"""

import random
from collections.abc import Mapping
from typing import NamedTuple

from clubscore.laws.auction import others_of
from clubscore.laws.cards import Denomination
from clubscore.laws.deal import Call, DealFacts
from clubscore.laws.deal_reading import PASS
from clubscore.laws.game import Calling, Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import Sides, reckoner_for

RANKS = "AKQJT98765432"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
BOOK, TRICKS = 6, 13

Hands = Mapping[str, list[str]]
# An entry form as it is filled in.
Filled = dict[str, str | list[str]]


class Prospect(NamedTuple):
    """What somebody could play, with whom, and how many tricks it promises."""

    declarer: str
    partner: str | None
    sides: Sides
    denomination: Denomination
    tricks: int
    value: int


def deal_pack(game: Game, rng: random.Random) -> dict[str, list[str]]:
    """Return thirteen cards for each hand of the table, such as "AS" and "TH"."""
    pack = game.dealing.pack(rng)
    return {hand: list(pack[number::4]) for number, hand in enumerate(game.hands)}


def play_deal(game: Game, rules: Rules, dealer: str, rng: random.Random) -> Filled:
    """Return one deal as an entry form would say it."""
    return bid_and_play(game, rules, deal_pack(game, rng), dealer, rng)


def bid_and_play(game: Game, rules: Rules, hands: Hands, dealer: str, rng: random.Random) -> Filled:
    """Return what comes of these cards, as an entry form would say it."""
    best = _best(game, rules, hands, dealer, rng)
    if game.bidding.levels and best.tricks <= BOOK + 1 and rng.randrange(2):
        return {"passed_out": "1"}
    given: Filled = {
        "denomination": best.denomination.key,
        "declarer": best.declarer,
        "partner": best.partner or "",
    }
    given |= _result(game, best, rng)
    given |= _honours(game, rules, hands, best)
    return given | _chicane(game, rules, hands, best)


def _best(game: Game, rules: Rules, hands: Hands, dealer: str, rng: random.Random) -> Prospect:
    """Return the prospect worth most; where nobody bids a number the dealer's side decides."""
    nobody_wants_to_lose = rng.randrange(3)
    prospects = [
        Prospect(
            declarer, partner, sides, each, tricks, (tricks - BOOK) * _value(game, rules, each)
        )
        for (declarer, partner), sides in game.sides.items()
        if game.bidding.levels or declarer == dealer
        for each in game.bidding.denominations
        if not (each.reversed and nobody_wants_to_lose)
        for tricks in [_promise([card for hand in sides.hands for card in hands[hand]], each)]
    ]
    most = max(prospect.value for prospect in prospects)
    return rng.choice([prospect for prospect in prospects if prospect.value == most])


def _value(game: Game, rules: Rules, denomination: Denomination) -> int:
    """Return what an odd trick is worth."""
    bid = next(bid for bid in game.bidding.bids.values() if bid.denomination is denomination)
    return reckoner_for(game, rules).tariff.terms(bid, 0).value


def _promise(cards: list[str], denomination: Denomination) -> int:
    """Return how many tricks two hands promise, or promise to lose at nullos."""
    points = sum(POINTS.get(card[0], 0) for card in cards)
    if denomination.reversed:
        return min(max(7 + (20 - points) // 3, 0), TRICKS)
    if not denomination.is_suit:
        return min(max(6 + (points - 20) // 2, 0), TRICKS)
    trumps = sum(card[1] == denomination.key for card in cards)
    return min(max(trumps - 1 + (points - 20) // 2, 0), TRICKS)


def _result(game: Game, best: Prospect, rng: random.Random) -> Filled:
    """Return the contract's number and doubling, and how it went."""
    luck = rng.choices((-2, -1, 0, 1, 2), (1, 3, 7, 4, 1))[0]
    tricks = min(max(best.tricks + luck, 0), TRICKS)
    if not game.bidding.levels:
        odd = tricks - BOOK
        result = f"D:{odd}" if odd > 0 else f"A:{1 - odd}"
        return {"doubling": str(int(rng.randrange(8) == 0)), "result": result}
    level = _level(game, best, rng)
    daring = level > best.tricks - BOOK
    doubling = rng.choices((0, 1, 2), (10, 5, 1))[0] if daring else 0
    over = tricks - BOOK - level
    return {
        "level": str(level),
        "doubling": str(doubling),
        "result": f"{over:+d}" if over else "=",
    }


def _level(game: Game, best: Prospect, rng: random.Random) -> int:
    """Return how high the bidding went: near what the cards promise, seldom beyond game."""
    level = best.tricks - BOOK + rng.choices((-1, 0, 1), (1, 3, 2))[0]
    a_trick = max(best.value // max(best.tricks - BOOK, 1), 1)
    enough = -(-game.course.game_points // a_trick)
    if level > enough and best.tricks < TRICKS - 1:
        level = enough
    return min(max(level, game.bidding.levels[0]), game.bidding.levels[-1])


def _honours(game: Game, rules: Rules, hands: Hands, best: Prospect) -> Filled:
    """Return who claims honours, as the form asks for them."""
    kind = game.honours_for(best.denomination.key, rules)
    if kind is None:
        return {}
    suit = best.denomination.key
    held = {
        hand: sum(
            c[0] == "A" if kind == "aces" else c[1] == suit and c[0] in "AKQJT" for c in cards
        )
        for hand, cards in hands.items()
    }
    if game.counting.honours_by == "hand" and not game.names_partner:
        return {f"honours-{hand}": str(number) for hand, number in held.items()}
    for side, seats in (("D", best.sides.hands), ("A", best.sides.adverse_hands)):
        total, most = sum(held[hand] for hand in seats), max(seats, key=lambda hand: held[hand])
        if held[most] >= 4:
            holding = {(4, 4): "4-in-one", (4, 5): "4+1"}.get((held[most], total), "5-in-one")
            return {"holder": most, "holding": holding}
        if total >= 3:
            return {"honours": f"{side}:{total}"}
    return {"honours": "none"}


def _chicane(game: Game, rules: Rules, hands: Hands, best: Prospect) -> Filled:
    """Return the hand that has no trump, where the club counts it."""
    if not reckoner_for(game, rules).tariff.chicane or not best.denomination.is_suit:
        return {}
    for hand, cards in hands.items():
        if not any(card[1] == best.denomination.key for card in cards):
            return {"chicane": [hand]}
    return {}


def called(game: Game, dealer: str, facts: DealFacts) -> DealFacts:
    """Return facts with what was called, where a bid has to be accepted and was not doubled.

    All pass until the bid that is played, and after it.
    """
    accepted = game.bidding.calling is Calling.ACCEPTED and "partner" in facts
    if not accepted or facts.get("doubling"):
        return facts
    speakers = [dealer, *others_of(game, dealer)]
    before = speakers[: speakers.index(facts["declarer"])]
    bid = Call(facts["declarer"], facts["bid"], facts["partner"])
    calls = [*(Call(seat, PASS) for seat in before), bid]
    calls += [Call(seat, PASS) for seat in others_of(game, facts["partner"])]
    return {**facts, "auction": [call.facts() for call in calls]}
