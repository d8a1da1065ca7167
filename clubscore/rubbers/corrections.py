"""What a correction would change before it is made, and a part counted by other laws beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.models import Person
from clubscore.club.wording import MINUS, figure, listed, named, said, speak_amount
from clubscore.laws.deal import DealFacts
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import Rules, describe_rules
from clubscore.laws.money import round_coins
from clubscore.laws.score_sheet import (
    Rescored,
    ScoredDeal,
    ScoreSheet,
    can_rescore,
    rescore,
    score_sitting,
)
from clubscore.laws.sentences import correction_time, describe_deal
from clubscore.laws.settlement import settle
from clubscore.laws.seven import PARTNER, SevenResult, SevenState, TakenBack, fold
from clubscore.rubbers.pad import CountedDeal, counted, facts_in_words, laws_in_words
from clubscore.rubbers.score import LiveDeal, PartScore, canonical, shares_of
from clubscore.rubbers.settling import amounts_of_totals, is_agreed, rubber_totals
from clubscore.rubbers.seven import Kind, Seven, crossing_at, event_of
from clubscore.rubbers.seven_words import seat_word
from clubscore.rubbers.stakes import currency_for_page

Row = tuple[str, str, str]


def moves_after(
    standing: PartScore, deal: LiveDeal, facts: DealFacts, new: ScoreSheet
) -> list[Row]:
    """Return (what, before, after) of the seats where a deal of the seven is put right.

    No one moves for an old contract, and the page says so.
    """
    seven = crossing_at(standing.part.sitting)
    if seven is None:
        return []
    return [*_dummy(seven, standing, deal, facts), *_seats(seven, standing, deal, new)]


def _dummy(seven: Seven, standing: PartScore, deal: LiveDeal, facts: DealFacts) -> list[Row]:
    """Say who was dummy by the corrected contract, and that whoever crossed stays."""
    people = standing.at_deal(deal.position).people
    before, after = _dummy_of(people, deal.facts), _dummy_of(people, facts)
    if before == after:
        return []
    was = _("%(name)s, who has crossed") % {"name": before.short_name} if before else _("no one")
    now = after.short_name if after else _("no one")
    return [(_("Dummy"), was, _("%(name)s; everyone stays in their present seat") % {"name": now})]


def _dummy_of(people: Mapping[str, Person], facts: DealFacts) -> Person | None:
    declarer = facts.get("declarer")
    return people[PARTNER[declarer]] if declarer in PARTNER else None


def _seats(seven: Seven, standing: PartScore, deal: LiveDeal, new: ScoreSheet) -> list[Row]:
    """Say who is seated otherwise where a rubber now ends, or now goes on."""
    sitting = standing.part.sitting
    table, last = sitting.seven_table, standing.live[-1]
    if table is None:
        return []
    part, over = standing.part.number, new.unfinished is None
    ended = seven.live(Kind.RESULT, at=table, part=part, position=last.position)
    if ended is None or ended.data["rubber_over"] == over:
        return []
    log = [event_of(each) for each in seven.log]
    home = seven.evening.rules["seven_seat"] == "home"
    more = (TakenBack(ended.number), SevenResult(table, over))
    try:
        state: SevenState[int] = fold(tuple(seven.evening.players), [*log, *more], home)
    except RuleError:
        return []
    rows = []
    for who, person in seven.people.items():
        before, after = _place(seven, seven.state, who), _place(seven, state, who)
        if before != after:
            rows.append((_("Seat of %(name)s") % {"name": person.short_name}, before, after))
    return rows


def _place(seven: Seven, state: SevenState[int], who: int) -> str:
    for number, table in state.tables.items():
        seat = table.seat_of(who)
        if seat is not None:
            words = {"table": seven.sittings[number].table, "seat": seat_word(seat)}
            return _("%(table)s, %(seat)s") % words
    return _("between the tables")


# ---- What a correction would change.


@dataclass(frozen=True)
class Consequence:
    """One thing that changes: what it is, before and after, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Follows:
    """Everything that follows from a correction, and what the law says of its time."""

    before: str
    after: str
    changes: list[Consequence]
    law: str
    too_late: bool


def what_follows(standing: PartScore, deal: LiveDeal, facts: DealFacts) -> Follows:
    """Return what would follow if a deal said other facts. Nothing is written."""
    corrected = standing.read(facts).facts()
    texts = list(standing.facts)
    texts[deal.number - 1] = canonical(corrected)
    old, new = standing.sheet, standing.sheet_with(texts)
    changes = [
        *_deal_changes(standing, old, new, deal.number),
        *_later_deals(standing, old, new, deal.number),
        *_rubber_changes(standing, old, new),
        *(Consequence(*row) for row in moves_after(standing, deal, corrected, new)),
        *_bidding_dropped(deal, corrected),
    ]
    law, too_late = _time(standing, deal, old, new)
    return Follows(
        before=facts_in_words(standing.at_deal(deal.position), deal.facts),
        after=facts_in_words(standing.at_deal(deal.position), corrected),
        changes=changes,
        law=law,
        too_late=too_late,
    )


def _points(points: tuple[int, int]) -> str:
    below, above = points
    return f"{figure(below)} + {figure(above)}" if above else figure(below)


def _deal_changes(
    standing: PartScore, old: ScoreSheet, new: ScoreSheet, number: int
) -> list[Consequence]:
    before, after = old.deals[number - 1], new.deals[number - 1]
    changes = [
        Consequence(
            _("Deal %(n)s, %(who)s") % {"n": number, "who": named(standing.column_names[column])},
            _points(before.points[column]),
            _points(after.points[column]),
        )
        for column in standing.game.column_keys
        if before.points[column] != after.points[column]
    ]
    if before.won != after.won:
        changes.append(
            Consequence(
                _("Result of deal %(n)s") % {"n": number},
                _won(before.won),
                _won(after.won),
            )
        )
    return changes


def _bidding_dropped(deal: LiveDeal, corrected: DealFacts) -> list[Consequence]:
    """Return that what was called no longer leads to the contract, and goes."""
    if not deal.facts.get("auction") or corrected.get("auction"):
        return []
    return [Consequence(_("The bidding"), _("noted call by call"), _("not noted"))]


def _won(won: str | None) -> str:
    words = {
        "game": pgettext("what a deal wins", "game"),
        "rubber": pgettext("what a deal wins", "game and rubber"),
        "end": pgettext("what a deal wins", "rubber"),
        "game-and-end": pgettext("what a deal wins", "game, and the rubber is over"),
    }
    return words.get(won or "", pgettext("what a deal wins", "nothing"))


def _later_deals(
    standing: PartScore, old: ScoreSheet, new: ScoreSheet, number: int
) -> list[Consequence]:
    """Return the later deals that come to stand in another game or rubber."""
    changes = []
    for before, after in zip(old.deals[number:], new.deals[number:], strict=True):
        if (before.rubber, before.game, before.won) != (after.rubber, after.game, after.won):
            changes.append(
                Consequence(
                    _("Place of deal %(n)s") % {"n": before.number},
                    _place_of_consequences(standing, before.rubber, before.game),
                    _place_of_consequences(standing, after.rubber, after.game),
                )
            )
    return changes


def _place_of_consequences(standing: PartScore, rubber: int, game: int) -> str:
    values = {"rubber": standing.numbers.of(rubber), "game": game}
    return _("rubber %(rubber)s, game %(game)s") % values


def _rubber_changes(standing: PartScore, old: ScoreSheet, new: ScoreSheet) -> list[Consequence]:
    changes = []
    for rubber in range(1, max(len(old.rubbers), len(new.rubbers)) + 2):
        pairs = (
            (_("Rubber %(n)s"), _rubber(standing, old, rubber), _rubber(standing, new, rubber)),
            (
                _("Payments of rubber %(n)s"),
                _paid(standing, old, rubber),
                _paid(standing, new, rubber),
            ),
        )
        changes += [
            Consequence(what % {"n": standing.numbers.of(rubber)}, before, after)
            for what, before, after in pairs
            if before != after
        ]
    if old.unfinished != new.unfinished and standing.live:
        changes += _running(standing, old, new)
    return changes


def _running(standing: PartScore, old: ScoreSheet, new: ScoreSheet) -> list[Consequence]:
    if old.unfinished is None or new.unfinished is None:
        return []
    return [
        Consequence(
            _("Now below the line: %(who)s") % {"who": named(standing.column_names[column])},
            figure(old.below_now[column]),
            figure(new.below_now[column]),
        )
        for column in standing.game.column_keys
        if old.below_now[column] != new.below_now[column]
    ]


def _rubber(standing: PartScore, sheet: ScoreSheet, rubber: int) -> str:
    if rubber > len(sheet.rubbers):
        totals = rubber_totals(standing, rubber, sheet)
        if totals is None:
            return pgettext("a rubber", "not over")
        return _("unfinished: %(totals)s") % {
            "totals": listed(
                f"{named(standing.column_names[column])} {figure(points)}"
                for column, points in totals.items()
            )
        }
    won = sheet.rubbers[rubber - 1]
    if won.winner is None:
        return pgettext("a rubber", "level")
    winner = named(standing.column_names[won.winner])
    points = won.margin if won.margin is not None else won.totals[won.winner]
    return _("%(who)s, %(points)s") % {"who": winner, "points": figure(points)}


def _paid(standing: PartScore, sheet: ScoreSheet, rubber: int) -> str:
    totals = rubber_totals(standing, rubber, sheet)
    if totals is None:
        return MINUS
    currency = currency_for_page(standing, rubber)
    if currency is None:
        return MINUS
    shares = shares_of(standing, rubber, totals, sheet)
    names = {p.pk: p.short_name for share in shares for p in share.people.values()}
    amounts = amounts_of_totals(standing, rubber, totals, sheet)
    return listed(
        _("%(payer)s pays %(payee)s %(amount)s")
        % {
            "payer": names[payer],
            "payee": names[payee],
            "amount": speak_amount(round_coins(coins), currency),
        }
        for (payer, payee), (_won, coins) in amounts.one_way()
        if coins
    )


def _time(
    standing: PartScore, deal: LiveDeal, old: ScoreSheet, new: ScoreSheet
) -> tuple[str, bool]:
    """Return what the law says of the time of this correction."""
    before, after = old.deals[deal.number - 1], new.deals[deal.number - 1]
    changes_tricks = any(
        before.points[column][0] != after.points[column][0] for column in standing.game.column_keys
    )
    too_late = _game_is_concluded(standing, old, deal.number)
    if not changes_tricks or too_late:
        too_late = is_agreed(standing.part, before.rubber) or (too_late and changes_tricks)
    time = correction_time(standing.game, "tricks" if changes_tricks else "honours")
    in_words = _("%(time)s (%(law)s)") % {"time": said(time), "law": said(time.law)}
    return in_words, too_late


def _game_is_concluded(standing: PartScore, sheet: ScoreSheet, number: int) -> bool:
    """Whether the game of a deal is over and the deal after it has been dealt (law 12)."""
    place = sheet.deals[number - 1]
    last = max(
        one.number for one in sheet.deals if (one.rubber, one.game) == (place.rubber, place.game)
    )
    return sheet.deals[last - 1].won is not None and len(standing.live) > last


# ---- By other laws.


@dataclass(frozen=True)
class DealByBoth:
    """One deal by both laws; `then` as it was played, `now` None where it cannot be scored."""

    live: LiveDeal
    sentence: str
    then: CountedDeal
    now: CountedDeal | None
    refused: str
    left_away: list[str]


@dataclass(frozen=True)
class PlayerByBoth:
    """What a player wins or loses by both laws, in points and, where it is for money, in coins."""

    name: str
    then: int
    now: int
    then_money: str = ""
    now_money: str = ""


@dataclass(frozen=True)
class ByBoth:
    """A part by both laws: its deals, what each player wins or loses, how many are left out."""

    then: str
    now: str
    deals: list[DealByBoth]
    players: list[PlayerByBoth]
    left_out: int


def other_games(standing: PartScore) -> list[Game]:
    """Return the games by which a part can be scored again, its own first."""
    own = standing.game
    return [own, *(game for game in GAMES if game is not own and can_rescore(own, game))]


def by_both(standing: PartScore, other: Game, rules: Rules, position: int | None = None) -> ByBoth:
    """Return a part by its own law and by another, or only the deal at `position`, alone."""
    live = [deal for deal in standing.live if position in (None, deal.position)]
    reports = [standing.read(deal.facts) for deal in live]
    own = score_sitting(standing.game, standing.rules, reports)
    again = rescore(standing.game, reports, other, rules)
    deals = []
    for deal, then, each, place in zip(live, own.deals, again.deals, again.scored, strict=True):
        now = None if place is None else again.sheet.deals[place]
        deals.append(_deal(standing.at_deal(deal.position), deal, then, other, each, now))
    return ByBoth(
        then=_("%(game)s, %(laws)s")
        % {"game": _(standing.game.name), "laws": laws_in_words(standing)},
        now=_("%(game)s, %(laws)s")
        % {"game": _(other.name), "laws": said(describe_rules(other, rules))},
        deals=deals,
        players=_players(standing, own, other, rules, again.sheet),
        left_out=sum(deal.now is None for deal in deals),
    )


def _deal(
    standing: PartScore,
    live: LiveDeal,
    then: ScoredDeal,
    other: Game,
    again: Rescored,
    now: ScoredDeal | None,
) -> DealByBoth:
    return DealByBoth(
        live=live,
        sentence=said(describe_deal(standing.game, then.deal, standing.names)),
        then=counted(standing.game, then, standing.names),
        now=None if now is None else counted(other, now, standing.names),
        refused="" if again.refused is None else said(again.refused),
        left_away=[said(phrase) for phrase in again.left_away],
    )


def _players(
    standing: PartScore, own: ScoreSheet, other: Game, rules: Rules, again: ScoreSheet
) -> list[PlayerByBoth]:
    """Return what each wins or loses by both laws, at the stake that is played for."""
    stakes = standing.stakes
    then = settle(standing.game, standing.rules, own, stakes)
    now = settle(other, rules, again, stakes)
    rows = []
    for seat, name in standing.account_names.items():
        row = PlayerByBoth(name, then.points[seat], now.points[seat])
        if stakes is not None and then.money is not None and now.money is not None:
            row = replace(
                row,
                then_money=speak_amount(then.money[seat], stakes.currency),
                now_money=speak_amount(now.money[seat], stakes.currency),
            )
        rows.append(row)
    return rows
