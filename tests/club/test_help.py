"""How does this work? Every page that asks something says so."""

import re

import pytest
from django.test import Client

from clubscore.home.help_topics import topic_of_address, topics
from tests.test_addresses import ROWS

# Files, signs of life, walls, parts of pages, and the help itself.
WITHOUT = {
    "health", "worker", "alive", "ready", "trust-authority", "wall", "live", "waiting", "help",
    "choose-print", "event-ranking-csv",
    "help-topic", "positions-pdf", "positions-text", "table-code-pdf", "table-code-text",
    "as-one-pdf", "as-one-text",
    "receipts-pdf", "receipts-text", "slips-of-evening-pdf", "slips-of-evening-text",
    "evening-money-pdf", "evening-money-text", "gazette-pdf", "gazette-text",
    "season-poster-pdf", "season-poster-text", "year-book-pdf", "year-book-text",
    "series-pdf", "series-text", "certificates-pdf", "certificates-text",
    "labels-pdf", "labels-text", "feed-evenings", "feed-results",
    "event-boards-out", "event-cards-pdf", "event-cards-text", "event-par-out", "event-wall",
    "event-live", "event-waiting", "event-codes-pdf", "event-codes-text", "attendance-pdf",
    "attendance-text",
    "ruling-slip-pdf", "ruling-slip-text", "event-pdf", "event-text", "own-card-text",
    "box-pdf", "box-text",
    "event-file-out", "sitting-file-out", "sheet-pdf", "sheet-text", "blank-sheet-pdf",
    "game-card-pdf", "game-card-text",
    "person-data", "people-out", "account-csv", "account-pdf", "account-text", "account-year-pdf",
    "book-csv",
    "club-readable", "club-published-zip",
}  # fmt: skip
MOST_SENTENCES, MOST_WORDS = 6, 18


def test_every_address_has_its_help_or_needs_none() -> None:
    named = [name for each in topics().values() for name in each.pages]
    assert {row.name for row in ROWS} == {*named} | WITHOUT
    assert not {*named} & WITHOUT
    assert len({*named}) == len(named), "named twice"
    assert all(each.pages for each in topics().values())
    assert topic_of_address("sit-down") == "sitting-down" and topic_of_address("health") == ""


@pytest.mark.django_db
@pytest.mark.parametrize("key", topics())
def test_a_help_is_short_and_opens_as_page_and_as_sheet(key: str) -> None:
    topic = topics()[key]
    assert 0 < len(topic.says) <= MOST_SENTENCES
    assert [text for text in topic.says if len(str(text).split()) > MOST_WORDS] == []
    page = Client().get(f"/help/{key}/")
    assert page.status_code == 200 and page.content.decode().count("<h1") == 1
    sheet = Client().get(f"/help/{key}/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in sheet and re.search(r"<h2[^>]*autofocus", sheet)
    assert str(topic.says[0]) in sheet.replace("&#x27;", "'")


@pytest.mark.django_db
def test_help_that_is_not_there_is_not_found() -> None:
    assert Client().get("/help/nothing/").status_code == 404
