"""USEBIO 1.2 and 1.3 read: the XML in which clubs send results to federations and web sites.

The elements are those of usebio.org; what is read is what ranks an event. A line of a match says
which way its first team sits; points are of North-South there too. Matches of pairs
(`SWISS_PAIRS`) are known from two public programs: see docs/files.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from xml.etree.ElementTree import Element, SubElement

from django.utils.translation import gettext as _

from clubscore.club.wording import said
from clubscore.deals.hands import read_deal
from clubscore.files.event_format import For, ImportedEvent, ScoringQuestion, date_question
from clubscore.files.foreign import FOUR, Printed, SeatKey, contract_facts
from clubscore.files.notes import NAME, NotedPart, PlainEvent, Raw, gathered
from clubscore.files.printable import printable
from clubscore.files.reading import Xml, read_date, text_in
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Contestant, RankedRow, every_scoring, show_number
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.contestant import (
    INDIVIDUALS,
    LONGEST_COLOUR,
    MOST_AWARDS,
    MOST_NAMES,
    TEAMS,
    ContestantFacts,
    MasterPoints,
    MasterPointsFacts,
)
from clubscore.ranking.contestant import PAIRS as OF_PAIRS
from clubscore.ranking.event import EventFacts, TextKey
from clubscore.ranking.member_numbers import (
    ABF,
    OWN,
    SOMEBODYS,
    is_placeholder,
    read_member_number,
    read_scheme,
)
from clubscore.ranking.numbers import exact_text, rounded
from clubscore.ranking.result import OfBothSides, ResultFacts
from clubscore.ranking.result_words import outcome_by_word
from clubscore.ranking.scorings.match_points import MATCH_POINTS
from clubscore.ranking.scorings.victory_points import VICTORY_POINTS

# A match names its pairs once; the lines of its boards need not.
PAIRS: Mapping[SeatKey, tuple[str, str]] = {
    "ns": ("NS_PAIR_NUMBER", "TEAM"), "ew": ("EW_PAIR_NUMBER", "OPPOSING_TEAM"),
}  # fmt: skip
SCORES: Mapping[SeatKey, tuple[str, str]] = {
    "ns": ("NS_SCORE", "TEAM_SCORE"), "ew": ("EW_SCORE", "OPPOSING_TEAM_SCORE"),
}  # fmt: skip
_POINTS = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,4})?")


def own_of(told: Element) -> str:
    """What a file calls a contestant; of teams an attribute."""
    team = " ".join(told.get("TEAM_ID", "").split())
    return team or text_in(told, "PAIR_NUMBER", "PLAYER_NUMBER")


def sides_of(match: Element) -> dict[SeatKey, str]:
    """Return who sat North-South and East-West in a match, as the file calls them."""
    return {seat: text_in(match, *tags) for seat, tags in PAIRS.items()}


class PairMatches:
    """The matches of an event of pairs, and what each brought where the file says it of all."""

    def __init__(
        self, event: Element | None = None, where: Callable[[Element], str] = lambda _one: ""
    ) -> None:
        """Read them; without an event there are none. RuleError for one without boards."""
        matches = [] if event is None else list(event.iter("MATCH"))
        scores = [_scores(each) for each in matches]
        self.told = bool(matches) and all(each is not None for each in scores)
        self._first: dict[int, dict[str, Fraction]] = {}
        self._won: dict[str, Fraction] = {}
        for match, score in zip(matches, scores, strict=True):
            line = next(match.iter("TRAVELLER_LINE"), None)
            if score is None or not self.told:
                continue
            if line is None:
                raise RuleError(
                    "matches",
                    gettext_noop(
                        "This match has no board with its result. Export the event with its boards."
                    ),
                    where(match),
                )
            sides = sides_of(match)
            brought = {sides[seat]: points for seat, points in score.items()}
            self._first[id(line)] = brought
            for pair, points in brought.items():
                self._won[pair] = self._won.get(pair, Fraction(0)) + points

    def brought(self, line: Element, sat: Mapping[SeatKey, str]) -> OfBothSides | None:
        """Return what a match brought, with its first line; None with the others."""
        found = self._first.get(id(line))
        if found is None:
            return None
        ns, ew = (exact_text(found.get(sat[seat], Fraction(0))) for seat in PAIRS)
        return {"ns": ns, "ew": ew}

    def not_of_a_match(self, pair: str, total: str) -> str:
        """Return what of a printed total no match brought, as of a bye; empty for nothing."""
        if not self.told or not _POINTS.fullmatch(total):
            return ""
        rest = Fraction(total) - self._won.get(pair, Fraction(0))
        return exact_text(rest) if rest else ""


def _scores(match: Element) -> dict[SeatKey, Fraction] | None:
    """What a match brought both, None where it does not say it in figures."""
    texts = {seat: text_in(match, *tags) for seat, tags in SCORES.items()}
    if not all(_POINTS.fullmatch(text) for text in texts.values()):
        return None
    return {seat: Fraction(text) for seat, text in texts.items()}


# ---- How an event was scored.

# The kinds of event of pairs that do not say how it was scored.
OPEN_KINDS = ("", "PAIRS", "SWISS_PAIRS")


def usebio_scoring(kind: str, method: str) -> str | None:
    """Return what an event's method says, else its kind; None where neither is known."""
    return _methods().get(method) or _kinds().get(kind)


def says_nothing_wrong(kind: str) -> bool:
    """Return whether a kind of event of pairs is known, whatever it says of the scoring."""
    return kind in OPEN_KINDS or kind in _kinds()


def scoring_printed(event: Element) -> str | None:
    """Return what the points that travellers print tell, where nothing else does."""
    for each in every_scoring():
        tag = f"NS_{each.usebio.points}" if each.usebio and each.usebio.points else ""
        if tag and next(event.iter(tag), None) is not None:
            return each.key
    return None


def scoring_of_matches(method: str) -> str:
    """Return how teams were scored: victory points of their matches, unless boards tell another."""
    told = {
        each.usebio_matches.boards: each.key
        for each in every_scoring()
        if each.usebio_matches and each.only_for != OF_PAIRS
    }
    return told.get(method, VICTORY_POINTS.key)


def _methods() -> dict[str, str]:
    return {
        method: each.key
        for each in every_scoring()
        if each.usebio
        for method in (each.usebio.method, *each.usebio.methods_too)
    }


def _kinds() -> dict[str, str]:
    return {
        kind: each.key
        for each in every_scoring()
        if each.usebio
        for kind in (each.usebio.kind, *each.usebio.kinds_too)
        if kind not in OPEN_KINDS
    }


# ---- What is told of people beside their names.

_POINTS_OF_USEBIO_TOLD = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,4})?")
_HANDICAP = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,3})?")
_HUNDREDTHS = re.compile(r"[0-9]+")


def scheme_of(event: Element, clubs: str) -> str:
    """Return whose the national numbers of a file are: its program says so, else the club's own.

    Compscore is the ABF's; ClubScore writes behind its version for whom a file is. ``clubs`` is the
    federation of the club that reads it, if it has one.
    """
    program, version = text_in(event, "PROGRAM_NAME"), text_in(event, "PROGRAM_VERSION").split()
    if program.upper().startswith("COMPSCORE"):
        return ABF
    if is_ours(event) and len(version) > 1:
        try:
            return read_scheme(version[-1])
        except RuleError:
            pass
    return clubs or SOMEBODYS


def is_ours(event: Element) -> bool:
    """Whether ClubScore wrote this."""
    return text_in(event, "PROGRAM_NAME") == "ClubScore"


def usebio_numbers(
    player: Element, scheme: str, wrong: Callable[[RuleError], None], *, with_own: bool
) -> dict[str, str]:
    """Return a player's numbers by scheme; what can be none of its scheme is ``wrong``.

    ``with_own``: the club's number too. Others write their own of a player in its place.
    """
    told = [(scheme, text_in(player, "NATIONAL_ID_NUMBER"))]
    if with_own:
        told.insert(0, (OWN, text_in(player, "CLUB_ID_NUMBER")))
    found = {}
    for key, text in told:
        if not is_placeholder(text):
            try:
                found[key] = read_member_number(key, text)
            except RuleError as error:
                wrong(error)
    return found


def half_handicap(member: Element) -> str:
    """Return half of the handicap that a file has of a pair, nothing where it has none.

    NZ Bridge writes the whole of both players, of which half enters the result.
    """
    text = text_in(member, "HANDICAP")
    if not _HANDICAP.fullmatch(text) or not Fraction(text):
        return ""
    return exact_text(Fraction(text) / 2)


def usebio_awards(member: Element, event: Element, scheme: str) -> list[MasterPointsFacts]:
    """Return the master points of a contestant, flat under it or in wrappers, nothing for 0."""
    return [*_awards(member, event, scheme)][:MOST_AWARDS]


def _awards(member: Element, event: Element, scheme: str) -> Iterator[MasterPointsFacts]:
    for each in member.findall("MASTER_POINTS") or [member]:
        text = text_in(each, "MASTER_POINTS_AWARDED")
        if not _POINTS_OF_USEBIO_TOLD.fullmatch(text) or not Fraction(text):
            continue
        points = Fraction(text)
        if scheme == ABF and _HUNDREDTHS.fullmatch(text):
            points /= 100
        facts: MasterPointsFacts = {"scheme": scheme, "points": exact_text(points)}
        colour = text_in(each, "MASTER_POINT_TYPE") or text_in(event, "MASTER_POINT_TYPE")
        if colour:
            facts = {
                "scheme": scheme,
                "colour": colour[:LONGEST_COLOUR].lower(),
                "points": exact_text(points),
            }
        yield facts


# ---- What the elements of an event say.

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
        asking: ScoringQuestion | None = None,
    ) -> None:
        """Read it; ``where`` says where an element stands. RuleError there.

        ``asking`` says how results are compared where the file does not, or whether one may ask.
        """
        self.event, self.where, self.asking = event, where, asking or ScoringQuestion()
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
        found = usebio_scoring(kind, method) or scoring_printed(self.event)
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
        if awards := usebio_awards(told, self.event, self._scheme):
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

        return usebio_numbers(player, self._scheme, wrong, with_own=is_ours(self.event))

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

    def result(self, line: Element, at: int, board: int) -> NotedPart:
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
            return NotedPart({**facts, **outcome}, where, score=points)
        except RuleError as problem:
            return NotedPart(facts, where, problem=problem)

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
    played = contract_facts(contract, declarer, tricks, text_in(line, "LEAD"))
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


# ---- Who played.


class UsebioPlayer:
    """A player as the format has one: a name, the federation's number, the club's own."""

    def __init__(self, name: str, numbers: dict[str, str], written: For) -> None:
        self.name, self.own = name, numbers.get(OWN, "")
        self.national = numbers.get(written.scheme, "")

    def put_into(self, parent: Element) -> None:
        """Write the player into an element."""
        put(parent, "PLAYER_NAME", self.name)
        put(parent, "NATIONAL_ID_NUMBER", self.national)
        put(parent, "CLUB_ID_NUMBER", self.own)


def put(parent: Element, name: str, text: object) -> None:
    """Write an element with a text."""
    SubElement(parent, name).text = printable(str(text))


def fixed(number: Fraction) -> str:
    """Return a number with two decimals."""
    whole, _point, decimals = show_number(number).partition(".")
    return f"{whole}.{decimals:0<2}"


def players(who: Contestant, kind: str, called: str, written: For) -> list[UsebioPlayer]:
    """Return each player; of a pair two, whether they are known or not.

    Readers of pairs take exactly two players, each with a name: of more the last bears the names of
    all that follow, and the note beside the pair says who they are.
    """
    numbers = [dict(each) for each in who.numbers] + [{} for _name in who.names]
    known = [(printable(name), numbers[at]) for at, name in enumerate(who.names)]
    if kind == OF_PAIRS:
        first, rest = known[:1], known[1:]
        if len(rest) > 1:
            rest = [(" & ".join(name for name, _numbers in rest), rest[0][1])]
        two = [*first, *rest, *[("", {})] * TWO][:TWO]
        known = [(name or nobody(called, at), theirs) for at, (name, theirs) in enumerate(two)]
    return [UsebioPlayer(name, theirs, written) for name, theirs in known]


def put_total(parent: Element, row: RankedRow, rows: int, written: For) -> None:
    """Write what a contestant came to. Readers want a plain number as place; equals bear the same.

    MyABF needs a place and a percentage of everybody: who played nothing comes last with nothing.
    """
    entry, strict = row.entry, written.addressee.only_pairs
    put(parent, "TOTAL_SCORE", fixed(entry.score))
    if entry.percent is not None:
        put(parent, "PERCENTAGE", fixed(entry.percent))
    elif strict:
        put(parent, "PERCENTAGE", fixed(Fraction(0)))
    nowhere = str(rows) if strict else ""
    put(parent, "PLACE", row.place.rstrip("=") if entry.boards else nowhere)
    if written.addressee.counted:
        put(parent, "BOARDS_PLAYED", entry.boards)
        if (handicap := entry.contestant.handicap) is not None:
            put(parent, "HANDICAP", exact_text(2 * handicap))


def put_master_points(parent: Element, who: Contestant, written: For, *, is_any: bool) -> None:
    """Write what a contestant's players were given: flat or wrapped, as the addressee reads it.

    Where anybody was given points, flat files say 0 of all others.
    """
    given = points_for(who.awards, written)
    if written.addressee.wrapped:
        for each in given:
            _put_award(SubElement(parent, "MASTER_POINTS"), each)
    elif given:
        _put_award(parent, given[0])
    elif is_any:
        put(parent, "MASTER_POINTS_AWARDED", 0)


def points_for(awards: Sequence[MasterPoints], written: For) -> list[MasterPoints]:
    """Return the points that an addressee is told of: those of the scheme it wants, else all."""
    return [each for each in awards if written.scheme in ("", each.scheme)]


def _put_award(parent: Element, given: MasterPoints) -> None:
    """The ABF's are whole hundredths, others as they were given."""
    hundredths = rounded(given.points * 100, 0)
    text = str(hundredths) if given.scheme == ABF else exact_text(given.points)
    put(parent, "MASTER_POINTS_AWARDED", text)
    if given.colour:
        put(parent, "MASTER_POINT_TYPE", given.colour.upper())


def read_usebio(
    content: bytes, scoring: str = "", *, ask: bool = False, scheme: str = ""
) -> list[ImportedEvent]:
    """Return the events of a file. RuleError with the line of what is wrong.

    ``scoring`` is how they were scored where the file does not say it in words that are known;
    without it that is refused, or asked with ``ask``. ``scheme`` is the federation of the club that
    reads them.
    """
    document = Xml(content, NAME)
    root = document.root
    events = list(root.iter("EVENT")) if root.tag == "USEBIO" else []
    if not events:
        raise RuleError(
            "usebio",
            gettext_noop("This is XML, but not USEBIO, which is <USEBIO> with an <EVENT> inside."),
            document.where(root),
        )
    return [
        _brought(document, event, ScoringQuestion(scoring, later=ask, scheme=scheme))
        for event in events
    ]


def _brought(document: Xml, event: Element, asking: ScoringQuestion) -> ImportedEvent:
    root = document.root
    club, hands = root.find("CLUB"), root.findall("HANDSET")
    fields = Fields(event, club, hands, document.where, asking)

    def notes(*elements: Element) -> tuple[Raw, ...]:
        return tuple(Raw(*each) for one in elements for each in document.instructions(one))

    parts = [event, *(one for one, _facts in fields.contestants)]
    parts += [one for elements, _facts in fields.boards.values() for one in elements]
    parts += [line[0] for line in fields.lines]
    known = {id(each) for each in parts}
    plain = PlainEvent(
        fields.head,
        [NotedPart(facts, document.where(one), notes(one)) for one, facts in fields.contestants],
        [NotedPart(facts, "", notes(*elements)) for elements, facts in fields.boards.values()],
        [fields.result(*line)._replace(notes=notes(line[0])) for line in fields.lines],
        fields.printed,
        notes(event),
        fields.problems,
        notes(*(each for each in event.iter() if id(each) not in known)),
    )
    brought = gathered(plain)
    return brought._replace(asks=(*asking.asked, *date_question(brought.told), *brought.asks))
