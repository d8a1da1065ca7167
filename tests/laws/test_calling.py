"""The auction call by call: the six rules of pirate by their examples, the others by their books.

Calls are written as they are heard: `1S` a bid, `P` pass, `X` double, `XX` redouble; at pirate
`1S/E` is a bid that East accepted.
"""

import pytest

from clubscore.laws.auction import Auction, auction_of, must_follow
from clubscore.laws.deal import AuctionCall, DealFacts
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules

WORDS = {"P": "pass", "X": "double", "XX": "redouble"}


def heard(game: str, said: str, first: str = "", **rules: object) -> Auction:
    """The auction of some calls, begun by a seat or by the first."""
    found = find_game(game)
    auction = auction_of(found, resolve_rules(found, rules), first or found.seats[0])
    for each in said.split():
        call, _, accepted = each.partition("/")
        assert auction.speaker is not None, f"over before {each}"
        auction = auction.after(
            AuctionCall(auction.speaker, WORDS.get(call, call), accepted or None)
        )
    return auction


def least(auction: Auction) -> list[str]:
    return [bid.text for bid in auction.least_bids().values() if bid is not None]


def refused(auction: Auction, call: str, by: str = "") -> str:
    """Why a call is refused, in words."""
    with pytest.raises(RuleError) as caught:
        auction.after(AuctionCall(by or auction.speaker or "", WORDS.get(call, call)))
    return str(caught.value)


# Alan, Connor, Gracie and Mike sit clockwise: N, E, S, W.


def test_pirate_1_a_bid_that_is_accepted_has_a_partner() -> None:
    auction = heard("pirate", "1S/E")
    assert auction.contract is not None
    assert auction.contract.facts() == {"bid": "1S", "declarer": "N", "partner": "E"}
    assert auction.speaker == "S"


def test_pirate_1_a_bid_that_all_three_refuse_was_not_accepted() -> None:
    auction = heard("pirate", "1S")
    assert auction.contract is None
    assert auction.speaker == "E"


def test_pirate_2_a_bidder_may_accept_another_and_drop_the_own_bid() -> None:
    """Gracie bids 2C over Alan's accepted 1S; Mike passes, Alan accepts and is her dummy."""
    auction = heard("pirate", "1S/E 2C/N")
    assert auction.facts() == {"bid": "2C", "declarer": "S", "partner": "N"}
    assert auction.speaker == "E"


def test_pirate_3_the_acceptor_does_not_overcall_what_was_accepted() -> None:
    """Gracie's overcall is refused, Mike and Alan pass: it is over before Connor's turn."""
    auction = heard("pirate", "1S/E 2C P P")
    assert auction.is_over
    assert auction.facts() == {"bid": "1S", "declarer": "N", "partner": "E"}
    assert refused(auction, "3C", by="E") == "The auction was over before this call."


def test_pirate_4_a_refused_bid_need_not_be_outbid() -> None:
    """After Gracie's refused 3NT it is Mike's turn, and 1NT is enough over the accepted 1S."""
    auction = heard("pirate", "1S/E 3NT")
    assert auction.speaker == "W"
    assert auction.highest is not None
    assert auction.highest.text == "1S"
    assert least(auction) == ["2C", "2D", "2H", "2S", "1NU", "1NT"]
    assert refused(auction, "1H") == (
        "The same number of tricks, and hearts do not rank above spades."
    )


def test_pirate_5_doubles_and_redoubles_are_not_accepted() -> None:
    """Gracie doubles, Mike and Alan pass, Connor redoubles; the others may only bid or pass."""
    auction = heard("pirate", "1S/E X P P XX")
    assert auction.facts() == {"bid": "1S", "declarer": "N", "partner": "E", "doubling": 2}
    for speaker in "SWN":
        assert auction.speaker == speaker
        assert auction.lacks_double() is not None
        assert auction.lacks_redouble() is not None
        assert "2C" in least(auction)
        auction = auction.after(AuctionCall(speaker, "pass"))
    assert auction.is_over


def test_pirate_5_the_bidder_may_redouble_too_and_the_doublers_may_not() -> None:
    assert heard("pirate", "1S/E X P XX").facts()["doubling"] == 2
    assert refused(heard("pirate", "1S/E X"), "XX") == (
        "Only the side that made the bid may redouble it."
    )
    assert refused(heard("pirate", "1S/E P P"), "X") == (
        "Only an opponent of the bid may double it."
    )


def test_pirate_6_a_bidder_may_overcall_the_own_bid() -> None:
    """Alan's 2C is refused by all: 1S doubled stands, and Connor may bid, pass or redouble."""
    auction = heard("pirate", "1S/E X P 2C")
    assert auction.speaker == "E"
    assert auction.facts() == {"bid": "1S", "declarer": "N", "partner": "E", "doubling": 1}
    assert auction.lacks_redouble() is None
    assert "1NT" in least(auction)
    assert auction.after(AuctionCall("E", "pass")).is_over
    bid = auction.after(AuctionCall("E", "2D", "S"))
    assert bid.facts() == {"bid": "2D", "declarer": "E", "partner": "S"}
    assert bid.speaker == "W"


def test_pirate_the_player_left_of_the_acceptor_speaks_even_if_that_is_the_bidder() -> None:
    auction = heard("pirate", "1S/W")
    assert auction.speaker == "N"
    assert heard("pirate", "1S/W P P P").is_over


def test_pirate_is_passed_out_where_nothing_was_accepted_in_a_round() -> None:
    """Auction Bridge Variations 1923, p. 98: a bid that no one accepts is void."""
    assert heard("pirate", "P P P P").facts() == {"passed_out": True}
    assert heard("pirate", "2D P P P").facts() == {"passed_out": True}
    variations = heard("pirate", "2D P 1S/N", first="W")
    assert variations.speaker == "E"


def test_auction_declarer_first_named_what_is_played() -> None:
    auction = heard("auction", "1S P 2C P 2S P P P")
    assert auction.is_over
    assert auction.facts() == {"bid": "2S", "declarer": "N"}


def test_auction_the_side_that_bids_last_decides_not_who_first_named_at_all() -> None:
    """East named hearts first, but North and South play them."""
    assert heard("auction", "1C 1H P 2D 2H P P P").facts() == {"bid": "2H", "declarer": "N"}


@pytest.mark.parametrize(
    ("book", "said"),
    [
        # Auction Bridge Variations 1923, pp. 76, 78 and 79: legal by value and by number.
        ("equality", "1NT 2D 2S 3D 3S 4D 4S X 4NT"),
        ("equality", "1C 1H 1NT P P P"),
        ("equality", "1NT 2H 2NT P P P"),
    ],
)
def test_the_auctions_that_are_printed(book: str, said: str) -> None:
    assert heard(book, said).calls
    assert heard(book, said, preset="whistclub-1920").calls


def test_auction_ranks_by_value_in_london_and_by_number_in_new_york() -> None:
    assert refused(heard("auction", "4S"), "5D") == "5D is worth 35 and 4S 36: it is lower."
    assert not heard("auction", "4S 5D", preset="whistclub-1920").is_over


def test_auction_doubling_reopens_the_bidding() -> None:
    assert not heard("auction", "1S X P P").is_over
    assert heard("auction", "1S X P P P").facts() == {"bid": "1S", "declarer": "N", "doubling": 1}
    assert heard("auction", "1S X P P XX P P P").facts()["doubling"] == 2
    assert heard("auction", "1S X 2S P P P").facts() == {"bid": "2S", "declarer": "N"}


def test_auction_who_may_double() -> None:
    assert refused(heard("auction", ""), "X") == "There is no bid to double yet."
    assert refused(heard("auction", "1S P"), "X") == "Only an opponent of the bid may double it."
    assert refused(heard("auction", "1S X P"), "X") == "This bid has been doubled already."
    assert refused(heard("auction", "1S"), "XX") == (
        "Only a bid that has been doubled may be redoubled, and only once."
    )
    assert refused(heard("auction", "1S X XX P P"), "XX") == (
        "Only a bid that has been doubled may be redoubled, and only once."
    )
    assert refused(heard("auction", "1S X P"), "XX") == (
        "Only the side that made the bid may redouble it."
    )


def test_auction_is_passed_out_by_all_and_no_one_speaks_out_of_turn() -> None:
    assert heard("auction", "P P P P").facts() == {"passed_out": True}
    assert heard("auction", "P P P 1C P P P").facts() == {"bid": "1C", "declarer": "W"}
    assert refused(heard("auction", "1S"), "P", by="S") == "It is the turn of E, not of S."


@pytest.mark.parametrize("game", ["contract-1923", "rubber-bridge", "chicago"])
def test_contract_bids_by_number(game: str) -> None:
    assert least(heard(game, "2NT")) == ["3C", "3D", "3H", "3S", "3NT"]


def test_cairo_the_bidder_may_raise_after_three_passes() -> None:
    """Auction Bridge Variations 1923, p. 60: One Spade, all pass; more spades, nothing else."""
    auction = heard("cairo", "1S P P P")
    assert auction.speaker == "N"
    assert auction.may_only_raise
    assert least(auction) == ["2S"]
    assert refused(auction, "2NT") == "After the others have passed, only spades may be bid higher."
    assert auction.after(AuctionCall("N", "pass")).facts() == {"bid": "1S", "declarer": "N"}
    raised = auction.after(AuctionCall("N", "4S"))
    assert raised.speaker == "E"
    assert raised.lacks_double() is None


def test_cairo_a_bid_that_was_doubled_and_passed_round_is_not_raised() -> None:
    """The bidder had a turn after the double already."""
    assert heard("cairo", "1S X P P P").is_over
    assert heard("cairo", "1S X P P XX P P P").may_only_raise
    assert not heard("cairo", "P P P").may_only_raise


def test_stop_gap_begins_with_one_of_a_suit() -> None:
    """Auction Bridge Variations 1923, p. 149: no restriction once the bidding has begun."""
    begun = heard("stop-gap", "")
    assert least(begun) == ["1C", "1D", "1H", "1S"]
    assert refused(begun, "1NT") == "The first bid must be One of a suit."
    assert refused(heard("stop-gap", "P"), "2C") == "The first bid must be One of a suit."
    auction = heard("stop-gap", "1C 3NT X P P")
    assert auction.facts() == {"bid": "3NT", "declarer": "B", "doubling": 1}


@pytest.mark.parametrize("game", ["cut-throat", "blind-skip", "stop-gap"])
def test_of_three_each_may_double_the_others(game: str) -> None:
    assert heard(game, "1C P").lacks_double() is None
    assert heard(game, "1C P P").is_over
    assert heard(game, "1C X").lacks_redouble() is not None
    assert heard(game, "1C X P").lacks_redouble() is None


def test_of_two_one_pass_is_enough() -> None:
    assert heard("double-dummy", "1C X XX P").facts() == {
        "bid": "1C",
        "declarer": "A",
        "doubling": 2,
    }
    assert heard("blind-auction", "P 1C P").facts() == {"bid": "1C", "declarer": "B"}


def test_bolshevik_ends_the_auction() -> None:
    """Auction Bridge Variations 1923, p. 53: it takes precedence even over a grand slam."""
    assert heard("bolshevik", "7NT BOL").facts() == {"bid": "BOL", "declarer": "E"}
    assert heard("bolshevik", "7NT BOL").is_over


def test_nullos_have_their_rank() -> None:
    assert refused(heard("nullos", "3H"), "3NU")
    assert heard("pirate", "3S/E 3NU/W").facts() == {"bid": "3NU", "declarer": "S", "partner": "W"}


def test_which_games_have_an_auction() -> None:
    without = {game.key for game in GAMES if game.bidding.calling is None}
    assert without == {"straight-bridge", "dummy-bridge", "five-hundred"}
    assert {game.key for game in GAMES if not game.bidding.dealer_begins} == {"draw-auction"}


# A deal that says what was called.

CALLED = [
    {"by": "N", "call": "1S", "accepted_by": "E"},
    {"by": "S", "call": "double"},
    {"by": "W", "call": "pass"},
    {"by": "N", "call": "pass"},
    {"by": "E", "call": "pass"},
]
PLAYED = {"bid": "1S", "declarer": "N", "partner": "E", "doubling": 1, "tricks": 8}


def told(game: str, **facts: object) -> DealFacts:
    found = find_game(game)
    rules = resolve_rules(found, {})
    deal = read_deal(found, rules, facts)
    must_follow(found, rules, deal)
    return deal.facts()


def wrong(game: str, **facts: object) -> tuple[str, str]:
    with pytest.raises(RuleError) as caught:
        told(game, **facts)
    return caught.value.where, str(caught.value)


def test_a_deal_keeps_what_was_called() -> None:
    assert told("pirate", **PLAYED, auction=CALLED) == {**PLAYED, "auction": CALLED}
    assert told("pirate", **PLAYED, auction=[]) == PLAYED
    assert list(told("pirate", **PLAYED)) == list(PLAYED)


def test_a_deal_must_be_what_was_called() -> None:
    for field, value, follows in (
        ("bid", "2S", "'1S'"),
        ("declarer", "S", "'N'"),
        ("partner", "W", "'E'"),
        ("doubling", 0, "1"),
    ):
        where, said = wrong("pirate", **(PLAYED | {field: value}), auction=CALLED)
        assert where == field
        assert said.startswith(f"From what was called {field} is {follows}, not ")
    assert wrong("pirate", passed_out=True, auction=CALLED)[0] == "passed_out"
    passes = [{"by": seat, "call": "pass"} for seat in "NESW"]
    assert wrong("pirate", **PLAYED, auction=passes)[0] == "passed_out"
    assert told("auction", passed_out=True, auction=passes) == {
        "passed_out": True,
        "auction": passes,
    }


def test_an_auction_must_be_over_and_possible() -> None:
    assert wrong("pirate", **PLAYED, auction=CALLED[:-1]) == (
        "auction",
        "The auction is not over: it is the turn of E.",
    )
    assert wrong("pirate", **PLAYED, auction=[*CALLED, {"by": "S", "call": "pass"}])[0] == (
        "auction[5].call"
    )
    assert wrong("pirate", **PLAYED, auction=CALLED[1:]) == (
        "auction[0].call",
        "There is no bid to double yet.",
    )


@pytest.mark.parametrize(
    ("call", "where"),
    [
        ({"by": "N"}, "auction[0].call"),
        ({"by": "N", "call": "8S"}, "auction[0].call"),
        ({"by": "N", "call": "PASS"}, "auction[0].call"),
        ({"by": "X", "call": "1S"}, "auction[0].by"),
        ({"by": ["N"], "call": "1S"}, "auction[0].by"),
        ({"by": "N", "call": "1S", "accepted_by": "N"}, "auction[0].accepted_by"),
        ({"by": "N", "call": "pass", "accepted_by": "E"}, "auction[0].accepted_by"),
        ({"by": "N", "call": "1S", "why": 1}, "auction[0].why"),
        (7, "auction[0]"),
    ],
)
def test_a_call_that_is_none_is_named(call: object, where: str) -> None:
    assert wrong("pirate", **PLAYED, auction=[call])[0] == where


def test_only_pirate_says_who_accepted_and_only_games_with_bids_have_an_auction() -> None:
    played = {"bid": "1S", "declarer": "N", "tricks": 8}
    assert wrong("auction", **played, auction=CALLED[:1])[0] == "auction[0].accepted_by"
    assert wrong("straight-bridge", bid="S", declarer="N", tricks=8, auction=[])[0] == "auction"
    assert wrong("auction", **played, auction="1S P P P")[0] == "auction"
    many = [{"by": "N", "call": "pass"}] * 401
    assert wrong("auction", **played, auction=many)[1] == (
        "An auction has at most 400 calls, not 401."
    )


def test_a_recorded_deal_is_read_by_laws_under_which_it_could_not_be_bid() -> None:
    """4S 5D is legal by number alone; the deal is counted by value all the same."""
    game = find_game("auction")
    calls = [
        {"by": by, "call": call}
        for by, call in zip("NESWN", ("4S", "5D", "pass", "pass", "pass"), strict=True)
    ]
    facts = {"bid": "5D", "declarer": "E", "tricks": 11, "auction": calls}
    deal = read_deal(game, resolve_rules(game, {}), facts)
    must_follow(game, resolve_rules(game, {"bidding": "numerical"}), deal)
    with pytest.raises(RuleError):
        must_follow(game, resolve_rules(game, {}), deal)
