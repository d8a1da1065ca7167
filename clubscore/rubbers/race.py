"""A rubber looked back at: who led when, which deals turned it, and what made the points.

Facts are read off the sheet. A whole evening can be counted by each other law that allows it;
that is arithmetic, as by other laws people would have bid otherwise.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from clubscore.club.models import Person
from clubscore.club.wording import both, figure, listed, named, percent, said, signed, speak_amount
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.money import Currency, round_coins
from clubscore.laws.reckoning import Position
from clubscore.laws.score_sheet import ScoredDeal, ScoreSheet, add_deal, rescore, start
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import settle_rubber
from clubscore.laws.tariff import LedgerEntry
from clubscore.ranking.numbers import show_number
from clubscore.rubbers.corrections import other_games
from clubscore.rubbers.score import LiveDeal, PartScore, by_players
from clubscore.web.charts import ChartCourse, ChartLine, Picture, lines, ranked
from clubscore.web.tables import ComparedTable, cells

# ---- A whole evening by other laws.

Seats = Mapping[str, Person]


@dataclass
class OtherLawSums:
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


def evening_by_laws(standings: Sequence[PartScore]) -> EveningByLaws | None:
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


def _games(played: Sequence[PartScore]) -> list[Game]:
    """Return the games by which every part can be counted; not the one that all were played at."""
    first, *rest = [other_games(each) for each in played]
    alone = {each.game.key for each in played}
    return [game for game in first if all(game in games for games in rest) and alone != {game.key}]


def _by(played: Sequence[PartScore], game: Game) -> LawRow | None:
    """Return an evening by a law; None where it cannot count a deal."""
    rules = resolve_rules(game, {})
    sums, left_out = OtherLawSums(), 0
    for each in played:
        again = rescore(each.game, [each.read(deal.facts) for deal in each.live], game, rules)
        back = [at for at, place in enumerate(again.scored) if place is not None]
        left_out += len(each.live) - len(back)
        _add(sums, each, game, rules, again.sheet, back)
    deals = sum(len(each.live) for each in played)
    return None if left_out == deals else LawRow((game,), dict(sums.points), sums.money, left_out)


def _as_played(played: Sequence[PartScore]) -> LawRow:
    sums = OtherLawSums()
    for each in played:
        _add(sums, each, each.game, each.rules, each.sheet, range(len(each.live)))
    return LawRow((), dict(sums.points), sums.money, 0)


def _everyone(standing: PartScore) -> Iterator[Person]:
    """Yield whoever had a rubber or a deal of a part for their account."""
    for deal in standing.live:
        then = standing.at_deal(deal.position)
        yield from (then.people if by_players(standing) else then.accounts).values()
    yield from standing.accounts.values()


def _add(
    sums: OtherLawSums,
    standing: PartScore,
    game: Game,
    rules: Rules,
    sheet: ScoreSheet,
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
    standing: PartScore, sheet: ScoreSheet, back: Sequence[int]
) -> Iterator[tuple[Seats, Mapping[str, int], tuple[LedgerEntry, ...]]]:
    """Yield whose the totals of each rubber are; at some sevens of each deal.

    A rubber is theirs who held its seats at its last deal, as at the table; what is broken off
    counts as it stands.
    """
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
    standing: PartScore,
    sheet: ScoreSheet,
    back: Sequence[int],
    number: int,
    totals: Mapping[str, int],
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


# ---- The race of a rubber.


@dataclass(frozen=True)
class RaceDeal:
    """One deal of a rubber: where it stands, what it brought each column, what each had then."""

    live: LiveDeal
    scored: ScoredDeal
    before: Position
    brought: Mapping[str, int]
    sums: Mapping[str, int]

    @property
    def swing(self) -> int:
        """How much better it was for who did best than for who did worst."""
        return max(self.brought.values()) - min(self.brought.values())


@dataclass(frozen=True)
class Race:
    """A rubber deal by deal; `ended` is what counted in the end where that was not the last sum.

    `names` are those of the columns, in their order; `won` is the rubber's winner, None where it
    ended level or goes on.
    """

    standing: PartScore
    number: int
    names: Mapping[str, str]
    deals: tuple[RaceDeal, ...]
    is_over: bool
    is_broken_off: bool
    won: str | None
    ended: Mapping[str, int] | None = None

    @property
    def last(self) -> Mapping[str, int]:
        """What each column has now, or had in the end."""
        return self.ended or self.deals[-1].sums

    @cached_property
    def leaders(self) -> tuple[str | None, ...]:
        """Who led after each deal; None where two had as much."""
        return tuple(leader_of(deal.sums) for deal in self.deals)

    @property
    def leader(self) -> str | None:
        """Who has most now, or had in the end."""
        return leader_of(self.last)

    @property
    def margin(self) -> int:
        """How far the first is before the second."""
        first, second, *_rest = sorted(self.last.values(), reverse=True)
        return first - second

    @cached_property
    def led_since(self) -> RaceDeal | None:
        """The deal since which the leader has led without a break."""
        found = None
        for deal, leader in zip(reversed(self.deals), reversed(self.leaders), strict=True):
            if leader != self.leader:
                break
            found = deal
        return found

    @cached_property
    def changes(self) -> tuple[RaceDeal, ...]:
        """The deals with which another took the lead than had it before; being level is no lead."""
        found, before = [], None
        for deal, leader in zip(self.deals, self.leaders, strict=True):
            if leader is not None and before is not None and leader != before:
                found.append(deal)
            before = leader or before
        return tuple(found)

    @property
    def greatest_swing(self) -> RaceDeal:
        """The deal that moved the columns most; the first of several."""
        return max(self.deals, key=lambda deal: deal.swing)

    @cached_property
    def furthest_behind(self) -> tuple[int, RaceDeal] | None:
        """How far the leader of now was behind, and after which deal; None where never."""
        if self.leader is None:
            return None
        behind = [(max(deal.sums.values()) - deal.sums[self.leader], deal) for deal in self.deals]
        most = max(behind, key=lambda each: each[0])
        return most if most[0] > 0 else None

    @cached_property
    def nearest_miss(self) -> tuple[int, str, RaceDeal] | None:
        """What somebody who lost it needed below the line for the rubber: least, who, before which.

        Only where so many games win a rubber and it was won.
        """
        course = self.standing.game.course
        if self.won is None or not course.games_to_win:
            return None
        keys = [column.key for column in self.standing.game.columns]
        found = [
            (course.game_points - deal.before.below[at], key, deal)
            for deal in self.deals
            for at, key in enumerate(keys)
            if key != self.won and deal.before.games[at] == course.games_to_win - 1
        ]
        return min(found, key=lambda each: each[0], default=None)


def leader_of(sums: Mapping[str, int]) -> str | None:
    """Return who has most; None where two have as much."""
    most = max(sums.values())
    first = [key for key, points in sums.items() if points == most]
    return first[0] if len(first) == 1 else None


def race_of(standing: PartScore, number: int) -> Race | None:
    """Return the race of a rubber, counting from 1; None where it has no deal."""
    deals = _deals(standing, number)
    if not deals:
        return None
    then, sheet = standing.of_rubber(number), standing.sheet
    is_over = number <= len(sheet.rubbers)
    is_broken_off = not is_over and standing.part.broken_off
    ended = _broken_off(standing, deals[-1].sums) if is_broken_off else None
    return Race(
        standing=standing,
        number=number,
        names={key: named(people) for key, people in then.column_names.items()},
        deals=deals,
        is_over=is_over,
        is_broken_off=is_broken_off,
        won=sheet.rubbers[number - 1].winner if is_over else None,
        ended=ended,
    )


def _deals(standing: PartScore, number: int) -> tuple[RaceDeal, ...]:
    state = start(standing.game, standing.rules)
    found: list[RaceDeal] = []
    sums = {column.key: 0 for column in standing.game.columns}
    for live in standing.live:
        before = state.position
        state = add_deal(state, standing.read(live.facts))
        scored = state.deals[-1]
        if scored.rubber != number:
            continue
        brought = {key: below + above for key, (below, above) in scored.points.items()}
        sums = {key: sums[key] + points for key, points in brought.items()}
        found.append(RaceDeal(live, scored, before, brought, sums))
    return tuple(found)


def _broken_off(standing: PartScore, sums: Mapping[str, int]) -> Mapping[str, int] | None:
    """Return what counts of a rubber that was broken off, None where that is its last sum."""
    if standing.sheet.unfinished is None:
        return None
    totals = standing.sheet.unfinished.totals
    counted = standing.game.settling.counted_totals(standing.rules, totals) or totals
    return counted if dict(counted) != dict(sums) else None


# ---- The race in words.


@dataclass(frozen=True)
class TurningPoint:
    """A turning point: its sentence, the deal that it leads to, and what it claims."""

    kind: str
    text: str
    deal: RaceDeal
    claim: tuple[int, ...]


def finding(race: Race) -> str:
    """Return what the picture of a race shows, as a sentence."""
    leader, last = race.leader, race.deals[-1].live.number
    if leader is None:
        words = {"points": figure(max(race.last.values())), "deal": last}
        return _("Level at %(points)s after deal %(deal)s.") % words
    if race.won is not None and race.won != leader:
        text = ngettext(
            "%(winner)s won, but %(leader)s scored %(margin)s point more.",
            "%(winner)s won, but %(leader)s scored %(margin)s points more.",
            race.margin,
        )
        names = {"winner": race.names[race.won], "leader": race.names[leader]}
        return text % {**names, "margin": race.margin}
    since = race.led_since
    words = {"names": race.names[leader], "margin": race.margin, "at": last}
    if since is not None:
        words["deal"] = since.live.number
    return (_ended(race, since) if race.is_over or race.is_broken_off else _so_far(race)) % words


def _ended(race: Race, since: RaceDeal | None) -> str:
    if since is None:
        return _("%(names)s took the lead when play stopped, by %(margin)s.")
    if since is race.deals[0]:
        return _("%(names)s led from the first deal and won by %(margin)s.")
    if since is race.deals[-1]:
        return _("%(names)s took the lead with the last deal and won by %(margin)s.")
    return _("%(names)s led from deal %(deal)s on and won by %(margin)s.")


def _so_far(race: Race) -> str:
    return ngettext(
        "After deal %(at)s: %(names)s ahead by %(margin)s point, since deal %(deal)s.",
        "After deal %(at)s: %(names)s ahead by %(margin)s points, since deal %(deal)s.",
        race.margin,
    )


def picture_of(race: Race, own: str = "") -> Picture:
    """Return the race as a picture; `own` is the reader's column, whose line is the first."""
    keys = sorted(race.names, key=lambda key: key != own)
    sums = [dict.fromkeys(keys, 0), *(deal.sums for deal in race.deals)]
    at = [pgettext("of a race", "start"), *(str(deal.live.number) for deal in race.deals)]
    if race.ended is not None:
        sums.append(dict(race.ended))
        at.append(pgettext("of a race", "end"))
    courses = tuple(ChartLine(race.names[key], tuple(each[key] for each in sums)) for key in keys)
    course = ChartCourse(_("Deal"), tuple(at), courses, lambda value: figure(round(value)))
    return lines(finding(race), course)


def turns_of(race: Race) -> list[TurningPoint]:
    """Return the turning points of a race, in words."""
    found = [*_swing(race), *_lead(race), *_behind(race), *_near(race)]
    return found if any(deal.swing for deal in race.deals) else []


def _swing(race: Race) -> Iterator[TurningPoint]:
    deal = race.greatest_swing
    best = [key for key, points in deal.brought.items() if points == max(deal.brought.values())]
    if len(race.names) == 2:
        text = ngettext(
            "Deal %(deal)s moved the score most, by %(points)s point to %(names)s. %(what)s",
            "Deal %(deal)s moved the score most, by %(points)s points to %(names)s. %(what)s",
            deal.swing,
        )
    else:
        text = ngettext(
            "Deal %(deal)s moved the scores most: it brought %(names)s %(points)s point more than"
            " the player who gained least. %(what)s",
            "Deal %(deal)s moved the scores most: it brought %(names)s %(points)s points more than"
            " the player who gained least. %(what)s",
            deal.swing,
        )
    words = {
        "deal": deal.live.number,
        "points": deal.swing,
        "names": _names(race, best),
        "what": deal_in_words(race, deal),
    }
    yield TurningPoint("swing", text % words, deal, (deal.swing,))


def _lead(race: Race) -> Iterator[TurningPoint]:
    changes = len(race.changes)
    if not changes:
        return
    deal = race.changes[-1]
    ahead = sorted(deal.sums.values(), reverse=True)
    leader = next(key for key, points in deal.sums.items() if points == ahead[0])
    text = ngettext(
        "The lead changed hands once: with deal %(deal)s %(names)s went %(points)s ahead.",
        "The lead changed hands %(n)s times, last with deal %(deal)s:"
        " %(names)s went %(points)s ahead.",
        changes,
    )
    margin = ahead[0] - ahead[1]
    words = {
        "n": changes,
        "deal": deal.live.number,
        "names": race.names[leader],
        "points": margin,
    }
    yield TurningPoint("lead", text % words, deal, (changes, margin))


def _behind(race: Race) -> Iterator[TurningPoint]:
    if race.furthest_behind is None or race.leader is None:
        return
    points, deal = race.furthest_behind
    text = ngettext(
        "After deal %(deal)s %(names)s were still %(points)s point behind.",
        "After deal %(deal)s %(names)s were still %(points)s points behind.",
        points,
    )
    if len(_seats(race, race.leader)) == 1:
        text = ngettext(
            "After deal %(deal)s %(names)s was still %(points)s point behind.",
            "After deal %(deal)s %(names)s was still %(points)s points behind.",
            points,
        )
    words = {"deal": deal.live.number, "names": race.names[race.leader], "points": points}
    yield TurningPoint("behind", text % words, deal, (points,))


def _near(race: Race) -> Iterator[TurningPoint]:
    if race.nearest_miss is None:
        return
    needs, who, deal = race.nearest_miss
    text = ngettext(
        "Before deal %(deal)s %(names)s needed %(points)s point below the line for the rubber.",
        "Before deal %(deal)s %(names)s needed %(points)s points below the line for the rubber.",
        needs,
    )
    words = {"deal": deal.live.number, "names": race.names[who], "points": needs}
    yield TurningPoint("near", text % words, deal, (needs,))


def deal_in_words(race: Race, deal: RaceDeal) -> str:
    """Return what was bid, by whom, and what became of it."""
    then = race.standing.at_deal(deal.live.position)
    return said(describe_deal(then.game, deal.scored.deal, then.names))


def _names(race: Race, keys: Sequence[str]) -> str:
    """Return the people of one column, or of those that did equally well."""
    return both(race.names[key] for key in keys)


def _seats(race: Race, key: str) -> tuple[str, ...]:
    return next(column.seats for column in race.standing.game.columns if column.key == key)


# ---- What made the points.


class Cause(StrEnum):
    """What points are for."""

    TRICKS = "tricks"
    HONOURS = "honours"
    PENALTIES = "penalties"
    BONUSES = "bonuses"


# Kinds of lines on the sheet; whatever is none of these is a bonus.
OF_KIND = {
    "tricks": Cause.TRICKS,
    "overtricks": Cause.TRICKS,
    "salvaged": Cause.TRICKS,
    "acceptor": Cause.TRICKS,
    "bid": Cause.TRICKS,
    "opponents": Cause.TRICKS,
    "honours": Cause.HONOURS,
    "aces": Cause.HONOURS,
    "chicane": Cause.HONOURS,
    "joker": Cause.HONOURS,
    "nullo-honours": Cause.HONOURS,
    "undertricks": Cause.PENALTIES,
    "undertricks-below": Cause.PENALTIES,
    "set-back": Cause.PENALTIES,
    "revoke": Cause.PENALTIES,
    "fine": Cause.PENALTIES,
}
NAMES = {
    Cause.TRICKS: gettext_lazy("Tricks"),
    Cause.HONOURS: gettext_lazy("Honours"),
    Cause.PENALTIES: gettext_lazy("Penalties"),
    Cause.BONUSES: gettext_lazy("Bonus"),
}


@dataclass
class CauseRow:
    """What a column has for each cause, and in all."""

    name: str
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(map(str, Cause), 0))

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.points.values())


def causes_of(race: Race) -> list[CauseRow]:
    """Return what made the points of a race, a row a column."""
    rows = {key: CauseRow(name) for key, name in race.names.items()}
    for deal in race.deals:
        for line in deal.scored.lines:
            rows[line.column].points[OF_KIND.get(line.kind, Cause.BONUSES)] += line.points
    if race.ended is not None:
        for key, points in race.ended.items():
            rows[key].points[Cause.BONUSES] += points - race.deals[-1].sums[key]
    return list(rows.values())


class CausesTable(ComparedTable):
    """A column of the sheet a row: tricks, honours, penalties, bonuses, all."""

    name = tables.Column(verbose_name=gettext_lazy("Side"))
    total = tables.Column(verbose_name=pgettext_lazy("all points", "All"), attrs=cells("num"))
    caption = gettext_lazy("Points of each side by what they were for")

    class Meta:
        sequence = ("name", "...", "total")

    def __init__(self, rows: Sequence[CauseRow]) -> None:
        columns = [
            (
                cause.value,
                FigureColumn(
                    verbose_name=NAMES[cause], accessor=f"points__{cause}", attrs=cells("num")
                ),
            )
            for cause in Cause
        ]
        super().__init__(list(rows), extra_columns=columns)

    def render_total(self, value: int) -> str:
        """Return it with a true minus."""
        return figure(value)


class FigureColumn(tables.Column):
    """A number with a true minus."""

    def render(self, value: int) -> str:
        """Return it as it is read."""
        return figure(value)


def sums_of(rows: Sequence[CauseRow]) -> dict[Cause, int]:
    """Return what all columns together have for each cause."""
    return {cause: sum(row.points[cause] for row in rows) for cause in Cause}


def share_of_honours(rows: Sequence[CauseRow]) -> Fraction | None:
    """Return which part of all points honours were; None where there were no points."""
    sums = sums_of(rows)
    total = sum(sums.values())
    return Fraction(sums[Cause.HONOURS], total) if total > 0 else None


def picture_of_causes(rows: Sequence[CauseRow]) -> Picture | None:
    """Return what made the points as bars, with honours' share as its finding; None without any."""
    share = share_of_honours(rows)
    if share is None:
        return None
    sums = sums_of(rows)
    words = {
        "points": figure(sums[Cause.HONOURS]),
        "all": figure(sum(sums.values())),
        "percent": percent(show_number(100 * share, 0)),
    }
    finding = _("Honours were %(points)s of the %(all)s points, %(percent)s.") % words
    if not sums[Cause.HONOURS]:
        finding = _("None of the %(all)s points were for honours.") % words
    bars = [(str(NAMES[cause]), points) for cause, points in sums.items()]
    ordered = sorted(bars, key=lambda bar: -bar[1])
    heads = (_("For"), _("Points"))
    return ranked(finding, heads, ordered, lambda value: figure(round(value)))
