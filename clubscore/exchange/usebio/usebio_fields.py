"""What the elements of a USEBIO event say, each part as an event file would.

The format's elements are those of usebio.org; what is read here is what ranks an event: pairs,
players or teams, travellers, matches of teams, hands. A line of a match says which way its first
team sits there; points are of North-South there too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.deals.hands import read_deal
from clubscore.exchange.reading.dates import read_date
from clubscore.exchange.reading.foreign import FOUR, Printed, SeatKey, play_told
from clubscore.exchange.reading.left_open import Asking
from clubscore.exchange.reading.notes import Part
from clubscore.exchange.reading.xml_text import text_in
from clubscore.exchange.usebio.usebio_pair_matches import PairMatches, own_of, sides_of
from clubscore.exchange.usebio.usebio_scoring import (
    says_nothing_wrong,
    scoring_of_matches,
    scoring_printed,
    scoring_told,
)
from clubscore.exchange.usebio.usebio_told import (
    awards_told,
    half_handicap,
    is_ours,
    numbers_told,
    scheme_of,
)
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.contestant import INDIVIDUALS, MOST_NAMES, TEAMS, ContestantFacts
from clubscore.ranking.event import EventFacts, TextKey
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.result_words import outcome_by_word
from clubscore.ranking.scorings.match_points import MATCH_POINTS

SEATS: Mapping[SeatKey, str] = {"ns": "NS_PAIR_NUMBER", "ew": "EW_PAIR_NUMBER"}
PLAYERS: Mapping[SeatKey, str] = {seat: f"{seat.upper()}_PLAYER_NUMBER" for seat in FOUR}
# Some programs write 430.0; whatever stands behind the point otherwise is no score.
SCORE = re.compile(r"([+-]?[0-9]{1,5})(?:\.0*)?")
ORDINAL = re.compile(r"[1-9][0-9]{0,2}")
NOT_PLAYED = ("", "NP", "-")
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
# Readers take exactly so many players of a pair.
TWO = 2


def nobody(number: str, at: int) -> str:
    """Return what stands for one of a pair whose name is not known, like ``Player 8a``."""
    return f"Player {number}{'ab'[at]}"


class Fields:
    """One event: its elements in the order of the file, and what each of them says."""

    def __init__(
        self,
        event: Element,
        club: Element | None,
        hands: list[Element],
        where: Callable[[Element], str],
        asking: Asking | None = None,
    ) -> None:
        """Read it; ``where`` says where an element stands. RuleError there.

        ``asking`` says how results are compared where the file does not, or whether one may ask.
        """
        self.event, self.where, self.asking = event, where, asking or Asking()
        kind = event.get("EVENT_TYPE", "").upper()
        self.individuals, self.teams = kind == "INDIVIDUAL", "TEAM" in kind
        self.scopes = list(event.iter("SECTION")) or [event]
        is_of_pairs = not self.individuals and not self.teams
        self.matches = PairMatches(event, where) if is_of_pairs else PairMatches()
        self.problems: list[str] = []
        self._own: dict[tuple[int, str], str] = {}
        self.contestants: list[tuple[Element, ContestantFacts]] = []
        self.printed: list[Printed] = []
        self._read_contestants()
        self._read_directions()
        self.head = self._head(club)
        self.boards: dict[int, tuple[list[Element], BoardFacts]] = {}
        self.lines: list[tuple[Element, int, int]] = []
        self._match_of: dict[int, Element] = {}
        self._read_boards()
        for each in (*event.iter("HANDSET"), *hands):
            self._read_hands(each)

    def _head(self, club: Element | None) -> EventFacts:
        """What the event says of itself, what is usual left out."""
        head = self._about(club)
        head["game"], head["scoring"] = "duplicate", self._scoring()
        if self.individuals or self.teams:
            head["contestants_are"] = INDIVIDUALS if self.individuals else TEAMS
        if self.two:
            head["winners"] = 2
        return head

    @property
    def two(self) -> bool:
        """Whether both directions have their own ranking."""
        pairs = not self.individuals and not self.teams
        return text_in(self.event, "WINNER_TYPE") == "2" and pairs

    def _read_directions(self) -> None:
        for _element, each in self.contestants:
            if self.two:
                each.setdefault("direction", "EW" if each["number"].endswith("EW") else "NS")
            else:
                each.pop("direction", None)

    def _read_boards(self) -> None:
        for match in self.event.iter("MATCH"):
            self._match_of.update({id(line): match for line in match.iter("TRAVELLER_LINE")})
        for at, scope in enumerate(self.scopes):
            for board in self._boards(scope):
                number = self._number(board)
                self.boards.setdefault(number, ([], {"number": number}))[0].append(board)
                self.lines += [(line, at, number) for line in board.iter("TRAVELLER_LINE")]

    def _boards(self, scope: Element) -> Iterator[Element]:
        """The boards with travellers: not those of the hands."""
        return (each for each in scope.iter("BOARD") if each.find("TRAVELLER_LINE") is not None)

    def _about(self, club: Element | None) -> EventFacts:
        date = text_in(self.event, "DATE")
        told: dict[TextKey, str] = {
            "name": text_in(self.event, "EVENT_DESCRIPTION", "TITLE"),
            "date": read_date(date) or date,
            "club": "" if club is None else text_in(club, "CLUB_NAME"),
        }
        about: EventFacts = {}
        for key, text in told.items():
            if text:
                about[key] = text[:200]
        return about

    def _scoring(self) -> str:
        kind = self.event.get("EVENT_TYPE", "").upper()
        if self.individuals and next(self.event.iter("MATCH"), None) is not None:
            raise RuleError(
                "matches",
                gettext_noop("Matches can be imported only of teams and pairs in USEBIO."),
                self.where(self.event),
            )
        if self.matches.told:
            return MATCH_POINTS.key
        method = text_in(self.event, "BOARD_SCORING_METHOD", "SCORING_METHOD").upper()
        if self.teams:
            return scoring_of_matches(method)
        found = scoring_told(kind, method) or scoring_printed(self.event)
        if found is not None and (says_nothing_wrong(kind) or self.individuals):
            return found
        return self.asking.scoring(kind, method, found, self.where(self.event))

    def _read_contestants(self) -> None:
        """Pairs, players or teams; by section where sections use the same numbers."""
        tag = "PLAYER" if self.individuals else "TEAM" if self.teams else "PAIR"
        told = [
            (at, each)
            for at, scope in enumerate(self.scopes)
            for people in self._participants(scope)
            for each in people.findall(tag)
        ]
        numbers = [own_of(each) for _at, each in told]
        counted = Counter(numbers)
        for (at, each), own in zip(told, numbers, strict=True):
            key = own if counted[own] < 2 else f"{self._letter(at)}{own}"
            self._own[at, own] = key
            self.contestants.append((each, self._contestant(each, key, at)))
            self.printed.append(
                Printed(
                    text_in(each, "PLACE"),
                    text_in(each, "PERCENTAGE"),
                    text_in(each, "TOTAL_SCORE"),
                )
            )

    def _participants(self, scope: Element) -> list[Element]:
        """Those of a section, or of the whole event for the first one."""
        found = list(scope.iter("PARTICIPANTS"))
        if not found and scope is self.scopes[0]:
            found = self.event.findall("PARTICIPANTS")
        return found

    def _letter(self, at: int) -> str:
        scope = self.scopes[at]
        return text_in(scope, "SECTION_NAME") or scope.get("SECTION_ID", "") or chr(65 + at % 26)

    def _contestant(self, told: Element, key: str, at: int) -> ContestantFacts:
        players = [told] if self.individuals else list(told.iter("PLAYER"))
        known = [(name[:200], each) for each in players if (name := text_in(each, "PLAYER_NAME"))]
        if not self.individuals and not self.teams:
            own = own_of(told)
            strangers = (nobody(own, 0), nobody(own, 1))
            known = [(name, each) for name, each in known if name not in strangers]
        contestant: ContestantFacts = {"number": key}
        if known:
            contestant["names"] = [name for name, _each in known[:MOST_NAMES]]
            numbers = [self._numbers(name, each) for name, each in known[:MOST_NAMES]]
            if any(numbers):
                contestant["numbers"] = numbers
        if awards := awards_told(told, self.event, self._scheme):
            contestant["awards"] = awards
        own, total = own_of(told), text_in(told, "TOTAL_SCORE")
        if own == key and (carried := self.matches.not_of_a_match(own, total)):
            contestant["carry_over"] = carried
        self._read_extras(told, contestant)
        direction = text_in(told, "DIRECTION").upper()
        if direction in ("NS", "EW"):
            contestant["direction"] = direction
        if len(self.scopes) > 1 and self.scopes[at].find("PARTICIPANTS") is not None:
            contestant["section"] = self._letter(at)
        return contestant

    def _read_extras(self, told: Element, contestant: ContestantFacts) -> None:
        """What NZ Bridge has besides: a whole handicap, half of which counts; an adjustment."""
        if handicap := half_handicap(told):
            contestant["handicap"] = handicap
        adjustment = text_in(told, "ADJUSTMENT")
        if any(figure in adjustment for figure in "123456789"):
            values = {"where": self.where(told), "amount": adjustment[:20]}
            text = _("%(where)s: the adjustment %(amount)s is not applied: its unit is not known.")
            self.problems.append(text % values)

    @cached_property
    def _scheme(self) -> str:
        """Whose the national numbers and the master points are."""
        return scheme_of(self.event, self.asking.scheme)

    def _numbers(self, name: str, player: Element) -> dict[str, str]:
        """The numbers of a player; one that can be none is told and left out."""

        def wrong(error: RuleError) -> None:
            values = {"where": self.where(player), "name": name, "why": said(error)}
            text = _("%(where)s: the number of %(name)s was left out: %(why)s")
            self.problems.append(text % values)

        return numbers_told(player, self._scheme, wrong, with_own=is_ours(self.event))

    def _number(self, board: Element) -> int:
        text = text_in(board, "BOARD_NUMBER")
        if re.fullmatch(r"[1-9][0-9]{0,3}", text):
            return int(text)
        raise RuleError(
            "board",
            gettext_noop("A board's number must be 1 to 9999, not %(given)s."),
            self.where(board),
            given=shown(text),
        )

    def result(self, line: Element, at: int, board: int) -> Part:
        """What a line of a traveller says, in the section of this index."""
        match = self._match_of.get(id(line), line)
        facts: ResultFacts = {"board": board}
        round_, table = text_in(match, "ROUND_NUMBER"), text_in(line, "TABLE_NUMBER")
        if ORDINAL.fullmatch(round_):
            facts["round"] = int(round_)
        if ORDINAL.fullmatch(table):
            facts["table"] = int(table)
        if len(self.scopes) > 1:
            facts["section"] = self._letter(at)
        where = self.where(line)
        sat = self._sat(line, match, where)
        for seat, own in sat.items():
            facts[seat] = self._own.get((at, own)) or self._own.get((0, own), own)
        if brought := self.matches.brought(line, sat):
            facts["match_vp"] = brought
        score = text_in(line, "SCORE").upper()
        found = SCORE.fullmatch(score)
        points = int(found[1]) if found else None
        try:
            outcome = _outcome(line, score, points, where)
            return Part({**facts, **outcome}, where, score=points)
        except RuleError as problem:
            return Part(facts, where, problem=problem)

    def _sat(self, line: Element, match: Element, where: str) -> Mapping[SeatKey, str]:
        """Who sat where on a line, as the file calls them. RuleError at ``where``."""
        if not self.teams:
            if self.individuals:
                return {seat: text_in(line, tag) for seat, tag in PLAYERS.items()}
            of_match = sides_of(match) if match is not line else dict.fromkeys(SEATS, "")
            return {seat: text_in(line, tag) or of_match[seat] for seat, tag in SEATS.items()}
        teams = text_in(match, "TEAM"), text_in(match, "OPPOSING_TEAM")
        way = text_in(line, "DIRECTION").upper()
        if not all(teams) or way not in ("NS", "EW"):
            raise RuleError(
                "match",
                gettext_noop(
                    "A team result belongs in a <MATCH> with <TEAM> and <OPPOSING_TEAM>, and"
                    " its line needs the <DIRECTION> NS or EW of the first."
                ),
                where,
            )
        ns, ew = teams if way == "NS" else teams[::-1]
        return {"ns": ns, "ew": ew}

    def _read_hands(self, hands: Element) -> None:
        for board in hands.findall("BOARD"):
            number = self._number(board)
            told = {_seat(hand): _suits(hand) for hand in board.findall("HAND")}
            if number not in self.boards or set(told) != set("NESW"):
                continue
            try:
                deal = read_deal("N:" + " ".join(told[seat] for seat in "NESW"))
            except RuleError as error:
                values = {"where": self.where(board), "number": number, "why": said(error)}
                self.problems.append(
                    _("%(where)s: the cards of board %(number)s were left out: %(why)s") % values
                )
                continue
            self.boards[number][1]["deal"] = deal.pbn()


def _seat(hand: Element) -> str:
    return text_in(hand, "DIRECTION")[:1].upper()


def _suits(hand: Element) -> str:
    return ".".join(text_in(hand, suit).replace(" ", "") for suit in SUITS)


def _outcome(line: Element, score: str, points: int | None, where: str) -> ResultFacts:
    """What happened on a board, as an event file says it."""
    contract = text_in(line, "CONTRACT").upper().replace(" ", "")
    artificial = outcome_by_word(score)
    if "adjusted" in artificial:
        return artificial
    by_word = outcome_by_word(contract)
    if by_word and points in (0, None):
        return by_word
    declarer, tricks = text_in(line, "PLAYED_BY"), text_in(line, "TRICKS")
    played = play_told(contract, declarer, tricks, text_in(line, "LEAD"))
    if played:
        return played
    if points is not None:
        return {"score": points}
    if score in NOT_PLAYED and contract in NOT_PLAYED:
        return {"not_played": True}
    raise RuleError(
        "score",
        gettext_noop(
            "A score must be North–South's points, or A6040 for an artificial one: %(given)s."
        ),
        where,
        given=shown(score or contract),
    )
