"""The event file, `clubscore-event/1`: an event or a movement, read, answered and written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from clubscore.files.json_text import Answer
from clubscore.files.score_file import clean
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements.checker import Facts, competing, facts_of, hundredths, rests_of, shares_of
from clubscore.movements.rows import Movement, MovementRow
from clubscore.ranking import (
    EventFile,
    Ranked,
    RankedRow,
    Ranking,
    ScoredTravellerRow,
    Traveller,
    over_sessions,
    rank,
    read_event,
    show_number,
    side_by_side,
    travellers,
)
from clubscore.ranking.event import TextKey
from clubscore.ranking.result import Adjusted, Result, ruling_facts, seats

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


def read_aloud(event: EventFile, also: Sequence[str] = ()) -> str:
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


def sessions_aloud(events: Sequence[EventFile], rankings: Sequence[Ranking]) -> str:
    """The ranking over several sessions, as plain text; each is named before it."""
    parts = [_head(event) for event in events]
    parts += [_ranking(events[0], each) for each in rankings]
    return "\n".join(line.rstrip() for part in parts for line in part)


def _head(event: EventFile) -> Iterator[str]:
    about = [clean(each) for each in event.about.values()]
    if about:
        yield " · ".join(about)
    boards = len({result.board for result in event.results})
    yield (
        f"{event.valuation.key}, {event.scoring}"
        f" · {len(event.contestants)} {event.contestants_are},"
        f" {boards} boards, {len(event.results)} results"
    )


def _ranking(event: EventFile, ranking: Ranking) -> Iterator[str]:
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


def _row(row: RankedRow, in_percent: bool) -> list[str]:
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


def _penalties(event: EventFile) -> Iterator[str]:
    if event.penalties:
        yield ""
    for penalty in event.penalties:
        unit = {"percent-of-top": "percent of a top", "imps": "IMPs", "vp": "VP"}.get(penalty.unit)
        why = f": {clean(penalty.reason)}" if penalty.reason else ""
        amount = show_number(penalty.amount)
        yield f"Taken off {clean(penalty.contestant)}: {amount} {unit or penalty.unit}{why}"


def _traveller(event: EventFile, traveller: Traveller) -> Iterator[str]:
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


def _regulations(event: EventFile) -> Iterator[str]:
    """What counted here by a law or regulation that leaves a choice, and where it can be read."""
    found = event.scored_by.regulations(event)
    if found:
        yield ""
        yield "Regulations"
    for each in found:
        text = each.phrase % each.named
        yield f"{text}: {each.source}" if each.source else f"{text}."


def _best_first(traveller: Traveller) -> list[ScoredTravellerRow]:
    """North-South's best score first; what has no score stands last."""
    return sorted(
        traveller.rows, key=lambda row: (row.result.score is None, -(row.result.score or 0))
    )


def _line(event: EventFile, row: ScoredTravellerRow) -> list[str]:
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


# ---- A movement as JSON, and as text.

# A table of who competes with whom that is wider than this is no help to anybody.
WIDEST = 40
TIMES = {0: "never", 1: "once", 2: "twice"}


class Sharing(TypedDict):
    """Tables that share boards in a round."""

    round: int
    tables: list[int]
    boards: list[int]


# Boards that rest in a round between two tables; "from" is no word of ours to name a field with.
Relay = TypedDict("Relay", {"round": int, "boards": list[int], "from": int | None, "to": int})


class MovementTable(TypedDict):
    """A table in a round; None where somebody sits out."""

    round: int
    table: int | None


class SidesSeated(MovementTable):
    """Which sides sit there, with which boards."""

    ns: str | None
    ew: str | None
    boards: list[int]


class PlayersSeated(MovementTable):
    """Which players sit there, with which boards."""

    n: str | None
    e: str | None
    s: str | None
    w: str | None
    boards: list[int]


class MovementAnswer(TypedDict):
    kind: str
    tables: int
    contestants: int
    rounds: int
    boards_per_round: int
    copies: int
    winners: int
    seats: list[SidesSeated | PlayersSeated]
    sharing: list[Sharing]
    relays: list[Relay]
    notes: str


def written_movement(movement: Movement) -> MovementAnswer:
    """What the command answers."""
    return {
        "kind": movement.kind,
        "tables": movement.tables,
        "contestants": movement.contestants,
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_set,
        "copies": movement.copies,
        "winners": movement.winners,
        "seats": [_seat(movement, row) for row in movement.rows],
        "sharing": [
            {
                "round": share.round,
                "tables": list(share.tables),
                "boards": list(movement.boards_of_set(share.set)),
            }
            for share in shares_of(movement)
        ],
        "relays": [
            {
                "round": rest.round,
                "boards": list(movement.boards_of_set(rest.set)),
                "from": rest.before,
                "to": rest.after,
            }
            for rest in rests_of(movement)
        ],
        "notes": " ".join(str(note) for note in movement.notes),
    }


def _seat(movement: Movement, row: MovementRow) -> SidesSeated | PlayersSeated:
    at: MovementTable = {"round": row.round, "table": row.table or None}
    boards = list(movement.boards_of(row))
    if movement.contestants_are == "individuals":
        (north, south), (east, west) = _two(row.ns), _two(row.ew)
        return {**at, "n": north, "e": east, "s": south, "w": west, "boards": boards}
    return {
        **at,
        "ns": _number_of_movement_file(row.ns),
        "ew": _number_of_movement_file(row.ew),
        "boards": boards,
    }


def _two(side: tuple[int, ...]) -> list[str | None]:
    """The two players of a side; None where one or both are missing."""
    return [str(each) for each in side] + [None] * (2 - len(side))


def _number_of_movement_file(side: tuple[int, ...]) -> str | None:
    return str(side[0]) if side else None


def read_movement_aloud(movement: Movement) -> str:
    """A movement to read: how it goes, all its rounds, and what compares with what."""
    facts = facts_of(movement)
    return "\n\n".join(
        "\n".join(part)
        for part in (
            [_title(movement), *(str(note) for note in movement.notes)],
            _grid(movement),
            _facts(movement, facts),
            _compared(movement),
            _competing(movement, facts),
        )
        if part
    )


def _title(movement: Movement) -> str:
    boards = movement.sets * movement.boards_per_set
    return (
        f"{movement.kind} ({movement.form}): {movement.contestants} {movement.contestants_are},"
        f" {_counted(movement.tables, 'table')},"
        f" {_counted(movement.rounds, 'round')} of {_counted(movement.boards_per_set, 'board')},"
        f" {boards} boards in play, {_counted(movement.copies, 'copy', 'copies')},"
        f" {_counted(movement.winners, 'winner')}"
    )


def _counted(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _grid(movement: Movement) -> list[str]:
    """Rounds down, tables across: who against whom, and the boards."""
    tables = [f"table {table}" for table in range(1, movement.tables + 1)]
    lines = [["round", *tables, "sits out"]]
    for number in range(1, movement.rounds + 1):
        by_table = {row.table: row for row in movement.rows_of_round(number)}
        cells = [_cell(movement, by_table.get(at)) for at in range(1, movement.tables + 1)]
        out = [row for row in movement.rows_of_round(number) if not row.is_played]
        resting = " ".join(str(each) for row in out for each in row.seated)
        lines.append([str(number), *cells, resting])
    return columns(lines)


def _cell(movement: Movement, row: MovementRow | None) -> str:
    if row is None or not row.is_played:
        return "-"
    boards = movement.boards_of(row)
    shown = f"{boards[0]}-{boards[-1]}" if len(boards) > 1 else str(boards[0])
    sides = [",".join(str(each) for each in side) for side in (row.ns, row.ew)]
    return f"{sides[0]} v {sides[1]}: {shown}"


def columns(lines: Iterable[Iterable[str]]) -> list[str]:
    """Cells under each other, two spaces between, nothing after the last."""
    rows = [list(line) for line in lines]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _facts(movement: Movement, facts: Facts) -> list[str]:
    what = "are partners" if movement.contestants_are == "individuals" else "meet"
    met = ", ".join(
        f"{_counted(many, 'twosome')} {what} {TIMES.get(times, f'{times} times')}"
        for times, many in facts.meetings.items()
    )
    lines = [
        "Checked: nobody plays a board twice, nobody sits at two places.",
        f"Meetings: {met}.",
        f"Sets: each plays {_spread(facts.sets.values())} of {movement.sets};"
        f" a set is played {_spread(facts.results.values())} times.",
        f"Rests: {_spread(facts.sit_outs.values())} rounds each.",
    ]
    sharing = [f"{at} ({many})" for at, many in facts.shared.items() if many]
    if sharing:
        lines.append(f"Copies short, by round: {', '.join(sharing)}.")
    if facts.balance is not None and movement.winners == 1:
        balance = facts.balance
        lines.append(
            f"One ranking: {hundredths(balance.quality)} of 100 even; any two pairs compete"
            f" {balance.least} to {balance.most}, {hundredths(abs(balance.mean))} in the mean"
            " (a measure of ours)."
        )
    return lines


def _spread(values: Iterable[int]) -> str:
    found = sorted(set(values))
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"


def _compared(movement: Movement) -> list[str]:
    """Board by board who is compared with whom: those who sit the same way."""
    lines = []
    for number in range(1, movement.sets + 1):
        rows = [row for row in movement.rows if row.set == number and row.is_played]
        boards = movement.boards_of_set(number)
        ways = [
            " ".join(",".join(str(each) for each in side) for side in sides)
            for sides in ([row.ns for row in rows], [row.ew for row in rows])
        ]
        lines.append(f"Boards {boards[0]} to {boards[-1]}: NS {ways[0]}; EW {ways[1]}")
    return ["What compares with what, each way:", *lines]


def _competing(movement: Movement, facts: Facts) -> list[str]:
    """How much each pair competes with each other one, where one ranking holds them all."""
    if facts.balance is None or movement.winners != 1 or movement.contestants > WIDEST:
        return []
    amounts = competing(movement)
    everyone = range(1, movement.contestants + 1)
    lines = [["pair", *(str(number) for number in everyone)]]
    for one in everyone:
        cells = [
            "." if one == other else str(amounts[min(one, other), max(one, other)])
            for other in everyone
        ]
        lines.append([str(one), *cells])
    return ["How much any two pairs compete:", *columns(lines)]


# ---- An event answered and written.

# A row of a ranking, with the further columns of its scoring.
RowAnswer = Mapping[str, str | int | Sequence[str] | None]


class RankingAnswer(TypedDict):
    """A ranking: of one direction or of all, of the whole field or of a stratum."""

    direction: str | None
    list: str
    rows: Sequence[RowAnswer]


class TravellerAnswer(TypedDict):
    """A board, with every result as it was compared."""

    board: int
    section: NotRequired[str]
    top: str | None
    rows: Sequence[Answer]


class EventAnswer(TypedDict, total=False):
    """What is answered for one event, or for the sessions of one ranking."""

    scoring: str
    rankings: list[RankingAnswer]
    travellers: list[TravellerAnswer]
    also: dict[str, list[RankingAnswer]]
    events: list[Mapping[TextKey, str]]


def answer_event(raw: object, also: Sequence[str] = ()) -> EventAnswer:
    """What ``score_event`` answers for one event, ranked in these other ways too.

    RuleError names the field.
    """
    return answer_read(read_event(raw), also)


def answer_read(event: EventFile, also: Sequence[str] = ()) -> EventAnswer:
    if not also:
        return answer_ranked(rank(event))
    ranked = side_by_side(event, also)
    answer = answer_ranked(ranked.pop(event.scoring))
    answer["also"] = {
        key: [_ranking_of_event_file(each) for each in other.rankings]
        for key, other in ranked.items()
    }
    return answer


def answer_ranked(ranked: Ranked) -> EventAnswer:
    """An event that was ranked by its own scoring, as an answer writes it."""
    return {
        "scoring": ranked.event.scoring,
        "rankings": [_ranking_of_event_file(each) for each in ranked.rankings],
        "travellers": [_traveller_of_event_file(ranked.event, each) for each in travellers(ranked)],
    }


def answer_sessions(events: Sequence[EventFile]) -> EventAnswer:
    """What is answered for the sessions of one ranking: nothing of their boards.

    RuleError at ``events[n]``, counted from 0.
    """
    return {
        "scoring": events[0].scoring,
        "rankings": [_ranking_of_event_file(each) for each in over_sessions(ranked_each(events))],
        "events": [each.about for each in events],
    }


def ranked_each(events: Sequence[EventFile]) -> list[Ranked]:
    """Every event by its own scoring. RuleError at ``events[n]``, counted from 0."""
    if not events:
        raise RuleError("empty", gettext_noop("A ranking needs at least one event."), "events")
    found = []
    for at, event in enumerate(events):
        try:
            found.append(rank(event))
        except RuleError as error:
            raise error.under(f"events[{at}]") from None
    return found


def _ranking_of_event_file(ranking: Ranking) -> RankingAnswer:
    return {
        "direction": ranking.direction,
        "list": ranking.list,
        "rows": [_row_of_event_file(row) for row in ranking.rows],
    }


def _row_of_event_file(row: RankedRow) -> RowAnswer:
    entry = row.entry
    return {
        "place": row.place,
        "contestant": entry.contestant.number,
        "names": list(entry.contestant.names),
        "boards": entry.boards,
        "score": show_number(entry.score),
        "possible": None if entry.possible is None else show_number(entry.possible),
        "percent": None if entry.percent is None else show_number(entry.percent),
        **{key: show_number(value) for key, value in entry.columns.items()},
    }


def _traveller_of_event_file(event: EventFile, traveller: Traveller) -> TravellerAnswer:
    top = None if traveller.top is None else show_number(traveller.top)
    rows = [_traveller_row(event, row) for row in traveller.rows]
    if traveller.section is None:
        return {"board": traveller.board, "top": top, "rows": rows}
    return {"board": traveller.board, "section": traveller.section, "top": top, "rows": rows}


def _traveller_row(event: EventFile, row: ScoredTravellerRow) -> Answer:
    result, deal = row.result, row.result.deal
    played = deal is not None and not deal.passed_out
    passed = deal is not None and deal.passed_out
    return {
        **seats(result),
        "contract": event.contract(result),
        "declarer": deal.declarer if deal is not None and played else None,
        "tricks": deal.tricks if deal is not None and played else None,
        "score": result.score,
        "ns_points": None if row.ns_points is None else show_number(row.ns_points),
        "ew_points": None if row.ew_points is None else show_number(row.ew_points),
        **({"passed_out": True} if passed else {}),
        **(ruling_facts(result.ruling) if result.score is None else {}),
        **({"status": row.status} if event.scored_by.status else {}),
    }
