"""How passages of Auction Bridge Variations are cited where an answer goes by them."""

from clubscore.lawbook import texts
from clubscore.lawbook.irregularities.shape import Source
from clubscore.laws.citing import LAW, RULE, VARIATIONS, Citation, Giver


def law_of(chapter: str, number: str, page: str, giver: Giver) -> Source:
    """A numbered law of a chapter."""
    cited = Citation(VARIATIONS, LAW, number, page=page, giver=giver)
    return Source(cited, texts.VARIATIONS, f"{chapter}-law-{number}")


def rule_of(chapter: str, number: str, page: str, giver: Giver) -> Source:
    """A numbered rule of a chapter."""
    cited = Citation(VARIATIONS, RULE, number, page=page, giver=giver)
    return Source(cited, texts.VARIATIONS, f"{chapter}-rule-{number}")


def page_of(passage: str, page: str, giver: Giver, *paragraphs: int) -> Source:
    """Paragraphs of a passage without a number."""
    cited = Citation(VARIATIONS, page=page, giver=giver)
    return Source(cited, texts.VARIATIONS, passage, paragraphs)
