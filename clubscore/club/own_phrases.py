"""Sentences that a record keeps by a code and what fills their places, as text.

A code stays for ever; its words are those of the day and the language in which it is read.
"""

import json
import re
from collections.abc import Callable, Mapping

from clubscore.club.wording.figures import speak_amount
from clubscore.deals import double_dummy
from clubscore.laws.money import CURRENCIES, find_currency
from clubscore.laws.words import Either, Every, Listing, Parts, Phrase, Word, gettext_noop
from clubscore.movements.chooser import EFFECTS, NOTES

CHANGE_UNDONE = gettext_noop("Undone: %(title)s")
NO_BACKUP = gettext_noop("No backup was made: %(why)s.")
NO_TOOL = gettext_noop("%(tool)s is not installed; it comes with PostgreSQL's client programs")
SECOND_AWAY = gettext_noop(
    "The second place for backups, %(place)s, cannot be used (%(why)s). Is its disk connected?"
)
SECOND_WRONG = gettext_noop(
    "The backup %(file)s is missing or was altered since it was written. The newest is written"
    " again; check the disk."
)
UNKNOWN_JOB = gettext_noop("This version of ClubScore does not know this kind of job.")
SUMS_WRONG = gettext_noop(
    "Monthly balances differed from the entries in Accounts and were calculated again."
)

BROUGHT = gettext_noop("Bridgemate file (%(who)s)")
FEE_PER_TABLE = gettext_noop("%(amount)s per table")
FEE_EACH = gettext_noop("%(amount)s each, once an evening")
FEE_OF_TWO = gettext_noop("%(amount)s each, %(guests)s for a guest, once an evening")
RATE = gettext_noop("%(coins)s is worth %(into)s")
RATE_WITHDRAWN = gettext_noop("%(coins)s is worth %(into)s: withdrawn")

PHRASES: Mapping[str, str] = {
    **NOTES,
    **EFFECTS,
    "change-undone": CHANGE_UNDONE,
    "no-solver": double_dummy.NO_PROGRAM,
    "solver-stopped": double_dummy.BROKE,
    "no-backup": NO_BACKUP,
    "no-tool": NO_TOOL,
    "second-place-away": SECOND_AWAY,
    "second-copy-wrong": SECOND_WRONG,
    "unknown-job": UNKNOWN_JOB,
    "sums-wrong": SUMS_WRONG,
    "from-bridgemate": BROUGHT,
    "fee-per-table": FEE_PER_TABLE,
    "fee-each": FEE_EACH,
    "fee-of-two": FEE_OF_TWO,
    "rate": RATE,
    "rate-withdrawn": RATE_WITHDRAWN,
}
CODES = {phrase: code for code, phrase in PHRASES.items()}
LISTS: Mapping[str, type[Listing]] = {
    "list": Listing,
    "every": Every,
    "either": Either,
    "parts": Parts,
}
KEYS = {kind: key for key, kind in LISTS.items()}
PLACES = re.compile(r"%\((\w+)\)s")
OWN, COINS = "own", "coins"


class Coins(str):
    """An amount in the reader's language that remembers its smallest coins and its currency."""

    __slots__ = ("code", "coins")

    coins: int
    code: str

    def __new__(cls, coins: int, code: str) -> "Coins":
        """Say an amount. RuleError where the currency is not known."""
        amount = super().__new__(cls, speak_amount(coins, find_currency(code)))
        amount.coins, amount.code = coins, code
        return amount


def written(phrase: str, params: Mapping[str, object], kept: Callable[[object], object]) -> str:
    """A sentence as a record keeps it, empty where it has no code.

    `kept` gives the stored form of a value that is words of the program itself, else None.
    """
    code = CODES.get(phrase)
    if code is None:
        return ""
    places = {key: _value(value, kept) for key, value in params.items()}
    return code + json.dumps(places, ensure_ascii=False, separators=(",", ":"))


def _value(value: object, kept: Callable[[object], object]) -> object:
    stored = kept(value)
    if stored is not None:
        return {OWN: stored}
    if isinstance(value, Coins):
        return {COINS: [value.coins, value.code]}
    if isinstance(value, Listing):
        return {KEYS[type(value)]: [_value(each, kept) for each in value]}
    return value if isinstance(value, int) else str(value)


def read(stored: str, words_of: Callable[[str], str]) -> Phrase | None:
    """Read what :func:`written` wrote; None for anything else, such as what a person typed.

    `words_of` makes words of the program from their stored form.
    """
    code, brace, places = stored.partition("{")
    phrase = PHRASES.get(code)
    if phrase is None or not brace:
        return None
    try:
        params = {key: _param(value, words_of) for key, value in json.loads("{" + places).items()}
    except (ValueError, RecursionError):
        return None
    needed = set(PLACES.findall(phrase))
    if isinstance(phrase, Word) and phrase.many:
        needed.update(PLACES.findall(phrase.many))
        if not isinstance(params.get(phrase.counted), int):
            return None
    return Phrase(phrase, params) if needed <= set(params) else None


def _param(value: object, words_of: Callable[[str], str]) -> object:
    """What fills a place. ValueError for what :func:`written` never wrote."""
    if isinstance(value, str | int):
        return value
    if isinstance(value, dict) and len(value) == 1:
        ((key, inner),) = value.items()
        if key == OWN and isinstance(inner, str):
            return words_of(inner)
        if key == COINS and isinstance(inner, list):
            return _coins(inner)
        if key in LISTS and isinstance(inner, list):
            return LISTS[key](_param(each, words_of) for each in inner)
    raise ValueError(value)


def _coins(given: list[object]) -> Coins:
    match given:
        case [int(coins), str(code)] if code in CURRENCIES:
            return Coins(coins, code)
    raise ValueError(given)
