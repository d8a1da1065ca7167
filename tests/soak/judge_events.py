"""What the server says after a soak, against what phones were answered: events.

Of each event: its file, line by line; what `manage.py score_event` makes of that file, result by
result and line by line of its rankings; the ranking that the event's page shows, as it is read, and
the page of the matches where teams played.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from html import unescape
from typing import Any

from tests.soak.director import DIRECTOR, SETTLED
from tests.soak.event_scores import SCALES, lists_of, matches_at, points_at
from tests.soak.judge import Said, Tally
from tests.soak.played_event import PlayedEvent
from tests.soak.ranks import Row, is_real, score_of

PLACES = 2
# What the log of rulings has of an artificial score that the soak's director gives.
RULING = {"law": "12C2", "reason": SETTLED, "by": DIRECTOR}
# Place, number, and the percentage, or the points where the ranking has no percentage.
LINE = re.compile(
    r'<td class="num">([^<]*)</td>\s*<th scope="row"[^>]*>.*?'
    r'<small>\s*(?:<span class="behind">)?(\d+)\b.*?</small>.*?</th>'
    r'\s*<td class="num">([^<]*)</td>',
    re.DOTALL,
)
SEATS = ("ns", "ew", "n", "e", "s", "w")
# The matches of a round, and of each: names, IMPs, victory points where there are any, boards.
ROUND = re.compile(r'<h2 id="round(\d+)">(.*?)</section>', re.DOTALL)
MATCH = re.compile(
    r"<b>([^<]*)</b>\s*(\S+) – (\S+)\s*<b>([^<]*)</b>"
    r"(?:(?!</p>).)*?(?:victory points: (\S+) – (\S+)(?:(?!</p>).)*?)?boards compared: (\d+) of",
    re.DOTALL,
)


def meant_by_events(events: list[PlayedEvent]) -> Counter[str]:
    """Return how much of each kind there is to compare, by what phones were answered."""
    found: Counter[str] = Counter()
    for event in events:
        lists, results = lists_of(event), event.model.results()
        rows = sum(map(len, lists))
        found["results"] += len(results)
        found["points of results"] += len(results)
        found["auctions of par contests"] += sum("reached" in each for each in results)
        found["matches"] += len(matches_at(event))
        found["rankings"] += len(lists)
        found["lines of rankings"] += rows
        found["lines of rankings shown"] += rows
    return found


def compare_events(tally: Tally, events: list[PlayedEvent], server: Said) -> None:
    """Compare all events."""
    for event in events:
        where = f"event {event.number}"
        name = next(n for n in server.files if n.endswith(f"-{event.number}.json"))
        _compare_results(tally, where, json.loads(server.files[name])["results"], event)
        said = server.ranked[event.number]
        _compare_points(tally, where, said["travellers"], event)
        _compare_matches(tally, where, server.matches.get(event.number, ""), event)
        lines = _shown(server.rankings[event.number])
        for ranking, rows in zip(said["rankings"], lists_of(event), strict=True):
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
        expected = meant.pop(at, None)
        tally.same("results", f"{where}, {at}", result, expected)
        tally.played[event.kind.counted] += 1
        if expected is not None and "reached" in expected:
            told, there = result.get("reached"), expected["reached"]
            tally.same("auctions of par contests", f"{where}, {at}", told, there)
    tally.wrong += [f"{where} lacks {result}" for result in meant.values()]


def in_file(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result as an event file writes it: an average as a percentage, and its ruling."""
    if "adjusted" not in result:
        return result
    sides = {side: "50" if said == "A" else said for side, said in result["adjusted"].items()}
    return result | {"adjusted": sides, "ruling": RULING}


def _compare_points(
    tally: Tally, where: str, travellers: list[dict[str, Any]], event: PlayedEvent
) -> None:
    """Compare what each result scores, and what it brings either side."""
    rows = {_seat(board["board"], row): row for board in travellers for row in board["rows"]}
    for result, points in zip(event.model.results(), points_at(event), strict=True):
        at = _seat(result["board"], result)
        row = rows.pop(at, {})
        told = [row.get(name) for name in ("score", "ns_points", "ew_points")]
        score = score_of(result) if is_real(result) else None
        meant = [score, *(None if each is None else decimal(each) for each in points)]
        tally.same("points of results", f"{where}, {at}", told, meant)
    tally.wrong += [f"{where} has points of {at}" for at in rows]


def _seat(board: int, result: Mapping[str, Any]) -> tuple[str, ...]:
    return str(board), *(f"{seat} {result[seat]}" for seat in SEATS if seat in result)


def _compare_matches(tally: Tally, where: str, page: str, event: PlayedEvent) -> None:
    """Compare IMPs, victory points and boards of each match with the page of all of them."""
    shown = {
        (int(number), frozenset((one, other))): (
            {one: (imps, points), other: (imps_too, points_too)},
            boards,
        )
        for number, section in ROUND.findall(page)
        for one, imps, imps_too, other, points, points_too, boards in MATCH.findall(section)
    }
    for match in matches_at(event):
        names = {team: event.names[team] for team in match.teams}
        said = shown.pop((match.round, frozenset(names.values())), None)
        count = len(match.boards)
        scale = SCALES[event.kind.form]
        meant = {
            names[team]: (
                decimal(match.won(team)),
                decimal(scale(match.margin(team), count)),
            )
            for team in match.teams
        }
        at = f"{where}, round {match.round}, {' v '.join(names.values())}"
        tally.same("matches", at, said, (meant, str(count)))
    tally.wrong += [f"{where} shows {at}: {said}" for at, said in shown.items() if said[1] != "0"]


def _compare_ranking(tally: Tally, where: str, said: list[dict[str, Any]], rows: list[Row]) -> None:
    played = [row for row in said if row["boards"]]
    tally.same("rankings", where, [row["contestant"] for row in _in_order(played)],
               [row.pair for row in sorted(rows, key=_by_place)])  # fmt: skip
    by_pair = {row["contestant"]: row for row in said}
    for row in rows:
        line = by_pair.get(row.pair, {})
        names = ("place", "boards", "score", "possible", "percent", *row.more)
        told = {name: line.get(name) for name in names}
        meant = {
            "place": row.place,
            "boards": row.boards,
            "score": decimal(row.score),
            "possible": None if row.top is None else decimal(row.top),
            "percent": _percent(row),
            **{name: decimal(value) for name, value in row.more.items()},
        }
        tally.same("lines of rankings", f"{where}, number {row.pair}", told, meant)


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
    """Return place and percentage of each as the page shows them, its points where it has none."""
    return {number: (place, shown) for place, number, shown in LINE.findall(page)}


def _compare_shown(
    tally: Tally, where: str, lines: Mapping[str, tuple[str, str]], rows: list[Row]
) -> None:
    for row in rows:
        place, shown = lines.get(row.pair, ("", ""))
        meant = (row.place, _percent(row) or decimal(row.score))
        said = (place.strip(), _plain(shown))
        tally.same("lines of rankings shown", f"{where}, number {row.pair}", said, meant)


def _plain(shown: str) -> str:
    text = unescape(shown).replace("%", "").replace("−", "-").strip()
    return text.rstrip("0").rstrip(".") if "." in text else text
