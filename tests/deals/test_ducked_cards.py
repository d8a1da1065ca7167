"""What each card comes to at nullos: against a minimax, by the rules, within a budget."""

import random

import pytest

from clubscore.deals.card_play import CardPlay, read_play
from clubscore.deals.double_dummy import best_card
from clubscore.deals.double_dummy import written_of_solved_cards as written
from clubscore.deals.hands import PACK, read_deal
from clubscore.deals.nullos import NulloCards, is_here, nullo_cards
from clubscore.extras.source_hands.hands import all_hands
from tests.deals.nullo_truth import RANKS, SUITS, minimax
from tests.deals.packs import dealt

pytestmark = pytest.mark.skipif(not is_here(), reason="wasmtime is not here")
DECLARERS = "NESW"
FOSTER_NULLO = all_hands()[-1]


def by_minimax(play: CardPlay) -> dict[str, int]:
    """The tricks of declarer's side in the end by each card, by looking at every line of play."""
    minimax.cache_clear()
    hands = tuple(
        frozenset((s, RANKS.index(r)) for s, held in play.held(seat).items() for r in held)
        for seat in DECLARERS
    )
    leader, who = DECLARERS.index(play.now.leader), DECLARERS.index(play.turn)
    trick = tuple((card[0], RANKS.index(card[1])) for card in play.now.cards)
    left = 13 - sum(play.taken.values())
    found = {}
    for card in play.allowed:
        one = (card[0], RANKS.index(card[1]))
        after = (*hands[:who], hands[who] - {one}, *hands[who + 1 :])
        norths = minimax(after, leader, (0, 2), True, (*trick, one))
        tricks = norths if play.side == "NS" else left - norths
        found[card] = play.taken[play.side] + tricks
    return found


def endings(many: int) -> list[CardPlay]:
    """Plays at nullos of which three tricks or less are left, some in the midst of a trick."""
    chance = random.Random(97)  # noqa: S311 - the same every time
    found = []
    for number in range(many):
        play = read_play(dealt(chance.sample(PACK, 52)), "NU", DECLARERS[number % 4], ())
        for _card in range(40 + number % 9):
            play = play.with_card(chance.choice(play.allowed))
        found.append(play)
    return found


def test_endings_are_those_of_a_minimax() -> None:
    compared, turns = 0, set()
    with nullo_cards() as asked:
        for play in endings(60):
            assert asked.outcome(play) == by_minimax(play), written(play)
            compared += 1
            turns.add((len(play.now.cards), play.side == "NS"))
    assert compared == 60 and len(turns) == 8 and SUITS == "SHDC"


def test_a_wrong_answer_is_found_out() -> None:
    play = endings(1)[0]
    with nullo_cards() as asked:
        found = dict(asked.outcome(play))
    card = next(iter(found))
    assert {**found, card: found[card] + 1} != by_minimax(play)


def test_of_cards_alike_the_highest_is_played() -> None:
    play = FOSTER_NULLO.play(("S6", "S8", "S4", "SK"))
    same = dict.fromkeys(play.allowed, 3)
    assert best_card(play, same)[1] == "Q"
    assert best_card(play, {**same, "C2": 2}) == "C2"  # declarer takes as few as can be
    defence = FOSTER_NULLO.play()
    assert best_card(defence, {**dict.fromkeys(defence.allowed, 3), "D3": 4}) == "D3"


def test_what_needs_more_than_the_budget_is_not_known() -> None:
    with nullo_cards(100_000) as asked:
        assert asked.outcome(FOSTER_NULLO.play()) == {}
        assert asked.best_line(FOSTER_NULLO.play()) == ()
        ending = FOSTER_NULLO.play(FOSTER_NULLO.line)
        assert len(asked.best_line(ending)) == 52 - len(FOSTER_NULLO.line)
        whole = FOSTER_NULLO.play((*FOSTER_NULLO.line, *asked.best_line(ending)))
        assert whole.is_over and asked.outcome(whole) == {}


def test_a_solver_goes_from_deal_to_deal_and_back() -> None:
    one, two = endings(2)
    other = read_play(read_deal(two.deal.pbn()), "NU", two.declarer, two.played)
    with nullo_cards() as asked:
        first = asked.outcome(one)
        assert isinstance(asked, NulloCards) and asked.outcome(other) == by_minimax(two)
        assert asked.outcome(one) == first
