"""Lists: django-tables2 tables, declared once, and read by page, wall, site, text, paper and file.

The first column is the row's heading and stays where the others scroll sideways. A page shows one
by `{% include "components/compared.html" %}` and loads `css/results.css`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from html import unescape
from inspect import signature
from typing import Any, NamedTuple, Protocol, Self

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig
from django_tables2.columns import BoundColumn

from clubscore.club.wording import signed

STEPS = 10  # of the shading of a cell
NEXT = "\n"  # between cells


def cells(*looks: str) -> Mapping[str, Mapping[str, str]]:
    """Return the attributes of a column by its looks.

    `num` is a figure, `nowrap` is never broken; `least` falls away first where letters are large,
    then `less`.
    """
    look = " ".join(looks)
    return {"th": {"class": look}, "td": {"class": look}}


FIGURES = cells("num")


def share_look(share: float) -> str:
    """Return the class of a cell that is shaded as far as its share of the most, 0 to 1."""
    return f"share share-{round(STEPS * share)}"


class Shaded(Protocol):
    """A row whose points are a part of a top."""

    @property
    def share(self) -> Fraction | None:
        """That part, None where there is no top."""


class SignedColumn(tables.Column):
    """A number with its sign, the minus a true one; empty where there is none."""

    def __init__(self, *looks: str, **options: Any) -> None:
        super().__init__(attrs=cells("num", *looks), default="", **options)

    def render(self, value: int) -> str:
        """Return the number as it is read."""
        return signed(value)


def shaded(record: Shaded) -> str:
    """Return the look of a cell of points: filled by their part of the top, where there is one."""
    return "num" if record.share is None else f"num {share_look(float(record.share))}"


# The attributes of a column of points.
SHADED: Mapping[str, Mapping[str, str | Callable[..., str]]] = {
    "th": {"class": "num"},
    "td": {"class": shaded},
}


Cell = Callable[[Any], str]


class ListColumn(NamedTuple):
    """A column that is shown: its name and head, the class of its head, and of a record the class
    of its cell, what a page shows in it, and what is said of that without marks."""

    name: str
    head: str
    head_look: str
    look: Cell
    shown: Cell
    said: Cell


class ComparedTable(tables.Table):
    """A list to be compared; `caption` says of what it is one.

    `heading` is the column that names a row, the first where nothing is said. With the look
    "placed" a narrow first column, the place, stays beside it. `render_x` is what a page shows in
    the column x; `value_x` the same without marks, where that is not its text; `words_x` what is
    read aloud of it, where its head and its value do not say that. On paper a column has its
    `widths` in millimetres, the heading what they leave; those that are `strong` stand in bold.

    Rows are written here, and not by a template: django-tables2 looks anew at each cell how it is
    rendered, which is most of what a long list takes.
    """

    caption: Any = ""
    look = ""
    heading = ""
    sorts = False  # until a reader may ask for an order
    widths: Mapping[str, float] = {}
    strong: frozenset[str] = frozenset()

    class Meta:
        template_name = "components/compared.html"

    def sorted_by(self, request: HttpRequest, a_page: int | None = None) -> Self:
        """Sort as the reader asked; with `a_page` so many rows a page, else all of them."""
        paginate = {"per_page": a_page} if a_page else False
        RequestConfig(request, paginate=paginate).configure(self)
        self.sorts = True
        return self

    @cached_property
    def drawn(self) -> list[ListColumn]:
        """Its columns as they are shown."""
        return [self._drawn(bound) for bound in self.columns]

    def _drawn(self, bound: BoundColumn) -> ListColumn:
        look = bound.column.attrs.get("td", {}).get("class", "")
        shown = self._calling(bound, f"render_{bound.name}", bound.column.render)
        own = f"value_{bound.name}"
        said = self._calling(bound, own, shown) if hasattr(self, own) else shown
        return ListColumn(
            name=bound.name,
            head=str(bound.header),
            head_look=str(bound.column.attrs.get("th", {}).get("class", "")),
            look=look if callable(look) else lambda _record: look,
            shown=shown,
            said=lambda record: _without_marks(said(record)),
        )

    def _calling(self, bound: BoundColumn, own: str, usual: Callable[..., object]) -> Cell:
        """Return what a column makes of a record: as its table says, else as it does itself."""
        make: Callable[..., object] = getattr(self, own, usual)
        wants = {*signature(make).parameters} & {"value", "record", "table"}
        empty = str(bound.default)
        steps = str(bound.accessor).split("__")

        def made(record: object) -> str:
            value: Any = record
            for step in steps:
                value = _within(value, step)
            if value in (None, ""):
                return empty
            known = {"record": record, "value": value, "table": self}
            said = make(**{each: known[each] for each in wants})
            # A SafeString says itself that it is safe.
            return said if isinstance(said, str) else str(said)

        return made

    def written_rows(self) -> SafeString:
        """Return the rows of its body as a page has them; of this page, where it has several."""
        look = getattr(self._meta, "row_attrs", {}).get("class", "")
        again = getattr(self._meta, "pinned_row_attrs", {}).get("class", "")
        pinned = len(self.get_top_pinned_data() or ())
        written = [
            self._row(row.record, again if number < pinned else look)
            for number, row in enumerate(self.paginated_rows)
        ]
        nothing = format_html(
            '<tr><td colspan="{}">{}</td></tr>', len(self.drawn), self.empty_text or ""
        )
        return SafeString("".join(written) or nothing)

    def _row(self, record: Any, look: object) -> str:
        heading = self.heading or self.drawn[0].name
        cells = []
        for each in self.drawn:
            cell = conditional_escape(each.shown(record))
            if each.name == heading:
                cells.append(f'<th scope="row"{_class(each.head_look)}>{cell}</th>')
            else:
                cells.append(f"<td{_class(each.look(record))}>{cell}</td>")
        own = look(record=record) if callable(look) else look
        row = f"<tr{_class(str(own))}>\n{NEXT.join(cells)}\n</tr>\n"
        if note := getattr(record, "note", ""):
            row += format_html(
                '<tr class="note-row">\n<td colspan="{}">{}</td>\n</tr>\n', len(self.drawn), note
            )
        return row

    def lines(self) -> Iterator[list[str]]:
        """Return its rows as texts, without the reader's own row above them."""
        for record in self.data:
            yield [each.said(record) for each in self.drawn]

    def names_of(self, record: Any) -> Sequence[str]:
        """Return what a paper sets in the heading of a row, a name on a line where it must."""
        (name,) = (each for each in self.drawn if each.name == (self.heading or self.drawn[0].name))
        return [name.said(record)]

    def as_text(self) -> Iterator[str]:
        """Return it in words, a row a paragraph: its first column, then a line for each other."""
        for record in self.data:
            told = [self._words(each, record) for each in self.drawn]
            first, *others = filter(None, told)
            yield ""
            yield first
            for text in others:
                yield f" {text}"

    def _words(self, column: ListColumn, record: Any) -> str:
        own: Callable[[Any], str] | None = getattr(self, f"words_{column.name}", None)
        if own is not None:
            return own(record)
        said = column.said(record)
        return f"{column.head}: {said}" if said else ""


def _within(value: Any, step: str) -> Any:
    """Return what a step of an accessor leads to: by key, by number, or by name; else None."""
    if isinstance(value, Mapping):
        return value[step] if step in value else value.get(int(step)) if step.isdigit() else None
    if step.isdigit():
        return value[int(step)]
    return getattr(value, step, None)


def _class(look: str) -> SafeString:
    return format_html(' class="{}"', look) if look else SafeString("")


def _without_marks(text: str) -> str:
    if not isinstance(text, SafeString):
        return text
    plain = strip_tags(text.replace("<br>", " ")).replace("\u00ad", "")
    return " ".join(unescape(plain).split())
