"""How fast the laws are: score files as JSON text in, answers with every line as JSON text out.

    python tests/bench/bench_engine.py [--sittings 100] [--deals 30]

Time is that of one core, whatever else the machine does meanwhile. Prints deals a second for each
game and for all, and the ratio to 20,000 a second.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from clubscore.files.commands.score import answers, written
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import default_rules
from tests.bench.smallest import sized

TARGET = 20_000


def random_honours(game: Game, is_suit: bool, chance: random.Random) -> dict[str, int]:
    """All five honours or four aces, dealt out at random unless each hand has one of each rank."""
    if "sorted-pack" in game.dealing.procedures and not is_suit:
        return dict.fromkeys(game.hands, 1)
    counts = [0] * len(game.honour_hands)
    for _ in range(5 if is_suit else 4):
        counts[chance.randrange(len(counts))] += 1
    return {hand: held for hand, held in zip(game.honour_hands, counts, strict=True) if held}


def random_deal(game: Game, chance: random.Random) -> dict[str, Any]:
    """A deal such as people report: honours in most, now and then doubled, revoked or fined."""
    bid = chance.choice(list(game.bidding.bids))
    declarer = chance.choice(game.seats)
    deal: dict[str, Any] = {"bid": bid, "declarer": declarer}
    if game.bidding.bids[bid].denomination.alone:
        return deal | {"tricks": chance.choice((0, 0, 1, 2))}
    if game.names_partner:
        deal["partner"] = chance.choice([seat for seat in game.seats if seat != declarer])
    level = game.bidding.bids[bid].level
    won = chance.choice((-2, -1, 0, 0, 0, 1, 2)) + game.book + (level or 2)
    tricks = min(game.play.tricks, max(game.play.least_tricks, won))
    deal["tricks"] = (
        game.play.tricks - tricks if game.bidding.bids[bid].denomination.reversed else tricks
    )
    if game.questions.tricks_by_player:
        first = chance.randint(0, game.play.tricks - tricks)
        others = [seat for seat in game.seats if seat != declarer]
        deal["defenders"] = dict(
            zip(others, (first, game.play.tricks - tricks - first), strict=True)
        )
    if game.bidding.max_doubling != 0 and chance.random() < 0.2:
        deal["doubling"] = chance.choice((1, 1, 2))
    denomination = game.bidding.bids[bid].denomination
    if game.honours_for(denomination.key, default_rules(game)) and chance.random() < 0.85:
        deal["honours"] = random_honours(game, denomination.is_suit, chance)
    for ask in game.questions.about(game.bidding.bids[bid]):
        if ask.must:
            deal[ask.field] = chance.choice(game.hands)
    if chance.random() < 0.02:
        deal["fines"] = [{"player": declarer, "points": 100, "to": "each"}]
    return deal


def sitting(game: Game, deals: int, chance: random.Random) -> str:
    """One line of JSON: a sitting of so many deals at a stake."""
    return json.dumps(
        {
            "format": "clubscore-table/1",
            "game": game.key,
            "stakes": {"amount": "5s", "currency": "LSD", "per": 100},
            "deals": [random_deal(game, chance) for _ in range(deals)],
        }
    )


def measure(text: str) -> tuple[int, float]:
    """Bytes of answers, and the core's seconds from text to text."""
    started = time.process_time()
    size = sum(len(written(each)) for each in answers(text))
    return size, time.process_time() - started


def main() -> None:
    """Measure each game by itself, best of five, and all of them together."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sittings", type=int, default=sized(100, 1))
    parser.add_argument("--deals", type=int, default=sized(30, 2))
    options = parser.parse_args()
    chance = random.Random(1899)  # noqa: S311 - the same deals every time
    total, spent = 0, 0.0
    rates: dict[str, float] = {}
    for game in GAMES:
        lines = [sitting(game, options.deals, chance) for _ in range(options.sittings)]
        text = "\n".join(lines)
        refused = [each for each in answers(text) if isinstance(each, RuleError)]
        if refused:
            sys.exit(f"{game.key}: {refused[0]}")
        size, seconds = min((measure(text) for _ in range(sized(5, 1))), key=lambda each: each[1])
        deals = options.sittings * options.deals
        total, spent = total + deals, spent + seconds
        rates[game.key] = deals / seconds
        print(f"{game.key:16} {deals / seconds:9.0f} deals/s {size / deals:7.0f} bytes a deal")
    slowest = min(rates, key=rates.__getitem__)
    times = rates["auction"] / rates[slowest]
    print(f"slowest: {slowest}, {times:.2f} times auction's time a deal, of 3 at most")
    rate = total / spent
    print(f"{'all':16} {rate:9.0f} deals/s, {rate / TARGET:.2f} times the {TARGET} wanted")


if __name__ == "__main__":
    main()
