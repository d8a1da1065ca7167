"""The par of a deal for the event's game. Numbers: published double-dummy examples, the books."""

import pytest

from clubscore.deals.double_dummy import Tricks, read, with_nullos
from clubscore.deals.hands import Hands, read_deal
from clubscore.laws.errors import RuleError
from clubscore.ranking import Board, find_valuation, read_options
from clubscore.ranking.par import par_of_deal

# Three deals that come with DDS and endplay, and their tables.
EXAMPLES = {
    "spades": (
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
        "58586666575775756666",
    ),
    "sacrifice": (
        "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
        "3a3a9494848439394848",
    ),
    "no-trumps": (
        "N:J53.J86432.72.A7 AT4.9.AQJ94.JT93 Q2.A75.T85.Q8542 K9876.KQT.K63.K6",
        "3a3a67672b2b49493a3a",
    ),
}
# N-S hold three aces and nine tricks at no trumps; nobody else can do anything.
THREE_ACES = "N:AKQ.432.AKQ.5432 JT98.KQJ.987.AT9 765.A98.654.KQJ8 432.T765.JT32.76"


def table(text: str) -> Tricks:
    tricks = read(text)
    assert tricks is not None
    return tricks


def par(name: str, game: str, *, number: int = 1, options: dict[str, str] | None = None, **rules):
    deal, tricks = EXAMPLES[name]
    valuation = find_valuation(game, rules or None)
    best = par_of_deal(
        valuation, read_options(options or {}), Board(number), read_deal(deal), table(tricks)
    )
    return best.score, [each.text() for each in best.contracts]


def test_todays_par_is_the_published_one() -> None:
    assert par("spades", "duplicate") == (-110, ["2S EW"])
    assert par("sacrifice", "duplicate") == (-300, ["5HX NS"])
    assert par("no-trumps", "duplicate") == (-430, ["3NT EW"])


def test_vulnerable_the_sacrifice_is_too_dear() -> None:
    # Board 4: all vulnerable, 500 against the 620 of 4S; board 2: N-S alone, 500 against 420.
    assert par("sacrifice", "duplicate", number=4) == (-500, ["5HX NS"])
    assert par("sacrifice", "duplicate", number=2) == (-420, ["4S EW"])


def test_simple_honours_are_worth_what_two_spades_score() -> None:
    """At auction N-S hold A, K... of the spades that 2S counts 18 for: the par is nothing."""
    assert par("spades", "duplicate-auction", chicane="off")[0] == 0


def test_a_sacrifice_costs_a_hundred_a_trick_at_auction() -> None:
    # 4S would be 36, 125 and five honours 45; 5HX two down is 200, less 32 for four honours of N-S.
    assert par("sacrifice", "duplicate-auction", chicane="off") == (-168, ["5HX NS"])


def test_overtricks_count_so_the_lowest_bid_that_wins_is_par() -> None:
    # Eleven tricks in diamonds: 35, 125 and four honours.
    assert par("no-trumps", "duplicate-auction", chicane="off") == (-188, ["2D EW"])


def test_three_no_trumps_with_three_aces_are_185() -> None:
    """Foster's Complete Hoyle: 30, 125 for game, 30 for the aces."""
    deal = read_deal(THREE_ACES)
    # Nine tricks at no trumps; no suit makes the odd trick for anybody.
    tricks = table("6666" * 4 + "9494")
    best = par_of_deal(
        find_valuation("duplicate-auction"), read_options({}), Board(1), deal, tricks
    )
    assert best.score == 185


def test_by_value_three_spades_outbid_four_clubs_and_by_number_not() -> None:
    """N-S make 3S (27), E-W 4C (24): whoever may bid last wins the auction."""
    deal = read_deal(EXAMPLES["spades"][0])
    valuation = find_valuation("duplicate-auction", {"chicane": "off"})

    def best(options: dict[str, str]) -> list[str]:
        found = par_of_deal(
            valuation,
            read_options(options),
            Board(1),
            deal,
            table("9494" + "8585" + "6666" + "3a3a" + "6666"),
        )
        return [each.text() for each in found.contracts]

    assert best({"bidding": "value"}) == best({}) == ["3S NS"]
    assert best({"bidding": "numerical"}) == ["4C EW"]


def test_every_game_has_its_own_par() -> None:
    games = ("duplicate", "duplicate-auction", "contract-1923", "cairo", "chicago")
    assert len({par("no-trumps", game)[0] for game in games}) == len(games) - 1
    assert par("no-trumps", "chicago") == par("no-trumps", "duplicate")


def test_a_deal_that_is_none_of_the_game_is_refused() -> None:
    """At Equality every hand has one ace; here North has none."""
    with pytest.raises(RuleError, match="one ace"):
        par("spades", "equality")


def test_at_straight_bridge_the_dealers_side_names_and_the_dealer_plays() -> None:
    """Board 3: South deals; 9 tricks in hearts are 24 and four honours 32, doubled never."""
    score, contracts = par("sacrifice", "straight-bridge", number=3)
    assert (score, contracts) == (56, ["H S"])


@pytest.mark.parametrize(("game", "code"), [("nullos", "no-nullos-yet"), ("joker", "no-par")])
def test_a_game_that_double_dummy_does_not_know_has_no_par(game: str, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        par("spades", game)
    assert (refused.value.where, refused.value.code) == ("game", code)


def test_four_nullos_drive_the_books_partners_up_to_five_spades() -> None:
    """Auction Bridge Variations 1923, p. 97: "B and A can make Four Nullos"; 188, without 195."""
    deal = read_deal("N:AJ974.743.J9.K96 KQ2.JT.T8.QJ8432 T65.AK86.AKQ653. 83.Q952.742.AT75")
    tricks = table("b2b29494b2b26767a3a3")
    valuation, options = find_valuation("nullos"), read_options({})
    lost = {"N": 10, "E": 3, "S": 10, "W": 3}
    best = par_of_deal(valuation, options, Board(1), deal, with_nullos(tricks, lost))
    assert (best.score, [each.text() for each in best.contracts]) == (188, ["5S NS"])
    # A side that cannot lose tricks is never driven.
    none = dict.fromkeys("NESW", 7)
    best = par_of_deal(valuation, options, Board(1), deal, with_nullos(tricks, none))
    assert (best.score, [each.text() for each in best.contracts]) == (195, ["2NT NS"])


def pair_up(deal: Hands) -> Hands:
    """The same deal turned by one seat."""
    north, east, south, west = deal.hands
    return Hands((west, north, east, south))


def test_a_deal_turned_round_turns_its_par() -> None:
    deal, tricks = EXAMPLES["sacrifice"]
    turned = "".join(tricks[at + 3] + tricks[at : at + 3] for at in range(0, 20, 4))
    for game in ("duplicate", "duplicate-auction", "cairo"):
        valuation, options = find_valuation(game), read_options({})
        one = par_of_deal(valuation, options, Board(1), read_deal(deal), table(tricks))
        another = par_of_deal(
            valuation,
            options,
            Board(1, given_dealer="E"),
            pair_up(read_deal(deal)),
            table(turned),
        )
        assert one.score == -another.score
