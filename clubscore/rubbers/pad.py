"""The pad: a rubber as it stands on paper, and what opens any figure, with its lines and laws."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from clubscore.club.templatetags.clubscore import sign as sign_of
from clubscore.club.wording import figure, law_url, named, said, speak_amount
from clubscore.laws.deal import DealFacts
from clubscore.laws.game import Game
from clubscore.laws.house_rules import describe_rules, rule_words
from clubscore.laws.score_sheet import ScoredDeal
from clubscore.laws.sentences import describe_deal, describe_side_scores
from clubscore.laws.settlement import Stakes
from clubscore.laws.seven import SEVEN_RULES
from clubscore.laws.tariff import SheetFigure
from clubscore.laws.words import Phrase, RemarkParts
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.score import CallShown, LiveDeal, PartScore, RubberNumbers, calls_noted
from clubscore.web.caching import PHONE


def facts_in_words(standing: PartScore, facts: DealFacts | None) -> str:
    """Return a report of a deal as a sentence; a deal taken back has none left."""
    if facts is None:
        return _("undone")
    return said(describe_deal(standing.game, standing.read(facts), standing.names))


def stake_in_words(stakes: Stakes | None) -> str:
    """Return a stake as people say it: "5s a hundred, counted in tens", "for love"."""
    words = stake_alone(stakes)
    if stakes is not None and stakes.round == "ten":
        return _("%(stake)s, counted in tens") % {"stake": words}
    if stakes is not None and stakes.round == "hundred":
        return _("%(stake)s, counted in hundreds") % {"stake": words}
    return words


def stake_alone(stakes: Stakes | None) -> str:
    """Return a stake without how differences are counted: "5s a hundred", "for love"."""
    if stakes is None:
        return _("for love")
    amount = speak_amount(round(stakes.rate * stakes.per), stakes.currency)
    if stakes.per == 1:
        text = _("%(amount)s a point")
    elif stakes.per == 100:
        text = _("%(amount)s a hundred")
    else:
        text = ngettext("%(amount)s for %(per)s point", "%(amount)s for %(per)s points", stakes.per)
    return text % {"amount": amount, "per": stakes.per}


def cost_in_words(stakes: Stakes, points: int, amount: str, *, payers: int) -> str:
    """Return how points come to an amount: "22 tens at 5s a hundred are 11s each"."""
    if stakes.round == "ten":
        n = points // 10
        one = ngettext("%(n)s ten at %(stake)s is %(amount)s.",
                       "%(n)s tens at %(stake)s are %(amount)s.", n)  # fmt: skip
        many = ngettext("%(n)s ten at %(stake)s is %(amount)s each.",
                        "%(n)s tens at %(stake)s are %(amount)s each.", n)  # fmt: skip
    elif stakes.round == "hundred":
        n = points // 100
        one = ngettext("%(n)s hundred at %(stake)s is %(amount)s.",
                       "%(n)s hundreds at %(stake)s are %(amount)s.", n)  # fmt: skip
        many = ngettext("%(n)s hundred at %(stake)s is %(amount)s each.",
                        "%(n)s hundreds at %(stake)s are %(amount)s each.", n)  # fmt: skip
    else:
        n = points
        one = ngettext("%(n)s point at %(stake)s is %(amount)s.",
                       "%(n)s points at %(stake)s are %(amount)s.", n)  # fmt: skip
        many = ngettext("%(n)s point at %(stake)s is %(amount)s each.",
                        "%(n)s points at %(stake)s are %(amount)s each.", n)  # fmt: skip
    text = one if payers == 1 else many
    return text % {"n": figure(n), "stake": stake_alone(stakes), "amount": amount}


def laws_in_words(standing: PartScore) -> str:
    """Return the laws in force in one line: the preset, and what differs from it."""
    laws = describe_rules(standing.game, standing.part.rules)
    seven = standing.part.sitting.seven
    chosen = seven.rules if seven is not None else {}
    own = [rule for rule in SEVEN_RULES if chosen.get(rule.key, rule.default) != rule.default]
    return said(RemarkParts((*laws, *(rule_words(rule, chosen[rule.key]) for rule in own))))


UNITS = {
    "rubber": gettext_lazy("Rubber %(number)s"),
    "game": gettext_lazy("Game %(number)s"),
    "sheet": gettext_lazy("Sheet %(number)s"),
}


def unit_title(game: Game, number: int) -> str:
    """Return "Rubber 2": what is played to its end and settled, by its number."""
    return UNITS[game.course.unit] % {"number": number}


class PartHeading(NamedTuple):
    """What stands at the head of a sheet: the game, its laws, its stake."""

    game: str
    laws: str
    stake: str


def part_heading(standing: PartScore) -> PartHeading:
    """Return the game, its laws and its stake, as they stand at the head of a sheet.

    Where a club has come to play for love, no stake of before is shown.
    """
    for_money = standing.part.sitting.club.plays_for_money
    return PartHeading(
        game=said(standing.game.name),
        laws=laws_in_words(standing),
        stake=stake_in_words(standing.stakes if for_money else None),
    )


# ---- The pad.


@dataclass(frozen=True)
class Figure:
    """A figure on the pad: points, the suit or word beside it, the deal that made it.

    It is one deal's points in one column on one side of the line, split by cause as the paper
    would have it. What opens it is the deal's own page, with every line and its law.
    """

    points: int
    sign: str
    times: str
    word: str
    position: int
    number: int
    is_new: bool


class PadMargin(NamedTuple):
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
    ledgers: list[PadMargin] = field(default_factory=list)

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


def pads_of(standing: PartScore, numbers: RubberNumbers | None = None) -> list[Pad]:
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
        pad.ledgers = pad_margins(standing.of_rubber(pad.rubber), pad.rubber)
        _count_totals(standing, pad)
        for column in pad.names:
            extra = sum(points for points, _word in pad.bonus[column])
            pad.sums[column] = pad.totals.get(column, 0) - extra
    return list(pads.values()) or [_empty(standing, 1, numbers)]


def _count_totals(standing: PartScore, pad: Pad) -> None:
    """Where play has stopped, columns may count for something else than stands in them."""
    counted = standing.game.settling.counted_totals(standing.rules, pad.totals)
    if counted is None or not standing.part.broken_off:
        return
    for column, total in pad.totals.items():
        if counted[column] != total:
            pad.bonus[column].append((counted[column] - total, pgettext("on the pad", "rounded")))
    pad.totals = dict(counted)


def _empty(standing: PartScore, rubber: int, numbers: RubberNumbers) -> Pad:
    """Return a rubber's pad with the names of those who play it to its end."""
    columns = standing.of_rubber(rubber).column_names
    names = {key: named(people) for key, people in columns.items()}
    title = unit_title(standing.game, numbers.of(rubber))
    return Pad(rubber, title, names, standing.game.course.has_line)


def _write(pad: Pad, standing: PartScore, deal: LiveDeal, scored: ScoredDeal, is_new: bool) -> None:
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


def pad_margins(standing: PartScore, rubber: int) -> list[PadMargin]:
    """Return what stands beside the sheet of a rubber: by ledger, what each wins and loses."""
    sums: dict[str, dict[str, int]] = {}
    for ledger, winner, loser, points, _law in standing.sheet.ledger_of(rubber):
        won = sums.setdefault(ledger, dict.fromkeys(standing.game.seats, 0))
        won[winner] += points
        won[loser] -= points
    return [
        PadMargin(
            title=_(ledger.capitalize()),
            rows=[(standing.names[seat], points) for seat, points in won.items()],
        )
        for ledger, won in sums.items()
    ]


def _one_a_column(lines: Iterable[SheetFigure]) -> Iterator[SheetFigure]:
    """Return one figure a column for the deal, and one for fines: so long sheets are written."""
    for is_fine, of_kind in groupby(sorted(lines, key=_is_fine), key=_is_fine):
        sums: dict[str, int] = {}
        for line in of_kind:
            sums[line.column] = sums.get(line.column, 0) + line.points
        for column, points in sums.items():
            yield line._replace(column=column, points=points, kind="fine" if is_fine else "deal")


def _is_fine(line: SheetFigure) -> bool:
    return line.kind == "fine"


def _times(standing: PartScore, doubling: int) -> str:
    if not doubling:
        return ""
    return "×" * doubling if standing.game.bidding.levels else f"×{1 << doubling}"


# ---- One deal, line by line.


@dataclass(frozen=True)
class ColumnPoints:
    """What one deal brings those of a column; `sum` is the one figure of a sheet without a line."""

    names: str
    below: int
    above: int
    sum: int | None = None


@dataclass(frozen=True)
class CountedLine:
    """One line of a deal: whose, what for, how much, by which law, on which side of the line.

    `law_url` is where the law is read, empty where it stands in no book that we have.
    """

    who: str
    what: str
    points: int
    law: str
    law_url: str
    below: bool


@dataclass(frozen=True)
class CountedDeal:
    """What one law makes of one deal: points by column with their lines, and what it won."""

    points: list[ColumnPoints]
    lines: list[CountedLine]
    won: str | None


def line_text(line: SheetFigure, names: Mapping[str, str]) -> str:
    """Return what a line is for, whoever it names by name; `names` are by seat."""
    player = line.params.get("player")
    if not isinstance(player, str):
        return said(line)
    return said(Phrase(line.phrase, {**line.params, "player": names.get(player, player)}))


def counted(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> CountedDeal:
    """Return a deal with its lines; `names` are by seat."""
    who = {column.key: named([names[seat] for seat in column.seats]) for column in game.columns}
    points = [ColumnPoints(who[key], below, above) for key, (below, above) in scored.points.items()]
    lines = [
        CountedLine(
            who[line.column],
            line_text(line, names),
            line.points,
            said(line.law),
            law_url(line.law),
            line.line == "below",
        )
        for line in scored.lines
    ]
    return CountedDeal(points, lines, scored.won)


# ---- Deals and standings in a line.


@dataclass(frozen=True)
class DealLine:
    """A recorded deal in one line; `beside` is what it brings beside the sheet."""

    deal: LiveDeal
    sentence: str
    points: list[ColumnPoints]
    beside: list[str]
    won: str | None


@dataclass(frozen=True)
class ReportShown:
    """A report of a deal as a sentence, and what was called where that was noted.

    `phone` is that which it came from, as `web.caching.with_own` names it to its reader.
    """

    revision: DealRevision
    sentence: str
    phone: str
    calls: list[CallShown] = field(default_factory=list)


@dataclass(frozen=True)
class RivalsShown:
    """A deal of which two reports differ."""

    deal: LiveDeal
    reports: list[ReportShown]


@dataclass(frozen=True)
class ScoreLine:
    """How a column stands: points, what it needs for game, games won; no need where none is."""

    names: str
    below: int
    needs: int | None
    games: int
    vulnerable: bool


def deal_line(standing: PartScore, deal: LiveDeal) -> DealLine:
    """Return a recorded deal in one line: contract, who, result, points."""
    standing = standing.at_deal(deal.position)
    read = standing.read(deal.facts)
    scored = standing.sheet.deals[deal.number - 1]
    points = [
        ColumnPoints(
            names=named(standing.column_names[column.key]),
            below=scored.points[column.key][0],
            above=scored.points[column.key][1],
            # On a sheet without a line across there is one figure alone.
            sum=None if standing.game.course.has_line else sum(scored.points[column.key]),
        )
        for column in standing.game.columns
    ]
    return DealLine(
        deal=deal,
        sentence=said(describe_deal(standing.game, read, standing.names)),
        points=points,
        beside=[said(each) for each in describe_side_scores(standing.game, scored, standing.names)],
        # Where one game is all there is to win, no one speaks of a rubber.
        won="game" if scored.won and standing.game.course.unit == "game" else scored.won,
    )


def deal_taken_back(standing: PartScore) -> tuple[LiveDeal, str] | None:
    """Return the deal that was just taken back, with what had been reported of it.

    Seven play on at two tables: what was taken back there is entered again.
    """
    deal = standing.taken_back
    if deal is None or standing.part.sitting.seven_id is not None:
        return None
    return deal, facts_in_words(standing.at_deal(deal.position), deal.facts)


def news_for_phone(last: DealLine | None) -> str:
    """Return what a phone is told of what another one changed at its table."""
    if last is None:
        return _("This table has changed.")
    return _("Deal %(n)s was recorded by %(author)s: %(deal)s") % {
        "n": last.deal.number,
        "author": last.deal.revision.author,
        "deal": last.sentence,
    }


def report_line(standing: PartScore, report: DealRevision) -> ReportShown:
    """Return one report of a deal, read by the people who sat there."""
    calls = calls_noted(standing, report.facts)
    phone = f"{PHONE}{report.device}" if report.device else ""
    return ReportShown(report, facts_in_words(standing, report.facts), phone, calls)


def rival_reports(standing: PartScore, deal: LiveDeal) -> RivalsShown:
    """Return every report of a deal about which somebody says otherwise, each as a sentence."""
    standing = standing.at_deal(deal.position)
    reports = [report_line(standing, report) for report in (deal.revision, *deal.rivals)]
    return RivalsShown(deal, reports)


def score_lines(standing: PartScore) -> list[ScoreLine]:
    """Return how the game stands by column: what counts towards it, what it needs, games won."""
    sheet, vulnerable = standing.sheet, standing.vulnerable_now
    return [
        ScoreLine(
            names=named(standing.column_names[column.key]),
            below=sheet.below_now[column.key],
            needs=sheet.needs[column.key] if standing.game.course.game_points else None,
            games=sheet.games_now[column.key],
            vulnerable=column.key in vulnerable,
        )
        for column in standing.game.columns
    ]
