"""Every page of furnished clubs, and every kind of form on them sent with what it cannot be."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import pytest
from django.test import Client

from clubscore.club.models import User
from tests.crawl import inspecting
from tests.crawl.crawling import Answer, Crawl, undone
from tests.crawl.inspecting import PAGE
from tests.flows.acting import HOST
from tests.furnished import GROUNDS, name_of, once_a_kind
from tests.house import client_of
from tests.soak.phones import Forms
from tests.valid import filled_in
from tests.words.pseudo import pseudo_language
from tests.words.walking import PACKAGES, TYPED, names_of_everybody

CHOSEN_ANEW = "What is the ruling?"


class Count(NamedTuple):
    """How many pages a ground has for visitors and its director, of how many kinds at least, and
    how many forms come back.
    """

    visitor: int
    director: int
    kinds: int
    came_back: int


COUNTS = {
    "cards": Count(17, 161, 95, 40), "other games": Count(0, 154, 38, 0),
    "events": Count(9, 98, 70, 60), "the seven": Count(0, 15, 10, 0),
}  # fmt: skip


def comes_back(page: str, action: str, path: str) -> bool:
    """Say whether a page that says what is wrong has a form with which it is sent again.

    Where what a form is about was no such thing, the page lets it be chosen anew.
    """
    sent_to = urljoin(path, action)
    return CHOSEN_ANEW in page or any(
        urljoin(path, given.get("action", "")) == sent_to for given, _f in Forms(page).found
    )


# Of the other games, before the night, every fourth page: each game has seven, so all kinds come.
FOURTH = 4


def chosen(ground: str, paths: Sequence[str], *, every: bool) -> Sequence[str]:
    """Return which pages of a ground are opened: all, or before the night the first of a kind."""
    if every:
        return paths
    return paths[::FOURTH] if ground == "other games" else once_a_kind(paths)


def crawl_ground(
    crawl: Crawl, ground: str, *, every: bool
) -> tuple[list[Answer], frozenset[str], list[str]]:
    """Open the pages of a ground that are chosen, and send each kind of form once.

    Return what came back of forms, what names there are, and which forms are lost when refused.
    """
    made = GROUNDS[ground]()
    host = client_of(User.objects.get(username=HOST)).cookies
    known = names_of_everybody() | PACKAGES | TYPED
    sent, came_back, dead_ends = set(), list[Answer](), list[str]()
    with pseudo_language():
        for role, paths in (("visitor", made.visitor), ("director", made.director)):
            cookies = host if role == "director" else Client().cookies
            for path in chosen(ground, paths, every=every):
                page = crawl.ask(cookies, "GET", path, name=name_of(path), role=role)
                if role == "visitor" or page.kind != PAGE:
                    continue
                for action, fields in filled_in(page.content.decode()):
                    address = urljoin(path, action)
                    kind = name_of(address), *sorted(fields)
                    if kind in sent:
                        continue
                    sent.add(kind)
                    answer = crawl.ask(
                        host, "POST", address, name=kind[0], role=role, fields=fields
                    )
                    if answer.kind == PAGE and answer.content.strip():
                        came_back.append(answer)
                        text = answer.content.decode()
                        if answer.status_code == 422 and not comes_back(text, action, path):
                            dead_ends.append(f"{path}: {address}")
    return came_back, known, dead_ends


@pytest.mark.parametrize("every", [
    pytest.param(False, marks=pytest.mark.gate(share=True)),
    pytest.param(True, marks=pytest.mark.night),
])  # fmt: skip
@pytest.mark.long(60)
@pytest.mark.django_db
def test_nothing_is_wrong_with_any_page(tmp_path: Path, every: bool) -> None:
    crawl, known, told = Crawl(), frozenset[str](), {}
    least = 300 if every else 200
    for ground, count in COUNTS.items():
        with undone():
            before = len(crawl.answers)
            came_back, names, dead_ends = crawl_ground(crawl, ground, every=every)
            known |= names
        assert dead_ends == []
        asked = [(each.role, each.method) for each in crawl.answers[before:]]
        pages = asked.count(("visitor", "GET")), asked.count(("director", "GET"))
        assert pages == (count.visitor, count.director) if every else sum(pages) >= count.kinds, (
            ground, pages,
        )  # fmt: skip
        fewest = count.came_back if every else count.came_back * 4 // 5
        assert len(came_back) >= fewest, (ground, len(came_back))
    told = {
        "opened": (inspecting.opened(crawl), 454 if every else 220),
        "headers": (inspecting.headers(crawl), len(crawl.answers)),
        "html": (inspecting.html(crawl, tmp_path), 100),
        "marked": (inspecting.marked(crawl, known), least),
        "ids": (inspecting.twice(crawl), least),
        "weight": (inspecting.weight(crawl), least),
        "help": (inspecting.helped(crawl), 60),
    }
    assert {name: each.wrong[:20] for name, (each, _least) in told.items() if each.wrong} == {}
    assert {name: each.looked for name, (each, least) in told.items() if each.looked < least} == {}
