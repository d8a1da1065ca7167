"""How the club's data is read safely and fast, and how clubs that share a database stay apart.

Every writing at a table or an event counts its revision up, so what is looked up by the revision
can be remembered. The database itself refuses a row that leads to another club: by triggers, one
for each foreign key on SQLite and one for each table on PostgreSQL. `manage.py check_clubs` reads
what crosses all the same. The tables of a new database are made at once, not step by step.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.apps.registry import Apps
from django.db import connection, connections, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import F, Field, Model, QuerySet

from clubscore.club import clock
from clubscore.club.models import Club
from clubscore.club.record_words import THE_PHONE, AuthorField


class Stray(NamedTuple):
    """Rows that lead to another club: of which column, how many, and the key of the first."""

    column: str
    rows: int
    first: int


def strays() -> list[Stray]:
    """Look at every foreign key between rows that name their club; return those that cross.

    One query a column. Services never write such a row, and no file can bring one in: this looks
    whether it is so.
    """
    found = []
    for model, field in keys_within_clubs():
        crossing: QuerySet[Model] = QuerySet(model).filter(**{f"{field.name}__isnull": False})
        crossing = crossing.exclude(**{f"{field.name}__club": F("club")}).order_by("pk")
        first = crossing.values_list("pk", flat=True).first()
        if first is not None:
            column = f"{model._meta.label}.{field.name}"
            found.append(Stray(column, crossing.count(), first))
    return found


def keys_within_clubs(of: Apps = apps) -> "Iterator[tuple[type[Model], Field[Any, Any]]]":
    """Yield each foreign key that leads from a model whose rows name their club to another such.

    Of today's models, or of those of a step of the migrations.
    """
    for model in of.get_models():
        if not names_its_club(model):
            continue
        for field in model._meta.concrete_fields:
            leads_to = field.related_model
            if field.is_relation and isinstance(leads_to, type) and names_its_club(leads_to):
                yield model, field


def names_its_club(model: type[Model]) -> bool:
    """Whether every row of a model says whose it is."""
    return any(field.name == "club" and _is_club(field) for field in model._meta.concrete_fields)


def _is_club(field: "Field[Any, Any]") -> bool:
    """Whether a field leads to a club, of today or of a step of the migrations."""
    leads_to = field.related_model
    return isinstance(leads_to, type) and leads_to._meta.label == Club._meta.label


# ---- Triggers that refuse rows of another club.

# They are taken away before steps of a migration, which on SQLite make tables anew and cannot while
# a trigger names one, and set after. What stands already is not looked at; nor is a row that is
# written before the one that it leads to. `check_clubs` finds both.
PREFIX = "apart_"
REFUSED = "leads to another club"
STAYS = "stays with its club"
# Of each table the keys: (column, table that it leads to).
Tables = dict[str, list[tuple[str, str]]]


def take_away(using: str) -> None:
    """Take away all such triggers; before the tables change."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            words = 'DROP TRIGGER "{}"'
        else:
            cursor.execute(
                "SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
            )
            words = 'DROP FUNCTION "{}" CASCADE'
        made: list[tuple[str]] = cursor.fetchall()
        for name in [name for (name,) in made if name.startswith(PREFIX)]:
            cursor.execute(words.format(name))


def set_again(using: str, of: Apps = apps) -> None:
    """Set a trigger for every foreign key between rows that name their club."""
    connection, tables = connections[using], _tables(of)
    made = _for_sqlite(tables) if connection.vendor == "sqlite" else _for_postgresql(tables)
    with transaction.atomic(using), connection.cursor() as cursor:
        for statement in made:
            cursor.execute(statement)


def _tables(of: Apps) -> Tables:
    """Return the keys of each table whose rows name their club, of the models as they are now.

    Where only some steps of the migrations were taken that is how they were then.
    """
    with_club = filter(names_its_club, of.get_models())
    found: Tables = {model._meta.db_table: [] for model in with_club}
    for model, field in keys_within_clubs(of):
        found[model._meta.db_table].append((str(field.column), _leads_to(field)))
    return found


def _leads_to(field: "Field[Any, Any]") -> str:
    leads_to = field.related_model
    assert isinstance(leads_to, type)  # noqa: S101 - as keys_within_clubs found it
    return leads_to._meta.db_table


def _for_sqlite(tables: Tables) -> Iterator[str]:
    for table, keys in tables.items():
        yield (
            f'CREATE TRIGGER "{PREFIX}{table}" BEFORE UPDATE OF club_id ON "{table}"'
            f" WHEN NEW.club_id IS NOT OLD.club_id"
            f" BEGIN SELECT RAISE(ABORT, 'a row of {table} {STAYS}'); END"
        )
        for column, leads_to in keys:
            crosses = (
                f'EXISTS (SELECT 1 FROM "{leads_to}" WHERE id = NEW."{column}"'  # noqa: S608 - ours
                f" AND club_id IS NOT NEW.club_id)"
                f" BEGIN SELECT RAISE(ABORT, '{table}.{column} {REFUSED}'); END"
            )
            name = f"{PREFIX}{table}_{column}"
            yield f'CREATE TRIGGER "{name}_i" BEFORE INSERT ON "{table}" WHEN {crosses}'
            yield (
                f'CREATE TRIGGER "{name}_u" BEFORE UPDATE OF "{column}" ON "{table}"'
                f' WHEN NEW."{column}" IS NOT OLD."{column}" AND {crosses}'
            )


def _for_postgresql(tables: Tables) -> Iterator[str]:
    for table, keys in tables.items():
        asked = "".join(
            f'\n  IF NEW."{column}" IS DISTINCT FROM OLD."{column}" AND EXISTS (SELECT 1 FROM'  # noqa: S608
            f' "{leads_to}" WHERE id = NEW."{column}" AND club_id IS DISTINCT FROM NEW.club_id)'
            f" THEN RAISE EXCEPTION '{table}.{column} {REFUSED}'"
            " USING ERRCODE = 'integrity_constraint_violation'; END IF;"
            for column, leads_to in keys
        )
        yield (
            f'CREATE FUNCTION "{PREFIX}{table}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN'
            f"\n  IF TG_OP = 'UPDATE' AND NEW.club_id IS DISTINCT FROM OLD.club_id"
            f" THEN RAISE EXCEPTION 'a row of {table} {STAYS}'"
            f" USING ERRCODE = 'integrity_constraint_violation'; END IF;{asked}"
            f"\n  RETURN NEW; END $$"
        )
        columns = ", ".join(f'"{column}"' for column in ["club_id", *(key for key, _to in keys)])
        yield (
            f'CREATE TRIGGER "{PREFIX}{table}" BEFORE INSERT OR UPDATE OF {columns} ON "{table}"'
            f' FOR EACH ROW EXECUTE FUNCTION "{PREFIX}{table}"()'
        )


Step = tuple[str, str]  # app and name of a migration


class MakeTables(Operation):
    """Makes the tables of an app, each after those that it leads to.

    Django makes its models once, not for each table, which is most of the work of a first start. It
    takes this way where a database has come through none of the steps, or all.
    """

    def __init__(self, tables: Sequence[CreateModel]) -> None:
        self.tables = tables

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Put the models into what the migrations know."""
        # Made anew where it is asked for, of all models together.
        state.__dict__.pop("apps", None)
        for table in self.tables:
            table.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        editor: BaseDatabaseSchemaEditor,
        before: ProjectState,
        after: ProjectState,
    ) -> None:
        """Make the tables."""
        for table in self.tables:
            table.database_forwards(app_label, editor, before, after)

    def describe(self) -> str:
        """What is printed of it."""
        return f"Make {len(self.tables)} tables"


# Each process keeps so many of its own, and asks the database for others.
KEPT = 256
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

# How to forget each of them.
_everything: list[Callable[[], None]] = []


class Remembered(Generic[Key, Value]):
    """The values most lately kept, by what they were looked up with."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        _everything.append(self.clear)

    def get(self, key: Key) -> Value | None:
        """Return what was kept, None where it is not known."""
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> None:
        """Remember something once it is certain: what is rolled back never stood."""

        def keep() -> None:
            self._values.pop(key, None)
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)

        transaction.on_commit(keep)

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()


def forget_what_was_read() -> None:
    """Forget everything, where a database was put in another's place."""
    for forget in _everything:
        forget()


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


class SecretAddress(models.Model):
    """An address of 128 bits that lets phones in until the evening ends or it is taken back.

    The address itself is never stored: it is derived from `nonce` and the server's secret.
    """

    # As whom a phone writes that was let in by it and says of nobody that it is theirs.
    WRITES_AS = THE_PHONE
    # Whether it is a table's, and so has six digits to type by hand.
    BY_HAND = False

    club = models.ForeignKey(Club, models.CASCADE)
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=clock.now)
    made_by = AuthorField(max_length=120)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
