"""Random auctions of every game against an oracle that reads the list of calls from its end."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.auction import auction_of, judge, must_follow, others_of
from clubscore.laws.cards import Bid
from clubscore.laws.deal import AuctionCall, DealFacts
from clubscore.laws.deal_reading import MOST_CALLS, read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Calling, Game
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import default_rules
from tests.walks import by_examples

CALLED = [game for game in GAMES if game.bidding.calling is not None]


@dataclass
class Oracle:
    """What may be called, said a second time: everything is found by looking back."""

    game: Game
    first: str
    calls: list[AuctionCall]

    @property
    def accepts(self) -> bool:
        return self.game.bidding.calling is Calling.ACCEPTED

    def bids(self) -> list[int]:
        """Where the bids stand that count."""
        return [
            at
            for at, call in enumerate(self.calls)
            if call.call in self.game.bidding.bids and (call.accepted_by or not self.accepts)
        ]

    def standing(self) -> Bid | None:
        return self.game.bidding.bids[self.calls[self.bids()[-1]].call] if self.bids() else None

    def side(self) -> tuple[str, ...]:
        call = self.calls[self.bids()[-1]]
        if call.accepted_by:
            return (call.by, call.accepted_by)
        return next(each.seats for each in self.game.columns if call.by in each.seats)

    def doubling(self) -> int:
        since = self.calls[self.bids()[-1] :] if self.bids() else []
        return sum(call.call in ("double", "redouble") for call in since)

    def quiet(self) -> int:
        """How many spoke in vain at the end."""
        count = 0
        for at in range(len(self.calls) - 1, -1, -1):
            if at in self.bids() or self.calls[at].call in ("double", "redouble"):
                break
            count += 1
        return count

    def speaker(self) -> str:
        if not self.calls:
            return self.first
        seats = self.game.seats
        before = self.calls[-1].accepted_by or self.calls[-1].by
        return (seats * 2)[seats.index(before) + 1]

    def raises(self) -> bool:
        """Whether it is the bidder's last turn at Cairo."""
        late = self.game.bidding.calling is Calling.LAST_RAISE and bool(self.bids())
        last = self.calls[self.bids()[-1]].by if self.bids() else ""
        players = len(self.game.seats)
        return late and self.quiet() == players - 1 and self.speaker() == last

    def over(self) -> bool:
        players = len(self.game.seats)
        if not self.bids():
            return self.quiet() == players
        if self.standing() in self.game.bidding.own_bids:
            return True
        return self.quiet() >= players - 1 and not self.raises()

    def legal(self, call: AuctionCall) -> bool:
        if self.over() or call.by != self.speaker():
            return False
        standing = self.standing()
        if call.call == "pass":
            return True
        if call.call == "double":
            return standing is not None and self.doubling() == 0 and call.by not in self.side()
        if call.call == "redouble":
            return standing is not None and self.doubling() == 1 and call.by in self.side()
        bid = self.game.bidding.bids[call.call]
        if self.raises() and standing and bid.denomination is not standing.denomination:
            return False
        return judge(self.game, default_rules(self.game), bid, standing).enough

    def facts(self) -> DealFacts:
        standing = self.standing()
        if standing is None:
            return {"passed_out": True}
        last = self.calls[self.bids()[-1]]
        if last.accepted_by:
            made: DealFacts = {
                "bid": last.call,
                "declarer": last.by,
                "partner": last.accepted_by,
            }
        else:
            named = [
                call.by
                for call in self.calls
                if call.by in self.side()
                and call.call.lstrip("0123456789") == last.call.lstrip("0123456789")
            ]
            made = {"bid": last.call, "declarer": named[0]}
        return {**made, "doubling": self.doubling()} if self.doubling() else made


@st.composite
def attempts(draw: st.DrawFn, game: Game) -> list[tuple[int, int, int]]:
    """What somebody tries to call: mostly whose turn it is, low bids, passes, doubles."""
    bids = len(game.bidding.bids)
    return draw(
        st.lists(
            st.tuples(
                st.sampled_from((0, 0, 0, 0, 1, 2, 3)),
                st.one_of(st.integers(-3, -1), st.integers(-3, 11), st.integers(0, bids - 1)),
                st.integers(0, 3),
            ),
            max_size=60,
        )
    )


def tried(game: Game, speaker: str, attempt: tuple[int, int, int]) -> AuctionCall:
    off, which, whom = attempt
    seats = game.seats
    by = seats[(seats.index(speaker) + off) % len(seats)]
    if which < 0:
        return AuctionCall(by, ("pass", "double", "redouble")[which])
    bids = list(game.bidding.bids)
    bid = bids[which % len(bids)]
    if game.bidding.calling is not Calling.ACCEPTED or whom == 3:
        return AuctionCall(by, bid)
    return AuctionCall(by, bid, others_of(game, by)[whom])


@by_examples(300)
@given(st.data())
def test_an_auction_is_what_the_oracle_says(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(CALLED), label="game")
    rules = default_rules(game)
    first = data.draw(st.sampled_from(game.seats), label="first")
    auction, oracle = auction_of(game, rules, first), Oracle(game, first, [])
    for attempt in data.draw(attempts(game), label="attempts"):
        if oracle.over():
            break
        call = tried(game, oracle.speaker(), attempt)
        if oracle.legal(call):
            auction = auction.after(call)
            oracle.calls.append(call)
        else:
            with pytest.raises(RuleError):
                auction.after(call)
        assert auction.is_over == oracle.over()
        assert auction.speaker == (None if oracle.over() else oracle.speaker())
        assert auction.facts() == oracle.facts()
        if not auction.is_over:
            least = auction.least_bids().values()
            assert all(bid is None or auction.lacks(bid) is None for bid in least)
    while not auction.is_over:
        call = AuctionCall(auction.speaker or "", "pass")
        auction = auction.after(call)
        oracle.calls.append(call)
    assert auction.facts() == oracle.facts()
    facts = auction.facts()
    if "bid" in facts:
        facts["tricks"] = 7
    deal = read_deal(game, rules, {**facts, "auction": [call.facts() for call in auction.calls]})
    must_follow(game, rules, deal)
    assert deal.facts().get("auction", []) == [call.facts() for call in auction.calls]


@by_examples(60)
@given(st.data())
def test_the_acceptor_speaks_again_only_where_the_bid_was_doubled(data: st.DataObject) -> None:
    game = next(game for game in GAMES if game.key == "pirate")
    auction = auction_of(game, default_rules(game), "N")
    for attempt in data.draw(attempts(game)):
        if auction.speaker is None:
            break
        if auction.speaker == auction.partner:
            assert auction.doubling
        try:
            auction = auction.after(tried(game, auction.speaker, (0, *attempt[1:])))
        except RuleError:
            continue


@pytest.mark.parametrize("game", CALLED, ids=lambda game: str(game.key))
def test_the_longest_auction_is_not_refused_for_its_length(game: Game) -> None:
    """Everybody passes as often as can be, the lowest bid comes last, each is redoubled."""
    auction = auction_of(game, default_rules(game), game.seats[0])
    accepts = game.bidding.calling is Calling.ACCEPTED
    while auction.speaker is not None:
        speaker = auction.speaker
        passed = auction.after(AuctionCall(speaker, "pass"))
        least = [bid for bid in auction.least_bids().values() if bid is not None]
        if not passed.is_over:
            auction = passed
        elif auction.lacks_double() is None:
            auction = auction.after(AuctionCall(speaker, "double"))
        elif auction.lacks_redouble() is None:
            auction = auction.after(AuctionCall(speaker, "redouble"))
        elif least:
            bid = min(
                least,
                key=lambda each: (
                    list(auction.least_bids()).index(each.denomination.key) + 99 * each.level
                ),
            )
            partner = others_of(game, speaker)[0] if accepts else None
            auction = auction.after(AuctionCall(speaker, bid.text, partner))
        else:
            auction = passed
    assert len(auction.calls) <= MOST_CALLS
    if game.key == "contract-1923":
        # The longest of all auctions at four hands, by anybody who ever counted it.
        assert len(auction.calls) == 319
