"""An account on paper: the lines of a period in columns of money, or a person's year on a page.

A table that goes on says at its foot what is carried forward, and on the next page what was
brought forward, so that every page adds up by itself. Only the director sees another person's
account.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import ClubRequest
from clubscore.club.models import Club, Person, evening_of
from clubscore.club.statements import (
    Period,
    Statement,
    StatementLine,
    account_for,
    period_of,
    statement_of,
)
from clubscore.club.wording import listed, month_name, short_date, signed, speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.money import Currency, find_currency
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import (
    BesideBlock,
    Block,
    GridColumn,
    Heading,
    Leaf,
    Lines,
    MoneyColumn,
    UnsplitBlock,
    drawn,
    grid,
)
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import HAIR, LINE, STRONG, THIN, Pen
from clubscore.papers.sizes import MM, PaperSize
from clubscore.papers.text import amount_words
from clubscore.papers.typeface import BOLD, TEXT, wrapped
from clubscore.rubbers.season import Season, SeasonScore, season_of, settlements_of


def period_in_words(club: Club, statement: Statement) -> str:
    """Return whose account it is and its days: "Portland · from 7 Mar 2026 to 9 Mar 2026".

    Both days are told, also where none was asked for.
    """
    period, lines = statement.period, statement.lines
    today = evening_of(club, clock.now())
    first = period.first or (lines[0].day if lines else today)
    ends = {
        "club": club.name,
        "first": short_date(first),
        "last": short_date(min(period.last or today, max(today, first))),
    }
    return _("%(club)s · from %(first)s to %(last)s") % ends


# ---- The lines of an account, in columns of money.

DATE, SIZE, SMALL = 20 * MM, 9.0, 8.0
HIGH, MORE, HEAD, GAP = 5.2 * MM, 10.5, 27.0, 2 * MM
FEWEST_ROWS, BELOW = 2, 20.0


class StatementRow(NamedTuple):
    """A row: its day, what for in lines, the amount, positive where it was won."""

    day: str
    words: tuple[str, ...]
    amount: int

    @property
    def high(self) -> float:
        """Its height."""
        return HIGH + MORE * (len(self.words) - 1)


class StatementSums(NamedTuple):
    """What was won and lost up to a line, and the balance there."""

    won: int
    lost: int
    balance: int

    def after(self, row: StatementRow) -> "StatementSums":
        """Return the sums after one more row."""
        won, lost = max(row.amount, 0), max(-row.amount, 0)
        return StatementSums(self.won + won, self.lost + lost, self.balance + row.amount)


@dataclass(frozen=True)
class StatementTable:
    """Rows between what was brought forward and what is carried forward, or the final sums.

    `goes_on` says that more follows overleaf; `began` that some came before.
    """

    currency: Currency
    rows: tuple[StatementRow, ...]
    before: StatementSums
    began: bool = False
    goes_on: bool = False
    keeps_next: bool = False

    @cached_property
    def height(self) -> float:
        """Head, rows, what was brought forward and what closes the table, in points."""
        brought = HIGH if self._brings else 0
        closing = HIGH if self.goes_on else HIGH + BELOW
        return HEAD + brought + sum(row.high for row in self.rows) + closing

    @property
    def _brings(self) -> bool:
        return self.began or bool(self.before.balance)

    @cached_property
    def sums(self) -> StatementSums:
        """What it comes to after its last row."""
        sums = self.before
        for row in self.rows:
            sums = sums.after(row)
        return sums

    def split(self, room: float, must: bool) -> "tuple[StatementTable, StatementTable] | None":
        """Break between rows; at least two stay together on either side."""
        left = room - replace(self, rows=(), goes_on=True).height
        fitting = 0
        for row in self.rows:
            left -= row.high
            if left < 0:
                break
            fitting += 1
        fitting = min(fitting, len(self.rows) - FEWEST_ROWS)
        if fitting < FEWEST_ROWS:
            return None
        first = replace(self, rows=self.rows[:fitting], goes_on=True)
        return first, replace(self, rows=self.rows[fitting:], before=first.sums, began=True)

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw it from its upper left corner."""
        column = MoneyColumn(self.currency)
        places = places_of(column, x, wide)
        with pen.tagged("Table"):
            with pen.row(heads=True):
                self._head(pen, column, places, x, y, wide)
            y += HEAD
            if self._brings:
                y = self._sums_row(pen, _("Brought forward"), self.before, x, y, wide)
            sums = self.before
            for row in self.rows:
                sums = sums.after(row)
                with pen.row():
                    self._row(pen, row, sums, places, x, y)
                y += row.high
                pen.rule(x, y, wide, HAIR)
            word = _("Carried forward") if self.goes_on else _("Sum")
            end = self._sums_row(pen, word, sums, x, y, wide)
        if not self.goes_on:
            pen.rule(places[0], y, wide - places[0] + x, LINE)
            for rule in (end - 0.5, end + 1.7):
                pen.rule(places[2], rule, column.wide, LINE)

    def _row(
        self,
        pen: Pen,
        row: StatementRow,
        sums: StatementSums,
        places: Sequence[float],
        x: float,
        y: float,
    ) -> None:
        column, line = MoneyColumn(self.currency), y + HIGH * 0.68
        pen.text(x, line, row.day, TEXT, SIZE)
        with pen.cell():
            for number, text in enumerate(row.words):
                pen.text(x + DATE, line + MORE * number, text, TEXT, SIZE)
        place = places[0] if row.amount >= 0 else places[1]
        column.draw(pen, place, line, abs(row.amount), TEXT, SIZE)
        column.draw(pen, places[2], line, sums.balance, TEXT, SIZE)

    def _head(
        self, pen: Pen, column: MoneyColumn, places: Sequence[float], x: float, y: float,
        wide: float,
    ) -> None:  # fmt: skip
        pen.text(x, y + 22, _("date"), TEXT, SMALL)
        pen.text(x + DATE, y + 22, _("what for"), TEXT, SMALL)
        for place, word in zip(places, (_("won"), _("lost"), _("balance")), strict=True):
            pen.text(place + column.middle, y + 11, word, BOLD, SMALL, "middle")
            column.draw_heads(pen, place, y + 22, SMALL)
        pen.rule(x, y + HEAD, wide, STRONG)

    def _sums_row(
        self, pen: Pen, word: str, sums: StatementSums, x: float, y: float, wide: float
    ) -> float:
        """Write sums in bold, a rule under them; give back where they end."""
        column = MoneyColumn(self.currency)
        with pen.row():
            pen.text(x + DATE, y + HIGH * 0.68, word, BOLD, SIZE)
            for place, coins in zip(places_of(column, x, wide), sums, strict=True):
                column.draw(pen, place, y + HIGH * 0.68, coins, BOLD, SIZE)
        pen.rule(x, y + HIGH, wide, HAIR)
        return y + HIGH


def places_of(column: MoneyColumn, x: float, wide: float) -> list[float]:
    """Return where won, lost and balance begin, at the right of a width."""
    return [x + wide - column.wide * back - GAP * (back - 1) for back in (3, 2, 1)]


def statement_tables(
    lines: Sequence[StatementLine], before: dict[str, int], wide: float
) -> list[StatementTable]:
    """Return a table for each currency, in the order in which they were first entered."""
    by_currency: dict[str, list[StatementLine]] = {
        code: [] for code, coins in before.items() if coins
    }
    currencies = {}
    for line in lines:
        by_currency.setdefault(line.currency.code, []).append(line)
        currencies[line.currency.code] = line.currency
    tables = []
    for code, found in by_currency.items():
        currency = currencies.get(code) or find_currency(code)
        places = places_of(MoneyColumn(currency), 0, wide)
        room = places[0] - DATE - 6
        rows = tuple(
            StatementRow(short_date(line.day), wrapped(_words(line), TEXT, SIZE, room), line.amount)
            for line in found
        )
        tables.append(StatementTable(currency, rows, StatementSums(0, 0, before.get(code, 0))))
    return tables


def _words(line: StatementLine) -> str:
    names = listed(line.others)
    if not (line.words and names):
        return line.words or names
    return _("%(words)s · %(names)s") % {"words": line.words, "names": names}


# ---- An account on paper.

CURVE = 104.0
# Rows of the year's lists of games and partners: then everything stands on one page.
MOST_ROWS = 10


def account_pdf(club: Club, statement: Statement, paper: PaperSize) -> bytes:
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


def year_pdf(club: Club, year: "AccountYear", paper: PaperSize) -> bytes:
    """Return one person's year on one page."""
    words = {"name": year.person.name, "year": year.number}
    title = _("%(name)s in %(year)s") % words
    return drawn(Leaf(club.name, title, club.name, _("Account")), year_blocks(year, paper), paper)


@dataclass(frozen=True)
class AccountYear:
    """What the page of a year says."""

    person: Person
    number: int
    season: Season
    statement: Statement


def year_blocks(year: AccountYear, paper: PaperSize) -> list[Block]:
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
    blocks.append(BesideBlock(Stack(tuple(left), high), half + 16, tuple(right)))
    stands = _("Account balance: %(amounts)s") % {"amounts": said(year.statement.after)}
    blocks.append(Heading(stands, 12, above=4))
    return blocks


def _months(year: AccountYear, wide: float) -> Block:
    """Return a row a month: evenings, rubbers, won, points, and what the account moved."""
    whose = year.person.pk
    scores = [SeasonScore() for _month in range(12)]
    days: list[set[dt.date]] = [set() for _month in range(12)]
    for rubber in year.season.rubbers:
        if whose in rubber.points:
            month = rubber.evening.month - 1
            scores[month].add(rubber.points[whose], {})
            days[month].add(rubber.evening)
    moved = _moved(year.statement)
    columns = [GridColumn(_("Month"), 20), GridColumn(_("Evenings"), 12, True),
               GridColumn(_("Rubbers"), 12, True), GridColumn(_("Won"), 10, True),
               GridColumn(_("Points"), 14, True)]  # fmt: skip
    columns += [GridColumn(code, 16, True) for code in moved]
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


def _scores(title: str, scores: Mapping[str, SeasonScore], wide: float) -> list[Block]:
    ordered = sorted(scores.items(), key=lambda each: (-each[1].rubbers, each[0]))
    columns = [GridColumn(title, 52), GridColumn(_("Rubbers"), 16, True),
               GridColumn(_("Won"), 14, True),
               GridColumn(_("Points"), 18, True)]  # fmt: skip
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
class Stack(UnsplitBlock):
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
class Curve(UnsplitBlock):
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


def account_text(club: Club, statement: Statement) -> Iterator[str]:
    """Return whose account it is, each line of it, what it comes to; a currency after another."""
    yield _("Account of %(name)s") % {"name": statement.whose.name}
    yield period_in_words(club, statement)
    for code, coins in statement.before.items():
        if coins:
            amount = {"amount": amount_words(coins, find_currency(code))}
            yield _("Brought forward: %(amount)s") % amount
    if not statement.lines:
        yield ""
        yield _("Nothing entered for this period.")
    for line in statement.lines:
        yield ""
        yield from _line(line)
    yield ""
    for code, coins in statement.after.items():
        yield _("Balance: %(amounts)s") % {"amounts": amount_words(coins, find_currency(code))}
    yield _("A balance with a minus is owed by this account; any other is owed to it.")


def _line(line: StatementLine) -> Iterator[str]:
    yield short_date(line.day)
    if line.words:
        yield f" {line.words}"
    if line.others:
        yield f" {listed(line.others)}"
    amount = {"amount": amount_words(abs(line.amount), line.currency)}
    told = _("Won: %(amount)s") if line.amount >= 0 else _("Lost: %(amount)s")
    yield f" {told % amount}"
    balance = {"amounts": amount_words(line.balance, line.currency)}
    yield f" {_('Balance: %(amounts)s') % balance}"


class AccountContent(NamedTuple):
    """An account over a period, and the club whose book it stands in."""

    club: Club
    statement: Statement


def _account(request: ClubRequest, person: int) -> PaperContent[AccountContent]:
    whose, club = account_for(request.actor, person), request.actor.home
    told = AccountContent(club, statement_of(club, whose, period_of(request)))
    return PaperContent(told, _("Account %(name)s") % {"name": whose.name})


ACCOUNT: PrintedPaper[Person, AccountContent] = PrintedPaper(
    key="account",
    at="book/<int:person>/account",
    title=gettext_noop("Account"),
    kept_by_nobody=True,
    read=_account,
    pdf=lambda told, paper: account_pdf(told.club, told.statement, paper),
    text=lambda told: account_text(told.club, told.statement),
)


class YearContent(NamedTuple):
    """A person's year, and the club."""

    club: Club
    page: AccountYear


def _year(request: ClubRequest, person: int, year: int) -> PaperContent[YearContent]:
    whose: Person = account_for(request.actor, person)
    if not 1900 <= year <= 9000:
        raise Http404
    club, period = request.actor.home, Period.year(year)
    evenings = settlements_of(club).filter(
        part__sitting__evening__range=(period.first, period.last)
    )
    page = AccountYear(whose, year, season_of(club, evenings), statement_of(club, whose, period))
    return PaperContent(YearContent(club, page), f"{whose.name} {year}")


ACCOUNT_YEAR: PrintedPaper[tuple[int, int], YearContent] = PrintedPaper(
    key="account-year",
    at="book/<int:person>/<int:year>",
    title=gettext_noop("A year on one page"),
    named_by=tuple,
    kept_by_nobody=True,
    read=_year,
    pdf=lambda told, paper: year_pdf(told.club, told.page, paper),
)
