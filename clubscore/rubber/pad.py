"""The pad: one rubber as it stands on paper. Honours climb, tricks go down, a rule under each game.

A figure is one deal's points in one column on one side of the line, split by cause as the paper
would have it: what opens it is the deal's own page with every line and its law.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.templatetags.clubscore import named
from clubscore.club.templatetags.clubscore import sign as sign_of
from clubscore.rubber.standing import LiveDeal, Standing


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


@dataclass
class GameOnPad:
    """The tricks of one game by column, above the rule that closes it."""

    number: int
    over: bool = False
    below: dict[str, list[Figure]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class Pad:
    """One rubber on paper."""

    rubber: int
    names: dict[str, str]
    honours: dict[str, list[Figure]] = field(default_factory=lambda: defaultdict(list))
    games: list[GameOnPad] = field(default_factory=list)
    bonus: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    sums: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    over: bool = False
    winner: str = ""
    margin: int | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)

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
    "aces": gettext_lazy("aces"),
    "slam": gettext_lazy("slam"),
    "contract": gettext_lazy("contract"),
    "salvaged": gettext_lazy("contract"),
    "overtricks": gettext_lazy("over"),
    "undertricks": gettext_lazy("down"),
    "undertricks-below": gettext_lazy("down"),
    "chicane": gettext_lazy("chicane"),
    "game": gettext_lazy("game"),
    "revoke": gettext_lazy("revoke"),
    "fine": gettext_lazy("fine"),
}


def pads_of(standing: Standing) -> list[Pad]:
    """Return every rubber of a part as a pad; an empty one where nothing was recorded yet."""
    pads: dict[int, Pad] = {}
    last = standing.live[-1].position if standing.live else 0
    for deal, scored in standing.pairs():
        pad = pads.setdefault(scored.rubber, _empty(standing, scored.rubber))
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
        pad.totals = dict(sheet.unfinished.totals)
        for column, points in sheet.unfinished.bonus.items():
            if points and standing.part.broken_off:
                pad.bonus[column].append((points, _("unfinished")))
    for pad in pads.values():
        for column in pad.names:
            extra = sum(points for points, _word in pad.bonus[column])
            pad.sums[column] = pad.totals.get(column, 0) - extra
    return list(pads.values()) or [_empty(standing, 1)]


def _empty(standing: Standing, rubber: int) -> Pad:
    """Return a rubber's pad with the names of those who play it to its end."""
    columns = standing.of_rubber(rubber).column_names
    return Pad(rubber, {key: named(people) for key, people in columns.items()})


def _write(pad: Pad, standing: Standing, deal: LiveDeal, scored: Any, is_new: bool) -> None:
    """Write one deal: its tricks below, its honours above, rubber bonuses to the sum."""
    facts = deal.facts
    bid = scored.deal.bid
    sign = sign_of(bid.denomination.key) if bid else ""
    doubling = facts.get("doubling", 0)
    times = _times(standing, doubling)
    for line in scored.lines:
        if line.kind == "rubber":
            pad.bonus[line.column].append((line.points, _("rubber")))
            continue
        own = standing.game.causes.get(line.kind)
        word = _(own) if own else str(CAUSES.get(line.kind, ""))
        figure = Figure(
            points=line.points,
            sign="" if word else sign,
            times=times if line.line == "below" else "",
            word=word,
            position=deal.position,
            number=deal.number,
            is_new=is_new,
        )
        target = pad.games[-1].below if line.line == "below" else pad.honours
        target[line.column].append(figure)
    pad.rows.append({"deal": deal, "scored": scored, "sign": sign, "times": times})


def _times(standing: Standing, doubling: int) -> str:
    if not doubling:
        return ""
    return "×" * doubling if standing.game.levels else f"×{2**doubling}"
