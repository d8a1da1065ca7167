"""The seven: who sits where, whatever happens, and the worked evening of eight deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.cards import COMPASS
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.money import round_coins
from clubscore.laws.settlement import read_stakes
from clubscore.laws.seven import (
    TABLES,
    AllPassed,
    Arrived,
    BrokenOff,
    EighthComes,
    Event,
    Gone,
    LastDeals,
    Leaves,
    SevenContract,
    SevenResult,
    SevenScore,
    SevenState,
    Swapped,
    TakenBack,
    begin,
    fold,
    happen,
    people_of,
    play_evening,
    read_seven_rules,
    table_of,
)
from tests.laws.tables import WORKED_EVENING
from tests.walks import by_examples

SEVEN = tuple("ABCDEFG")
PROFILE = by_examples(150)


def evening(deals: Sequence[dict[str, Any]], **rules: Any) -> SevenScore:
    chosen = read_seven_rules(rules)
    return play_evening(SEVEN, chosen, [read_deal(AUCTION, chosen.game, deal) for deal in deals])


def seated(state: SevenState[str], table: int) -> str:
    return "".join(state.tables[table].seats[seat] or "-" for seat in COMPASS)


# The worked evening


def test_worked_evening_move_by_move() -> None:
    """Who sat at the table before each deal, who was dummy, where he sat then, who made room."""
    told = [
        (
            deal.table,
            deal.seats[deal.dealer],
            "".join(deal.seats.values()),
            deal.dummy,
            deal.crossing and (deal.crossing.to, deal.crossing.seat),
            deal.crossing and deal.crossing.moved,
        )
        for deal in evening(WORKED_EVENING).deals
    ]
    assert told == [
        (1, "A", "ACBD", "C", (2, "W"), None),
        (2, "G", "EGFC", "F", (1, "E"), None),
        (1, "F", "AFBD", "B", (2, "S"), None),
        (2, "B", "EGBC", "C", (1, "E"), ("F", "S")),
        (1, "F", "ACFD", "F", (2, "S"), ("B", "W")),
        (2, "B", "EGFB", "G", (1, "S"), None),
        (1, "D", "ACGD", "A", (2, "E"), None),
        (2, "E", "EAFB", "E", (1, "N"), None),
    ]


def test_worked_evening_belongs_to_the_original_partners() -> None:
    played = evening(WORKED_EVENING)
    [first, second] = played.rubbers
    assert "".join(first.originals.values()) == "ACBD"
    assert (first.table, first.deal, first.winner, first.margin) == (1, 5, "NS", 263)
    # The first over is G's partner (p. 138), and has an account at both tables.
    assert "".join(second.originals.values()) == "EGFC"
    assert (second.table, second.deal, second.winner, second.margin) == (2, 8, "NS", 496)
    [broken_off] = played.unfinished
    assert "".join(broken_off.originals.values()) == "ACGD"
    assert broken_off.totals == {"NS": 35, "EW": 0}
    points = played.settlement(None).points
    assert list(points.values()) == [298, 263, -794, -298, 496, 496, -461]


def test_worked_evening_of_those_who_played_each_deal() -> None:
    """By the house rule each deal is of its players: deal 5 gives F what would be B's."""
    points = evening(WORKED_EVENING, seven_credit="players").settlement(None).points
    by_hand = dict.fromkeys(SEVEN, 0)
    worth = (-45, 60, 48, -20, 260, 164, 35, 292)
    tables = ("ACBD", "EGFC", "AFBD", "EGBC", "ACFD", "EGFB", "ACGD", "EAFB")
    for net, sat in zip(worth, tables, strict=True):
        for place, who in enumerate(sat):
            by_hand[who] += net if place % 2 == 0 else -net
    assert points == by_hand
    assert points["B"] != 263


def test_money_of_the_worked_evening() -> None:
    stakes = read_stakes({"amount": "5s", "currency": "LSD", "per": 100})
    settled = evening(WORKED_EVENING).settlement(stakes)
    assert settled.money is not None and stakes is not None
    assert sum(settled.money.values()) == 0
    assert settled.money["B"] == round_coins(263 * stakes.rate)
    owed = dict.fromkeys(SEVEN, 0)
    for payer, payee, amount in settled.payments:
        owed[payer] -= amount
        owed[payee] += amount
    assert owed == settled.money


def test_each_rubber_counts_in_tens_by_itself() -> None:
    stakes = read_stakes({"amount": "1s", "currency": "LSD", "per": 10, "round": "ten"})
    points = evening(WORKED_EVENING).settlement(stakes).points
    assert points["B"] == 260
    # 496 and, of the rubber broken off, 35: half a ten is dropped (Laws of Bridge 1899, p. 32).
    assert (points["E"], points["A"]) == (500, 260 + 30)


def test_an_unfinished_rubber_gives_whoever_is_ahead_what_the_house_says() -> None:
    game = {"bid": "5C", "declarer": "N", "tricks": 11}
    plain = evening([game]).settlement(None).points
    ahead = evening([game], unfinished_rubber=125).settlement(None).points
    assert (ahead["A"] - plain["A"], ahead["C"] - plain["C"]) == (125, -125)
    players = evening([game], unfinished_rubber=125, seven_credit="players")
    assert players.settlement(None).points == ahead


def test_rules_of_the_seven_are_refused_by_name() -> None:
    for key, value in (("seven_credit", "nobody"), ("seven_seat", "own")):
        with pytest.raises(RuleError, match="not") as refused:
            read_seven_rules({key: value})
        assert refused.value.where == f"rules.{key}"
    with pytest.raises(RuleError) as unknown:
        read_seven_rules({"seven_cards": 1})
    assert unknown.value.where == "rules.seven_cards"


# Moves, one by one


def test_seven_sit_as_in_the_book() -> None:
    state = begin(SEVEN)
    assert (seated(state, 1), seated(state, 2)) == ("ACBD", "EGF-")
    assert [state.tables[table].dealer for table in TABLES] == ["N", "E"]
    assert (state.deals(1), state.deals(2)) == (True, False)


@pytest.mark.parametrize("players", ["ABCDEF", "ABCDEFGH", "ABCDEFF"])
def test_no_other_number_is_seven(players: str) -> None:
    with pytest.raises(RuleError, match="seven different people"):
        begin(tuple(players))


def test_all_passed_nobody_moves() -> None:
    state = fold(SEVEN, [AllPassed(1)])
    assert (seated(state, 1), seated(state, 2)) == ("ACBD", "EGF-")
    assert (state.turn, state.tables[1].dealer, state.crossing) == (1, "E", None)


def test_dummy_crosses_while_his_table_plays_on() -> None:
    state = fold(SEVEN, [SevenContract(1, "W")])
    assert (seated(state, 1), seated(state, 2)) == ("A-BD", "EGFC")
    assert state.crossing is not None and (state.crossing.who, state.crossing.seat) == ("C", "W")
    assert state.deals(2) and state.tables[1].plays


def test_somebody_else_is_dummy_calls_the_first_back() -> None:
    state = fold(
        SEVEN, [SevenContract(1, "W"), Gone(1), TakenBack(0), TakenBack(1), SevenContract(1, "N")]
    )
    assert (seated(state, 1), seated(state, 2)) == ("AC-D", "EGFB")


def test_whoever_crosses_waits_while_the_other_table_plays() -> None:
    """Dummy at both tables at once: he comes back while his first hand is still being played."""
    state = fold(SEVEN, [SevenContract(1, "W"), SevenContract(2, "E")])
    assert state.crossing is not None
    assert (state.crossing.who, state.crossing.to, state.crossing.seat) == ("C", 1, None)
    assert not state.deals(1) and not state.deals(2)
    state = happen(state, SevenResult(1))
    assert (seated(state, 1), seated(state, 2)) == ("ACBD", "EGF-")
    assert state.deals(1)


def test_a_rubber_that_ends_reseats_its_table_only() -> None:
    log: list[Event[str]] = [
        SevenContract(1, "W"),
        SevenResult(1, True),
        SevenContract(2, "N"),
        SevenResult(2),
    ]
    state = fold(SEVEN, log)
    assert state.tables[1].originals == {}
    assert "".join(state.tables[2].originals[seat] for seat in COMPASS) == "EGFC"
    state = happen(state, SevenContract(1, "N"))
    assert "".join(state.tables[1].originals[seat] for seat in COMPASS) == "AFBD"
    assert "".join(state.tables[2].originals[seat] for seat in COMPASS) == "EGFC"


def test_an_original_of_a_closed_rubber_takes_the_vacant_seat() -> None:
    """Between rubbers nobody has an old position."""
    log: list[Event[str]] = [
        SevenContract(1, "W"),
        SevenResult(1),
        SevenContract(2, "N"),
        SevenResult(2),
        SevenContract(1, "N"),
        SevenResult(1, True),
        SevenContract(2, "E"),
        SevenResult(2),
    ]
    state = fold(SEVEN, log)
    assert state.crossing is not None
    assert (state.crossing.who, state.crossing.seat, state.crossing.moved) == ("C", "S", None)


def test_by_the_house_rule_whoever_crosses_takes_the_vacant_seat() -> None:
    moves = [(1, "W"), (2, "N"), (1, "N"), (2, "E")]
    log = [event for t, who in moves for event in (SevenContract(t, who), SevenResult(t))]
    assert seated(fold(SEVEN, log), 1) == "ACFD"
    assert seated(fold(SEVEN, log, home=False), 1) == "AFCD"


def test_the_eighth_takes_the_vacant_seat_at_the_next_rubber() -> None:
    state = fold(SEVEN, [EighthComes("H"), SevenContract(1, "W"), SevenResult(1)])
    assert (seated(state, 1), state.is_over) == ("A-BD", False)
    log: list[Event[str]] = [EighthComes("H"), SevenContract(1, "W"), SevenResult(1, True)]
    state = fold(SEVEN, log)
    assert (seated(state, 1), seated(state, 2)) == ("AHBD", "EGFC")
    assert state.is_over and state.deals(1) and state.deals(2)
    # Two ordinary tables: nobody crosses any more.
    state = happen(state, SevenContract(2, "N"))
    assert seated(state, 2) == "EGFC"


def test_where_the_eighth_sits_down_whoever_was_coming_goes_back() -> None:
    log: list[Event[str]] = [
        EighthComes("H"),
        SevenContract(1, "W"),
        SevenContract(2, "N"),
        SevenResult(1, True),
    ]
    state = fold(SEVEN, log)
    assert (seated(state, 1), seated(state, 2)) == ("AHBD", "EGFC")
    assert state.is_over and state.tables[2].plays


def test_with_a_deal_in_play_the_last_one_crosses_before_the_tables_are_ordinary() -> None:
    log: list[Event[str]] = [
        EighthComes("H"),
        SevenContract(1, "W"),
        SevenContract(2, "N"),
        SevenResult(1),
        SevenContract(1, "N"),
        SevenResult(1, True),
    ]
    state = fold(SEVEN, log)
    assert (seated(state, 1), seated(state, 2)) == ("AFHD", "EG-C")
    assert not state.is_over
    state = happen(state, SevenResult(2))
    assert (seated(state, 2), state.is_over) == ("EGBC", True)


def test_somebody_leaves_and_six_are_left_at_one_table() -> None:
    state = fold(SEVEN, [SevenContract(1, "W"), SevenResult(1), Leaves("D")])
    assert (state.closed, state.waiting, seated(state, 2)) == (1, ("A", "B"), "EGFC")
    assert state.is_over
    with pytest.raises(RuleError, match="has ended"):
        happen(state, AllPassed(2))


@pytest.mark.parametrize(
    ("who", "closed", "left", "waiting"),
    [
        # C has crossed to E, F and G; he leaves there, and B takes his seat with the first table.
        ("C", 2, "AEBD", ("G", "F")),
        ("E", 2, "ACBD", ("G", "F")),
        ("A", 1, "EGFC", ("B", "D")),
    ],
)
def test_the_seat_that_is_left_is_filled(
    who: str, closed: int, left: str, waiting: tuple[str, ...]
) -> None:
    state = fold(SEVEN, [SevenContract(1, "W"), Leaves(who)])
    assert (state.closed, seated(state, 3 - closed), state.waiting) == (closed, left, waiting)


def test_an_original_goes_home_when_the_other_table_closes() -> None:
    """A is at table 2 as a visitor; C, who has just crossed, leaves: F makes room for A."""
    moves = [(1, "S"), (2, "N"), (1, "W")]
    log: list[Event[str]] = [e for t, who in moves for e in (SevenContract(t, who), SevenResult(t))]
    state = fold(SEVEN, log)
    assert (seated(state, 1), seated(state, 2)) == ("F-BD", "EGCA")
    state = happen(state, Leaves("C"))
    assert (seated(state, 1), state.waiting) == ("AFBD", ("E", "G"))


def test_with_an_eighth_waiting_he_takes_the_place_of_whoever_leaves() -> None:
    state = fold(SEVEN, [EighthComes("H"), SevenContract(1, "W"), Leaves("C")])
    assert (state.closed, seated(state, 2)) == (None, "EGFH")
    assert state.crossing is not None and state.crossing.who == "H"
    assert state.tables[1].originals["E"] == "C"
    assert fold(SEVEN, [EighthComes("H"), Leaves("H")]).eighth is None


def test_last_deals_nobody_crosses_and_each_table_finishes() -> None:
    state = fold(SEVEN, [SevenContract(1, "W"), LastDeals()])
    assert state.deals(2)
    state = happen(happen(state, SevenContract(2, "N")), SevenResult(1))
    assert (seated(state, 1), seated(state, 2)) == ("A-BD", "EGFC")
    assert not state.deals(1)
    assert not any(table.plays for table in happen(state, SevenResult(2)).tables.values())


def test_two_exchange_places_by_hand() -> None:
    state = fold(SEVEN, [SevenContract(1, "W"), Swapped("C", "B")])
    assert (seated(state, 1), seated(state, 2)) == ("A-CD", "EGFB")
    assert state.tables[1].originals["S"] == "B"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ([SevenContract(2, "N")], "waiting for dummy"),
        ([SevenContract(1, "N"), SevenContract(1, "N")], "still playing"),
        ([SevenContract(1, "dummy")], "declarer must be N, E, S or W"),
        ([SevenResult(1)], "No contract is being played"),
        ([SevenContract(1, "N"), BrokenOff(1)], "still playing"),
        ([Gone(1)], "No one is crossing"),
        ([SevenContract(1, "N"), Arrived(1)], "No one is crossing"),
        ([EighthComes("A")], "already playing"),
        ([EighthComes("H"), EighthComes("I")], "already eight"),
        ([LastDeals(), LastDeals()], "last deals"),
        ([LastDeals(), EighthComes("H")], "last deals"),
        ([Leaves("Z")], "does not play here"),
        ([Swapped("A", "A")], "Choose two"),
        ([TakenBack(0)], "Only something that happened"),
        ([AllPassed(1), TakenBack(0), TakenBack(1)], "Only something that happened"),
    ],
)
def test_what_cannot_be_is_refused(log: list[Event[str]], said: str) -> None:
    with pytest.raises(RuleError, match=said) as refused:
        fold(SEVEN, log)
    assert refused.value.where.startswith(f"log[{len(log) - 1}]")


# Whatever happens


def possible(state: SevenState[str]) -> list[Event[str]]:
    """Return every event that can come next."""
    candidates: list[Event[str]] = [LastDeals(), EighthComes("H")]
    for table in TABLES:
        candidates += [SevenContract(table, seat) for seat in COMPASS]
        candidates += [AllPassed(table), SevenResult(table), SevenResult(table, True)]
        candidates += [Gone(table), Arrived(table), BrokenOff(table)]
    candidates += [Leaves(who) for who in people_of(state)]
    found = []
    for event in candidates:
        try:
            happen(state, event)
        except RuleError:
            continue
        found.append(event)
    return found


@st.composite
def logs(draw: st.DrawFn, rare: bool = True) -> list[Event[str]]:
    """An evening of up to forty events; with `rare`, sometimes an eighth, a leaver, the end."""
    state, log = begin(SEVEN), []
    seldom = (LastDeals, EighthComes, Leaves)
    for _ in range(draw(st.integers(0, 40))):
        may = possible(state)
        usual = [event for event in may if not isinstance(event, seldom)]
        chosen = may if rare and draw(st.integers(0, 25)) == 0 else usual
        if not chosen:
            break
        log.append(draw(st.sampled_from(chosen)))
        state = happen(state, log[-1])
    return log


def check_places(state: SevenState[str]) -> None:
    """Everybody is in one place: a seat, on the way, waiting; and one seat is vacant."""
    seats = [who for table in state.tables.values() for who in table.seats.values()]
    sitting = [who for who in seats if who is not None]
    assert len(sitting) == len(set(sitting))
    waits = state.crossing is not None and state.crossing.who not in sitting
    playing = sum(table.plays for table in state.tables.values())
    if state.closed is not None:
        assert len(sitting) == 4 and len(state.waiting) + 4 in (6, 7)
        return
    here = len(sitting) + waits
    assert here == 8 if state.ordinary else here == 7
    if not playing and not state.ordinary:
        assert len(seats) - len(sitting) == 1


@PROFILE
@given(logs())
def test_seven_people_in_eight_seats_always(log: list[Event[str]]) -> None:
    state = begin(SEVEN)
    for event in log:
        state = happen(state, event)
        check_places(state)


@PROFILE
@given(logs(rare=False))
def test_at_home_nobody_plays_against_his_own_account(log: list[Event[str]]) -> None:
    state = begin(SEVEN)
    for event in log:
        state = happen(state, event)
        if isinstance(event, SevenContract):
            table = state.tables[event.table]
            own = {who: seat for seat, who in table.originals.items()}
            for seat, who in table.players.items():
                assert own.get(who, seat) == seat


def test_with_the_vacant_seat_somebody_soon_plays_against_himself() -> None:
    moves = [(1, "W"), (2, "N"), (1, "N"), (2, "E"), (1, "E")]
    log = [event for t, who in moves for event in (SevenContract(t, who), SevenResult(t))]
    table = fold(SEVEN, log[:-1], home=False).tables[1]
    # C, an original of East and West, sits South.
    assert (table.players["S"], table.originals["E"]) == ("C", "C")


@PROFILE
@given(logs(), st.data())
def test_taking_back_is_as_if_it_had_not_happened(
    log: list[Event[str]], data: st.DataObject
) -> None:
    state = fold(SEVEN, log)
    may = possible(state)
    if not may:
        return
    event = data.draw(st.sampled_from(may))
    assert fold(SEVEN, [*log, event, TakenBack(len(log))]) == state


@PROFILE
@given(logs())
def test_somebody_is_always_able_to_go_on(log: list[Event[str]]) -> None:
    """Both tables alternate, so one of them can always deal or still plays."""
    state = fold(SEVEN, log)
    if state.closed is None and not state.last:
        assert any(state.deals(n) or state.tables[n].plays for n in TABLES)


@PROFILE
@given(logs(rare=False), st.booleans())
def test_everybody_is_found_at_a_table(log: list[Event[str]], home: bool) -> None:
    state = fold(SEVEN, [event for event in log if not isinstance(event, (Gone, Arrived))], home)
    for who in SEVEN:
        assert table_of(state, who) in TABLES


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    if draw(st.integers(0, 9)) == 0:
        return {"passed_out": True}
    return {
        "bid": draw(st.sampled_from(sorted(AUCTION.bidding.bids))),
        "declarer": draw(st.sampled_from(COMPASS)),
        "doubling": draw(st.integers(0, 2)),
        "tricks": draw(st.integers(0, 13)),
    }


@PROFILE
@given(
    st.lists(deals(), max_size=24),
    st.sampled_from(["original", "players"]),
    st.sampled_from(["home", "vacant"]),
    st.sampled_from([None, "ten", "hundred"]),
)
def test_what_everybody_wins_sums_to_nothing(
    facts: list[dict[str, Any]], credit: str, seat: str, rounding: str | None
) -> None:
    played = evening(facts, seven_credit=credit, seven_seat=seat, unfinished_rubber=125)
    stakes: dict[str, Any] = {"amount": "0.07", "currency": "GBP", "per": 3}
    settled = played.settlement(read_stakes(stakes | ({"round": rounding} if rounding else {})))
    assert sum(settled.points.values()) == 0
    assert settled.money is not None and sum(settled.money.values()) == 0
    totals = [sum(played.sheets[table].totals.values()) for table in TABLES]
    lines = sum(line.points for deal in played.deals for line in deal.scored.lines)
    bonus = [s.unfinished.bonus for s in played.sheets.values() if s.unfinished]
    assert sum(totals) == lines + sum(sum(each.values()) for each in bonus)
