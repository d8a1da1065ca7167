"""An event that is not to count: deleted where nothing was played, else called off and kept."""

import datetime as dt
import re

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.entry import Refused, new_key
from clubscore.club.ledger import owed_in
from clubscore.club.models import Act, Role
from clubscore.club.models import Entry as BookEntry
from clubscore.club.table_money import waive
from clubscore.events.directing import set_clock, show_ranking
from clubscore.events.door_list import EventDoor
from clubscore.events.entries import at_the_door
from clubscore.events.finishing import (
    UNDO,
    bring_back,
    call_off,
    delete_event,
    finish,
    have_back,
    open_again,
)
from clubscore.events.history import HistoryFilter, history_of
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event, EventHappening, ResultRevision
from clubscore.events.pages.director import DirectorPage
from clubscore.events.person import events_played
from clubscore.events.phones import links_of, share, share_of
from clubscore.events.terms import last_event
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import FORM, director_of, path, phone_of, text_of
from tests.events.whole_event import WHOLE
from tests.house import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TRIAL = "only a trial"


def player_of(evening: Evening) -> Client:
    return client_of(make_user(evening.club, "left1", Role.PLAYER, evening.people[0]))


def finished(fee: int = 0) -> Evening:
    """Four pairs who played everything; pair 1 paid at the door."""
    evening = Evening(4, kind="howell", winners=1, fee=fee)
    first = evening.room.by_number[evening.section.pk, 1]
    at_the_door(
        event=evening.event, entry=first.pk, what="paid", key=new_key(), actor=evening.actor
    )
    for _round in range(evening.room.rounds):
        evening.play()
        if evening.event.round < evening.room.rounds:
            evening.next_round()
    end(evening)
    return evening


def end(evening: Evening) -> None:
    final_at = clock.now() + dt.timedelta(days=3)
    finish(event=evening.event, final_at=final_at, key=new_key(), actor=evening.actor)


def off(evening: Evening, reason: str = TRIAL) -> None:
    call_off(event=evening.event, reason=reason, key=new_key(), actor=evening.actor)


def back(evening: Evening) -> None:
    bring_back(event=evening.event, key=new_key(), actor=evening.actor)


def owed(evening: Evening) -> dict[str, int]:
    """What each person owes the club, less than nothing where the club owes it."""
    found: dict[str, int] = {}
    for one in owed_in(evening.club):
        for person, amount in ((one.payer, one.amount), (one.payee, -one.amount)):
            if person is not None and hasattr(person, "name") and amount:
                found[person.name] = found.get(person.name, 0) + amount
    return found


def test_an_event_without_results_is_deleted_by_one_key_and_had_back_by_another() -> None:
    evening = Evening()
    director, at = director_of(evening), path(evening)
    page = text_of(director.get(at + "remove/"))
    assert "Delete Tuesday pairs?" in page and "Why?" not in page
    answer = director.post(at + "remove/", {"what": "delete", "key": "d"}, follow=True)
    assert "Tuesday pairs deleted" in text_of(answer)
    for rest in ("", "entries/", "ranking/", "history/", "wall/"):
        assert director.get(at + rest).status_code == 404, rest
    for page in ("/", "/results/"):
        assert "Tuesday pairs" not in text_of(director.get(page)), page
    director.post(at + "remove/", {"what": "undo", "key": "u"})
    assert director.get(at).status_code == 200
    assert "Tuesday pairs" in text_of(director.get("/results/"))
    assert [act.what for act in Act.objects.order_by("-pk")[:2]] == [
        "event had back", "event deleted",
    ]  # fmt: skip


def test_a_deleted_event_is_shown_nowhere_and_stands_where_it_stood() -> None:
    evening = Evening()
    happenings = EventHappening.objects.count()
    phone, director, at = phone_of(evening, 1), director_of(evening), path(evening)
    event = evening.event
    delete_event(event=event, key="d", actor=evening.actor)
    assert phone.get(f"{at}at/A1/").status_code != 200
    assert EventDoor().tonight(evening.club) == []
    assert last_event(evening.club) is None
    with clock.at(clock.now() + UNDO + dt.timedelta(seconds=1)):
        assert director.get(at + "remove/").status_code == 404
        assert director.post(at + "remove/", {"what": "undo", "key": "u"}).status_code == 404
    assert Event.everything.get(pk=event.pk).deleted_at is not None
    assert EventHappening.objects.count() > happenings
    assert "event deleted: Tuesday pairs" in text_of(director.get("/club/"))


def test_one_with_results_or_that_is_finished_is_not_deleted() -> None:
    evening = Evening()
    evening.tell(1, evening.table(1).place.boards[0], FOUR_SPADES)
    with pytest.raises(Refused, match="Call it off instead"):
        delete_event(event=evening.event, key="d", actor=evening.actor)
    director = director_of(evening)
    assert "Call off Tuesday pairs?" in text_of(director.get(path(evening, "remove/")))
    assert (
        director.post(path(evening, "remove/"), {"what": "delete", "key": "e"}).status_code == 409
    )


def test_who_paid_at_the_door_is_remembered_before_an_event_goes() -> None:
    evening = Evening(fee=48)
    first = evening.room.entries[0]
    at_the_door(event=evening.event, entry=first.pk, what="paid", key="p", actor=evening.actor)
    page = text_of(director_of(evening).get(path(evening, "remove/")))
    assert "2 players are marked as having paid: give the money back." in page


def test_an_event_is_called_off_with_a_reason_kept_and_read_by_who_runs_the_room() -> None:
    evening = finished()
    director, at = director_of(evening), path(evening)
    results = ResultRevision.objects.count()
    answer = director.post(at + "remove/", {"what": "call-off", "reason": " ", "key": "c"})
    assert answer.status_code == 422
    assert "Give a reason for calling the event off" in text_of(answer)
    director.post(at + "remove/", {"what": "call-off", "reason": TRIAL, "key": "c"})
    page = text_of(director.get(at))
    assert "Tuesday pairs was called off" in page and TRIAL in page
    assert "Called off. This is the ranking at that time" in text_of(director.get(at + "ranking/"))
    assert "called off" in text_of(director.get(at + "history/"))
    assert TRIAL in text_of(director.get(at + "history/"))
    assert ResultRevision.objects.count() == results
    assert "Tuesday pairs" not in text_of(director.get("/"))
    listed = text_of(director.get("/results/"))
    assert "Tuesday pairs" not in listed and "Called off" in listed
    off_list = text_of(director.get("/results/called-off/"))
    assert "Tuesday pairs" in off_list and TRIAL in off_list
    said = [line.what for line in history_of(evening.room, HistoryFilter())]
    assert "called off" in said


def test_an_event_that_was_called_off_ranks_nobody_and_takes_nothing() -> None:
    evening = finished()
    share(event=evening.event, hides_names=False, key="s", actor=evening.actor)
    shared = share_of(evening.event)
    assert shared is not None
    player, phone = player_of(evening), phone_of(evening, 1)
    assert "50.00" in text_of(player.get(path(evening, "ranking/")))
    off(evening)
    for reader in (player, phone):
        page = text_of(reader.get(path(evening, "ranking/")))
        assert "The event was called off and has no ranking." in page
        assert "50.00" not in page
    assert phone.get(f"/shared/{token_of(shared.nonce)}/").status_code == 404
    assert "The event was called off." in text_of(phone.get(path(evening, "at/A1/")))
    assert events_played(evening.people[0], evening.actor) == []
    assert "Tuesday pairs" not in text_of(director_of(evening).get("/results/as-one/"))
    assert last_event(evening.club) is None
    with pytest.raises(Refused, match="was called off"):
        show_ranking(event=evening.event, shown=True, key="r", actor=evening.actor)
    waited = phone.post(path(evening, "waiting/"), FORM | {
        "round": "1", "board": "1", "side": "ns", "table": "A1", "key": "w"})  # fmt: skip
    assert waited.status_code == 422
    assert "was called off" in waited.json()["text"]
    back(evening)
    assert "50.00" in text_of(player.get(path(evening, "ranking/")))
    assert phone.get(f"/shared/{token_of(shared.nonce)}/").status_code == 200


def test_called_off_in_the_middle_the_phones_say_so_and_no_fee_is_posted() -> None:
    evening = Evening(fee=48)
    for what in ("+1", "run"):
        set_clock(event=evening.event, what=what, key=what, actor=evening.actor)
    assert evening.event.ends_at is not None
    phone, seen = phone_of(evening, 1), "x"
    evening.tell(1, evening.table(1).place.boards[0], FOUR_SPADES)
    off(evening)
    assert not BookEntry.objects.exists()
    page = text_of(phone.get(path(evening, "at/A1/")))
    assert "The event was called off." in page and "Hand to" not in page
    section = evening.section.pk
    news = phone.get(path(evening, f"live/?section={section}&table=1&seen={seen}"))
    assert news.status_code == 200
    assert evening.event.ends_at is None
    back(evening)
    assert "Hand to" in text_of(phone.get(path(evening, "at/A1/?board=2")))


def test_table_money_is_let_off_with_an_event_and_charged_again_with_it() -> None:
    evening = finished(fee=48)
    before = owed(evening)
    assert len([name for name, amount in before.items() if amount == 48]) == 6
    kind = BookEntry.Kind.TABLE_MONEY
    (by_hand,) = [each for each in BookEntry.objects.filter(kind=kind)
                  if each.subject == f"person:{evening.people[7].pk}"]  # fmt: skip
    waive(charged=by_hand, reason="a guest", key="hand", actor=evening.actor)
    charged = owed(evening)
    for _again in range(2):
        off(evening)
    # Who paid has it to his good; nobody owes anything.
    paid = {person.name for person in evening.people[:2]}
    assert {name: amount for name, amount in owed(evening).items() if name in evening_names(evening)
            } == dict.fromkeys(paid, -48)  # fmt: skip
    assert BookEntry.objects.filter(reason=TRIAL).exists()
    for _again in range(2):
        back(evening)
    assert owed(evening) == charged
    off(evening, "after all")
    back(evening)
    assert owed(evening) == charged


def evening_names(evening: Evening) -> set[str]:
    return {person.name for person in evening.people}


def test_an_event_from_a_file_is_called_off_too() -> None:
    evening = Evening(4, kind="")
    told = bring_in_event(
        club=evening.club,
        told=read_event(WHOLE),
        source=FileSource("leeds.json"),
        actor=evening.actor,
    )
    director = director_of(evening)
    at = f"/event/{told.pk}/"
    assert "Call off" in text_of(director.get(at + "ranking/"))
    director.post(at + "remove/", {"what": "call-off", "reason": "twice", "key": "c"})
    assert told.name not in text_of(director.get("/results/"))
    assert "twice" in text_of(director.get(at))


@pytest.mark.parametrize("what", ["delete", "call-off"])
def test_only_a_director_does_it(what: str) -> None:
    evening = Evening()
    scorer = client_of(make_user(evening.club, "scorer", Role.SCORER))
    form = {"what": what, "reason": TRIAL, "key": "k"}
    assert scorer.post(path(evening, "remove/"), form).status_code == 403
    assert evening.event.called_off_at is None


def test_a_reason_is_asked_of_the_service_too() -> None:
    with pytest.raises(RuleError, match="Give a reason"):
        off(Evening(), "")


def test_no_code_lets_a_phone_in_while_an_event_is_called_off() -> None:
    evening = Evening()
    phone_of(evening, 1)
    evening.tell(1, evening.table(1).place.boards[0], FOUR_SPADES)
    at = f"/e/{token_of(links_of(evening.section)[0].nonce)}/"

    def comes_in() -> bool:
        phone = Client()
        phone.post(at, {"person": ""})
        return phone.get(path(evening, "at/A1/")).status_code == 200

    assert comes_in()
    off(evening)
    assert not comes_in()
    assert "This code has expired" in text_of(Client().get(at))
    back(evening)
    assert comes_in()


def test_fees_of_an_event_that_is_deleted_are_posted_back_and_charged_again_with_undo() -> None:
    evening = Evening(4, fee=48, starts=False)
    end(evening)
    open_again(event=evening.event, reason="too early", key="open", actor=evening.actor)
    charged = owed(evening)
    assert {charged[name] for name in evening_names(evening)} == {48}
    assert evening.event.finished_at is None
    for again in range(2):
        event = evening.event
        delete_event(event=event, key=f"d{again}", actor=evening.actor)
        assert owed(evening) == {}
        # Nothing is struck out: each charge has its contrary entry.
        assert BookEntry.objects.filter(kind=BookEntry.Kind.WAIVED).count() == 8 * (again + 1)
        for _twice in range(2):
            have_back(event=event, key=f"b{again}", actor=evening.actor)
        assert owed(evening) == charged


def test_after_the_last_board_the_green_key_finishes_the_session() -> None:
    evening = Evening(4, boards=3, winners=2)
    director, at = director_of(evening), path(evening)
    assert "Next round" in director.get(at).content.decode()
    while not DirectorPage(evening.room).is_last:
        evening.play()
        evening.next_round()
    evening.play()
    page = director.get(at).content.decode()
    (green,) = re.findall(r'<button class="key key-go"[^>]*>(.*?)</button>', page, re.DOTALL)
    assert "Finish session" in green and "final on" in green
    assert "This is the last round." in page and "Next round" not in page


def test_a_par_contest_tells_before_play_which_boards_have_no_par() -> None:
    evening = Evening(4, boards=4, starts=False)
    director, at = director_of(evening), path(evening)
    words = "boards have no par yet"
    assert words not in text_of(director.get(at))
    Event.objects.filter(pk=evening.event.pk).update(scoring="par", game="duplicate-auction")
    boards = {each for plan in evening.room.plans.values() for each in plan.boards}
    assert f"{len(boards)} {words}" in text_of(director.get(at))
