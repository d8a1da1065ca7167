"""What ears get of a page at a table: its accessibility tree, against the one that is stored.

    TREES=write .venv/bin/python -m pytest tests/flows/test_trees.py    writes the stored ones anew

Who changes a page reads the difference: each name once, questions as groups with their names, and
keys outside the deal after the dock.
"""

import difflib
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.flows.acting import Open, Taps, key_for
from tests.flows.test_without_a_network import at_table_one
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, reset_sequences=True)]
STORED = Path(__file__).parent / "trees"
WRITES = os.environ.get("TREES") == "write"
# Where a link leads, what time it is and what was just said are no part of how a page is read.
NOT_READ = (
    (r"(?m)^\s*- /url: .*\n", ""),
    (r"\d+:\d\d", "0:00"),
    (r"(?m)^- (status|alert).*$", r"- \1"),
)
# A deal of each kind of entry: how many play, and what is tapped before the play.
KINDS = {
    "auction": (4, {"level": "4", "denomination": "H", "declarer": "S"}),
    "pirate": (4, {"level": "4", "denomination": "H", "declarer": "S", "partner": "N"}),
    "straight-bridge": (4, {}),
    "dummy-bridge": (3, {}),
    "cut-throat": (3, {"level": "2", "denomination": "S", "declarer": "A"}),
    "double-dummy": (2, {}),
    "five-hundred": (3, {}),
}


def tree_of(page: Page) -> str:
    """Return what ears get of a page, once all of it is there."""
    # The switches of text and light are brought when the page is there, and their key with them.
    expect(page.locator(".aa")).to_be_visible()
    expect(page.locator(".htmx-request")).to_have_count(0)
    tree = page.locator("body").aria_snapshot()
    for each, instead in NOT_READ:
        tree = re.sub(each, instead, tree)
    return tree + "\n"


def is_as_stored(page: Page, name: str) -> None:
    """Compare a page's tree with the stored one."""
    path, now = STORED / f"{name}.yaml", tree_of(page)
    if WRITES:
        path.write_text(now)
    before = path.read_text() if path.exists() else ""
    changes = difflib.unified_diff(before.splitlines(), now.splitlines(), name, "now", lineterm="")
    found = "\n".join(changes)
    assert not found, f"the tree of {name} is another (TREES=write stores it):\n{found}"


def phone_at(game: str, names: tuple[str, ...], open_page: Open) -> tuple[Table, Page]:
    """Open the table's own phone at a table of a game."""
    table = Table(game, names=names)
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/")
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator("#touch")).to_have_text("online")
    return table, page


@pytest.mark.parametrize("game", KINDS)
def test_a_deal_is_read_as_it_is_stored(game: str, open_page: Open) -> None:
    players, contract = KINDS[game]
    names = ("Ann", "Cecil", "Bob", "Dora")[:players]
    table, page = phone_at(game, names, open_page)
    if game == "auction":
        table.record({"bid": "2S", "declarer": "E", "tricks": 8, "honours": {}})
        page.reload()
        expect(page.locator("#last-deal")).to_be_visible()
        expect(page.locator("#touch")).to_have_text("online")
    is_as_stored(page, f"{game}-1")
    for name, value in contract.items():
        Taps(page).choose(name, value)
    if contract:
        expect(page.locator("#noted")).to_be_visible()
    if game == "auction":
        key_for(page, "result", "=").click()
        key_for(page, "honours", "D:3").click()
        expect(page.locator("#sentence .sentence")).to_contain_text("16 above")
    if contract:
        is_as_stored(page, f"{game}-2")


def test_a_board_is_read_as_it_is_stored(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    expect(page.locator("#touch")).to_have_text("online")
    is_as_stored(page, "board-1")
    for name, value in (("level", "4"), ("denomination", "S"), ("declarer", "S"), ("result", "=")):
        Taps(page).choose(name, value)
    expect(page.locator("#sentence .sentence")).to_contain_text("420")
    is_as_stored(page, "board-2")
    page.get_by_role("button", name=re.compile("Hand to")).click()
    expect(page.get_by_role("button", name=re.compile(": yes")).first).to_be_visible()
    is_as_stored(page, "board-3")


def test_a_changed_tree_is_seen(open_page: Open) -> None:
    _table, page = phone_at("auction", ("Ann", "Cecil", "Bob", "Dora"), open_page)
    before = tree_of(page)
    changes: tuple[Callable[[], object], ...] = (
        lambda: page.evaluate("document.querySelector('#ask-level').removeAttribute('role')"),
        lambda: page.evaluate("document.querySelector('#dock').removeAttribute('aria-label')"),
        lambda: page.evaluate("document.querySelector('#entry label').append(' twice')"),
    )
    for change in changes:
        change()
        now = tree_of(page)
        assert now != before
        before = now


def test_no_radio_of_a_deal_is_read_twice() -> None:
    """A radio has its name from itself; what stands beside it is for eyes."""
    trees = sorted(STORED.glob("*.yaml"))
    assert len(trees) >= 12
    for path in trees:
        twice = re.findall(r'(?m)^ *- radio "([^"]+)".*\n *- text: "?\1"?$', path.read_text())
        assert twice == [], path.name
