"""Double dummy in the background, the par of an event's boards, and a par contest to its winner."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

import clubscore
from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused, new_key
from clubscore.deals import double_dummy as solver
from clubscore.deals.hands import read_deal
from clubscore.events import par_tables as double_dummy_tables
from clubscore.events.boards import SeenBoards
from clubscore.events.directing import show_ranking
from clubscore.events.export import event_to_send
from clubscore.events.finishing import finish
from clubscore.events.models import Event, ParRevision
from clubscore.events.movement import offers
from clubscore.events.par_tables import last_par, progress_of, tables_of, want, work_off
from clubscore.events.pars import (
    KIND,
    approve_pars,
    bring_par_set,
    par_boards,
    par_seen,
    set_pars,
    work_out,
)
from clubscore.events.rankings import Lists, SideBySide
from clubscore.files.event_file import answer_event
from clubscore.jobs.worker import do, take
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_boards
from tests.events.evenings import Evening
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SET = json.loads(
    (Path(__file__).resolve().parents[2] / "docs/examples/par-set-of-eight.json").read_text()
)
BOARDS = read_boards(SET["boards"])
DEALS = {number: read_deal(board.deal or "") for number, board in BOARDS.items()}
TABLES = dict(
    zip(
        (deal.pbn() for deal in DEALS.values()),
        (
            "65659494c0c0c0c07070", "b1b18484575758587393", "b1b1a3a3767658585454",
            "6766b2b2b0c05565a2b2", "0d0d1b1b67673a3a1b1b", "67672b2b585875756767",
            "2a2a66662b2b67674848", "2b2b3939393985858585",
        ),
        strict=True,
    )
)  # fmt: skip


@pytest.fixture(autouse=True)
def known_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """What DDS says of these deals, without asking it each time; nothing runs by itself."""

    def solved(deals: Any, batch: int, threads: int) -> Any:
        yield from (solver.read(TABLES[deal.pbn()]) for deal in deals)

    monkeypatch.setattr(double_dummy_tables, "solved", solved)


def contest(pairs: int = 4, boards: int = 4, **more: Any) -> Evening:
    """A par contest of eight boards by auction, its first round begun."""
    evening = Evening(pairs, boards=boards, starts=False, **more)
    Event.objects.filter(pk=evening.event.pk).update(scoring="par", game="duplicate-auction")
    evening.next_round()
    return evening


def seen(evening: Evening, reason: str = "", key: str = "") -> SeenBoards:
    return SeenBoards(last_par(evening.room.pars.values()), key or new_key(), reason)


def bring(evening: Evening, key: str = "") -> int:
    return bring_par_set(
        event=evening.event, boards=BOARDS.values(), name="eight.json",
        seen=seen(evening, key=key), actor=evening.actor,
    )  # fmt: skip


def give(evening: Evening, board: int, facts: dict[str, Any], reason: str = "") -> int:
    return set_pars(
        event=evening.event, pars={board: facts}, source=ParRevision.Source.GIVEN,
        seen=seen(evening, reason), actor=evening.actor,
    )  # fmt: skip


def test_tables_are_worked_out_once_and_kept_by_the_deal() -> None:
    deals = [DEALS[1], DEALS[2]]
    assert progress_of(deals) is None
    want(deals)
    want([DEALS[1]])
    assert progress_of(deals) == (0, 2, "")
    said: list[tuple[int, int]] = []
    assert work_off(deals, lambda done, total: said.append((done, total))) == 2
    assert said == [(1, 2), (2, 2)]
    assert progress_of(deals) == (2, 2, "")
    assert tables_of(deals)[DEALS[1].pbn()]["D"]["N"] == 12
    want(deals)
    assert work_off(deals) == 0


def test_what_goes_wrong_is_told_and_tried_again_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(deals: Any, batch: int, threads: int) -> Any:
        yield solver.read(TABLES[deals[0].pbn()])
        raise RuleError("double-dummy-broke", "It broke off.")

    deals = [DEALS[1], DEALS[2]]
    want(deals)
    with monkeypatch.context() as broken:
        broken.setattr(double_dummy_tables, "solved", breaks)
        assert work_off(deals) == 1
    far = progress_of(deals)
    assert far == (1, 2, "It broke off.") and not far.waits
    want(deals)
    assert work_off(deals) == 1


def test_what_was_worked_out_is_approved_and_commentary_stays() -> None:
    evening = contest()
    bring(evening)
    give(evening, 3, {"commentary": "Ten tricks."})
    want(DEALS.values())
    work_off(DEALS.values())
    approved = approve_pars(
        event=evening.event, boards=[3], seen=seen(evening), actor=evening.actor
    )
    assert approved == 1
    now = {board.number: board for board in par_boards(evening.room)}
    assert now[3].par == BOARDS[3].par and now[3].commentary == "Ten tricks."
    assert evening.room.pars[3].revisions[-1].source == "approved"


def test_the_same_set_twice_counts_once_and_two_directors_are_told() -> None:
    evening = contest()
    assert bring(evening, key="once") == 8
    assert bring(evening, key="once") == 0
    before = seen(evening)
    give(evening, 1, {"par": {"score": 300}})
    with pytest.raises(Refused, match="changed by someone else"):
        set_pars(
            event=evening.event, pars={1: {"par": {"score": 310}}}, source="given",
            seen=before, actor=evening.actor,
        )  # fmt: skip
    assert evening.room.pars[1].facts["par"] == {"score": 300}


def test_another_par_of_a_board_that_was_played_wants_a_reason() -> None:
    evening = contest()
    bring(evening)
    evening.play()
    with pytest.raises(Refused, match="Give a reason"):
        give(evening, 1, {"par": {"score": 300}})
    assert give(evening, 1, {"par": {"score": 300}}, reason="misprint") == 1


def test_facts_that_cannot_be_are_refused_whole() -> None:
    evening = contest()
    with pytest.raises(RuleError, match="whole number"):
        give(evening, 1, {"par": {"score": "much"}})
    assert not ParRevision.objects.exists()


def test_commentary_opens_with_the_cards() -> None:
    evening = contest()
    bring(evening)
    player = Actor(level=Level.PLAYER, club=evening.club)

    def said() -> dict[str, Any]:
        lists = Lists(evening.room)
        cards = {b.number: b.dealt for b in evening.room.boards.values()}[1]
        closed = evening.event.finished_at is None
        return par_seen(player, evening.room, lists.scorer.boards[1], None if closed else cards)

    assert said() == {}
    evening.play()
    evening.next_round()
    evening.play()
    finish(event=evening.event, final_at=clock.now(), key="end", actor=evening.actor)
    assert "Twelve tricks" in said()["commentary"]
    assert said()["par"].startswith("+280")


def auction(contract: str, declarer: str, tricks: int, **honours: int) -> dict[str, Any]:
    told = {"contract": contract, "declarer": declarer, "tricks": tricks}
    return told | ({"honours": honours} if honours else {})


def at_par(number: int) -> dict[str, Any]:
    """The best result of a board, honours as the cards lie."""
    par = BOARDS[number].par
    assert par is not None and par.contract and par.declarer
    suit = par.contract.lstrip("1234567").rstrip("X")
    table = solver.read(TABLES[DEALS[number].pbn()])
    assert table is not None
    held = {
        seat: sum(card in "AKQJT" for card in DEALS[number].hand(seat)["SHDC".index(suit)])
        if suit != "NT"
        else sum("A" in holding for holding in DEALS[number].hand(seat))
        for seat in "NESW"
    }
    return auction(par.contract, par.declarer, table[suit][par.declarer], **held)


def test_a_contest_of_eight_boards_by_auction_from_file_to_winner() -> None:
    """Pair 1 always reaches par; pair 3 (E-W) wins two tricks too many for its adversaries."""
    evening = contest()
    bring(evening)
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    for _round in range(2):
        for table in evening.room.tables():
            for board in table.place.boards:
                facts = at_par(board)
                if table.place.ns == 2:
                    facts = facts | {"tricks": max(0, facts["tricks"] - 3)}
                for side in ("ns", "ew"):
                    evening.tell(table.number, board, facts, side)
        if evening.event.round == 1:
            evening.next_round()
    lists = Lists(evening.room)
    north_south, _east_west = lists.rankings
    assert lists.score_word == "Losses"
    assert [(row.place, row.key, row.score) for row in north_south.rows] == [
        ("1", "1", "0"),
        ("2", "2", "4"),
    ]
    assert "pars 8" in north_south.rows[0].more
    # Pair 2 as declarer lost its four boards; on the other four East-West fell below their par.
    statuses = [row.status for row in lists.traveller(1)]
    assert sorted(statuses) == ["NS below par", "par"]
    answer = answer_event(json.loads(event_to_send(evening.event).written()))
    assert answer["rankings"][0]["rows"][0]["contestant"] == "1"


@pytest.mark.parametrize(("pairs", "rounds"), [(4, 2), (8, 4), (7, 4)])
def test_the_movement_for_a_prepared_set_plays_just_its_boards(pairs: int, rounds: int) -> None:
    evening = Evening(pairs, kind="")
    bring(evening)
    first = offers(evening.event, pairs)[0]
    assert first.why == "for the 8 prepared boards"
    movement = first.movement
    assert (movement.sets * movement.boards_per_set, movement.rounds) == (8, rounds)


def test_boards_without_a_par_are_not_counted_and_break_nothing() -> None:
    evening = contest()
    give(evening, 1, {"par": {"score": 0}})
    evening.play({"passed_out": True})
    lists = Lists(evening.room)
    assert lists.boards == [1]
    assert lists.scorer.without_par == [2, 3, 4, 5, 6, 7, 8]


def test_any_evening_is_ranked_by_the_par_that_was_worked_out_beside_its_own_way() -> None:
    evening = contest()
    bring(evening)
    Event.objects.filter(pk=evening.event.pk).update(scoring="matchpoints")
    set_pars(
        event=evening.event, pars={number: {} for number in BOARDS}, source="given",
        seen=seen(evening), actor=evening.actor,
    )  # fmt: skip
    evening.play()
    without = SideBySide(Lists(evening.room))
    assert [name for name, _why in without.left_out] == ["Par"]
    want(DEALS.values())
    work_off(DEALS.values())
    found = SideBySide(Lists(evening.room))
    assert found.left_out == [] and "Par" in [way.name for way in found.ways]


@pytest.fixture
def event(house: House) -> Evening:
    # The director does not play: they see every par.
    return contest(club=house.club, people=(*house.people[:3],))


def page(client: Client, name: str, evening: Evening, *more: Any) -> Any:
    return client.get(reverse(name, args=[evening.event.pk, *more]))


def test_a_prepared_set_is_looked_at_and_then_brought(house: House, event: Evening) -> None:
    director = client_of(house.logins["director"])
    file = SimpleUploadedFile("eight.json", json.dumps(SET).encode())
    url = reverse("event-par-file", args=[event.event.pk])
    shown = director.post(url, {"file": file})
    text = shown.content.decode()
    assert "North–South: 938. East–West: 962." in text and not ParRevision.objects.exists()
    assert "These pars are for another game" not in text
    other = SimpleUploadedFile("eight.json", json.dumps(SET | {"game": "auction"}).encode())
    assert "These pars are for another game" in director.post(url, {"file": other}).content.decode()
    carried = shown.context["carried"]
    url = reverse("event-par-bring", args=[event.event.pk])
    given = {"boards": carried, "key": "k", "seen": "0", "source": "eight.json"}
    assert director.post(url, given).status_code == 302
    text = page(director, "event-pars", event).content.decode()
    assert "1900 points" in text and "both sides have the same chances" in text
    out = json.loads(page(director, "event-par-out", event).content)
    assert out["boards"] == SET["boards"]


def test_a_set_that_ships_goes_in_and_out_with_its_reasons_and_lines() -> None:
    shipped = Path(clubscore.__file__).parent / "events/sets" / "duplicate.json"
    boards = json.loads(shipped.read_text())["boards"]
    evening = contest()
    known = read_boards(boards)
    bring_par_set(
        event=evening.event, boards=known.values(), name="duplicate.json", seen=seen(evening),
        actor=evening.actor,
    )  # fmt: skip
    kept = {board.number: board for board in par_boards(evening.room)}
    assert {number: board.par for number, board in kept.items()} == {
        number: board.par for number, board in known.items()
    }
    par = kept[1].par
    assert par is not None and par.reason is not None and len(par.play) == 52


def test_players_read_losses_statuses_and_what_is_not_counted(house: House, event: Evening) -> None:
    director = client_of(house.logins["director"])
    give(event, 1, {"par": {"score": 420}})
    event.play()
    text = page(director, "event-ranking", event).content.decode()
    assert "Losses" in text and "Not counted, because they have no par: boards 2, 3" in text
    assert "NS below par" in page(director, "event-board", event, 1).content.decode()
    keys = [row.key for one in Lists(event.room).rankings for row in one.rows if row.boards]
    assert "below par" in page(director, "event-pair", event, keys[0]).content.decode()
    assert (
        reverse("event-pars", args=[event.event.pk])
        in page(director, "event", event).content.decode()
    )


@pytest.mark.parametrize("content", [b"", b"no json", b"[]", b'{"format": "clubscore-event/1"}'])
def test_a_file_that_is_no_set_is_refused_in_words(
    house: House, event: Evening, content: bytes
) -> None:
    director = client_of(house.logins["director"])
    file = SimpleUploadedFile("set.json", content)
    answer = director.post(reverse("event-par-file", args=[event.event.pk]), {"file": file})
    assert answer.status_code == 422 and answer.context["problems"][0].text


def test_the_page_says_where_there_is_no_double_dummy(
    house: House, event: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with Python 3.14, or installed without it: everything else goes on."""

    def nothing(deals: Any, batch: int, threads: int) -> Any:
        raise RuleError("no-double-dummy", solver.NO_PROGRAM)
        yield

    director = client_of(house.logins["director"])
    bring(event)
    director.post(reverse("event-par-work", args=[event.event.pk]))
    monkeypatch.setattr(double_dummy_tables, "solved", nothing)
    job = take("a worker")
    assert job is not None
    do(job, {KIND: work_out})
    said = page(director, "event-pars", event)
    assert (said.status_code, solver.NO_PROGRAM in said.content.decode()) == (200, True)


def test_par_is_worked_out_approved_and_put_right_on_the_pages(
    house: House, event: Evening
) -> None:
    director = client_of(house.logins["director"])
    pk = event.event.pk
    assert director.post(reverse("event-par-work", args=[pk])).status_code == 422
    bring(event)
    assert director.post(reverse("event-par-work", args=[pk])).status_code == 302
    assert (
        "Deals worked out: 0 of 8" in page(director, "event-par-progress", event).content.decode()
    )
    job = take("a worker")
    assert job is not None and (job.kind, job.club) == (KIND, event.club)
    do(job, {KIND: work_out})
    done = page(director, "event-par-progress", event)
    assert done["HX-Refresh"] == "true"
    text = page(director, "event-pars", event).content.decode()
    assert re.search(r"\+280, 2<svg[^@]{,200}diamonds</span> by North or South", text)
    given = {
        "score": "−360", "contract": "3s", "declarer": "E", "note": "", "commentary": "New.",
        "tasks": "EW play 5: 13", "key": "g", "seen": last_par(event.room.pars.values()),
    }  # fmt: skip
    url = reverse("event-par", args=[pk, 5])
    assert director.post(url, given).status_code == 302
    board = event.room.pars[5].board
    assert (board.par or ())[:3] == (-360, "3S", "E")
    assert board.commentary == "New." and board.tasks[0].least_tricks == 13
    wrong = director.post(url, given | {"tasks": "nonsense", "key": "h"})
    assert wrong.status_code == 422 and "line 1" in wrong.content.decode()
    assert "New." in wrong.content.decode()


def test_the_director_ticks_tasks_and_corrections_keep_them(house: House, event: Evening) -> None:
    director = client_of(house.logins["director"])
    bring(event)
    event.play()
    event.next_round()
    table = next(each for each in event.room.tables() if 6 in each.place.boards)
    facts = auction("4H", "E", 11)
    for side in ("ns", "ew"):
        event.tell(table.number, 6, facts, side)
    text = page(director, "event-par", event, 6).content.decode()
    assert "North gives South his ruff" in text and "EW 10" in text
    standing = event.standing(table.number, 6)
    given = {
        "spot": f"{event.section.pk}-2-{table.number}-6", "seen": standing.number, "key": "t",
        "ticked": ["4"], "reached": "3nt",
    }  # fmt: skip
    url = reverse("event-par-ticks", args=[event.event.pk, 6])
    assert director.post(url, given).status_code == 302
    standing = event.standing(table.number, 6)
    assert standing.facts == facts | {"ticked": [4], "reached": "3NT"}
    text = page(director, "event-par", event, 6).content.decode()
    assert "NS 7, EW 6" in text
    # Tasks that change afterwards break nothing.
    give(event, 6, {"par": {"score": -181}}, reason="no tasks after all")
    assert 6 in Lists(event.room).boards
