"""A board's results as the table that its page compares them in."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.compared_table import (
    SHADED,
    ComparedTable,
    SignedColumn,
    cells,
)
from clubscore.club.wording.names import named
from clubscore.events.rankings.lists import Lists, ResultLine
from clubscore.events.rankings.remembered_cells import result_short, side_of
from clubscore.events.results.result_form import ShownResult
from clubscore.ranking.contestant import INDIVIDUALS

# Where a contestant's card is, nothing where it has none to open.
CardAt = Callable[[str], str]


@dataclass(frozen=True)
class TravellerRow:
    """A result with what it is sorted by: numbers, not what is shown of them.

    `share` is North-South's part of the top; `to_par` their score less par; `is_own` says that the
    reader sat there.
    """

    line: ResultLine
    at: int
    score: int | None
    points: Fraction | None
    share: Fraction | None
    to_par: int | None
    is_own: bool

    @property
    def ns(self) -> str:
        """Who sat North-South, by number."""
        return self.line.ns_key

    @property
    def ew(self) -> str:
        """Who sat East-West, by number."""
        return self.line.ew_key

    @property
    def result(self) -> ShownResult:
        """What became of it."""
        return self.line.result

    @property
    def ew_points(self) -> str:
        """East-West's points, where they are not what is left of the top."""
        return self.line.ew_points


def own_row(record: TravellerRow) -> str:
    """Return the look of a row: the reader's own stands out."""
    return "own" if record.is_own else ""


class TravellerTable(ComparedTable):
    """Who met whom, what became of it, its score, its points shaded, how far it is from par."""

    ns = tables.Column(verbose_name=gettext_lazy("N-S"), attrs=cells("nowrap"), order_by="at")
    ew = tables.Column(verbose_name=gettext_lazy("E-W"), attrs=cells("nowrap"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    points = tables.Column(verbose_name=gettext_lazy("points"), attrs=SHADED, default="")
    ew_points = tables.Column(
        verbose_name=gettext_lazy("E-W points"), attrs=cells("num", "less"), orderable=False
    )
    to_par = SignedColumn("least", verbose_name=gettext_lazy("to par"))
    caption = gettext_lazy("Results of this board, the best for North–South first")

    class Meta:
        row_attrs = {"class": own_row}

    def __init__(
        self, rows: Sequence[TravellerRow], card_at: CardAt, *, points: str, names: bool
    ) -> None:
        super().__init__(rows, empty_text=_("No result yet."))
        self.card_at = card_at
        self.look = "with-names" if names else "with-numbers"
        self.columns["points"].column.verbose_name = points
        without = []
        if all(row.to_par is None for row in rows):
            without.append("to_par")
        if all(row.line.is_the_rest for row in rows):
            without.append("ew_points")
        self.exclude = tuple(without)

    def render_ns(self, record: TravellerRow) -> SafeString:
        """Lead to the card of each who sat there; names stand below where they are asked for."""
        own = _("your own result") if record.is_own else ""
        return self._side(record.line.ns_key, record.line.ns, own)

    def render_ew(self, record: TravellerRow) -> SafeString:
        """The same of East-West."""
        return self._side(record.line.ew_key, record.line.ew, "")

    def render_result(self, record: TravellerRow) -> SafeString:
        """Return it in short, and in words for ears."""
        return result_short(record.line)

    def render_points(self, record: TravellerRow) -> str:
        """Return them as they are written everywhere."""
        return record.line.ns_points

    def _side(self, key: str, names: list[str], own: str) -> SafeString:
        keys = tuple((one, self.card_at(one)) for one in key.split("+"))
        return side_of(keys, "" if names == key.split("+") else named(names), own)


def traveller_table(
    lists: Lists,
    rows: Iterable[ResultLine],
    card_at: CardAt,
    *,
    par: int | None = None,
    own: str = "",
    names: bool = False,
) -> TravellerTable:
    """Return results as a table; `par` is known where the reader may see it, `own` their number."""
    made = [
        TravellerRow(
            line=line,
            at=at,
            score=line.score,
            points=line.exact,
            share=line.share,
            to_par=None if par is None or line.score is None else line.score - par,
            is_own=bool(own) and own in (*line.ns_key.split("+"), *line.ew_key.split("+")),
        )
        for at, line in enumerate(rows)
    ]
    return TravellerTable(made, card_at, points=points_head(lists), names=names)


def plain_traveller(lists: Lists, board: int | None) -> TravellerTable | None:
    """Return a board's results with names, in the order that they have; None of no board."""
    if board is None:
        return None
    rows = lists.traveller(board) if board in lists.travellers else []
    table = traveller_table(lists, rows, lambda _key: "", names=True)
    table.orderable = False
    return table


def points_head(lists: Lists) -> str:
    """Return what stands over the points of results: MP where they have a top."""
    event = lists.ranked.event
    if any(each.top for found in lists.travellers.values() for each in found):
        return _("MP")
    return lists.score_word if event.contestants_are != INDIVIDUALS else _("Points")
