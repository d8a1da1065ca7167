"""The line of best play: legal to its last card, at par's tricks, its turns true."""

from clubscore.deals.card_play import CardPlay, read_play
from clubscore.deals.double_dummy import solver
from clubscore.deals.hands import read_deal
from clubscore.extras.sets.making import best_line
from tests.ranking.test_deal_par import EXAMPLES, table

DEAL, TRICKS = EXAMPLES["sacrifice"]


def test_a_line_takes_what_the_table_says_and_each_turn_costs_what_it_says() -> None:
    tricks, deal = table(TRICKS), read_deal(DEAL)
    looked = 0
    with solver() as asked:
        for denomination, declarer in (("S", "E"), ("NT", "N"), ("D", "S")):
            line = best_line(asked, CardPlay(deal, denomination, declarer))
            assert len(line.cards) == 52 and line.tricks == tricks[denomination][declarer]
            assert read_play(deal, denomination, declarer, line.cards).is_over
            for turn in line.turns:
                there = read_play(deal, denomination, declarer, line.cards[: turn.after])
                assert there.turn == turn.seat and line.cards[turn.after] == turn.card
                outcome = asked.outcome(there)
                assert max(abs(outcome[turn.card] - each) for each in outcome.values()) == (
                    turn.costs
                )
                looked += 1
    assert looked > 5


class Blind:
    """A solver that knows nothing after the first trick."""

    def outcome(self, play: CardPlay) -> dict[str, int]:
        return dict.fromkeys(play.allowed, 7) if len(play.played) < 4 else {}


def test_a_line_ends_where_the_solver_does_not_know() -> None:
    line = best_line(Blind(), CardPlay(read_deal(DEAL), "S", "E"))
    assert len(line.cards) == 4 and line.turns == ()
