"""What stands in figures on papers of results: a contestant's evening, a board's average."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.club.wording.figures import figure
from clubscore.events.rankings.lists import CardLine, Lists
from clubscore.ranking import show_number


class Summary(NamedTuple):
    """Boards with their points, percentages each way, the sum and how many were possible.

    What is not known is empty: without a top nothing is in percent.
    """

    best: tuple[int, str] | None
    worst: tuple[int, str] | None
    ns_percent: str
    ew_percent: str
    sum: str
    possible: str


def summary_of(card: Sequence[CardLine]) -> Summary:
    """Return the summary of a contestant's own results."""
    known = [row for row in card if row.exact is not None]
    by_worth = sorted(known, key=_worth)
    best = by_worth[-1] if by_worth else None
    worst = by_worth[0] if by_worth else None
    tops = [row.exact_top for row in known if row.exact_top]
    return Summary(
        (best.board, best.points) if best else None,
        (worst.board, worst.points) if worst else None,
        _percent(row for row in known if row.is_ns),
        _percent(row for row in known if not row.is_ns),
        _number(sum((row.exact or Fraction(0) for row in known), Fraction(0))) if known else "",
        _number(sum(tops, Fraction(0))) if tops and len(tops) == len(known) else "",
    )


def _worth(row: CardLine) -> Fraction:
    exact = row.exact or Fraction(0)
    return exact / row.exact_top if row.exact_top else exact


def _percent(rows: Iterable[CardLine]) -> str:
    found = list(rows)
    tops = [row.exact_top for row in found if row.exact_top]
    if not found or len(tops) != len(found):
        return ""
    won = sum((row.exact or Fraction(0) for row in found), Fraction(0))
    return figure(show_number(100 * won / sum(tops, Fraction(0))))


def _number(value: Fraction) -> str:
    return figure(show_number(value))


class Worth(NamedTuple):
    """What an average brings on a board, and its top, as a list shows them."""

    average: str
    top: str


def worth_of(lists: Lists, board: int) -> Worth | None:
    """Return what a board is worth; None where it has no top, or more than one."""
    tops = {each.top for each in lists.travellers[board] if each.top}
    if len(tops) != 1:
        return None
    (top,) = tops
    return Worth(_number(top / 2), _number(top))
