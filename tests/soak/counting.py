"""The score of rubbers, counted once more from the rules as they are printed.

An independent model: it imports nothing of the program. Four games, with honours between
partners, chicane, one revoke a deal that costs points, and fines; that is all that the soak's
phones enter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from tests.soak.deals import SEATS, SIDE_OF, TRICKS, Deal

VALUE = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
TIMES = (1, 2, 4)
BONUS = (0, 50, 100)  # for a doubled contract made, and for each trick over
UNDER = 50
SLAM = {12: 50, 13: 100}
TOGETHER = {3: 2, 4: 4, 5: 5}  # honours of two partners, in trick values
ALONE = {1: 1, 2: 2, 3: 3, 4: 8, 5: 10}  # honours of one hand that counts by itself
ACES = {3: 30, 4: 40}
CHICANE = 2  # trick values for a hand without trumps
REVOKE = 150
GAME, GAMES_OF_RUBBER = 30, 2
# For a game, and for the rubber beside it.
GAME_BONUS = {"auction": 0, "pirate": 50, "cut-throat": 100, "double-dummy": 0}
RUBBER_BONUS = {"auction": 250, "pirate": 50, "cut-throat": 250, "double-dummy": 250}
FARTHINGS = 240  # 5s a hundred
Points = dict[str, list[int]]


@dataclass
class Rubber:
    """A rubber that is over: its last deal by number, and what each column has."""

    deal: int
    winner: str
    totals: dict[str, int]


@dataclass
class Sheet:
    """All deals of a part: what each brought ([below, above] by column), and its rubbers."""

    deals: list[Points] = field(default_factory=list)
    rubbers: list[Rubber] = field(default_factory=list)
    # What the columns have of a rubber that is not over.
    totals: dict[str, int] = field(default_factory=dict)


def columns_of(game: str) -> tuple[str, ...]:
    """Return who has a column of their own."""
    return ("NS", "EW") if game == "auction" else tuple(SEATS[game])


def column_of(game: str, seat: str) -> str:
    """Return the column of a seat."""
    return SIDE_OF[seat] if game == "auction" else seat


def honours_together(trumps: str, number: int) -> int:
    """Return what a side scores for so many honours between two hands."""
    return ACES[number] if trumps == "NT" else TOGETHER[number] * VALUE[trumps]


def honours_alone(trumps: str, number: int) -> int:
    """Return what one hand scores for its own honours."""
    if trumps == "NT":
        return 100 if number == 4 else 10 * number
    return ALONE[number] * VALUE[trumps] if number else 0


def points_of(deal: Deal) -> Points:
    """Return what a deal brings each column by itself, games and rubbers apart."""
    points: Points = {column: [0, 0] for column in columns_of(deal.game)}
    if not deal.level:
        return points
    ours, theirs = _columns(deal, deal.ours), _columns(deal, deal.theirs)
    # Whoever revokes has nothing of that deal but honours and chicane.
    if deal.revoked not in deal.ours:
        _add_contract(deal, points, ours)
        _add_slam(deal.tricks, points, ours)
    if not deal.revoked or deal.revoked in deal.ours:
        for column in theirs:
            points[column][1] += UNDER * max(0, -deal.over) * TIMES[deal.doubling]
        _add_slam(TRICKS - deal.tricks, points, theirs)
    _add_honours(deal, points, {"D": ours, "A": theirs})
    for seat in deal.chicane:
        points[column_of(deal.game, seat)][1] += CHICANE * VALUE[deal.trumps]
    _add_revoke(deal, points, ours, theirs)
    _add_fine(deal, points)
    return points


def _add_contract(deal: Deal, points: Points, ours: list[str]) -> None:
    if deal.over < 0:
        return
    below = VALUE[deal.trumps] * (deal.level + deal.over) * TIMES[deal.doubling]
    declarer, *acceptor = _declarer_first(deal, ours)
    points[declarer][0] += below
    for column in acceptor:
        points[column][1] += below
    for column in ours:
        points[column][1] += BONUS[deal.doubling] * (1 + deal.over)


def _add_slam(tricks: int, points: Points, columns: list[str]) -> None:
    for column in columns:
        points[column][1] += SLAM.get(tricks, 0)


def _add_revoke(deal: Deal, points: Points, ours: list[str], theirs: list[str]) -> None:
    """The others have the points of a revoke; where one plays against two, the one alone."""
    if deal.revoked:
        for column in theirs if deal.revoked in deal.ours else ours:
            points[column][1] += REVOKE


def _add_fine(deal: Deal, points: Points) -> None:
    if deal.fined:
        for column in points:
            if column != column_of(deal.game, deal.fined):
                points[column][1] += deal.fine


def _columns(deal: Deal, seats: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(column_of(deal.game, seat) for seat in seats))


def _declarer_first(deal: Deal, ours: list[str]) -> list[str]:
    first = column_of(deal.game, deal.declarer)
    return [first, *(column for column in ours if column != first)]


def _add_honours(deal: Deal, points: Points, both: dict[str, list[str]]) -> None:
    for where, number in deal.honours.items():
        if deal.game == "cut-throat":
            column = deal.declarer if where == "dummy" else where
            points[column][1] += honours_alone(deal.trumps, number)
            continue
        for column in both[where]:
            points[column][1] += honours_together(deal.trumps, number)


def sheet_of(game: str, deals: list[Deal]) -> Sheet:
    """Return a part's sheet, game by game and rubber by rubber."""
    sheet, columns = Sheet(), columns_of(game)
    below = dict.fromkeys(columns, 0)
    games = dict.fromkeys(columns, 0)
    sheet.totals = dict.fromkeys(columns, 0)
    for number, deal in enumerate(deals, start=1):
        points = points_of(deal)
        for column in columns:
            below[column] += points[column][0]
        winner = next((column for column in columns if below[column] >= GAME), None)
        if winner is not None:
            below = dict.fromkeys(columns, 0)
            games[winner] += 1
            for column in _columns(deal, deal.ours):
                points[column][1] += GAME_BONUS[game]
            if games[winner] == GAMES_OF_RUBBER:
                points[winner][1] += RUBBER_BONUS[game]
        sheet.deals.append(points)
        for column in columns:
            sheet.totals[column] += sum(points[column])
        if winner is not None and games[winner] == GAMES_OF_RUBBER:
            sheet.rubbers.append(Rubber(number, winner, sheet.totals))
            games = dict.fromkeys(columns, 0)
            sheet.totals = dict.fromkeys(columns, 0)
    return sheet


def settled(game: str, totals: dict[str, int]) -> dict[tuple[str, str], int]:
    """Return who loses how many points to whom, by seats: (payer, payee), never negative."""
    if game == "auction":
        lost = totals["EW"] - totals["NS"]
        pairs = {("N", "E"): lost, ("S", "W"): lost}
    else:
        pairs = {(a, b): totals[b] - totals[a] for a, b in combinations(SEATS[game], 2)}
    return {
        ((a, b) if points > 0 else (b, a)): abs(points)
        for (a, b), points in pairs.items()
        if points
    }


def coins_of(points: int) -> Fraction:
    """Return the exact farthings of so many points at the soak's stake."""
    return Fraction(points * FARTHINGS, 100)


def rounded(coins: Fraction) -> int:
    """Round to whole farthings, half away from zero."""
    whole, rest = divmod(abs(coins), 1)
    number = int(whole) + (rest >= Fraction(1, 2))
    return number if coins >= 0 else -number
