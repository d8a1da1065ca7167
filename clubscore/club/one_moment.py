"""Reading a database as it stands at one moment, while others go on writing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection, transaction

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@contextmanager
def one_moment() -> Iterator[None]:
    """Let what is read within be of one moment; nothing is written within.

    Inside a transaction that moment is the transaction's own.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Django begins with the lock for writing, which would hold up everybody else.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                # A disk that fails has ended it already; what failed is told, not this.
                if connection.connection.in_transaction:
                    cursor.execute("ROLLBACK")


def at_one_moment(page: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Have a page read all it shows at one moment: sums of money do not add up otherwise."""

    @wraps(page)
    def read(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        with one_moment():
            return page(*args, **kwargs)

    return read
