"""Rubbers of two people one under the other, each leading to its pad."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.compared_table import ComparedTable, SignedColumn, cells
from clubscore.club.wording.days import short_date
from clubscore.club.wording.phrases import said
from clubscore.laws.games import find_game
from clubscore.rubbers.season.person_rubbers import PersonRubber


@dataclass(frozen=True)
class RubberRow:
    """A rubber as a row."""

    rubber: PersonRubber
    together: bool

    @property
    def day(self) -> tuple[dt.date, int, int]:
        """When it was; which of an evening's."""
        return self.rubber.evening, self.rubber.part, self.rubber.number

    @property
    def game(self) -> str:
        """What was played."""
        return said(find_game(self.rubber.game).short_name)

    @property
    def points(self) -> int:
        """What it brought."""
        return self.rubber.points


class RubberList(ComparedTable):
    """When it was, what was played, together or against each other, points."""

    day = tables.Column(verbose_name=gettext_lazy("evening"), attrs=cells("nowrap"))
    game = tables.Column(verbose_name=gettext_lazy("game"), attrs=cells("least"))
    together = tables.Column(verbose_name=gettext_lazy("how"), attrs=cells())
    points = SignedColumn(verbose_name=gettext_lazy("points"))
    caption = gettext_lazy("Rubbers, the newest first")

    class Meta:
        order_by = "-day"

    def __init__(self, rubbers: Sequence[PersonRubber], other: int) -> None:
        self.found = [RubberRow(each, other in each.partners) for each in rubbers]
        super().__init__(self.found)

    def render_day(self, record: RubberRow) -> SafeString:
        """Lead to the part's pad."""
        address = reverse("pad-part", args=[record.rubber.sitting, record.rubber.of_sitting])
        return format_html('<a href="{}">{}</a>', address, short_date(record.rubber.evening))

    def render_together(self, value: bool) -> str:
        """Say on which side the other sat."""
        return _("together") if value else _("against")
