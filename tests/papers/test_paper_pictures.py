"""A picture of every printed paper stands in docs, on both sizes, and the page shows them all."""

import re
from pathlib import Path

from PIL import Image

from clubscore.papers.registry import every_paper

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "papers"
PAGE = FOLDER / "README.md"
SIZES = ("a4", "letter")


# The leaves of the box of a set, drawn by a command.
BOX = ("rules", "score-card", "stickers", "dealing-list", "strips", "hands", "answers")


def wanted() -> set[str]:
    papers = [paper.key for paper in every_paper() if paper.has("pdf")]
    names = [*papers, *(f"box-{leaf}" for leaf in BOX)]
    return {f"{name}-{size}.png" for name in names for size in SIZES}


def missing_from(page: str, drawn: set[str]) -> set[str]:
    """What a page of pictures lacks or has too many, by what `make screenshots` should draw."""
    shown = set(re.findall(r'src="([^"]+)"', page))
    return (wanted() ^ drawn) | (wanted() ^ shown)


def test_every_paper_has_its_picture_on_both_sizes() -> None:
    """Whoever adds a paper draws it by `make screenshots`."""
    drawn = {each.name for each in FOLDER.glob("*.png")}
    assert missing_from(PAGE.read_text(), drawn) == set()


def test_a_picture_that_is_missing_is_named() -> None:
    page, names = PAGE.read_text(), wanted()
    assert missing_from(page, names - {"slips-a4.png"}) == {"slips-a4.png"}
    without = page.replace('src="slips-letter.png"', "")
    assert missing_from(without, names) == {"slips-letter.png"}


def test_no_picture_is_blank_or_large() -> None:
    for picture in FOLDER.glob("*.png"):
        with Image.open(picture) as image:
            assert len(image.convert("L").getcolors() or []) > 2, picture.name
        assert picture.stat().st_size < 60_000, picture.name
