"""A club's own packages beside its published results, for other clubs to follow."""

import json
from collections.abc import Iterator
from functools import partial

from clubscore.club.models import Club
from clubscore.club.safe.kept_files import OneFile
from clubscore.contests.code_texts import whole_text
from clubscore.events.models import ContestPackage
from clubscore.events.world.kept_packages import facts_in
from clubscore.events.world.server_pool import own_packages
from clubscore.exchange.package_files.followed_pools import FORMAT

INDEX = "packages/index.json"


def package_files(club: Club) -> Iterator[OneFile]:
    """Yield each package as a text, then the index of all; nothing where there is none.

    As texts, in which nobody reads a result by looking at them.
    """
    rows = own_packages(club)
    for row in rows:
        yield OneFile(f"packages/{_file(row)}", row.digest, partial(_text, row))
    if rows:
        yield OneFile(INDEX, "", partial(_index, rows))


def _file(row: ContestPackage) -> str:
    return f"{row.digest}.txt"


def _text(row: ContestPackage) -> bytes:
    return f"{whole_text(facts_in(row))}\n".encode()


def _index(rows: list[ContestPackage]) -> bytes:
    listed = [
        {"set": row.contest_set.fingerprint, "digest": row.digest, "file": _file(row)}
        for row in rows
    ]
    return json.dumps({"format": FORMAT, "packages": listed}, indent=1).encode()
