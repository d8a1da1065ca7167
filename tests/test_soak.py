"""The soak itself: its phones do what pages ask for, and its verifier sees what went wrong."""

from __future__ import annotations

import json
import threading
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from clubscore.club.access import Actor, Level
from clubscore.club.logins.logins import found_club
from clubscore.club.models import Club
from clubscore.events.models import ResultRevision
from clubscore.events.phones import let_phones_in, links_of
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Deal, DealRevision
from clubscore.rubbers.sitting.phones import make_link
from clubscore.tableside.secret_addresses import token_of
from tests.bench.page_server import open_table
from tests.events.evenings import Evening
from tests.soak.phones import Book, Phone
from tests.soak.verify import look

BOARDS = 3
ROWS: dict[str, Any] = {"card": DealRevision, "event": ResultRevision}


def behind_the_models(statement: str, room: str, *given: str) -> None:
    """Change what the program itself never changes."""
    with connection.cursor() as cursor:
        cursor.execute(statement.format(table=ROWS[room]._meta.db_table), given)


def once_more(row: Any, **other: Any) -> None:
    """Write a row a second time, with a key of its own."""
    row.pk, row.key, row._state.adding = None, "again", True
    for name, value in other.items():
        setattr(row, name, value)
    row.save()


class PhoneHere(Phone):
    """A phone that reaches the program without a network, and stops after so many deals."""

    deals = 0

    def __init__(self, *codes: str, deals: int = 0) -> None:
        super().__init__(0, [*codes], Book(), threading.Event())
        self.browser, self.most = Client(), deals

    def _once(self, path: str, form: dict[str, str] | None) -> tuple[int, str, str]:
        ask = self.browser.get if form is None else self.browser.post
        answer = ask(path, form)
        self.cookies = {name: each.value for name, each in self.browser.cookies.items()}
        if path.endswith("/record/"):
            self.deals += 1
            if self.deals == self.most:
                self.stop.set()
        return answer.status_code, answer.content.decode(), answer.headers.get("Location", "")


@pytest.fixture
def club(db: None) -> Club:
    """A club with nobody in it."""
    return found_club(name="Soak", author="a test")


def event_played(club: Club) -> Book:
    """Let a phone play all boards of a table of an event; return what it wrote down."""
    evening = Evening(4, boards=BOARDS, club=club)
    let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
    phone = PhoneHere(f"/e/{token_of(links_of(evening.section)[0].nonce)}/")
    phone.run()
    return phone.book


def cards_played(club: Club) -> Book:
    """Let a phone enter three deals of rubbers; return what it wrote down."""
    sitting = open_table(club, 1, Actor(level=Level.DIRECTOR, club=club))
    phone = PhoneHere(f"/t/{token_of(make_link(sitting=sitting, author='a test').nonce)}/", deals=3)
    phone.run()
    return phone.book


def test_the_phone_of_an_event_says_who_is_here_and_enters_every_board(club: Club) -> None:
    book = event_played(club)
    assert book.done == {"let in": 1, "here": 1, "told": BOARDS, "agreed": BOARDS}
    assert ResultRevision.objects.filter(kind="agreed").count() == BOARDS
    # It ends for want of boards, and says so: a soak whose tables stand idle proves nothing.
    (word,) = book.wrong
    assert word.endswith("nothing is left to enter")


def test_only_what_is_entered_counts_as_an_entry(club: Club) -> None:
    book = event_played(club)
    assert len(book.spent["entry"]) == 2 * BOARDS == len(book.acknowledged["event"])
    assert len(book.spent["other"]) == 2  # let in, and all four here
    cards = cards_played(club)
    assert cards.done == {"let in": 1, "deal": 3} and not cards.wrong
    assert len(cards.spent["entry"]) == 3 == len(cards.acknowledged["card"])


@pytest.fixture
def told(club: Club) -> dict[str, list[dict[str, Any]]]:
    """What phones of both rooms were answered."""
    card, event = cards_played(club).acknowledged, event_played(club).acknowledged
    return {"card": card["card"], "event": event["event"]}


def faults(club: Club, told: dict[str, Any]) -> dict[str, int]:
    """How many of each fault the verifier names; each name bears the entry's key or place."""
    found = look(club, told)
    return {name: len(found[name]) for name in ("lost", "changed", "doubled", "strange")}


NONE = {"lost": 0, "changed": 0, "doubled": 0, "strange": 0}


def test_what_stands_as_acknowledged_is_clean_and_counted(club: Club, told: Any) -> None:
    found = look(club, told)
    assert faults(club, told) == NONE
    assert found["counts"] == {"deal": 3, "told": BOARDS, "agreed": BOARDS}


@pytest.mark.parametrize("room", ["card", "event"])
def test_the_verifier_names_what_was_lost(club: Club, told: Any, room: str) -> None:
    key = told[room][1]["key"]
    behind_the_models("DELETE FROM {table} WHERE key = %s", room, key)
    assert faults(club, told) == NONE | {"lost": 1}
    assert key in look(club, told)["lost"][0]


@pytest.mark.parametrize("room", ["card", "event"])
def test_the_verifier_names_what_stands_changed(club: Club, told: Any, room: str) -> None:
    entry = told[room][1]
    facts = json.dumps(entry["facts"] | {"tricks": 0})
    behind_the_models("UPDATE {table} SET facts = %s WHERE key = %s", room, facts, entry["key"])
    assert faults(club, told) == NONE | {"changed": 1}
    assert entry["key"] in look(club, told)["changed"][0]


@pytest.mark.parametrize("room", ["card", "event"])
def test_the_verifier_names_what_stands_at_another_place(club: Club, told: Any, room: str) -> None:
    heard = deepcopy(told)
    heard[room][0]["at"] = heard[room][0]["at"].replace("/", "/1", 2)
    assert faults(club, heard) == NONE | {"changed": 1}


@pytest.mark.parametrize("room", ["card", "event"])
def test_the_verifier_names_what_was_doubled(club: Club, told: Any, room: str) -> None:
    """Once more at the same place, under a key of its own; and once more as the next deal."""
    key = told[room][1]["key"]
    row: Any = ROWS[room].objects.get(key=key)
    once_more(row, number=row.number + 5)
    assert faults(club, told) == NONE | {"doubled": 2, "strange": 1}
    assert all(each in " ".join(look(club, told)["doubled"]) for each in (key, "again"))


def test_the_verifier_names_a_deal_that_was_counted_as_the_next_one_too(
    club: Club, told: Any
) -> None:
    row = DealRevision.objects.get(key=told["card"][2]["key"])
    deal = Deal.objects.get(pk=row.deal_id)
    deal.pk, deal.position = None, deal.position + 1
    deal.save()
    once_more(row, deal=deal)
    assert faults(club, told) == NONE | {"strange": 1}
    assert "again" in look(club, told)["strange"][0]
