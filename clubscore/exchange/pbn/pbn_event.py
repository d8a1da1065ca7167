"""Results in PBN 2.1: score tables of the boards, the total ranking, hands and par."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said as said_error
from clubscore.deals.dealt_board import usual_dealer, usual_vulnerable
from clubscore.deals.file_text import place
from clubscore.deals.files.pbn import Game, PbnFile, Tag, read_pbn, read_table
from clubscore.deals.files.pbn_boards import VULNERABLE, board_number
from clubscore.deals.hands import read_deal
from clubscore.exchange.pbn.pbn_notes import FileNotes
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.foreign import Printed, SeatKey, play_told
from clubscore.exchange.reading.notes import Part, Raw
from clubscore.exchange.reading.with_notes import Plain, gathered
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import every_scoring
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.contestant import INDIVIDUALS, ContestantFacts
from clubscore.ranking.event import EventFacts, TextKey
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.result_words import averages, outcome_by_word

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


class _Line(NamedTuple):
    """A row of a score table: its board, its cells, where it stands."""

    board: int
    cells: dict[str, str]
    where: str


def read_pbn_event(content: bytes) -> list[Brought]:
    """Return the event of a file with results. RuleError with the line of what is wrong."""
    return [gathered(plain_of(read_pbn(content)))]


def plain_of(file: PbnFile) -> Plain:
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
    return Plain(
        head,
        [Part(one, "", notes.of("total", at)) for at, one in enumerate(contestants, 1)],
        [Part(one, "", notes.of("board", number)) for number, one in boards.items()],
        [_result(line, who, notes.of("score", at)) for at, line in enumerate(lines, 1)],
        printed,
        notes.of("event", 0),
        said,
        notes.rest(),
    )


def _is_result(game: Game) -> bool:
    """Whether a game is one table's result, as the standard has it first."""
    return all(game.value(each) not in NOTHING for each in ("Contract", "Declarer", "Result"))


def _lines(game: Game) -> Iterator[_Line]:
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
        yield _Line(number, cells, place(row.line))


def _total(game: Game) -> tuple[dict[str, str], ...]:
    tag = game.tag("TotalScoreTable")
    return read_table(tag).rows if tag else ()


class _Who:
    """Who sat where. Pairs that are called alike in both directions are told apart by them."""

    def __init__(self, lines: list[_Line], seats: Mapping[SeatKey, str]) -> None:
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


def _scoring(games: tuple[Game, ...], lines: list[_Line]) -> str:
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


def _about(games: tuple[Game, ...]) -> EventFacts:
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


def _keep_board(boards: dict[int, BoardFacts], said: list[str], game: Game) -> None:
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


def _result(line: _Line, who: _Who, notes: tuple[Raw, ...]) -> Part:
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
        return Part({**facts, **_outcome(line, score)}, line.where, notes, score)
    except RuleError as problem:
        return Part(facts, line.where, notes, problem=problem)


def _score(cells: dict[str, str]) -> int | None:
    """North-South's points, from either column."""
    ns, ew = cells.get("Score_NS", ""), cells.get("Score_EW", "")
    if NUMBER.fullmatch(ns):
        return int(ns)
    return -int(ew) if NUMBER.fullmatch(ew) else None


def _outcome(line: _Line, score: int | None) -> ResultFacts:
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
    played = play_told(contract, declarer, tricks, cells.get("Lead", ""))
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
