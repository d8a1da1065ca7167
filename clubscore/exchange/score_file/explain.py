"""A sitting as a sheet to read: every figure with what it is for and the law that gives it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clubscore.exchange.score_file.score_file import ScoreFile
from clubscore.laws.game import Game
from clubscore.laws.house_rules import describe_rules
from clubscore.laws.money import show_amount
from clubscore.laws.score_sheet import ScoredDeal, Sheet
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import settle

WIDTH = 78
WON = {"game": "Game", "rubber": "Game and rubber", "end": "Rubber", "game-and-end": "Game"}


def explain(sitting: ScoreFile) -> str:
    """The sheet of a sitting as plain text, 78 columns wide, ending without a line break."""
    sheet = sitting.sheet()
    parts = (_head(sitting), _deals(sitting, sheet), _sums(sitting, sheet), _paid(sitting, sheet))
    return "\n".join(line.rstrip() for part in parts for line in part)


def _names(sitting: ScoreFile) -> dict[str, str]:
    """What each seat and column is called: its players, else its letters."""
    names = {seat: clean(name) for seat, name in sitting.players.items()}
    for column in sitting.game.columns:
        if all(seat in sitting.players for seat in column.seats):
            names[column.key] = " & ".join(names[seat] for seat in column.seats)
    return names


def clean(name: str) -> str:
    """A name that cannot break the lines of the sheet."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _head(sitting: ScoreFile) -> Iterator[str]:
    game = sitting.game
    yield f"{game.name} · {describe_rules(game, sitting.rules)}"
    about = [clean(str(value)) for value in sitting.about.values()]
    if about:
        yield " · ".join(about)
    for seat in game.seats:
        if seat in sitting.players:
            credit = sitting.credit.get(seat)
            for_whom = f", for {clean(credit)}" if credit else ""
            yield f"{seat}: {clean(sitting.players[seat])}{for_whom}"
    yield f"Stakes: {sitting.stakes.words() if sitting.stakes else 'for love'}"


def _deals(sitting: ScoreFile, sheet: Sheet) -> Iterator[str]:
    names = _names(sitting)
    place = None
    for scored in sheet.deals:
        if place != (scored.rubber, scored.game):
            place = (scored.rubber, scored.game)
            yield ""
            yield _place(sitting.game, scored).ljust(WIDTH, "-")
        yield f"Deal {scored.number}. {describe_deal(sitting.game, scored.deal, names)}"
        yield from _lines(sitting.game, scored, names)
        if scored.won is not None and scored.winner is not None:
            won = WON[scored.won] if sitting.game.course.unit == "rubber" else WON["game"]
            yield f"  {won} to {names.get(scored.winner, scored.winner)}."


def _place(game: Game, scored: ScoredDeal) -> str:
    if game.course.unit == "rubber":
        return f"Rubber {scored.rubber}, game {scored.game}"
    return f"{game.course.unit.capitalize()} {scored.rubber}"


def _lines(game: Game, scored: ScoredDeal, names: Mapping[str, str]) -> Iterator[str]:
    if not scored.lines and not scored.ledger:
        yield "  nobody scores"
    for _ledger, winner, loser, points, law in scored.ledger:
        who, whom = names.get(winner, winner), names.get(loser, loser)
        yield f"  {who} wins {points} from {whom}, beside the sheet [{law}]"
    for line in scored.lines:
        who = names.get(line.column, line.column)
        place = f" {line.line}" if game.course.has_line else ""
        yield f"  {who}: {line.points}{place}, {line.item} [{line.law}]"


def _sums(sitting: ScoreFile, sheet: Sheet) -> Iterator[str]:
    names, unit = _names(sitting), sitting.game.course.unit
    for number, rubber in enumerate(sheet.rubbers, 1):
        yield ""
        if rubber.winner is None:
            yield f"{unit.capitalize()} {number} ends level"
        else:
            winner = names.get(rubber.winner, rubber.winner)
            margin = "" if rubber.margin is None else f", by {rubber.margin}"
            yield f"{unit.capitalize()} {number} to {winner}{margin}"
        yield from _totals(rubber.totals, names)
    if sheet.unfinished is not None:
        yield ""
        yield "The sheet" if unit == "sheet" else f"Unfinished {unit}"
        yield from _totals(sheet.unfinished.totals, names)
        settling = sitting.game.settling
        counted = settling.counted_totals(sitting.rules, sheet.unfinished.totals)
        if counted is not None:
            yield "Counted as"
            yield from _totals(counted, names)
        for column, bonuses in sheet.unfinished.why.items():
            for points, why in bonuses:
                yield f"  of which {points} to {names.get(column, column)} {why}"
    for ledger, entries in sheet.ledgers.items():
        yield ""
        yield ledger.capitalize()
        yield from _totals(entries, names)


def _totals(totals: Mapping[str, int], names: Mapping[str, str]) -> Iterator[str]:
    for column, points in totals.items():
        yield f"  {names.get(column, column)}: {points}"


def _paid(sitting: ScoreFile, sheet: Sheet) -> Iterator[str]:
    names = _names(sitting)
    settlement = settle(sitting.game, sitting.rules, sheet, sitting.stakes)
    yield ""
    yield "Settlement"
    for seat, points in settlement.points.items():
        money = ""
        if sitting.stakes is not None and settlement.money is not None:
            money = f", {show_amount(settlement.money[seat], sitting.stakes.currency)}"
        yield f"  {names.get(seat, seat)}: {points:+d}{money}"
    for payer, payee, amount in settlement.payments:
        assert sitting.stakes is not None  # noqa: S101 - nobody pays for love
        paid = show_amount(amount, sitting.stakes.currency)
        yield f"  {names.get(payer, payer)} pays {names.get(payee, payee)} {paid}."
