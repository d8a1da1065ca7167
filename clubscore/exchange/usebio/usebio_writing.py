"""USEBIO 1.2 and 1.3, written: for federations and for web sites that show a club's results.

What the format has no place for goes out as what it came to, an assigned score by the percentages
that it brought, a penalty in the totals; and beside it as a note of ours (``notes``), which other
programs pass over.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from xml.etree.ElementTree import (
    Element,
    ProcessingInstruction,
    SubElement,
    indent,
    tostring,
)

from clubscore.deals.hands import read_deal
from clubscore.exchange.reading.event_result import must_have_place
from clubscore.exchange.reading.notes import NAME, called, notes_for
from clubscore.exchange.reading.printable import printable
from clubscore.exchange.usebio.usebio_fields import TWO, Fields, nobody
from clubscore.ranking import (
    Adjusted,
    Contestant,
    Event,
    Row,
    TravellerRow,
    every_scoring,
    rank,
    show_number,
    travellers,
)
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, TEAMS
from clubscore.ranking.options import COMPARE
from clubscore.ranking.result import Result, Side, seats
from clubscore.ranking.scoring_in_files import InUsebio, MatchesInUsebio
from clubscore.ranking.scorings.team_matches import match_key
from clubscore.version import VERSION

DOCTYPE = {
    "1.2": (
        '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN"'
        ' "http://www.usebio.org/files/usebio_v1_2.dtd">'
    ),
    "1.3": '<!DOCTYPE USEBIO SYSTEM "usebio_v1_3.dtd">',
}
SIDES = {"ns": "NS_PAIR_NUMBER", "ew": "EW_PAIR_NUMBER"}
DIRECTIONS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
TODAY = "duplicate"
NO_NUMBERS: Mapping[str, Sequence[str]] = {}


def write_usebio(
    event: Event, version: str = "1.2", numbers: Mapping[str, Sequence[str]] = NO_NUMBERS
) -> bytes:
    """Return an event as a USEBIO file of this version. RuleError for teams without matches.

    ``numbers`` are the members' numbers of each contestant, in the order of its names.
    """
    must_have_place(
        event,
        "USEBIO",
        {each.key for each in every_scoring() if each.usebio},
        {each.key for each in every_scoring() if each.usebio_matches},
    )
    root = _Writer(event, version, numbers).root()
    indent(root)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n{DOCTYPE[version]}\n'
    return head.encode() + tostring(root, encoding="unicode").encode() + b"\n"


class _Writer:
    """Writes one event, and notes which element tells what."""

    def __init__(
        self, event: Event, version: str, numbers: Mapping[str, Sequence[str]] = NO_NUMBERS
    ) -> None:
        self.event, self.version, self.numbers = event, version, numbers
        self.ranked = rank(event)
        self.called = called(event)
        self.results: dict[int, Result] = {}
        self.kind = _kind(event, version)

    def root(self) -> Element:
        """The whole file."""
        root = Element("USEBIO", Version=self.version)
        club = SubElement(root, "CLUB")
        _put(club, "CLUB_NAME", self.event.about.get("club", ""))
        _put(club, "CLUB_ID_NUMBER", "")
        told = SubElement(root, "EVENT", EVENT_TYPE=self.kind)
        _head(told, self.event, self.version)
        self._participants(told)
        if self.event.contestants_are == TEAMS:
            self._matches(told)
        else:
            self._travellers(told)
        _hands(root, self.event)
        self._notes(told, Fields(told, club, root.findall("HANDSET"), lambda _one: ""))
        return root

    def _participants(self, told: Element) -> None:
        people = SubElement(told, "PARTICIPANTS", EVENT_TYPE=self.kind)
        rows = {
            row.entry.contestant.number: row
            for ranking in self.ranked.rankings
            if ranking.list == "scratch"
            for row in ranking.rows
        }
        for number, who in self.event.contestants.items():
            if self.kind == "INDIVIDUAL":
                player = SubElement(people, "PLAYER")
                _put(player, "PLAYER_NUMBER", self.called[number])
                _total(player, rows[number])
                _player(player, *self._people(who)[:1])
                continue
            member = self._pair_or_team(people, who)
            _total(member, rows[number])
            for name, own in self._people(who):
                _player(SubElement(member, "PLAYER"), (name, own))

    def _people(self, who: Contestant) -> list[tuple[str, str]]:
        """Each by name and member's number; of a pair two, whether they are known or not.

        Readers of pairs take exactly two players, each with a name: of more the last bears the
        names of all that follow, and the note beside the pair says who they are.
        """
        numbers = self.numbers.get(who.number, ())
        known = list(
            zip_longest(map(printable, who.names), numbers[: len(who.names)], fillvalue="")
        )
        if self.event.contestants_are != PAIRS:
            return known
        first, rest = known[:1], known[1:]
        if len(rest) > 1:
            rest = [(" & ".join(name for name, _own in rest), rest[0][1])]
        two = [*first, *rest, *[("", "")] * TWO][:TWO]
        called = self.called[who.number]
        return [(name or nobody(called, at), own) for at, (name, own) in enumerate(two)]

    def _pair_or_team(self, people: Element, who: Contestant) -> Element:
        number = self.called[who.number]
        if self.event.contestants_are == TEAMS:
            name = printable(" & ".join(who.names)) or number
            return SubElement(people, "TEAM", TEAM_ID=number, TEAM_NAME=name)
        pair = SubElement(people, "PAIR")
        _put(pair, "PAIR_NUMBER", number)
        _put(pair, "DIRECTION", who.direction or "")
        return pair

    def _matches(self, told: Element) -> None:
        """Match by match, in each board by board with both tables."""
        rows: dict[Hashable, list[TravellerRow]] = {}
        for traveller in travellers(self.ranked):
            for row in traveller.rows:
                rows.setdefault(match_key(row.result), []).append(row)
        for key, lines in rows.items():
            first = lines[0].result
            match = SubElement(told, "MATCH")
            _put(match, "ROUND_NUMBER", first.round or "")
            _put(match, "TEAM", self.called[str(first.ns)])
            _put(match, "OPPOSING_TEAM", self.called[str(first.ew)])
            numbers = [row.result.board for row in lines]
            _put(match, "START_BOARD_NUMBER", min(numbers))
            _put(match, "END_BOARD_NUMBER", max(numbers))
            for tag, team in (("TEAM_SCORE", first.ns), ("OPPOSING_TEAM_SCORE", first.ew)):
                _put(match, tag, _fixed(self._of_match(key, team)))
            for number in dict.fromkeys(numbers):
                self._board_of_match(
                    match, first.ns, [r for r in lines if r.result.board == number]
                )

    def _of_match(self, key: Hashable, team: Side) -> Fraction:
        """What a match brought a team."""
        units = self.ranked.net.units.values()
        credits = (unit.credits or {} for unit in units if match_key(unit.results[0]) == key)
        return sum((each[team].points for each in credits if team in each), Fraction(0))

    def _board_of_match(self, match: Element, team: Side, rows: list[TravellerRow]) -> None:
        words = _of_matches(self.event)
        board = SubElement(match, "BOARD", EVENT_TYPE=words.kind)
        _put(board, "BOARD_NUMBER", rows[0].result.board)
        points = rows[0].ns_points, rows[0].ew_points
        both = points if rows[0].result.ns == team else points[::-1]
        for tag, each in zip(words.points, both, strict=False):
            if each is not None:
                _put(board, tag, _fixed(each))
        for row in rows:
            line = SubElement(board, "TRAVELLER_LINE")
            self.results[id(line)] = row.result
            _put(line, "DIRECTION", "NS" if row.result.ns == team else "EW")
            self._play(line, row, None)

    def _travellers(self, told: Element) -> None:
        """Board by board; where sections are compared apart, section by section."""
        scopes: dict[str, Element] = {}
        sections = _sections(self.event)
        if sections:
            session = SubElement(told, "SESSION")
            scopes = {
                each: SubElement(session, "SECTION", SECTION_ID=printable(each))
                for each in sections
            }
        for traveller in travellers(self.ranked):
            board = SubElement(scopes.get(traveller.section or "", told), "BOARD")
            _put(board, "BOARD_NUMBER", traveller.board)
            for row in traveller.rows:
                line = SubElement(board, "TRAVELLER_LINE")
                self.results[id(line)] = row.result
                self._line(line, row, traveller.top)

    def _line(self, line: Element, row: TravellerRow, top: Fraction | None) -> None:
        for seat, number in seats(row.result).items():
            _put(line, SIDES.get(seat) or f"{seat.upper()}_PLAYER_NUMBER", self.called[number])
        if row.result.round is not None:
            _put(line, "ROUND_NUMBER", row.result.round)
        self._play(line, row, top)
        points_are = _of_pairs(self.event).points
        for side, points in (("NS", row.ns_points), ("EW", row.ew_points)):
            if points_are and points is not None:
                _put(line, f"{side}_{points_are}", _fixed(points))

    def _play(self, line: Element, row: TravellerRow, top: Fraction | None) -> None:
        """Where a result came about, and what it was."""
        if row.result.table is not None:
            _put(line, "TABLE_NUMBER", row.result.table)
        for name, text in _played(self.event, row.result).items():
            _put(line, name, text)
        _put(line, "SCORE", _score(row.result, row, top))

    def _notes(self, told: Element, fields: Fields) -> None:
        """Put notes into the elements whose own fields do not say everything."""
        event = self.event
        boards = [(*both, number) for number, both in fields.boards.items()]
        lines = [(line, fields.result(line, at, number)) for line, at, number in fields.lines]
        written = notes_for(
            event,
            fields.head,
            zip(
                event.contestants.values(),
                (facts for _one, facts in fields.contestants),
                strict=True,
            ),
            [(event.boards[number], facts) for _elements, facts, number in boards],
            [(self.results[id(line)], part.facts) for line, part in lines],
        )
        told.insert(0, ProcessingInstruction(NAME, written.event))
        places = (
            *zip((one for one, _facts in fields.contestants), written.contestants, strict=True),
            *zip((one[0] for one, _facts, _number in boards), written.boards, strict=True),
            *zip((line for line, _part in lines), written.results, strict=True),
        )
        for element, text in places:
            if text:
                element.append(ProcessingInstruction(NAME, text))


def _put(parent: Element, name: str, text: object) -> None:
    SubElement(parent, name).text = printable(str(text))


def _of_pairs(event: Event) -> InUsebio:
    """What the format calls the scoring of pairs or players."""
    words = event.scored_by.usebio
    assert words is not None  # noqa: S101 - refused before anything is written
    return words


def _of_matches(event: Event) -> MatchesInUsebio:
    """What the format calls the scoring of teams."""
    words = event.scored_by.usebio_matches
    assert words is not None  # noqa: S101 - refused before anything is written
    return words


def _kind(event: Event, version: str) -> str:
    if event.contestants_are == INDIVIDUALS:
        return "INDIVIDUAL"
    if event.contestants_are == TEAMS:
        return _of_matches(event).kind
    return _of_pairs(event).kind if version == "1.2" else "PAIRS"


def _head(told: Element, event: Event, version: str) -> None:
    about, new = event.about, version != "1.2"
    _put(told, "EVENT_ID" if new else "EVENT_IDENTIFIER", about.get("name", ""))
    _put(told, "EVENT_DESCRIPTION", about.get("name", ""))
    _put(told, "PROGRAM_NAME", "ClubScore")
    _put(told, "PROGRAM_VERSION", VERSION)
    _put(told, "WINNER_TYPE", event.winners)
    _put(told, "DATE", _date(about.get("date", ""), new))
    _put(told, "MPS_AWARDED_FLAG", "N")
    _put(told, "SESSION_COUNT", 1)
    _put(told, "SECTION_COUNT", max(1, len(_sections(event))))
    _put(told, "BOARDS_PLAYED", len({each.board for each in event.results}))
    if event.contestants_are == TEAMS:
        words = _of_matches(event)
        _put(told, "BOARD_SCORING_METHOD", words.boards)
        _put(told, "MATCH_SCORING_METHOD", words.matches)
    else:
        _put(told, "BOARD_SCORING_METHOD", _of_pairs(event).method)


def _date(text: str, new: bool) -> str:
    try:
        date = dt.date.fromisoformat(text)
    except ValueError:
        return text
    return date.isoformat() if new else f"{date:%d/%m/%Y}"


def _sections(event: Event) -> list[str]:
    """The sections that are compared apart; none where the whole field is."""
    if event.options.of(COMPARE) != "section":
        return []
    found = {each.section for each in event.results}
    return sorted(found) if any(found) else []


def _player(player: Element, who: tuple[str, str] = ("", "")) -> None:
    """A player by name and by the number that the club knows; no federation's is known here."""
    name, number = who
    _put(player, "PLAYER_NAME", name)
    _put(player, "NATIONAL_ID_NUMBER", "")
    _put(player, "CLUB_ID_NUMBER", number)


def _total(parent: Element, row: Row) -> None:
    entry = row.entry
    _put(parent, "TOTAL_SCORE", _fixed(entry.score))
    if entry.percent is not None:
        _put(parent, "PERCENTAGE", _fixed(entry.percent))
    # Readers want a plain number; those who are equal bear the same.
    _put(parent, "PLACE", row.place.rstrip("=") if entry.boards else "")


def _fixed(number: Fraction) -> str:
    whole, _point, decimals = show_number(number).partition(".")
    return f"{whole}.{decimals:0<2}"


def _played(event: Event, result: Result) -> dict[str, str]:
    """The contract and what became of it; today's only, others have their score alone."""
    deal = result.deal
    if deal is None or event.valuation.key != TODAY:
        return {}
    if deal.passed_out:
        return {"CONTRACT": "PASS", "PLAYED_BY": "", "LEAD": "", "TRICKS": ""}
    told = {"CONTRACT": str(event.contract(result)), "PLAYED_BY": str(deal.declarer)}
    return told | {"LEAD": result.lead or "", "TRICKS": str(deal.tricks)}


def _score(result: Result, row: TravellerRow, top: Fraction | None) -> str:
    """Points of N-S; for an artificial or assigned score the percentages of both; else nothing."""
    if result.score is not None:
        return str(result.score)
    if not result.played:
        return ""
    percents = []
    awards = result.ruling if isinstance(result.ruling, Adjusted) else (None, None)
    for award, points in zip(awards, (row.ns_points, row.ew_points), strict=True):
        if award is not None and not award.own:
            percent = award.percent
        else:
            percent = 100 * points / top if top and points is not None else Fraction(50)
        percents.append(min(99, max(0, round(percent))))
    return f"A{percents[0]:02d}{percents[1]:02d}"


def _hands(root: Element, event: Event) -> None:
    """The cards of boards that have them."""
    dealt = [board for board in event.boards.values() if board.deal]
    hands = SubElement(root, "HANDSET") if dealt else root
    for board in dealt:
        told = SubElement(hands, "BOARD")
        _put(told, "BOARD_NUMBER", board.number)
        deal = read_deal(board.deal or "")
        for seat, name in DIRECTIONS.items():
            hand = SubElement(told, "HAND")
            _put(hand, "DIRECTION", name)
            for suit, held in zip(SUITS, deal.hand(seat), strict=True):
                _put(hand, suit, held)
