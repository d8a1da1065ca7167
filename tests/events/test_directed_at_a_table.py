"""A directed contract at a table without a director: told once the auction is recorded."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubscore.club.access import Actor, Level
from clubscore.club.models import Role
from clubscore.deals.hands import read_deal
from clubscore.events.models import ContestSet, EventHappening, ResultRevision
from clubscore.events.set_table import bring_set, shipped_set
from clubscore.events.visibility import event_of
from clubscore.extras.world.field import standings
from clubscore.extras.world.package import packed, read_package, sign, unpacked
from clubscore.extras.world.packages import Called, make_package
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile
from clubscore.ranking.event import fingerprint
from clubscore.ranking.par import read_task_lines, right_contracts
from clubscore.ranking.tasks import read_tasks
from tests.events.contest_tables import SEATS, FourPlayers
from tests.events.test_contest_tables import text_of
from tests.events.test_pars import bring, contest
from tests.events.world.packages import DAY, LEEDS, YORK
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
# Par of board 1 is three no-trumps by East, of board 2 six spades doubled by East, which goes down.
TASKS = {
    1: "EW bidding 4: 3NT\nEW play 3: 9\nNS defence 3: 8",
    2: "NS lead 5: {lead}\nEW play 2: the king is unblocked",
}
AT_PAR = {"level": "3", "denomination": "NT", "doubling": "0", "declarer": "E", "result": "="}


def a_set() -> EventFile:
    """Today's eight boards; the first has a directed contract, the second a task for the lead."""
    event = shipped_set("duplicate")
    lead = "S" + max(read_deal(event.boards[2].deal or "").hand("S")[0], key="23456789TJQKA".index)
    boards = dict(event.boards)
    for number, lines in TASKS.items():
        tasks = read_tasks(read_task_lines(lines.format(lead=lead)))
        boards[number] = boards[number]._replace(tasks=tasks)
    return replace(event, boards=boards, about={"name": "Directed set"})


@pytest.fixture
def four(house: House) -> FourPlayers:
    """Four people with their phones at a set whose first board has a directed contract."""
    bring_set(club=house.club, event=a_set(), key="s", actor=Actor(Level.PLAYER, house.club))
    player = client_of(house.logins[Role.PLAYER])
    found = FourPlayers(player, house.club, house.people, "Directed set")
    found.come_in(*SEATS)
    return found


def page(four: FourPlayers, seat: str, board: int = 1) -> str:
    return re.sub(r"\s+", " ", text_of(four.phones[seat].get(four.path(f"at/A1/?board={board}"))))


def test_the_auction_is_told_first_and_then_what_to_play(four: FourPlayers) -> None:
    before = four.phones["N"].get(four.path()).content.decode()
    assert "What did the auction reach?" in before
    assert 'id="entry"' not in before and "Passed out" not in before and "Hand to" not in before
    assert "Board 1: your cards" in before, "to bid from"
    assert four.reach(1, "2nt").status_code == 302
    for seat in SEATS:
        text = page(four, seat)
        assert "The auction reached 2NT." in text
        assert "Play 3NT by East. South leads." in text
    assert 'id="entry"' in four.phones["E"].get(four.path()).content.decode()


def test_what_the_right_auction_reached_is_played(four: FourPlayers) -> None:
    four.reach(1, "3NT")
    assert "The auction reached 3NT. Play it." in page(four, "W")
    assert "South leads" not in page(four, "W")


def test_a_result_is_asked_for_its_auction_first(four: FourPlayers) -> None:
    answer = four.tell(1, **AT_PAR)
    assert answer.status_code == 422
    assert "First record what the auction reached." in text_of(answer)
    # What was tapped is still there.
    assert re.search(r'name="level" value="3"\s+checked', answer.content.decode())
    assert not ResultRevision.objects.exists()


def test_the_auction_is_told_once_and_no_director_is_asked_for(four: FourPlayers) -> None:
    four.reach(1, "2NT")
    again = four.reach(1, "3NT", seat="E", key="again")
    assert again.status_code == 409
    assert "already recorded" in text_of(again) and "director" not in text_of(again)
    junk = four.reach(6, "nothing", seat="E", key="junk")
    assert junk.status_code in (409, 422)
    noted = EventHappening.objects.filter(kind=EventHappening.Kind.REACHED)
    assert [each.data["reached"] for each in noted] == ["2NT"]


def test_boards_without_a_directed_contract_are_entered_as_ever(four: FourPlayers) -> None:
    text = four.phones["N"].get(four.path("at/A1/?board=2")).content.decode()
    assert "What did the auction reach?" not in text and 'id="entry"' in text


def test_another_contract_than_the_directed_one_is_asked_about(four: FourPlayers) -> None:
    four.reach(1, "2NT")
    form = {**AT_PAR, "level": "4", "round": "1", "board": "1", "side": "ns", "key": "k"}
    asked = four.phones["N"].post(four.path("at/A1/tell/"), form)
    assert asked.status_code == 422
    text = text_of(asked)
    assert "3 no-trumps by East was to be played, but 4 no-trumps by East" in text
    assert "If that was the result, confirm it." in text and "director" not in text.lower()


def test_the_closed_board_says_what_was_reached_and_who_won_the_points(four: FourPlayers) -> None:
    four.reach(1, "2NT")
    four.tell(1, **AT_PAR)
    confirm = page(four, "E")
    assert "Is that what happened?" in confirm and "The auction reached 2NT." in confirm
    assert "points for tasks" not in confirm and "Par:" not in confirm
    four.agree(1)
    text = page(four, "S")
    assert "Par: −400, 3NT by East" in text
    assert "The auction reached 2 no-trumps. 3 no-trumps by East was to be played instead." in text
    assert "0 of 3 points for tasks" in text, "North-South let nine tricks through"
    assert "3 of 7 points for tasks" in text, "East-West played it, and had not bid it"


def package_of(four: FourPlayers) -> Any:
    actor = Actor(Level.DIRECTOR, four.club)
    made = make_package(event=four.event, called=Called("nobody"), actor=actor)
    return json.loads(made.text)


def test_a_package_takes_the_auction_and_the_lead_along(four: FourPlayers) -> None:
    four.reach(1, "2NT")
    four.close_at(1, AT_PAR)
    lead = a_set().boards[2].tasks[0].leads[0]
    six = {**AT_PAR, "level": "6", "denomination": "S", "doubling": "1", "result": "-1",
           "lead_suit": lead[0], "lead_rank": lead[1]}  # fmt: skip
    four.close_at(2, six)
    told = package_of(four)
    by_board = {each["board"]: each for each in told["results"]}
    assert by_board[1]["reached"] == "2NT" and "lead" not in by_board[1]
    assert by_board[2]["lead"] == lead and "reached" not in by_board[2]
    assert unpacked(packed(told)) == told, "nothing is lost in a code"
    package = read_package(told, a_set())
    ns, ew = sorted(standings(a_set(), [package]), key=lambda one: one.side != "NS")
    assert (ns.tasks, ew.tasks) == (5, 3)


def signed(results: list[dict[str, Any]], key: Any = LEEDS) -> Any:
    return sign(a_set(), results, played=DAY, key=key)  # type: ignore[arg-type]


AS_IT_WAS = {"board": 1, "contract": "3NT", "declarer": "E", "tricks": 9}


@pytest.mark.parametrize(
    "result",
    [
        {**AS_IT_WAS, "reached": "eight spades"},
        {**AS_IT_WAS, "reached": "8S"},
        {**AS_IT_WAS, "reached": "1NU"},
        {**AS_IT_WAS, "lead": "S2"},
        {**AS_IT_WAS, "board": 3, "reached": "2NT"},
        {**AS_IT_WAS, "board": 2, "lead": "no card"},
        {"board": 1, "passed_out": True, "reached": "2NT", "lead": "S2"},
    ],
)
def test_a_package_with_an_auction_or_a_lead_that_cannot_be_is_refused(result: Any) -> None:
    with pytest.raises(RuleError):
        signed([result])


def test_of_equal_sides_the_one_that_had_bid_the_contract_comes_first() -> None:
    had_not = read_package(signed([{**AS_IT_WAS, "reached": "2NT"}]), a_set())
    # As packages of before are: nothing is told of the auction, and what was played counts.
    had = read_package(signed([AS_IT_WAS], YORK), a_set())
    ranked = [(one.package.key, one.tasks) for one in standings(a_set(), [had_not, had])
              if one.side == "EW"]  # fmt: skip
    assert ranked == [(had.key, 7), (had_not.key, 3)]


def test_the_ranking_and_the_boards_page_say_it(four: FourPlayers) -> None:
    four.reach(1, "2NT")
    four.close_at(1, AT_PAR)
    package_of(four)
    kept = four.kept.pk
    ranking = text_of(four.phones["N"].get(f"/world/{kept}/"))
    assert "tasks" in ranking and "more points for tasks a board comes first" in ranking
    board = text_of(four.phones["N"].get(f"/world/{kept}/board/1/"))
    assert "the auction reached 2 no-trumps" in board
    assert "Directed contract: 3 no-trumps by East, played where the auction missed it." in board


def test_a_set_without_tasks_has_no_column_for_them(house: House) -> None:
    player = client_of(house.logins[Role.PLAYER])
    plain = FourPlayers(player, house.club, house.people, "Eight boards of today")
    plain.come_in(*SEATS)
    plain.close(1)
    package_of(plain)
    ranking = text_of(plain.phones["N"].get(f"/world/{plain.kept.pk}/"))
    assert "below par" in ranking and "tasks" not in ranking


def test_a_result_that_waited_brings_its_auction_and_the_first_one_stands(
    four: FourPlayers,
) -> None:
    late = {**AT_PAR, "round": "1", "board": "1", "side": "ns", "table": "A1", "key": "late",
            "reached": "2nt"}  # fmt: skip
    assert four.phones["N"].post(four.path("waiting/"), late).status_code == 200
    other = {**late, "side": "ew", "key": "late-2", "reached": "3NT"}
    assert four.phones["E"].post(four.path("waiting/"), other).status_code == 200
    assert [*four.room.reached.values()] == ["2NT"]
    assert not four.room.calls, "no director is called"
    assert "3 of 7 points for tasks" in page(four, "W")


def test_a_phone_out_of_touch_asks_for_the_auction_and_keeps_what_is_directed(
    four: FourPlayers,
) -> None:
    def ahead(seat: str) -> Any:
        html = four.phones[seat].get(four.path()).content.decode()
        found = re.search(r'<script id="ahead" type="application/json">(.*?)</script>', html)
        assert found
        return json.loads(found[1])["places"][0]["boards"]

    before = ahead("W")
    assert [each["asks_bid"] for each in before[:2]] == [True, False]
    assert "by East" not in json.dumps(before)
    four.reach(1, "2NT")
    after = ahead("W")
    assert after[0]["directed"] == "Play 3 no-trumps by East. South leads."
    assert not after[0]["asks_bid"]


def test_tasks_are_of_a_sets_name() -> None:
    assert fingerprint(a_set()) != fingerprint(shipped_set("duplicate"))


def test_a_director_writes_a_directed_contract_and_publishes_the_set(house: House) -> None:
    """From an event's Par page to the sets to play; once there it stays as it came."""
    director = client_of(house.logins[Role.DIRECTOR])
    evening = contest(club=house.club)
    bring(evening)
    par = f"/event/{evening.event.pk}/par/1/"
    form = director.get(par).content.decode()
    given = dict(re.findall(r'name="(score|contract|declarer|seen|key)"[^>]*value="([^"]*)"', form))
    told = {**given, "contract": "2D", "declarer": "N", "tasks": "NS bidding 5: 2D 3D",
            "commentary": "Bid it.", "reason": "set"}  # fmt: skip
    assert director.post(par, told).status_code == 302
    file = director.get(f"/event/{evening.event.pk}/par/set.json")
    assert file.status_code == 200
    content = b"".join(file.streaming_content) if file.streaming else file.content
    chosen = {"bring": "1", "key": "file", "file": SimpleUploadedFile("set.json", content)}
    page = director.post("/contests/", chosen)
    assert page.status_code == 200 and "with directed contracts" in text_of(page)
    (kept,) = ContestSet.objects.all()
    assert right_contracts(event_of(kept).boards[1]) == {"2D", "3D"}
    before = kept.text
    told |= {"tasks": "NS bidding 9: 2D", "key": "later", "reason": "misread"}
    told["seen"] = re.findall(r'name="seen" value="([^"]*)"', director.get(par).content.decode())[0]
    assert director.post(par, told).status_code == 302
    assert ContestSet.objects.get().text == before
