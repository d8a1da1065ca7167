"""The play of a hand card by card: turns, tricks, what may be played, and what DDS says of it."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.deals import double_dummy as solved_cards
from clubscore.deals.card_play import DENOMINATIONS, SIDE_OF, CardPlay, read_play
from clubscore.deals.double_dummy import best_card, solve, solver
from clubscore.deals.hands import PACK, RANKS, Hands, read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from tests.deals.packs import any_deal

DEAL = read_deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")


def played_out(deal: Hands, denomination: str, declarer: str, seed: int) -> CardPlay:
    """Any play to the last card."""
    chance, play = random.Random(seed), CardPlay(deal, denomination, declarer)  # noqa: S311
    while not play.is_over:
        play = play.with_card(chance.choice(play.allowed))
    return play


def winner_of(cards: dict[str, str], led: str, trumps: str) -> str:
    """Who wins a trick, counted by what each card is worth in it."""

    def worth(card: str) -> int:
        strength = 13 - RANKS.index(card[1])
        return strength + 40 * (card[0] == trumps) + 20 * (card[0] == led)

    return max(cards, key=lambda seat: worth(cards[seat]))


@given(deal=any_deal, denomination=st.sampled_from(DENOMINATIONS),
       declarer=st.sampled_from(COMPASS), seed=st.integers(0, 999))  # fmt: skip
def test_any_play_is_thirteen_tricks_won_as_the_rules_have_it(
    deal: Hands, denomination: str, declarer: str, seed: int
) -> None:
    play = played_out(deal, denomination, declarer, seed)
    assert sorted(play.played) == sorted(PACK)
    *tricks, empty = play.tricks
    assert len(tricks) == 13 and empty.cards == () and sum(play.taken.values()) == 13
    leader = play.leader
    assert COMPASS.index(leader) == (COMPASS.index(declarer) + 1) % 4
    for trick in tricks:
        assert trick.leader == leader
        cards = trick.by_seat()
        assert all(deal.owner(card) == seat for seat, card in cards.items())
        leader = winner_of(cards, trick.cards[0][0], denomination)
        assert trick.winner == leader
    assert read_play(deal, denomination, declarer, play.played) == play
    assert play.back(5).played == play.played[:-5]


@given(deal=any_deal, seed=st.integers(0, 999))
def test_what_may_not_be_played_is_refused(deal: Hands, seed: int) -> None:
    whole = played_out(deal, "H", "S", seed).played
    play = read_play(deal, "H", "S", whole[: seed % 52])
    for card in PACK:
        if card in play.allowed:
            assert play.with_card(card).played[-1] == card
            continue
        with pytest.raises(RuleError) as refused:
            play.with_card(card)
        holds = card[1] in play.held(play.turn)[card[0]]
        assert refused.value.code == ("must-follow" if holds else "card-not-held")
    for odd in ("", "1S", "SX", "SA ", "S10"):
        with pytest.raises(RuleError, match="not a card"):
            play.with_card(odd)


@pytest.mark.long(10)
@given(deal=any_deal, declarer=st.sampled_from(COMPASS))
@examples(max_examples=6)
def test_the_first_lead_agrees_with_the_table(deal: Hands, declarer: str) -> None:
    (table,) = solve([deal])
    with solver() as asked:
        for denomination in DENOMINATIONS:
            play = CardPlay(deal, denomination, declarer)
            outcome = asked.outcome(play)
            assert set(outcome) == set(play.allowed)
            assert min(outcome.values()) == table[denomination][declarer]


@given(seed=st.integers(0, 999), denomination=st.sampled_from(DENOMINATIONS))
@examples(max_examples=15)
def test_the_best_line_comes_to_what_was_promised(seed: int, denomination: str) -> None:
    whole = played_out(DEAL, denomination, "N", seed).played
    play = read_play(DEAL, denomination, "N", whole[: seed % 53])
    with solver() as asked:
        outcome, line = asked.outcome(play), asked.best_line(play)
    end = read_play(DEAL, denomination, "N", (*play.played, *line))
    assert end.is_over
    if outcome:
        mine = SIDE_OF[play.turn] == play.side
        assert end.taken[play.side] == (max if mine else min)(outcome.values())
        assert line[0] == best_card(play, outcome) and set(outcome) == set(play.allowed)
    else:
        assert line == ()


def test_each_card_is_answered_and_alike_ones_too() -> None:
    with solver() as asked:
        outcome = asked.outcome(CardPlay(DEAL, "NT", "N"))
    assert outcome["DA"] == 7 and outcome["S8"] == outcome["S7"] == outcome["S3"] == 6
    assert len(outcome) == 13


def test_a_solver_that_is_not_there_or_stops_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for code, said in ((3, "no-double-dummy"), (9, "double-dummy-broke")):
        program = tmp_path / f"stops{code}.py"
        program.write_text(f"raise SystemExit({code})")
        monkeypatch.setattr(solved_cards, "PROGRAM", program)
        for is_gone in (False, True):
            with solver() as asked, pytest.raises(RuleError) as refused:
                if is_gone:  # before it is asked: nothing of what is written is ever read
                    asked._process.wait()
                asked.outcome(CardPlay(DEAL, "NT", "N"))
            assert refused.value.code == said
