"""The old books as texts, page by page: what tests hold each citation against.

The texts lie beside the project, as real events do (`tests/real_events.py`); an ordinary clone
lacks them. A page begins at its running head; the number is counted from the page on which the
contents say that a chapter begins, and where a head prints its number it must be that.
"""

import re
from functools import cache

from tests.real_events import SOURCES

Pages = dict[int, str]

# The head of a page on the right: its chapter's, not always in the chapter's own words.
RIGHT_HEADS = frozenset(
    (
        "Contract Bridge", "Bolshevik Bridge", "Cairo Bridge", "Standard Bridge",
        "Equality Bridge", "Pirate Bridge", "Nullos", "Joker Bridge", "Bridge Whist",
        "Braille Bridge", "Par Auction", "Bridge for Seven Players", "Cut-Throat and Blind Skip",
        "Stop-Gap Bridge", "Five Hundred", "Two-Handed Games",
    )
)  # fmt: skip
LEFT_HEAD = "auction bridge variations"
TWO_HANDED = 159
AFTER_THE_BOOK = "# AUCTION BRIDGE MADE CLEAR"


class Misnumbered(AssertionError):
    """A text whose heads do not agree with its own numbers."""


def text_of(start: str) -> str:
    """The one source whose file begins so; fails where there is not exactly one."""
    (found,) = SOURCES.glob(f"{start}_*.txt")
    return found.read_text()


def chapters_of(text: str) -> dict[str, int]:
    """The page on which each chapter begins, as the table of contents has it."""
    contents = text[text.index("# CONTENTS") : text.index("### CONTRACT BRIDGE")]
    found = re.findall(r"(?m)^([IVX]+)\.\t.*?(\d+)$", contents)
    return {chapter: int(page) for chapter, page in found}


def pages_of_1923(text: str) -> Pages:
    """Auction Bridge Variations by its printed pages."""
    begins = chapters_of(text)
    pages: dict[int, list[str]] = {}
    page = 0
    for line in text[: text.index(AFTER_THE_BOOK)].splitlines():
        if head := re.match(r"#+ +\**(.+?)\**\s*$", line):
            page = _after_head(page, head.group(1).strip(), begins)
        if page:
            pages.setdefault(page, []).append(line)
    return {number: "\n".join(lines) for number, lines in pages.items()}


def _after_head(page: int, head: str, begins: dict[str, int]) -> int:
    """The page that begins with this head, or the same page where it is none."""
    if chapter := re.fullmatch(r"CHAPTER ([IVX]+)", head):
        start = begins[chapter.group(1)]
        # A left page before a chapter may be blank, and a part has a title page of its own.
        if page and not page < start <= page + 3:
            raise Misnumbered(f"chapter {chapter.group(1)} after page {page}, not {start}")
        return start
    if not page:
        return 0
    if head == "TWO-HANDED GAMES":
        return TWO_HANDED if page != TWO_HANDED else page
    if head.lower() == LEFT_HEAD:
        return _turned(page, head, even=True)
    return _turned(page, head, even=False) if head in RIGHT_HEADS else page


def _turned(page: int, head: str, *, even: bool) -> int:
    if (page + 1) % 2 != (0 if even else 1):
        raise Misnumbered(f"{head!r} cannot head page {page + 1}")
    return page + 1


LAWS_HEAD = re.compile(r"(?m)^([\d ]*)THE LAWS OF BRIDGE\.([\d I]*)$")


def pages_of_1899(text: str) -> Pages:
    """The Laws of Bridge by their printed pages, to the end of the etiquette."""
    text = text[text.index("THE RUBBER.") - 200 :]
    heads = list(LAWS_HEAD.finditer(text))
    pages = {}
    for number, (head, after) in enumerate(zip(heads, [*heads[1:], None], strict=True), 1):
        printed = "".join(head.groups()).replace(" ", "").replace("II", "11")
        if printed and int(printed) != number:
            raise Misnumbered(f"the head says {printed}, counted {number}")
        pages[number] = text[head.end() : after.start() if after else None]
    return pages


END_OF_LEAF = re.compile(
    r"(?m)^.*?(?:Digitized ?'?by .*|^d by Google *|^by Google *|^e Ly *|^f 2 *)$"
)
LEAF_HEAD = re.compile(r"(?m)^(\d+ )?[% ]*HOW TO P[LX]A[VY] BRIDGE\.( [\d ]+)?$")
AFTER_1899 = "THOS. DS LA RUB"


def leaves_of_1899(text: str) -> Pages:
    """The whole of the book by its printed pages, each parted from the next by the scan's mark.

    Where a page's head prints its number, it must be the one that was counted.
    """
    text = text[text.rindex("THE LAWS OF BRIDGE", 0, text.index("THE RUBBER.")) :]
    leaves = END_OF_LEAF.split(text[: text.index(AFTER_1899)])
    for number, leaf in enumerate(leaves, 1):
        printed = [each for each in LEAF_HEAD.findall(leaf) if any(each)]
        for head in printed:
            if int("".join(head).replace(" ", "")) != number:
                raise Misnumbered(f"the head says {head}, counted {number}")
    return dict(enumerate(leaves, 1))


@cache
def variations() -> Pages:
    """Auction Bridge Variations 1923, read once."""
    return pages_of_1923(text_of("001"))


@cache
def laws_of_bridge() -> Pages:
    """Laws of Bridge 1899, read once."""
    return pages_of_1899(text_of("003"))


@cache
def leaves_of_the_laws() -> Pages:
    """Laws of Bridge 1899 with all that is bound with them, read once."""
    return leaves_of_1899(text_of("003"))


@cache
def rules_of_1917() -> str:
    """R. F. Foster's rules of pirate bridge, as the article tells them."""
    return text_of("000")
