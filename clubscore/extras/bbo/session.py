"""Saved pages of Bridge Base Online put together as an event: its pairs and their results.

Two who play together are a pair; where the tournament page is there, its pairs are. BBO takes a
user name in capital or small letters alike.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording import listed, named
from clubscore.deals.file_text import LARGEST_UPLOAD
from clubscore.deals.hands import DealtBoard, usual_dealer, usual_vulnerable
from clubscore.deals.lin import read_lin
from clubscore.extras.bbo.pages_read import (
    BboRanked,
    BboResult,
    BboTraveller,
    HandsList,
    Page,
    SavedPage,
    Tournament,
    board_of,
    day_of,
    page_of,
    pages_in,
    read_page,
    zipped,
)
from clubscore.files.event_format import (
    EventFormat,
    ImportedEvent,
    Open,
    Reads,
    ScoringQuestion,
    date_question,
)
from clubscore.files.foreign import Printed, SeatKey, contract_facts
from clubscore.files.notes import NotedPart, PlainEvent, gathered
from clubscore.files.reading import ZIP
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.contestant import MOST_NAMES, ContestantFacts
from clubscore.ranking.event import EventFacts
from clubscore.ranking.member_numbers import BBO, read_member_number
from clubscore.ranking.result import OfBothSides, ResultFacts
from clubscore.ranking.result_words import SYMBOLS, average_of_side, outcome_by_word, plain
from clubscore.ranking.scorings.cross_imps import CROSS_IMPS
from clubscore.ranking.scorings.matchpoints import MATCHPOINTS

_PLAYED = re.compile(r"([1-7])(N|NT|S|H|D|C)(X{0,2})([NESW])(=|[+-][0-9]{1,2})")
_AVERAGE = re.compile(r"A([+=-])([+=-])")
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")
_SCORE = re.compile(r"([+-]?[0-9]{1,5}(?:\.[0-9]{1,4})?)(%?)")
_LEAD = re.compile(r"\|pc\|([SHDC][AKQJT2-9])\|", re.IGNORECASE)
BOOK = 6


def points_of(line: BboResult, side: str) -> int | None:
    """Return North-South's points of a line, None where none stand there."""
    text = line.points.translate(SYMBOLS)
    if not _NUMBER.fullmatch(text):
        return None
    return int(text) if side == "NS" else -int(text)


def outcome_of(line: BboResult, side: str) -> ResultFacts:
    """Return what happened at a table, as an event file says it. RuleError at the line.

    ``side`` is that from which points and score are counted.
    """
    text = plain(line.result)
    points = points_of(line, side)
    by_word = outcome_by_word(text)
    if by_word:
        return by_word
    played = _PLAYED.fullmatch(text)
    if played:
        level, strain, doubled, declarer, more = played.groups()
        tricks = int(level) + BOOK + (0 if more == "=" else int(more))
        led = _LEAD.search(line.lin)
        bid = f"{level}{strain}{doubled}"
        return contract_facts(bid, declarer, str(tricks), led[1] if led else "")
    average = _AVERAGE.fullmatch(text)
    if average:
        return {"adjusted": _adjusted(average[1], average[2], line, side)}
    if not text and points is not None:
        return {"score": points}
    if not text:
        return {"not_played": True}
    raise RuleError(
        "result",
        gettext_noop(
            "A result must be like 3NTE+1, 4♠XS-2, PASS or A== for an average, not %(given)s."
        ),
        line.where,
        given=shown(line.result),
    )


def _adjusted(one: str, other: str, line: BboResult, side: str) -> OfBothSides:
    """An artificial score. Which sign is whose no source says: the score of the page's side tells.

    RuleError where the two differ and the score does not tell.
    """
    worse, better = sorted((average_of_side(f"A{one}"), average_of_side(f"A{other}")))
    if worse == better:
        return {"ns": better, "ew": better}
    found = _SCORE.fullmatch(line.score)
    over = Fraction(found[1]) - (50 if found[2] else 0) if found else 0
    if not over:
        raise RuleError(
            "result",
            gettext_noop(
                "Which side has the better average is not clear from %(given)s with the score"
                " %(score)s. Save the traveller again with its column Score."
            ),
            line.where,
            given=shown(line.result),
            score=shown(line.score),
        )
    own, theirs = (better, worse) if over > 0 else (worse, better)
    return {"ns": own, "ew": theirs} if side == "NS" else {"ns": theirs, "ew": own}


def board_facts(number: int, lines: list[BboResult]) -> BoardFacts:
    """Return a board with its cards, from the first movie that has all of them."""
    board: BoardFacts = {"number": number}
    for line in lines:
        dealt = _dealt(line.lin)
        if dealt is None or dealt.number != number:
            continue
        if dealt.dealer != usual_dealer(number):
            board["dealer"] = dealt.dealer
        if dealt.vulnerable != usual_vulnerable(number):
            board["vulnerable"] = dealt.vulnerable
        board["deal"] = dealt.deal.pbn()
        break
    return board


def _dealt(lin: str) -> DealtBoard | None:
    if "md|" not in lin:
        return None
    try:
        boards = read_lin(f"{lin.rstrip('|')}|".encode()).boards
    except RuleError:
        return None
    return boards[0] if boards else None


# ---- Who the pairs of a session are.

ROBOTS = ("gib", "robot")
ROBOT = "Robot"
# With more partners than these at one event somebody plays an event of individuals.
MOST_PARTNERS = 3
# In the LIN of a movie South comes first; there each robot has a name of its own.
_NAMED = re.compile(r"(?:^|\|)pn\|([^|]*)\|")
_LIN_SEATS = "SWNE"
SIDES: Mapping[str, str] = {"ns": "NS", "ew": "EW"}


class Two(NamedTuple):
    """Two who sat together on a board: by whom they are known, and their names as they stand."""

    keys: tuple[str, str]
    names: tuple[str, str]

    @property
    def people(self) -> frozenset[str]:
        """Those of the two who are no robots."""
        both = zip(self.keys, self.names, strict=True)
        return frozenset(key for key, name in both if name != ROBOT)


class Pair:
    """A pair of the session: those it entered with first, then whoever stood in."""

    def __init__(self, first: Two, ranked: BboRanked | None = None) -> None:
        self.first, self.ranked = first, ranked
        self.names = dict(zip(first.keys, first.names, strict=True))
        self.boards: set[int] = set()

    @property
    def stood_in(self) -> list[str]:
        """The names of those who stood in for one of the pair."""
        return [name for key, name in self.names.items() if key not in self.first.keys]

    def is_of(self, two: Two) -> bool:
        """Whether these are of the pair: one of its people, or the same two robots."""
        if two.people:
            return bool(two.people & self.first.people)
        return set(two.keys) == set(self.first.keys) or (
            self.ranked is not None and not self.first.people
        )


def side_players(line: BboResult, side: str) -> Two:
    """Return the two of a side of a line, ``ns`` or ``ew``."""
    found = _NAMED.search(line.lin)
    lin = dict(zip(_LIN_SEATS, found[1].split(","), strict=False)) if found else {}
    seats = SIDES[side][0], SIDES[side][1]
    known = [_user(line.users[seat], lin.get(seat, ""), seat) for seat in seats]
    return Two((known[0][0], known[1][0]), (known[0][1], known[1][1]))


def _user(name: str, in_lin: str, seat: str) -> tuple[str, str]:
    """By what somebody is known, and the name: robots by what the movie calls them."""
    if name.lower() in ROBOTS or name.startswith("~~"):
        told = next((each for each in (name, in_lin) if each.startswith("~~")), "")
        return told.lower() or f"~~{seat}", ROBOT
    return name.lower(), name


class Pairs:
    """The pairs of a session, in the order of the tournament page, else of their first board."""

    def __init__(self, ranked: Sequence[BboRanked], played: Sequence[tuple[int, Two]]) -> None:
        """``played`` has each board with two who played it together, in the order of the pages."""
        self.pairs = [Pair(_of_page(each), each) for each in ranked]
        self.unlisted: list[Pair] = []
        self._of: dict[tuple[str, ...], Pair] = {}
        if not ranked:
            _must_be_pairs([two for _board, two in played])
        for two in _by_boards(played):
            boards = {board for board, each in played if each.keys == two.keys}
            pair = self._pair_of(two, boards)
            pair.boards |= boards
            pair.names |= {
                key: name
                for key, name in zip(two.keys, two.names, strict=True)
                if name != ROBOT and key not in pair.names
            }
            self._of[two.keys] = pair
        first = {two.keys: -at for at, (_board, two) in enumerate(reversed(played))}
        if not ranked:
            self.pairs.sort(key=lambda pair: first[pair.first.keys])

    def of(self, two: Two) -> Pair:
        """Return the pair of two who sat together."""
        return self._of[two.keys]

    def _pair_of(self, two: Two, boards: set[int]) -> Pair:
        same = [each for each in self.pairs if each.first.people == two.people != frozenset()]
        able = [each for each in self.pairs if each.is_of(two) and not each.boards & boards]
        for each in (*same, *able):
            return each
        new = Pair(two)
        if self.pairs and self.pairs[0].ranked is not None:
            self.unlisted.append(new)
        self.pairs.append(new)
        return new

    def told(self) -> list[str]:
        """What a reader should know: who stood in, and who is not on the tournament page."""
        said = [
            _("%(who)s stood in for one of %(pair)s.")
            % {"who": named(pair.stood_in), "pair": named(pair.first.names)}
            for pair in self.pairs
            if pair.stood_in
        ]
        return said + [
            _("%(pair)s played, but the tournament page does not list them.")
            % {"pair": named(pair.first.names)}
            for pair in self.unlisted
        ]


def _of_page(ranked: BboRanked) -> Two:
    keys = [name.lower() for name in ranked.users]
    names = [ROBOT if name.lower() in ROBOTS else name for name in ranked.users]
    return Two((keys[0], keys[1]), (names[0], names[1]))


def _by_boards(played: Sequence[tuple[int, Two]]) -> list[Two]:
    """Each two once, those first who played most boards together."""
    counted: dict[tuple[str, str], list[Two]] = {}
    for _board, two in played:
        counted.setdefault(two.keys, []).append(two)
    return [each[0] for each in sorted(counted.values(), key=lambda each: -len(each))]


def _must_be_pairs(played: Iterable[Two]) -> None:
    partners: dict[str, set[str]] = {}
    for two in played:
        for one, other in (two.keys, two.keys[::-1]):
            partners.setdefault(one, set()).add(other)
    for two_keys, with_whom in partners.items():
        if len(with_whom) > MOST_PARTNERS and not two_keys.startswith("~~"):
            raise RuleError(
                "bbo",
                gettext_noop(
                    "%(who)s has played with %(count)s partners. Tournaments of individuals are"
                    " not read."
                ),
                who=two_keys,
                count=len(with_whom),
            )


# ---- The pages of a session as an event.

_NUMBER_BEFORE = re.compile(r"#\d+\s+")
_SCORED: Mapping[str, str] = {
    "IMPS": CROSS_IMPS.key, "IMP": CROSS_IMPS.key, "%": MATCHPOINTS.key, "MPS": MATCHPOINTS.key,
    "MP": MATCHPOINTS.key, "MATCHPOINTS": MATCHPOINTS.key,
}  # fmt: skip
SIDE_KEYS: tuple[SeatKey, ...] = ("ns", "ew")


def sessions_of(pages: Iterable[Page], left: Open) -> list[ImportedEvent]:
    """Return the event of each session that pages are of. RuleError at a page and line."""
    found: dict[str, list[Page]] = {}
    for page in pages:
        found.setdefault(page.session, []).append(page)
    loose = found.pop("", [])
    if loose and len(found) > 1:
        raise RuleError(
            "bbo",
            gettext_noop(
                "This page does not say of which tournament it is, and there are pages of"
                " several. Choose the pages of one tournament."
            ),
            loose[0].where,
        )
    if loose:
        found.setdefault(next(iter(found), ""), []).extend(loose)
    return [_Session(key, each, left).brought() for key, each in found.items()]


class _Session:
    """A session: its travellers, and what the other pages say of it."""

    def __init__(self, key: str, pages: list[Page], left: Open) -> None:
        self.key, self.left = key, left
        self.said: list[str] = []
        self.travellers = [each for each in pages if isinstance(each, BboTraveller)]
        self.hands = [each for each in pages if isinstance(each, HandsList)]
        about = [each for each in pages if isinstance(each, Tournament)]
        self.about = about[0] if about else Tournament(key, "", "", [], "")
        self.where = pages[0].where
        if not self.travellers:
            raise RuleError(
                "bbo",
                gettext_noop(
                    "No traveller of a board is here, and only travellers have every table’s"
                    " result. Open the traveller of each board at BBO, save these pages, and"
                    " choose them together or as a zip."
                ),
                self.where,
            )
        self.boards = self._boards()
        played = [
            (number, side_players(line, side))
            for number, lines in self.boards.items()
            for line, _from in lines
            for side in SIDES
        ]
        self.pairs = Pairs(self.about.pairs, played)
        self.called = {id(pair): str(at) for at, pair in enumerate(self._taking_part(), 1)}

    def _taking_part(self) -> list[Pair]:
        """Those who played, and those who are ranked: a page of before may list others."""
        return [each for each in self.pairs.pairs if each.boards]

    def _boards(self) -> dict[int, list[tuple[BboResult, str]]]:
        """The lines of each board, each with the side from which it counts; each table once."""
        boards: dict[int, dict[tuple[str, ...], tuple[BboResult, str]]] = {}
        for traveller in self.travellers:
            lines = boards.setdefault(self._number(traveller), {})
            for line in traveller.lines:
                who = tuple(side_players(line, side).keys for side in SIDES)
                lines.setdefault(tuple(key for two in who for key in two), (line, traveller.side))
        return {number: list(boards[number].values()) for number in sorted(boards)}

    def _number(self, traveller: BboTraveller) -> int:
        """The number of a board: its movies say it, else the list of some pair's hands."""
        told = {number for line in traveller.lines if (number := board_of(line))}
        listed_as = {
            each.boards[traveller.key] for each in self.hands if traveller.key in each.boards
        }
        found = told or listed_as
        if len(found) == 1:
            return found.pop()
        raise RuleError(
            "bbo",
            gettext_noop(
                "This traveller does not say which board it is: its movies name none, or several."
                " Save the list of a pair’s hands as well."
            ),
            traveller.where,
        )

    def brought(self) -> ImportedEvent:
        """Return the session as an event, ranked as its tournament page ranks it."""
        asking = ScoringQuestion(self.left.scoring, later=self.left.ask)
        head = self._head(asking)
        two = self._two()
        if two:
            head["winners"] = 2
        several = len({pair.ranked.section for pair in self._taking_part() if pair.ranked}) > 1
        pairs = self._taking_part()
        plain = PlainEvent(
            head,
            [NotedPart(self._contestant(each, two, several)) for each in pairs],
            [
                NotedPart(board_facts(number, [line for line, _side in lines]))
                for number, lines in self.boards.items()
            ],
            [
                self._result(number, line, side, several)
                for number, lines in self.boards.items()
                for line, side in lines
            ],
            [_printed(each, several) for each in pairs],
            (),
            [*self.pairs.told(), *self._missing()],
        )
        found = gathered(plain)
        return found._replace(asks=(*asking.asked, *date_question(found.told), *found.asks))

    def _head(self, asking: ScoringQuestion) -> EventFacts:
        titles = [self.about.title, *(each.title for each in self.travellers)]
        titles += [each.title for each in self.hands]
        days = sorted(day for each in self.travellers for day in each.days)
        unit = self.about.scored_in or self._scored_in()
        found = _SCORED.get(unit.strip().upper())
        head: EventFacts = {
            "game": "duplicate",
            "scoring": found or asking.scoring(unit, "", None, self.where),
        }
        if title := next(filter(None, titles), ""):
            head["name"] = _NUMBER_BEFORE.sub("", title, count=1)[:200]
        if day := day_of(self.key, self._zone()) or next(iter(days), ""):
            head["date"] = day
        return head

    def _zone(self) -> dt.tzinfo:
        return ZoneInfo(self.left.online.zone) if self.left.online.zone else dt.UTC

    def _scored_in(self) -> str:
        """What the travellers' scores look like: percentages, or IMPs with their decimals."""
        scores = [line.score for lines in self.boards.values() for line, _side in lines]
        if any(each.endswith("%") for each in scores):
            return "%"
        return "IMPs" if any("." in each for each in scores) else ""

    def _two(self) -> bool:
        """Whether both directions have their own ranking: so says the page, and so they sat."""
        ranked = [pair.ranked for pair in self._taking_part()]
        if not all(each is not None and each.direction for each in ranked):
            return False
        return all(
            (ranked_as := self._sat(line, side).ranked) is not None
            and ranked_as.direction == SIDES[side]
            for lines in self.boards.values()
            for line, _from in lines
            for side in SIDES
        )

    def _sat(self, line: BboResult, side: str) -> Pair:
        return self.pairs.of(side_players(line, side))

    def _contestant(self, pair: Pair, two: bool, several: bool) -> ContestantFacts:
        known = self.left.online.names
        names, numbers = [], []
        for key, name in list(pair.names.items())[:MOST_NAMES]:
            names.append(name if name == ROBOT else known.get(key, name))
            numbers.append({} if name == ROBOT else _number_of(name))
        facts: ContestantFacts = {"number": self.called[id(pair)], "names": names}
        if any(numbers):
            facts["numbers"] = numbers
        if pair.ranked is not None and two:
            facts["direction"] = pair.ranked.direction
        if pair.ranked is not None and several:
            facts["section"] = pair.ranked.section
        return facts

    def _result(self, number: int, line: BboResult, side: str, several: bool) -> NotedPart:
        facts: ResultFacts = {"board": number}
        pairs = {key: self._sat(line, key) for key in SIDE_KEYS}
        if pairs["ns"] is pairs["ew"]:
            raise RuleError(
                "bbo",
                gettext_noop("The same pair sits on both sides here. Save the page again."),
                line.where,
            )
        for key, pair in pairs.items():
            facts[key] = self.called[id(pair)]
        ranked = pairs["ns"].ranked
        if several and ranked is not None and ranked.section:
            facts["section"] = ranked.section
        try:
            return NotedPart(
                {**facts, **outcome_of(line, side)}, line.where, (), points_of(line, side)
            )
        except RuleError as problem:
            return NotedPart(facts, line.where, problem=problem)

    def _missing(self) -> list[str]:
        """The boards that a list of hands names and no traveller has."""
        named = {number for each in self.hands for number in each.boards.values()}
        if not (gone := sorted(named - self.boards.keys())):
            return []
        text = ngettext(
            "The traveller of board %(boards)s is not among the pages.",
            "The travellers of boards %(boards)s are not among the pages.",
            len(gone),
        )
        return [text % {"boards": listed(gone)}]


def _number_of(name: str) -> dict[str, str]:
    """A user name as somebody's number at BBO; nothing where it is none that can be kept."""
    try:
        return {BBO: read_member_number(BBO, name)}
    except RuleError:
        return {}


def _printed(pair: Pair, several: bool) -> Printed:
    """What the tournament page prints: places are of a section, so they tell only where one is."""
    if pair.ranked is None:
        return Printed()
    score = pair.ranked.score
    place = "" if several else pair.ranked.place
    return Printed(place, score.rstrip("% ")) if score.endswith("%") else Printed(place, "", score)


KEY = "bbo"
# How a page begins, as browsers save it.
PAGES = (b"<!DOCTYPE html", b"<!doctype html", b"<html", b"<HTML", b"<!-- saved from")


def _read(content: bytes, left: Open) -> list[ImportedEvent]:
    is_zip = content.startswith(ZIP)
    pages = pages_in(content) if is_zip else [SavedPage("", content)]
    return sessions_of((page_of(read_page(each.content, each.name)) for each in pages), left)


BBO_PAGES = EventFormat(
    key=KEY,
    name=gettext_noop("BBO"),
    reads=Reads(
        _read,
        gettext_noop("pages saved from BBO (HTML, together or as a zip)"),
        beginnings=(*PAGES, ZIP),
        together=PAGES,
        joins=zipped,
        largest=LARGEST_UPLOAD,
    ),
)
