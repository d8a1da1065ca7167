"""Cells that many tables of an event share: a result in short, who sat there, which board.

The same result is on a board and on two cards, and a pair is on every board: each is made of its
template once, and remembered by what it is made of.
"""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubscore.events.rankings.lists import CardLine, ResultLine

MOST = 4_000  # cells; then all are made anew
_made: dict[tuple[object, ...], SafeString] = {}


def _cell(template: str, key: tuple[object, ...], told: dict[str, object]) -> SafeString:
    """Return a cell; `key` says all that its template shows of `told`."""
    whole = (template, get_language(), *key)
    found = _made.get(whole)
    if found is None:
        found = SafeString(render_to_string(f"events/parts/{template}.html", told))
        if len(_made) >= MOST:
            _made.clear()
        _made[whole] = found
    return found


def result_short(line: CardLine | ResultLine) -> SafeString:
    """Return a result in short, and in words for ears."""
    group = line.group if isinstance(line, ResultLine) else ""
    # Words come from the facts, by which results are not compared.
    key = (line.result, repr(line.result.facts), group, line.status)
    return _cell("result_short", key, {"line": line})


def side_of(keys: tuple[tuple[str, str], ...], names: str, own: str) -> SafeString:
    """Return who sat there: each by number with the address of the card, the names below."""
    return _cell("traveller_side", (keys, names, own), {"keys": keys, "names": names, "own": own})


def board_of(line: CardLine, address: str) -> SafeString:
    """Return a board of a card: its number, leading there, and which way it was played."""
    key = (line.board, line.way, address)
    return _cell("card_board", key, {"line": line, "address": address})
