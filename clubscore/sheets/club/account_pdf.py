"""An account on paper: every line of a period, and one person's year on one page."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.accounts.statement import Statement
from clubscore.club.models import Club, Person
from clubscore.club.wording.days import month_name, short_date
from clubscore.club.wording.figures import signed, speak_amount
from clubscore.club.wording.names import listed
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.rubbers.season.adding_up import Score, Season
from clubscore.sheets.club.period_of import period_in_words
from clubscore.sheets.club.statement_table import statement_tables
from clubscore.sheets.pieces.block_leaf import Leaf, drawn
from clubscore.sheets.pieces.blocks import Heading, Lines, Whole
from clubscore.sheets.pieces.flow import Beside, Block
from clubscore.sheets.pieces.grid import Column, grid
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import LINE, THIN, Pen
from clubscore.sheets.pieces.typeface import TEXT

CURVE = 104.0
# Rows of the year's lists of games and partners: then everything stands on one page.
MOST_ROWS = 10


def account_pdf(club: Club, statement: Statement, paper: Paper) -> bytes:
    """Return an account over a period as a PDF file."""
    title = _("Account of %(name)s") % {"name": statement.whose.name}
    blocks: list[Block] = list(statement_tables(statement.lines, statement.before, paper.room))
    if not blocks:
        blocks.append(Lines.of(_("Nothing entered for this period."), paper.room, TEXT, 10))
    stands = _("Balance: %(amounts)s") % {"amounts": said(statement.after)}
    blocks.append(Heading(stands, 12, above=4))
    note = _(
        "Payments, table money and bets stand among what was won and lost. A balance without a sign"
        " is owed to this account; with a minus, this account owes it."
    )
    blocks.append(Lines.of(note, paper.room, TEXT, 9))
    leaf = Leaf(club.name, title, period_in_words(club, statement), _("Account"))
    return drawn(leaf, blocks, paper)


def year_pdf(club: Club, year: "Year", paper: Paper) -> bytes:
    """Return one person's year on one page."""
    words = {"name": year.person.name, "year": year.number}
    title = _("%(name)s in %(year)s") % words
    return drawn(Leaf(club.name, title, club.name, _("Account")), year_blocks(year, paper), paper)


@dataclass(frozen=True)
class Year:
    """What the page of a year says."""

    person: Person
    number: int
    season: Season
    statement: Statement


def year_blocks(year: Year, paper: Paper) -> list[Block]:
    """Return the months, the course of points, games and partners beside each other."""
    whose, half = year.person.pk, (paper.room - 16) / 2
    evenings = year.season.evenings_of(whose)
    blocks: list[Block] = [Heading(_("Months"), 11), _months(year, paper.room)]
    if len(evenings) > 1:
        sums, points = [0], 0
        for _day, won, _money in evenings:
            points += won
            sums.append(points)
        first, last = (
            _("%(day)s: %(points)s") % {"day": day_of(day), "points": signed(won)}
            for day, won in ((evenings[0][0], sums[1]), (evenings[-1][0], points))
        )
        blocks.append(Heading(_("Points, evening by evening"), 11, signed(points)))
        blocks.append(Curve(tuple(sums), first, last))
    games = {_(find_game(key).name): each for key, each in year.season.by_game(whose).items()}
    partners = {
        year.season.people[one if two == whose else two].name: each
        for (one, two), each in year.season.by_partner(whose).items()
    }
    left = _scores(_("Games"), games, half)
    right = _scores(_("Partners"), partners, half)
    high = max(sum(block.height for block in side) for side in (left, right))
    blocks.append(Beside(Stack(tuple(left), high), half + 16, tuple(right)))
    stands = _("Account balance: %(amounts)s") % {"amounts": said(year.statement.after)}
    blocks.append(Heading(stands, 12, above=4))
    return blocks


def _months(year: Year, wide: float) -> Block:
    """Return a row a month: evenings, rubbers, won, points, and what the account moved."""
    whose = year.person.pk
    scores = [Score() for _month in range(12)]
    days: list[set[dt.date]] = [set() for _month in range(12)]
    for rubber in year.season.rubbers:
        if whose in rubber.points:
            month = rubber.evening.month - 1
            scores[month].add(rubber.points[whose], {})
            days[month].add(rubber.evening)
    moved = _moved(year.statement)
    columns = [Column(_("Month"), 20), Column(_("Evenings"), 12, True),
               Column(_("Rubbers"), 12, True), Column(_("Won"), 10, True),
               Column(_("Points"), 14, True)]  # fmt: skip
    columns += [Column(code, 16, True) for code in moved]
    rows = []
    for month, score in enumerate(scores):
        coins = [
            speak_amount(by_month[month], find_currency(code)) if by_month[month] else "–"
            for code, by_month in moved.items()
        ]
        name = month_name(dt.date(year.number, month + 1, 1))
        played = (str(len(days[month])), str(score.rubbers), str(score.won), signed(score.points))
        rows.append((name, *(played if score.rubbers else ("–",) * 4), *coins))
    return grid(columns, rows, wide)


def _moved(statement: Statement) -> dict[str, list[int]]:
    """Return what each month brought by currency, payments left out: they only clear it."""
    moved: dict[str, list[int]] = {}
    for line in statement.lines:
        if line.entry.kind not in ("payment", "not-paid", "changed"):
            months = moved.setdefault(line.currency.code, [0] * 12)
            months[line.day.month - 1] += line.amount
    return moved


def _scores(title: str, scores: Mapping[str, Score], wide: float) -> list[Block]:
    ordered = sorted(scores.items(), key=lambda each: (-each[1].rubbers, each[0]))
    columns = [Column(title, 52), Column(_("Rubbers"), 16, True), Column(_("Won"), 14, True),
               Column(_("Points"), 18, True)]  # fmt: skip
    rows = [
        (name, str(each.rubbers), str(each.won), signed(each.points))
        for name, each in ordered[:MOST_ROWS]
    ]
    blocks: list[Block] = [grid(columns, rows or [("–", "", "", "")], wide, below=2)]
    if len(ordered) > MOST_ROWS:
        count = len(ordered) - MOST_ROWS
        more = ngettext("and %(count)s more", "and %(count)s more", count) % {"count": count}
        blocks.append(Lines.of(more, wide, TEXT, 9))
    return blocks


@dataclass(frozen=True)
class Stack(Whole):
    """Blocks under each other as one, as high as the higher of those side by side."""

    blocks: tuple[Block, ...]
    height: float
    keeps_next = False

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw one below the other."""
        for block in self.blocks:
            block.draw(pen, x, y, wide - 16)
            y += block.height


@dataclass(frozen=True)
class Curve(Whole):
    """Sums of points as a line above and below nothing, from the first day to the last."""

    sums: tuple[int, ...]
    first: str
    last: str
    height: float = CURVE
    keeps_next = False

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the level of nothing, the line, the highest and the lowest, both ends in words."""
        low, high = min(self.sums), max(self.sums)
        room, labels = self.height - 34, 44.0
        scale = room / (high - low or 1)
        step = (wide - labels) / (len(self.sums) - 1)

        def level(value: int) -> float:
            return y + 6 + (high - value) * scale

        pen.rule(x + labels, level(0), wide - labels, THIN)
        for value in {low, high, 0}:
            pen.text(x + labels - 6, level(value) + 3, signed(value), TEXT, 8, "right")
        for number, value in enumerate(self.sums[1:]):
            at = x + labels + number * step
            pen.line(at, level(self.sums[number]), at + step, level(value), LINE)
        foot = y + self.height - 14
        pen.text(x + labels, foot, self.first, TEXT, 8)
        pen.text(x + wide, foot, self.last, TEXT, 8, "right")


def said(sums: Mapping[str, int]) -> str:
    """Return balances as they are spoken, nothing as nothing."""
    spoken = [speak_amount(coins, find_currency(code)) for code, coins in sums.items()]
    return listed(spoken) or _("nothing")


def day_of(day: dt.date) -> str:
    """Return a day in few letters."""
    return short_date(day)
