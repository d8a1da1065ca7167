"""What the server says after a soak, against what phones were answered: card tables.

What must stand is counted by the model (`what_stands`, `counting`) from what phones were answered;
what the server says are its files: score files and what `manage.py score` makes of them, the book,
and the balances of the page of accounts. Every comparison is counted, each difference told.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from tests.soak.card_table import CardTable
from tests.soak.counting import Sheet
from tests.soak.seven_night import SevenNight
from tests.soak.what_stands import Part

RUBBERS = ("rubber", "put-right")
COINS = re.compile(r"(−?)(?:£([\d,]+) ?)?(?:(\d+)s ?)?(?:(\d*)([¼½¾]?)d)?")
QUARTERS = {"": 0, "¼": 1, "½": 2, "¾": 3}
ACCOUNT = re.compile(r'href="/book/\d+/">([^<]*)</a></th>\s*<td data-label="LSD"[^>]*>([^<]*)</td>')


# Whoever plays rubbers: four of one table, or seven of two.
Players = Sequence[CardTable | SevenNight]


@dataclass
class Said:
    """What a server says of a club: its files, and what its commands and pages make of them.

    files: those of the readable copy; scores: by sitting, part by part, what `manage.py score`
    answers; ranked: by event, what `manage.py score_event` answers; accounts: the pages of
    accounts; rankings: by event, the page of its ranking; matches: that of its teams' matches.
    """

    files: dict[str, bytes]
    scores: dict[int, list[dict[str, Any]]]
    ranked: dict[int, dict[str, Any]]
    accounts: str
    rankings: dict[int, str]
    matches: dict[int, str] = field(default_factory=dict)


@dataclass
class Tally:
    """How much of each kind was compared, and what differs.

    `played` are the results that were compared by the kind of event.
    """

    compared: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def same(self, kind: str, where: str, said: Any, meant: Any) -> None:
        """Compare one thing."""
        self.compared[kind] += 1
        if said != meant:
            self.wrong.append(f"{kind} at {where}: it says {said}, it must be {meant}")


def meant_by(tables: Players) -> Counter[str]:
    """Return how much of each kind there is to compare, by what phones were answered."""
    found: Counter[str] = Counter()
    for table in tables:
        for part in (part for _sitting, parts in table.sheets for part in parts):
            found["deals"] += len(part.deals)
            found["points of deals"] += len(part.deals)
            found["rubbers"] += len(part.sheet.rubbers)
        owed = [coins for coins in table.evening.by_pairs().values() if coins]
        found["debts between two"] += len(owed)
        found["payments"] += len(table.evening.handed)
        found["balances"] += len(table.names)
    return found


def compare_cards(tally: Tally, tables: Players, server: Said) -> None:
    """Compare all card tables."""
    for table, sitting, parts in ((of, *each) for of in tables for each in of.sheets):
        name = next(n for n in server.files if n.endswith(f"-{sitting}.jsonl"))
        lines = [json.loads(line) for line in server.files[name].decode().splitlines()]
        said, where = server.scores[sitting], f"table {sitting}"
        if isinstance(table, SevenNight) and not lines[-1]["deals"]:
            # The next rubber, whose seats are known before anybody has dealt.
            lines, said = lines[:-1], said[:-1]
        if not len(lines) == len(said) == len(parts):
            tally.wrong.append(f"{where}: {len(lines)} parts, it must be {len(parts)}")
        for part, line, score in zip(parts, lines, said, strict=False):
            _compare_part(tally, f"{where}, part {part.number}", part, line, score)
    compare_book(tally, tables, server.files["book.csv"])
    compare_accounts(tally, tables, server.accounts)


def _compare_part(
    tally: Tally, where: str, part: Part, line: dict[str, Any], score: dict[str, Any]
) -> None:
    # Of the seven others sit there by now than began the rubber, who win or lose it.
    owe = line["players"] | line.get("credit", {})
    if owe != part.seats:
        tally.wrong.append(f"{where}: {owe} sat there, it must be {part.seats}")
    meant = [deal.facts() for deal in part.in_order]
    if len(line["deals"]) != len(meant):
        tally.wrong.append(f"{where}: {len(line['deals'])} deals, it must be {len(meant)}")
    for number, (said, facts) in enumerate(zip(line["deals"], meant, strict=False), start=1):
        tally.same("deals", f"{where}, deal {number}", said, facts)
    _compare_sheet(tally, where, part.sheet, score)


def _compare_sheet(tally: Tally, where: str, sheet: Sheet, score: dict[str, Any]) -> None:
    for number, (said, points) in enumerate(zip(score["deals"], sheet.deals, strict=False), 1):
        lines = {column: [each["below"], each["above"]] for column, each in said["points"].items()}
        tally.same("points of deals", f"{where}, deal {number}", lines, points)
    if len(score["rubbers"]) != len(sheet.rubbers):
        tally.wrong.append(f"{where}: {len(score['rubbers'])} rubbers, not {len(sheet.rubbers)}")
    for number, (said, rubber) in enumerate(zip(score["rubbers"], sheet.rubbers, strict=False), 1):
        what = {"deal": rubber.deal, "winner": rubber.winner, "totals": rubber.totals}
        told = {name: said[name] for name in what}
        tally.same("rubbers", f"{where}, rubber {number}", told, what)


def compare_book(tally: Tally, tables: Players, book: bytes) -> None:
    """Compare what the book says of rubbers, pair by pair, and every payment."""
    rubbers: Counter[tuple[str, str]] = Counter()
    handed: Counter[tuple[str, str, str, int]] = Counter()
    for row in csv.DictReader(io.StringIO(book.decode("utf-8-sig"))):
        payer, payee, coins = row["from"], row["to"], int(row["coins"])
        if row["kind"] in RUBBERS:
            pair = (payer, payee) if payer < payee else (payee, payer)
            rubbers[pair] += coins if pair[0] == payer else -coins
        else:
            handed[row["kind"], payer, payee, coins] += 1
    for table in tables:
        for (payer, payee), coins in table.evening.by_pairs().items():
            said = rubbers.pop((payer, payee), 0)
            if coins or said:
                tally.same("debts between two", f"{payer} and {payee}", said, coins)
        for each in table.evening.handed:
            # A payment brings the account of whoever pays up again.
            line = ("payment", each.payee, each.payer, each.coins)
            back = ("not-paid", each.payer, each.payee, each.coins)
            found = handed[line] > 0 and (not each.undone or handed[back] > 0)
            tally.same("payments", f"{each.payer} to {each.payee}", found, True)
            handed[line] -= 1
            handed[back] -= each.undone
    tally.wrong += [f"the book has {pair}: {coins}" for pair, coins in rubbers.items() if coins]
    tally.wrong += [f"the book has {line} {n} times more" for line, n in handed.items() if n]


def compare_accounts(tally: Tally, tables: Players, page: str) -> None:
    """Compare each person's balance on the page of accounts."""
    shown = {unescape(name): coins_said(text) for name, text in ACCOUNT.findall(page)}
    for table in tables:
        for who, coins in table.evening.balances().items():
            # Who never had a line has none on the page.
            tally.same("balances", who, shown.get(who, 0), coins)


def coins_said(text: str) -> int:
    """Return an amount of the page in farthings: "−£1 4s 7¾d"."""
    found = COINS.fullmatch(unescape(text).strip())
    if found is None:
        raise RuntimeError(f"{text!r} is no amount")
    minus, pounds, shillings, pence, quarter = found.groups()
    coins = 960 * int((pounds or "0").replace(",", "")) + 48 * int(shillings or 0)
    coins += 4 * int(pence or 0) + QUARTERS[quarter or ""]
    return -coins if minus else coins
