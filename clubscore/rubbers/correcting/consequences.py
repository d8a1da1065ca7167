"""What a correction would change: this game, later games, the rubber, the money, and what the law
says of its time."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import MINUS, figure, speak_amount
from clubscore.club.wording.names import listed, named
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import DealFacts
from clubscore.laws.money import round_coins
from clubscore.laws.score_sheet import Sheet
from clubscore.laws.sentences import correction_time
from clubscore.rubbers.correcting.of_the_seven import moves_after
from clubscore.rubbers.money.own_stakes import shown_currency
from clubscore.rubbers.money.settling import amounts_of_totals, is_agreed, rubber_totals
from clubscore.rubbers.state.headings import facts_in_words
from clubscore.rubbers.state.part_state import LiveDeal, Standing, canonical
from clubscore.rubbers.state.shares import shares_of


@dataclass(frozen=True)
class Change:
    """One thing that changes: what it is, before and after, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Follows:
    """Everything that follows from a correction, and what the law says of its time."""

    before: str
    after: str
    changes: list[Change]
    law: str
    too_late: bool


def what_follows(standing: Standing, deal: LiveDeal, facts: DealFacts) -> Follows:
    """Return what would follow if a deal said other facts. Nothing is written."""
    corrected = standing.read(facts).facts()
    texts = list(standing.facts)
    texts[deal.number - 1] = canonical(corrected)
    old, new = standing.sheet, standing.sheet_with(texts)
    changes = [
        *_deal_changes(standing, old, new, deal.number),
        *_later_deals(standing, old, new, deal.number),
        *_rubber_changes(standing, old, new),
        *(Change(*row) for row in moves_after(standing, deal, corrected, new)),
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


def _deal_changes(standing: Standing, old: Sheet, new: Sheet, number: int) -> list[Change]:
    before, after = old.deals[number - 1], new.deals[number - 1]
    changes = [
        Change(
            _("Deal %(n)s, %(who)s") % {"n": number, "who": named(standing.column_names[column])},
            _points(before.points[column]),
            _points(after.points[column]),
        )
        for column in standing.game.column_keys
        if before.points[column] != after.points[column]
    ]
    if before.won != after.won:
        changes.append(
            Change(
                _("Result of deal %(n)s") % {"n": number},
                _won(before.won),
                _won(after.won),
            )
        )
    return changes


def _bidding_dropped(deal: LiveDeal, corrected: DealFacts) -> list[Change]:
    """Return that what was called no longer leads to the contract, and goes."""
    if not deal.facts.get("auction") or corrected.get("auction"):
        return []
    return [Change(_("The bidding"), _("noted call by call"), _("not noted"))]


def _won(won: str | None) -> str:
    words = {
        "game": pgettext("what a deal wins", "game"),
        "rubber": pgettext("what a deal wins", "game and rubber"),
        "end": pgettext("what a deal wins", "rubber"),
        "game-and-end": pgettext("what a deal wins", "game, and the rubber is over"),
    }
    return words.get(won or "", pgettext("what a deal wins", "nothing"))


def _later_deals(standing: Standing, old: Sheet, new: Sheet, number: int) -> list[Change]:
    """Return the later deals that come to stand in another game or rubber."""
    changes = []
    for before, after in zip(old.deals[number:], new.deals[number:], strict=True):
        if (before.rubber, before.game, before.won) != (after.rubber, after.game, after.won):
            changes.append(
                Change(
                    _("Place of deal %(n)s") % {"n": before.number},
                    _place(standing, before.rubber, before.game),
                    _place(standing, after.rubber, after.game),
                )
            )
    return changes


def _place(standing: Standing, rubber: int, game: int) -> str:
    values = {"rubber": standing.numbers.of(rubber), "game": game}
    return _("rubber %(rubber)s, game %(game)s") % values


def _rubber_changes(standing: Standing, old: Sheet, new: Sheet) -> list[Change]:
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
            Change(what % {"n": standing.numbers.of(rubber)}, before, after)
            for what, before, after in pairs
            if before != after
        ]
    if old.unfinished != new.unfinished and standing.live:
        changes += _running(standing, old, new)
    return changes


def _running(standing: Standing, old: Sheet, new: Sheet) -> list[Change]:
    if old.unfinished is None or new.unfinished is None:
        return []
    return [
        Change(
            _("Now below the line: %(who)s") % {"who": named(standing.column_names[column])},
            figure(old.below_now[column]),
            figure(new.below_now[column]),
        )
        for column in standing.game.column_keys
        if old.below_now[column] != new.below_now[column]
    ]


def _rubber(standing: Standing, sheet: Sheet, rubber: int) -> str:
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


def _paid(standing: Standing, sheet: Sheet, rubber: int) -> str:
    totals = rubber_totals(standing, rubber, sheet)
    if totals is None:
        return MINUS
    currency = shown_currency(standing, rubber)
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


def _time(standing: Standing, deal: LiveDeal, old: Sheet, new: Sheet) -> tuple[str, bool]:
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


def _game_is_concluded(standing: Standing, sheet: Sheet, number: int) -> bool:
    """Whether the game of a deal is over and the deal after it has been dealt (law 12)."""
    place = sheet.deals[number - 1]
    last = max(
        one.number for one in sheet.deals if (one.rubber, one.game) == (place.rubber, place.game)
    )
    return sheet.deals[last - 1].won is not None and len(standing.live) > last
