"""A form is read before its table is taken, and read again where somebody wrote there meanwhile."""

from typing import Any

import pytest
from django.db import connection
from django.http import QueryDict

from clubscore.club.entry import Refused
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.pages import table as module
from clubscore.rubbers.recording import DealEntry, Recorded, TableMoved, record_deal
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.selectors import new_key
from tests.rubbers.tables import FOUR_SPADES, Table

OTHER = {"bid": "2H", "declarer": "E", "tricks": 8}


def form_of(table: Table, line: str, **given: str) -> QueryDict:
    form = QueryDict(mutable=True)
    form.update({"part": "1", "line": line, "key": new_key(), **given})
    return form


def record(table: Table, form: QueryDict) -> Recorded:
    return module.record_form(Sitting.objects.get(pk=table.sitting.pk), form, table.actor)


def test_what_came_first_meanwhile_is_seen(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("auction")
    read = module._report_of
    dealers = []

    def read_slowly(standing: Any, given: QueryDict) -> DealEntry:
        assert not dealers or len(dealers) == 1
        report = read(standing, given)
        dealers.append(standing.dealer)
        if len(dealers) == 1:
            table.play(OTHER)
        return report

    monkeypatch.setattr(module, "_report_of", read_slowly)
    recorded = record(table, form_of(table, "4S N =", asked_honours="1"))
    assert recorded.what == "recorded"
    assert dealers == ["N", "E"], "read once for each state of the table"
    live = standing_of(table.sitting.parts.get()).live
    assert [each.facts["bid"] for each in live] == ["2H", "4S"]
    assert [each.revision.dealer for each in live] == ["N", "E"]


def test_a_report_read_before_another_was_written_is_not_recorded(db: None) -> None:
    table = Table("auction")
    seen = Sitting.objects.get(pk=table.sitting.pk).revision
    table.play(OTHER)
    report = DealEntry(1, 1, dict(FOUR_SPADES), new_key(), {})
    with pytest.raises(TableMoved):
        record_deal(sitting=table.sitting, report=report, seen=seen, actor=table.actor)
    (deal,) = standing_of(table.sitting.parts.get()).live
    assert deal.facts["bid"] == "2H" and not deal.rivals


def test_a_table_that_never_stands_still_is_given_up(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(**given: Any) -> Recorded:
        raise TableMoved

    monkeypatch.setattr(module, "record_deal", never)
    table = Table("auction")
    with pytest.raises(Refused, match="Try again"):
        record(table, form_of(table, "4S N =", asked_honours="1"))


def test_a_form_is_read_while_nobody_waits(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("auction")
    read, outside = module._report_of, []

    def reading(standing: Any, given: QueryDict) -> DealEntry:
        outside.append(not connection.in_atomic_block)
        return read(standing, given)

    monkeypatch.setattr(module, "_report_of", reading)
    record(table, form_of(table, "4S N =", asked_honours="1"))
    assert outside == [True]
