"""A part, or one deal of it, under another game or other house rules, beside how it was played."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import speak_amount
from clubscore.club.wording.phrases import said
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import Rules, describe_rules
from clubscore.laws.score_sheet import (
    Rescored,
    ScoredDeal,
    Sheet,
    can_rescore,
    rescore,
    score_sitting,
)
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import settle
from clubscore.rubbers.state.headings import laws_in_words
from clubscore.rubbers.state.part_state import LiveDeal, Standing
from clubscore.rubbers.state.score_lines import Counted, counted


@dataclass(frozen=True)
class DealByBoth:
    """One deal by both laws; `then` as it was played, `now` None where it cannot be scored."""

    live: LiveDeal
    sentence: str
    then: Counted
    now: Counted | None
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


def other_games(standing: Standing) -> list[Game]:
    """Return the games by which a part can be scored again, its own first."""
    own = standing.game
    return [own, *(game for game in GAMES if game is not own and can_rescore(own, game))]


def by_both(standing: Standing, other: Game, rules: Rules, position: int | None = None) -> ByBoth:
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
    standing: Standing,
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
    standing: Standing, own: Sheet, other: Game, rules: Rules, again: Sheet
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
