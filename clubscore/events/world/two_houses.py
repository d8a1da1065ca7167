"""A match of teams between two houses: each is one table, both play the same set.

North-South of this house and East-West of the other are one team, the other four the other. A board
brings IMPs once the results of both houses are there.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.refused import Refused
from clubscore.contests.package import Package
from clubscore.events.models import ContestPackage, Event, TwoHouses
from clubscore.events.state.contest_boards import closed_here, event_of
from clubscore.events.state.event_now import room_of
from clubscore.events.state.scoring import Scorer
from clubscore.events.world.bringing_packages import CameFrom, bring_packages
from clubscore.events.world.kept_packages import package_in
from clubscore.events.world.making_packages import set_played
from clubscore.events.world.turning_away import away_in
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.ranking.valuation import imps


class HouseBoard(NamedTuple):
    """A board in both houses: North-South's score in each, and the IMPs of this house's N-S team.

    None where a house has not played it yet.
    """

    number: int
    here: int | None
    there: int | None
    imps: int | None


class HouseMatch(NamedTuple):
    """A match as it stands: the other table's newest package, every board, the IMPs so far."""

    other: Package
    boards: list[HouseBoard]
    imps: int

    @property
    def both(self) -> int:
        """How many boards both houses have played."""
        return sum(board.imps is not None for board in self.boards)


def others_of(event: Event) -> list[tuple[ContestPackage, Package]]:
    """Return the tables that sent packages of the set, the newest of each, but this one's."""
    kept, away = set_played(event), away_in(event.club)
    rows = [
        row
        for row in kept.packages.exclude(event=event).order_by("-pk")
        if row.digest not in away and row.signed_by not in away
    ]
    found = [(row, package_in(row, event_of(kept))) for row in rows]
    replaced = {(package.key, package.instead) for _row, package in found}
    return [each for each in found if (each[1].key, each[1].digest) not in replaced]


def play_with(*, event: Event, package: int, key: str, actor: Actor) -> None:
    """Play a match with the table that sent a package. Raises Refused where there is none such."""
    row = next((row for row, _package in others_of(event) if row.pk == package), None)
    if row is None:
        raise Refused(_("Choose the other table."), "package")
    with transaction.atomic():
        TwoHouses.objects.get_or_create(
            club_id=event.club_id,
            key=key,
            defaults={"event": event, "package": row, **authored(actor, event.club_id, key)},
        )


def bring_other(
    *, event: Event, given: Iterable[Unverified | RuleError], key: str, actor: Actor
) -> None:
    """Take the package of the other house, read off its phone, and play a match with it.

    RuleError says what is wrong with it; Refused where it is this table's own.
    """
    came = CameFrom(ContestPackage.Source.TEXT)
    outcomes = bring_packages(club=event.club, given=given, came=came, actor=actor)
    for outcome in outcomes:
        if outcome.refused is not None:
            raise outcome.refused
    digests = {one.package.digest for one in outcomes if one.package is not None}
    row = next((row for row, _package in others_of(event) if row.digest in digests), None)
    if row is None:
        raise Refused(_("This is no package of another table that plays the same set."), "text")
    if not _is_same(event, row):
        play_with(event=event, package=row.pk, key=key, actor=actor)


def _is_same(event: Event, row: ContestPackage) -> bool:
    """Whether a match with the table of a package is played already."""
    chosen = _chosen(event)
    return chosen is not None and _newest(event, chosen).pk == row.pk


def _chosen(event: Event) -> ContestPackage | None:
    told = TwoHouses.objects.filter(event=event).select_related("package").order_by("pk").last()
    return told.package if told is not None else None


def _newest(event: Event, row: ContestPackage) -> ContestPackage:
    """Return what a table sent last, instead of a package."""
    contest = event_of(set_played(event))
    rows = set_played(event).packages.filter(signed_by=row.signed_by).order_by("pk")
    followers = {package_in(each, contest).instead: each for each in rows}
    while row.digest in followers:
        row = followers[row.digest]
    return row


def match_of(event: Event, seen: frozenset[int]) -> HouseMatch | None:
    """Return the match that a table plays with another house; None where it plays none.

    Of boards that the reader has not `seen` nothing is told.
    """
    chosen = _chosen(event)
    if chosen is None:
        return None
    contest = event_of(set_played(event))
    other = package_in(_newest(event, chosen), contest)
    here = {board: score for board, score in _scores_here(event).items() if board in seen}
    there = {result.board: result.score for result in other.results}
    boards = [_board(number, here.get(number), there.get(number)) for number in contest.boards]
    return HouseMatch(other, boards, sum(board.imps or 0 for board in boards))


def _scores_here(event: Event) -> dict[int, int]:
    """North-South's score of each board that this table has closed."""
    room = room_of(event)
    closed = closed_here(room)
    results = Scorer(room).event().results
    return {
        one.board: one.score for one in results if one.board in closed and one.score is not None
    }


def _board(number: int, here: int | None, there: int | None) -> HouseBoard:
    """A board; what the other house made of one that is open here stays sealed."""
    if here is None:
        return HouseBoard(number, None, None, None)
    won = None if there is None else imps(here - there)
    return HouseBoard(number, here, there, won)
