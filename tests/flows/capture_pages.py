"""What phones hold of this tree, for later trees: pages, and outboxes.

tests/backups/keep_phones.py runs this; tests/flows/test_page_of_before.py plays what it keeps.
The marker resets all counters, so that people and tables have the same numbers in both.
"""

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.flows.acting import Open, Taps
from tests.flows.test_without_a_network import at_table_one, tell_twenty_while_away
from tests.rubbers.tables import Table

OUT = "CAPTURED"  # names the folder that is written
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, reset_sequences=True)]
OUTBOX = "async () => await window.outbox.all()"
# What each reader is given anew, and what stands in its place.
OWN = (
    (r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1{token}"),
    (r'(data-pass=")[^"]*', r"\1{pass}"),
)


def keep(name: str, text: str) -> None:
    """Write a file of the capture."""
    (Path(os.environ[OUT]) / name).write_text(text)


def keep_page(name: str, page: Page) -> None:
    """Write a page as the server answers it, without what is this reader's own."""
    html = page.request.get(page.url).text()
    for each, instead in OWN:
        html, found = re.subn(each, instead, html)
        assert found, f"{each} is not in {name}"
    keep(name, html)


def keep_outbox(name: str, page: Page) -> None:
    """Write what waits on a phone."""
    entries = page.evaluate(OUTBOX)
    for entry in entries:
        entry["pass"] = "{pass}"
    keep(name, json.dumps(entries, indent=1))


def card_table(open_page: Open) -> tuple[Table, Page]:
    """Open the table's own phone at a table of four."""
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", service_workers="block")
    with page.expect_response(re.compile("/ahead/$")):
        page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    return table, page


def play_away(page: Page) -> None:
    """Record three deals out of touch."""
    page.context.set_offline(True)
    expect(page.locator("#away")).to_be_visible()
    for number, declarer in enumerate("NES", start=1):
        expect(page.get_by_role("heading", name=f"Deal {number} · ")).to_be_visible()
        taps = Taps(page)
        answers = (("level", "2"), ("denomination", "S"), ("declarer", declarer), ("result", "="))
        for question, answer in answers:
            taps.choose(question, answer)
        page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#touch")).to_contain_text("3 results are waiting on this phone")


def test_keep_an_event(open_page: Open) -> None:
    evening = Evening(6, boards=5)
    page = at_table_one(evening, open_page, service_workers="block")
    keep_page("event.html", page)
    tell_twenty_while_away(page, evening)
    keep_outbox("event.json", page)


def test_keep_a_card_table(open_page: Open) -> None:
    _table, page = card_table(open_page)
    keep_page("deal.html", page)
    play_away(page)
    keep_outbox("deal.json", page)
