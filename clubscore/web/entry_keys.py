"""The keys of an entry form: bars of choices, made from what a game says of itself."""

from collections.abc import Iterable, Mapping
from typing import TypedDict, Unpack

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.entry import Given
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import MINUS, named
from clubscore.laws.deal import DealFacts
from clubscore.laws.game import GameAsk
from clubscore.laws.games import Game
from clubscore.laws.house_rules import Rules
from clubscore.web.entry_form import answer_to, bid_of


class KeyWords(TypedDict, total=False):
    """What some keys say besides their label: a suit's sign, a bid's worth, words for ears."""

    suit: str
    worth: int
    word: str
    lacks: str
    disabled: bool
    taken: int


class EntryKey(KeyWords):
    """One key of a bar: what the form sends for it, and whether it is chosen."""

    value: str | int
    label: str
    checked: bool


class GameQuestion(TypedDict):
    """The keys of a question that one game alone asks."""

    field: str
    legend: str
    several: bool
    kind: str
    options: list[EntryKey]


def key(value: str | int, label: str, chosen: object, **more: Unpack[KeyWords]) -> EntryKey:
    """Return one key of a bar."""
    return {"value": value, "label": label, "checked": str(value) == str(chosen or ""), **more}


def contract_bars(
    game: Game, rules: Rules, given: Given, names: Mapping[str, str]
) -> dict[str, list[EntryKey]]:
    """Return the keys that ask for the contract."""
    doubles = (
        [("0", _("undoubled")), ("1", _("doubled")), ("2", _("redoubled"))]
        if game.bidding.levels
        else [("0", "×1"), ("1", "×2"), ("2", "×4"), ("3", "×8")]
    )
    who = players_bar(game.may_declare, names)
    return {
        "levels": [key(n, str(n), given.get("level")) for n in game.bidding.levels],
        "denominations": [
            key(
                each.key,
                each.key,
                given.get("denomination"),
                suit=sign(each.key),
                word=_(each.name),
            )
            for each in game.bidding.ranked(rules)
        ],
        "own_bids": [
            key(bid.text, _(bid.denomination.name), given.get("denomination"))
            for bid in game.bidding.own_bids
        ],
        "doubling": [key(n, text, given.get("doubling") or "0") for n, text in doubles],
        "declarers": _chosen(who, given.get("declarer")),
        "partners": _chosen(who, given.get("partner")),
        "schedule": _schedule(game, given),
    }


def _schedule(game: Game, given: Given) -> list[EntryKey]:
    """Return a key for every bid, with what it is worth, where bids have a schedule."""
    chosen = bid_of(game, given)
    return [
        key(
            bid.text,
            str(bid.level),
            chosen,
            suit=sign(bid.denomination.key),
            word=_(bid.denomination.name),
            worth=game.bidding.schedule[bid.text],
        )
        for bid in game.bidding.bids.values()
        if game.bidding.schedule
    ]


def players_bar(seats: Iterable[str], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return (seat, name) of some seats; a dummy without a name is the dummy."""
    return [(seat, hand_name(seat, names)) for seat in seats]


def hand_name(hand: str, names: Mapping[str, str]) -> str:
    """Return who holds a hand: a player, the dummy, or a player's own dummy ("A-dummy")."""
    owner = hand.removesuffix("-dummy")
    if hand not in names and owner in names:
        return _("%(who)s's dummy") % {"who": names[owner]}
    return names.get(hand, _("dummy"))


def _chosen(who: list[tuple[str, str]], chosen: object) -> list[EntryKey]:
    return [key(seat, name, chosen) for seat, name in who]


def result_bar(game: Game, facts: DealFacts, chosen: object) -> dict[str, list[EntryKey]]:
    """Return the keys that ask for the result: near the contract, and further down.

    Where no number was named, one row of odd tricks a side.
    """
    if not game.bidding.levels:
        return {
            side: [
                key(f"{side}:{n}", str(n), chosen)
                for n in range(1, game.play.tricks - game.book + 1)
            ]
            for side in "DA"
        }
    bid = game.bidding.bids[facts["bid"]]
    if bid.denomination.alone:
        return _tricks_alone(game, chosen)
    # At nullos the best result is no trick, and the worst all of them.
    ends = game.over(bid, game.play.least_tricks), game.over(bid, game.play.tricks)
    most, least = max(ends), min(ends)
    near = [result_key(n, chosen) for n in range(-3, 0)]
    near.append(key("=", _("made"), chosen, word=_("made")))
    near += [{**result_key(n, chosen), "disabled": n > most} for n in range(1, 4)]
    down = [result_key(-n, chosen) for n in range(4, -least + 1)]
    up = [result_key(n, chosen) for n in range(4, most + 1)]
    if bid.denomination.reversed:
        # Where tricks are to be lost, people count those that were taken.
        for each in (*near, *down, *up):
            over = 0 if each["value"] == "=" else int(str(each["value"]))
            each["taken"] = game.tricks_for(bid, over)
    return {"near": near, "further": down, "over": up}


def question(
    ask: GameAsk, game: Game, facts: DealFacts | None, given: Given, names: Mapping[str, str]
) -> GameQuestion:
    """Return the keys of a question that only this game asks."""
    if ask.among:
        declarer = facts.get("declarer") if facts and ask.among == "others" else None
        seats = game.hands if ask.among == "hands" else game.seats
        options = players_bar([seat for seat in seats if seat != declarer], names)
    else:
        sides = {each.key: named([names[seat] for seat in each.seats]) for each in game.columns}
        options = [(value, _(text) if text else sides[value]) for value, text in ask.choices]
    chosen = answer_to(ask, given)
    return {
        "field": ask.field,
        "legend": _(ask.question),
        "several": ask.several,
        "kind": "names" if ask.among else "words",
        "options": [
            {"value": value, "label": label, "checked": value in chosen} for value, label in options
        ],
    }


def _tricks_alone(game: Game, chosen: object) -> dict[str, list[EntryKey]]:
    """Return a key for every number of tricks that somebody took who wanted none."""
    keys = [
        key(
            f"-{n}" if n else "=",
            str(n),
            chosen,
            word=ngettext("%(n)s trick taken", "%(n)s tricks taken", n) % {"n": n},
        )
        for n in range(game.play.tricks + 1)
    ]
    return {"near": keys[:7], "further": keys[7:], "over": []}


def result_key(over: int, chosen: object) -> EntryKey:
    """Return the key of so many overtricks, or undertricks where it is below 0."""
    if over < 0:
        words = ngettext("%(n)s down", "%(n)s down", -over) % {"n": -over}
        return key(f"{over:+d}", f"{MINUS}{-over}", chosen, word=words)
    words = ngettext("%(n)s overtrick", "%(n)s overtricks", over) % {"n": over}
    return key(f"{over:+d}", f"+{over}", chosen, word=words)
