"""Honours and chicane on the entry form: the rows and keys that ask for what the game counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of, texts_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.deal import DealFacts
from clubscore.laws.reckoning import reckoner_for
from clubscore.rubbers.state.part_state import Standing
from clubscore.tableside.entry_keys import Key, key, players_bar

HOLDINGS = (3, 4, 5)


@dataclass(frozen=True)
class SideShown:
    """One of the two sides of a deal, "D" or "A", and the keys of its odd tricks."""

    key: str
    name: str
    seats: tuple[str, ...]
    odd: list[Key] = field(default_factory=list)


@dataclass(frozen=True)
class NumberRow:
    """A row of numbers to choose from, and whose it is."""

    field: str
    name: str
    options: list[Key]


@dataclass(frozen=True)
class SideAsked:
    """How many honours a side holds, as keys."""

    key: str
    name: str
    options: list[Key]


@dataclass(frozen=True)
class HonoursAsked:
    """The rows that ask for honours: hand by hand, or side by side and in one hand.

    `kind` is what counts, of `most` there are; `sum` is what the hands hold together, where that is
    known.
    """

    kind: str
    sign: str
    most: int
    open: bool
    hands: list[NumberRow] = field(default_factory=list)
    won: bool = False
    sum: int | None = None
    rows: bool = False
    sides: list[SideAsked] = field(default_factory=list)
    nobody: bool = False
    holdings: list[Key] = field(default_factory=list)
    holders: list[Key] = field(default_factory=list)


def honours_asked(
    standing: Standing, facts: DealFacts | None, given: Given, sides: list[SideShown]
) -> HonoursAsked | None:
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
    shown = HonoursAsked(
        kind=kind,
        sign=sign(denomination),
        most=most,
        open=bool(given.get("holding") or given.get("holder")),
    )
    if game.honours_by_hand:
        return _by_hand(standing, shown, given)
    lacks = _lacking(standing, "" if is_open else denomination)
    return _by_side(standing, shown, given, sides, lacks, _held("suit" if is_open else kind))


def _by_hand(standing: Standing, shown: HonoursAsked, given: Given) -> HonoursAsked:
    """Ask for the number of every hand."""
    game = standing.game
    holders = players_bar(game.honour_hands, standing.names)
    all_held = reckoner_for(game, standing.rules).tariff.all_honours_held
    return replace(
        shown,
        hands=number_rows("honours", holders, shown.most, given),
        won=game.counting.honours_by == "won",
        # Where every honour is in some hand, the last hand's number follows from the others.
        sum=shown.most if all_held else None,
    )


def _by_side(
    standing: Standing,
    shown: HonoursAsked,
    given: Given,
    sides: list[SideShown],
    lacks: Mapping[str, str],
    held: list[tuple[str, str]],
) -> HonoursAsked:
    """Ask for what each side holds between its hands, and for four or more in one hand."""
    holdings = [n for n in HOLDINGS if n <= shown.most and str(n) in lacks]
    said, holding, holder = (text_of(given, each) for each in ("honours", "holding", "holder"))
    return replace(
        shown,
        rows=bool(holdings),
        sides=[
            SideAsked(
                side.key,
                side.name,
                [key(f"{side.key}:{n}", str(n), said, lacks=lacks[str(n)]) for n in holdings],
            )
            for side in sides
        ],
        nobody=said == "none",
        holdings=[
            key(each, text, holding, lacks=lacks[each]) for each, text in held if each in lacks
        ],
        holders=[
            key(seat, name, holder)
            for seat, name in players_bar(standing.game.hands, standing.names)
        ],
    )


def number_rows(
    what: str, holders: list[tuple[str, str]], most: int, given: Given
) -> list[NumberRow]:
    """Return a row of numbers for each holder: honours in a hand, tricks of a player."""
    return [
        NumberRow(
            field=f"{what}-{hand}",
            name=name,
            options=[key(n, str(n), given.get(f"{what}-{hand}")) for n in range(most + 1)],
        )
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


def chicane_asked(standing: Standing, facts: DealFacts | None, given: Given) -> list[Key]:
    game = standing.game
    if not game.counting.counts_chicane or standing.rules.get("chicane") == "off":
        return []
    chosen = texts_of(given, "chicane")
    suits = facts is None or game.bidding.bids[facts["bid"]].denomination.is_suit
    if game.bidding.levels and not suits and not chosen:
        return []
    return [
        {"value": hand, "label": name, "checked": hand in chosen}
        for hand, name in players_bar(game.hands, standing.names)
    ]
