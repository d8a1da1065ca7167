"""What decided a board: each sentence is true by facts that are looked at in another way."""

from collections import Counter
from collections.abc import Callable

from hypothesis import example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.events.what_decided import RULES, BoardScore, Case, what_decided

SUITS = ("C", "D", "H", "S", "NT")
GAMES = {"3NT", "4NT", "4H", "4S", "5C", "5D", "5H", "5S", "5NT"}


def result(contract: str, side: str, over: int, doubling: int = 0, score: int = 0) -> BoardScore:
    """A result of board 1; nothing for passed out."""
    if not contract:
        return BoardScore(1, "1", "11", 0, None, "", "passed out")
    seat = "N" if side == "NS" else "E"
    return BoardScore(
        1, "1", "11", score or (100 * over + 50) * (1 if side == "NS" else -1), None, contract,
        "words", int(contract[0]), contract[1:], doubling, seat, side, over,
    )  # fmt: skip


results = st.builds(
    result,
    st.sampled_from(["", *(f"{level}{suit}" for level in range(1, 8) for suit in SUITS)]),
    st.sampled_from(["NS", "NS", "NS", "EW"]),
    st.integers(-3, 3),
    st.sampled_from([0, 0, 0, 1, 2]),
)
few = st.builds(
    result,
    st.sampled_from(["", "2S", "4S", "4S", "4S", "6S", "6S"]),
    st.sampled_from(["NS", "NS", "NS", "EW"]),
    st.integers(-1, 1),
    st.sampled_from([0, 0, 0, 1]),
)
fields = st.one_of(st.lists(results, min_size=2, max_size=7), st.lists(few, min_size=2, max_size=7))


def level(each: BoardScore) -> int:
    return int(each.contract[:1] or 0)


def down(each: BoardScore) -> bool:
    return each.over < 0


def slam_alone(own: BoardScore, others: list[BoardScore], _side: str, text: str) -> bool:
    same = [each for each in others if each.side == own.side and level(each) > 5]
    return level(own) > 5 and not same and ("down" in text) == down(own)


def slam_missed(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    made = [e for e in others if e.side == own.side and level(e) > 5 and not down(e)]
    return 0 < level(own) < 6 and len(made) > len(others) - len(made)


def game_alone(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    games = [e for e in others if e.side == own.side and (e.contract in GAMES or level(e) > 5)]
    return own.contract in GAMES and not down(own) and not games


def game_missed(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    games = [
        e for e in others
        if e.side == own.side and (e.contract in GAMES or level(e) > 5) and not down(e)
    ]  # fmt: skip
    below = own.contract not in GAMES and 0 < level(own) < 6
    return below and len(games) > len(others) - len(games)


def sacrifice(own: BoardScore, others: list[BoardScore], side: str, text: str) -> bool:
    def lost(each: BoardScore) -> int:
        return each.score if own.side == "EW" else -each.score

    dearer = [
        e for e in others
        if e.contract and e.side != own.side and not down(e)
        and (e.contract in GAMES or level(e) > 5) and lost(e) > lost(own)
    ]  # fmt: skip
    whose = ("Their opponents" in text) == (own.side != side)
    return bool(own.contract) and down(own) and len(dearer) > len(others) - len(dearer) and whose


def doubled(own: BoardScore, _others: list[BoardScore], _side: str, text: str) -> bool:
    again = ("Redoubled" in text) == (own.doubling == 2)
    return own.doubling > 0 and ("down" in text) == down(own) and again


def all_alike(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    return {each.score for each in others} == {own.score}


def passed_out(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    return not own.contract and all(each.contract for each in others)


def side_alone(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    return bool(own.contract) and {each.side for each in others} == {"NS", "EW"} - {own.side}


def suit_alone(own: BoardScore, others: list[BoardScore], _side: str, _text: str) -> bool:
    return (own.contract[1:], own.side) not in {(e.contract[1:], e.side) for e in others}


def tricks_apart(own: BoardScore, others: list[BoardScore], side: str, text: str) -> bool:
    """All but at most half of the same contract took fewer, or more."""
    alike = sorted(e.over for e in others if (e.contract, e.side) == (own.contract, own.side))
    middle = alike[(len(alike) - 1) // 2], alike[len(alike) // 2]
    apart = own.over - (middle[1] if own.over > middle[1] else middle[0])
    better = apart > 0 if own.side == side else apart < 0
    return abs(apart) > 0 and f"{abs(apart)} trick" in text and ("better" in text) == better


def lead_gave(_own: BoardScore, _others: list[BoardScore], _side: str, text: str) -> bool:
    return "gave declarer 2 tricks" in text


CHECKS: dict[str, Callable[[BoardScore, list[BoardScore], str, str], bool]] = {
    each.__name__: each
    for each in (
        slam_alone, slam_missed, all_alike, sacrifice, doubled, game_alone, game_missed, passed_out,
        side_alone, suit_alone, tricks_apart, lead_gave,
    )
}  # fmt: skip
seen: Counter[str] = Counter()


def test_every_rule_has_its_own_check() -> None:
    assert [rule.__name__ for rule in RULES] == list(CHECKS)


# What is drawn is seldom a sacrifice.
@example(own=result("5C", "EW", -1), others=[result("4S", "NS", 1)] * 3, side="NS")
@given(own=st.one_of(results, few), others=fields, side=st.sampled_from(["NS", "EW"]))
@examples(max_examples=600)
def test_what_is_said_is_true(own: BoardScore, others: list[BoardScore], side: str) -> None:
    decided = what_decided(Case(own, side, others, lead_gave=2 if own.contract else None))
    if decided is not None:
        seen[decided.rule] += 1
        assert CHECKS[decided.rule](own, others, side, decided.text), decided
        assert decided.text.endswith(".") and "%(" not in decided.text


def test_all_rules_have_spoken() -> None:
    test_what_is_said_is_true()
    assert set(seen) == set(CHECKS), seen


def test_a_check_sees_what_is_not_true() -> None:
    own, others = result("4S", "NS", 0), [result("4S", "NS", 0)] * 3
    for name, check in CHECKS.items():
        if name not in ("all_alike", "tricks_apart"):
            assert not check(own, others, "NS", ""), name
    assert not all_alike(own, [result("2S", "NS", 1)] * 2, "NS", "")
    assert not tricks_apart(own, others, "NS", "1 trick better")


def test_the_cards_say_whether_a_slam_makes() -> None:
    own, others = result("6S", "NS", 0), [result("4S", "NS", 2)] * 3
    for tricks, said in ((12, "it makes"), (11, "it can be beaten")):
        decided = what_decided(Case(own, "NS", others, tricks))
        assert decided is not None
        assert decided.text == f"No other table bid the slam. With all cards in view {said}."


def test_where_bids_do_not_count_nothing_is_said_of_them() -> None:
    own, others = result("6S", "NS", 0), [result("4S", "NS", 2)] * 3
    decided = what_decided(Case(own, "NS", others, bids_count=False))
    assert decided is None or decided.rule not in ("slam_alone", "game_alone")


def test_nothing_is_said_of_every_table_where_one_is_not_known() -> None:
    own, others = result("6S", "NS", 0), [result("4S", "NS", 2)] * 3
    decided = what_decided(Case(own._replace(all_known=False), "NS", others))
    assert decided is None or decided.rule in ("tricks_apart", "doubled", "slam_missed")


def test_a_board_played_once_decides_nothing() -> None:
    assert what_decided(Case(result("6S", "NS", 0), "NS", [])) is None


def test_in_a_match_the_other_table_is_told() -> None:
    own, other = result("6S", "NS", 0), result("4S", "NS", 2)._replace(words="4 spades by North")
    decided = what_decided(Case(own, "NS", [other]))
    assert decided is not None and decided.text == "At the other table: 4 spades by North."
    decided = what_decided(Case(own, "NS", [other], lead_gave=1))
    assert decided is not None
    assert decided.text.endswith("With all cards in view, the opening lead gave declarer a trick.")
    decided = what_decided(Case(own, "NS", [result("", "NS", 0)]))
    assert decided is not None and decided.text == "At the other table it was passed out."
    # A score alone says nothing of what was bid.
    assert what_decided(Case(own, "NS", [result("", "NS", 0, score=90)._replace(score=90)])) is None


def test_a_lead_is_told_only_where_declarer_took_more_than_anyone() -> None:
    others = [result("4S", "NS", over) for over in (-1, 0, 0)]
    best = what_decided(Case(result("4S", "NS", 1), "EW", others, lead_gave=1))
    worst = what_decided(Case(result("4S", "NS", -1), "EW", others[1:], lead_gave=1))
    assert best is not None and best.rule == "tricks_apart"
    assert best.text == (
        "1 trick worse than the middle of the tables in this contract."
        " With all cards in view, the opening lead gave declarer a trick."
    )
    assert worst is not None and "lead" not in worst.text
    plain = what_decided(Case(result("4S", "NS", 1), "EW", others, lead_gave=0))
    assert plain is not None and "lead" not in plain.text


def test_what_cost_less_than_their_game_is_a_sacrifice() -> None:
    own = result("5D", "EW", -2, 1, score=300)
    others = [result("4S", "NS", 0, score=620)] * 2 + [result("3S", "NS", 0, score=140)]
    for side, said in (
        ("EW", "It went down for less than the game that most opponents made."),
        ("NS", "Their opponents went down for less than the game that most other tables made."),
    ):
        decided = what_decided(Case(own, side, others))
        assert decided is not None and (decided.rule, decided.text) == ("sacrifice", said)
    dear = what_decided(Case(own._replace(score=800), "EW", others))
    assert dear is not None and dear.rule == "doubled"
