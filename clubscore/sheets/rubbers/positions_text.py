"""The position sheet of the seven as a plain text."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.club.wording.names import listed
from clubscore.sheets.rubbers.position_rows import InSeat, PositionSheet


def positions_text(sheet: PositionSheet) -> Iterator[str]:
    """Return deal by deal what was played, who sat where and who crossed."""
    yield sheet.title
    yield sheet.club
    yield from sheet.tables
    if not sheet.rows:
        yield ""
        yield _("No deal was recorded.")
    for number, row in enumerate(sheet.rows, start=1):
        yield ""
        yield _("Deal %(number)s, %(table)s") % {"number": number, "table": row.table}
        yield f" {row.sentence}"
        for seat, each in zip(sheet.seats, row.seats, strict=True):
            yield " " + _("%(seat)s: %(name)s") % {"seat": seat, "name": _seated(each)}
        if row.crosses:
            yield " " + _("Dummy crosses: %(who)s") % {"who": row.crosses}


def _seated(each: InSeat) -> str:
    dummy = _("dummy") if each.is_dummy else ""
    return listed(filter(None, (each.name, dummy, each.below)))
