"""Lists to be compared: django-tables2 tables that stay tables on a phone, by one template.

The first column is the row's heading and stays where the others scroll sideways. A page shows one
by `{% include "components/compared.html" %}` and loads `css/results.css`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol, Self

import django_tables2 as tables
from django.http import HttpRequest
from django_tables2 import RequestConfig

from clubscore.club.wording import signed

STEPS = 10  # of the shading of a cell


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


class ComparedTable(tables.Table):
    """A list to be compared; `caption` says of what it is one.

    `heading` is the column that names a row, the first where nothing is said. With the look
    "placed" a narrow first column, the place, stays beside it.
    """

    caption: Any = ""
    look = ""
    heading = ""

    class Meta:
        template_name = "components/compared.html"

    def sorted_by(self, request: HttpRequest, a_page: int | None = None) -> Self:
        """Sort as the reader asked; with `a_page` so many rows a page, else all of them."""
        paginate = {"per_page": a_page} if a_page else False
        RequestConfig(request, paginate=paginate).configure(self)
        return self
