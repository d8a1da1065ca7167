"""Contracts, or leads, one kind a row: how many, made and down, what they won, tricks to field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import urlencode

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from clubscore.club.compared_table import FIGURES, ComparedTable, cells
from clubscore.club.models import Person
from clubscore.events.over_years.tallies import Tally
from clubscore.events.over_years.trend import said_in, share_said
from clubscore.ranking.scoring import IMPS_A_BOARD


@dataclass(frozen=True)
class ContractRow:
    """A kind of contract, or of lead; `asks` is what the list of its boards is narrowed to."""

    kind: str
    tally: Tally
    asks: Mapping[str, str]

    @property
    def boards(self) -> int:
        """How many."""
        return self.tally.boards

    @property
    def made(self) -> int:
        """How many declarers made it."""
        return self.tally.made

    @property
    def down(self) -> int:
        """How many went down."""
        return self.tally.down

    @property
    def percent(self) -> Fraction | None:
        """The average part of the top."""
        return self.tally.shares.value

    @property
    def imps(self) -> Fraction | None:
        """The average of IMPs a board."""
        return self.tally.imps.value

    @property
    def tricks(self) -> Fraction | None:
        """Tricks a board more than the field took."""
        return self.tally.to_field


class ContractsTable(ComparedTable):
    """What it was, boards, made, down, the average, tricks a board more than the field."""

    kind = tables.Column(attrs=cells("nowrap"))
    boards = tables.Column(verbose_name=gettext_lazy("boards"), attrs=FIGURES)
    made = tables.Column(verbose_name=gettext_lazy("made"), attrs=FIGURES)
    down = tables.Column(verbose_name=gettext_lazy("down"), attrs=FIGURES)
    percent = tables.Column(verbose_name="%", attrs=FIGURES, default="")
    imps = tables.Column(verbose_name=gettext_lazy("IMPs"), attrs=FIGURES, default="")
    tricks = tables.Column(
        verbose_name=gettext_lazy("to field"), attrs=cells("num", "least"), default=""
    )

    def __init__(
        self, rows: Sequence[ContractRow], person: Person, year: str, head: str, caption: str
    ) -> None:
        super().__init__(rows)
        self.orderable = False
        self.person, self.year, self.caption = person, year, caption
        self.columns["kind"].column.verbose_name = head
        averages = ("percent", "imps", "tricks")
        self.exclude = tuple(
            each for each in averages if all(getattr(row, each) is None for row in rows)
        )

    def _leads_to(self, record: ContractRow, count: int, **more: str) -> SafeString | str:
        if not count:
            return "0"
        asked = urlencode({"year": self.year, **record.asks, **more})
        address = reverse("person-boards", args=[self.person.pk])
        return format_html('<a href="{}?{}">{}</a>', address, asked, count)

    def render_boards(self, record: ContractRow) -> SafeString | str:
        """Lead to those boards."""
        return self._leads_to(record, record.boards)

    def render_made(self, record: ContractRow) -> SafeString | str:
        """Lead to those that were made."""
        return self._leads_to(record, record.made, went="made")

    def render_down(self, record: ContractRow) -> SafeString | str:
        """Lead to those that went down."""
        return self._leads_to(record, record.down, went="down")

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return share_said(value)

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return said_in(IMPS_A_BOARD, value)

    def render_tricks(self, value: Fraction) -> str:
        """Return tricks with their sign."""
        return said_in(IMPS_A_BOARD, value)
