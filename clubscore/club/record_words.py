"""Words kept in records: a person's as typed, the program's own as a code said in any language.

A code stays for ever. Its words are those of the day and the language in which it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy

from clubscore.club.wording import Sentence, said, speak_amount
from clubscore.deals import double_dummy
from clubscore.laws.money import CURRENCIES, find_currency
from clubscore.laws.words import Either, Every, Listing, Phrase, RemarkParts, Word, gettext_noop
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
    "parts": RemarkParts,
}
KEYS = {kind: key for key, kind in LISTS.items()}
PLACES = re.compile(r"%\((\w+)\)s")
OWN, COINS = "own", "coins"


class Coins(str):
    """An amount in the reader's language that remembers its smallest coins and its currency."""

    __slots__ = ("code", "coins")

    coins: int
    code: str

    def __new__(cls, coins: int, code: str) -> Coins:
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


# ---- Words: a person's, or a code's.

# A record keeps ``=misread``, and its field gives back `OwnWords`; what else stands in the column
# is a person's, as it was typed. `own_phrases` keeps a sentence with more to say.
MARK, BETWEEN = "=", "|"

# By code. Places are filled in the order in which they stand here.
TEXTS: dict[str, tuple[Promise, tuple[str, ...]]] = {
    "undone": (gettext_lazy("undone"), ()),
    "put-back": (gettext_lazy("put back"), ()),
    "two-deals": (gettext_lazy("they were two deals"), ()),
    "chosen": (gettext_lazy("one of two reports chosen"), ()),
    "wrong-key": (gettext_lazy("wrong key"), ()),
    "misheard": (gettext_lazy("misheard"), ()),
    "miscounted": (gettext_lazy("counted wrongly"), ()),
    "one-left": (gettext_lazy("one of the seven left"), ()),
    "last-deals": (gettext_lazy("last deals of the seven"), ()),
    "by-mistake": (gettext_lazy("opened by mistake"), ()),
    "void": (gettext_lazy("declared void"), ()),
    "counts-again": (gettext_lazy("counts again"), ()),
    "waived": (gettext_lazy("waived"), ()),
    "replaced": (gettext_lazy("another player was named"), ()),
    "played-before": (gettext_lazy("played before"), ()),
    "waited": (gettext_lazy("waited on a phone"), ()),
    "by-code": (gettext_lazy("handed in by code"), ()),
    "typed": (gettext_lazy("entered by hand"), ()),
    "checked": (gettext_lazy("checked: unusual, and right"), ()),
    "at-the-end": (gettext_lazy("entered at the end of the session"), ()),
    "round-closed": (gettext_lazy("to close the round"), ()),
    "settled": (gettext_lazy("settled at the table"), ()),
    "wrong-side": (gettext_lazy("wrong side"), ()),
    "misread": (gettext_lazy("misread"), ()),
    "wrong-board": (gettext_lazy("wrong board"), ()),
    "law-12": (gettext_lazy("law 12"), ()),
    "program": (gettext_lazy("the program"), ()),
    "phone": (gettext_lazy("the table's phone"), ()),
    "door-list": (gettext_lazy("the list at the door"), ()),
    "demo": (gettext_lazy("the demo"), ()),
    "server": (gettext_lazy("the server's administrator"), ()),
    "first-start": (gettext_lazy("the first start"), ()),
    "wrong-codes": (gettext_lazy("five wrong codes typed by hand"), ()),
    "bet": (gettext_lazy("a bet"), ()),
    "made-again": (gettext_lazy("made up again"), ()),
    "tasks-judged": (gettext_lazy("tasks judged"), ()),
    "bridgemate": (gettext_lazy("Bridgemate file"), ()),
    "no-fee": (gettext_lazy("none"), ()),
    "reached-late": (
        gettext_lazy("board %(board)s: a phone reported late that the auction reached %(bid)s"),
        ("board", "bid"),
    ),
}
# What phones of earlier versions still send, by the code it has now.
SENT_BEFORE = {
    "wrong key": "wrong-key",
    "misheard": "misheard",
    "miscounted": "miscounted",
    "settled at the table": "settled",
    "wrong side": "wrong-side",
    "misread": "misread",
    "wrong board": "wrong-board",
    "law 12": "law-12",
}


# Authors who are nobody's name, as they have always been written, by code.
THE_PROGRAM, THE_PHONE, THE_LIST = "the program", "the table's phone", "the list at the door"
THE_DEMO, THE_SERVER, THE_START = "the demo", "the server's administrator", "the first start"
NAMELESS = {
    THE_PROGRAM: "program",
    THE_PHONE: "phone",
    THE_LIST: "door-list",
    THE_DEMO: "demo",
    THE_SERVER: "server",
    THE_START: "first-start",
}


class OwnWords(str):
    """The program's own words in the reader's language, which remember their code.

    KeyError where there is no such code.
    """

    stored: str

    def __new__(cls, code: str, *values: object) -> OwnWords:
        """Say the words of a code, its places filled with the values."""
        places = TEXTS[code][1]
        given = [str(value) for value in values]
        filled = text_of(code, get_language()) % dict(zip(places, given, strict=True))
        return cls._kept(filled, BETWEEN.join((code, *given)))

    @classmethod
    def _kept(cls, words: str, stored: str) -> OwnWords:
        made = super().__new__(cls, words)
        made.stored = MARK + stored
        return made

    @classmethod
    def of(cls, told: Sentence) -> OwnWords | None:
        """Say a sentence that has a code in `own_phrases`; None for one that has none."""
        stored = written(told.phrase, told.params, _stored_of_own)
        return cls._kept(said(told), stored) if stored else None


def own(told: Sentence) -> str:
    """Say a sentence of the program, as :class:`OwnWords` where it has a code."""
    return OwnWords.of(told) or said(told)


def pads_author(author: str) -> OwnWords:
    """Say who an entry is from that they took from a Bridgemate file."""
    who = OwnWords(NAMELESS[author]) if author in NAMELESS else author
    words = OwnWords.of(Phrase(BROUGHT, {"who": who}))
    assert words is not None  # noqa: S101 - it has a code
    return words


def stored_of(words: str) -> str:
    """What a record keeps of words: the code of the program's own, else the words."""
    return words.stored if isinstance(words, OwnWords) else words


def _stored_of_own(value: object) -> str | None:
    return value.stored if isinstance(value, OwnWords) else None


def cut_to(words: str, most: int) -> str:
    """Words that a column of so many letters can keep: as they are, else cut off."""
    return words if len(stored_of(words)) <= most else str(words)[:most]


@lru_cache(maxsize=512)
def text_of(code: str, _language: str | None) -> str:
    """The words of a code in the language of now: a page reads hundreds of rows by one author."""
    return str(TEXTS[code][0])


def read_words(given: str) -> str:
    """Return words that a form sent: a person's own, or the program's where it sends their code."""
    return _own(given) or _own(MARK + SENT_BEFORE.get(given, "")) or given


def words_of(stored: str) -> str:
    """Say what a record keeps: a person's own words, or the program's where it has their code."""
    return _own(stored) or stored


def _own(stored: str) -> OwnWords | None:
    if not stored.startswith(MARK):
        return None
    kept = stored.removeprefix(MARK)
    phrase = read(kept, words_of)
    if phrase is not None:
        return OwnWords._kept(said(phrase), kept)
    code, *values = kept.split(BETWEEN)
    known = code in TEXTS and len(TEXTS[code][1]) == len(values)
    return OwnWords(code, *values) if known else None


if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
    ListColumn = models.JSONField[list[str], list[str]]
else:
    TextColumn, ListColumn = models.CharField, models.JSONField


class WordsField(TextColumn):
    """A column of words: OwnWords come back as OwnWords, everything else as it was written."""

    def from_db_value(
        self, value: str | None, expression: object, connection: object
    ) -> str | None:
        """Say what the column keeps."""
        return value if value is None else words_of(value)

    def get_prep_value(self, value: object) -> object:
        """Return what the column keeps of these words."""
        return value.stored if isinstance(value, OwnWords) else super().get_prep_value(value)

    def deconstruct(self) -> Any:
        """Describe the column, which is that of any text: no table has to be made anew for it."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class ListOfWordsField(ListColumn):
    """A column of several words or sentences, each kept as in a WordsField."""

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> list[str] | None:
        """Say what the column keeps."""
        kept: list[str] | None = super().from_db_value(value, expression, connection)
        return [words_of(each) for each in kept] if isinstance(kept, list) else kept

    def get_prep_value(self, value: object) -> object:
        """Return what the column keeps of these words."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = [stored_of(each) for each in value]
        return super().get_prep_value(value)

    def deconstruct(self) -> Any:
        """Describe the column, which is that of any JSON: no table has to be made anew for it."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class AuthorField(WordsField):
    """A column of authors: people by name, the program and a table's phone in the reader's words.

    What is written stays what it always was, so that rows of every age are told alike.
    """

    def from_db_value(
        self, value: str | None, expression: object, connection: object
    ) -> str | None:
        """Say who the column names."""
        if value is None or value not in NAMELESS:
            return value if value is None else words_of(value)
        words = OwnWords(NAMELESS[value])
        words.stored = value
        return words
