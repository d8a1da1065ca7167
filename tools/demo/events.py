"""Tournaments of the demo club, entered as real ones are: every board dealt, bid and played."""

import datetime as dt
import random

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.models import Club, Person
from clubscore.deals.hands import hand_of, usual_board, usual_dealer, whole_deal
from clubscore.events.board_state import Spot
from clubscore.events.boards import SeenBoards, set_boards
from clubscore.events.corrections import Typed, type_results
from clubscore.events.directing import announce, call_director, choose_movement, start_round
from clubscore.events.entries import at_the_door, enter_pair, name_pair, open_event
from clubscore.events.finishing import finish
from clubscore.events.models import BoardRevision, Event
from clubscore.events.pars import ask_for
from clubscore.events.phones import let_phones_in
from clubscore.events.reporting import SIDES, Report, agree, tell
from clubscore.events.result_form import read_result
from clubscore.events.set_table import after_report, bring_shipped_set, open_table
from clubscore.events.state import EventState, RoundTable, room_of
from clubscore.events.terms import Terms
from clubscore.laws.cards import COMPASS
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.movements import build
from clubscore.ranking import Board, find_valuation
from clubscore.ranking.result import ResultFacts
from tools.demo.tables import Hands, bid_and_play, deal_pack

# ---- Evenings of duplicate for the demo, entered through the same services as real ones.
#
# Each board is dealt once and bid and played anew at every table, so that a field is like a field.

GAME = find_game("rubber-bridge")
DUPLICATE = find_valuation("duplicate")
BOARDS, MINUTES = 2, 15  # a round
ROUND = dt.timedelta(minutes=17)  # with the time to change places
CORRECTIONS = dt.timedelta(days=3)


class DemoEvent:
    """An evening of pairs, with a clock of its own that never goes beyond `end`."""

    def __init__(
        self,
        *,
        club: Club,
        people: list[Person],
        name: str,
        start: dt.datetime,
        end: dt.datetime,
        rng: random.Random,
    ) -> None:
        self.club, self.people, self.name, self.rng = club, people, name, rng
        self.time, self.end = start, end
        self.actor = Actor(level=Level.DIRECTOR, club=club)
        self.rules = resolve_rules(GAME, {"preset": GAME.codes.default_preset})
        self.hands: dict[int, Hands] = {}

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return Event.objects.select_related("club").get(pk=self.pk)

    @property
    def room(self) -> EventState:
        """Everything that was entered."""
        return room_of(self.event)

    def sign_up(
        self, evening: dt.date, *, fee: int, unpaid: int = 0, scoring: str = "matchpoints"
    ) -> None:
        """Open the event, enter the pairs and let them arrive; the last ones have yet to pay."""
        with clock.at(self.time):
            terms, actor = Terms(self.name, fee, scoring=scoring), self.actor
            event = open_event(
                club=self.club, evening=evening, terms=terms, key=new_key(), actor=actor
            )
            self.pk = event.pk
            pairs = list(zip(self.people[::2], self.people[1::2], strict=True))
            for number, pair in enumerate(pairs):
                entry = enter_pair(
                    event=event, people=[*pair], expected="", key=new_key(), actor=actor
                )
                assert entry is not None  # noqa: S101 - the key is new
                for what in ("arrived", "paid") if number < len(pairs) - unpaid else ("arrived",):
                    at_the_door(event=event, entry=entry.pk, what=what, key=new_key(), actor=actor)
            sets = build("mitchell", len(pairs), winners=2).sets
            movement = build("mitchell", len(pairs), boards=sets * BOARDS, winners=2)
            section = self.room.sections[0]
            choose_movement(
                section=section, movement=movement, minutes=MINUTES, key=new_key(), actor=actor
            )
            let_phones_in(section=section, key=new_key(), actor=actor)
            self._deal()

    def _deal(self) -> None:
        """Deal every board, and lay its cards into the event."""
        plan = self.room.plan(self.room.sections[0])
        boards = []
        for number in plan.boards:
            hands = deal_pack(GAME, self.rng)
            self.hands[number] = hands
            held = {
                seat: hand_of([card[1] + card[0] for card in hands[seat]], seat) for seat in hands
            }
            boards.append(usual_board(number, whole_deal(held)))
        set_boards(
            event=self.event,
            boards=boards,
            source=BoardRevision.Source.MADE,
            seen=SeenBoards(0, new_key()),
            actor=self.actor,
        )

    def next_round(self) -> None:
        """Start the next round."""
        event = self.event
        with clock.at(min(self.time, self.end)):
            start_round(event=event, key=new_key(), actor=self.actor, seen=event.round)

    def _after(self, share: float) -> dt.datetime:
        """Return when so much of a round is gone."""
        return min(self.time + ROUND * share, self.end)

    def facts(self, spot: Spot) -> ResultFacts:
        """Return what came of a board at a table."""
        hands, dealer = self.hands[spot.board], usual_dealer(spot.board)
        given = bid_and_play(GAME, self.rules, hands, dealer, self.rng)
        return read_result(given, DUPLICATE, Board(spot.board))

    def play_by_slips(self) -> None:
        """Play the round; its slips are typed at its end."""
        with clock.at(self._after(0.95)):
            for table in self.room.tables():
                lines = [
                    Typed(table.section, each.spot, self.facts(each.spot), 0)
                    for each in table.boards
                ]
                type_results(event=self.event, lines=lines, key=new_key(), actor=self.actor)
        self.time += ROUND

    def play_at_once(self) -> None:
        """Play the round; all its slips are typed together, with the card led."""
        with clock.at(self._after(0.95)):
            lines = [
                Typed(
                    table.section, each.spot, self._with_lead(self.facts(each.spot), each.spot), 0
                )
                for table in self.room.tables()
                for each in table.boards
            ]
            type_results(event=self.event, lines=lines, key=new_key(), actor=self.actor)
        self.time += ROUND

    def _with_lead(self, facts: ResultFacts, spot: Spot) -> ResultFacts:
        """Return facts with a card of the hand that leads."""
        if "declarer" not in facts:
            return facts
        leader = COMPASS[(COMPASS.index(facts["declarer"]) + 1) % len(COMPASS)]
        card = self.rng.choice(self.hands[spot.board][leader])
        return {**facts, "lead": card[1] + card[0]}

    def play_by_phones(self, boards: int = BOARDS) -> None:
        """Play so many boards of the round, each told by one side and agreed by the other."""
        tables = self.room.tables()
        for number in range(boards):
            with clock.at(self._after((number + 0.9) / BOARDS)):
                for table in tables:
                    spot = table.boards[number].spot
                    facts = self.facts(spot)
                    for side in SIDES:
                        self._tell(table, spot, facts, side)
        if boards == BOARDS:
            self.time += ROUND

    def _tell(self, table: RoundTable, spot: Spot, facts: ResultFacts, side: str) -> None:
        number = table.place.ns if side == "ns" else table.place.ew
        assert isinstance(number, int)  # noqa: S101 - pairs play, and they have met
        # Numbers follow the order of entry.
        person = self.people[2 * number - 2]
        report = Report(spot.round, spot.table, spot.board, facts, new_key())
        actor = Actor(level=Level.TABLE, club=self.club, person=person)
        tell(section=table.section, report=report, side=side, actor=actor)

    def leave_something_to_do(self) -> None:
        """A board disputed, one told by one side only, a table that calls, a word to all."""
        tables, last = self.room.tables(), BOARDS - 1
        with clock.at(self._after(0.8)):
            spot = tables[1].boards[last].spot
            facts = self.facts(spot) | {"contract": "3NT", "declarer": "E", "tricks": 9}
            facts.pop("passed_out", None)
            self._tell(tables[1], spot, facts, "ns")
            self._tell(tables[1], spot, facts | {"tricks": 8}, "ew")
            spot = tables[3].boards[last].spot
            self._tell(tables[3], spot, self.facts(spot), "ns")
            section = tables[4].section
            call_director(section=section, table=tables[4].number, why="", actor=self.actor)
            text = "Coffee is served at the bar."
            announce(event=self.event, text=text, key=new_key(), actor=self.actor)

    def finish(self) -> None:
        """Finish the evening; corrections are taken for some days."""
        with clock.at(min(self.time, self.end)):
            final_at = clock.now() + CORRECTIONS
            finish(event=self.event, final_at=final_at, key=new_key(), actor=self.actor)

    def work_out(self) -> None:
        """Ask for double dummy of its boards: by themselves older ones wait for the night."""
        ask_for(self.room)


# ---- A table of the demo club that plays today's set of eight, as far as its third board.

SET, SEED = "duplicate", 1917
PLAYED: tuple[ResultFacts, ...] = (
    {"contract": "3NT", "declarer": "E", "tricks": 9},
    {"contract": "6H", "declarer": "N", "tricks": 12},
    {"contract": "6S", "declarer": "W", "tricks": 12},
)


def play_a_set(club: Club, people: list[Person], start: dt.datetime) -> None:
    """Four members sit down to the set, and close three boards; they mean to go on."""
    four = random.Random(SEED).sample(people, 4)  # noqa: S311 - no secret
    actor = Actor(Level.PLAYER, club, person=four[0])
    with clock.at(start):
        kept = bring_shipped_set(club=club, name=SET, key="demo-set", actor=actor)
        event = open_table(kept=kept, key="demo-table", actor=actor)
        for number, entry in enumerate(event.entries.order_by("order")):
            pair = four[2 * number : 2 * number + 2]
            name_pair(event=event, entry=entry.pk, people=pair, key=f"demo-pair-{number}",
                      actor=actor, seen=str(entry))  # fmt: skip
    section = event.sections.get()
    for board, facts in enumerate(PLAYED, start=1):
        key = f"demo-board-{board}"
        with clock.at(start + board * dt.timedelta(minutes=9)):
            told = tell(section=section, report=Report(1, 1, board, facts, key), side="ns",
                        actor=actor)  # fmt: skip
            agree(section=section, spot=Spot(section.pk, 1, 1, board), seen=told.number, side="ew",
                  key=f"{key}-yes", actor=actor)  # fmt: skip
            after_report(event=event, key=key, actor=actor)
