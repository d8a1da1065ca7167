"""What we use of django_tables2, which says no types of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.http import HttpRequest
from django.utils.functional import Promise
from django_tables2.columns import BoundColumn

class Accessor(str): ...

A = Accessor

class Column:
    accessor: Accessor | None
    verbose_name: str | Promise | None
    default: object
    attrs: Mapping[str, Mapping[str, str | Callable[..., str]]]
    render: Callable[..., object]
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

class BoundRow:
    record: object

class BoundColumns:
    def __getitem__(self, name: str) -> BoundColumn: ...
    def __iter__(self) -> Iterator[BoundColumn]: ...

class Table:
    columns: BoundColumns
    data: Iterable[object]
    empty_text: str | Promise | None
    exclude: Sequence[str]
    orderable: bool
    prefix: str
    paginated_rows: Iterable[BoundRow]
    _meta: object
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
