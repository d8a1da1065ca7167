"""Finishing lists the boards without a result and asks about all of them together."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.events.board_state import BoardStage, Spot
from clubscore.events.corrections import CorrectionEntry, leave_for_later, rule, take_back
from clubscore.events.finishing import what_averages_are
from clubscore.events.models import Event, ResultRevision
from clubscore.events.rulings import rulings_of
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def evening() -> Evening:
    """Six pairs in their last round: one board of table 1 left for later, one of table 3 open."""
    evening = Evening()
    while evening.event.round < evening.room.rounds:
        evening.play()
        evening.next_round()
    for table in evening.room.tables():
        for board in table.place.boards:
            if (table.number, board) not in left(evening):
                for side in ("ns", "ew"):
                    evening.tell(table.number, board, FOUR_SPADES, side)
    table, board = left(evening)[0]
    leave_for_later(
        section=evening.section, spot=evening.spot(table, board),
        entered=evening.entered(table, board), actor=evening.actor,
    )  # fmt: skip
    return evening


def left(evening: Evening) -> list[tuple[int, int]]:
    """The boards of this round that stay without a result: (table, board)."""
    return [(number, evening.table(number).place.boards[0]) for number in (1, 3)]


def ask(director: Client, evening: Evening, **given: str) -> Any:
    return director.post(path(evening, "end/"), {"final_at": "", "key": "end"} | given)


def filled_in(answer: Any) -> dict[str, str]:
    """The form of the list as the page shows it."""
    page = answer.content.decode()
    form = page[page.index('aria-labelledby="loose"') :]
    found = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    return found | dict.fromkeys(re.findall(r'<select [^>]*name="([^"]+)"', form), "not_played")


def test_finishing_lists_what_is_missing_and_finishes_nothing(evening: Evening) -> None:
    answer = ask(director_of(evening), evening)
    assert answer.status_code == 422
    says, (first, second) = text_of(answer), left(evening)
    assert "2 boards have no result" in says
    assert f"Round 3, table 1, board {first[1]}: left for later" in says
    assert f"Round 3, table 3, board {second[1]}: nothing entered" in says
    assert f"round=3&amp;board={second[1]}" in answer.content.decode()
    assert evening.event.finished_at is None


def test_one_key_says_not_played_of_all_and_finishes(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening))
    for _again in range(2):
        assert director.post(path(evening, "end/"), form | {"all": "not_played"}).status_code == 302
    assert evening.event.finished_at is not None
    for table, board in left(evening):
        standing = evening.standing(table, board)
        assert (standing.state, standing.facts) == (BoardStage.IN, {"not_played": True})
        assert standing.revisions[-1].reason == "entered at the end of the session"


def test_all_may_get_an_average_and_each_its_own(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening))
    (table, board), other = left(evening)
    assert director.post(path(evening, "end/"), form | {"all": "A/A"}).status_code == 302
    assert evening.standing(table, board).facts == {"adjusted": {"ns": "A", "ew": "A"}}
    again = Evening(club=evening.club, people=tuple(evening.people))
    assert again.event.pk != evening.event.pk
    form = filled_in(ask(director, again, key="other"))
    name = f"gets-A{other[0]}-1-{again.table(3).place.boards[0]}"
    form |= {name: "A+/A-", "all": ""}
    assert director.post(path(again, "end/"), form).status_code == 302
    facts = again.standing(3, again.table(3).place.boards[0]).facts
    assert facts == {"adjusted": {"ns": "A+", "ew": "A-"}}
    assert again.standing(1, again.table(1).place.boards[0]).facts == {"not_played": True}


def test_what_is_disputed_is_settled_first(evening: Evening) -> None:
    table, board = left(evening)[1]
    evening.tell(table, board, FOUR_SPADES)
    evening.tell(table, board, ONE_DOWN, "ew")
    answer = ask(director_of(evening), evening, all="not_played")
    assert answer.status_code == 422
    assert "One of them is disputed: settle it first, then finish." in text_of(answer)
    assert 'name="all"' not in answer.content.decode()
    assert evening.event.finished_at is None


def test_a_result_that_came_in_meanwhile_is_not_written_over(evening: Evening) -> None:
    director, (table, board) = director_of(evening), left(evening)[1]
    form = filled_in(ask(director, evening))
    evening.tell(table, board, FOUR_SPADES)
    evening.agree(table, board)
    count = ResultRevision.objects.count()
    answer = director.post(path(evening, "end/"), form | {"all": "not_played"})
    assert answer.status_code == 302
    assert evening.standing(table, board).facts == FOUR_SPADES
    assert ResultRevision.objects.count() == count + 1


def test_what_was_said_of_a_board_meanwhile_is_looked_at_once_more(evening: Evening) -> None:
    director, (table, board) = director_of(evening), left(evening)[1]
    form = filled_in(ask(director, evening))
    leave_for_later(
        section=evening.section, spot=evening.spot(table, board),
        entered=evening.entered(table, board), actor=evening.actor,
    )  # fmt: skip
    answer = director.post(path(evening, "end/"), form | {"all": "not_played"})
    assert answer.status_code == 422
    assert "Check again" in text_of(answer)
    assert "2 boards have no result" in text_of(answer)
    assert all(evening.standing(*at).result is None for at in left(evening))


def test_nothing_else_can_be_said_of_them(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening)) | {"all": "100/100"}
    answer = director.post(path(evening, "end/"), form)
    assert answer.status_code == 422
    assert "table 1" in text_of(answer) and "choose what it gets" in text_of(answer)


def settle(director: Client, evening: Evening, **given: str) -> Any:
    """Send the page of missing results, filled in as it stands."""
    page = director.get(path(evening, "missing/")).content.decode()
    form = page[page.index('aria-labelledby="loose"') :]
    found = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    return director.post(path(evening, "missing/"), found | given)


def test_missing_results_names_the_pairs_and_leaves_the_session_open(evening: Evening) -> None:
    director = director_of(evening)
    says = text_of(director.get(path(evening, "missing/")))
    assert "2 boards have no result" in says
    for table, _board in left(evening):
        place = evening.table(table).place
        ns, ew = (evening.room.called(evening.section.pk, side) for side in place.sides)
        assert f"NS {ns}, EW {ew}".replace("&", "&amp;") in says
    assert "A+ is 60 % of the board" in says
    assert settle(director, evening, all="not_played").status_code == 302
    assert all(evening.standing(*at).facts == {"not_played": True} for at in left(evening))
    assert evening.event.finished_at is None
    assert not rulings_of(evening.room)
    assert "Every board that was due has a result." in text_of(
        director.get(path(evening, "missing/"))
    )


@pytest.mark.parametrize(
    ("scoring", "options", "worth"),
    [
        ("cross-imps", {}, "A+ is 3 IMPs, A is 0, A− is −3 IMPs (law 12C2(b) of 2017)."),
        ("butler-imps", {"average_imps": "2"}, "A+ is 2 IMPs, A is 0, A− is −2 IMPs (regulations"),
        ("imps-vp", {}, "A+ is 3 IMPs"),
        ("par", {"par_ranking": "imps"}, "A+ is 3 IMPs"),
        ("par", {}, ""),
    ],
)
def test_averages_are_worth_what_the_events_regulation_says(
    scoring: str, options: dict[str, Any], worth: str
) -> None:
    """The same sentence for pairs and teams; at par only where IMPs are ranked."""
    said = what_averages_are(Event(scoring=scoring, options=options))
    assert said.startswith(worth) and bool(said) is bool(worth)


def test_averages_by_fault_one_by_one_stand_in_the_log_of_rulings(evening: Evening) -> None:
    director, (one, other) = director_of(evening), left(evening)
    name = f"gets-A{one[0]}-{evening.event.round}-{one[1]}"
    assert settle(director, evening, **{name: "A/A-"}).status_code == 302
    assert evening.standing(*one).facts == {"adjusted": {"ns": "A", "ew": "A-"}}
    assert evening.standing(*other).result is None
    (line,) = rulings_of(evening.room)
    assert (line.said["board"], line.said["what"], line.said["law"]) == (
        one[1], "artificial", "12C2",
    )  # fmt: skip
    # Sent twice it counts once.
    answer = settle(director, evening, **{name: "A/A-"}, key="again")
    assert answer.status_code == 302
    assert len(rulings_of(evening.room)) == 1


def test_what_was_settled_together_is_undone_together(evening: Evening) -> None:
    director = director_of(evening)
    settle(director, evening, all="A+/A+", key="both")
    assert len(rulings_of(evening.room)) == 2
    page = text_of(director.get(path(evening, "missing/")))
    assert "Settled last: 2 results" in page
    for _again in range(2):
        form = {"key": "back", "undo": "both"}
        assert director.post(path(evening, "missing/"), form).status_code == 302
    later, nothing = (evening.standing(*at) for at in left(evening))
    # What was left for later before is so again.
    assert (later.state, nothing.state) == (BoardStage.LATER, BoardStage.TO_COME)
    assert all(line.is_cleared for line in rulings_of(evening.room))
    # Nothing that was settled stands any more.
    form = {"key": "once-more", "undo": "both"}
    assert director.post(path(evening, "missing/"), form).status_code == 409


def test_undo_leaves_a_board_that_was_changed_since(evening: Evening) -> None:
    director, (one, other) = director_of(evening), left(evening)
    settle(director, evening, all="not_played", key="both")
    rule(section=evening.section, spot=evening.spot(*one), facts={"score": 420},
         entered=evening.entered(*one), actor=evening.actor)  # fmt: skip
    director.post(path(evening, "missing/"), {"key": "back", "undo": "both"})
    assert evening.standing(*one).facts == {"score": 420}
    assert evening.standing(*other).result is None


def test_a_disputed_board_is_settled_by_itself(evening: Evening) -> None:
    director, (one, other) = director_of(evening), left(evening)
    evening.tell(*other, FOUR_SPADES)
    evening.tell(*other, ONE_DOWN, "ew")
    assert settle(director, evening, all="not_played").status_code == 302
    assert evening.standing(*one).facts == {"not_played": True}
    assert evening.standing(*other).state is BoardStage.DISPUTED
    # Where nothing else is missing there is nothing to send.
    page = director.get(path(evening, "missing/")).content.decode()
    assert "settle it by itself" in page and 'name="all"' not in page


def test_after_the_end_nothing_is_undone_before_it_is_reopened(evening: Evening) -> None:
    director = director_of(evening)
    form = filled_in(ask(director, evening))
    director.post(path(evening, "end/"), form | {"all": "not_played"})
    answer = director.post(path(evening, "missing/"), {"key": "x", "undo": form["key"]})
    assert answer.status_code == 409
    assert "Reopen it first" in text_of(answer)


def test_needs_you_leads_to_the_missing_results(evening: Evening) -> None:
    director = director_of(evening)
    table, _board = left(evening)[1]
    # A board of a round that is over, whose result was cleared: no line told of it before.
    for each in left(evening):
        rule(section=evening.section, spot=evening.spot(*each), facts={"score": 420},
             entered=evening.entered(*each), actor=evening.actor)  # fmt: skip
    first = Spot(evening.section.pk, 1, table, evening.room.tables(1)[table - 1].place.boards[0])
    seen = CorrectionEntry(evening.room.standing(first).number, "cleared", "misread")
    take_back(section=evening.section, spot=first, entered=seen, actor=evening.actor)
    page = text_of(director.get(path(evening, "")))
    assert "Needs you (1)" in page
    assert "1 board has no result" in page


@pytest.mark.parametrize(
    ("given", "what", "law"),
    [({"award": "A+/A-"}, "artificial", "12C2"), ({"what": "not_played"}, "not_played", "12C2"),
     ({"what": "fouled"}, "fouled", "87")],
)  # fmt: skip
def test_quick_keys_of_the_corrections_enter_the_log(
    evening: Evening, given: dict[str, str], what: str, law: str
) -> None:
    table, board = left(evening)[1]
    form = {"round": str(evening.event.round), "board": str(board), "key": "quick",
            "seen": str(evening.standing(table, board).number), "reason": "late"}  # fmt: skip
    director = director_of(evening)
    shown = director.post(path(evening, f"table/A{table}/right/"), form | given)
    assert shown.status_code == 200 and not rulings_of(evening.room)
    for _again in range(2):
        answer = director.post(
            path(evening, f"table/A{table}/right/"), form | given | {"save": "1"}
        )
        assert answer.status_code == 302
    (line,) = rulings_of(evening.room)
    assert (line.said["what"], line.said["law"], line.told.reason) == (what, law, "late")


def test_what_is_still_being_played_is_not_missing_yet() -> None:
    evening = Evening()
    evening.play()
    evening.next_round()
    first = evening.table(1).place.boards[0]
    leave_for_later(
        section=evening.section, spot=evening.spot(1, first),
        entered=evening.entered(1, first), actor=evening.actor,
    )  # fmt: skip
    says = text_of(director_of(evening).get(path(evening, "missing/")))
    assert "One board has no result" in says and f"table 1, board {first}: left for later" in says
