"""A contestant's card at an event: its rounds, its board-by-board table and what swung it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from clubscore.club.wording import MINUS, named
from clubscore.club.wording import percent as percent_words
from clubscore.deals.double_dummy import Declared, Outcome, Tricks, gave
from clubscore.deals.hands import Hands
from clubscore.events.rankings import CardLine, Lists, ResultLine
from clubscore.events.result_form import ShownResult
from clubscore.events.what_decided import BoardScore, Case, Decided, boards_told, what_decided
from clubscore.ranking import show_number
from clubscore.ranking import show_number as number
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.result import members
from clubscore.ranking.valuation import DUPLICATE
from clubscore.web.charts import Picture, Rounds, rounds
from clubscore.web.tables import SHADED, ComparedTable, SignedColumn, cells


class CardRound(NamedTuple):
    """A round of a card: the opponents, its lines, and their total.

    `points` and `percent` are empty where nothing is compared or points have no top.
    """

    round: int
    against: tuple[str, ...]
    lines: list[CardLine]
    points: str
    percent: str
    exact: Fraction
    top: Fraction

    @property
    def share(self) -> Fraction | None:
        """The points' part of the top, None where there is none."""
        return self.exact / self.top if self.top else None


def rounds_of(card: Iterable[CardLine]) -> list[CardRound]:
    """Return a card's lines, which are in the order of play, by rounds."""
    return [_of_round(at, list(lines)) for at, lines in groupby(card, lambda each: each.round)]


def _of_round(at: int | None, lines: list[CardLine]) -> CardRound:
    compared = [(line.exact, line.exact_top) for line in lines if line.exact is not None]
    points = sum((exact for exact, _top in compared), Fraction(0))
    top = sum((Fraction(exact_top or 0) for _exact, exact_top in compared), Fraction(0))
    against = tuple(dict.fromkeys(name for line in lines for name in line.against))
    return CardRound(
        at or 0,
        against,
        lines,
        number(points).replace("-", MINUS) if compared else "",
        number(100 * points / top) if top else "",
        points,
        top,
    )


# The same result is on a board and on two cards: each cell is made of its template once, and
# remembered by what it is made of.
MOST = 4_000  # cells; then all are made anew
_made: dict[tuple[object, ...], SafeString] = {}


def _cell(template: str, key: tuple[object, ...], told: dict[str, object]) -> SafeString:
    """Return a cell; `key` says all that its template shows of `told`."""
    whole = (template, get_language(), *key)
    found = _made.get(whole)
    if found is None:
        found = SafeString(render_to_string(f"events/parts/{template}.html", told))
        if len(_made) >= MOST:
            _made.clear()
        _made[whole] = found
    return found


def result_short(line: CardLine | ResultLine) -> SafeString:
    """Return a result in short, and in words for ears."""
    group = line.group if isinstance(line, ResultLine) else ""
    # Words come from the facts, by which results are not compared.
    key = (line.result, repr(line.result.facts), group, line.status)
    return _cell("result_short", key, {"line": line})


def side_of(keys: tuple[tuple[str, str], ...], names: str, own: str) -> SafeString:
    """Return who sat there: each by number with the address of the card, the names below."""
    return _cell("traveller_side", (keys, names, own), {"keys": keys, "names": names, "own": own})


def board_of(line: CardLine, address: str) -> SafeString:
    """Return a board of a card: its number, leading there, and which way it was played."""
    key = (line.board, line.way, address)
    return _cell("card_board", key, {"line": line, "address": address})


BoardAt = Callable[[int], str]
SWINGS = 2  # boards won most, and lost most, that are told


@dataclass(frozen=True)
class CardRow:
    """A board of a card, with what it is sorted by; `note` says what decided it."""

    line: CardLine
    at: int
    decided: Decided | None
    with_note: bool

    @property
    def board(self) -> int:
        """Its number."""
        return self.line.board

    @property
    def against(self) -> str:
        """The opponents."""
        return named(self.line.against)

    @property
    def result(self) -> ShownResult:
        """What became of it."""
        return self.line.result

    @property
    def score(self) -> int | None:
        """The score as this side sees it."""
        return self.line.own_score

    @property
    def points(self) -> Fraction | None:
        """The exact points."""
        return self.line.exact

    @property
    def share(self) -> Fraction | None:
        """Their part of the top, None where there is none."""
        top = self.line.exact_top
        return self.line.exact / top if top and self.line.exact is not None else None

    @property
    def percent(self) -> Fraction | None:
        """What percentage is sorted by."""
        return self.share

    @property
    def note(self) -> str:
        """What decided it, where that is asked for."""
        return self.decided.text if self.decided and self.with_note else ""


@dataclass(frozen=True)
class KnownCards:
    """What is known of the cards of some boards: deals by number, tables by deal, leads."""

    deals: Mapping[int, Hands] = field(default_factory=dict)
    tables: Mapping[str, Tricks] = field(default_factory=dict)
    leads: Mapping[Declared, Outcome] = field(default_factory=dict)

    def of(self, told: BoardScore) -> tuple[int | None, int | None]:
        """Declarer's tricks with all cards in view, and what the lead gave; None: not known."""
        deal = self.deals.get(told.board)
        if deal is None or not told.contract:
            return None, None
        tricks = self.tables.get(deal.pbn(), {}).get(told.denomination, {}).get(told.seat)
        outcome = self.leads.get(Declared(deal, told.denomination, told.seat))
        return tricks, gave(outcome, told.lead) if outcome and told.lead else None


class ContestantCard(ComparedTable):
    """Board by board: which way, against whom, what became of it, score, points, percentage."""

    board = tables.Column(verbose_name=gettext_lazy("bd"), attrs=cells("nowrap"), order_by="at")
    against = tables.Column(verbose_name=gettext_lazy("against"), attrs=cells("least"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    points = tables.Column(verbose_name=gettext_lazy("points"), attrs=SHADED, default="")
    percent = tables.Column(verbose_name="%", attrs=cells("num", "less"), default="")
    caption = gettext_lazy("Board by board, in the order of play")

    def __init__(self, rows: Sequence[CardRow], board_at: BoardAt, *, points: str) -> None:
        super().__init__(rows, empty_text=_("No result yet."))
        self.board_at = board_at
        self.columns["points"].column.verbose_name = points
        if all(row.share is None for row in rows):
            self.exclude = ("percent",)

    def render_board(self, record: CardRow) -> SafeString:
        """Lead to the board, and say which way it was played."""
        return board_of(record.line, self.board_at(record.board))

    def render_result(self, record: CardRow) -> SafeString:
        """Return it in short, and in words for ears."""
        return result_short(record.line)

    def render_points(self, record: CardRow) -> str:
        """Return them as they are written everywhere."""
        return record.line.points

    def render_percent(self, record: CardRow) -> str:
        """Return it as it is written everywhere."""
        return record.line.percent


def card_rows(
    lists: Lists,
    lines: Sequence[CardLine],
    known: KnownCards,
    *,
    words: bool,
    told: Mapping[int, Sequence[BoardScore]] | None = None,
) -> list[CardRow]:
    """Return the boards of a card; `words` adds to each what decided it.

    `told` is what `boards_told` says of the lists, for whoever makes all cards of an event.
    """
    told = boards_told(lists) if told is None else told
    return [
        CardRow(line, at, _decided(lists, told, line, known), words)
        for at, line in enumerate(lines)
    ]


def _decided(
    lists: Lists, told: Mapping[int, Sequence[BoardScore]], line: CardLine, known: KnownCards
) -> Decided | None:
    """Return what decided a board for the side of a card; None at a par contest."""
    if lists.at_par or line.own_score is None:
        return None
    side = "NS" if line.is_ns else "EW"
    results = told.get(line.board, ())
    score = line.own_score if line.is_ns else -line.own_score
    own = next((each for each in results if _is_of(each, side, line, score)), None)
    if own is None:
        return None
    tricks, lead_gave = known.of(own)
    others = [each for each in results if each is not own]
    if lists.ranked.event.contestants_are == TEAMS:  # a match is between its own tables
        others = [each for each in others if (each.ns, each.ew) == (own.ew, own.ns)]
    by_bids = lists.ranked.event.valuation.key == DUPLICATE
    return what_decided(Case(own, side, others, tricks, by_bids, lead_gave))


def _is_of(told: BoardScore, side: str, line: CardLine, score: int) -> bool:
    """Whether a result of a board is the one of this line."""
    return told.score == score and line.opponents == "+".join(
        members(told.of("EW" if side == "NS" else "NS"))
    )


def session_picture(played: Sequence[CardRound], percent: str) -> Picture | None:
    """Return a session round by round; None where fewer than two rounds have a percentage."""
    values = [each.share for each in played]
    if sum(value is not None for value in values) < 2:
        return None
    best = max((v, n) for n, v in enumerate(values) if v is not None)[1]
    worst = min((v, -n) for n, v in enumerate(values) if v is not None)[1]
    said = {
        "percent": percent_words(percent),
        "best": played[best].round,
        "worst": played[-worst].round,
    }
    finding = _("%(percent)s in the end; best round %(best)s, worst round %(worst)s.") % said
    session = Rounds(
        at=tuple(str(each.round) for each in played),
        values=tuple(None if value is None else float(100 * value) for value in values),
        running=tuple(_running(played)),
        heads=(_("Round"), _("Result"), _("So far")),
        out=_("out"),
        said=lambda value: percent_words(show_number(Fraction(value).limit_denominator())),
    )
    return rounds(finding, session)


def _running(played: Sequence[CardRound]) -> list[float | None]:
    """Return the average so far after each round: of all points and tops until then."""
    points, top, found = Fraction(0), Fraction(0), []
    for each in played:
        points, top = points + each.exact, top + each.top
        found.append(float(100 * points / top) if top else None)
    return found


@dataclass(frozen=True)
class CardSwing:
    """A board that won or lost most, and what decided it."""

    row: CardRow
    address: str

    @property
    def text(self) -> str:
        """What decided it; nothing where no rule has anything to say."""
        return self.row.decided.text if self.row.decided else ""


def swings(rows: Sequence[CardRow], board_at: BoardAt) -> tuple[list[CardSwing], list[CardSwing]]:
    """Return the boards won and lost most: above and below half of the top, or nought."""
    half = Fraction(1, 2) if any(row.share is not None for row in rows) else Fraction(0)
    known = [
        (row.share if row.share is not None else row.points, row)
        for row in rows
        if (row.share is not None or not half) and row.points is not None
    ]
    ordered = sorted(known, key=lambda each: (-(each[0] or 0), each[1].at))
    won = [row for value, row in ordered if value is not None and value > half][:SWINGS]
    lost = [row for value, row in reversed(ordered) if value is not None and value < half][:SWINGS]
    return (
        [CardSwing(row, board_at(row.board)) for row in won],
        [CardSwing(row, board_at(row.board)) for row in lost],
    )
