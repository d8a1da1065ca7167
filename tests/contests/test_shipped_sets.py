"""The sets that come with the program: whole, worth playing, and each par found again.

Each par is looked for a second time by a search of our own that knows nothing of how sets are made:
it goes through all auctions from the highest bid down, over a table that DDS gives anew. Nullos
are solved with the hands a seat further on and the suits in another order, so that each search
goes another way; the last five tricks of each line are played again by a second solver.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import clubscore
from clubscore.deals import nullos as solved
from clubscore.deals.card_play import CardPlay, after, read_play
from clubscore.deals.double_dummy import Tricks, solve, with_nullos
from clubscore.deals.hands import Hands, read_deal
from clubscore.deals.nullos import NulloSolver, nullo_solver
from clubscore.extras.sets.making import judged
from clubscore.laws.auction import judge
from clubscore.laws.cards import COMPASS
from clubscore.ranking.board import Board
from clubscore.ranking.event import EventFile, canonical, fingerprint, read_event, read_options
from clubscore.ranking.par import honours_by_cards, par_of_deal
from tests.conftest import cannot_run
from tests.deals.nullo_truth import by_second

# Positions for a deal of the set; the search that made it was done within ten million.
ENOUGH = 200_000_000
SETS = Path(clubscore.__file__).parent / "events/sets"
NAMES = {
    "auction-1917": ("duplicate-auction", 12, "3EN5L-JWJXZ-I27PW-WWLCV"),
    "duplicate": ("duplicate", 8, "WGXMF-L3WAZ-B6APC-J2BLB"),
    "nullos": ("nullos", 6, "FDZRD-WWGUE-OTOCA-3K56C"),
}
BY_DDS = [name for name in NAMES if name != "nullos"]


def read(name: str) -> EventFile:
    return read_event(json.loads((SETS / f"{name}.json").read_text()))


def tables(event: EventFile) -> dict[int, Tricks]:
    numbers = sorted(event.boards)
    deals = [read_deal(event.boards[number].deal or "") for number in numbers]
    return dict(zip(numbers, solve(deals), strict=True))


def worth(event: EventFile, board: Board, bid, seat: str, doubled: bool, tricks: Tricks) -> int:
    """What N-S score for a contract at best play, by the game's own score of its facts."""
    valuation, deal = event.valuation, read_deal(board.deal or "")
    facts = {"contract": bid.text + "X" * doubled, "declarer": seat,
             "tricks": tricks[bid.denomination.key][seat]}  # fmt: skip
    held = honours_by_cards(valuation, deal, bid)
    if held is not None:
        facts["honours"] = held
    if "chicane" in valuation.more_fields and bid.denomination.is_suit:
        suit = "SHDC".index(bid.denomination.key)
        facts["chicane"] = [hand for hand in "NESW" if not deal.hand(hand)[suit]]
    return valuation.points(valuation.read_deal(facts), board.vulnerable)


def par_again(event: EventFile, board: Board, tricks: Tricks) -> int:
    """The score of N-S at par: a plain search of all that may be bid over the last bid."""
    game, rules = event.valuation.game, event.valuation.rules
    bids = [bid for bid in game.bidding.bids.values() if bid.level]
    ends = {
        (bid.text, side): best_for(
            side,
            [
                best_for(other, [worth(event, board, bid, seat, doubled, tricks)
                                 for doubled in (False, True)])
                for seat in side
            ],
        )
        for bid in bids
        for side, other in (("NS", "EW"), ("EW", "NS"))
    }  # fmt: skip
    known: dict[tuple[str, str], int] = {}

    def over(last, holder: str) -> int:
        """What it comes to where this side has the last bid and the other may bid over it."""
        key = (last.text, holder)
        if key not in known:
            bidder = "EW" if holder == "NS" else "NS"
            higher = [each for each in bids if judge(game, rules, each, last).enough]
            known[key] = best_for(bidder, [ends[key], *(over(each, bidder) for each in higher)])
        return known[key]

    dealing = "NS" if board.dealer in "NS" else "EW"
    second = "EW" if dealing == "NS" else "NS"
    passed = best_for(second, [0, *(over(bid, second) for bid in bids)])
    return best_for(dealing, [passed, *(over(bid, dealing) for bid in bids)])


def best_for(side: str, points: list[int]) -> int:
    return max(points) if side == "NS" else min(points)


@pytest.mark.parametrize("name", NAMES)
def test_a_set_is_whole(name: str) -> None:
    event, (game, boards, _letters) = read(name), NAMES[name]
    assert (event.valuation.key, len(event.boards), event.scoring) == (game, boards, "par")
    for board in event.boards.values():
        par = board.par
        assert par is not None and par.reason is not None and board.commentary
        assert par.contract is not None and par.declarer is not None
        assert read_play(read_deal(board.deal or ""), par.contract.strip("1234567X"), par.declarer,
                         par.play).is_over  # fmt: skip
    assert (json.loads(event.written())) == json.loads((SETS / f"{name}.json").read_text())


@pytest.mark.parametrize("name", BY_DDS)
def test_each_par_is_found_by_another_search(name: str) -> None:
    event = read(name)
    known = tables(event)
    looked = 0
    for number, board in event.boards.items():
        assert board.par is not None
        assert par_again(event, board, known[number]) == board.par.score, number
        looked += 1
    assert looked == NAMES[name][1]


@pytest.mark.parametrize("name", BY_DDS)
def test_the_line_takes_what_par_takes(name: str) -> None:
    event = read(name)
    known = tables(event)
    for number, board in event.boards.items():
        par = board.par
        assert par is not None and par.contract and par.declarer
        denomination = par.contract.strip("1234567X")
        play = read_play(read_deal(board.deal or ""), denomination, par.declarer, par.play)
        assert play.taken[play.side] == known[number][denomination][par.declarer]


@pytest.fixture(scope="module")
def nullos() -> Iterator[NulloSolver]:
    if not solved.is_here():
        cannot_run("the package wasmtime, which runs the solver of nullos, is not installed")
    with nullo_solver() as asked:
        yield asked


def turned(deal: Hands) -> Hands:
    """Each hand a seat further on, its suits the other way round."""
    return Hands((deal.hands[3][::-1], *(hand[::-1] for hand in deal.hands[:3])))


def ducked_again(asked: NulloSolver, deal: Hands) -> dict[str, int]:
    """The tricks of each declarer's side at nullos, of the same deal as others hold it."""
    found = asked.ducked(turned(deal), most=ENOUGH)
    assert found is not None
    return {hand: found[after(hand)] for hand in COMPASS}


def last_tricks_again(play: CardPlay) -> int:
    """What declarer's side takes of the last five tricks, by the second solver."""
    left = play.back(4 * 5)
    hands = (".".join(left.held(hand)[suit] for suit in "SHDC") for hand in COMPASS)
    norths = by_second("N:" + " ".join(hands), 2, True)[COMPASS.index(left.turn)]
    return norths if play.side == "NS" else 5 - norths


@pytest.mark.walk(cases=6)
@pytest.mark.long(10)
@pytest.mark.parametrize("number", range(1, 7))
def test_each_par_at_nullos_is_found_by_another_search(nullos: NulloSolver, number: int) -> None:
    event = read("nullos")
    board = event.boards[number]
    par, deal = board.par, read_deal(board.deal or "")
    assert par is not None and par.contract and par.declarer and par.reason
    assert (par.contract.strip("1234567X"), par.reason.kind) == ("NU", "nullos")
    (by_dds,) = solve([deal])
    known = with_nullos(by_dds, ducked_again(nullos, deal))
    assert par_again(event, board, known) == par.score
    hopeless = with_nullos(by_dds, dict.fromkeys(COMPASS, 13))
    without = par_again(event, board, hopeless)
    assert abs(par.score - without) == par.reason.points
    best = par_of_deal(event.valuation, read_options({}), board, deal, known)
    found = judged(event.valuation, board, deal, known, best, par.reason.points)
    assert found is not None and found.reason == par.reason
    higher = judged(event.valuation, board, deal, known, best, par.reason.points + 1)
    assert higher is None or higher.reason.kind != "nullos"
    play = read_play(deal, "NU", par.declarer, par.play)
    assert play.taken[play.side] == known["NU"][par.declarer]
    before = play.back(4 * 5).taken[play.side]
    assert play.taken[play.side] - before == last_tricks_again(play)


def test_the_search_sees_a_par_that_is_wrong() -> None:
    event = read("duplicate")
    board = event.boards[1]
    assert board.par is not None
    assert par_again(event, board, tables(event)[1]) != board.par.score + 10


def test_a_set_s_name_is_of_what_is_played_and_of_nothing_else() -> None:
    event = read("duplicate")
    board = event.boards[1]
    assert board.par is not None

    def named(changed: Board) -> str:
        return fingerprint(replace(event, boards={**event.boards, 1: changed}))

    same = board._replace(commentary="Anew.", par=board.par._replace(reason=None, play=()))
    assert named(same) == fingerprint(event)
    others = [
        board._replace(deal=event.boards[2].deal),
        board._replace(given_vulnerable="both"),
        board._replace(par=board.par._replace(score=board.par.score + 10)),
    ]
    assert len({named(each) for each in others} | {fingerprint(event)}) == 4
    assert b'", "' not in canonical(event) and b'": ' not in canonical(event)


@pytest.mark.parametrize("name", NAMES)
def test_a_set_that_is_published_never_changes(name: str) -> None:
    assert fingerprint(read(name)) == NAMES[name][2]
