"""The law that a line of a score goes by: source, law or rule, limb and page.

A :class:`Citation` says whose words they are: a book's, a house rule's, or our reading where the
books are silent or their text is not to be had. Pages are those printed in the book.
"""

from functools import cached_property
from typing import NotRequired, Self, TypedDict

from clubscore.laws.record import ComparedRecord, replace
from clubscore.laws.words import Listing, Phrase, Word, gettext_noop, pgettext_lazy

BOOK, HOUSE_RULE, READING = "book", "house-rule", "reading"

LAWS_OF_BRIDGE = "Laws of Bridge 1899"
VARIATIONS = "Auction Bridge Variations 1923"
FOSTER_1917 = "R. F. Foster's rules of 1917"
HOYLE_1909 = "Hoyle's Games Modernized 1909"
# Where it stands for the text of another source.
IN_HOYLE = "Hoyle 1909"
INTERNATIONAL_LAWS = "International Laws of Bridge"
# The laws of this book begin anew with every chapter, so that the page comes before the law.
PAGE_FIRST = frozenset((VARIATIONS,))

LAW = pgettext_lazy("of a book of laws", "law %(numbers)s")
LAWS = pgettext_lazy("of a book of laws", "laws %(numbers)s")
RULE = pgettext_lazy("of a book of laws", "rule %(numbers)s")
RULES = pgettext_lazy("of a book of laws", "rules %(numbers)s")
# The text of the code itself is not to be had; its forerunner's law is.
AS_LAW_OF_1908 = gettext_noop("as law %(numbers)s of 1908")
AS_LAW_OF_1912 = gettext_noop("as law %(numbers)s of 1912")

LIMB = gettext_noop("limb %(limb)s")
LIMBS = gettext_noop("limbs %(limb)s")
PAGE = gettext_noop("p. %(page)s")
PAGES = gettext_noop("pp. %(page)s")
PAGE_OF = gettext_noop("%(book)s, p. %(page)s")
OUR_READING = gettext_noop("our reading")
READ_SO = gettext_noop("our reading: %(cited)s")
BY_HOUSE_RULE = gettext_noop("house rule (%(rule)s)")
AS_AT = gettext_noop("%(cited)s, as at %(game)s")


class Giver(ComparedRecord):
    """The game whose law it is: its key, and its name as a message id."""

    key: str
    name: str


NO_GAME = Giver("", "")


class WrittenLaw(TypedDict):
    """A law as a file writes it.

    ``kind`` is "book", "house-rule" or "reading"; ``limb`` the part of the law that decides, with
    its ``page``, of the book ``page_of`` where that is not the source itself; ``as_at`` the key of
    the game whose law it is, where that is another.
    """

    law: str
    kind: str
    limb: NotRequired[str]
    page: NotRequired[str]
    page_of: NotRequired[str]
    as_at: NotRequired[str]


class Citation(ComparedRecord):
    """A law as a line of a score cites it.

    ``form`` is how the law is named there (:data:`LAW`, :data:`RULE`), with its ``numbers``;
    ``limb`` is the part of it that decides, ``page`` one page or several ("17-18"), of ``book``
    where that is not the source itself. ``kind`` is :data:`BOOK`, :data:`HOUSE_RULE` or
    :data:`READING`. ``giver`` is the game whose law it is; ``inherited`` where another goes by it.
    ``rule`` are the words of a house rule.
    """

    source: str
    form: str = ""
    numbers: str = ""
    limb: str = ""
    page: str = ""
    book: str = ""
    kind: str = BOOK
    giver: Giver = NO_GAME
    inherited: bool = False
    rule: Phrase | None = None

    def __hash__(self) -> int:
        # Without the words of a house rule, whose params cannot be hashed.
        return hash(tuple(value for name, value in self._asdict().items() if name != "rule"))

    def at(self, game: str) -> Self:
        """The same law where this game goes by it."""
        inherited = bool(self.giver.key) and self.giver.key != game
        return self if inherited == self.inherited else replace(self, inherited=inherited)

    def by(self, giver: Giver) -> Self:
        """The same law as one that this game gives."""
        return replace(self, giver=giver)

    @cached_property
    def law(self) -> str:
        """Source and law in English, as a file writes them: ``Laws of Bridge 1899, law 87``.

        With the page where the book has no number for it, or begins its numbers anew.
        """
        return str(Listing(self._parts(paged=self._page_first, whole=False)))

    @cached_property
    def written(self) -> WrittenLaw:
        """As a file writes it; what it does not have is left out."""
        found: WrittenLaw = {"law": self.law, "kind": self.kind}
        if self.limb:
            found["limb"] = self.limb
        if self.page:
            found["page"] = self.page
        if self.book:
            found["page_of"] = self.book
        if self.inherited:
            found["as_at"] = self.giver.key
        return found

    @cached_property
    def phrase(self) -> str:
        """The message id of all that is known of it."""
        return self._told.phrase

    @cached_property
    def params(self) -> dict[str, object]:
        """What fills the places of the message."""
        return dict(self._told.params)

    def __str__(self) -> str:
        return str(self._told)

    @cached_property
    def _told(self) -> Phrase:
        cited: object = Listing(self._parts(paged=True, whole=True))
        if self.kind == READING:
            cited = Phrase(READ_SO, {"cited": cited}) if cited else Word(OUR_READING)
        if self.inherited:
            return Phrase(AS_AT, {"cited": cited, "game": Word(self.giver.name)})
        return cited if isinstance(cited, Phrase) else Phrase("%(cited)s", {"cited": cited})

    def _parts(self, *, paged: bool, whole: bool) -> tuple[object, ...]:
        """Source, law, limb and page in the order in which this source is cited."""
        law = Phrase(self.form, {"numbers": self.numbers}) if self.form else None
        limb = page = None
        if whole and self.limb:
            limb = Phrase(LIMBS if " and " in self.limb else LIMB, {"limb": self.limb})
        if paged and self.page:
            page = self._page()
        source: Phrase | Word | None = Word(self.source) if self.source else None
        if self.rule is not None:
            source = Phrase(BY_HOUSE_RULE, {"rule": self.rule})
        found = (source, page, law, limb) if self._page_first else (source, law, limb, page)
        return tuple(part for part in found if part is not None)

    @property
    def _page_first(self) -> bool:
        return self.source in PAGE_FIRST

    def _page(self) -> Phrase:
        if self.book:
            return Phrase(PAGE_OF, {"book": self.book, "page": self.page})
        return Phrase(PAGES if "-" in self.page else PAGE, {"page": self.page})


def variations(page: str, giver: Giver, kind: str = BOOK) -> Citation:
    """A page of Auction Bridge Variations where the sentence has no number."""
    return Citation(VARIATIONS, page=page, giver=giver, kind=kind)


def variations_law(number: str, page: str, giver: Giver, kind: str = BOOK) -> Citation:
    """A numbered law of a chapter of Auction Bridge Variations."""
    form = LAWS if " and " in number else LAW
    return Citation(VARIATIONS, form, number, page=page, giver=giver, kind=kind)


def variations_rule(number: str, page: str, giver: Giver, kind: str = BOOK) -> Citation:
    """A numbered rule of a chapter of Auction Bridge Variations."""
    form = RULES if " and " in number else RULE
    return Citation(VARIATIONS, form, number, page=page, giver=giver, kind=kind)


def read_by(giver: Giver, citation: Citation) -> Citation:
    """Another game's law where this game's sources are silent and it is read into them."""
    return replace(citation, kind=READING, giver=giver)


def house_rule(rule: Phrase) -> Citation:
    """A rule that the club has chosen, in its words: ``slams: 20/40``."""
    return Citation("", kind=HOUSE_RULE, rule=rule)


# No book knows it; the players have agreed on it.
AGREED = Citation(gettext_noop("agreed at the table"), kind=HOUSE_RULE)
