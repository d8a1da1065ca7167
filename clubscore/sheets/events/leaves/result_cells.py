"""A result as a sheet has room for it: 4♠ ×, by S, −2; or a text where there is no contract."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import MINUS
from clubscore.events.rankings.lists import CardLine
from clubscore.events.results.result_form import ShownResult
from clubscore.laws.cards import ROYAL_RANK
from clubscore.sheets.pieces.paper import MM
from clubscore.sheets.pieces.typeface import TEXT, wrapped

SYMBOLS = {each.key.lower(): each.symbol or each.key for each in ROYAL_RANK}
LETTERS = {"n": "NT", "u": "NU"}


def contract_cell(result: ShownResult) -> str:
    """Return the contract alone: 4♠ ×."""
    suit = LETTERS.get(result.suit) or SYMBOLS.get(result.suit, result.suit)
    doubled = f" {'×' * result.doubling}" if result.doubling else ""
    return f"{result.level}{suit}{doubled}"


def tricks_cell(result: ShownResult) -> str:
    """Return how it went: =, +1, −2."""
    return "=" if result.went == _("made") else result.went


def one_cell(result: ShownResult) -> str:
    """Return all of it in one cell: 3NT N +1; a text where there is no contract."""
    if result.text:
        return result.text
    text = f"{contract_cell(result)} {result.seat} {tricks_cell(result)}"
    return f"{text}, {result.besides}" if result.besides else text


def plain_cell(result: ShownResult, room: float) -> tuple[str, ...]:
    """Return the lines of a result that has no contract, or more beside it; none for another."""
    if not result.text and not result.besides:
        return ()
    return wrapped(one_cell(result), TEXT, 8.0, room - 2 * MM)


def own_cell(row: CardLine) -> str:
    """Return a result as a narrow card has room for it: of an award one's own part alone."""
    result, facts = row.result, row.facts
    if not result.text:
        return one_cell(result).partition(",")[0]
    if "passed_out" in facts:
        return pgettext("result", "pass")
    if "adjusted" in facts:
        own = facts["adjusted"]["ns" if row.is_ns else "ew"]
        return own.replace("-", MINUS)
    if "assigned" in facts or "split" in facts:
        return pgettext("result", "ruled")
    return "" if "score" in facts else result.text
