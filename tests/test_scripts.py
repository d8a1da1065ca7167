"""A phone's scripts in node: on the pages that the program gives, with a clock that tests move.

What node runs stands in tests/js. Here each page is drawn for it as a phone is given it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubscore import places as edition
from clubscore.club.entry import new_key
from clubscore.rubbers.phones import let_phones_in
from clubscore.web.static_files import MADE, STATIC
from tests.conftest import cannot_run
from tests.events.counted import Counted
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import phone_of
from tests.house import phone_with
from tests.rubbers import tables
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.tables import Table
from tools.setup import pages_in_node

OURS = Path(__file__).parent / "js"
TESTS = 83
COUNTED = re.compile(r"^# (tests|pass|fail|skipped|todo|cancelled) (\d+)$", re.M)
CONTRACT = {"level": "2", "denomination": "S", "doubling": "0", "declarer": "N"}


class Drawn:
    """Pages as phones are given them, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: dict[str, str] = {}

    def keep(self, name: str, answer: Any, path: str = "") -> None:
        """Keep an answer, with the address at which a phone has it."""
        assert answer.status_code == 200, name
        (self.folder / f"{name}.html").write_bytes(answer.content)
        self.paths[name] = path or answer.wsgi_request.path

    def done(self) -> None:
        """Say where each page stands, and of which sources each script is made."""
        made = {name: parts for name, parts in MADE.items() if name.endswith(".js")}
        told = {"pages": self.paths, "made": made, "edition": edition.page_edition()}
        (self.folder / "pages.json").write_text(json.dumps(told))


def without(answer: Any, *dealers: str) -> Any:
    """Leave out blank forms of dealers who are not asked for: each costs as much as a page."""
    for each in dealers:
        form = rf'<template data-dealer="{each}">.*?</template>'
        answer.content, found = re.subn(form.encode(), b"", answer.content, flags=re.S)
        assert found == 1
    return answer


def card_table(table: Table | SevenTables) -> tuple[Client, str]:
    """A phone at a card table, and where it is."""
    sitting = table.sitting if isinstance(table, Table) else table.sitting(1)
    link = let_phones_in(sitting=sitting, key=new_key(), actor=table.actor)
    return phone_with(link), f"/table/{sitting.pk}/"


def draw_card_tables(drawn: Drawn) -> None:
    """Draw a table of each game that a phone's scripts treat in its own way."""
    seven = SevenTables({"amount": "5s", "currency": "LSD", "per": 100})
    for name, dealers in (("auction", "W"), ("chicago", ""), ("straight-bridge", "SW")):
        table = Table(name)
        phone, at = card_table(table)
        drawn.keep(f"{name}-1", phone.get(at))
        drawn.keep(f"{name}-ahead", without(phone.get(f"{at}ahead/"), *dealers))
        if name == "straight-bridge":
            drawn.keep("law", phone.get(f"{at}what-happened/"))
        if name == "auction":
            noted = {**CONTRACT, "part": "1", "position": "1"}
            drawn.keep("auction-noted", phone.post(f"{at}contract/", noted, follow=True), at)
            table.record(tables.FOUR_SPADES)
            drawn.keep("auction-2", phone.get(at))
            drawn.keep("auction-news", phone.get(f"{at}live/?about=card-1&seen=0"))
    phone, at = card_table(seven)
    drawn.keep("seven-1", phone.get(at))
    drawn.keep("seven-ahead", phone.get(f"{at}ahead/"))


def draw_events(drawn: Drawn) -> None:
    """Draw a tournament's table at each step of a board, and one whose pairs nobody named."""
    evening = Evening(6, boards=4)
    phone, at = phone_of(evening, 1), f"/event/{evening.event.pk}/at/A1/"
    phone.post(f"{at}here/", {"key": "here", "round": "1", "yes": "1"})
    drawn.keep("event-1", phone.get(at))
    drawn.keep("event-frame", phone.get(f"{at}frame/"))
    board = evening.table(1).place.boards[0]
    evening.tell(1, board, FOUR_SPADES, "ns")
    drawn.keep("event-told", phone.get(at))
    evening.tell(1, board, FOUR_SPADES, "ew")
    drawn.keep("event-agreed", phone.get(at))
    counted = Counted()
    phone, at = phone_of(counted, 1), f"/event/{counted.event.pk}/at/A1/"
    phone.post(f"{at}here/", {"key": "here", "round": "1", "yes": "1"})
    drawn.keep("counted-1", phone.get(at))
    drawn.keep("counted-frame", phone.get(f"{at}frame/"))


@pytest.mark.gate
@pytest.mark.django_db
def test_the_scripts_of_a_phone_in_node(tmp_path: Path) -> None:
    """All of tests/js in one process of node, whose tests are counted."""
    command = pages_in_node()
    if not command:
        cannot_run("the scripts of phones are tested in node, with npm")
    drawn = Drawn(tmp_path)
    draw_card_tables(drawn)
    draw_events(drawn)
    drawn.done()
    told = {
        "NODE_PACKAGES": str(Path(command[1]).parents[3]),
        "DRAWN_PAGES": str(tmp_path),
        "STATIC_FILES": str(STATIC),
        "TZ": "UTC",
    }
    node = [command[0], "--max-semi-space-size=64", "--test-reporter=tap", str(OURS / "all.mjs")]
    ran = subprocess.run(node, env=os.environ | told, capture_output=True, text=True)
    counts = {name: int(count) for name, count in COUNTED.findall(ran.stdout)}
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert counts["tests"] == counts["pass"] == TESTS, counts
