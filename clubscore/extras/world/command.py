"""Packages of a set at the command line: a club's key, what a table made of it, their ranking."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NotRequired, TypedDict

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from clubscore.extras.world.field import GhostStanding, standings, tables_of
from clubscore.extras.world.package import (
    NOBODY,
    Names,
    Package,
    PackageFacts,
    call_hour,
    check_hour,
    hour_in,
    read_hour,
    read_package,
    sign,
    with_hour,
)
from clubscore.files.json_text import read_values
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.event import EventFile, fingerprint, read_event


class StandingAnswer(TypedDict):
    """A side of a package in the ranking of its set."""

    club: str
    names: list[str]
    side: str
    played: str
    boards: int
    losses: int
    net: int
    tasks: NotRequired[int]
    percent: NotRequired[str]
    imps: NotRequired[str]
    percentile: NotRequired[str]


class RankAnswer(TypedDict):
    """The ranking of a set, best first, and the files that were turned away."""

    ranking: list[StandingAnswer]
    refused: list[dict[str, str]]


def make_key(file: Path) -> None:
    """Make a club's key and keep it where its owner alone may read it; never over another."""
    key = Ed25519PrivateKey.generate()
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with open(file, "xb", opener=_own) as kept:
        kept.write(written)


def _own(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def read_key(file: Path) -> Ed25519PrivateKey:
    """A club's key. RuleError at ``key`` for a file that holds none; OSError as it comes."""
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (ValueError, TypeError):
        key = None
    if isinstance(key, Ed25519PrivateKey):
        return key
    raise RuleError(
        "key",
        gettext_noop("%(file)s holds no key of a club. Make one with: contest key FILE"),
        "key",
        file=str(file),
    )


def read_one(file: Path) -> object:
    """The one value of a file. RuleError for a text that is none; OSError as it comes."""
    try:
        found = list(read_values(file.read_text(encoding="utf-8-sig")))
    except UnicodeDecodeError:
        found = []
    if len(found) == 1 and not isinstance(found[0], RuleError):
        return found[0]
    raise RuleError(
        "json", gettext_noop("%(file)s does not hold one object of JSON."), "", file=str(file)
    )


def sealed(told_set: EventFile, closes: str, key: Ed25519PrivateKey, club: str) -> EventFile:
    """A set with the hour at which it closes for every club. RuleError at ``closes``."""
    try:
        given = dt.datetime.fromisoformat(closes)
        moment = None if given.tzinfo is None else given.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise RuleError(
            "moment",
            gettext_noop("%(given)s is no moment with its zone. Write 2026-11-28T22:00+01:00."),
            "closes",
            given=shown(closes),
        )
    called = dt.datetime.now(dt.UTC)
    facts = call_hour(fingerprint(told_set), moment, called, key, club)
    return replace(told_set, simultaneous=with_hour(told_set, facts))


def _closes(told_set: EventFile) -> dt.datetime | None:
    """When a set closes, as its file says. RuleError where what it says is not signed so."""
    facts = hour_in(told_set)
    return read_hour(facts).closes if facts is not None else None


def packed(
    event: EventFile, played_set: EventFile, key: Ed25519PrivateKey, *, club: str, named: bool
) -> Iterator[PackageFacts]:
    """A package for each two sides that met at an event that was played with the set.

    A board that was not played, or has a ruling instead of a result, is left out. RuleError for a
    result of a board that is not the set's.
    """
    day, closes = event.about.get("date"), _closes(played_set)
    for table in tables_of(event, played_set):
        names = table.names if named else NOBODY
        played = dt.date.fromisoformat(day) if day else dt.date.today()
        yield sign(
            played_set, table.results, played=played, key=key, club=club, names=names, closes=closes
        )


def ranked(played_set: EventFile, files: Sequence[Path]) -> RankAnswer:
    """The ranking of all packages that are of this set; what is wrong with the others.

    Where the file of the set says its hour, a package that says another is one of the others.
    """
    here = _closes(played_set)
    packages: list[Package] = []
    refused: list[dict[str, str]] = []
    for file in files:
        try:
            package = read_package(read_one(file), played_set)
            if here is not None:
                check_hour(package, here)
            packages.append(package)
        except RuleError as error:
            refused.append({"file": str(file), "error": str(error), "where": error.where})
    return {
        "ranking": [_answer(one, played_set) for one in standings(played_set, packages)],
        "refused": refused,
    }


def _answer(one: GhostStanding, played_set: EventFile) -> StandingAnswer:
    package = one.package
    names: Names = package.names
    told: StandingAnswer = {
        "club": package.club,
        "names": list(names[0] if one.side == "NS" else names[1]),
        "side": one.side,
        "played": package.played.isoformat(),
        "boards": one.boards,
        "losses": one.losses,
        "net": one.net,
    }
    if any(board.tasks for board in played_set.boards.values()):
        told["tasks"] = one.tasks
    if one.percent is not None and one.imps is not None:
        told["percent"], told["imps"] = f"{float(one.percent):.2f}", f"{float(one.imps):.2f}"
    if one.percentile is not None:
        told["percentile"] = f"{float(one.percentile):.1f}"
    return told


def read_set(file: Path) -> EventFile:
    """A set of an event file. RuleError names what is wrong; OSError as it comes."""
    raw = read_one(file)
    if not isinstance(raw, Mapping):
        raise RuleError("type", gettext_noop("A set is an object."), "")
    return read_event(raw)
