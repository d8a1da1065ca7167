"""What we use of django_tables2, which says no types of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.http import HttpRequest
from django.utils.functional import Promise

class Accessor(str): ...

A = Accessor

class Column:
    accessor: Accessor | None
    verbose_name: str | Promise | None
    def __init__(
        self,
        verbose_name: str | Promise | None = None,
        *,
        accessor: str | None = None,
        default: object = None,
        attrs: Mapping[str, Mapping[str, str | Callable[..., str]]] | None = None,
        order_by: str | Sequence[str] | None = None,
        orderable: bool | None = None,
    ) -> None: ...

class BoundColumn:
    column: Column

class Table:
    columns: Mapping[str, BoundColumn]
    exclude: Sequence[str]
    orderable: bool
    prefix: str
    def get_top_pinned_data(self) -> Sequence[object] | None: ...
    def __init__(
        self,
        data: Iterable[object],
        *,
        empty_text: str | Promise | None = None,
        exclude: Sequence[str] = (),
        extra_columns: Iterable[tuple[str, Column]] | None = None,
        sequence: Sequence[str] = (),
        prefix: str | None = None,
    ) -> None: ...

class RequestConfig:
    def __init__(self, request: HttpRequest, paginate: bool | Mapping[str, int] = True) -> None: ...
    def configure(self, table: Table) -> Table: ...
