"""A table's page holds ready what is said of it where it came anew; a phone that asks hears it."""

import json
import re
from html import unescape

import pytest

from clubscore.club.models import Role
from clubscore.laws.game import Game
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.seating import close_sitting
from clubscore.rubbers.selectors import new_key
from tests.house import client_of, make_user
from tests.laws.layered import EVERY
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


@pytest.mark.walk(cases=68)
@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_a_phone_alone_never_hears_news(game: Game) -> None:
    """Whatever is tapped, the page has seen what it did itself; another phone's act it has not."""
    table = Table(game.key)
    client = client_of(make_user(table.club, f"director-{new_key()}", Role.DIRECTOR))
    at, noted = f"/table/{table.sitting.pk}/", 0
    page = client.get(at).content.decode()
    seen = int(read(r"seen=(\d+)", page))
    common = {"part": table.part.number, "position": read(r'name="position" value="(\d+)"', page),
              "people": unescape(read(r'name="people" value="([^"]*)"', page, "")),
              "key": new_key()}  # fmt: skip
    denominations = dict.fromkeys(re.findall(r'name="denomination" value="([^"]+)"', page))
    for tapped in denominations or ("",):
        given = common | {"denomination": tapped, "declarer": "N", "tricks": "7"}
        answer = client.post(f"{at}sentence/", given)
        assert answer.status_code == 200
        act = json.loads(answer.headers.get("HX-Trigger", "{}")).get("own-act")
        if act:
            noted, seen = noted + 1, act["revision"]
        assert client.get(f"{at}live/?seen={seen}").status_code == 204
    assert bool(noted) == (not game.bidding.levels)
    let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    assert client.get(f"{at}live/?seen={seen}").status_code == 200


def read(pattern: str, page: str, instead: str | None = None) -> str:
    found = re.search(pattern, page)
    if instead is None:
        assert found, pattern
    return found[1] if found else instead or ""


def test_the_last_deal_is_said_with_who_recorded_it() -> None:
    table = Table("auction")
    assert said_at(table) == ("This table has changed.",) * 2
    table.record(FOUR_SPADES)
    held, told = said_at(table)
    assert held == told and held.startswith("Deal 1 was recorded by ")
    assert held.endswith(": 4 spades by Ann, made.")
    table.record(FOUR_SPADES | {"tricks": 9})
    assert said_at(table)[0].startswith("Deal 2 was recorded")


def test_a_table_that_has_ended_says_so() -> None:
    table = Table("auction")
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    held, told = said_at(table)
    assert held == told == "This table has ended for tonight. Reopen it to go on."
