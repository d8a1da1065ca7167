"""Honours and chicane into lines: by side or hand by hand, in the English or the American form."""

from __future__ import annotations

from collections.abc import Mapping

from clubscore.laws.cards import Denomination
from clubscore.laws.counting.lines import ABOVE, Line, Writer
from clubscore.laws.counting.reckoning import Reckoner
from clubscore.laws.counting.tariff import Worth, holding_of
from clubscore.laws.facts import Deal
from clubscore.laws.words import Word, gettext_noop, ngettext_lazy

HONOURS = {
    "3": gettext_noop("simple honours"),
    "4": gettext_noop("four honours"),
    "5": gettext_noop("five honours"),
    "4-in-one": gettext_noop("four honours in one hand"),
    "4+1": gettext_noop("four honours in one hand, the fifth in partner's"),
    "5-in-one": gettext_noop("five honours in one hand"),
}
ACES = {
    "3": gettext_noop("three aces"),
    "4": gettext_noop("four aces"),
    "4-in-one": gettext_noop("four aces in one hand"),
}
DEUCES = {
    "3": gettext_noop("three twos"),
    "4": gettext_noop("four twos"),
    "4-in-one": gettext_noop("four twos in one hand"),
}
NOT_HELD = {
    "3": gettext_noop("three aces held by the other side"),
    "4": gettext_noop("four aces held by the other side"),
    "4-in-one": gettext_noop("four aces in one hand of the other side"),
}
# In suits (True) and at no-trumps.
HELD = {
    True: ngettext_lazy("%(count)s honour in hand", "%(count)s honours in hand", "count"),
    False: ngettext_lazy("%(count)s ace in hand", "%(count)s aces in hand", "count"),
}
IN_DUMMY = {
    True: ngettext_lazy("%(count)s honour in dummy", "%(count)s honours in dummy", "count"),
    False: ngettext_lazy("%(count)s ace in dummy", "%(count)s aces in dummy", "count"),
}
AS_WON = {
    True: ngettext_lazy("%(count)s honour won", "%(count)s honours won", "count"),
    False: ngettext_lazy("%(count)s ace won", "%(count)s aces won", "count"),
}
VOID_HANDS = (
    gettext_noop("chicane"),
    gettext_noop("double chicane"),
)


def honour_lines(reckoner: Reckoner, deal: Deal) -> list[Line]:
    """The lines for honours and chicane of one deal; scored regardless of who won it."""
    writer = Writer(reckoner.tariff)
    if reckoner.game.counting.honours_by == "hand":
        _severally(reckoner, deal, writer)
    elif reckoner.game.counting.honours_by == "won":
        _as_won(reckoner, deal, writer)
    else:
        scored = _by_side(reckoner, deal, writer)
        _chicane(reckoner, deal, writer, scored)
    return writer.lines


def _holding(deal: Deal, hands: tuple[str, ...], columns: tuple[str, ...]) -> str | None:
    """How the honours of a side lie: as reported by column, or counted from its hands."""
    assert deal.bid is not None  # noqa: S101 - nobody holds honours in a deal that all passed
    counts = []
    for key, held in deal.honours:
        if isinstance(held, str):
            if key in columns:
                return held
        elif key in hands:
            counts.append(held)
    return holding_of(tuple(counts), deal.bid.denomination.is_suit)


def _by_side(reckoner: Reckoner, deal: Deal, writer: Writer) -> dict[str, int]:
    """Honours of both sides; gives back what each column scored for them."""
    assert deal.bid is not None  # noqa: S101 - as above
    sides = reckoner.sides(deal)
    kind, words_of = _words(reckoner, deal.bid.denomination)
    table = reckoner.tariff.honours.get(deal.bid.denomination.key, {})
    declaring = sides.columns if reckoner.tariff.honours_to_acceptor else sides.columns[:1]
    takers_of = (declaring, sides.adverse_columns)
    if deal.bid.denomination.key in reckoner.tariff.honours_to_others:
        takers_of = (sides.adverse_columns, declaring)
    scored: dict[str, int] = {}
    for hands, columns, takers in (
        (sides.hands, sides.columns, takers_of[0]),
        (sides.adverse_hands, sides.adverse_columns, takers_of[1]),
    ):
        holding = _holding(deal, hands, columns)
        if holding is not None and holding in table:
            words = words_of[holding]
            writer.write(takers, ABOVE, table[holding], kind, words, (holding,))
            scored.update(dict.fromkeys(takers, table[holding]))
    return scored


def _words(reckoner: Reckoner, denomination: Denomination) -> tuple[str, Mapping[str, str]]:
    """The kind of line that honours make at this denomination, and how holdings are called."""
    if denomination.is_suit:
        return "honours", HONOURS
    kind = "nullo-honours" if denomination.reversed else "aces"
    if denomination.key in reckoner.tariff.deuces:
        return kind, DEUCES
    return kind, NOT_HELD if denomination.key in reckoner.tariff.honours_to_others else ACES


def _chicane(reckoner: Reckoner, deal: Deal, writer: Writer, scored: Mapping[str, int]) -> None:
    """Void hands: twice the trick value each to their side.

    In the American form it joins the side's own honours, or is deducted from the adversaries', of
    which it can leave nothing less than nothing.
    """
    if not deal.chicane:
        return
    assert deal.bid is not None  # noqa: S101 - as above
    worth = reckoner.tariff.chicane.get(deal.bid.denomination.key, 0)
    sides = reckoner.sides(deal)
    for hands, columns, others in (
        (sides.hands, sides.columns, sides.adverse_columns),
        (sides.adverse_hands, sides.adverse_columns, sides.columns),
    ):
        void = sum(hand in hands for hand in deal.chicane)
        if not void:
            continue
        words = VOID_HANDS[void - 1]
        if not reckoner.tariff.chicane_deducts or scored.get(columns[0]):
            writer.write(columns, ABOVE, worth * void, "chicane", words)
            continue
        taken = min(worth * void, scored.get(others[0], 0))
        phrase = gettext_noop("less the other side's chicane")
        writer.write(others, ABOVE, -taken, "chicane", phrase)


def _severally(reckoner: Reckoner, deal: Deal, writer: Writer) -> None:
    """Each player counts their own hand; declarer counts dummy's as the club's rule says."""
    assert deal.bid is not None and deal.declarer is not None  # noqa: S101 - as above
    denomination = deal.bid.denomination
    table = reckoner.tariff.honours.get(denomination.key, {})
    held = {hand: int(count) for hand, count in deal.honours}
    in_dummy = held.pop("dummy", 0)
    if reckoner.tariff.dummy_honours == "combined":
        held[deal.declarer] = held.get(deal.declarer, 0) + in_dummy
    for hand in (deal.declarer, *reckoner.sides(deal).adverse_hands):
        _counted(writer, table, hand, held.get(hand, 0), denomination.is_suit, HELD)
    if reckoner.tariff.dummy_honours == "separate":
        _counted(writer, table, deal.declarer, in_dummy, denomination.is_suit, IN_DUMMY)


def _as_won(reckoner: Reckoner, deal: Deal, writer: Writer) -> None:
    """Each player counts the honours in the tricks that they won."""
    assert deal.bid is not None  # noqa: S101 - as above
    denomination = deal.bid.denomination
    table = reckoner.tariff.honours.get(denomination.key, {})
    for player, won in deal.honours:
        column = reckoner.game.column_of[player]
        _counted(writer, table, column, int(won), denomination.is_suit, AS_WON)


def _counted(
    writer: Writer,
    table: Worth,
    column: str,
    count: int,
    suit: bool,
    phrases: Mapping[bool, Word],
) -> None:
    """So many honours in one place."""
    if count:
        kind = "honours" if suit else "aces"
        writer.write((column,), ABOVE, table[count], kind, phrases[suit], count=count)
