"""A whole evening at a table by each law that can count it: who won what, beside how it was played.

Every rubber belongs to who held its seats at its last deal, as at the table; what is broken off
counts as it stands. It is arithmetic: by other laws people would have bid otherwise.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.compared_table import ComparedTable, cells
from clubscore.club.models import Person
from clubscore.club.wording.figures import signed, speak_amount
from clubscore.club.wording.names import listed, named
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.money import Currency, round_coins
from clubscore.laws.score_sheet import Sheet, rescore
from clubscore.laws.settlement import settle_rubber
from clubscore.laws.tariff import LedgerEntry
from clubscore.rubbers.correcting.other_laws import other_games
from clubscore.rubbers.state.part_state import Standing
from clubscore.rubbers.state.shares import by_players

Seats = Mapping[str, Person]


@dataclass
class Sums:
    """What an evening came to: points by person, and the exact coins that one pays another."""

    points: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    paid: dict[tuple[int, int], Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    def pay(self, payer: int, payee: int, coins: Fraction) -> None:
        """Add what somebody pays somebody else; each two are kept once."""
        if payer < payee:
            self.paid[payer, payee] += coins
        elif payee < payer:
            self.paid[payee, payer] -= coins

    @property
    def money(self) -> dict[int, int]:
        """Coins by person, those of each two rounded once."""
        found: dict[int, int] = defaultdict(int)
        for (payer, payee), exact in self.paid.items():
            amount = round_coins(exact)
            found[payer] -= amount
            found[payee] += amount
        return dict(found)


@dataclass(frozen=True)
class LawRow:
    """An evening by one law, or by several that come to the same; by none as it was played."""

    games: tuple[Game, ...]
    points: Mapping[int, int]
    money: Mapping[int, int]
    left_out: int

    @property
    def law(self) -> str:
        """What it is called."""
        return listed(_(game.name) for game in self.games) or _("As played")

    @property
    def first(self) -> tuple[int, ...]:
        """Who won most; no one where no one won anything."""
        most = max(self.points.values(), default=0)
        return tuple(who for who, won in self.points.items() if won == most > 0)

    @property
    def note(self) -> str:
        """How many deals this law cannot count."""
        if not self.left_out:
            return ""
        text = ngettext("%(n)s deal is left out.", "%(n)s deals are left out.", self.left_out)
        return text % {"n": self.left_out}


@dataclass(frozen=True)
class EveningByLaws:
    """An evening by all laws that can count any of it, as it was played first."""

    people: Mapping[int, Person]
    rows: tuple[LawRow, ...]
    currency: Currency | None

    @property
    def finding(self) -> str:
        """Whether others would have won most, as a sentence."""
        played, *others = self.rows
        if not others:
            return _("No other law can count these deals.")
        n = sum(len(row.games) for row in others)
        alike = sum(len(row.games) for row in others if row.first == played.first)
        if alike == n:
            text = ngettext(
                "By the other law the same people would have won most.",
                "By each of the %(n)s other laws the same people would have won most.",
                n,
            )
        elif not alike:
            text = ngettext(
                "By the other law others would have won most.",
                "By each of the %(n)s other laws others would have won most.",
                n,
            )
        else:
            text = ngettext(
                "By %(alike)s of %(n)s other laws the same people would have won most.",
                "By %(alike)s of %(n)s other laws the same people would have won most.",
                alike,
            )
        return text % {"alike": alike, "n": n}


def evening_by_laws(standings: Sequence[Standing]) -> EveningByLaws | None:
    """Return an evening's parts by every law; None where nothing was dealt. No query."""
    played = [each for each in standings if each.live]
    if not played:
        return None
    rows = [_as_played(played)]
    rows += _together(row for game in _games(played) if (row := _by(played, game)) is not None)
    won = {who for row in rows for who in row.points}
    everyone = {person.pk: person for each in played for person in _everyone(each)}
    people = {who: person for who, person in everyone.items() if who in won}
    currencies = {one.stakes.currency for one in played if one.stakes is not None}
    return EveningByLaws(people, tuple(rows), currencies.pop() if len(currencies) == 1 else None)


def _together(rows: Iterable[LawRow]) -> list[LawRow]:
    """Return laws by which an evening comes to the same as one row."""
    found: list[LawRow] = []
    for row in rows:
        for at, known in enumerate(found):
            if replace(known, games=()) == replace(row, games=()):
                found[at] = replace(known, games=(*known.games, *row.games))
                break
        else:
            found.append(row)
    return found


def _games(played: Sequence[Standing]) -> list[Game]:
    """Return the games by which every part can be counted; not the one that all were played at."""
    first, *rest = [other_games(each) for each in played]
    alone = {each.game.key for each in played}
    return [game for game in first if all(game in games for games in rest) and alone != {game.key}]


def _by(played: Sequence[Standing], game: Game) -> LawRow | None:
    """Return an evening by a law; None where it cannot count a deal."""
    rules = resolve_rules(game, {})
    sums, left_out = Sums(), 0
    for each in played:
        again = rescore(each.game, [each.read(deal.facts) for deal in each.live], game, rules)
        back = [at for at, place in enumerate(again.scored) if place is not None]
        left_out += len(each.live) - len(back)
        _add(sums, each, game, rules, again.sheet, back)
    deals = sum(len(each.live) for each in played)
    return None if left_out == deals else LawRow((game,), dict(sums.points), sums.money, left_out)


def _as_played(played: Sequence[Standing]) -> LawRow:
    sums = Sums()
    for each in played:
        _add(sums, each, each.game, each.rules, each.sheet, range(len(each.live)))
    return LawRow((), dict(sums.points), sums.money, 0)


def _everyone(standing: Standing) -> Iterator[Person]:
    """Yield whoever had a rubber or a deal of a part for their account."""
    for deal in standing.live:
        then = standing.at_deal(deal.position)
        yield from (then.people if by_players(standing) else then.accounts).values()
    yield from standing.accounts.values()


def _add(
    sums: Sums,
    standing: Standing,
    game: Game,
    rules: Rules,
    sheet: Sheet,
    back: Sequence[int],
) -> None:
    """Add a part by one law; `back` has for each deal of its sheet the place among all deals."""
    for seats, totals, ledger in _shares(standing, sheet, back):
        settled = settle_rubber(game, rules, totals, standing.stakes, ledger)
        for seat, points in settled.points.items():
            sums.points[seats[seat].pk] += points
        for pair in settled.pairs:
            sums.pay(seats[pair.payer].pk, seats[pair.payee].pk, pair.coins)


def _shares(
    standing: Standing, sheet: Sheet, back: Sequence[int]
) -> Iterator[tuple[Seats, Mapping[str, int], tuple[LedgerEntry, ...]]]:
    """Yield whose the totals of each rubber are; at some sevens of each deal."""
    rubbers = [(rubber.totals, rubber.deal) for rubber in sheet.rubbers]
    if sheet.unfinished is not None:
        rubbers.append((sheet.unfinished.totals, len(sheet.deals)))
    for number, (totals, last) in enumerate(rubbers, start=1):
        if by_players(standing):
            yield from _deal_by_deal(standing, sheet, back, number, totals)
            continue
        is_over = number <= len(sheet.rubbers)
        position = standing.live[back[last - 1]].position if is_over else standing.next_position
        yield standing.at_deal(position).accounts, totals, sheet.ledger_of(number)


def _deal_by_deal(
    standing: Standing, sheet: Sheet, back: Sequence[int], number: int, totals: Mapping[str, int]
) -> Iterator[tuple[Seats, Mapping[str, int], tuple[LedgerEntry, ...]]]:
    rest, people = dict(totals), standing.people
    for at, scored in zip(back, sheet.deals, strict=True):
        if scored.rubber == number:
            own = {column: sum(points) for column, points in scored.points.items()}
            rest = {column: points - own[column] for column, points in rest.items()}
            people = standing.at_deal(standing.live[at].position).people
            yield people, own, scored.ledger
    if any(rest.values()):
        yield people, rest, ()


class WonColumn(tables.Column):
    """What one player wins or loses by a law: points, and below them coins where they are shown."""

    def __init__(self, person: Person, currency: Currency | None) -> None:
        super().__init__(
            verbose_name=person.short_name,
            accessor=tables.A(f"points__{person.pk}"),
            attrs=cells("num"),
            default="0",
        )
        self.person, self.currency = person, currency

    def render(self, value: int, record: LawRow) -> str | SafeString:
        """Return points, in heavy type where no one won more."""
        shown = format_html("<b>{}</b>", signed(value)) if self._is_first(record) else signed(value)
        if self.currency is None:
            return shown
        money = speak_amount(record.money.get(self.person.pk, 0), self.currency)
        return format_html("{} <small>{}</small>", shown, money)

    def _is_first(self, record: LawRow) -> bool:
        return self.person.pk in record.first


def played_row(record: LawRow) -> str:
    """Return the look of a row: as it was played stands out."""
    return "" if record.games else "own"


class LawsTable(ComparedTable):
    """A law a row: who would have won most, and what each player won or lost."""

    law = tables.Column(verbose_name=gettext_lazy("By"))
    caption = gettext_lazy("The evening by each law")

    class Meta:
        row_attrs = {"class": played_row}

    def __init__(self, evening: EveningByLaws, *, with_money: bool) -> None:
        currency = evening.currency if with_money else None
        columns = [
            (f"of{who}", WonColumn(person, currency)) for who, person in evening.people.items()
        ]
        self.people = evening.people
        super().__init__(evening.rows, extra_columns=columns)

    def render_law(self, record: LawRow) -> SafeString:
        """Return the law, and below it who won most by it."""
        first = named(self.people[who].short_name for who in record.first if who in self.people)
        return format_html("{} <small>{}</small>", record.law, first or _("level"))
