"""Boards of somebody's one under the other, each leading to its own page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.compared_table import FIGURES, SHADED, ComparedTable, SignedColumn, cells
from clubscore.club.models import Person
from clubscore.club.wording.days import short_date
from clubscore.club.wording.figures import figure
from clubscore.club.wording.names import named
from clubscore.events.over_years.played_board import PASSED
from clubscore.events.over_years.played_events import OneBoard
from clubscore.events.over_years.trend import said_in
from clubscore.events.results.result_form import ShownResult, shown
from clubscore.ranking import show_number
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES


@dataclass(frozen=True)
class BoardRow:
    """A board as a row, with what it is sorted by."""

    one: OneBoard
    people: Mapping[int, Person]

    @property
    def day(self) -> tuple[int, int, int, int]:
        """When it was; the later round comes later."""
        event, board = self.one.played.event, self.one.board
        return event.evening.toordinal(), event.pk, board.round, board.board

    @cached_property
    def result(self) -> ShownResult:
        """What became of it."""
        board = self.one.board
        facts: ResultFacts = {}
        if board.contract == PASSED:
            facts["passed_out"] = True
        elif board.contract:
            facts |= {"contract": board.contract, "declarer": board.declarer}
            facts["tricks"] = board.tricks
            if board.lead:
                facts["lead"] = board.lead
        elif board.score is not None:
            facts["score"] = board.score if board.side == "NS" else -board.score
        return shown(facts) if facts else ShownResult(_("ruling"))

    @property
    def note(self) -> str:
        """With whom and against whom, below the row."""
        board = self.one.board
        partner = self.people.get(board.partner)
        others = named(each.short_name for who in board.opponents if (each := self.people.get(who)))
        if partner is None:
            return _("against %(others)s") % {"others": others} if others else ""
        if not others:
            return _("with %(partner)s") % {"partner": partner.short_name}
        told = {"partner": partner.short_name, "others": others}
        return _("with %(partner)s, against %(others)s") % told

    @property
    def score(self) -> int | None:
        """The score as this side sees it."""
        return self.one.board.score

    def _in(self, unit: str) -> Fraction | None:
        won = self.one.board.won
        return Fraction(*won) if won and self.one.played.unit == unit else None

    @property
    def share(self) -> Fraction | None:
        """The part of the top."""
        return self._in(SHARES)

    @property
    def percent(self) -> Fraction | None:
        """What that is sorted by."""
        return self.share

    @property
    def imps(self) -> Fraction | None:
        """IMPs that it won."""
        return self._in(IMPS_A_BOARD)

    @property
    def tricks(self) -> Fraction | None:
        """Tricks more than the field took in that denomination."""
        more = self.one.board.to_field
        return Fraction(*more) if more else None


class BoardsTable(ComparedTable):
    """Which board, what became of it, score, what it won, tricks to the field."""

    day = tables.Column(verbose_name=gettext_lazy("board"), attrs=cells("nowrap"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    percent = tables.Column(verbose_name="%", attrs=SHADED, default="")
    imps = tables.Column(verbose_name=gettext_lazy("IMPs"), attrs=FIGURES, default="")
    tricks = tables.Column(
        verbose_name=gettext_lazy("to field"), attrs=cells("num", "least"), default=""
    )
    caption = gettext_lazy("Boards, the newest event first")

    def __init__(self, rows: Sequence[BoardRow]) -> None:
        super().__init__(rows, empty_text=_("No board is like this."))
        without = ("percent", "imps", "tricks")
        self.exclude = tuple(
            each for each in without if all(getattr(row, each) is None for row in rows)
        )

    def render_day(self, record: BoardRow) -> SafeString:
        """Lead to the board, with the day below its number."""
        event, board = record.one.played.event, record.one.board.board
        address = reverse("event-board", args=[event.pk, board])
        return format_html(
            '<a href="{}">{}</a><small class="nowrap">{}</small>',
            address,
            board,
            short_date(event.evening),
        )

    def render_result(self, record: BoardRow) -> SafeString:
        """Return it in short, and in words for ears."""
        told = {"line": record}
        return SafeString(render_to_string("events/parts/result_short.html", told))

    def render_percent(self, value: Fraction) -> str:
        """Return it without its sign, which stands over the column."""
        return figure(show_number(100 * value))

    def render_imps(self, value: Fraction) -> str:
        """Return IMPs with their sign."""
        return said_in(IMPS_A_BOARD, value)

    def render_tricks(self, value: Fraction) -> str:
        """Return tricks with their sign."""
        return said_in(IMPS_A_BOARD, value)
