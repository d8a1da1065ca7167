"""The entry form of a deal, made from what a game says of itself, and read back into facts.

A form speaks of 'D', the declaring side, and 'A', its opponents, so that it can be asked before
declarer is known; facts name columns and hands as a score file does. Calls are carried as
`N.1S.E_S.X_W.P`: who, what, who accepted it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.entry import Given, text_of, texts_of, whole_number
from clubscore.laws.auction import must_follow
from clubscore.laws.deal import (
    HIGHEST_DOUBLING,
    AuctionCall,
    CallFacts,
    DealFacts,
    DealReport,
    FineFacts,
    OwnFacts,
    RevokeFacts,
)
from clubscore.laws.deal_reading import DOUBLE, PASS, REDOUBLE, read_calls
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game, GameAsk
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.web.forms import Problem, Problems

# ---- What was called, as a form carries it: `N.1S.E_S.X_W.P`, who, what, who accepted it.
#
# Short, and of letters that an address leaves as they are: what waits on a phone may go by a code.

FIELD = "auction"
WITHIN, BETWEEN_CALLS = ".", "_"
SHORT = {PASS: "P", DOUBLE: "X", REDOUBLE: "XX"}


def as_text(calls: Iterable[CallFacts]) -> str:
    """Return calls as a form carries them."""
    told = (
        filter(None, (each["by"], SHORT.get(each["call"], each["call"]), each.get("accepted_by")))
        for each in calls
    )
    return BETWEEN_CALLS.join(WITHIN.join(parts) for parts in told)


def calls_in(game: Game, text: str) -> tuple[AuctionCall, ...]:
    """Return the calls that a form carries. RuleError where one is none of this game."""
    told = (each.split(WITHIN) for each in text.split(BETWEEN_CALLS) if each)
    return read_calls(game, [_call(parts) for parts in told])


def _call(parts: list[str]) -> dict[str, str]:
    words = {short: word for word, short in SHORT.items()}
    found = dict(zip(("by", "call", "accepted_by"), parts, strict=False))
    return {name: words.get(part, part) for name, part in found.items()}


def called_with(game: Game, rules: Rules, given: Given, facts: DealFacts) -> DealFacts:
    """Return what was called before the contract of some facts, as a fact of its own.

    Nothing where the form has no auction, or one that comes to another contract: what was tapped
    last counts, and the auction was an aid for it.
    """
    text = text_of(given, FIELD)
    if not text or game.bidding.calling is None:
        return {}
    try:
        calls = calls_in(game, text)
        must_follow(game, rules, _contract(game, facts, calls))
    except RuleError:
        return {}
    return {"auction": [call.facts() for call in calls]}


def _contract(game: Game, facts: DealFacts, calls: tuple[AuctionCall, ...]) -> DealReport:
    """Return what an auction decides of a deal, as far as some facts have it."""
    if facts.get("passed_out"):
        return DealReport(auction=calls)
    return DealReport(
        bid=game.bidding.bids.get(facts.get("bid", "")),
        declarer=facts.get("declarer"),
        partner=facts.get("partner"),
        doubling=facts.get("doubling", 0),
        auction=calls,
    )


# ---- The entry form of a deal, made from what a game says of itself, and read back into facts.
#
# A form speaks of "D", the declaring side, and "A", its opponents, so that it can be asked before
# declarer is known; facts name columns and hands as a score file does.

# How two partners hold honours when no one said whose they are; any split scores the same.
BETWEEN = {3: (2, 1), 4: (2, 2), 5: (3, 2)}
# More revokes in one deal are written down by hand; no form asks for them.
MOST_REVOKES = 13
# What the keys of a form say: a result by the contract, odd tricks by the side, honours likewise.
RESULT = re.compile(r"=|[+-][0-9]{1,2}")
ODD_TRICKS = re.compile(r"[DA]:[0-9]{1,2}")
HELD = re.compile(r"[DA]:[345]")
IN_ONE_HAND = ("4-in-one", "4+1", "5-in-one")
# Honours by hand, or the holding of a side, as a score file writes them.
Honours = dict[str, int | str]


class Remarks(TypedDict, total=False):
    """What a form says beside the facts: that honours lay between partners, no one said how."""

    between: bool


@dataclass(frozen=True)
class EntryForm:
    """What a form says, as facts of a score file; `asks_honours` where no one spoke of them."""

    facts: DealFacts
    remarks: Remarks
    asks_honours: bool = False


def bid_of(game: Game, given: Given) -> str:
    """Return the text of the bid that a form names, however it is asked for; nothing for none."""
    level = text_of(given, "level") if game.bidding.levels else ""
    bid = text_of(given, "bid") or f"{level}{text_of(given, 'denomination')}"
    if bid not in game.bidding.bids and game.bidding.own_bids:
        # A declaration without a number; a number chosen before it is dropped.
        bid = text_of(given, "denomination")
    return bid if bid in game.bidding.bids else ""


def contract_facts(game: Game, given: Given, dealer: str) -> DealFacts:
    """Return bid, doubling, declarer and partner as far as the form has them.

    What no key of this game's form says (a bid of eight) is left out, so that it is asked again.
    """
    facts: DealFacts = {}
    bid = bid_of(game, given)
    if bid:
        facts["bid"] = bid
    further = "" if game.bidding.levels else text_of(given, "doubling_more")
    doubling = whole_number(further or text_of(given, "doubling"))
    if doubling:
        # The laws refuse what is too high; nothing is calculated with it before.
        facts["doubling"] = min(doubling, HIGHEST_DOUBLING + 1)
    declarer = text_of(given, "declarer") or ("" if game.bidding.levels else dealer)
    if declarer in game.may_declare:
        facts["declarer"] = declarer
    partner = text_of(given, "partner")
    # Nobody accepts a bid of their own: who did is asked again.
    if game.names_partner and partner in game.seats and partner != declarer:
        facts["partner"] = partner
    return {**facts, **answers(game, given, facts, before_play=True)}


def answers(game: Game, given: Given, facts: DealFacts, *, before_play: bool) -> OwnFacts:
    """Return the facts that only this game asks for, as far as the form has them."""
    found: OwnFacts = {}
    for ask in game.questions.about(game.bidding.bids.get(facts.get("bid", ""))):
        said = answer_to(ask, given)
        if said and ask.before_play == before_play:
            found = {**found, **ask.told(said)}
    return found


def answer_to(ask: GameAsk, given: Given) -> list[str]:
    """Return what a form answers to a game's own question."""
    return [each for each in texts_of(given, ask.field) if each]


def missing_of_contract(game: Game, facts: DealFacts) -> Problem | None:
    """Return the first question about the contract that is still open."""
    if "bid" not in facts:
        text = _("How many, and in what?") if game.bidding.levels else _("What were trumps?")
        if game.bidding.schedule:
            return Problem("ask-bid", text)
        return Problem("ask-level" if game.bidding.levels else "ask-denomination", text)
    if "declarer" not in facts:
        return Problem("ask-declarer", _("Who played it?"))
    if game.names_partner and "partner" not in facts:
        return Problem("ask-partner", _("Who accepted the bid?"))
    return None


def read_entry(game: Game, rules: Rules, given: Given, dealer: str) -> EntryForm:
    """Return what a form says. Raises Problems with the first question that is still open.

    What cannot be at the table (fourteen tricks) is not found here: the laws refuse it.
    """
    if given.get("passed_out"):
        if not game.bidding.passes_out:
            raise Problems(Problem("ask-denomination", nobody_passes()))
        passed: DealFacts = {"passed_out": True}
        passed = {**passed, **called_with(game, rules, given, passed)}
        return EntryForm({**passed, **_played_all_the_same(game, given), **_fines(game, given)}, {})
    facts = contract_facts(game, given, dealer)
    missing = missing_of_contract(game, facts)
    if missing:
        raise Problems(missing)
    facts = {**facts, **called_with(game, rules, given, facts)}
    facts = {**facts, **_result(game, given, facts), **_own_answers(game, given, facts)}
    honours, remarks, silent = _honours(game, rules, given, facts)
    if honours:
        facts["honours"] = honours
    chicane = texts_of(given, "chicane")
    if chicane and game.counting.counts_chicane:
        facts["chicane"] = chicane
    revokes = _revokes(given)
    if revokes:
        facts["revokes"] = revokes
    facts = {**facts, **_fines(game, given)}
    fine = _first_bid_fine(game, rules, given, facts, dealer)
    return EntryForm({**facts, **fine}, remarks, silent)


def nobody_passes() -> str:
    """Return why a deal cannot be passed out at a game without bidding."""
    return _("There is no bidding at this game, so a deal cannot be passed out. What were trumps?")


def _first_bid_fine(
    game: Game, rules: Rules, given: Given, facts: DealFacts, dealer: str
) -> DealFacts:
    """Return the fine for a first bid that failed, once it is known whether it was the first."""
    points = game.fine_offered(rules, facts, dealer)
    if not points:
        return {}
    said = text_of(given, "began_so")
    if said not in ("yes", "no"):
        text = _(
            "Did the dealer begin with this bid? If so, a fine is due. In a typed line:"
            " first or later."
        )
        raise Problems(Problem("ask-began_so", text))
    fine: FineFacts = {"player": dealer, "points": points, "to": "each"}
    return {"fines": [fine]} if said == "yes" else {}


def _own_answers(game: Game, given: Given, facts: DealFacts) -> OwnFacts:
    """Return what only this game asks after the play; what must be answered is asked for."""
    found = answers(game, given, facts, before_play=False)
    for ask in game.questions.about(game.bidding.bids[facts["bid"]]):
        if ask.must and ask.field not in (*found, *facts):
            raise Problems(Problem(f"ask-{ask.field}", _(ask.must)))
    return found


def _played_all_the_same(game: Game, given: Given) -> DealFacts:
    """Return what may be told of a deal that all passed: nothing, or everyone's tricks."""
    asked = game.questions.tricks_by_player and "defenders" in game.questions.passed_fields
    if not asked or not any(text_of(given, f"tricks-{seat}") for seat in game.seats):
        return {}
    return {"defenders": tricks_of_each(game, given)}


def _result(game: Game, given: Given, facts: DealFacts) -> DealFacts:
    """Return the tricks of the declaring side, and of each opponent where these are wanted."""
    if not game.questions.tricks_by_player:
        return {"tricks": _tricks(game, given, facts)}
    others = tricks_of_each(game, given)
    return {"tricks": others.pop(facts["declarer"]), "defenders": others}


def tricks_of_each(game: Game, given: Given) -> dict[str, int]:
    """Return every player's tricks; the last of them has what the others leave."""
    found = {}
    for seat in game.seats:
        said = text_of(given, f"tricks-{seat}").strip()
        number = whole_number(said) if said else None
        if said and number is None:
            text = _("The number of tricks must be from %(low)s to %(high)s.")
            raise Problems(Problem("ask-result", text % {"low": 0, "high": game.play.tricks}))
        if number is not None:
            found[seat] = number
    silent = [seat for seat in game.seats if seat not in found]
    left = max(game.play.tricks - sum(found.values()), 0)
    if len(silent) > 1 and (left or not found):
        raise Problems(Problem("ask-result", _("How many tricks did each of you win?")))
    return {seat: found.get(seat, left) for seat in game.seats}


def _tricks(game: Game, given: Given, facts: DealFacts) -> int:
    """Return the tricks that the declaring side won."""
    by_number = text_of(given, "tricks").strip() if game.bidding.levels else ""
    if by_number:
        tricks = whole_number(by_number)
        if tricks is None:
            text = _("The number of tricks must be from %(low)s to %(high)s.")
            words = {"low": game.play.least_tricks, "high": game.play.tricks}
            raise Problems(Problem("tricks", text % words))
        return tricks
    result = text_of(given, "result")
    if not (RESULT if game.bidding.levels else ODD_TRICKS).fullmatch(result):
        raise Problems(Problem("ask-result", _("How did it go?")))
    if not game.bidding.levels:
        odd = int(result[2:])
        return game.book + odd if result[0] == "D" else game.play.tricks - game.book - odd
    over = 0 if result == "=" else int(result)
    return game.tricks_for(game.bidding.bids[facts["bid"]], over)


def _honours(
    game: Game, rules: Rules, given: Given, facts: DealFacts
) -> tuple[Honours, Remarks, bool]:
    """Return honours as facts, remarks about them, and whether no one spoke of them at all."""
    denomination = game.bidding.bids[facts["bid"]].denomination.key
    counted = game.honours_for(denomination, rules)
    if not counted:
        return {}, {}, False
    if game.honours_by_hand:
        return _honours_by_hand(game, given), {}, False
    said = text_of(given, "honours")
    in_one = _in_one_hand(game, given, facts, said)
    if in_one:
        return in_one, {}, False
    if not said or said == "none":
        tariff = reckoner_for(game, rules).tariff
        some_side_has_three = counted == "suit" and tariff.all_honours_held
        return {}, {}, not said and some_side_has_three and "3" in tariff.honours[denomination]
    if not HELD.fullmatch(said):
        raise Problems(Problem("ask-honours", _("Which side holds how many honours?")))
    side, number = said.split(":")
    return _between(game, facts, side, int(number)), {"between": True}, False


def _honours_by_hand(game: Game, given: Given) -> Honours:
    found: Honours = {}
    for hand in game.honour_hands:
        said = text_of(given, f"honours-{hand}")
        number = whole_number(said) if said else 0
        if number is None:
            raise Problems(
                Problem("ask-honours", _("The number of honours in a hand must be from 0 to 5."))
            )
        if number:
            found[hand] = number
    return found


def sides_of(game: Game, facts: DealFacts) -> dict[str, tuple[str, ...]]:
    """Return the seats of the declaring side ("D") and of its adversaries ("A")."""
    declarer = facts["declarer"]
    if game.names_partner:
        ours: tuple[str, ...] = (declarer, facts["partner"])
    else:
        ours = next(
            (column.seats for column in game.columns if declarer in (*column.seats, *column.hands)),
            (declarer,),
        )
    return {"D": ours, "A": tuple(seat for seat in game.seats if seat not in ours)}


def hands_of(game: Game, facts: DealFacts) -> dict[str, tuple[str, ...]]:
    """Return the hands of the declaring side ("D"), dummy's too, and of its adversaries ("A")."""
    if game.names_partner:
        return sides_of(game, facts)
    sides = game.sides[facts["declarer"], None]
    return {"D": sides.hands, "A": sides.adverse_hands}


def _column_of(game: Game, seat: str) -> str:
    return next(c.key for c in game.columns if seat in (*c.seats, *c.hands))


def _between(game: Game, facts: DealFacts, side: str, number: int) -> Honours:
    hands = hands_of(game, facts)[side]
    if game.tells_holdings:
        return {_column_of(game, hands[0]): str(number)}
    return {hand: held for hand, held in zip(hands, BETWEEN[number], strict=True)}


def _in_one_hand(game: Game, given: Given, facts: DealFacts, said: str) -> Honours:
    """Return four or five honours in one hand, nothing where no one spoke of them.

    Half an answer is asked for the other half, unless honours were answered by the side after all.
    """
    holder, holding = text_of(given, "holder"), text_of(given, "holding")
    if (said and not (holder and holding)) or not (holder or holding):
        return {}
    if said and said != "none":
        text = _("Honours are entered twice, for the side and for the hand. Clear one of them.")
        raise Problems(Problem("ask-honours", text))
    if holding not in IN_ONE_HAND:
        raise Problems(Problem("ask-holding", _("How did the honours lie?")))
    if holder not in game.hands:
        raise Problems(Problem("ask-holder", _("In whose hand were the honours?")))
    if game.tells_holdings:
        return {_column_of(game, holder): holding}
    partner = next(
        other
        for hands in hands_of(game, facts).values()
        if holder in hands
        for other in hands
        if other != holder
    )
    held: dict[str, Honours] = {
        "4-in-one": {holder: 4},
        "4+1": {holder: 4, partner: 1},
        "5-in-one": {holder: 5},
    }
    return held[holding]


def _revokes(given: Given) -> list[RevokeFacts]:
    """Return revokes; the form has room for two offenders, each with how often."""
    revokes: list[RevokeFacts] = []
    for number in ("1", "2"):
        offender = text_of(given, f"revoke-{number}")
        if not offender:
            continue
        penalty = text_of(given, f"penalty-{number}")
        if not penalty:
            raise Problems(
                Problem(f"ask-penalty-{number}", _("What do the opponents take for it?"))
            )
        times = whole_number(text_of(given, f"often-{number}")) or 1
        revoke: RevokeFacts = {"by": offender, "penalty": penalty}
        revokes += [revoke] * min(max(times, 1), MOST_REVOKES)
    return revokes


def without_irregularities(given: QueryDict) -> QueryDict:
    """Return a form from which revokes and fines were taken off."""
    kept = given.copy()
    for name in given:
        if name.startswith(("revoke-", "penalty-", "often-", "fine")):
            del kept[name]
    return kept


def _fines(game: Game, given: Given) -> DealFacts:
    """Return the fine: for an offence that the law names, with its points, or for any other."""
    player, points = text_of(given, "fined"), text_of(given, "fine").strip()
    named = {fine.key: fine for fine in game.bidding.named_fines}.get(text_of(given, "fine-for"))
    if not player:
        if named is not None:
            raise Problems(Problem("ask-fined", _("Choose who is fined.")))
        return {}
    if named is not None:
        fine: FineFacts = {"player": player, "points": named.points, "to": "each"}
        return {"fines": [{**fine, "reason": named.key}]}
    number = whole_number(points)
    if number is None:
        raise Problems(Problem("fine", _("Enter the points of the fine, for example 100.")))
    return {"fines": [{"player": player, "points": number, "to": "each"}]}


# ---- Facts back into a form: what an entry form holds when a deal is corrected or continued.


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
