"""The scoring of an event: its results compared, honours against the cards, byes of a Swiss."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.entry import Given
from clubscore.club.wording import figure
from clubscore.deals.hands import SUITS, Hands
from clubscore.events import models as events
from clubscore.events.board_state import BoardState, Kind, Spot
from clubscore.events.formats import TEAMS
from clubscore.events.models import Entry, Event, Section
from clubscore.events.models.facts import (
    DRAWS,
    GONE,
    DrawFacts,
    PenaltyGiven,
    PlanFacts,
    Side,
    members,
)
from clubscore.events.plan import trios_in
from clubscore.events.result_form import rank_label, read_lead, read_result
from clubscore.events.result_words import besides
from clubscore.events.state import EventState
from clubscore.laws.cards import COMPASS, PARTNERSHIPS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.movements import Trio
from clubscore.ranking import (
    Board,
    Contestant,
    EventFile,
    Options,
    Penalty,
    Ranked,
    Result,
    ResultReader,
    Valuation,
    find_valuation,
    rank,
    read_options,
)
from clubscore.ranking.damage import CouldHaveHad, settled
from clubscore.ranking.options import MISSED_BOARDS
from clubscore.ranking.par import honour_cards, honours_by_cards
from clubscore.ranking.result import RULED, ResultFacts, RulingFacts
from clubscore.ranking.result import members as members_of_impossible_scores
from clubscore.ranking.tasks import tickable

# ---- The rounds of a Swiss.

# The points of a team without an opponent, unless the director sets others.
USUAL_BYE = "12"


def draws_of(plan: PlanFacts | None) -> list[DrawFacts]:
    """Return the rounds that are drawn: meetings, the bye's number or None, its worth."""
    return list(plan.get(DRAWS, ())) if plan else []


def byes_at(draws: Sequence[DrawFacts], number: int) -> list[int]:
    """Return who had no opponent in a round: by the draw, or because the opponent left."""
    drawn = draws[number - 1]
    waiting = [one for one, other in drawn["meetings"] if not other]
    found = [*([drawn["bye"]] if drawn["bye"] else []), *waiting]
    for trio in trios_in(draws):
        since, byes = trio.byes
        found += byes if since == number else ()
    return found


def trio_going_on(plan: PlanFacts | None, number: int) -> Trio | None:
    """Return the three-way match of which a round is the second."""
    trios = trios_in(draws_of(plan)[: number - 1])
    return next((each for each in trios if each.goes_on(number)), None)


def still_in(plan: PlanFacts | None) -> list[int]:
    """Return the numbers that are here: all who entered and have not left."""
    if plan is None:
        return []
    return [n for n in range(1, plan["pairs"] + 1) if n not in plan.get(GONE, ())]


def paired_for(plan: PlanFacts | None, number: int) -> list[int]:
    """Return the numbers that are drawn for a round: all but those whose match goes on."""
    trio = trio_going_on(plan, number)
    busy = trio.here(number) if trio else []
    return [each for each in still_in(plan) if each not in busy]


def byes_worth(room: EventState, section: int, number: int) -> Fraction:
    """Return the victory points of a contestant's byes so far; nothing in other scorings."""
    if not room.event.scored_by.victory_points:
        return Fraction(0)
    plan = next(each.plan for each in room.sections if each.pk == section)
    begun = draws_of(plan)[: room.now(section)]
    had = (each for at, each in enumerate(begun, 1) if number in byes_at(begun, at))
    return sum((Fraction(each["worth"]) for each in had), Fraction(0))


# ---- Results compared.

# With this many results of a board, another can be called unusual.
ENOUGH, FAR_OFF = 2, 500
GROUPS = ("", "B", "C", "D", "E", "F", "G", "H")


class PlaceChange(NamedTuple):
    """A pair whose place changes by a correction."""

    names: list[str]
    was: str
    now: str


@cache
def _valuation(game: str, rules: str) -> Valuation:
    return find_valuation(game, json.loads(rules))


def valuation_of(event: events.Event) -> Valuation:
    """How one result of an event is scored: by its game, under its house rules."""
    return _valuation(event.game, json.dumps(event.rules, sort_keys=True))


# What is told of no ruling.
NO_RULINGS: Final[Mapping[Spot, RulingFacts]] = MappingProxyType({})


def contestant_of(room: EventState, section: int, number: int) -> str:
    """Return what rankings call a pair: its number, after the section's letter if needed."""
    if len(room.sections) == 1:
        return str(number)
    letters = {each.pk: each.letter for each in room.sections}
    return f"{letters[section]}{number}"


def key_of_entry(room: EventState, entry: Entry) -> str:
    """Return what rankings call an entry; nothing for one without a number."""
    if entry.section_id is None or entry.number is None:
        return ""
    return contestant_of(room, entry.section_id, entry.number)


class Scorer:
    """Reads an event's reports as results that can be compared.

    `rulings` is what is told of those that stand, for a file: it changes no result.
    """

    def __init__(self, room: EventState, rulings: Mapping[Spot, RulingFacts] = NO_RULINGS) -> None:
        self.room, self.rulings = room, rulings
        self.valuation = valuation_of(room.event)
        self.winners = max((plan.winners for plan in room.plans.values()), default=1)
        self.pairs = {
            contestant_of(room, section, number): (section, number)
            for section, plan in room.plans.items()
            for number in range(1, plan.pairs + 1)
        }
        self.contestants = {key: self._contestant(key, *at) for key, at in self.pairs.items()}
        boards = sorted({board for plan in room.plans.values() for board in plan.boards})
        self.boards = {number: self._board(number) for number in boards}
        self._reader = ResultReader(
            self.valuation,
            self.boards,
            self.contestants,
            individuals=room.event.contestants_are == "individuals",
        )

    def _board(self, number: int) -> Board:
        """A board as it was made; at a par contest with what was set for it."""
        board = self.room.board(number)
        if not self.room.event.scored_by.needs_par or number not in self.room.pars:
            return board
        return self.room.pars[number].laid_on(board)

    def _contestant(self, key: str, section: int, number: int) -> Contestant:
        """A pair with the terms on which it competes, as they were typed at the door."""
        room, entry = self.room, self.room.by_number.get((section, number))
        terms = (entry.handicap, entry.carry_over) if entry else ("", "")
        handicap, carried = (Fraction(text) if text else None for text in terms)
        bye = byes_worth(room, section, number)
        carried = bye + (carried or 0) if bye else carried
        return Contestant(
            key,
            direction=room.plans[section].direction(number) if self.winners == 2 else None,
            section=section_of(room, section).letter if len(room.sections) > 1 else None,
            handicap=handicap,
            carry_over=carried,
            stratum=(entry.stratum if entry else "") or None,
        )

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """What the director takes off at the end."""
        given = ((each.told_as(PenaltyGiven), each.reason) for each in self.room.penalties)
        return tuple(
            Penalty(
                contestant_of(self.room, said["section"], said["pair"]),
                Fraction(said["amount"]),
                said["unit"],
                reason or None,
            )
            for said, reason in given
        )

    def result(self, standing: BoardState) -> Result:
        """Return a report as a result. RuleError names the field that cannot be."""
        return self.read(standing.spot, standing.facts, *standing.revisions[-1].sides)

    def read(self, spot: Spot, facts: ResultFacts, ns: Side, ew: Side) -> Result:
        """Return facts at a spot as a result. RuleError names the field that cannot be."""
        about: ResultFacts = {
            "board": spot.board,
            "round": self._round(spot),
            "table": spot.table,
        }
        told: ResultFacts = {**about, **self._seats(spot.section, ns, ew), **facts}
        told.pop("self_inflicted", None)
        if "contract" in facts and spot in self.room.reached:
            # What the director entered on the board's page counts before what the table reported.
            told.setdefault("reached", self.room.reached[spot])
        if "ticked" in told:
            # Tasks may have changed since they were ticked.
            tasks = self.boards[spot.board].tasks
            told["ticked"] = [n for n in told["ticked"] if n in tickable(tasks)]
        if spot in self.rulings and not RULED.isdisjoint(told):
            told["ruling"] = self.rulings[spot]
        if group := self._group(spot):
            told["fouled_group"] = group
        return self._reader.read(told)

    def _round(self, spot: Spot) -> int:
        """The round of a result; where teams play that of its match, whose halves may be two."""
        if self.room.event.contestants_are != TEAMS:
            return spot.round
        match = self.room.plans[spot.section].match_at(spot.round, spot.table)
        return match.number if match else spot.round

    def _seats(self, section: int, ns: Side, ew: Side) -> ResultFacts:
        """Who sat where, as an event file says it: two sides, or four players."""
        numbers = (*members(ns), *members(ew))
        called = [contestant_of(self.room, section, number) for number in numbers]
        if isinstance(ns, tuple):
            north, south, east, west = called
            return {"n": north, "s": south, "e": east, "w": west}
        one, other = called
        return {"ns": one, "ew": other}

    def score(self, spot: Spot, facts: ResultFacts) -> int | None:
        """Return North-South's points for facts; None where there are none, like not played.

        RuleError names the field that cannot be.
        """
        place = self.room.plans[spot.section].places[spot.round, spot.table]
        return self.read(spot, facts, *place.sides).score if place.is_played else None

    def form(self, given: Given, spot: Spot) -> ResultFacts:
        """Return what a form says of a board, with the card led where the event asks for it.

        Raises Problems with what is still to be said.
        """
        facts = read_result(given, self.valuation, self.room.board(spot.board))
        if self.room.event.asks_lead and "contract" in facts:
            return {**facts, **read_lead(given)}
        return facts

    def _group(self, spot: Spot) -> str:
        """The group of results that played the same cards of a board."""
        rounds = self.room.fouled.get((spot.section, spot.board), [])
        return GROUPS[min(sum(spot.round >= each for each in rounds), len(GROUPS) - 1)]

    @cached_property
    def without_par(self) -> list[int]:
        """The boards of a par contest that have no par, so that they are not counted."""
        if not self.room.event.scored_by.needs_par:
            return []
        return [number for number, board in self.boards.items() if board.par is None]

    def names(self, key: str) -> list[str]:
        """Return the names of a pair that rankings call so."""
        return self.room.names(*self.pairs[key])

    def event(self, standings: Mapping[Spot, BoardState] | None = None) -> EventFile:
        """Return the event as it is compared."""
        standings = self.room.standings if standings is None else standings
        counting = [
            each
            for each in standings.values()
            if each.result and each.spot.board not in self.without_par
        ]
        found = self._compared(tuple(self.result(each) for each in counting))
        rulings = [*_self_inflicted(counting)]
        return settled(found, rulings) if rulings else found

    def _compared(self, results: tuple[Result, ...]) -> EventFile:
        return EventFile(
            self.valuation,
            self.room.event.scoring,
            self.contestants,
            self.boards,
            results,
            self.room.event.contestants_are,
            winners=self.winners,
            options=self._options(),
            penalties=self.penalties,
        )

    def _options(self) -> Options:
        """The options of the event; where teams play unequal numbers of matches, by their mean."""
        chosen = dict(self.room.event.options)
        due = [plan.matches_due for plan in self.room.plans.values()]
        if self.room.event.contestants_are != TEAMS:
            return read_options(chosen)
        if not all(due) and self.room.event.scored_by.victory_points:
            # In a Swiss a team without a match has the victory points of a bye instead.
            chosen.pop(MISSED_BOARDS.key, None)
        elif len(frozenset().union(*due)) > 1:
            chosen.setdefault(MISSED_BOARDS.key, "all")
        return read_options(chosen)


def _self_inflicted(counting: Sequence[BoardState]) -> Iterator[CouldHaveHad]:
    """The rulings of law 12C1(e) among some results, by their places."""
    for at, standing in enumerate(counting):
        told = standing.facts.get("self_inflicted")
        if told is not None and standing.result is not None:
            could = tuple((int(score), Fraction(weight)) for score, weight in told["could"])
            yield CouldHaveHad(at, told["side"], told["table"], could, standing.result.reason)


def ranked_of(room: EventState) -> Ranked:
    """Return the current ranking of an event."""
    return rank(Scorer(room).event())


def places(ranked: Ranked) -> dict[str, str]:
    """Return {contestant: place}; who has not played has none."""
    return {
        row.entry.contestant.number: row.place
        for ranking in ranked.rankings
        if ranking.list == "scratch"
        for row in ranking.rows
        if row.entry.boards
    }


def changed_places(room: EventState, before: Ranked, after: Ranked) -> list[PlaceChange]:
    """Return the pairs whose place another ranking changes."""
    was, now = places(before), places(after)
    pairs = Scorer(room).pairs
    return [
        PlaceChange(room.names(*pairs[key]), was.get(key, ""), now.get(key, ""))
        for key in pairs
        if was.get(key) != now.get(key)
    ]


def is_odd(score: int | None, others: list[int], plays: int = 0) -> bool:
    """Whether a score is unlike all others of its board: far off, or the only one of its sign.

    Of a board that so many tables play half of them must have a result first.
    """
    if score is None or len(others) < max(ENOUGH, -(-plays // 2)):
        return False
    alone = all(score * each < 0 for each in others)
    return alone or min(abs(score - each) for each in others) >= FAR_OFF


def others_of(room: EventState, spot: Spot) -> list[BoardState]:
    """Return what other tables have on this board, where it is agreed."""
    return [
        each
        for each in room.standings.values()
        if each.result is not None and each.spot.board == spot.board and each.spot != spot
    ]


def looks_odd(scorer: Scorer, spot: Spot, facts: ResultFacts) -> bool:
    """Whether a result is unlike all others of its board. RuleError where it cannot be."""
    scores = [scorer.score(each.spot, each.facts) for each in others_of(scorer.room, spot)]
    others = [score for score in scores if score is not None]
    return is_odd(scorer.score(spot, facts), others, scorer.room.plays[spot.board])


def section_of(room: EventState, pk: int) -> Section:
    """Return a section by its key."""
    return next(each for each in room.sections if each.pk == pk)


# ---- Honours against the cards.

HONOURS: Final = "honours"
CANNOT_BE = gettext_noop("Board %(board)s: %(told)s is impossible. The cards give %(holding)s.")


def check_honours(scorer: Scorer, spot: Spot, facts: ResultFacts) -> None:
    """RuleError at ``honours`` with the holding, if the honours entered contradict the cards.

    What counts is what they score: how a side's three are divided is not entered.
    """
    if facts.get(HONOURS) and not _as_the_cards_lie(scorer, spot, facts):
        told, holding = _told(facts[HONOURS]), _holding(scorer, spot, facts)
        raise RuleError(
            "honours-cards", CANNOT_BE, HONOURS, board=spot.board, told=told, holding=holding
        )


def honours_unclaimed(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Return the honours a side holds but did not claim; else nothing."""
    if facts.get(HONOURS) or _as_the_cards_lie(scorer, spot, facts):
        return ""
    text = _("Board %(board)s: no one claims honours, but the cards give %(holding)s.")
    return text % {"board": spot.board, "holding": _holding(scorer, spot, facts)}


def honours_since(scorer: Scorer, standing: BoardState) -> str:
    """Return that the cards, which came in after a result, contradict its honours; else nothing.

    A ruling since then has taken them into account.
    """
    result = standing.result
    if result is None or not standing.facts.get(HONOURS):
        return ""
    cards = scorer.room.boards.get(standing.spot.board)
    if cards is None or cards.last is None:
        return ""
    if result.kind == Kind.RULED and result.at > cards.last.at:
        return ""
    try:
        check_honours(scorer, standing.spot, standing.facts)
    except RuleError as error:
        return _(CANNOT_BE) % error.params
    return ""


def _as_the_cards_lie(scorer: Scorer, spot: Spot, facts: ResultFacts) -> bool:
    """Whether honours score as the cards have them; so wherever cards or contract are unknown."""
    deal, valuation = _deal(scorer, spot), scorer.valuation
    if deal is None or not {"contract", "declarer", "tricks"} <= facts.keys():
        return True
    told = _without_chicane(facts)
    entered = valuation.read_deal(told)
    held = honours_by_cards(valuation, deal, entered.bid) if entered.bid else None
    if held is None:
        return True
    board = scorer.boards[spot.board]
    lying = valuation.read_deal({**told, HONOURS: held})
    return valuation.points(entered, board.vulnerable) == valuation.points(lying, board.vulnerable)


def _without_chicane(facts: ResultFacts) -> ResultFacts:
    told: ResultFacts = {**facts}
    told.pop("chicane", None)
    return told


def _told(honours: Mapping[str, int | str]) -> str:
    """Honours in words as they were entered: by side, not by hand."""
    by_hand = {seat: held for seat, held in honours.items() if isinstance(held, int)}
    if len(by_hand) < len(honours):
        return besides({HONOURS: {**honours}})
    sides = {each.key: sum(by_hand.get(seat, 0) for seat in each.seats) for each in PARTNERSHIPS}
    return besides({HONOURS: {side: held for side, held in sides.items() if held}})


def _deal(scorer: Scorer, spot: Spot) -> Hands | None:
    """The cards of a board, where they are known and the game counts who holds honours."""
    counts = (
        HONOURS in scorer.valuation.more_fields
        and scorer.valuation.game.counting.honours_by != "won"
    )
    if not counts or spot.board not in scorer.room.made or spot.board not in scorer.boards:
        return None
    board = scorer.room.boards.get(spot.board)
    return board.deal if board else None


def _holding(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Who holds which honours by the cards: North A K J of spades, South Q of spades."""
    deal, valuation = _deal(scorer, spot), scorer.valuation
    bid = valuation.read_deal(_without_chicane(facts)).bid
    assert deal is not None and bid is not None  # noqa: S101 - asked only of such a result
    found = []
    for hand in COMPASS:
        cards = honour_cards(valuation, deal, bid, hand)
        by_suit = [
            _("%(cards)s of %(suit)s")
            % {"cards": " ".join(map(rank_label, cards[suit.key])), "suit": _(suit.name)}
            for suit in SUITS
            if cards.get(suit.key)
        ]
        if by_suit:
            found.append(f"{_(SEATS[hand])} {', '.join(by_suit)}")
    return "; ".join(found) or _("no honours")


# ---- A board in words.


def vulnerability(board: Board) -> str:
    """Return who is vulnerable, in words."""
    words = {
        "none": _("none vulnerable"),
        "NS": _("North–South vulnerable"),
        "EW": _("East–West vulnerable"),
        "both": _("both vulnerable"),
    }
    return words[board.vulnerable]


def counts_vulnerability(event: Event) -> bool:
    """Whether a result of this event's game depends on who is vulnerable: none of 1917 does."""
    return event.told or valuation_of(event).counts_vulnerability


def board_title(board: Board, event: Event) -> str:
    """Return a board with its dealer and who is vulnerable: Board 6 · East deals · ..."""
    values = {"n": board.number, "dealer": _(SEATS[board.dealer])}
    if not counts_vulnerability(event):
        return _("Board %(n)s · %(dealer)s deals") % values
    text = _("Board %(n)s · %(dealer)s deals · %(vulnerable)s")
    return text % {**values, "vulnerable": vulnerability(board)}


def dealt_line(board: Board, event: Event) -> str:
    """Return the same without its number: East deals, all vulnerable."""
    dealer = _(SEATS[board.dealer])
    if not counts_vulnerability(event):
        return _("%(dealer)s deals") % {"dealer": dealer}
    words = {"dealer": dealer, "who": vulnerability(board)}
    return _("%(dealer)s deals, %(who)s") % words


MOST_NAMED = 6


def impossible_in(event: EventFile) -> Iterator[str]:
    """Return what is odd about the scores of an event that a file has, a sentence each."""
    found = event.impossible()
    for result, score in islice(found, MOST_NAMED):
        ns, ew = (" & ".join(members_of_impossible_scores(side)) for side in (result.ns, result.ew))
        text = _("%(what)s (%(ns)s against %(ew)s)")
        yield text % {"what": _named(event.boards[result.board], score), "ns": ns, "ew": ew}
    more = sum(1 for _each in found)
    if more:
        text = ngettext("and %(n)s more like these", "and %(n)s more like these", more)
        yield text % {"n": more}


def impossible_typed(valuation: Valuation, board: Board, facts: ResultFacts) -> str:
    """Return what is odd about a score that was typed alone; nothing if a contract gives it."""
    score = facts.get("score")
    if score is None or valuation.may_be(score, board.vulnerable):
        return ""
    return f"{_named(board, score)}."


def _named(board: Board, score: int) -> str:
    text = _("Board %(board)s: no contract gives %(score)s for North–South, %(vulnerable)s")
    told = {"score": figure(str(score)), "vulnerable": vulnerability(board)}
    return text % {"board": board.number, **told}
