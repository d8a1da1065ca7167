"""The world's ranking of a set: 10,000 packages of twelve boards, and one package more.

    python tests/bench/bench_contests.py [--packages 10000]

Printed beside a bare count: reading the same JSON, and adding up each side's scores. Then the same
packages come into a club's database, the worker ranks them, and the page is asked for as after a
restart; beside that a count of the rows.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import clubscore
from clubscore.extras.world.field import standings
from clubscore.extras.world.package import read_package, sign
from clubscore.ranking.event import EventFile, read_event
from tests.bench.smallest import begun_in, gather, judged, sized

SET = Path(clubscore.__file__).parent / "events/sets" / "auction-1917.json"
DAY = dt.date(2026, 11, 26)
Found = TypeVar("Found")


def some_results(played_set: EventFile, chance: random.Random) -> list[Any]:
    """Contracts near par: what a club's evening looks like."""
    found = []
    for number, board in played_set.boards.items():
        par = board.par
        assert par is not None and par.contract is not None and par.declarer is not None
        tricks = min(13, max(0, 6 + int(par.contract[0]) + chance.choice((-2, -1, 0, 0, 0, 1))))
        told = {"board": number, "contract": par.contract, "declarer": par.declarer}
        found.append(told | {"tricks": tricks})
    return found


def timed(what: Callable[[], Found]) -> tuple[Found, float]:
    """What it gives, and the seconds of processor it took."""
    begun = time.process_time()
    found = what()
    return found, time.process_time() - begun


def main() -> int:
    """Print the figures; 1 where not every package was ranked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=int, default=sized(10_000, 5))
    count = parser.parse_args().packages
    played_set = read_event(json.loads(SET.read_text()))
    chance = random.Random(1917)  # noqa: S311 - the same each time
    key = Ed25519PrivateKey.generate()
    texts = [
        json.dumps(
            sign(
                played_set, some_results(played_set, chance), played=DAY, key=key, club=f"Club {n}"
            )
        )
        for n in range(count + 1)
    ]
    bare, plain = timed(lambda: [json.loads(text) for text in texts[:count]])
    packages, reading = timed(lambda: [read_package(each, played_set) for each in bare])
    counted, adding = timed(
        lambda: [sum(result.score or 0 for result in package.results) for package in packages]
    )
    ranked, ranking = timed(lambda: standings(played_set, packages))
    more = read_package(json.loads(texts[count]), played_set)
    again, once_more = timed(lambda: standings(played_set, [*packages, more]))
    print(f"{count:,} packages of {len(played_set.boards)} boards")
    print(f"parsed as JSON       {plain:7.2f} s")
    print(f"verified and scored  {reading:7.2f} s, {count / reading:,.0f} a second")
    print(f"scores added up      {adding:7.2f} s")
    print(f"ranked               {ranking:7.2f} s, {ranking / adding:,.1f} times the sum")
    print(f"ranked with one more {once_more:7.2f} s")
    right = (len(counted), len(ranked), len(again)) == (count, 2 * count, 2 * count + 2)
    print("all ranked" if right else f"NOT ALL RANKED: {len(ranked)} of {2 * count}")
    return 0 if right and in_a_club(texts) else 1


def in_a_club(texts: list[str]) -> bool:
    """Import all packages but one into a club, rank them, then the last; whether all were ranked.

    In a folder of its own, on SQLite.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CLUBSCORE_DATA": folder, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
        begun_in(folder)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        gather()
        return _imported_and_ranked(texts)


def _imported_and_ranked(texts: list[str]) -> bool:
    from clubscore.club.access import Actor, Level
    from clubscore.club.database import forget_what_was_read
    from clubscore.club.logins import found_club
    from clubscore.club.models import Role
    from clubscore.events.models import ContestPackage
    from clubscore.events.set_table import bring_shipped_set
    from clubscore.extras.world.packages import CameFrom, bring_packages
    from clubscore.extras.world.tables import WorldRanking, count_behind
    from tests.house import client_of, make_user

    club = found_club(name="Leeds", author="a bench")
    actor, came = Actor(Level.DIRECTOR, club), CameFrom(ContestPackage.Source.FILE)
    kept = bring_shipped_set(club=club, name="auction-1917", key="set", actor=actor)
    raw = [json.loads(text) for text in texts]

    def import_(given: list[Any]) -> int:
        told = bring_packages(club=club, given=given, came=came, actor=actor)
        return sum(one.is_new for one in told)

    boards = frozenset(range(1, 13))
    client = client_of(make_user(club, "director", Role.DIRECTOR))
    client.defaults["SERVER_NAME"] = "localhost"
    client.post(f"/world/{kept.pk}/look/", {"key": "look"}, secure=True)

    def count_() -> int:
        count_behind(kept, boards, lambda _done, _total: None)
        return len(WorldRanking(kept, boards).now.placed)

    def page(rest: str = "") -> int:
        """The page of the set, or of a board, whole; how many lines of its table it shows."""
        answer = client.get(f"/world/{kept.pk}/{rest}", secure=True)
        return int(answer.status_code == 200) and answer.content.count(b"<tr")

    new, importing = timed(lambda: import_(raw[:-1]))
    again, refused = timed(lambda: import_(raw[:-1]))
    rows, counting = timed(ContestPackage.objects.filter(contest_set=kept).count)
    # As after a start: nothing is remembered.
    forget_what_was_read()
    cold, first = timed(count_)
    page()
    forget_what_was_read()
    shown, opened = timed(page)
    same, unchanged = timed(page)
    forget_what_was_read()
    made, of_board = timed(lambda: page("board/1/"))
    one, coming = timed(lambda: import_(raw[-1:]))
    forget_what_was_read()
    behind, stale = timed(page)
    more, moved = timed(count_)
    print(
        f"in a database of {rows:,} packages\n"
        f"imported             {importing:7.2f} s, {new / importing:,.0f} a second\n"
        f"imported once more   {refused:7.2f} s, {again} were new\n"
        f"rows counted         {counting:7.4f} s\n"
        f"ranked by the worker {first:7.2f} s, with each board\n"
        f"page after a start   {opened:7.2f} s, then {unchanged:.2f} s\n"
        f"a board after a start{of_board:7.2f} s\n"
        f"one package more     {coming:7.2f} s to import, {stale:.2f} s the page of before\n"
        f"ranked by the worker {moved:7.2f} s, what moved and each board"
    )
    # A hundred a page, and the head.
    right = {shown, same, made, behind} == {101} and (new, again, one, cold, more) == (
        len(raw) - 1,
        0,
        1,
        2 * new,
        2 * new + 2,
    )
    print("all ranked" if right else "NOT ALL RANKED")
    return right


if __name__ == "__main__":
    sys.exit(judged(main()))
