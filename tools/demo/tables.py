"""Card tables of the demo club: packs dealt, contracts bid on the cards, rubbers and the seven.

Honours and void hands are those of the cards; the result is what the cards promise, give or take
a trick. So about two contracts of three are made, and nothing occurs that a pack could not do.
"""

import datetime as dt
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person
from clubscore.club.payments import Handed
from clubscore.laws.auction import others_of
from clubscore.laws.cards import PACK, Denomination
from clubscore.laws.cutting import CutResult
from clubscore.laws.deal import AuctionCall, DealFacts
from clubscore.laws.deal_reading import PASS
from clubscore.laws.game import Calling, Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import Sides, reckoner_for
from clubscore.rubbers.forms import AgreementForm
from clubscore.rubbers.models import CardTable, Part, RulesKept, SevenEvening, Sitting
from clubscore.rubbers.recording import (
    DealEntry,
    agree_rubber,
    change_dealer,
    choose_report,
    contract_of,
    correct_deal,
    note_contract,
    record_deal,
    take_back_last,
)
from clubscore.rubbers.score import LiveDeal, PartScore, standing_of
from clubscore.rubbers.seating import (
    Agreement,
    LineUp,
    break_off,
    change_agreement,
    close_sitting,
    cut_of,
    open_sitting,
    record_draw,
    take_seats,
)
from clubscore.rubbers.selectors import TableEntry, new_key
from clubscore.rubbers.settling import agree_bet, decide_bet
from clubscore.rubbers.seven import (
    Seven,
    TwoTables,
    close_seven,
    newest_part,
    open_seven,
    read_seven,
)
from clubscore.rubbers.slip import pay_at_table, slip_of
from clubscore.web.entry_form import contract_facts, read_entry

# ---- Deals for the demo: a pack is dealt, a contract is bid on what the cards are worth, and
# played.
#
# Honours and void hands are those of the cards; the result is what the cards promise, give or take
# a trick. So about two contracts of three are made, and nothing occurs that a pack could not do.

RANKS = "AKQJT98765432"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
BOOK, TRICKS = 6, 13

Hands = Mapping[str, list[str]]
# An entry form as it is filled in.
Filled = dict[str, str | list[str]]


class Prospect(NamedTuple):
    """What somebody could play, with whom, and how many tricks it promises."""

    declarer: str
    partner: str | None
    sides: Sides
    denomination: Denomination
    tricks: int
    value: int


def deal_pack(game: Game, rng: random.Random) -> dict[str, list[str]]:
    """Return thirteen cards for each hand of the table, such as "AS" and "TH"."""
    pack = game.dealing.pack(rng)
    return {hand: list(pack[number::4]) for number, hand in enumerate(game.hands)}


def play_deal(game: Game, rules: Rules, dealer: str, rng: random.Random) -> Filled:
    """Return one deal as an entry form would say it."""
    return bid_and_play(game, rules, deal_pack(game, rng), dealer, rng)


def bid_and_play(game: Game, rules: Rules, hands: Hands, dealer: str, rng: random.Random) -> Filled:
    """Return what comes of these cards, as an entry form would say it."""
    best = _best(game, rules, hands, dealer, rng)
    if game.bidding.levels and best.tricks <= BOOK + 1 and rng.randrange(2):
        return {"passed_out": "1"}
    given: Filled = {
        "denomination": best.denomination.key,
        "declarer": best.declarer,
        "partner": best.partner or "",
    }
    given |= _result(game, best, rng)
    given |= _honours(game, rules, hands, best)
    return given | _chicane(game, rules, hands, best)


def _best(game: Game, rules: Rules, hands: Hands, dealer: str, rng: random.Random) -> Prospect:
    """Return the prospect worth most; where nobody bids a number the dealer's side decides."""
    nobody_wants_to_lose = rng.randrange(3)
    prospects = [
        Prospect(
            declarer, partner, sides, each, tricks, (tricks - BOOK) * _value(game, rules, each)
        )
        for (declarer, partner), sides in game.sides.items()
        if game.bidding.levels or declarer == dealer
        for each in game.bidding.denominations
        if not (each.reversed and nobody_wants_to_lose)
        for tricks in [_promise([card for hand in sides.hands for card in hands[hand]], each)]
    ]
    most = max(prospect.value for prospect in prospects)
    return rng.choice([prospect for prospect in prospects if prospect.value == most])


def _value(game: Game, rules: Rules, denomination: Denomination) -> int:
    """Return what an odd trick is worth."""
    bid = next(bid for bid in game.bidding.bids.values() if bid.denomination is denomination)
    return reckoner_for(game, rules).tariff.terms(bid, 0).value


def _promise(cards: list[str], denomination: Denomination) -> int:
    """Return how many tricks two hands promise, or promise to lose at nullos."""
    points = sum(POINTS.get(card[0], 0) for card in cards)
    if denomination.reversed:
        return min(max(7 + (20 - points) // 3, 0), TRICKS)
    if not denomination.is_suit:
        return min(max(6 + (points - 20) // 2, 0), TRICKS)
    trumps = sum(card[1] == denomination.key for card in cards)
    return min(max(trumps - 1 + (points - 20) // 2, 0), TRICKS)


def _result(game: Game, best: Prospect, rng: random.Random) -> Filled:
    """Return the contract's number and doubling, and how it went."""
    luck = rng.choices((-2, -1, 0, 1, 2), (1, 3, 7, 4, 1))[0]
    tricks = min(max(best.tricks + luck, 0), TRICKS)
    if not game.bidding.levels:
        odd = tricks - BOOK
        result = f"D:{odd}" if odd > 0 else f"A:{1 - odd}"
        return {"doubling": str(int(rng.randrange(8) == 0)), "result": result}
    level = _level(game, best, rng)
    daring = level > best.tricks - BOOK
    doubling = rng.choices((0, 1, 2), (10, 5, 1))[0] if daring else 0
    over = tricks - BOOK - level
    return {
        "level": str(level),
        "doubling": str(doubling),
        "result": f"{over:+d}" if over else "=",
    }


def _level(game: Game, best: Prospect, rng: random.Random) -> int:
    """Return how high the bidding went: near what the cards promise, seldom beyond game."""
    level = best.tricks - BOOK + rng.choices((-1, 0, 1), (1, 3, 2))[0]
    a_trick = max(best.value // max(best.tricks - BOOK, 1), 1)
    enough = -(-game.course.game_points // a_trick)
    if level > enough and best.tricks < TRICKS - 1:
        level = enough
    return min(max(level, game.bidding.levels[0]), game.bidding.levels[-1])


def _honours(game: Game, rules: Rules, hands: Hands, best: Prospect) -> Filled:
    """Return who claims honours, as the form asks for them."""
    kind = game.honours_for(best.denomination.key, rules)
    if kind is None:
        return {}
    suit = best.denomination.key
    held = {
        hand: sum(
            c[0] == "A" if kind == "aces" else c[1] == suit and c[0] in "AKQJT" for c in cards
        )
        for hand, cards in hands.items()
    }
    if game.counting.honours_by == "hand" and not game.names_partner:
        return {f"honours-{hand}": str(number) for hand, number in held.items()}
    for side, seats in (("D", best.sides.hands), ("A", best.sides.adverse_hands)):
        total, most = sum(held[hand] for hand in seats), max(seats, key=lambda hand: held[hand])
        if held[most] >= 4:
            holding = {(4, 4): "4-in-one", (4, 5): "4+1"}.get((held[most], total), "5-in-one")
            return {"holder": most, "holding": holding}
        if total >= 3:
            return {"honours": f"{side}:{total}"}
    return {"honours": "none"}


def _chicane(game: Game, rules: Rules, hands: Hands, best: Prospect) -> Filled:
    """Return the hand that has no trump, where the club counts it."""
    if not reckoner_for(game, rules).tariff.chicane or not best.denomination.is_suit:
        return {}
    for hand, cards in hands.items():
        if not any(card[1] == best.denomination.key for card in cards):
            return {"chicane": [hand]}
    return {}


def called(game: Game, dealer: str, facts: DealFacts) -> DealFacts:
    """Return facts with what was called, where a bid has to be accepted and was not doubled.

    All pass until the bid that is played, and after it.
    """
    accepted = game.bidding.calling is Calling.ACCEPTED and "partner" in facts
    if not accepted or facts.get("doubling"):
        return facts
    speakers = [dealer, *others_of(game, dealer)]
    before = speakers[: speakers.index(facts["declarer"])]
    bid = AuctionCall(facts["declarer"], facts["bid"], facts["partner"])
    calls = [*(AuctionCall(seat, PASS) for seat in before), bid]
    calls += [AuctionCall(seat, PASS) for seat in others_of(game, facts["partner"])]
    return {**facts, "auction": [call.facts() for call in calls]}


# ---- One table of the demo for one evening, entered through the same services as a real one.

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

    def entry(self) -> TableEntry:
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
    def standing(self) -> PartScore:
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

    def _draw(self, game: Game, who: tuple[int, ...], *, afresh: bool) -> CutResult[int]:
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
        report = DealEntry(
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
        report = DealEntry(self.part.number, deal.position, facts, new_key(), {})
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
        other = DealEntry(number, position, self._a_trick_off(last.facts), new_key(), {})
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


# ---- An evening of the seven for the demo: two tables, one crossing, entered as at real ones.

GAME = find_game("auction")
RULES: RulesKept = {"seven_credit": "original", "seven_seat": "home"}
A_DEAL_OF_SEVEN = dt.timedelta(minutes=7)


class DemoSeven:
    """Seven people at two tables, with a clock of their own."""

    def __init__(
        self,
        *,
        club: Club,
        tables: tuple[CardTable, CardTable],
        people: list[Person],
        start: dt.datetime,
        rng: random.Random,
    ) -> None:
        self.club, self.rng, self.time = club, rng, start
        self.actor = Actor(level=Level.SCORER, club=club, person=people[0])
        first, second = tables
        with clock.at(self.time):
            sitting = open_seven(
                club=club,
                people=people,
                tables=TwoTables((first.name, second.name), (first.pack, second.pack), RULES),
                agreement=AgreementForm({}, club=club, game=GAME).agreement,
                draws=[],
                key=new_key(),
                actor=self.actor,
            )
        assert sitting.seven is not None  # noqa: S101 - it was opened for the seven
        self.evening = sitting.seven.pk

    @property
    def seven(self) -> Seven:
        """The evening as it stands now."""
        return read_seven(SevenEvening.objects.get(pk=self.evening))

    def standing(self, table: int) -> PartScore:
        """How a table's newest rubber stands."""
        part = newest_part(self.seven.sittings[table])
        assert part is not None  # noqa: S101 - both tables are seated from the beginning
        return standing_of(part)

    def _entry(self, table: int) -> TableEntry:
        sitting = self.seven.sittings[table]
        return {"sitting": sitting, "key": new_key(), "actor": self.actor}

    def play(self, deals: int) -> None:
        """Play about so many deals at each table, in turn, as dummies cross between them."""
        for _number in range(deals):
            for table in (1, 2):
                if not self.seven.state.deals(table):
                    continue  # its fourth is dummy at the other, where all passed
                self.time += A_DEAL_OF_SEVEN / 2
                with clock.at(self.time):
                    self._deal(table)

    def _deal(self, table: int) -> None:
        standing = self.standing(table)
        given = play_deal(GAME, standing.rules, standing.dealer, self.rng)
        entry = read_entry(GAME, standing.rules, given, standing.dealer)
        facts, number = entry.facts, standing.part.number
        if "bid" in facts:
            note_contract(
                part=number,
                position=standing.next_position,
                facts=contract_of(facts),
                **self._entry(table),
            )
        report = DealEntry(number, standing.next_position, facts, new_key(), entry.remarks)
        record_deal(sitting=self.seven.sittings[table], report=report, actor=self.actor)
        now = self.standing(table)
        if now.sheet.rubbers and now.sheet.unfinished is None:
            rubber = len(now.sheet.rubbers)
            agree_rubber(part=now.part.number, rubber=rubber, **self._entry(table))

    def close(self) -> None:
        """Make up what is open, end both tables, and pay the slip that they share."""
        with clock.at(self.time):
            close_seven(**self._entry(1))
            first = self.seven.sittings[1]
            while owed := slip_of(self.club, first.table, first.evening).owed:
                one = owed[0]
                handed = Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount)
                pay_at_table(handed=handed, **self._entry(1))
