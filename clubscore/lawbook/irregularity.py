"""How an irregularity is written: what happened, what decides it, who may choose, till when.

The words are our own; the laws' own stand in the books. 'Declarer' is the player of both hands,
at straight bridge the dealer. A law of the bridge code of 1899 often stands in that of 1908 as
well, which is auction's: each law has both its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from clubscore.data_files import DataTable, WrongData, table_of
from clubscore.lawbook import books as texts
from clubscore.laws.citing import (
    AS_LAW_OF_1908,
    BOOK,
    IN_HOYLE,
    LAW,
    LAWS,
    LAWS_OF_BRIDGE,
    NO_GAME,
    READING,
    RULE,
    Citation,
    Giver,
)
from clubscore.laws.games import find_game
from clubscore.laws.shared_codes import PORTLAND
from clubscore.laws.words import gettext_noop

Named = TypeVar("Named")

# What one tap enters at a table: a new deal, a revoke with its penalty, a fine of the game's law.
NEW_DEAL, REVOKE, FINE = "new-deal", "revoke", "fine"
# The codes to which a group of several games belongs.
BRIDGE_1899, AUCTION_1908 = "bridge-1899", "auction-1908"
# Besides what happened: three taps lead to every answer.
MOST_QUESTIONS: Final = 2

# Of Hoyle's Games Modernized, where the code of 1908 is printed; what it has "as in bridge" stands
# in the code of 1904 before it.
_PAGES_1908 = {
    233: range(27, 36), 234: range(36, 41), 235: range(41, 47), 250: range(50, 55),
    251: (*range(55, 63), 70), 252: (71, 90), 238: (63, 64), 239: range(65, 70),
    240: range(72, 78), 241: range(78, 86), 242: range(86, 90), 243: (91, 92), 244: range(93, 100),
    245: range(100, 107), 246: (107, 108),
}  # fmt: skip


@dataclass(frozen=True)
class LawSource:
    """A law that an answer goes by: how it is cited, and the passage that has its words.

    ``book`` and ``passage`` are empty where the words are not ours to show. ``paragraphs`` are
    those that decide, where they are not the whole passage.
    """

    cited: Citation
    book: str = ""
    passage: str = ""
    paragraphs: tuple[int, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The law's own words, a paragraph each; of one limb with what stands before it."""
        return tuple(
            f"{each.limb}. {each.text}" if each.limb else each.text for each in self.quoted
        )

    @property
    def quoted(self) -> tuple[texts.Paragraph, ...]:
        """The paragraphs of the passage that decide."""
        if not self.book:
            return ()
        found = texts.passage(self.book, self.passage).paragraphs
        if self.paragraphs:
            return tuple(found[each] for each in self.paragraphs)
        limb = self.cited.limb
        return tuple(each for each in found if not limb or each.limb in ("", limb))


@dataclass(frozen=True)
class Law:
    """A law of the Laws of Bridge of 1899, and its number in the code of 1908 where that has it.

    ``differs`` where the code of 1908 has it in other words with another sense: the words of 1899
    are not shown for it then.
    """

    number: str
    limb: str = ""
    of_1908: str = ""
    differs: bool = False

    def source(self, code: str) -> LawSource:
        """The law in one of the two codes; the words are those of 1899."""
        words = (texts.LAWS_OF_BRIDGE, f"law-{self.number}")
        if code != AUCTION_1908:
            return LawSource(
                Citation(LAWS_OF_BRIDGE, LAW, self.number, self.limb, self._page()), *words
            )
        cited = as_of_1908(self.of_1908, self.limb)
        return LawSource(cited) if self.differs else LawSource(cited, *words)

    def _page(self) -> str:
        """The page of the limb, or the pages of the whole law."""
        law = texts.law(texts.LAWS_OF_BRIDGE, self.number)
        pages = law.limb(self.limb)[0].page if self.limb else 0
        if pages:
            return str(pages)
        first, last = law.pages[0], law.pages[-1]
        return str(first) if first == last else f"{first}-{last}"


def as_of_1908(number: str, limb: str = "") -> Citation:
    """A law of the auction code of 1908, which the Portland Club's of 1914 is read by."""
    page = next(str(page) for page, laws in _PAGES_1908.items() if int(number) in laws)
    return Citation(PORTLAND, AS_LAW_OF_1908, number, limb, page, IN_HOYLE, READING)


@dataclass(frozen=True)
class AnswerOption:
    """Something that may be chosen, and what one tap then enters at a table.

    ``enters`` is empty where the score stays as it is: the choice is noted all the same.
    """

    key: str
    said: str
    enters: str = ""
    of_what: str = ""


@dataclass(frozen=True)
class Answer:
    """What the law says: what holds, who may choose among which options, and until when.

    ``laws`` are of the codes of 1899 and 1908, ``sources`` of any other. ``reading`` says why it
    is our reading, where it is. ``only`` is the one code that has the answer, where the other
    answers otherwise.
    """

    says: str
    laws: tuple[Law, ...] = ()
    sources: tuple[LawSource, ...] = ()
    who: str = ""
    options: tuple[AnswerOption, ...] = ()
    until: str = ""
    reading: str = ""
    only: str = ""

    def by(self, code: str) -> tuple[LawSource, ...]:
        """The laws it goes by, in this code."""
        return (*(each.source(code) for each in self.laws), *self.sources)

    def is_of(self, code: str) -> bool:
        """Whether this code has it: every law of it stands there."""
        if self.only and code in (BRIDGE_1899, AUCTION_1908) and code != self.only:
            return False
        return code != AUCTION_1908 or all(each.of_1908 for each in self.laws)

    def is_reading(self, code: str) -> bool:
        """Whether it is our reading: it says so, or a law of it is cited so."""
        return bool(self.reading) or any(s.cited.kind != BOOK for s in self.by(code))


@dataclass(frozen=True)
class AnswerChoice:
    """An answer to a question, and what follows from it."""

    key: str
    said: str
    then: Answer | DecidingQuestion


@dataclass(frozen=True)
class DecidingQuestion:
    """What decides: who did it, when it was found."""

    asks: str
    choices: tuple[AnswerChoice, ...]


@dataclass(frozen=True)
class Irregularity:
    """Something that happened, in the table's words.

    ``codes`` are those that know it. ``instead_of`` are keys of others that it takes the place of
    in a game that has it from its own source.
    """

    key: str
    happened: str
    then: Answer | DecidingQuestion
    codes: tuple[str, ...] = (BRIDGE_1899, AUCTION_1908)
    instead_of: tuple[str, ...] = ()

    @property
    def answers(self) -> Iterator[tuple[str, Answer]]:
        """Every answer that it leads to, by its key: ``led-out-of-turn/defender/no-one``."""
        return _answers(self.key, self.then)

    def under(self, code: str) -> Irregularity | None:
        """What of it this code has; None where that is nothing."""
        if code in (BRIDGE_1899, AUCTION_1908) and code not in self.codes:
            return None
        then = _under(self.then, code)
        return None if then is None else replace(self, then=then)


@dataclass(frozen=True)
class IrregularityStage:
    """What may go wrong at one stage of the game."""

    key: str
    name: str
    happenings: tuple[Irregularity, ...]


def _answers(key: str, then: Answer | DecidingQuestion) -> Iterator[tuple[str, Answer]]:
    if isinstance(then, Answer):
        yield key, then
        return
    for each in then.choices:
        yield from _answers(f"{key}/{each.key}", each.then)


def _under(then: Answer | DecidingQuestion, code: str) -> Answer | DecidingQuestion | None:
    if isinstance(then, Answer):
        return then if then.is_of(code) else None
    kept = tuple((each, _under(each.then, code)) for each in then.choices)
    choices = tuple(replace(each, then=found) for each, found in kept if found is not None)
    return replace(then, choices=choices) if choices else None


# A source and an option that stand in a file more than once are named there, and so is why
# something is our reading. A law is written with its number of 1899, its limb, and its number of
# 1908: "54 a = 56", "54 = 56 otherwise" where that has it with another sense.

FOLDER = Path(__file__).parent / "irregularities"
# The fields of the files that are texts for a reader.
SHOWN = frozenset(("name", "happened", "asks", "said", "says", "who", "until", "reading"))
HEADING = gettext_noop("“%(numbers)s”")
FORMS = {
    "": "", "law": LAW, "laws": LAWS, "rule": RULE, "as law of 1908": AS_LAW_OF_1908,
    "heading": HEADING,
}  # fmt: skip
WRITTEN_LAW = re.compile(r"(\d+)(?: ([a-zIVX]+))?(?: = (\d+)( otherwise)?)?")


@cache
def stage(name: str) -> IrregularityStage:
    """Return the stage of a file. Raises WrongData with the place of what is wrong there."""
    file = FOLDER / f"{name}.toml"
    return StageFile(table_of(file)).stage


class StageFile:
    """A file of irregularities as it is read: what it names, and the stage that it is."""

    def __init__(self, table: DataTable) -> None:
        usual = table.texts("cites")
        self.sources = {key: _source(each, usual) for key, each in table.named("sources").items()}
        self.options = {key: _option(each, key) for key, each in table.named("options").items()}
        self.readings = table.texts("readings")
        happenings = tuple(self._irregularity(each) for each in table.tables("happenings"))
        self.stage = IrregularityStage(table.text("key"), table.text("name"), happenings)
        table.done()

    def _irregularity(self, table: DataTable) -> Irregularity:
        codes = tuple(table.listed("codes")) or (BRIDGE_1899, AUCTION_1908)
        made = Irregularity(
            table.text("key"),
            table.text("happened"),
            self._then(table),
            codes,
            tuple(table.listed("instead_of")),
        )
        table.done()
        return made

    def _then(self, table: DataTable) -> Answer | DecidingQuestion:
        if not table.has("asks"):
            return self._answer(table)
        choices = []
        for each in table.tables("choices"):
            choices.append(AnswerChoice(each.text("key"), each.text("said"), self._then(each)))
            each.done()
        return DecidingQuestion(table.text("asks"), tuple(choices))

    def _answer(self, table: DataTable) -> Answer:
        reading = table.text("reading", "")
        return Answer(
            table.text("says"),
            laws=tuple(_law(each, table.where) for each in table.listed("laws")),
            sources=tuple(
                self._named(self.sources, each, table.where) for each in table.listed("sources")
            ),
            who=table.text("who", ""),
            options=tuple(
                self._named(self.options, each, table.where)
                if isinstance(each, str)
                else _option(DataTable(each, f"{table.where}.options"))
                for each in table.listed("options")
            ),
            until=table.text("until", ""),
            reading=self.readings.get(reading, reading),
            only=table.text("only", ""),
        )

    @staticmethod
    def _named(known: Mapping[str, Named], name: str, where: str) -> Named:
        if name not in known:
            raise WrongData(f"{where}: nothing is called {name!r}")
        return known[name]


def _option(table: DataTable, key: str = "") -> AnswerOption:
    made = AnswerOption(
        key or table.text("key"),
        table.text("said"),
        table.text("enters", ""),
        table.text("of_what", ""),
    )
    table.done()
    return made


def _law(written: object, where: str) -> Law:
    found = WRITTEN_LAW.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        raise WrongData(f"{where}: {written!r} is no law; one is written like '54 a = 56'")
    number, limb, of_1908, differs = found.groups()
    return Law(number, limb or "", of_1908 or "", bool(differs))


def _source(table: DataTable, usual: Mapping[str, str]) -> LawSource:
    form = table.text("form", usual.get("form", ""))
    if form not in FORMS:
        raise WrongData(f"{table.where}.form: {form!r} is none of {', '.join(filter(None, FORMS))}")
    giver = table.text("giver", usual.get("giver", ""))
    cited = Citation(
        table.text("source", usual.get("source")),
        FORMS[form],
        table.text("numbers", ""),
        table.text("limb", ""),
        table.text("page", ""),
        table.text("of", usual.get("of", "")),
        table.text("kind", usual.get("kind", BOOK)),
        Giver(giver, find_game(giver).name) if giver else NO_GAME,
    )
    words, passage = table.text("words", usual.get("words", "")), table.text("passage", "")
    made = LawSource(cited, words, passage, tuple(table.listed("paragraphs")))
    table.done()
    return made
