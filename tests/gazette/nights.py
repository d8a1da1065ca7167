"""Random evenings for the gazette: events as their files have them, without a table in between."""

import random
from typing import Any

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.state import EventState, rooms_of
from clubscore.ranking import read_event

DENOMINATIONS = ("C", "D", "H", "S", "NT")
FIRST_EW = 20  # East-West's numbers begin after it


def a_result(chance: random.Random) -> dict[str, Any]:
    """Any result of a board; alike ones are frequent, as at real tables."""
    if chance.random() < 0.05:
        return {"passed_out": True}
    level = chance.choice((1, 2, 3, 4, 4, 4, 5, 6))
    contract = f"{level}{chance.choice(('H', 'S', 'S', 'NT', 'D'))}"
    contract += chance.choice(("", "", "", "", "X", "XX"))
    tricks = min(13, max(0, 6 + level + chance.choice((-3, -1, -1, 0, 0, 0, 0, 1))))
    return {"contract": contract, "declarer": chance.choice("NNNSEW"), "tricks": tricks}


def a_file(seed: int, tables: int = 5, rounds: int = 5, boards: int = 2) -> dict[str, Any]:
    """An event file: so many tables, an odd number, whose East-West pairs move."""
    chance = random.Random(seed)  # noqa: S311 - not a secret
    usual = {board: a_result(chance) for board in range(1, tables * boards + 1)}
    results = []
    for at in range(rounds):
        for table in range(tables):
            first = (table + at) % tables * boards
            for board in range(first + 1, first + boards + 1):
                outcome = usual[board] if chance.random() < 0.5 else a_result(chance)
                ew = (table - at) % tables + FIRST_EW + 1
                results.append(
                    {"board": board, "round": at + 1, "table": table + 1, "ns": str(table + 1),
                     "ew": str(ew), **outcome}
                )  # fmt: skip
    ways = (("NS", range(1, tables + 1)), ("EW", range(FIRST_EW + 1, FIRST_EW + tables + 1)))
    contestants = [
        {"number": str(n), "direction": way, "names": [f"Ann{n}", f"Bob{n}"]}
        for way, numbers in ways
        for n in numbers
    ]
    return {
        "format": "clubscore-event/1", "name": f"Night {seed}", "game": "duplicate",
        "scoring": "matchpoints", "winners": 2, "contestants": contestants,
        "boards": [{"number": n} for n in usual], "results": results,
    }  # fmt: skip


def a_file_of_teams(seed: int, teams: int = 4, boards: int = 6) -> dict[str, Any]:
    """An event file: teams that all meet each other, the same boards each time."""
    chance = random.Random(seed)  # noqa: S311 - not a secret
    names = [str(n) for n in range(1, teams + 1)]
    usual = {board: a_result(chance) for board in range(1, boards + 1)}
    results, pairs = [], [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
    for at, pair in enumerate(pairs, start=1):
        for board, expected in usual.items():
            for table, (ns, ew) in enumerate((pair, pair[::-1]), start=1):
                outcome = expected if chance.random() < 0.5 else a_result(chance)
                seat = {"board": board, "round": at, "table": table, "ns": ns, "ew": ew}
                results.append(seat | outcome)
    return {
        "format": "clubscore-event/1", "name": f"Teams {seed}", "game": "duplicate",
        "contestants_are": "teams", "scoring": "imps-vp",
        "contestants": [{"number": n, "names": [f"Team{n}"]} for n in names],
        "boards": [{"number": n} for n in usual], "results": results,
    }  # fmt: skip


def a_room() -> EventState:
    """An imported event: what is read with another file in its place needs no table."""
    club = found_club(name="Portland", author="a test")
    actor = Actor(level=Level.DIRECTOR, club=club)
    event = bring_in_event(
        club=club, told=read_event(a_file(0)), source=FileSource("night.json"), actor=actor
    )
    return rooms_of([event])[0]
