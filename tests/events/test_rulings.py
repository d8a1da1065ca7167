"""Rulings through their page: what they bring at each way of scoring, and the log of them."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from clubscore.events.directing import show_ranking
from clubscore.events.models import Event, EventHappening, ResultRevision
from clubscore.events.rankings import Lists
from clubscore.events.scoring import Scorer
from clubscore.events.state import EventState
from clubscore.papers.event_head import scoring_facts
from clubscore.ranking import rank, travellers
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db]
SIXTY_FORTY = {"what": "weighted", "score1": "620", "part1": "60", "score2": "-100", "part2": "40"}


def scored(evening: Evening, scoring: str, **options: str) -> None:
    """Compare an event's results in another way."""
    Event.objects.filter(pk=evening.event.pk).update(scoring=scoring, options=options)


def with_board_one(*scores: int) -> Evening:
    """An evening at which board 1 was played as often, the last time at the table of now."""
    count = len(scores)
    kind = "mitchell" if count % 2 else "howell"
    evening = Evening(2 * count, kind=kind, boards=1, winners=2 if count % 2 else 1)
    to_come = [*scores]
    while True:
        for table in evening.room.tables():
            for board in table.place.boards:
                facts = {"score": to_come.pop(0)} if board == 1 else {"passed_out": True}
                for side in ("ns", "ew"):
                    evening.tell(table.number, board, facts, side)
        if not to_come:
            return evening
        evening.next_round()


def where(evening: Evening) -> tuple[str, int, int]:
    """The table and the round at which board 1 was played last, and its newest revision."""
    last = ResultRevision.objects.filter(board=1).latest("pk")
    return f"A{last.table}", last.round, last.number


def rule(evening: Evening, client: Client | None = None, **given: Any) -> Any:
    """Give a ruling on board 1 at the table that played it last; without `save` look first."""
    spot, round_, seen = where(evening)
    form = {"round": round_, "board": 1, "seen": seen, "key": "one", "reason": "misinformation",
            "law": "12C1c", "by": "Ada", **given}  # fmt: skip
    return (client or director_of(evening)).post(path(evening, f"table/{spot}/ruling/"), form)


def lines(room: EventState) -> list[tuple[Fraction | None, Fraction | None]]:
    """What both sides have of board 1, in the order of play."""
    found = next(each for each in travellers(rank(Scorer(room).event())) if each.board == 1)
    return [(row.ns_points, row.ew_points) for row in found.rows]


def test_sixty_forty_at_matchpoints_takes_four_taps_and_gives_the_vector() -> None:
    evening = with_board_one(620, 620, 170, -100)
    director = director_of(evening)
    spot, round_, _seen = where(evening)
    here = f"?round={round_}&board=1"
    # One tap: the ruling; two: what it is.
    page = director.get(path(evening, f"table/{spot}/{here}"))
    assert f"table/{spot}/ruling/{here}" in page.content.decode().replace("&amp;", "&")
    page = director.get(path(evening, f"table/{spot}/ruling/{here}"))
    assert "What is the ruling?" in text_of(page)
    assert "what=weighted" in page.content.decode()
    fields = director.get(path(evening, f"table/{spot}/ruling/{here}&what=weighted"))
    assert 'name="part2"' in fields.content.decode()
    assert 'name="award_ns"' not in fields.content.decode()
    # Three: what it changes; four: it is saved.
    look = rule(evening, director, **SIXTY_FORTY)
    assert look.status_code == 200
    assert "60 % of +620, 40 % of −100" in text_of(look)
    assert "Save ruling" in text_of(look)
    assert ResultRevision.objects.filter(board=1, kind="ruled").count() == 0
    assert rule(evening, director, **SIXTY_FORTY, save="1").status_code == 302
    assert rule(evening, director, **SIXTY_FORTY, save="1").status_code == 302
    assert [ns for ns, _ew in lines(evening.room)] == [
        Fraction(22, 5), Fraction(22, 5), Fraction(4, 5), Fraction(12, 5),
    ]  # fmt: skip
    assert EventHappening.objects.filter(kind="ruling").count() == 1


def test_the_same_at_imps_is_the_mean_of_the_imps() -> None:
    evening = with_board_one(620, 0)
    scored(evening, "cross-imps")
    rule(evening, what="weighted", score1="620", part1="60", score2="-100", part2="40", save="1")
    assert lines(evening.room)[1] == (Fraction("-4.8"), Fraction("4.8"))


def test_butler_takes_the_mean_over_the_ways() -> None:
    evening = with_board_one(620, 0)
    scored(evening, "butler-imps", datum="mean")
    rule(evening, **SIXTY_FORTY, save="1")
    # Datum 620 and 260: nothing, and 8 IMPs less (−100 − 260).
    assert lines(evening.room)[1][0] == Fraction(-8 * 40, 100)


def test_a_split_score_is_each_sides_own() -> None:
    evening = with_board_one(50, 50, 170, 0)
    rule(evening, what="split", ns_score1="100", ew_score1="170", save="1")
    ns, ew = lines(evening.room)[3]
    assert (ns, ew) == (4, 1)


def test_an_assigned_score_may_be_typed_as_a_contract() -> None:
    evening = with_board_one(420, 50)
    answer = rule(evening, what="assigned", score="4S= S", save="1")
    assert answer.status_code == 302
    assert lines(evening.room)[1] == (1, 1)


def test_part_of_the_damage_is_self_inflicted() -> None:
    evening = with_board_one(1430, 680, 680, 680, 680, 500, 300)
    could = {"could_side": "ns", "could_score1": "800", "could_part1": "50",
             "could_score2": "500", "could_part2": "50"}  # fmt: skip
    rule(evening, what="assigned", score="680", **could, save="1")
    room = evening.room
    assert lines(room)[6] == (6, 6)
    (penalty,) = Lists(room).penalties
    assert penalty.amount == "5.5"
    certain = {"could_side": "ns", "could_score1": "800"}
    rule(evening, what="assigned", score="680", **certain, save="1", key="two")
    assert lines(evening.room)[6] == (0, 6)
    assert not Lists(evening.room).penalties


def test_a_later_result_changes_what_is_deducted() -> None:
    evening = with_board_one(1430, 680, 680, 680, 680, 500, 300)
    could = {"could_side": "ns", "could_score1": "500"}
    rule(evening, what="assigned", score="680", **could, save="1")
    before = Lists(evening.room).penalties[0].amount
    first = ResultRevision.objects.filter(board=1).earliest("pk")
    form = {"round": first.round, "board": 1, "seen": 2, "key": "late", "reason": "misread",
            "what": "assigned", "score": "500", "save": "1"}  # fmt: skip
    director_of(evening).post(path(evening, f"table/A{first.table}/ruling/"), form)
    assert Lists(evening.room).penalties[0].amount != before


def test_artificial_scores_by_key_and_by_percentage() -> None:
    evening = with_board_one(620, 620, 650, -100, 170, 0)
    rule(evening, what="artificial", award_ns="A+", award_ew="A-", save="1")
    ns = [each for each, _ew in lines(evening.room)][:5]
    assert ns == [Fraction(n, 5) for n in (31, 31, 49, 1, 13)]
    rule(
        evening, what="artificial", award_ns="A+", other_ns="55", other_ew="45%", save="1", key="2"
    )
    standing = ResultRevision.objects.filter(board=1).latest("pk")
    assert standing.facts == {"adjusted": {"ns": "55", "ew": "45"}}


@pytest.mark.parametrize(("scoring", "worth"), [("cross-imps", "+3"), ("butler-imps", "+3")])
def test_artificial_scores_say_what_they_are_worth_at_imps(scoring: str, worth: str) -> None:
    evening = with_board_one(620, 0)
    scored(evening, scoring)
    spot, round_, _seen = where(evening)
    address = path(evening, f"table/{spot}/ruling/?round={round_}&board=1&what=artificial")
    assert f"A+ {worth}" in text_of(director_of(evening).get(address))


def test_papers_name_the_regulations_that_counted_and_imps_among_the_options() -> None:
    evening = with_board_one(620, 0)
    authority = "(law 12C2(c) of 2017)."
    assert not any(authority in each for each in scoring_facts(Lists(evening.room)))
    rule(evening, what="artificial", award_ns="A+", award_ew="A-", save="1")
    assert any(authority in each for each in scoring_facts(Lists(evening.room)))
    scored(evening, "cross-imps")
    said = [each for each in scoring_facts(Lists(evening.room)) if "A+" in each]
    assert said == ["At IMPs, A+ and A− are plus and minus: 3 IMPs."]


def test_a_procedural_penalty_is_a_part_of_a_top() -> None:
    evening = with_board_one(620, 0)
    given = {"what": "procedural", "whose": "ew", "usual": "25", "unit": "percent-of-top"}
    rule(evening, **given, save="1")
    (penalty,) = Lists(evening.room).penalties
    assert (penalty.amount, penalty.reason) == ("25", "misinformation")
    ruling = EventHappening.objects.get(kind="ruling")
    assert ruling.data["penalty"] == EventHappening.objects.get(kind="penalty").pk


@pytest.mark.parametrize("what", ["not_played", "fouled", "turned"])
def test_what_needs_no_figures_is_ruled_too(what: str) -> None:
    evening = with_board_one(620, 0)
    assert rule(evening, what=what, save="1").status_code == 302
    assert EventHappening.objects.get(kind="ruling").data["what"] == what


def test_another_result_is_ruled_with_its_keys() -> None:
    evening = with_board_one(620, 0)
    form = {"level": "4", "denomination": "S", "doubling": "0", "declarer": "S", "result": "="}
    assert rule(evening, what="result", **form, save="1").status_code == 302
    assert ResultRevision.objects.filter(board=1).latest("pk").facts == FOUR_SPADES


@pytest.mark.parametrize(
    ("given", "field", "text"),
    [
        ({"what": "weighted", "score1": "620", "part1": "60"}, "part1", "come to 60 %"),
        ({"what": "weighted"}, "score1", "Enter a score"),
        ({"what": "weighted", "score1": "620", "part1": "x"}, "part1", "Enter a part"),
        ({"what": "assigned", "score": "lots"}, "score", "lots"),
        ({"what": "split", "ns_score1": "100"}, "ew_score1", "Enter a score"),
        ({"what": "procedural", "usual": "10", "unit": "imps"}, "whose", "whose penalty"),
        ({"what": "assigned", "score": "620", "could_side": "ns"}, "could_score1", "Enter a score"),
        ({"what": "weighted", "score1": "620", "save": "1", "reason": ""}, "reason", "reason"),
        ({"what": "artificial", "award_ns": "A+"}, "award", "each side gets"),
        ({"what": "none of these"}, "", "Choose what the ruling is"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_typed_is_lost(
    given: dict[str, str], field: str, text: str
) -> None:
    evening = with_board_one(620, 0)
    answer = rule(evening, **given)
    assert answer.status_code == 422
    assert text in text_of(answer)
    page = answer.content.decode()
    if field:
        assert f'href="#{field}"' in page
        assert f'id="{field}"' in page
    for name in ("score1", "score", "part1"):
        if given.get(name):
            assert f'value="{given[name]}"' in page
    assert not EventHappening.objects.filter(kind="ruling").exists()


def test_what_was_changed_meanwhile_is_told() -> None:
    evening = with_board_one(620, 0)
    answer = rule(evening, **SIXTY_FORTY, save="1", seen="1")
    assert "changed by someone else" in text_of(answer)


def test_an_appeal_and_its_outcome_stand_in_the_log_and_the_history() -> None:
    evening = with_board_one(620, 0)
    director = director_of(evening)
    rule(evening, director, **SIXTY_FORTY, save="1")
    ruling = EventHappening.objects.get(kind="ruling").pk
    address = path(evening, f"ruling/{ruling}/appeal/")
    early = {"what": "upheld", "key": "early"}
    assert "no open appeal" in text_of(director.post(address, early))
    lodged = {"what": "lodged", "by": "East-West", "text": "No hesitation", "key": "a"}
    for _again in range(2):
        page = director.post(address, lodged, follow=True)
    assert "appeal lodged · East-West · No hesitation" in text_of(page)
    assert "open already" in text_of(director.post(address, {**lodged, "key": "b"}))
    upheld = {"what": "upheld", "by": "the committee", "text": "Clear enough", "key": "c"}
    page = director.post(address, upheld, follow=True)
    assert "The ruling stands · the committee · Clear enough" in text_of(page)
    history = text_of(director.get(path(evening, "history/?what=rulings")))
    for text in ("ruling by Ada, law 12C1c: a weighted score", "appeal lodged", "ruling stands"):
        assert text in history
    assert EventHappening.objects.filter(kind="appeal").count() == 2


def test_everyone_reads_the_weights_in_the_traveller() -> None:
    evening = with_board_one(620, 0)
    rule(evening, **SIXTY_FORTY, save="1")
    show_ranking(event=evening.event, shown=True, key="show", actor=evening.actor)
    assert "60 % of +620" in text_of(director_of(evening).get(path(evening, "board/1/")))


def test_at_teams_the_mean_of_the_imps_counts() -> None:
    evening = Evening(2, kind="teams-round-robin", winners=1, form="teams", boards=1)
    evening.play({"score": 620})
    while evening.event.round < evening.room.rounds:
        evening.next_round()
        evening.play({"score": 620})
    assert rule(evening, **SIXTY_FORTY, save="1").status_code == 302
    rows = travellers(rank(Scorer(evening.room).event()))[0].rows
    assert {row.ns_points for row in rows} == {Fraction("4.8"), Fraction("-4.8")}


def test_at_duplicate_auction_a_contract_is_worth_what_it_was_then() -> None:
    evening = with_board_one(100, 0)
    Event.objects.filter(pk=evening.event.pk).update(game="duplicate-auction")
    answer = rule(
        evening, what="weighted", score1="100", part1="1/3", score2="4S= S HD0", part2="2/3"
    )
    assert answer.status_code in (200, 422)
    rule(evening, what="weighted", score1="100", part1="1/3", score2="-50", part2="2/3", save="1")
    assert lines(evening.room)[1] == (Fraction(1, 3), Fraction(5, 3))
