"""An event as PBN 2.1: a game a board with its score table, and the total ranking in the first.

What PBN has no column for goes out as what it came to: assigned scores as the percentages that
they brought, penalties and carry-over in the totals; and beside it as a note of ours (``notes``),
which other programs skip.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from clubscore.deals.double_dummy import Tricks
from clubscore.deals.files.pbn import Game, Tag, read_pbn, table_tag, write_pbn
from clubscore.deals.files.pbn_boards import WRITTEN, tricks_tags
from clubscore.deals.hands import read_deal
from clubscore.exchange.pbn.pbn_event import NOTHING as NOBODY
from clubscore.exchange.pbn.pbn_event import PLAYERS, SEATS, plain_of
from clubscore.exchange.pbn.pbn_notes import note_lines
from clubscore.exchange.reading.event_result import must_have_place
from clubscore.exchange.reading.notes import called, notes_for
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import (
    Adjusted,
    Board,
    Event,
    Ranked,
    Result,
    Row,
    TravellerRow,
    every_scoring,
    rank,
    show_number,
    travellers,
)
from clubscore.ranking.contestant import INDIVIDUALS
from clubscore.ranking.result import Award, seats
from clubscore.ranking.scoring import InPbn

TODAY = "duplicate"
NOTHING = "-"


def write_pbn_event(event: Event, tables: Mapping[int, Tricks] | None = None) -> bytes:
    """Return an event as PBN; ``tables`` are double-dummy tables by board, where they are known.

    RuleError for teams, and where nothing was played.
    """
    must_have_place(event, "PBN", {each.key for each in every_scoring() if each.pbn})
    ranked = rank(event)
    rows: dict[int, list[tuple[TravellerRow, Fraction | None]]] = {}
    for traveller in travellers(ranked):
        told = [(row, traveller.top) for row in traveller.rows]
        rows.setdefault(traveller.board, []).extend(told)
    if not rows:
        raise RuleError(
            "empty", gettext_noop("There are no results yet, so there is nothing to export as PBN.")
        )
    who = called(event, NOBODY)
    games: list[Game] = []
    for number, played in rows.items():
        tags = [*_head(event, event.boards[number])]
        if not games:
            tags.append(_totals(ranked, who))
        tags.append(_scores(event, played, who))
        tags += _optimum(event.boards[number], (tables or {}).get(number))
        games.append(Game(tuple(tags)))
    results = {number: [row.result for row, _top in played] for number, played in rows.items()}
    return write_pbn(_noted(games, ranked, results))


def words_of(event: Event) -> InPbn:
    """Return what PBN calls the scoring of an event that it has a place for."""
    words = event.scored_by.pbn
    assert words is not None  # noqa: S101 - refused before anything is written
    return words


def _noted(
    games: Sequence[Game], ranked: Ranked, results: Mapping[int, list[Result]]
) -> Iterator[Game]:
    """The games with notes for what their tables do not say, as it is seen when they are read."""
    event = ranked.event
    plain = plain_of(read_pbn(write_pbn(games)))
    who = [event.contestants[row.entry.contestant.number] for row in _ranked_rows(ranked)]
    written = notes_for(
        event,
        plain.head,
        zip(who, (part.facts for part in plain.contestants), strict=True),
        zip((event.boards[each] for each in results), (part.facts for part in plain.boards),
            strict=True),
        zip((result for each in results.values() for result in each),
            (part.facts for part in plain.results), strict=True),
    )  # fmt: skip
    totals = [*note_lines("event", 0, written.event)]
    for at, text in enumerate(written.contestants, 1):
        totals += note_lines("total", at, text)
    line = 0
    for game, (number, told), board in zip(games, results.items(), written.boards, strict=True):
        notes = [*totals, *note_lines("board", number, board)]
        totals = []
        for at in range(line, line + len(told)):
            notes += note_lines("score", at + 1, written.results[at])
        line += len(told)
        yield replace(game, escapes=tuple(notes))


def _ranked_rows(ranked: Ranked) -> Iterator[Row]:
    """The rows of the rankings of the whole field, one direction after the other."""
    for ranking in ranked.rankings:
        if ranking.list == "scratch":
            yield from ranking.rows


def _head(event: Event, board: Board) -> Iterator[Tag]:
    """The tags that stand before every game, in their order."""
    about = event.about
    individuals = event.contestants_are == INDIVIDUALS
    yield Tag("Event", about.get("name", ""))
    yield Tag("Site", about.get("club", ""))
    yield Tag("Date", _date(about.get("date", "")))
    yield Tag("Board", str(board.number))
    for seat in ("West", "North", "East", "South"):
        yield Tag(seat, "")
    yield Tag("Dealer", board.dealer)
    yield Tag("Vulnerable", WRITTEN[board.vulnerable])
    yield Tag("Deal", read_deal(board.deal).pbn(board.dealer) if board.deal else "")
    yield Tag("Scoring", words_of(event).tag)
    for name in ("Declarer", "Contract", "Result"):
        yield Tag(name, "")
    yield Tag("Competition", "Individuals" if individuals else "Pairs")


def _date(text: str) -> str:
    try:
        return dt.date.fromisoformat(text).isoformat().replace("-", ".")
    except ValueError:
        return text


def _totals(ranked: Ranked, called: Mapping[str, str]) -> Tag:
    two = ranked.event.winners == 2
    who = "PlayerId" if ranked.event.contestants_are == INDIVIDUALS else "PairId"
    columns = [r"Rank\3R", f"{who}\\4L", *(["Direction\\2L"] if two else [])]
    columns += [r"TotalScore\8R", r"TotalPercentage\6R", r"NrBoards\3R", "Names"]
    rows: list[Sequence[object]] = []
    for row in _ranked_rows(ranked):
        entry = row.entry
        percent = NOTHING if entry.percent is None else show_number(entry.percent)
        names = ";".join(name.replace(";", ",") for name in entry.contestant.names)
        rows.append(
            [(row.place if entry.boards else "") or NOTHING, called[entry.contestant.number]]
            + ([entry.contestant.direction or NOTHING] if two else [])
            + [show_number(entry.score), percent, str(entry.boards), names or "?"]
        )
    return table_tag("TotalScoreTable", columns, rows)


def _scores(
    event: Event, played: list[tuple[TravellerRow, Fraction | None]], called: Mapping[str, str]
) -> Tag:
    """A board's results; a column stands only where some result has something for it."""
    lines = [_line(event, row, top, called) for row, top in played]
    kept = [key for key in lines[0] if any(line[key] != NOTHING for line in lines)]
    return table_tag("ScoreTable", kept, [[line[key] for key in kept] for line in lines])


def _line(
    event: Event, row: TravellerRow, top: Fraction | None, called: Mapping[str, str]
) -> dict[str, str]:
    result, deal = row.result, row.result.deal
    today = deal is not None and event.valuation.key == TODAY
    line = {
        "Section": result.given_section or NOTHING,
        "Table": _or_nothing(result.table),
        "Round": _or_nothing(result.round),
    }
    sat = seats(result)
    columns = (*SEATS.items(), *PLAYERS.items())
    line |= {column: called[sat[seat]] for seat, column in columns if seat in sat}
    line |= dict.fromkeys(("Contract", "Declarer", "Result", "Lead"), NOTHING)
    if deal is not None and deal.passed_out and today:
        line["Contract"] = "Pass"
    elif deal is not None and today:
        line["Contract"], line["Declarer"] = event.contract(result) or "", deal.declarer or ""
        line["Result"], line["Lead"] = str(deal.tricks), result.lead or NOTHING
    line["Score_NS"] = _or_nothing(result.score)
    points_are = words_of(event).points
    for side, points in (("NS", row.ns_points), ("EW", row.ew_points)):
        if points_are:
            line[f"{points_are}_{side}"] = NOTHING if points is None else show_number(points)
    awards = result.ruling if isinstance(result.ruling, Adjusted) else (None, None)
    for side, points, award in zip(
        ("NS", "EW"), (row.ns_points, row.ew_points), awards, strict=True
    ):
        is_ruled = result.ruling is not None
        line[f"Percentage_{side}"] = _percent(award, is_ruled, points, top)
    return line


def _or_nothing(value: object) -> str:
    return NOTHING if value is None else str(value)


def _percent(
    award: Award | None, is_ruled: bool, points: Fraction | None, top: Fraction | None
) -> str:
    """A side's percentage, marked where it is artificial or was assigned."""
    if award is not None and not award.own:
        return f"^{show_number(award.percent)}"
    if points is None or not top:
        return "^50" if is_ruled else NOTHING
    percent = show_number(100 * points / top)
    return f"^{percent}" if is_ruled else percent


def _optimum(board: Board, tricks: Tricks | None) -> Iterator[Tag]:
    if board.par is not None:
        yield Tag("OptimumScore", f"NS {board.par.score}")
    if tricks is not None:
        yield from tricks_tags(tricks)
