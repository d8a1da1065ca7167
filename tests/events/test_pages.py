"""The pages of the duplicate room, as plain forms: what each shows and what each records."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club import clock
from clubscore.club.models import Person, Role, User
from clubscore.events.board_state import BoardStage
from clubscore.events.boards import SeenBoards, make_boards
from clubscore.events.directing import call_director, choose_movement, show_ranking
from clubscore.events.models import Event, ResultRevision
from clubscore.events.phones import let_phones_in, links_of, share, share_of
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening, make
from tests.house import client_of, make_user

pytestmark = [pytest.mark.django_db]
FORM = {"level": "4", "denomination": "S", "doubling": "0", "declarer": "S", "result": "="}


def director_of(evening: Evening) -> Client:
    """Return the browser of the club's director."""
    found = evening.club.memberships.filter(role=Role.DIRECTOR).first()
    return client_of(found.user if found else make_user(evening.club, "host", Role.DIRECTOR))


def phone_of(evening: Evening, table: int, person: Any = "") -> Client:
    """Return a phone let in at a table by its code, as the table's or as somebody's own."""
    let_phones_in(section=evening.section, key=f"codes-{table}", actor=evening.actor)
    link = links_of(evening.section)[table - 1]
    client = Client()
    client.post(f"/e/{token_of(link.nonce)}/", {"person": getattr(person, "pk", "")})
    return client


def text_of(answer: Any) -> str:
    """Return what a page says, without its tags and double spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.content.decode()))


def path(evening: Evening, rest: str = "") -> str:
    """Return an address of the event."""
    return f"/event/{evening.event.pk}/{rest}"


def test_an_evening_opens_from_how_many_are_you() -> None:
    evening = Evening(4, kind="")
    director = director_of(evening)
    assert "/event/new/" in director.get("/").content.decode()
    form = {"name": "Late pairs", "fee": "1s", "key": "one-tap"}
    for _again in range(2):
        answer = director.post("/event/new/", form)
    event = Event.objects.get(name="Late pairs")
    assert answer["Location"] == f"/event/{event.pk}/entries/"
    assert event.fee == 48  # farthings
    assert "Late pairs not started" in text_of(director.get("/"))
    assert "Late pairs" in text_of(director.get("/results/"))


def test_an_event_without_a_name_is_asked_for_one_and_nothing_typed_is_lost() -> None:
    director = director_of(Evening(4, kind=""))
    answer = director.post("/event/new/", {"name": " ", "fee": "7 bob"})
    assert answer.status_code == 422
    assert "Give the event a name" in text_of(answer)
    assert 'value="7 bob"' in answer.content.decode()


def test_two_names_typed_as_a_guest_are_two_people() -> None:
    """A late pair is one line for whoever types it; one of them is a member."""
    evening = Evening(3, kind="")
    member = evening.people[0]
    given = {"guest": f"Petra Late & {member.name}", "add_guest": "1"}
    page = director_of(evening).post(path(evening, "entries/"), given)
    petra = Person.objects.get(name="Petra Late")
    chosen = [each.pk for each in page.context["form"].people]
    assert chosen == [petra.pk, member.pk]
    assert not Person.objects.filter(name__contains="&").exists()


def test_sign_up_door_movement_and_the_first_round_by_plain_forms() -> None:
    evening = Evening(3, kind="", fee=48)
    director = director_of(evening)
    page = director.get(path(evening, "entries/"))
    assert "Not yet paid by 6 players Left1" in text_of(page)
    added = director.post(path(evening, "entries/"), {"guest": "Zoë Zander", "add_guest": "1"})
    assert "Zoë" in text_of(added)
    director.post(path(evening, "entries/"), {"expected": "the Browns", "key": "a"})
    entry = evening.room.entries[0]
    director.post(path(evening, "door/"), {"entry": entry.pk, "what": "paid", "key": "b"})
    assert "Not yet paid by 4 players Left2" in text_of(director.get(path(evening, "entries/")))
    offered = director.get(path(evening, "movement/")).content.decode()
    value = re.search(r'name="movement" value="([^"]+)"', offered)
    assert value is not None
    form = {"movement": value[1], "minutes": "15", "key": "c"}
    assert director.post(path(evening, "movement/"), form).status_code == 302
    assert "Start round 1" in text_of(director.get(path(evening)))
    director.post(path(evening, "round/"), {"seen": "0", "key": "d"})
    assert evening.event.round == 1
    assert "round 1 of" in text_of(director.get(path(evening)))


def test_a_tables_phone_asks_who_is_here_then_records_and_hands_over() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    at = path(evening, "at/A1/")
    page = text_of(phone.get(at))
    assert "Left1 &amp; Right1 v Left4 &amp; Right4. Are all four players here?" in page
    phone.post(at + "here/", {"round": "1", "yes": "1", "key": "h"})
    page = phone.get(at)
    assert "Hand to Left4 or Right4" in text_of(page)
    told = phone.post(at + "tell/", FORM | {"round": "1", "board": "1", "key": "t"})
    assert told["Location"] == at + "?board=1"
    page = text_of(phone.get(told["Location"]))
    assert "For Left4 &amp; Right4" in page
    assert "Left4: yes" in page
    who = evening.people[6]
    form = {"round": "1", "board": "1", "side": "ew", "seen": "1", "by": who.pk, "key": "y"}
    phone.post(at + "agree/", form)
    standing = evening.standing(1, 1)
    assert standing.state is BoardStage.IN
    assert standing.revisions[-1].author == "Left4"
    page = text_of(phone.get(at + "?board=1"))
    assert "by Left4" in page
    assert "Next: board 2" in page


def test_two_phones_of_two_sides_see_each_its_own_page() -> None:
    evening = Evening(6)
    ours, theirs = phone_of(evening, 1, evening.people[0]), phone_of(evening, 1, evening.people[6])
    at = path(evening, "at/A1/")
    ours.post(at + "tell/", FORM | {"round": "1", "board": "1", "key": "t"})
    assert "Waiting for Left4 or Right4" in text_of(ours.get(at + "?board=1"))
    assert "You score" in text_of(theirs.get(at + "?board=1"))
    refused = ours.post(at + "agree/", {"round": "1", "board": "1", "side": "ew", "seen": "1"})
    assert refused.status_code == 403
    differ = FORM | {"result": "-1", "round": "1", "board": "1", "key": "d"}
    theirs.post(at + "tell/", differ)
    for phone in (ours, theirs):
        assert "You disagree on this board" in text_of(phone.get(at + "?board=1"))
    director = director_of(evening)
    page = text_of(director.get(path(evening)))
    assert "board 1: 4 spades by South, made, or 4 spades by South, down 1?" in page


def test_a_players_own_phone_goes_with_his_pair() -> None:
    evening = Evening(6)
    own = phone_of(evening, 1, evening.people[6])
    assert own.get(path(evening, "mine/"))["Location"] == path(evening, "at/A1/")
    evening.play()
    evening.next_round()
    assert own.get(path(evening, "at/A1/"))["Location"] == path(evening, "mine/")
    assert own.get(path(evening, "mine/"))["Location"] == path(evening, "at/A2/")


def test_three_for_a_pair_stay_chosen_until_one_is_taken_off() -> None:
    evening = Evening(4, kind="")
    people = [evening.club.people.create(name=f"New{n}", short_name=f"New{n}") for n in range(3)]
    form = {"who": [person.pk for person in people], "expected": "the Browns", "key": "three"}
    answer = director_of(evening).post(path(evening, "entries/"), form)
    assert answer.status_code == 422 and "A pair is two people. Choose two." in text_of(answer)
    page = answer.content.decode()
    assert page.count(" checked") == 3 and 'value="the Browns"' in page
    assert len(evening.room.entries) == 4


def test_the_seats_of_a_pair_that_is_only_expected_go_by_their_own_names() -> None:
    evening = Evening(4, kind="")
    for number, name in enumerate(("the Browns of Leeds", "the Greys")):
        form = {"expected": name, "key": f"expected-{number}"}
        director_of(evening).post(path(evening, "entries/"), form)
    choose_movement(
        section=evening.section, movement=make("mitchell", 6, 2, 2), minutes=20, key="six",
        actor=evening.actor,
    )  # fmt: skip
    evening.next_round()
    tables = evening.room.tables()
    seats = [sorted(evening.room.seated(each.section.pk, each.place)) for each in tables]
    assert sorted(seats, key=len) == [["N", "S"], ["N", "S"], ["E", "N", "S", "W"]]


def test_another_tables_phone_enters_nothing_here() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 2)
    answer = phone.post(path(evening, "at/A1/tell/"), FORM | {"round": "1", "board": "1"})
    assert answer.status_code == 403
    assert not ResultRevision.objects.exists()


def test_a_board_that_is_not_due_is_refused_on_a_page_with_the_reason() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    answer = phone.post(path(evening, "at/A1/tell/"), FORM | {"round": "1", "board": "5"})
    assert answer.status_code == 409
    assert "Board 5 is not due at table" in text_of(answer)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"level": ""}, "How many, and in what?"),
        ({"declarer": "X"}, "Who played it?"),
        ({"result": ""}, "How did it go?"),
        ({"level": "7", "result": "+1"}, "7 down to"),
        ({"result": "", "tricks": "14"}, "results run from"),
    ],
)
def test_what_is_missing_of_a_result_is_asked_for(change: dict[str, str], said: str) -> None:
    evening = Evening(6)
    form = FORM | {"round": "1", "board": "1"} | change
    answer = phone_of(evening, 1).post(path(evening, "at/A1/tell/"), form)
    assert answer.status_code == 422
    if "down to" not in said:
        assert said in text_of(answer)
    assert not ResultRevision.objects.exists()


def test_an_odd_result_is_asked_about_once_more_without_showing_others() -> None:
    evening = Evening(6)
    for _round in range(2):
        evening.play()
        evening.next_round()
    where = next(each for each in evening.room.tables() if 1 in each.place.boards)
    at = path(evening, f"at/{where.name}/")
    phone = phone_of(evening, where.number)
    phone.post(at + "here/", {"round": "3", "yes": "1", "key": "h"})
    form = FORM | {"declarer": "E", "round": "3", "board": "1", "key": "t"}
    asked = phone.post(at + "tell/", form)
    assert asked.status_code == 422
    assert "Check again: who was declarer" in text_of(asked)
    assert "Compare" not in text_of(asked)
    phone.post(at + "tell/", form | {"looked": "1"})
    assert evening.standing(where.number, 1).state is BoardStage.TOLD


def right(director: Client, evening: Evening, **form: Any) -> Any:
    """Ask what a correction of board 1 at table 1 changes, or make it."""
    seen = evening.standing(1, 1).number
    given = {"round": "1", "board": "1", "seen": seen, "key": "right", **form}
    return director.post(path(evening, "table/A1/right/"), given)


def test_a_correction_shows_the_places_it_changes_wants_a_reason_and_is_kept() -> None:
    evening = Evening(6, kind="howell", winners=1)
    evening.play()
    director = director_of(evening)
    looked = right(director, evening, award="A+/A-")
    assert looked.status_code == 200
    assert "adjusted: NS A+, EW A−" in text_of(looked)
    assert re.search(r"(\d+ places change|One place changes|No place changes)", text_of(looked))
    assert evening.standing(1, 1).facts == FOUR_SPADES, "looking changes nothing"
    refused = right(director, evening, award="A+/A-", save="1")
    assert refused.status_code == 422
    assert "Please give a reason" in text_of(refused)
    saved = right(director, evening, award="A+/A-", save="1", reason="law 12")
    assert saved.status_code == 302
    assert evening.standing(1, 1).facts == {"adjusted": {"ns": "A+", "ew": "A-"}}
    assert "law 12" in text_of(director.get(saved["Location"]))


@pytest.mark.parametrize(
    "form",
    [
        FORM | {"what": "result", "result": "-1"},
        {"what": "turned"},
        {"what": "turned", "all": "1"},
        {"what": "moved", "to_board": "5"},
        {"what": "not_played"},
        {"what": "fouled"},
        {"what": "stands"},
        {"what": "back"},
        {"what": "adjusted", "award_ns": "60", "award_ew": "30"},
        {"passed_out": "1"},
    ],
    ids=lambda form: "-".join(str(each) for each in form.values())[:30],
)
def test_every_way_to_put_right_can_be_looked_at_and_saved(form: dict[str, Any]) -> None:
    evening = Evening(6)
    evening.play()
    director = director_of(evening)
    before = ResultRevision.objects.count()
    assert right(director, evening, **form).status_code == 200
    assert ResultRevision.objects.count() == before
    saved = right(director, evening, **form, save="1", reason="misread")
    assert saved.status_code == 302
    assert director.get(saved["Location"]).status_code == 200
    assert director.get(path(evening, "ranking/")).status_code == 200


def test_turning_a_board_round_shows_who_sat_where_and_no_reason_is_guessed() -> None:
    evening = Evening(6)
    evening.play()
    director = director_of(evening)
    turned = right(director, evening, what="turned")
    assert "NS 1, EW 4 now NS 4, EW 1" in text_of(turned)
    assert 'value="=wrong-side" checked' in turned.content.decode()
    assert " checked" not in right(director, evening, what="not_played").content.decode()


def test_slips_are_typed_a_line_a_board_and_lead_to_the_next_table() -> None:
    evening = Evening(6)
    director = director_of(evening)
    form = {"round": "1", "table": "A1", "lines": "1 4SX-2 E\n2 3n+1 n", "key": "slip"}
    answer = director.post(path(evening, "typing/"), form)
    assert answer["Location"] == path(evening, "typing/?round=1&table=A2")
    assert evening.standing(1, 1).facts == {"contract": "4SX", "declarer": "E", "tricks": 8}
    assert evening.standing(1, 2).facts == {"contract": "3NT", "declarer": "N", "tricks": 10}


def test_a_slip_with_one_wrong_line_records_nothing_and_keeps_what_was_typed() -> None:
    evening = Evening(6)
    form = {"round": "1", "table": "A1", "lines": "1 4S= S\n5 4S= S\nhello", "key": "slip"}
    answer = director_of(evening).post(path(evening, "typing/"), form)
    assert answer.status_code == 422
    said = text_of(answer)
    assert "Board 5 is not due at table 1 in round 1. Due there: 1, 2." in said
    assert "type a line like" in said
    assert "5 4S= S" in said
    assert not ResultRevision.objects.exists()


@pytest.mark.parametrize(("typed", "said"), [("1 455", "455"), ("2 420", "North–South vulnerable")])
def test_a_score_alone_that_no_contract_gives_is_asked_about(typed: str, said: str) -> None:
    evening = Evening(6)
    director = director_of(evening)
    board = int(typed[0])
    form = {"round": "1", "table": "A1", "lines": typed, "key": "slip"}
    asked = director.post(path(evening, "typing/"), form)
    assert f"Board {board}: no contract gives" in text_of(asked) and said in text_of(asked)
    assert not ResultRevision.objects.exists()
    assert director.post(path(evening, "typing/"), form | {"looked": "1"}).status_code == 302
    assert evening.standing(1, board).facts == {"score": int(typed[2:])}
    assert f"Last entry: board {board}, table 1" in text_of(director.get(path(evening)))
    plain = form | {"lines": f"{3 - board} 100", "key": "other"}
    assert director.post(path(evening, "typing/"), plain).status_code == 302


def test_a_line_that_differs_from_what_is_known_is_asked_about() -> None:
    evening = Evening(6)
    evening.play()
    director = director_of(evening)
    form = {"round": "1", "table": "A1", "lines": "1 4S-1 S", "key": "slip"}
    answer = director.post(path(evening, "typing/"), form)
    assert (
        "Board 1 already has 4 spades by South, made; you typed 4 spades by South, down 1."
        in text_of(answer)
    )
    director.post(path(evening, "typing/"), form | {"looked": "1"})
    assert evening.standing(1, 1).facts == ONE_DOWN


def test_the_ranking_is_hidden_from_players_until_the_director_opens_it() -> None:
    evening = Evening(6)
    evening.play()
    player = client_of(make_user(evening.club, "ann", Role.PLAYER, evening.people[0]))
    director = director_of(evening)
    for page in ("ranking/", "pair/1/", "board/1/"):
        assert "The director opens the ranking" in text_of(player.get(path(evening, page)))
        assert "Left1" in text_of(director.get(path(evening, page)))
    director.post(path(evening, "curtain/"), {"what": "show", "key": "k"})
    for page in ("ranking/", "pair/1/", "board/1/"):
        assert "Left1" in text_of(player.get(path(evening, page)))


def test_a_shared_address_needs_no_login_and_may_hide_names() -> None:
    evening = Evening(6)
    evening.play()
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
    found = share_of(evening.event)
    assert found is not None
    page = Client().get(f"/shared/{token_of(found.nonce)}/")
    assert page.status_code == 200
    assert "Left1" not in page.content.decode()
    assert "North–South" in text_of(page)
    show_ranking(event=evening.event, shown=False, key="close", actor=evening.actor)
    assert Client().get(f"/shared/{token_of(found.nonce)}/").status_code == 404


def test_cards_and_boards_stand_behind_the_shared_address_and_keep_its_promise() -> None:
    evening = Evening(6)
    director = director_of(evening)
    make_boards(
        event=evening.event, numbers=range(1, 9), is_sorted=False, anew=False,
        seen=SeenBoards(0, "cards"), actor=evening.actor,
    )  # fmt: skip
    evening.play()
    assert "The cards" in text_of(director.get(path(evening, "board/1/")))
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
    found = share_of(evening.event)
    assert found is not None
    at = f"/shared/{token_of(found.nonce)}/"
    ranking = Client().get(at).content.decode()
    assert f'href="{at}pair/1/"' in ranking and f'href="{at}board/1/"' in ranking
    for client in (Client(), director):
        card = client.get(f"{at}pair/1/")
        board = client.get(f"{at}board/1/")
        for page in (card, board):
            assert "/event/" not in page.content.decode().split("<main")[1]
            assert not re.search(r"Left\d|Right\d", page.content.decode())
            # While it is played nobody sees cards here, not even whoever dealt them.
            assert "The cards" not in text_of(page)
        assert "Pair 1" in text_of(card)
        assert f'href="{at}board/1/"' in card.content.decode()
        assert "N-S" in text_of(board)
    assert Client().get(f"{at}pair/99/").status_code == 404
    assert Client().get(f"{at}board/99/").status_code == 404
    share(event=evening.event, hides_names=False, key="named", actor=evening.actor)
    assert Client().get(f"{at}pair/1/").status_code == 404
    named = share_of(evening.event)
    assert named is not None
    assert "Left1" in text_of(Client().get(f"/shared/{token_of(named.nonce)}/pair/1/"))


def test_a_ranking_that_is_open_asks_again_and_is_sent_when_it_changed() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
    found = share_of(evening.event)
    assert found is not None
    addresses = (path(evening, "ranking/"), f"/shared/{token_of(found.nonce)}/")
    for number, (client, at) in enumerate(
        zip((director_of(evening), Client()), addresses, strict=True)
    ):
        page = client.get(at)
        assert 'hx-trigger="every' in page.content.decode()
        asks = {"If-None-Match": page["ETag"], "HX-Request": "true"}
        with CaptureQueriesContext(connection) as captured:
            again = client.get(at, headers=asks)
        assert (again.status_code, again.content) == (304, b"")
        assert len(captured) <= 4
        # Loaded anew it is always sent.
        assert client.get(at, headers={"If-None-Match": page["ETag"]}).status_code == 200
        evening.tell(2 + number, evening.room.tables()[1 + number].place.boards[0], FOUR_SPADES)
        assert client.get(at, headers=asks).status_code == 200


def test_a_page_that_waits_for_the_ranking_gets_it_when_it_opens_and_loses_it_when_it_closes() -> (
    None
):
    evening = Evening(6)
    evening.play()
    player = client_of(make_user(evening.club, "ann", Role.PLAYER, evening.people[0]))
    at = path(evening, "ranking/")
    for shown, word in ((False, "The director opens"), (True, "Left1")):
        show_ranking(event=evening.event, shown=shown, key=f"k{shown}", actor=evening.actor)
        page = player.get(at, headers={"HX-Request": "true"}).content.decode()
        told = page.split('id="ranking"')[1]
        assert word in told and 'hx-trigger="every' in told
        tag = re.search(r'"If-None-Match": "([^"]+)"', told)[1].encode().decode("unicode_escape")  # type: ignore[index]
        asks = {"If-None-Match": tag, "HX-Request": "true"}
        assert player.get(at, headers=asks).status_code == 304


def test_the_wall_is_not_sent_again_while_nothing_changed() -> None:
    evening = Evening(6)
    director = director_of(evening)
    page = director.get(path(evening, "wall/"))
    asks = {"If-None-Match": page["ETag"], "HX-Request": "true"}
    again = director.get(path(evening, "wall/"), headers=asks)
    assert (again.status_code, again.content) == (304, b"")
    evening.tell(1, 1, FOUR_SPADES)
    changed = director.get(path(evening, "wall/"), headers=asks)
    assert changed.status_code == 200


def test_a_round_that_should_be_over_is_over_time() -> None:
    evening = Evening(6)
    director = director_of(evening)
    assert "left" in text_of(director.get(path(evening)))
    late = clock.now() + dt.timedelta(minutes=25)
    with clock.at(late):
        assert "over time" in text_of(director.get(path(evening)))


def test_the_wall_says_who_sits_out() -> None:
    evening = Evening(5)
    page = text_of(director_of(evening).get(path(evening, "wall/")))
    plan = evening.room.plan(evening.section)
    resting = {n for place in plan.of_round(1) if not place.is_played for n in place.numbers}
    assert len(resting) == 1
    names = [str(each) for each in evening.room.entries if each.number in resting]
    assert f"Sit-out: {names[0]}" in page.replace("&amp;", "&")
    assert page.count("Sit-out") == 1


def queries(get: Callable[[], Any]) -> int:
    """Return how many queries a page takes."""
    get()
    with CaptureQueriesContext(connection) as captured:
        assert get().status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    "page", ["", "entries/", "table/A1/", "at/A1/", "typing/", "ranking/", "pair/1/", "board/1/",
             "wall/"],
)  # fmt: skip
def test_a_page_takes_as_many_queries_for_many_pairs_as_for_few(page: str) -> None:
    counts = []
    for pairs in (6, 14):
        evening = Evening(pairs)
        director = director_of(evening)
        evening.play()
        counts.append(queries(lambda d=director, e=evening: d.get(path(e, page))))  # type: ignore[misc]
        director.logout()
        evening.club.memberships.all().delete()
        User.objects.filter(username="host").delete()
    assert counts[0] == counts[1] <= 12, counts


@pytest.mark.parametrize("page", ["", "pair/1/", "board/1/"])
def test_a_shared_page_takes_as_many_queries_for_many_pairs_as_for_few(page: str) -> None:
    counts = []
    for pairs in (6, 14):
        evening = Evening(pairs)
        evening.play()
        show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
        share(event=evening.event, hides_names=True, key="share", actor=evening.actor)
        found = share_of(evening.event)
        assert found is not None
        at = f"/shared/{token_of(found.nonce)}/{page}"
        counts.append(queries(lambda at=at: Client().get(at)))  # type: ignore[misc]
    assert counts[0] == counts[1] <= 8, counts


def test_the_ranking_of_fifty_pairs_takes_at_most_ten_queries() -> None:
    evening = Evening(50)
    evening.play()
    director = director_of(evening)
    assert queries(lambda: director.get(path(evening, "ranking/"))) <= 10


def test_tonight_says_how_far_a_round_is_and_which_table_calls() -> None:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    evening.agree(1, 1)
    call_director(section=evening.section, table=2, why="", actor=evening.actor)
    page = text_of(director_of(evening).get("/"))
    assert "round 1 of 3" in page
    assert "1 of 6 entered; table 2: director, please" in page


def test_a_table_is_told_who_shares_its_boards_and_where_they_lie() -> None:
    """Four tables of a Mitchell: 1 and 4 share, and the stand is between 2 and 3."""
    evening = Evening(8)
    phones = {table: phone_of(evening, table) for table in range(1, 5)}
    for round_, told in (
        (1, {1: "Table 4 plays from the same boards.", 3: "They go to the stand, for table 2."}),
        (2, {4: "Table 1 plays from the same boards.", 2: ""}),
        (3, {2: "These boards come from the stand.", 3: ""}),
    ):
        if round_ > 1:
            evening.play()
            evening.next_round()
        for table, words in told.items():
            here = {"key": f"here-{round_}-{table}", "round": round_, "yes": "1"}
            phones[table].post(path(evening, f"at/A{table}/here/"), here)
            page = text_of(phones[table].get(path(evening, f"at/A{table}/")))
            assert words in page and ("the stand" in page) == ("the stand" in words)
