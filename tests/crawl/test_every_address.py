"""Every address of a house by everybody, read and sent an empty form: one answer, many who look."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clubscore.contests.shipped import SHIPPED, shipped_set
from tests.crawl import inspecting
from tests.crawl.crawling import Crawl
from tests.crawled import with_secret_names
from tests.house import build_house
from tests.test_addresses import ROLES, ROWS, Row, addresses_of, browser_of
from tests.test_live_crawl import BY_TOKEN
from tests.words.pseudo import pseudo_language
from tests.words.walking import PACKAGES, names_of_everybody

# Whose names they are, in letters that no secret word is made of; short, as titles are.
OURS, THEIRS = "Жω", "Ωж"
# They ask for parts of pages, too, as htmx does.
WITH_SCRIPT = ("phone", "director")
# Addresses that never answer with HTML, whoever asks: files, one word for a machine, a way out; and
# a part that is empty where nothing was typed.
NO_HTML = {
    "event-sign-up-find",
    *("alive", "blank-sheet", "game-card", "game-card-text", "health", "leave-phone", "ready"),
    *("feed-evenings", "feed-results", "trust-authority", "worker"),
}


def steps_of(row: Row) -> Iterator[tuple[str, str]]:
    """Return who asks for an address and how.

    By a method that it does not take two ask: whoever may nothing, and whoever may most.
    """
    for role in ROLES:
        for method, needed in (("POST", row.post), ("GET", row.get)):
            if needed != "-" or role in ("visitor", "director"):
                yield role, method


def crawled() -> tuple[Crawl, frozenset[str]]:
    """Ask for everything; return the answers, and the names that no translator saw.

    Where somebody with a script was shown a page, they ask for its part, too.
    """
    house, other, crawl = build_house(), build_house("Baldwin"), Crawl()
    cookies = {role: browser_of(role, house, other).cookies for role in ROLES}
    addresses = addresses_of(house)
    with_secret_names(house.club, OURS)
    with_secret_names(other.club, THEIRS)
    known = names_of_everybody() | PACKAGES | {shipped_set(each).about["name"] for each in SHIPPED}
    with pseudo_language():
        for row in ROWS:
            for role, method in steps_of(row):
                how = {"name": row.name, "role": role}
                answer = crawl.ask(cookies[role], method, addresses[row.name], **how)
                is_shown = answer.kind == inspecting.PAGE and answer.status_code in (200, 422)
                if role in WITH_SCRIPT and is_shown:
                    crawl.ask(cookies[role], method, addresses[row.name], is_part=True, **how)
    return crawl, known


@pytest.mark.gate
@pytest.mark.long(90)
@pytest.mark.django_db
def test_nothing_is_wrong_with_any_answer(tmp_path: Path) -> None:
    crawl, known = crawled()
    steps = sum(len([*steps_of(row)]) for row in ROWS)
    marks = {role: (OURS if role.startswith("other") else THEIRS).encode() for role in ROLES}
    told = {
        "rights": (inspecting.rights(crawl), steps),
        "headers": (inspecting.headers(crawl), len(crawl.answers)),
        "who keeps": (inspecting.who_keeps(crawl), steps),
        "html": (inspecting.html(crawl, tmp_path), 150),
        "marked": (inspecting.marked(crawl, known), 700),
        "ids": (inspecting.twice(crawl), 600),
        "weight": (inspecting.weight(crawl), 400),
        "help": (inspecting.helped(crawl), 60),
        "secrets": (inspecting.secrets(crawl, marks, BY_TOKEN), 4_000),
    }
    assert {name: each.wrong[:20] for name, (each, _least) in told.items() if each.wrong} == {}
    assert {name: each.looked for name, (each, least) in told.items() if each.looked < least} == {}
    shown = {
        each.name for each in crawl.answers if each.kind == inspecting.PAGE and each.content.strip()
    }
    assert {row.name for row in ROWS} - shown == NO_HTML
