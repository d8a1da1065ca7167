"""What made the points of a rubber: tricks, honours, penalties, bonuses; by column and together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.charts.picture import Picture
from clubscore.charts.ranked import ranked
from clubscore.club.compared_table import ComparedTable, cells
from clubscore.club.wording.figures import figure, percent
from clubscore.ranking.numbers import show_number
from clubscore.rubbers.looking_back.race import Race


class Cause(StrEnum):
    """What points are for."""

    TRICKS = "tricks"
    HONOURS = "honours"
    PENALTIES = "penalties"
    BONUSES = "bonuses"


# Kinds of lines on the sheet; whatever is none of these is a bonus.
OF_KIND = {
    "tricks": Cause.TRICKS,
    "overtricks": Cause.TRICKS,
    "salvaged": Cause.TRICKS,
    "acceptor": Cause.TRICKS,
    "bid": Cause.TRICKS,
    "opponents": Cause.TRICKS,
    "honours": Cause.HONOURS,
    "aces": Cause.HONOURS,
    "chicane": Cause.HONOURS,
    "joker": Cause.HONOURS,
    "nullo-honours": Cause.HONOURS,
    "undertricks": Cause.PENALTIES,
    "undertricks-below": Cause.PENALTIES,
    "set-back": Cause.PENALTIES,
    "revoke": Cause.PENALTIES,
    "fine": Cause.PENALTIES,
}
NAMES = {
    Cause.TRICKS: gettext_lazy("Tricks"),
    Cause.HONOURS: gettext_lazy("Honours"),
    Cause.PENALTIES: gettext_lazy("Penalties"),
    Cause.BONUSES: gettext_lazy("Bonus"),
}


@dataclass
class CauseRow:
    """What a column has for each cause, and in all."""

    name: str
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(map(str, Cause), 0))

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.points.values())


def causes_of(race: Race) -> list[CauseRow]:
    """Return what made the points of a race, a row a column."""
    rows = {key: CauseRow(name) for key, name in race.names.items()}
    for deal in race.deals:
        for line in deal.scored.lines:
            rows[line.column].points[OF_KIND.get(line.kind, Cause.BONUSES)] += line.points
    if race.ended is not None:
        for key, points in race.ended.items():
            rows[key].points[Cause.BONUSES] += points - race.deals[-1].sums[key]
    return list(rows.values())


class CausesTable(ComparedTable):
    """A column of the sheet a row: tricks, honours, penalties, bonuses, all."""

    name = tables.Column(verbose_name=gettext_lazy("Side"))
    total = tables.Column(verbose_name=pgettext_lazy("all points", "All"), attrs=cells("num"))
    caption = gettext_lazy("Points of each side by what they were for")

    class Meta:
        sequence = ("name", "...", "total")

    def __init__(self, rows: Sequence[CauseRow]) -> None:
        columns = [
            (
                cause.value,
                FigureColumn(
                    verbose_name=NAMES[cause], accessor=f"points__{cause}", attrs=cells("num")
                ),
            )
            for cause in Cause
        ]
        super().__init__(list(rows), extra_columns=columns)

    def render_total(self, value: int) -> str:
        """Return it with a true minus."""
        return figure(value)


class FigureColumn(tables.Column):
    """A number with a true minus."""

    def render(self, value: int) -> str:
        """Return it as it is read."""
        return figure(value)


def sums_of(rows: Sequence[CauseRow]) -> dict[Cause, int]:
    """Return what all columns together have for each cause."""
    return {cause: sum(row.points[cause] for row in rows) for cause in Cause}


def share_of_honours(rows: Sequence[CauseRow]) -> Fraction | None:
    """Return which part of all points honours were; None where there were no points."""
    sums = sums_of(rows)
    total = sum(sums.values())
    return Fraction(sums[Cause.HONOURS], total) if total > 0 else None


def picture_of_causes(rows: Sequence[CauseRow]) -> Picture | None:
    """Return what made the points as bars, with honours' share as its finding; None without any."""
    share = share_of_honours(rows)
    if share is None:
        return None
    sums = sums_of(rows)
    words = {
        "points": figure(sums[Cause.HONOURS]),
        "all": figure(sum(sums.values())),
        "percent": percent(show_number(100 * share, 0)),
    }
    finding = _("Honours were %(points)s of the %(all)s points, %(percent)s.") % words
    if not sums[Cause.HONOURS]:
        finding = _("None of the %(all)s points were for honours.") % words
    bars = [(str(NAMES[cause]), points) for cause, points in sums.items()]
    ordered = sorted(bars, key=lambda bar: -bar[1])
    heads = (_("For"), _("Points"))
    return ranked(finding, heads, ordered, lambda value: figure(round(value)))
