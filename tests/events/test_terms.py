"""What counts besides the boards: handicaps, carry-over, strata, penalties, house options."""

import pytest

from clubscore.club.entry import new_key
from clubscore.events.corrections import give_penalty, lift_penalty
from clubscore.events.entries import PairTerms, read_terms, set_terms, terms_of
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.rankings import Lists
from clubscore.laws.errors import RuleError
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def played() -> Evening:
    """Four pairs at two tables, one winner; table 1 made its contract, table 2 went down."""
    evening = Evening(4, kind="howell", winners=1)
    for table in evening.room.tables():
        for board in table.place.boards:
            for side in ("ns", "ew"):
                evening.tell(
                    table.number, board, FOUR_SPADES if table.number == 1 else ONE_DOWN, side
                )
    return evening


def give(evening: Evening, pair: int, amount: str, **more: str) -> None:
    wishes = {"unit": "percent-of-top", "reason": "slow", "key": new_key()} | more
    give_penalty(section=evening.section, pair=pair, amount=amount, actor=evening.actor, **wishes)


def score_of(evening: Evening, key: str) -> str:
    lists = Lists(evening.room)
    return next(row.score for one in lists.scratch for row in one.rows if row.key == key)


def test_a_penalty_is_taken_off_at_the_end_and_can_be_taken_back() -> None:
    evening = played()
    best = Lists(evening.room).scratch[0].rows[0].key
    before = score_of(evening, best)
    give(evening, int(best), "10", key="one-tap")
    give(evening, int(best), "10", key="one-tap")
    assert score_of(evening, best) == "3.8"  # 4 less a tenth of the top of 2
    assert [each.reason for each in Lists(evening.room).penalties] == ["slow"]
    pk = evening.room.penalties[0].pk
    lift_penalty(event=evening.event, penalty=pk, reason="", key=new_key(), actor=evening.actor)
    assert score_of(evening, best) == before == "4"
    with pytest.raises(RuleError, match="already been removed"):
        lift_penalty(event=evening.event, penalty=pk, reason="", key=new_key(), actor=evening.actor)
    assert EventHappening.objects.filter(event=evening.event, kind="penalty").count() == 1


@pytest.mark.parametrize(
    ("pair", "amount", "more", "where"),
    [
        (9, "10", {}, "pair"),
        (1, "much", {}, "amount"),
        (1, "0", {}, "amount"),
        (1, "-3", {}, "amount"),
        (1, "10", {"unit": "vp"}, "unit"),
        (1, "10", {"reason": ""}, "reason"),
    ],
)
def test_a_penalty_that_cannot_be_says_what_would_be_right(
    pair: int, amount: str, more: dict[str, str], where: str
) -> None:
    with pytest.raises(RuleError) as error:
        give(played(), pair, amount, **more)
    assert error.value.where == where


def test_handicap_carry_over_and_stratum_make_lists_of_their_own() -> None:
    evening = played()
    entries = evening.room.entries
    seen = {entry.pk: terms_of(entry) for entry in entries}
    terms = {
        entries[0].pk: read_terms(PairTerms("12,5", "", "B"), "1"),
        entries[1].pk: read_terms(PairTerms("", "1", "A"), "2"),
        entries[2].pk: read_terms(PairTerms("", "", "A"), "3"),
        entries[3].pk: read_terms(PairTerms("", "", "B"), "4"),
    }
    set_terms(event=evening.event, terms=terms, seen=seen, key=new_key(), actor=evening.actor)
    lists = Lists(evening.room)
    assert [one.title for one in lists.rankings] == ["", "by handicap", "stratum A", "stratum B"]
    assert {row.key for row in lists.rankings[3].rows} == {"1", "4"}
    percent = {row.key: row.percent for row in lists.rankings[0].rows}
    by_handicap = {row.key: row.percent for row in lists.rankings[1].rows}
    assert float(by_handicap["1"]) - float(percent["1"]) == 12.5
    assert percent["2"] in ("101.00", "1.00")


def test_who_types_terms_that_somebody_else_changed_is_shown_what_is_there() -> None:
    evening = played()
    entry = evening.room.entries[0]
    seen = {entry.pk: terms_of(entry)}
    for handicap in ("2", "3"):
        terms = {entry.pk: PairTerms(handicap)}
        if handicap == "3":
            with pytest.raises(RuleError, match="it is now 2"):
                set_terms(
                    event=evening.event, terms=terms, seen=seen, key=new_key(),
                    actor=evening.actor,
                )  # fmt: skip
        else:
            set_terms(
                event=evening.event, terms=terms, seen=seen, key=new_key(), actor=evening.actor
            )
    assert Entry.objects.get(pk=entry.pk).handicap == "2"


def test_the_page_of_terms_keeps_what_was_typed_and_says_which_pair_is_wrong() -> None:
    evening = played()
    director = director_of(evening)
    entry = evening.room.entries[0]
    form = {"key": "t", f"handicap-{entry.pk}": "a lot", f"stratum-{entry.pk}": "B"}
    answer = director.post(path(evening, "terms/"), form)
    assert answer.status_code == 422
    assert f"{entry}: This must be a number, for example 3 or 2.5".replace("&", "&amp;") in text_of(
        answer
    )
    assert 'value="a lot"' in answer.content.decode()
    form[f"handicap-{entry.pk}"] = "2.5"
    assert director.post(path(evening, "terms/"), form).status_code == 302
    assert Entry.objects.get(pk=entry.pk).stratum == "B"


def test_penalties_by_plain_forms_show_in_the_ranking_and_its_plain_text() -> None:
    evening = played()
    director = director_of(evening)
    form = {"pair": "A:1", "amount": "25", "unit": "percent-of-top", "reason": "slow", "key": "p"}
    assert director.post(path(evening, "penalties/"), form | {"reason": " "}).status_code == 422
    assert director.post(path(evening, "penalties/"), form).status_code == 302
    assert "25 % of a top" in text_of(director.get(path(evening, "ranking/")))
    assert "slow" in director.get(f"/event/{evening.event.pk}/ranking.txt").content.decode()
    pk = evening.room.penalties[0].pk
    director.post(path(evening, "penalties/"), {"lift": pk, "key": "q"})
    assert "There are no penalties" in text_of(director.get(path(evening, "penalties/")))


def test_an_event_is_compared_as_its_house_options_say() -> None:
    evening = played()
    Event.objects.filter(pk=evening.event.pk).update(options={"win_tie": ["1", "0.5"]})
    best = Lists(evening.room).scratch[0].rows[0]
    assert best.score == "2"
