"""An event's boards: cards laid in, changed, taken away; who sees them when."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused, new_key
from clubscore.deals.hands import DealtBoard, made_boards, read_deal, usual_board
from clubscore.deals.pbn import pbn_of_boards
from clubscore.events.boards import (
    SeenBoards,
    Source,
    last_seen,
    make_boards,
    set_boards,
    take_cards_away,
)
from clubscore.events.directing import show_ranking
from clubscore.events.export import event_to_send
from clubscore.events.finishing import finish
from clubscore.events.history import HistoryFilter, history_of
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import BoardRevision, DoubleDummy, EventHappening
from clubscore.events.state import room_of
from clubscore.events.visibility import closed_boards, deals_seen
from clubscore.ranking import read_event
from tests.deals.packs import TEXT
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, text_of
from tests.events.whole_event import WHOLE
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
DEAL = read_deal(TEXT)


def seen(evening: Evening, reason: str = "", key: str = "") -> SeenBoards:
    """What the director has before him now."""
    return SeenBoards(last_seen(evening.room.boards.values()), key or new_key(), reason)


def lay(evening: Evening, *boards: DealtBoard, reason: str = "", key: str = "") -> int:
    """Type boards."""
    return set_boards(
        event=evening.event,
        boards=boards,
        source=Source.TYPED,
        seen=seen(evening, reason, key),
        actor=evening.actor,
    )


def make(evening: Evening, *, is_sorted: bool = False, anew: bool = False) -> int:
    """Deal all boards by the program."""
    numbers = [board for plan in evening.room.plans.values() for board in plan.boards]
    return make_boards(
        event=evening.event, numbers=numbers, is_sorted=is_sorted, anew=anew,
        seen=seen(evening), actor=evening.actor,
    )  # fmt: skip


def test_a_board_keeps_every_hand_it_was_given() -> None:
    evening = Evening(6)
    assert lay(evening, usual_board(2, DEAL)) == 1
    again = DealtBoard(2, DEAL, "S", "both")
    assert lay(evening, again) == 1
    assert lay(evening, again) == 0
    board = evening.room.boards[2]
    assert (board.dealt, board.revision) == (again, 2)
    assert [each.dealer for each in board.revisions] == ["E", "S"]


def test_the_same_form_twice_counts_once() -> None:
    evening = Evening(6)
    for _time in range(2):
        set_boards(
            event=evening.event, boards=[usual_board(1, DEAL)], source=Source.TYPED,
            seen=SeenBoards(0, "once"), actor=evening.actor,
        )  # fmt: skip
    assert BoardRevision.objects.count() == 1


def test_whoever_comes_second_is_told_and_nothing_is_written_over() -> None:
    evening = Evening(6)
    early = seen(evening)
    lay(evening, usual_board(1, DEAL))
    with pytest.raises(Refused, match="The boards were changed by someone else"):
        set_boards(
            event=evening.event, boards=made_boards([1]), source=Source.MADE, seen=early,
            actor=evening.actor,
        )  # fmt: skip
    assert evening.room.boards[1].deal == DEAL


def test_the_program_deals_what_has_no_cards() -> None:
    evening = Evening(6)
    lay(evening, usual_board(1, DEAL))
    count = make(evening)
    boards = evening.room.boards
    assert count == len(boards) - 1
    assert boards[1].deal == DEAL
    assert make(evening) == 0
    assert make(evening, is_sorted=True, anew=True) == len(boards)
    assert {each.last.source for each in evening.room.boards.values() if each.last} == {"sorted"}


def test_cards_of_a_board_that_was_played_change_with_a_reason_only() -> None:
    evening = Evening(4, kind="howell", winners=1)
    make(evening)
    evening.play()
    played = evening.table(1).place.boards[0]
    kept = evening.room.boards[played].deal
    assert make(evening, anew=True) > 0
    assert evening.room.boards[played].deal == kept
    with pytest.raises(Refused, match=f"Board {played} has already been played"):
        lay(evening, usual_board(played, DEAL))
    assert lay(evening, usual_board(played, DEAL), reason="duplicated wrongly") == 1
    assert evening.room.boards[played].revisions[-1].reason == "duplicated wrongly"


def test_cards_are_taken_away_and_stay_in_the_history() -> None:
    evening = Evening(6)
    lay(evening, usual_board(1, DEAL))
    take_cards_away(event=evening.event, board=1, seen=seen(evening), actor=evening.actor)
    board = evening.room.boards[1]
    assert not board.has_cards
    assert board.revisions[0].deal == TEXT
    with pytest.raises(Refused, match="has no cards"):
        take_cards_away(event=evening.event, board=1, seen=seen(evening), actor=evening.actor)


def test_where_nothing_is_left_to_deal_the_page_says_so() -> None:
    evening = Evening(6)
    make(evening)
    now = last_seen(evening.room.boards.values())
    form = {"pack": "shuffled", "seen": str(now), "key": "again"}
    answer = director_of(evening).post(path(evening, "boards/make/"), form)
    assert answer.status_code == 422
    assert "Nothing was dealt: every board has cards or has been played." in text_of(answer)


def test_a_board_scores_as_it_was_made() -> None:
    evening = Evening(6)
    lay(evening, DealtBoard(1, DEAL, "N", "both"))
    table = next(each for each in evening.room.tables() if 1 in each.place.boards)
    evening.tell(table.number, 1, {"contract": "4S", "declarer": "S", "tricks": 10})
    result = event_to_send(evening.event)
    assert result.boards[1].deal == TEXT
    assert result.results[0].score == 620


def test_the_history_tells_who_laid_cards_in_and_never_which() -> None:
    evening = Evening(6)
    make(evening)
    lay(evening, usual_board(2, DEAL), reason="as in 1917")
    of_board = [
        (line.what, line.reason) for line in history_of(evening.room, HistoryFilter(board=2))
    ]
    assert of_board[0] == ("cards entered by hand, board 2", "as in 1917")
    assert of_board[1][0].startswith("cards dealt by the program, boards 1, 2, 3")
    noted = EventHappening.objects.filter(kind=EventHappening.Kind.BOARDS)
    assert not any("." in str(each.data) for each in noted)


def who(evening: Evening, level: Level) -> Actor:
    """Somebody of the club."""
    return Actor(level=level, club=evening.club)


def test_nobody_but_the_director_sees_a_card_before_the_board_is_closed() -> None:
    evening = Evening(6)
    make(evening)
    others = [who(evening, level) for level in (Level.TABLE, Level.PLAYER, Level.SCORER)]
    show_ranking(event=evening.event, shown=True, key=new_key(), actor=evening.actor)
    evening.play()
    for other in others:
        assert deals_seen(other, evening.room) == {}
        assert not any(each.deal for each in event_to_send(evening.event, other).boards.values())
    assert len(deals_seen(evening.actor, evening.room)) == len(evening.room.boards)
    for _round in range(evening.room.rounds - 1):
        evening.next_round()
        evening.play()
    every = set(evening.room.boards)
    assert closed_boards(evening.room) == every
    for other in others:
        assert set(deals_seen(other, evening.room)) == every


def test_a_hidden_ranking_or_the_clubs_wish_hides_cards_until_the_end() -> None:
    evening = Evening(4, kind="howell", winners=1)
    make(evening)
    for number in range(evening.room.rounds):
        if number:
            evening.next_round()
        evening.play()
    player = who(evening, Level.PLAYER)
    assert deals_seen(player, evening.room) == {}
    show_ranking(event=evening.event, shown=True, key=new_key(), actor=evening.actor)
    evening.club.results_open = False
    evening.club.save()
    assert deals_seen(player, evening.room) == {}
    finish(event=evening.event, final_at=clock.now(), key=new_key(), actor=evening.actor)
    assert set(deals_seen(player, evening.room)) == set(evening.room.boards)


def test_players_find_the_hands_beside_the_ranking_once_they_may(house: House) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    make(evening)
    show_ranking(event=evening.event, shown=True, key=new_key(), actor=evening.actor)
    player = client_of(house.logins["player"])
    page, record = (
        reverse("event-ranking", args=[evening.event.pk]),
        reverse("event-cards-text", args=[evening.event.pk, "hand-records"]),
    )
    assert "Hand records" not in player.get(page).content.decode()
    assert player.get(record).status_code == 409
    for number in range(evening.room.rounds):
        if number:
            evening.next_round()
        evening.play()
    assert "Hand records" in player.get(page).content.decode()
    assert "Board 1\nNorth deals" in player.get(record).content.decode()
    board = player.get(reverse("event-board", args=[evening.event.pk, 1])).content.decode()
    assert "North deals, none vulnerable" in board


def test_hand_records_and_pbn_have_double_dummy_once_it_is_worked_out(house: House) -> None:
    evening = Evening(6, club=house.club)
    lay(evening, usual_board(1, DEAL), *made_boards([2]))
    # Spades to clubs and no trumps, North to West each.
    DoubleDummy.objects.create(deal=TEXT, tricks="5757" + "7676" + "4949" + "5858" + "6767")
    client = client_of(house.logins["director"])
    text = client.get(
        reverse("event-cards-text", args=[evening.event.pk, "hand-records"])
    ).content.decode()
    first, second = text.split("Board 2\n")
    assert "double dummy" in first
    assert "Par: " in first
    assert "double dummy" not in second
    out = client.get(reverse("event-boards-out", args=[evening.event.pk, "pbn"])).content.decode()
    assert out.count("DoubleDummyTricks") == 1
    pdf = client.get(reverse("event-cards-pdf", args=[evening.event.pk, "hand-records"]))
    assert pdf.content.startswith(b"%PDF")


def test_the_hands_of_a_told_event_open_with_its_ranking() -> None:
    evening = Evening(4, kind="")
    whole = WHOLE | {"boards": [{"number": 1, "deal": TEXT}, *WHOLE["boards"][1:]]}
    told = bring_in_event(
        club=evening.club, told=read_event(whole), source=FileSource("a.json"), actor=evening.actor
    )
    player = who(evening, Level.PLAYER)
    assert deals_seen(player, room_of(told)) == {}
    assert deals_seen(evening.actor, room_of(told))[1].deal == DEAL
    show_ranking(event=told, shown=True, key=new_key(), actor=evening.actor)
    told.refresh_from_db()
    assert set(deals_seen(player, room_of(told))) == {1}


def test_after_the_correction_period_nothing_changes() -> None:
    evening = Evening(4, kind="howell", winners=1)
    evening.play()
    for _round in range(evening.room.rounds - 1):
        evening.next_round()
        evening.play()
    finish(event=evening.event, final_at=clock.now(), key=new_key(), actor=evening.actor)
    with pytest.raises(Refused, match="final"):
        make(evening)


def test_the_director_types_checks_and_goes_on(house: House) -> None:
    evening = Evening(6, club=house.club)
    client = client_of(house.logins["director"])
    page = reverse("event-board-cards", args=[evening.event.pk, 1])
    typed = dict(zip("NESW", TEXT[2:].split(), strict=True)) | {"W": ""}
    form = {"dealer": "N", "vulnerable": "none", "seen": "0", "key": "typed"}
    checked = client.post(page, {**form, **typed, "check": "1"}).content.decode()
    assert "All 52 cards are there." in checked
    assert "filled in" in checked
    wrong = client.post(page, {**form, **typed, "S": "Q2.A75.T85.Q854"})
    assert wrong.status_code == 422
    assert "South has 12 cards and needs 13." in wrong.content.decode()
    assert "Q2.A75.T85.Q854" in wrong.content.decode()
    part = client.post(reverse("event-board-check", args=[evening.event.pk, 1]), {"N": "AK.QJ"})
    assert "A hand must list its four suits" in part.content.decode()
    answer = client.post(page, {**form, **typed})
    assert answer["Location"] == reverse("event-board-cards", args=[evening.event.pk, 2])
    turned = {**form, **typed, "N": TEXT[2:].split()[1], "E": TEXT[2:].split()[0], "key": "x"}
    late = client.post(page, turned)
    assert late.status_code == 409
    assert "AT4.9.AQJ94.JT93" in late.content.decode()
    assert client.get(page).status_code == 200
    assert evening.room.boards[1].deal == DEAL
    # Sent from the page that says so, it has been looked at.
    assert (wrong.context["key"], wrong.context["seen"]) == ("typed", "0")
    assert late.context["key"] != "x"
    looked = {name: late.context[name] for name in ("key", "seen")}
    assert client.post(page, turned | looked).status_code == 302
    assert evening.room.boards[1].deal != DEAL


def test_cards_are_laid_in_before_there_is_a_movement(house: House) -> None:
    evening = Evening(4, kind="", club=house.club)
    client = client_of(house.logins["director"])
    page = reverse("event-boards", args=[evening.event.pk])
    assert "No boards yet." in client.get(page).content.decode()
    deal = reverse("event-boards-make", args=[evening.event.pk])
    for count in ("", "0", "401", "x"):
        refused = client.post(deal, {"count": count, "seen": "0"})
        assert refused.status_code == 422
        assert "choose 1 to 400" in refused.content.decode()
    client.post(deal, {"count": "3", "pack": "sorted", "seen": "0", "key": "first"})
    client.post(deal, {"count": "3", "pack": "sorted", "seen": "0", "key": "first"})
    assert {*evening.room.boards} == {1, 2, 3}
    assert "3 of 3 with cards" in client.get(page).content.decode()
    late = client.post(deal, {"count": "5", "seen": "0", "key": "late"})
    assert late.status_code == 409
    assert client.get(reverse("event-board-cards", args=[evening.event.pk, 9])).status_code == 200


def test_a_file_is_shown_before_it_is_recorded(house: House) -> None:
    evening = Evening(6, club=house.club)
    client = client_of(house.logins["director"])
    boards = made_boards([1, 2, 3, 99])
    content = pbn_of_boards(boards)
    look = reverse("event-boards-file", args=[evening.event.pk])
    shown = client.post(look, {"file": SimpleUploadedFile("eve.pbn", content)})
    assert "Not in play, left out: 99" in shown.content.decode()
    assert evening.room.boards == {}
    broken = client.post(look, {"file": SimpleUploadedFile("eve.pbn", content[:-40])})
    assert broken.status_code == 200
    assert "passed over" in broken.content.decode()
    assert "Board 3" in broken.content.decode() and 'name="boards"' in broken.content.decode()
    twice = content + pbn_of_boards(made_boards([2]))
    blocked = client.post(look, {"file": SimpleUploadedFile("eve.pbn", twice)})
    assert blocked.status_code == 422
    assert "Nothing was recorded" in blocked.content.decode()
    assert 'name="boards"' not in blocked.content.decode()
    many = SimpleUploadedFile("many.pbn", pbn_of_boards(made_boards(range(1, 402))))
    assert "Too many boards in the file: 401" in client.post(look, {"file": many}).content.decode()
    carried = {"boards": shown.context["carried"], "seen": "0", "source": "eve.pbn", "key": "file"}
    client.post(reverse("event-boards-bring", args=[evening.event.pk]), carried)
    found = evening.room.boards
    assert {n: each.dealt for n, each in found.items()} == {b.number: b for b in boards[:3]}
    assert found[1].last is not None
    assert (found[1].last.source, found[1].last.file) == ("file", "eve.pbn")
    late = client.post(
        reverse("event-boards-bring", args=[evening.event.pk]), carried | {"key": "2"}
    )
    assert late.status_code == 409
    out = client.get(reverse("event-boards-out", args=[evening.event.pk, "pbn"]))
    assert [b.dealt for b in found.values()] == list(boards[:3])
    assert b'[Board "3"]' in out.content
    player = client_of(house.logins["player"])
    refused = player.get(reverse("event-boards-out", args=[evening.event.pk, "pbn"]))
    assert refused.status_code == 409
