"""Many files at once: read, asked about, brought in, each whole or not at all and none twice."""

import datetime as dt
import zipfile
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubscore.club import clock
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, PersonNumber
from clubscore.events import imported
from clubscore.events.models import Event, PastFile, PastImport, Telling, ToldPlayer
from clubscore.files.pages import past as past_bringing
from clubscore.files.pages import past as past_deciding
from clubscore.files.pages import past as past_reading
from clubscore.files.pages.past import (
    FOR_FILES,
    FOR_REPORTS,
    PastAnswers,
    ask_to_bring,
    ask_to_read,
    bring_decided,
    decide,
    end,
    throw_old_away,
)
from clubscore.files.reading import problem_of, stored_problem
from clubscore.home.jobs import tidy, works
from clubscore.jobs.models import Job
from clubscore.jobs.queue import PATIENCE
from clubscore.jobs.worker import do, take
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Phrase, Word
from tests.files.past.past import brought, event_file, nothing, read, states, taken_in, usebio

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def club() -> Club:
    return found_club(name="Leeds", author="a test")


def person(club: Club, name: str, ebu: str = "") -> Person:
    found = Person.objects.create(club=club, name=name, short_name=name[:20])
    if ebu:
        PersonNumber.objects.create(club=club, person=found, scheme="ebu", number=ebu)
    return found


def why(past: PastImport, name: str) -> str:
    mistake = problem_of(PastFile.objects.get(past=past, name=name).why)
    return f"{mistake.where}: {mistake}" if mistake else ""


def test_files_come_in_whole_and_what_is_wrong_with_others_is_said(club: Club) -> None:
    past = read(club, [
        ("2019/a.json", event_file("A")),
        ("2019/b.xml", usebio("B")),
        ("2020/bad.xml", b"<USEBIO><EVENT>"),
        ("2020/list.csv", b"name,number\nAnn,7\n"),
        ("notes.txt", b""),
        ("played/board-1.html", b"\n<!DOCTYPE html><html><body>Board 1</body></html>"),
    ])  # fmt: skip
    assert states(past) == {
        "2019/a.json": "read", "2019/b.xml": "read", "2020/bad.xml": "refused",
        "2020/list.csv": "refused", "notes.txt": "refused", "played/board-1.html": "refused",
    }  # fmt: skip
    assert not Event.objects.exists()
    past.refresh_from_db()
    assert past.packed is None
    assert why(past, "2020/bad.xml").startswith("line 1")
    assert "Players" in why(past, "2020/list.csv")
    assert "belong together" in why(past, "played/board-1.html")
    assert brought(past)["2019/a.json"] == "came"
    assert set(Event.objects.values_list("name", flat=True)) == {"A", "B"}
    assert Telling.objects.get(event__name="B").source == "b.xml"
    past.refresh_from_db()
    assert past.over_at is not None
    assert all(not each.texts for each in PastFile.objects.filter(past=past))


def test_an_event_that_is_here_stays_as_it_is(club: Club) -> None:
    brought(read(club, [("a.json", event_file("A")), ("b.xml", usebio("B", date=""))]),
            {"date-1-0": "2019-03-02"})  # fmt: skip
    # The same bytes are known though an answer changed what was kept; the same event by itself.
    spaced = event_file("A").replace(b": ", b" : ")
    again = read(club, [
        ("a.json", spaced), ("b.xml", usebio("B", date="")), ("c.json", event_file("C")),
        ("copy of c.json", event_file("C")),
    ])  # fmt: skip
    assert states(again) == {
        "a.json": "here", "b.xml": "here", "c.json": "read", "copy of c.json": "here",
    }  # fmt: skip
    assert "c.json" in why(again, "copy of c.json")
    brought(again)
    assert sorted(Event.objects.values_list("name", flat=True)) == ["A", "B", "C"]
    assert Telling.objects.count() == 3


def test_one_event_in_two_files_comes_in_once(club: Club) -> None:
    spaced = event_file("A").replace(b": ", b" : ")
    past = read(club, [("a.json", event_file("A")), ("b.json", spaced)])
    assert brought(past) == {"a.json": "came", "b.json": "here"}
    assert Event.objects.count() == 1


def test_what_is_open_is_asked_once_and_what_is_not_answered_stays_out(club: Club) -> None:
    one, two = person(club, "Ann Ash", "100001"), person(club, "Ann Ash")
    past = read(club, [
        ("a.json", event_file("A")),
        ("b.json", event_file("B")),
        ("c.xml", usebio("C", date="")),
        ("d.xml", usebio("D", date="")),
        ("e.xml", usebio("E", kind="RUMMY")),
        ("f.xml", usebio("F", kind="RUMMY")),
        ("g.xml", usebio("G", kind="WHIST")),
        ("h.xml", usebio("H")),
    ])  # fmt: skip
    answers = PastAnswers(past, {})
    (ann,) = answers.in_doubt
    assert ann.name == "Ann Ash"
    assert [each.file for each in answers.asks.dates] == ["c.xml", "d.xml"]
    assert [(each.given, each.files) for each in answers.asks.scorings] == [
        ("RUMMY", "e.xml, f.xml"), ("WHIST", "g.xml"),
    ]  # fmt: skip
    given = {ann.field: str(two.pk), "date-2-0": "2019-05-06", "scoring-0": "butler-imps"}
    given["scoring-0"] = "cross-imps"
    assert brought(past, given) == {
        "a.json": "came", "b.json": "came", "c.xml": "came", "d.xml": "left", "e.xml": "came",
        "f.xml": "came", "g.xml": "left", "h.xml": "came",
    }  # fmt: skip
    assert set(ToldPlayer.objects.values_list("event__name", "person")) == {
        ("A", two.pk), ("B", two.pk),
    }  # fmt: skip
    assert Event.objects.get(name="C").evening == dt.date(2019, 5, 6)
    assert Event.objects.get(name="F").scoring == "cross-imps"
    assert "date was not given" in why(past, "d.xml")
    assert "scoring was not chosen" in why(past, "g.xml")
    assert one.pk != two.pk


def test_a_doubt_about_a_person_keeps_only_their_files_out(club: Club) -> None:
    person(club, "Ann Ash", "100001"), person(club, "Ann Ash")
    past = read(club, [("a.json", event_file("A")), ("h.xml", usebio("H"))])
    assert brought(past) == {"a.json": "left", "h.xml": "came"}
    assert "Ann Ash" in why(past, "a.json")


def test_no_event_of_the_past_is_of_tonight_for_want_of_a_date(club: Club) -> None:
    past = read(club, [("a.json", event_file("A", date="1 April"))])
    (asked,) = PastAnswers(past, {}).asks.dates
    assert asked.given == "1 April"
    assert brought(past) == {"a.json": "left"}


def test_one_page_asks_no_more_than_a_form_may_send(
    club: Club, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    most = (past_deciding.MOST_DATES, past_deciding.MOST_KINDS, past_deciding.MOST_IN_DOUBT,
            past_deciding.MOST_RECOGNISED)  # fmt: skip
    assert sum(most) < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS - 10
    for name in ("MOST_DATES", "MOST_KINDS", "MOST_RECOGNISED"):
        monkeypatch.setattr(past_deciding, name, 1)
    for each in ("Ann Ash", "Bob"):
        person(club, each)
    past = read(club, [
        ("a.xml", usebio("A", date="")), ("b.xml", usebio("B", date="")),
        ("c.xml", usebio("C", kind="RUMMY")), ("d.xml", usebio("D", kind="WHIST")),
        ("e.json", event_file("E")),
    ])  # fmt: skip
    answers = PastAnswers(past, {})
    shown = (answers.asks.dates, answers.asks.scorings, answers.questions)
    assert [len(each) for each in shown] == [1, 1, 1]
    given = {"date-0-0": "2019-03-02", "scoring-0": "cross-imps"}
    assert brought(past, given) == {
        "a.xml": "came", "b.xml": "left", "c.xml": "came", "d.xml": "left", "e.json": "came",
    }  # fmt: skip
    assert ToldPlayer.objects.count() == 2


def test_a_wrong_answer_is_refused_and_nothing_is_decided(club: Club) -> None:
    past = read(club, [("c.xml", usebio("C", date="")), ("e.xml", usebio("E", kind="RUMMY"))])
    given = {"date-0-0": "30 February", "scoring-0": "by guess"}
    assert [each.field for each in PastAnswers(past, given).problems] == [
        "id_date-0-0", "id_scoring-0",
    ]  # fmt: skip


def test_a_file_comes_in_whole_or_not_at_all(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    two = event_file("A") + event_file("B")
    past = read(club, [("two.json", two), ("c.json", event_file("C"))])
    assert len(PastFile.objects.get(past=past, name="two.json").texts) == 2
    bring_in = imported.bring_in_event

    def failing(**given: Any) -> Event:
        if given["told"].about["name"] == "B":
            raise RuleError("number", "This event is refused.")
        return bring_in(**given)

    monkeypatch.setattr(imported, "bring_in_event", failing)
    assert brought(past) == {"two.json": "refused", "c.json": "came"}
    assert Event.objects.get().name == "C"
    assert why(past, "two.json") == ": This event is refused."


def test_a_fault_in_one_file_does_not_keep_the_others_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_events = past_reading.read_events

    def failing(name: str, *args: Any, **more: Any) -> Any:
        if name == "b.json":
            raise KeyError(name)
        return read_events(name, *args, **more)

    monkeypatch.setattr(past_reading, "read_events", failing)
    past = read(club, [("a.json", event_file("A")), ("b.json", event_file("B"))])
    assert states(past) == {"a.json": "read", "b.json": "refused"}


def three(club: Club) -> PastImport:
    return taken_in(club, [(f"{each}.json", event_file(each)) for each in "ABC"])


def test_reading_and_importing_stopped_by_the_end_of_the_server_go_on_where_they_were(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = three(club)
    ask_to_read(past)
    ending = Flag()
    look, opened = past_reading._look, []

    def look_and_end(*args: Any) -> None:
        opened.append(args[1].name)
        look(*args)
        if len(opened) == 2:
            ending.set()

    monkeypatch.setattr(past_reading, "_look", look_and_end)
    do(taken(), works(), ending)
    assert sorted(states(past).values()) == ["read", "read", "waiting"]
    do(taken(), works())
    assert opened == ["A.json", "B.json", "C.json"]
    decide(past, PastAnswers(past, {}))
    ask_to_bring(past)
    ending = Flag()
    bring = past_bringing._bring

    def bring_and_end(*args: Any) -> None:
        bring(*args)
        ending.set()

    monkeypatch.setattr(past_bringing, "_bring", bring_and_end)
    do(taken(), works(), ending)
    assert Event.objects.count() == 1
    do(taken(), works())
    assert Event.objects.count() == Telling.objects.count() == 3
    assert Job.objects.filter(state=Job.State.DONE).count() == 2


def taken() -> Job:
    found = take("a worker")
    assert found is not None
    return found


class Killed(BaseException):
    """What nothing in the program catches."""


def test_a_worker_killed_in_the_middle_of_a_file_leaves_nothing_of_it_and_doubles_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = three(club)
    ask_to_read(past)
    do(taken(), works())
    decide(past, PastAnswers(past, {}))
    ask_to_bring(past)
    bring_in = past_bringing.bring_in_all

    def killed(**given: Any) -> list[Event]:
        found = bring_in(**given)
        if given["told"][0].about["name"] == "B":
            raise Killed
        return found

    monkeypatch.setattr(past_bringing, "bring_in_all", killed)
    with pytest.raises(Killed):
        do(taken(), works())
    assert sorted(states(past).values()) == ["came", "decided", "decided"]
    assert Event.objects.count() == 1
    monkeypatch.setattr(past_bringing, "bring_in_all", bring_in)
    Job.objects.filter(state=Job.State.RUNNING).update(beat_at=clock.now() - 2 * PATIENCE)
    do(taken(), works())
    assert set(states(past).values()) == {"came"}
    assert sorted(Event.objects.values_list("name", flat=True)) == ["A", "B", "C"]
    # Done once more, as by a worker that was thought dead, it does nothing.
    bring_decided(past, nothing)
    assert Event.objects.count() == 3


def test_deciding_twice_is_deciding_once(club: Club) -> None:
    past = read(club, [("a.json", event_file("A"))])
    first, second = PastAnswers(past, {}), PastAnswers(past, {})
    decide(past, first)
    bring_decided(past, nothing)
    decide(past, second)
    assert states(past) == {"a.json": "came"}


def test_an_import_that_was_ended_leaves_what_came_and_says_so(club: Club) -> None:
    undecided = three(club)
    ask_to_read(undecided)
    end(undecided)
    assert not PastImport.objects.exists()
    assert Job.objects.get().state == Job.State.STOPPED
    past = read(club, [("a.json", event_file("A"))])
    decide(past, PastAnswers(past, {}))
    end(past)
    assert states(past) == {"a.json": "left"}
    assert PastFile.objects.get().texts == []
    bring_decided(past, nothing)
    assert not Event.objects.exists()


def test_files_are_kept_for_a_day_and_a_report_for_two_weeks(club: Club) -> None:
    fresh, old = three(club), read(club, [("a.json", event_file("A"))])
    done = read(club, [("b.json", event_file("B"))])
    brought(done)
    now = clock.now()
    PastImport.objects.filter(pk=old.pk).update(asked_at=now - FOR_FILES * 2)
    PastImport.objects.filter(pk=done.pk).update(asked_at=now - FOR_FILES * 2)
    assert throw_old_away() == 2
    assert set(PastImport.objects.all()) == {fresh, done}
    PastImport.objects.filter(pk=done.pk).update(over_at=now - FOR_REPORTS * 2)
    assert tidy() == 2
    assert PastImport.objects.get() == fresh
    assert Event.objects.get().name == "B"


def test_a_mistake_is_kept_in_the_language_of_nobody() -> None:
    error = RuleError(
        "x", Word("%(n)s file of %(who)s.", "", "%(n)s files of %(who)s.", "n"), "line 3",
        n=2, who=Every((Word("North"), Phrase("the %(x)s", {"x": 1}))),
    )  # fmt: skip
    found = problem_of(stored_problem(error))
    assert found is not None
    assert (str(found), found.where, found.code) == (str(error), "line 3", "x")
    assert isinstance(found.phrase, Word)
    assert problem_of({}) is None


def command(*args: str) -> str:
    import io

    out = io.StringIO()
    call_command("import_past", *args, stdout=out)
    return out.getvalue()


def test_the_command_brings_in_a_folder_or_a_zip_and_lists_what_stays_out(
    club: Club, tmp_path: Path
) -> None:
    folder = tmp_path / "past"
    (folder / "2019").mkdir(parents=True)
    (folder / "2019" / "a.json").write_bytes(event_file("A"))
    (folder / "2019" / "c.xml").write_bytes(usebio("C", date=""))
    (folder / "bad.xml").write_bytes(b"<USEBIO>")
    (folder / ".hidden").write_bytes(b"x")
    told = command(str(folder), "--check")
    assert "Nothing was recorded." in told
    assert not Event.objects.exists()
    told = command(str(folder))
    event = Event.objects.get()
    assert f"2019/a.json: A, 2026-03-02: /event/{event.pk}/ranking/" in told
    assert "2019/c.xml was left out. The date was not given." in told
    assert "bad.xml was left out. line 1" in told
    assert "1 file imported. 0 files were already here. 2 files left out." in told
    with zipfile.ZipFile(tmp_path / "past.zip", "w") as archive:
        archive.write(folder / "2019" / "a.json", "a.json")
    assert "1 file was already here." in command(str(tmp_path / "past.zip"))
    assert not PastImport.objects.exists()
    with pytest.raises(CommandError, match="not a whole zip"):
        command(str(folder / "bad.xml"))
    with pytest.raises(CommandError, match="cannot be read"):
        command(str(tmp_path / "nothing.zip"))
