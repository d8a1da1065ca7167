"""Lists to be compared, written as `components/compared.html` writes them, many times faster.

A site has thousands of pages with such a list. django-tables2 looks at each cell anew: which of its
values a column wants, what its attributes are. Here a column is looked at once a table.
"""

from collections.abc import Callable, Iterator
from inspect import signature
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django_tables2 import Column

from clubscore.club.compared_table import ComparedTable

Cell = Callable[[object], str]


class LeanColumn(NamedTuple):
    """A column: its head, the class of head and first cell, of a cell, and what a cell shows."""

    head: str
    head_look: str
    look: Callable[[object], str]
    shown: Cell


def lean_columns(table: ComparedTable) -> list[LeanColumn]:
    """Return the columns of a table that are shown."""
    found = []
    for bound in table.columns:
        look = bound.column.attrs.get("td", {}).get("class", "")
        found.append(
            LeanColumn(
                head=str(bound.header),
                head_look=bound.attrs["th"].get("class", ""),
                look=_always(look) if isinstance(look, str) else look,
                shown=_shown(table, bound.name, bound.column),
            )
        )
    return found


def _always(look: str) -> Callable[[object], str]:
    return lambda _record: look


def _shown(table: ComparedTable, name: str, column: Column) -> Cell:
    """Return what a column shows of a record: as its table renders it, else as it does itself."""
    empty = "" if column.default is None else str(column.default)
    render: Callable[..., object] = getattr(table, f"render_{name}", column.render)
    wants = {each for each in signature(render).parameters if each in ("record", "value")}

    def shown(record: object) -> str:
        value = getattr(record, name)
        if value in (None, ""):
            return empty
        known = {"record": record, "value": value}
        made = render(**{each: known[each] for each in wants})
        # A SafeString says itself that it is safe.
        return made if isinstance(made, str) else str(made)

    return shown


def lean_rows(table: ComparedTable) -> SafeString:
    """Return the rows of a table's body."""
    columns = lean_columns(table)
    rows = "".join(_rows(table, columns))
    nothing = format_html('<tr><td colspan="{}">{}</td></tr>', len(columns), table.empty_text or "")
    return SafeString(rows or nothing)


def _rows(table: ComparedTable, columns: list[LeanColumn]) -> Iterator[str]:
    first, *others = columns
    head = format_html('<th scope="row"{}>', _look(first.head_look))
    for record in table.data:
        cells = [f"{head}{conditional_escape(first.shown(record))}</th>"]
        cells += [
            f"<td{_look(each.look(record))}>{conditional_escape(each.shown(record))}</td>"
            for each in others
        ]
        yield f"<tr>\n{''.join(cells)}\n</tr>\n"
        if note := getattr(record, "note", ""):
            yield format_html(
                '<tr class="note-row">\n<td colspan="{}">{}</td>\n</tr>\n', len(columns), note
            )


def lean_heads(table: ComparedTable) -> SafeString:
    """Return the heads of a table's columns."""
    return format_html_join(
        "\n",
        '<th scope="col"{}>{}</th>',
        ((_look(each.head_look), each.head) for each in lean_columns(table)),
    )


def _look(look: str) -> SafeString:
    return format_html(' class="{}"', look) if look else SafeString("")
