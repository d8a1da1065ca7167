"""USEBIO 1.2 and 1.3 written, for federations and for web sites that show a club's results.

What the format has no place for goes out as what it came to: an assigned score by the percentages
that it brought, a penalty in the totals; and beside it as a note of ours.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable
from fractions import Fraction
from functools import partial
from xml.etree.ElementTree import Element, ProcessingInstruction, SubElement, indent, tostring

from clubscore.deals.file_text import MB
from clubscore.deals.hands import read_deal
from clubscore.files.event_format import (
    EventFormat,
    For,
    ImportedEvent,
    Open,
    Reads,
    Writes,
    check_addressee,
    must_have_place,
)
from clubscore.files.foreign import SeatKey
from clubscore.files.notes import NAME, called, notes_for
from clubscore.files.printable import printable
from clubscore.files.usebio import PAIRS as MEET
from clubscore.files.usebio import (
    SCORES,
    Fields,
    UsebioPlayer,
    fixed,
    players,
    points_for,
    put,
    put_master_points,
    put_total,
    read_usebio,
)
from clubscore.laws.words import gettext_noop
from clubscore.places import VERSION
from clubscore.ranking import (
    Adjusted,
    Contestant,
    EventFile,
    ScoredTravellerRow,
    every_scoring,
    rank,
    travellers,
)
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, TEAMS, MasterPoints
from clubscore.ranking.member_numbers import label_of_scheme
from clubscore.ranking.options import COMPARE
from clubscore.ranking.result import Result, Side, seats
from clubscore.ranking.scoring import InUsebio, MatchesInUsebio
from clubscore.ranking.scorings.team_matches import match_key

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
ANYBODY = For()


def write_usebio(event: EventFile, version: str = "1.2", written: For = ANYBODY) -> bytes:
    """Return an event as a USEBIO file of this version, written for somebody.

    RuleError for teams without matches, and for what its addressee cannot read.
    """
    check_addressee(event, written)
    must_have_place(
        event,
        "USEBIO",
        {each.key for each in every_scoring() if each.usebio or each.only_for == PAIRS},
        {each.key for each in every_scoring() if each.usebio_matches},
    )
    root = _UsebioWriter(event, version, written).root()
    indent(root)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n{DOCTYPE[version]}\n'
    return head.encode() + tostring(root, encoding="unicode").encode() + b"\n"


class _UsebioWriter:
    """Writes one event, and notes which element tells what."""

    def __init__(self, event: EventFile, version: str, written: For = ANYBODY) -> None:
        self.event, self.version, self.written = event, version, written
        self.ranked = rank(event)
        self.called = called(event)
        self.results: dict[int, Result] = {}
        self.kind = _kind(event, version)

    def root(self) -> Element:
        """The whole file."""
        root = Element("USEBIO", Version=self.version)
        club = SubElement(root, "CLUB")
        put(club, "CLUB_NAME", self.event.about.get("club", ""))
        put(club, "CLUB_ID_NUMBER", self.written.club)
        told = SubElement(root, "EVENT", EVENT_TYPE=self.kind)
        _head(told, self.event, self.version, self.written)
        self._participants(told)
        if _by_matches(self.event):
            self._matches(told)
        else:
            self._travellers(told)
        _hands(root, self.event)
        self._notes(told, Fields(told, club, root.findall("HANDSET"), lambda _one: ""))
        return root

    def _participants(self, told: Element) -> None:
        people = SubElement(told, "PARTICIPANTS", EVENT_TYPE=self.kind)
        rows = {
            row.entry.contestant.number: (row, len(ranking.rows))
            for ranking in self.ranked.rankings
            if ranking.list == "scratch"
            for row in ranking.rows
        }
        is_any = any(master_points(self.event, self.written))
        for number, who in self.event.contestants.items():
            if self.kind == "INDIVIDUAL":
                member = SubElement(people, "PLAYER")
                put(member, "PLAYER_NUMBER", self.called[number])
            else:
                member = self._pair_or_team(people, who)
            put_total(member, *rows[number], self.written)
            put_master_points(member, who, self.written, is_any=is_any)
            called = self.called[number]
            them = players(who, self.event.contestants_are, called, self.written)
            if self.kind == "INDIVIDUAL":
                (them or [UsebioPlayer("", {}, self.written)])[0].put_into(member)
                continue
            for each in them:
                each.put_into(SubElement(member, "PLAYER"))

    def _pair_or_team(self, people: Element, who: Contestant) -> Element:
        number = self.called[who.number]
        if self.event.contestants_are == TEAMS:
            name = printable(" & ".join(who.names)) or number
            return SubElement(people, "TEAM", TEAM_ID=number, TEAM_NAME=name)
        pair = SubElement(people, "PAIR")
        put(pair, "PAIR_NUMBER", number)
        put(pair, "DIRECTION", who.direction or "")
        return pair

    def _matches(self, told: Element) -> None:
        """Match by match, in each board by board with both tables."""
        rows: dict[Hashable, list[ScoredTravellerRow]] = {}
        for traveller in travellers(self.ranked):
            for row in traveller.rows:
                rows.setdefault(match_key(row.result), []).append(row)
        for key, lines in rows.items():
            first = lines[0].result
            match = SubElement(told, "MATCH")
            put(match, "ROUND_NUMBER", first.round or "")
            both: tuple[tuple[SeatKey, Side], ...] = (("ns", first.ns), ("ew", first.ew))
            at = int(not self._is_of_pairs)
            for seat, who in both:
                put(match, MEET[seat][at], self.called[str(who)])
            numbers = [row.result.board for row in lines]
            if not self._is_of_pairs:
                put(match, "START_BOARD_NUMBER", min(numbers))
                put(match, "END_BOARD_NUMBER", max(numbers))
            for seat, who in both:
                put(match, SCORES[seat][at], fixed(self._of_match(key, who)))
            for number in dict.fromkeys(numbers):
                self._board_of_match(
                    match, first.ns, [r for r in lines if r.result.board == number]
                )

    def _of_match(self, key: Hashable, team: Side) -> Fraction:
        """What a match brought a team."""
        units = self.ranked.net.units.values()
        credits = (unit.credits or {} for unit in units if match_key(unit.results[0]) == key)
        return sum((each[team].points for each in credits if team in each), Fraction(0))

    def _board_of_match(self, match: Element, team: Side, rows: list[ScoredTravellerRow]) -> None:
        words = _of_matches(self.event)
        board = SubElement(match, "BOARD", EVENT_TYPE=words.kind)
        put(board, "BOARD_NUMBER", rows[0].result.board)
        points = rows[0].ns_points, rows[0].ew_points
        both = points if rows[0].result.ns == team else points[::-1]
        for tag, each in zip(words.points, both, strict=False):
            if each is not None:
                put(board, tag, fixed(each))
        for row in rows:
            line = SubElement(board, "TRAVELLER_LINE")
            self.results[id(line)] = row.result
            if not self._is_of_pairs:
                put(line, "DIRECTION", "NS" if row.result.ns == team else "EW")
            elif row.result.ns != team:
                for seat, number in seats(row.result).items():
                    put(line, SIDES[seat], self.called[number])
            self._play(line, row, None)

    @property
    def _is_of_pairs(self) -> bool:
        return self.event.contestants_are == PAIRS

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
            put(board, "BOARD_NUMBER", traveller.board)
            for row in traveller.rows:
                line = SubElement(board, "TRAVELLER_LINE")
                self.results[id(line)] = row.result
                self._line(line, row, traveller.top)

    def _line(self, line: Element, row: ScoredTravellerRow, top: Fraction | None) -> None:
        for seat, number in seats(row.result).items():
            put(line, SIDES.get(seat) or f"{seat.upper()}_PLAYER_NUMBER", self.called[number])
        if row.result.round is not None:
            put(line, "ROUND_NUMBER", row.result.round)
        self._play(line, row, top)
        points_are = _of_pairs(self.event).points
        for side, points in (("NS", row.ns_points), ("EW", row.ew_points)):
            if points_are and points is not None:
                put(line, f"{side}_{points_are}", fixed(points))

    def _play(self, line: Element, row: ScoredTravellerRow, top: Fraction | None) -> None:
        """Where a result came about, and what it was."""
        if row.result.table is not None:
            put(line, "TABLE_NUMBER", row.result.table)
        for name, text in _played(self.event, row.result).items():
            put(line, name, text)
        put(line, "SCORE", _score(row.result, row, top))

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


def _by_matches(event: EventFile) -> bool:
    """Whether results stand match by match: those of teams, and of pairs that played matches."""
    return event.contestants_are == TEAMS or event.scored_by.usebio is None


def _of_pairs(event: EventFile) -> InUsebio:
    """What the format calls the scoring of pairs or players."""
    words = event.scored_by.usebio
    assert words is not None  # noqa: S101 - refused before anything is written
    return words


def _of_matches(event: EventFile) -> MatchesInUsebio:
    """What the format calls the scoring of teams."""
    words = event.scored_by.usebio_matches
    assert words is not None  # noqa: S101 - refused before anything is written
    return words


def _kind(event: EventFile, version: str) -> str:
    if event.contestants_are == INDIVIDUALS:
        return "INDIVIDUAL"
    if _by_matches(event):
        return _of_matches(event).kind
    return _of_pairs(event).kind if version == "1.2" else "PAIRS"


def master_points(event: EventFile, written: For) -> list[MasterPoints]:
    """Return all master points of an event of which its addressee is told."""
    given = (points_for(who.awards, written) for who in event.contestants.values())
    return [each for theirs in given for each in theirs]


def _put_what_was_given(told: Element, event: EventFile, written: For, *, new: bool) -> None:
    """Whether master points were given; by which scale, and their colour where it is one."""
    given = master_points(event, written)
    colours = {each.colour for each in given}
    if len(colours) == 1 and (colour := colours.pop()):
        put(told, "MASTER_POINT_TYPE", colour.upper())
    if given:
        put(told, "EVENT_RATING" if new else "MASTER_POINT_SCALE", written.scale)
    put(told, "MPS_AWARDED_FLAG", "Y" if given else "N")


def _head(told: Element, event: EventFile, version: str, written: For) -> None:
    about, new = event.about, version != "1.2"
    put(told, "EVENT_ID" if new else "EVENT_IDENTIFIER", about.get("name", ""))
    put(told, "EVENT_DESCRIPTION", about.get("name", ""))
    put(told, "PROGRAM_NAME", "ClubScore")
    put(told, "PROGRAM_VERSION", f"{VERSION} {label_of_scheme(written.scheme)}".rstrip())
    put(told, "WINNER_TYPE", event.winners)
    put(told, "DATE", _date(about.get("date", ""), new))
    _put_what_was_given(told, event, written, new=new)
    put(told, "SESSION_COUNT", 1)
    put(told, "SECTION_COUNT", max(1, len(_sections(event))))
    if written.addressee.charged:
        put(told, "EBU_CHARGE_CODE" if new else "P2P_CHARGE_RATE", written.charge)
    put(told, "BOARDS_PLAYED", len({each.board for each in event.results}))
    if _by_matches(event):
        words = _of_matches(event)
        if words.boards:
            put(told, "BOARD_SCORING_METHOD", words.boards)
        put(told, "MATCH_SCORING_METHOD", words.matches)
    else:
        put(told, "BOARD_SCORING_METHOD", _of_pairs(event).method)


def _date(text: str, new: bool) -> str:
    try:
        date = dt.date.fromisoformat(text)
    except ValueError:
        return text
    return date.isoformat() if new else f"{date:%d/%m/%Y}"


def _sections(event: EventFile) -> list[str]:
    """The sections that are compared apart; none where the whole field is."""
    if event.options.of(COMPARE) != "section":
        return []
    found = {each.section for each in event.results}
    return sorted(found) if any(found) else []


def _played(event: EventFile, result: Result) -> dict[str, str]:
    """The contract and what became of it; today's only, others have their score alone."""
    deal = result.deal
    if deal is None or event.valuation.key != TODAY:
        return {}
    if deal.passed_out:
        return {"CONTRACT": "PASS", "PLAYED_BY": "", "LEAD": "", "TRICKS": ""}
    told = {"CONTRACT": str(event.contract(result)), "PLAYED_BY": str(deal.declarer)}
    return told | {"LEAD": result.lead or "", "TRICKS": str(deal.tricks)}


def _score(result: Result, row: ScoredTravellerRow, top: Fraction | None) -> str:
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


def _hands(root: Element, event: EventFile) -> None:
    """The cards of boards that have them."""
    dealt = [board for board in event.boards.values() if board.deal]
    hands = SubElement(root, "HANDSET") if dealt else root
    for board in dealt:
        told = SubElement(hands, "BOARD")
        put(told, "BOARD_NUMBER", board.number)
        deal = read_deal(board.deal or "")
        for seat, name in DIRECTIONS.items():
            hand = SubElement(told, "HAND")
            put(hand, "DIRECTION", name)
            for suit, held in zip(SUITS, deal.hand(seat), strict=True):
                put(hand, suit, held)


def _write(event: EventFile, written: For, version: str) -> bytes:
    return write_usebio(event, version, written)


def _read(content: bytes, left: Open) -> list[ImportedEvent]:
    return read_usebio(content, left.scoring, ask=left.ask, scheme=left.scheme)


USEBIO = EventFormat(
    key="usebio",
    name=gettext_noop("USEBIO 1.2"),
    writes=Writes(
        partial(_write, version="1.2"),
        "xml",
        "application/xml",
        gettext_noop(
            "The usual choice for federations, BridgeWebs and Pianola; includes members’"
            " numbers and master points. Imported here again, it is the same event."
        ),
        for_whom=True,
    ),
    reads=Reads(
        _read,
        gettext_noop("USEBIO (XML)"),
        beginnings=(b"<",),
        largest=4 * MB,
    ),
)
USEBIO_13 = EventFormat(
    key="usebio13",
    name=gettext_noop("USEBIO 1.3"),
    writes=Writes(
        partial(_write, version="1.3"),
        "usebio13.xml",
        "application/xml",
        gettext_noop("Only where the newer version is required; many readers accept only 1.2."),
        for_whom=True,
    ),
)
