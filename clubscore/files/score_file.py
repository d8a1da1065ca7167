"""The score file, `clubscore-table/1`: one sitting at one table, read, scored and explained."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from clubscore.files.json_text import is_object
from clubscore.laws.citing import WrittenLaw
from clubscore.laws.deal import DealFacts, DealReport, Unverified
from clubscore.laws.deal_reading import must_be_told, read_deal
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import Rules, RuleValue, as_written, describe_rules, resolve_rules
from clubscore.laws.money import show_amount
from clubscore.laws.record import ComparedRecord
from clubscore.laws.score_sheet import RubberWon, ScoredDeal, ScoreSheet, Unfinished, score_sitting
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import PointsSettlement, Stakes, StakesFacts, read_stakes, settle
from clubscore.laws.words import Every, gettext_noop

FORMAT = "clubscore-table/1"
TextKey = Literal["date", "club", "table", "sitting"]
TEXTS: tuple[TextKey, ...] = ("date", "club", "table", "sitting")
FIELDS = ("format", "game", "rules", "players", "credit", "stakes", *TEXTS, "part", "deals")


class SittingHead(TypedDict, total=False):
    """What tells a sitting apart; it does not bear on the score."""

    date: str
    club: str
    table: str
    sitting: str
    part: int


class _AgreedInFile(TypedDict, total=False):
    """Who sits where, and what was agreed."""

    players: dict[str, str]
    credit: dict[str, str]
    rules: dict[str, RuleValue]
    stakes: StakesFacts


class SittingFacts(_AgreedInFile, SittingHead):
    """A sitting as the file writes it, defaults left out."""

    format: str
    game: str
    deals: list[DealFacts]


class ScoreFile(ComparedRecord):
    """A sitting as the file holds it, verified. ``given_rules`` are the rules as written."""

    game: Game
    rules: Rules
    deals: tuple[DealReport, ...]
    given_rules: Mapping[str, RuleValue] = {}
    players: Mapping[str, str] = {}
    credit: Mapping[str, str] = {}
    stakes: Stakes | None = None
    about: SittingHead = {}

    def sheet(self) -> ScoreSheet:
        """The sheet of this sitting."""
        return score_sitting(self.game, self.rules, self.deals)

    def to_dict(self) -> SittingFacts:
        """The sitting as the file writes it, defaults left out."""
        agreed = _AgreedInFile()
        if self.players:
            agreed["players"] = dict(self.players)
        if self.credit:
            agreed["credit"] = dict(self.credit)
        if self.given_rules:
            agreed["rules"] = dict(self.given_rules)
        if self.stakes is not None:
            agreed["stakes"] = self.stakes.to_dict()
        deals = [deal.facts() for deal in self.deals]
        return {"format": FORMAT, "game": self.game.key, **agreed, **self.about, "deals": deals}


def read_score_file(raw: object) -> ScoreFile:
    """Verify one sitting. RuleError names the field, like ``deals[3].tricks``."""
    if not is_object(raw):
        raise RuleError(
            "type", gettext_noop("An evening must be one object, not %(given)s."), given=shown(raw)
        )
    check_fields(raw, FIELDS, ("format", "game", "deals"), FORMAT)
    game = find_game(raw["game"])
    given_rules = raw.get("rules", {})
    rules = resolve_rules(game, given_rules)
    players, credit = (_names(game, key, raw.get(key, {})) for key in ("players", "credit"))
    stakes = read_stakes(raw.get("stakes"))
    about = _about(raw)
    deals = read_deals(game, rules, raw["deals"])
    given = as_written(given_rules)
    return ScoreFile(game, rules, deals, given, players, credit, stakes, about)


def check_fields(raw: Unverified, fields: Sequence[str], needed: Sequence[str], known: str) -> None:
    """Verify which fields a file has, and its format. RuleError names the field."""
    for key in raw:
        if key not in fields:
            raise RuleError(
                "unknown-field",
                gettext_noop("A score file has no field %(field)s. Its fields are %(fields)s."),
                key if isinstance(key, str) else shown(key),
                field=shown(key),
                fields=Every(fields),
            )
    for key in needed:
        if key not in raw:
            raise RuleError(
                "missing", gettext_noop("The field %(field)s is missing."), key, field=key
            )
    if raw["format"] != known:
        raise RuleError(
            "format",
            gettext_noop('format must be "%(known)s", not %(given)s.'),
            "format",
            known=known,
            given=shown(raw["format"]),
        )


def read_deals(game: Game, rules: Rules, raw: object) -> tuple[DealReport, ...]:
    """Verify a list of deals. RuleError at ``deals[n]``."""
    if not isinstance(raw, list):
        raise RuleError(
            "type", gettext_noop("deals must be a list, not %(given)s."), "deals", given=shown(raw)
        )
    deals = []
    for number, each in enumerate(raw):
        try:
            deal = read_deal(game, rules, each)
            must_be_told(game, deal)
            if deal.auction:
                # Few files tell the calls, and what follows them takes a while to load.
                from clubscore.laws.auction import must_follow

                must_follow(game, rules, deal)
            deals.append(deal)
        except RuleError as error:
            raise error.under(f"deals[{number}]") from None
    return tuple(deals)


def _names(game: Game, key: str, raw: object) -> dict[str, str]:
    if not is_object(raw):
        raise RuleError(
            "type",
            gettext_noop("%(field)s must be an object of seats and names, not %(given)s."),
            key,
            field=key,
            given=shown(raw),
        )
    names = {}
    for seat, name in raw.items():
        if seat not in game.seats:
            raise RuleError(
                "seat",
                gettext_noop("%(given)s is not a seat of %(game)s; its seats are %(known)s."),
                f"{key}.{seat if isinstance(seat, str) else shown(seat)}",
                given=shown(seat),
                game=game.key,
                known=Every(game.seats),
            )
        names[seat] = read_text(name, f"{key}.{seat}")
    return names


def _about(raw: Unverified) -> SittingHead:
    about: SittingHead = {}
    for key in TEXTS:
        if key in raw:
            about[key] = read_text(raw[key], key)
    if "part" in raw:
        part = raw["part"]
        if type(part) is not int or part < 1:
            raise RuleError(
                "number",
                gettext_noop("part must be a whole number from 1, not %(given)s."),
                "part",
                given=shown(part),
            )
        about["part"] = part
    return about


def read_text(value: object, where: str) -> str:
    """Verify a text that can be written. RuleError at ``where``."""
    if not isinstance(value, str):
        raise RuleError(
            "type",
            gettext_noop("This must be text, not %(given)s."),
            where,
            given=shown(value),
        )
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RuleError(
            "text",
            gettext_noop("This text holds half a character and cannot be written. Type it again."),
            where,
        )
    return value


def answer(score_file: ScoreFile) -> "SittingAnswer":
    """What the score command answers for one sitting."""
    sheet = score_file.sheet()
    settlement = settle(score_file.game, score_file.rules, sheet, score_file.stakes)
    return {
        "game": score_file.game.key,
        "columns": list(score_file.game.column_keys),
        "deals": [_deal(scored) for scored in sheet.deals],
        "games": [{"deal": won.deal, "winner": won.winner} for won in sheet.games],
        "rubbers": [_rubber(rubber) for rubber in sheet.rubbers],
        "unfinished": None if sheet.unfinished is None else written_unfinished(sheet.unfinished),
        "totals": sheet.totals,
        "ledgers": sheet.ledgers,
        "settlement": written_settlement(settlement, score_file.stakes),
    }


def _deal(scored: ScoredDeal) -> "DealAnswer":
    return {
        "number": scored.number,
        "rubber": scored.rubber,
        "game": scored.game,
        **written_points(scored),
    }


def written_points(scored: ScoredDeal) -> "PointsAnswer":
    """A deal's points by column and its lines, as an answer writes them."""
    return {
        "points": {
            column: {"below": below, "above": above}
            for column, (below, above) in scored.points.items()
        },
        "lines": [
            {
                "column": each.column,
                "line": each.line,
                "points": each.points,
                "item": each.item,
                **each.law.written,
            }
            for each in scored.lines
        ],
    }


def _rubber(rubber: RubberWon) -> "RubberAnswer":
    written: RubberAnswer = {
        "deal": rubber.deal,
        "winner": rubber.winner,
        "totals": rubber.totals,
    }
    if rubber.margin is not None:
        written["margin"] = rubber.margin
    return written


def written_unfinished(rubber: Unfinished) -> "UnfinishedAnswer":
    """A rubber that was broken off, as an answer writes it."""
    return {
        "totals": rubber.totals,
        "below": rubber.below,
        "games": rubber.games,
        "bonus": rubber.bonus,
    }


def written_settlement(settlement: PointsSettlement, stakes: Stakes | None) -> "SettlementAnswer":
    """Points, money and payments, as an answer writes them."""
    if stakes is None or settlement.money is None:
        return {"points": settlement.points, "money": None, "payments": []}
    currency = stakes.currency
    return {
        "points": settlement.points,
        "money": {seat: show_amount(coins, currency) for seat, coins in settlement.money.items()},
        "payments": [
            {"from": payer, "to": payee, "amount": show_amount(amount, currency)}
            for payer, payee, amount in settlement.payments
        ],
    }


# ---- A sitting as a sheet to read.

WIDTH = 78
WON = {"game": "Game", "rubber": "Game and rubber", "end": "Rubber", "game-and-end": "Game"}


def explain(sitting: ScoreFile) -> str:
    """The sheet of a sitting as plain text, 78 columns wide, ending without a line break."""
    sheet = sitting.sheet()
    parts = (_head(sitting), _deals(sitting, sheet), _sums(sitting, sheet), _paid(sitting, sheet))
    return "\n".join(line.rstrip() for part in parts for line in part)


def _names_of_explain(sitting: ScoreFile) -> dict[str, str]:
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


def _deals(sitting: ScoreFile, sheet: ScoreSheet) -> Iterator[str]:
    names = _names_of_explain(sitting)
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


def _sums(sitting: ScoreFile, sheet: ScoreSheet) -> Iterator[str]:
    names, unit = _names_of_explain(sitting), sitting.game.course.unit
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


def _paid(sitting: ScoreFile, sheet: ScoreSheet) -> Iterator[str]:
    names = _names_of_explain(sitting)
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


# ---- What the score command answers, as JSON.


class PointsOf(TypedDict):
    """What a deal brought a column."""

    below: int
    above: int


class LineAnswer(WrittenLaw):
    """One figure on the sheet: whose, where, how much, what for and by which law."""

    column: str
    line: str
    points: int
    item: str


class PointsAnswer(TypedDict):
    """A deal's points by column, and its lines."""

    points: dict[str, PointsOf]
    lines: list[LineAnswer]


class DealAnswer(PointsAnswer):
    """A deal, and where it stands on the sheet."""

    number: int
    rubber: int
    game: int


class GameAnswer(TypedDict):
    """A game: the deal that won it, and whose it is."""

    deal: int
    winner: str


class RubberAnswer(TypedDict):
    """A rubber: the deal that ended it, whose it is, all its points."""

    deal: int
    winner: str | None
    totals: dict[str, int]
    margin: NotRequired[int]


class UnfinishedAnswer(TypedDict):
    """A rubber that was broken off."""

    totals: dict[str, int]
    below: dict[str, int]
    games: dict[str, int]
    bonus: dict[str, int]


PaymentAnswer = TypedDict("PaymentAnswer", {"from": str, "to": str, "amount": str})


class SettlementAnswer(TypedDict):
    """Points, money and payments."""

    points: dict[str, int]
    money: dict[str, str] | None
    payments: list[PaymentAnswer]


class SittingAnswer(TypedDict):
    """What the score command answers for one sitting."""

    game: str
    columns: list[str]
    deals: list[DealAnswer]
    games: list[GameAnswer]
    rubbers: list[RubberAnswer]
    unfinished: UnfinishedAnswer | None
    totals: dict[str, int]
    ledgers: dict[str, dict[str, int]]
    settlement: SettlementAnswer
