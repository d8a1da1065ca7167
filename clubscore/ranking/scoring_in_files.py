"""How a way of scoring is called in other programs' files: plain words, which the formats read."""

from __future__ import annotations

from typing import NamedTuple


class InUsebio(NamedTuple):
    """A scoring of pairs in USEBIO.

    ``kind`` of event in 1.2, ``method``, and what a line's ``points`` are called, empty for none;
    ``kinds_too`` and ``methods_too`` are what other programs write for the same.
    """

    kind: str
    method: str
    points: str = ""
    kinds_too: tuple[str, ...] = ()
    methods_too: tuple[str, ...] = ()


class MatchesInUsebio(NamedTuple):
    """A scoring of matches of teams in USEBIO.

    ``kind`` of event, the methods of ``boards`` and of ``matches``; ``points`` are what each team
    has of a board, or one word for both.
    """

    kind: str
    boards: str
    matches: str
    points: tuple[str, ...]


class InPbn(NamedTuple):
    """A scoring in PBN: its ``Scoring`` tag, and what a line's ``points`` are called.

    A tag that ``begins`` so, in small letters, and ``holds`` this is read as it; without one of
    those the ``columns`` of a score table tell, and last the tag itself.
    """

    tag: str
    points: str = ""
    begins: tuple[str, ...] = ()
    holds: str = ""
    columns: tuple[str, ...] = ()
