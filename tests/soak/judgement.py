"""The judgement after a soak: the server's files and pages against the independent model."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.soak.backup_under_load import readable
from tests.soak.director import log_in
from tests.soak.event_kinds import COUNTED, TEAMS
from tests.soak.judge import Players, Said, Tally, compare_cards, meant_by
from tests.soak.judge_events import compare_events, meant_by_events
from tests.soak.phones import Phone
from tests.soak.played_event import PlayedEvent

if TYPE_CHECKING:
    from tests.soak.soak import Soak

# Without any of these a run has shown nothing.
NEEDED = (
    "deals", "points of deals", "balances", "results", "points of results", "rankings",
    "lines of rankings",
)  # fmt: skip
# Nor without these, where teams played and a par contest.
NEEDED_OF_KINDS = ("matches", "auctions of par contests")
SHOWN = 10  # differences that are told


def judge(soak: Soak) -> None:
    """Compare every fact, score, rubber, debt, balance and ranking; note how many."""
    events = [event for group in soak.groups for event in group.begun]
    phone = Phone(soak.server.port)
    log_in(phone, *soak.login)
    of_all = readable(soak, soak.data)
    files = {name[5:]: content for name, content in of_all.items() if name.startswith("soak/")}
    players = [*soak.cards, *soak.sevens]
    server = said_by(soak.manage, phone, files, players, events)
    tally, meant = compared(players, events, server)
    for text in tally.wrong[:SHOWN]:
        print("   ", text)
    soak.expect("what the model says of it is what the server says", not tally.wrong)
    soak.expect(f"compared: {in_words(tally.compared)}", is_whole(tally.compared, meant))
    none = [*never_played(tally.played), *(e for e in NEEDED_OF_KINDS if not tally.compared[e])]
    soak.expect(f"of each kind of event: {in_words(tally.played)}; nothing of: {none}", not none)
    soak.figures["compared with the model afterwards"] = in_words(tally.compared)
    soak.figures["results of them by kind of event"] = in_words(tally.played)
    soak.figures["other than the model says"] = str(len(tally.wrong))


def said_by(
    manage: Callable[..., str],
    phone: Phone,
    files: dict[str, bytes],
    cards: Players,
    events: list[PlayedEvent],
) -> Said:
    """Return all that a server says of these tables; `phone` is the director's browser."""
    sittings = {of: f"-{of}.jsonl" for each in cards for of, _parts in each.sheets}
    numbers = {each.number: f"-{each.number}.json" for each in events}
    ranked = _scored(manage, "score_event", files, numbers)
    return Said(
        files=files,
        scores=_scored(manage, "score", files, sittings),
        ranked={number: lines[0] for number, lines in ranked.items()},
        accounts=_accounts(phone),
        rankings={each.number: phone.open(f"{each.address}ranking/")[1] for each in events},
        matches={
            each.number: phone.open(f"{each.address}matches/")[1]
            for each in events
            if each.kind.counted == TEAMS
        },
    )


def compared(cards: Players, events: list[PlayedEvent], server: Said) -> tuple[Tally, Counter[str]]:
    """Compare everything; return what was compared, and how much there was to compare."""
    tally = Tally()
    compare_cards(tally, cards, server)
    compare_events(tally, events, server)
    return tally, meant_by(cards) + meant_by_events(events)


def _accounts(phone: Phone) -> str:
    """Return all pages of accounts, one behind the other."""
    pages = [phone.open("/book/")[1]]
    while f"page={len(pages) + 1}" in pages[-1]:
        pages.append(phone.open(f"/book/?page={len(pages) + 1}")[1])
    return "".join(pages)


def is_whole(compared: Counter[str], meant: Counter[str]) -> bool:
    """Whether as much was compared as phones were answered, and of each kind something."""
    return +compared == +meant and all(compared[each] for each in NEEDED)


def never_played(played: Counter[str]) -> list[str]:
    """Return the kinds of events of which no result was compared."""
    return [each for each in COUNTED if not played[each]]


def in_words(compared: Counter[str]) -> str:
    """Return how much was compared: "1,204 deals, 310 rubbers"."""
    return ", ".join(f"{number:,} {kind}" for kind, number in compared.items())


def _scored(
    manage: Callable[..., str], command: str, files: dict[str, bytes], endings: dict[int, str]
) -> dict[int, list[dict[str, Any]]]:
    """Return what the program's own command says of each file, line by line."""
    if not endings:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        places = {number: _written(Path(folder), files, end) for number, end in endings.items()}
        said = iter(manage(command, *map(str, places.values())).splitlines())
        return {
            number: [json.loads(next(said)) for _line in place.read_text("utf-8").splitlines()]
            for number, place in places.items()
        }


def _written(folder: Path, files: dict[str, bytes], ending: str) -> Path:
    name = next(name for name in files if name.endswith(ending))
    place = folder / Path(name).name
    place.write_bytes(files[name])
    return place
