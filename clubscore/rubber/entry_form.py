"""The entry form of a deal, made from what a game says of itself, and read back into facts.

A form speaks of "D", the declaring side, and "A", its adversaries, so that it can be asked before
anybody knows who declares; facts name columns and hands as a score file does.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.reading import whole_number
from clubscore.laws.deal import HIGHEST_DOUBLING
from clubscore.laws.games import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for

# How two partners hold honours when nobody said whose they are; any split scores the same.
BETWEEN = {3: (2, 1), 4: (2, 2), 5: (3, 2)}
# Whoever revokes oftener in one deal is written down by hand; no form asks for more.
MOST_REVOKES = 13
# What the keys of a form say: a result by the contract, odd tricks by the side, honours likewise.
RESULT = re.compile(r"=|[+-][0-9]{1,2}")
ODD_TRICKS = re.compile(r"[DA]:[0-9]{1,2}")
HELD = re.compile(r"[DA]:[345]")
IN_ONE_HAND = ("4-in-one", "4+1", "5-in-one")


@dataclass(frozen=True)
class Problem:
    """Something to put right: the field it belongs to and what would be right."""

    field: str
    text: str


class Problems(Exception):
    """What has to be put right before an entry can be read."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.text for problem in problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class Entry:
    """What a form says, as facts of a score file; `asks_honours` where nobody spoke of them."""

    facts: dict[str, Any]
    remarks: dict[str, Any]
    asks_honours: bool = False


Given = Mapping[str, Any]


def contract_facts(game: Game, given: Given, dealer: str) -> dict[str, Any]:
    """Return bid, doubling, declarer and partner as far as the form has them.

    What no key of this game's form says (a bid of eight) is left out, so that it is asked again.
    """
    facts: dict[str, Any] = {}
    bid = f"{given.get('level', '') if game.levels else ''}{given.get('denomination', '')}"
    if bid in game.bids:
        facts["bid"] = bid
    further = "" if game.levels else given.get("doubling_more")
    doubling = whole_number(further or given.get("doubling"))
    if doubling:
        # The laws refuse what is too high; nothing is reckoned with it before.
        facts["doubling"] = min(doubling, HIGHEST_DOUBLING + 1)
    declarer = given.get("declarer") or ("" if game.levels else dealer)
    if declarer in game.may_declare:
        facts["declarer"] = declarer
    if game.names_partner and given.get("partner") in game.seats:
        facts["partner"] = given["partner"]
    return facts


def missing_of_contract(game: Game, facts: Given) -> Problem | None:
    """Return the first question about the contract that is still open."""
    if "bid" not in facts:
        text = _("How many, and in what?") if game.levels else _("What were trumps?")
        return Problem("ask-level" if game.levels else "ask-denomination", text)
    if "declarer" not in facts:
        return Problem("ask-declarer", _("Who played it?"))
    if game.names_partner and "partner" not in facts:
        return Problem("ask-partner", _("Who accepted the bid?"))
    return None


def read_entry(game: Game, rules: Rules, given: Given, dealer: str) -> Entry:
    """Return what a form says. Raises Problems with the first question that is still open.

    What cannot be at the table (fourteen tricks) is not found here: the laws refuse it.
    """
    if given.get("passed_out"):
        return Entry({"passed_out": True} | _fines(given), {})
    facts = contract_facts(game, given, dealer)
    missing = missing_of_contract(game, facts)
    if missing:
        raise Problems(missing)
    facts["tricks"] = _tricks(game, given, facts)
    honours, remarks, silent = _honours(game, rules, given, facts)
    if honours:
        facts["honours"] = honours
    chicane = given.getlist("chicane") if hasattr(given, "getlist") else given.get("chicane", [])
    if chicane and game.counts_chicane:
        facts["chicane"] = list(chicane)
    revokes = _revokes(given)
    if revokes:
        facts["revokes"] = revokes
    return Entry(facts | _fines(given), remarks, silent)


def _tricks(game: Game, given: Given, facts: Given) -> int:
    """Return the tricks that the declaring side won."""
    by_number = given.get("tricks", "").strip() if game.levels else ""
    if by_number:
        tricks = whole_number(by_number)
        if tricks is None:
            text = _("Tricks are a number from %(low)s to %(high)s.")
            words = {"low": game.least_tricks, "high": game.tricks}
            raise Problems(Problem("tricks", text % words))
        return tricks
    result = given.get("result", "")
    if not (RESULT if game.levels else ODD_TRICKS).fullmatch(result):
        raise Problems(Problem("ask-result", _("How did it go?")))
    if not game.levels:
        odd = int(result[2:])
        return game.book + odd if result[0] == "D" else game.tricks - game.book - odd
    over = 0 if result == "=" else int(result)
    bid = game.bids[facts["bid"]]
    # Where tricks are to be lost, more is fewer.
    return game.needed(bid) + (-over if bid.denomination.reversed else over)


def _honours(
    game: Game, rules: Rules, given: Given, facts: Given
) -> tuple[dict[str, Any], dict[str, Any], bool]:
    """Return honours as facts, remarks about them, and whether nobody spoke of them at all."""
    denomination = game.bids[facts["bid"]].denomination.key
    counted = game.honours_for(denomination, rules)
    if not counted:
        return {}, {}, False
    if game.honours_by_hand:
        return _honours_by_hand(game, given), {}, False
    said = given.get("honours", "")
    in_one = _in_one_hand(game, given, facts, said)
    if in_one:
        return in_one, {}, False
    if not said or said == "none":
        worth = reckoner_for(game, rules).tariff.honours[denomination]
        return {}, {}, not said and counted == "suit" and "3" in worth
    if not HELD.fullmatch(said):
        raise Problems(Problem("ask-honours", _("Which side holds how many honours?")))
    side, number = said.split(":")
    return _between(game, facts, side, int(number)), {"between": True}, False


def _honours_by_hand(game: Game, given: Given) -> dict[str, Any]:
    found = {}
    for hand in game.honour_hands:
        said = given.get(f"honours-{hand}", "")
        number = whole_number(said) if said else 0
        if number is None:
            raise Problems(Problem("ask-honours", _("Honours in a hand are a number from 0 to 5.")))
        if number:
            found[hand] = number
    return found


def sides_of(game: Game, facts: Given) -> dict[str, tuple[str, ...]]:
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


def _column_of(game: Game, seat: str) -> str:
    return next(c.key for c in game.columns if seat in (*c.seats, *c.hands))


def _between(game: Game, facts: Given, side: str, number: int) -> dict[str, Any]:
    seats = sides_of(game, facts)[side]
    if not game.names_partner:
        return {_column_of(game, seats[0]): str(number)}
    return dict(zip(seats, BETWEEN[number], strict=True))


def _in_one_hand(game: Game, given: Given, facts: Given, said: str) -> dict[str, Any]:
    """Return four or five honours in one hand, nothing where nobody spoke of them.

    Half an answer is asked for the other half, unless honours were answered by the side after all.
    """
    holder, holding = given.get("holder", ""), given.get("holding", "")
    if (said and not (holder and holding)) or not (holder or holding):
        return {}
    if said and said != "none":
        text = _("Honours are given twice, by the side and by the hand: take one answer back.")
        raise Problems(Problem("ask-honours", text))
    if holding not in IN_ONE_HAND:
        raise Problems(Problem("ask-holding", _("How did the honours lie?")))
    if holder not in game.hands:
        raise Problems(Problem("ask-holder", _("In whose hand were the honours?")))
    if not game.names_partner:
        return {_column_of(game, holder): holding}
    partner = next(
        other
        for seats in sides_of(game, facts).values()
        if holder in seats
        for other in seats
        if other != holder
    )
    held = {"4-in-one": {holder: 4}, "4+1": {holder: 4, partner: 1}, "5-in-one": {holder: 5}}
    return held[holding]


def _revokes(given: Given) -> list[dict[str, Any]]:
    """Return revokes; the form has room for two offenders, each with how often."""
    revokes = []
    for number in ("1", "2"):
        offender = given.get(f"revoke-{number}", "")
        if not offender:
            continue
        penalty = given.get(f"penalty-{number}", "")
        if not penalty:
            raise Problems(Problem(f"ask-penalty-{number}", _("What do the others take for it?")))
        often = given.get(f"often-{number}", "1")
        times = whole_number(often) or 1
        revokes += [{"by": offender, "penalty": penalty}] * min(max(times, 1), MOST_REVOKES)
    return revokes


def without_irregularities(given: QueryDict) -> QueryDict:
    """Return a form from which revokes and fines were taken off."""
    kept = given.copy()
    for name in given:
        if name.startswith(("revoke-", "penalty-", "often-")) or name in ("fined", "fine"):
            del kept[name]
    return kept


def _fines(given: Given) -> dict[str, Any]:
    player, points = given.get("fined", ""), given.get("fine", "").strip()
    if not player:
        return {}
    number = whole_number(points)
    if number is None:
        raise Problems(Problem("fine", _("How many points is the fine? For instance 100.")))
    return {"fines": [{"player": player, "points": number, "to": "each"}]}


# Facts back into a form


def given_of(game: Game, facts: Given, remarks: Given) -> dict[str, Any]:
    """Return the form that says what some facts say, to put a deal right."""
    if facts.get("passed_out"):
        return {"passed_out": "1"} | _given_fines(facts)
    given: dict[str, Any] = _given_contract(game, facts)
    if "tricks" in facts:
        given |= _given_result(game, facts)
        given |= _given_honours(game, facts, remarks)
        given["chicane"] = list(facts.get("chicane", []))
        given |= _given_revokes(facts) | _given_fines(facts)
    return given


def _given_contract(game: Game, facts: Given) -> dict[str, Any]:
    bid = game.bids.get(facts.get("bid", ""))
    doubling = str(facts.get("doubling", 0))
    return {
        "level": str(bid.level) if bid and bid.level else "",
        "denomination": bid.denomination.key if bid else "",
        "doubling": doubling,
        "declarer": facts.get("declarer", ""),
        "partner": facts.get("partner", ""),
    }


def _given_result(game: Game, facts: Given) -> dict[str, Any]:
    tricks = facts["tricks"]
    if not game.levels:
        ours, theirs = tricks - game.book, game.tricks - game.book - tricks
        return {"result": f"D:{ours}" if ours > 0 else f"A:{theirs}"}
    over = game.over(game.bids[facts["bid"]], tricks)
    return {"result": "=" if not over else f"{over:+d}"}


def _given_honours(game: Game, facts: Given, remarks: Given) -> dict[str, Any]:
    honours = facts.get("honours", {})
    if not honours:
        return {"honours": "none"}
    if game.honours_by_hand:
        return {f"honours-{hand}": str(number) for hand, number in honours.items()}
    sides = sides_of(game, facts)
    held = {key: value for key, value in honours.items() if value}
    key, value = next(iter(held.items()))
    if isinstance(value, str):
        seats = next(column.seats for column in game.columns if column.key == key)
        side = "D" if seats == sides["D"] else "A"
        if value.isdigit():
            return {"honours": f"{side}:{value}"}
        return {"holding": value, "holder": seats[0]}
    side = "D" if key in sides["D"] else "A"
    best = max(held, key=lambda hand: held[hand])
    if held[best] < 4 or remarks.get("between"):
        return {"honours": f"{side}:{sum(held.values())}"}
    holding = {(4, 4): "4-in-one", (4, 5): "4+1"}.get((held[best], sum(held.values())))
    return {"holding": holding or "5-in-one", "holder": best}


def _given_revokes(facts: Given) -> dict[str, str]:
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


def _given_fines(facts: Given) -> dict[str, str]:
    for fine in facts.get("fines", []):
        return {"fined": fine["player"], "fine": str(fine["points"])}
    return {}
