"""What the pages say for which the games cite them, and whether a citation can be right."""

import re
from collections.abc import Callable

from clubscore.laws.citing import (
    BOOK,
    FOSTER_1917,
    HOUSE_RULE,
    HOYLE_1909,
    IN_HOYLE,
    INTERNATIONAL_LAWS,
    LAWS_OF_BRIDGE,
    READING,
    VARIATIONS,
    Citation,
)
from tests.books import Pages, laws_of_bridge, rules_of_1917, variations

# By page and number, in the order of the pages: words of the sentence that is cited.
SENTENCES_1923: dict[tuple[str, str], tuple[str, ...]] = {
    ("16", "1"): ("tricks gained in excess of contract",),
    ("16", "2"): ("above the line is scored for each contract gained",),
    ("16", "3"): ("one hundred is lost for the first trick down",),
    ("16-17", "2 and 8"): ("is scored for each contract gained", "re-doubling have the same"),
    ("16-17", "3 and 8"): ("lost for the first trick down", "re-doubling have the same"),
    ("17", "5"): ("none for honours unless four or more are held",),
    ("17", "6"): ("three hundred points are scored for the rubber",),
    ("17", "7"): ("Grand Slam counts two hundred",),
    ("17-18", "9"): ("no bonus is scored", "contract bonus of fifty points"),
    ("54", ""): ("receives 500 points",),
    ("58", ""): ("Values are the values per trick",),
    ("58-59", ""): ("Little Slam he scores 100", "Grand Slam 200 points"),
    ("59", ""): ("Grand Slam declared 1000 points",),
    ("60", ""): ("successful in his contract is the same as the penalty",),
    ("66", ""): ("if doubled, 40 points",),
    ("69", ""): ("it doubles the scores below the line",),
    ("70", "1"): ("Under-tricks are scored to opponents below the line",),
    ("70", "2"): ("Doubling does not affect the penalty of 100",),
    ("70-71", "2"): ("Doubling does not affect the penalty", "receives 100 points"),
    ("71", "1"): ("All tricks over score 10 above the line",),
    ("71-72", "1 and 5"): (
        "only those tricks for which he contracts",
        "every trick below the line",
    ),
    ("72", "2"): ("for each trick in excess of his contract",),
    ("72", "2 and 5"): ("Doubling or re-doubling: doubles or re-doubles",),
    ("72", "3"): ("short of the contract is scored by the opponents below",),
    ("72", "3 and 5"): ("re-doubles every trick below the line",),
    ("72", "4"): ("50 for failure by two tricks",),
    ("72", "4 and 5"): ("all penalties above the line",),
    ("83", ""): ("The acceptor scores only above the line",),
    ("83-84", ""): ("only the declarer scores the 50 points", "an additional 50 points"),
    ("95", ""): ("tricks are worth ten points each",),
    ("104", ""): ("tricks count 8 points each",),
    ("115", ""): ("counts 25 points above the line",),
    ("143", "4 and 5"): ("he shall forfeit one hundred points to each",),
    ("143", "4"): ("any player expose a card from his hand, he shall forfeit one hundred",),
    ("143-144", "5"): ("player double out of turn, he forfeits one hundred", "The bidding is then"),
    ("144", "7"): ("when he fails to do so, he loses to each of his adversaries",),
    ("144", "8"): ("The scoring is the same as at Royal Auction Bridge",),
    ("144-145", "8"): ("honours, which are scored by each player severally", "honours in Clubs"),
    ("145", "8"): ("Aces count ten each",),
    ("145", "9"): ("One hundred points are scored by each player",),
    ("146", ""): ("fine the dealer an extra hundred points",),
    ("150", ""): ("he receives 200 bonus for the game",),
    ("151", ""): ("the larger score takes the difference",),
    ("156", ""): ("The value of his bid is scored against him",),
    ("168", ""): ("honours are claimed as won instead of as held",),
    ("170", ""): ('are his "book,"',),
    ("171", ""): ("Honours are counted as at Canfield Dummy",),
    ("172", ""): ("Grand Slam, 26 tricks",),
    ("173-174", ""): ("Club or Diamond tricks count 10", "count 15 points each"),
    ("174", ""): ("penalty for under-tricks is double",),
    ("185", ""): ("nothing is scored for Honours, nor for Grand or Little Slam",),
}
# The laws of 1908 and the pages on which Hoyle's Games Modernized of 1909 has them, and its pages
# for Five Hundred, as they stand in the public copy of that book, which does not lie here.
IN_1909 = {
    ("6", "249"), ("7", "249"), ("8", "249"), ("9", "249"), ("11", "249"), ("50", "250"),
    ("58", "251"), ("90", "252"), ("", "259"), ("", "260"),
}  # fmt: skip


def flat(text: str) -> str:
    """A page without its breaks and marks, so that words over two lines are found."""
    return " ".join(text.replace("---", "").replace("*", "").split())


def numbers_of(citation: Citation) -> list[int]:
    """The laws that a citation names."""
    return [int(number) for number in re.findall(r"\d+", citation.numbers)]


def pages_named(citation: Citation) -> list[int]:
    """The pages that a citation names."""
    first, *last = map(int, citation.page.split("-"))
    return list(range(first, last[0] + 1)) if last else [first]


def wrong_in_1923(citation: Citation, pages: Pages) -> str:
    """What does not agree with Auction Bridge Variations; nothing where all does."""
    named = pages_named(citation)
    if missing := [page for page in named if page not in pages]:
        return f"the book has no page {missing}"
    words = SENTENCES_1923.get((citation.page, citation.numbers))
    if words is None:
        return f"no sentence is known for {citation.page}, {citation.numbers or 'no number'}"
    if len(words) > len(named):
        return f"{len(words)} sentences on {len(named)} pages"
    for page, sentence in zip(named, words, strict=len(words) > 1):
        if sentence not in flat(pages[page]):
            return f"p. {page} does not say {sentence!r}"
    for number in numbers_of(citation):
        # A law may begin at the foot of the page before.
        begun = "\n".join(pages[page] for page in (named[0] - 1, *named) if page in pages)
        if not re.search(rf"(?m)^\({number}\) ", begun):
            return f"({number}) begins on none of its pages"
    return ""


def wrong_in_1899(citation: Citation, pages: Pages) -> str:
    """What does not agree with the Laws of Bridge; nothing where all does."""
    named = pages_named(citation)
    if missing := [page for page in named if page not in pages]:
        return f"the book has no page {missing}"
    (number,) = numbers_of(citation)
    begins = re.compile(rf"(?m)^\W{{0,2}}{number}\*?\. ")
    before = [page for page in sorted(pages) if page <= named[-1] and begins.search(pages[page])]
    if not before or not named[0] - 1 <= before[-1] <= named[0]:
        return f"law {number} is not on p. {citation.page}"
    start = before[-1]
    if start < named[0] and "one hand" not in citation.limb:
        return f"law {number} begins on p. {start}"
    return _wrong_limb(citation, "\n".join(pages[page] for page in range(start, named[-1] + 1)))


def _wrong_limb(citation: Citation, text: str) -> str:
    (number,) = numbers_of(citation)
    law = re.split(rf"(?m)^\W{{0,2}}{number}\*?\. ", text)[-1]
    law = re.split(rf"(?m)^\W{{0,2}}{number + 1}\*?\. ", law)[0]
    if "one hand" in citation.limb:
        own = law.partition("in his own hand holds")[2]
        if not own:
            return f"law {number} knows nothing of one hand"
        law = own
    for limb in re.findall(r"[IVX]+", citation.limb):
        if not re.search(rf"(?m)^{limb}\. ", law):
            return f"law {number} has no limb {limb}"
    return ""


def wrong_in_1917(citation: Citation, text: str) -> str:
    """What does not agree with the rules of pirate bridge; nothing where all does."""
    (number,) = numbers_of(citation)
    return "" if re.search(rf"(?m)^  {number}\. ", text) else f"there is no rule {number}"


LOOKED_UP: dict[str, Callable[[Citation], str]] = {
    VARIATIONS: lambda citation: wrong_in_1923(citation, variations()),
    LAWS_OF_BRIDGE: lambda citation: wrong_in_1899(citation, laws_of_bridge()),
    FOSTER_1917: lambda citation: wrong_in_1917(citation, rules_of_1917()),
}


def wrong(citation: Citation) -> str:
    """What cannot be right about a citation; nothing where all agrees with its source."""
    if citation.kind not in (BOOK, HOUSE_RULE, READING):
        return f"nobody's words: {citation.kind!r}"
    if citation.kind == HOUSE_RULE:
        return "" if str(citation) else "a house rule without words"
    if citation.book == IN_HOYLE or citation.source == HOYLE_1909:
        named = (citation.numbers, citation.page)
        return "" if named in IN_1909 else f"Hoyle has no {named}"
    if look := LOOKED_UP.get(citation.source):
        return look(citation)
    # Codes that are not to be had, or told in our own words: ours, and never the book's.
    told = citation.source.startswith("Whist Club") or citation.source == INTERNATIONAL_LAWS
    return "" if told and citation.kind == READING else f"an unknown source: {citation}"
