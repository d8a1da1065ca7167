"""Facts back into a form: what an entry form holds when a deal is corrected or continued."""

from clubscore.laws.deal import DealFacts, OwnFacts
from clubscore.laws.games import Game
from clubscore.tableside.auction_called import FIELD, as_text
from clubscore.tableside.entry_form import Remarks, hands_of, sides_of


def given_of(game: Game, facts: DealFacts, remarks: Remarks) -> dict[str, str | list[str]]:
    """Return the form that says what some facts say, to put a deal right."""
    if facts.get("passed_out"):
        passed = {"passed_out": "1", **_given_auction(facts)}
        return {**passed, **_given_tricks(game, facts), **_given_fines(facts)}
    given = {**_given_contract(game, facts), **_given_auction(facts)}
    if "tricks" in facts:
        given |= _given_result(game, facts)
        given |= _given_honours(game, facts, remarks)
        given["chicane"] = list(facts.get("chicane", []))
        given |= _given_revokes(facts) | _given_fines(facts)
        # What was recorded stays: whether the bid was the first was asked then.
        given["began_so"] = "no"
    return given


def _given_contract(game: Game, facts: DealFacts) -> dict[str, str | list[str]]:
    bid = game.bidding.bids.get(facts.get("bid", ""))
    doubling = str(facts.get("doubling", 0))
    return {
        "bid": bid.text if bid and game.bidding.schedule else "",
        "level": str(bid.level) if bid and bid.level else "",
        "denomination": bid.denomination.key if bid else "",
        "doubling": doubling,
        "declarer": facts.get("declarer", ""),
        "partner": facts.get("partner", ""),
        **answers_given(game, facts),
    }


def _given_auction(facts: DealFacts) -> dict[str, str]:
    called = facts.get("auction", [])
    return {FIELD: as_text(called)} if called else {}


def answers_given(game: Game, facts: OwnFacts) -> dict[str, str | list[str]]:
    """Return the answers to what only this game asks."""
    given: dict[str, str | list[str]] = {}
    for ask in game.questions.asks:
        told = facts.get(ask.field)
        if isinstance(told, list):
            given[ask.field] = [str(each) for each in told]
        elif told is not None:
            given[ask.field] = str(told)
    return given


def _given_tricks(game: Game, facts: DealFacts) -> dict[str, str]:
    """Return everyone's tricks, where they are told of everyone."""
    told = dict(facts.get("defenders", {}))
    if "declarer" in facts:
        told = dict.fromkeys(game.seats, 0) | told | {facts["declarer"]: facts["tricks"]}
    return {f"tricks-{seat}": str(tricks) for seat, tricks in told.items()}


def _given_result(game: Game, facts: DealFacts) -> dict[str, str]:
    if game.questions.tricks_by_player:
        return _given_tricks(game, facts)
    tricks = facts["tricks"]
    if not game.bidding.levels:
        ours, theirs = tricks - game.book, game.play.tricks - game.book - tricks
        return {"result": f"D:{ours}" if ours > 0 else f"A:{theirs}"}
    over = game.over(game.bidding.bids[facts["bid"]], tricks)
    return {"result": "=" if not over else f"{over:+d}"}


def _given_honours(game: Game, facts: DealFacts, remarks: Remarks) -> dict[str, str]:
    honours = facts.get("honours", {})
    if not honours:
        return {"honours": "none"}
    if game.honours_by_hand:
        return {f"honours-{hand}": str(number) for hand, number in honours.items()}
    key, value = next(iter(honours.items()))
    if isinstance(value, str):
        seats = next(column.seats for column in game.columns if column.key == key)
        side = "D" if seats == sides_of(game, facts)["D"] else "A"
        if value.isdigit():
            return {"honours": f"{side}:{value}"}
        return {"holding": value, "holder": seats[0]}
    return _from_hands(game, facts, bool(remarks.get("between")))


def _from_hands(game: Game, facts: DealFacts, between: bool) -> dict[str, str]:
    """Return how the better side holds its honours, which were told hand by hand."""
    honours = facts["honours"]
    held_by = {
        side: {hand: int(honours.get(hand, 0)) for hand in hands}
        for side, hands in hands_of(game, facts).items()
    }
    side = max(held_by, key=lambda side: sum(held_by[side].values()))
    held, total = held_by[side], sum(held_by[side].values())
    best = max(held, key=lambda hand: held[hand])
    if total < 3:
        return {"honours": "none"}
    if held[best] < 4 or between:
        return {"honours": f"{side}:{total}"}
    holding = {(4, 4): "4-in-one", (4, 5): "4+1"}.get((held[best], total))
    return {"holding": holding or "5-in-one", "holder": best}


def _given_revokes(facts: DealFacts) -> dict[str, str]:
    counted: dict[tuple[str, str], int] = {}
    for revoke in facts.get("revokes", []):
        offence = (revoke["by"], revoke["penalty"])
        counted[offence] = counted.get(offence, 0) + 1
    given: dict[str, str] = {}
    for number, ((by, penalty), times) in enumerate(counted.items(), start=1):
        given |= {
            f"revoke-{number}": by,
            f"penalty-{number}": penalty,
            f"often-{number}": str(times),
        }
    return given


def _given_fines(facts: DealFacts) -> dict[str, str]:
    for fine in facts.get("fines", []):
        reason = fine.get("reason", "")
        if reason:
            return {"fined": fine["player"], "fine-for": reason}
        return {"fined": fine["player"], "fine": str(fine["points"])}
    return {}
