"""Honours and chicane on the entry form: the rows and keys that ask for what the game counts."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given
from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.counting.reckoning import reckoner_for
from clubscore.rubbers.state.part_state import Standing
from clubscore.tableside.entry_keys import key, players_bar

HOLDINGS = (3, 4, 5)


def honours_asked(
    standing: Standing,
    facts: Mapping[str, Any] | None,
    given: Given,
    sides: list[dict[str, Any]],
) -> dict[str, Any] | None:
    """Return the rows that ask for honours; none where nothing counts.

    While another denomination may still be tapped on the same page, each key says where it does
    not count.
    """
    game = standing.game
    kind = "suit"
    denomination = ""
    if facts is not None:
        denomination = game.bidding.bids[facts["bid"]].denomination.key
        kind = game.honours_for(denomination, standing.rules) or ""
    if not kind:
        return None
    is_open = facts is None or not game.bidding.levels
    most = 5 if kind == "suit" or is_open else 4
    tariff = reckoner_for(game, standing.rules).tariff
    context: dict[str, Any] = {"kind": kind, "sign": sign(denomination), "most": most}
    context["open"] = bool(given.get("holding") or given.get("holder"))
    if game.honours_by_hand:
        holders = players_bar(game.honour_hands, standing.names)
        context["hands"] = number_rows("honours", holders, most, given)
        context["won"] = game.counting.honours_by == "won"
        # Where every honour is in some hand, the last hand's number follows from the others.
        context["sum"] = most if tariff.all_honours_held else None
        return context
    lacks = _lacking(standing, "" if is_open else denomination)
    held = _held("suit" if is_open else kind)
    return (
        context | _rows_of(given, sides, lacks, most) | _in_one_hand(standing, given, lacks, held)
    )


def _rows_of(
    given: Given, sides: list[dict[str, Any]], lacks: Mapping[str, str], most: int
) -> dict[str, Any]:
    """Return a row of keys for each side: how many honours it holds between its hands."""
    holdings = [n for n in HOLDINGS if n <= most and str(n) in lacks]
    said = given.get("honours")
    return {
        "rows": bool(holdings),
        "sides": [
            side
            | {
                "options": [
                    key(f"{side['key']}:{n}", str(n), said, lacks=lacks[str(n)]) for n in holdings
                ]
            }
            for side in sides
        ],
        "nobody": said == "none",
    }


def _in_one_hand(
    standing: Standing, given: Given, lacks: Mapping[str, str], held: list[tuple[str, str]]
) -> dict[str, Any]:
    """Return the keys for four honours or more in one hand, and for whose hand it is."""
    holders = players_bar(standing.game.hands, standing.names)
    return {
        "holdings": [
            key(each, text, given.get("holding"), lacks=lacks[each])
            for each, text in held
            if each in lacks
        ],
        "holders": [key(seat, name, given.get("holder")) for seat, name in holders],
    }


def number_rows(
    what: str, holders: list[tuple[str, str]], most: int, given: Given
) -> list[dict[str, Any]]:
    """Return a row of numbers for each holder: honours in a hand, tricks of a player."""
    return [
        {
            "field": f"{what}-{hand}",
            "name": name,
            "options": [key(n, str(n), given.get(f"{what}-{hand}")) for n in range(most + 1)],
        }
        for hand, name in holders
    ]


def _lacking(standing: Standing, denomination: str) -> dict[str, str]:
    """Return the holdings that count at all, each with the denominations where it does not.

    At contract only four or more in one hand count, at no trumps there are four aces.
    """
    honours = reckoner_for(standing.game, standing.rules).tariff.honours
    bids = {bid.denomination.key: None for bid in standing.game.bidding.bids.values()}
    asked = [denomination] if denomination else list(bids)
    return {
        held: " ".join(each for each in asked if held not in honours.get(each, {}))
        for held in (*map(str, HOLDINGS), *(held for held, _text in _held("suit")))
        if any(held in honours.get(each, {}) for each in asked)
    }


def _held(kind: str) -> list[tuple[str, str]]:
    if kind != "suit":
        return [("4-in-one", _("all 4 aces") if kind == "aces" else _("all 4 twos"))]
    return [
        ("4-in-one", _("4 in one hand")),
        ("4+1", _("4, and 1 with partner")),
        ("5-in-one", _("all 5")),
    ]


def chicane_asked(
    standing: Standing, facts: Mapping[str, Any] | None, given: Given
) -> list[dict[str, Any]]:
    game = standing.game
    if not game.counting.counts_chicane or standing.rules.get("chicane") == "off":
        return []
    chosen = given.getlist("chicane") if hasattr(given, "getlist") else given.get("chicane", [])
    suits = facts is None or game.bidding.bids[facts["bid"]].denomination.is_suit
    if game.bidding.levels and not suits and not chosen:
        return []
    return [
        {"value": hand, "label": name, "checked": hand in chosen}
        for hand, name in players_bar(game.hands, standing.names)
    ]
