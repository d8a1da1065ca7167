"""One table of the demo for one evening, entered through the same services as a real one."""

import datetime as dt
import random
from collections.abc import Iterator
from contextlib import contextmanager

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.accounts.paying import Handed
from clubscore.club.models import Club, Person
from clubscore.demo.demo_cards import called, play_deal
from clubscore.laws.cards import PACK
from clubscore.laws.cutting import Cut
from clubscore.laws.deal import DealFacts
from clubscore.laws.games import Game, find_game
from clubscore.rubbers.deal.recording import (
    Report,
    change_dealer,
    choose_report,
    correct_deal,
    note_contract,
    record_deal,
    take_back_last,
)
from clubscore.rubbers.locks import Entered, new_key
from clubscore.rubbers.models import CardTable, Part, Sitting
from clubscore.rubbers.money.bets import agree_bet, decide_bet
from clubscore.rubbers.money.paid_tonight import pay_at_table
from clubscore.rubbers.money.settling import agree_rubber
from clubscore.rubbers.money.slip import slip_of
from clubscore.rubbers.sitting.ending import break_off, close_sitting
from clubscore.rubbers.sitting.forms import AgreementForm
from clubscore.rubbers.sitting.seating import (
    Agreement,
    LineUp,
    change_agreement,
    cut_of,
    open_sitting,
    record_draw,
    take_seats,
)
from clubscore.rubbers.state.part_state import LiveDeal, Standing, standing_of
from clubscore.tableside.entry_form import contract_facts, read_entry

A_DEAL = (5, 9)  # minutes
LONGEST = 30  # deals; whoever has not won by then goes home
# How often, in deals: a revoke, a misdeal, a tap too many, a wrong key.
REVOKE, MISDEAL, TOO_MANY, WRONG_KEY = 50, 40, 30, 25


class DemoTable:
    """People at a table, with a clock of their own that never goes beyond `end`."""

    def __init__(
        self,
        *,
        club: Club,
        table: CardTable,
        people: list[Person],
        start: dt.datetime,
        end: dt.datetime,
        rng: random.Random,
    ) -> None:
        self.club, self.table, self.people, self.rng = club, table, people, rng
        self.time, self.end = start, end
        self.sitting: Sitting | None = None
        self.seated: Part | None = None

    @contextmanager
    def after(self, shortest: int = 1, longest: int = 2) -> Iterator[None]:
        """Do something some minutes later."""
        later = dt.timedelta(seconds=self.rng.randint(shortest * 60, longest * 60))
        self.time += min(later, (self.end - self.time) / 4)
        with clock.at(self.time):
            yield

    def actor(self, number: int = 0) -> Actor:
        """Return whoever holds a phone: the first at the table, or another."""
        return Actor(level=Level.SCORER, club=self.club, person=self.people[number])

    def entry(self) -> Entered:
        """Return what every service wants to know of its caller."""
        return {"sitting": self.at, "key": new_key(), "actor": self.actor()}

    @property
    def at(self) -> Sitting:
        """The sitting, once people sat down."""
        assert self.sitting is not None  # noqa: S101 - sit_down comes first
        return self.sitting

    @property
    def part(self) -> Part:
        """The part being played, as its seats were taken."""
        assert self.seated is not None  # noqa: S101 - sit_down comes first
        return self.seated

    @property
    def standing(self) -> Standing:
        """How the part stands now."""
        return standing_of(Part.objects.get(pk=self.part.pk))

    def sit_down(self, game: str) -> None:
        """Agree on a game at the club's usual stake, cut for seats, and take them."""
        agreement = AgreementForm({}, club=self.club, game=find_game(game)).agreement
        with self.after():
            if self.sitting is None:
                self.sitting = open_sitting(
                    club=self.club,
                    table=self.table,
                    people=self.people,
                    agreement=agreement,
                    key=new_key(),
                    actor=self.actor(),
                )
            else:
                change_agreement(agreement=agreement, **self.entry())
        self._cut(agreement)

    def _cut(self, agreement: Agreement) -> None:
        """Cut until all is decided; the two lowest are partners, the lowest deals."""
        game = find_game(agreement.game)
        cut = self._draw(game, tuple(person.pk for person in self.people), afresh=True)
        while cut.again:
            cut = self._draw(game, cut.again, afresh=False)
        by_key = {person.pk: person for person in self.people}
        order = [by_key[who] for who in cut.order]
        in_turn = game.seats
        if game.has_partners:
            one, other = game.columns
            in_turn = (*one.seats, *other.seats)
        seats = dict(zip(in_turn, order, strict=True))
        line_up = LineUp(seats=seats, dealer=in_turn[0], accounts={}, pack=self.table.pack)
        with self.after():
            self.seated = take_seats(line_up=line_up, agreement=agreement, **self.entry())

    def _draw(self, game: Game, who: tuple[int, ...], *, afresh: bool) -> Cut[int]:
        cards = dict(zip(who, self.rng.sample(PACK, len(who)), strict=True))
        with self.after():
            record_draw(cards=cards, by_hand=True, afresh=afresh, **self.entry())
        cut = cut_of(self.at, game)
        assert cut is not None  # noqa: S101 - somebody has just drawn
        return cut

    def play_rubber(self, at_most: int = LONGEST, why_not_more: str = "") -> None:
        """Play until somebody has won the rubber, or it is broken off; and agree on it."""
        deals, over = 0, self.is_over()
        while not over and deals < at_most:
            self.play()
            deals, over = deals + 1, self.is_over()
        if over:
            self.agree()
        else:
            self.break_off(why_not_more or "late")

    def play_into_a_rubber(self, deals: int) -> None:
        """Play so many deals or more, to a part score; a deal too good to stop at is undone."""
        while self.is_scoreless() or len(self.standing.live) < deals:
            self.play()
            if self.is_over():
                self.take_back()

    def is_scoreless(self) -> bool:
        """Whether nobody has a part score."""
        return not any(self.standing.sheet.below_now.values())

    def is_over(self) -> bool:
        """Whether the deal played last has ended a rubber."""
        standing = self.standing
        rubbers = standing.sheet.rubbers
        return bool(rubbers) and rubbers[-1].deal == len(standing.live)

    def play(self) -> None:
        """Play one deal, with what may happen on the way."""
        if self.rng.randrange(MISDEAL) == 0:
            with self.after():
                seat = self.standing.dealer
                change_dealer(part=self.part.number, seat=seat, misdeal=True, **self.entry())
        self._record()
        if self.rng.randrange(TOO_MANY) == 0:
            self.take_back()
            self._record()
        elif self.rng.randrange(WRONG_KEY) == 0:
            self.put_right()

    def _record(self) -> None:
        standing = self.standing
        game, rules = standing.game, standing.rules
        entry = read_entry(
            game, rules, play_deal(game, rules, standing.dealer, self.rng), standing.dealer
        )
        facts = called(game, standing.dealer, entry.facts)
        if "bid" in facts and self.rng.randrange(REVOKE) == 0:
            deal = standing.read(facts)
            by = self.rng.choice(game.revokers(deal, standing.dealer))
            penalty = self.rng.choice(game.penalties(deal, by))
            facts = {**facts, "revokes": [{"by": by, "penalty": penalty.key}]}
        report = Report(
            part=standing.part.number,
            position=standing.next_position,
            facts=facts,
            key=new_key(),
            remarks=entry.remarks,
        )
        with self.after(*A_DEAL):
            record_deal(sitting=self.at, report=report, actor=self.actor())

    def take_back(self) -> None:
        """Undo the last deal."""
        last = self.standing.live[-1]
        with self.after():
            take_back_last(
                part=self.part.number,
                position=last.position,
                seen=last.revision.number,
                **self.entry(),
            )

    def put_right(self) -> None:
        """Correct the last deal by a trick."""
        last = self.standing.live[-1]
        if "tricks" in last.facts and not last.facts.get("revokes"):
            self._correct(last, self._a_trick_off(last.facts), "wrong key")

    def put_honours_right(self) -> None:
        """Find, once all is agreed, that honours which were claimed nobody held."""
        for deal in self.standing.live:
            if deal.facts.get("honours"):
                facts = deal.facts.copy()
                del facts["honours"]
                self._correct(deal, facts, "misheard")
                return

    def _correct(self, deal: LiveDeal, facts: DealFacts, reason: str) -> None:
        report = Report(self.part.number, deal.position, facts, new_key(), {})
        with self.after():
            correct_deal(
                sitting=self.at,
                report=report,
                seen=deal.revision.number,
                reason=reason,
                actor=self.actor(),
            )

    def report_twice(self) -> None:
        """Play a deal that two phones report differently, and choose the first report."""
        self._record()
        last = self.standing.live[-1]
        if "tricks" not in last.facts:
            return
        number, position = self.part.number, last.position
        other = Report(number, position, self._a_trick_off(last.facts), new_key(), {})
        with self.after():
            record_deal(sitting=self.at, report=other, actor=self.actor(1))
            choose_report(
                part=number,
                position=position,
                chosen=last.revision.number,
                two_deals=False,
                **self.entry(),
            )

    @staticmethod
    def _a_trick_off(facts: DealFacts) -> DealFacts:
        """Return the facts with one trick less; where nothing was won, one more."""
        return {**facts, "tricks": facts["tricks"] - 1 if facts["tricks"] else 1}

    def agree(self) -> None:
        """Make the rubber up and agree on it."""
        standing = self.standing
        rubber = len(standing.sheet.rubbers) + standing.part.broken_off
        with self.after():
            agree_rubber(part=self.part.number, rubber=rubber, **self.entry())

    def break_off(self, reason: str) -> None:
        """Break the rubber off and settle it as it stands."""
        with self.after():
            break_off(part=self.part.number, reason=reason, **self.entry())
        self.agree()

    def close(self) -> None:
        """End the evening at this table."""
        with self.after():
            close_sitting(**self.entry())

    def bet(self, words: str, amount: int) -> None:
        """Let the first two bet beside the rubber; the second wins."""
        one, other = self.people[:2]
        with self.after():
            bet = agree_bet(
                one=one, other=other, words=words, currency="LSD", amount=amount, **self.entry()
            )
        with self.after():
            decide_bet(bet=bet, winner=other, key=new_key(), actor=self.actor())

    def pay_all_but(self, left: int) -> None:
        """Pay what is owed, but for the last so many."""
        owed = slip_of(self.club, self.table, self.at.evening).owed
        for one in owed[: max(0, len(owed) - left)]:
            handed = Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount)
            with self.after():
                pay_at_table(handed=handed, **self.entry())

    def note_contract(self) -> None:
        """Bid, and note the contract; the play goes on."""
        standing = self.standing
        given = play_deal(standing.game, standing.rules, standing.dealer, self.rng)
        facts = contract_facts(standing.game, given, standing.dealer)
        if "bid" not in facts:
            return
        with self.after():
            note_contract(
                sitting=self.at,
                part=standing.part.number,
                position=standing.next_position,
                facts=facts,
                actor=self.actor(),
            )
