"""The pad: one rubber as it stands on paper. Honours climb, tricks go down, a rule under each game.

A figure is one deal's points in one column on one side of the line, split by cause as the paper
would have it: what opens it is the deal's own page with every line and its law.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from clubscore.club.templatetags.clubscore import sign as sign_of
from clubscore.club.wording.names import named
from clubscore.laws.score_sheet import ScoredDeal
from clubscore.laws.tariff import Line
from clubscore.rubbers.state.headings import unit_title
from clubscore.rubbers.state.numbers import RubberNumbers
from clubscore.rubbers.state.part_state import LiveDeal, Standing


@dataclass(frozen=True)
class Figure:
    """A figure on the pad: points, the suit or word beside it, the deal that made it."""

    points: int
    sign: str
    times: str
    word: str
    position: int
    number: int
    is_new: bool


class Ledger(NamedTuple):
    """What stands beside the sheet of a rubber: its name, and what each player wins or loses."""

    title: str
    rows: list[tuple[str, int]]


@dataclass
class GameOnPad:
    """The tricks of one game by column, above the rule that closes it."""

    number: int
    over: bool = False
    below: dict[str, list[Figure]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class Pad:
    """One rubber on paper; without `has_line` one long sheet with a figure a deal."""

    rubber: int
    title: str
    names: dict[str, str]
    has_line: bool = True
    honours: dict[str, list[Figure]] = field(default_factory=lambda: defaultdict(list))
    games: list[GameOnPad] = field(default_factory=list)
    bonus: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    sums: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    over: bool = False
    winner: str = ""
    margin: int | None = None
    ledgers: list[Ledger] = field(default_factory=list)

    @property
    def sum_line(self) -> tuple[int, int, int] | None:
        """The winner's total, the other's, the difference, where there are two columns."""
        if self.margin is None:
            return None
        winner, loser = sorted(self.names, key=lambda column: column != self.winner)
        return self.totals[winner], self.totals[loser], self.margin

    @property
    def columns(self) -> list[str]:
        """The keys of the columns in order."""
        return list(self.names)


# What stands beside a figure where not the suit says enough, by the kind of its line.
CAUSES = {
    "aces": pgettext_lazy("on the pad", "aces"),
    "slam": pgettext_lazy("on the pad", "slam"),
    "contract": pgettext_lazy("on the pad", "contract"),
    "salvaged": pgettext_lazy("on the pad", "contract"),
    "overtricks": pgettext_lazy("on the pad", "over"),
    "undertricks": pgettext_lazy("on the pad", "down"),
    "undertricks-below": pgettext_lazy("on the pad", "down"),
    "chicane": pgettext_lazy("on the pad", "chicane"),
    "game": pgettext_lazy("on the pad", "game"),
    "revoke": pgettext_lazy("on the pad", "revoke"),
    "fine": pgettext_lazy("on the pad", "fine"),
}


def pads_of(standing: Standing, numbers: RubberNumbers | None = None) -> list[Pad]:
    """Return every rubber of a part as a pad; an empty one where nothing was recorded yet.

    ``numbers`` are those of its rubbers where they were read before.
    """
    numbers = numbers or standing.numbers
    pads: dict[int, Pad] = {}
    last = standing.live[-1].position if standing.live else 0
    for deal, scored in standing.pairs():
        pad = pads.setdefault(scored.rubber, _empty(standing, scored.rubber, numbers))
        if not pad.games or pad.games[-1].number != scored.game:
            pad.games.append(GameOnPad(scored.game))
        _write(pad, standing, deal, scored, deal.position == last)
        pad.games[-1].over = scored.won is not None
    sheet = standing.sheet
    for number, rubber in enumerate(sheet.rubbers, start=1):
        pad = pads[number]
        pad.over, pad.winner = True, rubber.winner or ""
        pad.margin, pad.totals = rubber.margin, dict(rubber.totals)
    if sheet.unfinished is not None and sheet.rubber_number in pads:
        pad = pads[sheet.rubber_number]
        # What its law gives for a rubber that is broken off is no one's while it goes on.
        bonus = sheet.unfinished.bonus
        off = standing.part.broken_off
        pad.totals = {
            column: points - (0 if off else bonus.get(column, 0))
            for column, points in sheet.unfinished.totals.items()
        }
        for column, points in bonus.items():
            if points and off:
                pad.bonus[column].append((points, pgettext("on the pad", "unfinished")))
    for pad in pads.values():
        pad.ledgers = ledgers_shown(standing.of_rubber(pad.rubber), pad.rubber)
        _count_totals(standing, pad)
        for column in pad.names:
            extra = sum(points for points, _word in pad.bonus[column])
            pad.sums[column] = pad.totals.get(column, 0) - extra
    return list(pads.values()) or [_empty(standing, 1, numbers)]


def _count_totals(standing: Standing, pad: Pad) -> None:
    """Where play has stopped, columns may count for something else than stands in them."""
    counted = standing.game.settling.counted_totals(standing.rules, pad.totals)
    if counted is None or not standing.part.broken_off:
        return
    for column, total in pad.totals.items():
        if counted[column] != total:
            pad.bonus[column].append((counted[column] - total, pgettext("on the pad", "rounded")))
    pad.totals = dict(counted)


def _empty(standing: Standing, rubber: int, numbers: RubberNumbers) -> Pad:
    """Return a rubber's pad with the names of those who play it to its end."""
    columns = standing.of_rubber(rubber).column_names
    names = {key: named(people) for key, people in columns.items()}
    title = unit_title(standing.game, numbers.of(rubber))
    return Pad(rubber, title, names, standing.game.course.has_line)


def _write(pad: Pad, standing: Standing, deal: LiveDeal, scored: ScoredDeal, is_new: bool) -> None:
    """Write one deal: its tricks below, its honours above, rubber bonuses to the sum."""
    bid = scored.deal.bid
    sign = sign_of(bid.denomination.key) if bid else ""
    times = _times(standing, deal.facts.get("doubling", 0))
    lines = scored.lines if pad.has_line else _one_a_column(scored.lines)
    for line in lines:
        if line.kind == "rubber":
            pad.bonus[line.column].append((line.points, pgettext("on the pad", "rubber")))
            continue
        own = standing.game.counting.causes.get(line.kind)
        word = _(own) if own else str(CAUSES.get(line.kind, ""))
        below = line.line == "below" or not pad.has_line
        figure = Figure(
            points=line.points,
            sign="" if word else sign,
            times=times if below and not word else "",
            word=word,
            position=deal.position,
            number=deal.number,
            is_new=is_new,
        )
        target = pad.games[-1].below if below else pad.honours
        target[line.column].append(figure)


def ledgers_shown(standing: Standing, rubber: int) -> list[Ledger]:
    """Return what stands beside the sheet of a rubber: by ledger, what each wins and loses."""
    sums: dict[str, dict[str, int]] = {}
    for ledger, winner, loser, points, _law in standing.sheet.ledger_of(rubber):
        won = sums.setdefault(ledger, dict.fromkeys(standing.game.seats, 0))
        won[winner] += points
        won[loser] -= points
    return [
        Ledger(
            title=_(ledger.capitalize()),
            rows=[(standing.names[seat], points) for seat, points in won.items()],
        )
        for ledger, won in sums.items()
    ]


def _one_a_column(lines: Iterable[Line]) -> Iterator[Line]:
    """Return one figure a column for the deal, and one for fines: so long sheets are written."""
    for is_fine, of_kind in groupby(sorted(lines, key=_is_fine), key=_is_fine):
        sums: dict[str, int] = {}
        for line in of_kind:
            sums[line.column] = sums.get(line.column, 0) + line.points
        for column, points in sums.items():
            yield line._replace(column=column, points=points, kind="fine" if is_fine else "deal")


def _is_fine(line: Line) -> bool:
    return line.kind == "fine"


def _times(standing: Standing, doubling: int) -> str:
    if not doubling:
        return ""
    return "×" * doubling if standing.game.bidding.levels else f"×{1 << doubling}"
