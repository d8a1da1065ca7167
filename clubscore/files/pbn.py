"""An event in PBN 2.1: score tables of its boards, the total ranking, hands and par, both ways.

What PBN has no column for goes out as what it came to, and beside it as a note of ours: lines
that begin with `%ClubScore`, continued by `%ClubScore+`, which other programs skip.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording import said as said_error
from clubscore.deals.double_dummy import Tricks
from clubscore.deals.file_text import MB, place
from clubscore.deals.hands import read_deal, usual_dealer, usual_vulnerable
from clubscore.deals.pbn import (
    VULNERABLE,
    WRITTEN,
    Escape,
    PbnFile,
    PbnGame,
    Tag,
    board_number,
    read_pbn,
    read_table,
    table_tag,
    tricks_tags,
    write_pbn,
)
from clubscore.events.par_tables import tables_of
from clubscore.files.event_format import (
    EventFormat,
    For,
    ImportedEvent,
    Open,
    Reads,
    Writes,
    must_have_place,
)
from clubscore.files.foreign import Printed, SeatKey, contract_facts
from clubscore.files.notes import NotedPart, PlainEvent, Raw, called, gathered, notes_for
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import (
    Adjusted,
    Board,
    EventFile,
    Ranked,
    RankedRow,
    Result,
    ScoredTravellerRow,
    every_scoring,
    rank,
    show_number,
    travellers,
)
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.contestant import INDIVIDUALS, ContestantFacts
from clubscore.ranking.event import EventFacts, TextKey
from clubscore.ranking.result import Award, ResultFacts, seats
from clubscore.ranking.result_words import averages, outcome_by_word
from clubscore.ranking.scoring import InPbn

# ``%ClubScore event 0 {...}``, ``board 7``, ``total 3``, ``score 12``: rows of the total ranking
# and of all score tables are counted from 1 through the file.
LINE = re.compile(r"ClubScore (event|board|total|score) ([0-9]{1,6}) (.*)")
MORE = "ClubScore+ "
# No line of a note is longer than the standard has lines.
LONGEST = 200


class _Pieces(NamedTuple):
    """A note that is being read, line by line, and where it begins."""

    texts: list[str]
    where: str


class FileNotes:
    """The notes of a file by what they stand with."""

    def __init__(self, games: Iterable[PbnGame]) -> None:
        self._found: dict[tuple[str, int], list[_Pieces]] = {}
        for game in games:
            self._read(game.escapes)

    def _read(self, escapes: Iterable[Escape]) -> None:
        last: _Pieces | None = None
        for text, line in escapes:
            found = LINE.fullmatch(text)
            if found is not None:
                last = _Pieces([found[3]], place(line))
                self._found.setdefault((found[1], int(found[2])), []).append(last)
            elif text.startswith(MORE) and last is not None:
                last.texts.append(text[len(MORE) :])

    def of(self, what: str, at: int) -> tuple[Raw, ...]:
        """Return the notes of a part, each with its line."""
        return _raw(self._found.pop((what, at), ()))

    def rest(self) -> tuple[Raw, ...]:
        """Return the notes of which no part was asked for."""
        return tuple(raw for found in self._found.values() for raw in _raw(found))


def _raw(found: Iterable[_Pieces]) -> tuple[Raw, ...]:
    return tuple(Raw("".join(each.texts), each.where) for each in found)


def note_lines(what: str, at: int, text: str) -> Iterator[Escape]:
    """The lines of a note; none where it is empty."""
    for start in range(0, len(text), LONGEST):
        head = MORE if start else f"ClubScore {what} {at} "
        yield Escape(head + text[start : start + LONGEST])


# ---- PBN read.

SEATS: Mapping[SeatKey, str] = {"ns": "PairId_NS", "ew": "PairId_EW"}
PLAYERS: Mapping[SeatKey, str] = {
    "n": "PlayerId_North", "e": "PlayerId_East", "s": "PlayerId_South", "w": "PlayerId_West",
}  # fmt: skip
ORDINAL = re.compile(r"[1-9][0-9]{0,2}")
NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
PERCENT = re.compile(r"\^?([0-9]{1,3}(?:\.[0-9]{1,4})?)%?")
DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
PAR = re.compile(r"(NS|EW)\s*([+-]?[0-9]{1,5})")
NOTHING = ("", "-", "?", "*")
NONE = gettext_noop("This PBN file has no results: no board has a ScoreTable.")
GAMES = gettext_noop(
    "This PBN file has its results as a game for each table, with Contract and Result. Results"
    " are imported from a ScoreTable for each board: ask for the session as USEBIO (XML) or as"
    " PBN with score tables."
)


class _ScoreTableLine(NamedTuple):
    """A row of a score table: its board, its cells, where it stands."""

    board: int
    cells: dict[str, str]
    where: str


def read_pbn_event(content: bytes) -> list[ImportedEvent]:
    """Return the event of a file with results. RuleError with the line of what is wrong."""
    return [gathered(plain_of(read_pbn(content)))]


def plain_of(file: PbnFile) -> PlainEvent:
    """Return what the fields of a file tell, and the notes beside them. RuleError with its line."""
    lines = [line for game in file.games for line in _lines(game)]
    if not lines:
        raise RuleError("pbn", GAMES if any(_is_result(each) for each in file.games) else NONE)
    individuals = any(column in lines[0].cells for column in PLAYERS.values())
    seats = PLAYERS if individuals else SEATS
    who = _Who(lines, seats)
    contestants, printed = who.contestants([row for game in file.games for row in _total(game)])
    head = _about(file.games)
    head["game"], head["scoring"] = "duplicate", _scoring(file.games, lines)
    if individuals:
        head["contestants_are"] = INDIVIDUALS
    elif all("direction" in each for each in contestants):
        head["winners"] = 2
    if "winners" not in head:
        for each in contestants:
            each.pop("direction", None)
    notes = FileNotes(file.games)
    said = [f"{each.where}: {said_error(each)}" for each in file.problems]
    boards: dict[int, BoardFacts] = {}
    for game in file.games:
        _keep_board(boards, said, game)
    return PlainEvent(
        head,
        [NotedPart(one, "", notes.of("total", at)) for at, one in enumerate(contestants, 1)],
        [NotedPart(one, "", notes.of("board", number)) for number, one in boards.items()],
        [_result(line, who, notes.of("score", at)) for at, line in enumerate(lines, 1)],
        printed,
        notes.of("event", 0),
        said,
        notes.rest(),
    )


def _is_result(game: PbnGame) -> bool:
    """Whether a game is one table's result, as the standard has it first."""
    return all(game.value(each) not in NOTHING for each in ("Contract", "Declarer", "Result"))


def _lines(game: PbnGame) -> Iterator[_ScoreTableLine]:
    tag = game.tag("ScoreTable")
    if tag is None:
        return
    try:
        number = board_number(game.value("Board"))
    except RuleError as error:
        named = game.tag("Board") or tag
        raise RuleError(error.code, error.phrase, named.place, **error.params) from None
    table = read_table(tag)
    for problem in table.problems:
        raise problem
    for row, cells in zip(tag.rows, table.rows, strict=True):
        yield _ScoreTableLine(number, cells, place(row.line))


def _total(game: PbnGame) -> tuple[dict[str, str], ...]:
    tag = game.tag("TotalScoreTable")
    return read_table(tag).rows if tag else ()


class _Who:
    """Who sat where. Pairs that are called alike in both directions are told apart by them."""

    def __init__(self, lines: list[_ScoreTableLine], seats: Mapping[SeatKey, str]) -> None:
        self.seats = seats
        for line in lines:
            for column in seats.values():
                if line.cells.get(column, "") in NOTHING:
                    raise RuleError(
                        "pairs",
                        gettext_noop(
                            "Each line of a score table must say who sat there: %(column)s."
                        ),
                        line.where,
                        column=column,
                    )
        self.sat = {seat: {line.cells[column] for line in lines} for seat, column in seats.items()}
        self.apart = "ns" in seats and any(
            line.cells[SEATS["ns"]] == line.cells[SEATS["ew"]] for line in lines
        )

    def called(self, number: str, seat: str) -> str:
        """Return what the ranking calls who sat there."""
        return f"{number}{seat.upper()}" if self.apart else number

    def contestants(
        self, totals: list[dict[str, str]]
    ) -> tuple[list[ContestantFacts], list[Printed]]:
        """Those of the total ranking, then whoever sat somewhere besides; what is printed."""
        found: dict[str, ContestantFacts] = {}
        printed = []
        counted = Counter(row.get("Direction", "") for row in totals)
        for row in totals:
            number = row.get("PlayerId") or row.get("PairId", "")
            direction = row.get("Direction", "")
            key = self.called(number, direction) if direction in ("NS", "EW") else number
            if number in NOTHING or key in found:
                continue
            found[key] = {"number": key}
            names = self._names(row)
            if names:
                found[key]["names"] = names
            if counted["NS"] + counted["EW"] == len(totals):
                found[key]["direction"] = direction
            printed.append(_printed(row))
        for seat, numbers in self.sat.items():
            for number in sorted(numbers):
                key = self.called(number, seat)
                found.setdefault(key, {"number": key})
                if self.apart:
                    found[key]["direction"] = seat.upper()
        printed += [Printed()] * (len(found) - len(printed))
        return list(found.values()), printed

    def _names(self, row: dict[str, str]) -> list[str]:
        names = [name.strip()[:200] for name in row.get("Names", "").split(";")]
        return [name for name in names if name not in NOTHING][:12]


def _printed(row: dict[str, str]) -> Printed:
    def cell(*columns: str) -> str:
        return next((row[each] for each in columns if row.get(each, "") not in NOTHING), "")

    score = cell("TotalScore", "TotalMP", "TotalIMP", "TotalScoreMP")
    return Printed(cell("Rank"), cell("TotalPercentage"), score)


def _scoring(games: tuple[PbnGame, ...], lines: list[_ScoreTableLine]) -> str:
    told = next((value for game in games if (value := game.value("Scoring"))), "").lower()
    # What is a kind of another stands after it in the list, so it is looked for first.
    known = [(each.key, each.pbn) for each in reversed(every_scoring()) if each.pbn]
    for key, words in known:
        if words.begins and told.startswith(words.begins) and words.holds in told:
            return key
    for key, words in known:
        if any(column in lines[0].cells for column in words.columns):
            return key
    for key, words in known:
        if told == words.tag.lower():
            return key
    raise RuleError(
        "scoring",
        gettext_noop("This event's scoring is not recognised: %(given)s."),
        lines[0].where,
        given=shown(told),
    )


def _about(games: tuple[PbnGame, ...]) -> EventFacts:
    def first(name: str) -> str:
        return next((value[:200] for game in games if (value := game.value(name))), "")

    date = first("EventDate") or first("Date")
    match = DATE.fullmatch(date)
    told: dict[TextKey, str] = {
        "name": first("Event"),
        "date": "-".join(match.groups()) if match else date,
        "club": first("Site"),
    }
    about: EventFacts = {}
    for key, text in told.items():
        if text:
            about[key] = text
    return about


def _keep_board(boards: dict[int, BoardFacts], said: list[str], game: PbnGame) -> None:
    """Keep a board with its dealer, vulnerability, cards and par, as far as they are told."""
    if game.tag("ScoreTable") is None:
        return
    number = int(game.value("Board"))
    board: BoardFacts = {"number": number}
    dealer = game.value("Dealer")[:1].upper()
    if dealer and dealer in "NESW" and dealer != usual_dealer(number):
        board["dealer"] = dealer
    vulnerable = VULNERABLE.get(game.value("Vulnerable").strip().lower())
    if vulnerable is not None and vulnerable != usual_vulnerable(number):
        board["vulnerable"] = vulnerable
    tag, par = game.tag("Deal"), PAR.fullmatch(game.value("OptimumScore").strip())
    if tag is not None and game.value("Deal"):
        try:
            board["deal"] = read_deal(tag.value).pbn()
        except RuleError as error:
            said.append(_not_kept(tag, number, error))
    if par:
        board["par"] = {"score": int(par[2]) if par[1] == "NS" else -int(par[2])}
    boards.setdefault(number, board)


def _not_kept(tag: Tag, number: int, error: RuleError) -> str:
    values = {"where": tag.place, "number": number, "why": said_error(error)}
    return _("%(where)s: the cards of board %(number)s were left out: %(why)s") % values


def _result(line: _ScoreTableLine, who: _Who, notes: tuple[Raw, ...]) -> NotedPart:
    """What a row of a score table says."""
    facts: ResultFacts = {"board": line.board}
    round_, table = line.cells.get("Round", ""), line.cells.get("Table", "")
    if ORDINAL.fullmatch(round_):
        facts["round"] = int(round_)
    if ORDINAL.fullmatch(table):
        facts["table"] = int(table)
    section = line.cells.get("Section", "")
    if section not in NOTHING:
        facts["section"] = section[:200]
    for seat, column in who.seats.items():
        facts[seat] = who.called(line.cells[column], seat)
    score = _score(line.cells)
    try:
        return NotedPart({**facts, **_outcome(line, score)}, line.where, notes, score)
    except RuleError as problem:
        return NotedPart(facts, line.where, notes, problem=problem)


def _score(cells: dict[str, str]) -> int | None:
    """North-South's points, from either column."""
    ns, ew = cells.get("Score_NS", ""), cells.get("Score_EW", "")
    if NUMBER.fullmatch(ns):
        return int(ns)
    return -int(ew) if NUMBER.fullmatch(ew) else None


def _outcome(line: _ScoreTableLine, score: int | None) -> ResultFacts:
    cells = line.cells
    awards = [PERCENT.fullmatch(cells.get(f"Percentage_{side}", "")) for side in ("NS", "EW")]
    ns, ew = awards
    if ns and ew and score is None and cells["Percentage_NS"].startswith("^"):
        return {"adjusted": {"ns": ns[1], "ew": ew[1]}}
    average = averages(cells.get("Score_NS", ""), cells.get("Score_EW", ""))
    if average:
        # Percentages beside it are what each side got, where they differ from the usual.
        return {"adjusted": {"ns": ns[1], "ew": ew[1]}} if ns and ew else average
    contract = cells.get("Contract", "").upper()
    declarer, tricks = cells.get("Declarer", "").lstrip("^"), cells.get("Result", "")
    played = contract_facts(contract, declarer, tricks, cells.get("Lead", ""))
    if played:
        return played
    by_word = outcome_by_word(contract)
    if by_word and score in (0, None):
        return by_word
    if score is not None:
        return {"score": score}
    if contract in NOTHING:
        return {"not_played": True}
    raise RuleError(
        "score",
        gettext_noop(
            "A line of a score table needs a contract, a score or percentages: %(given)s."
        ),
        line.where,
        given=shown(contract),
    )


# ---- PBN written: a game a board.

NOBODY = NOTHING


TODAY = "duplicate"
NOTHING_OF_PBN_EVENT_WRITING = "-"


def write_pbn_event(event: EventFile, tables: Mapping[int, Tricks] | None = None) -> bytes:
    """Return an event as PBN; ``tables`` are double-dummy tables by board, where they are known.

    RuleError for teams, and where nothing was played.
    """
    must_have_place(event, "PBN", {each.key for each in every_scoring() if each.pbn})
    ranked = rank(event)
    rows: dict[int, list[tuple[ScoredTravellerRow, Fraction | None]]] = {}
    for traveller in travellers(ranked):
        told = [(row, traveller.top) for row in traveller.rows]
        rows.setdefault(traveller.board, []).extend(told)
    if not rows:
        raise RuleError(
            "empty", gettext_noop("There are no results yet, so there is nothing to export as PBN.")
        )
    who = called(event, NOBODY)
    games: list[PbnGame] = []
    for number, played in rows.items():
        tags = [*_head(event, event.boards[number])]
        if not games:
            tags.append(_totals(ranked, who))
        tags.append(_scores(event, played, who))
        tags += _optimum(event.boards[number], (tables or {}).get(number))
        games.append(PbnGame(tuple(tags)))
    results = {number: [row.result for row, _top in played] for number, played in rows.items()}
    return write_pbn(_noted(games, ranked, results))


def words_of(event: EventFile) -> InPbn:
    """Return what PBN calls the scoring of an event that it has a place for."""
    words = event.scored_by.pbn
    assert words is not None  # noqa: S101 - refused before anything is written
    return words


def _noted(
    games: Sequence[PbnGame], ranked: Ranked, results: Mapping[int, list[Result]]
) -> Iterator[PbnGame]:
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


def _ranked_rows(ranked: Ranked) -> Iterator[RankedRow]:
    """The rows of the rankings of the whole field, one direction after the other."""
    for ranking in ranked.rankings:
        if ranking.list == "scratch":
            yield from ranking.rows


def _head(event: EventFile, board: Board) -> Iterator[Tag]:
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
        percent = (
            NOTHING_OF_PBN_EVENT_WRITING if entry.percent is None else show_number(entry.percent)
        )
        names = ";".join(name.replace(";", ",") for name in entry.contestant.names)
        rows.append(
            [
                (row.place if entry.boards else "") or NOTHING_OF_PBN_EVENT_WRITING,
                called[entry.contestant.number],
            ]
            + ([entry.contestant.direction or NOTHING_OF_PBN_EVENT_WRITING] if two else [])
            + [show_number(entry.score), percent, str(entry.boards), names or "?"]
        )
    return table_tag("TotalScoreTable", columns, rows)


def _scores(
    event: EventFile,
    played: list[tuple[ScoredTravellerRow, Fraction | None]],
    called: Mapping[str, str],
) -> Tag:
    """A board's results; a column stands only where some result has something for it."""
    lines = [_line(event, row, top, called) for row, top in played]
    kept = [
        key for key in lines[0] if any(line[key] != NOTHING_OF_PBN_EVENT_WRITING for line in lines)
    ]
    return table_tag("ScoreTable", kept, [[line[key] for key in kept] for line in lines])


def _line(
    event: EventFile, row: ScoredTravellerRow, top: Fraction | None, called: Mapping[str, str]
) -> dict[str, str]:
    result, deal = row.result, row.result.deal
    today = deal is not None and event.valuation.key == TODAY
    line = {
        "Section": result.given_section or NOTHING_OF_PBN_EVENT_WRITING,
        "Table": _or_nothing(result.table),
        "Round": _or_nothing(result.round),
    }
    sat = seats(result)
    columns = (*SEATS.items(), *PLAYERS.items())
    line |= {column: called[sat[seat]] for seat, column in columns if seat in sat}
    line |= dict.fromkeys(("Contract", "Declarer", "Result", "Lead"), NOTHING_OF_PBN_EVENT_WRITING)
    if deal is not None and deal.passed_out and today:
        line["Contract"] = "Pass"
    elif deal is not None and today:
        line["Contract"], line["Declarer"] = event.contract(result) or "", deal.declarer or ""
        line["Result"], line["Lead"] = str(deal.tricks), result.lead or NOTHING_OF_PBN_EVENT_WRITING
    line["Score_NS"] = _or_nothing(result.score)
    points_are = words_of(event).points
    for side, points in (("NS", row.ns_points), ("EW", row.ew_points)):
        if points_are:
            line[f"{points_are}_{side}"] = (
                NOTHING_OF_PBN_EVENT_WRITING if points is None else show_number(points)
            )
    awards = result.ruling if isinstance(result.ruling, Adjusted) else (None, None)
    for side, points, award in zip(
        ("NS", "EW"), (row.ns_points, row.ew_points), awards, strict=True
    ):
        is_ruled = result.ruling is not None
        line[f"Percentage_{side}"] = _percent(award, is_ruled, points, top)
    return line


def _or_nothing(value: object) -> str:
    return NOTHING_OF_PBN_EVENT_WRITING if value is None else str(value)


def _percent(
    award: Award | None, is_ruled: bool, points: Fraction | None, top: Fraction | None
) -> str:
    """A side's percentage, marked where it is artificial or was assigned."""
    if award is not None and not award.own:
        return f"^{show_number(award.percent)}"
    if points is None or not top:
        return "^50" if is_ruled else NOTHING_OF_PBN_EVENT_WRITING
    percent = show_number(100 * points / top)
    return f"^{percent}" if is_ruled else percent


def _optimum(board: Board, tricks: Tricks | None) -> Iterator[Tag]:
    if board.par is not None:
        yield Tag("OptimumScore", f"NS {board.par.score}")
    if tricks is not None:
        yield from tricks_tags(tricks)


def _write(event: EventFile, _for: For) -> bytes:
    """PBN with the double-dummy tables that were worked out. One query."""
    deals = {board.number: read_deal(board.deal) for board in event.boards.values() if board.deal}
    known = tables_of(deals.values())
    tables = {number: known[deal.pbn()] for number, deal in deals.items() if deal.pbn() in known}
    return write_pbn_event(event, tables)


def _read(content: bytes, _left: Open) -> list[ImportedEvent]:
    return read_pbn_event(content)


PBN = EventFormat(
    key="pbn",
    name=gettext_noop("PBN"),
    writes=Writes(
        _write,
        "pbn",
        "application/x-pbn",
        gettext_noop(
            "Boards with score tables, hands where known, and the ranking. Imports again in full."
        ),
    ),
    reads=Reads(
        _read,
        gettext_noop("PBN with score tables"),
        beginnings=(b"%", b"[", b";"),
        largest=4 * MB,
        may_be=True,
    ),
)
