"""A picture as a page shows it: its finding, two sizes of it, its numbers as a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape


@dataclass(frozen=True)
class Sheet:
    """How large a picture is drawn, in px where it is shown as wide as it is drawn."""

    wide: int
    high: int
    look: str


PHONE = Sheet(336, 160, "on-phone")
DESK = Sheet(680, 240, "on-desk")


@dataclass(frozen=True)
class Twin:
    """The numbers of a picture as a table: heads, and rows whose first cell is their head."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A picture: `finding` is its title, a whole sentence; `drawn` are its SVGs, one a size.

    Only one of the sizes is shown; the other is not drawn and not read.
    """

    finding: str
    drawn: tuple[str, ...]
    twin: Twin


def picture(
    finding: str, twin: Twin, marks: Callable[[Sheet], Sequence[str]], *, high: int | None = None
) -> Picture:
    """Return a picture whose marks are drawn for each size; `high` is for those of one height."""
    drawn = []
    for size in (PHONE, DESK):
        sheet = Sheet(size.wide, high or size.high, size.look)
        drawn.append(
            f'<svg class="picture {sheet.look}" viewBox="0 0 {sheet.wide} {sheet.high}" role="img">'
            f"<title>{escape(finding)}</title>{''.join(marks(sheet))}</svg>"
        )
    return Picture(finding, tuple(drawn), twin)
