"""What holds for every sitting, whatever was dealt: found by hypothesis, not by hand."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clubscore.laws.deal import DealReport
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.score_sheet import ScoreSheet, add_deal, score_sitting, start
from clubscore.laws.settlement import read_stakes, settle
from clubscore.laws.tariff import ACE_HOLDINGS, HOLDINGS
from clubscore.laws.words import Phrase
from tests.laws.layered import EVERY
from tests.walks import by_examples

Facts = dict[str, Any]
PROFILE = by_examples(150)


@st.composite
def house_rules(draw: st.DrawFn, game: Game) -> Facts:
    given_rules: Facts = {}
    if draw(st.booleans()):
        given_rules["preset"] = draw(st.sampled_from([preset.key for preset in game.codes.presets]))
    for rule in game.codes.house_rules:
        if draw(st.integers(0, 3)) == 0:
            values = st.sampled_from(rule.values)
            given_rules[rule.key] = draw(
                st.one_of(values, st.integers(0, 500)) if rule.any_number else values
            )
    return given_rules


@st.composite
def honours(draw: st.DrawFn, game: Game, denomination: Any) -> Facts:
    cards = 5 if denomination.is_suit else 4
    if "sorted-pack" in game.dealing.procedures and not denomination.is_suit:
        return dict.fromkeys(game.hands, 1)
    if game.tells_holdings and draw(st.booleans()):
        holdings = HOLDINGS if denomination.is_suit else ACE_HOLDINGS
        return {draw(st.sampled_from(game.column_keys)): draw(st.sampled_from(holdings))}
    held: Facts = {}
    for _ in range(draw(st.integers(0, cards))):
        hand = draw(st.sampled_from(game.honour_hands))
        held[hand] = held.get(hand, 0) + 1
    return held


OWN_FACTS = {
    "joker": lambda game: st.sampled_from(game.hands),
    "vulnerable": lambda game: st.sampled_from(("none", "NS", "EW", "both")),
}


@st.composite
def own_facts(draw: st.DrawFn, game: Game) -> Facts:
    """The facts that only this game has, each now and then left out where it may stay open."""
    must = {ask.field for ask in game.questions.asks if ask.must}
    known = [name for name in game.questions.own_fields if name in OWN_FACTS]
    told = [name for name in known if name in must or draw(st.booleans())]
    return {name: draw(OWN_FACTS[name](game)) for name in told}


@st.composite
def lone_declarations(draw: st.DrawFn, game: Game, bid: Any) -> Facts:
    """One player against all the others, to take no trick."""
    declarer = draw(st.sampled_from(game.seats))
    others = [seat for seat in game.seats if seat != declarer]
    facts: Facts = {"bid": bid.text, "declarer": declarer, "tricks": draw(st.integers(0, 13))}
    doubled = draw(st.lists(st.sampled_from(others), unique=True))
    return facts | ({"doubled_by": doubled} if doubled else {})


@st.composite
def deals(draw: st.DrawFn, game: Game, rules: Rules) -> Facts:
    fines = [
        {"player": draw(st.sampled_from(game.seats)), "points": points, "to": "each"}
        for points in draw(st.lists(st.integers(1, 300), max_size=1))
    ]
    if draw(st.integers(0, 15)) == 0:
        played = (
            {"defenders": {"A": 4, "B": 6}} if "defenders" in game.questions.passed_fields else {}
        )
        return {"passed_out": True} | played | ({"fines": fines} if fines else {})
    bid = game.bidding.bids[draw(st.sampled_from(sorted(game.bidding.bids)))]
    if bid.denomination.alone:
        return draw(lone_declarations(game, bid))
    declarer = draw(st.sampled_from(game.may_declare))
    tricks = draw(st.integers(game.play.least_tricks, game.play.tricks))
    facts: Facts = {"bid": bid.text, "declarer": declarer, "tricks": tricks}
    if game.names_partner:
        facts["partner"] = draw(st.sampled_from([s for s in game.seats if s != declarer]))
    if "defenders" in game.questions.own_fields:
        first = draw(st.integers(0, game.play.tricks - tricks))
        others = [seat for seat in game.seats if seat != declarer]
        won = (first, game.play.tricks - tricks - first)
        facts["defenders"] = dict(zip(others, won, strict=True))
    highest = 3 if game.bidding.max_doubling is None else game.bidding.max_doubling
    if doubling := draw(st.integers(0, highest)):
        facts["doubling"] = doubling
    facts |= draw(own_facts(game))
    if game.honours_for(bid.denomination.key, rules):
        facts["honours"] = draw(honours(game, bid.denomination))
    if game.counting.counts_chicane and bid.denomination.is_suit and draw(st.booleans()):
        free = [hand for hand in game.hands if not facts.get("honours", {}).get(hand)]
        if free and not any(type(held) is str for held in facts["honours"].values()):
            facts["chicane"] = free[:1]
    plain = read_deal(game, rules, facts)
    revokes = []
    offences = (0, 0, 0, 1, 2, 3) if "revokes" in game.deal_fields else (0,)
    for _ in range(draw(st.sampled_from(offences))):
        by = draw(st.sampled_from(game.revokers(plain)))
        keys = [penalty.key for penalty in game.penalties(plain, by)]
        revokes.append({"by": by, "penalty": draw(st.sampled_from(keys))})
    return facts | ({"revokes": revokes} if revokes else {}) | ({"fines": fines} if fines else {})


@st.composite
def sittings(draw: st.DrawFn) -> tuple[Game, Rules, list[DealReport]]:
    game = draw(st.sampled_from(EVERY))
    rules = resolve_rules(game, draw(house_rules(game)))
    facts = draw(st.lists(deals(game, rules), max_size=12))
    return game, rules, [read_deal(game, rules, each) for each in facts]


Sitting = tuple[Game, Rules, list[DealReport]]


def check_sums(game: Game, sheet: ScoreSheet) -> None:
    """Lines make points, points make totals."""
    totals = dict.fromkeys(game.column_keys, 0)
    for scored in sheet.deals:
        made = {column: [0, 0] for column in game.column_keys}
        for line in scored.lines:
            assert line.points
            assert line.law
            assert line.item == str(Phrase(line.phrase, line.params))
            made[line.column][line.line == "above"] += line.points
        assert {column: tuple(points) for column, points in made.items()} == scored.points
        for column, (below, above) in scored.points.items():
            assert below >= 0
            totals[column] += below + above
    if sheet.unfinished is not None:
        for column, bonus in sheet.unfinished.bonus.items():
            totals[column] += bonus
    assert totals == sheet.totals
    parts = [rubber.totals for rubber in sheet.rubbers]
    if sheet.unfinished is not None:
        parts.append(sheet.unfinished.totals)
    for column in game.column_keys:
        assert sum(part[column] for part in parts) == sheet.totals[column]


@PROFILE
@given(sittings())
def test_lines_add_up_to_points_and_points_to_totals(sitting: Sitting) -> None:
    game, rules, played = sitting
    check_sums(game, score_sitting(game, rules, played))


@PROFILE
@given(sittings())
def test_deal_by_deal_is_the_same_as_at_once(sitting: Sitting) -> None:
    game, rules, played = sitting
    state = start(game, rules)
    for number, deal in enumerate(played):
        assert state.sheet() == score_sitting(game, rules, played[:number])
        state = add_deal(state, deal)
    assert state.sheet() == score_sitting(game, rules, played)


@PROFILE
@given(sittings(), st.data())
def test_taking_a_deal_out_and_putting_it_back_changes_nothing(
    sitting: Sitting, data: st.DataObject
) -> None:
    game, rules, played = sitting
    before = score_sitting(game, rules, played)
    if played:
        at = data.draw(st.integers(0, len(played) - 1))
        without = [*played[:at], *played[at + 1 :]]
        check_sums(game, score_sitting(game, rules, without))
        without.insert(at, played[at])
        assert score_sitting(game, rules, without) == before


@PROFILE
@given(sittings())
def test_facts_read_back_are_the_same_deal(sitting: Sitting) -> None:
    game, rules, played = sitting
    for deal in played:
        assert read_deal(game, rules, deal.facts()) == deal


@st.composite
def stakes(draw: st.DrawFn) -> Facts | None:
    if draw(st.booleans()):
        return None
    code, amount = draw(
        st.sampled_from(
            [("GBP", "2.50"), ("GBP", "0.01"), ("LSD", "5s"), ("LSD", "½d"), ("JPY", "7")]
        )
    )
    chosen: Facts = {"amount": amount, "currency": code, "per": draw(st.integers(1, 100))}
    rounding = draw(st.sampled_from((None, "ten", "hundred")))
    return chosen | ({"round": rounding} if rounding else {})


@PROFILE
@given(sittings(), stakes())
def test_settlements_sum_to_nothing(sitting: Sitting, raw: Facts | None) -> None:
    game, rules, played = sitting
    settlement = settle(game, rules, score_sitting(game, rules, played), read_stakes(raw))
    assert set(settlement.points) == set(game.seats)
    assert sum(settlement.points.values()) == 0
    if raw is None:
        assert settlement.money is None
        return
    assert settlement.money is not None
    assert sum(settlement.money.values()) == 0
    left = dict(settlement.money)
    for payer, payee, amount in settlement.payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())


@PROFILE
@given(sittings())
def test_games_and_rubbers_follow_from_what_stands_below(sitting: Sitting) -> None:
    game, rules, played = sitting
    sheet = score_sitting(game, rules, played)
    assert len(sheet.games) == sum(scored.won not in (None, "end") for scored in sheet.deals)
    ended = sum(scored.won not in (None, "game") for scored in sheet.deals)
    assert len(sheet.rubbers) == ended
    if game.course.has_line:
        assert all(0 <= part < game.course.game_points for part in sheet.below_now.values())
    for won in sheet.games:
        scored = sheet.deals[won.deal - 1]
        assert scored.winner == won.winner
        in_game = [
            each.points[won.winner][0]
            for each in sheet.deals[: won.deal]
            if (each.rubber, each.game) == (scored.rubber, scored.game)
        ]
        kept = rules.get("pirate_part_scores") == "keep"
        assert sum(in_game) >= game.course.game_points or kept or not game.course.has_line
