"""What we use of django_tables2.columns, which says no types of its own."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django_tables2 import Accessor, Column

class BoundColumn:
    accessor: Accessor
    column: Column
    default: object
    name: str
    header: str | Promise
    attrs: Mapping[str, Mapping[str, str]]
