"""The slip of an evening to hand out: a copy for each who played there, and the same in words."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.days import full_date
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.money.slip import slip_of
from clubscore.sheets.rubbers.sitting_content import PrintedSlip
from clubscore.sheets.rubbers.slip_gathering import printed_slip
from clubscore.sheets.rubbers.slip_words import slip_told


class SlipCopies(NamedTuple):
    """What every copy says: whose table and evening it is, and the slip with full names."""

    club: str
    table: str
    evening: str
    slip: PrintedSlip


def slip_copies(sitting: Sitting, *, with_money: bool) -> SlipCopies:
    """Return the slip of a sitting's evening; without money for whom the coins do not concern."""
    slip = slip_of(sitting.club, sitting.table, sitting.evening)
    slip = slip if with_money else slip.without_money()
    return SlipCopies(
        club=sitting.club.name,
        table=sitting.table.name,
        evening=full_date(sitting.evening),
        slip=printed_slip(slip, sitting, None, with_money=with_money),
    )


def slip_words(copies: SlipCopies) -> Iterator[str]:
    """Return the slip in whole words, a fact a line: rubbers, sums, who pays whom."""
    slip = copies.slip
    yield _("Slip of the evening")
    yield copies.table
    yield copies.club
    yield copies.evening
    if not slip.rows:
        yield ""
        yield _("No rubber has been made up and agreed yet.")
    yield from slip_told(slip)
