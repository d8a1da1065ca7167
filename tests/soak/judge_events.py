"""What the server says after a soak, against what phones were answered: events.

Of each event: its file, line by line; what `manage.py score_event` makes of that file, pair by
pair; and the ranking that the event's page shows, as it is read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from tests.soak.director import DIRECTOR, SETTLED
from tests.soak.judge import Said, Tally
from tests.soak.played_event import PlayedEvent
from tests.soak.ranks import Row, ranking_of

PLACES = 2
# What the log of rulings has of an artificial score that the soak's director gives.
RULING = {"law": "12C2", "reason": SETTLED, "by": DIRECTOR}
# Place, pair, and its percentage where the head of the table says that there is one.
LINE = re.compile(
    r'<td class="num">([^<]*)</td>\s*<th scope="row"[^>]*>.*?<small>(\d+)</small>.*?</th>'
    r'\s*<td class="num">([^<]*)</td>',
    re.DOTALL,
)
PERCENT = re.compile(r'<th scope="col"[^>]*>\s*%\s*</th>')


def lists_of(event: PlayedEvent) -> list[list[Row]]:
    """Return both lists of an event as they must be."""
    results = event.model.results()
    return [
        ranking_of(results, event.model.ns, "ns"),
        ranking_of(results, event.model.ew, "ew"),
    ]


def meant_by_events(events: list[PlayedEvent]) -> Counter[str]:
    """Return how much of each kind there is to compare, by what phones were answered."""
    found: Counter[str] = Counter()
    for event in events:
        rows = sum(map(len, lists_of(event)))
        found["results"] += len(event.model.results())
        found["rankings"] += 2
        found["lines of rankings"] += rows
        found["lines of rankings shown"] += rows
    return found


def compare_events(tally: Tally, events: list[PlayedEvent], server: Said) -> None:
    """Compare all events."""
    for event in events:
        where = f"event {event.number}"
        name = next(n for n in server.files if n.endswith(f"-{event.number}.json"))
        _compare_results(tally, where, json.loads(server.files[name])["results"], event)
        lines = _shown(server.rankings[event.number])
        said = server.ranked[event.number]["rankings"]
        for ranking, rows in zip(said, lists_of(event), strict=True):
            _compare_ranking(tally, where, ranking["rows"], rows)
            _compare_shown(tally, where, lines, rows)


def _compare_results(
    tally: Tally, where: str, said: list[dict[str, Any]], event: PlayedEvent
) -> None:
    def spot(result: dict[str, Any]) -> tuple[int, int, int]:
        return int(result["round"]), int(result["table"]), int(result["board"])

    meant = {spot(result): in_file(result) for result in event.model.results()}
    for result in said:
        at = spot(result)
        tally.same("results", f"{where}, {at}", result, meant.pop(at, None))
    tally.wrong += [f"{where} lacks {result}" for result in meant.values()]


def in_file(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result as an event file writes it: an average as a percentage, and its ruling."""
    if "adjusted" not in result:
        return result
    sides = {side: "50" if said == "A" else said for side, said in result["adjusted"].items()}
    return result | {"adjusted": sides, "ruling": RULING}


def _compare_ranking(tally: Tally, where: str, said: list[dict[str, Any]], rows: list[Row]) -> None:
    played = [row for row in said if row["boards"]]
    tally.same("rankings", where, [row["contestant"] for row in _in_order(played)],
               [row.pair for row in sorted(rows, key=_by_place)])  # fmt: skip
    by_pair = {row["contestant"]: row for row in said}
    for row in rows:
        line = by_pair.get(row.pair, {})
        told = [line.get(name) for name in ("place", "boards", "score", "possible", "percent")]
        meant = [row.place, row.boards, decimal(row.score), decimal(Fraction(row.top)),
                 _percent(row)]  # fmt: skip
        tally.same("lines of rankings", f"{where}, pair {row.pair}", told, meant)


def _by_place(row: Row) -> tuple[int, int]:
    return int(row.place.rstrip("=")), int(row.pair)


def _in_order(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(said, key=lambda row: (int(row["place"].rstrip("=")), int(row["contestant"])))


def _percent(row: Row) -> str | None:
    return None if row.percent is None else decimal(row.percent)


def decimal(number: Fraction) -> str:
    """Return a number as a file has it: two places, half away from zero, no zeros at the end."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    text = str(exact.quantize(Decimal(10) ** -PLACES, ROUND_HALF_UP))
    return text.rstrip("0").rstrip(".")


def _shown(page: str) -> dict[str, tuple[str, str]]:
    """Return place and percentage of each pair as the page shows them."""
    in_percent = PERCENT.search(page) is not None
    return {
        pair: (place, percent if in_percent else "") for place, pair, percent in LINE.findall(page)
    }


def _compare_shown(
    tally: Tally, where: str, lines: Mapping[str, tuple[str, str]], rows: list[Row]
) -> None:
    for row in rows:
        place, percent = lines.get(row.pair, ("", ""))
        meant = (row.place, _percent(row) or "")
        said = (place.strip(), _plain(percent))
        tally.same("lines of rankings shown", f"{where}, pair {row.pair}", said, meant)


def _plain(percent: str) -> str:
    text = percent.replace("%", "").strip()
    return text.rstrip("0").rstrip(".") if "." in text else text
