"""Double dummy by itself: which events are due and when, what the job does, leads on the pages."""

import datetime as dt
import re
from collections import Counter
from html import unescape
from typing import Any

import pytest

from clubscore.club import clock
from clubscore.club.models import zone_of
from clubscore.deals.double_dummy import Declared
from clubscore.deals.hands import usual_board
from clubscore.events import par_tables as opening_leads
from clubscore.events import pars as tables_to_work_out
from clubscore.events.finishing import finish
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import BoardsWorkedOut, DoubleDummy, Event, OpeningLeads
from clubscore.events.par_tables import declared_in, leads_known, work_off_leads
from clubscore.events.pars import (
    AT_A_TIME,
    KIND,
    ask_for_due_boards,
    dealt,
    declared_at,
    due_events,
    work_out,
)
from clubscore.events.travellers import _shown
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work, do, take
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from tests.events.evenings import Evening
from tests.events.test_board_play import DEAL
from tests.events.test_boards import lay
from tests.events.test_pages import director_of, path
from tests.gazette.nights import a_file

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
THREE_NT = {"contract": "3NT", "declarer": "N", "tricks": 7}
LED = [(THREE_NT | {"lead": "H7"}), (THREE_NT | {"tricks": 6, "lead": "D6"}), THREE_NT]
NOON = dt.time(12)


@pytest.fixture
def evening() -> Evening:
    evening = Evening(6)
    lay(evening, usual_board(1, DEAL))
    for facts in LED:
        evening.play(facts)
        if evening.event.round < 3:
            evening.next_round()
    return evening


def worked(event: Event) -> Job:
    """The event's job, done by a worker."""
    job = asking.ask(kind=KIND, key=str(event.pk), club=event.club)
    assert take("a worker") == job
    job.refresh_from_db()
    do(job, {KIND: work_out})
    job.refresh_from_db()
    return job


def at(event: Event, hour: int, days: int = 0) -> dt.datetime:
    """A moment by the club's clock, so many days after today."""
    day = clock.now().astimezone(zone_of(event.club)).date() + dt.timedelta(days)
    return dt.datetime.combine(day, dt.time(hour), zone_of(event.club))


def finished(evening: Evening) -> None:
    """Finish the evening; nothing of it can be corrected any more."""
    finish(event=evening.event, final_at=clock.now(), key="done", actor=evening.actor)


def test_the_job_works_out_tables_and_the_leads_of_what_was_played(evening: Evening) -> None:
    job = worked(evening.event)
    assert (job.state, job.done, job.total) == (Job.State.DONE, 2, 2)
    assert DoubleDummy.objects.exclude(tricks="").count() == 1
    (row,) = OpeningLeads.objects.all()
    assert (row.deal, row.denomination, row.declarer) == (DEAL.pbn(), "NT", "N")
    (note,) = BoardsWorkedOut.objects.all()
    assert (note.event_id, note.revision) == (evening.event.pk, evening.event.revision)


def test_what_was_worked_out_is_not_worked_out_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked(evening.event)
    monkeypatch.setattr(opening_leads, "led", None)  # whoever asked it would fail
    room = evening.room
    assert work_off_leads(declared_at(room, dealt(room))) == 0
    assert worked(evening.event).state == Job.State.DONE
    with pytest.raises(TypeError):
        work_off_leads([Declared(DEAL, "S", "E")])


def test_a_job_that_breaks_off_keeps_what_is_done_and_goes_on(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = [Declared(DEAL, "NT", "N"), Declared(DEAL, "S", "W")]
    whole = opening_leads.led

    def breaks(asked: Any) -> Any:
        yield next(iter(whole(asked)))
        raise RuleError("double-dummy-broke", "It broke off.")

    with monkeypatch.context() as broken:
        broken.setattr(opening_leads, "led", breaks)
        with pytest.raises(RuleError):
            work_off_leads(declared)
    assert OpeningLeads.objects.count() == 1
    assert work_off_leads(declared) == 1 and len(leads_known(declared)) == 2


def test_where_there_is_no_double_dummy_the_event_is_tried_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(asked: Any) -> Any:
        raise RuleError("no-double-dummy", "There is none.")
        yield

    monkeypatch.setattr(opening_leads, "led", nothing)
    job = worked(evening.event)
    assert job.state == Job.State.FAILED and "There is none" in str(job.trouble)
    assert due_events() == []
    Event.objects.filter(pk=evening.event.pk).update(revision=evening.event.revision + 1)
    assert due_events() == []  # it failed within the hour
    with clock.at(clock.now() + dt.timedelta(hours=2)):
        assert due_events() == [evening.event]


def test_tonights_boards_are_due_as_soon_as_they_have_cards(evening: Evening) -> None:
    without = Evening(4, club=evening.club)
    assert due_events() == [evening.event]
    assert ask_for_due_boards() == 1 and ask_for_due_boards() == 1
    assert Job.objects.filter(kind=KIND).count() == 1
    worked(evening.event)
    assert due_events() == []
    lay(without, usual_board(2, DEAL))
    assert due_events() == [without.event]


def test_a_result_more_makes_its_event_due_again(evening: Evening) -> None:
    worked(evening.event)
    assert due_events() == []
    Event.objects.filter(pk=evening.event.pk).update(revision=evening.event.revision + 1)
    assert due_events() == [evening.event]
    assert worked(evening.event).state == Job.State.DONE and due_events() == []


def test_old_boards_are_due_at_night_or_while_nobody_plays(evening: Evening) -> None:
    finished(evening)
    old = evening.event
    with clock.at(at(old, 12, days=9)):
        assert due_events() == [old]
        Evening(4, club=evening.club)  # somebody plays
        assert due_events() == []
    with clock.at(at(old, 3, days=10)):
        assert due_events() == [old]


def test_many_are_asked_for_some_at_a_time_and_those_stopped_are_left(evening: Evening) -> None:
    finished(evening)
    brought = [
        bring_in_event(
            club=evening.club,
            told=read_event(a_file(seed) | {"date": f"2025-03-{seed + 1:02}"}),
            source=FileSource(f"{seed}.json"),
            actor=evening.actor,
        )
        for seed in range(AT_A_TIME + 2)
    ]
    with clock.at(at(evening.event, 3, days=9)):
        due = due_events()
        assert len(due) == AT_A_TIME and due[0] == evening.event
        asking.stop(job=asking.ask(kind=KIND, key=str(due[3].pk), club=evening.club))
        assert due[3] not in due_events() and len(due_events()) == AT_A_TIME
    assert len(brought) == AT_A_TIME + 2


def test_an_imported_event_has_its_leads_too(evening: Evening) -> None:
    file = a_file(3)
    file["boards"][0]["deal"] = DEAL.pbn()
    told = bring_in_event(
        club=evening.club, told=read_event(file), source=FileSource("n.json"), actor=evening.actor
    )
    assert worked(told).state == Job.State.DONE
    expected = {
        (each["contract"].rstrip("X")[1:], each["declarer"])
        for each in file["results"]
        if each["board"] == 1 and "contract" in each
    }
    found = OpeningLeads.objects.values_list("denomination", "declarer")
    assert {*found} == expected and len(expected) > 1
    page = director_of(evening).get(f"/event/{told.pk}/board/1/").content.decode()
    assert "Opening leads" in page and re.search("any lead|hold declarer|more only after", page)


def test_a_table_that_was_given_up_leaves_its_leads(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    DoubleDummy.objects.create(deal=DEAL.pbn(), trouble="It broke off.")
    monkeypatch.setattr(tables_to_work_out, "work_off_leads", None)
    assert worked(evening.event).state == Job.State.DONE


def test_a_deleted_event_leaves_its_job_nothing_to_do() -> None:
    work_out(Work(Job(kind=KIND, key="99999")))
    assert not BoardsWorkedOut.objects.exists()


@pytest.mark.parametrize(
    "facts",
    [
        {}, {"passed_out": True}, {"score": 90}, {"contract": "3NU", "declarer": "N", "tricks": 3},
        {"contract": "3NT"},
    ],
)  # fmt: skip
def test_what_names_no_declared_denomination_has_no_leads(facts: Any) -> None:
    assert declared_in(facts, DEAL) is None


def words_of(page: str) -> str:
    """The part of a page about leads, as one line."""
    part = page.partition('id="leads"')[2].partition("</section>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", part)).split())


def test_the_boards_page_says_which_leads_are_best_and_what_those_recorded_gave(
    evening: Evening,
) -> None:
    director = director_of(evening)
    assert 'id="leads"' not in director.get(path(evening, "board/1/")).content.decode()
    worked(evening.event)
    known = leads_known([Declared(DEAL, "NT", "N")])[Declared(DEAL, "NT", "N")]
    least = min(known.values())
    text = words_of(director.get(path(evening, "board/1/")).content.decode())
    assert text.startswith(">Opening leads No-trumps by North")
    more_after = "hearts J 9 7 diamonds A"
    assert f"Declarer takes {least} tricks, and more only after these leads: {more_after}" in text
    assert {card for card in known if known[card] > least} == {"HJ", "H9", "H7", "DA"}
    for card in ("H7", "D6"):
        more = known[card] - least
        gave = {0: "gave nothing", 1: "gave one trick"}.get(more, f"gave {more} tricks")
        said = {"H": "hearts", "D": "diamonds"}[card[0]]
        assert f"led {said} {card[1]} : {gave}" in text


def test_few_best_leads_are_named_and_alike_ones_are_not() -> None:
    declared = Declared(DEAL, "NT", "N")
    few = dict.fromkeys(declared.leads, 9) | {"HJ": 8, "H9": 8}
    shown = _shown(declared, few, {})
    assert (shown.tricks, shown.are_others) == (8, False)
    assert [(each.suit, each.ranks) for each in shown.cards] == [("h", "J 9")]
    alike = _shown(declared, dict.fromkeys(declared.leads, 9), {})
    assert (alike.tricks, alike.cards) == (9, ())
    led = _shown(declared, few, {declared: Counter({"HJ": 2, "S3": 1, "C2": 1})}).recorded
    assert [each.text for each in led] == [
        "at 2 tables: gave nothing", "gave one trick", "not in the hand that leads",
    ]  # fmt: skip


def test_a_card_says_what_the_lead_gave(evening: Evening) -> None:
    worked(evening.event)
    said = re.compile(r'note-row">\s*<td[^>]*>\s*With all cards in view, the opening lead gave')
    director, pairs = director_of(evening), [*evening.room.by_number]
    pages = [
        director.get(path(evening, f"pair/{key}/?words=1")).content.decode()
        for _section, key in pairs
    ]
    assert len(pages) == 6 and sum(len(said.findall(page)) for page in pages) == 2
