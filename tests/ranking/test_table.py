"""The ranking: places, handicaps, what is carried over and taken off, strata, par, sessions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from clubscore.ranking import over_sessions, rank, read_event, show_number, side_by_side, travellers
from clubscore.ranking.numbers import exact_text, rounded
from tests.ranking.rooms import event, points, refused, rows

NOT_PLAYED = {"not_played": True}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1, 2), "0.5"), (Fraction(1, 200), "0.01"), (Fraction(-1, 200), "-0.01"),
        (Fraction(1, 201), "0"), (Fraction(-1, 201), "0"), (Fraction(200, 3), "66.67"),
        (Fraction(-200, 3), "-66.67"), (Fraction(10), "10"), (Fraction(100), "100"), (0, "0"),
        (Fraction(12999, 1000), "13"),
    ],
)  # fmt: skip
def test_two_decimals_half_away_from_zero_zeros_dropped(value: Fraction, shown: str) -> None:
    assert show_number(value) == shown


def test_numbers_are_written_as_they_are() -> None:
    assert exact_text(Fraction("12.125")) == "12.125"
    assert exact_text(Fraction(-5)) == "-5"
    assert rounded(Fraction(5, 2), 0) == 3
    assert rounded(Fraction(-5, 2), 0) == -3


def test_equal_rows_share_a_place_and_the_places_after_are_skipped() -> None:
    found = rank(read_event(event((30, 20, 20, 10)))).rankings[0].rows
    assert [(row.place, row.entry.contestant.number) for row in found] == [
        ("1=", "1"), ("1=", "104"), ("3=", "2"), ("3=", "3"), ("3=", "102"), ("3=", "103"),
        ("7=", "4"), ("7=", "101"),
    ]  # fmt: skip


def two_winners(*boards: Any, **fields: Any) -> dict[str, Any]:
    facts = event(*boards, winners=2, **fields)
    for contestant in facts["contestants"]:
        contestant["direction"] = "NS" if int(contestant["number"]) < 100 else "EW"
    return facts


def test_two_winners_are_two_rankings() -> None:
    ranked = rank(read_event(two_winners((30, 20, 10))))
    assert [(each.direction, each.list) for each in ranked.rankings] == [
        ("NS", "scratch"), ("EW", "scratch"),
    ]  # fmt: skip
    assert [row.entry.contestant.number for row in ranked.rankings[1].rows] == ["103", "102", "101"]


def test_percentages_decide_exactly_and_not_as_printed() -> None:
    """Two contestants print 66.67; one of them has a hair more."""
    big = [Fraction(2, 3), Fraction(2000001, 3000000)]
    assert {show_number(100 * each) for each in big} == {"66.67"}
    facts = event((30, 20, 10, 0))
    for contestant, carried in zip(facts["contestants"], ("0.000001", "33.3333333333333333"),
                                   strict=False):  # fmt: skip
        contestant["carry_over"] = carried
    found = rows(facts)
    assert found["1"]["place"] == "1"
    assert found["2"]["percent"] == found["1"]["percent"] == "100"


def test_carry_over_is_in_percent_at_matchpoints_else_in_points() -> None:
    facts = event((30, 20))
    facts["contestants"][1]["carry_over"] = "12.5"
    assert rows(facts)["2"] == {
        "place": "3", "boards": 1, "score": "0", "possible": "2", "percent": "12.5",
    }  # fmt: skip
    facts["scoring"] = "total-points"
    assert rows(facts)["2"]["score"] == "32.5"


def test_a_handicap_makes_a_list_of_its_own() -> None:
    facts = event((30, 20, 10))
    facts["contestants"][1]["handicap"] = "60"
    ranked = rank(read_event(facts))
    assert [each.list for each in ranked.rankings] == ["scratch", "handicap"]
    assert rows(facts)["2"]["percent"] == "50"
    assert rows(facts, ranking=1)["2"] | {"score": ""} == {
        "place": "1", "boards": 1, "score": "", "possible": "4", "percent": "110",
    }  # fmt: skip
    facts["scoring"] = "total-points"
    assert (rows(facts)["2"]["score"], rows(facts, ranking=1)["2"]["score"]) == ("20", "80")


def test_strata_are_lists_of_all_then_of_those_below() -> None:
    facts = event((30, 20, 10))
    for contestant, stratum in zip(facts["contestants"], "ABCCBA", strict=True):
        contestant["stratum"] = stratum
    ranked = rank(read_event(facts))
    assert [each.list for each in ranked.rankings] == ["scratch", "A", "B", "C"]
    assert [len(each.rows) for each in ranked.rankings] == [6, 6, 4, 2]
    assert {row.entry.contestant.number for row in ranked.rankings[3].rows} == {"3", "101"}
    assert ranked.rankings[3].rows[0].place == "1="


def test_penalties_are_taken_off_at_the_end() -> None:
    facts = event((30, 20, 10), (30, 20, 10))
    facts["penalties"] = [
        {"contestant": "1", "amount": "10", "unit": "percent-of-top", "reason": "late"},
        {"contestant": "1", "amount": "0.5", "unit": "points"},
    ]
    assert rows(facts)["1"]["score"] == "7.1"
    assert rows(facts)["1"]["percent"] == "88.75"
    assert points((30, 20, 10), (30, 20, 10), penalties=facts["penalties"])[0] == ("4", "0")


@pytest.mark.parametrize(
    ("scoring", "unit", "expected"),
    [("cross-imps", "imps", "-2"), ("butler-imps", "imps", "-2"), ("total-points", "points", "28")],
)
def test_penalties_in_the_unit_of_the_score(scoring: str, unit: str, expected: str) -> None:
    facts = event((30, 20), scoring=scoring)
    facts["penalties"] = [{"contestant": "1", "amount": 2, "unit": unit}]
    assert rows(facts)["1"]["score"] == expected


@pytest.mark.parametrize(
    ("scoring", "unit"),
    [("matchpoints", "imps"), ("matchpoints", "vp"), ("total-points", "percent-of-top"),
     ("cross-imps", "percent-of-top"), ("matchpoints", "boards")],
)  # fmt: skip
def test_a_penalty_in_a_unit_that_the_scoring_has_not_is_refused(scoring: str, unit: str) -> None:
    penalty = {"contestant": "1", "amount": "1", "unit": unit}
    refused(event((30, 20), scoring=scoring, penalties=[penalty]), "penalties[0].unit")


def test_the_percentage_may_come_from_the_rounded_total() -> None:
    """Two of three boards at seven results: a third of a point either way is rounded first."""
    boards = ((30, 20, 10, NOT_PLAYED), (30, 20, 10, 0))
    exact = rank(read_event(event(*boards))).rankings[0].rows
    rough = rank(read_event(event(*boards, options={"percent_from": "rounded"}))).rankings[0].rows
    scores = {row.entry.contestant.number: row.entry for row in exact}
    for row in rough:
        entry = scores[row.entry.contestant.number]
        assert row.entry.score == rounded(entry.score)
        assert row.entry.percent == 100 * row.entry.score / entry.possible  # type: ignore[operator]
    assert scores["1"].score == Fraction(17, 3) + 6
    assert next(each for each in rough if each.entry.contestant.number == "1").entry.score == (
        Fraction("11.67")
    )


def test_total_points() -> None:
    adjusted = {"adjusted": {"ns": "A+", "ew": "A-"}}
    found = rows(event((620, -100), (adjusted, 50), scoring="total-points"))
    assert [found[each]["score"] for each in ("1", "2", "101", "102")] == [
        "620", "-50", "-620", "50",
    ]  # fmt: skip
    assert found["1"]["percent"] is None


def par_event(*boards: Any, pars: tuple[int, ...], **fields: Any) -> dict[str, Any]:
    facts = event(*boards, scoring="par", **fields)
    for board, par in zip(facts["boards"], pars, strict=True):
        board["par"] = {"score": par}
    return facts


def test_par_by_losses_then_net() -> None:
    facts = par_event((185, 155, 200), (-64, -64, 0), (0, 100, 0), pars=(185, -64, 0))
    assert rows(facts)["1"] == {
        "place": "2=", "boards": 3, "score": "0", "possible": None, "percent": None,
        "losses": "0", "pars": "3", "net": "0", "imps": "0",
    }  # fmt: skip
    found = rows(facts)
    assert found["3"] == found["3"] | {
        "place": "1", "score": "0", "losses": "0", "pars": "5", "net": "79", "imps": "2",
    }  # fmt: skip
    assert (found["2"]["losses"], found["2"]["net"]) == ("1", "70")
    assert (found["103"]["losses"], found["103"]["net"]) == ("2", "-79")
    status = [[row.status for row in board.rows] for board in travellers(rank(read_event(facts)))]
    assert status[0] == ["par", "ns-below", "ew-below"]
    nets = [row.ns_points for row in travellers(rank(read_event(facts)))[0].rows]
    assert nets == [0, -30, 15]


@pytest.mark.parametrize(
    ("kind", "place", "score"),
    [("losses", "1", "0"), ("pars", "1", "5"), ("net", "1", "79"), ("imps", "1=", "2")],
)
def test_par_ranked_as_the_organiser_picks(kind: str, place: str, score: str) -> None:
    facts = par_event(
        (185, 155, 200), (-64, -64, 0), (0, 100, 0), pars=(185, -64, 0),
        options={"par_ranking": kind},
    )  # fmt: skip
    found = rows(facts)
    assert (found["3"]["place"], found["3"]["score"]) == (place, score)
    assert found["3"][kind] == score
    assert (found["3"]["percent"] is not None) == (kind == "pars")


def test_a_penalty_at_losses_is_a_loss_more() -> None:
    facts = par_event((0, 0), pars=(0,))
    facts["penalties"] = [{"contestant": "1", "amount": "1", "unit": "points"}]
    assert rows(facts)["1"]["score"] == "1"
    assert rows(facts)["1"]["place"] == "4"


def test_handicap_and_carry_over_at_losses_take_losses_off() -> None:
    facts = par_event((0, -10), pars=(0,))
    facts["contestants"][1] |= {"handicap": "2", "carry_over": "0.5"}
    assert rows(facts)["2"]["score"] == "0.5"
    assert rows(facts)["2"]["losses"] == "1"
    assert rows(facts, ranking=1)["2"] | {"place": "1"} == rows(facts, ranking=1)["2"]
    assert rows(facts, ranking=1)["2"]["score"] == "-1.5"


def test_an_event_without_results_has_a_list_of_everybody() -> None:
    facts = event((30, 20)) | {"results": []}
    assert {row["place"] for row in rows(facts).values()} == {"1="}
    assert {row["percent"] for row in rows(facts).values()} == {None}


def test_a_board_with_results_needs_its_par() -> None:
    facts = par_event((185,), (20,), pars=(185, 20))
    del facts["boards"][1]["par"]
    refused(facts, "boards[1].par", "Board 2")
    facts["results"][1] = {"board": 2, "ns": "1", "ew": "101", "not_played": True}
    assert rows(facts)["1"]["boards"] == 1


def test_weighted_scores_against_par() -> None:
    weighted = [["185", "1/2"], ["85", "1/2"]]
    facts = par_event(({"assigned": {"ns": weighted, "ew": weighted}},), pars=(185,))
    assert rows(facts)["1"]["losses"] == "0.5"
    assert (rows(facts)["1"]["net"], rows(facts)["101"]["net"]) == ("-50", "50")


def test_one_event_ranked_in_every_way_at_once() -> None:
    facts = event((620, 170, -100), (50, 50, 0))
    for board in facts["boards"]:
        board["par"] = {"score": 100}
    facts["contestants"][0]["carry_over"] = "1"
    facts["penalties"] = [{"contestant": "2", "amount": "10", "unit": "percent-of-top"}]
    found = side_by_side(read_event(facts), ["cross-imps", "total-points", "par"])
    assert list(found) == ["matchpoints", "cross-imps", "total-points", "par"]

    def score(scoring: str, number: str) -> str:
        ranking = found[scoring].rankings[0].rows
        entry = next(row.entry for row in ranking if row.entry.contestant.number == number)
        return show_number(entry.score)

    assert [score(scoring, "1") for scoring in found] == ["7", "12", "670", "1"]
    assert score("matchpoints", "2") == "4.6"
    assert score("total-points", "2") == "220"
    for scoring, each in found.items():
        assert travellers(each, scoring=scoring)[0].rows[0].ns_points is not None


def test_a_ranking_that_needs_par_asks_for_it() -> None:
    from clubscore.laws.errors import RuleError

    with pytest.raises(RuleError) as caught:
        side_by_side(read_event(event((620, 170))), ["par"])
    assert caught.value.where == "boards[0].par"


def test_several_sessions_in_one_ranking() -> None:
    first = rank(read_event(event((30, 20, 10))))
    second = rank(read_event(event((30, 20), (30, 20))))
    found = {
        row.entry.contestant.number: row.entry for row in over_sessions([first, second])[0].rows
    }
    assert (found["1"].score, found["1"].possible, found["1"].percent) == (8, 8, 100)
    assert (found["2"].score, found["2"].possible, found["2"].boards) == (2, 8, 3)
    assert found["2"].percent == 25
    assert found["3"].possible == 4


def test_what_was_carried_over_counts_once_over_sessions() -> None:
    facts = event((620, 170)) | {"scoring": "cross-imps"}
    facts["contestants"][0] |= {"carry_over": "12.5"}
    session = rank(read_event(facts))
    once = {row.entry.contestant.number: row.entry.score for row in session.rankings[0].rows}
    both = {
        row.entry.contestant.number: row.entry.score
        for row in over_sessions([session, session])[0].rows
    }
    assert both["1"] == 2 * once["1"] - Fraction("12.5")
    assert all(both[key] == 2 * once[key] for key in once if key != "1")


def test_sessions_of_which_one_has_two_winners_make_one_list() -> None:
    facts = event((620, 170))
    two = facts | {
        "winners": 2,
        "contestants": [
            each | {"direction": "NS" if place % 2 == 0 else "EW"}
            for place, each in enumerate(facts["contestants"])
        ],
    }
    apart = {each["number"]: each["direction"] for each in two["contestants"]}
    for result in two["results"]:
        apart |= {result["ns"]: "NS", result["ew"]: "EW"}
    for each in two["contestants"]:
        each["direction"] = apart[each["number"]]
    one, other = rank(read_event(two)), rank(read_event(facts))
    assert len(over_sessions([one, one])) == 2
    assert [each.direction for each in over_sessions([one, other])] == [None]


def test_rooms_that_played_the_same_boards_are_ranked_together() -> None:
    """A par contest needs no comparison, so the files of several cities make one ranking."""
    london = par_event((185, 155), pars=(185,))
    paris = par_event((215,), pars=(185,))
    paris["contestants"] = [{"number": "P1"}, {"number": "P101"}]
    paris["results"][0] |= {"ns": "P1", "ew": "P101"}
    rooms = [rank(read_event(each)) for each in (london, paris)]
    order = [row.entry.contestant.number for row in over_sessions(rooms)[0].rows]
    assert order == ["102", "P1", "1", "101", "2", "P101"]
