"""A table's page holds ready what is said of it where it came anew; a phone that asks hears it."""

import re
from html import unescape

import pytest

from clubscore.club.models import Role
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.sitting.ending import close_sitting
from tests.house import client_of, make_user
from tests.rubbers.tables import FOUR_SPADES, Table

pytestmark = pytest.mark.django_db


def said_at(table: Table) -> tuple[str, str]:
    """Return what the page holds ready, and what a phone is told that asks what is new."""
    client = client_of(make_user(table.club, f"director-{new_key()}", Role.DIRECTOR))
    page = client.get(f"/table/{table.sitting.pk}/").content.decode()
    held = re.search(r'id="news"[^>]*\sdata-said="([^"]*)"', page)
    asked = client.get(f"/table/{table.sitting.pk}/live/?seen=0").content.decode()
    told = re.search(r"<p>([^<]*)</p>", asked)
    assert held and told
    return unescape(held[1]), unescape(told[1])


def test_the_last_deal_is_said_with_who_recorded_it() -> None:
    table = Table("auction")
    assert said_at(table) == ("This table has changed.",) * 2
    table.record(FOUR_SPADES)
    held, told = said_at(table)
    assert held == told and held.startswith("Deal 1 was recorded on another phone by ")
    assert held.endswith(": 4 spades by Ann, made.")
    table.record(FOUR_SPADES | {"tricks": 9})
    assert said_at(table)[0].startswith("Deal 2 was recorded")


def test_a_table_that_has_ended_says_so() -> None:
    table = Table("auction")
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    held, told = said_at(table)
    assert held == told == "This table has ended for tonight. Reopen it to go on."
