"""What the program says is kept by codes: no record has words of the language of whoever wrote it.

The clubs are furnished in the language of signs, and no column has a sign afterwards but in a name:
a table that somebody sat down at where the club had none keeps the one that it was given then.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django.utils.translation import gettext as _

from clubscore.club.entry import Refused
from clubscore.club.models import Rate
from clubscore.club.payments import set_rate, withdraw_rate
from clubscore.club.record_words import NO_BACKUP, own
from clubscore.club.table_money import set_fee
from clubscore.deals.double_dummy import NO_PROGRAM
from clubscore.events.models import PlanChange
from clubscore.jobs.models import Job
from clubscore.jobs.queue import ask
from clubscore.jobs.worker import Work, do, take
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase
from clubscore.rubbers.models import CardTable
from clubscore.server import backups as pg_copies
from tests import furnished
from tests.house import build_house
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.test_seven import worked
from tests.test_addresses import evening_of_our_house
from tests.test_sentences_are_codes import changed, rows
from tests.words.pseudo import OPEN, pseudo_language

pytestmark = pytest.mark.django_db


def signed() -> Iterator[tuple[str, str, str]]:
    """Each table and column with a text that a translator saw, and the text."""
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            if not model.__module__.startswith("clubscore."):
                continue
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [each[0] for each in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = without_names(str(value))
                    if OPEN in text or "\\u00ab" in text:
                        yield table, column, text


def without_names(text: str) -> str:
    for name in CardTable.objects.values_list("name", flat=True):
        text = text.replace(name, "").replace(json.dumps(name)[1:-1], "")
    return text


def rooms() -> None:
    furnished.Furnished(furnished.NEEDED)


def events() -> None:
    furnished.event_room()


def the_house() -> None:
    evening_of_our_house(build_house())


def changes() -> None:
    changed()


def the_log() -> None:
    club = build_house().club
    set_fee(club=club, amount=12, currency="LSD", per="table", author="x")
    set_fee(club=club, amount=0, currency="LSD", per="table", author="x")
    set_rate(club=club, currency="LSD", coins=48, into="EUR", into_coins=125, author="x")
    withdraw_rate(club=club, rate=Rate.objects.get().pk, author="x")


def the_jobs() -> None:
    for kind in ("unknown", "solver", "backup"):
        ask(kind=kind)
        found = take("a worker")
        assert found is not None
        do(found, {"solver": no_solver, "backup": no_backup})
    assert Job.objects.filter(state=Job.State.FAILED).count() == 3


def no_solver(_work: Work) -> None:
    raise RuleError("no-double-dummy", NO_PROGRAM)


def no_backup(_work: Work) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pg_copies.shutil, "which", lambda _name: None)
        try:
            pg_copies.check_dump(Path("x"))
        except pg_copies.ToolFailed as failed:
            raise Refused(own(Phrase(NO_BACKUP, {"why": failed.text}))) from failed


def the_seven() -> None:
    worked(SevenTables({"amount": "5s", "currency": "LSD", "per": 100}), 5)


@pytest.mark.parametrize(
    "furnish", [rooms, events, the_house, changes, the_seven, the_log, the_jobs]
)
@pytest.mark.always
def test_nothing_that_is_said_is_stored(furnish: Callable[[], object]) -> None:
    with pseudo_language():
        furnish()
    assert list(signed()) == []


def test_a_sentence_that_is_stored_is_seen() -> None:
    with pseudo_language():
        evening = changed()
        rows(PlanChange).filter(section=evening.section).update(
            title=_("Change the movement"), effects=[_("Change the movement")]
        )
    assert {each[1] for each in signed()} == {"title", "effects"}
