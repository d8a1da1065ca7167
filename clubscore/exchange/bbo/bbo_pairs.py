"""Who the pairs of a session at BBO are: user names, robots, and whoever stood in for somebody.

A traveller has no numbers of pairs. Two who play together are a pair; where the tournament page is
there, its pairs are. BBO takes a user name in capital or small letters alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.exchange.bbo.bbo_pages import Line, Ranked
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop

ROBOTS = ("gib", "robot")
ROBOT = "Robot"
# With more partners than these at one event somebody plays an event of individuals.
MOST_PARTNERS = 3
# In the LIN of a movie South comes first; there each robot has a name of its own.
_NAMED = re.compile(r"(?:^|\|)pn\|([^|]*)\|")
_LIN_SEATS = "SWNE"
SIDES: Mapping[str, str] = {"ns": "NS", "ew": "EW"}


class Two(NamedTuple):
    """Two who sat together on a board: by whom they are known, and their names as they stand."""

    keys: tuple[str, str]
    names: tuple[str, str]

    @property
    def people(self) -> frozenset[str]:
        """Those of the two who are no robots."""
        both = zip(self.keys, self.names, strict=True)
        return frozenset(key for key, name in both if name != ROBOT)


class Pair:
    """A pair of the session: those it entered with first, then whoever stood in."""

    def __init__(self, first: Two, ranked: Ranked | None = None) -> None:
        self.first, self.ranked = first, ranked
        self.names = dict(zip(first.keys, first.names, strict=True))
        self.boards: set[int] = set()

    @property
    def stood_in(self) -> list[str]:
        """The names of those who stood in for one of the pair."""
        return [name for key, name in self.names.items() if key not in self.first.keys]

    def is_of(self, two: Two) -> bool:
        """Whether these are of the pair: one of its people, or the same two robots."""
        if two.people:
            return bool(two.people & self.first.people)
        return set(two.keys) == set(self.first.keys) or (
            self.ranked is not None and not self.first.people
        )


def who_sat(line: Line, side: str) -> Two:
    """Return the two of a side of a line, ``ns`` or ``ew``."""
    found = _NAMED.search(line.lin)
    lin = dict(zip(_LIN_SEATS, found[1].split(","), strict=False)) if found else {}
    seats = SIDES[side][0], SIDES[side][1]
    known = [_user(line.users[seat], lin.get(seat, ""), seat) for seat in seats]
    return Two((known[0][0], known[1][0]), (known[0][1], known[1][1]))


def _user(name: str, in_lin: str, seat: str) -> tuple[str, str]:
    """By what somebody is known, and the name: robots by what the movie calls them."""
    if name.lower() in ROBOTS or name.startswith("~~"):
        told = next((each for each in (name, in_lin) if each.startswith("~~")), "")
        return told.lower() or f"~~{seat}", ROBOT
    return name.lower(), name


class Pairs:
    """The pairs of a session, in the order of the tournament page, else of their first board."""

    def __init__(self, ranked: Sequence[Ranked], played: Sequence[tuple[int, Two]]) -> None:
        """``played`` has each board with two who played it together, in the order of the pages."""
        self.pairs = [Pair(_of_page(each), each) for each in ranked]
        self.unlisted: list[Pair] = []
        self._of: dict[tuple[str, ...], Pair] = {}
        if not ranked:
            _must_be_pairs([two for _board, two in played])
        for two in _by_boards(played):
            boards = {board for board, each in played if each.keys == two.keys}
            pair = self._pair_of(two, boards)
            pair.boards |= boards
            pair.names |= {
                key: name
                for key, name in zip(two.keys, two.names, strict=True)
                if name != ROBOT and key not in pair.names
            }
            self._of[two.keys] = pair
        first = {two.keys: -at for at, (_board, two) in enumerate(reversed(played))}
        if not ranked:
            self.pairs.sort(key=lambda pair: first[pair.first.keys])

    def of(self, two: Two) -> Pair:
        """Return the pair of two who sat together."""
        return self._of[two.keys]

    def _pair_of(self, two: Two, boards: set[int]) -> Pair:
        same = [each for each in self.pairs if each.first.people == two.people != frozenset()]
        able = [each for each in self.pairs if each.is_of(two) and not each.boards & boards]
        for each in (*same, *able):
            return each
        new = Pair(two)
        if self.pairs and self.pairs[0].ranked is not None:
            self.unlisted.append(new)
        self.pairs.append(new)
        return new

    def told(self) -> list[str]:
        """What a reader should know: who stood in, and who is not on the tournament page."""
        said = [
            _("%(who)s stood in for one of %(pair)s.")
            % {"who": named(pair.stood_in), "pair": named(pair.first.names)}
            for pair in self.pairs
            if pair.stood_in
        ]
        return said + [
            _("%(pair)s played, but the tournament page does not list them.")
            % {"pair": named(pair.first.names)}
            for pair in self.unlisted
        ]


def _of_page(ranked: Ranked) -> Two:
    keys = [name.lower() for name in ranked.users]
    names = [ROBOT if name.lower() in ROBOTS else name for name in ranked.users]
    return Two((keys[0], keys[1]), (names[0], names[1]))


def _by_boards(played: Sequence[tuple[int, Two]]) -> list[Two]:
    """Each two once, those first who played most boards together."""
    counted: dict[tuple[str, str], list[Two]] = {}
    for _board, two in played:
        counted.setdefault(two.keys, []).append(two)
    return [each[0] for each in sorted(counted.values(), key=lambda each: -len(each))]


def _must_be_pairs(played: Iterable[Two]) -> None:
    partners: dict[str, set[str]] = {}
    for two in played:
        for one, other in (two.keys, two.keys[::-1]):
            partners.setdefault(one, set()).add(other)
    for two_keys, with_whom in partners.items():
        if len(with_whom) > MOST_PARTNERS and not two_keys.startswith("~~"):
            raise RuleError(
                "bbo",
                gettext_noop(
                    "%(who)s has played with %(count)s partners. Tournaments of individuals are"
                    " not read."
                ),
                who=two_keys,
                count=len(with_whom),
            )
