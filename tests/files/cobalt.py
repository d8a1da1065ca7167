"""A stand-in for the reader of MyABF: it stops where that one stops, as far as that is known.

From what its source demands (../shared/clubs-and-federations.md 4): a parser by which one element
is no list, and fields that are taken without a look.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, fromstring

KINDS = ("MP_PAIRS", "CROSS_IMP", "BUTLER_PAIRS")


class Stops(Exception):
    """Where it crashes or shows nothing."""


class ReadPlayer(NamedTuple):
    """A player as MyABF has one."""

    name: str
    number: int | None


class ReadPair(NamedTuple):
    """A pair as MyABF has one; points in hundredths."""

    number: str
    is_ns: bool
    place: int
    percentage: float | None
    points: int
    players: tuple[ReadPlayer, ReadPlayer]


class ReadEvent(NamedTuple):
    """An event as MyABF has one."""

    date: str
    winners: int
    pairs: list[ReadPair]
    boards: int


def read(content: bytes) -> ReadEvent:
    """Return what MyABF makes of a file. Stops where it cannot."""
    (event,) = fromstring(content).findall("EVENT")  # noqa: S314 - our own
    kind = event.get("EVENT_TYPE")
    if kind not in KINDS:
        raise Stops(f"EVENT_TYPE {kind}")
    winners = needed(event, "WINNER_TYPE")
    if winners not in ("1", "2"):
        raise Stops(f"WINNER_TYPE {winners}")
    date = needed(event, "DATE")
    if not re.fullmatch(r"\d\d([/-])\d\d\1\d{4}", date):
        raise Stops(f"DATE {date} becomes today")
    (people,) = event.findall("PARTICIPANTS")
    pairs, boards = people.findall("PAIR"), event.findall("BOARD")
    if len(pairs) < 2 or len(boards) < 2:
        raise Stops("one alone is no list")
    return ReadEvent(date, int(winners), [pair_of(each, kind) for each in pairs], len(boards))


def pair_of(pair: Element, kind: str) -> ReadPair:
    players = pair.findall("PLAYER")
    if len(players) != 2:
        raise Stops(f"{len(players)} players")
    one, two = map(player_of, players)
    percentage: Any = pair.findtext("PERCENTAGE")
    if kind == "MP_PAIRS" and percentage is None:
        raise Stops("no PERCENTAGE")
    flat = pair.find("MASTER_POINTS_AWARDED")
    return ReadPair(
        needed(pair, "PAIR_NUMBER"),
        pair.findtext("DIRECTION") == "NS",
        whole(needed(pair, "PLACE")),
        None if percentage is None else float(percentage),
        0 if flat is None else whole(flat.text or ""),
        (one, two),
    )


def player_of(player: Element) -> ReadPlayer:
    number = player.find("NATIONAL_ID_NUMBER")
    if number is None:
        raise Stops("no NATIONAL_ID_NUMBER")
    return ReadPlayer(needed(player, "PLAYER_NAME"), whole(number.text) if number.text else None)


def needed(parent: Element, tag: str) -> str:
    text = parent.findtext(tag)
    if not text:
        raise Stops(f"no {tag}")
    return text


def whole(text: str) -> int:
    if not re.fullmatch(r"\d+", text):
        raise Stops(f"{text!r} is no whole number")
    return int(text)
