"""Points into money: what a point is worth, who pays whom, and the fewest payments that do it."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, NotRequired, TypedDict, TypeVar

from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.money import (
    CURRENCIES,
    LSD,
    Currency,
    find_currency,
    read_amount,
    round_coins,
    speak_amount,
)
from clubscore.laws.record import ComparedRecord
from clubscore.laws.score_sheet import ScoreSheet
from clubscore.laws.tariff import LedgerEntry, PairPoints
from clubscore.laws.words import Either, Every, gettext_noop

if TYPE_CHECKING:
    from fractions import Fraction

ROUNDINGS = ("ten", "hundred")
_PER_WORDS = {1: "a point", 10: "for ten points", 100: "a hundred"}
_FIELDS = ("amount", "currency", "per", "round")
HIGHEST_PER = 1_000_000


def counted_in(unit: int, points: int) -> int:
    """Points in whole units: half a unit and less is dropped, more counts as one."""
    whole, rest = divmod(abs(points), unit)
    counted = (whole + (2 * rest > unit)) * unit
    return -counted if points < 0 else counted


class StakesFacts(TypedDict):
    """The stakes as the score file writes them."""

    amount: str
    currency: str
    per: NotRequired[int]
    round: NotRequired[str]


class Stakes(ComparedRecord):
    """So much for so many points. ``amount`` is as written; ``rate`` is coins for one point.

    With ``round`` "ten" or "hundred" each difference counts in tens or hundreds.
    """

    amount: str
    currency: Currency
    per: int = 1
    round: str | None = None

    @cached_property
    def rate(self) -> "Fraction":
        """Smallest coins for one point, exactly."""
        from fractions import Fraction

        return Fraction(read_amount(self.amount, self.currency)) / self.per

    def coins(self, halves: int) -> int:
        """What so many half points come to: whole coins, half a coin away from nothing."""
        return round_coins(read_amount(self.amount, self.currency) * halves, 2 * self.per)

    def words(self) -> str:
        """The stake as people say it: ``5s a hundred``, ``£0.50 a hundred``, ``1d a point``."""
        coins = read_amount(self.amount, self.currency)
        # A stake finer than a coin cannot be shown in coins; then as it was written.
        said = speak_amount(int(coins), self.currency) if coins.denominator == 1 else self.amount
        return f"{said} {_PER_WORDS.get(self.per, f'for {self.per} points')}"

    def to_dict(self) -> StakesFacts:
        """The stakes as the score file writes them."""
        written: StakesFacts = {"amount": self.amount, "currency": self.currency.code}
        if self.per != 1:
            written["per"] = self.per
        if self.round is not None:
            written["round"] = self.round
        return written

    def rounded(self, difference: int) -> int:
        """The points that a difference counts for; its sign does not matter to the rounding.

        In tens a unit of more than five adds one (Laws of Bridge 1899, p. 32); in hundreds fifty
        and under are dropped.
        """
        if self.round is None:
            return difference
        return counted_in(10 if self.round == "ten" else 100, difference)


def read_stakes(raw: object) -> Stakes | None:
    """The stakes of a score file, None for love. RuleError at ``stakes.<field>``."""
    if raw is None:
        return None
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("stakes must be an object with %(fields)s, not %(given)s."),
            "stakes",
            fields=Every(_FIELDS),
            given=shown(raw),
        )
    try:
        return _read(raw)
    except RuleError as error:
        raise error.under("stakes") from None


def _read(raw: Unverified) -> Stakes:
    for key in raw:
        if key not in _FIELDS:
            raise RuleError(
                "unknown-field",
                gettext_noop("stakes have no field %(field)s, only %(fields)s."),
                key if isinstance(key, str) else shown(key),
                field=shown(key),
                fields=Every(_FIELDS),
            )
    for field in ("amount", "currency"):
        if field not in raw:
            raise RuleError(
                "missing", gettext_noop("The field %(field)s is missing."), field, field=field
            )
    currency = find_currency(raw["currency"])
    read_amount(raw["amount"], currency)
    per = raw.get("per", 1)
    if type(per) is not int or not 1 <= per <= HIGHEST_PER:
        raise RuleError(
            "number",
            gettext_noop("per must be a whole number of points, 1 or more, not %(given)s."),
            "per",
            given=shown(per),
        )
    return Stakes(str(raw["amount"]), currency, per, _rounding(raw) if "round" in raw else None)


def _rounding(raw: Unverified) -> str:
    rounding = raw["round"]
    if isinstance(rounding, str) and rounding in ROUNDINGS:
        return rounding
    raise RuleError(
        "choice",
        gettext_noop("round must be %(choices)s, not %(given)s."),
        "round",
        choices=Either(ROUNDINGS),
        given=shown(rounding),
    )


# The patterns are compiled when somebody first says a stake: a score file only writes it.
_LOVE = frozenset(("love", "for love", "nothing", "for nothing", "no stake", "no stakes", ""))
_PER = (
    r"(?P<amount>.*?)"
    r"(?:(?: |^)(?:an?|per|the|for every|for an?|each) "
    r"(?P<word>hundred|point|ten|thousand|100|10|1)(?: points)?| ?/ ?(?P<number>100|10|1))?\Z"
)
_POINTS = {"hundred": 100, "ten": 10, "point": 1, "thousand": 1000}
_CODE = r"(?:(?P<before>[A-Z]{3}) ?)?(?P<amount>[0-9][0-9.,]*) ?(?P<after>[A-Z]{3})?\Z"
_SYMBOLS = {each.symbol: each for each in CURRENCIES.values() if each.symbol and each != LSD}


def read_stake_words(
    text: str, currency: str = "GBP", per: int = 100, besides: str = ""
) -> Stakes | None:
    """A stake as people say it: "5s a hundred", "a crown", "€2 a hundred", "1p a point", "love".

    ``currency`` is the club's, for a bare number; where that is old money, which has no decimals,
    a bare decimal is of the money ``besides``, if the club has one. ``per`` is meant if no one says
    for how many points. None is for love. RuleError at ``stakes`` says what would be right.
    """
    plain = " ".join(text.split())
    if plain.lower().rstrip(".") in _LOVE:
        return None
    match = re.match(_PER, plain, re.IGNORECASE) if len(plain) <= 60 else None
    if match is not None:
        said = match["word"] or match["number"]
        points = per if said is None else _POINTS.get(said.lower()) or int(said)
        amount, usual = match["amount"].strip(), find_currency(currency)
        found = (
            _amount(amount, usual, besides)
            or _amount(_shortened(amount, usual), usual, besides)
            or _amount(_of_today(amount, usual, besides), usual, besides)
        )
        if found is not None:
            return Stakes(*found, points)
        if re.match(_BARE, amount):
            raise RuleError(
                "stakes",
                gettext_noop(
                    'Which money is %(amount)s? Write for example "5s a hundred",'
                    ' "£2.50 a hundred" or "€2.50 a hundred".'
                ),
                "stakes",
                amount=amount,
            )
    raise RuleError(
        "stakes",
        gettext_noop(
            'A stake is written like "5s a hundred", "a crown a hundred", "€2 a hundred",'
            ' "0.50 a hundred" or "1d a point"; "love" means no stake.'
        ),
        "stakes",
    )


def _amount(text: str, usual: Currency, besides: str) -> tuple[str, Currency] | None:
    """Amount and currency, the amount in the form that the score file takes."""
    bare, is_decimal = re.match(_CODE, text), re.search("[.,]", text) is not None
    if bare is not None and not (bare["before"] and bare["after"]):
        code = bare["before"] or bare["after"]
        if code is None and usual == LSD:
            code = besides if is_decimal else "LSD"
        return _if_read(bare["amount"], CURRENCIES.get(code) if code else usual)
    number, symbol = (text[1:], text[:1]) if text[:1] in _SYMBOLS else (text[:-1], text[-1:])
    if symbol in _SYMBOLS and not (symbol == LSD.symbol and usual == LSD and not is_decimal):
        found = _if_read(number.strip(), _SYMBOLS[symbol])
        if found is not None:
            return found
    return _if_read(text, LSD)


# Money of today by its name; a dollar is the club's own where it counts in one, a cent likewise.
_TODAY = r"(?P<number>\w+(?:[.,]\d+)?) ?(?P<coin>euros?|dollars?|cents?|ct?|p)\Z"
_BARE = r"[0-9]+(?:[.,][0-9]+)?\Z"
_HUNDREDTHS = ("c", "p")


def _of_today(text: str, usual: Currency, besides: str) -> str:
    """``2 euros`` and ``1p`` as an amount with its code; otherwise as it is."""
    match = re.match(_TODAY, text, re.IGNORECASE)
    if match is None:
        return text
    number, coin = match["number"].lower(), match["coin"].lower()
    if not number[0].isdecimal():
        number = str(_WORTH.get(number, ""))
    own = usual.code if usual != LSD else besides
    code = {"e": "EUR", "p": "GBP"}.get(coin[0]) or own
    if coin.startswith("d"):
        code = own if own.endswith("D") else "USD"
    if coin.startswith(_HUNDREDTHS):
        number = f"0.{number:0>2}" if number.isdecimal() and len(number) < 3 else ""
    return f"{number} {code}" if number and code else text


# How many, in words; "a shilling" is one.
_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_WORTH = {"a": 1, "an": 1} | {word: number for number, word in enumerate(_NUMBERS) if number}
_SPOKEN = (
    r"(?:(?P<pounds>\w+) pounds?(?: and )?)? ?"
    r"(?:(?P<shillings>\w+) (?:shillings?|bob)(?: and )?)? ?"
    r"(?:(?P<pence>\w+?) ?(?:pence|penny))?\Z"
)


def _shortened(text: str, usual: Currency) -> str:
    """``five shillings and sixpence`` as the score file writes it: ``5s 6d``; otherwise as it is.

    Pounds alone are those of the club's currency where that is no old money.
    """
    match = re.match(_SPOKEN, text, re.IGNORECASE)
    if match is None or not any(match.groupdict().values()):
        return text
    said = {}
    for unit, word in match.groupdict().items():
        number = word if word is None or word.isdecimal() else _WORTH.get(word.lower())
        if word is not None and number is None:
            return text
        said[unit] = number
    if said["shillings"] is None and said["pence"] is None and usual != LSD:
        return f"£{said['pounds']}"
    signs = {"pounds": "£{}", "shillings": "{}s", "pence": "{}d"}
    return " ".join(signs[unit].format(number) for unit, number in said.items() if number)


def _if_read(text: str, currency: Currency | None) -> tuple[str, Currency] | None:
    if currency is None:
        return None
    try:
        coins = read_amount(text, currency)
    except RuleError:
        return None
    return (text, currency) if coins else None


Key = TypeVar("Key", bound=Hashable)

# Beyond this many people the exact search would take longer than anyone waits.
MOST_EXACT = 10


class Payment(NamedTuple, Generic[Key]):
    """Who pays whom how many smallest coins."""

    payer: Key
    payee: Key
    amount: int


def fewest_payments(balances: Mapping[Key, int], first: Collection[Key] = ()) -> list[Payment[Key]]:
    """Payments that bring every balance to nothing; a positive balance is to be paid out.

    The largest who owes pays the largest who is owed, equals in the order given and those in
    ``first`` before all others, unless a shorter list exists: up to ten people it is found. The
    balances must sum to nothing (ValueError).
    """
    if sum(balances.values()):
        raise ValueError("the balances do not sum to nothing")
    open_balances = {key: amount for key, amount in balances.items() if amount}
    greedy = _greedy(open_balances, first)
    owing = sum(amount < 0 for amount in open_balances.values())
    # Everyone who owes pays at least once, and everyone who is owed is paid once.
    fewest = max(owing, len(open_balances) - owing)
    if len(greedy) == fewest or len(open_balances) > MOST_EXACT:
        return greedy
    groups = _most_groups(tuple(open_balances.items()))
    if len(greedy) <= len(open_balances) - len(groups):
        return greedy
    return [payment for group in groups for payment in _greedy(dict(group), first)]


def _greedy(balances: Mapping[Key, int], first: Collection[Key]) -> list[Payment[Key]]:
    order = {key: (key not in first, number) for number, key in enumerate(balances)}
    rest = dict(balances)
    made: list[Payment[Key]] = []
    while True:
        # Guests come before larger amounts, equals in the order of the table.
        owing = min((key for key in rest if rest[key] < 0), default=None, key=lambda key: (
            order[key][0], rest[key], order[key][1]))  # fmt: skip
        owed = min((key for key in rest if rest[key] > 0), default=None, key=lambda key: (
            order[key][0], -rest[key], order[key][1]))  # fmt: skip
        if owing is None or owed is None:
            return made
        amount = min(-rest[owing], rest[owed])
        rest[owing] += amount
        rest[owed] -= amount
        made.append(Payment(owing, owed, amount))


def _most_groups(balances: tuple[tuple[Key, int], ...]) -> list[tuple[tuple[Key, int], ...]]:
    """As many groups as there can be, each summing to nothing: one payment is saved by each."""
    size = 1 << len(balances)
    sums = [0] * size
    best = [0] * size
    last = [0] * size
    for chosen in range(1, size):
        low = chosen & -chosen
        sums[chosen] = sums[chosen ^ low] + balances[low.bit_length() - 1][1]
        for number in range(len(balances)):
            bit = 1 << number
            if chosen & bit and best[chosen ^ bit] >= best[chosen]:
                best[chosen], last[chosen] = best[chosen ^ bit], bit
        best[chosen] += sums[chosen] == 0
    return _groups(balances, sums, last)


def _groups(
    balances: tuple[tuple[Key, int], ...], sums: list[int], last: list[int]
) -> list[tuple[tuple[Key, int], ...]]:
    """Walk the best order back; wherever it sums to nothing, a group ends."""
    chosen = len(last) - 1
    groups: list[tuple[tuple[Key, int], ...]] = []
    group: list[tuple[Key, int]] = []
    while chosen:
        bit = last[chosen]
        group.append(balances[bit.bit_length() - 1])
        chosen ^= bit
        if sums[chosen] == 0:
            groups.append(tuple(reversed(group)))
            group = []
    return groups


if TYPE_CHECKING:
    from fractions import Fraction

__all__ = [
    "Payment",
    "PointsSettlement",
    "Stakes",
    "fewest_payments",
    "pairs_of_totals",
    "read_stake_words",
    "read_stakes",
    "settle",
    "settle_people",
    "settle_rubber",
]


class PairAmount(NamedTuple):
    """What one seat pays another: whole points, their exact worth in half points, and its stake.

    There is no stake where they play for love.
    """

    payer: str
    payee: str
    points: int
    halves: int
    stakes: Stakes | None

    @property
    def coins(self) -> "Fraction":
        """The exact number of smallest coins."""
        from fractions import Fraction

        rate = Fraction(0) if self.stakes is None else self.stakes.rate
        return rate * Fraction(self.halves, 2)


class PointsSettlement(ComparedRecord):
    """Points by seat, which sum to nothing; money by seat in coins, None for love.

    ``payments`` are those to be made; ``pairs`` the exact amounts between each two seats, nothing
    where no one owes.
    """

    points: dict[str, int]
    money: dict[str, int] | None
    payments: tuple[Payment[str], ...]
    pairs: tuple[PairAmount, ...]


def settle_rubber(
    game: Game,
    rules: Rules,
    totals: Mapping[str, int],
    stakes: Stakes | None,
    ledger: Iterable[LedgerEntry] = (),
) -> PointsSettlement:
    """The settlement of one rubber from its totals by column, and what stands beside it."""
    owed = pairs_of_totals(game, rules, totals, stakes)
    owed += [
        PairPoints(entry.winner, entry.loser, entry.points, 2 * entry.points) for entry in ledger
    ]
    return settle_people(game.seats, owed, stakes)


def pairs_of_totals(
    game: Game, rules: Rules, totals: Mapping[str, int], stakes: Stakes | None
) -> list[PairPoints]:
    """What each two seats win from each other by some totals, as the stakes round them."""
    rounding = stakes.rounded if stakes is not None else _as_it_is
    return game.settling.pairs(game, rules, totals, rounding)


def settle(game: Game, rules: Rules, sheet: ScoreSheet, stakes: Stakes | None) -> PointsSettlement:
    """The settlement of a sitting: every rubber by itself, one broken off as it stands."""
    standing = [rubber.totals for rubber in sheet.rubbers]
    if sheet.unfinished is not None:
        standing.append(sheet.unfinished.totals)
    owed = [pair for totals in standing for pair in pairs_of_totals(game, rules, totals, stakes)]
    owed += [PairPoints(*pair, 2 * pair[2]) for pair in sheet.ledger_pairs]
    return settle_people(game.seats, owed, stakes)


def _as_it_is(difference: int) -> int:
    return difference


def settle_people(
    people: Sequence[str], owed: Iterable[PairPoints], stakes: Stakes | None
) -> PointsSettlement:
    """Add what each two of some people or seats owe each other, then turn it into money once."""
    points = dict.fromkeys(people, 0)
    between: dict[tuple[str, str], list[int]] = {}
    for winner, loser, amount, halves in owed:
        points[winner] += amount
        points[loser] -= amount
        in_order = people.index(winner) < people.index(loser)
        known, sign = ((winner, loser), 1) if in_order else ((loser, winner), -1)
        sums = between.setdefault(known, [0, 0])
        sums[0] += sign * amount
        sums[1] += sign * halves
    pairs = tuple(
        _paid(first, second, whole, halves, stakes)
        for (first, second), (whole, halves) in between.items()
    )
    if stakes is None:
        return PointsSettlement(points, None, (), pairs)
    money = dict.fromkeys(people, 0)
    direct = []
    for payer, payee, _, halves, _ in pairs:
        amount = stakes.coins(halves)
        money[payer] -= amount
        money[payee] += amount
        if amount:
            direct.append(Payment(payer, payee, amount))
    # Where no one settles with two others, the pairs themselves are the payments.
    if len(pairs) * 2 == len(people):
        return PointsSettlement(points, money, tuple(direct), pairs)
    return PointsSettlement(points, money, tuple(fewest_payments(money)), pairs)


def _paid(first: str, second: str, points: int, halves: int, stakes: Stakes | None) -> PairAmount:
    """From what ``first`` wins: who pays; the first of the two where nothing is owed."""
    if halves > 0:
        return PairAmount(second, first, points, halves, stakes)
    return PairAmount(first, second, -points, -halves, stakes)
