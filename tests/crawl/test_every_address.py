"""Every address of a house by everybody, read and sent an empty form: one answer, many who look."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clubscore.club.access import Level
from clubscore.events.set_table import SHIPPED, shipped_set
from tests.crawl import inspecting
from tests.crawl.crawling import Crawl
from tests.crawled import with_secret_names
from tests.house import build_house
from tests.test_addresses import LEVELS, ROLES, ROWS, STRANGERS, Row, addresses_of, browser_of
from tests.test_live_crawl import BY_TOKEN
from tests.words.pseudo import pseudo_language
from tests.words.walking import PACKAGES, names_of_everybody

# Whose names they are, in letters that no secret word is made of; short, as titles are.
OURS, THEIRS = "Жω", "Ωж"
# They ask for parts of pages, too, as htmx does; before the night the director alone.
WITH_SCRIPT = ("director", "phone")
# Whom a level refuses though nobody below it has more.
NEXT_TO = {
    Level.TABLE: "keeper", Level.PLAYER: "other phone", Level.SCORER: "player",
    Level.DIRECTOR: "scorer", Level.KEEPER: "director",
}  # fmt: skip
# Addresses that never answer with HTML, whoever asks: files, one word for a machine, a way out; and
# a part that is empty where nothing was typed.
NO_HTML = {
    "event-sign-up-find",
    *("alive", "blank-sheet-pdf", "choose-print", "game-card-pdf", "game-card-text", "health"),
    "leave-phone",
    "ready",
    *("feed-evenings", "feed-results", "trust-authority", "worker"),
}


def is_shown_as_another(role: str, row: Row, level: Level) -> bool:
    """Say whether somebody is shown what somebody else is, who asks before the night."""
    return (
        (role == "scorer" and level < Level.SCORER)
        or (role == "keeper" and level < Level.KEEPER)
        or (role == "other phone" and role not in STRANGERS[row.whose])
    )


def steps_of(row: Row, *, every: bool) -> Iterator[tuple[str, str]]:
    """Return who asks for an address and how.

    By a method that it does not take two ask: whoever may nothing, and whoever may most, the one
    alone before the night. Of those whom the view's level refuses, before the night, two: visitors,
    and who stands next to it; of those whom it lets in nobody who is shown the same as another.
    """
    for method, needed in (("POST", row.post), ("GET", row.get)):
        for role, level in ROLES.items():
            if needed == "-":
                asks = role == "director" or (every and role == "visitor")
            else:
                least = LEVELS[needed]
                if level < least:
                    asks = every or role in ("visitor", NEXT_TO[least])
                else:
                    asks = every or not is_shown_as_another(role, row, least)
            if asks:
                yield role, method


def crawled(*, every: bool) -> tuple[Crawl, frozenset[str]]:
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
            for role, method in steps_of(row, every=every):
                how = {"name": row.name, "role": role}
                answer = crawl.ask(cookies[role], method, addresses[row.name], **how)
                is_shown = answer.kind == inspecting.PAGE and answer.status_code in (200, 422)
                if role in WITH_SCRIPT[: None if every else 1] and is_shown:
                    crawl.ask(cookies[role], method, addresses[row.name], is_part=True, **how)
    return crawl, known


def test_before_the_night_whoever_stands_next_to_the_line_asks() -> None:
    asked = {
        level: [role for role, method in steps_of(Row("any", level, "-"), every=False)
                if method == "GET"]
        for level in ("anyone", "phone", "scorer", "keeper")
    }  # fmt: skip
    assert asked == {
        "anyone": ["visitor", "phone", "player", "director", "other director"],
        "phone": ["visitor", "phone", "player", "director", "other director", "keeper"],
        "scorer": ["visitor", "player", "scorer", "director", "other director"],
        "keeper": ["visitor", "director"],
    }
    whole = [*steps_of(Row("any", "scorer", "scorer"), every=True)]
    assert len(whole) == 2 * len(ROLES)


@pytest.mark.parametrize("every", [
    pytest.param(False, marks=pytest.mark.gate(share=True)),
    pytest.param(True, marks=pytest.mark.night),
])  # fmt: skip
@pytest.mark.long(90)
@pytest.mark.django_db
def test_nothing_is_wrong_with_any_answer(tmp_path: Path, every: bool) -> None:
    crawl, known = crawled(every=every)
    steps = sum(len([*steps_of(row, every=every)]) for row in ROWS)
    assert steps > (4_000 if every else 2_400)
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
        "green": (inspecting.green(crawl), 600),
        "secrets": (inspecting.secrets(crawl, marks, BY_TOKEN), steps),
    }
    assert {name: each.wrong[:20] for name, (each, _least) in told.items() if each.wrong} == {}
    assert {name: each.looked for name, (each, least) in told.items() if each.looked < least} == {}
    shown = {
        each.name for each in crawl.answers if each.kind == inspecting.PAGE and each.content.strip()
    }
    assert {row.name for row in ROWS} - shown == NO_HTML
