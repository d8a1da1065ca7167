"""Whose points those of a rubber are: the accounts of its seats, or those who played each deal."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.club.models import Person
from clubscore.laws.score_sheet import Sheet
from clubscore.laws.tariff import LedgerEntry
from clubscore.rubbers.state.part_state import Standing


class Share(NamedTuple):
    """Some totals by column, whose they are by seat, and what stands beside the sheet."""

    people: Mapping[str, Person]
    totals: Mapping[str, int]
    ledger: tuple[LedgerEntry, ...] = ()


def by_players(standing: Standing) -> bool:
    """Whether each deal is that of whoever played it: a house rule of the seven."""
    seven = standing.part.sitting.seven
    return seven is not None and seven.rules["seven_credit"] == "players"


def shares_of(
    standing: Standing, rubber: int, totals: Mapping[str, int], sheet: Sheet | None = None
) -> list[Share]:
    """Return whose the totals of a rubber are; `sheet` is another than today's."""
    if not by_players(standing):
        ledger = (sheet or standing.sheet).ledger_of(rubber)
        return [Share(standing.of_rubber(rubber).accounts, totals, ledger)]
    deals = (sheet or standing.sheet).deals
    shares = [
        Share(
            standing.at_deal(deal.position).people,
            {column: sum(points) for column, points in scored.points.items()},
            scored.ledger,
        )
        for deal, scored in zip(standing.live, deals, strict=True)
        if scored.rubber == rubber
    ]
    rest = {
        column: points - sum(share.totals[column] for share in shares)
        for column, points in totals.items()
    }
    if any(rest.values()):
        # What a rubber that is broken off gives the side ahead belongs to its last deal.
        shares.append(Share(shares[-1].people, rest))
    return shares
