"""Honours and chicane as players report them: by hand or by side, verified against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubscore.laws.cards import Bid
from clubscore.laws.counting.tariff import ACE_HOLDINGS, HOLDINGS
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.words import Either, Every, gettext_noop, ngettext_lazy

Honours = tuple[tuple[str, int | str], ...]

# Holdings that leave no hand of the side without an honour.
_BOTH_HANDS = frozenset(("4", "5", "4+1"))


def read_honours(game: Game, rules: Rules, bid: Bid, raw: object) -> Honours:
    """Honours as pairs of hand and number, or column and holding, in the order of the table.

    Raises RuleError for more than the pack holds, for a hand that is not there, for a mixture of
    both manners, and where the denomination counts none.
    """
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("honours must be an object of hands and numbers, not %(given)s."),
            "honours",
            given=shown(raw),
        )
    if not raw:
        return ()
    kind = game.honours_for(bid.denomination.key, rules)
    if kind is None:
        raise RuleError(
            "honours-not-counted",
            gettext_noop("There are no honours %(place)s."),
            "honours",
            place=bid.denomination.place,
        )
    highest = 5 if kind == "suit" else 4
    if any(type(value) is str for value in raw.values()):
        return _by_column(game, raw, HOLDINGS if kind == "suit" else ACE_HOLDINGS)
    return _by_hand(game, raw, highest)


def _by_hand(game: Game, raw: Unverified, highest: int) -> Honours:
    counts: dict[str, int] = {}
    for hand, held in raw.items():
        if hand not in game.honour_hands:
            raise _unknown(hand, game.honour_hands, game)
        if type(held) is not int or not 0 <= held <= highest:
            raise RuleError(
                "honours-number",
                gettext_noop("A hand can hold from 0 to %(highest)s honours here, not %(given)s."),
                f"honours.{hand}",
                highest=highest,
                given=shown(held),
            )
        counts[hand] = held
    total = sum(counts.values())
    if total > highest:
        raise RuleError(
            "honours-sum",
            gettext_noop("There are only %(highest)s honours here, not %(given)s."),
            "honours",
            highest=highest,
            given=total,
        )
    return tuple((hand, counts[hand]) for hand in game.honour_hands if counts.get(hand))


def _by_column(game: Game, raw: Unverified, holdings: tuple[str, ...]) -> Honours:
    if not game.tells_holdings:
        for hand, held in raw.items():
            if type(held) is str:
                raise RuleError(
                    "honours-number",
                    gettext_noop(
                        "Honours are given hand by hand as numbers here, not as %(given)s."
                    ),
                    f"honours.{hand}" if hand in game.hands else "honours",
                    given=shown(held),
                )
    told: list[tuple[str, int | str]] = []
    for column, held in raw.items():
        if column not in game.column_keys:
            if type(held) is int and column in game.hands:
                raise _mixed()
            raise _unknown(column, game.column_keys, game)
        if type(held) is int and column in game.hands:
            raise _mixed()
        if type(held) is not str or held not in holdings:
            raise RuleError(
                "honours-holding",
                gettext_noop("A side can hold %(holdings)s here, not %(given)s."),
                f"honours.{column}",
                holdings=Either(f'"{each}"' for each in holdings),
                given=shown(held),
            )
        told.append((column, held))
    if len(told) > 1:
        raise RuleError(
            "honours-sum",
            gettext_noop("Only one side can hold three honours or more."),
            "honours",
        )
    return tuple(told)


def _mixed() -> RuleError:
    return RuleError(
        "honours-mixed",
        gettext_noop("Give honours by hand or by side, not both in one deal."),
        "honours",
    )


def _unknown(key: object, known: tuple[str, ...], game: Game) -> RuleError:
    return RuleError(
        "hand",
        gettext_noop("%(given)s is not a hand of %(game)s; its hands are %(known)s."),
        f"honours.{key if type(key) is str else shown(key)}",
        given=shown(key),
        game=game.key,
        known=Every(known),
    )


def read_chicane(game: Game, bid: Bid, honours: Honours, raw: object) -> tuple[str, ...]:
    """The hands that claim to be void of trumps, in the order of the table.

    Raises RuleError for a hand that is not there or stands twice, for one that holds honours, at
    no-trumps, and where no hand would be left to hold the trumps.
    """
    if not isinstance(raw, (list, tuple)):
        raise RuleError(
            "type",
            gettext_noop("chicane must be a list of hands, not %(given)s."),
            "chicane",
            given=shown(raw),
        )
    hands: Sequence[object] = raw
    if hands and not bid.denomination.is_suit:
        raise RuleError(
            "chicane-no-suit",
            gettext_noop("There is no chicane %(place)s."),
            "chicane",
            place=bid.denomination.place,
        )
    for number, hand in enumerate(hands):
        _check_void_hand(game, hand, hands, number, honours)
    if len(hands) == len(game.hands):
        raise RuleError(
            "chicane-all",
            ngettext_lazy(
                "Someone holds the trumps: at most %(most)s hand can be void of them.",
                "Someone holds the trumps: at most %(most)s hands can be void of them.",
                "most",
            ),
            "chicane",
            most=len(game.hands) - 1,
        )
    _check_sides(game, hands, honours)
    return tuple(hand for hand in game.hands if hand in hands)


def _check_void_hand(
    game: Game, hand: object, raw: Sequence[object], number: int, honours: Honours
) -> None:
    where = f"chicane[{number}]"
    if type(hand) is not str or hand not in game.hands:
        raise RuleError(
            "hand",
            gettext_noop("%(given)s is not a hand of %(game)s; its hands are %(known)s."),
            where,
            given=shown(hand),
            game=game.key,
            known=Every(game.hands),
        )
    if hand in raw[:number]:
        raise RuleError(
            "chicane-twice",
            gettext_noop("%(hand)s claims chicane twice; once is enough."),
            where,
            hand=hand,
        )
    # By number it is a hand that holds them; by holding ("4") it is a side, seen below.
    if any(held_by == hand and type(held) is int for held_by, held in honours):
        raise RuleError(
            "chicane-honours",
            gettext_noop("%(hand)s holds honours in trumps, so %(hand)s has no chicane."),
            where,
            hand=hand,
        )


def _check_sides(game: Game, raw: Sequence[object], honours: Honours) -> None:
    """A holding of a side shows how many of its hands can be void."""
    for column in game.columns:
        held = dict(honours).get(column.key)
        void = sum(hand in raw for hand in column.hands)
        if type(held) is str and void > (0 if held in _BOTH_HANDS else len(column.hands) - 1):
            raise RuleError(
                "chicane-honours",
                gettext_noop(
                    "%(side)s hold honours in that many hands, so they cannot have chicane."
                ),
                "chicane",
                side=column.key,
            )
