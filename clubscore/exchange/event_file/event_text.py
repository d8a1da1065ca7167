"""An event to read: its rankings, then every board with all its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from clubscore.exchange.score_file.explain import clean
from clubscore.ranking import (
    Event,
    Ranked,
    Ranking,
    Row,
    Traveller,
    TravellerRow,
    read_event,
    show_number,
    side_by_side,
    travellers,
)
from clubscore.ranking.result import Adjusted, Result, seats

DIRECTIONS = {"NS": "North-South", "EW": "East-West"}
VULNERABLE = {
    "none": "none vulnerable",
    "NS": "North-South vulnerable",
    "EW": "East-West vulnerable",
    "both": "all vulnerable",
}
DEALERS = {"N": "North", "E": "East", "S": "South", "W": "West"}
GAP = "  "


def read_event_aloud(raw: object, also: Sequence[str] = ()) -> str:
    """The event as plain text, ending without a line break; ranked in these other ways too.

    RuleError names the field.
    """
    return read_aloud(read_event(raw), also)


def read_aloud(event: Event, also: Sequence[str] = ()) -> str:
    """An event that was read, as plain text."""
    ways = side_by_side(event, also)
    ranked = ways[event.scoring]
    parts: list[Iterator[str]] = [_head(event)]
    parts += [_ranking(event, each) for each in ranked.rankings]
    parts.append(_penalties(event))
    if len(ways) > 1:
        parts += [_side_by_side(ways, at) for at in range(event.winners)]
    parts += [_traveller(event, each) for each in travellers(ranked)]
    parts.append(_regulations(event))
    return "\n".join(line.rstrip() for part in parts for line in part)


def sessions_aloud(events: Sequence[Event], rankings: Sequence[Ranking]) -> str:
    """The ranking over several sessions, as plain text; each is named before it."""
    parts = [_head(event) for event in events]
    parts += [_ranking(events[0], each) for each in rankings]
    return "\n".join(line.rstrip() for part in parts for line in part)


def _head(event: Event) -> Iterator[str]:
    about = [clean(each) for each in event.about.values()]
    if about:
        yield " · ".join(about)
    boards = len({result.board for result in event.results})
    yield (
        f"{event.valuation.key}, {event.scoring}"
        f" · {len(event.contestants)} {event.contestants_are},"
        f" {boards} boards, {len(event.results)} results"
    )


def _ranking(event: Event, ranking: Ranking) -> Iterator[str]:
    title = [DIRECTIONS[ranking.direction]] if ranking.direction else []
    title.append("ranking" if ranking.list == "scratch" else f"ranking, {ranking.list}")
    text = " ".join(title)
    yield ""
    yield text[:1].upper() + text[1:]
    in_percent = any(row.entry.percent is not None for row in ranking.rows)
    head = ["place", "no.", "names", "boards", "score"]
    head += ["of", "percent"] if in_percent else []
    head += list(ranking.rows[0].entry.columns) if ranking.rows else []
    yield from _columns(head, [_row(row, in_percent) for row in ranking.rows], left=(1, 2))


def _row(row: Row, in_percent: bool) -> list[str]:
    entry = row.entry
    cells = [
        row.place,
        clean(entry.contestant.number),
        " & ".join(clean(name) for name in entry.contestant.names),
        str(entry.boards),
        _fixed(entry.score),
    ]
    if in_percent:
        cells += [_number(entry.possible), _fixed(entry.percent)]
    return cells + [_number(value) for value in entry.columns.values()]


def _side_by_side(ways: Mapping[str, Ranked], at: int) -> Iterator[str]:
    """One direction's scratch lists beside each other, in the order of the event's own."""
    lists = {scoring: ranked.rankings[at] for scoring, ranked in ways.items()}
    first, *_ = lists.values()
    title = "Side by side"
    yield ""
    yield f"{title}, {DIRECTIONS[first.direction]}" if first.direction else title
    found = {
        scoring: {row.entry.contestant.number: row for row in ranking.rows}
        for scoring, ranking in lists.items()
    }
    head = ["no.", "names"]
    for scoring in lists:
        head += ["", scoring]
    rows = []
    for row in first.rows:
        who = row.entry.contestant
        cells = [clean(who.number), " & ".join(clean(name) for name in who.names)]
        for each in found.values():
            entry = each[who.number].entry
            value = f"{_fixed(entry.percent)} %" if entry.percent is not None else None
            cells += [each[who.number].place, value or _fixed(entry.score)]
        rows.append(cells)
    yield from _columns(head, rows, left=(0, 1))


def _penalties(event: Event) -> Iterator[str]:
    if event.penalties:
        yield ""
    for penalty in event.penalties:
        unit = {"percent-of-top": "percent of a top", "imps": "IMPs", "vp": "VP"}.get(penalty.unit)
        why = f": {clean(penalty.reason)}" if penalty.reason else ""
        amount = show_number(penalty.amount)
        yield f"Taken off {clean(penalty.contestant)}: {amount} {unit or penalty.unit}{why}"


def _traveller(event: Event, traveller: Traveller) -> Iterator[str]:
    board = event.boards[traveller.board]
    section = "" if traveller.section is None else f", section {clean(traveller.section)}"
    top = "" if traveller.top is None else f" · top {show_number(traveller.top)}"
    par = f" · par {board.par.score}" if event.scored_by.needs_par and board.par else ""
    yield ""
    yield (
        f"Board {board.number}{section} · {DEALERS[board.dealer]} deals,"
        f" {VULNERABLE[board.vulnerable]}{top}{par}"
    )
    who = list(seats(traveller.rows[0].result))
    names = [seat.upper() for seat in who]
    head = [*names, "contract", "by", "tricks", "score", "NS get", "EW get"]
    words = event.scored_by.status_words
    head += ["status"] if words else []
    rows = [_line(event, row) for row in _best_first(traveller)]
    left = (*range(len(who) + 2), len(head) - 1) if words else range(len(who) + 2)
    yield from _columns(head, rows, left=tuple(left))


def _regulations(event: Event) -> Iterator[str]:
    """What counted here by a law or regulation that leaves a choice, and where it can be read."""
    found = event.scored_by.regulations(event)
    if found:
        yield ""
        yield "Regulations"
    for each in found:
        text = each.phrase % each.named
        yield f"{text}: {each.source}" if each.source else f"{text}."


def _best_first(traveller: Traveller) -> list[TravellerRow]:
    """North-South's best score first; what has no score stands last."""
    return sorted(
        traveller.rows, key=lambda row: (row.result.score is None, -(row.result.score or 0))
    )


def _line(event: Event, row: TravellerRow) -> list[str]:
    result, deal = row.result, row.result.deal
    cells = [clean(number) for number in seats(result).values()]
    if deal is not None and deal.bid is not None:
        cells += [event.contract(result) or "", deal.declarer or "", str(deal.tricks)]
    else:
        cells += [_outcome(result), "", ""]
    cells += [
        "" if result.score is None else str(result.score),
        _number(row.ns_points),
        _number(row.ew_points),
    ]
    words = event.scored_by.status_words
    return [*cells, words[row.status] if row.status else ""] if words else cells


def _outcome(result: Result) -> str:
    """What stands where there was no contract."""
    if result.deal is not None:
        return "passed"
    if result.score is not None:
        return ""
    if result.ruling is None:
        return "not played"
    if isinstance(result.ruling, Adjusted):
        return f"adjusted {result.ruling.ns.text()}/{result.ruling.ew.text()}"
    return "split" if result.ruling.split else "assigned"


def _number(value: Fraction | None) -> str:
    return "" if value is None else show_number(value)


def _fixed(value: Fraction | None) -> str:
    """Two decimals always, so that the points stand below each other."""
    if value is None:
        return ""
    whole, _, decimals = show_number(value).partition(".")
    return f"{whole}.{decimals:0<2}"


def _columns(head: Sequence[str], rows: Sequence[list[str]], left: tuple[int, ...]) -> list[str]:
    """Lines of aligned cells; numbers to the right, texts to the left, empty columns left out."""
    kept = [at for at in range(len(head)) if any(row[at] for row in rows)]
    lines = []
    for cells in (head, *rows):
        shown = []
        for at in kept:
            width = max(len(row[at]) for row in (head, *rows))
            shown.append(cells[at].ljust(width) if at in left else cells[at].rjust(width))
        lines.append(GAP.join(shown))
    return lines
