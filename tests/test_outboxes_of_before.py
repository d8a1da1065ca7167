"""What waited on phones of the program before comes in once, whatever program is there by now."""

import json
import zipfile
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from clubscore.club.entry import new_key
from clubscore.events.models import ResultRevision
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.phones import let_phones_in
from tests.backups.keep_phones import KEPT
from tests.events.evenings import Evening
from tests.events.test_pages import phone_of
from tests.house import phone_with
from tests.rubbers.tables import Table

# People and tables have the numbers that they had where the outboxes were kept.
pytestmark = [pytest.mark.django_db(transaction=True, reset_sequences=True)]


def outbox(name: str) -> list[dict[str, Any]]:
    """What waited on a phone, as its script kept it."""
    with zipfile.ZipFile(KEPT) as packed:
        return list(json.loads(packed.read(f"{name}.json")))


def send(phone: Client, entry: dict[str, Any]) -> int:
    """Send one as the script does; return how it is answered."""
    form = urlencode([tuple(each) for each in entry["fields"]])
    return phone.post(entry["url"], form, "application/x-www-form-urlencoded").status_code


def test_deals_of_a_card_table() -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    phone, waiting = phone_with(link), outbox("deal")
    assert len(waiting) == 3
    assert [send(phone, each) for each in waiting + waiting] == [200] * 6
    assert DealRevision.objects.count() == 3
    assert [deal.facts["declarer"] for deal in table.standing.live] == ["N", "E", "S"]


def test_results_of_two_rounds() -> None:
    evening, waiting = Evening(6, boards=5), outbox("event")
    phone = phone_of(evening, 1)
    assert len(waiting) == 20
    assert [send(phone, each) for each in waiting] == [200] * 10 + [409] * 10
    for table in evening.room.tables()[1:]:
        passed = {board: {"passed_out": True} for board in table.place.boards}
        evening.type_slip(table.number, passed)
    evening.next_round()
    assert [send(phone, each) for each in waiting + waiting] == [200] * 40
    assert ResultRevision.objects.filter(table=1).count() == 20
